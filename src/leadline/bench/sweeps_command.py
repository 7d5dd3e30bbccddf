"""The command `leadline bench sweeps`: what is asked, what is printed."""

from __future__ import annotations

import json
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from leadline.bench.sweeps import Clock, WalkReport
    from leadline.stores.port import Store

__all__ = ["sweeps_command"]


@click.command("sweeps")
@click.option("--walks", type=click.IntRange(min=1), default=20, show_default=True, help="Sessions to walk over.")
@click.option("--steps", type=click.IntRange(min=1), default=40, show_default=True, help="Random steps in each.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed takes other steps.")
@click.option("--disk", is_flag=True, help="On SQLite stores in a temporary folder instead of in memory.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def sweeps_command(walks: int, steps: int, seed: int, disk: bool, as_json: bool) -> int:
    """Walk at random over compact, drop, hold, pin, release, mark and sweep. Exit 1 if a promise was broken."""
    from leadline.bench.machine import machine_facts
    from leadline.bench.sweeps import run_walks
    from leadline.stores.memory import MemoryStore
    from leadline.stores.sqlite import SqliteStore

    with tempfile.TemporaryDirectory() as folder:

        def opened(clock: Clock, number: int) -> Store:
            return SqliteStore.open(Path(folder) / str(number), clock=clock) if disk else MemoryStore(clock)

        report = run_walks(walks, steps, seed, opened)
    command = f"leadline bench sweeps --walks {walks} --steps {steps} --seed {seed}" + (" --disk" if disk else "")
    if as_json:
        facts = {"command": command, "machine": machine_facts()}
        click.echo(json.dumps({"bench": "sweeps", **asdict(report), **facts}, ensure_ascii=False, indent=2))
    else:
        origin = [f"{name:<18} {value}" for name, value in machine_facts().items()]
        click.echo("\n".join([*_lines(report), "", f"{'command':<18} {command}", *origin]))
    return 1 if report.broken else 0


def _lines(report: WalkReport) -> list[str]:
    lines = [f"{report.walks} walks, {sum(report.steps.values())} steps, the account checked after each"]
    lines += [f"  {n:>6}  {step}" for step, n in sorted(report.steps.items())]
    lines += [f"{report.swept} of {report.leaves} leaves were swept"]
    for name, counts in (("owed", report.owed), ("supporting", report.supporting)):
        lines.append(f"{name} facts at the ends: " + ", ".join(f"{n} {where}" for where, n in counts.items()))
    return [*lines, f"promises broken: {len(report.broken)}", *(f"  {text}" for text in report.broken[:20])]
