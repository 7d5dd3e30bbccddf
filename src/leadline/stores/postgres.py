"""The store in a PostgreSQL database, for teams whose agents run on many machines (extra `postgres`).

Satisfies the contract in `port.py`. A step (`commit`, `sweep`) is one transaction. It first takes two advisory locks: a
gate that commits share and a sweep, a copy and a migration have alone, so that no text is removed under a commit that
is about to name it; and the session, so that the ref it reads is the ref it moves. Then blobs, nodes, receipt, head
and, last, the ref by compare-and-set. A crash of either side leaves the state before or the state after; where the
connection broke at COMMIT the store asks the server which of the two it was. May be shared by threads.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from types import TracebackType
from typing import Any

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from leadline.core.receipts.hashes import is_digest, sha256_hex
from leadline.stores import postgres_rows as rows
from leadline.stores import postgres_transfer, steps
from leadline.stores.encoding import name_of, name_to_bytes, unpack
from leadline.stores.migrate import Migration
from leadline.stores.ownership import require_free
from leadline.stores.port import Commit, Ownership, ReceiptRow, SessionRow, StoreError
from leadline.stores.postgres_errors import is_lost, translated
from leadline.stores.postgres_server import Place, lock_key, open_engine, parse_url
from leadline.stores.schema.postgres import read_migrations
from leadline.stores.transfer import SessionDump, StoreInfo

__all__ = ["PostgresStore"]

_PAGE = 256  # rows fetched at a time by the iterators: no long read transaction, no list of the whole store
_DAMAGED = (
    "Ask who runs the server: restore a backup, or build a fresh store: leadline compact SESSION --store NEW_PLACE."
)


class PostgresStore:
    """A `Store` in one schema of a database. Also a context manager that closes itself."""

    def __init__(self, engine: Engine, place: Place, known: int, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._reader = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._place = place
        self._known = known  # the newest schema that this program knows
        self._clock = clock
        self._closed = False

    @classmethod
    def open(
        cls,
        url: str,
        *,
        create: bool = True,
        timeout_s: float = 5,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        migrations: Sequence[Migration] | None = None,
    ) -> PostgresStore:
        """The store at `url` (see postgres_server.py). `timeout_s` is how long a step waits for another process's lock.

        Raises ValueError for what is no URL; StoreError (no store, no server, no permission, foreign, newer schema).
        """
        place, steps_known = parse_url(url), migrations or read_migrations()
        engine = open_engine(place, steps_known, create=create, timeout_s=timeout_s)
        return cls(engine, place, steps_known[-1].version, clock)

    # writing

    def commit(self, commit: Commit) -> str:
        """One step. Raises ValueError for a malformed one, BlobMissingError for a node without its blob."""
        steps.check_commit(commit)

        def work(db: Connection, session: int | None) -> None:
            key = rows.new_session(db, name_to_bytes(commit.session)) if session is None else session
            blobs = {sha256_hex(blob): blob for blob in commit.blobs}
            rows.put_blobs(db, blobs)
            rows.unset_nodes(db, key, [name_to_bytes(node_id) for node_id in commit.unset])
            self._set_nodes(db, key, commit.nodes, frozenset(blobs))
            self._advance(db, key, commit.session, commit.expected, commit.receipt)

        doing = f"committing to {commit.session!r}"
        return self._step(commit.session, commit.expected, commit.receipt, work, doing, owner=commit.owner)

    def sweep(
        self,
        session: str,
        expected: str,
        receipt: bytes,
        digests: Iterable[str],
        tombstones: Sequence[bytes],
        nodes: Sequence[tuple[str, str]],
        owner: str | None = None,
    ) -> str:
        """Removes `digests`, keeps `tombstones` under their own digests, points `nodes` at what stays; atomically.

        A blob that another session holds too (it committed or named it) stays readable until that one lets it go.
        Raises BlobMissingError for a digest that is not there, StoreError when a node would lose its text.
        """
        steps.check_receipt(session, receipt)
        removed, ref = sorted(set(digests)), sha256_hex(receipt)

        def work(db: Connection, key: int | None) -> None:
            assert key is not None, "a sweep names the ref that it builds on, so the session is there"
            present = rows.present(db, removed)
            for digest in removed:
                if digest not in present:
                    raise self._missing(db, digest)
            rows.put_tombstones(db, key, {sha256_hex(body): body for body in tombstones}, ref)
            self._set_nodes(db, key, nodes)
            named = rows.first_node_of(db, key, removed)
            if named is not None:
                raise steps.still_named(session, name_of(named[0]), named[1])
            rows.let_go(db, key, removed, ref)
            self._advance(db, key, session, expected, receipt)

        return self._step(session, expected, receipt, work, f"sweeping session {session!r}", alone=True, owner=owner)

    # reading

    def ref(self, session: str) -> str | None:
        with self._reading("reading a ref") as db:
            return rows.find_session(db, name_to_bytes(session)).ref

    def sessions(self) -> Sequence[SessionRow]:
        with self._reading("reading the sessions") as db:
            found = db.execute(
                text(
                    "SELECT s.name, r.ref, coalesce(h.count, 0), coalesce(h.digest, ''), r.updated_at FROM refs r "
                    "JOIN sessions s ON s.id = r.session LEFT JOIN heads h ON h.session = r.session ORDER BY r.turn DESC"
                )
            ).all()
        return tuple(SessionRow(name_of(name), ref, count, head, at) for name, ref, count, head, at in found)

    def nodes(self, session: str) -> Sequence[tuple[str, str]]:
        with self._reading("reading the nodes") as db:
            found = rows.nodes_of(db, name_to_bytes(session))
        return tuple((name_of(node_id), digest) for node_id, digest in found)

    def get(self, digest: str) -> bytes:
        """The bytes of a blob or tombstone, hashed again on the way out; StoreError when they are not what was stored."""
        with self._reading(f"reading blob {digest!r}") as db:
            row = rows.stored(db, digest) if is_digest(digest) else None
            if row is None:
                raise self._missing(db, digest)
        body = unpack(bytes(row[2]), row[1], row[0])
        if body is None or sha256_hex(body) != digest:
            raise StoreError(
                f"{self._place.shown}: blob {digest} is damaged: its bytes do not have this digest", _DAMAGED
            )
        return body

    def has(self, digest: str) -> bool:
        if not is_digest(digest):
            return False
        with self._reading(f"looking for blob {digest!r}") as db:
            return digest in rows.present(db, [digest])

    def blobs(self) -> Iterator[str]:
        """Every digest that `get` answers (blobs and tombstones), sorted."""
        query = (
            "SELECT digest FROM blobs WHERE digest > :after UNION SELECT digest FROM tombstones WHERE digest > :after "
            "ORDER BY 1 LIMIT :page"
        )
        return (row[0] for row in self._pages(query, "listing the blobs", "", lambda row: row[0], {}))

    def receipts(self, session: str) -> Iterator[ReceiptRow]:
        """The session's chain from its start, in order; empty for an unknown session."""
        query = (
            "SELECT seq, digest, body, written_at FROM receipts "
            "WHERE session = (SELECT id FROM sessions WHERE sha256(name) = :name) AND seq > :after ORDER BY seq LIMIT :page"
        )
        name = {"name": sha256(name_to_bytes(session)).digest()}
        for seq, digest, body, at in self._pages(query, "reading the receipts", -1, lambda row: row[0], name):
            yield ReceiptRow(seq, digest, bytes(body), at)

    def tombstones(self, session: str) -> Sequence[tuple[str, str]]:
        with self._reading("reading the tombstones") as db:
            return rows.tombstones_of(db, name_to_bytes(session))

    def check(self) -> Sequence[str]:
        """What the database says of itself: rows without their other half, guards that were taken away."""
        try:
            with self._reading("checking it") as db:
                return postgres_transfer.complaints(db)
        except StoreError as error:
            return (str(error),)

    # who works on a session

    def own(self, owner: Ownership, seconds: float) -> None:
        with self._fleeting(owner.session, f"taking session {owner.session!r}") as (db, found):
            require_free(owner.session, found.owner, owner.token)
            rows.put_owner(db, owner, seconds)

    def disown(self, owner: Ownership) -> None:
        with self._fleeting(owner.session, f"giving session {owner.session!r} back") as (db, _):
            rows.remove_owner(db, owner)

    def owners(self) -> Sequence[Ownership]:
        with self._reading("asking who works on it") as db:
            return rows.owners(db)

    # moving it whole (transfer.py)

    def dump(self, session: str) -> SessionDump:
        with self._snapshot(f"reading session {session!r}") as db:
            return postgres_transfer.dump(db, session)

    def restore(self, dump: SessionDump, read: Callable[[str], bytes]) -> None:
        """The session as it was dumped, in one step. StaleRefError where it exists already."""
        name = dump.row.session

        def work(db: Connection, _: int | None) -> None:
            postgres_transfer.restore(db, dump, read)

        self._step(name, None, dump.receipts[-1].body, work, f"restoring session {name!r}")

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """Holds the gate: steps of all processes wait, for as long as they are told to wait, then give up."""
        with self._transaction("keeping writers away") as db:
            db.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
            db.execute(text("SELECT pg_advisory_xact_lock(:gate)"), {"gate": self._gate})
            yield

    def info(self) -> StoreInfo:
        with self._snapshot("counting what is in it") as db:
            return postgres_transfer.info(db, self._place)

    def close(self) -> None:
        """Closes the connections. A second call does nothing."""
        self._closed = True
        self._engine.dispose()

    def __enter__(self) -> PostgresStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # inside one transaction

    def _step(
        self, session: str, expected: str | None, receipt: bytes, work: Callable[[Connection, int | None], None],
        doing: str, *, alone: bool = False, owner: str | None = None,
    ) -> str:  # fmt: skip
        """Locks, compares the ref, does the work, commits; the new ref."""
        committing = False
        with translated(self._place.shown, doing, lambda: self._holder(session)):
            try:
                with self._begin() as db:
                    found = self._lock(db, session, alone=alone)
                    require_free(session, found.owner, owner)
                    steps.require_ref(session, expected, found.ref)
                    work(db, found.id)
                    committing = True
            except SQLAlchemyError as error:
                if not (committing and is_lost(error) and self._was_written(session, receipt, doing)):
                    raise
        return sha256_hex(receipt)

    def _lock(self, db: Connection, session: str, *, alone: bool) -> rows.SessionKey:
        lock = "pg_advisory_xact_lock" if alone else "pg_advisory_xact_lock_shared"
        keys = {"gate": self._gate, "session": self._session_lock(session)}
        db.execute(rows.sql(f"SELECT {lock}(:gate), pg_advisory_xact_lock(:session)"), keys)
        found = rows.find_session(db, name_to_bytes(session))
        if found.schema > self._known:
            raise StoreError(
                f"{self._place.shown}: was brought to schema {found.schema} meanwhile; this leadline knows {self._known}",
                "Upgrade leadline (pip install -U leadline); nothing was written.",
            )
        return found

    def _was_written(self, session: str, receipt: bytes, doing: str) -> bool:
        """Whether a step stands whose answer was lost. The locks make sure that the server has finished with it."""
        try:
            with self._begin() as db:
                found = self._lock(db, session, alone=True)
                return found.id is not None and rows.has_receipt(db, found.id, sha256_hex(receipt))
        except SQLAlchemyError as error:
            raise StoreError(
                f"{self._place.shown}: the connection was lost while {doing}, at its very end: it was written in full or "
                "not at all, and the server cannot be asked which",
                "Load the session again when the server is back, and repeat the step if it is not there.",
            ) from error

    def _set_nodes(
        self, db: Connection, session: int, nodes: Sequence[tuple[str, str]], brought: frozenset[str] = frozenset()
    ) -> None:
        present = brought | rows.present(db, {digest for _, digest in nodes} - brought)
        for node_id, digest in nodes:
            if digest not in present:
                raise self._missing(db, digest, f"node {node_id} names it")
        last = dict(nodes)  # a sweep may name a node twice
        held = brought | {digest for _, digest in nodes}
        rows.set_nodes(db, session, [(name_to_bytes(node_id), digest) for node_id, digest in last.items()], held)

    def _advance(self, db: Connection, session: int, name: str, expected: str | None, receipt: bytes) -> None:
        """Receipt, head, and last the ref."""
        digest, now = sha256_hex(receipt), self._clock().isoformat()
        added, moved = rows.advance(db, session, expected, digest, receipt, now)
        if not added:
            raise steps.repeated_receipt(name, digest)
        if not moved:
            raise steps.stale(name, expected, rows.find_session(db, name_to_bytes(name)).ref)

    def _missing(self, db: Connection, digest: str, because: str = "") -> Exception:
        swept = rows.swept_by(db, digest) if is_digest(digest) else None
        return steps.missing(digest, because, None if swept is None else (name_of(swept[0]), swept[1]))

    # connections

    @property
    def _gate(self) -> int:
        return lock_key(self._place, "gate")

    def _session_lock(self, session: str) -> int:
        return lock_key(self._place, "session", session)

    def _begin(self) -> contextlib.AbstractContextManager[Connection]:
        self._require_open()
        return self._engine.begin()

    @contextlib.contextmanager
    def _transaction(self, doing: str) -> Iterator[Connection]:
        with translated(self._place.shown, doing, lambda: self._holder(None)), self._begin() as db:
            yield db

    @contextlib.contextmanager
    def _fleeting(self, session: str, doing: str) -> Iterator[tuple[Connection, rows.SessionKey]]:
        """A step that a crash of the server may take back: a token is of no use after one. Saves the disk a wait."""
        with translated(self._place.shown, doing, lambda: self._holder(session)), self._begin() as db:
            found = self._lock(db, session, alone=False)
            db.execute(text("SET LOCAL synchronous_commit = off"))
            yield db, found

    @contextlib.contextmanager
    def _snapshot(self, doing: str) -> Iterator[Connection]:
        """Several queries that see one state."""
        with self._transaction(doing) as db:
            db.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
            yield db

    @contextlib.contextmanager
    def _reading(self, doing: str) -> Iterator[Connection]:
        self._require_open()
        with translated(self._place.shown, doing), self._reader.connect() as db:
            yield db

    def _pages(
        self, query: str, doing: str, after: Any, position: Callable[[Any], Any], given: Mapping[str, object]
    ) -> Iterator[Any]:
        while True:
            with self._reading(doing) as db:
                page = db.execute(text(query), {"after": after, "page": _PAGE, **given}).all()
            for row in page:
                if position(row) <= after:  # a damaged index may hand out the same rows for ever
                    raise StoreError(f"{self._place.shown}: damaged: rows out of order while {doing}", _DAMAGED)
                after = position(row)
                yield row
            if len(page) < _PAGE:
                return

    def _holder(self, session: str | None) -> str | None:
        """Who holds a lock that could not be had; None where nobody does any more."""
        wanted = [self._gate, *([] if session is None else [self._session_lock(session)])]
        with contextlib.suppress(SQLAlchemyError, StoreError), self._reading("asking who holds a lock") as db:
            return rows.lock_holder(db, wanted)
        return None

    def _require_open(self) -> None:
        if self._closed:
            raise StoreError(f"{self._place.shown}: the store was closed", "Open it again.")
