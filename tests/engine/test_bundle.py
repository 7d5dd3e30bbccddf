"""Bundles taken out of a store: whole sessions and single nodes, swept leaves, and a store that does not hold together."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterator

import pytest

from leadline.core.receipts.chain import Link, build_event
from leadline.core.receipts.hashes import sha256_hex
from leadline.core.receipts.verify_standalone import verify_bundle
from leadline.engine.bundle import export_bundle
from leadline.engine.records import encode
from leadline.engine.session import UnknownReferenceError
from leadline.stores.memory import MemoryStore
from leadline.stores.port import Commit, ReceiptRow, Store, StoreError
from tests.engine.sessions import compact, filled


@pytest.fixture(scope="module")
def built() -> Store:
    """Twenty leaves in groups of four, three levels high."""
    return compact(filled(20, {3: ("user", "Never restart db-7 before 18:00.")}), fan_out=4)[1]


def lines(bundle: bytes) -> list[dict[str, object]]:
    return [json.loads(line) for line in bundle.splitlines()]


def test_a_whole_session_is_confirmed(built: Store) -> None:
    """Every receipt of the store, every leaf once, and texts only where they were asked for."""
    row = built.sessions()[0]
    report = verify_bundle(export_bundle(built, "s"), head=row.head)
    assert report.complaints == []
    assert (report.receipts, report.count, report.texts) == (row.count, row.count, 0)
    n_leaves = sum(id.startswith("n") for id, _ in built.nodes("s"))
    assert report.leaves >= n_leaves - 4  # a last leaf that no group took yet has no receipt
    with_texts = export_bundle(built, "s", texts=True)
    assert verify_bundle(with_texts).texts == report.leaves
    assert b"Never restart db-7" in with_texts


def test_every_standing_node_has_a_bundle_of_its_own(built: Store) -> None:
    """Its verdict first, then what was receipted after it, down to the head; its leaves are proven from that verdict."""
    head = built.sessions()[0].head
    for node in [id for id, _ in built.nodes("s") if id.startswith("p")]:
        bundle = export_bundle(built, "s", node=node)
        report = verify_bundle(bundle, head=head)
        assert report.complaints == [], node
        body = lines(bundle)
        assert body[1]["summary-generation-receipt"]["node"] == node  # type: ignore[index]
        assert {line["receipt"] for line in body if line.get("part") == "leaf"} == {body[1]["seq"]}


def test_single_leaves_can_be_proven(built: Store) -> None:
    leaves = [line for line in lines(export_bundle(built, "s", leaves=[2, 0])) if line.get("part") == "leaf"]
    assert [leaf["leaf"] for leaf in leaves] == [0, 2]


def test_what_is_not_there_is_told(built: Store) -> None:
    with pytest.raises(UnknownReferenceError, match=r"node p9\.9 is not there"):
        export_bundle(built, "s", node="p9.9")
    with pytest.raises(UnknownReferenceError, match="node n0 is not there"):
        export_bundle(built, "s", node="n0")
    with pytest.raises(UnknownReferenceError, match=r"leaf n9 is not under node p1\.0"):
        export_bundle(built, "s", node="p1.0", leaves=[9])


def test_a_swept_leaf_is_proven_by_its_hash(built: Store) -> None:
    """Its text is gone, its hash is in the anchor: the bundle says so and stays sound."""
    store = compact(filled(20, {}), fan_out=4)[1]
    digest = json.loads(store.get(dict(store.nodes("s"))["n0"]))["text"]
    ref, count = store.ref("s"), store.sessions()[0].count
    assert ref is not None
    stone = encode({"kind": "tombstone", "leaf": "n0", "text": digest, "facts": []})
    event = {"leaves": [{"leaf": "n0", "text": digest}], "tombstones": [sha256_hex(stone)]}
    store.sweep("s", ref, build_event(Link("s", count, ref), "sweep", event), [digest], [stone], [])
    bundle = export_bundle(store, "s", texts=True)
    shown = {line["leaf"]: line["text"] for line in lines(bundle) if line.get("part") == "leaf"}
    assert shown[0] is None
    assert shown[1] is not None
    assert verify_bundle(bundle, head=store.ref("s")).ok


def test_a_chain_that_does_not_hold_together_is_not_exported() -> None:
    """An edited receipt, and one that is no JSON: nothing is handed out, and the error names the command that looks closer."""

    class Edited(MemoryStore):
        def receipts(self, session: str) -> Iterator[ReceiptRow]:
            for row in super().receipts(session):
                yield dataclasses.replace(row, body=change(row.body)) if row.seq == 0 else row

    store = Edited()
    changes: list[Callable[[bytes], bytes]] = [
        bytes, lambda body: body.replace(b"promote", b"promotes", 1), lambda body: body[:-1]
    ]  # fmt: skip
    change = changes[0]
    compact(filled(20, {}), fan_out=4, store=store)
    assert verify_bundle(export_bundle(store, "s")).ok
    for change in changes[1:]:  # noqa: B007
        with pytest.raises(StoreError, match="do not hold together") as told:
            export_bundle(store, "s")
        assert "leadline verify s" in told.value.remedy


def test_a_node_that_no_verdict_let_in_is_not_exported() -> None:
    store = compact(filled(20, {}), fan_out=4)[1]
    body = json.loads(store.get(dict(store.nodes("s"))["p1.0"])) | {"tokens": 1}
    ref, count, forged = store.ref("s"), store.sessions()[0].count, encode(body)
    receipt = build_event(Link("s", count, ref), "pin", {})
    store.commit(Commit("s", ref, receipt, [forged], [("p1.0", sha256_hex(forged))]))
    with pytest.raises(StoreError, match=r"node p1\.0 stands without a receipt"):
        export_bundle(store, "s", node="p1.0")
