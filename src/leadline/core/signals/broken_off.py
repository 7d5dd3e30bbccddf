"""Broken off: a parent whose last sentence has no end, as a writer leaves it whose room was used up.

In: a trial. Out: at most one finding `degenerate`. Sure where the last word waits for another one and other sentences end; likely where only
the full stop is missing while all others have one. A sentence that tells the end of the sources lacks nothing but its full stop, since
nothing follows there that it could have gone on to; nor does one that breaks off where its source does.
"""

from __future__ import annotations

import re

from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import STOP, WORD, is_cjk
from leadline.core.signals.model import Finding
from leadline.core.text.words import word_set

__all__ = ["find_broken"]

_ENDS = re.compile(r"[.!?…。！？:;)\]}»\"'”’`*|>_]\s*$|\d\s*$|%\s*$")
_ONE_LINE = 0.75  # measured: where no other sentence shows that sentences end here, many lines simply have no end
_MAY_END = word_set(
    "not more less most least same other each any all some done it they them off out up down over yet now too again both only here there this "
    "that these his hers one us"
)
_ADVERBS = word_set(
    "before after since in on off out over through up down under above below around by once then so now here there all both more most some any no not yet"
)
_NEVER_LAST = word_set(
    "the a an and or of with that which who is are was were has have my our their its his her very than"
)
_WHOLE_MIN = 8  # words; "The father, once more" has none of what makes a sentence
_ENDS_WORD = re.compile(r"[^\W\d_]+")


def find_broken(trial: Trial) -> list[Finding]:
    """One finding where the last sentence breaks off and all others end."""
    sentences = trial.parent_sentences
    last = sentences[-1]
    text = last.text.rstrip()
    if last.kind not in ("prose", "bullet") or _ENDS.search(text) or is_cjk(text):
        return []
    words = WORD.findall(text)
    if not words or text.lower() in trial.haystack or re.search(r"[\d/_.~\\]", text.rsplit(None, 1)[-1]):
        return []
    hanging = (words[-1].lower() in STOP and words[-1].lower() not in _MAY_END and len(words) > 3) or text.endswith(
        (",", "-", "(", "/", "–")
    )
    if any(s.text.rstrip(" .").lower().endswith(" ".join(text.lower().rsplit(None, 2)[-2:])) for s in trial.sentences):
        return []  # as its source does
    others = [s for s in sentences[:-1] if s.kind == "prose"]
    ended = sum(bool(_ENDS.search(s.text)) for s in others)
    alone = last.kind == "prose" and len(others) >= 2 and ended == len(others) and len(words) >= 4
    if hanging and _is_of_notes(last, sentences, words[-1].lower(), ended) and text[-1] not in ",-(/–":
        return []
    if hanging or (alone and not _is_whole(trial, last, words)):
        return [
            make(
                trial,
                "degenerate",
                "hard" if hanging and ended else "warning",
                "The summary breaks off in the middle of its last sentence.",
                parent=(last.start, last.end),
                probability=1.0 if hanging and ended else 0.9 if ended > 2 else _ONE_LINE,
            )
        ]
    return []


def _is_of_notes(last: Passage, sentences: tuple[Passage, ...], word: str, ended: int) -> bool:
    """Notes have no full stops, and may well end in an adverb: "maybe five more; nothing before"."""
    if last.kind == "bullet" and word in _ADVERBS:
        return not all(_ENDS.search(s.text) for s in sentences[:-1] if s.kind == "bullet")
    return ended < 0.5 * len(sentences[:-1]) and word not in _NEVER_LAST


def _is_whole(trial: Trial, last: Passage, words: list[str]) -> bool:
    """Whether the last sentence lacks nothing but its full stop: it is told by the end of the sources, after which nothing follows,
    and its last word does not wait for another one there ("the false" for "the false bride")."""
    ends = [s for s in trial.sentences if s.stems and s.kind in ("prose", "bullet")]
    if len(words) < _WHOLE_MIN or not ends:
        return False
    final = max(ends, key=lambda s: (s.owner, s.end))
    told = [last, *(clause for clause, sentence in trial.parent_clauses if sentence is last)]
    if not any(trial.sentences[h.sentence] is final for passage in told for h in trial.align(passage, 1)):
        return False
    word = words[-1].lower()
    behind = {
        after.group().lower()
        for m in re.finditer(rf"\b{re.escape(word)}\b ?", trial.haystack)
        if (after := _ENDS_WORD.match(trial.haystack, m.end())) is not None
    }
    uses = len(re.findall(rf"\b{re.escape(word)}\b", trial.haystack))
    return not (uses and len(behind) == 1 and not behind & STOP)
