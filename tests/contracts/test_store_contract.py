"""One behaviour for every store: each test runs on SQLite, in memory and on a PostgreSQL server; a stateful test holds them side by side."""

from __future__ import annotations

import hashlib
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from tests.postgres_server import Server

from leadline.stores.memory import MemoryStore
from leadline.stores.port import BlobMissingError, Commit, Ownership, StaleRefError, Store, StoreError
from leadline.stores.sqlite import SqliteStore
from leadline.stores.transfer import Movable, copy_store


def digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def everything(store: Store) -> object:
    """All that a reader can see, times aside."""
    rows = [(row.session, row.ref, row.count, row.head) for row in store.sessions()]
    chains = {row.session: [(r.seq, r.digest, r.body) for r in store.receipts(row.session)] for row in store.sessions()}
    nodes = {row.session: list(store.nodes(row.session)) for row in store.sessions()}
    tombstones = {row.session: list(store.tombstones(row.session)) for row in store.sessions()}
    return rows, chains, nodes, tombstones, [(d, store.get(d)) for d in store.blobs()]


def test_a_commit_is_read_back_whole(store: Store) -> None:
    """Blob, node, receipt, head and ref of one step are all there, and say the same."""
    ref = store.commit(Commit("s", None, b'{"n":0}', [b"leaf", b"parent"], [("n0", digest(b"leaf"))]))
    assert ref == digest(b'{"n":0}') == store.ref("s")
    assert store.get(digest(b"leaf")) == b"leaf"
    assert store.nodes("s") == (("n0", digest(b"leaf")),)
    assert list(store.blobs()) == sorted([digest(b"leaf"), digest(b"parent")])
    assert [(r.seq, r.digest, r.body) for r in store.receipts("s")] == [(0, ref, b'{"n":0}')]
    assert [(r.session, r.ref, r.count, r.head) for r in store.sessions()] == [("s", ref, 1, ref)]
    assert store.check() == ()


def test_an_unknown_session_is_empty_and_not_an_error(store: Store) -> None:
    assert store.ref("s") is None
    assert list(store.sessions()) == list(store.nodes("s")) == list(store.receipts("s")) == list(store.blobs()) == []


def test_a_chain_keeps_its_order_beyond_a_page(store: Store) -> None:
    """Receipts come from the first to the last, also when there are more than are fetched at once."""
    ref, refs = None, []
    for n in range(600):
        ref = store.commit(Commit("s", ref, b"%d" % n, [b"blob %d" % n]))
        refs.append(ref)
    assert [(r.seq, r.digest) for r in store.receipts("s")] == list(enumerate(refs))
    assert list(store.blobs()) == sorted(digest(b"blob %d" % n) for n in range(600))


@pytest.mark.parametrize("expected", [None, digest(b"never"), digest(b"0")], ids=["new", "unknown", "earlier"])
def test_a_stale_ref_writes_nothing(store: Store, expected: str | None) -> None:
    first = store.commit(Commit("s", None, b"0", [b"a"], [("n0", digest(b"a"))]))
    store.commit(Commit("s", first, b"1"))
    before = everything(store)
    with pytest.raises(StaleRefError) as caught:
        store.commit(Commit("s", expected, b"2", [b"b"], [("n0", digest(b"b"))], ["n0"]))
    assert everything(store) == before
    assert caught.value.remedy
    with pytest.raises(StaleRefError):
        store.sweep("s", expected or digest(b"x"), b"3", [digest(b"a")], [b"t"], [("n0", digest(b"t"))])
    assert everything(store) == before


def test_a_session_that_does_not_exist_has_no_ref_to_build_on(store: Store) -> None:
    with pytest.raises(StaleRefError, match="does not exist"):
        store.commit(Commit("s", digest(b"0"), b"1", [b"a"]))
    assert list(store.blobs()) == []


def test_the_same_blob_is_kept_once(store: Store) -> None:
    ref = store.commit(Commit("s", None, b"0", [b"same", b"same"]))
    store.commit(Commit("s", ref, b"1", [b"same"]))
    store.commit(Commit("t", None, b"0", [b"same"]))
    assert list(store.blobs()) == [digest(b"same")]


def test_a_node_never_names_a_text_that_is_not_there(store: Store) -> None:
    with pytest.raises(BlobMissingError, match="node n0"):
        store.commit(Commit("s", None, b"0", [b"a"], [("n0", digest(b"b"))]))
    assert store.ref("s") is None
    assert not store.has(digest(b"a"))


