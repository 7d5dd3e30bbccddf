"""Numbers that no child has, beside the ones that they were written in place of.

In: a trial and a number of the parent that stands in no child and follows from nothing. Out: the place of the children's number
that it must have been: one with the same digits but for a slip (two neighbours exchanged, one digit another), or the number of the same
form in the row or sentence that the parent's other numbers of the clause come from. Either is absent from the parent: it was replaced.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from operator import attrgetter

from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.inventory import Inventory
from leadline.core.signals.quantities import Quantity, key_of, scan

__all__ = ["find_in_row"]

_KEY_DIGITS = 2
_ROW_MAX = 300  # characters of a line that is one row
_NUMBERS_MAX = 8  # of one row: more of them, and some number of the form is always there
Place = tuple[int, int, int]


def find_in_row(trial: Trial, inventory: Inventory, clause: Passage, number: Quantity) -> Place | None:
    """The number of the same form in the one row that another number of the clause comes from."""
    if not (number.decimals or number.unit is not None):
        return None
    told = _values(trial.parent)
    keys = {
        key_of(q.values[0])
        for q in scan(clause.text)
        if clause.start + q.start != number.start and _is_key(clause.text[q.start : q.end])
    }
    if not keys:
        return None
    found: set[Place] = set()
    for owner, numbers in enumerate(inventory.by_child):
        text = trial.pool[owner].text
        for row in _rows(text, numbers):
            if not any(key_of(v) in keys for q in row for v in q.values):
                continue
            for q in row:
                alike = q.decimals == number.decimals and (
                    q.unit is None or number.unit is None or q.unit.dimension == number.unit.dimension
                )
                if alike and key_of(q.values[0]) not in told and not any(key_of(v) in keys for v in q.values):
                    found.add((owner, q.start, q.stop if q.unit else q.end))
    value = number.values[0]
    near = [p for p in found if _is_near(trial, p, value)]
    return near[0] if len(near) == 1 else None


def _is_near(trial: Trial, place: Place, value: float) -> bool:
    """Of the size of what it stands for: a value that is written wrong seldom leaves its order."""
    other = abs(scan(trial.pool[place[0]].text[place[1] : place[2]])[0].values[0])
    return bool(other) and 0.5 <= abs(value) / other <= 2.0


def _rows(text: str, numbers: Sequence[Quantity]) -> Iterator[Sequence[Quantity]]:
    """The numbers of each line that has at least two."""
    numbers = sorted(numbers, key=attrgetter("start"))
    starts = [q.start for q in numbers]
    for m in re.finditer(r"[^\n]+", text):
        first, last = bisect_left(starts, m.start()), bisect_left(starts, m.end())
        if 1 < last - first <= _NUMBERS_MAX and m.end() - m.start() <= _ROW_MAX:
            yield numbers[first:last]


def _is_key(digits: str) -> bool:
    return sum(c.isdigit() for c in digits) >= _KEY_DIGITS


def _values(text: str) -> set[float]:
    return {key_of(v) for q in scan(text) for v in q.values}
