"""`leadline bench speed`: compaction against a reference pass over the same session, paired, each in a new process.

The ratio is of the work itself: imports and the token vocabulary are loaded before the clock starts on both sides,
which is the harder comparison, since both would otherwise share that constant. It is taken in CPU seconds, which other
programs on the machine do not stretch; wall time, and the whole process with imports, stand beside it.
Memory is the peak above an empty interpreter. The exponent is the slope of log(seconds) over log(tokens), least squares.
Only processes that this module starts are measured; runs alternate, so a busy machine burdens both sides.
"""

from __future__ import annotations

import inspect
import json
import math
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from leadline.bench.filler import Unit, draw
from leadline.bench.passes import load_blingfire, peak_mb
from leadline.bench.sessionfile import write_session

__all__ = [
    "CURVE_TOKENS",
    "Comparison",
    "PassFigures",
    "as_dict",
    "compare",
    "cost_exponent",
    "curve",
    "render",
    "render_curve",
]

RATIO_MAX = 12.0  # issue 2, "Speed"
MEMORY_MB_MAX = 300.0
EXPONENT_MAX = 1.1
CURVE_TOKENS = (10_000, 30_000, 100_000, 300_000, 1_000_000, 2_000_000)


@dataclass(frozen=True, slots=True)
class PassFigures:
    """One pass. Seconds; MiB of peak memory, None where the system does not tell."""

    work_s: float
    work_cpu_s: float
    process_s: float
    process_cpu_s: float
    peak_mb: float | None
    tokens: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """Paired passes over one session file, in the order in which they ran."""

    tokens: int
    empty_mb: float | None
    pairs: tuple[tuple[PassFigures, PassFigures], ...]  # (compact, reference)

    @property
    def ratios(self) -> tuple[float, ...]:
        """Of the work, in CPU seconds."""
        return tuple(compact.work_cpu_s / reference.work_cpu_s for compact, reference in self.pairs)

    @property
    def wall_ratios(self) -> tuple[float, ...]:
        return tuple(compact.work_s / reference.work_s for compact, reference in self.pairs)

    @property
    def process_ratios(self) -> tuple[float, ...]:
        return tuple(compact.process_s / reference.process_s for compact, reference in self.pairs)

    @property
    def memory_mb(self) -> float | None:
        """Peak of compaction above the empty interpreter, the worst of all runs."""
        peaks = [compact.peak_mb for compact, _ in self.pairs if compact.peak_mb is not None]
        return max(peaks) - self.empty_mb if peaks and self.empty_mb is not None else None


def compare(units: Sequence[Unit], tokens: int, runs: int, seed: int, progress: Callable[[str], None]) -> Comparison:
    """`runs` pairs over one generated session of about `tokens`. Raises ValueError if a pass fails or the extra is missing."""
    load_blingfire()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.jsonl"
        write_session(draw(units, tokens, Random(f"leadline speed {seed}")), path)
        pairs = []
        for run in range(runs):
            progress(f"pair {run + 1} of {runs}")
            pairs.append((_run_pass("compact", path), _run_pass("reference", path)))
    return Comparison(pairs[0][1].tokens, _empty_mb(), tuple(pairs))


def curve(
    units: Sequence[Unit], sizes: Sequence[int], seed: int, progress: Callable[[str], None]
) -> list[tuple[int, float, float | None]]:
    """(tokens, CPU seconds of work, peak MiB) of one compaction for each size."""
    rows = []
    for size in sizes:
        progress(f"{size:,} tokens")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "session.jsonl"
            write_session(draw(units, size, Random(f"leadline speed {seed}")), path)
            figures = _run_pass("compact", path)
        rows.append((figures.tokens, figures.work_cpu_s, figures.peak_mb))
    return rows


def cost_exponent(points: Sequence[tuple[int, float]]) -> float:
    """Slope of log(seconds) over log(tokens): 1 is linear. Raises ValueError for fewer than two different sizes."""
    if len({tokens for tokens, _ in points}) < 2:
        raise ValueError(f"points: expected at least two sizes, got {len(points)}")
    return statistics.linear_regression(
        [math.log(tokens) for tokens, _ in points], [math.log(seconds) for _, seconds in points]
    ).slope


