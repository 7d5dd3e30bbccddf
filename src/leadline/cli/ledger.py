"""`leadline ledger`: the state of every fact of every leaf, and that the account adds up."""

from __future__ import annotations

import click

from leadline.cli.exits import Exit
from leadline.cli.options import archive_option, json_option, session_argument, store_option
from leadline.cli.output import emit, emit_json, use_color

__all__ = ["command"]

MEANINGS = {
    "root": "readable at the root",
    "frontier": "readable in a named node or leaf beside the root",
    "held": "not readable above; in its leaf, a tombstone or an archive",
    "dropped": "let go, with a record: by a rule, a sweep or a person",
    "unverifiable": "none of these can be shown",
}


@click.command("ledger")
@session_argument(required=False)
@click.option(
    "--facts", is_flag=True, help="List every owed fact with its state, and the supporting ones counted by leaf."
)
@archive_option
@store_option
@json_option
def command(session: str | None, facts: bool, archive: str | None, store: str | None, as_json: bool) -> int:
    """Count where every fact of every leaf is now: each is in exactly one of five states.

    Exit 1 if an owed one is unverifiable: neither readable nor let go with a record. With --archive each archived text is
    fetched and hashed, and those that are not there are listed.
    """
    from leadline.cli.keeping import keep_lines
    from leadline.cli.sessions import open_session
    from leadline.compose import open_archive
    from leadline.engine.ledger import STATES, account
    from leadline.views.terminal import one_line, paint, quote, table

    kept = None if archive is None else open_archive(archive, to_read=True)
    with open_session(store, session) as (opened, found):
        book = account(found, opened, kept)
    code = Exit.FINE if book.adds_up and not book.counts["unverifiable"] else Exit.REFUSED
    standing = [keep for keep in found.keeps.values() if keep.released is None]
    archived = sum(stone.archive is not None for stone in found.tombstones.values())
    if as_json:
        value: dict[str, object] = {
            "session": found.name, "owed": book.n_owed, "counts": book.counts, "supporting": book.n_supporting,
            "supporting_counts": book.supporting, "adds_up": book.adds_up, "unclassified": book.unclassified, "keeps": standing,
            "swept": len(found.tombstones),
            "archive": None if kept is None else {"place": kept.place, "asked": archived, "not_there": book.not_archived},
        }  # fmt: skip
        emit_json({**value, "facts": book.entries, "tallies": book.tallies} if facts else value)
        return code
    emit(
        f"{found.name}: {book.n_owed} owed facts and {book.n_supporting} supporting ones in {len(found.leaves)} leaves"
    )
    rows = [(f"{book.counts[w]:,}", f"{book.supporting[w]:,}", MEANINGS[w]) for w in STATES]
    total = (f"{sum(book.counts.values()):,}", f"{sum(book.supporting.values()):,}", "together" if book.adds_up else "together: THIS DOES NOT ADD UP, please report it")  # fmt: skip
    lines = table([("owed", "supporting", ""), *rows, total], right=frozenset((0, 1)))
    alarm = use_color() and code == Exit.REFUSED
    emit("\n".join(paint(line, "red", alarm and MEANINGS["unverifiable"] in line) for line in lines))
    if book.unclassified:
        emit(f"besides: {book.unclassified} passages that only the shadow pass saw; their leaves are never swept")
    for line in keep_lines(standing):
        emit(f"kept: {line}")
    if kept is not None:
        there = archived - len(book.not_archived)
        emit(f"archive: {there} of {archived} texts that went to an archive are in {one_line(kept.place)}")
        for leaf, what in book.not_archived.items():
            emit(f"  {leaf}  {one_line(what)}")
        if book.not_archived:
            emit(
                "Name the archive that the tombstones name (leadline show lists them), or the place to which it was moved."
            )
    if facts:
        emit()
        for entry in book.entries:
            when = f" ({entry.since[:19]})" if entry.since else ""
            emit(f"{entry.fact.id}  {entry.where}  {entry.fact.kind}  {one_line(entry.detail)}{when}  [{entry.reference}]  {quote(entry.fact.text, 100)}")  # fmt: skip
        for tally in book.tallies:
            emit(f"{tally.leaf}  {tally.where}  {tally.n} supporting {tally.kind}  {one_line(tally.detail)}")
    return code
