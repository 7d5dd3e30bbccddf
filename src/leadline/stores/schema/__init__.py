"""The migrations of the SQLite store (beside this module), and the one function that applies them.

`user_version` of the database is the number of the last one applied, `application_id` says that the file is leadline's
at all, the table `migrations` (from schema 2) which statements made it. All three are part of the transaction that
applies a migration, so a crash leaves the schema before or the schema after.
"""

from __future__ import annotations

import functools
import sqlite3
from collections.abc import Sequence
from importlib import resources
from importlib.resources.abc import Traversable

from leadline.stores.migrate import Applied, Migration, read_folder

__all__ = ["APPLICATION_ID", "Migration", "apply_migrations", "read_applied", "read_migrations", "read_version"]

APPLICATION_ID = 0x6C656164  # "lead" in ASCII


@functools.cache
def read_migrations(folder: Traversable | None = None) -> tuple[Migration, ...]:
    """All migrations in order. Raises ValueError for a gap, a repeated number or a cut statement: a packaging fault."""
    return read_folder(folder if folder is not None else resources.files(__name__), sqlite3.complete_statement)


def read_version(connection: sqlite3.Connection) -> tuple[int, int, bool]:
    """(application_id, user_version, whether the database holds no table at all)."""
    application = int(connection.execute("PRAGMA application_id").fetchone()[0])
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    empty = connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None
    return application, version, empty


def read_applied(connection: sqlite3.Connection) -> tuple[Applied, ...]:
    """The store's own record of its steps, in order; empty for schema 1, which kept none."""
    if not _keeps_record(connection):
        return ()
    rows = connection.execute("SELECT version, name, digest, applied_at FROM migrations ORDER BY version").fetchall()
    return tuple(Applied(int(version), str(name), str(digest), str(at)) for version, name, digest, at in rows)


def apply_migrations(connection: sqlite3.Connection, migrations: Sequence[Migration]) -> int:
    """Applies and records what is missing; the version reached. The caller holds a write transaction and commits it."""
    version = read_version(connection)[1]
    for migration in migrations[version:]:
        for statement in migration.statements:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {migration.version:d}")
        version = migration.version
    if _keeps_record(connection):
        recorded = {row.version for row in read_applied(connection)}
        for migration in migrations[:version]:
            if migration.version not in recorded:
                connection.execute(
                    "INSERT INTO migrations VALUES (?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
                    (migration.version, migration.name, migration.digest),
                )
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID:d}")
    return version


def _keeps_record(connection: sqlite3.Connection) -> bool:
    query = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'migrations'"
    return connection.execute(query).fetchone() is not None
