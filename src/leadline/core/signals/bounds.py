"""Inequalities: "more than 5,900" for 5,923, "before 1967" for 1964.

In: a trial, its inventory, a clause of the parent and one of its numbers, which no child has. Out: whether words before the
number make it a bound that some number of the children keeps by little, in whatever unit. Where the best evidence has a bound
of that direction itself, the parent's is that one with another number, and nothing excuses it.
"""

from __future__ import annotations

import re

from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.inventory import Inventory
from leadline.core.signals.quantities import Quantity, scan

__all__ = ["is_bound"]

_MORE = re.compile(r"(?:over|above|more than|at least|plus de|más de|über|mehr als|超过|以上)\s*$", re.IGNORECASE)
_LESS = re.compile(
    r"(?:under|below|less than|fewer than|lower than|at most|up to|moins de|menos de|unter|weniger als)\s*$",
    re.IGNORECASE,
)
_LATER = re.compile(r"(?:after|since|later than|nach|seit|après|depuis|después de|desde)\s*$", re.IGNORECASE)
_EARLIER = re.compile(r"(?:before|prior to|earlier than|until|vor|avant|antes de)\s*$", re.IGNORECASE)


def is_bound(trial: Trial, inventory: Inventory, clause: Passage, number: Quantity, *, rounder: bool = True) -> bool:
    """ "More than 5,900" for 5,923: the inequality holds by little, in whatever unit; and the number is a rounder one."""
    value = number.values[0]
    before = trial.parent[max(0, number.start - 16) : number.start]
    year = _is_year(number)
    more = _MORE.search(before) or (year and _LATER.search(before))
    less = _LESS.search(before) or (year and _EARLIER.search(before))
    sign = 1 if more else -1 if less else 0
    if not sign or value < 20 or number.decimals or _is_limit_elsewhere(trial, clause, number, sign):
        return False
    digits = len(str(int(value)).rstrip("0"))
    unit = number.unit
    others = (
        inventory.table if unit is None else [base / unit.factor for base in inventory.bases.get(unit.dimension, ())]
    )
    return any(
        0 < sign * (other - value) <= 0.25 * value
        and (not rounder or len(str(int(other)).rstrip("0")) > digits or (value % 5 == 0 and other % 5 != 0))
        and (unit is not None or any(q.unit is None for _, q in inventory.places(other)))
        for other in others
        if other >= 1
    )


def _is_year(number: Quantity) -> bool:
    return number.unit is None and number.end - number.start == 4 and 1000 <= number.values[0] <= 2100


def _is_limit_elsewhere(trial: Trial, clause: Passage, number: Quantity, sign: int) -> bool:
    """The best evidence has a limit of that direction itself, so that the parent's is that limit with another number."""
    patterns = (_MORE, _LATER) if sign > 0 else (_LESS, _EARLIER)
    dimension = number.unit.dimension if number.unit else ""
    return any(
        any(p.search(s.text, max(0, q.start - 16), q.start) for p in patterns)
        and (q.unit.dimension if q.unit else "") == dimension
        for s in (trial.sentences[hit.sentence] for hit in trial.align(clause, 2))
        for q in scan(s.text)
    )
