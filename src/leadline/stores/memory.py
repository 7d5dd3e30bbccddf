"""The store in dictionaries: the same contract without a folder, for `check`-like flows, the library and tests.

A step is built on copies and put in place at its end, so that an exception in the middle leaves the state before.
What it cannot promise is durability: it lives as long as the process.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from types import TracebackType

from leadline.core.receipts.hashes import sha256_hex
from leadline.stores import steps
from leadline.stores.encoding import name_to_bytes
from leadline.stores.ownership import require_free
from leadline.stores.port import Commit, Ownership, ReceiptRow, SessionRow
from leadline.stores.transfer import SessionDump, StoreInfo

__all__ = ["MemoryStore"]


@dataclass(slots=True)
class _Session:
    turn: int
    receipts: list[ReceiptRow] = field(default_factory=list)
    digests: set[str] = field(default_factory=set)  # of the receipts
    nodes: dict[str, str] = field(default_factory=dict)
    held: set[str] = field(default_factory=set)  # digests of blobs
    tombstones: list[tuple[str, str]] = field(default_factory=list)  # (tombstone, receipt)
    swept: list[tuple[str, str]] = field(default_factory=list)  # (digest, receipt)

    @property
    def ref(self) -> str:
        return self.receipts[-1].digest


class MemoryStore:
    """A `Store` that lives in this process. May be shared by threads."""

    def __init__(self, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._clock = clock
        self._lock = threading.RLock()
        self._turn = 0
        self._blobs: dict[str, bytes] = {}
        self._tombstones: dict[str, bytes] = {}
        self._sessions: dict[str, _Session] = {}
        self._owners: dict[str, tuple[Ownership, datetime]] = {}

    def commit(self, commit: Commit) -> str:
        steps.check_commit(commit)
        with self._lock:
            require_free(commit.session, self._owner(commit.session), commit.owner)
            steps.require_ref(commit.session, commit.expected, self.ref(commit.session))
            added = {sha256_hex(blob): blob for blob in commit.blobs}
            nodes = dict(self.nodes(commit.session))
            for node_id in commit.unset:
                nodes.pop(node_id, None)
            for node_id, digest in commit.nodes:
                if digest not in added and not self.has(digest):
                    raise self._missing(digest, f"node {node_id} names it")
                nodes[node_id] = digest
            row = self._next_receipt(commit.session, commit.receipt)
            self._blobs |= added
            ref = self._advance(commit.session, row, nodes)
            named = {digest for _, digest in commit.nodes if digest in self._blobs}  # a tombstone is nobody's to let go
            self._sessions[commit.session].held |= {*added, *named}
            return ref

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
        steps.check_receipt(session, receipt)
        removed = sorted(set(digests))
        with self._lock:
            require_free(session, self._owner(session), owner)
            steps.require_ref(session, expected, self.ref(session))
            for digest in removed:
                if not self.has(digest):
                    raise self._missing(digest)
            kept = {sha256_hex(body): body for body in tombstones}
            index = dict(self.nodes(session))
            for node_id, digest in nodes:
                if digest not in kept and not self.has(digest):
                    raise self._missing(digest, f"node {node_id} names it")
                index[node_id] = digest
            for node_id, digest in sorted(index.items()):
                if digest in removed:
                    raise steps.still_named(session, node_id, digest)
            row = self._next_receipt(session, receipt)
            self._tombstones |= kept
            ref = self._advance(session, row, index)
            entry = self._sessions[session]
            entry.tombstones += [(digest, ref) for digest in kept]
            entry.held |= {digest for _, digest in nodes if digest in self._blobs}
            entry.held -= set(removed)
            for digest in removed:
                if not any(digest in other.held for other in self._sessions.values()):
                    self._blobs.pop(digest, None)
                entry.swept.append((digest, ref))
            return ref

    def ref(self, session: str) -> str | None:
        with self._lock:
            found = self._sessions.get(session)
            return None if found is None else found.ref

    def sessions(self) -> Sequence[SessionRow]:
        with self._lock:
            newest_first = sorted(self._sessions.items(), key=lambda item: -item[1].turn)
            return tuple(
                SessionRow(name, s.ref, len(s.receipts), s.ref, s.receipts[-1].written_at) for name, s in newest_first
            )

    def nodes(self, session: str) -> Sequence[tuple[str, str]]:
        with self._lock:
            found = self._sessions.get(session)
            return () if found is None else tuple(sorted(found.nodes.items()))

    def get(self, digest: str) -> bytes:
        with self._lock:
            body = self._blobs.get(digest, self._tombstones.get(digest))
            if body is None:
                raise self._missing(digest)
            return body

    def has(self, digest: str) -> bool:
        with self._lock:
            return digest in self._blobs or digest in self._tombstones

    def blobs(self) -> Iterator[str]:
        with self._lock:
            return iter(sorted(self._blobs.keys() | self._tombstones.keys()))

    def receipts(self, session: str) -> Iterator[ReceiptRow]:
        with self._lock:
            found = self._sessions.get(session)
            return iter(() if found is None else tuple(found.receipts))

    def tombstones(self, session: str) -> Sequence[tuple[str, str]]:
        with self._lock:
            found = self._sessions.get(session)
            return () if found is None else tuple(found.tombstones)

    def check(self) -> Sequence[str]:
        return ()

    # who works on a session

    def own(self, owner: Ownership, seconds: float) -> None:
        with self._lock:
            require_free(owner.session, self._owner(owner.session), owner.token)
            self._owners[owner.session] = owner, self._clock() + timedelta(seconds=seconds)

    def disown(self, owner: Ownership) -> None:
        with self._lock:
            found = self._owner(owner.session)
            if found is not None and found.token == owner.token:
                del self._owners[owner.session]

    def owners(self) -> Sequence[Ownership]:
        with self._lock:
            found = (self._owner(session) for session in sorted(self._owners, key=name_to_bytes))
            return tuple(owner for owner in found if owner is not None)

    def _owner(self, session: str) -> Ownership | None:
        owner, until = self._owners.get(session, (None, None))
        return (
            None if owner is None or until is None else replace(owner, left_s=(until - self._clock()).total_seconds())
        )

    # moving it whole (transfer.py)

    def dump(self, session: str) -> SessionDump:
        with self._lock:
            for row in self.sessions():
                if row.session == session:
                    s = self._sessions[session]
                    nodes, tombstones = self.nodes(session), tuple(s.tombstones)
                    return SessionDump(
                        row, tuple(s.receipts), nodes, tombstones, tuple(sorted(s.swept)), tuple(sorted(s.held))
                    )
        raise steps.unknown_session(session)

    def restore(self, dump: SessionDump, read: Callable[[str], bytes]) -> None:
        """The session as it was dumped, in one step. StaleRefError where it exists already."""
        name = dump.row.session
        with self._lock:
            steps.require_ref(name, None, self.ref(name))
            blobs = {digest: steps.whole(digest, read(digest)) for digest in dump.held}
            kept = {digest: steps.whole(digest, read(digest)) for digest, _ in dump.tombstones}
            self._blobs |= blobs
            self._tombstones |= kept
            self._turn += 1
            self._sessions[name] = _Session(
                self._turn, list(dump.receipts), {row.digest for row in dump.receipts}, dict(dump.nodes),
                set(dump.held), list(dump.tombstones), list(dump.swept),
            )  # fmt: skip

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        with self._lock:
            yield

    def info(self) -> StoreInfo:
        with self._lock:
            sessions, size = self._sessions.values(), sum(map(len, self._blobs.values()))
            return StoreInfo(
                "memory", "this process", 0, (), len(sessions), sum(len(s.receipts) for s in sessions),
                sum(len(s.nodes) for s in sessions), len(self._blobs), sum(len(s.tombstones) for s in sessions),
                sum(len(s.swept) for s in sessions), size, size,
            )  # fmt: skip

    def close(self) -> None:
        """Nothing to close; what is in it stays readable."""

    def __enter__(self) -> MemoryStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _next_receipt(self, session: str, receipt: bytes) -> ReceiptRow:
        digest, found = sha256_hex(receipt), self._sessions.get(session)
        if found is not None and digest in found.digests:
            raise steps.repeated_receipt(session, digest)
        return ReceiptRow(0 if found is None else len(found.receipts), digest, receipt, self._clock().isoformat())

    def _advance(self, session: str, row: ReceiptRow, nodes: dict[str, str]) -> str:
        self._turn += 1
        entry = self._sessions.setdefault(session, _Session(self._turn))
        entry.turn, entry.nodes = self._turn, nodes
        entry.receipts.append(row)
        entry.digests.add(row.digest)
        return row.digest

    def _missing(self, digest: str, because: str = "") -> Exception:
        swept = [(name, ref) for name, s in self._sessions.items() for gone, ref in s.swept if gone == digest]
        return steps.missing(digest, because, min(swept, default=None))
