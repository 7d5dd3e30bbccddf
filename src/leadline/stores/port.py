"""The store port: content-addressed blobs, receipts in a hash chain, one ref per session moved by compare-and-set.

`commit` is the only way in for a node: blobs first, then the receipt, then the ref, in one transaction. Readers see
the state before or the state after, never between. Digests are lower-case SHA-256 hex of the bytes stored.

Who works on a session for longer than one step takes a token first (`own`), hands it to its steps (`owner`), renews it
and gives it back (`disown`). While a token stands, a step of anybody else on that session is refused with `OwnedError`,
which says who has it; so no sweep takes a text from under a running build. It is no lock: it expires, a dead process's
is void at once where that can be seen (ownership.py), and whether a step builds on the present ref still decides.
`engine/owning.py` does all of this in one `with`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

__all__ = [
    "BlobMissingError",
    "Commit",
    "OwnedError",
    "Ownership",
    "ReceiptRow",
    "SessionRow",
    "StaleRefError",
    "Store",
    "StoreError",
    "StoreLockedError",
]


class StoreError(Exception):
    """Trouble with the store (corrupt, full, no permission). The CLI prints it and exits 3."""

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy


class StoreLockedError(StoreError):
    """Another process holds the store or the session for too long; the message says who where that is known."""


class OwnedError(StoreLockedError):
    """Somebody else's token for the session stands: `by`. Nothing was written."""

    def __init__(self, message: str, remedy: str, by: Ownership) -> None:
        super().__init__(message, remedy)
        self.by = by


class StaleRefError(StoreError):
    """The ref moved under a writer: somebody else committed first. Nothing was written."""


class BlobMissingError(StoreError):
    """A digest that a committed record names has no blob."""


@dataclass(frozen=True, slots=True)
class Commit:
    """One atomic step. `receipt` is canonical JSON; its digest becomes the ref's new value.

    `nodes` are (node id, blob digest) to set, `unset` node ids to remove from the session's index (the open right edge).
    """

    session: str
    expected: str | None  # the ref's value that this commit builds on; None = the session must be new
    receipt: bytes
    blobs: Sequence[bytes] = ()
    nodes: Sequence[tuple[str, str]] = ()
    unset: Sequence[str] = ()
    owner: str | None = None  # the token that this step is part of; without one, nobody else's may stand


@dataclass(frozen=True, slots=True)
class Ownership:
    """One piece of work of one process on one session. `left_s`, by the store's own clock: how long it stands unrenewed."""

    session: str
    token: str  # random
    doing: str  # completes "is busy ..."
    host: str
    process: str  # told apart from a later one with the same number; "" where the system cannot
    pid: int
    left_s: float = 0


@dataclass(frozen=True, slots=True)
class ReceiptRow:
    """One receipt as stored: position in the session's chain (0-based), digest, bytes, and when it was written (ISO, UTC)."""

    seq: int
    digest: str
    body: bytes
    written_at: str


@dataclass(frozen=True, slots=True)
class SessionRow:
    """One session's ref, and the head record beside the chain: how many receipts, and the last one's digest."""

    session: str
    ref: str
    count: int
    head: str
    updated_at: str


class Store(Protocol):
    """Where nodes, leaves and receipts live."""

    def commit(self, commit: Commit) -> str: ...  # -> new ref; StaleRefError if `expected` is not the ref
    def ref(self, session: str) -> str | None: ...
    def sessions(self) -> Sequence[SessionRow]: ...  # newest first
    def nodes(self, session: str) -> Sequence[tuple[str, str]]: ...  # (node id, blob digest), sorted by node id
    def get(self, digest: str) -> bytes: ...  # BlobMissingError
    def has(self, digest: str) -> bool: ...
    def blobs(self) -> Iterator[str]: ...
    def receipts(self, session: str) -> Iterator[ReceiptRow]: ...
    def sweep(
        self,
        session: str,
        expected: str,
        receipt: bytes,
        digests: Iterable[str],
        tombstones: Sequence[bytes],
        nodes: Sequence[tuple[str, str]],
        owner: str | None = None,
    ) -> str: ...  # removes blobs, writes tombstones and the receipt, atomically
    def tombstones(
        self, session: str
    ) -> Sequence[tuple[str, str]]: ...  # (tombstone, receipt) digests, in order written
    def own(self, owner: Ownership, seconds: float) -> None: ...  # takes or renews; OwnedError if another's stands
    def disown(self, owner: Ownership) -> None: ...  # nothing where it is not (or no longer) the owner's
    def owners(self) -> Sequence[Ownership]: ...  # all that are on record, also expired and dead ones; by session
    def check(self) -> Sequence[str]: ...  # integrity complaints of the database itself; empty = none
    def close(self) -> None: ...
