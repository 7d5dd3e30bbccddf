"""The command `leadline bench trees`: what is asked, what is printed."""

from __future__ import annotations

from pathlib import Path

import click

from leadline.bench.progress import clear_progress, show_progress

__all__ = ["trees_command"]


@click.command("trees")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DIR")
@click.option(
    "--refusing", type=click.IntRange(min=0), default=0, show_default=True, help="Draw that many findings that refuse."
)
@click.option(
    "--suspicions", type=click.IntRange(min=0), default=0, show_default=True, help="Draw that many that do not."
)
@click.option("--chars-max", type=click.IntRange(min=1), metavar="N", help="Leave out summaries of longer records.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed draws others.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def trees_command(folder: Path, refusing: int, suspicions: int, chars_max: int | None, seed: int, as_json: bool) -> int:
    """What `check` says about real summaries in DIR, and findings drawn at random, to be judged by hand."""
    from leadline import bench
    from leadline.bench import trees
    from leadline.bench.machine import machine_facts

    judged = trees.run(folder, show_progress, chars_max=chars_max)
    clear_progress()
    drawn = trees.draw(judged, refusing, suspicions, seed)
    command = f"leadline bench trees DIR --refusing {refusing} --suspicions {suspicions} --seed {seed}"
    command += f" --chars-max {chars_max}" if chars_max else ""
    if as_json:
        bench._emit_json(trees.as_dict(judged, drawn) | {"command": command, "machine": machine_facts()})
    else:
        bench._emit([*trees.render(judged, drawn), "", *bench._origin(command, machine_facts())])
    return 0
