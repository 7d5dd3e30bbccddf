"""`leadline expand`: from a reference back to the exact source, in the store or in a transcript."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from leadline.cli.exits import Exit, InputError
from leadline.cli.options import archive_option, json_option, read_session_path, store_option
from leadline.cli.output import emit, emit_json, use_color

if TYPE_CHECKING:
    from leadline.engine.session import Session
    from leadline.stores.port import Store

__all__ = ["command"]

_LINE = re.compile(r"(.+):(\d+)$")


@click.command("expand")
@click.argument("reference")
@click.option("--session", metavar="SESSION", help="Session of the store (default: the newest).")
@click.option("--show-secrets", is_flag=True, help="Put back what placeholders stand for, where the store keeps it.")
@archive_option
@store_option
@json_option
def command(
    reference: str, session: str | None, archive: str | None, store: str | None, as_json: bool, show_secrets: bool
) -> int:
    """Lead a reference back to its exact source. Of a swept leaf: to what its tombstone keeps, or with --archive to its text.

    \b
    n12          a leaf                    n12.340   the sentence at this offset of it
    p1.0         a node                    p1.0.3    its third sentence
    a fact's id                            FILE:LINE the message at a line of a transcript
    """
    from leadline.compose import open_archive
    from leadline.views.json import plain
    from leadline.views.tree import place_lines

    kept = None if archive is None else open_archive(archive, to_read=True)
    at = _LINE.match(reference)
    if at:
        source, places = at[1], [_message_at(at[1], int(at[2]), show_secrets)]
    else:
        from leadline.cli.sessions import open_session
        from leadline.engine.references import resolve_reference

        with open_session(store, session) as (opened, found):
            places = [plain(place) for place in resolve_reference(opened, found, reference, kept)]
            if show_secrets:
                places = [_with_secrets(opened, found, place) for place in places]
        source = str(found.meta.get("source") or found.name)
    if as_json:
        emit_json({"reference": reference, "source": source, "places": places})
        return Exit.FINE
    for n, place in enumerate(places):
        if n:
            emit()
        emit("\n".join(place_lines(place, source, color=use_color())))
    return Exit.FINE


def _with_secrets(store: Store, session: Session, place: dict[str, Any]) -> dict[str, Any]:
    from leadline.engine.originals import read_originals, with_originals

    record = next((leaf for leaf in session.leaves if leaf.id == place["leaf"]), None)
    if record is None or place["text"] is None:
        return place
    return {**place, "text": with_originals(place["text"], place["start"], read_originals(store, record))}


def _message_at(path: str, line: int, show_secrets: bool) -> dict[str, object]:
    from leadline.core.secrets.redact import Redactor
    from leadline.core.text.messages import Message
    from leadline.readers import open_transcript

    redactor = Redactor()  # as in `compact`: what an earlier message names as a secret is one here too
    for item in open_transcript(read_session_path(path)):
        if not isinstance(item, Message):
            continue
        shown = item if show_secrets else redactor.message(item)
        if item.line == line:
            return {
                "leaf": item.id,
                "start": 0,
                "end": len(shown.text),
                "lines": [line, line],
                "text": shown.text,
                "role": item.role,
            }
    raise InputError(f"{path} has no message at line {line}", "lines are those that audit and show print")
