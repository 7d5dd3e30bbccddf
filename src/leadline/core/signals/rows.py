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

__all__ = ["find_in_row", "find_slip"]

_SLIP_MIN = 4  # digits; shorter numbers differ by a digit everywhere
_TURNED_MIN = 4
_KEY_DIGITS = 2
_ROW_MAX = 300  # characters of a line that is one row
_NUMBERS_MAX = 8  # of one row: more of them, and some number of the form is always there
Place = tuple[int, int, int]


def find_slip(trial: Trial, inventory: Inventory, number: Quantity) -> Place | None:
    """The children's number that it is but for one slip, where the parent has that one nowhere."""
    digits = re.sub(r"\D", "", trial.parent[number.start : number.end])
    if len(digits) < _SLIP_MIN:
        return None
    told = _values(trial.parent)
    for owner, numbers in enumerate(inventory.by_child):
        text = trial.pool[owner].text
        for q in numbers:
            other = re.sub(r"\D", "", text[q.start : q.end])
            if len(other) != len(digits) or q.decimals != number.decimals or key_of(q.values[0]) in told:
                continue
            if q.unit is not None and number.unit is not None and q.unit.dimension != number.unit.dimension:
                continue
            if _is_turned(digits, other) or (len(digits) > _SLIP_MIN and _is_one_off(digits, other)):
                return owner, q.start, q.stop if q.unit else q.end
    return None


def _is_turned(one: str, two: str) -> bool:
    """Two neighbouring digits have changed places."""
    off = [i for i, (a, b) in enumerate(zip(one, two, strict=True)) if a != b]
    return len(off) == 2 and off[1] == off[0] + 1 and one[off[0]] == two[off[1]] and one[off[1]] == two[off[0]]


def _is_one_off(one: str, two: str) -> bool:
    """One digit is another one, and no round number tells of an estimate."""
    off = [i for i, (a, b) in enumerate(zip(one, two, strict=True)) if a != b]
    return len(off) == 1 and not one.endswith("00")


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
