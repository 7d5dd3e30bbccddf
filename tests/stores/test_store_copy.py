"""A store moves whole into another one, of whatever kind; what is there already, differs, or is damaged stops it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import product
from pathlib import Path

import pytest
from tests.postgres_server import Server

from leadline.stores.memory import MemoryStore
from leadline.stores.port import Commit, StaleRefError, StoreError, StoreLockedError
from leadline.stores.sqlite import SqliteStore
from leadline.stores.transfer import Movable, copy_store

KINDS = ("sqlite", "memory", "postgres")
Make = Callable[[str, str], Movable]


def digest(body: bytes) -> str:
    return sha256(body).hexdigest()


@pytest.fixture
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Make]:
    """`make("sqlite", "a")`: a fresh store of a kind; a second call with the same name opens the same one."""
    opened: list[Movable] = []

    def open_one(kind: str, name: str) -> Movable:
        if kind == "postgres":
            server: Server = request.getfixturevalue("postgres")
            from leadline.stores.postgres import PostgresStore

            opened.append(PostgresStore.open(server.url(f"c_{digest(str(tmp_path).encode())[:12]}_{name}")))
        else:
            opened.append(SqliteStore.open(tmp_path / name) if kind == "sqlite" else MemoryStore())
        return opened[-1]

    yield open_one
    for store in opened:
        store.close()


def fill(store: Movable) -> None:
    """Three sessions that share texts, with names and bytes of every kind; one swept twice, one moved last."""
    leaf, other, tomb = digest(b"leaf"), digest(b"other" * 300), digest(b"tomb")
    s = store.commit(Commit("s\0\ud800", None, b"0", [b"leaf", b"other" * 300, b""], [("n0", leaf), ("\0", other)]))
    t = store.commit(Commit("t", None, b"0", [b"leaf", b"\0\xff"], [("n0", leaf)]))
    store.commit(Commit("u", None, b"0"))
    s = store.sweep("s\0\ud800", s, b"1", [leaf], [b"tomb", b"another"], [("n0", tomb)])
    s = store.sweep("s\0\ud800", s, b"2", [other], [b"tomb"], [("\0", tomb)])
    store.commit(Commit("t", t, b"1", [b"x" * 9000], [("p1.0", digest(b"x" * 9000))]))


def everything(store: Movable) -> object:
    rows = list(store.sessions())
    return rows, [store.dump(row.session) for row in rows], [(d, store.get(d)) for d in store.blobs()]


@pytest.mark.parametrize(("one", "other"), list(product(KINDS, KINDS)))
def test_a_store_moves_whole_between_all_kinds(make: Make, one: str, other: str) -> None:
    """Times of writing, order of sessions, tombstones, and who holds what included; the copy goes on as the source would."""
    source, target = make(one, "a"), make(other, "b")
    fill(source)
    before = everything(source)
    report = copy_store(source, target)
    assert (report.copied, report.present, report.receipts, report.swept) == (3, 0, 6, 2)
    assert everything(target) == everything(source) == before
    assert copy_store(source, target).present == 3
    with pytest.raises(StoreError, match="was swept from session"):
        target.get(digest(b"other" * 300))
    for store in (source, target):  # the last holder lets go
        store.sweep("t", store.ref("t") or "", b"9", [digest(b"leaf")], [b"gone"], [("n0", digest(b"gone"))])
        assert not store.has(digest(b"leaf"))


class Cut(BaseException):
    """Not an Exception: nothing may swallow it."""


@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_that_was_cut_goes_on_where_it_stopped(make: Make, kind: str) -> None:
    """Cut at each text in turn: what is there is whole sessions, and the next run does the rest."""
    source, target = make("sqlite", "a"), make(kind, "b")
    fill(source)
    rows = [row.session for row in reversed(source.sessions())]
    reached = []
    for n in range(30):
        left = [n]

        def get(digest: str, left: list[int] = left) -> bytes:
            if left[0] == 0:
                raise Cut
            left[0] -= 1
            return SqliteStore.get(source, digest)  # type: ignore[arg-type]

        source.get = get  # type: ignore[method-assign]
        try:
            copy_store(source, target)
            break
        except Cut:
            there = [row.session for row in reversed(target.sessions())]
            assert there == rows[: len(there)]
            assert [target.dump(name) for name in there] == [source.dump(name) for name in there]
            reached.append(len(there))
        finally:
            del source.get  # type: ignore[attr-defined]
    assert everything(target) == everything(source)
    assert reached == sorted(reached)
    assert {1, 2, 3} <= set(reached)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("differs", ["another session", "another chain", "one that went on", "another order"])
def test_a_target_that_differs_is_refused_untouched(make: Make, kind: str, differs: str) -> None:
    source, target = make("sqlite", "a"), make(kind, "b")
    fill(source)
    if differs == "another session":
        target.commit(Commit("mine", None, b"0", [b"mine"]))
    elif differs == "another chain":
        target.commit(Commit("u", None, b"another"))
    elif differs == "one that went on":
        copy_store(source, target)
        target.commit(Commit("u", target.ref("u"), b"1"))
    else:
        target.restore(source.dump("t"), source.get)
    before = everything(target)
    with pytest.raises(StoreError, match="no beginning of this copy") as caught:
        copy_store(source, target)
    assert "empty place" in caught.value.remedy
    assert everything(target) == before


@pytest.mark.parametrize("statement", ["DELETE FROM receipts WHERE seq = 2", "UPDATE heads SET count = 9", "UPDATE refs SET ref = 'x'"])  # fmt: skip
def test_a_chain_that_does_not_add_up_is_not_copied(make: Make, tmp_path: Path, statement: str) -> None:
    """A copy would write a head record that fits, and so hide that something was cut."""
    source, target = make("sqlite", "a"), make("memory", "b")
    fill(source)
    with sqlite3.connect(tmp_path / "a" / "leadline.db") as db:
        db.execute("DROP TRIGGER receipts_are_never_removed")
        db.execute(statement)
    with pytest.raises(StoreError, match="the head record counts"):
        copy_store(source, target)


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_text_is_not_passed_on(make: Make, tmp_path: Path, kind: str) -> None:
    source, target = make("sqlite", "a"), make(kind, "b")
    source.commit(Commit("s", None, b"0", [b"leaf " * 100]))
    with sqlite3.connect(tmp_path / "a" / "leadline.db") as db:
        db.execute("UPDATE blobs SET body = zeroblob(length(body))")
    with pytest.raises(StoreError, match="is damaged"):
        copy_store(source, target)
    assert list(target.sessions()) == list(target.blobs()) == []


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_nobody_writes_to_a_store_while_it_is_copied(make: Make, kind: str) -> None:
    """A writer waits, and is told who is in the way; readers go on."""
    source, other = make(kind, "a"), make(kind, "a")
    fill(source)
    if kind == "sqlite":
        other._db.execute("PRAGMA busy_timeout = 50")  # type: ignore[attr-defined]
    with source.frozen():
        if kind == "postgres":
            from sqlalchemy import event

            event.listen(other._engine, "begin", lambda c: c.exec_driver_sql("SET LOCAL lock_timeout = 50"))  # type: ignore[attr-defined]
        with pytest.raises(StoreLockedError, match="locked by"):
            other.commit(Commit("v", None, b"0"))
        assert other.ref("u") == digest(b"0")
    assert other.commit(Commit("v", None, b"0")) == digest(b"0")


@pytest.mark.parametrize("kind", KINDS)
def test_a_session_is_restored_once(make: Make, kind: str) -> None:
    source, target = make("memory", "a"), make(kind, "b")
    fill(source)
    target.restore(source.dump("u"), source.get)
    with pytest.raises(StaleRefError):
        target.restore(source.dump("u"), source.get)
    with pytest.raises(StoreError, match="no session 'never'"):
        target.dump("never")


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_restored_is_hashed_first(make: Make, kind: str) -> None:
    source, target = make("memory", "a"), make(kind, "b")
    fill(source)
    for name in ("t", "s\0\ud800"):  # a text, a tombstone
        with pytest.raises(StoreError, match="is damaged where it comes from"):
            target.restore(source.dump(name), lambda named: source.get(named) + b"!")
    assert list(target.sessions()) == list(target.blobs()) == []
