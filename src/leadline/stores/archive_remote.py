"""An archive at any URL that fsspec opens (`s3://bucket/folder`, `gs://`, `sftp://`, `ftp://`, ...); extra `archive`.

The same contract as the folder (`archive.py`): names are hashes, and every text is read back past all caches. Refused are URLs
that would not keep a text: `memory://`, and chains (`simplecache::s3://...`), of which only the outer part would be checked.
Credentials come from where fsspec's package for the service looks for them; what a URL holds of them is kept out of records.
"""

from __future__ import annotations

import re
from typing import Any

from leadline.core.receipts.hashes import is_digest
from leadline.stores.archive import ArchiveError, shown_place

__all__ = ["RemoteArchive", "open_remote"]

_PROTOCOL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
_NO_KEEPERS = frozenset(("memory", "data", "http", "https"))  # gone with the process, or not to be written to
_MISSING = "fsspec is not installed: archives at URLs need it"
_EXTRA = "Run: pip install 'leadline[archive]', and the package that fsspec names for the service."


def open_remote(url: str) -> RemoteArchive:
    """The archive at `url`. ValueError for a URL that keeps nothing, ArchiveError where it cannot be opened."""
    found = _PROTOCOL.match(url)
    protocol = "" if found is None else found[1].lower()
    if "::" in url or protocol in _NO_KEEPERS or not protocol:
        raise ValueError(f"{shown_place(url)}: no archive: a text would not stay there; give a folder, or s3://, gs://, sftp://, ...")  # fmt: skip
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        raise ArchiveError(_MISSING, _EXTRA) from error
    try:
        system, root = url_to_fs(url, use_listings_cache=False, skip_instance_cache=True)
    except ImportError as error:
        raise ArchiveError(f"{protocol}://: {error}", _EXTRA) from error
    except Exception as error:  # each service has errors of its own
        raise _trouble(shown_place(url), "cannot be opened", error) from error
    return RemoteArchive(system, str(root), shown_place(url))


class RemoteArchive:
    """One object a text, directly under `root`."""

    def __init__(self, system: Any, root: str, place: str) -> None:
        self._system, self._root, self._place = system, root.rstrip("/"), place

    @property
    def place(self) -> str:
        return self._place

    def exists(self) -> bool:
        """Whether a text is at the address: an empty folder, or one of other files, is no archive. ArchiveError."""
        try:
            if not self._system.exists(self._root):
                return False
            return any(is_digest(str(name).rpartition("/")[2]) for name in self._system.ls(self._root, detail=False))
        except Exception as error:  # each service has errors of its own
            raise _trouble(self._place, "cannot be read", error) from error

    def write(self, digest: str, data: bytes) -> None:
        """In one piece. A torn write is found when it is read back, now or by the next attempt."""
        path = self._path(digest)
        try:
            self._system.makedirs(self._root, exist_ok=True)
            self._system.pipe_file(path, data)
        except Exception as error:  # each service has errors of its own
            raise _trouble(self._place, f"{digest} cannot be written", error) from error

    def read(self, digest: str) -> bytes | None:
        path = self._path(digest)
        try:
            self._system.invalidate_cache()
            if not self._system.exists(path):
                return None
            data: bytes = self._system.cat_file(path)
        except FileNotFoundError:
            return None
        except Exception as error:  # each service has errors of its own
            raise _trouble(self._place, f"{digest} cannot be read", error) from error
        return data

    def close(self) -> None:
        """Sessions are fsspec's own; they end with the process."""

    def _path(self, digest: str) -> str:
        if not is_digest(digest):
            raise ArchiveError(f"{digest!r} is no digest: an archive has no object of this name")
        return f"{self._root}/{digest}"


def _trouble(place: str, what: str, error: Exception) -> ArchiveError:
    said = shown_place(f"{type(error).__name__}: {error}")[:300]
    return ArchiveError(
        f"archive {place}: {what}: {said}; nothing was removed from the store",
        "Check the address and the credentials, or name another archive.",
    )