def test_the_open_edge_is_replaced(store: Store) -> None:
    """`unset` takes nodes out of the index, `nodes` sets them; an id in both is set."""
    a, b = digest(b"a"), digest(b"b")
    ref = store.commit(Commit("s", None, b"0", [b"a", b"b"], [("p1.0", a), ("p1.1", a), ("n0", a)]))
    store.commit(Commit("s", ref, b"1", (), [("p1.1", b)], ["p1.0", "p1.1", "never"]))
    assert store.nodes("s") == (("n0", a), ("p1.1", b))


def test_a_receipt_cannot_stand_in_a_chain_twice(store: Store) -> None:
    """Otherwise the ref would return to an earlier value, and a stale writer would pass for a fresh one."""
    ref = store.commit(Commit("s", None, b"0"))
    ref = store.commit(Commit("s", ref, b"1"))
    with pytest.raises(StoreError, match="in the chain already"):
        store.commit(Commit("s", ref, b"0", [b"a"]))
    assert store.ref("s") == ref
    assert not store.has(digest(b"a"))


@pytest.mark.parametrize("unknown", [digest(b"x"), "", "abc", digest(b"x").upper(), "\ud800", "\0" * 64])
def test_an_unknown_digest_is_an_error_that_names_it(store: Store, unknown: str) -> None:
    store.commit(Commit("s", None, b"0", [b"y"]))
    assert not store.has(unknown)
    with pytest.raises(BlobMissingError, match=unknown if unknown.isalnum() else "is no digest"):
        store.get(unknown)


@pytest.mark.parametrize(
    "body",
    [b"", b"\0", "lone \ud800 surrogate".encode("utf-8", "surrogatepass"), bytes(range(256)), b"ab" * 500_000],
    ids=["empty", "nul", "surrogate", "all_bytes", "a_megabyte"],
)
def test_any_bytes_are_kept(store: Store, body: bytes) -> None:
    store.commit(Commit("s", None, body or b"0", [body], [("n0", digest(body))]))
    assert store.get(digest(body)) == body
    assert store.has(digest(body))


@pytest.mark.parametrize("name", ["a\0b", "\ud800", "ünï", "'; DROP TABLE refs; --", "../..", "x" * 5000])
def test_any_name_is_kept(store: Store, name: str) -> None:
    """A NUL or a lone surrogate in a session or node id is a name like any other."""
    ref = store.commit(Commit(name, None, b"0", [b"a"], [(name, digest(b"a")), ("n", digest(b"a"))]))
    assert store.ref(name) == ref
    assert [row.session for row in store.sessions()] == [name]
    assert store.nodes(name) == tuple(sorted([(name, digest(b"a")), ("n", digest(b"a"))]))
    assert store.ref(name + "\0") is None


def test_sessions_come_newest_first(store: Store) -> None:
    """By their last step, not by name or by age."""
    refs = {name: store.commit(Commit(name, None, b"0")) for name in "bac"}
    store.commit(Commit("b", refs["b"], b"1"))
    assert [row.session for row in store.sessions()] == ["b", "c", "a"]


def test_sessions_do_not_touch_each_other(store: Store) -> None:
    store.commit(Commit("s", None, b"0", [b"a"], [("n0", digest(b"a"))]))
    ref = store.commit(Commit("t", None, b"0", [b"b"], [("n0", digest(b"b"))]))
    store.commit(Commit("t", ref, b"1", (), (), ["n0"]))
    assert store.nodes("s") == (("n0", digest(b"a")),)
    assert store.nodes("t") == ()


@pytest.mark.parametrize("step", [Commit("", None, b"0"), Commit("s", None, b""), Commit("s", None, b"0", [b"a"], [("n0", digest(b"a"))] * 2)])  # fmt: skip
def test_a_malformed_step_is_refused(store: Store, step: Commit) -> None:
    with pytest.raises(ValueError, match=r"expected|once"):
        store.commit(step)
    assert list(store.sessions()) == list(store.blobs()) == []


def swept(store: Store) -> tuple[str, str]:
    """A session whose leaf n0 gave way to a tombstone; the refs before and after."""
    first = store.commit(
        Commit("s", None, b"0", [b"leaf", b"other"], [("n0", digest(b"leaf")), ("n1", digest(b"other"))])
    )
    return first, store.sweep("s", first, b"sweep", [digest(b"leaf")], [b"tomb"], [("n0", digest(b"tomb"))])


