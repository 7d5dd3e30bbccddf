"""`leadline bench owed`: what a successor must know of real sessions, and how much of it the working context shows.

Reads a folder with `owed/*.jsonl` (facts judged by hand, with weights and needles) and `transcripts/`. Each session is
compacted into a store of its own; a fact is readable if all of its needles stand within 400 characters of each other.
The matcher is the one that the reference set documents; leadline's own extractor decides nothing here.
"""

from __future__ import annotations

import re
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from leadline.bench.rows import read_rows
from leadline.compose import compact_file

__all__ = ["GROUPS", "OwedRun", "render", "run_owed"]

WIDTH = 400  # characters, as documented beside the reference set
GROUPS = ("3", "2", "1", "noise")


@dataclass(frozen=True, slots=True)
class OwedRun:
    """One session: per group (readable, all), and the size of the context as a share of the source."""

    session: str
    counts: Mapping[str, tuple[int, int]]
    tokens_in: int
    tokens_out: int
    missed: tuple[str, ...]  # facts of weight 3 and 2 that are not readable, in words


def run_owed(folder: Path) -> Iterator[OwedRun]:
    """One run for each session that the judged files name, in file order. Raises ValueError for a folder without them."""
    files = sorted((folder / "owed").glob("*.jsonl"))
    if not files:
        raise ValueError(f"{folder}: no owed/*.jsonl there; give the folder that holds owed/ and transcripts/")
    by_session: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for file in files:
        for number, row in read_rows(file):
            if not {"kind", "session"} <= set(row):
                raise ValueError(f"{file.name}:{number}: expected `kind` and `session`")
            if row["kind"] != "brief":
                by_session[row["session"]].append(row)
    for session, rows in by_session.items():
        with tempfile.TemporaryDirectory() as store:
            result = compact_file(folder / "transcripts" / session, store=Path(store))
        context = _plain(result.context)
        hit: Counter[str] = Counter()
        of: Counter[str] = Counter()
        missed: list[str] = []
        for row in rows:
            group = "noise" if row["kind"] == "noise" else str(row["weight"])
            found = any(_together(needles, context) for needles in [row["needles"], *row.get("alt", [])])
            of[group] += 1
            hit[group] += found
            if not found and group in ("3", "2"):
                missed.append(f"weight {group}, {row['kind']}: {row['text']}")
        counts = {g: (hit[g], of[g]) for g in GROUPS}
        yield OwedRun(session, counts, result.tokens_in, result.tokens_out, tuple(missed))


def render(runs: Sequence[OwedRun], *, missed: bool = False) -> str:
    """A table with a row for each session and the pooled shares below."""
    lines = [f"{'session':<44}{'weight 3':>10}{'weight 2':>10}{'weight 1':>10}{'noise':>10}{'size':>8}"]
    for run in runs:
        cells = "".join(f"{f'{a}/{b}':>10}" for a, b in (run.counts[g] for g in GROUPS))
        lines.append(f"{run.session:<44}{cells}{run.tokens_out / max(1, run.tokens_in):>8.0%}")
        if missed:
            lines += [f"    not readable: {fact}" for fact in run.missed]
    pooled = [tuple(sum(r.counts[g][i] for r in runs) for i in (0, 1)) for g in GROUPS]
    shares = "".join(f"{a / max(1, b):>10.0%}" for a, b in pooled)
    size = sum(r.tokens_out for r in runs) / max(1, sum(r.tokens_in for r in runs))
    lines.append(f"{'all':<44}{shares}{size:>8.0%}")
    return "\n".join(lines)


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"[`*]", "", text)).lower()


def _together(needles: Sequence[str], context: str) -> bool:
    """The rule of the reference set: all needles, each within WIDTH characters of one place of the first."""
    at = [[m.start() for m in re.finditer(re.escape(_plain(needle)), context)] for needle in needles]
    return all(at) and any(all(any(abs(q - p) <= WIDTH for q in ps) for ps in at[1:]) for p in at[0])
