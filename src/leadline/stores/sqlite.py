"""The store in one SQLite file: WAL, synchronous=FULL, one transaction per step.

Satisfies the contract in `port.py`. A step (`commit`, `sweep`) is one BEGIN IMMEDIATE transaction: it looks at the ref
under the write lock, then writes blobs, nodes, receipt, head and, last, the ref by compare-and-set. A crash at any
point leaves the state before or the state after (docs/store.md has the table, tests/crash the proof).
One store may be shared by threads; every call holds an inner lock. Nothing here decides what may be swept, but a step
that would leave a node without its text is refused.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType

from leadline.core.receipts.hashes import is_digest, sha256_hex
from leadline.stores import sqlite_rows as rows
from leadline.stores import sqlite_transfer, steps
from leadline.stores.encoding import name_of, name_to_bytes, unpack
from leadline.stores.ownership import require_free
from leadline.stores.port import BlobMissingError, Commit, Ownership, ReceiptRow, SessionRow, StoreError
from leadline.stores.schema import read_migrations
from leadline.stores.sqlite_errors import COPY_FIRST, store_error, translated
from leadline.stores.sqlite_file import FILE_NAME, open_database
from leadline.stores.sqlite_owners import find_owner, owners, put_owner, remove_owner
from leadline.stores.transfer import SessionDump, StoreInfo

__all__ = ["SqliteStore"]

_PAGE = 256  # rows fetched at a time by the iterators: no long read transaction, no list of the whole store
_CHECK_MAX = 20  # complaints that PRAGMA integrity_check reports at most


class SqliteStore:
    """A `Store` in `leadline.db` of one folder. Also a context manager that closes itself."""

    def __init__(self, connection: sqlite3.Connection, file: Path, clock: Callable[[], datetime]) -> None:
        self._db = connection
        self._file = file
        self._clock = clock
        self._lock = threading.RLock()

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        create: bool = True,
        timeout_s: float = 5,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        factory: type[sqlite3.Connection] = sqlite3.Connection,
    ) -> SqliteStore:
        """The store in folder `path`.

        `create=False` creates nothing and falls back to reading where writing is not permitted; with `create` a
        missing folder and file are made. `timeout_s` is how long a step waits for another process's lock.
        Raises StoreError (no store, no permission, damaged, foreign, newer schema) or StoreLockedError.
        """
        connection = open_database(path, read_migrations(), create=create, timeout_s=timeout_s, factory=factory)
        return cls(connection, path / FILE_NAME, clock)

    # writing

    def commit(self, commit: Commit) -> str:
        """One step. Raises ValueError for a malformed one, BlobMissingError for a node without its blob."""
        steps.check_commit(commit)
        session, blobs = name_to_bytes(commit.session), {sha256_hex(blob): blob for blob in commit.blobs}
        with self._reading("looking what is there"):
            packed = rows.pack_missing(self._db, blobs)  # while others may still write
        with self._step(f"committing to session {commit.session!r}"):
            require_free(commit.session, find_owner(self._db, session, self._clock()), commit.owner)
            steps.require_ref(commit.session, commit.expected, rows.find_ref(self._db, session))
            rows.put_blobs(self._db, session, blobs, packed)
            rows.unset_nodes(self._db, session, map(name_to_bytes, commit.unset))
            self._set_nodes(session, commit.nodes, blobs.keys())
            return self._advance(session, commit.session, commit.expected, commit.receipt)

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
        key, removed = name_to_bytes(session), sorted(set(digests))
        with self._step(f"sweeping session {session!r}"):
            require_free(session, find_owner(self._db, key, self._clock()), owner)
            steps.require_ref(session, expected, rows.find_ref(self._db, key))
            present = rows.present(self._db, removed)
            for digest in removed:
                if digest not in present:
                    raise self._missing(digest)
            receipt_digest = sha256_hex(receipt)
            rows.put_tombstones(self._db, key, {sha256_hex(body): body for body in tombstones}, receipt_digest)
            self._set_nodes(key, nodes)
            named = rows.first_node_of(self._db, key, frozenset(removed))
            if named is not None:
                raise steps.still_named(session, name_of(named[0]), named[1])
            rows.let_go(self._db, key, removed, receipt_digest)
            ref = self._advance(key, session, expected, receipt)
        self._give_space_back()
        return ref

    # reading

    def ref(self, session: str) -> str | None:
        with self._reading("reading a ref"):
            return rows.find_ref(self._db, name_to_bytes(session))

    def sessions(self) -> Sequence[SessionRow]:
        with self._reading("reading the sessions"):
            found = self._db.execute(
                "SELECT r.session, r.ref, CAST(coalesce(h.count, 0) AS INTEGER), coalesce(h.digest, ''), r.updated_at "
                "FROM refs r LEFT JOIN heads h USING (session) ORDER BY r.turn DESC"
            ).fetchall()
        return tuple(SessionRow(name_of(key), *rest) for key, *rest in found)

    def nodes(self, session: str) -> Sequence[tuple[str, str]]:
        with self._reading("reading the nodes"):
            found = self._db.execute(
                "SELECT node_id, digest FROM nodes WHERE session = ? ORDER BY node_id", (name_to_bytes(session),)
            ).fetchall()
        return tuple((name_of(node_id), digest) for node_id, digest in found)

    def get(self, digest: str) -> bytes:
        """The bytes of a blob or tombstone, hashed again on the way out; StoreError when they are not what was stored."""
        with self._reading(f"reading blob {digest!r}"):
            row = rows.stored(self._db, digest) if is_digest(digest) else None
            if row is None:
                raise self._missing(digest)
        size, encoding, stored = row
        body = unpack(stored, encoding, size)
        if body is None or sha256_hex(body) != digest:
            raise StoreError(
                f"{self._file}: blob {digest} is damaged: its bytes do not have this digest",
                COPY_FIRST.format(file=self._file),
            )
        return body

    def has(self, digest: str) -> bool:
        with self._reading(f"looking for blob {digest!r}"):
            return digest in rows.present(self._db, [digest])

    def blobs(self) -> Iterator[str]:
        """Every digest that `get` answers (blobs and tombstones), sorted."""
        after = ""
        while True:
            with self._reading("listing the blobs"):
                page = self._db.execute(
                    "SELECT digest FROM blobs WHERE digest > :after "
                    "UNION SELECT digest FROM tombstones WHERE digest > :after ORDER BY 1 LIMIT :page",
                    {"after": after, "page": _PAGE},
                ).fetchall()
            if not page:
                return
            for (digest,) in page:
                if not isinstance(digest, str) or digest <= after:
                    raise self._disordered("blobs")
                after = digest
                yield digest

    def receipts(self, session: str) -> Iterator[ReceiptRow]:
        """The session's chain from its start, in order; empty for an unknown session."""
        after = -1
        while True:
            with self._reading("reading the receipts"):
                page = self._db.execute(
                    f"SELECT seq, digest, {rows.BODY}, written_at FROM receipts WHERE session = ? AND seq > ? "
                    "ORDER BY seq LIMIT ?",
                    (name_to_bytes(session), after, _PAGE),
                ).fetchall()
            if not page:
                return
            for seq, digest, body, at in page:
                if not isinstance(seq, int) or seq <= after:
                    raise self._disordered("receipts")
                after = seq
                yield ReceiptRow(seq, digest, bytes(body), at)

    def tombstones(self, session: str) -> Sequence[tuple[str, str]]:
        with self._reading("reading the tombstones"):
            query = "SELECT digest, receipt FROM tombstones WHERE session = ? ORDER BY rowid"
            return tuple(self._db.execute(query, (name_to_bytes(session),)).fetchall())

    def check(self) -> Sequence[str]:
        """What the database says of itself: pages, indexes, foreign keys."""
        try:
            with self._lock:
                complaints = [
                    str(line)
                    for (line,) in self._db.execute(f"PRAGMA integrity_check({_CHECK_MAX})").fetchall()
                    if line != "ok"
                ]
                for table, _, parent, _ in self._db.execute("PRAGMA foreign_key_check").fetchall():
                    complaints.append(f"a row of {table} names a row of {parent} that is not there")
        except sqlite3.Error as error:
            return (str(store_error(error, self._file, "checking it")),)
        return tuple(complaints)

    # who works on a session

    def own(self, owner: Ownership, seconds: float) -> None:
        with self._fleeting(f"taking session {owner.session!r}"):
            now = self._clock()
            require_free(owner.session, find_owner(self._db, name_to_bytes(owner.session), now), owner.token)
            put_owner(self._db, owner, now + timedelta(seconds=seconds))

    def disown(self, owner: Ownership) -> None:
        with self._fleeting(f"giving session {owner.session!r} back"):
            remove_owner(self._db, owner)

    def owners(self) -> Sequence[Ownership]:
        with self._reading("asking who works on it"):
            return owners(self._db, self._clock())

    # moving it whole (transfer.py)

    def dump(self, session: str) -> SessionDump:
        with self._snapshot(f"reading session {session!r}"):
            return sqlite_transfer.dump(self._db, session)

    def restore(self, dump: SessionDump, read: Callable[[str], bytes]) -> None:
        """The session as it was dumped, in one step. StaleRefError where it exists already."""
        with self._step(f"restoring session {dump.row.session!r}"):
            steps.require_ref(dump.row.session, None, rows.find_ref(self._db, name_to_bytes(dump.row.session)))
            sqlite_transfer.restore(self._db, dump, read)

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """Holds the write lock; where the folder may not be written, nobody here could write anyway."""
        with self._lock, translated(self._file, "keeping writers away"):
            try:
                self._db.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_READONLY:
                    raise
                self._db.execute("BEGIN")
            try:
                yield
            finally:
                self._db.execute("ROLLBACK")

    def info(self) -> StoreInfo:
        with self._snapshot("counting what is in it"):
            return sqlite_transfer.info(self._db, str(self._file))

    def close(self) -> None:
        """Closes the file; the last one to close folds the write-ahead log into it. A second call does nothing."""
        with self._lock:
            self._db.close()

    def __enter__(self) -> SqliteStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # inside one transaction

    @contextlib.contextmanager
    def _step(self, doing: str) -> Iterator[None]:
        with self._lock, translated(self._file, doing):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:  # SQLite itself rolls back for some errors, a full disk among them
                    with contextlib.suppress(sqlite3.Error):
                        self._db.execute("ROLLBACK")
                raise

    @contextlib.contextmanager
    def _fleeting(self, doing: str) -> Iterator[None]:
        """A step that a power cut may take back: a token is of no use after one. Saves the disk a wait."""
        with self._lock, translated(self._file, doing):
            self._db.execute("PRAGMA synchronous = NORMAL")
            try:
                with self._step(doing):
                    yield
            finally:
                self._db.execute("PRAGMA synchronous = FULL")

    @contextlib.contextmanager
    def _reading(self, doing: str) -> Iterator[None]:
        with self._lock, translated(self._file, doing):
            yield

    @contextlib.contextmanager
    def _snapshot(self, doing: str) -> Iterator[None]:
        """Several queries that see one state; inside a step or a freeze they do anyway."""
        with self._reading(doing):
            own = not self._db.in_transaction
            if own:
                self._db.execute("BEGIN")
            try:
                yield
            finally:
                if own:
                    self._db.execute("ROLLBACK")

    def _set_nodes(
        self, session: bytes, nodes: Sequence[tuple[str, str]], brought: AbstractSet[str] = frozenset()
    ) -> None:
        others = {digest for _, digest in nodes} - brought
        present = rows.present(self._db, others)
        for node_id, digest in nodes:
            if digest not in brought and digest not in present:
                raise self._missing(digest, f"node {node_id} names it")
        rows.set_nodes(self._db, session, [(name_to_bytes(node_id), digest) for node_id, digest in nodes])
        rows.hold(self._db, session, others)

    def _advance(self, session: bytes, name: str, expected: str | None, receipt: bytes) -> str:
        """Receipt, head, and last the ref."""
        digest = sha256_hex(receipt)
        added, moved = rows.advance(self._db, session, expected, digest, receipt, self._clock().isoformat())
        if not added:
            raise steps.repeated_receipt(name, digest)
        if not moved:
            raise steps.stale(name, expected, rows.find_ref(self._db, session))
        return digest

    def _missing(self, digest: str, because: str = "") -> BlobMissingError:
        swept = rows.swept_by(self._db, digest) if is_digest(digest) else None
        return steps.missing(digest, because, None if swept is None else (name_of(swept[0]), swept[1]))

    def _disordered(self, table: str) -> StoreError:
        """A damaged index may hand out the same rows for ever."""
        what = f"{self._file}: damaged: the rows of {table} come out of order"
        return StoreError(what, COPY_FIRST.format(file=self._file))

    def _give_space_back(self) -> None:
        # The step stands already; a reader in another process may keep SQLite from shrinking the file until later.
        with self._lock, contextlib.suppress(sqlite3.Error):
            # executescript, because execute would step the vacuum once, which frees a single page
            self._db.executescript("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE);")
