"""`--redact-store` on a session that was kept without it: the secrets beside its leaves go, and a receipt says which.

In: a store and a session. Out: how many leaves had some. Texts, records, nodes and earlier receipts stay as they are: they hold
placeholders. `redacted_blobs` is how `verify` knows that a missing blob was removed and not lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from leadline.core.receipts.chain import Link, build_event
from leadline.engine.keeps import HeldError, find_keep
from leadline.engine.owning import owning
from leadline.engine.session import Session, load_session
from leadline.engine.verify_reading import list_in
from leadline.stores.port import Store

__all__ = ["redact_kept", "redacted_blobs"]


def redact_kept(store: Store, name: str) -> int:
    """Remove the secrets that earlier runs kept in this session, with a receipt that names what went; how many leaves had some.

    Raises HeldError, and removes nothing, where one of them stands in a leaf under a hold.
    """
    if store.ref(name) is None or not _kept(store, load_session(store, name)):
        return 0
    with owning(store, name, "removing its secrets") as token:
        session = load_session(store, name)
        kept = _kept(store, session)  # a sweep may have taken some while we waited
        if not kept:
            return 0
        _require_not_held(session, kept)
        event = {
            "leaves": [{"leaf": leaf, "secrets": digest} for leaf, digest in kept.items()],
            "by": "rule:redact-store",
        }
        receipt = build_event(Link(name, session.count, session.ref), "redact", event)
        store.sweep(name, session.ref, receipt, list(kept.values()), (), (), owner=token)
    return len(kept)


def _kept(store: Store, session: Session) -> dict[str, str]:
    """Leaf to the digest of its secrets, where they are there."""
    return {
        leaf.id: leaf.originals for leaf in session.leaves if leaf.originals is not None and store.has(leaf.originals)
    }


def _require_not_held(session: Session, leaves: Iterable[str]) -> None:
    """A hold is a duty to keep the leaf as it was, its secrets included; a pin is about its text, which stays."""
    for leaf in leaves:
        keep = find_keep(session, int(leaf[1:]))
        if keep is not None and keep.kind == "hold":
            raise HeldError(
                f"{leaf} is under {keep.id} of {keep.by} ({keep.reason}): no secret of session {session.name} was removed",
                f"Whoever may end it: leadline release {keep.id} --reason WHY",
            )


def redacted_blobs(events: Sequence[Mapping[str, Any]]) -> frozenset[str]:
    """Digests of the secrets that receipts say were removed: by `redact_kept`, or with the text that they stood in."""
    rows = [row for e in events if e.get("kind") in ("redact", "sweep") for row in list_in(e.get("event"), "leaves")]
    return frozenset(str(row.get("secrets")) for row in rows if isinstance(row, dict))
