"""`leadline drop`: a person lets an owed fact go, and the store keeps who and why."""

from __future__ import annotations

import click

from leadline.cli.exits import Exit
from leadline.cli.options import json_option, store_option
from leadline.cli.output import emit, emit_json
from leadline.cli.who import by_option, reason_option, who_decides

__all__ = ["command"]


@click.command("drop")
@click.argument("fact")
@reason_option("Why it may be forgotten; kept with the record.")
@by_option
@click.option("--session", metavar="SESSION", help="Session of the store (default: the newest).")
@store_option
@json_option
def command(fact: str, reason: str, by: str | None, session: str | None, store: str | None, as_json: bool) -> int:
    """Record that a person lets an owed fact go. It is in force from the next `leadline compact` on.

    FACT is an id as `leadline probe` and `leadline ledger --facts` print it. Exit 1 for a fact under a hold or pin.
    """
    from leadline.cli.sessions import session_named
    from leadline.compose import open_store
    from leadline.engine.drops import record_drop
    from leadline.views.terminal import one_line, quote

    who = who_decides(by)
    with open_store(store, create=False) as opened:
        name = session_named(opened, session)
        let_go = record_drop(opened, name, fact, by=who, reason=reason)
    if as_json:
        emit_json({"session": name, "fact": let_go, "by": who, "reason": reason})
        return Exit.FINE
    emit(f"{let_go.id}  {let_go.kind}  {quote(let_go.text)}")
    emit(f"  let go by {one_line(who)}: {one_line(reason)}")
    emit("  Nothing demands it any more; a summary may still mention it.")
    return Exit.FINE
