"""Recomputes what a store says of itself: bytes against digests, chain against head, leaves against their anchors.

Works through the store port on any store, writes nothing, and gathers every complaint. It checks the record, not the
summaries: whether the facts are still readable is asked by `probe`, whether a parent is true by `check`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from leadline.core.receipts.chain import ANCHOR, GENERATION
from leadline.core.receipts.hashes import sha256_hex
from leadline.core.receipts.merkle import leaf_hash
from leadline.core.receipts.verify import verify_chain
from leadline.engine.records import LeafRecord, decode_leaf, decode_node
from leadline.engine.redacting import redacted_blobs
from leadline.engine.steady import READ_ATTEMPTS, read_steady, written_all_the_time
from leadline.engine.verify_reading import (
    NO_RECORD,
    OUT_OF_A_COPY,
    TAMPERED,
    Reading,
    StoreComplaint,
    list_in,
    parsed,
)
from leadline.engine.verify_sweeps import (
    quoted_texts,
    swept_texts,
    verify_archived,
    verify_decisions,
    verify_tombstones,
)
from leadline.stores.archive import Archive
from leadline.stores.ownership import shown_owner, stands
from leadline.stores.port import ReceiptRow, SessionRow, Store, StoreError

__all__ = ["DOES_NOT_PROVE", "PROVES", "StoreComplaint", "VerifyReport", "verify_store"]

PROVES = (
    "Every stored text is the one that its digest names.",
    "No receipt was edited, moved, inserted, removed or cut since the head record beside the chain was written.",
    "Every node that a verdict let in stands as the last one let it in; no parent came in without a verdict.",
    "Every leaf is there and hashes to the anchor of its parents, or a receipted sweep left a tombstone for it.",
    "What was dropped, held, pinned and marked, and the policy in force, stand as their last receipts say.",
)
DOES_NOT_PROVE = (
    "That nobody rewrote texts, chain and head record together: keep the last receipt's digest somewhere else.",
    "That the leaves are what the agent's session really said: compact it again from the transcript to see.",
    "That a swept leaf was what its tombstone quotes: only its hash is left, unless an archive was given and has the text.",
    "That summaries are true or complete: leadline probe and leadline ledger ask that.",
)


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
    n_archived: int = 0  # swept texts that were found in an archive and hashed; 0 where nobody asked
    proves: tuple[str, ...] = PROVES
    does_not_prove: tuple[str, ...] = DOES_NOT_PROVE

    @property
    def ok(self) -> bool:
        return not self.complaints


def verify_store(store: Store, sessions: Sequence[str] | None = None, archive: Archive | None = None) -> VerifyReport:
    """Checks the named sessions, or all of them and every blob besides. Linear in the bytes read.

    With `archive` every text that a sweep put into one is looked for there, and hashed.

    Complaints come in order: database, sessions by name, then blobs that no session was seen to use. Raises StoreError
    for a session that is not there, StoreLockedError for one that is written to all the time.
    """
    known = {row.session for row in store.sessions()}
    if sessions is not None and (unknown := sorted(set(sessions) - known)):
        raise StoreError(f"no session {unknown[0]!r} in this store", "leadline show lists the sessions of a store.")
    names = tuple(sorted(known if sessions is None else set(sessions)))
    reading = Reading(store)
    for line in store.check():
        reading.complain(None, "database", line, OUT_OF_A_COPY)
    for name in names:
        _verify_session(reading, name, archive)
    if sessions is None:
        try:
            for digest in store.blobs():
                told = len(reading.complaints)
                if not reading.is_whole(None, f"blob {digest}", digest) and not store.has(digest):
                    del reading.complaints[told:]  # swept since it was listed
        except StoreError as error:
            reading.complain(None, "database", str(error), error.remedy or OUT_OF_A_COPY)
    return VerifyReport(
        names, reading.n_receipts, reading.n_nodes, reading.n_leaves, reading.n_swept, reading.n_anchored,
        len(reading.whole), tuple(reading.complaints), _unfinished(store, names), n_archived=reading.n_archived,
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


def _verify_session(reading: Reading, name: str, archive: Archive | None) -> None:
    """What is wrong with the session as it stands; where somebody committed meanwhile it is looked at again before that
    is said: a sweep takes texts that the nodes read before it named."""
    for _ in range(READ_ATTEMPTS):
        ref, one = reading.store.ref(name), Reading(reading.store, whole=reading.whole)
        _verify_once(one, name, archive)
        if not one.complaints or reading.store.ref(name) == ref:
            return reading.take_in(one)
    raise written_all_the_time(name)


def _verify_once(reading: Reading, name: str, archive: Archive | None) -> None:
    row, receipts, nodes = read_steady(reading.store, name)
    reading.n_receipts += len(receipts)
    reading.n_nodes += len(nodes)
    for what in _of_rows(row, receipts):
        reading.complain(name, "ref", what, TAMPERED)
    for complaint in verify_chain([r.body for r in receipts], row.count, row.head or None):
        place = "chain" if complaint.at < 0 else f"receipt {complaint.at}"
        reading.complain(name, place, complaint.message, TAMPERED)
    events = [body for receipt in receipts if (body := parsed(receipt.body)) is not None]
    leaves = _verify_leaves(reading, name, nodes, swept_texts(events), redacted_blobs(events))
    verify_tombstones(reading, name, receipts)
    verify_decisions(reading, name, nodes, events)
    if archive is not None:
        verify_archived(reading, name, archive, {record.id: record for record, _ in leaves.values()})
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


def _verify_leaves(
    reading: Reading, name: str, nodes: Sequence[tuple[str, str]], swept: frozenset[str], redacted: frozenset[str]
) -> dict[int, tuple[LeafRecord, bool]]:
    """Leaf records by position, each with whether its text was there to be hashed."""
    quoted = quoted_texts(reading, name)
    leaves: dict[int, tuple[LeafRecord, bool]] = {}
    for node_id, digest in nodes:
        body = reading.read(name, f"node {node_id}", digest)
        if body is None or not node_id.startswith("n"):
            continue
        try:
            record = decode_leaf(body)
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
            reading.complain(name, f"node {node_id}", f"its blob {digest} is no leaf record: {error!r}", NO_RECORD)
            continue
        reading.n_leaves += 1
        present = reading.store.has(record.text_digest)
        leaves[record.index] = (record, present)
        if present:
            text = reading.read(name, f"node {node_id}", record.text_digest)
            if text is not None and leaf_hash(text) != record.anchor:
                reading.complain(name, f"node {node_id}", "its text does not hash to its anchor", TAMPERED)
            if record.originals is not None and record.originals not in redacted:
                reading.read(name, f"node {node_id}", record.originals)
        elif record.text_digest not in swept:
            what = f"its text, blob {record.text_digest}, is not in the store and no receipt says that it was swept"
            reading.complain(name, f"node {node_id}", what, OUT_OF_A_COPY)
        elif record.text_digest not in quoted:
            what = f"its text, blob {record.text_digest}, was swept and its tombstone is not in the store"
            reading.complain(name, f"node {node_id}", what, OUT_OF_A_COPY)
        else:
            reading.n_swept += 1
    return leaves


def _verify_parents(
    reading: Reading,
    name: str,
    nodes: Sequence[tuple[str, str]],
    events: Sequence[Mapping[str, Any]],
    leaves: Mapping[int, tuple[LeafRecord, bool]],
) -> None:
    """Each standing node has a receipt for its bytes, children that are there, and leaves that hash to its anchor."""
    made = [(body, body[GENERATION]) for body in events
            if body.get("kind") == "verdict" and isinstance(body.get(GENERATION), dict)]  # fmt: skip
    verdicts = {(one.get("node"), one.get("draft")): body for body, one in made}
    last = {
        one.get("node"): one.get("draft") for _, one in made
    }  # a node that was tried again stands as it was let in last
    standing = dict(nodes)
    for node_id, digest in last.items():
        if digest is not None and node_id not in standing:
            what = f"its verdict let it in as blob {digest} , and it is not among the nodes of the session"
            reading.complain(name, f"node {node_id}", what, OUT_OF_A_COPY)
    anchored: set[int] = set()
    for node_id, digest in nodes:
        if not node_id.startswith("p") or not reading.whole.get(digest):
            continue
        place = f"node {node_id}"
        try:
            record = decode_node(reading.store.get(digest))
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
            reading.complain(name, place, f"its blob {digest} is no node record: {error!r}", NO_RECORD)
            continue
        for child, named in zip(record.node.children, record.children_digests, strict=False):
            if not reading.store.has(named):
                reading.complain(name, place, f"its child {child}, blob {named}, is not in the store", OUT_OF_A_COPY)
        receipt = verdicts.get((node_id, digest))
        if receipt is None:
            reading.complain(name, place, "it stands without a receipt for its bytes: no verdict let it in", TAMPERED)
            continue
        if last[node_id] != digest:
            what = f"an earlier state of it stands: its last verdict let it in as blob {last[node_id]}"
            reading.complain(name, place, what, OUT_OF_A_COPY)
        anchored.update(_anchored(reading, name, place, receipt.get(ANCHOR), leaves))
    reading.n_anchored += len(anchored)


def _anchored(
    reading: Reading, name: str, place: str, anchor: Any, leaves: Mapping[int, tuple[LeafRecord, bool]]
) -> Iterator[int]:
    """The leaves under one anchor whose text was hashed. The root over the hashes is `verify_chain`'s to check."""
    span, hashes = list_in(anchor, "leaves"), list_in(anchor, "hashes")
    start = span[0] if len(span) == 2 and isinstance(span[0], int) else 0
    for at, expected in enumerate(hashes, start=start):
        record, present = leaves.get(at, (None, False))
        if record is None:
            reading.complain(name, place, f"leaf n{at}, which its anchor covers, is not in the store", OUT_OF_A_COPY)
        elif record.anchor != expected:
            reading.complain(name, place, f"leaf n{at} is not the one that its anchor covers", TAMPERED)
        elif present:
            yield at
