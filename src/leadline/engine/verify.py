"""Recomputes what a store says of itself: bytes against digests, chain against head, leaves against their anchors.

Works through the store port on any store, writes nothing, and gathers every complaint. It checks the record, not the
summaries: whether the facts are still readable is asked by `probe`, whether a parent is true by `check`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from leadline.core.receipts.canonical import read_canonical
from leadline.core.receipts.chain import ANCHOR, GENERATION
from leadline.core.receipts.hashes import sha256_hex
from leadline.core.receipts.merkle import leaf_hash
from leadline.core.receipts.verify import verify_chain
from leadline.engine.records import LeafRecord, decode_leaf, decode_node
from leadline.engine.steady import read_steady
from leadline.stores.ownership import shown_owner, stands
from leadline.stores.port import BlobMissingError, ReceiptRow, SessionRow, Store, StoreError

__all__ = ["DOES_NOT_PROVE", "PROVES", "StoreComplaint", "VerifyReport", "verify_store"]

PROVES = (
    "Every stored text is the one that its digest names.",
    "No receipt was edited, moved, inserted, removed or cut since the head record beside the chain was written.",
    "Every node that stands has a receipt for exactly its bytes; no parent came in without a verdict.",
    "Every leaf is there and hashes to the anchor of its parents, or a receipted sweep left a tombstone for it.",
)
DOES_NOT_PROVE = (
    "That nobody rewrote texts, chain and head record together: keep the last receipt's digest somewhere else.",
    "That the leaves are what the agent's session really said: compact it again from the transcript to see.",
    "That a swept leaf was what its tombstone quotes: its text is gone, only its hash is left.",
    "That summaries are true or complete: leadline probe and leadline ledger ask that.",
)

_OUT_OF_A_COPY = "Restore the store from a copy, or build a fresh one: leadline compact SESSION --store NEW_FOLDER"
_TAMPERED = (
    "Find out who wrote to the store. Its texts may be good: leadline compact SESSION --store NEW_FOLDER compares."
)
_NO_RECORD = (
    "leaf, node, meta and drops are what this leadline knows; a newer one may have written it: pip install -U leadline"
)


@dataclass(frozen=True, slots=True)
class StoreComplaint:
    """One thing wrong: whose (None = the store's), where (node, receipt or blob), what, and what to do."""

    session: str | None
    place: str
    what: str
    remedy: str


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """What was looked at, what was wrong with it, and what the answer is worth."""

    sessions: tuple[str, ...]
    n_receipts: int
    n_nodes: int
    n_leaves: int
    n_swept: int  # leaves of which a tombstone is left
    n_anchored: int  # leaves whose text was hashed against the anchor of a standing parent
    n_blobs: int
    complaints: tuple[StoreComplaint, ...]
    unfinished: tuple[str, ...] = ()  # work that somebody is at, or was killed at: what is committed of it is whole
    proves: tuple[str, ...] = PROVES
    does_not_prove: tuple[str, ...] = DOES_NOT_PROVE

    @property
    def ok(self) -> bool:
        return not self.complaints


def verify_store(store: Store, sessions: Sequence[str] | None = None) -> VerifyReport:
    """Checks the named sessions, or all of them and every blob besides. Linear in the bytes read.

    Complaints come in order: database, sessions by name, then blobs that no session was seen to use. Raises StoreError
    for a session that is not there, StoreLockedError for one that is written to all the time.
    """
    known = {row.session for row in store.sessions()}
    if sessions is not None and (unknown := sorted(set(sessions) - known)):
        raise StoreError(f"no session {unknown[0]!r} in this store", "leadline show lists the sessions of a store.")
    names = tuple(sorted(known if sessions is None else set(sessions)))
    reading = _Reading(store)
    for line in store.check():
        reading.complain(None, "database", line, _OUT_OF_A_COPY)
    for name in names:
        _verify_session(reading, name)
    if sessions is None:
        try:
            for digest in store.blobs():
                reading.is_whole(None, f"blob {digest}", digest)
        except StoreError as error:
            reading.complain(None, "database", str(error), error.remedy or _OUT_OF_A_COPY)
    return VerifyReport(
        names, reading.n_receipts, reading.n_nodes, reading.n_leaves, reading.n_swept, reading.n_anchored,
        len(reading.whole), tuple(reading.complaints), _unfinished(store, names),
    )  # fmt: skip


def _unfinished(store: Store, names: Sequence[str]) -> tuple[str, ...]:
    """Also of a session that was never committed: then the owner's record is all that there is of it."""
    known, said = {row.session for row in store.sessions()}, []
    for owner in store.owners():
        if owner.session in known and owner.session not in names:
            continue
        who, there = shown_owner(owner), "" if owner.session in known else " Nothing of it was committed yet."
        if stands(owner):
            said.append(f"session {owner.session!r}: {who} is busy {owner.doing}.{there}")
        else:
            said.append(
                f"session {owner.session!r}: {who} was busy {owner.doing} and did not finish; what it committed is whole."
                f"{there} Repeat the command: it goes on from there."
            )
    return tuple(said)


@dataclass(slots=True)
class _Reading:
    """What one verification has seen so far."""

    store: Store
    complaints: list[StoreComplaint] = field(default_factory=list)
    whole: dict[str, bool] = field(default_factory=dict)  # digest -> its bytes are right
    n_receipts: int = 0
    n_nodes: int = 0
    n_leaves: int = 0
    n_swept: int = 0
    n_anchored: int = 0

    def complain(self, session: str | None, place: str, what: str, remedy: str) -> None:
        self.complaints.append(StoreComplaint(session, place, what, remedy))

    def is_whole(self, session: str | None, place: str, digest: str) -> bool:
        """Whether the blob is there and right; a first no is complained about, a later one told again with its place."""
        if self.whole.get(digest):
            return True
        return self.read(session, place, digest) is not None

    def read(self, session: str | None, place: str, digest: str) -> bytes | None:
        if session is None and self.whole.get(digest) is False:
            return None  # told already, where it is used
        try:
            body = self.store.get(digest)
        except BlobMissingError as error:
            self.complain(session, place, str(error), error.remedy or _OUT_OF_A_COPY)
            return None
        except StoreError as error:
            self.whole[digest] = False
            self.complain(session, place, str(error), error.remedy or _OUT_OF_A_COPY)
            return None
        self.whole[digest] = sha256_hex(body) == digest
        if not self.whole[digest]:
            self.complain(session, place, f"the bytes of blob {digest} are not those that it names", _OUT_OF_A_COPY)
            return None
        return body


def _verify_session(reading: _Reading, name: str) -> None:
    row, receipts, nodes = read_steady(reading.store, name)
    reading.n_receipts += len(receipts)
    reading.n_nodes += len(nodes)
    for what in _of_rows(row, receipts):
        reading.complain(name, "ref", what, _TAMPERED)
    for complaint in verify_chain([r.body for r in receipts], row.count, row.head or None):
        place = "chain" if complaint.at < 0 else f"receipt {complaint.at}"
        reading.complain(name, place, complaint.message, _TAMPERED)
    events = [body for receipt in receipts if (body := _parsed(receipt.body)) is not None]
    leaves = _verify_leaves(reading, name, nodes, _swept(events))
    _verify_tombstones(reading, name, receipts)
    _verify_parents(reading, name, nodes, events, leaves)


def _of_rows(row: SessionRow, receipts: Sequence[ReceiptRow]) -> Iterator[str]:
    """The store's own columns against the bytes beside them."""
    if row.ref != row.head:
        yield f"the ref stands at {row.ref} , the head record at {row.head or 'nothing'}"
    for at, receipt in enumerate(receipts):
        if receipt.seq != at:
            yield f"receipt {receipt.seq} is stored at place {at} of the chain"
        if sha256_hex(receipt.body) != receipt.digest:
            yield f"receipt {receipt.seq} is filed under {receipt.digest} , which is not the digest of its bytes"


def _parsed(receipt: bytes) -> Mapping[str, Any] | None:
    try:
        body = read_canonical(receipt)
    except ValueError:
        return None  # verify_chain has said so
    return body if isinstance(body, dict) else None


def _swept(events: Sequence[Mapping[str, Any]]) -> frozenset[str]:
    """Digests of the leaf texts that receipted sweeps removed."""
    found: set[str] = set()
    for body in events:
        if body.get("kind") == "sweep":
            found |= {str(leaf.get("text")) for leaf in _list(body.get("event"), "leaves") if isinstance(leaf, dict)}
    return frozenset(found)


def _verify_leaves(
    reading: _Reading, name: str, nodes: Sequence[tuple[str, str]], swept: frozenset[str]
) -> dict[int, tuple[LeafRecord, bool]]:
    """Leaf records by position, each with whether its text was there to be hashed."""
    quoted = _quoted(reading, name)
    leaves: dict[int, tuple[LeafRecord, bool]] = {}
    for node_id, digest in nodes:
        body = reading.read(name, f"node {node_id}", digest)
        if body is None or not node_id.startswith("n"):
            continue
        try:
            record = decode_leaf(body)
        except (ValueError, TypeError, KeyError, IndexError) as error:
            reading.complain(name, f"node {node_id}", f"its blob {digest} is no leaf record: {error!r}", _NO_RECORD)
            continue
        reading.n_leaves += 1
        present = reading.store.has(record.text_digest)
        leaves[record.index] = (record, present)
        if present:
            text = reading.read(name, f"node {node_id}", record.text_digest)
            if text is not None and leaf_hash(text) != record.anchor:
                reading.complain(name, f"node {node_id}", "its text does not hash to its anchor", _TAMPERED)
        elif record.text_digest not in swept:
            what = f"its text, blob {record.text_digest}, is not in the store and no receipt says that it was swept"
            reading.complain(name, f"node {node_id}", what, _OUT_OF_A_COPY)
        elif record.text_digest not in quoted:
            what = f"its text, blob {record.text_digest}, was swept and its tombstone is not in the store"
            reading.complain(name, f"node {node_id}", what, _OUT_OF_A_COPY)
        else:
            reading.n_swept += 1
    return leaves


def _quoted(reading: _Reading, name: str) -> frozenset[str]:
    """Digests of the texts that this session's tombstones stand for."""
    found: set[str] = set()
    for digest, _ in reading.store.tombstones(name):
        body = reading.read(name, f"tombstone {digest}", digest)
        if body is not None and (stone := _json(body)) is not None:
            found.add(str(stone.get("text")))
    return frozenset(found)


def _verify_tombstones(reading: _Reading, name: str, receipts: Sequence[ReceiptRow]) -> None:
    """The tombstones of each sweep are those that its receipt lists."""
    written: dict[str, list[str]] = {}
    for digest, receipt in reading.store.tombstones(name):
        written.setdefault(receipt, []).append(digest)
    for row in receipts:
        body = _parsed(row.body)
        if body is not None and body.get("kind") == "sweep":
            listed = [str(digest) for digest in _list(body.get("event"), "tombstones")]
            if sorted(set(listed)) != sorted(written.get(row.digest, [])):
                what = f"it lists {len(listed)} tombstones; {len(written.get(row.digest, []))} are stored under it"
                reading.complain(name, f"receipt {row.seq}", what, _TAMPERED)


def _verify_parents(
    reading: _Reading,
    name: str,
    nodes: Sequence[tuple[str, str]],
    events: Sequence[Mapping[str, Any]],
    leaves: Mapping[int, tuple[LeafRecord, bool]],
) -> None:
    """Each standing node has a receipt for its bytes, children that are there, and leaves that hash to its anchor."""
    verdicts = {
        (made.get("node"), made.get("draft")): body
        for body in events
        if body.get("kind") == "verdict" and isinstance(made := body.get(GENERATION), dict)
    }
    anchored: set[int] = set()
    for node_id, digest in nodes:
        if not node_id.startswith("p") or not reading.whole.get(digest):
            continue
        place = f"node {node_id}"
        try:
            record = decode_node(reading.store.get(digest))
        except (ValueError, TypeError, KeyError, IndexError) as error:
            reading.complain(name, place, f"its blob {digest} is no node record: {error!r}", _NO_RECORD)
            continue
        for child, named in zip(record.node.children, record.children_digests, strict=False):
            if not reading.store.has(named):
                reading.complain(name, place, f"its child {child}, blob {named}, is not in the store", _OUT_OF_A_COPY)
        receipt = verdicts.get((node_id, digest))
        if receipt is None:
            reading.complain(name, place, "it stands without a receipt for its bytes: no verdict let it in", _TAMPERED)
            continue
        anchored.update(_anchored(reading, name, place, receipt.get(ANCHOR), leaves))
    reading.n_anchored += len(anchored)


def _anchored(
    reading: _Reading, name: str, place: str, anchor: Any, leaves: Mapping[int, tuple[LeafRecord, bool]]
) -> Iterator[int]:
    """The leaves under one anchor whose text was hashed. The root over the hashes is `verify_chain`'s to check."""
    span, hashes = _list(anchor, "leaves"), _list(anchor, "hashes")
    start = span[0] if len(span) == 2 and isinstance(span[0], int) else 0
    for at, expected in enumerate(hashes, start=start):
        record, present = leaves.get(at, (None, False))
        if record is None:
            reading.complain(name, place, f"leaf n{at}, which its anchor covers, is not in the store", _OUT_OF_A_COPY)
        elif record.anchor != expected:
            reading.complain(name, place, f"leaf n{at} is not the one that its anchor covers", _TAMPERED)
        elif present:
            yield at


def _list(mapping: Any, key: str) -> Sequence[Any]:
    value = mapping.get(key) if isinstance(mapping, dict) else None
    return value if isinstance(value, list) else ()


def _json(body: bytes) -> Mapping[str, Any] | None:
    try:
        value = json.loads(body)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
