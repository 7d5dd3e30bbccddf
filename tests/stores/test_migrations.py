"""Schemas go forward only: a store of each earlier one is brought forward whole, an unknown one is refused untouched.

`assets/sqlite_schema_1.db.gz` was made by the program of schema 1: one session of 24 messages, compacted, 16 leaves swept,
one fact dropped.
"""

from __future__ import annotations

import contextlib
import gzip
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from tests.postgres_server import Server

import leadline
from leadline.engine.session import load_session
from leadline.engine.verify import verify_store
from leadline.stores.migrate import Applied, Migration, require_known, split_statements
from leadline.stores.port import Commit, StoreError
from leadline.stores.schema import read_migrations
from leadline.stores.sqlite import SqliteStore

ASSETS = Path(__file__).parent / "assets"
FIXTURES = sorted(ASSETS.glob("sqlite_schema_*.db.gz"))
NEWEST = read_migrations()[-1].version


def unpacked(fixture: Path, folder: Path) -> Path:
    folder.mkdir(mode=0o700)
    (folder / "leadline.db").write_bytes(gzip.decompress(fixture.read_bytes()))
    return folder


def rows(file: Path, query: str) -> list[Any]:
    with contextlib.closing(sqlite3.connect(file)) as db:
        return db.execute(query).fetchall()


def schema_of(file: Path) -> tuple[int, list[Any], int | None]:
    """(version, tables and indexes as they are written, how many steps are on record)."""
    version = rows(file, "PRAGMA user_version")[0][0]
    tables = rows(file, "SELECT type, name, sql FROM sqlite_master ORDER BY name")
    kept = any(name == "migrations" for _, name, _ in tables)
    return version, tables, rows(file, "SELECT count(*) FROM migrations")[0][0] if kept else None


def test_there_is_a_store_of_each_earlier_schema() -> None:
    """A new migration brings its fixture: a store made before it."""
    assert [fixture.name for fixture in FIXTURES] == [f"sqlite_schema_{n}.db.gz" for n in range(1, NEWEST)]


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda path: path.name)
def test_a_store_of_each_earlier_schema_is_brought_forward_whole(fixture: Path, tmp_path: Path) -> None:
    """Every row is what it was, the store verifies, the dropped fact and the tombstones are there, and it goes on."""
    folder = unpacked(fixture, tmp_path / "store")
    tables = ("blobs", "holders", "receipts", "refs", "heads", "nodes", "tombstones", "swept")
    before = {table: rows(folder / "leadline.db", f"SELECT * FROM {table}") for table in tables}
    with SqliteStore.open(folder, create=False) as store:
        info = store.info()
        assert info.schema == NEWEST
        assert [(a.version, a.digest) for a in info.applied] == [(m.version, m.digest) for m in read_migrations()]
        report = verify_store(store)
        assert report.ok, report.complaints
        assert report.n_swept == len(before["tombstones"]) == 16
        (row,) = store.sessions()
        assert [drop.by for drop in load_session(store, row.session).drops.values()] == ["person:tester"]
    assert {table: rows(folder / "leadline.db", f"SELECT * FROM {table}") for table in tables} == before
    with SqliteStore.open(folder, create=False) as store:
        assert store.commit(Commit("new", None, b"0")) == sha256(b"0").hexdigest()


class Cut(BaseException):
    """Not an Exception: nothing may swallow it."""


class Cutting(sqlite3.Connection):
    """Breaks before its n-th statement, as a crash would."""

    left = -1

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        if Cutting.left == 0:
            raise Cut(sql)
        Cutting.left -= 1
        return super().execute(sql, *parameters)


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda path: path.name)
def test_a_cut_at_any_statement_of_a_migration_leaves_the_old_or_the_new_schema(fixture: Path, tmp_path: Path) -> None:
    old = schema_of(unpacked(fixture, tmp_path / "old") / "leadline.db")
    with SqliteStore.open(unpacked(fixture, tmp_path / "new")):
        pass
    new = schema_of(tmp_path / "new" / "leadline.db")
    assert (old[0], new[0]) == (int(fixture.name.split("_")[2].split(".")[0]), NEWEST)
    seen = []
    for n in range(100):
        folder = unpacked(fixture, tmp_path / f"cut{n}")
        Cutting.left = n
        try:
            SqliteStore.open(folder, factory=Cutting).close()
            finished = True
        except Cut:
            finished = False
        Cutting.left = -1
        seen.append(schema_of(folder / "leadline.db"))
        with SqliteStore.open(folder) as store:
            assert store.info().schema == NEWEST
            assert store.check() == ()
        if finished:
            break
    assert [state for state in seen if state not in (old, new)] == []
    assert seen[0] == old
    assert seen[-1] == new
    assert len(seen) > 15


