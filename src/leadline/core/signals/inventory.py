"""Every number that the children contain, by value: the look-up behind the sure checks.

In: a trial. Out: where a value stands, whether a quantity follows from one by conversion, rounding or clock
arithmetic. Liberal on purpose: digits inside identifiers, dates and number words count as present.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from leadline.core.signals.index import Trial
from leadline.core.signals.lexis import NUMBER_WORDS, WORD
from leadline.core.signals.quantities import Quantity, Unit, clock_times, dates, key_of, readings, scan, unit_of
from leadline.core.signals.worded import kanji_values, worded_bases, worded_times
from leadline.core.text.openings import Sparse

__all__ = ["Inventory"]

_SEASON = Sparse(r"(?<!\d)((?:19|20)\d\d)\s?(?:--|[-–/])\s?(\d\d)(?![\d-])", ("19", "20"))
_BREAK = re.compile(r"(?<=\d)[.,] (?=\d)")
_BROKEN = re.compile(r"(?<![\w.,])(\d{1,3})([.,]) (\d{1,3})(?!\d)")  # "98. 7 %": a splitter took the point for an end
_SPAN = re.compile(
    r"(?<![\w.,])(?=\d)(?:(\d{1,3})\s?h(?:ours?|rs?)?[\s,]{0,2})?(?:(\d{1,3})(?:\s?m(?:in(?:utes?|s)?)?(?:\b|(?=\d))|(?=\W|$))[\s,]{0,2})?(?:(\d{1,2})\s?s(?:ec(?:onds?)?)?\b)?"
)  # "3m 12s", "3 h 12", "1h20"
_LABEL = re.compile(r"([A-Za-z_][\w.-]*)[\"']?(?:\s*[=:]\s*|\s)[\"'(]?$")
_UNIT_LABEL = re.compile(
    r"(?P<key>\b[A-Za-z]\w*?(?:_|(?<=[a-z])(?=[A-Z])))(?P<unit>[A-Za-z%]{1,12}\d?)[\"']?\s?[=:]\s?[\"']?$"
)  # "took_ms": 4200
_CLASS = re.compile(r"(?<![\w.])([1-9])xx(?!\w)", re.IGNORECASE)
_LABEL_MAX = 48  # characters of a key
_TIMES_MAX = 60  # clock times beyond this: differences of them would bear out any duration
_UNIT_HEAD = re.compile(
    r"(?<![^\s|])(?P<key>[A-Za-z]\w*_)(?P<unit>[A-Za-z%]{1,12}\d?)(?=\s|\||$)"
)  # the head of a column: p95_ms, depth_cm
_CELL = re.compile(r"[^\s|](?:[^\n|]*?[^\s|])??(?=\s{2}|\s*\||\t|\s*$)")
_UNIT_CELL = re.compile(
    r"[,;\t|]\s?([A-Za-zµμ%°][\w/µμ%°³²]{1,11})(?=\s?(?:[,;\t|\n]|$))"
)  # of a row: arsenic,8.4,ug/L
_DENOMINATORS = frozenset(("l", "dl", "ml", "kg", "h", "s", "m2", "m3", "kwh"))
_KEY_UNITS = {
    w.lower(): w
    for w in [
        "ms",
        "us",
        "ns",
        "kB",
        "MB",
        "GB",
        "TB",
        "KiB",
        "MiB",
        "GiB",
        "TiB",
        "kbps",
        "Mbps",
        "Gbps",
        "Hz",
        "kHz",
        "MHz",
        "GHz",
        "kW",
        "kWh",
        "MWh",
        "mV",
        "kV",
        "mA",
        "Ah",
        "mAh",
        "kPa",
        "hPa",
        "mm",
        "cm",
        "km",
        "kg",
        "mg",
        "ml",
    ]
}

_RATE_KEY = re.compile(  # a key has no slash: mgL, kmh, mps
    r"((?:[kmuµnp]|mc)?g|[mun]?mol)p?(d?l|ml|kg|ha|m)[23]?|(m?l)p?(min|h)|(km)p?(h)|(m)p(s)",
    re.I,
)


def _unit_named(word: str) -> Unit | None:
    """The unit that the end of a key names. A key's case says nothing of it: `size_mb`, `timeoutMs`."""
    known = _KEY_UNITS.get(word.lower())
    unit = unit_of(known) if known else unit_of(word) or unit_of(word.lower())
    if unit is None and (rate := _RATE_KEY.fullmatch(word)) is not None:
        above, below = (part for part in rate.groups() if part is not None)
        unit = unit_of(f"{above}/{below}") or unit_of(f"{above}/{below}".lower())
    return unit


