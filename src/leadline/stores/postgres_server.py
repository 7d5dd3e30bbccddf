"""Opens a PostgreSQL database as a store: the URL, the connections, whose schema it is, and its migrations.

In: `postgresql://USER@HOST:PORT/DATABASE`, with libpq's options as a query and `schema=NAME` (default `leadline`), so
that one database may hold several stores. Out: a SQLAlchemy engine whose connections see that schema only.
What it keeps: nothing is created unless `create`; a schema that is not leadline's, or newer than this program, is
refused untouched; migrations run in one transaction, under a lock that keeps every step of every process out.
"""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import SQLAlchemyError

from leadline.stores.migrate import Applied, Migration, require_known
from leadline.stores.places import NoStoreError
from leadline.stores.port import StoreError
from leadline.stores.postgres_errors import server_error, sqlstate, translated

__all__ = ["Place", "lock_key", "open_engine", "parse_url", "read_applied"]

_SCHEMA = re.compile(r"[a-z_][a-z0-9_]{0,62}")
_CONNECT_S = 10  # until an attempt to reach the server is given up
_IDLE_MS = 60_000  # a step whose process hangs or whose machine is gone lets its locks go after this time
_VERSION_MIN = 12  # the oldest that the tables' functions run on; older ones get no security fixes since 2023


@dataclass(frozen=True, slots=True)
class Place:
    """One store on one server; `shown` is for people and holds no password."""

    url: URL
    schema: str
    shown: str


def parse_url(given: str) -> Place:
    """ValueError for what is no URL of a database; the message never repeats it, since it may hold a password."""
    expected = "expected postgresql://USER@HOST:PORT/DATABASE"
    try:
        given.encode("utf-8")
        url = make_url(given)
    except (SQLAlchemyError, ValueError) as error:
        raise ValueError(f"the store's URL cannot be read; {expected}") from error
    if not url.database:
        raise ValueError(f"the store's URL names no database; {expected}")
    schema = url.query.get("schema", "leadline")
    if not isinstance(schema, str) or not _SCHEMA.fullmatch(schema) or schema.startswith("pg_"):
        raise ValueError(f"schema {schema!r}: expected lower-case letters, digits and '_', and no 'pg_' in front")
    url = url.set(drivername="postgresql+psycopg").difference_update_query(["schema"])
    where = f"{url.host or 'local socket'}{f':{url.port}' if url.port else ''}"
    return Place(url, schema, f"postgresql://{where}/{url.database}, schema {schema}")


def open_engine(
    place: Place, migrations: Sequence[Migration], *, create: bool, timeout_s: float, n_connections: int = 4
) -> Engine:
    """Connections to a store that is there and of this program's schema. Raises StoreError otherwise."""
    engine = _connections(place, timeout_s, n_connections)
    try:
        with translated(place.shown, "opening it"):
            _admit(engine, place, migrations, create=create)
    except BaseException:
        engine.dispose()
        raise
    return engine


def read_applied(connection: Connection, schema: str) -> tuple[Applied, ...] | None:
    """The record of steps; None where the schema is absent or empty, () where something else is in it."""
    query = text(
        "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
        "WHERE n.nspname = :schema AND c.relkind IN ('r', 'v', 'm', 'p', 'f', 'S')"
    )
    tables = connection.execute(query, {"schema": schema}).scalars().all()
    if not tables:
        return None
    if "migrations" not in tables:
        return ()
    rows = connection.execute(text("SELECT version, name, digest, applied_at FROM migrations ORDER BY version"))
    return tuple(Applied(int(row[0]), str(row[1]), str(row[2]), str(row[3])) for row in rows)


def lock_key(place: Place, *what: str) -> int:
    """The number of an advisory lock; two locks that share one by chance only wait for each other."""
    name = "\0".join(("leadline", place.schema, *what))
    return int.from_bytes(sha256(name.encode("utf-8", "surrogatepass")).digest()[:8], "big", signed=True)


def _connections(place: Place, timeout_s: float, n_connections: int) -> Engine:
    given = place.url.query.get("options", "")
    settings = {
        "search_path": place.schema,
        "lock_timeout": f"{max(1, round(timeout_s * 1000))}",
        "idle_in_transaction_session_timeout": f"{_IDLE_MS}",
        "client_encoding": "UTF8",
    }
    options = " ".join([given if isinstance(given, str) else "", *(f"-c {k}={v}" for k, v in settings.items())]).strip()
    url = place.url.difference_update_query(["options"])
    engine = create_engine(
        url, isolation_level="READ COMMITTED", pool_pre_ping=True, hide_parameters=True, pool_size=n_connections, max_overflow=n_connections,
        connect_args={"options": options, "application_name": _own_name(), **({} if "connect_timeout" in url.query else {"connect_timeout": _CONNECT_S})},
    )  # fmt: skip

    @event.listens_for(engine, "connect")
    def _durable(connection: Any, _record: Any) -> None:
        # What was acknowledged must be on disk, also where the server is set to be faster than that.
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
            )
        connection.commit()

    return engine


def _own_name() -> str:
    """What others see of this process when they wait for it (63 bytes at most)."""
    host = socket.gethostname().encode("ascii", "replace").decode()[:30]
    return f"leadline, process {os.getpid()} on {host}"


def _admit(engine: Engine, place: Place, migrations: Sequence[Migration], *, create: bool) -> None:
    with engine.connect() as connection:
        version = connection.dialect.server_version_info or (0,)
        if int(version[0]) < _VERSION_MIN:
            raise StoreError(f"{place.shown}: PostgreSQL {version[0]} is too old", f"Use {_VERSION_MIN} or newer.")
        reached = _version_of(connection, place, migrations)
    if reached == 0 and not create:
        raise NoStoreError(
            f"{place.shown}: no store here", "Run leadline compact SESSION --store URL to make one, or name another."
        )
    if reached < len(migrations):
        with engine.begin() as connection:
            _migrate(connection, place, migrations)


def _version_of(connection: Connection, place: Place, migrations: Sequence[Migration]) -> int:
    """The schema's version, 0 for none; StoreError for one that is not ours or not known."""
    try:
        applied = read_applied(connection, place.schema)
    except SQLAlchemyError as error:
        if sqlstate(error) != "42703":  # another program's table of migrations has other columns
            raise server_error(error, place.shown, "opening it") from error
        applied = ()
    if applied is None:
        return 0
    if not applied:
        raise StoreError(
            f"{place.shown}: this schema holds tables of another program; it was not touched",
            "Name another one: add ?schema=NAME to the URL.",
        )
    require_known(place.shown, applied[-1].version, applied, migrations)
    return applied[-1].version


def _migrate(connection: Connection, place: Place, migrations: Sequence[Migration]) -> None:
    connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
    connection.execute(text("SELECT pg_advisory_xact_lock(:gate)"), {"gate": lock_key(place, "gate")})
    # Looks again: another process may have been faster. In the table itself: to_regnamespace may answer from a cache
    # of the time before the lock.
    there = connection.execute(text("SELECT 1 FROM pg_namespace WHERE nspname = :schema"), {"schema": place.schema})
    if there.first() is None:
        connection.exec_driver_sql(f'CREATE SCHEMA "{place.schema}"')
    for migration in migrations[_version_of(connection, place, migrations) :]:
        for statement in migration.statements:
            connection.exec_driver_sql(statement)
        connection.execute(
            text("INSERT INTO migrations VALUES (:version, :name, :digest, :at)"),
            {"version": migration.version, "name": migration.name, "digest": migration.digest,
             "at": datetime.now(UTC).isoformat(timespec="seconds")},
        )  # fmt: skip
