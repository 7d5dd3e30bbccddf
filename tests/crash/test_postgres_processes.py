"""Eight processes on one PostgreSQL server: what was acknowledged is there, once, also when writers or the server die."""

from __future__ import annotations

import os
import random
import signal
import time
from hashlib import sha256

import pytest

from leadline.stores.port import Commit, StaleRefError, StoreLockedError
from tests.crash.processes import APPEND, CHURN, LOOP, Heard, start
from tests.postgres_server import Server, why_unavailable

if why_unavailable() is None:
    from leadline.stores.postgres import PostgresStore


@pytest.mark.slow
def test_eight_processes_that_start_again_when_told_all_get_everything_in(postgres_url: str) -> None:
    """On one session; also: all of them make the store in the same moment."""
    writers = [start(APPEND, postgres_url, f"w{n}", 4) for n in range(8)]
    acknowledged = [line for lines in Heard(writers).all() for line in lines]
    assert [writer.returncode for writer in writers] == [0] * 8
    with PostgresStore.open(postgres_url, create=False) as store:
        chain = list(store.receipts("s"))
        assert sorted(r.digest for r in chain) == sorted(acknowledged)
        assert len(chain) == 32
        for n in range(8):
            mine = [r.body for r in chain if r.body.startswith(b"w%d " % n)]
            assert mine == [b"w%d %d" % (n, k) for k in range(4)]
        assert store.check() == ()


@pytest.mark.slow
def test_a_sweep_never_takes_a_text_from_under_another_sessions_commit(postgres_url: str) -> None:
    """Eight sessions bring and sweep the same three texts: no error, no deadlock, no node without its text."""
    writers = [start(CHURN, postgres_url, f"w{n}", 6) for n in range(8)]
    refs = Heard(writers).all()
    assert [writer.returncode for writer in writers] == [0] * 8
    with PostgresStore.open(postgres_url, create=False) as store:
        assert sorted(row.ref for row in store.sessions()) == sorted(lines[0] for lines in refs)
        for row in store.sessions():
            assert row.count == 12
            for _, named in store.nodes(row.session):
                store.get(named)
        assert store.check() == ()
        assert len(list(store.blobs())) == 16  # each session's own text and tombstone


@pytest.mark.slow
def test_killed_writers_and_a_killed_server_lose_nothing_that_was_acknowledged() -> None:
    """Eight writers; one after the other is killed, and the server twice; what was told to anybody is in the chain."""
    reason = why_unavailable()
    if reason is not None:
        pytest.skip(f"no PostgreSQL server: {reason}")
    server, chance = Server(fsync=True), random.Random(11)
    try:
        PostgresStore.open(server.url()).close()
        writers = [start(LOOP, server.url(), f"w{n}") for n in range(8)]
        heard = Heard(writers)
        for n, writer in enumerate(writers):
            heard.wait_for(sum(map(len, heard.lines)) + 5)
            time.sleep(chance.random() * 0.05)
            if n in (2, 5):
                server.kill()
                server.start()
            writer.send_signal(signal.SIGKILL)
        told = heard.all()
        acknowledged = [line for lines in told for line in lines if len(line) == 64]
        with PostgresStore.open(server.url(), create=False) as store:
            (row,) = store.sessions()
            chain = list(store.receipts("s"))
            assert [r.seq for r in chain] == list(range(len(chain)))
            assert [sha256(r.body).hexdigest() for r in chain] == [r.digest for r in chain]
            assert (row.ref, row.head, row.count) == (chain[-1].digest, chain[-1].digest, len(chain))
            assert set(acknowledged) <= {r.digest for r in chain}
            assert len(acknowledged) == len(set(acknowledged))
            assert len(list(store.blobs())) == len(chain)
            assert all(store.get(named) for named in store.blobs())
            assert store.check() == ()
            assert len(acknowledged) > 20
            assert store.commit(Commit("s", row.ref, b"after all")) == store.ref("s")
    finally:
        server.stop()


def test_a_session_that_another_process_holds_is_waited_for_and_then_named(postgres_url: str) -> None:
    """The error says who holds it; other sessions and all readers go on."""
    from sqlalchemy import text

    with PostgresStore.open(postgres_url) as holder, PostgresStore.open(postgres_url, timeout_s=0.1) as store:
        ref = store.commit(Commit("s", None, b"0"))
        with holder._engine.begin() as db:
            db.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": holder._session_lock("s")})
            with pytest.raises(StoreLockedError, match=f"locked by leadline, process {os.getpid()} on") as caught:
                store.commit(Commit("s", ref, b"1"))
            assert "nothing was written" in str(caught.value)
            assert store.ref("s") == ref
            store.commit(Commit("t", None, b"0"))
        store.commit(Commit("s", ref, b"1"))


def test_a_sweep_waits_for_every_commit_and_a_commit_only_for_a_sweep(postgres_url: str) -> None:
    """A commit of any session may be about to name the text that a sweep would take."""
    from sqlalchemy import text

    with PostgresStore.open(postgres_url) as holder, PostgresStore.open(postgres_url, timeout_s=0.1) as store:
        ref = store.commit(Commit("s", None, b"0", [b"leaf"]))
        leaf = sha256(b"leaf").hexdigest()
        with holder._engine.begin() as db:
            holder._lock(db, "t", alone=False)
            store.commit(Commit("u", None, b"0"))
            with pytest.raises(StoreLockedError, match="while sweeping"):
                store.sweep("s", ref, b"1", [leaf], [], [])
        with holder._engine.begin() as db:
            db.execute(text("SELECT pg_advisory_xact_lock(:gate)"), {"gate": holder._gate})
            with pytest.raises(StoreLockedError, match="while committing"):
                store.commit(Commit("v", None, b"0"))
        store.sweep("s", ref, b"1", [leaf], [], [])


def test_a_writer_that_hangs_lets_go_after_a_while(postgres_url: str) -> None:
    """Its machine may be gone without a word: the server ends the transaction, and the others go on."""
    from sqlalchemy import text
    from sqlalchemy.exc import DBAPIError

    with PostgresStore.open(postgres_url) as holder, PostgresStore.open(postgres_url, timeout_s=20) as store:
        with pytest.raises(DBAPIError, match="idle-in-transaction"), holder._engine.begin() as db:  # noqa: PT012
            assert db.execute(text("SHOW idle_in_transaction_session_timeout")).scalar() == "1min"
            db.execute(text("SET LOCAL idle_in_transaction_session_timeout = 200"))
            db.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": holder._gate})
            assert store.commit(Commit("s", None, b"0")) == store.ref("s")
        with pytest.raises(StaleRefError):
            holder.commit(Commit("s", None, b"1"))
