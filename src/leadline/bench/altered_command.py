"""The command `leadline bench altered`: what is asked, what is printed."""

from __future__ import annotations

from pathlib import Path

import click

from leadline.bench.progress import clear_progress, show_progress

__all__ = ["altered_command"]


@click.command("altered")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE..."
)
@click.option("--most", type=click.IntRange(min=1), metavar="N", help="Summaries to take, drawn by the seed.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed makes other alterations.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, with every alteration.")
def altered_command(files: tuple[Path, ...], most: int | None, seed: int, as_json: bool) -> int:
    """How many faithful summaries in free wording `check` refuses once one thing in them is altered, by kind."""
    from leadline import bench
    from leadline.bench import altered
    from leadline.bench.machine import machine_facts

    figures = altered.run(files, seed, most, show_progress)
    clear_progress()
    command = (
        f"leadline bench altered {' '.join(f.name for f in files)}{f' --most {most}' if most else ''} --seed {seed}"
    )
    if as_json:
        bench._emit_json(altered.as_dict(figures) | {"command": command, "seed": seed, "machine": machine_facts()})
    else:
        bench._emit([*altered.render(figures), "", *bench._origin(command, machine_facts())])
    return 0
