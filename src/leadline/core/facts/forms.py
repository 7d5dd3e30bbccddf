"""Normal forms and comparison: when two facts say the same.

In: a kind and the text of a hit. Out: a string; equal strings of one kind are the same fact. Identifiers keep their case and
their prefix: v2 is not v3, 5433 is not 5432, an absolute path is not a relative one. Numbers go to base units.
"""

from __future__ import annotations

import re
from typing import Literal

from leadline.core.facts.dates import normalise_date
from leadline.core.facts.model import SENTENCE_KINDS, Fact, FactKind
from leadline.core.facts.numbers import FIXED, Amount, parse_amount
from leadline.core.text.kept import kept_by
from leadline.core.text.words import even, flatten

__all__ = ["NUMBER_KINDS", "Comparison", "compare", "compare_amounts", "compare_dates", "normal_form", "number_key"]

Comparison = Literal["same", "different", "incomparable"]

NUMBER_KINDS: frozenset[str] = frozenset(("quantity", "threshold", "money", "ratio"))
_SPACE = re.compile(r"\s+")
_DIGITS = re.compile(r"-?\d+")
_CODE_WORD = re.compile(r"^(?:exit(?:ed)?|returned|rc|return)\b", re.IGNORECASE)


@kept_by(16384)
def normal_form(kind: FactKind, text: str) -> str:
    """The normal form of a hit of `kind`; of a sentence kind the flat lower-case sentence. Never empty for non-blank text."""
    text = even(text)
    if kind in NUMBER_KINDS:
        amount = parse_amount(text)
        return amount.form if amount else text.strip().lower()
    if kind == "datetime":
        return normalise_date(text)
    if kind in SENTENCE_KINDS or kind == "quote":
        return flatten(text) or text.strip()
    plain = _SPACE.sub(" ", text.strip().strip("`'\""))
    if kind == "error":
        return _error_form(plain)
    if kind == "version":
        return plain.lstrip("vV^").lower()
    if kind == "host":
        return re.sub(r"^[Pp]orts? ", ":", plain).lower()
    if kind == "url":
        return plain.rstrip("/")
    if kind == "path":
        return (plain[2:] if plain.startswith("./") else plain).rstrip("/") or plain
    if kind == "symbol":
        return plain.removesuffix("()") or plain
    if kind == "id":
        return (
            re.sub(r"^(?:PR|MR|[Ii]ssue|[Tt]icket|[Cc]ase|[Bb]ug|[Nn][or]\.)? ?#?(?=\d+$)", "#", plain)
            if re.search(r"(?:^| |#)\d+$", plain) and len(plain) < 18
            else plain
        )
    return plain


def _error_form(plain: str) -> str:
    if _CODE_WORD.match(plain):
        number = _DIGITS.search(plain)
        return f"exit {number.group()}" if number else plain.lower()
    m = re.search(r"\b([1-5]\d\d)s?(?: [A-Za-z]+)?$", plain)
    if m and (plain[0].isdigit() or re.match(r"HTTP|status|code|answered|returns?|with|a|got", plain)):
        return m.group(1)
    if "." in plain and plain[0].isalpha():
        return plain.rsplit(".", 1)[1]
    return plain.upper() if plain.isupper() else plain


def number_key(kind: str, text: str) -> Amount | None:
    """The amount behind a number kind, for comparing across quantity, threshold, money and ratio."""
    return parse_amount(text) if kind in NUMBER_KINDS else None


def compare(a: Fact, b: Fact) -> Comparison:
    """Whether two facts state the same value of the same kind. Symmetric; says nothing about their subjects.

    `incomparable`: other kinds, or numbers whose units cannot be brought together (a word against another word).
    """
    if a.kind in NUMBER_KINDS and b.kind in NUMBER_KINDS:
        found = compare_amounts(parse_amount(a.text), parse_amount(b.text))
        return _grouped(a.text, b.text) if found == "different" else found
    if a.kind != b.kind:
        return "same" if a.form == b.form and {a.kind, b.kind} <= _NAMING else "incomparable"
    if a.form == b.form:
        return "same"
    if a.kind == "datetime":
        return compare_dates(a.form, b.form)
    if a.kind in ("quote", "name") or a.kind in SENTENCE_KINDS:
        return "incomparable"
    return "different"


def _grouped(a: str, b: str) -> Comparison:
    """ "5.902" is 5902 in German and a decimal in English: read as a group of thousands it may be the same."""
    for one, two in ((a, b), (b, a)):
        written = _POINT_GROUP.search(one)
        if written is None:
            continue
        other = compare_amounts(parse_amount(one.replace(".", "", 1)), parse_amount(two))
        if other == "same":
            amount = parse_amount(one)
            return "incomparable" if amount is not None and amount.unit.split("/")[0] in FIXED else "same"
    return "different"


_POINT_GROUP = re.compile(r"(?<![\d.,])[1-9]\d{0,2}\.\d{3}(?![\d.,])")
_NAMING = frozenset(("id", "symbol", "path", "host", "package", "error", "name", "url"))


def compare_amounts(x: Amount | None, y: Amount | None) -> Comparison:
    """Compares value, unit and comparator; a missing unit matches a counted noun, never a measured one."""
    if x is None or y is None:
        return "incomparable"
    units = _compare_units(x, y)
    if units == "incomparable":
        return "incomparable"
    if x.comparator and y.comparator and x.comparator != y.comparator:
        return "different"
    if units == "different":
        return "different"
    return "same" if x.value == y.value else "different"


def _compare_units(x: Amount, y: Amount) -> Comparison:
    if x.unit == y.unit or {x.unit, y.unit} <= {"", "ratio"}:
        return "same"
    measured = [u for u in (x.unit, y.unit) if u.split("/")[0] in FIXED or u in _MONEY]
    if len(measured) == 2:
        return "different"
    if not x.unit or not y.unit:
        return "incomparable" if measured else "same"
    return "incomparable"


_MONEY = frozenset(("usd", "eur", "gbp", "jpy", "chf", "inr", "cent", "money"))


def compare_dates(x: str, y: str) -> Comparison:
    """Dates without a year match any year; a date matches the same date with a clock time."""
    if x == y:
        return "same"
    day_x, day_y = _day(x), _day(y)
    if bool(day_x) != bool(day_y) or day_x[:1].isalpha() or day_y[:1].isalpha():
        return "incomparable"
    if day_x.startswith("--") or day_y.startswith("--"):
        return "same" if day_x[-5:] == day_y[-5:] else "different"
    if day_x != day_y:
        return (
            "same" if len(day_x) != len(day_y) and (day_x.startswith(day_y) or day_y.startswith(day_x)) else "different"
        )
    time_x, time_y = x[len(day_x) :], y[len(day_y) :]
    return "same" if not time_x or not time_y or time_x == time_y else "different"


def _day(form: str) -> str:
    """The day part of a date form: "" for a bare clock time, the whole form for week days and unread dates."""
    if form[:1] == "t" and form[1:2].isdigit():
        return ""
    return form.split("t")[0] if form[:1].isdigit() or form[:2] == "--" else form