def test_a_sweep_leaves_a_tombstone_and_a_receipt(store: Store) -> None:
    _, ref = swept(store)
    assert ref == digest(b"sweep") == store.ref("s")
    assert [r.body for r in store.receipts("s")] == [b"0", b"sweep"]
    assert store.nodes("s") == (("n0", digest(b"tomb")), ("n1", digest(b"other")))
    assert store.get(digest(b"tomb")) == b"tomb"
    assert store.tombstones("s") == ((digest(b"tomb"), ref),)
    assert list(store.blobs()) == sorted([digest(b"tomb"), digest(b"other")])
    with pytest.raises(BlobMissingError, match=f"swept from session 's' by receipt {ref}"):
        store.get(digest(b"leaf"))
    assert store.check() == ()


def test_a_sweep_cannot_be_applied_twice(store: Store) -> None:
    first, ref = swept(store)
    before = everything(store)
    with pytest.raises(StaleRefError):
        store.sweep("s", first, b"again", [digest(b"leaf")], [b"tomb"], [])
    with pytest.raises(BlobMissingError):
        store.sweep("s", ref, b"again", [digest(b"leaf"), digest(b"other")], [b"tomb"], [("n1", digest(b"tomb"))])
    assert everything(store) == before


def test_a_sweep_takes_no_text_from_under_a_node(store: Store) -> None:
    ref = store.commit(Commit("s", None, b"0", [b"leaf"], [("n0", digest(b"leaf")), ("n7", digest(b"leaf"))]))
    before = everything(store)
    with pytest.raises(StoreError, match="node n7 would lose its text"):
        store.sweep("s", ref, b"1", [digest(b"leaf")], [b"tomb"], [("n0", digest(b"tomb"))])
    assert everything(store) == before


@pytest.mark.parametrize("indexed", [True, False], ids=["a_node", "only_a_blob"])
def test_a_text_that_two_sessions_share_stays_for_the_other(store: Store, indexed: bool) -> None:
    """A forked session keeps its leaves, also those that only its records name; the last one to let go removes them."""
    leaf, tomb = digest(b"leaf"), digest(b"tomb")
    before, after = ([("n0", leaf)], [("n0", tomb)]) if indexed else ([], [])
    s = store.commit(Commit("s", None, b"0", [b"leaf"], before))
    t = store.commit(Commit("t", None, b"0", [b"leaf"], before))
    store.sweep("s", s, b"1", [leaf], [b"tomb"], after)
    assert store.get(leaf) == b"leaf"
    store.sweep("t", t, b"1", [leaf], [b"tomb"], after)
    assert list(store.blobs()) == [tomb]
    assert store.check() == ()


def test_a_node_may_name_what_another_session_brought(store: Store) -> None:
    """Naming a text holds it, as committing it does."""
    leaf = digest(b"leaf")
    s = store.commit(Commit("s", None, b"0", [b"leaf"]))
    store.commit(Commit("t", None, b"0", [], [("n0", leaf)]))
    store.sweep("s", s, b"1", [leaf], [b"tomb"], [])
    assert store.get(leaf) == b"leaf"


def test_tombstones_come_in_the_order_of_the_sweep(store: Store) -> None:
    bodies = [b"t%d" % n for n in range(20)]
    ref = store.commit(Commit("s", None, b"0", bodies))
    ref = store.sweep("s", ref, b"1", [], bodies, [])
    assert store.tombstones("s") == tuple((digest(body), ref) for body in bodies)
    assert store.tombstones("t") == ()


def test_a_swept_text_may_come_back(store: Store) -> None:
    _, ref = swept(store)
    store.commit(Commit("s", ref, b"2", [b"leaf"], [("n2", digest(b"leaf"))]))
    assert store.get(digest(b"leaf")) == b"leaf"


# Three pieces of work on machines that nobody here can look at, so that none is taken for dead.
WORKERS = [Ownership("", letter * 32, "compacting it", "elsewhere", "", n) for n, letter in enumerate("abc")]
OWNERS = st.sampled_from([None, None, *WORKERS])
NAMES = st.sampled_from(["s", "t", "\ud800\0"])
NODE_IDS = st.sampled_from(["n0", "n1", "p1.0", "p1.1", "\0"])
BODIES = st.one_of(st.sampled_from([b"", b"a", b"b" * 400, b"leaf"]), st.binary(max_size=40))


