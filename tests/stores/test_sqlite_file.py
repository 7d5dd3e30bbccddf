"""The file behind the SQLite store: who may read it, what is refused, and how each trouble is told."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from leadline.stores import sqlite_file
from leadline.stores.port import BlobMissingError, Commit, StoreError, StoreLockedError
from leadline.stores.schema import APPLICATION_ID, apply_migrations, read_migrations
from leadline.stores.sqlite import SqliteStore
from leadline.stores.sqlite_errors import find_writer

NOBODY = 65534


def digest(body: bytes) -> str:
    return sha256(body).hexdigest()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / ".leadline"


def filled(folder: Path) -> str:
    with SqliteStore.open(folder) as store:
        return store.commit(Commit("s", None, b"0", [b"leaf " * 200], [("n0", digest(b"leaf " * 200))]))


def raw(folder: Path) -> sqlite3.Connection:
    return sqlite3.connect(folder / "leadline.db", isolation_level=None)


# permissions


def test_only_the_owner_may_read_it(folder: Path) -> None:
    """Folder 0700; database, write-ahead log and shared memory 0600, whatever the umask says."""
    mask = os.umask(0)
    try:
        with SqliteStore.open(folder) as store:
            store.commit(Commit("s", None, b"0"))
            modes = {p.name: stat.S_IMODE(p.stat().st_mode) for p in folder.glob("leadline.db*")}
    finally:
        os.umask(mask)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert modes == {"leadline.db": 0o600, "leadline.db-shm": 0o600, "leadline.db-wal": 0o600}


def test_git_does_not_see_a_new_store(folder: Path) -> None:
    filled(folder)
    assert (folder / ".gitignore").read_text() == "*\n"
    assert stat.S_IMODE((folder / ".gitignore").stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["leadline.db", "leadline.db-wal", "leadline.db-shm", "leadline.db-journal"])
@pytest.mark.parametrize("target", ["file", "nothing"])
def test_a_link_out_of_the_folder_is_refused_untouched(folder: Path, tmp_path: Path, name: str, target: str) -> None:
    """A folder may come from a stranger: SQLite would overwrite what the link names, taking it for its log."""
    filled(folder)
    outside = tmp_path / "outside"
    if target == "file":
        outside.write_text("precious" * 1000)
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(outside)
    for create in (True, False):
        with pytest.raises(StoreError, match=f"{name}: a link"):
            SqliteStore.open(folder, create=create)
    assert not outside.exists() if target == "nothing" else outside.read_text() == "precious" * 1000


def test_a_link_to_the_folder_is_fine(folder: Path, tmp_path: Path) -> None:
    filled(folder)
    (tmp_path / "link").symlink_to(folder)
    with SqliteStore.open(tmp_path / "link", create=False) as store:
        assert store.ref("s") is not None


def test_an_existing_folder_keeps_its_mode_and_gets_one_file(tmp_path: Path) -> None:
    tmp_path.chmod(0o750)
    filled(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o750
    assert [p.name for p in tmp_path.iterdir()] == ["leadline.db"]


# reading only


def test_opening_without_create_makes_nothing(tmp_path: Path, folder: Path) -> None:
    for path in (folder, tmp_path):
        with pytest.raises(StoreError, match="no store here") as caught:
            SqliteStore.open(path, create=False)
        assert "leadline compact" in caught.value.remedy
    assert list(tmp_path.iterdir()) == []


def test_reading_leaves_the_folder_as_it_was(folder: Path) -> None:
    ref = filled(folder)
    before = {p.name: p.read_bytes() for p in folder.iterdir()}
    with SqliteStore.open(folder, create=False) as store:
        assert store.ref("s") == ref
        assert store.check() == ()
        assert list(store.receipts("s"))
    assert {p.name: p.read_bytes() for p in folder.iterdir()} == before


def run_as_nobody(act: Callable[[], list[str]], folder: Path) -> list[str]:
    """What `act` answers without root's right to write anywhere: in a forked child that steps down from it."""
    if not hasattr(os, "fork"):
        pytest.skip("needs os.fork to step down from root")
    if os.geteuid() == 0:
        for path in (folder, *folder.iterdir()):
            os.chown(path, NOBODY, NOBODY)
    receiving, sending = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            answer = "\n".join(act())
        except BaseException as error:
            answer = f"failed: {error!r}"
        os.write(sending, answer.encode())
        os._exit(0)
    os.close(sending)
    with os.fdopen(receiving) as stream:
        answer = stream.read()
    os.waitpid(child, 0)
    assert not answer.startswith("failed"), answer
    return answer.splitlines()


def told(act: Callable[[], object]) -> str:
    with pytest.raises(StoreError) as caught:
        act()
    return str(caught.value)


