"""Dates, clock times and week days, in the forms people and logs write them.

In: one sentence, out: hits of kind `datetime`. `normalise` gives ISO where a form has one reading: `2026-08-22`, `--08-22`
(no year), `t17:30`, `fri`. Day/month order of `03/04/2026` is not guessed: its form stays as written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from leadline.core.facts.hits import Hit
from leadline.core.text.words import lower_case

__all__ = ["MONTH_NAMES", "find_dates", "normalise_date"]

_MONTHS = {
    name: i + 1
    for i, names in enumerate(
        (
            "january jan januar jän janvier janv enero ene", "february feb februar février févr fév febrero",
            "march mar märz mär mars marzo", "april apr avril avr abril abr", "may mai mayo", "june jun juni juin junio",
            "july jul juli juillet juil julio", "august aug août agosto ago", "september sep sept septembre septiembre",
            "october oct oktober okt octobre octubre", "november nov novembre noviembre",
            "december dec dezember dez décembre déc diciembre dic",
        )
    )
    for name in names.split()
}  # fmt: skip
_DAYS = {
    name: key
    for key, names in {
        "mon": "monday mon montag lundi lunes", "tue": "tuesday tue tues dienstag mardi martes", "wed": "wednesday wed mittwoch mercredi miércoles",
        "thu": "thursday thu thurs donnerstag jeudi jueves", "fri": "friday fri freitag vendredi viernes",
        "sat": "saturday samstag samedi sábado", "sun": "sunday sonntag dimanche domingo",
    }.items()
    for name in names.split()
}  # fmt: skip
MONTH_NAMES = tuple(sorted(_MONTHS, key=len, reverse=True))
_MONTH = "(?:" + "|".join(MONTH_NAMES) + ")"
_DAY = (
    "(?:"
    + "|".join(sorted((d for d in _DAYS if d not in ("mon", "tue", "wed", "thu", "fri")), key=len, reverse=True))
    + ")"
)

_DATE = re.compile(
    rf"""
    (?P<iso>(?<![\w-])\d{{4}}-\d\d-\d\d(?:[t ]\d\d:\d\d(?::\d\d(?:[.,]\d{{1,9}})?)?(?:\ ?(?:z|utc|[+-]\d\d:?\d\d))?)?(?![\w-]))
  | (?P<slash>(?<![\w/])\d{{4}}/\d\d/\d\d(?:\ \d\d:\d\d(?::\d\d)?)?(?![\w/]))
  | (?P<dots>(?<![\w.])\d{{1,2}}\.\d{{1,2}}\.(?:\d{{4}}|\d{{2}})?(?!\w|\.\d))
  | (?P<us>(?<![\w/.])\d{{1,2}}/\d{{1,2}}/\d{{2,4}}(?![\w/]))
  | (?P<dmy>(?<![\w.])\d{{1,2}}(?:st|nd|rd|th|\.|er)?\ (?:de\ |of\ )?{_MONTH}\b\.?(?:,?\ (?:de\ )?\d{{4}}\b)?(?:,?\ (?:at\ )?\d\d:\d\d\b)?)
  | (?P<mdy>\b{_MONTH}\.?\ \d{{1,2}}(?:st|nd|rd|th)?\b(?![:.,]\d)(?:,?\ \d{{4}}\b)?)
  | (?P<my>\b{_MONTH}\ \d{{4}}\b)
  | (?P<cjk>(?:\d{{4}}\ ?年\ ?)?\d{{1,2}}\ ?月\ ?\d{{1,2}}\ ?[日号])
  | (?P<quarter>\bq[1-4](?:[ /-]?\d{{4}})?\b)
  | (?P<clock>(?<![\w:.,])(?:[01]?\d|2[0-3])[:h][0-5]\d(?::[0-5]\d(?:[.,]\d{{1,6}})?)?(?:\ ?(?:am|pm|a\.m\.|p\.m\.|uhr|utc|z|cet|cest|est|edt|pst|pdt|gmt|jst|ist))?(?![\w:]))
  | (?P<ampm>(?<![\w.:])(?:1[0-2]|[1-9])\ ?(?:am|pm|a\.m\.|p\.m\.|uhr)(?!\w))
  | (?P<day>\b{_DAY}s?\b)
    """,
    re.VERBOSE,
)
_OPENING = re.compile(r"\d|\b[^\W\d_]")
_CLOSING = " \t\r\n)]}»”\"'*_`"
_BEFORE_DATE = re.compile(
    r"(?:\b(?:am|vom|bis|zum|den|der|dem|seit|ab|nach|vor|auf|und|datum|on|by|until|till|since|from|date|due|le|du|au|el|del|al|til|den|d\.)|[,:–-]"
    rf"|\b{_DAY}\b,?|\b(?:mo|di|mi|do|fr|sa|so|mon|tue|wed|thu|fri)\.?,?)\s*$"
)
_BEGINNINGS = (*MONTH_NAMES, *_DAYS, "q")
_CLOCK = re.compile(r"(\d{1,2})[:hH](\d\d)(?::(\d\d))?")
_HAS = re.compile(
    r"\d[-/.:h]\d|\d ?(?:am|pm|a\.m|p\.m|uhr)\b|day\b|days\b|tag\b|di\b|nes\b|sábado|domingo|dimanche|mittwoch|月|\bq[1-4]|"
    rf"\d\.?\w{{0,2}} (?:de |of )?{_MONTH}|{_MONTH}\.? \d"
)


def find_dates(s: str) -> Iterator[Hit]:
    """Dates and times; `2.1.` counts only with a year or two plausible numbers, a bare month name never."""
    low = lower_case(s)
    if not _HAS.search(low):
        return
    for m in _matches(low):
        token = m.group()
        if m.lastgroup == "dots":
            day, month = token.split(".")[:2]
            if not (1 <= int(day) <= 31 and 1 <= int(month) <= 12) or (
                len(token.split(".")[2]) == 0 and len(token) < 5
            ):
                continue
            if (
                m.start()
                and not token[-1].isdigit()
                and not low[m.end() :].strip(_CLOSING)
                and not _BEFORE_DATE.search(low, 0, m.start())
            ):
                continue  # "It reads 23.9." ends a sentence with a number
        if m.lastgroup == "clock" and "h" in token.lower()[:3] and not token[-2:].isdigit():
            continue
        yield Hit("datetime", *m.span())


def _matches(low: str) -> Iterator[re.Match[str]]:
    """All matches of `_DATE`, tried only where one can begin: at a digit, or at a word that begins like a month or a day."""
    at = 0
    for place in _OPENING.finditer(low):
        start = place.start()
        if start >= at and (low[start].isdigit() or low.startswith(_BEGINNINGS, start)):
            m = _DATE.match(low, start)
            if m:
                at = m.end()
                yield m


def normalise_date(text: str) -> str:
    """`2026-08-22`, `2026-08-22t17:30`, `--08-22`, `2026-08`, `t17:30`, `fri`, else the lower-cased text."""
    low = lower_case(text).strip()
    if low.rstrip("s") in _DAYS or low in _DAYS:
        return _DAYS[low if low in _DAYS else low.rstrip("s")]
    clock = _clock_form(low)
    m = re.match(r"(\d{4})[-/](\d\d)[-/](\d\d)", low)
    if m:
        return f"{m[1]}-{m[2]}-{m[3]}{clock}"
    m = re.fullmatch(r"(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)?", low)
    if m:
        return _ymd(m[3], int(m[2]), int(m[1]))
    m = re.match(r"(?:(\d{4}) ?年 ?)?(\d{1,2}) ?月 ?(\d{1,2})", low)
    if m:
        return _ymd(m[1], int(m[2]), int(m[3]))
    names = [w for w in re.findall(r"[^\W\d_]+", low) if w in _MONTHS]
    if names:
        month = _MONTHS[names[0]]
        rest = re.sub(r"\d{1,2}:\d\d(?::\d\d)?", " ", low)
        numbers = re.findall(r"\d+", rest)
        year = next((n for n in numbers if len(n) == 4), None)
        day = next((int(n) for n in numbers if len(n) <= 2), None)
        return (_ymd(year, month, day) if day else f"{year or '-'}-{month:02d}") + clock
    return clock or re.sub(r"\s+", " ", low)


def _ymd(year: str | None, month: int, day: int) -> str:
    full = "-" if not year else year if len(year) == 4 else f"20{year}"
    return f"{full}-{month:02d}-{day:02d}"


def _clock_form(low: str) -> str:
    m = _CLOCK.search(low)
    if m:
        hour = int(m[1])
        seconds = f":{m[3]}" if m[3] and m[3] != "00" else ""
        minute = m[2]
    else:
        m = re.fullmatch(r"(\d{1,2}) ?(?:am|pm|a\.m\.|p\.m\.|uhr)", low)
        if not m:
            return ""
        hour, minute, seconds = int(m[1]), "00", ""
    if re.search(r"p\.?m", low) and hour < 12:
        hour += 12
    if re.search(r"a\.?m\.?\b", low) and hour == 12 and re.search(r"\d ?a\.?m", low):
        hour = 0
    return f"t{hour:02d}:{minute}{seconds}"
