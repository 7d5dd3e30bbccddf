"""The command `leadline bench drafts`: what is asked, what is printed, what the exit code says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from leadline.bench.progress import clear_progress, show_progress

__all__ = ["drafts_command"]


@click.command("drafts")
@click.argument(
    "folder", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="[DIR]"
)
@click.option("--drafts", type=click.IntRange(min=6), default=1000, show_default=True, help="Lies to tell, in all.")
@click.option(
    "--seed", "seeds", type=int, multiple=True, default=(1, 2, 3), show_default=True, help="May be given several times."
)
@click.option(
    "--cases", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
    help="Hand-written cases, whose faithful parents become structured drafts that have to pass.",
)  # fmt: skip
@click.option(
    "--half",
    type=click.Choice(("even", "odd", "both")),
    default="even",
    show_default=True,
    help="Which ids of the cases.",
)
@click.option(
    "--limit", type=click.IntRange(min=1), default=60, show_default=True, help="Cases to take, the first ones."
)
@click.option("--wrong", type=click.IntRange(min=0), default=0, help="Show that many wrong ones of each kind.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def drafts_command(
    folder: Path | None,
    drafts: int,
    seeds: tuple[int, ...],
    cases: Path | None,
    half: str,
    limit: int,
    wrong: int,
    as_json: bool,
) -> int:
    """A scripted liar writes structured drafts of real sentences; each lie has to be refused.

    Sentences come from the transcripts in DIR, without it from the samples that ship. Exit 1 if a sure kind of lie passes.
    """
    from leadline import bench
    from leadline.bench import drafts as liar
    from leadline.bench import drafts_cases
    from leadline.bench.cases import half_of, read_cases
    from leadline.bench.machine import machine_facts

    chosen = [] if cases is None else [c for c in read_cases(cases) if half in ("both", half_of(c))][:limit]
    rows = liar.run(bench._units(folder), drafts, seeds, show_progress)  # minutes: what can be wrong is read before
    faithful: list[drafts_cases.Faithful] = drafts_cases.judge_faithful(chosen) if chosen else []
    clear_progress()
    command = (
        f"leadline bench drafts{' DIR' if folder else ''} --drafts {drafts} {' '.join(f'--seed {s}' for s in seeds)}"
    )
    command += f" --cases FILE --half {half} --limit {limit}" if cases else ""
    if as_json:
        out: dict[str, Any] = liar.as_dict(rows) | {"command": command, "machine": machine_facts()}
        out["faithful"] = [{"id": r.id, "promoted": r.report.promoted, "plain": r.plain_promoted} for r in faithful]
        bench._emit_json(out)
    else:
        lines = liar.render(rows, wrong=wrong)
        lines += drafts_cases.render_faithful(faithful, wrong=wrong) if faithful else []
        bench._emit([*lines, "", *bench._origin(command, machine_facts())])
    return 1 if any(r.refused < r.judged for r in rows if liar.TARGETS.get(r.kind) == 100.0) else 0