@pytest.fixture
def reachable() -> Iterator[Path]:
    """A folder that an unprivileged user can reach (pytest's own are closed to others)."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name) / "store"
        (Path(name) / "store").chmod(0o700)


def test_a_folder_that_may_not_be_written_is_still_read(reachable: Path) -> None:
    ref = filled(reachable)
    (reachable / "leadline.db").chmod(0o400)
    reachable.chmod(0o500)

    def act() -> list[str]:
        with SqliteStore.open(reachable, create=False) as store:
            seen = f"{store.ref('s')} {store.check()} {len(list(store.receipts('s')))}"
            return [
                seen,
                told(lambda: store.commit(Commit("s", ref, b"1"))),
                told(lambda: SqliteStore.open(reachable)),
            ]

    seen, *refused = run_as_nobody(act, reachable)
    assert seen == f"{ref} () 1"
    assert len(refused) == 2
    assert all("may not be written" in line for line in refused)
    assert sorted(p.name for p in reachable.iterdir()) == [".gitignore", "leadline.db"]


def test_a_folder_that_may_not_be_made_is_told(reachable: Path) -> None:
    reachable.mkdir()
    reachable.chmod(0o500)
    (line,) = run_as_nobody(lambda: [told(lambda: SqliteStore.open(reachable / "deep" / "store"))], reachable)
    assert "Permission denied" in line
    assert list(reachable.iterdir()) == []


def test_a_file_of_somebody_else_is_told(reachable: Path) -> None:
    filled(reachable)
    (reachable / "leadline.db").chmod(0)
    (line,) = run_as_nobody(lambda: [told(lambda: SqliteStore.open(reachable, create=False))], reachable)
    assert "cannot be opened" in line


# what is refused


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    path.write_text("{}\n")
    for create in (True, False):
        with pytest.raises(StoreError, match="a store is a folder"):
            SqliteStore.open(path, create=create)
    with pytest.raises(StoreError, match=r"Not a directory|File exists"):
        SqliteStore.open(path / "store")
    assert path.read_text() == "{}\n"


def test_a_folder_in_place_of_the_file_is_refused(folder: Path) -> None:
    (folder / "leadline.db").mkdir(parents=True)
    with pytest.raises(StoreError, match="the store's database is a file"):
        SqliteStore.open(folder)


def test_a_name_with_a_nul_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be used as a store"):
        SqliteStore.open(tmp_path / "a\0b")


@pytest.mark.parametrize("name", ["with space", "a?mode=memory", "a#b", "100%25", "ünï"])
def test_a_folder_may_have_any_name(tmp_path: Path, name: str) -> None:
    filled(tmp_path / name)
    assert (tmp_path / name / "leadline.db").stat().st_size > 0


def test_a_file_that_is_no_database_is_refused_untouched(folder: Path) -> None:
    folder.mkdir()
    (folder / "leadline.db").write_bytes(b"not a database at all, but long enough to look at\n" * 100)
    before = (folder / "leadline.db").read_bytes()
    for create in (True, False):
        with pytest.raises(StoreError, match="not a database") as caught:
            SqliteStore.open(folder, create=create)
        assert ".recover" in caught.value.remedy
    assert (folder / "leadline.db").read_bytes() == before


def test_another_programs_database_is_refused_untouched(folder: Path) -> None:
    folder.mkdir()
    with raw(folder) as db:
        db.execute("CREATE TABLE theirs (x)")
    before = (folder / "leadline.db").read_bytes()
    with pytest.raises(StoreError, match="another program"):
        SqliteStore.open(folder)
    assert (folder / "leadline.db").read_bytes() == before


def test_a_newer_schema_is_refused_untouched(folder: Path) -> None:
    filled(folder)
    newest = read_migrations()[-1].version
    with raw(folder) as db:
        db.execute(f"PRAGMA user_version = {newest + 1}")
    with pytest.raises(StoreError, match=f"schema {newest + 1}; this one knows up to {newest}") as caught:
        SqliteStore.open(folder)
    assert "pip install -U leadline" in caught.value.remedy


def test_an_empty_file_is_a_store_not_yet_begun(folder: Path) -> None:
    """What a crash between making and filling the file leaves: the next writer goes on, a reader is told."""
    folder.mkdir()
    (folder / "leadline.db").touch()
    with pytest.raises(StoreError, match="no store was ever finished"):
        SqliteStore.open(folder, create=False)
    assert filled(folder) == digest(b"0")


def test_the_file_says_whose_it_is_and_how_old(folder: Path) -> None:
    filled(folder)
    with raw(folder) as db:
        assert db.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        assert db.execute("PRAGMA user_version").fetchone() == (read_migrations()[-1].version,)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


# damage


def test_a_damaged_page_is_told_and_not_crashed_on(folder: Path) -> None:
    """Each page in turn is overwritten: every answer is the right one or a StoreError, and check complains."""
    ref = filled(folder)
    whole = (folder / "leadline.db").read_bytes()
    told, remedies = 0, []
    for at in range(0, len(whole), 4096):
        (folder / "leadline.db").write_bytes(whole[:at] + b"\xa5" * 4096 + whole[at + 4096 :])
        try:
            with SqliteStore.open(folder, create=False) as store:
                complaints = store.check()
                told += bool(complaints)
                for row in store.sessions():
                    assert (row.session, row.ref) == ("s", ref)
                assert store.get(digest(b"leaf " * 200)) == b"leaf " * 200
        except StoreError as error:
            told += 1
            remedies.append(error.remedy)
    assert all(remedies)
    assert told >= len(whole) // 4096 // 2


@pytest.mark.parametrize(
    "damage",
    [
        "body = x'00'",
        "body = zeroblob(length(body))",
        "encoding = 'raw'",
        "encoding = 'raw', body = zeroblob(size)",
        "size = size + 1",
        "body = substr(body, 1, 20)",
    ],
)
def test_a_changed_blob_is_never_handed_out(folder: Path, damage: str) -> None:
    filled(folder)
    with raw(folder) as db:
        db.execute(f"UPDATE blobs SET {damage}")
    with SqliteStore.open(folder) as store, pytest.raises(StoreError, match=digest(b"leaf " * 200)) as caught:
        store.get(digest(b"leaf " * 200))
    assert not isinstance(caught.value, BlobMissingError)


def test_a_blob_that_inflates_without_end_is_cut_off(folder: Path) -> None:
    """A stranger's store: 64 MB of zeroes under a size of 3."""
    filled(folder)
    with raw(folder) as db:
        db.execute("UPDATE blobs SET size = 3, body = ?", (zlib.compress(bytes(64 << 20), 9),))
    with SqliteStore.open(folder) as store, pytest.raises(StoreError, match="is damaged"):
        store.get(digest(b"leaf " * 200))


