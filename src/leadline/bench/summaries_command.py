"""The command `leadline bench summaries`: what is asked, what is printed."""

from __future__ import annotations

from pathlib import Path

import click

from leadline.bench.progress import clear_progress, show_progress

__all__ = ["summaries_command"]

_DIR = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command("summaries")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE")
@click.option("--transcripts", type=_DIR, required=True, metavar="DIR", help="The sessions that the summaries are of.")
@click.option("--trees", type=_DIR, metavar="DIR", help="The folder of records that rows with trees/... name.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def summaries_command(file: Path, transcripts: Path, trees: Path | None, as_json: bool) -> int:
    """How many faithful and faulty summaries of stretches of real sessions `check` refuses."""
    from leadline import bench
    from leadline.bench import summaries
    from leadline.bench.machine import machine_facts

    judged = summaries.run(file, transcripts, trees, show_progress)
    clear_progress()
    command = f"leadline bench summaries {file.name} --transcripts DIR"
    if as_json:
        bench._emit_json(summaries.as_dict(judged) | {"command": command, "machine": machine_facts()})
    else:
        bench._emit([*summaries.render(judged), "", *bench._origin(command, machine_facts())])
    return 0
