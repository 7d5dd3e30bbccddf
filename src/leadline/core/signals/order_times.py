"""Times and dates beside events: "08:15 cellar emptied", "emptied on 3 May", "10 Jan 17:40 payment captured".

In: a text. Out: (time, stems) of each stretch that has a time of its own, and the comparison of two such times.
"""

from __future__ import annotations

import re

from leadline.core.signals.lexis import content_stems

__all__ = ["TIME", "When", "compare", "stretches_of"]

When = tuple[str, str, str]  # year, month and day, time of day; empty where not given
_MONTHS = {
    name: n
    for n, name in enumerate(("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1)
}
_MONTH = "|".join(_MONTHS)
TIME = re.compile(
    r"\b(?P<iso>\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?)\b|\b(?P<clock>[0-2]?\d:[0-5]\d(?::\d\d)?)\b"
    rf"|\b(?P<day>\d{{1,2}})\.? (?P<month>{_MONTH})[a-z]*\b(?:,? (?:at )?(?P<hour>[0-2]?\d:[0-5]\d)\b)?|\b(?P<month2>{_MONTH})[a-z]* (?P<day2>\d{{1,2}})\b",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_LONG = 1200  # letters; a longer "sentence" is a table or code, whose parts have no order in words
_HEAD = 12  # letters before the first time of a line that begins with it


def stretches_of(text: str) -> list[tuple[When, frozenset[str]]]:
    """In a line that begins with a time, what follows each time; else what stands before each ("she called at 10:05")."""
    found = list(TIME.finditer(text)) if len(text) < _LONG and _DIGIT.search(text) else []
    out: list[tuple[When, frozenset[str]]] = []
    leads = bool(found) and len(text[: found[0].start()].strip()) <= _HEAD
    for i, m in enumerate(found):
        if leads:
            stretch = text[m.end() : found[i + 1].start() if i + 1 < len(found) else len(text)]
            stretch = (
                text[: m.start()] + stretch if i == 0 else stretch
            )  # "b71d4e0 2026-02-20 compress": the id belongs to it
        else:
            stretch = text[found[i - 1].end() if i else 0 : m.start()]
        out.append((_when(m), content_stems(stretch)))
    return out


def _when(m: re.Match[str]) -> When:
    if m["iso"]:
        return m["iso"][:4], m["iso"][5:10], m["iso"][11:]
    if m["clock"]:
        return "", "", m["clock"].zfill(8 if m["clock"].count(":") > 1 else 5)
    month, day = m["month"] or m["month2"], m["day"] or m["day2"]
    return "", f"{_MONTHS[month[:3].lower()]:02d}-{int(day):02d}", (m["hour"] or "").zfill(5) if m["hour"] else ""


def compare(one: When, two: When) -> int | None:
    """-1, 0 or 1; None where the two cannot be compared (a date with a mere time of day)."""
    if bool(one[1]) != bool(two[1]):
        return None
    for a, b in zip(one, two, strict=True):
        if a and b and a != b:
            return -1 if a < b else 1
    return 0