def test_a_receipt_is_never_changed_or_removed(folder: Path) -> None:
    filled(folder)
    with raw(folder) as db:
        for statement in ("UPDATE receipts SET body = x'31'", "DELETE FROM receipts"):
            with pytest.raises(sqlite3.IntegrityError, match="a receipt is never"):
                db.execute(statement)


def test_a_row_without_its_other_half_is_a_complaint(folder: Path) -> None:
    filled(folder)
    with raw(folder) as db:
        db.execute("DELETE FROM refs")
    with SqliteStore.open(folder) as store:
        assert "a row of heads names a row of refs that is not there" in store.check()


# no room, no lock


def test_a_full_disk_leaves_the_state_before(folder: Path) -> None:
    """SQLite's own limit stands in for the disk: the code is the same."""
    ref = filled(folder)
    store = SqliteStore.open(folder)
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match="no room left") as caught:
        store.commit(Commit("s", ref, b"1", [os.urandom(100_000)]))
    assert "Free some space" in caught.value.remedy
    assert store.ref("s") == ref
    store._db.execute("PRAGMA max_page_count = 100000")
    assert store.commit(Commit("s", ref, b"1", [os.urandom(100_000)])) == digest(b"1")
    store.close()


def test_a_text_beyond_the_databases_limit_is_told(folder: Path) -> None:
    ref = filled(folder)
    with SqliteStore.open(folder) as store:
        store._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 10_000)
        with pytest.raises(StoreError, match="larger than the database takes"):
            store.commit(Commit("s", ref, b"1", [os.urandom(20_000)]))
        assert store.ref("s") == ref


def test_a_held_lock_is_waited_for_and_then_named(folder: Path) -> None:
    """Another process holds the write lock: the error says which, where the system tells; reading goes on."""
    ref = filled(folder)
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder / "leadline.db")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdin is not None
    assert holder.stdout is not None
    try:
        assert holder.stdout.readline() == "held\n"
        with SqliteStore.open(folder, timeout_s=0.05) as store:
            with pytest.raises(StoreLockedError, match="nothing was written") as caught:
                store.commit(Commit("s", ref, b"1"))
            assert store.ref("s") == ref
            if find_writer(folder / "leadline.db"):
                assert f"process {holder.pid}" in str(caught.value)
    finally:
        holder.stdin.close()
        holder.wait()
        holder.stdout.close()
    with SqliteStore.open(folder) as store:
        assert store.commit(Commit("s", ref, b"1")) == digest(b"1")


