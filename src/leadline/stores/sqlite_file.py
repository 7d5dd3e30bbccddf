"""Opens the one file `leadline.db` of a store folder: permissions, identity, schema version, durability.

What it keeps: the folder is 0700 and the file 0600 from the first byte (SQLite gives -wal and -shm the file's mode);
no link leads out of the folder; nothing is created unless `create`; a file that is not leadline's, or newer than this
program, is refused untouched.
A folder that may not be written is opened for reading, with `create=False` only.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path

from leadline.stores.migrate import require_known
from leadline.stores.places import NoStoreError
from leadline.stores.port import StoreError
from leadline.stores.schema import APPLICATION_ID, Migration, apply_migrations, read_applied, read_version
from leadline.stores.sqlite_errors import COPY_FIRST, translated

__all__ = ["FILE_NAME", "open_database"]

FILE_NAME = "leadline.db"

_NO_STORE = "Run leadline compact SESSION to make one, or name its folder with --store."
_BUSY_WAIT_S = 0.01  # between two attempts to switch a new file to WAL, which SQLite's own timeout does not cover


def open_database(
    folder: Path,
    migrations: Sequence[Migration],
    *,
    create: bool,
    timeout_s: float,
    factory: type[sqlite3.Connection] = sqlite3.Connection,
) -> sqlite3.Connection:
    """A connection in autocommit mode (the caller writes BEGIN and COMMIT), usable from any thread, one at a time."""
    file = folder / FILE_NAME
    readable_only = False
    try:
        fresh = _prepare(folder, file, create=create)
        if not fresh and not (os.access(folder, os.W_OK) and os.access(file, os.W_OK)):
            if create:
                raise StoreError(
                    f"{file}: may not be written",
                    "Give yourself write permission on the file and its folder, or name another folder with --store.",
                )
            readable_only = True
    except (OSError, ValueError) as error:
        raise _os_error(error, folder) from error
    with translated(file, "opening it"):
        connection = sqlite3.connect(
            _uri(file, readable_only=readable_only),
            uri=True,
            timeout=timeout_s,
            isolation_level=None,
            check_same_thread=False,
            factory=factory,
        )
        try:
            _configure(connection)
            _admit(connection, file, migrations, create=create, writable=not readable_only, timeout_s=timeout_s)
        except BaseException:
            connection.close()
            raise
    return connection


def _prepare(folder: Path, file: Path, *, create: bool) -> bool:
    """Makes folder and file where allowed. True when the file is new."""
    if not folder.exists():
        if not create:
            raise NoStoreError(f"{folder}: no store here", _NO_STORE)
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        # Transcripts hold what nobody wants in a repository by accident.
        ignored = os.open(folder / ".gitignore", os.O_WRONLY | os.O_CREAT, 0o600)
        with os.fdopen(ignored, "w", encoding="ascii") as out:
            out.write("*\n")
    if not folder.is_dir():
        raise StoreError(f"{folder}: a file, and a store is a folder", "Name a folder with --store.")
    if file.is_dir():
        raise StoreError(
            f"{file}: a folder, and the store's database is a file", "Move it away, or name another --store."
        )
    _require_inside(file)
    if file.exists():
        return False
    if not create:
        raise NoStoreError(f"{folder}: no store here ({FILE_NAME} is missing)", _NO_STORE)
    try:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:  # another process made it in this moment
        return False
    return True


def _require_inside(file: Path) -> None:
    """A folder may come from a stranger: SQLite would follow a link, and overwrite what it takes for its log."""
    for name in (file.name, *(file.name + suffix for suffix in ("-wal", "-shm", "-journal"))):
        one = file.with_name(name)
        if one.is_symlink() or (one.exists() and not one.is_file()):
            raise StoreError(
                f"{one}: {'a link' if one.is_symlink() else 'no file'}, and a store's files are files of its folder; it was "
                "not touched",
                "Remove it if you did not put it there; a link to the whole folder is fine.",
            )


def _uri(file: Path, *, readable_only: bool) -> str:
    mode = "mode=rw"
    if readable_only:
        # Without a write-ahead log nobody has it open for writing, and without write permission SQLite could not make
        # the shared memory that a WAL database otherwise needs.
        wal = file.with_name(file.name + "-wal")
        mode = "mode=ro" if wal.exists() and wal.stat().st_size else "mode=ro&immutable=1"
    return f"{file.absolute().as_uri()}?{mode}"


def _configure(connection: sqlite3.Connection) -> None:
    connection.text_factory = _decode
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")  # what is swept is overwritten
    connection.execute("PRAGMA trusted_schema = OFF")  # a store may come from a stranger's folder
    connection.execute("PRAGMA cell_size_check = ON")


def _decode(text: bytes) -> str:
    """Damaged text is handed on to be compared and complained about; decoding it strictly would only raise."""
    return text.decode("utf-8", "backslashreplace")


def _admit(
    connection: sqlite3.Connection,
    file: Path,
    migrations: Sequence[Migration],
    *,
    create: bool,
    writable: bool,
    timeout_s: float,
) -> None:
    newest = migrations[-1].version
    connection.execute("BEGIN")  # one snapshot: another process may be making the store in this moment
    application, version, empty = read_version(connection)
    applied = read_applied(connection) if application == APPLICATION_ID and version <= newest else ()
    connection.execute("COMMIT")
    new = application == 0 and version == 0 and empty  # also what a crash between making and filling the file leaves
    if new and not create:
        raise NoStoreError(f"{file}: empty, no store was ever finished here", _NO_STORE)
    if not new and application != APPLICATION_ID:
        raise StoreError(
            f"{file}: a database of another program (application_id {application:#010x}, not {APPLICATION_ID:#010x})",
            "Name another folder with --store; this file was not touched.",
        )
    if not new and version < 1:
        raise StoreError(f"{file}: damaged (schema version {version})", COPY_FIRST.format(file=file))
    require_known(str(file), version, applied, migrations)
    if new:
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")  # before the first table; lets a sweep give space back
        _switch_to_wal(connection, timeout_s)
    if version < newest:
        if not writable:
            raise StoreError(
                f"{file}: schema {version} must be brought to {newest} first, and the folder may not be written",
                "Open it once with write permission, or copy the folder to a writable place.",
            )
        connection.execute("BEGIN IMMEDIATE")
        apply_migrations(connection, migrations)  # looks at the version again: another process may have been faster
        connection.execute("COMMIT")


def _switch_to_wal(connection: sqlite3.Connection, timeout_s: float) -> None:
    """WAL where the file system can; elsewhere SQLite stays with its rollback journal, which is as safe and slower."""
    deadline = time.monotonic() + timeout_s
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
        time.sleep(_BUSY_WAIT_S)


def _os_error(error: OSError | ValueError, folder: Path) -> StoreError:
    reason = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
    return StoreError(
        f"{str(folder)!r}: cannot be used as a store: {reason}",
        "Check the path and its permissions, or name another folder with --store.",
    )
