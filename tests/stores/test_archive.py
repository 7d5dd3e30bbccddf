"""Archives: what goes in comes out, nothing leads out of the folder, and what went wrong is told before a text is removed."""

from __future__ import annotations

import os
import stat
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from leadline.compose import open_archive
from leadline.core.receipts.hashes import sha256_hex
from leadline.stores.archive import Archive, ArchiveError, get_verified, put_verified, shown_place
from leadline.stores.archive_folder import FolderArchive
from leadline.stores.archive_remote import open_remote

TEXT = "Never restart pg-primary-7 before 18:00. \ud83d".encode("utf-8", "surrogatepass") * 40
NAME = sha256_hex(TEXT)


@pytest.fixture(scope="module")
def ftp(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A real FTP server on loopback: the URL of a folder of it, with a password, and that folder."""
    pytest.importorskip("fsspec")
    pytest.importorskip("pyftpdlib", reason="pyftpdlib is not installed")
    from pyftpdlib.authorizers import DummyAuthorizer
    from pyftpdlib.handlers import FTPHandler
    from pyftpdlib.servers import FTPServer

    home = tmp_path_factory.mktemp("ftp")
    authorizer = DummyAuthorizer()
    authorizer.add_user("ann", "s3cret", str(home), perm="elradfmwMT")

    class Handler(FTPHandler):  # type: ignore[misc]
        pass

    Handler.authorizer = authorizer
    server = FTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"timeout": 0.05, "handle_exit": False}, daemon=True)
    thread.start()
    yield f"ftp://ann:s3cret@127.0.0.1:{server.socket.getsockname()[1]}/kept", home / "kept"
    server.close_all()
    thread.join(timeout=5)


@pytest.fixture(params=["folder", "file_url", "local_url", "ftp"])
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Archive, Path]]:
    """An archive of each kind, and the folder in which its files lie."""
    if request.param == "folder":
        made, folder = open_archive(tmp_path / "kept"), tmp_path / "kept"
    elif request.param == "file_url":
        made, folder = open_archive(f"file://{tmp_path}/kept%20here"), tmp_path / "kept here"
    elif request.param == "local_url":
        pytest.importorskip("fsspec")
        made, folder = open_remote(f"local://{tmp_path}/kept"), tmp_path / "kept"
    else:
        url, folder = request.getfixturevalue("ftp")
        made = open_archive(url)
        for file in folder.iterdir() if folder.exists() else ():
            file.unlink()
    yield made, folder
    made.close()


def test_a_text_goes_in_and_comes_out_under_its_hash(archive: tuple[Archive, Path]) -> None:
    made, folder = archive
    put_verified(made, NAME, TEXT)
    assert [file.name for file in folder.iterdir()] == [NAME]
    assert (folder / NAME).read_bytes() == TEXT
    assert get_verified(made, NAME) == TEXT
    put_verified(made, NAME, TEXT)
    assert [file.name for file in folder.iterdir()] == [NAME]


def test_a_torn_file_is_told_and_written_again(archive: tuple[Archive, Path]) -> None:
    made, folder = archive
    put_verified(made, NAME, TEXT)
    (folder / NAME).write_bytes(TEXT[:100])
    with pytest.raises(ArchiveError, match="damaged: its 100 bytes have another hash"):
        get_verified(made, NAME)
    put_verified(made, NAME, TEXT)
    assert get_verified(made, NAME) == TEXT


def test_a_text_that_is_not_there_is_told(archive: tuple[Archive, Path]) -> None:
    made, _ = archive
    with pytest.raises(ArchiveError, match="holds no"):
        get_verified(made, NAME)


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd",
        "/etc/passwd",
        "..",
        "",
        "a" * 63,
        "A" * 64,
        f"{'a' * 62}/b",
        f"{'a' * 64}\n",
        f"../{'a' * 61}",
    ],
)
def test_no_name_but_a_hash_reaches_the_archive(archive: tuple[Archive, Path], name: str) -> None:
    made, folder = archive
    for call in (lambda: put_verified(made, name, TEXT), lambda: get_verified(made, name), lambda: made.read(name),
                 lambda: made.write(name, TEXT)):  # fmt: skip
        with pytest.raises(ArchiveError):
            call()
    assert not folder.exists() or not list(folder.iterdir())


def test_a_text_under_another_texts_hash_is_not_written(archive: tuple[Archive, Path]) -> None:
    made, folder = archive
    with pytest.raises(ArchiveError, match="is not the SHA-256 of the text"):
        put_verified(made, sha256_hex(b"other"), TEXT)
    assert not folder.exists() or not list(folder.iterdir())


def test_an_archive_that_gives_back_something_else_is_told() -> None:
    class Broken:
        place = "broken"

        def write(self, digest: str, data: bytes) -> None:
            pass

        def read(self, digest: str) -> bytes | None:
            return None

        def close(self) -> None:
            pass

    with pytest.raises(ArchiveError, match="read back, and nothing is there; the text stays in the store"):
        put_verified(Broken(), NAME, TEXT)


# the folder


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names on this system")
def test_a_pipe_in_a_files_place_is_told_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / NAME)
    with pytest.raises(ArchiveError, match="is no file"):
        FolderArchive(tmp_path).read(NAME)


def test_a_link_in_a_files_place_is_not_followed(tmp_path: Path) -> None:
    """Neither read through nor written through: what lies outside of the folder stays as it is."""
    outside = tmp_path / "outside"
    outside.write_bytes(TEXT)
    folder = tmp_path / "kept"
    folder.mkdir()
    (folder / NAME).symlink_to(outside)
    with pytest.raises(ArchiveError, match="cannot be read"):
        get_verified(FolderArchive(folder), NAME)
    other = b"another text"
    (folder / sha256_hex(other)).symlink_to(tmp_path / "planted")
    with pytest.raises(ArchiveError):
        put_verified(FolderArchive(folder), sha256_hex(other), other)
    FolderArchive(folder).write(sha256_hex(other), other)  # takes the link's place
    assert not (tmp_path / "planted").exists()
    assert not (folder / sha256_hex(other)).is_symlink()
    assert outside.read_bytes() == TEXT


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
def test_files_and_folder_are_private(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        put_verified(FolderArchive(tmp_path / "kept"), NAME, TEXT)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "kept").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "kept" / NAME).stat().st_mode) == 0o600


def test_a_write_that_fails_leaves_nothing_beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ArchiveError, match="No space left on device; nothing was removed"):
        put_verified(FolderArchive(tmp_path / "kept"), NAME, TEXT)
    assert list((tmp_path / "kept").iterdir()) == []


def test_a_file_in_the_folders_place_is_told(tmp_path: Path) -> None:
    (tmp_path / "kept").write_bytes(b"")
    with pytest.raises(ArchiveError, match="cannot be written"):
        put_verified(FolderArchive(tmp_path / "kept"), NAME, TEXT)
    assert FolderArchive(tmp_path / "kept").read(NAME) is None


# places


@pytest.mark.parametrize("url", ["memory://kept", "simplecache::local:///kept", "zip://x::local:///a.zip", "https://host/x", "data:,x::"])  # fmt: skip
def test_a_place_that_would_not_keep_a_text_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="would not stay there"):
        open_archive(url)


@pytest.mark.parametrize("given", ["", "  "])
def test_an_empty_place_is_refused(given: str) -> None:
    with pytest.raises(ValueError, match="empty"):
        open_archive(given)


def test_an_archive_inside_of_the_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / "alias").symlink_to(tmp_path / "store")
    (tmp_path / "store").mkdir()
    for inside in ("store", "store/kept", "alias/kept", "other/../store/kept"):
        with pytest.raises(ValueError, match="inside of the store"):
            open_archive(tmp_path / inside, store=tmp_path / "store")
    assert open_archive(tmp_path / "store-kept", store=tmp_path / "store").place == str(tmp_path / "store-kept")


def test_a_file_url_may_name_this_machine(tmp_path: Path) -> None:
    """RFC 8089: `file://localhost/...` is no folder called localhost."""
    assert open_archive(f"file://localhost{tmp_path}/kept").place == str(tmp_path / "kept")


def test_credentials_are_in_no_record_and_no_message(ftp: tuple[str, Path]) -> None:
    url, _ = ftp
    made = open_archive(url)
    assert made.place == url.replace("ann:s3cret@", "")
    assert shown_place("s3://key:secret@bucket/x") == "s3://bucket/x"
    assert shown_place("ftp://ann:p@ss@host/x for ftp://ann:p@ss@other") == "ftp://host/x for ftp://other"
    wrong = url.replace("s3cret", "wrong-s3cret")
    with pytest.raises(ArchiveError) as caught:
        put_verified(open_archive(wrong), NAME, TEXT)
    assert "s3cret" not in str(caught.value)


def test_without_fsspec_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(ArchiveError) as caught:
        open_archive("s3://bucket/kept")
    assert "leadline[archive]" in caught.value.remedy
