"""Quantities written in words: "half an hour", "two thirds", "a fortnight", 三百, 七成, and clock times such as "half past eight".

In: a text. Out: values in the base units of `quantities`, plain values of Chinese and Japanese numerals, clock times. English, German,
French, Spanish, Chinese and Japanese. Liberal on purpose: what is found here only ever excuses a number of the parent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from leadline.core.signals.lexis import NUMBER_WORDS
from leadline.core.signals.quantities import unit_of
from leadline.core.text.openings import Sparse

__all__ = ["kanji_values", "worded_bases", "worded_times"]

_WORD = r"[^\W\d_]+"
_WORDS = re.compile(_WORD)
_HALF_OF = re.compile(
    r"\b(half|quarter|three quarters|halbe?n?|viertel|dreiviertel|demi(?:e)?|quart|media|medio|cuarto)\b[-\s]?(?:of\s|d['’]|de\s)?(?:an?\s|one\s|einer?\s|une?\s)?("
    + _WORD
    + ")",
    re.IGNORECASE,
)
_AND_HALF = re.compile(
    rf"\b({_WORD})\s(?:and a half|einhalb|et demie?|y medi[ao])\s({_WORD})|\b({_WORD})\s({_WORD})\s(?:and a half|et demie?|y medi[ao])",
    re.IGNORECASE,
)
_SHARES = {
    "half": 0.5, "halves": 0.5, "hälfte": 0.5, "moitié": 0.5, "mitad": 0.5, "third": 1 / 3, "thirds": 1 / 3, "drittel": 1 / 3, "tiers": 1 / 3, "tercio": 1 / 3,
    "tercios": 1 / 3, "quarter": 0.25, "quarters": 0.25, "viertel": 0.25, "quart": 0.25, "quarts": 0.25, "cuarto": 0.25, "cuartos": 0.25, "fifth": 0.2,
    "fifths": 0.2, "fünftel": 0.2, "sixth": 1 / 6, "eighth": 0.125, "tenth": 0.1, "tenths": 0.1, "zehntel": 0.1, "dixième": 0.1, "twice": 2.0, "double": 2.0,
    "doubled": 2.0, "doubles": 2.0, "halved": 0.5, "tripled": 3.0, "all": 1.0, "everyone": 1.0, "none": 0.0, "alle": 1.0, "tous": 1.0, "todos": 1.0,
}  # fmt: skip
_PERIODS = {
    "fortnight": 1209600.0, "hourly": 3600.0, "daily": 86400.0, "nightly": 86400.0, "weekly": 604800.0, "monthly": 2629800.0, "yearly": 31557600.0, "quarterly": 7889400.0,
    "stündlich": 3600.0, "täglich": 86400.0, "wöchentlich": 604800.0, "decade": 315576000.0, "century": 3155760000.0, "quincena": 1209600.0, "quinzaine": 1296000.0,
    "半年": 15778800.0, "半天": 43200.0, "半日": 43200.0, "半小时": 1800.0, "半時間": 1800.0, "每天": 86400.0, "毎日": 86400.0, "每周": 604800.0, "毎週": 604800.0,
}  # fmt: skip
_ONE_IN = re.compile(
    rf"\b({_WORD}|\d+)\s(?:in|of|out of|von|sur|de|aus)\s(?:the\s|every\s|den\s|les\s|los\s)?({_WORD}|\d+)\b",
    re.IGNORECASE,
)
_DIGITS = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "両": 2}
_POWERS = {"十": 10, "百": 100, "千": 1000, "万": 10_000, "萬": 10_000, "亿": 100_000_000, "億": 100_000_000}
_KANJI = re.compile("[零〇一二两両三四五六七八九十百千万萬亿億]+")
_PARTS = re.compile(
    "(?<![零〇一二两三四五六七八九十百])([零〇一二两三四五六七八九十百]++)分之([零〇一二两三四五六七八九十百]+)"
)
_TENTHS = re.compile("([一二两三四五六七八九\\d])(?:成|割)")
_KANJI_UNIT = re.compile(
    "(?<![零〇一二两両三四五六七八九十百千])([零〇一二两両三四五六七八九十百千]++)(?:个|個|か|ヶ)?(秒|分钟|分間|分|小时|時間|天|日間|周|週間|週|月|年)"
)
_SPOKEN_AHEAD = rf"\b(half|quarter|five|ten|twenty)\s(past|to|after|before)\s({_WORD}|\d{{1,2}})|\b(halb|viertel vor|viertel nach)\s({_WORD}|\d{{1,2}})"
_SPOKEN = re.compile(
    rf"{_SPOKEN_AHEAD}|((?<![^\W\d_]){_WORD}+|\d{{1,2}})\s?(?:h(?:eures?)?)?\s?(et demie|y media|et quart|y cuarto)",
    re.IGNORECASE,
)
_AHEAD = Sparse(_SPOKEN_AHEAD, ("half", "quarter", "five", "ten", "twenty", "halb", "viertel"), re.IGNORECASE)
_BEHIND = ("et demie", "y media", "et quart", "y cuarto")
_HALF_CJK = re.compile("([零〇一二两三四五六七八九十]{1,3}|\\d{1,2})[点點時]半")
_MINUTES = {"half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20}


def worded_bases(text: str) -> Iterator[tuple[str, float]]:
    """(dimension, value in its base) of every quantity in words."""
    low = text.lower()
    words = _WORDS.findall(low)
    for i in range(1, len(words)):
        unit = unit_of(words[i]) if len(words[i]) > 1 else None
        count = 1.0 if words[i - 1] in ("a", "an") else NUMBER_WORDS.get(words[i - 1])
        if unit is not None and count is not None:
            tens = NUMBER_WORDS.get(words[i - 2], 0.0) if i > 1 and count < 10 else 0.0
            for value in {count, count + tens if tens >= 20 else count}:
                yield unit.dimension, value * unit.factor
    for m in _HALF_OF.finditer(low):
        unit = unit_of(m[2]) if len(m[2]) > 1 else None
        if unit is not None:
            size = 0.75 if m[1].startswith(("three", "drei")) else 0.25 if m[1][0] in "qvc" else 0.5
            yield unit.dimension, size * unit.factor
    for m in _AND_HALF.finditer(low):
        count, unit = NUMBER_WORDS.get(m[1] or m[3], 1.0), unit_of(m[2] or m[4])
        if unit is not None:
            yield unit.dimension, (count + 0.5) * unit.factor
    for i, word in enumerate(words):
        share = _SHARES.get(word)
        if share is not None:
            times = NUMBER_WORDS.get(words[i - 1], 1.0) if i else 1.0
            for value in {share, share * times}:
                yield "share", value
                yield "share", 1.0 - value
    for word, seconds in _PERIODS.items():
        if word in low:
            yield "time", seconds
    for m in _ONE_IN.finditer(low):
        a, b = (float(w) if w.isdigit() else NUMBER_WORDS.get(w) for w in (m[1], m[2]))
        if a is not None and b:
            yield "share", a / b
            yield "share", 1.0 - a / b
    for m in _KANJI_UNIT.finditer(text):
        unit = unit_of({"月": "个月", "年": "年間", "週": "周"}.get(m[2], m[2]))
        if unit is not None:
            yield unit.dimension, _kanji(m[1]) * unit.factor
    for m in _PARTS.finditer(text):
        if _kanji(m[1]):
            yield "share", _kanji(m[2]) / _kanji(m[1])
    for m in _TENTHS.finditer(text):
        yield "share", (float(m[1]) if m[1].isdigit() else _kanji(m[1])) / 10
    if "半" in text:
        yield "share", 0.5


def kanji_values(text: str) -> Iterator[float]:
    """The values of the numerals: 三百二十 is 320."""
    for m in _KANJI.finditer(text):
        yield _kanji(m.group())


def _kanji(numeral: str) -> float:
    total = section = digit = 0
    for c in numeral:
        if c in _DIGITS:
            digit = digit * 10 + _DIGITS[c] if digit else _DIGITS[c]
            continue
        power = _POWERS[c]
        if power >= 10_000:
            total = (total + section + digit or 1) * power
            section = 0
        else:
            section += (digit or 1) * power
        digit = 0
    return float(total + section + digit)


def worded_times(text: str) -> Iterator[tuple[int, int]]:
    """(hour, minute) of spoken times, in both halves of the day."""
    for m in _HALF_CJK.finditer(text):
        hour = _hour(m[1])
        if hour is not None and hour <= 24:
            yield hour % 24, 30
            yield (hour + 12) % 24, 30
    low = text.lower()
    for m in _SPOKEN.finditer(low) if any(said in low for said in _BEHIND) else _AHEAD.finditer(low):
        if m[1]:
            hour, minute = _hour(m[3]), _MINUTES[m[1]]
            if hour is not None and m[2] in ("to", "before"):
                hour, minute = hour - 1, 60 - minute
        elif m[4]:
            hour, minute = _hour(m[5]), 15 if m[4].endswith("nach") else 30 if m[4] == "halb" else 45
            if hour is not None and m[4] != "viertel nach":
                hour -= 1
        else:
            hour, minute = _hour(m[6]), 30 if m[7] in ("et demie", "y media") else 15
        if hour is not None and -1 <= hour <= 24:
            yield hour % 24, minute
            yield (hour + 12) % 24, minute


def _hour(word: str) -> int | None:
    if word.isdigit():
        return int(word)
    value = NUMBER_WORDS.get(word) or (_kanji(word) if _KANJI.fullmatch(word) else None)
    return int(value) if value is not None and value == int(value) else None
