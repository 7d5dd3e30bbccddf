"""Names of one family, called by the part that tells them apart: "the ranker" is new_search_ranker, not new_search_cache.

In: a trial. Out: findings `identifier_swapped`, suspicions of 0.9, at most one a clause. Joined names that differ in one part (`orders_eu`, `orders_us`; `auth-gateway`,
`auth-worker`) are spoken of by that part. Where a clause of the summary names one of them, and the child sentence that has the rest of
its words speaks of another by its part, and no sentence with the named one's part comes near it, the names have been exchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial, clauses_of
from leadline.core.signals.lexis import STOP, content_stems, stem
from leadline.core.signals.model import Finding
from leadline.core.signals.things import is_long

__all__ = ["find_aliased"]

_JOINED = re.compile(r"(?<![\w/.@-])[A-Za-z][\w]*(?:[-_/.]\w+)+(?!\w)|(?<!\w)[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+(?!\w)")
_PART = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+")
_NAMES_MAX = 200  # of all children
_SHARE_MIN = 0.6  # of the clause's other words in the sentence that speaks of the sibling
_SHARE_NUMBER = 0.5  # where a number is among them
_WORDS_MIN = 2  # so many of them at least; three, or a number among them, or all
_TOO = re.compile(
    r"\b(?:as well|too|also|likewise|(?:the )?same|auch|ebenso|aussi|également|también|igual\w*)\b|也|同样",
    re.I,
)
_PEOPLE = frozenset(("user", "assist"))
_P = 0.9


class _Name(NamedTuple):
    """A joined name and its parts, small."""

    text: str
    parts: tuple[str, ...]


def find_aliased(trial: Trial) -> list[Finding]:
    """Findings in the order of the parent."""
    if is_long(trial) or not _JOINED.search(trial.parent):
        return []
    asked = [c for c, _ in trial.parent_clauses if _JOINED.search(c.text) and not trial.is_verbatim(c.text)]
    if not asked:
        return []  # every finding stands in such a clause
    names = _names(trial)
    if not 2 <= len(names) <= _NAMES_MAX:
        return []
    out: list[Finding] = []
    families: dict[str, list[tuple[_Name, str, str]]] = {}  # of the names that the parent has; of others nobody asks
    for clause in asked:
        here = {low: m for m in _JOINED.finditer(clause.text) if (low := m.group().lower()) in names}
        for low in here.keys() - families.keys():
            families[low] = _siblings(names[low], names.values())
        here = {low: m for low, m in here.items() if families[low]}
        if len(here) != 1:
            continue
        ((low, place),) = here.items()
        found = _judge(trial, clause, names[low], families[low])
        if found is not None:
            source, part, sibling = found
            start, end = clause.start + place.start(), clause.start + place.end()
            out.append(
                make(
                    trial, "identifier_swapped", "suspicion",
                    f'The summary says this of "{trial.parent[start:end]}"; "{trial.pool[source.owner].id}" says it of "{part}", which is {sibling.text}. Whoever acts on the '
                    "summary acts on the wrong one.",
                    parent=(start, end), child=(source.owner, source.start, source.end), probability=_P,
                )
            )  # fmt: skip
    return out


def _names(trial: Trial) -> dict[str, _Name]:
    """The joined names of the children by their small form."""
    out: dict[str, _Name] = {}
    for child in trial.pool:
        for m in _JOINED.finditer(child.text):
            low = m.group().lower()
            if low not in out:
                parts = tuple(p.lower() for p in _PART.findall(m.group()))
                if 2 <= len(parts) <= 6:
                    out[low] = _Name(m.group(), parts)
                if len(out) > _NAMES_MAX:
                    return out
    return out


def _siblings(name: _Name, names: Iterable[_Name]) -> list[tuple[_Name, str, str]]:
    """(another name of the family, the part of this one, the part of the other)."""
    return [(n, *d) for n in names if (d := _differs(name, n)) is not None]


def _judge(
    trial: Trial, clause: Passage, name: _Name, siblings: list[tuple[_Name, str, str]]
) -> tuple[Passage, str, _Name] | None:
    """The piece of a child's sentence that says the clause of a sibling, the part by which it does, and the sibling."""
    rest = clause.stems - content_stems(" ".join(name.parts)) - _PEOPLE
    if len(rest) < _WORDS_MIN:
        return None
    pieces = [p for hit in trial.align(clause, 6) for p in clauses_of(trial.sentences[hit.sentence])]
    low, own = name.text.lower(), {d for _, d, _ in siblings}
    mine = [p for p in pieces if low in p.text.lower() or any(_speaks(p, part) for part in own)]
    if any(_TOO.search(p.text) for p in mine):
        return None  # "and the cache file as well": what was said before holds of it
    best = max((len(rest & p.stems) for p in mine), default=0)
    for sibling, _, part in siblings:
        if _speaks(clause, part):
            continue
        for source in pieces:
            shared = rest & source.stems
            number = any(w.isdigit() for w in shared)
            share = _SHARE_NUMBER if number and len(shared) > _WORDS_MIN else _SHARE_MIN
            if len(shared) < _WORDS_MIN or len(shared) < share * len(rest) or 2 * best > len(shared):
                continue
            if len(shared) == _WORDS_MIN and shared != rest and not number:
                continue
            if source.kind not in ("code", "data", "log") and not source.foreign and _calls(source, part, sibling):
                return source, part, sibling
    return None


def _differs(one: _Name, two: _Name) -> tuple[str, str] | None:
    """The parts in which two names of one family differ, None where they are not of one family."""
    if len(one.parts) != len(two.parts):
        return None
    pairs = [(a, b) for a, b in zip(one.parts, two.parts, strict=True) if a != b]
    if (
        len(pairs) != 1
        or min(map(len, pairs[0])) < 2
        or any(p in STOP or sum(c.isdigit() for c in p) > 1 for p in pairs[0])
        or one.text.lower() == two.text.lower()
        or _joints(one.text) != _joints(two.text)
    ):
        return None
    return pairs[0]


def _joints(text: str) -> str:
    """What joins the parts: `entire/40893d7` and `Entire-Checkpoint` are of no one family."""
    return re.sub(r"[^\W_]+", "", text)


def _calls(passage: Passage, part: str, sibling: _Name) -> bool:
    """Whether a sentence calls the sibling by its part, a word of its own, or by its name."""
    word = rf"(?<![\w.@/-]){re.escape(part)}(?![\w@/-]|\.\w)"
    return re.search(word, passage.text, re.I) is not None or sibling.text.lower() in passage.text.lower()


def _speaks(passage: Passage, part: str) -> bool:
    """Whether a sentence has the part as a word or in a name."""
    return (
        stem(part) in passage.stems
        or re.search(rf"(?<![^\W_]){re.escape(part)}(?![^\W_])", passage.text, re.I) is not None
    )
