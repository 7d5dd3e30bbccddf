"""The secrets of a leaf: kept beside its text, shown to nobody who does not ask for them.

A leaf's text holds placeholders (core/secrets), and everything is measured, hashed, cited and exported from that text. What stood in
their place is one blob of its own, which only the leaf's record names. A sweep of the leaf takes it along; with
`--redact-store` it is never written, and record and receipt say so. In: leaves and records. Out: bytes to store, or spans with secrets.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from leadline.core.secrets.redact import Hidden, spliced
from leadline.core.tree.nodes import Leaf
from leadline.engine.records import LeafRecord, encode
from leadline.stores.port import BlobMissingError, Store

__all__ = ["count_hidden", "encode_originals", "read_originals", "with_originals"]


def encode_originals(leaf: Leaf, session: str) -> bytes:
    """The blob of a leaf that has secrets. It names its session, so that no other one shares it and keeps it from going."""
    hidden = [[a, b, secret] for a, b, secret in leaf.hidden]
    return encode({"kind": "secrets", "session": session, "leaf": leaf.id, "hidden": hidden})


def read_originals(store: Store, record: LeafRecord) -> tuple[Hidden, ...]:
    """The leaf's secrets by their placeholders' spans; empty where it has none, or they were not kept, or were swept."""
    if record.originals is None:
        return ()
    try:
        body = json.loads(store.get(record.originals))
    except BlobMissingError:
        return ()
    return tuple(Hidden(start, end, secret) for start, end, secret in body["hidden"])


def with_originals(text: str, start: int, hidden: Sequence[Hidden]) -> str:
    """A piece of a leaf's text that begins at `start`, with the secrets of the placeholders that stand whole in it."""
    end = start + len(text)
    inside = [h for h in hidden if start <= h.start and h.end <= end]
    return spliced(text, [Hidden(h.start - start, h.end - start, h.secret, h.kind) for h in inside])


def count_hidden(leaves: Sequence[LeafRecord]) -> dict[str, int]:
    """For a receipt: secrets in the leaves under a node, and how many of them the store keeps. Empty without any."""
    hidden = sum(leaf.hidden for leaf in leaves)
    if not hidden:
        return {}
    return {"hidden": hidden, "kept": sum(leaf.hidden for leaf in leaves if leaf.originals is not None)}
