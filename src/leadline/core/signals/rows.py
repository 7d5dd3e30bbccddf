"""Numbers that no child has, beside the ones that they were written in place of.

In: a trial and a number of the parent that stands in no child and follows from nothing. Out: the place of the children's number
that it must have been: one with the same digits but for a slip (two neighbours exchanged, one digit another), or the number of the same
form in the row or sentence that the parent's other numbers of the clause come from. Either is absent from the parent: it was replaced.
"""

from __future__ import annotations

import re

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
    found: set[Place] = set()
    for owner, numbers in enumerate(inventory.by_child):
        text = trial.pool[owner].text
        for start, end in _rows(text, numbers):
            row = [q for q in numbers if start <= q.start < end]
            if len(row) > _NUMBERS_MAX or not any(key_of(v) in keys for q in row for v in q.values):
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


def _rows(text: str, numbers: list[Quantity] | tuple[Quantity, ...]) -> list[tuple[int, int]]:
    """The lines with at least two numbers."""
    out = []
    for m in re.finditer(r"[^\n]+", text):
        if len(m.group()) <= _ROW_MAX and sum(m.start() <= q.start < m.end() for q in numbers) > 1:
            out.append(m.span())
    return out


def _is_key(digits: str) -> bool:
    return sum(c.isdigit() for c in digits) >= _KEY_DIGITS


def _values(text: str) -> set[float]:
    return {key_of(v) for q in scan(text) for v in q.values}