@pytest.mark.slow
def test_a_kill_in_a_migration_leaves_the_old_or_the_new_schema(tmp_path: Path) -> None:
    """Real processes, SIGKILL at random moments around the migration."""
    code = (
        "import sys, pathlib; from leadline.stores.sqlite import SqliteStore; print('go', flush=True); "
        "SqliteStore.open(pathlib.Path(sys.argv[1])).close()"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(leadline.__file__).parents[1])}
    chance, reached = random.Random(7), set()
    for n in range(6):
        folder = unpacked(FIXTURES[0], tmp_path / f"{n}")
        process = subprocess.Popen([sys.executable, "-c", code, str(folder)], stdout=subprocess.PIPE, env=environment)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(chance.random() * 0.02)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        version, _, recorded = schema_of(folder / "leadline.db")
        assert (version, recorded) in ((1, None), (NEWEST, NEWEST))
        reached.add(version)
        with SqliteStore.open(folder, create=False) as store:
            assert verify_store(store).ok
    assert reached <= {1, NEWEST}


def test_a_step_of_another_content_is_refused_untouched(tmp_path: Path) -> None:
    """The number alone does not tell what was done: the digest does."""
    folder = unpacked(FIXTURES[0], tmp_path / "store")
    SqliteStore.open(folder).close()
    with contextlib.closing(sqlite3.connect(folder / "leadline.db")) as db, db:
        db.execute("UPDATE migrations SET digest = ? WHERE version = 1", ("0" * 64,))
    before = (folder / "leadline.db").read_bytes()
    with pytest.raises(StoreError, match="schema step 1 is initial with digest 000") as caught:
        SqliteStore.open(folder)
    assert "the leadline that made it" in caught.value.remedy
    assert (folder / "leadline.db").read_bytes() == before


STEPS = (Migration(1, "a", ("CREATE TABLE a (x)",)), Migration(2, "b", ("CREATE TABLE b (x)",)))


@pytest.mark.parametrize(
    ("version", "applied", "message"),
    [
        (3, [], "written by a newer leadline"),
        (2, [(1, "a", STEPS[0].digest), (2, "b", STEPS[0].digest)], "schema step 2 is b"),
        (2, [(1, "a", STEPS[0].digest), (2, "c", STEPS[1].digest)], "schema step 2 is c"),
        (2, [(1, "a", STEPS[0].digest)], "its record of steps is not whole"),
        (1, [(1, "a", STEPS[0].digest), (2, "b", STEPS[1].digest)], "its record of steps is not whole"),
    ],
)
def test_what_is_not_known_is_refused(version: int, applied: list[tuple[int, str, str]], message: str) -> None:
    with pytest.raises(StoreError, match=message):
        require_known("here", version, [Applied(*row, "") for row in applied], STEPS)


def test_what_is_known_passes() -> None:
    """Also a store without a record: schema 1 kept none."""
    require_known("here", 2, [Applied(m.version, m.name, m.digest, "") for m in STEPS], STEPS)
    require_known("here", 1, [], STEPS)


def test_a_digest_is_of_the_statements_and_not_of_the_lines_between() -> None:
    parts = [
        split_statements(text, "x", sqlite3.complete_statement) for text in ("-- one\nA;\n\n-- two\nB;", "A;\nB;\n")
    ]
    assert parts[0] == parts[1] == ("A;", "B;")
    assert Migration(1, "a", ("A;", "B;")).digest != Migration(1, "a", ("A;B;",)).digest


# PostgreSQL


def later() -> tuple[Migration, ...]:
    from leadline.stores.schema.postgres import read_migrations as read

    known = read()
    more = ("CREATE TABLE more (x bigint)", "INSERT INTO more SELECT session FROM refs", "ALTER TABLE more ADD y text")
    return (*known, Migration(len(known) + 1, "more", more))


@pytest.fixture
def earlier(postgres_url: str) -> str:
    """The URL of a store of today's schema, with one session, which `later` brings forward."""
    from leadline.stores.postgres import PostgresStore

    with PostgresStore.open(postgres_url) as store:
        store.commit(Commit("s", None, b"0", [b"leaf"], [("n0", sha256(b"leaf").hexdigest())]))
    return postgres_url


@pytest.fixture
def look(earlier: str, postgres: Server) -> Callable[[], Any]:
    """Asks the server itself: versions on record, and whether the new table is there."""
    import psycopg

    schema = earlier.split("schema=")[1]

    def ask() -> Any:
        with psycopg.connect(postgres.plain_url) as db:
            versions = [row[0] for row in db.execute(f"SELECT version FROM {schema}.migrations ORDER BY 1").fetchall()]
            there = db.execute("SELECT to_regclass(%s) IS NOT NULL", [f"{schema}.more"]).fetchone()
            return versions, there[0] if there else None

    return ask


