"""`leadline hold`: a duty to keep. Nothing under it is swept, and nothing owed under it is let go."""

from __future__ import annotations

import click

from leadline.cli.keeping import keep_options, keep_or_list

__all__ = ["command"]


@click.command("hold")
@keep_options("Why it must be kept (a case, an order); kept with the record.")
def command(
    target: str | None, reason: str, by: str | None, session: str | None, store: str | None, as_json: bool
) -> int:
    """Hold TARGET: no sweep takes text under it and no fact under it is let go, until `leadline release`.

    TARGET is a leaf (n12), a node (p1.0: all leaves under it), a fact's id (its leaf), or the word `session` (all, also what is
    still to come). Without TARGET: list what is held and pinned. A mark for a sweep that stands is void from then on.
    """
    return keep_or_list("hold", target, reason, by, session, store, as_json)
