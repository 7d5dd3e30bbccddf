"""`leadline pin`: a wish to keep. Nothing under it is swept, and a pinned fact is not let go."""

from __future__ import annotations

import click

from leadline.cli.keeping import keep_or_list
from leadline.cli.options import json_option, store_option
from leadline.cli.who import by_option, reason_option

__all__ = ["command"]


@click.command("pin")
@click.argument("target", required=False, metavar="[TARGET]")
@reason_option("Why it should stay; kept with the record.", required=False)
@by_option
@click.option("--session", metavar="SESSION", help="Session of the store (default: the newest).")
@store_option
@json_option
def command(
    target: str | None, reason: str, by: str | None, session: str | None, store: str | None, as_json: bool
) -> int:
    """Pin TARGET: no sweep takes text under it, until `leadline release`.

    TARGET is what `leadline hold` takes. Unlike a hold, a pin on a leaf or node does not keep anybody from letting a fact
    of it go; a pin on a fact does. Without TARGET: list what is held and pinned.
    """
    return keep_or_list("pin", target, reason, by, session, store, as_json)
