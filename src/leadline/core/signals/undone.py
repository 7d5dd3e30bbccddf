"""A part told as the whole: the parent says it of all, the newest share that the children give is smaller.

In: a trial. Out: findings `status_changed`: "all eight replicas are updated" where the newest share of the same noun is "3 of 8
replicas" and nothing after it says all, the rest or done.
"""

from __future__ import annotations

import re

from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import NUMBER_WORDS, WORD, stem
from leadline.core.signals.model import Finding
from leadline.core.signals.state_words import CONDITION, NEGATION
from leadline.core.text.words import word_set

__all__ = ["find_undone"]

_EXCEPT = word_set("only except but until unless just other than yet-only nur außer")
_MODAL = word_set("will should must would could can may might")
_NEVER_ASSERTS = (NEGATION | CONDITION | _EXCEPT | _MODAL) - {"since"}  # "owned by A since March" asserts
_OF = re.compile(
    r"\b(\d{1,6}|[a-z]{3,6})\s*(?:of|/|out of|von|sur|de)\s*(?:the\s+|its\s+|our\s+)?(\d{1,6}|[a-z]{3,8})\s+((?:[a-z-]+\s+)?[a-z]+)",
    re.I,
)
_ALL = re.compile(
    r"\b(?:all|both|every|each of the|alle|beide|tous les|toutes les|todos los|todas las)\s+(?:of\s+)?(?:the\s+)?(?:(\d{1,6}|[a-z]{3,8})\s+)?((?:[a-z-]+\s+)?[a-z]+)",
    re.I,
)


def find_undone(trial: Trial) -> list[Finding]:
    """At most one finding a parent sentence."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        if sentence.kind in ("code", "data", "heading") or sentence.text.rstrip().endswith("?"):
            continue
        finding = _part_as_whole(trial, sentence)
        if finding is not None:
            out.append(finding)
    return out


def _number(word: str) -> float | None:
    return float(word) if word.isdigit() else NUMBER_WORDS.get(word.lower())


def _part_as_whole(trial: Trial, sentence: Passage) -> Finding | None:
    """ "All eight replicas are updated" where the newest share of replicas is 3 of 8."""
    low = sentence.text.lower()
    words = set(WORD.findall(low))
    if words & _NEVER_ASSERTS:
        return None
    for m in _ALL.finditer(sentence.text):
        noun = stem(stem(m[2].split()[-1]))
        whole = _number(m[1]) if m[1] else (2.0 if m.group().lower().startswith(("both", "beide")) else None)
        if m[1] and whole is None:
            continue
        last: tuple[Passage, re.Match[str], bool] | None = None
        for s in trial.sentences:
            for share in _OF.finditer(s.text):
                part, of = _number(share[1]), _number(share[2])
                nouns = {stem(stem(w)) for w in share[3].lower().split()}
                if part is None or of is None or part > of or noun not in nouns or (whole is not None and of != whole):
                    continue
                last = (s, share, part < of)
        if last is None or not last[2]:
            continue
        said, share, _ = last
        after = trial.sentences[trial.sentences.index(said) :]
        mine = {s for s in sentence.stems if stem(s) != noun}
        if not mine & said.stems or _completed(after, noun, said, share.end()):
            continue
        start, end = sentence.start + m.start(), sentence.start + len(sentence.text)
        owner = said.owner
        quote = trial.pool[owner].text[said.start + share.start() : said.start + share.end()]
        return make(
            trial, "status_changed", "hard",
            f'The summary says it of all ("{trial.parent[start:end]}"); the newest count in "{trial.pool[owner].id}" is "{quote}". '
            "What is left would never be done.",
            parent=(start, end), child=(owner, said.start + share.start(), said.start + share.end()), probability=0.92,
        )  # fmt: skip
    return None


def _completed(after: tuple[Passage, ...], noun: str, said: Passage, at: int) -> bool:
    """After the share something says all, the rest, or done, of that noun or of nothing in particular."""
    for s in after:
        text = (s.text[at:] if s is said else s.text).lower()
        if re.search(r"\b(?:all|both|every|rest|remaining|others?|last|done|finished|complete|now)\b", text) and (
            len(text) < 60 or any(stem(stem(w)) == noun for w in WORD.findall(text)) or s is said
        ):
            return True
    return False