HOLD = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.read()
"""


def test_the_writer_is_read_from_the_lock_table(folder: Path, tmp_path: Path) -> None:
    """Only a write lock on the byte that a WAL writer takes counts; readers and other files do not."""
    folder.mkdir()
    shm = folder / "leadline.db-shm"
    shm.touch()
    inode = shm.stat().st_ino
    locks = tmp_path / "locks"
    lines = [
        f"1: POSIX  ADVISORY  READ  11 fe:00:{inode} 120 120",
        f"2: POSIX  ADVISORY  WRITE 12 fe:00:{inode} 123 123",
        f"3: POSIX  ADVISORY  WRITE 13 fe:00:{inode + 1} 120 120",
        f"4: FLOCK  ADVISORY  WRITE 14 fe:00:{inode} 0 EOF",
        "5: -> broken",
    ]
    locks.write_text("\n".join(lines))
    assert find_writer(folder / "leadline.db", locks) is None
    locks.write_text("\n".join([*lines, f"6: POSIX  ADVISORY  WRITE 4194305 fe:00:{inode} 120 120"]))
    assert find_writer(folder / "leadline.db", locks) == "process 4194305"
    assert find_writer(folder / "leadline.db", tmp_path / "none") is None


def test_a_closed_store_says_so(folder: Path) -> None:
    store = SqliteStore.open(folder)
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.ref("s")


# size


def test_what_was_swept_is_gone_from_the_disk(folder: Path) -> None:
    """The bytes of a swept leaf are in no file of the folder, and the file has shrunk."""
    leaf = b"".join(sha256(b"%d" % i).digest() for i in range(20_000))  # does not compress, so it can be searched for
    with SqliteStore.open(folder) as store:
        ref = store.commit(Commit("s", None, b"0", [leaf], [("n0", digest(leaf))]))
        assert any(leaf[100:150] in p.read_bytes() for p in folder.iterdir())
        store.sweep("s", ref, b"1", [digest(leaf)], [b"tomb"], [("n0", digest(b"tomb"))])
        assert not any(
            leaf[i : i + 50] in p.read_bytes() for p in folder.iterdir() for i in range(0, len(leaf), 50_000)
        )
        assert (folder / "leadline.db").stat().st_size < len(leaf) / 2


def test_text_is_kept_compressed(folder: Path) -> None:
    with SqliteStore.open(folder) as store:
        store.commit(Commit("s", None, b"0", [b"the same line again and again\n" * 10_000]))
    assert (folder / "leadline.db").stat().st_size < 100_000


# migrations


def test_migrations_go_forward_one_by_one(tmp_path: Path) -> None:
    (tmp_path / "0001_a.sql").write_text("CREATE TABLE a (x); -- one; two\n-- only a comment;\nCREATE TABLE b (x);\n")
    (tmp_path / "0002_c.sql").write_text("ALTER TABLE a\n  ADD COLUMN y;\n")
    (tmp_path / "notes.txt").write_text("not a migration")
    migrations = read_migrations(tmp_path)
    assert [(m.version, m.name, len(m.statements)) for m in migrations] == [(1, "a", 2), (2, "c", 1)]
    db = sqlite3.connect(":memory:", isolation_level=None)
    assert apply_migrations(db, migrations[:1]) == 1
    db.execute("INSERT INTO a VALUES (1)")
    assert apply_migrations(db, migrations) == 2
    assert apply_migrations(db, migrations) == 2
    assert db.execute("SELECT x, y FROM a").fetchall() == [(1, None)]


@pytest.mark.parametrize("names", [["0002_a.sql"], ["0001_a.sql", "0003_b.sql"], ["0001_a.sql", "0001_b.sql"]])
def test_a_gap_in_the_numbers_is_a_packaging_fault(tmp_path: Path, names: list[str]) -> None:
    for name in names:
        (tmp_path / name).write_text("SELECT 1;")
    with pytest.raises(ValueError, match="numbered 1, 2, 3"):
        read_migrations(tmp_path)


def test_an_older_store_is_brought_forward_and_keeps_what_it_holds(folder: Path, tmp_path: Path) -> None:
    ref = filled(folder)
    later = tmp_path / "later"
    later.mkdir()
    for migration in read_migrations():
        (later / f"{migration.version:04d}_{migration.name}.sql").write_text("\n".join(migration.statements))
    newest = read_migrations()[-1].version + 1
    (later / f"{newest:04d}_more.sql").write_text("CREATE TABLE more (x);\nINSERT INTO more SELECT session FROM refs;")
    options = {"create": False, "timeout_s": 1.0}
    sqlite_file.open_database(folder, read_migrations(later), **options).close()  # type: ignore[arg-type]
    with raw(folder) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (newest,)
        assert db.execute("SELECT count(*) FROM more").fetchone() == (1,)
        assert db.execute("SELECT ref FROM refs").fetchone() == (ref,)
