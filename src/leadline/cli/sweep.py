"""`leadline sweep`: which leaves the root still answers for, and, on request, their removal."""

from __future__ import annotations

import click

from leadline.cli.exits import Exit
from leadline.cli.options import json_option, session_argument, store_option
from leadline.cli.output import emit, emit_json

__all__ = ["command"]


@click.command("sweep")
@session_argument(required=False)
@click.option(
    "--dry-run/--apply", "dry_run", default=True, help="Only plan (the default), or remove what the plan allows."
)
@store_option
@json_option
def command(session: str | None, dry_run: bool, store: str | None, as_json: bool) -> int:
    """Plan which leaves may go, and with --apply remove their text. A tombstone keeps the owed sentences.

    A leaf may go only if every owed fact in it is readable in a node that stands, or was dropped with a record.
    """
    from leadline.cli.sessions import read_meta, session_named
    from leadline.compose import open_store
    from leadline.core.policy.model import Policy, policy_from_mapping
    from leadline.engine.sweep import apply_sweep, plan_sweep
    from leadline.views.terminal import table

    with open_store(store, create=False) as opened:
        name = session_named(opened, session)
        plan = plan_sweep(opened, name)
        policy = read_meta(opened, name).get("policy")
        digest = (policy_from_mapping(policy) if policy else Policy()).digest()
        swept = 0 if dry_run else apply_sweep(opened, plan, policy_digest=digest)
    if as_json:
        emit_json(
            {
                "session": name,
                "applied": not dry_run,
                "swept": swept,
                "allowed": len(plan.allowed),
                "leaves": plan.items,
            }
        )
        return Exit.FINE
    rows = [
        (i.leaf, f"{i.lines[0]}-{i.lines[1]}", f"{i.chars:,}", "may go" if i.allowed else "stays", i.reason)
        for i in plan.items
    ]
    emit("\n".join(table([("leaf", "lines", "chars", "", "because"), *rows], right=frozenset((2,)))))
    emit()
    chars = sum(i.chars for i in plan.allowed)
    if dry_run:
        emit(
            f"{len(plan.allowed)} of {len(plan.items)} leaves may go ({chars:,} characters). Nothing was touched; to remove them: leadline sweep {name} --apply"
        )
    else:
        emit(f"{swept} leaves were removed ({chars:,} characters); tombstones keep their owed sentences")
    return Exit.FINE
