"""An archive in a folder: one file a text, named by its hash and written so that a crash leaves it whole or not there.

The contract is `archive.py`'s. A link in a file's place is not followed, so nothing outside of the folder is read or written.
"""

from __future__ import annotations

import contextlib
import os
import stat
import uuid
from pathlib import Path

from leadline.core.receipts.hashes import is_digest
from leadline.stores.archive import ArchiveError

__all__ = ["FolderArchive"]

_NO_LINKS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)  # a pipe in a file's place is told, and not waited for


class FolderArchive:
    """One file a text, named by its hash; folder 0700 where it is made here, files 0600."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.absolute()

    @property
    def place(self) -> str:
        return str(self._folder)

    def exists(self) -> bool:
        """Whether a text is there: an empty folder, or one of other files, is no archive. ArchiveError."""
        try:
            return self._folder.is_dir() and any(map(is_digest, os.listdir(self._folder)))
        except OSError as error:
            raise self._trouble("cannot be read", error) from error

    def write(self, digest: str, data: bytes) -> None:
        """Beside its name first, flushed to the disk, then renamed: a crash leaves the file whole or not there."""
        target = self._path(digest)
        beside = target.with_name(f".{digest[:16]}.{uuid.uuid4().hex}.part")
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINKS, 0o600)
                with os.fdopen(descriptor, "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(beside, target)
                self._flush_folder()
            finally:
                with contextlib.suppress(OSError):
                    beside.unlink()
        except OSError as error:
            raise self._trouble("cannot be written", error) from error

    def read(self, digest: str) -> bytes | None:
        try:
            descriptor = os.open(self._path(digest), os.O_RDONLY | _NO_LINKS | _NO_WAIT)
            with os.fdopen(descriptor, "rb") as file:
                if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                    raise ArchiveError(f"{self.place}: {digest} is no file; the text cannot be read from there")
                return file.read()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise self._trouble(f"{digest} cannot be read", error) from error

    def close(self) -> None:
        """Nothing is kept open."""

    def _path(self, digest: str) -> Path:
        if not is_digest(digest):  # the only name that ever reaches the file system
            raise ArchiveError(f"{digest!r} is no digest: an archive has no file of this name")
        return self._folder / digest

    def _flush_folder(self) -> None:
        """The name, too, is on the disk before the text goes (not on systems that cannot open a folder)."""
        if hasattr(os, "O_DIRECTORY"):
            descriptor = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)

    def _trouble(self, what: str, error: OSError) -> ArchiveError:
        return ArchiveError(
            f"archive {self._folder}: {what}: {error.strerror or error}; nothing was removed from the store",
            "Give another folder, make room, or get the right to use this one.",
        )
