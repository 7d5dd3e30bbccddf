"""Two writers of one session: who comes second waits, finds the work done, and asks no summarizer a second time."""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from leadline.core.policy.model import Policy
from leadline.core.tree.growth import TreeConfig
from leadline.engine.compaction import SessionBuild
from leadline.engine.drops import record_drop
from leadline.engine.session import load_session
from leadline.engine.trial import TrialSettings
from leadline.engine.verify import verify_store
from leadline.stores.memory import MemoryStore
from leadline.stores.ownership import new_ownership
from leadline.stores.port import Commit, OwnedError, StaleRefError, Store, StoreLockedError
from leadline.stores.sqlite import SqliteStore
from leadline.summarizers import extractive
from leadline.summarizers.port import Request

from .sessions import compact, filled

MESSAGES = filled(30, {2: ("user", "Never restart pg-primary-7 before 18:00.")})


def build(store: Store, asked: list[int], wait_s: float) -> SessionBuild:
    def slow(request: Request) -> str:
        asked.append(request.level)
        time.sleep(0.03)
        return extractive.summarize(Request(request.children, request.budget, request.level)).text

    config = TreeConfig(fan_out=8, leaf_tokens=60, fresh_tokens=20, budget=4000)
    return SessionBuild(store, "s", config, TrialSettings(Policy(), slow, "slow"), {"k": "v"}, wait_s=wait_s)


def feed(one: SessionBuild) -> None:
    for message in MESSAGES:
        one.push(message)
    one.finish()


def test_a_second_compaction_waits_and_finds_the_work_done(tmp_path: Path) -> None:
    first: list[int] = []
    second: list[int] = []
    with SqliteStore.open(tmp_path / "store") as store, SqliteStore.open(tmp_path / "store") as other:
        late = build(other, second, 20)
        thread = threading.Thread(target=feed, args=(build(store, first, 20),))
        thread.start()
        while not store.owners() and thread.is_alive():
            time.sleep(0.005)
        with pytest.raises(StaleRefError):  # it was begun on a session that has grown meanwhile
            feed(late)
        thread.join(20)
        feed(build(other, second, 20))
        assert second == []
        assert len(first) >= 5
        assert store.owners() == ()
        assert len(list(store.receipts("s"))) == 5  # asked more than once for a node that is rebuilt


def test_a_compaction_that_may_not_wait_is_told_and_has_written_nothing() -> None:
    store = MemoryStore()
    store.own(dataclasses.replace(new_ownership("s", "compacting it"), process="", host="elsewhere"), 60)
    with pytest.raises(OwnedError, match="on elsewhere is busy compacting it"):
        feed(build(store, [], 0.01))
    assert store.ref("s") is None


def test_a_token_is_given_back_after_an_error() -> None:
    store = MemoryStore()

    def broken(_: Request) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compact(MESSAGES, store=store, summarizer=broken)
    assert store.owners() == ()


def test_a_run_that_finds_all_done_writes_nothing_but_clears_a_dead_owner() -> None:
    _, store = compact(MESSAGES)
    ref = store.ref("s")
    dead = dataclasses.replace(new_ownership("s", "compacting it"), process="", pid=4711)
    store.own(dead, 0)
    assert verify_store(store).ok
    (said,) = verify_store(store).unfinished
    assert "process 4711" in said
    assert "did not finish; what it committed is whole" in said
    compact(MESSAGES, store=store)
    assert store.ref("s") == ref
    assert verify_store(store).unfinished == ()


def test_verify_says_who_is_at_work() -> None:
    store = MemoryStore()
    store.own(new_ownership("s", "compacting it"), 60)
    (said,) = verify_store(store).unfinished
    assert "is busy compacting it. Nothing of it was committed yet" in said


def test_a_drop_waits_for_a_compaction() -> None:
    """It is recorded when the other has finished, on the session as it stands then."""
    _, store = compact(MESSAGES)
    fact = load_session(store, "s").facts[0]
    theirs = dataclasses.replace(new_ownership("s", "compacting it"), process="", pid=4711)
    begun = time.monotonic()
    store.own(theirs, 0.2)
    record_drop(store, "s", fact.id, by="dana", reason="done")
    assert time.monotonic() - begun >= 0.15
    assert fact.id in load_session(store, "s").drops


class Between(MemoryStore):
    """Between two reads of a session somebody else goes on with it, `times` times."""

    times = 0

    def nodes(self, session: str) -> Sequence[tuple[str, str]]:
        found = super().nodes(session)
        if self.times > 0:
            left, self.times = self.times, 0  # a commit looks at the nodes too
            self.commit(Commit(session, self.ref(session), b"r%d" % left))
            self.times = left - 1
        return found


def test_a_session_is_read_in_one_piece_while_others_write() -> None:
    """Ref, count and nodes are of the same step; who writes all the time is told."""
    store = Between()
    compact(MESSAGES, store=store)
    store.times = 4
    session = load_session(store, "s")
    assert store.times <= 0
    assert session.ref == store.ref("s")
    assert session.count == store.sessions()[0].count
    store.times = 100
    with pytest.raises(StoreLockedError, match="all the time"):
        load_session(store, "s")
