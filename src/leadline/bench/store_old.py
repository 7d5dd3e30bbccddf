"""Copies a folder's store into one of an earlier schema, so that migrations can be tried on any store.

In: a store of today's schema, a number. Out: a folder with the same rows in the tables that the earlier schema had.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from leadline.stores.schema import read_migrations
from leadline.stores.sqlite_file import FILE_NAME, open_database

__all__ = ["earlier_schemas", "in_earlier_schema"]

_ORDER = ("refs", "blobs", "holders", "receipts", "heads", "nodes", "tombstones", "swept")


def earlier_schemas() -> range:
    return range(1, len(read_migrations()))


def in_earlier_schema(source: Path, target: Path, version: int) -> None:
    """`target` is made anew."""
    shutil.rmtree(target, ignore_errors=True)
    open_database(target, read_migrations()[:version], create=True, timeout_s=5).close()
    with closing(sqlite3.connect(target / FILE_NAME, isolation_level=None)) as db:
        db.execute("ATTACH ? AS now", (str(source / FILE_NAME),))
        db.execute("BEGIN")
        for table in _ORDER:
            columns = ", ".join(row[1] for row in db.execute(f"PRAGMA table_info({table})").fetchall())
            db.execute(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM now.{table}")
        db.execute("COMMIT")