def _unit_of_key(found: re.Match[str]) -> Unit | None:
    """The unit that a key or the head of a column ends in, of one word (`took_ms`) or of two (`hb_g_per_l`, `creatinine_umol_l`)."""
    parts = re.findall(r"[A-Za-z%]+\d?", found["key"] + found["unit"])
    above = None
    if len(parts) > 2 and parts[-2].lower() == "per":
        above = _unit_named(parts[-3])
    elif len(parts) > 1 and parts[-1].lower() in _DENOMINATORS:
        above = _unit_named(parts[-2])
    rate = unit_of(f"{above.text}/{parts[-1].rstrip('23')}") if above is not None else None
    return rate or _unit_named(found["unit"])


def _unit_columns(text: str) -> list[tuple[int, int, Unit]]:
    """(start, end, unit) of the cells of tables whose column's head ends in a unit; rows have as many cells as their head."""
    out: list[tuple[int, int, Unit]] = []
    heads: list[Unit | None] = []
    at = 0
    for line in text.splitlines(keepends=True):
        cells = [m.span() for m in _CELL.finditer(line.rstrip("\n"))]
        named = [_unit_of_key(m) if (m := _UNIT_HEAD.fullmatch(line[a:b])) is not None else None for a, b in cells]
        if any(named):
            heads = named
        elif heads and len(cells) == len(heads):
            out += [(at + a, at + b, unit) for (a, b), unit in zip(cells, heads, strict=True) if unit is not None]
        elif not cells:
            heads = []
        at += len(line)
    return out


