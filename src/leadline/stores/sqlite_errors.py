"""What SQLite's error codes mean to a user: one `StoreError` each, with file, cause and the next thing to do.

Also finds, where the system tells, which process holds the write lock. It reads /proc/locks and never opens the
database's own files for that: closing a second descriptor would drop this process's POSIX locks on them
(sqlite.org/howtocorrupt.html, section 2.2).
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from leadline.stores.port import StoreError, StoreLockedError

__all__ = ["COPY_FIRST", "find_writer", "store_error", "translated"]

COPY_FIRST = (
    "Keep a copy of the folder, then try: sqlite3 {file} .recover . The transcripts are not part of the store; "
    "leadline compact SESSION --store NEW_FOLDER builds a fresh one from them."
)
_ROOM_MIN = 64 * 1024  # bytes; SQLite grows the shared memory by 32 KiB (sqlite.org/walformat.html, section 2.2)
_WAL_WRITE_LOCK = 120  # byte in the -shm file that a writer locks (sqlite.org/walformat.html, section 2.3)
_ROLLBACK_LOCKS = (0x40000000, 0x40000000 + 511)  # the lock bytes of a database that is not in WAL mode


@contextmanager
def translated(file: Path, doing: str) -> Iterator[None]:
    """Runs the block; an sqlite3 error leaves it as a StoreError. `doing` completes "while ..."."""
    try:
        yield
    except sqlite3.Error as error:
        raise store_error(error, file, doing) from error
    except (
        UnicodeDecodeError
    ) as error:  # the sqlite3 module fails on its own message when a name in the schema is damaged
        raise StoreError(
            f"{file}: damaged (a name in it is no text) while {doing}", COPY_FIRST.format(file=file)
        ) from error


def store_error(error: sqlite3.Error, file: Path, doing: str) -> StoreError:
    """The StoreError for one SQLite error. Codes: sqlite.org/rescode.html; the low byte is the primary code."""
    code = getattr(error, "sqlite_errorcode", None)
    match code & 0xFF if isinstance(code, int) else None:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreLockedError(
                f"{file}: locked by {find_writer(file) or 'another process'} while {doing}; nothing was written",
                "Wait until the other process has finished, or end it, and repeat the command.",
            )
        case sqlite3.SQLITE_FULL:
            return _full(file, doing)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return StoreError(
                f"{file}: may not be written ({error}) while {doing}",
                "Give yourself write permission on the file and its folder, or name another folder with --store.",
            )
        case sqlite3.SQLITE_CANTOPEN:
            return StoreError(
                f"{file}: cannot be opened ({error}) while {doing}",
                "Check that the folder exists and that you may read and write it, or name another with --store.",
            )
        case sqlite3.SQLITE_NOTADB:
            return StoreError(f"{file}: not a database ({error}) while {doing}", COPY_FIRST.format(file=file))
        case sqlite3.SQLITE_CORRUPT:
            return StoreError(f"{file}: damaged ({error}) while {doing}", COPY_FIRST.format(file=file))
        case sqlite3.SQLITE_IOERR if _is_full(file, code):
            return _full(file, doing)
        case sqlite3.SQLITE_IOERR:
            return StoreError(
                f"{file}: the disk failed ({error}) while {doing}; the step was written in full or not at all",
                "Check the disk, then run leadline verify.",
            )
        case sqlite3.SQLITE_TOOBIG:
            return StoreError(
                f"{file}: one text is larger than the database takes ({error}) while {doing}; nothing was written",
                "Lower --max-record, so that the reader splits or refuses the record.",
            )
        case _:
            return StoreError(
                f"{file}: {error} while {doing}", "Run leadline verify; report this message if it persists."
            )


def _full(file: Path, doing: str) -> StoreError:
    return StoreError(
        f"{file}: no room left on the disk (or quota) while {doing}; nothing of this step was written",
        "Free some space and repeat the command. What was committed before is intact.",
    )


def _is_full(file: Path, code: int | None) -> bool:
    """Whether a failed write is a full disk: SQLite says so of its database and log, not of the shared memory beside them."""
    if code in (sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMMAP):
        return True
    try:
        left = os.statvfs(file.parent)
    except (OSError, AttributeError):  # not on Windows
        return False
    return left.f_bavail * left.f_frsize < _ROOM_MIN


def find_writer(file: Path, locks: Path = Path("/proc/locks")) -> str | None:
    """Who holds the write lock, as `process 4711 (python3)`; None where the system does not tell (only Linux does)."""
    shm = file.with_name(file.name + "-shm")
    watched: dict[int, tuple[int, int]] = {}
    for path, span in ((shm, (_WAL_WRITE_LOCK, _WAL_WRITE_LOCK)), (file, _ROLLBACK_LOCKS)):
        try:
            watched[path.stat().st_ino] = span
        except OSError:
            continue
    try:
        lines = locks.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return None
    for line in lines:
        pid = _writer_in(line, watched)
        if pid is not None:
            return f"process {pid}{_command_of(pid)}"
    return None


def _writer_in(line: str, watched: dict[int, tuple[int, int]]) -> int | None:
    # 1: POSIX  ADVISORY  WRITE 4711 fe:00:1234567 120 120      (proc_locks(5))
    fields = line.split()
    if len(fields) != 8 or fields[1] != "POSIX" or fields[3] != "WRITE":
        return None
    try:
        pid, inode, start = int(fields[4]), int(fields[5].rsplit(":", 1)[1]), int(fields[6])
        end = start if fields[7] == "EOF" else int(fields[7])
    except (ValueError, IndexError):
        return None
    span = watched.get(inode)
    return pid if span is not None and pid > 0 and start <= span[1] and end >= span[0] else None


def _command_of(pid: int) -> str:
    try:
        return f" ({Path(f'/proc/{pid}/comm').read_text(encoding='utf-8', errors='replace').strip()})"
    except OSError:
        return ""
