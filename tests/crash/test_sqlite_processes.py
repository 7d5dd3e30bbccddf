"""Processes that are killed, and processes that race: what was acknowledged is there, once, and the chain is whole."""

from __future__ import annotations

import random
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import pytest

from leadline.stores.port import Commit
from leadline.stores.sqlite import SqliteStore
from tests.crash.processes import APPEND, LOOP, RACE, start


def finish(process: subprocess.Popen[str]) -> list[str]:
    output, _ = process.communicate()
    return output.splitlines()


@pytest.mark.slow
def test_a_kill_at_any_moment_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    """Ten times SIGKILL in the middle of a loop of commits; each run goes on where the killed one stopped."""
    folder, chance, acknowledged = tmp_path / "store", random.Random(20), []
    for _ in range(10):
        process = start(LOOP, folder, "w")
        assert process.stdout is not None
        for _ in range(chance.randrange(1, 40)):
            acknowledged.append(process.stdout.readline().strip())
        for _ in range(chance.randrange(20_000)):  # somewhere inside the next commits
            pass
        process.send_signal(signal.SIGKILL)
        acknowledged += [line for line in finish(process) if len(line) == 64]
        assert process.returncode == -signal.SIGKILL

        with SqliteStore.open(folder, create=False) as store:
            (row,) = store.sessions()
            chain = list(store.receipts("s"))
            digests = [receipt.digest for receipt in chain]
            assert [r.seq for r in chain] == list(range(len(chain)))
            assert [sha256(r.body).hexdigest() for r in chain] == digests
            assert (row.ref, row.head, row.count) == (digests[-1], digests[-1], len(chain))
            # the last commit may stand without its acknowledgement, never the other way round
            told = set(acknowledged)
            assert acknowledged == [d for d in digests if d in told]
            assert all(store.get(named) for _, named in store.nodes("s"))
            assert all(store.get(named) for named in store.blobs())
            assert len(list(store.blobs())) == len(chain)
            assert store.check() == ()
    assert len(acknowledged) > 50


@pytest.mark.slow
def test_of_two_processes_on_one_ref_one_wins_and_one_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    racers = [start(RACE, folder, name) for name in ("a", "b")]
    expected, winners = "new", []
    for _ in range(20):
        for racer in racers:
            assert racer.stdin is not None
            racer.stdin.write(expected + "\n")
            racer.stdin.flush()
        answers = [racer.stdout.readline().split() for racer in racers if racer.stdout is not None]
        won = [answer[1] for answer in answers if answer[0] == "won"]
        assert sorted(answer[0] for answer in answers) == ["stale", "won"]
        expected = won[0]
        winners.append(expected)
    for racer in racers:
        finish(racer)
    with SqliteStore.open(folder, create=False) as store:
        assert [r.digest for r in store.receipts("s")] == winners
        assert len(list(store.blobs())) == len(winners)  # the losers left nothing


@pytest.mark.slow
def test_two_processes_that_start_again_when_told_both_get_everything_in(tmp_path: Path) -> None:
    """Also: both make the store in the same moment."""
    folder = tmp_path / "store"
    writers = [start(APPEND, folder, name, 40) for name in ("a", "b")]
    acknowledged = [line for writer in writers for line in finish(writer)]
    assert [writer.returncode for writer in writers] == [0, 0]
    with SqliteStore.open(folder, create=False) as store:
        chain = list(store.receipts("s"))
        assert sorted(r.digest for r in chain) == sorted(acknowledged)
        assert len(chain) == 80
        for name in (b"a", b"b"):
            assert [r.body for r in chain if r.body.startswith(name)] == [b"%s %d" % (name, n) for n in range(40)]


def test_threads_share_one_store(tmp_path: Path) -> None:
    with SqliteStore.open(tmp_path / "store") as store, ThreadPoolExecutor(4) as pool:

        def write(name: str) -> int:
            ref = None
            for n in range(25):
                ref = store.commit(Commit(name, ref, b"%d" % n, [name.encode() * 50]))
                assert store.ref(name) == ref
            return len(list(store.receipts(name)))

        assert list(pool.map(write, "abcd")) == [25] * 4
        assert store.check() == ()
