"""The command `leadline bench sweeps`: what is asked, what is printed."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from leadline.views.json import to_json

if TYPE_CHECKING:
    from leadline.bench.sweeps import Clock, WalkReport
    from leadline.stores.port import Store

__all__ = ["sweeps_command"]


@click.command("sweeps")
@click.option("--walks", type=click.IntRange(min=1), default=20, show_default=True, help="Sessions to walk over.")
@click.option("--steps", type=click.IntRange(min=1), default=40, show_default=True, help="Random steps in each.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed takes other steps.")
@click.option("--disk", is_flag=True, help="On SQLite stores in a temporary folder instead of in memory.")
@click.option(
    "--transcripts", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DIR",
    help="Instead of walking: sweep these real sessions into an archive, and compare.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def sweeps_command(walks: int, steps: int, seed: int, disk: bool, transcripts: Path | None, as_json: bool) -> int:
    """Walk at random over compact, drop, hold, pin, release, mark and sweep. Exit 1 if a promise was broken."""
    from leadline.bench.machine import machine_facts
    from leadline.bench.sweeps import run_walks
    from leadline.stores.memory import MemoryStore
    from leadline.stores.sqlite import SqliteStore

    if transcripts is not None:
        return _real(transcripts, as_json)
    with tempfile.TemporaryDirectory() as folder:

        def opened(clock: Clock, number: int) -> Store:
            return SqliteStore.open(Path(folder) / str(number), clock=clock) if disk else MemoryStore(clock)

        report = run_walks(walks, steps, seed, opened)
    command = f"leadline bench sweeps --walks {walks} --steps {steps} --seed {seed}" + (" --disk" if disk else "")
    if as_json:
        facts = {"command": command, "machine": machine_facts()}
        click.echo(to_json({"bench": "sweeps", "report": report, **facts}, indent=2))
    else:
        origin = [f"{name:<18} {value}" for name, value in machine_facts().items()]
        click.echo("\n".join([*_lines(report), "", f"{'command':<18} {command}", *origin]))
    return 1 if report.broken else 0


def _real(folder: Path, as_json: bool) -> int:
    from leadline.bench.filler import readable_files
    from leadline.bench.machine import machine_facts
    from leadline.bench.sweeps_real import render_real, run_real

    report = run_real(readable_files(folder))
    command = "leadline bench sweeps --transcripts DIR"
    if as_json:
        facts = {"command": command, "machine": machine_facts()}
        click.echo(to_json({"bench": "sweeps", "report": report, **facts}, indent=2))
    else:
        origin = [f"{name:<18} {value}" for name, value in machine_facts().items()]
        click.echo("\n".join([*render_real(report), "", f"{'command':<18} {command}", *origin]))
    return 1 if report.differs else 0


def _lines(report: WalkReport) -> list[str]:
    lines = [f"{report.walks} walks, {sum(report.steps.values())} steps, the account checked after each"]
    lines += [f"  {n:>6}  {step}" for step, n in sorted(report.steps.items())]
    lines += [f"{report.swept} of {report.leaves} leaves were swept"]
    for name, counts in (("owed", report.owed), ("supporting", report.supporting)):
        lines.append(f"{name} facts at the ends: " + ", ".join(f"{n} {where}" for where, n in counts.items()))
    return [*lines, f"promises broken: {len(report.broken)}", *(f"  {text}" for text in report.broken[:20])]
