"""Super-linear time in any regular expression of the package: attack texts of growing length, timed, and the growth fitted.

In: the patterns (`redos_patterns`), attacks on each (`redos_attacks`), a seed. Out: a `Row` a pattern with its worst attack: the
exponent e of CPU time ~ n^e over 2k to 64k characters, and microseconds a character at the longest text tried. An offender has an
exponent over 1.5, or costs more than 20 microseconds a character however it grows (a repeat of bounded repeats), or did not come back in
the time that a linear pattern would have needed twice over. CPU time, the best of several; a run that takes too long is stopped by a timer
(`re` looks for signals while it matches), so that an exponential pattern ends the attack and not the bench.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from leadline.bench.cpu_limit import TooLongError, stopped_after
from leadline.bench.redos_attacks import Attack, attacks_on
from leadline.bench.redos_patterns import Found

__all__ = ["EXPONENT_MAX", "Row", "as_dict", "render", "try_pattern", "try_patterns"]

SIZES = (2_000, 4_000, 8_000, 16_000, 32_000, 64_000)  # characters
EXPONENT_MAX = 1.5  # between n log n with noise (1.2) and n^2
SHORTEST_FIT = 0.01  # seconds at the longest text
PER_CHAR_MAX = 20e-6  # seconds; the costliest linear pattern of the package stands at a tenth of it
PER_CALL_MAX = 1e-3  # seconds of one call of a pattern that only ever sees a window
_SCREEN = (500, 4_000)
_SCREEN_RATIO = 8**1.3
_FLOOR = 2e-5  # seconds below which a ratio is noise
_STOP = 1.0  # CPU seconds of one run
_ENOUGH = 0.35  # CPU seconds: the growth is clear by then, longer texts would only cost time


@dataclass(frozen=True, slots=True)
class Row:
    """The worst attack on one pattern. `exponent` is None where every run was too short to fit one."""

    place: str
    pattern: str
    attacks: int
    method: str = ""
    exponent: float | None = None
    per_char: float = 0.0  # seconds, at `size`
    size: int = 0
    stopped: bool = False
    head: str = ""
    piece: str = ""
    tail: str = ""

    @property
    def offends(self) -> bool:
        return self.stopped or self.per_char > PER_CHAR_MAX or (self.exponent or 0.0) > EXPONENT_MAX


def try_patterns(
    patterns: Sequence[Found], seed: int, attacks: int, progress: Callable[[str], None] = lambda _: None
) -> Iterator[Row]:
    """One row a pattern, in their order."""
    for n, found in enumerate(patterns, start=1):
        progress(f"{n} of {len(patterns)}  {found.place}")
        yield try_pattern(found, seed, attacks)


def try_pattern(found: Found, seed: int, attacks: int) -> Row:
    """The worst of `attacks` attacks by every method that the pattern is asked with."""
    compiled = re.compile(found.pattern, found.flags)
    worst = Row(found.place, found.pattern, 0)
    tried = 0
    for attack in attacks_on(found.pattern, found.flags, seed, attacks):
        tried += 1
        for method in found.methods:
            row = _try(compiled, found, method, attack)
            if row is not None and _badness(row) > _badness(worst):
                worst = row
        if worst.stopped or (worst.offends and (worst.exponent or 0) > 1.7):
            break  # one is enough to have to mend it
    return Row(**(asdict(worst) | {"attacks": tried}))


def _badness(row: Row) -> tuple[bool, float, float]:
    return row.stopped, max(0.0, (row.exponent or 0.0) - EXPONENT_MAX), row.per_char


def _try(compiled: re.Pattern[str], found: Found, method: str, attack: Attack) -> Row | None:
    def row(exponent: float | None, seconds: float, size: int, stopped: bool = False) -> Row:
        return Row(
            found.place,
            found.pattern,
            0,
            method,
            exponent,
            seconds / size,
            size,
            stopped,
            attack.head,
            attack.piece,
            attack.tail,
        )

    ask = _asker(compiled, method)
    if found.window is not None:  # it never sees more: there is no growth, only a price of each call
        text = attack.text(found.window)[-found.window :]
        try:
            seconds = min(_timed(ask, text) for _ in range(2))
        except TooLongError:
            return row(None, _STOP, found.window, True)
        return row(None, seconds, len(text), seconds > PER_CALL_MAX)
    times: list[float] = []
    for size in _SCREEN:
        try:
            times.append(_timed(ask, attack.text(size)))
        except TooLongError:
            return row(None, _STOP, size, True)
    if times[1] < _FLOOR or (
        times[1] / max(times[0], 1e-7) < _SCREEN_RATIO and times[1] / _SCREEN[1] < PER_CHAR_MAX / 4
    ):
        return row(None, times[1], _SCREEN[1])
    points: list[tuple[int, float]] = []
    for size in SIZES:
        try:
            seconds = min(_timed(ask, attack.text(size)) for _ in range(3 if size <= 8_000 else 2))
        except TooLongError:
            if len(points) < 2:
                return row(None, _STOP, size, True)
            break
        points.append((size, seconds))
        if seconds > _ENOUGH:
            break
    exponent = _exponent(points) if points[-1][1] > SHORTEST_FIT else None  # what is over so soon is not quadratic
    return row(exponent, points[-1][1], points[-1][0])


def _exponent(points: Sequence[tuple[int, float]]) -> float | None:
    """The slope of log time over log size of the last three sizes: what a constant start costs has worn off there."""
    last = [(math.log(n), math.log(max(t, 1e-7))) for n, t in points[-3:]]
    if len(last) < 2:
        return None
    mean_x, mean_y = (sum(p[i] for p in last) / len(last) for i in (0, 1))
    return sum((x - mean_x) * (y - mean_y) for x, y in last) / sum((x - mean_x) ** 2 for x, _ in last)


def _asker(compiled: re.Pattern[str], method: str) -> Callable[[str], object]:
    if method == "finditer":

        def through(text: str) -> None:
            for _ in compiled.finditer(text):
                pass

        return through
    asker: Callable[[str], object] = getattr(compiled, method)
    return asker


def _timed(ask: Callable[[str], object], text: str) -> float:
    """CPU seconds of one run; TooLongError after _STOP of them."""
    with stopped_after(_STOP):
        started = time.thread_time()
        ask(text)
        return time.thread_time() - started


def render(rows: Sequence[Row], unread: Sequence[str], shown: int = 5) -> list[str]:
    """The offenders, the costliest of the others, and what was not reached."""
    bad = [r for r in rows if r.offends]
    fine = sorted((r for r in rows if not r.offends), key=lambda r: -r.per_char)
    lines = [f"{'patterns':<18} {len(rows):,}", f"{'attacks':<18} {sum(r.attacks for r in rows):,}",
             f"{'super-linear':<18} {len(bad)}"]  # fmt: skip
    for r in sorted(bad, key=_badness, reverse=True):
        lines += ["", *_described(r)]
    lines += ["", f"the costliest of the others, up to {SIZES[-1]:,} characters"]
    lines += [f"  {1e6 * r.per_char:6.2f} µs a character  {r.place} ({r.method})" for r in fine[:shown]]
    if unread:
        lines += ["", f"put together at run time and not reached: {', '.join(unread)}"]
    return lines


def _described(r: Row) -> list[str]:
    growth = "no end" if r.stopped else f"n^{r.exponent:.2f}" if r.exponent is not None else "n"
    return [
        f"{r.place}  {r.method}  {growth}, {1e6 * r.per_char:.1f} µs a character at {r.size:,}",
        f"  pattern {_cut(ascii(r.pattern)[1:-1])}",
        f"  attack  {_cut(ascii(r.head))} + n * {_cut(ascii(r.piece))} + {_cut(ascii(r.tail))}",
    ]


def _cut(text: str, most: int = 140) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def as_dict(rows: Sequence[Row], unread: Sequence[str]) -> dict[str, Any]:
    return {
        "bench": "redos",
        "patterns": len(rows),
        "attacks": sum(r.attacks for r in rows),
        "offenders": [asdict(r) for r in rows if r.offends],
        "unread": list(unread),
    }
