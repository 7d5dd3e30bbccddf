"""Which leaves may go: decided now, under the policy in force, leaf by leaf and with the reason (design.md, section 7).

In: a store and a session. Out: a plan; nothing is touched. A leaf may go only if every probe is answered; if each owed fact in it,
as the policy in force reads its text today, is readable in a committed node that stands or was let go with a record; if no
node above it was halted or flattened, no person holds or pinned it, its branch is sealed; and if the shadow pass saw
nothing in it that the extractor did not. Taking the text away is `sweeping.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from leadline.core.facts.model import Fact
from leadline.core.policy.model import Policy
from leadline.core.policy.selection import is_pinned
from leadline.engine.drop_log import drop_log
from leadline.engine.keeps import find_keep
from leadline.engine.ledger import ask_probes, standing_leaves, standing_texts
from leadline.engine.records import LeafRecord
from leadline.engine.session import Session, leaf_text, load_session
from leadline.engine.supporting import LeafFacts, Standing, read_leaf_facts
from leadline.engine.tombstones import merge_spans
from leadline.stores.port import Store

__all__ = ["SweepItem", "SweepPlan", "plan_session", "plan_sweep"]


@dataclass(frozen=True, slots=True)
class SweepItem:
    """One leaf: whether its text may go, and why or why not."""

    leaf: str
    digest: str
    chars: int
    lines: tuple[int, int]
    allowed: bool
    reason: str
    pieces: tuple[tuple[int, int], ...] = ()  # spans that the tombstone would keep
    readable: tuple[Fact, ...] = ()  # supporting facts outside of the pieces that something above says
    let_go: tuple[Fact, ...] = ()  # supporting facts that would go with the text: neither above nor in a piece


@dataclass(frozen=True, slots=True)
class SweepPlan:
    """All leaves of a session with a decision each; `ref` is the state that it was made from."""

    session: str
    ref: str
    policy: str  # digest of the policy that decided
    probes: tuple[int, int]  # asked, answered
    items: tuple[SweepItem, ...]

    @property
    def allowed(self) -> tuple[SweepItem, ...]:
        return tuple(i for i in self.items if i.allowed)


def plan_sweep(store: Store, name: str, policy: Policy | None = None) -> SweepPlan:
    """Decide for each leaf by asking the probes now; `policy` in place of the one in force, to see what it would allow."""
    session = load_session(store, name)
    if policy is not None:
        session = replace(session, meta={**session.meta, "policy": policy.as_mapping()})
    return plan_session(store, session)


def plan_session(store: Store, session: Session) -> SweepPlan:
    """The plan for a session that was just loaded. Reads the text of each leaf that no cheaper reason keeps."""
    probes = ask_probes(session)
    answered = sum(p.answered for p in probes)
    view = _View(
        session, session.policy, answered < len(probes), _sealed_leaves(session), _blocked_leaves(session), standing_leaves(session),
        standing_texts(session), frozenset(drop_log(session, store)),
    )  # fmt: skip
    items = [_decided(store, view, leaf) for leaf in session.leaves]
    return SweepPlan(
        session.name, session.ref, view.policy.digest(), (len(probes), answered), tuple(_twins_together(items))
    )


@dataclass(frozen=True, slots=True)
class _View:
    """What all leaves are held against."""

    session: Session
    policy: Policy
    probes_fail: bool
    sealed: frozenset[int]
    blocked: Mapping[int, str]
    stays: frozenset[int]
    standing: Sequence[Standing]
    let_go: frozenset[str]


def _decided(store: Store, view: _View, leaf: LeafRecord) -> SweepItem:
    item = SweepItem(leaf.id, leaf.text_digest, leaf.chars, leaf.lines_at(0, leaf.chars), False, "")
    why = _kept_back(view, leaf)
    if why is not None:
        return replace(item, reason=why)
    text = leaf_text(store, leaf)
    if text is None:
        return replace(item, reason="its text is not in the store, and no sweep took it: leadline verify")
    stated = read_leaf_facts(leaf, text, view.policy)
    if _is_pinned(view.policy, text, (*stated.owed, *stated.supporting)):
        return replace(item, reason="something stands here that the policy pins")
    said = _said_above(view, leaf, stated)
    demanded = {f.id for f in leaf.facts} | {f.id for f in stated.owed}
    lost = demanded - said - view.let_go - stated.narrowed  # a narrowed one is let go by a rule of the receipted policy
    if lost:
        return replace(item, reason=f"{len(lost)} owed facts are readable only here")
    pieces = tuple(merge_spans(_kept_spans(view.session, leaf)))
    outside = [f for f in stated.supporting if not any(a <= f.start and f.end <= b for a, b in pieces)]
    readable = tuple(f for f in outside if f.id in said)
    let_go = tuple(f for f in outside if f.id not in said)
    reason = f"all {len(demanded)} owed facts are readable above or dropped with a record"
    return replace(item, allowed=True, reason=reason, pieces=pieces, readable=readable, let_go=let_go)


def _is_pinned(policy: Policy, text: str, facts: Iterable[Fact]) -> bool:
    """Whether a pin matches a fact, or any words at all: who wrote it need not know what becomes a fact."""
    return any(re.search(pattern, text) for pattern in policy.pin) or any(is_pinned(fact, policy) for fact in facts)


def _kept_back(view: _View, leaf: LeafRecord) -> str | None:
    """The reason for which a leaf stays whatever it says; None when it has to be read."""
    keep = find_keep(view.session, leaf.index)
    if leaf.id in view.session.tombstones:
        return "already swept"
    if keep is not None:
        return f"{'held' if keep.kind == 'hold' else 'pinned'} by {keep.by} ({keep.id}): {keep.reason}"
    if view.probes_fail:
        return "a probe fails at the root: nothing may go"
    if leaf.index in view.blocked:
        return f"under {view.blocked[leaf.index]}"
    if leaf.index in view.stays:
        return "it stands in the frontier as it is"
    if leaf.index not in view.sealed:
        return "under the open right edge"
    if leaf.unclassified:
        return f"{len(leaf.unclassified)} unclassified passages: nobody knows what they are worth"
    return None


def _said_above(view: _View, leaf: LeafRecord, stated: LeafFacts) -> frozenset[str]:
    """Ids of the leaf's facts that a standing text over it says."""
    asked = {f.id: f for f in (*leaf.facts, *stated.owed, *stated.supporting)}
    said: set[str] = set()
    for standing in view.standing:
        if standing.covers(leaf.index):
            said |= {f.id for f in standing.said([f for id, f in asked.items() if id not in said])}
    return frozenset(said)


