"""`leadline ledger`: the state of every owed fact of every leaf, and that the account adds up."""

from __future__ import annotations

import click

from leadline.cli.exits import Exit
from leadline.cli.options import json_option, session_argument, store_option
from leadline.cli.output import emit, emit_json, use_color

__all__ = ["command"]

MEANINGS = {
    "root": "readable at the root",
    "frontier": "readable in a node beside the root",
    "leaf": "readable in a leaf that stays as it is",
    "dropped": "let go, with a record of who and why (superseded, answered, said again later, or by a person)",
    "unaccounted": "none of these: a fault of leadline, please report it",
}


@click.command("ledger")
@session_argument(required=False)
@click.option("--facts", is_flag=True, help="List every fact with its state.")
@store_option
@json_option
def command(session: str | None, facts: bool, store: str | None, as_json: bool) -> int:
    """Count where every owed fact of every leaf is now. Exit 1 if one is unaccounted for."""
    from leadline.cli.sessions import open_session
    from leadline.engine.ledger import account
    from leadline.views.terminal import one_line, paint, quote

    with open_session(store, session) as (_, found):
        accounted = account(found)
    code = Exit.REFUSED if accounted.counts["unaccounted"] else Exit.FINE
    if as_json:
        value: dict[str, object] = {
            "session": found.name, "owed": len(accounted.entries), "counts": accounted.counts, "unclassified": accounted.unclassified,
        }  # fmt: skip
        emit_json({**value, "facts": accounted.entries} if facts else value)
        return code
    emit(f"{len(accounted.entries)} owed facts in the leaves of {found.name}")
    for where, n in accounted.counts.items():
        color = use_color() and where == "unaccounted" and n > 0
        emit(paint(f"  {n:>6}  {MEANINGS[where]}", "red", color))
    emit(f"  {accounted.unclassified:>6}  passages that only the shadow pass saw; their leaves are never swept")
    if facts:
        emit()
        for entry in accounted.entries:
            emit(
                f"{entry.fact.id}  {entry.where}  {entry.fact.kind}  {one_line(entry.detail)}  {quote(entry.fact.text, 100)}"
            )
    return code
