"""Reads a session of an SQLite store out row by row, and puts one in; counts what a store holds.

In: a connection inside the caller's transaction. The rows are those of `transfer.SessionDump`. Nothing is looked at twice: the caller has checked that the session is new.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from leadline.stores import sqlite_rows as rows
from leadline.stores import steps
from leadline.stores.encoding import name_of, name_to_bytes
from leadline.stores.port import ReceiptRow, SessionRow
from leadline.stores.schema import read_applied, read_version
from leadline.stores.transfer import SessionDump, StoreInfo

__all__ = ["dump", "info", "restore"]

_COUNTS = (
    "SELECT (SELECT count(*) FROM refs), (SELECT count(*) FROM receipts), (SELECT count(*) FROM nodes), "
    "(SELECT count(*) FROM blobs), (SELECT count(*) FROM tombstones), (SELECT count(*) FROM swept), "
    "(SELECT coalesce(sum(size), 0) FROM blobs), (SELECT coalesce(sum(length(body)), 0) FROM blobs)"
)


def dump(db: sqlite3.Connection, session: str) -> SessionDump:
    key = (name_to_bytes(session),)
    found = db.execute(
        "SELECT r.ref, CAST(coalesce(h.count, 0) AS INTEGER), coalesce(h.digest, ''), r.updated_at "
        "FROM refs r LEFT JOIN heads h USING (session) WHERE r.session = ?",
        key,
    ).fetchone()
    if found is None:
        raise steps.unknown_session(session)
    receipts = db.execute(
        "SELECT seq, digest, CAST(body AS BLOB), written_at FROM receipts WHERE session = ? ORDER BY seq", key
    ).fetchall()
    nodes = db.execute("SELECT node_id, digest FROM nodes WHERE session = ? ORDER BY node_id", key).fetchall()
    return SessionDump(
        SessionRow(session, *found),
        tuple(ReceiptRow(*row) for row in receipts),
        tuple((name_of(node_id), digest) for node_id, digest in nodes),
        tuple(db.execute("SELECT digest, receipt FROM tombstones WHERE session = ? ORDER BY rowid", key)),
        tuple(db.execute("SELECT digest, receipt FROM swept WHERE session = ? ORDER BY digest, receipt", key)),
        tuple(
            digest
            for (digest,) in db.execute(
                "SELECT b.digest FROM holders h JOIN blobs b ON b.id = h.blob WHERE h.session = ? ORDER BY b.digest",
                key,
            )
        ),
    )


def restore(db: sqlite3.Connection, dumped: SessionDump, read: Callable[[str], bytes]) -> None:
    key, row = name_to_bytes(dumped.row.session), dumped.row
    for digest in dumped.held:
        rows.put_blobs(db, key, {digest: steps.whole(digest, read(digest))}, {})
    for digest, receipt in dumped.tombstones:
        body = steps.whole(digest, read(digest))
        db.execute("INSERT INTO tombstones VALUES (?, ?, ?, ?)", (digest, body, key, receipt))
    db.executemany("INSERT INTO swept VALUES (?, ?, ?)", [(digest, key, receipt) for digest, receipt in dumped.swept])
    db.executemany(
        "INSERT INTO nodes VALUES (?, ?, ?)", [(key, name_to_bytes(n), digest) for n, digest in dumped.nodes]
    )
    db.executemany(
        "INSERT INTO receipts VALUES (?, ?, ?, ?, ?)",
        [(key, r.seq, r.digest, r.body, r.written_at) for r in dumped.receipts],
    )
    db.execute("INSERT INTO heads VALUES (?, ?, ?)", (key, row.count, row.head))
    db.execute("INSERT INTO refs SELECT ?, ?, coalesce(max(turn), 0) + 1, ? FROM refs", (key, row.ref, row.updated_at))


def info(db: sqlite3.Connection, place: str) -> StoreInfo:
    counts = [int(n) for n in db.execute(_COUNTS).fetchone()]
    return StoreInfo("sqlite", place, read_version(db)[1], read_applied(db), *counts)
