"""A disk that is full at any point: told with exit code 3, the earlier state whole; the series is `leadline bench disk-full`."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from leadline.bench.disk_full import can_mount, render_full, run_full
from leadline.cli.exits import Exit, tell
from leadline.stores.port import Commit, StoreError
from leadline.stores.sqlite import SqliteStore
from leadline.stores.sqlite_errors import store_error


@pytest.mark.slow
@pytest.mark.parametrize("mount", [False, True], ids=["quota", "file_system"])
def test_a_full_disk_under_a_compaction_leaves_a_whole_beginning(mount: bool) -> None:
    if mount and not can_mount():
        pytest.skip("no file system can be mounted here")
    report = run_full(8, seed=1, mount=mount)
    assert report.faults == [], "\n".join(render_full([report]))
    assert report.half_writes == 0
    assert report.points == report.told == report.went_on > 4
    assert report.room_for_all > 0


def test_a_quota_is_told_and_nothing_of_the_step_stands(tmp_path: Path) -> None:
    with SqliteStore.open(tmp_path / "store") as store:
        ref = store.commit(Commit("s", None, b"0", [b"leaf"]))
        pages = store._db.execute("PRAGMA page_count").fetchone()[0]
        store._db.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError, match="no room left on the disk") as caught:
            store.commit(Commit("s", ref, b"1", [bytes(range(256)) * 4000]))
        assert tell(caught.value).code == Exit.STORE
        assert "Free some space" in caught.value.remedy
        assert store.ref("s") == ref
        assert store.check() == ()
        store._db.execute("PRAGMA max_page_count = 100000")
        store.commit(Commit("s", ref, b"1", [bytes(range(256)) * 4000]))


@pytest.mark.parametrize("code", [sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE])
def test_a_disk_that_is_full_at_opening_is_told_as_full(tmp_path: Path, code: int) -> None:
    """The shared memory beside the database cannot grow: SQLite calls that an I/O error."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    assert "no room left" in str(store_error(error, tmp_path / "leadline.db", "opening it"))


def test_a_failing_disk_is_not_a_full_one(tmp_path: Path) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
    assert "the disk failed" in str(store_error(error, tmp_path / "leadline.db", "opening it"))
