"""A crash anywhere between plan, mark, archive and deletion: no text is in neither place, and applying again finishes it.

The rows of docs/store.md on sweeps. The store's own steps are cut in test_sqlite_cuts; here the whole command is: at each
text that goes into the archive, at each statement that writes, and a real process at moments that the archive chooses.
"""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from leadline.core.receipts.hashes import sha256_hex
from leadline.engine.ledger import account
from leadline.engine.marks import NotMarkedError
from leadline.engine.session import load_session
from leadline.engine.sweeping import apply_sweep, mark_sweep
from leadline.engine.verify import verify_store
from leadline.stores.archive_folder import FolderArchive
from leadline.stores.sqlite import SqliteStore
from tests.crash.processes import SRC
from tests.crash.steps import Crash, state_of
from tests.engine.sessions import compact, filled

THEN = datetime(2030, 1, 1, tzinfo=UTC)
NOW = datetime(2031, 1, 1, tzinfo=UTC)
PLANTED = {1: ("user", "Never restart pg-primary-7 before 18:00."), 3: ("tool", "FATAL: error code E-5150 in seg-88")}


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with eight leaves that are marked, and whose texts are to go to an archive."""
    folder = tmp_path_factory.mktemp("marked") / "store"
    with SqliteStore.open(folder, clock=lambda: THEN) as store:
        compact(filled(12, PLANTED), store=store, fan_out=4)
        assert len(mark_sweep(store, "s", by="ann", grace=timedelta(0), archive="kept").allowed) >= 8
    return folder


class Named(FolderArchive):
    """The same place in every folder, so that two runs give the same bytes."""

    place = "kept"  # type: ignore[assignment]


def applied(folder: Path, archive: FolderArchive, *, later: bool = False, **opened: Any) -> None:
    """`later`: when the token of who crashed in this process, which lives on, has expired."""
    clock = THEN + timedelta(hours=1) if later else THEN
    with SqliteStore.open(folder, clock=lambda: clock, **opened) as store:
        apply_sweep(store, "s", now=NOW, archive=archive)


def look(folder: Path, archive: Path) -> tuple[object, dict[str, bytes]]:
    """Everything in both places; each leaf's text is in one of them, and whole."""
    kept = {f.name: f.read_bytes() for f in archive.iterdir() if not f.name.startswith(".")} if archive.exists() else {}
    with SqliteStore.open(folder, clock=lambda: THEN) as store:
        state = state_of(store)
        assert verify_store(store).complaints == ()
        session = load_session(store, "s")
        assert account(session, store).counts["unverifiable"] == 0
        for leaf in session.leaves:
            inside = store.has(leaf.text_digest)
            assert inside == (leaf.id not in session.tombstones)
            assert inside or sha256_hex(kept[leaf.text_digest]) == leaf.text_digest, f"{leaf.id} is in neither place"
    return state, kept


