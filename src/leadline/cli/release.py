"""`leadline release`: ends a hold or a pin, with who and why."""

from __future__ import annotations

import click

from leadline.cli.exits import Exit
from leadline.cli.keeping import keep_lines
from leadline.cli.options import json_option, store_option
from leadline.cli.output import emit, emit_json
from leadline.cli.who import by_option, reason_option, who_decides

__all__ = ["command"]


@click.command("release")
@click.argument("keep", metavar="ID")
@reason_option("Why it may end; kept with the record.")
@by_option
@click.option("--session", metavar="SESSION", help="Session of the store (default: the newest).")
@store_option
@json_option
def command(keep: str, reason: str, by: str | None, session: str | None, store: str | None, as_json: bool) -> int:
    """End a hold or pin. ID is what `leadline hold` printed (hold-1, pin-2).

    What it covered may be swept again, after a new mark and a new grace period.
    """
    from leadline.cli.sessions import session_named
    from leadline.compose import open_store
    from leadline.engine.keeping import record_release

    with open_store(store, create=False) as opened:
        name = session_named(opened, session)
        ended = record_release(opened, name, keep, by=who_decides(by), reason=reason)
    if as_json:
        emit_json({"session": name, "keeps": [ended]})
        return Exit.FINE
    emit("\n".join(keep_lines([ended])))
    return Exit.FINE
