"""The statements of the SQLite store, one function each; what may be done when is decided in `sqlite.py`.

In: a connection inside the caller's transaction, a session's name as bytes, digests and bytes. Out: rows. Many rows go in by
one call each, since a commit of forty kilobytes spends more on statements than on the disk.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence

from leadline.core.receipts.hashes import is_digest
from leadline.stores.encoding import pack

__all__ = [
    "BODY", "Packed", "advance", "find_ref", "first_node_of", "hold", "let_go", "pack_missing", "present", "put_blobs",
    "put_tombstones", "set_nodes", "stored", "swept_by", "unset_nodes",
]  # fmt: skip

BODY = "coalesce(CAST(body AS BLOB), x'')"  # an edit by hand may leave text, damage anything: the digest decides
_MANY = 500  # values in one statement; SQLite before 3.32 takes 999

Packed = tuple[int, str, bytes]  # size, encoding, bytes as stored


def find_ref(db: sqlite3.Connection, session: bytes) -> str | None:
    row = db.execute("SELECT ref FROM refs WHERE session = ?", (session,)).fetchone()
    return None if row is None else str(row[0])


# blobs and who holds them


def pack_missing(db: sqlite3.Connection, blobs: Mapping[str, bytes]) -> dict[str, Packed]:
    """Those that are not stored yet, as they are to be stored."""
    missing = blobs.keys() - _ids(db, blobs).keys()
    return {digest: (len(blobs[digest]), *pack(blobs[digest])) for digest in missing}


def put_blobs(db: sqlite3.Connection, session: bytes, blobs: Mapping[str, bytes], packed: Mapping[str, Packed]) -> None:
    """Stores what is missing and makes the session hold all. `packed`: those that were packed before the transaction."""
    ids = _ids(db, blobs)
    if missing := [digest for digest in blobs if digest not in ids]:
        row = db.execute("SELECT coalesce(max(id), 0) FROM blobs").fetchone()
        added = dict(zip(missing, range(int(row[0]) + 1, int(row[0]) + 1 + len(missing)), strict=True))
        db.executemany(
            "INSERT INTO blobs (id, digest, size, encoding, body) VALUES (?, ?, ?, ?, ?)",
            [
                (added[digest], digest, *(packed.get(digest) or (len(blobs[digest]), *pack(blobs[digest]))))
                for digest in missing
            ],
        )
        ids |= added
    _hold(db, session, ids.values())


def hold(db: sqlite3.Connection, session: bytes, digests: Iterable[str]) -> None:
    """Digests of tombstones are passed over: those belong to their session for ever."""
    _hold(db, session, _ids(db, digests).values())


def _hold(db: sqlite3.Connection, session: bytes, ids: Iterable[int]) -> None:
    db.executemany("INSERT INTO holders VALUES (?, ?) ON CONFLICT DO NOTHING", [(id, session) for id in sorted(ids)])


def _ids(db: sqlite3.Connection, digests: Iterable[str]) -> dict[str, int]:
    return {
        digest: id
        for marks, some in _batches(digests)
        for digest, id in db.execute(f"SELECT digest, id FROM blobs WHERE digest IN ({marks})", some)
    }


def _batches(digests: Iterable[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Question marks, and as many digests."""
    wanted = sorted(set(digests))
    for start in range(0, len(wanted), _MANY):
        some = wanted[start : start + _MANY]
        yield ", ".join("?" * len(some)), some


def let_go(db: sqlite3.Connection, session: bytes, digests: Iterable[str], receipt: str) -> None:
    for digest in digests:
        blob = "(SELECT id FROM blobs WHERE digest = ?)"
        db.execute(f"DELETE FROM holders WHERE blob = {blob} AND session = ?", (digest, session))
        db.execute(
            "DELETE FROM blobs WHERE digest = ? AND NOT EXISTS (SELECT 1 FROM holders WHERE blob = blobs.id)", (digest,)
        )
        db.execute("INSERT INTO swept VALUES (?, ?, ?)", (digest, session, receipt))


