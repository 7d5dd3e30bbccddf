"""The command `leadline bench demands`: kept in other words, or gone? One report, as text or as one JSON object."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click

__all__ = ["demands_command"]

_DIR = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command("demands")
@click.argument("folder", type=_DIR)
@click.option(
    "--authors", type=click.Choice(("dev", "held-out", "both")), default="dev", show_default=True,
    help="Those whose items were read while checks were written, the others, or all.",
)  # fmt: skip
@click.option(
    "--workers", type=click.IntRange(min=1), default=None, metavar="N", help="Processes (default: one a core)."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def demands_command(folder: Path, authors: str, workers: int | None, as_json: bool) -> int:
    """Demands that a parent keeps in other words against demands that are gone: what is told apart, and what refuses."""
    from leadline.bench import demand_pairs, demands
    from leadline.bench.machine import machine_facts

    pairs = demand_pairs.read_pairs(folder, authors)
    told = list(demands.judge_pairs(pairs, workers=workers or os.cpu_count() or 1))
    command = f"leadline bench demands DIR --authors {authors}"
    if as_json:
        shown = {**demands.as_dict(told), "command": command, "machine": machine_facts()}
        click.echo(json.dumps(shown, ensure_ascii=False, indent=2))
    else:
        origin = [f"{name:<18} {value}" for name, value in {"command": command, **machine_facts()}.items()]
        click.echo("\n".join([f"authors {authors}", *demands.render(told), "", *origin]))
    return 0
