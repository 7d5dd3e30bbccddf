"""The statements of the PostgreSQL store, one function each; what may be done when is decided in `postgres.py`.

In: a connection inside the caller's transaction, a session's number, digests and bytes. Out: rows. Digests go in
sorted, so that two transactions that bring the same texts wait for each other in one order and never in a circle.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, TextClause, text

from leadline.stores.encoding import name_of, name_to_bytes, pack
from leadline.stores.port import Ownership

__all__ = [
    "SessionKey", "advance", "find_session", "first_node_of", "has_receipt", "hold", "let_go", "lock_holder",
    "new_session", "nodes_of", "owners", "present", "put_blobs", "put_owner", "put_tombstones", "remove_owner", "set_nodes",
    "sql", "stored", "swept_by", "tombstones_of", "unset_nodes",
]  # fmt: skip

_OWNER = "o.name, o.token, o.doing, o.host, o.process, o.pid, extract(epoch FROM o.until - clock_timestamp())"


@functools.cache
def sql(statement: str) -> TextClause:
    """Parsed once: there are a few dozen, and a commit sends eight."""
    return text(statement)


@dataclass(frozen=True, slots=True)
class SessionKey:
    """A session's number and ref, None where it does not exist; the schema that the database has by now; who owns it."""

    id: int | None
    ref: str | None
    schema: int
    owner: Ownership | None


def find_session(db: Connection, name: bytes) -> SessionKey:
    row = db.execute(
        sql(
            f"SELECT s.id, r.ref, m.version, {_OWNER} FROM (SELECT max(version) AS version FROM migrations) m "
            "LEFT JOIN (sessions s JOIN refs r ON r.session = s.id) ON sha256(s.name) = :name "
            "LEFT JOIN owners o ON sha256(o.name) = :name"
        ),
        {"name": sha256(name).digest()},
    ).one()
    return SessionKey(row[0], row[1], int(row[2] or 0), None if row[4] is None else _ownership(row[3:]))


def new_session(db: Connection, name: bytes) -> int:
    return int(db.execute(sql("INSERT INTO sessions (name) VALUES (:name) RETURNING id"), {"name": name}).scalar_one())


# blobs and who holds them


def put_blobs(db: Connection, blobs: Mapping[str, bytes]) -> None:
    if not blobs:
        return
    query = sql("SELECT digest FROM blobs WHERE digest = ANY(:digests)")
    there = set(db.execute(query, {"digests": sorted(blobs)}).scalars())
    added = []
    for digest in sorted(blobs.keys() - there):
        encoding, body = pack(blobs[digest])
        added.append({"digest": digest, "size": len(blobs[digest]), "encoding": encoding, "body": body})
    if added:
        insert = "INSERT INTO blobs (digest, size, encoding, body) VALUES (:digest, :size, :encoding, :body) "
        db.execute(sql(insert + "ON CONFLICT DO NOTHING"), added)


def hold(db: Connection, session: int, digests: Iterable[str]) -> None:
    """Digests of tombstones are passed over: those belong to their session for ever."""
    if wanted := sorted(set(digests)):
        db.execute(
            sql(
                "INSERT INTO holders SELECT id, :session FROM blobs WHERE digest = ANY(:digests) ON CONFLICT DO NOTHING"
            ),
            {"session": session, "digests": wanted},
        )


def let_go(db: Connection, session: int, digests: Sequence[str], receipt: str) -> None:
    if not digests:
        return
    given = {"session": session, "digests": sorted(digests), "receipt": receipt}
    for statement in (
        "DELETE FROM holders h USING blobs b WHERE b.id = h.blob AND h.session = :session AND b.digest = ANY(:digests)",
        "DELETE FROM blobs b WHERE digest = ANY(:digests) AND NOT EXISTS (SELECT 1 FROM holders WHERE blob = b.id)",
        "INSERT INTO swept SELECT unnest(CAST(:digests AS text[])), :session, :receipt",
    ):
        db.execute(sql(statement), given)