def _kept_spans(session: Session, leaf: LeafRecord) -> Iterable[tuple[int, int]]:
    """The owed sentences, and what the drafts of standing nodes cite: those words stand above already."""
    for fact in leaf.facts:
        yield fact.sentence
        yield fact.start, fact.end
    for record in session.nodes:
        if record.node.draft is not None and record.node.leaves[0] <= leaf.index < record.node.leaves[1]:
            for sentence in record.node.draft.sentences:
                yield from ((e.start, e.end) for e in sentence.evidence if e.leaf == leaf.index)


def _twins_together(items: Sequence[SweepItem]) -> Iterable[SweepItem]:
    """Leaves with one text share its blob: all of them go, or none."""
    kept = {i.digest for i in items if not i.allowed and i.reason != "already swept"}
    for item in items:
        if item.allowed and item.digest in kept:
            yield replace(item, allowed=False, reason="another leaf that stays has the same text")
        else:
            yield item


def _sealed_leaves(session: Session) -> frozenset[int]:
    return frozenset(i for r in session.nodes if r.node.sealed and r.node.draft for i in range(*r.node.leaves))


def _blocked_leaves(session: Session) -> dict[int, str]:
    blocked: dict[int, str] = {}
    for record in session.nodes:
        if record.node.draft is None:
            for i in range(*record.node.leaves):
                blocked[i] = f"{record.node.state} node {record.node.id}"
    return blocked
