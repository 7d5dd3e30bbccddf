"""`leadline bench tamper`: random changes of receipt bundles, none of which may be accepted."""

from __future__ import annotations

import json

import click

__all__ = ["tamper_command"]


@click.command("tamper")
@click.option(
    "--mutations", type=click.IntRange(min=1), default=1000, show_default=True, help="Changed bundles to try, in all."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed makes other changes.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def tamper_command(mutations: int, seed: int, as_json: bool) -> int:
    """Change receipt bundles at random, and have each checked. Exit 1 if one is accepted. Needs leadline[signatures]."""
    from leadline.bench import tamper
    from leadline.bench.machine import machine_facts

    rows = tamper.run(mutations, seed)
    command = f"leadline bench tamper --mutations {mutations} --seed {seed}"
    if as_json:
        facts = {"command": command, "machine": machine_facts()}
        click.echo(json.dumps(tamper.as_dict(rows) | facts, ensure_ascii=False, indent=2))
    else:
        origin = [f"{name:<18} {value}" for name, value in machine_facts().items()]
        click.echo("\n".join([*tamper.render(rows), "", f"{'command':<18} {command}", *origin]))
    return 1 if any(row.accepted for row in rows) else 0