def present(db: Connection, digests: Iterable[str]) -> frozenset[str]:
    """Which of the digests have bytes here, as a blob or as a tombstone."""
    wanted = sorted({digest for digest in digests if digest.isascii() and "\0" not in digest})
    if not wanted:
        return frozenset()
    query = "SELECT digest FROM {} WHERE digest = ANY(:digests)"
    both = f"{query.format('blobs')} UNION {query.format('tombstones')}"
    return frozenset(db.execute(sql(both), {"digests": wanted}).scalars())


def stored(db: Connection, digest: str) -> tuple[int, str, bytes] | None:
    """(size, encoding, bytes as stored)."""
    row = db.execute(
        sql(
            "SELECT size, encoding, body FROM blobs WHERE digest = :digest "
            "UNION ALL SELECT octet_length(body), 'raw', body FROM tombstones WHERE digest = :digest LIMIT 1"
        ),
        {"digest": digest},
    ).one_or_none()
    return None if row is None else (int(row[0]), str(row[1]), bytes(row[2]))


# nodes and tombstones


def set_nodes(db: Connection, session: int, nodes: Sequence[tuple[bytes, str]], held: Iterable[str] = ()) -> None:
    """Each node once. The session also holds the blobs `held` from then on (as `hold`): one wait for the server less."""
    wanted = sorted(set(held))
    if nodes or wanted:
        db.execute(
            sql(
                "WITH held AS (INSERT INTO holders SELECT id, :session FROM blobs "
                "WHERE digest = ANY(CAST(:held AS text[])) ON CONFLICT DO NOTHING) "
                "INSERT INTO nodes SELECT :session, unnest(CAST(:nodes AS bytea[])), unnest(CAST(:digests AS text[])) "
                "ON CONFLICT (session, sha256(node_id)) DO UPDATE SET digest = excluded.digest"
            ),
            {"session": session, "nodes": [node for node, _ in nodes], "digests": [digest for _, digest in nodes],
             "held": wanted},
        )  # fmt: skip


def unset_nodes(db: Connection, session: int, nodes: Sequence[bytes]) -> None:
    if nodes:
        db.execute(
            sql("DELETE FROM nodes WHERE session = :session AND sha256(node_id) = ANY(:nodes)"),
            {"session": session, "nodes": [sha256(node).digest() for node in nodes]},
        )


def nodes_of(db: Connection, name: bytes) -> Sequence[tuple[bytes, str]]:
    query = sql(
        "SELECT n.node_id, n.digest FROM nodes n JOIN sessions s ON s.id = n.session WHERE sha256(s.name) = :name "
        "ORDER BY n.node_id"
    )
    return [(bytes(row[0]), str(row[1])) for row in db.execute(query, {"name": sha256(name).digest()})]


def first_node_of(db: Connection, session: int, digests: Sequence[str]) -> tuple[bytes, str] | None:
    """The first node of the session that names one of the digests."""
    query = "SELECT node_id, digest FROM nodes WHERE session = :session AND digest = ANY(:digests) ORDER BY 1 LIMIT 1"
    row = db.execute(sql(query), {"session": session, "digests": list(digests)}).one_or_none()
    return None if row is None else (bytes(row[0]), str(row[1]))


def put_tombstones(db: Connection, session: int, bodies: Mapping[str, bytes], receipt: str) -> None:
    """In the given order, which is kept."""
    insert = sql(
        "INSERT INTO tombstones (digest, body, session, receipt) VALUES (:digest, :body, :session, :receipt) "
        "ON CONFLICT DO NOTHING"
    )
    for digest, body in bodies.items():
        db.execute(insert, {"digest": digest, "body": body, "session": session, "receipt": receipt})


def tombstones_of(db: Connection, name: bytes) -> Sequence[tuple[str, str]]:
    query = sql(
        "SELECT t.digest, t.receipt FROM tombstones t JOIN sessions s ON s.id = t.session WHERE sha256(s.name) = :name "
        "ORDER BY t.place"
    )
    return tuple((str(row[0]), str(row[1])) for row in db.execute(query, {"name": sha256(name).digest()}))


