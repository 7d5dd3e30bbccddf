"""SHA-256 digests, lower-case hex: plain ones for stored bytes, and ones with a domain for values.

A stored blob or receipt is named by the plain digest of its bytes (what `sha256sum` prints). Whatever is hashed as a
value carries its domain in front, so that a policy can never be passed off as a boundary with the same content.
"""

from __future__ import annotations

import re
from hashlib import sha256

from leadline.core.receipts.canonical import canonical_json

__all__ = ["digest", "is_digest", "sha256_hex"]

_DIGEST = re.compile(r"[0-9a-f]{64}")
_DOMAIN = re.compile(r"[a-z0-9/.-]+")


def sha256_hex(body: bytes) -> str:
    """The digest under which `body` is stored."""
    return sha256(body).hexdigest()


def digest(domain: str, value: object) -> str:
    """The digest of `value` in canonical form, for one use: `leadline:<domain>`, a zero byte, then the bytes.

    `domain` is lower case (`policy/v1`); ValueError for another form or for a value that cannot be written.
    """
    if not _DOMAIN.fullmatch(domain):
        raise ValueError(f"domain {domain!r}: expected lower-case letters, digits, '/', '.' and '-'")
    return sha256(b"leadline:" + domain.encode() + b"\0" + canonical_json(value)).hexdigest()


def is_digest(text: object) -> bool:
    """Whether `text` has the form of a digest: 64 lower-case hex characters."""
    return isinstance(text, str) and _DIGEST.fullmatch(text) is not None
