"""The numbered, forward-only migrations of the SQLite store, and the one function that applies them.

A migration is a file `NNNN_name.sql` beside this module; numbers start at 1 and have no gaps. `user_version` of the
database is the number of the last one applied, `application_id` says that the file is leadline's at all. Both are part
of the transaction that applies a migration, so a crash leaves the version before or the version after.
"""

from __future__ import annotations

import functools
import re
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable

__all__ = ["APPLICATION_ID", "Migration", "apply_migrations", "read_migrations", "read_version"]

APPLICATION_ID = 0x6C656164  # "lead" in ASCII

_FILE_NAME = re.compile(r"(\d{4})_(\w+)\.sql")


@dataclass(frozen=True, slots=True)
class Migration:
    """One step forward: brings `user_version` from `version - 1` to `version`."""

    version: int
    name: str
    statements: tuple[str, ...]


@functools.cache
def read_migrations(folder: Traversable | None = None) -> tuple[Migration, ...]:
    """All migrations in order. Raises ValueError for a gap, a repeated number or a cut statement: a packaging fault."""
    folder = folder if folder is not None else resources.files(__name__)
    found: list[Migration] = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if match := _FILE_NAME.fullmatch(entry.name):
            statements = tuple(_split(entry.read_text(encoding="utf-8"), entry.name))
            found.append(Migration(int(match[1]), match[2], statements))
    if [migration.version for migration in found] != list(range(1, len(found) + 1)):
        raise ValueError(f"migrations must be numbered 1, 2, 3, ...; got {[m.version for m in found]}")
    return tuple(found)


def read_version(connection: sqlite3.Connection) -> tuple[int, int, bool]:
    """(application_id, user_version, whether the database holds no table at all)."""
    application = int(connection.execute("PRAGMA application_id").fetchone()[0])
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    empty = connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None
    return application, version, empty


def apply_migrations(connection: sqlite3.Connection, migrations: Sequence[Migration]) -> int:
    """Applies what is missing; the version reached. The caller holds a write transaction and commits it."""
    version = read_version(connection)[1]
    for migration in migrations[version:]:
        for statement in migration.statements:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {migration.version:d}")
        version = migration.version
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID:d}")
    return version


def _split(script: str, name: str) -> Iterator[str]:
    """Single statements. `executescript` would commit the caller's transaction first, so it cannot be used."""
    pending = ""
    for line in script.splitlines(keepends=True):
        if line.strip() and not line.lstrip().startswith("--"):
            pending += line
        if pending and sqlite3.complete_statement(pending):
            yield pending.strip()
            pending = ""
    if pending:
        raise ValueError(f"{name}: the last statement is not complete: {pending.strip()[:80]}")
