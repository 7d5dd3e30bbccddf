"""Answers: a parent that is nothing but the short answer in which tiny children end ("No.", "Not yet.", "Done.").

In: a trial. Out: yes or no. Such a parent has no content word, and yet says what the children say. So little is taken for a
summary only where nothing else is lost: before the answer stand questions and at most one request (without an exact value, without
a prohibition), it is short, and the answer is the last word and the only one. "x" and a blob are no answers.
"""

from __future__ import annotations

import re

from leadline.core.facts import lexicon
from leadline.core.signals.findings import make
from leadline.core.signals.index import Trial
from leadline.core.signals.lexis import WORD
from leadline.core.signals.model import Finding
from leadline.core.signals.traces import keys_of
from leadline.core.text.words import lower_case

__all__ = ["find_turned", "is_the_answer"]

TINY = 12  # content words of all children; a longer exchange has more to tell than its last word
# How an answer is worded is free; what it says is not: each of these means the same as the others of its row.
_ROWS = (
    ("yes", "yep", "yeah", "yup", "ja", "oui", "sí", "sim"),
    ("no", "nope", "nah", "not", "nein", "non", "não"),
    ("done", "erledigt"),
)
_MEANS = {word: row[0] for row in _ROWS for word in row}
_YET = "yet"
# Words around an answer that add nothing to it: "it is done", "no, it has not".
_AROUND = frozenset(
    ("it", "is", "was", "has", "have", "had", "been", "that", "this", "all", "i", "we", "they", "did", "does", "do", "are", "were", "now", "already")
)  # fmt: skip
_QUESTION = re.compile(r"[?？][\"'”»)\s]*$")
_EXACT = re.compile(r"[\d`/_@#=\\]|\w\.\w")
_FORBIDS = re.compile(r"n[o']t\b|\b(?:never|no|without|only|unless|until|except|nicht|kein\w*|jamais|nunca|não)\b")


def is_the_answer(trial: Trial) -> bool:
    """Whether the parent says what the children's last sentence answers, and the children hold nothing beside it.

    >>> from leadline.core.text.messages import Child
    >>> is_the_answer(Trial([Child("a", "Is the checkout service live?"), Child("b", "No, not yet.")], "Not yet."))
    True
    """
    given = _answer(trial.parent)
    own = [lower_case(s.text) for s in trial.sentences if not s.foreign]
    if not given or len(own) != len(trial.sentences) or len(own) < 2:
        return False
    *asked, last = own
    if given != _answer(last):
        return False
    n_words = sum(1 for s in own for w in WORD.findall(s) if keys_of(w))
    wanted = [s for s in asked if not _QUESTION.search(s)]
    return n_words <= TINY and len(wanted) <= 1 and all(map(_is_request, wanted))


def find_turned(trial: Trial) -> list[Finding]:
    """A parent that is nothing but a yes, where the children end in a no, or the other way round."""
    given = _answer(trial.parent)
    last = next((s for s in reversed(trial.sentences) if not s.foreign), None)
    said = _answer(last.text) if last is not None else None
    if last is None or given is None or said is None or (given[0] == "no") == (said[0] == "no"):
        return []
    return [
        make(
            trial, "polarity", "hard", f'The summary answers the other way round than "{trial.child_of(last).id}".',
            parent=(0, len(trial.parent)), child=(last.owner, last.start, last.end), probability=0.95,
        )
    ]  # fmt: skip


def _answer(text: str) -> tuple[str, frozenset[str]] | None:
    """What a text that only answers means, and whether it adds "yet"; None where it says more, or both yes and no."""
    words = [w for w in WORD.findall(lower_case(text).replace("n't", " not")) if w not in _AROUND]
    meant = {_MEANS[w] for w in words if w in _MEANS}
    if len(meant) != 1 or any(w not in _MEANS and w != _YET for w in words):
        return None
    return meant.pop(), frozenset(w for w in words if w == _YET)


def _is_request(sentence: str) -> bool:
    return bool(lexicon.IMPERATIVE.search(sentence)) and not (_FORBIDS.search(sentence) or _EXACT.search(sentence))
