"""Ed25519 keys in files, for signing bundles. Needs the extra `signatures` (`cryptography`), imported when it is used.

In: paths. Out: a `Signer` for `core/receipts/bundle.py`. The private file is PKCS #8 PEM with mode 0600 and is never
overwritten; the public file beside it is what others need. Checking a signature needs neither this module nor the extra.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from leadline.core.receipts.bundle import Signer
from leadline.core.receipts.verify_standalone import keyid_of

__all__ = ["SigningError", "load_signer", "signer_from_seed", "write_new_key"]

_BYTES_MAX = 10_000  # a key file has some 120 bytes; a longer one was named by mistake


class SigningError(ValueError):
    """A key that cannot be made, read or used: what, and what to do. The CLI prints it and exits 2."""

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy


def write_new_key(path: Path) -> str:
    """Make a key: `path` (private, 0600) and `path` with `.pub` added. Returns the key id. SigningError if one exists."""
    serialization, private_key = _library()
    public_path = path.with_name(path.name + ".pub")
    if there := [p for p in (path, public_path) if os.path.lexists(p)]:
        raise SigningError(f"{there[0]} exists; a key is never overwritten", "give another --out, or move it away")
    made = private_key.generate()
    pem = made.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    public = made.public_key()
    _write_once(path, pem, 0o600)
    spki = public.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    _write_once(public_path, spki, 0o644)
    return keyid_of(public.public_bytes_raw())


def load_signer(path: Path) -> Signer:
    """The key in a private file. SigningError for a file that others may read, or that holds no Ed25519 key."""
    serialization, private_key = _library()
    try:
        with path.open("rb") as file:
            if os.name == "posix" and os.fstat(file.fileno()).st_mode & 0o077:
                raise SigningError(f"others may read the private key {path}", f"chmod 600 {path}")
            pem = file.read(_BYTES_MAX)
        key = serialization.load_pem_private_key(pem, None)
    except OSError as error:
        raise SigningError(
            f"{path} cannot be read: {error.strerror or error}", "leadline keys new makes one"
        ) from error
    except (ValueError, TypeError) as error:  # not PEM, or under a password
        if isinstance(error, SigningError):
            raise
        raise SigningError(f"{path} holds no private key without a password", "leadline keys new makes one") from error
    if not isinstance(key, private_key):
        raise SigningError(f"{path} holds a key, but no Ed25519 key", "leadline keys new makes one")
    return Signer(key.public_key().public_bytes_raw(), key.sign)


def signer_from_seed(seed: bytes) -> Signer:
    """The key that 32 bytes are (RFC 8032's private key): for benches and test vectors, never for real receipts."""
    key = _library()[1].from_private_bytes(seed)
    return Signer(key.public_key().public_bytes_raw(), key.sign)


def _write_once(path: Path, content: bytes, mode: int) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _library() -> tuple[Any, Any]:
    try:
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError as error:
        raise SigningError(
            "signing needs the package cryptography, which is not installed", 'pip install "leadline[signatures]"'
        ) from error
    return serialization, Ed25519PrivateKey
