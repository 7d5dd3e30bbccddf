"""How the database stores write names and texts: names as bytes, texts deflated where that is smaller.

A NUL or a lone surrogate in a name is kept, and byte order is code point order. What comes back from a damaged store
is either the bytes that were stored or None, and never more of them than were stored.
"""

from __future__ import annotations

import zlib

_LEVEL = 1  # measured on leaves: a tenth larger than level 6, in half the time, which a commit waits for

__all__ = ["name_of", "name_to_bytes", "pack", "unpack"]


def name_to_bytes(name: str) -> bytes:
    return name.encode("utf-8", "surrogatepass")


def name_of(stored: bytes) -> str:
    try:
        return bytes(stored).decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:  # damage; shown, so that verify can name it
        return bytes(stored).decode("utf-8", "backslashreplace")


def pack(body: bytes) -> tuple[str, bytes]:
    """(encoding, bytes): `zlib` where that is smaller, else `raw`."""
    packed = zlib.compress(body, _LEVEL)
    return ("zlib", packed) if len(packed) < len(body) else ("raw", body)


def unpack(stored: bytes, encoding: str, size: int) -> bytes | None:
    """The bytes, or None when they cannot be what was stored. Never inflates beyond `size`."""
    if encoding == "raw":
        return stored if len(stored) == size else None
    if size < 0:
        return None
    inflate = zlib.decompressobj()
    try:
        body = inflate.decompress(stored, size + 1)
    except zlib.error:
        return None
    return body if len(body) == size and inflate.eof else None
