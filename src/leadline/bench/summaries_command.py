"""The command `leadline bench summaries`: what is asked, what is printed."""

from __future__ import annotations

from pathlib import Path

import click

from leadline.bench.judge_choice import Asking, chosen, judge_options, told_in_command
from leadline.bench.progress import clear_progress, show_progress

__all__ = ["summaries_command"]

_DIR = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command("summaries")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE")
@click.option("--transcripts", type=_DIR, required=True, metavar="DIR", help="The sessions that the summaries are of.")
@click.option("--trees", type=_DIR, metavar="DIR", help="The folder of records that rows with trees/... name.")
@judge_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def summaries_command(
    file: Path, transcripts: Path, trees: Path | None, judge: str | None, judge_url: str | None, answers: Path | None,
    as_json: bool,
) -> int:  # fmt: skip
    """How many faithful and faulty summaries of stretches of real sessions `check` refuses, by rules or with a judge behind them."""
    from leadline import bench
    from leadline.bench import summaries
    from leadline.bench.machine import machine_facts
    from leadline.bench.recorded import require_kept

    chosen_one, asking = chosen(judge, judge_url, answers), Asking()
    judged = summaries.run(file, transcripts, trees, show_progress, chosen_one, asking.add)
    clear_progress()
    require_kept(chosen_one)
    command = f"leadline bench summaries {file.name} --transcripts DIR"
    command += told_in_command(chosen_one, judge, answers)
    if as_json:
        told_of = asking.as_dict(chosen_one)
        bench._emit_json(summaries.as_dict(judged) | told_of | {"command": command, "machine": machine_facts()})
    else:
        told = [f"with the judge {chosen_one.name}: {asking.line()}", ""] if chosen_one is not None else []
        bench._emit([*told, *summaries.render(judged), "", *bench._origin(command, machine_facts())])
    return 0
