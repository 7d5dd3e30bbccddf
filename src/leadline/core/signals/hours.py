"""Hours and decades in another writing: "7 pm" for "between 9 and 19", "the 70s" for "the seventies".

In: a trial and a number of the parent that stands in no child. Out: whether it is an hour of the other clock, or a decade, that a child
gives. An hour without minutes is a bare number; what tells it from a count is the word of time before it and that nothing counted follows.
"""

from __future__ import annotations

import re

from leadline.core.signals.index import Trial
from leadline.core.signals.inventory import Inventory
from leadline.core.signals.quantities import Quantity

__all__ = ["is_decade", "is_hour"]

_HALF_DAY = re.compile(
    r"\s?(?:(?P<am>a\.?\s?m\b)|(?P<pm>p\.?\s?m\b)|(?:o['’]clock )?(?:in the (?:afternoon|evening)|at night)\b)", re.I
)
_AT = (  # what an hour stands behind, the first of two ("9-19", "from 9 to 19") among it
    r"(?:\b(?:from|between|to|and|till|until|by|at|before|after|since|around|about|um|ab|bis|gegen|von|vor|nach|und|à|de|dès|jusqu['’]à|avant|après|a las|las)\s|\b\d{1,2}(?::\d\d)?\s?[-–]\s?)"
)
_UNCOUNTED = (
    r"(?!\d|[.,:/]\d|\s?[-–]?\s?[%°€$£]|\s?[^\W\d_])"  # no unit and nothing counted; a word of the sentence may follow
)
_CLOCK_WORDS = r"(?:\s?(?:h|hrs?|hours|uhr|heures?|horas)\b|\s(?:and|to|till|until|on|in|or|if|when|the|daily|every|und|bis|am|et|le|y)\b)"
_BARE_HOUR = re.compile(rf"{_AT}(\d{{1,2}})(?={_CLOCK_WORDS}|{_UNCOUNTED})", re.I)
_DECADE = re.compile(r"(?<![\w.])(?:(?P<century>1[5-9]|20)|['’])?(?P<tens>[1-9]0)['’]?s\b")
_TENS = {"twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70, "eighties": 80, "nineties": 90}  # fmt: skip
_TENS_WORD = re.compile(rf"\b(?:{'|'.join(_TENS)})\b")
_THE = re.compile(r"\b(?:the|early|mid|late|his|her|their|my)[\s-]$", re.I)
_YEAR = re.compile(r"(?<![\w.,])(1[5-9]|20)(\d)\d(?!\d|[.,]\d)")


def is_hour(trial: Trial, inventory: Inventory, number: Quantity) -> bool:
    """An hour that the children give by the other clock: "7 pm" for 19, 19 for "7 pm"."""
    value = number.values[0]
    if value > 24 or value != int(value):
        return False
    half = _HALF_DAY.match(trial.parent, number.end)
    if half is None:
        return value > 12 and (int(value), 0) in inventory.times and value in _hours_told(trial)
    hour = int(value) % 12 + (0 if half["am"] else 12)
    return (hour, 0) in inventory.times or any({hour, hour or 24} & _hours(child.text) for child in trial.pool)


def _hours_told(trial: Trial) -> set[int]:
    """`_hours` of the parent, read once a trial: it is asked for each of its numbers."""
    known = trial.shared.get("hours told")
    if known is None:
        known = trial.shared["hours told"] = _hours(trial.parent)
    assert isinstance(known, set)
    return known


def _hours(text: str) -> set[int]:
    """The bare numbers that may be hours. Each begins anew: "from 9 to 19" holds two."""
    return {int(m[1]) for m in _BARE_HOUR.finditer(text)}


def is_decade(trial: Trial, number: Quantity) -> bool:
    """A decade that the children name in a word or with its century, or by one of its years."""
    told = next((m for m in _decades_told(trial) if m.start() <= number.start < m.end()), None)
    if told is None:
        return False
    years = (
        told["century"] is not None or _THE.search(trial.parent, 0, told.start()) is not None
    )  # "took 70s" is a length
    return any(
        tens == int(told["tens"]) and (century is None or told["century"] in (None, century))
        for century, tens in _decades(trial, years=years)
    )


def _decades_told(trial: Trial) -> list[re.Match[str]]:
    """The decades of the parent, found once a trial."""
    known = trial.shared.get("decades told")
    if known is None:
        known = trial.shared["decades told"] = list(_DECADE.finditer(trial.parent))
    assert isinstance(known, list)
    return known


def _decades(trial: Trial, *, years: bool) -> set[tuple[str | None, int]]:
    """(century or None, tens) of every decade that the children name, with `years` also of those that they give a year of."""
    text = trial.haystack
    out: set[tuple[str | None, int]] = {(None, _TENS[m.group()]) for m in _TENS_WORD.finditer(text)}
    out |= {(m["century"], int(m["tens"])) for m in _DECADE.finditer(text)}
    return out | {(m[1], int(m[2]) * 10) for m in _YEAR.finditer(text)} if years else out
