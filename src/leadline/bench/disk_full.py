"""Fills the disk under a compaction at one point after the other, and looks at what is left.

In: how many points, and whether a file system in memory may be mounted (root on Linux). Out: a `FullReport`. Each point leaves
a little more room: first for nothing, at last for all. Without a mount the room is a quota of SQLite's own
(`max_page_count`). Where the room ends the command must end with 3 and say so, the store must verify and hold what it held, and
with room again the same command must reach what an undisturbed run reaches.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from leadline.bench.filler import draw, sample_files, tokens_of, units_of_files
from leadline.bench.sessionfile import write_session
from leadline.compose import compact_file
from leadline.engine.verify import verify_store
from leadline.stores.port import Store, StoreError
from leadline.stores.sqlite import SqliteStore

__all__ = ["FullReport", "can_mount", "render_full", "run_full"]

TOKENS = (12_000, 20_000)  # of the session that is there, and of the one it grows to under the full disk
BUDGET = 2500
_ROOM = 3 << 20  # bytes of the file system, more than all needs


@dataclass(slots=True)
class FullReport:
    """`points` that had no room, by where the room came from; half-writes and other faults, in words."""

    how: str
    points: int = 0
    told: int = 0  # ended with a StoreError that says so
    half_writes: int = 0
    went_on: int = 0
    room_for_all: int = 0  # points of the series at which it fitted
    faults: list[str] = field(default_factory=list)

    @property
    def failed(self) -> bool:
        return bool(self.faults or self.half_writes)


def can_mount() -> bool:
    """Whether a small file system can be mounted here, tried."""
    with tempfile.TemporaryDirectory() as folder:
        tried = _mount(Path(folder))
        if tried:
            _unmount(Path(folder))
        return tried


def run_full(points: int, seed: int, *, mount: bool, progress: Callable[[str], object] = str) -> FullReport:
    """A series of `points` rooms, from none to enough."""
    report = FullReport(
        "a file system of its own that is full" if mount else "a quota of SQLite's own (max_page_count)"
    )
    with tempfile.TemporaryDirectory(prefix="leadline-full-") as name:
        folder = Path(name)
        units = draw(units_of_files(sample_files()), TOKENS[1], Random(seed))
        first = next(n for n in range(len(units)) if tokens_of(units[:n]) >= TOKENS[0])
        small, large = folder / "small.jsonl", folder / "large.jsonl"
        write_session(units[:first], small)
        write_session(units, large)
        compact_file(small, store=folder / "begun", budget=BUDGET)
        shutil.copytree(folder / "begun", folder / "done")
        compact_file(large, store=folder / "done", budget=BUDGET)
        before, after = _state(folder / "begun"), _state(folder / "done")
        needs = _size(folder / "done") - _size(folder / "begun") + (200_000 if mount else 0)  # a log beside it
        for n in range(points):
            room = needs * n // max(points - 1, 1)
            with (_mounted if mount else _plain)(folder / "point") as place:
                shutil.copytree(folder / "begun", place / "store")
                _point(report, place, large, room, before, after, mount=mount)
            progress(f"{n + 1} points")
    return report


def _point(
    report: FullReport, place: Path, file: Path, room: int, before: object, after: object, *, mount: bool
) -> None:
    store = place / "store"
    if mount:
        _fill(place / "ballast", room)
    try:
        with _opened(store, None if mount else room) as opened:
            compact_file(file, store=opened, budget=BUDGET)
        report.room_for_all += 1
        return
    except StoreError as error:
        report.points += 1
        if "no room left" in str(error) and error.remedy:
            report.told += 1
        else:
            report.faults.append(f"room for {room:,} bytes: it says: {error}")
    (place / "ballast").unlink(missing_ok=True)
    left = _state(store)
    if not _is_beginning(before, left) or not _is_beginning(left, after):
        report.half_writes += 1
        report.faults.append(f"room for {room:,} bytes: what is left is no whole beginning")
    compact_file(file, store=store, budget=BUDGET)
    if _state(store) == after:
        report.went_on += 1
    else:
        report.faults.append(f"room for {room:,} bytes: with room again it does not reach what it should")


@contextmanager
def _opened(folder: Path, quota: int | None) -> Iterator[Store]:
    class WithQuota(sqlite3.Connection):
        def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
            if sql == "BEGIN IMMEDIATE" and quota is not None:
                pages = base // 4096 + quota // 4096
                super().execute(f"PRAGMA max_page_count = {pages}")
            return super().execute(sql, *given)

    base = (folder / "leadline.db").stat().st_size
    with SqliteStore.open(folder, factory=WithQuota) as store:
        yield store


def _state(folder: Path) -> tuple[tuple[str, ...], frozenset[str]]:
    """Receipts and texts. A store that does not verify is no state at all: it raises."""
    with SqliteStore.open(folder) as store:
        report = verify_store(store)
        if not report.ok:
            raise RuntimeError(f"does not verify: {report.complaints[0]}")
        (name,) = report.sessions
        return tuple(row.digest for row in store.receipts(name)), frozenset(store.blobs())


def _is_beginning(one: object, other: object) -> bool:
    assert isinstance(one, tuple), "a state"
    assert isinstance(other, tuple), "a state"
    return bool(other[0][: len(one[0])] == one[0] and one[1] <= other[1])


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.iterdir())


@contextmanager
def _plain(folder: Path) -> Iterator[Path]:
    folder.mkdir()
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


@contextmanager
def _mounted(folder: Path) -> Iterator[Path]:
    folder.mkdir()
    if not _mount(folder):
        raise StoreError("no file system can be mounted here", "Run it as root, or without --mount.")
    try:
        yield folder
    finally:
        _unmount(folder)
        folder.rmdir()


def _mount(folder: Path) -> bool:
    try:
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={_ROOM},mode=0700", "tmpfs", str(folder)], capture_output=True, check=False
        )  # fmt: skip
    except OSError:
        return False
    return done.returncode == 0


def _unmount(folder: Path) -> None:
    subprocess.run(["umount", str(folder)], capture_output=True, check=True)


def _fill(ballast: Path, room: int) -> None:
    """A file that leaves `room` bytes on its file system."""
    free = os.statvfs(ballast.parent).f_bavail * os.statvfs(ballast.parent).f_frsize
    with closing(ballast.open("wb")) as out:
        out.write(bytes(max(0, free - room)))


def render_full(reports: list[FullReport]) -> list[str]:
    lines = []
    for report in reports:
        lines += [
            f"{report.how}",
            f"  {report.points} points without room: {report.told} told in words with exit code 3, {report.half_writes} "
            f"half-writes, {report.went_on} went on to the end with room again; {report.room_for_all} points had room for all",
            *(f"  {fault}" for fault in report.faults[:20]),
        ]
    return lines
