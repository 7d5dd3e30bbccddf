"""Clock times and dates as they stand in a text, in every reading that their writing allows.

In: a text. Out: (hour, minute) pairs; dates as (month, day, year or None, start, end). "3/4" is both 3 April and 4 March; an hour
with am or pm has its 24-hour reading beside the written one. Names of months and weekdays in the languages of the sources.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from leadline.core.text.openings import opened

__all__ = ["MONTHS", "WEEKDAYS", "clock_times", "dates", "listed_days"]

_CLOCK = re.compile(r"(?<![\d:.,])(\d{1,2})(?:[:h](\d{2})(?::\d{2})?|(?=\s?[ap]\.?m\b))(?!\d)\s?([ap])?\.?m?", re.I)
_HOUR = re.compile(r"(?<![\d:.,])(\d{1,2})\s?(?:h|Uhr|heures|o'clock|点|時)(?![A-Za-z0-9])")


def clock_times(text: str) -> set[tuple[int, int]]:
    """All (hour, minute) that the text names; an hour with am/pm gives its 24-hour reading, without it both stay open."""
    out: set[tuple[int, int]] = set()
    for match in opened(_CLOCK, _NUMBER, text):
        hour, minute, half = int(match[1]), int(match[2] or 0), (match[3] or "").lower()
        if hour < 60 and minute < 60:
            out.add((hour, minute))
            if half == "p" and hour < 12:
                out.add((hour + 12, minute))
            if half == "a" and hour == 12:
                out.add((0, minute))
    for match in opened(_HOUR, _NUMBER, text):
        out.add((int(match[1]), 0))
    return out


MONTHS: dict[str, int] = {}
for _i, _month_names in enumerate(
    ("january jan januar janvier enero ene", "february feb februar février fevrier febrero", "march mar märz maerz mars marzo", "april apr avril abril abr",
     "may mai mayo", "june jun juni juin junio", "july jul juli juillet julio", "august aug août aout agosto ago", "september sep sept septembre septiembre",
     "october oct oktober okt octobre octubre", "november nov novembre noviembre", "december dec dezember dez décembre diciembre dic"),
    start=1,
):  # fmt: skip
    for _name in _month_names.split():
        MONTHS[_name] = _i

WEEKDAYS: dict[str, int] = {}
for _i, _day_names in enumerate(
    ("monday mondays mon montag montags lundi lunes lunedì", "tuesday tuesdays tue tues dienstag dienstags mardi martes martedì",
     "wednesday wednesdays wed mittwoch mittwochs mercredi miércoles mercoledì", "thursday thursdays thu thur thurs donnerstag donnerstags jeudi jueves giovedì",
     "friday fridays fri freitag freitags vendredi viernes venerdì", "saturday saturdays sat samstag samstags sonnabend samedi sábado sabato",
     "sunday sundays sun sonntag sonntags dimanche domingo domenica"),
):  # fmt: skip
    for _name in _day_names.split():
        WEEKDAYS[_name] = _i

_ISO = re.compile(r"(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")
_DMY = re.compile(r"(?<![\d.])(\d{1,2})(?P<mark>[./])(\d{1,2})(?P=mark)(\d{4}|\d{2})?(?!\d)")
_D_MONTH = re.compile(
    r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|\.|er)?\s(?:de\s|of\s)?([A-Za-zäéûôû]{3,10})\b\.?(?:\s(?:de\s)?(\d{4}))?"
)
_MONTH_D = re.compile(r"\b([A-Za-zäéûô]{3,10})\.?\s(\d{1,2})(?:st|nd|rd|th)?(?![\d:]|[.,]\d)(?:,?\s(\d{4}))?")
_JOINT = r"(?:st|nd|rd|th|\.)?\s?(?:-|–|/|,|&|to|and|or|through|until|till|bis|und|oder|au|et|al?|y)\s?"
_DAY_BEFORE = re.compile(rf"(?<![\d.:,/-])(?:\d{{1,2}}{_JOINT})+$")
_DAY_BEHIND = re.compile(rf"(?:{_JOINT}\d{{1,2}}(?![\d:%]|[.,]\d))+")
_DAYS_MAX = 24  # characters of the days before the last one
_NUMBER = re.compile(r"\d+")  # where it begins
_BEFORE_NUMBER = re.compile(r"\s(?=\d)")
_MONTH_LETTERS = 10  # of a word that may be a month
_CJK_DATE = re.compile(r"(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日")


def dates(text: str) -> list[tuple[int, int, int | None, int, int]]:
    """All dates as (month, day, year or None, start, end), in order; "3/4" style dates in both readings."""
    out: list[tuple[int, int, int | None, int, int]] = []

    def add(month: int, day: int, year: str | None, span: tuple[int, int]) -> None:
        if 1 <= month <= 12 and 1 <= day <= 31:
            full = None if not year else int(year) if len(year) == 4 else 2000 + int(year)
            out.append((month, day, full, *span))

    for m in opened(_ISO, _NUMBER, text):
        add(int(m[2]), int(m[3]), m[1], m.span())
    for m in opened(_DMY, _NUMBER, text):
        add(int(m[3]), int(m[1]), m[4], m.span())
        if "/" in m.group():
            add(int(m[1]), int(m[3]), m[4], m.span())
    for m in opened(_D_MONTH, _NUMBER, text):
        if month := _month(m[2]):
            add(month, int(m[1]), m[3], m.span())
    for m in _months_before_days(text):
        if month := _month(m[1]):
            add(month, int(m[2]), m[3], m.span())
    for m in _CJK_DATE.finditer(text) if "月" in text else ():
        add(int(m[2]), int(m[3]), m[1], m.span())
    return sorted(out, key=lambda d: (d[3], d[4], d[0], d[1]))


def listed_days(text: str) -> list[tuple[int, int]]:
    """The days that share the month of a date beside them, as (month, day): 3 of "3 to 16 June", 29 of "September 28/29"."""
    out: list[tuple[int, int]] = []
    for month, _, _, start, end in dates(text):
        for m in (_DAY_BEFORE.search(text, max(0, start - _DAYS_MAX), start), _DAY_BEHIND.match(text, end)):
            out += [(month, int(day)) for day in re.findall(r"\d+", m.group()) if 1 <= int(day) <= 31] if m else []
    return out


def _months_before_days(text: str) -> Iterator[re.Match[str]]:
    """The matches of `_MONTH_D`: looked for from the spaces before numbers, of which there are few, back over one word."""
    at = 0
    for space in _BEFORE_NUMBER.finditer(text):
        start = end = space.start() - (text[space.start() - 1 : space.start()] == ".")
        while start > 0 and end - start <= _MONTH_LETTERS and (text[start - 1].isalnum() or text[start - 1] == "_"):
            start -= 1
        found = _MONTH_D.match(text, start) if start >= at and start < end else None
        if found is not None:
            at = found.end()
            yield found


def _month(word: str) -> int | None:
    """The month that a word names. Short names must be capitalised: "may", "mar" and "sept" are words, too."""
    return MONTHS.get(word.lower()) if word[0].isupper() or len(word) > 4 else None