@pytest.fixture(scope="module")
def whole(marked: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[object, dict[str, bytes]]:
    """What a sweep without a crash leaves."""
    folder = tmp_path_factory.mktemp("whole")
    shutil.copytree(marked, folder / "store")
    applied(folder / "store", Named(folder / "kept"))
    return look(folder / "store", folder / "kept")


def test_a_crash_between_mark_and_apply_leaves_the_mark_and_every_text(
    marked: Path, tmp_path: Path, whole: object
) -> None:
    """Nothing was begun: the mark is found by the next process, and applied."""
    shutil.copytree(marked, tmp_path / "store")
    with SqliteStore.open(tmp_path / "store", clock=lambda: THEN) as store:
        session = load_session(store, "s")
        assert session.mark is not None
        assert all(store.has(leaf.text_digest) for leaf in session.leaves)
        assert verify_store(store).ok
    applied(tmp_path / "store", Named(tmp_path / "kept"))
    assert look(tmp_path / "store", tmp_path / "kept") == whole


class Cut(Named):
    """Breaks at one of the texts: before it, in the middle of it (as an archive without a rename may leave it), or after it."""

    def __init__(self, folder: Path, cut: int, when: str) -> None:
        super().__init__(folder)
        self.cut, self.when, self.written = cut, when, 0

    def write(self, digest: str, data: bytes) -> None:
        if self.written == self.cut and self.when == "torn":
            super().write(digest, data[: len(data) // 2])
        if self.written == self.cut and self.when != "after":
            raise Crash
        super().write(digest, data)
        self.written += 1
        if self.written == self.cut + 1 and self.when == "after":
            raise Crash


@pytest.mark.parametrize("when", ["before", "torn", "after"])
def test_a_crash_at_any_text_that_goes_into_the_archive_loses_nothing(
    marked: Path, tmp_path: Path, whole: tuple[object, dict[str, bytes]], when: str
) -> None:
    """Copies in the archive of texts that are still in the store: nothing was deleted; again, and it is as without a crash."""
    before, _ = look(marked, tmp_path / "none")
    for cut in (0, len(whole[1]) // 2, len(whole[1]) - 1):
        folder = tmp_path / str(cut)
        shutil.copytree(marked, folder / "store")

        with pytest.raises(Crash):
            applied(folder / "store", Cut(folder / "kept", cut, when))
        state, _ = look(folder / "store", folder / "kept")
        assert state == before
        applied(folder / "store", Named(folder / "kept"))
        assert look(folder / "store", folder / "kept") == whole


WRITES = ("BEGIN IMMEDIATE", "INSERT", "UPDATE", "DELETE", "COMMIT")


def cutting(at: int, when: str) -> type[sqlite3.Connection]:
    class Cutting(sqlite3.Connection):
        """Breaks at the `at`-th statement that writes: it is not sent, or it was and nobody hears of it."""

        n = 0

        def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
            if not sql.lstrip().startswith(WRITES[1:] if when == "after" else WRITES):
                return super().execute(sql, *parameters)
            type(self).n += 1
            if type(self).n == at + 1 and when == "before":
                raise Crash(sql)
            cursor = super().execute(sql, *parameters)
            if type(self).n == at + 1 and when == "after":
                raise Crash(sql)
            return cursor

    return Cutting


@pytest.mark.slow
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_crash_at_any_statement_that_writes_leaves_all_or_nothing(
    marked: Path, tmp_path: Path, whole: tuple[object, dict[str, bytes]], when: str
) -> None:
    """Between the archive and the deletion, in the deletion, after it: again, and it is as without a crash."""
    before, _ = look(marked, tmp_path / "none")
    seen = []
    for at in range(0, 400, 5 if when == "before" else 7):  # a whole sweep of eight leaves sends about 60
        folder = tmp_path / str(at)
        shutil.copytree(marked, folder / "store")
        try:
            applied(folder / "store", Named(folder / "kept"), factory=cutting(at, when))
            break
        except Crash:
            pass
        state, _ = look(folder / "store", folder / "kept")
        seen.append(state)
        assert state in (before, whole[0])
        if state == before:
            applied(folder / "store", Named(folder / "kept"), later=True)
        else:
            with pytest.raises(NotMarkedError):
                applied(folder / "store", Named(folder / "kept"), later=True)
        assert look(folder / "store", folder / "kept") == whole
        shutil.rmtree(folder)
    assert before in seen
    assert len(seen) > 3


KILLED = """
import os, signal, sys
from datetime import UTC, datetime
from pathlib import Path
from leadline.stores.archive_folder import FolderArchive
from leadline.stores.sqlite import SqliteStore
from leadline.engine.sweeping import apply_sweep
class Archive(FolderArchive):
    place = "kept"
    def write(self, digest, data):
        super().write(digest, data)
        if len(list(self._folder.iterdir())) == int(sys.argv[3]):
            os.kill(os.getpid(), signal.SIGKILL)
then = datetime(2030, 1, 1, tzinfo=UTC)
with SqliteStore.open(Path(sys.argv[1]), clock=lambda: then) as store:
    apply_sweep(store, "s", now=datetime(2031, 1, 1, tzinfo=UTC), archive=Archive(Path(sys.argv[2])))
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
@pytest.mark.parametrize("at", [1, 8])
def test_a_killed_sweep_is_finished_by_the_next(
    marked: Path, tmp_path: Path, whole: tuple[object, dict[str, bytes]], at: int
) -> None:
    """Also its token is void at once: the process that took it is seen to be dead."""
    shutil.copytree(marked, tmp_path / "store")
    given = [sys.executable, "-c", KILLED, tmp_path / "store", tmp_path / "kept", str(at)]
    done = subprocess.run(given, env={**os.environ, "PYTHONPATH": SRC}, capture_output=True, timeout=120, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    before, _ = look(marked, tmp_path / "none")
    with SqliteStore.open(tmp_path / "store", clock=lambda: THEN) as store:
        (said,) = verify_store(store).unfinished
        assert "sweeping it" in said
    state, kept = look(tmp_path / "store", tmp_path / "kept")
    assert (state, len(kept)) == (before, at)
    finish: Callable[[], None] = lambda: applied(tmp_path / "store", Named(tmp_path / "kept"))  # noqa: E731
    finish()
    assert look(tmp_path / "store", tmp_path / "kept") == whole
    with pytest.raises(NotMarkedError):
        finish()
