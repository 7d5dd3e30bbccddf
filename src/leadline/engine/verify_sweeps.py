"""Verifies what was let go: tombstones against sweep receipts, decisions against their receipts, archived texts against their hashes.

In: a reading, a session's rows. Out: complaints. A hold that is gone from the index without a release, a drop nobody receipted, a
mark or a policy that no receipt names: each would let a sweep take what it must not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from leadline.core.policy.model import policy_from_mapping
from leadline.core.receipts.merkle import leaf_hash
from leadline.engine.records import LeafRecord
from leadline.engine.tombstones import Tombstone, decode_tombstone
from leadline.engine.verify_reading import NO_RECORD, OUT_OF_A_COPY, TAMPERED, Reading, json_in, list_in, parsed
from leadline.stores.archive import Archive, ArchiveError, get_verified
from leadline.stores.port import ReceiptRow

__all__ = ["quoted_texts", "swept_texts", "verify_archived", "verify_decisions", "verify_tombstones"]

# ids of the records of decisions; each receipt that changes one names its new digest under the same word
_DECISIONS = ("drops", "holds", "marks", "meta")


def swept_texts(events: Sequence[Mapping[str, Any]]) -> frozenset[str]:
    """Digests of the leaf texts that receipted sweeps removed."""
    found: set[str] = set()
    for body in events:
        if body.get("kind") == "sweep":
            found |= {str(leaf.get("text")) for leaf in list_in(body.get("event"), "leaves") if isinstance(leaf, dict)}
    return frozenset(found)


def quoted_texts(reading: Reading, name: str) -> frozenset[str]:
    """Digests of the texts that this session's tombstones stand for."""
    found: set[str] = set()
    for digest, _ in reading.store.tombstones(name):
        body = reading.read(name, f"tombstone {digest}", digest)
        if body is not None and (stone := json_in(body)) is not None:
            found.add(str(stone.get("text")))
    return frozenset(found)


def verify_tombstones(reading: Reading, name: str, receipts: Sequence[ReceiptRow]) -> None:
    """The tombstones of each sweep are those that its receipt lists."""
    written: dict[str, list[str]] = {}
    for digest, receipt in reading.store.tombstones(name):
        written.setdefault(receipt, []).append(digest)
    for row in receipts:
        body = parsed(row.body)
        if body is not None and body.get("kind") == "sweep":
            listed = [str(digest) for digest in list_in(body.get("event"), "tombstones")]
            if sorted(set(listed)) != sorted(written.get(row.digest, [])):
                what = f"it lists {len(listed)} tombstones; {len(written.get(row.digest, []))} are stored under it"
                reading.complain(name, f"receipt {row.seq}", what, TAMPERED)


def verify_decisions(
    reading: Reading, name: str, nodes: Sequence[tuple[str, str]], events: Sequence[Mapping[str, Any]]
) -> None:
    """Each record of decisions is the one that its last receipt names, and no policy came into force without one."""
    index = dict(nodes)
    for id in _DECISIONS:
        told = [e["event"][id] for e in events if isinstance(e.get("event"), dict) and id in e["event"]]
        if id == "meta" and not told:
            continue  # what a session was begun with is named by its verdicts, below
        last, there = (told[-1] if told else None), index.get(id)
        if there != last:
            what = f"it stands at {there or 'nothing'} , its last receipt names {last or 'nothing'}"
            reading.complain(name, id, what, TAMPERED)
    _verify_policy(reading, name, index, events)


def _verify_policy(reading: Reading, name: str, index: Mapping[str, str], events: Sequence[Mapping[str, Any]]) -> None:
    """Where the record names a policy: the verdicts from its beginning on, and the receipts of its changes, form one line."""
    body = reading.read(name, "meta", index["meta"]) if "meta" in index else None
    meta = None if body is None else json_in(body)
    if meta is None or not meta.get("policy"):
        return
    in_force: Any = None
    for event in events:
        kind, said = event.get("kind"), event.get("event")
        if kind == "verdict":
            given = (event.get("digests") or {}).get("policy")
            if in_force is not None and given != in_force:
                what = f"its verdict rests on the policy {given} ; in force was {in_force} , and no receipt changed it"
                reading.complain(name, f"receipt {event.get('seq')}", what, TAMPERED)
            in_force = given
        elif kind == "policy" and isinstance(said, dict):
            if in_force is not None and said.get("from") != in_force:
                what = f"it changes the policy {said.get('from')} ; in force was {in_force}"
                reading.complain(name, f"receipt {event.get('seq')}", what, TAMPERED)
            in_force = said.get("to")
    try:
        recorded = policy_from_mapping(dict(meta["policy"])).digest()
    except (ValueError, TypeError) as error:
        reading.complain(name, "meta", f"its policy cannot be read: {error}", NO_RECORD)
        return
    if in_force is not None and recorded != in_force:
        what = f"its policy has the digest {recorded} ; the receipts put {in_force} in force"
        reading.complain(name, "meta", what, TAMPERED)


def verify_archived(reading: Reading, name: str, archive: Archive, leaves: Mapping[str, LeafRecord]) -> None:
    """Every text that a sweep put into an archive is there, hashes to its name and its anchor, and says what the tombstone quotes."""
    for digest, _ in reading.store.tombstones(name):
        stone = _stone(reading, name, digest)
        record = None if stone is None else leaves.get(stone.leaf)
        if stone is None or record is None or stone.archive is None:
            continue
        place = f"node {stone.leaf}"
        try:
            data = get_verified(archive, stone.text)
        except ArchiveError as error:
            reading.complain(name, place, str(error), error.remedy or OUT_OF_A_COPY)
            continue
        text = data.decode("utf-8", "surrogatepass")
        if leaf_hash(data) != record.anchor:
            reading.complain(name, place, f"its text in {archive.place} does not hash to its anchor", TAMPERED)
        elif any(text[start:end] != words for start, end, words in stone.pieces):
            reading.complain(name, place, "its tombstone quotes what its text does not say", TAMPERED)
        else:
            reading.n_archived += 1


def _stone(reading: Reading, name: str, digest: str) -> Tombstone | None:
    body = reading.read(name, f"tombstone {digest}", digest)
    try:
        return None if body is None else decode_tombstone(body)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        reading.complain(name, f"tombstone {digest}", f"it cannot be read: {error!r}", NO_RECORD)
        return None