def test_a_server_is_brought_forward_and_an_older_program_is_told(earlier: str, look: Callable[[], Any]) -> None:
    """Also one that has the store open already: its next step is refused, since it would not know what it writes to."""
    from leadline.stores.postgres import PostgresStore

    n = len(later())
    with PostgresStore.open(earlier) as old:
        with PostgresStore.open(earlier, migrations=later()) as new:
            assert [row.digest for row in new.info().applied] == [m.digest for m in later()]
            assert new.check() == ()
            assert new.get(sha256(b"leaf").hexdigest()) == b"leaf"
        with pytest.raises(StoreError, match=f"schema {n} meanwhile; this leadline knows {n - 1}"):
            old.commit(Commit("s", sha256(b"0").hexdigest(), b"1"))
    assert look() == (list(range(1, n + 1)), True)
    with pytest.raises(StoreError, match="written by a newer leadline"):
        PostgresStore.open(earlier)


def known_on_a_server() -> tuple[Migration, ...]:
    from leadline.stores.schema.postgres import read_migrations as read

    return read()


TABLES = ("sessions", "blobs", "holders", "receipts", "refs", "heads", "nodes", "tombstones", "swept")  # of schema 1


def test_a_server_of_each_earlier_schema_is_brought_forward_whole(postgres: Server, postgres_url: str) -> None:
    """Every row is what it was, the store verifies, and it goes on. The earlier store is made by its own steps."""
    import psycopg

    from leadline.stores.postgres import PostgresStore
    from leadline.stores.postgres_server import open_engine, parse_url
    from leadline.stores.transfer import copy_store

    known, schema = known_on_a_server(), postgres_url.split("schema=")[1]
    with tempfile.TemporaryDirectory() as name, PostgresStore.open(postgres_url) as now:
        with SqliteStore.open(
            unpacked(FIXTURES[0], Path(name) / "store")
        ) as source:  # a session with drops and tombstones
            copy_store(source, now)
        whole = [now.dump(row.session) for row in now.sessions()]
    for version in range(1, len(known)):
        old = f"{schema}_{version}"
        url = postgres_url.replace(schema, old)
        open_engine(parse_url(url), known[:version], create=True, timeout_s=5).dispose()
        with psycopg.connect(postgres.plain_url) as db:
            for table in TABLES:
                db.execute(f"INSERT INTO {old}.{table} OVERRIDING SYSTEM VALUE SELECT * FROM {schema}.{table}")
            db.execute(f"SELECT setval('{old}.turns', 1000)")
        with PostgresStore.open(url, create=False) as store:
            info = store.info()
            assert info.schema == len(known)
            assert [(row.version, row.digest) for row in info.applied] == [(m.version, m.digest) for m in known]
            assert [store.dump(row.session) for row in store.sessions()] == whole
            assert verify_store(store).ok
            row = store.sessions()[0]
            store.commit(Commit(row.session, row.ref, b"after all"))


def test_a_changed_step_on_a_server_is_refused(earlier: str) -> None:
    from leadline.stores.postgres import PostgresStore

    changed = (Migration(1, "initial", ("SELECT 1",)), *later()[1:])
    with pytest.raises(StoreError, match="schema step 1 is initial"):
        PostgresStore.open(earlier, migrations=changed)


@contextlib.contextmanager
def cutting(n: int, act: Callable[[Any], None]) -> Iterator[None]:
    """Before the n-th statement that any engine sends, `act` gets the connection."""
    from sqlalchemy import Engine, event

    left = [n]

    def before(connection: Any, *_: Any) -> None:
        left[0] -= 1
        if left[0] == -1:
            act(connection)

    event.listen(Engine, "before_cursor_execute", before)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", before)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["exception", "backend"])
def test_a_cut_at_any_statement_on_a_server_leaves_the_old_or_the_new_schema(
    earlier: str, look: Callable[[], Any], postgres: Server, how: str
) -> None:
    """An exception in the program, or the server's process ended from outside."""
    import psycopg

    from leadline.stores.postgres import PostgresStore

    def act(connection: Any) -> None:
        if how == "exception":
            raise Cut
        with psycopg.connect(postgres.plain_url, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(%s, 5000)", [connection.connection.dbapi_connection.info.backend_pid]
            )

    old, new = look(), (list(range(1, len(later()) + 1)), True)
    seen = []
    for n in range(40):
        with cutting(n, act):
            try:
                PostgresStore.open(earlier, migrations=later()).close()
                break
            except (Cut, StoreError):
                pass
        seen.append(look())
    assert set(map(str, seen)) == {str(old)}
    assert len(seen) >= 7
    assert look() == new


def test_two_programs_that_migrate_at_once_do_it_once(earlier: str, look: Callable[[], Any]) -> None:
    from leadline.stores.postgres import PostgresStore

    def bring(_: int) -> int:
        with PostgresStore.open(earlier, migrations=later(), timeout_s=30) as store:
            return store.info().schema

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(bring, range(4))) == [len(later())] * 4
    assert look()[0] == list(range(1, len(later()) + 1))