def swept_by(db: Connection, digest: str) -> tuple[bytes, str] | None:
    """(session's name, receipt) of a sweep that removed it."""
    query = sql(
        "SELECT s.name, w.receipt FROM swept w JOIN sessions s ON s.id = w.session WHERE w.digest = :digest "
        "ORDER BY 1, 2 LIMIT 1"
    )
    row = db.execute(query, {"digest": digest}).one_or_none()
    return None if row is None else (bytes(row[0]), str(row[1]))


# the chain and the ref


def advance(
    db: Connection, session: int, expected: str | None, digest: str, body: bytes, now: str
) -> tuple[bool, bool]:
    """Receipt, head and ref, in one statement. Whether the receipt was new, and whether the ref was `expected`.

    The caller rolls back where either was not so.
    """
    if expected is None:
        moved = "INSERT INTO refs VALUES (:session, :digest, nextval('turns'), :now) ON CONFLICT DO NOTHING RETURNING 1"
    else:
        moved = (
            "UPDATE refs SET ref = :digest, turn = nextval('turns'), updated_at = :now "
            "WHERE session = :session AND ref = :expected RETURNING 1"
        )
    row = db.execute(
        sql(
            "WITH added AS (INSERT INTO receipts "
            "SELECT :session, coalesce((SELECT count FROM heads WHERE session = :session), 0), :digest, :body, :now "
            "ON CONFLICT (session, digest) DO NOTHING RETURNING 1), "
            "headed AS (INSERT INTO heads VALUES (:session, 1, :digest) "
            "ON CONFLICT (session) DO UPDATE SET count = heads.count + 1, digest = excluded.digest), "
            f"moved AS ({moved}) SELECT (SELECT count(*) FROM added), (SELECT count(*) FROM moved)"
        ),
        {"session": session, "digest": digest, "body": body, "now": now, "expected": expected},
    ).one()
    return bool(row[0]), bool(row[1])


def has_receipt(db: Connection, session: int, digest: str) -> bool:
    query = sql("SELECT 1 FROM receipts WHERE session = :session AND digest = :digest")
    return db.execute(query, {"session": session, "digest": digest}).first() is not None


# who works on a session


def _ownership(row: Sequence[Any]) -> Ownership:
    name, token, doing, host, process, pid, left = row
    return Ownership(name_of(bytes(name)), token, doing, host, process, pid, float(left))


def owners(db: Connection) -> Sequence[Ownership]:
    return tuple(_ownership(row) for row in db.execute(sql(f"SELECT {_OWNER} FROM owners o ORDER BY o.name")))


def put_owner(db: Connection, owner: Ownership, seconds: float) -> None:
    db.execute(
        sql(
            "INSERT INTO owners VALUES (:name, :token, :doing, :host, :process, :pid, "
            "clock_timestamp() + make_interval(secs => :seconds)) ON CONFLICT (sha256(name)) DO UPDATE SET "
            "token = excluded.token, doing = excluded.doing, host = excluded.host, process = excluded.process, "
            "pid = excluded.pid, until = excluded.until"
        ),
        {"name": name_to_bytes(owner.session), "token": owner.token, "doing": owner.doing, "host": owner.host,
         "process": owner.process, "pid": owner.pid, "seconds": seconds},
    )  # fmt: skip


def remove_owner(db: Connection, owner: Ownership) -> None:
    query = sql("DELETE FROM owners WHERE sha256(name) = :name AND token = :token")
    db.execute(query, {"name": sha256(name_to_bytes(owner.session)).digest(), "token": owner.token})


def lock_holder(db: Connection, keys: Sequence[int]) -> str | None:
    """Another process that holds one of the advisory locks, as the server knows it."""
    row = db.execute(
        sql(
            "SELECT a.application_name, a.client_addr, a.pid FROM pg_locks l JOIN pg_stat_activity a USING (pid) "
            "WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1 AND l.pid <> pg_backend_pid() "
            "AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) "
            "AND ((CAST(l.classid AS bigint) << 32) | CAST(l.objid AS bigint)) = ANY(:keys) ORDER BY a.pid LIMIT 1"
        ),
        {"keys": list(keys)},
    ).first()
    return None if row is None else f"{row[0] or 'another program'} (from {row[1] or 'this machine'}, backend {row[2]})"
