"""Tells where a store is: a folder, or a database by its URL; without asking the disk or the network.

In: what somebody gave (`--store`, LEADLINE_STORE, an argument). Out: whether it is a URL, and the error for one that no
store here understands. Also the error of a place where no store is.
"""

from __future__ import annotations

import re

from leadline.stores.port import StoreError

__all__ = ["NoStoreError", "is_url", "without_password"]

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_KNOWN = re.compile(r"postgres(ql)?(\+psycopg)?://")


class NoStoreError(StoreError):
    """Nothing is there yet, and nothing was to be made."""


def is_url(given: object) -> bool:
    """Whether `given` names a database server. ValueError for a URL of another kind; a path never looks like one."""
    if not isinstance(given, str) or not _URL.match(given):
        return False
    if not _KNOWN.match(given):
        scheme = given.split("://", 1)[0]
        raise ValueError(
            f"{scheme}://...: no store of this kind; a store is a folder or postgresql://USER@HOST/DATABASE"
        )
    return True


def without_password(place: str) -> str:
    """A place as it was given, with `***` for the password of a URL."""
    masked = re.sub(r"(?<=://)([^/@:]*):.*@", r"\1:***@", place, flags=re.DOTALL)
    return re.sub(r"([?&]password=)[^&]*", r"\1***", masked)
