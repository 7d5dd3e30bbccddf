"""The command `leadline bench redos`: what is asked, what is printed."""

from __future__ import annotations

import json
import re

import click

from leadline.bench.progress import clear_progress, show_progress

__all__ = ["redos_command"]


@click.command("redos")
@click.option(
    "--attacks", type=click.IntRange(min=1), default=300, show_default=True, help="Attack texts a pattern, at most."
)
@click.option("--only", metavar="REGEX", help="Only patterns whose place (module.name) has this in it.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed draws other attacks.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def redos_command(attacks: int, only: str | None, seed: int, as_json: bool) -> int:
    """Look for super-linear time in every pattern of the package. Exit 1 if one has it."""
    from leadline.bench import redos
    from leadline.bench.machine import machine_facts
    from leadline.bench.redos_patterns import collect
    from leadline.bench.redos_workload import run_workload

    try:
        chosen = re.compile(only or "")
    except re.error as error:
        raise click.UsageError(f"--only {only!r} is no regular expression: {error}") from error
    patterns, unread = collect(run_workload)
    patterns = [f for f in patterns if chosen.search(f.place)]
    if not patterns:
        raise click.UsageError(f"no pattern stands at a place like {only!r}")
    rows = list(redos.try_patterns(patterns, seed, attacks, show_progress))
    clear_progress()
    command = f"leadline bench redos --attacks {attacks} --seed {seed}" + (f" --only '{only}'" if only else "")
    if as_json:
        facts = {"command": command, "machine": machine_facts()}
        click.echo(json.dumps(redos.as_dict(rows, unread) | facts, ensure_ascii=False, indent=2))
    else:
        origin = [f"{name:<18} {value}" for name, value in machine_facts().items()]
        click.echo("\n".join([*redos.render(rows, unread), "", f"{'command':<18} {command}", *origin]))
    return 1 if any(row.offends for row in rows) else 0
