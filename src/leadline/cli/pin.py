"""`leadline pin`: a wish to keep. Nothing under it is swept, and a pinned fact is not let go."""

from __future__ import annotations

import click

from leadline.cli.keeping import keep_options, keep_or_list

__all__ = ["command"]


@click.command("pin")
@keep_options("Why it should stay; kept with the record.")
def command(
    target: str | None, reason: str, by: str | None, session: str | None, store: str | None, as_json: bool
) -> int:
    """Pin TARGET: no sweep takes text under it, until `leadline release`.

    TARGET is what `leadline hold` takes. Unlike a hold, a pin on a leaf or node does not keep anybody from letting a fact
    of it go; a pin on a fact does. Without TARGET: list what is held and pinned.
    """
    return keep_or_list("pin", target, reason, by, session, store, as_json)
