"""The command `leadline bench fuzz`: what is asked, what is printed."""

from __future__ import annotations

import click

from leadline.bench.fuzz import SHARES
from leadline.bench.progress import clear_progress, show_progress

__all__ = ["fuzz_command"]


@click.command("fuzz")
@click.option("--inputs", type=click.IntRange(min=1), default=200_000, show_default=True, help="Inputs in all.")
@click.option("--target", "only", type=click.Choice(tuple(SHARES)), multiple=True, help="Only this one (repeatable).")
@click.option(
    "--engine", type=click.Choice(("mutations", "atheris")), default="mutations", show_default=True,
    help="Who chooses the inputs; atheris is guided by coverage, takes one --target and must be installed.",
)  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed makes other inputs.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def fuzz_command(inputs: int, only: tuple[str, ...], engine: str, seed: int, as_json: bool) -> int:
    """Feed readers, codec, receipts, policies and check with broken input. Exit 1 for a crash, a hang or an unclear error."""
    from leadline import bench
    from leadline.bench import fuzz
    from leadline.bench.machine import machine_facts

    if engine == "atheris":
        from leadline.bench.fuzz_atheris import run_atheris

        if len(only) != 1:
            raise click.UsageError("--engine atheris takes exactly one --target")
        return run_atheris(only[0], inputs, seed)
    rows = fuzz.run(inputs, seed, only, show_progress)
    clear_progress()
    command = f"leadline bench fuzz --inputs {inputs} --seed {seed}" + "".join(f" --target {name}" for name in only)
    if as_json:
        bench._emit_json(fuzz.as_dict(rows) | {"command": command, "machine": machine_facts()})
    else:
        bench._emit([*fuzz.render(rows), "", *bench._origin(command, machine_facts())])
    return 1 if any(row.failures for row in rows) else 0
