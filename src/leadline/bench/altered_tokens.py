"""The exact values of a summary, for `leadline bench altered`: where they stand, of what kind they are, what may be taken for what.

In: any text. Out: `Value`s in order, never overlapping. The patterns are the bench's own and not those of the checks, which would
otherwise be asked only about what they read themselves. A token of no kind that is known for certain (ranges, "3/5") is left out.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["DIMENSIONS", "Value", "days", "find_values", "possible"]


class Value(NamedTuple):
    """One value: its kind, its half-open span, and its form. Two of one kind and form could be taken for one another."""

    kind: str
    start: int
    end: int
    form: str


DIMENSIONS = {
    unit: name
    for name, units in {
        "time": "ns us µs ms s sec min h d second seconds minute minutes hour hours day days week weeks month months year years",
        "data": "B kB KB MB GB TB KiB MiB GiB TiB bytes byte",
        "length": "mm cm m km metre metres meter meters miles", "mass": "mg g kg t gram grams tonnes", "volume": "ml l litre litres liter liters",
        "money": "EUR USD GBP CHF euro euros dollar dollars pounds $ € £", "energy": "Wh kWh MWh kW MW", "heat": "°C °F degrees °",
        "share": "% percent", "clock": "am pm a.m p.m", "scale": "k K M x",
    }.items()
    for unit in units.split()
}  # fmt: skip
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")  # fmt: skip
_MONTH = f"(?:{'|'.join(f'{m[:3]}(?:{m[3:]})?' if m[3:] else m for m in _MONTHS)})"
_SPOKEN = rf"\d{{1,2}} {_MONTH}\b|\b{_MONTH} \d{{1,2}}(?![\w:.,]\w|\w)"
_CLOCK = r"\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]\.?m\b)?"
_TOKEN = re.compile(
    rf"(?<![\w.,:/@-])(?:(?P<date>{_SPOKEN})|(?P<time>{_CLOCK})(?![\w:/-])"
    r"|(?P<mark>[$€£#@]?)(?P<token>[\w./:@#+-]*\d[\w./:@#,+-]*\w|\d))(?!\w)"
)
_KINDS = tuple((kind, re.compile(pattern)) for kind, pattern in (
    ("address", r"\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?:/\d{1,2})?"),
    ("date", r"\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?|\d{1,2}[./]\d{1,2}[./]\d{4}"),
    ("", r"\d{1,2}\.(?:0?[1-9]|1[0-2])\.\d\d"),  # a version, or a day of a year of two digits
    ("version", r"v?\d+(?:\.\d+){2,}"),
    ("ordinal", r"\d+(?:st|nd|rd|th)"),
    ("long number", r"\d{1,3}(?:,\d{3})+|\d{5,}"),
    ("decimal", r"\d+[.,]\d+"),
    ("number", r"\d{1,4}"),
    ("", r"(?<![A-Za-z])[A-Za-z]++/[\d.,]+"),  # a rate
    ("identifier", r"\A(?=[^A-Za-z]*+[A-Za-z])[^\d]*+\d.*"),
))  # fmt: skip
# 200ms, 10-minute, 120/min
_MEASURE = re.compile(r"(?P<number>\d+(?:[.,]\d+)*)(?P<joint>[-/]?)(?P<unit>[A-Za-zµ°]+)(?:[-/][A-Za-z]+)*")
_AFTER = re.compile(r" ?(%|°[CF]?|[A-Za-zµ]+(?:\.m)?)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_EMBEDDED_DATE = re.compile(r"(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)")
_EMBEDDED_TIME = re.compile(r"(?<!\d)(\d{1,2}):(\d\d)(?::(\d\d))?(?!\d)")
_LIMITS = {"share": 100, "clock": 12}


def find_values(text: str) -> Iterator[Value]:
    """Every value of a known kind."""
    for m in _TOKEN.finditer(text):
        if m["date"] or m["time"]:
            kind = "date" if m["date"] else "time"
            value = Value(kind, *m.span(kind), _form(m[kind]))
            if possible(m[kind], m[kind], value):  # 90:10 is no time
                yield value
            continue
        start, end = m.span("token")
        if m["mark"] == "#":
            yield Value("identifier", start, end, "#" + _joints(m["token"]))
            continue
        measure = _MEASURE.fullmatch(m["token"])
        glued = measure is not None and (bool(measure["joint"]) or measure["unit"] in DIMENSIONS)
        if measure is not None and glued:
            end = start + measure.end("number")
        token = text[start:end]
        if any(c.isdigit() and not c.isascii() for c in token):  # 10⁹
            continue
        kind = next((kind for kind, pattern in _KINDS if pattern.fullmatch(token)), "")
        if kind and (kind not in ("date", "address") or possible(token, token, Value(kind, start, end, ""))):
            after = _AFTER.match(text, end)
            unit = measure["unit"] if measure is not None and glued else after[1] if after else ""
            yield Value(kind, start, end, _form_of(kind, token, m["mark"].strip("@") or unit))


def _form_of(kind: str, token: str, unit: str) -> str:
    if kind in ("number", "long number", "decimal"):
        dimension = DIMENSIONS.get(unit, "")
        if not dimension and _YEAR.fullmatch(token):
            return "year"
        sign = re.search("[.,]", token)
        places = len(token) - sign.end() if sign and kind == "decimal" else 0
        return f"{dimension or 'count'} {places} {sign[0] if sign else ''}"
    return _joints(token) if kind == "identifier" else "" if kind == "ordinal" else _form(token)


def _form(token: str) -> str:
    """What stands around the digits: 9:9, 9.9.9.9, 9 month."""
    return re.sub(_MONTH, "month", re.sub(r"\d+", "9", token))


def _joints(token: str) -> str:
    """The joints of an identifier, and for each piece between them whether it is digits, letters or both: pg-bill-02 is a-a-9.

    >>> _joints("INV-2031"), _joints("src/v2.py")
    ('a-9', 'a/x.a')
    """
    return re.sub(r"[^\W_]+", lambda m: "9" if m[0].isdigit() else "a" if m[0].isalpha() else "x", token)


def days(text: str) -> set[tuple[int, int]]:
    """The (day, month)s that a text names in any form; one of two numbers, both ways round."""
    out = {(int(d), int(m)) for _, m, d in _EMBEDDED_DATE.findall(text)}
    for first, second in re.findall(r"(?<![\w.])(\d{1,2})[./](\d{1,2})[./]\d{2,4}", text):
        out |= {(int(first), int(second)), (int(second), int(first))}
    for m in re.finditer(rf"(\d{{1,2}})?(?:st|nd|rd|th)?(?: of)? ?\b({_MONTH})\b ?(\d{{1,2}})?(?!\d)", text):
        out |= {(int(day), _number_of(m[2])) for day in (m[1], m[3]) if day}
    return out


def _number_of(month: str) -> int:
    return next(i for i, name in enumerate(_MONTHS, 1) if name.startswith(month[:3]))


def possible(old: str, new: str, value: Value) -> bool:
    """Whether the new token can be a value of the same kind: no hour of 27, no 31 April, no octet of 300, no number that begins with 0.

    `value` is that of the old token.
    """
    if not all(map(_is_day, _EMBEDDED_DATE.findall(new))) or not all(map(_is_time, _EMBEDDED_TIME.findall(new))):
        return False
    if value.kind == "time":
        return not new.lower().endswith("m") or 1 <= int(new.split(":")[0]) <= 12
    if value.kind == "date":
        return _is_date(new)
    runs, were = re.findall(r"\d+", new), re.findall(r"\d+", old)
    # a fraction and a group of three behind a comma may begin with 0, and so may what began with it before
    led = runs[:1] if value.kind in ("decimal", "long number") else runs
    if any(len(r) > 1 and r[0] == "0" and w[0] != "0" for r, w in zip(led, were, strict=False)):
        return False
    if value.kind == "address":
        return _is_address(new)
    if value.kind in ("version", "identifier"):
        return True
    if value.kind == "ordinal":
        return int(runs[0]) >= 1 and (int(were[0]) > 31 or int(runs[0]) <= 31)
    if value.form == "year":
        return _YEAR.fullmatch(new) is not None
    limit = _LIMITS.get(value.form.split()[0])
    over = limit is not None and _size(old) <= limit < _size(new)
    return _size(new) > 0 and not over


def _size(number: str) -> float:
    return float(number.replace(",", "" if re.fullmatch(r"\d{1,3}(?:,\d{3})+", number) else "."))


def _is_day(parts: tuple[str, str, str]) -> bool:
    year, month, day = map(int, parts)
    return 1900 <= year < 2100 and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]


def _is_time(parts: tuple[str, str, str]) -> bool:
    hour, minute, second = (int(part or 0) for part in parts)
    return hour <= 23 and minute <= 59 and second <= 59


def _is_date(token: str) -> bool:
    if month := re.search(_MONTH, token):
        day = int(re.search(r"\d+", token)[0])  # type: ignore[index]
        return token.strip()[0] != "0" and 1 <= day <= monthrange(2024, _number_of(month[0]))[1]
    parts = re.split("[./]", token)
    return len(parts) != 3 or any(_is_day((parts[2], m, d)) for d, m in (parts[:2], parts[1::-1])[: 1 + ("/" in token)])


def _is_address(token: str) -> bool:
    host, _, prefix = token.partition("/")
    host, _, port = host.partition(":")
    return all(int(o) <= 255 for o in host.split(".")) and int(port or 1) <= 65535 and int(prefix or 0) <= 32
