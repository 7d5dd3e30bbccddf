"""A crash at any write leaves the state before or the state after, never something between (docs/store.md).

Three ways to crash: an exception at each statement in turn; the files as they lie on disk at each statement, opened by
a new process's eyes (a kill); the write-ahead log cut at two places of each frame (a power cut in a write).
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from leadline.stores.port import Commit
from leadline.stores.sqlite import SqliteStore
from tests.crash.steps import STEPS, Crash, Step, begin, digest, state_of


class Cutting(sqlite3.Connection):
    """A connection that copies its files before and after each armed statement, and breaks at a chosen one."""

    armed = False
    cut_at = -1
    n_statements = 0
    folder: Path
    copies: list[Path]
    statements: list[str]

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        return self._cut(super().execute, sql, *parameters)

    def executemany(self, sql: str, rows: Iterable[Any]) -> sqlite3.Cursor:
        """Row by row, so that it may be cut between two."""
        cursor = self.cursor()
        for row in list(rows):
            cursor = self._cut(super().execute, sql, row)
        return cursor

    def _cut(self, act: Callable[..., sqlite3.Cursor], sql: str, *parameters: Any) -> sqlite3.Cursor:
        cls = type(self)
        if not cls.armed:
            return act(sql, *parameters)
        cls.statements.append(sql)
        if cls.n_statements == cls.cut_at:
            self._copy("before")
            raise Crash(sql)
        cls.n_statements += 1
        cursor = act(sql, *parameters)
        if cls.n_statements == cls.cut_at:
            self._copy("after")
        return cursor

    def _copy(self, when: str) -> None:
        cls = type(self)
        target = cls.folder.with_name(f"copy_{cls.cut_at}_{when}")
        if cls.folder.exists() and not target.exists():
            # The shared memory does not survive a reboot and is rebuilt from the log.
            shutil.copytree(cls.folder, target, ignore=shutil.ignore_patterns("*-shm"))
            cls.copies.append(target)


@pytest.fixture
def cutting(tmp_path: Path) -> type[Cutting]:
    class Armed(Cutting):
        folder = tmp_path / "store"
        copies: list[Path] = []  # noqa: RUF012  the class is made anew for each test
        statements: list[str] = []  # noqa: RUF012

    return Armed


def noise(n: int) -> bytes:
    """Bytes that do not compress."""
    return b"".join(sha256(b"%d" % i).digest() for i in range(n // 32))


FRAME = 24 + 4096  # of the log: header and page (sqlite.org/fileformat2.html, section 4.1)


def seen_in(folder: Path) -> object:
    """The state as it is after a restart."""
    with SqliteStore.open(folder) as store:
        return state_of(store)


@pytest.mark.parametrize("cache", [-2000, 2], ids=["in_memory", "spilling"])
@pytest.mark.parametrize(("earlier", "step"), STEPS)
def test_a_cut_at_any_statement_leaves_before_or_after(
    tmp_path: Path, cutting: type[Cutting], earlier: Step, step: Step, cache: int
) -> None:
    """With a tiny page cache SQLite writes to the log long before the commit; that must not show either."""
    folder, prepared, done = cutting.folder, tmp_path / "prepared", tmp_path / "done"
    with SqliteStore.open(prepared) as store:
        earlier(store)
    shutil.copytree(prepared, done)
    with SqliteStore.open(done) as store:
        step(store)
    before, after = seen_in(prepared), seen_in(done)
    assert before != after

    seen = []
    for cutting.cut_at in range(200):
        shutil.copytree(prepared, folder)
        store = SqliteStore.open(folder, factory=cutting)
        store._db.execute(f"PRAGMA cache_size = {cache}")
        cutting.armed, cutting.n_statements = True, 0
        crashed = False
        try:
            step(store)
        except Crash:
            crashed = True
        cutting.armed = False
        store.close()
        seen.append(seen_in(folder))
        shutil.rmtree(folder)
        if not crashed:
            break
    assert seen[-1] == after
    assert len(seen) > 8
    assert all(state in (before, after) for state in seen)
    # killed there, instead of an exception: what lies on disk
    copies = [seen_in(copy) for copy in cutting.copies]
    assert len(copies) >= 2 * len(seen) - 3
    assert [state for state in copies if state not in (before, after)] == []
    assert before in copies
    assert after in copies  # after COMMIT the step stands, although nobody was told


def test_a_cut_while_the_store_is_made_leaves_one_that_opens(tmp_path: Path, cutting: type[Cutting]) -> None:
    folder = cutting.folder
    for cutting.cut_at in range(200):
        cutting.armed, cutting.n_statements = True, 0
        crashed = False
        try:
            SqliteStore.open(folder, factory=cutting).close()
        except Crash:
            crashed = True
        cutting.armed = False
        with SqliteStore.open(folder) as store:
            assert begin(store) == digest(b"0")
        shutil.rmtree(folder)
        if not crashed:
            break
    assert cutting.cut_at > 10
    assert len(cutting.copies) > 10
    for copy in cutting.copies:
        assert seen_in(copy) == ([], [], [], [], [])


def test_a_log_cut_anywhere_gives_an_earlier_commit(tmp_path: Path) -> None:
    """The log as a power cut leaves it: every commit that is whole in it stands, and nothing of the next."""
    live, states = tmp_path / "live", []
    store = SqliteStore.open(live)
    ref = None
    for n in range(4):
        shutil.copytree(live, tmp_path / f"at{n}")
        states.append(seen_in(tmp_path / f"at{n}"))
        text = noise(3000) + b"%d" % n
        ref = store.commit(Commit("s", ref, b"%d" % n, [text], [(f"n{n}", digest(text))]))
    shutil.copytree(live, tmp_path / "whole", ignore=shutil.ignore_patterns("*-shm"))
    store.close()
    log = (tmp_path / "whole" / "leadline.db-wal").read_bytes()
    shutil.copytree(tmp_path / "whole", tmp_path / "at_end")
    states.append(seen_in(tmp_path / "at_end"))

    reached = []
    for at in (*range(0, len(log), FRAME // 2 + 7), len(log) - 1, len(log)):
        for tail in (b"", bytes(512)):  # cut off, or a sector not yet written
            cut = tmp_path / f"cut_{at}_{len(tail)}"
            shutil.copytree(tmp_path / "whole", cut)
            (cut / "leadline.db-wal").write_bytes(log[:at] + tail)
            reached.append(states.index(seen_in(cut)))
            shutil.rmtree(cut)
    assert reached == sorted(reached)
    assert set(reached) == set(range(5))
