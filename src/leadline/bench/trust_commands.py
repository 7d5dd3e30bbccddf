"""`leadline bench store | kills | writers | disk-full`: what the store costs, and what it survives."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import click

from leadline.bench.progress import clear_progress, show_progress

__all__ = ["disk_full_command", "kills_command", "store_command", "writers_command"]

_seed = click.option("--seed", type=int, default=1, show_default=True, help="Another seed makes other sessions.")
_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
_server = click.option(
    "--server", default=None, metavar="URL", help="Of a PostgreSQL database to do it in, in schemas of its own."
)


@click.command("store")
@click.option("--steps", type=click.IntRange(min=1), default=400, show_default=True, help="Commits to make.")
@_server
@_json
def store_command(steps: int, server: str | None, as_json: bool) -> int:
    """What a commit costs in time and bytes, beside plain inserts of the same bytes in turn with it."""
    from leadline.bench import store

    figures = store.measure_store(steps) if server is None else store.measure_server(steps, server)
    command = f"leadline bench store --steps {steps}{' --server URL' if server else ''}"
    return _told(as_json, "store", dataclasses.asdict(figures), [store.render_store(figures)], command, failed=False)


@click.command("kills")
@click.option("--kills", type=click.IntRange(min=1), default=500, show_default=True, help="Processes to kill, in all.")
@_seed
@_server
@_json
def kills_command(kills: int, seed: int, server: str | None, as_json: bool) -> int:
    """Kill compact, drop, sweep and migrate at random moments, and look at what is left. Exit 1 if anything is lost."""
    from leadline.bench import kills as bench

    report = bench.run_kills(kills, seed, server, show_progress)
    clear_progress()
    command = f"leadline bench kills --kills {kills} --seed {seed}{' --server URL' if server else ''}"
    return _told(
        as_json, "kills", dataclasses.asdict(report), bench.render_kills(report), command, failed=report.failed
    )


@click.command("writers")
@click.option("--processes", type=click.IntRange(min=2), default=8, show_default=True, help="On one store at once.")
@click.option("--seconds", type=click.IntRange(min=1), default=30, show_default=True, help="At least so long.")
@_seed
@_server
@_json
def writers_command(processes: int, seconds: int, seed: int, server: str | None, as_json: bool) -> int:
    """Compact, drop, sweep and read one store by several processes at once. Exit 1 if an update is lost or half seen."""
    from leadline.bench import writers as bench

    report = bench.run_writers(processes, seconds, seed, server)
    command = f"leadline bench writers --processes {processes} --seconds {seconds} --seed {seed}{' --server URL' if server else ''}"
    return _told(
        as_json, "writers", dataclasses.asdict(report), bench.render_writers(report), command, failed=report.failed
    )


@click.command("disk-full")
@click.option("--points", type=click.IntRange(min=2), default=40, show_default=True, help="From no room to enough.")
@click.option("--mount/--no-mount", default=None, help="Also on a small file system of its own (default: where it can be mounted).")  # fmt: skip
@_seed
@_json
def disk_full_command(points: int, mount: bool | None, seed: int, as_json: bool) -> int:
    """Fill the disk under a compaction at one point after the other. Exit 1 if one leaves half a write."""
    from leadline.bench import disk_full as bench

    mounts = [False, True] if (bench.can_mount() if mount is None else mount) else [False]
    reports = [bench.run_full(points, seed, mount=one, progress=show_progress) for one in mounts]
    clear_progress()
    command = (
        f"leadline bench disk-full --points {points}{' --mount' if len(mounts) == 2 else ' --no-mount'} --seed {seed}"
    )
    facts = {"reports": [dataclasses.asdict(report) for report in reports]}
    return _told(
        as_json, "disk-full", facts, bench.render_full(reports), command, failed=any(r.failed for r in reports)
    )


def _told(as_json: bool, name: str, facts: dict[str, Any], lines: list[str], command: str, *, failed: bool) -> int:
    from leadline.bench.machine import machine_facts

    machine = machine_facts()
    if as_json:
        click.echo(json.dumps({"bench": name, **facts, "command": command, "machine": machine}, indent=2))
    else:
        origin = [f"{name:<18} {value}" for name, value in machine.items()]
        click.echo("\n".join([*lines, "", f"{'command':<18} {command}", *origin]))
    return 1 if failed else 0