class Inventory:
    """The children's numbers. Built once per trial (`Inventory.of`)."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.by_child: tuple[tuple[Quantity, ...], ...] = tuple(scan(child.text) for child in trial.pool)
        table: dict[float, list[tuple[int, Quantity]]] = {}
        for owner, numbers in enumerate(self.by_child):
            for number in numbers:
                for value in number.values:
                    table.setdefault(key_of(value), []).append((owner, number))
        for owner, child in enumerate(trial.pool):
            for match in _SEASON.finditer(child.text):  # "2007-08" names 2008
                year = float(match[1][:2] + match[2])
                whole = Quantity(match.start(2), match.end(2), match.end(2), (year,), None, "", 0)
                table.setdefault(year, []).append((owner, whole))
            for match in _BROKEN.finditer(child.text) if _BREAK.search(child.text) else ():
                values, decimals = readings("".join(match.groups()))
                whole = Quantity(match.start(), match.end(), match.end(), values, None, "", decimals)
                for value in values:
                    table.setdefault(key_of(value), []).append((owner, whole))
        self.table = table

    @staticmethod
    def of(trial: Trial) -> Inventory:
        """The trial's inventory, made on first use."""
        kept = trial.shared.get("inventory")
        if not isinstance(kept, Inventory):
            kept = Inventory(trial)
            trial.shared["inventory"] = kept
        return kept

    def places(self, value: float) -> list[tuple[int, Quantity]]:
        """Where a value stands, as (child position, number)."""
        return self.table.get(key_of(value), [])

    def has_word(self, value: float) -> bool:
        """Whether a number word of the children names the value ("three", "twenty-four")."""
        return key_of(value) in self.words

    @cached_property
    def words(self) -> frozenset[float]:
        out: set[float] = set()
        for child in self.trial.pool:
            previous = 0.0
            for word in WORD.findall(child.text):
                value = NUMBER_WORDS.get(word.lower())
                if value is None:
                    previous = 0.0
                    continue
                out.add(value)
                if previous >= 20 and value < 10:
                    out.add(previous + value)
                elif previous and value >= 100:
                    out.add(previous * value)
                previous = value
            out.update(kanji_values(child.text))
        return frozenset(key_of(v) for v in out)

    @cached_property
    def bases(self) -> dict[str, list[float]]:
        """Dimension -> values in its base unit, sums of neighbours ("7 min 50 s") included."""
        out: dict[str, list[float]] = {}
        for numbers in self.by_child:
            last: Quantity | None = None
            for number in numbers:
                unit = number.unit
                if unit is not None:
                    out.setdefault(unit.dimension, []).extend(v * unit.factor for v in number.values)
                    if (
                        last is not None and last.unit is not None and last.unit.dimension == unit.dimension
                        and number.start - last.stop <= 5 and last.unit.factor > unit.factor
                    ):  # fmt: skip
                        out[unit.dimension].append(last.values[0] * last.unit.factor + number.values[0] * unit.factor)
                last = number
        for child in self.trial.pool:
            for match in _SPAN.finditer(child.text):
                if sum(part is not None for part in match.groups()) >= 2:
                    hours, minutes, seconds = (float(part or 0) for part in match.groups())
                    out.setdefault("time", []).append(3600 * hours + 60 * minutes + seconds)
        for child in self.trial.pool:
            for dimension, value in worded_bases(child.text):
                out.setdefault(dimension, []).append(value)
        for owner, numbers in enumerate(self.by_child):
            for number in numbers:
                told = self.labelled.get((owner, number.start))
                if told is not None:
                    out.setdefault(told.dimension, []).extend(v * told.factor for v in number.values)
        for numbers in self.by_child:  # a bare share may be written as a percentage
            for number in numbers:
                if number.unit is None and number.decimals and 0 < number.values[0] <= 1.5:
                    out.setdefault("share", []).append(number.values[0])
        return out

    @cached_property
    def labelled(self) -> dict[tuple[int, int], Unit]:
        """(child, start) of a bare number -> the unit that its key or the head of its column ends in: `took_ms: 4200`, `depth_cm`."""
        out: dict[tuple[int, int], Unit] = {}
        for owner, numbers in enumerate(self.by_child):
            text = self.trial.pool[owner].text
            cells = _unit_columns(text) if _UNIT_HEAD.search(text) else []
            starts = [start for start, _, _ in cells]
            for number in numbers:
                if number.unit is not None:
                    continue
                label = _UNIT_LABEL.search(text, max(0, number.start - _LABEL_MAX), number.start)
                told = _unit_of_key(label) if label else None
                if told is None and (cell := _UNIT_CELL.match(text, number.end)) is not None:
                    told = unit_of(cell[1])
                if told is None:
                    at = bisect_right(starts, number.start) - 1
                    told = cells[at][2] if at >= 0 and number.start < cells[at][1] else None
                if told is not None:
                    out[owner, number.start] = told
        return out

    def converts(self, number: Quantity) -> bool:
        """Whether some child quantity equals the number in another unit, to the precision that it shows."""
        if number.unit is None:
            return number.decimals > 0 and any(
                abs(base - v) <= 0.51 * 10.0**-number.decimals
                for base in self.bases.get("share", ())
                for v in number.values
            )
        unit = number.unit
        step = 0.51 * 10.0**-number.decimals
        return any(
            abs(base / unit.factor - value)
            <= (step if number.decimals or (value < 1000 and value == int(value)) else 0.0) + 1e-6 * abs(value)
            for base in self.bases.get(unit.dimension, ())
            for value in number.values
            if base / unit.factor >= 0.9 or number.decimals
        )

    def rounds(self, number: Quantity, approximate: bool) -> bool:
        """Whether a child number rounds to it: at its own decimals always, at its trailing zeros when it says "about"."""
        value = number.values[0]
        if number.scale > 1:
            reach = 0.5 * 10.0**-number.decimals * number.scale
            return any(abs(other - value) <= reach for other in self.table)
        if number.decimals or value >= 10 or approximate:
            step = 0.5 * 10.0**-number.decimals
            for other in self.table:
                if abs(other - value) <= step * 1.000001 and other != int(other):
                    return True
        if number.decimals and self.has_word(float(int(value))):
            return True  # spoken: "twelve and a half"
        if approximate:
            size = 10.0 ** (len(str(int(value))) - len(str(int(value)).rstrip("0"))) if value >= 10 else 1.0
            return any(abs(other - value) <= max(0.5 * size, 0.06 * value) for other in self.table)
        return False

    def has_class(self, value: float) -> bool:
        """Whether the children name the hundred that a code belongs to: 503 is a 5xx."""
        return 100 <= value < 600 and value == int(value) and str(int(value))[0] in self.classes

    @cached_property
    def classes(self) -> frozenset[str]:
        return frozenset(m[1] for child in self.trial.pool for m in _CLASS.finditer(child.text))

    @cached_property
    def by_label(self) -> dict[str, list[float]]:
        """The numbers that stand right behind one word of the children: `n=48`, `rate 0.91`."""
        out: dict[str, list[float]] = {}
        for owner, numbers in enumerate(self.by_child):
            text = self.trial.pool[owner].text
            for number in numbers:
                label = _LABEL.search(text, max(0, number.start - 32), number.start)
                if label:
                    out.setdefault(label[1].lower(), []).append(number.values[0])
        return out

    def near(self, value: float) -> bool:
        """Whether a child number lies within a tenth of the value, so that the value may be its rounding."""
        return any(abs(other - value) <= 0.1 * value for other in self.table)

    def spans_time(self, number: Quantity) -> bool:
        """Whether a duration may be the distance of two clock times or dates of the children."""
        unit = number.unit
        if unit is None and self._is_among_minutes(number):
            return any(
                (b - a) % 1440 == number.values[0] for a in self.minutes[:_TIMES_MAX] for b in self.minutes if a != b
            )
        if unit is None or unit.dimension != "time":
            return False
        value = number.values[0] * unit.factor
        if unit.factor >= 86400:
            days = self.days
            return any(abs((b - a) * 86400 - value) <= 0.5 * unit.factor for a in days for b in days if b > a)
        times = self.minutes
        if len(times) > _TIMES_MAX:
            return True
        step = max(60.0, 0.5 * unit.factor)
        return any(abs(((b - a) % 1440) * 60 - value) <= step for a in times for b in times if a != b)

    def _is_among_minutes(self, number: Quantity) -> bool:
        """A bare number in a sentence that counts minutes: "58 minutes in all, the import alone 19"."""
        if number.decimals or number.noun:
            return False
        found = self.trial.clause_at(number.start)
        return found is not None and any(
            q.unit is not None and q.unit.dimension == "time" and q.unit.factor == 60.0 for q in scan(found[1].text)
        )

    @cached_property
    def times(self) -> frozenset[tuple[int, int]]:
        """All clock times of the children."""
        return frozenset(t for child in self.trial.pool for t in (*clock_times(child.text), *worded_times(child.text)))

    @cached_property
    def minutes(self) -> tuple[int, ...]:
        return tuple(sorted({h * 60 + m for h, m in self.times if h < 24}))

    @cached_property
    def dates(self) -> tuple[tuple[int, int, int | None], ...]:
        """All dates of the children as (month, day, year or None), sorted, no doubles."""
        found = {(m, d, y) for child in self.trial.pool for m, d, y, _, _ in dates(child.text)}
        return tuple(sorted(found, key=lambda x: (x[0], x[1], x[2] or 0)))

    @cached_property
    def days(self) -> tuple[int, ...]:
        """The dates as day counts inside a year of 365 days, for distances of weeks; sorted, at most sixty."""
        starts = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
        return tuple(sorted({starts[m - 1] + d for m, d, _ in self.dates}))[:_TIMES_MAX]

    @cached_property
    def column_sums(self) -> tuple[float, ...]:
        """Sums over numbers with the same word after them, per child and over all ("36 rows", "12 rows")."""
        sums: dict[str, list[float]] = {}
        for numbers in self.by_child:
            for number in numbers:
                if number.noun:
                    sums.setdefault(number.noun, []).append(number.values[0])
        return tuple(sorted({key_of(sum(values)) for values in sums.values() if 2 <= len(values) <= 30}))
