"""The edits of `leadline bench altered` on exact values: one digit, two neighbouring digits, two values of one form, one unit.

In: a summary, the text of its children, and a key that seeds the draws. Out: `Alteration`s, at most one of a kind. A value never
becomes an impossible one, nor one that stands in the children or elsewhere in the summary: that could be true by chance.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random
from typing import NamedTuple

from leadline.bench.altered_tokens import DIMENSIONS, Value, days, find_values, possible

__all__ = ["VALUE_KINDS", "Alteration", "value_edits"]

VALUE_KINDS = ("number", "long number", "decimal", "time", "date", "version", "address", "identifier", "ordinal")
_SIZED = ("number", "long number")  # 6 is not taken for 4410


class Alteration(NamedTuple):
    """One altered summary: the kind of the edit, the whole text, and the edit for people."""

    kind: str
    text: str
    what: str


_UNITS = {
    unit: tuple(u for u in family if u != unit)
    for family in (
        ("ms", "s"), ("min", "h"), ("seconds", "minutes", "hours", "days", "weeks"), ("second", "minute", "hour", "day", "week"), ("months", "years"), ("month", "year"),
        ("kB", "MB", "GB"), ("KB", "TB"), ("KiB", "MiB", "GiB"), ("mm", "cm", "m"), ("km", "miles"), ("mg", "g", "kg"), ("ml", "l"),
        ("euros", "dollars", "pounds"), ("EUR", "USD", "GBP", "CHF"), ("kWh", "MWh"), ("°C", "°F"),
    )
    for unit in family
}  # fmt: skip
# "503s" are answers of a server and "1990s" years, no seconds; 0 mm are 0 cm
_UNIT = re.compile(
    rf"(?<![\w.,:/-])(?![45]\d\ds|\d{{3}}0s|0+[ -]?[^\d.,])(\d+(?:[.,]\d+)*[ -]?)({'|'.join(sorted(_UNITS, key=len, reverse=True))})(?![\w/'’-]|\.\w)"
)
_GROUPING = re.compile(r"(?<=\d)[,  '](?=\d{3}(?!\d))")
_CARDINALS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ORDINALS = ("zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth")  # fmt: skip
_JOINING = frozenset(("and", "or", "nor", "the", "a", "an", "of", "in", "at", "to", "as", "well", "both", "vs", "plus", "und", "oder"))  # fmt: skip


def value_edits(text: str, source: str, key: str) -> Iterator[Alteration]:
    """One alteration of every kind of value that the text holds, one exchange of two of them, one other unit."""
    stands = _standing(f"{source}\n{text}")
    by_kind: dict[str, list[Value]] = defaultdict(list)
    for value in find_values(text):
        by_kind[value.kind].append(value)
    for kind in VALUE_KINDS:
        found = by_kind[kind]
        yield from _altered(text, found, stands, kind, Random(f"{key} {kind}"))
        yield from _exchanged(text, found, f"{kind} exchanged", Random(f"{key} {kind} exchanged"))
    yield from _other_unit(text, stands, Random(f"{key} unit"))


def _altered(
    text: str, found: list[Value], stands: Callable[[str], bool], kind: str, rng: Random
) -> Iterator[Alteration]:
    """One digit of one value replaced, or two neighbours of it exchanged: each half of the time where both are possible."""
    for value in rng.sample(found, len(found)):
        old = text[value.start : value.end]
        for new in _candidates(old, rng):
            if value.kind == "ordinal":
                new = _with_suffix(new)
            if possible(old, new, value) and not stands(new):
                yield Alteration(kind, text[: value.start] + new + text[value.end :], f"{old} -> {new}")
                return


def _candidates(old: str, rng: Random) -> list[str]:
    at = [i for i, c in enumerate(old) if c in "0123456789"]
    replaced = [old[:i] + c + old[i + 1 :] for i in at for c in "123456789" if c != old[i]]
    exchanged = [old[:i] + old[i + 1] + old[i] + old[i + 2 :] for i in at if i + 1 in at and old[i] != old[i + 1]]
    rng.shuffle(replaced)
    rng.shuffle(exchanged)
    return exchanged + replaced if rng.random() < 0.5 else replaced + exchanged


def _with_suffix(ordinal: str) -> str:
    """3th is no ordinal, 3rd is."""
    digits = ordinal[:-2]
    last = "" if digits[-2:-1] == "1" else digits[-1]
    return digits + {"1": "st", "2": "nd", "3": "rd"}.get(last, "th")


def _exchanged(text: str, found: list[Value], kind: str, rng: Random) -> Iterator[Alteration]:
    """Two values of one form change places; not two members of a mere list, whose order says nothing."""
    pairs = [
        (a, b)
        for a, b in combinations(found, 2)
        if a.form == b.form
        and _canonical(text[a.start : a.end]) != _canonical(text[b.start : b.end])
        and not (a.kind in _SIZED and abs((a.end - a.start) - (b.end - b.start)) > 1)
        and _told_apart(text, a, b, found)
    ]
    if pairs:
        a, b = rng.choice(pairs)
        first, second = text[a.start : a.end], text[b.start : b.end]
        edited = text[: a.start] + second + text[a.end : b.start] + first + text[b.end :]
        yield Alteration(kind, edited, f"{first} <-> {second}")


def _told_apart(text: str, a: Value, b: Value, found: list[Value]) -> bool:
    """Whether words stand between the two other than those that join a list, and other than units."""
    between, at = "", a.end
    for value in found:
        if a.end <= value.start and value.end <= b.start:
            between, at = between + text[at : value.start] + " ", value.end
    words = set(re.findall(r"[^\W\d_]+", (between + text[at : b.start]).lower()))
    return bool(words - _JOINING - set(DIMENSIONS))


def _other_unit(text: str, stands: Callable[[str], bool], rng: Random) -> Iterator[Alteration]:
    """The unit of one number becomes another of its family."""
    found = list(_UNIT.finditer(text))
    for m in rng.sample(found, len(found)):
        for unit in rng.sample(_UNITS[m[2]], len(_UNITS[m[2]])):
            new = m[1] + unit
            if not any(stands(form) for form in (new, m[1].rstrip(" -") + unit, f"{m[1].rstrip(' -')} {unit}")):
                yield Alteration("unit", text[: m.start()] + new + text[m.end() :], f"{m[0]} -> {new}")
                return


def _canonical(token: str) -> str:
    """One spelling for one value: no grouping, no zero before an hour or behind a fraction."""
    plain = _GROUPING.sub("", token.casefold())
    if re.fullmatch(r"\d+[.,]\d+", plain):
        return plain.replace(",", ".").rstrip("0").rstrip(".")
    return re.sub(r"^0(?=\d:\d\d)", "", plain)


def _standing(source: str) -> Callable[[str], bool]:
    """Whether a value stands in the source, in any of its spellings. Rather once too often: another alteration is at hand."""
    low = source.casefold()
    words = re.findall(r"[a-z]+", low)
    spelled = [str(_CARDINALS.index(w)) for w in words if w in _CARDINALS]
    spelled += [_with_suffix(f"{_ORDINALS.index(w)}th") for w in words if w in _ORDINALS]
    forms = [_canonical(run) for run in re.findall(r"\d+(?:[.,:]\d+)*", low)]
    text = "\n".join([low, _GROUPING.sub("", low), *spelled, *forms])
    named = days(source)

    def stands(new: str) -> bool:
        for form in {new.casefold(), _canonical(new)}:
            if re.search(rf"(?<!\d){re.escape(form)}(?!\d)", text):
                return True
        return bool(days(new) & named)

    return stands
