"""Reads a session of a PostgreSQL store out row by row, and puts one in; counts and checks what a store holds.

In: a connection inside the caller's transaction. The rows are those of `transfer.SessionDump`. Nothing is looked at
twice: the caller has checked that the session is new. `complaints` asks what the server itself leaves open: a guard that
somebody switched off, and rows whose other half is gone (possible only with the guards off).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, text

from leadline.stores import postgres_rows as rows
from leadline.stores import steps
from leadline.stores.encoding import name_of, name_to_bytes
from leadline.stores.port import ReceiptRow, SessionRow
from leadline.stores.postgres_server import Place, read_applied
from leadline.stores.transfer import SessionDump, StoreInfo

__all__ = ["complaints", "dump", "info", "restore"]

_BATCH_BYTES = 4 << 20  # of texts that are in memory at once while a session is filled

_HALVES = (  # table, its column, parent, the parent's column
    ("holders", "blob", "blobs", "id"),
    ("holders", "session", "refs", "session"),
    ("receipts", "session", "refs", "session"),
    ("heads", "session", "refs", "session"),
    ("nodes", "session", "refs", "session"),
    ("refs", "session", "sessions", "id"),
    ("sessions", "id", "refs", "session"),
    ("tombstones", "(session, receipt)", "receipts", "(session, digest)"),
    ("swept", "(session, receipt)", "receipts", "(session, digest)"),
)
_GUARDS = ("receipts_are_never_changed", "receipts_are_never_truncated")


def dump(db: Connection, session: str) -> SessionDump:
    found = rows.find_session(db, name_to_bytes(session))
    if found.id is None:
        raise steps.unknown_session(session)
    key = {"session": found.id}
    ref, count, head, at = db.execute(
        text(
            "SELECT r.ref, coalesce(h.count, 0), coalesce(h.digest, ''), r.updated_at FROM refs r "
            "LEFT JOIN heads h USING (session) WHERE r.session = :session"
        ),
        key,
    ).one()
    receipts = text("SELECT seq, digest, body, written_at FROM receipts WHERE session = :session ORDER BY seq")
    swept = text("SELECT digest, receipt FROM swept WHERE session = :session ORDER BY digest, receipt")
    held = text("SELECT b.digest FROM holders h JOIN blobs b ON b.id = h.blob WHERE h.session = :session ORDER BY 1")
    name = name_to_bytes(session)
    return SessionDump(
        SessionRow(session, ref, count, head, at),
        tuple(ReceiptRow(r[0], r[1], bytes(r[2]), r[3]) for r in db.execute(receipts, key)),
        tuple((name_of(node_id), digest) for node_id, digest in rows.nodes_of(db, name)),
        rows.tombstones_of(db, name),
        tuple((str(row[0]), str(row[1])) for row in db.execute(swept, key)),
        tuple(str(digest) for digest in db.execute(held, key).scalars()),
    )


def restore(db: Connection, dumped: SessionDump, read: Callable[[str], bytes]) -> None:
    row, session = dumped.row, rows.new_session(db, name_to_bytes(dumped.row.session))
    batch: dict[str, bytes] = {}
    for digest in dumped.held:
        batch[digest] = steps.whole(digest, read(digest))
        if sum(map(len, batch.values())) >= _BATCH_BYTES:
            rows.put_blobs(db, batch)
            batch = {}
    rows.put_blobs(db, batch)
    rows.hold(db, session, dumped.held)
    for digest, receipt in dumped.tombstones:
        rows.put_tombstones(db, session, {digest: steps.whole(digest, read(digest))}, receipt)
    rows.set_nodes(db, session, [(name_to_bytes(node_id), digest) for node_id, digest in dumped.nodes])
    for statement, given in (
        ("INSERT INTO swept VALUES (:digest, :session, :receipt)",
         [{"digest": digest, "session": session, "receipt": receipt} for digest, receipt in dumped.swept]),
        ("INSERT INTO receipts VALUES (:session, :seq, :digest, :body, :at)",
         [{"session": session, "seq": r.seq, "digest": r.digest, "body": r.body, "at": r.written_at}
          for r in dumped.receipts]),
        ("INSERT INTO heads VALUES (:session, :count, :head)",
         [{"session": session, "count": row.count, "head": row.head}]),
        ("INSERT INTO refs VALUES (:session, :ref, nextval('turns'), :at)",
         [{"session": session, "ref": row.ref, "at": row.updated_at}]),
    ):  # fmt: skip
        if given:
            db.execute(text(statement), given)


def info(db: Connection, place: Place) -> StoreInfo:
    counts = db.execute(
        text(
            "SELECT (SELECT count(*) FROM refs), (SELECT count(*) FROM receipts), (SELECT count(*) FROM nodes), "
            "(SELECT count(*) FROM blobs), (SELECT count(*) FROM tombstones), (SELECT count(*) FROM swept), "
            "(SELECT coalesce(sum(size), 0) FROM blobs), (SELECT coalesce(sum(octet_length(body)), 0) FROM blobs)"
        )
    ).one()
    applied = read_applied(db, place.schema) or ()
    return StoreInfo("postgresql", place.shown, len(applied), applied, *(int(count) for count in counts))


def complaints(db: Connection) -> Sequence[str]:
    found = []
    guards = text(
        "SELECT tgname FROM pg_trigger WHERE tgrelid = CAST('receipts' AS regclass) AND tgenabled IN ('O', 'A')"
    )
    there = set(db.execute(guards).scalars())
    found += [f"the trigger {guard} was removed or switched off" for guard in _GUARDS if guard not in there]
    for table, column, parent, its in _HALVES:
        query = text(f"SELECT count(*) FROM {table} WHERE {column} NOT IN (SELECT {its.strip('()')} FROM {parent})")
        if count := db.execute(query).scalar_one():
            a_row = "a row" if count == 1 else f"{count} rows"
            found.append(f"{a_row} of {table} names a row of {parent} that is not there")
    return tuple(found)
