"""The archive port: where a sweep puts texts before they leave the store.

In: bytes under their SHA-256. Out: something that is read back under exactly this name, or an `ArchiveError`. Names are hashes
and nothing else, so no name can lead out of the archive. Every text is read back and hashed after it was written. One that is
there already is left as it is; one that is there and wrong (a torn write) is written again.
"""

from __future__ import annotations

import re
from typing import Protocol

from leadline.core.receipts.hashes import is_digest, sha256_hex
from leadline.stores.port import StoreError

__all__ = ["Archive", "ArchiveError", "get_verified", "put_verified", "shown_place"]

_CREDENTIALS = re.compile(r"(?<=://)[^/\s]*@")  # to the last @: a password may hold one


class ArchiveError(StoreError):
    """An archive that cannot be written or read, or does not hold what it should. Nothing was removed from the store."""


class Archive(Protocol):
    """Texts by their hashes, outside of the store. `place` is for people and records: no credentials in it."""

    @property
    def place(self) -> str: ...
    def write(self, digest: str, data: bytes) -> None: ...  # takes the place of what is there; ArchiveError
    def read(self, digest: str) -> bytes | None: ...  # as it lies there, unchecked; None where there is nothing
    def close(self) -> None: ...


def put_verified(archive: Archive, digest: str, data: bytes) -> None:
    """`data` in the archive under `digest`, read back and hashed. Doing it twice is doing it once."""
    if not is_digest(digest) or sha256_hex(data) != digest:
        raise ArchiveError(f"{digest!r} is not the SHA-256 of the text to archive; nothing was written")
    found = archive.read(digest)
    if found is not None and sha256_hex(found) == digest:
        return
    archive.write(digest, data)
    found = archive.read(digest)
    if found is None or sha256_hex(found) != digest:
        what = "nothing is there" if found is None else f"{len(found)} bytes with another hash are there"
        raise ArchiveError(
            f"{archive.place}: {digest} was written and read back, and {what}; the text stays in the store",
            "Check the archive's disk or service, or name another one.",
        )


def get_verified(archive: Archive, digest: str) -> bytes:
    """The text of this hash. ArchiveError where it is missing, or is not what its name says."""
    found = archive.read(digest) if is_digest(digest) else None
    if found is None:
        raise ArchiveError(
            f"{archive.place}: holds no {digest}",
            "Name the archive that the tombstone names, or the place to which it was moved.",
        )
    if sha256_hex(found) != digest:
        raise ArchiveError(
            f"{archive.place}: {digest} is damaged: its {len(found)} bytes have another hash",
            "Restore the file from a copy of the archive.",
        )
    return found


def shown_place(place: str) -> str:
    """A place without user and password, as it may stand in a record."""
    return _CREDENTIALS.sub("", place)
