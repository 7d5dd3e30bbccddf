"""`leadline show`: the summary tree of a session, the text of one node, or the sessions of the store."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from leadline.cli.exits import Exit
from leadline.cli.options import archive_option, json_option, session_argument, store_option
from leadline.cli.output import emit, emit_json, use_color

if TYPE_CHECKING:
    from leadline.engine.records import LeafRecord
    from leadline.engine.session import Session
    from leadline.stores.archive import Archive
    from leadline.stores.port import Store

__all__ = ["command"]


@click.command("show")
@session_argument(required=False)
@click.option(
    "--node", metavar="ID", help="Print the text of this node (p1.0) or leaf (n3) with what the gate measured."
)
@click.option("--sessions", is_flag=True, help="List the sessions of the store instead.")
@archive_option
@store_option
@json_option
def command(
    session: str | None, node: str | None, sessions: bool, archive: str | None, store: str | None, as_json: bool
) -> int:
    """Show the summary tree of a session (the newest one, if none is named).

    SESSION is a session's name or its beginning, or the transcript that it was made from.
    """
    from leadline.compose import open_archive

    kept = None if archive is None else open_archive(archive, to_read=True)
    if sessions:
        return _list(store, as_json)
    if session is not None and node is None and re.fullmatch(r"n\d+|p\d+\.\d+", session):
        session, node = None, session  # `leadline show p1.0` means the node: no session is called so
    from leadline.cli.sessions import open_session
    from leadline.views.tree import TreeRow, tree_lines

    with open_session(store, session) as (opened, found):
        if node is not None and any(leaf.id == node for leaf in found.leaves):
            return _leaf(opened, found, node, kept, as_json)
        if node is not None:
            return _node(found, node, as_json)
        rows = {
            leaf.id: TreeRow(leaf.id, _leaf_state(opened, found, leaf), leaf.tokens, _leaf_note(found, leaf))
            for leaf in found.leaves
        }
    for record in found.nodes:
        n = record.node
        note = f"{record.n_retained} of {record.n_owed} owed facts" + (f"; {record.rule}" if record.rule else "")
        rows[n.id] = TreeRow(n.id, n.state, n.tokens, note, n.children)
    tops = [r.node.id for r in found.top]
    under = {child for record in found.nodes for child in record.node.children}
    tops += [leaf.id for leaf in found.leaves if leaf.id not in under]
    if as_json:
        emit_json({"session": found.name, "meta": found.meta, "top": tops, "nodes": list(rows.values())})
        return Exit.FINE
    emit(f"{found.name}  {found.meta.get('source') or ''}".rstrip())
    emit("\n".join(tree_lines(tops, rows, color=use_color())))
    return Exit.FINE


def _list(store: str | None, as_json: bool) -> int:
    from leadline.cli.sessions import read_meta
    from leadline.compose import open_store
    from leadline.views.terminal import table

    with open_store(store, create=False) as opened:
        found = [(row, read_meta(opened, row.session)) for row in opened.sessions()]
    if as_json:
        emit_json(
            [
                {"session": r.session, "source": m.get("source"), "receipts": r.count, "updated_at": r.updated_at}
                for r, m in found
            ]
        )
        return Exit.FINE
    rows = [(r.session, str(r.count), r.updated_at, str(m.get("source") or "live")) for r, m in found]
    emit("\n".join(table([("session", "receipts", "updated", "source"), *rows], limit=140)))
    return Exit.FINE


def _leaf_state(opened: Store, found: Session, leaf: LeafRecord) -> str:
    if leaf.id in found.tombstones:
        return "swept"
    if not opened.has(leaf.text_digest):
        return "missing"
    return "marked" if found.mark is not None and leaf.id in found.mark.leaves else "leaf"


def _leaf_note(found: Session, leaf: LeafRecord) -> str:
    from leadline.engine.keeps import find_keep

    note = "lines {}-{}".format(*leaf.lines_at(0, leaf.chars))
    stone, keep = found.tombstones.get(leaf.id), find_keep(found, leaf.index)
    if stone is not None:
        note += "; deleted" if stone.archive is None else f"; in the archive {stone.archive}"
    return note if keep is None else f"{note}; {keep.id}"


def _leaf(opened: Store, found: Session, id: str, archive: Archive | None, as_json: bool) -> int:
    """A leaf's text; of a swept one, what the tombstone keeps and where the rest went."""
    from leadline.engine.references import full_text, where_it_went
    from leadline.views.terminal import one_line, visible

    record = next(leaf for leaf in found.leaves if leaf.id == id)
    stone = found.tombstones.get(id)
    text = full_text(opened, found, record, archive)
    went = None if stone is None else where_it_went(stone)
    kept = () if stone is None else stone.pieces
    if as_json:
        emit_json({"id": id, "text": text, "went": went, "kept": kept})
        return Exit.FINE
    if went is not None:
        emit(one_line(went))
    emit()
    if text is not None:
        emit(visible(text))
    elif stone is None:
        emit("no text: it is not in the store, and no sweep took it; leadline verify says more")
    else:
        emit("\n".join(f"{start}-{end}  {one_line(words)}" for start, end, words in kept) or "nothing owed stood here")
    return Exit.FINE


def _node(found: Session, id: str, as_json: bool) -> int:
    from leadline.engine.session import UnknownReferenceError
    from leadline.views.json import plain
    from leadline.views.terminal import visible

    record = found.node(id)
    if record is None:
        raise UnknownReferenceError(f"node {id} is not in session {found.name}; leadline show lists them")
    text = record.node.draft.text if record.node.draft is not None else None
    about = {
        "state": record.node.state, "verdict": record.verdict, "rule": record.rule, "owed": record.n_owed,
        "retained": record.n_retained, "signals": plain(record.signals), "findings": plain(record.findings),
        "attempts": [{"kind": a.kind, "verdict": a.verdict, "rule": a.rule} for a in record.attempts],
    }  # fmt: skip
    if as_json:
        emit_json({"id": id, "text": text, **about})
        return Exit.FINE
    for key, value in about.items():
        if value not in (None, [], {}):
            emit(f"{key}: {visible(str(value))}")
    emit()
    emit(visible(text) if text is not None else "no text: its children stand for themselves")
    return Exit.FINE
