"""Moves a store whole into another one, session by session, and shows at the end that both say the same.

In: two open stores that can be moved (`Movable`; all stores of this package). Out: a `CopyReport`, or a StoreError with
the target whole up to a session. Nobody writes to the source meanwhile. A session goes over in one transaction, the
one that moved longest ago first, so that a copy that was cut off goes on with the sessions that are missing. A target
that holds anything else is refused before anything is written. Nothing here judges what is copied: `verify` does.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from leadline.stores.migrate import Applied
from leadline.stores.ownership import new_ownership
from leadline.stores.port import BlobMissingError, ReceiptRow, SessionRow, Store, StoreError

__all__ = ["CopyReport", "Movable", "SessionDump", "StoreInfo", "check_dump", "copy_store", "is_same_store"]

_COMPARING_S = 5.0  # that a mark would stand if this process died meanwhile

Progress = Callable[[str, int, int], None]  # session, its number from 1, of how many


@dataclass(frozen=True, slots=True)
class SessionDump:
    """All rows of one session, in an order that is the same in every store; texts are named by their digests."""

    row: SessionRow
    receipts: Sequence[ReceiptRow]
    nodes: Sequence[tuple[str, str]]  # (node id, digest), sorted
    tombstones: Sequence[tuple[str, str]]  # (digest, receipt), in order written
    swept: Sequence[tuple[str, str]]  # (digest, receipt), sorted
    held: Sequence[str]  # digests of the blobs that the session holds, sorted


@dataclass(frozen=True, slots=True)
class StoreInfo:
    """What and where a store is, and how much is in it. Bytes are of texts, before and after compression."""

    kind: str
    place: str  # for people: no password in it
    schema: int  # 0 where there is none
    applied: Sequence[Applied]
    sessions: int
    receipts: int
    nodes: int
    blobs: int
    tombstones: int
    swept: int
    bytes_plain: int
    bytes_kept: int


class Movable(Store, Protocol):
    """A store that can be read out and filled row by row."""

    def dump(self, session: str) -> SessionDump: ...  # one snapshot; StoreError for an unknown session
    def restore(self, dump: SessionDump, read: Callable[[str], bytes]) -> None: ...  # whole or not at all
    def frozen(self) -> AbstractContextManager[None]: ...  # no step by anybody until the end; reading goes on
    def info(self) -> StoreInfo: ...


@dataclass(frozen=True, slots=True)
class CopyReport:
    """What went over now, what was there already, and what was compared at the end."""

    copied: int
    present: int
    receipts: int
    blobs: int  # texts whose bytes were compared, tombstones included
    swept: int


def copy_store(source: Movable, target: Movable, progress: Progress | None = None) -> CopyReport:
    """Copies every session, compares everything. Linear in the bytes; raises StoreError, the remedy says how to go on."""
    with source.frozen():
        rows = list(reversed(source.sessions()))
        present = _require_beginning(source, target, rows)
        for number, row in enumerate(rows, start=1):
            if progress is not None:
                progress(row.session, number, len(rows))
            if number > present:
                dump = source.dump(row.session)
                check_dump(dump)
                target.restore(dump, source.get)
        return _compared(source, target, len(rows) - present, present)


def is_same_store(one: Movable, other: Movable) -> bool:
    """Whether both are one store under two names (a link, another name of a server). Shown by a mark in one of them."""
    if one.info().kind != other.info().kind:
        return False
    mark = new_ownership(f"\0{uuid.uuid4().hex}", "comparing two stores")
    other.own(mark, _COMPARING_S)
    try:
        return any(owner.token == mark.token for owner in one.owners())
    finally:
        other.disown(mark)


def check_dump(dump: SessionDump) -> None:
    """StoreError for a session whose chain and head record disagree: a copy would make it look whole."""
    chain = dump.receipts
    whole = chain and [row.seq for row in chain] == list(range(len(chain)))
    if not whole or (dump.row.count, dump.row.head, dump.row.ref) != (len(chain), chain[-1].digest, chain[-1].digest):
        raise StoreError(
            f"session {dump.row.session!r}: {len(chain)} receipts are there and the head record counts "
            f"{dump.row.count}; it was not copied",
            "Run leadline verify on the store that is copied.",
        )


def _require_beginning(source: Movable, target: Movable, rows: Sequence[SessionRow]) -> int:
    """How many sessions an earlier, unfinished copy left; StoreError when the target holds anything else."""
    there = list(reversed(target.sessions()))
    wanted = {row.session for row in rows}
    for row in there:
        if row.session not in wanted:
            raise _differs(f"it holds session {row.session!r}, which the source does not")
    for mine, its in zip(rows, there, strict=False):
        if mine.session != its.session:
            raise _differs(f"it holds session {its.session!r} where {mine.session!r} comes first")
        if source.dump(mine.session) != target.dump(its.session):
            raise _differs(f"its session {its.session!r} is not as it is in the source")
    if not there and next(iter(target.blobs()), None) is not None:
        raise _differs("it holds texts and no session")
    return len(there)


def _compared(source: Movable, target: Movable, copied: int, present: int) -> CopyReport:
    rows, its_rows = list(source.sessions()), list(target.sessions())
    if rows != its_rows:
        raise _unequal("the sessions, their refs or their head records")
    receipts = swept = blobs = 0
    for row in rows:
        mine, its = source.dump(row.session), target.dump(row.session)
        for what in ("row", "receipts", "nodes", "tombstones", "swept", "held"):
            if getattr(mine, what) != getattr(its, what):
                raise _unequal(f"session {row.session!r}: its {what}")
        receipts, swept = receipts + len(mine.receipts), swept + len(mine.swept)
    for digest in source.blobs():
        try:
            same = source.get(digest) == target.get(digest)
        except BlobMissingError as error:
            raise _unequal(f"blob {digest}") from error
        if not same:
            raise _unequal(f"blob {digest}")
        blobs += 1
    if sum(1 for _ in target.blobs()) != blobs:
        raise _unequal("the number of texts")
    return CopyReport(copied, present, receipts, blobs, swept)


def _differs(why: str) -> StoreError:
    return StoreError(
        f"the target is not empty, and no beginning of this copy: {why}; nothing was written",
        "Name an empty place, or one that an earlier run of the same copy left unfinished.",
    )


def _unequal(what: str) -> StoreError:
    return StoreError(
        f"the copy is not what was copied: {what} differ; the source was not touched",
        "Did somebody write to the target meanwhile? Copy to an empty place, and run leadline verify on both.",
    )