class SideBySide(RuleBasedStateMachine):
    """Whatever is done to both stores, they answer alike, with the same kind of error or the same state."""

    @initialize()
    def make(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.stored: Movable = self.open()
        self.memory = MemoryStore()
        self.n = 0

    def open(self) -> Movable:
        return SqliteStore.open(Path(self.folder.name) / "store")

    def both(self, act: object) -> None:
        outcomes = []
        for store in (self.stored, self.memory):
            try:
                outcomes.append(act(store))  # type: ignore[operator]
            except (StoreError, ValueError) as error:
                outcomes.append(type(error))
        assert outcomes[0] == outcomes[1]

    def receipt(self) -> bytes:
        self.n += 1
        return b'{"n":%d}' % self.n

    @rule(
        session=NAMES,
        blobs=st.lists(BODIES, max_size=3),
        ids=st.lists(NODE_IDS, max_size=3),
        unset=st.lists(NODE_IDS, max_size=2),
        stale=st.sampled_from([False] * 5 + [True]),
        dangling=st.sampled_from([False] * 5 + [True]),
        owner=OWNERS,
    )
    def commit(
        self, session: str, blobs: list[bytes], ids: list[str], unset: list[str], stale: bool, dangling: bool,
        owner: Ownership | None,
    ) -> None:  # fmt: skip
        known = [digest(b) for b in blobs] + ([digest(b"never stored")] if dangling else list(self.memory.blobs())[:1])
        nodes = [(node, known[i % len(known)]) for i, node in enumerate(ids)] if known else []
        expected = digest(b"stale") if stale else self.memory.ref(session)
        step = Commit(session, expected, self.receipt(), blobs, nodes, unset, None if owner is None else owner.token)
        self.both(lambda store: store.commit(step))

    @precondition(lambda self: self.memory.sessions())
    @rule(
        at=st.integers(0, 20),
        tidy=st.sampled_from([True] * 4 + [False]),
        tombs=st.lists(BODIES, min_size=1, max_size=2),
        owner=OWNERS,
    )
    def sweep(self, at: int, tidy: bool, tombs: list[bytes], owner: Ownership | None) -> None:
        sessions = self.memory.sessions()
        row = sessions[at % len(sessions)]
        present = list(self.memory.blobs())
        removed = {present[at % len(present)]} if present else {digest(b"never stored")}
        keep = digest(tombs[0])
        nodes = [(n, keep) for n, d in self.memory.nodes(row.session) if d in removed] if tidy else []
        receipt = self.receipt()
        token = None if owner is None else owner.token
        self.both(lambda store: store.sweep(row.session, row.ref, receipt, removed, tombs, nodes, token))

    @rule(session=NAMES, owner=st.sampled_from(WORKERS), seconds=st.sampled_from([0.0, 3600.0]))
    def own(self, session: str, owner: Ownership, seconds: float) -> None:
        """A token of no seconds has expired when it is looked at."""
        self.both(lambda store: store.own(replace(owner, session=session), seconds))

    @rule(session=NAMES, owner=st.sampled_from(WORKERS))
    def disown(self, session: str, owner: Ownership) -> None:
        self.both(lambda store: store.disown(replace(owner, session=session)))

    @rule()
    def reopen(self) -> None:
        self.stored.close()
        self.stored = self.open()

    @invariant()
    def alike(self) -> None:
        if hasattr(self, "memory"):
            assert everything(self.stored) == everything(self.memory)
            mine, its = (
                [(o.session, o.token, o.host, o.pid, o.left_s > 0) for o in store.owners()]
                for store in (self.stored, self.memory)
            )
            assert mine == its
            for row in self.memory.sessions():
                assert self.stored.ref(row.session) == row.ref == row.head
                for _, named in self.memory.nodes(row.session):
                    assert self.stored.has(named)
                one, other = self.stored.dump(row.session), self.memory.dump(row.session)
                assert (one.nodes, one.tombstones, one.swept, one.held) == (
                    other.nodes, other.tombstones, other.swept, other.held,
                )  # fmt: skip

    def teardown(self) -> None:
        if hasattr(self, "stored"):
            assert self.stored.check() == ()
            into = MemoryStore()
            copy_store(self.stored, into)
            assert everything(into) == everything(self.stored)
            self.stored.close()
            self.folder.cleanup()


TestSideBySide = SideBySide.TestCase
TestSideBySide.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)


def test_a_server_and_memory_answer_alike(postgres: Server) -> None:
    """The same, on PostgreSQL."""
    from leadline.stores.postgres import PostgresStore

    class WithServer(SideBySide):
        def open(self) -> Movable:
            return PostgresStore.open(postgres.url("s_" + Path(self.folder.name).name))

    few = settings(max_examples=5, stateful_step_count=12, deadline=None)
    run_state_machine_as_test(WithServer, settings=few)  # type: ignore[no-untyped-call]
