"""What one verification has seen so far, and how it reads: each blob once, each complaint with its place and a remedy.

Shared by the parts of `verify.py`; writes nothing. Also the small readers of JSON that may be anything.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from leadline.core.receipts.canonical import read_canonical
from leadline.core.receipts.hashes import sha256_hex
from leadline.stores.port import BlobMissingError, Store, StoreError

__all__ = ["NO_RECORD", "OUT_OF_A_COPY", "TAMPERED", "Reading", "StoreComplaint", "json_in", "list_in", "parsed"]

OUT_OF_A_COPY = "Restore the store from a copy, or build a fresh one: leadline compact SESSION --store NEW_FOLDER"
TAMPERED = (
    "Find out who wrote to the store. Its texts may be good: leadline compact SESSION --store NEW_FOLDER compares."
)
NO_RECORD = (
    "leaf, node, meta, drops, holds and marks are what this leadline knows; "
    "a newer one may have written it: pip install -U leadline"
)


@dataclass(frozen=True, slots=True)
class StoreComplaint:
    """One thing wrong: whose (None = the store's), where (node, receipt or blob), what, and what to do."""

    session: str | None
    place: str
    what: str
    remedy: str


@dataclass(slots=True)
class Reading:
    """What one verification has seen so far."""

    store: Store
    complaints: list[StoreComplaint] = field(default_factory=list)
    whole: dict[str, bool] = field(default_factory=dict)  # digest -> its bytes are right
    n_receipts: int = 0
    n_nodes: int = 0
    n_leaves: int = 0
    n_swept: int = 0
    n_anchored: int = 0
    n_archived: int = 0

    def complain(self, session: str | None, place: str, what: str, remedy: str) -> None:
        self.complaints.append(StoreComplaint(session, place, what, remedy))

    def take_in(self, one: Reading) -> None:
        """What was seen of one session."""
        self.complaints += one.complaints
        for name in ("n_receipts", "n_nodes", "n_leaves", "n_swept", "n_anchored", "n_archived"):
            setattr(self, name, getattr(self, name) + getattr(one, name))

    def is_whole(self, session: str | None, place: str, digest: str) -> bool:
        """Whether the blob is there and right; a first no is complained about, a later one told again with its place."""
        if self.whole.get(digest):
            return True
        return self.read(session, place, digest) is not None

    def read(self, session: str | None, place: str, digest: str) -> bytes | None:
        if session is None and self.whole.get(digest) is False:
            return None  # told already, where it is used
        try:
            body = self.store.get(digest)
        except BlobMissingError as error:
            self.complain(session, place, str(error), error.remedy or OUT_OF_A_COPY)
            return None
        except StoreError as error:
            self.whole[digest] = False
            self.complain(session, place, str(error), error.remedy or OUT_OF_A_COPY)
            return None
        self.whole[digest] = sha256_hex(body) == digest
        if not self.whole[digest]:
            self.complain(session, place, f"the bytes of blob {digest} are not those that it names", OUT_OF_A_COPY)
            return None
        return body


def parsed(receipt: bytes) -> Mapping[str, Any] | None:
    try:
        body = read_canonical(receipt)
    except ValueError:
        return None  # verify_chain has said so
    return body if isinstance(body, dict) else None


def list_in(mapping: Any, key: str) -> Sequence[Any]:
    value = mapping.get(key) if isinstance(mapping, dict) else None
    return value if isinstance(value, list) else ()


def json_in(body: bytes) -> Mapping[str, Any] | None:
    try:
        value = json.loads(body)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
