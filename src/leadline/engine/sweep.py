"""Removing leaf text, and only what the probes at the root allow now (design.md, section 7).

Planned first, shown, applied on request. A leaf may go only if every owed fact that it states is readable in a
committed node that stands, or was dropped with a record; if its branch is sealed, neither halted nor flattened; and if
the shadow pass saw nothing in it that the extractor did not. A tombstone keeps the owed sentences verbatim.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leadline.core.policy.model import policy_from_mapping
from leadline.core.policy.selection import is_pinned
from leadline.core.receipts.chain import Link, build_event
from leadline.core.receipts.hashes import sha256_hex
from leadline.engine.ledger import account, ask_probes
from leadline.engine.records import LeafRecord, encode, fact_row
from leadline.engine.session import Session, load_session
from leadline.stores.port import Store

__all__ = ["SweepItem", "SweepPlan", "apply_sweep", "plan_sweep"]


@dataclass(frozen=True, slots=True)
class SweepItem:
    """One leaf: whether its text may go, and why or why not."""

    leaf: str
    digest: str
    chars: int
    lines: tuple[int, int]
    allowed: bool
    reason: str


@dataclass(frozen=True, slots=True)
class SweepPlan:
    """All leaves of a session with a decision each; `ref` is the state that it was made from."""

    session: str
    ref: str
    items: tuple[SweepItem, ...]

    @property
    def allowed(self) -> tuple[SweepItem, ...]:
        return tuple(i for i in self.items if i.allowed)


def plan_sweep(store: Store, name: str) -> SweepPlan:
    """Decide for each leaf by asking the probes now. Touches nothing."""
    session = load_session(store, name)
    probes_fail = any(not p.answered for p in ask_probes(session))
    states: dict[str, list[str]] = {}
    for entry in account(session).entries:
        states.setdefault(entry.fact.child, []).append(entry.where)
    sealed, blocked = _sealed_leaves(session), _blocked_leaves(session)
    shared = _shared_texts(session.leaves)
    policy = policy_from_mapping(dict(session.meta.get("policy") or {}))
    items = []
    for leaf in session.leaves:
        if not store.has(leaf.text_digest):
            allowed, reason = False, "already swept"
        elif probes_fail:
            allowed, reason = False, "a probe fails at the root: nothing may go"
        elif leaf.index in blocked:
            allowed, reason = False, f"under {blocked[leaf.index]}"
        elif leaf.index not in sealed:
            allowed, reason = False, "under the open right edge"
        elif leaf.unclassified:
            allowed, reason = False, f"{len(leaf.unclassified)} unclassified passages: nobody knows what they are worth"
        elif any(is_pinned(fact, policy) for fact in leaf.facts):
            allowed, reason = False, "a pinned fact stands here"
        elif leaf.text_digest in shared:
            allowed, reason = False, "another leaf has the same text"
        elif any(w not in ("root", "frontier", "dropped") for w in states.get(leaf.id, ())):
            allowed, reason = False, "an owed fact is readable only here"
        else:
            n = len(states.get(leaf.id, ()))
            allowed, reason = True, f"all {n} owed facts are readable above or dropped with a record"
        items.append(SweepItem(leaf.id, leaf.text_digest, leaf.chars, leaf.lines_at(0, leaf.chars), allowed, reason))
    return SweepPlan(name, session.ref, tuple(items))


def apply_sweep(store: Store, plan: SweepPlan, *, policy_digest: str) -> int:
    """Remove what the plan allows, if the session still stands as it was planned; returns the number of leaves.

    Raises StaleRefError when something was committed since: then plan again.
    """
    chosen = plan.allowed
    if not chosen:
        return 0
    session = load_session(store, plan.session)
    by_id = {leaf.id: leaf for leaf in session.leaves}
    tombstones = [_tombstone(by_id[item.leaf], item.reason, plan.ref) for item in chosen]
    receipt = build_event(
        Link(plan.session, session.count, plan.ref),
        "sweep",
        {
            "leaves": [{"leaf": item.leaf, "text": item.digest, "reason": item.reason} for item in chosen],
            "tombstones": [sha256_hex(t) for t in tombstones],
            "policy": policy_digest,
        },
    )
    store.sweep(plan.session, plan.ref, receipt, [i.digest for i in chosen], tombstones, [])
    return len(chosen)


def _tombstone(leaf: LeafRecord, reason: str, ref: str) -> bytes:
    return encode(
        {
            "kind": "tombstone",
            "leaf": leaf.id,
            "text": leaf.text_digest,
            "chars": leaf.chars,
            "facts": [fact_row(f) for f in leaf.facts],
            "reason": reason,
            "allowed_by": ref,
        }
    )


def _sealed_leaves(session: Session) -> frozenset[int]:
    return frozenset(i for r in session.nodes if r.node.sealed and r.node.draft for i in range(*r.node.leaves))


def _blocked_leaves(session: Session) -> dict[int, str]:
    blocked: dict[int, str] = {}
    for record in session.nodes:
        if record.node.draft is None:
            for i in range(*record.node.leaves):
                blocked[i] = f"{record.node.state} node {record.node.id}"
    return blocked


def _shared_texts(leaves: Sequence[LeafRecord]) -> frozenset[str]:
    seen: set[str] = set()
    shared: set[str] = set()
    for leaf in leaves:
        (shared if leaf.text_digest in seen else seen).add(leaf.text_digest)
    return frozenset(shared)
