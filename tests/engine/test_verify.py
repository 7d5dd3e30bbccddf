"""`verify_store` finds what was done to a store behind leadline's back, names the place, and is silent about a sound one."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from leadline.core.receipts.chain import Anchor, Generation, Link, build_event, build_receipt
from leadline.core.receipts.hashes import sha256_hex
from leadline.core.receipts.merkle import leaf_hash
from leadline.core.text.messages import Segment
from leadline.core.tree.nodes import Draft, Leaf, Node
from leadline.engine.marks import NotMarkedError
from leadline.engine.records import NodeRecord, encode, encode_leaf, encode_node
from leadline.engine.sweeping import apply_sweep, mark_sweep
from leadline.engine.verify import DOES_NOT_PROVE, VerifyReport, verify_store
from leadline.stores.memory import MemoryStore
from leadline.stores.port import Commit, Store, StoreError, StoreLockedError
from leadline.stores.sqlite import SqliteStore

from .sessions import compact, filled

TEXTS = [f"The deploy of service {n} failed with code {40 + n}. It was rolled back." for n in range(4)]
DIGESTS = dict.fromkeys(("policy", "summarizer", "judge", "extractor", "signals", "prompt", "history"))


def record_leaf(index: int, text: str) -> tuple[bytes, bytes]:
    leaf = Leaf(index, text, (Segment(0, len(text), "tool", "text", index + 1),), 12)
    _, body, stored = encode_leaf(leaf, [], {}, [])
    return body, stored


def record_session(store: Store, session: str = "s", texts: list[str] = TEXTS) -> str:
    """Four leaves under two parents under a root, each step with its receipt, as the engine writes them."""
    leaves = [record_leaf(n, text) for n, text in enumerate(texts)]
    ref: str | None = None
    parents: list[bytes] = []
    for seq, (level, index, first, last) in enumerate([(1, 0, 0, 2), (1, 1, 2, 4), (2, 0, 0, 4)]):
        under = [(f"n{n}", leaves[n][0]) for n in range(first, last)]
        children = under if level == 1 else [(f"p1.{n}", body) for n, body in enumerate(parents)]
        named = tuple((id, sha256_hex(body)) for id, body in children)
        ids = tuple(id for id, _ in children)
        node = Node(level, index, (first, last), ids, "promoted", Draft("Two deploys failed."), 4, True)
        body = encode_node(
            NodeRecord(node, tuple(d for _, d in named), (), (), 0, 0, (0, 0), {}, "promote", None, (), ())
        )
        parents.append(body)
        receipt = build_receipt(
            Link(session, seq, ref),
            Generation(node.id, level, level, 1, named, sha256_hex(body)),
            Anchor((first, last), tuple(leaf_hash(leaves[n][1]) for n in range(first, last))),
            verdict="promote", rule=None, fidelity={}, limits={}, digests=DIGESTS,
        )  # fmt: skip
        blobs = [blob for n in range(first, last) for blob in leaves[n]] if level == 1 else []
        nodes = [(id, digest) for id, digest in named] if level == 1 else []
        ref = store.commit(Commit(session, ref, receipt, [*blobs, body], [*nodes, (node.id, sha256_hex(body))]))
    assert ref is not None
    return ref


def sweep_leaf(store: Store, ref: str, session: str = "s", index: int = 0, listed: int = 1) -> str:
    text = TEXTS[index].encode()
    stone = encode({"kind": "tombstone", "leaf": f"n{index}", "text": sha256_hex(text), "facts": []})
    event = {"leaves": [{"leaf": f"n{index}", "text": sha256_hex(text)}], "tombstones": [sha256_hex(stone)] * listed}
    receipt = build_event(Link(session, 3, ref), "sweep", event)
    return store.sweep(session, ref, receipt, [sha256_hex(text)], [stone], [])


@pytest.fixture(params=["sqlite", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened = SqliteStore.open(tmp_path / "store") if request.param == "sqlite" else MemoryStore()
    yield opened
    opened.close()


def test_a_sound_store_has_no_complaints(store: Store) -> None:
    record_session(store)
    record_session(store, "t", [text.upper() for text in TEXTS])
    report = verify_store(store)
    assert report.complaints == ()
    assert report.ok
    assert report == VerifyReport(("s", "t"), 6, 14, 8, 0, 8, 22, ())
    assert report.does_not_prove == DOES_NOT_PROVE
    assert verify_store(store, ["t"]).sessions == ("t",)
    assert verify_store(MemoryStore()).ok


def test_a_swept_leaf_with_its_tombstone_is_fine(store: Store) -> None:
    sweep_leaf(store, record_session(store))
    report = verify_store(store)
    assert report.complaints == ()
    assert (report.n_leaves, report.n_swept, report.n_anchored) == (4, 1, 3)


def test_an_unknown_session_is_told(store: Store) -> None:
    with pytest.raises(StoreError, match="no session 'x'"):
        verify_store(store, ["x"])


def test_a_node_without_a_verdict_is_found(store: Store) -> None:
    """A parent whose text was put in place by something that is not the gate."""
    ref = record_session(store)
    body = json.loads(store.get(dict(store.nodes("s"))["p2.0"]))
    body["draft"]["text"] = "All deploys succeeded."
    forged = encode(body)
    receipt = build_event(Link("s", 3, ref), "pin", {})
    store.commit(Commit("s", ref, receipt, [forged], [("p2.0", sha256_hex(forged))]))
    (complaint,) = verify_store(store).complaints
    assert (complaint.session, complaint.place) == ("s", "node p2.0")
    assert "no verdict let it in" in complaint.what


def test_a_leaf_that_is_not_the_anchored_one_is_found(store: Store) -> None:
    ref = record_session(store)
    body, text = record_leaf(1, "The deploy of service 1 went well.")
    receipt = build_event(Link("s", 3, ref), "pin", {})
    store.commit(Commit("s", ref, receipt, [body, text], [("n1", sha256_hex(body))]))
    places = {c.place for c in verify_store(store).complaints if "leaf n1 is not the one" in c.what}
    assert places == {"node p1.0", "node p2.0"}


def test_a_sweep_without_the_tombstones_that_it_lists_is_found(store: Store) -> None:
    ref = record_session(store)
    text = TEXTS[0].encode()
    event = {"leaves": [{"leaf": "n0", "text": sha256_hex(text)}], "tombstones": ["0" * 64]}
    store.sweep("s", ref, build_event(Link("s", 3, ref), "sweep", event), [sha256_hex(text)], [], [])
    complaints = verify_store(store).complaints
    assert [c.place for c in complaints] == ["node n0", "receipt 3"]
    assert "its tombstone is not in the store" in complaints[0].what


def test_a_receipt_that_does_not_name_the_one_before_is_found(store: Store) -> None:
    ref = record_session(store)
    store.commit(Commit("s", ref, build_event(Link("s", 3, "0" * 64), "pin", {})))
    (complaint,) = verify_store(store).complaints
    assert (complaint.session, complaint.place[:5]) == ("s", "recei")


# edits in the database itself

TAMPERED: dict[str, tuple[str, str]] = {
    "a_leafs_text_is_gone": (
        "DELETE FROM blobs WHERE digest = '{text}'",
        "node n0",
    ),
    "a_leafs_text_is_changed": (
        "UPDATE blobs SET encoding = 'raw', body = replace(CAST(body AS TEXT), '40', '41') WHERE digest = '{text}'",
        "node n0",
    ),
    "a_nodes_blob_is_gone": ("DELETE FROM blobs WHERE digest = '{node}'", "node p1.0"),
    "a_receipt_is_edited": (
        "UPDATE receipts SET body = replace(CAST(body AS TEXT), 'promote', 'demotes') WHERE seq = 1",
        "receipt 1",
    ),
    "the_tail_is_cut": ("DELETE FROM receipts WHERE seq = 2", "chain"),
    "the_middle_is_cut": ("DELETE FROM receipts WHERE seq = 1", "chain"),
    "the_tail_and_the_count_are_cut": (
        "DELETE FROM receipts WHERE seq = 2; UPDATE heads SET count = 2",
        "receipt 1",
    ),
    "the_tail_the_head_and_not_the_ref": (
        "DELETE FROM receipts WHERE seq = 2; UPDATE heads SET count = 2, digest = (SELECT digest FROM receipts WHERE seq = 1)",
        "ref",
    ),
    "the_tail_and_all_that_names_it": (
        "DELETE FROM receipts WHERE seq = 2; UPDATE heads SET count = 2, digest = (SELECT digest FROM receipts WHERE seq = 1);"
        "UPDATE refs SET ref = (SELECT digest FROM receipts WHERE seq = 1)",
        "node p2.0",
    ),
    "the_head_is_gone": ("DELETE FROM heads", "ref"),
    "two_receipts_change_places": (
        "UPDATE receipts SET seq = 9 WHERE seq = 0; UPDATE receipts SET seq = 0 WHERE seq = 1;"
        "UPDATE receipts SET seq = 1 WHERE seq = 9",
        "receipt 1",
    ),
    "a_blob_that_nothing_names_rots": (
        "INSERT INTO blobs VALUES (NULL, '{stray}', 3, 'raw', 'abc')",
        "blob {stray}",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", TAMPERED)
def test_an_edit_behind_its_back_is_found(tmp_path: Path, case: str) -> None:
    script, place = TAMPERED[case]
    with SqliteStore.open(tmp_path / "store") as store:
        record_session(store)
        named = {
            "text": sha256_hex(TEXTS[0].encode()),
            "node": dict(store.nodes("s"))["p1.0"],
            "stray": "0" * 64,
        }
        assert verify_store(store).ok
    with sqlite3.connect(tmp_path / "store" / "leadline.db") as db:
        db.executescript("DROP TRIGGER receipts_are_never_changed; DROP TRIGGER receipts_are_never_removed;")
        db.executescript(script.format(**named))
    db.close()
    with SqliteStore.open(tmp_path / "store") as store:
        complaints = verify_store(store).complaints
        assert place.format(**named) in {c.place for c in complaints}
        assert all(c.what and c.remedy for c in complaints)
        if "stray" not in script:
            assert verify_store(store, ["s"]).complaints


def test_each_flipped_byte_of_the_file_is_found_or_harmless(tmp_path: Path) -> None:
    """Where verify is silent, everything that can be read is what was written."""
    with SqliteStore.open(tmp_path / "store") as store:
        record_session(store)
        whole = seen(store)
    file = tmp_path / "store" / "leadline.db"
    content = file.read_bytes()
    n_found = 0
    for at in range(0, len(content), 397):
        shutil.rmtree(tmp_path / "flipped", ignore_errors=True)
        shutil.copytree(tmp_path / "store", tmp_path / "flipped")
        (tmp_path / "flipped" / "leadline.db").write_bytes(
            content[:at] + bytes([content[at] ^ 0x10]) + content[at + 1 :]
        )
        try:
            with SqliteStore.open(tmp_path / "flipped", create=False) as store:
                if not verify_store(store).ok:
                    n_found += 1
                    continue
                assert seen(store) == whole, f"byte {at}"
        except StoreError:
            n_found += 1
    assert n_found > 10


def seen(store: Store) -> object:
    rows = [(row.session, row.ref, row.count, row.head) for row in store.sessions()]
    return rows, store.nodes("s"), [r.body for r in store.receipts("s")], [(d, store.get(d)) for d in store.blobs()]


def test_a_session_that_never_rests_is_told_and_not_judged(store: Store) -> None:
    """Another process commits between any two reads: half of the old state against half of the new proves nothing."""
    record_session(store)

    class Restless:
        def __getattr__(self, name: str) -> Callable[..., object]:
            return getattr(store, name)  # type: ignore[no-any-return]

        def nodes(self, session: str) -> object:
            row = store.sessions()[0]
            store.commit(Commit("s", row.ref, build_event(Link("s", row.count, row.ref), "pin", {})))
            return store.nodes(session)

    with pytest.raises(StoreLockedError, match="written to all the time"):
        verify_store(Restless())  # type: ignore[arg-type]
    assert verify_store(store).ok


def test_a_node_that_was_taken_out_of_the_index_is_missed(tmp_path: Path) -> None:
    """Whatever its level, the root too: a receipt let it in, and nothing ever takes it out."""
    for node in ("p1.0", "p1.1", "p2.0", "n1"):
        with SqliteStore.open(tmp_path / node) as store:
            record_session(store)
        with sqlite3.connect(tmp_path / node / "leadline.db") as db:
            assert db.execute("DELETE FROM nodes WHERE node_id = ?", (node.encode(),)).rowcount == 1
        db.close()
        with SqliteStore.open(tmp_path / node) as store:
            said = " ".join(f"{c.place} {c.what}" for c in verify_store(store).complaints)
            assert node in said
            assert "not among the nodes of the session" in said or "not in the store" in said


def test_an_earlier_state_of_a_node_is_not_the_one_that_was_let_in_last() -> None:
    """Both have a verdict; the open edge was tried again since, and somebody put the old one back."""
    store = MemoryStore()
    messages = filled(40, {2: ("user", "Never restart pg-primary-7 before 18:00.")})
    compact(messages[:25], store=store)
    before = dict(store.nodes("s"))
    compact(messages, store=store)
    now = dict(store.nodes("s"))
    changed = next(node for node in before if node.startswith("p") and before[node] != now[node])
    assert verify_store(store).ok
    store._sessions["s"].nodes[changed] = before[changed]
    (complaint,) = verify_store(store).complaints
    assert (complaint.place, "an earlier state of it stands" in complaint.what) == (f"node {changed}", True)


class SweptMeanwhile(MemoryStore):
    """Between the look at a session's nodes and the look at their texts somebody sweeps it, `times` times."""

    times = 0

    def has(self, digest: str) -> bool:
        if self.times > 0:
            times, self.times = self.times, 0
            mark_sweep(self, "s", by="me", grace=timedelta(0))
            with contextlib.suppress(NotMarkedError):
                apply_sweep(self, "s", now=datetime.now(UTC) + timedelta(seconds=1))
            self.times = times - 1
        return super().has(digest)


def test_a_sweep_under_a_verification_is_no_damage() -> None:
    """The session is looked at again; what was true of either state is no complaint."""
    store = SweptMeanwhile()
    compact(filled(60, {2: ("user", "Never restart pg-primary-7 before 18:00.")}), store=store)
    ref = store.ref("s")
    store.times = 1
    report = verify_store(store)
    assert store.ref("s") != ref
    assert report.complaints == ()
    assert report.n_swept > 0
    assert report.n_leaves == len([node for node, _ in store.nodes("s") if node.startswith("n")])
