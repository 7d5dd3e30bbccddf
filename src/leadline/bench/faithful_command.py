"""The command `leadline bench faithful`: what is asked, what is printed."""

from __future__ import annotations

from pathlib import Path

import click

from leadline.bench.progress import clear_progress, show_progress

__all__ = ["faithful_command"]


@click.command("faithful")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE..."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def faithful_command(files: tuple[Path, ...], as_json: bool) -> int:
    """How many faithful summaries `check` refuses all the same."""
    from leadline import bench
    from leadline.bench import faithful
    from leadline.bench.machine import machine_facts

    judged = faithful.run(files, show_progress)
    clear_progress()
    command = f"leadline bench faithful {' '.join(f.name for f in files)}"
    if as_json:
        bench._emit_json(faithful.as_dict(judged) | {"command": command, "machine": machine_facts()})
    else:
        bench._emit([*faithful.render(judged), "", *bench._origin(command, machine_facts())])
    return 0
