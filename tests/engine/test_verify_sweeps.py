"""`verify` finds what was done to holds, drops, marks, policies and archives behind leadline's back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from leadline.core.facts.model import Fact
from leadline.core.policy.model import Policy, policy_from_mapping
from leadline.core.receipts.chain import Link, build_event
from leadline.core.receipts.hashes import sha256_hex
from leadline.engine.drops import record_drop
from leadline.engine.keeping import record_keep, record_release
from leadline.engine.policy_change import record_policy
from leadline.engine.records import encode
from leadline.engine.session import load_session
from leadline.engine.sweeping import apply_sweep, mark_sweep
from leadline.engine.tombstones import Tombstone, encode_tombstone
from leadline.engine.verify import verify_store
from leadline.stores.archive_folder import FolderArchive
from leadline.stores.memory import MemoryStore

from .sessions import compact, filled, with_policy

NOW = datetime(2031, 1, 1, tzinfo=UTC)
PLANTED = {2: ("user", "Never restart pg-primary-7 before 18:00."), 5: ("tool", "FATAL: error code E-5150 in seg-88")}


@pytest.fixture
def store() -> MemoryStore:
    """A session with a drop, a hold that stands, one that was released, and a mark."""
    _, opened = compact(filled(30, PLANTED), meta=with_policy(Policy()))
    assert isinstance(opened, MemoryStore)
    fact = next(f for f in load_session(opened, "s").facts if "E-5150" in f.text)
    record_drop(opened, "s", fact.id, by="dana", reason="fixed")
    ended = record_keep(opened, "s", "pin", "n3", by="eve", reason="read")
    record_release(opened, "s", ended.id, by="eve", reason="done")
    record_keep(opened, "s", "hold", "n2", by="eve", reason="case 12")
    mark_sweep(opened, "s", by="ann", grace=timedelta(0))
    assert verify_store(opened).ok
    return opened


@pytest.mark.parametrize("id", ["drops", "holds", "marks"])
def test_a_decision_that_was_taken_out_or_exchanged_is_found(store: MemoryStore, id: str) -> None:
    """Without its record a hold would keep nobody back, and a drop would excuse nothing."""
    nodes = store._sessions["s"].nodes
    real = nodes[id]
    other = encode([])
    store._blobs[sha256_hex(other)] = other
    for forged in (None, sha256_hex(other)):
        if forged is None:
            del nodes[id]
        else:
            nodes[id] = forged
        (complaint,) = verify_store(store).complaints
        assert (complaint.session, complaint.place) == ("s", id)
        assert "its last receipt names" in complaint.what
        nodes[id] = real
    assert verify_store(store).ok


def test_a_policy_without_a_receipt_is_found(store: MemoryStore) -> None:
    nodes = store._sessions["s"].nodes
    meta = json.loads(store.get(nodes["meta"]))
    lower = policy_from_mapping({"fact_floor": 0.1})
    forged = encode({**meta, "policy": lower.as_mapping()})
    store._blobs[sha256_hex(forged)] = forged
    nodes["meta"] = sha256_hex(forged)
    (complaint,) = verify_store(store).complaints
    assert complaint.place == "meta"
    assert lower.digest() in complaint.what


def test_a_verdict_under_a_policy_that_was_never_put_in_force_is_found(store: MemoryStore) -> None:
    """Back and forth in the record, and in between a verdict that no receipt of a policy allows."""
    lower = policy_from_mapping({"fact_floor": 0.1})
    record_policy(store, "s", lower, by="ann", reason="prose")
    assert verify_store(store).ok
    compact(filled(40, PLANTED), store=store, policy=lower)
    assert verify_store(store).ok
    session = load_session(store, "s")
    verdict = next(json.loads(r.body) for r in store.receipts("s") if json.loads(r.body)["kind"] == "verdict")
    event = {"from": Policy().digest(), "to": lower.digest(), "meta": session.digests["meta"]}
    receipt = build_event(Link("s", session.count, session.ref), "policy", event)
    from leadline.stores.port import Commit

    store.commit(Commit("s", session.ref, receipt))
    assert verdict["digests"]["policy"] == Policy().digest()
    (complaint,) = verify_store(store).complaints
    assert "it changes the policy" in complaint.what


def test_archived_texts_are_looked_for_when_asked(store: MemoryStore, tmp_path: Path) -> None:
    mark_sweep(store, "s", by="ann", grace=timedelta(0), archive=str(tmp_path / "kept"))
    archive = FolderArchive(tmp_path / "kept")
    went = apply_sweep(store, "s", now=NOW, archive=archive).went
    report = verify_store(store, archive=archive)
    assert (report.ok, report.n_archived, report.n_swept) == (True, len(went), len(went))
    first, second = (tmp_path / "kept" / item.digest for item in went[:2])
    first.unlink()
    second.write_bytes(b"something else")
    complaints = verify_store(store, archive=archive).complaints
    assert [c.place for c in complaints] == [f"node {item.leaf}" for item in went[:2]]
    assert ("holds no" in complaints[0].what, "another hash" in complaints[1].what) == (True, True)
    assert verify_store(store).ok


def test_a_tombstone_that_quotes_what_its_text_never_said_is_found(
    store: MemoryStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever forged it while it was written; only an archive has the text to tell."""

    def forged(stone: Tombstone, owed: Sequence[Fact]) -> bytes:
        return encode_tombstone(replace(stone, pieces=tuple((a, b, "x" * (b - a)) for a, b, _ in stone.pieces)), owed)

    monkeypatch.setattr("leadline.engine.sweeping.encode_tombstone", forged)
    archive = FolderArchive(tmp_path / "kept")
    mark_sweep(store, "s", by="ann", grace=timedelta(0), archive=archive.place)
    apply_sweep(store, "s", now=NOW, archive=archive)
    assert verify_store(store).ok
    told = {complaint.what for complaint in verify_store(store, archive=archive).complaints}
    assert told == {"its tombstone quotes what its text does not say"}
