"""Where things are: the store and the archive at an address, the sessions of a store, the newest session of this machine.

In: paths, URLs, names, and the environment where nothing was given. Out: open stores and archives, names, files.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from leadline.engine.session import load_session
from leadline.readers.locations import find_newest_session
from leadline.stores.archive import Archive, ArchiveError
from leadline.stores.archive_folder import FolderArchive
from leadline.stores.places import NoStoreError, is_url
from leadline.stores.port import Store, StoreError
from leadline.stores.sqlite import SqliteStore
from leadline.stores.transfer import Movable

if TYPE_CHECKING:
    from leadline.stores.archive_remote import RemoteArchive

__all__ = [
    "DEFAULT_STORE",
    "find_session",
    "has_store",
    "measured_first_drafts",
    "newest_session",
    "open_archive",
    "open_store",
    "open_store_at",
    "store_place",
]

DEFAULT_STORE = ".leadline"


def store_place(given: str | Path | None = None) -> str | Path:
    """Where the store is: what was given, else LEADLINE_STORE, else `.leadline/` here; a str only for a server's URL.

    ValueError for an empty address: a variable that a script did not set must not mean another store.
    """
    if given is not None and not str(given).strip():
        raise ValueError(
            "the store's address is empty; give a folder or postgresql://USER@HOST/DATABASE, or leave it out"
        )
    place = given or os.environ.get("LEADLINE_STORE") or DEFAULT_STORE
    return str(place) if is_url(place) else Path(place)


def open_store_at(given: str | Path | None = None, *, create: bool = True, timeout_s: float = 5) -> Movable:
    """The store in a folder or, by its URL, on a PostgreSQL server. The caller closes it.

    ValueError for a URL of another kind; StoreError where it cannot be opened, or the package for it is missing.
    """
    place = store_place(given)
    if isinstance(place, Path):
        return SqliteStore.open(place, create=create, timeout_s=timeout_s)
    try:
        from leadline.stores.postgres import PostgresStore
    except ImportError as error:
        raise StoreError(
            f"a store on a PostgreSQL server needs a package that is not installed: {error}",
            "Run: pip install 'leadline[postgres]'",
        ) from error
    return PostgresStore.open(place, create=create, timeout_s=timeout_s)


@contextmanager
def open_store(given: str | Path | Store | None = None, *, create: bool = True) -> Iterator[Store]:
    """The store at a place (created on demand), or the given store as it is; closed at the end if it was opened here."""
    if given is not None and not isinstance(given, str | Path):
        yield given
        return
    store = open_store_at(given, create=create)
    try:
        yield store
    finally:
        store.close()


def open_archive(given: str | Path, *, store: str | Path | None = None, to_read: bool = False) -> Archive:
    """The archive in a folder (made when the first text comes), or at a URL that fsspec opens (extra `archive`).

    ValueError for a place that would not outlive the store at `store`, or keeps nothing; StoreError where it cannot be opened.
    With `to_read` also ArchiveError where no text is: whoever wants to read has named the wrong place.
    """
    archive = _archive_at(given, store)
    if to_read and not archive.exists():
        raise ArchiveError(
            f"{archive.place}: there is no archive here: no text of a sweep lies in it",
            "Name the archive that the tombstones name (leadline show lists them), or the place to which it was moved.",
        )
    return archive


def _archive_at(given: str | Path, store: str | Path | None) -> FolderArchive | RemoteArchive:
    text = str(given)
    if not text.strip():
        raise ValueError("the archive's address is empty; give a folder or a URL, or leave it out")
    if text.startswith("file://"):
        given = Path(unquote(re.sub("^file://(?:localhost(?=/))?", "", text)))
    elif "::" in text or re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", text):
        from leadline.stores.archive_remote import open_remote

        return open_remote(text)
    folder = Path(given).expanduser().resolve()
    if isinstance(store, Path) and folder.is_relative_to(store.resolve()):
        raise ValueError(
            f"{folder}: an archive inside of the store goes when the store is deleted; give another folder"
        )
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"{folder}: is a file, and an archive is a folder; give a folder, or a name that is free")
    return FolderArchive(folder)


def has_store(given: str | Path | None) -> bool:
    """Whether there is a store at the place, without making one."""
    place = store_place(given)
    if isinstance(place, Path):
        return place.exists()
    try:
        open_store_at(place, create=False).close()
    except NoStoreError:
        return False
    return True


def find_session(store: Store, given: str | None = None) -> str:
    """The full name of a session by name or unambiguous beginning; the newest without one. StoreError if there is none."""
    names = [row.session for row in store.sessions()]
    if not names:
        raise StoreError("the store holds no session yet", "run: leadline compact SESSION")
    if given is None:
        return names[0]
    if given in names:
        return given
    near = [n for n in names if n.startswith(given)]
    if len(near) == 1:
        return near[0]
    listed = ", ".join((near or names)[:6])
    raise ValueError(f"{given!r} names {'several sessions' if near else 'no session'} of this store: {listed}")


def newest_session() -> Path | None:
    """The newest session file of the agents that keep theirs in the home folder."""
    return find_newest_session(
        claude_config_dir=os.environ.get("CLAUDE_CONFIG_DIR"), codex_home=os.environ.get("CODEX_HOME")
    )


def measured_first_drafts(given: str | Path | None = None) -> tuple[int, int] | None:
    """Facts asked and kept in all first drafts that the store remembers; None without a store or without drafts."""
    if not has_store(given):
        return None
    asked = kept = 0
    with open_store(given, create=False) as store:
        for row in store.sessions():
            for record in load_session(store, row.session).nodes:
                asked, kept = asked + record.first[0], kept + record.first[1]
    return (asked, kept) if asked else None
