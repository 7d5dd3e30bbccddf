"""The rows of `owners` in an SQLite store. In: a connection inside the caller's transaction, a session's bytes, the time."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import datetime, timedelta

from leadline.stores.encoding import name_of, name_to_bytes
from leadline.stores.port import Ownership

__all__ = ["find_owner", "owners", "put_owner", "remove_owner"]

_COLUMNS = "session, token, doing, host, process, pid, until"


def owners(db: sqlite3.Connection, now: datetime) -> Sequence[Ownership]:
    return tuple(_row(row, now) for row in db.execute(f"SELECT {_COLUMNS} FROM owners ORDER BY session"))


def find_owner(db: sqlite3.Connection, session: bytes, now: datetime) -> Ownership | None:
    row = db.execute(f"SELECT {_COLUMNS} FROM owners WHERE session = ?", (session,)).fetchone()
    return None if row is None else _row(row, now)


def put_owner(db: sqlite3.Connection, owner: Ownership, until: datetime) -> None:
    db.execute(
        f"INSERT OR REPLACE INTO owners ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (name_to_bytes(owner.session), owner.token, owner.doing, owner.host, owner.process, owner.pid, until.isoformat()),
    )  # fmt: skip


def remove_owner(db: sqlite3.Connection, owner: Ownership) -> None:
    db.execute("DELETE FROM owners WHERE session = ? AND token = ?", (name_to_bytes(owner.session), owner.token))


def _row(row: tuple[bytes, str, str, str, str, int, str], now: datetime) -> Ownership:
    try:
        left = (datetime.fromisoformat(row[6]) - now) / timedelta(seconds=1)
    except (TypeError, ValueError):  # edited by hand: a token that nobody can read does not stand
        left = 0.0
    return Ownership(name_of(row[0]), *row[1:6], left)
