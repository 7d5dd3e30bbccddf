"""A text as words with slots for its exact tokens, and when two slots hold the same.

In: a text, or a child sentence of a trial. Out: items in order, words by their lower-case form, numbers and identifiers as slots.
Numbers are the same by value and unit, or where the first is a rounding of the second; identifiers without their joints.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from leadline.core.signals.identifiers import identifiers_in
from leadline.core.signals.index import Trial
from leadline.core.signals.lexis import WORD
from leadline.core.signals.quantities import Quantity, is_other_case, key_of, scan

__all__ = ["Item", "form_of", "is_closer", "is_same", "items_of", "slots_of"]

_ABOUT_SHARE = 0.25  # "about 20" is not 30
_MARK = re.compile(r"[\s#>*-]*(?:(?:step|part|phase|section|item)\s+)?\(?\d{1,3}[.):](?=\s|$)", re.I)


@dataclass(frozen=True, slots=True)
class Item:
    """A word (`key`), or a slot: a number (`number`) or an identifier (`name`)."""

    key: str
    start: int
    end: int
    number: Quantity | None = None
    name: str = ""


def slots_of(trial: Trial, number: int) -> list[Item]:
    kept = trial.shared.setdefault("slots", {})
    assert isinstance(kept, dict)
    if number not in kept:
        kept[number] = items_of(trial.sentences[number].text)
    found: list[Item] = kept[number]
    return found


def items_of(text: str) -> list[Item]:
    """Words and slots of a text in order; list marks and line numbers at the start are left out."""
    mark = _MARK.match(text)
    lead = mark.end() if mark else 0
    slots = [Item("\0i", a, b, None, token) for a, b, token, _ in identifiers_in(text) if a >= lead]
    taken = [(s.start, s.end) for s in slots]
    for q in scan(text):
        if q.start < lead:
            continue
        end = q.stop if q.unit is not None else q.end
        if not any(a < end and q.start < b for a, b in taken):
            slots.append(Item("\0n", q.start, end, q))
            taken.append((q.start, end))
    taken.sort()
    words: list[Item] = []
    at = 0
    for m in WORD.finditer(text, lead):
        while at < len(taken) and taken[at][1] <= m.start():
            at += 1
        if at < len(taken) and taken[at][0] < m.end():
            continue
        word = m.group().lower().replace("’", "'")
        words.append(Item(word, m.start(), m.end()))
    return sorted((*slots, *words), key=lambda i: i.start)


def is_same(one: Item, two: Item) -> bool:
    """Whether two slots of one kind hold the same, or the first is a rounding of the second."""
    if one.number is not None and two.number is not None:
        p, c = one.number, two.number
        values = {key_of(v) for v in p.values} & {key_of(v) for v in c.values}
        if p.unit is None or c.unit is None:
            return bool(values) or _rounds(p, c)
        if is_other_case(p.unit, c.unit):
            return bool({key_of(v) for v in p.values} & {key_of(w) for w in c.values})
        if p.unit.dimension != c.unit.dimension:
            return False
        close = any(
            abs(v * p.unit.factor - w * c.unit.factor)
            <= max(0.51 * 10.0**-p.decimals * p.unit.factor if p.decimals else 0.0, 1e-6 * abs(w * c.unit.factor))
            for v in p.values
            for w in c.values
        )
        return (
            close
            or (bool(values) and abs(p.unit.factor / c.unit.factor - 1) < 1e-6)
            or (p.unit.factor == c.unit.factor and _rounds(p, c))
        )
    a, b = (re.sub(r"[\W_]+", "", i.name.lower()) for i in (one, two))
    return a == b or (min(len(a), len(b)) >= 3 and (a in b or b in a)) or a.rstrip("s") == b.rstrip("s")


def is_closer(p: Quantity, c: Quantity) -> bool:
    """A number behind "about" that shows no fewer digits than the source's, or lies far from it, is no rounding of it."""
    value, other = p.values[0], c.values[0]
    if (
        p.unit is not None
        and c.unit is not None
        and p.unit.dimension == c.unit.dimension
        and p.unit.factor != c.unit.factor
    ):
        value, other = value * p.unit.factor, other * c.unit.factor  # "about 23.7 kg" of 23,640 g
        return abs(value - other) > _ABOUT_SHARE * other
    shown, exact = (len(f"{v:.10g}".replace(".", "").strip("0")) for v in (value, other))
    return shown > exact or abs(value - other) > _ABOUT_SHARE * other


def _rounds(p: Quantity, c: Quantity) -> bool:
    """The parent's number shows fewer digits than the child's and agrees in those."""
    value, other = p.values[0], c.values[0]
    shown = len(f"{value:.10g}".replace(".", "").strip("0"))
    exact = len(f"{other:.10g}".replace(".", "").strip("0"))
    if shown >= exact or not other:
        return False
    step = (
        10.0**-p.decimals
        if p.decimals
        else 10.0 ** (len(str(int(value))) - len(str(int(value)).rstrip("0")))
        if value >= 10
        else 1.0
    )
    return abs(value - other) <= 0.51 * step


def form_of(item: Item) -> str:
    if item.number is None:
        return item.name.lower()
    unit = item.number.unit
    return f"{key_of(item.number.values[0])} {unit.dimension if unit else ''} {unit.factor if unit else 1}"
