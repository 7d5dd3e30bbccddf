"""One thing told with what the sources say of its neighbour: "box 4 is damaged" where box 7 is, and box 4 stands beside it.

In: a trial. Out: findings `identifier_swapped`, at most one a clause. A clause names one exact thing of a kind (a number, a letter, a
name with a digit). Where all its other words are known, some stand in a segment of the sources with another thing of that kind
and none of them with the one that it names, the two things stand close together there, and no further place is needed to
account for the clause, the thing has probably been exchanged. Never sure: what is told of one may hold of both.
"""

from __future__ import annotations

import re

from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.model import Finding
from leadline.core.signals.terms import Place, postings, segments, shape, terms, wholes

__all__ = ["find_misplaced"]

_SEGMENT = re.compile(
    r"[;\n|!?。；]|\.(?=\s|$)|\b(?:while|whereas|but|während|aber|mais|pero)\b|(?<=\)),|,(?=\s(?:and|und|et|y)\b)"
)
_TIME = re.compile(r"\d:\d")  # of two times one is when it began and one when it ended
_LIST_MARK = re.compile(r"[\s*_#>-]*\(?(?:\d{1,3}|[A-Za-z])[.):]\s")
_DENIED = re.compile(r"(?:\b(?:not|nicht|pas|no|instead of|rather than)\s+)[^\w\s]?$", re.IGNORECASE)
_TERMS = (3, 14)
_SENTENCES_MAX = 60
_NEAR = 200  # characters between the two things in the sources
_OWN_MIN = 2  # words that the sources tell of the other thing alone


def find_misplaced(trial: Trial) -> list[Finding]:
    """Findings in the order of the parent."""
    out: list[Finding] = []
    for clause, _ in trial.parent_clauses:
        if not any(c.isdigit() or c.isupper() for c in clause.text) or trial.is_verbatim(clause.text):
            continue
        found = _judge(trial, clause)
        if found is not None:
            out.append(found)
    return out


def _judge(trial: Trial, clause: Passage) -> Finding | None:
    mine = terms(clause.text, 0, len(clause.text), wholes(clause.text))
    if not _TERMS[0] <= len(mine) <= _TERMS[1]:
        return None
    shapes = {t: shape(t) for t in mine}
    mark = _LIST_MARK.match(clause.text)
    keys = [
        t
        for t, s in shapes.items()
        if s and list(shapes.values()).count(s) == 1 and not _TIME.search(t) and not (mark and mine[t][0] < mark.end())
    ]
    if not keys or not all(postings(trial, t) for t in mine):
        return None
    counts: dict[int, int] = {}
    for term in mine:
        for number in postings(trial, term):
            counts[number] = counts.get(number, 0) + 1
    numbers = sorted(
        n for n, count in counts.items() if count >= _OWN_MIN and trial.sentences[n].kind not in ("code", "data", "log")
    )
    if not numbers or len(numbers) > _SENTENCES_MAX:
        return None
    for key in keys:
        if _DENIED.search(clause.text[: mine[key][0]]):
            continue  # "305, not 255"
        at, bound = _places(trial, key)
        rest = mine.keys() - {key}
        for number in numbers:
            for place, there in segments(trial, number, _SEGMENT):
                others = [t for t in there if shape(t) == shapes[key]]
                own = (rest & there) - bound
                if key in there or len(others) != 1 or len(own) < _OWN_MIN or not rest <= there:
                    continue
                if any(p[0] == place[0] and abs(p[1] - place[1]) <= _NEAR for p in at):
                    return _finding(trial, clause, mine[key], others[0], place)
    return None


def _places(trial: Trial, key: str) -> tuple[list[Place], set[str]]:
    """The segments that name the thing, and all that they tell."""
    at: list[Place] = []
    bound: set[str] = set()
    for number in sorted(postings(trial, key)):
        for place, there in segments(trial, number, _SEGMENT):
            if key in there:
                at.append(place)
                bound |= there
    return at, bound


def _finding(trial: Trial, clause: Passage, span: tuple[int, int], other: str, place: Place) -> Finding:
    return make(
        trial, "identifier_swapped", "suspicion",
        f'The summary says this of "{clause.text[span[0] : span[1]]}"; "{trial.pool[place[0]].id}" says it of "{other.lstrip("#@")}" and nothing of it of the '
        "one that is named.",
        parent=(clause.start + span[0], clause.start + span[1]), child=place, probability=0.8,
    )  # fmt: skip
