"""The published benchmarks: `leadline bench silent-loss | speed | latency | transcripts | cases | signals | claims | demands | trees
| summaries | faithful | altered | owed | seeded | drafts | metamorphic | store | kills | writers | disk-full | tamper | sweeps | redos | fuzz | secrets`.

They measure leadline from outside, through its public entries. Each prints its command line, its seed and what it ran on,
and returns 1 where it found what must not be. Filler text comes from the sample sessions, and from `--transcripts DIR`.
The modules are imported when a bench runs; `speed` and `signals` need the extra: pip install "leadline[bench]".
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from leadline.bench.altered_command import altered_command
from leadline.bench.demands_command import demands_command
from leadline.bench.drafts_command import drafts_command
from leadline.bench.faithful_command import faithful_command
from leadline.bench.fuzz_command import fuzz_command
from leadline.bench.judged_commands import cases_command, claims_command, signals_command
from leadline.bench.metamorphic_command import metamorphic_command
from leadline.bench.progress import clear_progress, show_progress
from leadline.bench.redos_command import redos_command
from leadline.bench.secrets_command import secrets_command
from leadline.bench.summaries_command import summaries_command
from leadline.bench.sweeps_command import sweeps_command
from leadline.bench.tamper_command import tamper_command
from leadline.bench.trees_command import trees_command
from leadline.bench.trust_commands import disk_full_command, kills_command, store_command, writers_command

if TYPE_CHECKING:
    from leadline.bench.filler import Unit

__all__ = ["bench"]

_DIR = click.Path(exists=True, file_okay=False, path_type=Path)
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_transcripts = click.option(
    "--transcripts", type=_DIR, metavar="DIR", help="Real sessions to take text from (default: the samples that ship)."
)
_seed = click.option("--seed", type=int, default=1, show_default=True, help="Another seed makes other sessions.")
_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")

QUICK_DEPTHS = 3
QUICK_FACTS = 90


@click.group("bench")
def bench() -> None:
    """Run the published benchmarks."""


for _command in (
    cases_command,
    signals_command,
    claims_command,
    demands_command,
    drafts_command,
    faithful_command,
    altered_command,
    fuzz_command,
    metamorphic_command,
    redos_command,
    sweeps_command,
    secrets_command,
    summaries_command,
    tamper_command,
    trees_command,
    store_command,
    kills_command,
    writers_command,
    disk_full_command,
):
    bench.add_command(_command)


@bench.command("silent-loss")
@click.option(
    "--facts", type=click.IntRange(min=5), default=2000, show_default=True, help="Owed facts to plant, in all."
)
@click.option("--quick", is_flag=True, help=f"{QUICK_FACTS} facts at depths 1 to {QUICK_DEPTHS}, for CI.")
@click.option(
    "--summarizer", type=click.Choice(("extractive", "dropper", "reworder")), default="extractive", show_default=True,
    help="Who writes: the embedded one, one that drops sentences, one that changes codes, values and force.",
)  # fmt: skip
@click.option(
    "--gate", type=click.Choice(("on", "off")), default="on", show_default=True, help="off: nothing is refused."
)
@_seed
@_transcripts
@_json
def silent_loss_command(
    facts: int, quick: bool, summarizer: str, gate: str, seed: int, transcripts: Path | None, as_json: bool
) -> int:
    """Plant owed facts, compact, and account for each of them. Exit 1 if one is lost silently with the gate on."""
    from leadline.bench import report as views
    from leadline.bench.foreign import FOREIGN
    from leadline.bench.machine import machine_facts
    from leadline.bench.silent_loss import PLANS, run_bench

    plans = PLANS[:QUICK_DEPTHS] if quick else PLANS
    facts = QUICK_FACTS if quick else facts
    writer = FOREIGN[summarizer](seed) if summarizer in FOREIGN else summarizer
    command = f"leadline bench silent-loss{' --quick' if quick else f' --facts {facts}'} --summarizer {summarizer} --gate {gate} --seed {seed}"
    command += " --transcripts DIR" if transcripts else ""
    report = run_bench(_units(transcripts), facts, seed, plans, summarizer, writer, gate == "on", show_progress)
    clear_progress()
    if as_json:
        _emit_json(views.as_dict(report, machine_facts(), command))
    else:
        _emit(views.render(report, machine_facts(), command))
    return 1 if report.failed else 0


@bench.command("speed")
@click.option(
    "--tokens", type=click.IntRange(min=2000), default=180_000, show_default=True, help="Size of the session."
)
@click.option("--runs", type=click.IntRange(min=1), default=5, show_default=True, help="Paired runs.")
@click.option("--curve", "with_curve", is_flag=True, help="Also 10k to 2M tokens, and the exponent of the cost.")
@_seed
@_transcripts
@_json
def speed_command(tokens: int, runs: int, with_curve: bool, seed: int, transcripts: Path | None, as_json: bool) -> int:
    """Time and memory of a compaction, beside a reference pass over the same file in the same run."""
    from leadline.bench import speed
    from leadline.bench.machine import machine_facts

    units = _units(transcripts)
    comparison = speed.compare(units, tokens, runs, seed, show_progress)
    rows = speed.curve(units, speed.CURVE_TOKENS, seed, show_progress) if with_curve else []
    clear_progress()
    command = f"leadline bench speed --tokens {tokens} --runs {runs} --seed {seed}{' --curve' if with_curve else ''}"
    command += " --transcripts DIR" if transcripts else ""
    if as_json:
        _emit_json(speed.as_dict(comparison, rows) | {"command": command, "machine": machine_facts()})
    else:
        _emit([*speed.render(comparison), *speed.render_curve(rows), "", *_origin(command, machine_facts())])
    return 0


@bench.command("latency")
@click.option("--calls", type=click.IntRange(min=1), default=200, show_default=True, help="Calls of each shape.")
@_seed
@_transcripts
@_json
def latency_command(calls: int, seed: int, transcripts: Path | None, as_json: bool) -> int:
    """Median and 95th percentile of one `check` in process."""
    import dataclasses

    import leadline
    from leadline.bench import latency
    from leadline.bench.machine import machine_facts

    units = _units(transcripts)
    rows = [
        latency.measure(lambda children, parent: leadline.check(list(children), parent), units, shape, calls, seed)
        for shape in latency.SHAPES
    ]
    command = f"leadline bench latency --calls {calls} --seed {seed}{' --transcripts DIR' if transcripts else ''}"
    if as_json:
        _emit_json({"bench": "latency", "shapes": [dataclasses.asdict(row) for row in rows], "command": command,
                    "machine": machine_facts()})  # fmt: skip
    else:
        lines = [
            f"{row.shape:<50} median {row.median_ms:.1f} ms, p95 {row.p95_ms:.1f} ms, max {row.max_ms:.1f} ms"
            f" (wall, {row.calls} calls); median {row.cpu_median_ms:.1f} ms CPU"
            for row in rows
        ]
        _emit([*lines, "", *_origin(command, machine_facts())])
    return 0


@bench.command("transcripts")
@click.argument("folder", type=_DIR)
@click.option(
    "--write", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Also write the table as Markdown (docs/transcripts.md).",
)  # fmt: skip
@click.option(
    "--readme", type=click.Path(dir_okay=False, exists=True, path_type=Path), metavar="FILE",
    help="Also write one row a format into this README.",
)  # fmt: skip
@_json
def transcripts_command(folder: Path, write: Path | None, readme: Path | None, as_json: bool) -> int:
    """Read, compact, probe and verify every file of a folder. Exit 1 if one of them fails."""
    from leadline.bench import transcripts

    rows = transcripts.run(folder, show_progress)
    clear_progress()
    if write is not None:
        write.write_text(transcripts.markdown(rows), encoding="utf-8")
    if readme is not None:
        readme.write_text(transcripts.with_formats(readme.read_text(encoding="utf-8"), rows), encoding="utf-8")
    if as_json:
        _emit_json(transcripts.as_dict(rows))
    else:
        _emit(transcripts.render(rows))
    return 1 if any(row.error for row in rows) else 0


@bench.command("owed")
@click.argument("folder", type=_DIR)
@click.option("--missed", is_flag=True, help="List the facts of weight 3 and 2 that are not readable.")
@_json
def owed_command(folder: Path, missed: bool, as_json: bool) -> int:
    """What a successor must know of real sessions, and how much of it the working context shows."""
    import dataclasses

    from leadline.bench import owed
    from leadline.bench.machine import machine_facts

    runs = []
    for run in owed.run_owed(folder):
        runs.append(run)
        show_progress(f"{len(runs)} {run.session}")
    clear_progress()
    command = f"leadline bench owed DIR{' --missed' if missed else ''}"
    if as_json:
        _emit_json({"bench": "owed", "runs": [dataclasses.asdict(run) for run in runs], "command": command,
                    "machine": machine_facts()})  # fmt: skip
    else:
        _emit([owed.render(runs, missed=missed), "", *_origin(command, machine_facts())])
    return 0


@bench.command("seeded")
@click.option(
    "--changes", type=click.IntRange(min=1), default=500, show_default=True, help="Changed parents of each kind."
)
@click.option(
    "--rewordings", type=click.IntRange(min=1), default=60, show_default=True, help="Faithful rewordings of each kind."
)
@click.option("--wrong", type=click.IntRange(min=0), default=0, help="Show that many wrong ones of each kind.")
@_seed
@_transcripts
@_json
def seeded_command(
    changes: int, rewordings: int, wrong: int, seed: int, transcripts: Path | None, as_json: bool
) -> int:
    """One change in a real sentence has to be refused, a faithful rewording has to pass."""
    from leadline.bench import seeded
    from leadline.bench.machine import machine_facts

    rows = seeded.run(_units(transcripts), changes, rewordings, seed, show_progress)
    clear_progress()
    command = f"leadline bench seeded --changes {changes} --rewordings {rewordings} --seed {seed}"
    command += " --transcripts DIR" if transcripts else ""
    if as_json:
        _emit_json(seeded.as_dict(rows) | {"command": command, "machine": machine_facts()})
    else:
        _emit([*seeded.render(rows, wrong=wrong), "", *_origin(command, machine_facts())])
    return 0


def _units(folder: Path | None) -> list[Unit]:
    """Filler of the samples, or of every file of the folder that is a transcript."""
    from leadline.bench.filler import readable_files, sample_files, units_of_files

    return units_of_files(sample_files() if folder is None else readable_files(folder))


def _origin(command: str, machine: dict[str, str]) -> list[str]:
    return [f"{'command':<18} {command}", *(f"{name:<18} {value}" for name, value in machine.items())]


def _emit(lines: list[str]) -> None:
    click.echo("\n".join(lines))


def _emit_json(value: dict[str, Any]) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
