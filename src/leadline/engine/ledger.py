"""Where every owed fact is now: readable at the root, in a frontier node, in a leaf that stays, dropped, or unaccounted.

The account adds up: each owed leaf fact is in exactly one state (design.md, section 7). `unaccounted` must be 0; it is
counted and shown, never assumed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from leadline.core.facts.model import Fact
from leadline.core.facts.retain import ParentIndex, retained
from leadline.engine.session import Session

__all__ = ["Account", "Entry", "Probe", "account", "ask_probes"]

Where = Literal["root", "frontier", "leaf", "dropped", "unaccounted"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One owed fact and its state; `detail` is the node, or who let it go and why."""

    fact: Fact
    where: Where
    detail: str


@dataclass(frozen=True, slots=True)
class Account:
    """All entries in time order, and their counts."""

    entries: tuple[Entry, ...]
    unclassified: int  # shadow hits that the extractor did not see; their leaves are never swept

    @property
    def counts(self) -> Mapping[Where, int]:
        found = Counter(e.where for e in self.entries)
        return {w: found[w] for w in ("root", "frontier", "leaf", "dropped", "unaccounted")}


@dataclass(frozen=True, slots=True)
class Probe:
    """A question with one exact answer: is this fact readable and true in that text?"""

    fact: Fact
    answered: bool
    state: str
    level: int
    node: str


def account(session: Session) -> Account:
    """The state of each owed leaf fact, decided by reading the committed texts now."""
    let_go = {d.fact: d for record in session.nodes for d in record.dropped} | dict(session.drops)
    root = session.root
    texts = [(r.node.id, r.node.leaves, r.node.draft.text) for r in session.top if r.node.draft is not None]
    found: dict[str, tuple[Where, str]] = {}
    for id, leaves, text in sorted(texts, key=lambda t: t[0] != (root.node.id if root else "")):
        here = [f for f in session.facts if leaves[0] <= int(f.child[1:]) < leaves[1] and f.id not in found]
        where: Where = "root" if root is not None and id == root.node.id else "frontier"
        for row in retained(here, ParentIndex(text)):
            if row.state == "kept":
                found[row.fact.id] = (where, id)
    standing = _standing_leaves(session)
    entries = []
    for fact in session.facts:
        if fact.id in found:
            where, detail = found[fact.id]
        elif int(fact.child[1:]) in standing:
            where, detail = "leaf", fact.child
        elif fact.id in let_go:
            where, detail = "dropped", f"{let_go[fact.id].by}: {let_go[fact.id].reason}"
        else:
            where, detail = "unaccounted", "owed, but neither readable nor logged as dropped"
        entries.append(Entry(fact, where, detail))
    return Account(tuple(entries), sum(len(leaf.unclassified) for leaf in session.leaves))


def ask_probes(session: Session) -> tuple[Probe, ...]:
    """One probe for each live owed fact of each standing node, asked at that node's text now."""
    probes: list[Probe] = []
    for record in session.top:
        draft = record.node.draft
        if draft is None:
            continue
        for row in retained(record.facts, ParentIndex(draft.text)):
            if row.fact.id not in session.drops:
                probes.append(Probe(row.fact, row.state == "kept", row.state, record.node.level, record.node.id))
    return tuple(probes)


def _standing_leaves(session: Session) -> frozenset[int]:
    """Leaves that stay verbatim: those under a halted node, and those that no node covers yet."""
    covered: set[int] = set()
    halted: set[int] = set()
    for record in session.nodes:
        span = range(*record.node.leaves)
        if record.node.draft is None:
            direct = [int(c[1:]) for c in record.node.children if c.startswith("n")]
            halted.update(direct)
        else:
            covered.update(span)
    everything = set(range(len(session.leaves)))
    return frozenset(halted | (everything - covered))
