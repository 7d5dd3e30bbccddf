"""Numbers with their units, clock times and dates, as they stand in a text; several readings where writing is ambiguous.

`scan` gives every number of a text (also those inside identifiers), each with all values that its digits may mean
("1,200" is 1200 and 1.2) and the unit written beside it. Two texts agree on a number when any reading agrees, so a
report of disagreement is sure. Units are parsed by prefix and base, not by a list of pairs (signals-notes, section 2).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from leadline.core.signals.moments import MONTHS, WEEKDAYS, clock_times, dates
from leadline.core.text.kept import kept
from leadline.core.text.openings import opened

__all__ = [
    "MONTHS",
    "WEEKDAYS",
    "Quantity",
    "Unit",
    "clock_times",
    "dates",
    "is_other_case",
    "key_of",
    "kind_of",
    "readings",
    "scan",
    "unit_of",
]

_SHORT = 600  # characters of a text whose numbers are kept
_SPACES = " \u00a0\u202f\u2009"
NUMBER = re.compile(
    rf"(?<![A-Za-z\d])\d{{1,3}}(?:[{_SPACES}]\d{{3}})+(?:,\d{{1,2}})?(?![\d])|\d+(?:[.,'’_]\d+)*",
)
_ROW = re.compile(r"\d+(?:\.\d+)?(?:,\d+(?:\.\d+)?)+")
_ONE_NUMBER = re.compile(
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+,\d+|\d{1,3}(?:\.\d{3})+,\d+|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?"
)
_BARE = re.compile(r"(?<![\w./-])(?:(?<!\w)-)?\.$")  # a point with nothing before it; of "a-.5" the stroke is no sign
_DIGITS = re.compile(r"\d+")  # each of them begins with some
_UNIT_AFTER = re.compile(
    rf"[{_SPACES}-]?(%|‰|°\s?[CF]?|[A-Za-zµμÄÖÜäöüéíó]+(?:/[A-Za-z]+)?|[\u3040-\u30ff\u4e00-\u9fff]{{1,3}})"
    rf"(?:[{_SPACES}](?:per|an?|je|pro|par|por|/)[{_SPACES}]((?:\d[\d.,]*[{_SPACES}]?)?[A-Za-z]+))?"
)
_CURRENCY = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY"}
_MONEY = {"usd": "USD", "dollar": "USD", "dollars": "USD", "eur": "EUR", "euro": "EUR", "euros": "EUR", "gbp": "GBP",
          "pounds": "GBP", "chf": "CHF", "francs": "CHF", "jpy": "JPY", "yen": "JPY", "sek": "SEK", "nok": "NOK",
          "dkk": "DKK", "pln": "PLN", "inr": "INR", "元": "CNY", "cny": "CNY", "rmb": "CNY", "円": "JPY",
          "cents": "cent", "cent": "cent", "ct": "cent"}  # fmt: skip
_SCALES = {"k": 1e3, "thousand": 1e3, "tausend": 1e3, "mille": 1e3, "mil": 1e3, "million": 1e6, "millions": 1e6, "mio": 1e6,
           "millionen": 1e6, "millones": 1e6, "m": 1e6, "bn": 1e9, "billion": 1e9, "b": 1e9, "mrd": 1e9, "milliarden": 1e9,
           "万": 1e4, "萬": 1e4, "千": 1e3, "亿": 1e8, "億": 1e8, "百": 1e2, "hundred": 1e2, "lakh": 1e5}  # fmt: skip

# whole-word units: (dimension, factor to the dimension's base)
_WORDS: dict[str, tuple[str, float]] = {}
for _names, _dimension, _factor in (
    ("s sec secs second seconds sekunde sekunden sek seconde secondes segundo segundos 秒 秒钟 秒間", "time", 1.0),
    ("millisecond milliseconds millisekunden millisecondes milisegundos 毫秒 ミリ秒", "time", 1e-3),
    ("microsecond microseconds", "time", 1e-6),
    ("min mins minute minutes minuten minuto minutos 分 分钟 分間", "time", 60.0),
    ("h hr hrs hour hours stunde stunden std heure heures hora horas 小时 時間", "time", 3600.0),
    ("d day days tag tage tagen jour jours día días dia dias 天 日間", "time", 86400.0),
    ("week weeks woche wochen semaine semaines semana semanas 周 週間", "time", 604800.0),
    ("month months monat monate monaten mois mes meses 个月 か月 ヶ月", "time", 2629800.0),
    ("year years jahr jahre jahren an ans année années año años 年間", "time", 31557600.0),
    ("byte bytes", "data", 8.0), ("bit bits", "data", 1.0),
    ("gram grams gramm gramme grammes gramos", "mass", 1.0), ("kilogram kilograms kilos kilo", "mass", 1e3),
    ("tonne tonnes tonnen", "mass", 1e6), ("mcg", "mass", 1e-6), ("milligram milligrams", "mass", 1e-3),
    ("metre metres meter meters metern mètre mètres metros", "length", 1.0),
    ("kilometre kilometres kilometer kilometers kilómetros", "length", 1e3),
    ("centimetre centimetres centimeter centimeters zentimeter", "length", 1e-2), ("millimetre millimetres millimeter millimeters", "length", 1e-3),
    ("inch inches zoll", "length", 0.0254), ("ft foot feet", "length", 0.3048), ("mile miles", "length", 1609.344),
    ("watt watts", "power", 1.0), ("kilowatt kilowatts", "power", 1e3), ("milliwatt milliwatts", "power", 1e-3), ("megawatt megawatts", "power", 1e6),
    ("volt volts", "voltage", 1.0), ("ampere amperes amps", "current", 1.0),
    ("litre litres liter liters litro litros 升", "volume", 1.0), ("millilitre millilitres milliliter milliliters", "volume", 1e-3),
    ("% percent prozent pourcent", "share", 0.01), ("‰ permille", "share", 0.001),
    ("°c celsius", "celsius", 1.0), ("°f fahrenheit", "fahrenheit", 1.0),
    ("bps", "data/time", 1.0), ("rpm", "1/min", 1.0),
    ("px pixel pixels", "screen", 1.0), ("rem em", "screen", 16.0), ("pt", "screen", 4 / 3),  # a root size of 16 px, as browsers have it
):  # fmt: skip
    for _name in _names.split():
        _WORDS[_name] = (_dimension, _factor)
_BASES: dict[str, tuple[str, float]] = {
    "s": ("time", 1.0), "g": ("mass", 1.0), "m": ("length", 1.0), "W": ("power", 1.0), "Wh": ("energy", 3600.0), "J": ("energy", 1.0),
    "V": ("voltage", 1.0), "A": ("current", 1.0), "Ah": ("charge", 3600.0), "Hz": ("frequency", 1.0), "Pa": ("pressure", 1.0),
    "bar": ("pressure", 1e5), "N": ("force", 1.0), "l": ("volume", 1.0), "L": ("volume", 1.0), "B": ("data", 8.0), "b": ("data", 1.0),
    "bit": ("data", 1.0), "bits": ("data", 1.0), "Byte": ("data", 8.0), "Bytes": ("data", 8.0), "bps": ("data/time", 1.0), "Sv": ("dose", 1.0), "Gy": ("gray", 1.0), "Bq": ("activity", 1.0), "lx": ("lux", 1.0), "lux": ("lux", 1.0),
    "mol": ("amount", 1.0), "M": ("molar", 1.0), "eV": ("energy", 1.602e-19), "T": ("tesla", 1.0), "F": ("farad", 1.0), "Ω": ("ohm", 1.0),
    "ohm": ("ohm", 1.0), "K": ("kelvin", 1.0), "C": ("celsius", 1.0), "VA": ("va", 1.0), "dB": ("dB", 1.0), "t": ("mass", 1e6), "ha": ("area", 1.0),
    "i": ("data", 8.0),
}  # fmt: skip
_PREFIXES = {"": 1.0, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15, "m": 1e-3, "µ": 1e-6, "μ": 1e-6, "u": 1e-6, "n": 1e-9,
             "p": 1e-12, "c": 1e-2, "h": 1e2, "d": 1e-1, "Ki": 1024.0, "Mi": 1024.0**2, "Gi": 1024.0**3, "Ti": 1024.0**4}  # fmt: skip
_LONG_PREFIXES = (("kilo", 1e3), ("mega", 1e6), ("giga", 1e9), ("tera", 1e12), ("milli", 1e-3), ("micro", 1e-6), ("nano", 1e-9),
                  ("kibi", 1024.0), ("mebi", 1024.0**2), ("gibi", 1024.0**3))  # fmt: skip
_LONG_NAMES = tuple(name for name, _ in _LONG_PREFIXES)
_LONG_BASES: dict[str, tuple[str, float]] = {
    word: (dimension, factor)
    for words, dimension, factor in (
        ("second seconds sekunden", "time", 1.0), ("byte bytes", "data", 8.0), ("bit bits", "data", 1.0), ("gram grams gramm", "mass", 1.0),
        ("metre metres meter meters", "length", 1.0), ("watt watts", "power", 1.0), ("volt volts", "voltage", 1.0), ("hertz", "frequency", 1.0),
        ("litre litres liter liters", "volume", 1.0), ("joule joules", "energy", 1.0), ("ampere amperes amps", "current", 1.0), ("pascal", "pressure", 1.0),
    )
    for word in words.split()
}  # fmt: skip
_PER_WORDS = frozenset(
    [
        "person",
        "user",
        "request",
        "req",
        "call",
        "row",
        "page",
        "unit",
        "item",
        "piece",
        "head",
        "plate",
        "key",
        "node",
        "run",
        "epoch",
        "step",
        "batch",
        "token",
        "word",
        "line",
        "file",
    ]
)
_NOT_UNITS = frozenset(
    (
        "am",
        "pm",
        "a",
        "an",
        "as",
        "at",
        "in",
        "h-",
        "u",
        "d",
        "das",
        "des",
        "es",
        "mas",
        "min",
        "mal",
        "pas",
        "cas",
        "has",
    )
)


class Unit(NamedTuple):
    """A unit as written, with its dimension and the factor to that dimension's base. `per` is a rate's denominator."""

    text: str
    dimension: str
    factor: float
    per: str = ""


class Quantity(NamedTuple):
    """One number: `text[start:end]` are its digits, `stop` ends the unit or the word after it (`noun`, lower case)."""

    start: int
    end: int
    stop: int
    values: tuple[float, ...]
    unit: Unit | None
    noun: str
    decimals: int
    scale: float = 1.0  # 1e6 for "1.9 million": its precision is a tenth of a million


def key_of(value: float) -> float:
    """The value under which equal numbers meet, free of rounding noise."""
    return float(f"{value:.10g}")


@kept(16384)
def readings(digits: str) -> tuple[tuple[float, ...], int]:
    """All values that written digits may mean, likeliest first, and how many decimals the likeliest shows."""
    seps = re.findall(r"\D", digits)
    if not seps:
        return (float(digits),), 0
    parts = re.split(r"\D", digits)
    kinds = set(seps)
    joined = float("".join(parts))
    grouped = all(len(p) == 3 for p in parts[1:]) and len(parts[0]) <= 3 and parts[0] != "0"
    if kinds <= set(_SPACES + "'’_"):
        return ((joined,), 0) if grouped or kinds <= {"_"} else ((joined, *map(float, parts)), 0)
    if len(kinds) == 1:
        sep = seps[0]
        if len(seps) > 1:
            return (
                ((joined,), 0)
                if grouped
                else (tuple(dict.fromkeys((float(f"{parts[0]}.{parts[1]}"), *map(float, parts)))), 0)
            )
        decimal = float(".".join(parts))
        if grouped:
            return ((joined, decimal), 0) if sep == "," else ((decimal, joined), len(parts[1]))
        if sep == "," and len(parts[1]) == 1:
            return (decimal, *map(float, parts)), 1  # "1,3" may be a list
        return (decimal,), len(parts[1])
    whole, last = "".join(parts[:-1]), parts[-1]  # mixed: the last mark is the decimal one
    if seps[-1] == "," and kinds - {","} <= set(_SPACES):
        return (float(f"{whole}.{last}"), float(f"{parts[-2]}.{last}")), len(
            last
        )  # "flat 3 115,5" is a label and a number
    return (float(f"{whole}.{last}"),), len(last)


def _listed(digits: str) -> tuple[float, ...]:
    """The numbers of "1,3" read as a list."""
    return tuple(map(float, digits.split(","))) if "," in digits and digits.replace(",", "").isdecimal() else ()


@kept(16384)
def unit_of(word: str) -> Unit | None:
    """The unit that a word beside a number names, None where it names none."""
    text = word.strip()
    body, _, per = text.partition("/")
    low = body.lower().replace(" ", "")
    if per and len(body) == 1 and not (per.isdecimal() or unit_of(per.lower()) or per.lower() in _PER_WORDS):
        return None  # "s/IVA" is no rate
    if low in _MONEY:
        return Unit(text, "money:" + _MONEY[low], 1.0, per.lower())
    if low in _WORDS and (len(low) > 1 or body == low):
        dimension, factor = _WORDS[low]
        return Unit(text, dimension, factor, per.lower())
    for name, power in _LONG_PREFIXES if low.startswith(_LONG_NAMES) else ():
        if low.startswith(name) and low[len(name) :] in _LONG_BASES:
            dimension, factor = _LONG_BASES[low[len(name) :]]
            return Unit(text, dimension, factor * power, per.lower())
    if len(body) <= 6 and low not in _NOT_UNITS:
        for size in (0, 1, 2):
            prefix, base = body[:size], body[size:]
            if base in _BASES and prefix in _PREFIXES and not (base == "i" and prefix not in ("K", "M", "G", "T")):
                dimension, factor = _BASES[base]
                if base in ("i", "B") and (base == "i" or prefix.endswith("i")):
                    return Unit(
                        text,
                        "data",
                        8.0 * {"K": 1024.0, "M": 1024.0**2, "G": 1024.0**3, "T": 1024.0**4}[prefix[0]],
                        per.lower(),
                    )
                return Unit(text, dimension, factor * _PREFIXES[prefix], per.lower())
    return None


def kind_of(unit: Unit) -> tuple[str, float]:
    """Dimension and factor, to seven digits; Mbps and Mbit/s are one."""
    per = unit_of(unit.per) if unit.dimension == "data" and unit.per else None
    a_second = per is not None and per.dimension == "time" and per.factor == 1.0
    return "data/time" if a_second else unit.dimension, float(f"{unit.factor:.7g}")


def is_other_case(one: Unit, two: Unit) -> bool:
    """One unit, of which one side does not mind the case ("640 kb", "18mb", "KB"). Mb and MB, mW and MW mind it."""
    a, b = one.text, two.text
    return a != b and a.lower() == b.lower() and (a.islower() or b.islower() or "KB" in (a, b))


def scan(text: str) -> tuple[Quantity, ...]:
    """All numbers of `text` in order, inside identifiers too. Sentences are asked for again and again, whole texts are not."""
    return _scan_short(text) if len(text) <= _SHORT else _scan_long(text)


def _numbers(text: str) -> Iterator[tuple[int, int]]:
    """Where the numbers of a text stand. A row of a table in commas is a list and no number: "48,2.31,0.44"."""
    for match in opened(NUMBER, _DIGITS, text):
        digits = match.group()
        if digits.count(",") and _ROW.fullmatch(digits) and not _ONE_NUMBER.fullmatch(digits):
            at = match.start()
            for part in digits.split(","):
                yield at, at + len(part)
                at += len(part) + 1
        else:
            yield match.span()


def _scan(text: str) -> tuple[Quantity, ...]:
    out: list[Quantity] = []
    for start, end in _numbers(text):
        digits = text[start:end]
        values, decimals = readings(digits)
        if start and text[start - 1] == "." and _BARE.search(text, max(0, start - 3), start) and digits.isdecimal():
            values, decimals = (float(f"0.{digits}"),), end - start  # ".758", "-.012"
        stop = end
        unit: Unit | None = None
        noun = ""
        factor = 1.0
        after = _UNIT_AFTER.match(text, end)
        if after:
            word = after.group(1)
            scale = (
                _SCALES.get(word.lower()) if word not in ("M", "B", "b", "m") or text[end : end + 1].isalpha() else None
            )
            if scale is not None and not (word == "m" and decimals == 0):
                values = (values[0] * scale, *values)
                factor = scale
                stop = after.end(1)
                again = _UNIT_AFTER.match(text, stop)
                if again:
                    unit = unit_of(again.group(1))
                    noun = again.group(1).lower()
            else:
                unit = unit_of(word)
                if unit is None and len(word) > 1 and word[0] in "万千亿億百":
                    factor = _SCALES[word[0]]
                    values = (values[0] * factor, *values)
                elif unit is None and word[:1] > "\u3000":
                    unit = unit_of(word[:2]) or unit_of(word[:1])
                noun = word.lower()
                if unit is not None:
                    stop = after.end(1)
                    if after.group(2) and not unit.per:
                        unit = Unit(unit.text, unit.dimension, unit.factor, after.group(2).lower())
        if unit is None and start and text[start - 1] in _CURRENCY:
            unit = Unit(text[start - 1], "money:" + _CURRENCY[text[start - 1]], 1.0)
        elif unit is None and start > 1 and text[start - 1] in _SPACES and text[start - 2] in _CURRENCY:
            unit = Unit(text[start - 2], "money:" + _CURRENCY[text[start - 2]], 1.0)
        if unit is not None and decimals == 1 and len(values) > 1:
            # "2,5 s" is one value: a list would not share one unit
            values = (values[0], *(v for v in values[1:] if v not in _listed(text[start:end])))
        out.append(Quantity(start, end, stop, values, unit, noun, decimals, factor))
    return tuple(out)


@kept(8192)
def _scan_short(text: str) -> tuple[Quantity, ...]:
    return _scan(text)


@lru_cache(
    maxsize=8
)  # one check asks for its few long sentences once a number: without this, a line of numbers takes the square of its length
def _scan_long(text: str) -> tuple[Quantity, ...]:
    return _scan(text)
