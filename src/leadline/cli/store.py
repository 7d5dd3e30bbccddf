"""`leadline store`: what a store is and holds, and how it moves whole into another one."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

import click

from leadline.cli.exits import Exit, InputError
from leadline.cli.options import json_option
from leadline.cli.output import emit, emit_json, is_terminal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.engine.verify import StoreComplaint
    from leadline.stores.transfer import Movable

__all__ = ["command"]


@click.group("store")
def command() -> None:
    """Look at a store, or move it whole. A store is a folder, or postgresql://USER@HOST/DATABASE."""


@command.command("info")
@click.argument("store", required=False, metavar="[STORE]")
@json_option
def info(store: str | None, as_json: bool) -> int:
    """Say where a store is, which schema it has and how it came to it, and how much is in it."""
    from leadline.views.json import plain
    from leadline.views.terminal import table

    with closing(_existing(store)) as opened:
        found = opened.info()
    if as_json:
        emit_json(plain(found))
        return Exit.FINE
    emit(f"{found.kind}  {found.place}")
    emit(
        f"  schema {found.schema}: "
        + ", ".join(f"{row.version} {row.name} ({row.applied_at})" for row in found.applied)
    )
    rows = [
        (name, f"{getattr(found, name):,}")
        for name in ("sessions", "receipts", "nodes", "blobs", "tombstones", "swept")
    ]
    emit("\n".join(f"  {line}" for line in table(rows, right=frozenset((1,)))))
    emit(f"  texts: {found.bytes_plain:,} bytes, kept in {found.bytes_kept:,}")
    return Exit.FINE


@command.command("copy")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@json_option
def copy(source: str, target: str, as_json: bool) -> int:
    """Copy a store whole: texts, receipts, refs, head records, tombstones, and what was swept and by which receipt.

    FROM is verified first, and nobody can write to it meanwhile. TO must be empty, or what an earlier run of the same
    copy left: then this one goes on. At the end everything is compared, and TO is verified. FROM stays as it is.
    """
    import sys

    from leadline.cli.output import warn
    from leadline.compose import open_store_at
    from leadline.engine.session import load_session
    from leadline.engine.verify import verify_store
    from leadline.stores.port import StoreError
    from leadline.stores.transfer import copy_store, is_same_store

    def told(session: str, number: int, of: int) -> None:
        if is_terminal(sys.stderr):
            warn(f"{number} of {of}  {session}")

    with ExitStack() as stack:
        one = stack.enter_context(closing(_existing(source)))
        _require_sound(verify_store(one).complaints, source, "it was not copied")
        other = stack.enter_context(closing(open_store_at(target)))
        if is_same_store(one, other):
            raise InputError(f"FROM and TO are the same store: {one.info().place}", "Name another TO.")
        report = copy_store(one, other, told)
        verified = verify_store(other)
        _require_sound(verified.complaints, target, "the copy is not to be trusted")
        dropped = 0
        for row in one.sessions():
            drops = load_session(one, row.session).drops
            if drops != load_session(other, row.session).drops:
                raise StoreError(f"the copy is not what was copied: the drop log of {row.session} differs")
            dropped += len(drops)
        place = other.info().place
    if as_json:
        emit_json(
            {
                "copied": report.copied, "present": report.present, "receipts": report.receipts, "blobs": report.blobs,
                "swept": report.swept, "dropped": dropped, "target": place, "verified": verified.ok,
            }
        )  # fmt: skip
        return Exit.FINE
    emit(f"{report.copied} sessions copied, {report.present} were there already: {place}")
    emit(
        f"  equal on both sides: receipts {report.receipts}, texts {report.blobs}, dropped facts {dropped}, "
        f"swept texts {report.swept}, and every ref, head record, node and tombstone; the copy verifies"
    )
    return Exit.FINE


def _existing(place: str | None) -> Movable:
    """The store at a place that was given as an argument: these commands have no --store."""
    from leadline.compose import open_store_at
    from leadline.stores.port import StoreError

    try:
        return open_store_at(place, create=False)
    except StoreError as error:
        error.remedy = error.remedy.replace(" with --store", "")
        raise


def _require_sound(complaints: Sequence[StoreComplaint], place: str, so: str) -> None:
    from leadline.stores.port import StoreError

    if complaints:
        first = complaints[0]
        raise StoreError(
            f"{_shown(place)}: {len(complaints)} thing{'s' if len(complaints) != 1 else ''} wrong with it, the first: "
            f"{first.place}: {first.what}; {so}",
            f"Run: leadline verify --store {_shown(place)}",
        )


def _shown(place: str) -> str:
    """A place as it was given, but for a password."""
    from leadline.stores.places import without_password

    return without_password(place)
