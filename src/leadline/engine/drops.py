"""A person's decision to let an owed fact go: recorded with who and why, receipted, and in force from the next trial on."""

from __future__ import annotations

from leadline.core.facts.model import Fact
from leadline.core.receipts.chain import Link, build_event
from leadline.core.receipts.hashes import sha256_hex
from leadline.engine.keeps import HeldError, find_keep
from leadline.engine.owning import owning
from leadline.engine.records import Dropped, encode
from leadline.engine.session import UnknownReferenceError, load_session
from leadline.stores.port import Commit, Store

__all__ = ["record_drop"]


def record_drop(store: Store, name: str, fact_id: str, *, by: str, reason: str) -> Fact:
    """Log that `by` lets the fact go. Raises UnknownReferenceError for an id that the session does not have,
    ValueError without a reason, HeldError for a fact under a hold or a pin of its own, OwnedError when somebody else
    keeps the session."""
    if not reason.strip():
        raise ValueError("a drop needs a reason: it is what a later reader will ask for")
    with owning(store, name, "recording a drop") as token:
        return _record(store, name, fact_id, by, reason, token)


def _record(store: Store, name: str, fact_id: str, by: str, reason: str, token: str) -> Fact:
    session = load_session(store, name)
    fact = next((f for f in session.facts if f.id == fact_id), None)
    if fact is None:
        raise UnknownReferenceError(f"{fact_id!r} is no owed fact of session {name}: leadline ledger {name} lists them")
    keep = find_keep(session, int(fact.child[1:]), fact_id)
    if keep is not None:
        raise HeldError(
            f"{fact_id} is under {keep.id} of {keep.by} ({keep.reason}) and may not be let go; nothing was written",
            f"Whoever may end it: leadline release {keep.id} --reason WHY",
        )
    drops = {**session.drops, fact_id: Dropped(fact_id, f"person:{by}", reason)}
    body = encode([[d.fact, d.by, d.reason] for _, d in sorted(drops.items())])
    receipt = build_event(
        Link(name, session.count, session.ref),
        "drop",
        {
            "fact": fact_id,
            "quote": fact.text,
            "leaf": fact.child,
            "by": by,
            "reason": reason,
            "drops": sha256_hex(body),
        },
    )
    store.commit(Commit(name, session.ref, receipt, (body,), (("drops", sha256_hex(body)),), owner=token))
    return fact
