"""The command `leadline bench metamorphic`: what is asked, what is printed."""

from __future__ import annotations

from pathlib import Path

import click

from leadline.bench.progress import clear_progress, show_progress

__all__ = ["metamorphic_command"]


@click.command("metamorphic")
@click.option(
    "--each", type=click.IntRange(min=1), default=100, show_default=True, metavar="N", help="Edits of each kind."
)
@click.option("--wrong", type=click.IntRange(min=0), default=0, help="Show that many broken laws of each kind.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed makes other edits.")
@click.option(
    "--transcripts", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DIR",
    help="Real sessions to take text from (default: the samples that ship).",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def metamorphic_command(each: int, wrong: int, seed: int, transcripts: Path | None, as_json: bool) -> int:
    """An edit that keeps the meaning must keep the verdict of a parent, one that changes the meaning must change it."""
    from leadline import bench
    from leadline.bench import metamorphic
    from leadline.bench.machine import machine_facts

    laws = metamorphic.run(bench._units(transcripts), each, seed, show_progress)
    clear_progress()
    command = f"leadline bench metamorphic --each {each} --seed {seed}{' --transcripts DIR' if transcripts else ''}"
    if as_json:
        bench._emit_json(metamorphic.as_dict(laws) | {"command": command, "machine": machine_facts()})
    else:
        bench._emit([*metamorphic.render(laws, wrong=wrong), "", *bench._origin(command, machine_facts())])
    return 0