def render(comparison: Comparison) -> list[str]:
    """The comparison as lines of text, targets beside the figures."""
    compacts, references = zip(*comparison.pairs, strict=True)
    ratio = statistics.median(comparison.ratios)
    lines = [
        f"session            {comparison.tokens:,} tokens, {len(comparison.pairs)} paired runs, each in a new process",
        f"compact            {_seconds(compacts)}",
        f"reference          {_seconds(references)}   (json + blingfire + bpe-openai, one thread)",
        f"ratio, CPU         {_spread(comparison.ratios)}   target at most {RATIO_MAX:g}: {_met(ratio <= RATIO_MAX)}",
        f"ratio, wall        {_spread(comparison.wall_ratios)}",
        f"ratio, processes   {_spread(comparison.process_ratios)}   (wall, with imports and vocabulary)",
    ]
    memory = comparison.memory_mb
    if memory is None:
        lines.append("memory             unmeasured: this system does not tell the peak of a process")
    else:
        lines.append(
            f"memory             {memory:.0f} MiB above an empty interpreter ({comparison.empty_mb:.0f} MiB)"
            f"   target at most {MEMORY_MB_MAX:g}: {_met(memory <= MEMORY_MB_MAX)}"
        )
    return lines


def render_curve(rows: Sequence[tuple[int, float, float | None]]) -> list[str]:
    """The cost by size as lines, and its exponent; nothing where no curve was asked for."""
    if not rows:
        return []
    exponent = cost_exponent([(tokens, seconds) for tokens, seconds, _ in rows])
    return [
        *(
            f"{tokens:>18,} tokens {seconds:8.2f} s CPU {seconds / tokens * 1e6:8.2f} us a token"
            + (f" {peak:8.0f} MiB peak" if peak is not None else "")
            for tokens, seconds, peak in rows
        ),
        f"exponent           {exponent:.3f}   target at most {EXPONENT_MAX:g}: {_met(exponent <= EXPONENT_MAX)}",
    ]


def as_dict(comparison: Comparison, rows: Sequence[tuple[int, float, float | None]]) -> dict[str, Any]:
    """Everything measured, as JSON values."""
    return {
        "bench": "speed",
        "tokens": comparison.tokens,
        "empty_mb": comparison.empty_mb,
        "memory_mb": comparison.memory_mb,
        "pairs": [
            {"compact": asdict(compact), "reference": asdict(reference)} for compact, reference in comparison.pairs
        ],
        "ratios": list(comparison.ratios),
        "ratio_median": statistics.median(comparison.ratios),
        "wall_ratios": list(comparison.wall_ratios),
        "process_ratios": list(comparison.process_ratios),
        "curve": [{"tokens": tokens, "work_cpu_s": seconds, "peak_mb": peak} for tokens, seconds, peak in rows],
        "exponent": cost_exponent([(tokens, seconds) for tokens, seconds, _ in rows]) if rows else None,
    }


def _met(met: bool) -> str:
    return "met" if met else "MISSED"


def _spread(ratios: Sequence[float]) -> str:
    return f"{statistics.median(ratios):.1f} x, spread {min(ratios):.1f} to {max(ratios):.1f}"


def _seconds(figures: Sequence[PassFigures]) -> str:
    cpu = [f.work_cpu_s for f in figures]
    return (
        f"{statistics.median(cpu):.2f} s CPU ({min(cpu):.2f} to {max(cpu):.2f}), "
        f"{statistics.median(f.work_s for f in figures):.2f} s wall; "
        f"process {statistics.median(f.process_cpu_s for f in figures):.2f} s CPU, "
        f"{statistics.median(f.process_s for f in figures):.2f} s wall"
    )


def _run_pass(name: str, path: Path) -> PassFigures:
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "leadline.bench.passes", name, str(path)], capture_output=True, text=True, check=False
    )
    process_s = time.perf_counter() - started
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["no output"])[-1]
        raise ValueError(f"the {name} pass failed with exit code {done.returncode}: {last}")
    figures: dict[str, Any] = json.loads(done.stdout)
    return PassFigures(
        figures["work_s"],
        figures["work_cpu_s"],
        process_s,
        figures["process_cpu_s"],
        figures["peak_mb"],
        figures["tokens"],
    )


def _empty_mb() -> float | None:
    """Peak memory of an interpreter that does nothing but look at its own size."""
    source = "import sys\n" + inspect.getsource(peak_mb) + "print(peak_mb())"
    done = subprocess.run(
        [sys.executable, "-c", "from __future__ import annotations\n" + source],
        capture_output=True,
        text=True,
        check=True,
    )
    told = done.stdout.strip()
    return None if told == "None" else float(told)
