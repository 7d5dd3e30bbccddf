"""`leadline bench latency`: how long one `check` takes in process, on texts cut from real sessions.

Two shapes (issue 2): three children of 150 words, and eight children of about 1,200 tokens with a parent of 400 tokens.
Parents are made of the first sentences of each child in turn, so that the check has real evidence to find. No case is
measured twice: every call sees texts that it has not seen, so that no cache can answer. The first calls of a shape
(lazy imports, compiled patterns) are made and not counted.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from random import Random

from leadline.bench.filler import Unit
from leadline.core.text.tokens import count_tokens

__all__ = ["SHAPES", "Case", "Latency", "Shape", "make_cases", "measure", "percentile"]

WARM_UP = 3


@dataclass(frozen=True, slots=True)
class Shape:
    """Children and parent of one kind of case; sizes in words, or in tokens where `tokens` is set."""

    name: str
    children: int
    child_size: int
    parent_size: int
    tokens: bool

    def size(self, text: str) -> int:
        return count_tokens(text) if self.tokens else len(text.split())


SHAPES = (
    Shape("3 children of 150 words", 3, 150, 60, tokens=False),
    Shape("8 children of 1,200 tokens, parent of 400 tokens", 8, 1200, 400, tokens=True),
)


@dataclass(frozen=True, slots=True)
class Case:
    """One call: children's texts, and the parent's."""

    children: tuple[str, ...]
    parent: str


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds over all calls of a shape that were counted: wall time, and CPU time of the median call."""

    shape: str
    calls: int
    median_ms: float
    p95_ms: float
    max_ms: float
    cpu_median_ms: float  # what the call costs where other programs do not share the core


def make_cases(units: Sequence[Unit], shape: Shape, n: int, seed: int) -> list[Case]:
    """`n` cases of real text, no two alike. Raises ValueError if the sessions hold too little prose."""
    rng = Random(f"leadline latency {seed} {shape.name}")
    lines = [line.strip() for unit in units for message in unit for line in message.text.splitlines()]
    lines = [line for line in lines if len(line) >= 20]
    if len(lines) < 100:
        raise ValueError(
            f"filler: expected at least 100 lines of text, got {len(lines)}; name a folder with --transcripts"
        )
    return [_case(lines, shape, rng) for _ in range(n)]


def measure(
    check: Callable[[Sequence[str], str], object], units: Sequence[Unit], shape: Shape, calls: int, seed: int
) -> Latency:
    """Time `calls` checks, one after the other."""
    cases = make_cases(units, shape, calls + WARM_UP, seed)
    wall, cpu = [], []
    for case in cases:
        started, started_cpu = time.perf_counter(), time.process_time()
        check(case.children, case.parent)
        wall.append((time.perf_counter() - started) * 1000)
        cpu.append((time.process_time() - started_cpu) * 1000)
    wall, cpu = wall[WARM_UP:], cpu[WARM_UP:]
    return Latency(
        shape.name, len(wall), statistics.median(wall), percentile(wall, 95), max(wall), statistics.median(cpu)
    )


def percentile(values: Sequence[float], share: int) -> float:
    """The smallest value that at least `share` percent of all values do not exceed. ValueError if there are none."""
    if not values or not 0 < share <= 100:
        raise ValueError(f"values: expected some and a share in 1..100, got {len(values)} and {share}")
    ordered = sorted(values)
    return ordered[-(-len(ordered) * share // 100) - 1]


def _case(lines: Sequence[str], shape: Shape, rng: Random) -> Case:
    children = tuple(_grow(_run(lines, rng), shape.child_size, shape) for _ in range(shape.children))
    heads = [child.splitlines() for child in children]
    in_turn = (head[i] for i in range(max(map(len, heads))) for head in heads if i < len(head))
    return Case(children, _grow(in_turn, shape.parent_size, shape))


def _run(lines: Sequence[str], rng: Random) -> Iterable[str]:
    start = rng.randrange(len(lines))
    return chain(islice(lines, start, None), lines)


def _grow(lines: Iterable[str], size: int, shape: Shape) -> str:
    """Lines until the text has the size; a line that alone would exceed it is cut."""
    text: list[str] = []
    have = 0
    for line in lines:
        piece = line[: size * 4]
        text.append(piece)
        have += shape.size(piece)
        if have >= size:
            break
    return "\n".join(text)