def present(db: sqlite3.Connection, digests: Iterable[str]) -> frozenset[str]:
    """Which of the digests have bytes here, as a blob or as a tombstone."""
    wanted = {digest for digest in digests if is_digest(digest)}  # a lone surrogate could not even be asked for
    found = set(_ids(db, wanted))
    for marks, some in _batches(wanted - found):
        found |= {row[0] for row in db.execute(f"SELECT digest FROM tombstones WHERE digest IN ({marks})", some)}
    return frozenset(found)


def stored(db: sqlite3.Connection, digest: str) -> Packed | None:
    row = db.execute(
        f"SELECT CAST(size AS INTEGER), encoding, {BODY} FROM blobs WHERE digest = ?1 "
        f"UNION ALL SELECT length(body), 'raw', {BODY} FROM tombstones WHERE digest = ?1 LIMIT 1",
        (digest,),
    ).fetchone()
    return None if row is None else (int(row[0]), str(row[1]), bytes(row[2]))


def swept_by(db: sqlite3.Connection, digest: str) -> tuple[bytes, str] | None:
    """(session's name, receipt) of a sweep that removed it."""
    query = "SELECT session, receipt FROM swept WHERE digest = ? ORDER BY session, receipt LIMIT 1"
    row = db.execute(query, (digest,)).fetchone()
    return None if row is None else (row[0], str(row[1]))


# nodes and tombstones


def set_nodes(db: sqlite3.Connection, session: bytes, nodes: Iterable[tuple[bytes, str]]) -> None:
    db.executemany(
        "INSERT INTO nodes VALUES (?, ?, ?) ON CONFLICT (session, node_id) DO UPDATE SET digest = excluded.digest",
        [(session, node_id, digest) for node_id, digest in nodes],
    )


def unset_nodes(db: sqlite3.Connection, session: bytes, nodes: Iterable[bytes]) -> None:
    db.executemany("DELETE FROM nodes WHERE session = ? AND node_id = ?", [(session, node_id) for node_id in nodes])


def first_node_of(db: sqlite3.Connection, session: bytes, digests: frozenset[str]) -> tuple[bytes, str] | None:
    """The first node of the session that names one of the digests."""
    query = "SELECT node_id, digest FROM nodes WHERE session = ? ORDER BY node_id"
    return next((row for row in db.execute(query, (session,)) if row[1] in digests), None)


def put_tombstones(db: sqlite3.Connection, session: bytes, bodies: Mapping[str, bytes], receipt: str) -> None:
    """In the given order, which is kept."""
    db.executemany(
        "INSERT INTO tombstones VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [(digest, body, session, receipt) for digest, body in bodies.items()],
    )


# the chain and the ref


def advance(
    db: sqlite3.Connection, session: bytes, expected: str | None, digest: str, body: bytes, now: str
) -> tuple[bool, bool]:
    """Receipt, head and, last, the ref. Whether the receipt was new, and whether the ref was `expected`.

    The caller rolls back where either was not so.
    """
    row = db.execute("SELECT CAST(count AS INTEGER) FROM heads WHERE session = ?", (session,)).fetchone()
    count = 0 if row is None else int(row[0])
    added = db.execute(
        "INSERT INTO receipts VALUES (?, ?, ?, ?, ?) ON CONFLICT (session, digest) DO NOTHING",
        (session, count, digest, body, now),
    )
    if added.rowcount != 1:
        return False, False
    db.execute(
        "INSERT INTO heads VALUES (?, ?, ?) "
        "ON CONFLICT (session) DO UPDATE SET count = excluded.count, digest = excluded.digest",
        (session, count + 1, digest),
    )
    turn = "(SELECT coalesce(max(turn), 0) + 1 FROM refs)"
    if expected is None:
        moved = db.execute(f"INSERT INTO refs VALUES (?, ?, {turn}, ?) ON CONFLICT DO NOTHING", (session, digest, now))
    else:
        moved = db.execute(
            f"UPDATE refs SET ref = ?, turn = {turn}, updated_at = ? WHERE session = ? AND ref = ?",
            (digest, now, session, expected),
        )
    return True, moved.rowcount == 1
