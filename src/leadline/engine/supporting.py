"""The facts of one leaf as the policy in force sees them now, read from its text again; and which of them stand above.

In: a leaf's record, its text, a policy; texts of standing nodes. Out: owed and supporting facts, and those that a text says.
Only owed facts are kept in a leaf's record; supporting ones are counted there, so who asks for them reads the leaf once more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from leadline.core.facts import extract, resolve
from leadline.core.facts.model import Fact
from leadline.core.facts.parent_index import ParentIndex
from leadline.core.facts.retain import retained
from leadline.core.policy.model import Policy
from leadline.core.policy.selection import apply_lists
from leadline.core.tree.nodes import Leaf
from leadline.engine.records import LeafRecord

__all__ = ["LeafFacts", "Standing", "count_kinds", "read_leaf_facts"]


@dataclass(frozen=True, slots=True)
class LeafFacts:
    """What a leaf states: `owed` under the policy's lists, `supporting` as the leaf's record counts them."""

    owed: tuple[Fact, ...]
    supporting: tuple[Fact, ...]
    narrowed: frozenset[str]  # ids of those that the policy's lists took out of what is owed


def read_leaf_facts(record: LeafRecord, text: str, policy: Policy) -> LeafFacts:
    """The leaf's facts as its text gives them today; a supporting one that the policy widens or pins is owed."""
    stated = resolve(extract(Leaf(record.index, text, record.segments, record.tokens).as_child()))
    seen = apply_lists(stated, policy)
    owed = tuple(f for f in seen if f.criticality == "owed")
    demanded = {f.id for f in owed}
    narrowed = frozenset(f.id for f in stated if f.criticality == "owed" and f.id not in demanded)
    supporting = tuple(f for f in stated if f.criticality == "supporting" and f.id not in demanded)
    return LeafFacts(owed, supporting, narrowed)


@dataclass(slots=True)
class Standing:
    """One text of the frontier, indexed once: which facts does it say?"""

    node: str
    leaves: tuple[int, int]
    is_root: bool
    index: ParentIndex

    def covers(self, leaf: int) -> bool:
        return self.leaves[0] <= leaf < self.leaves[1]

    def said(self, facts: Sequence[Fact]) -> list[Fact]:
        """Those of `facts` that are readable and true here."""
        return [row.fact for row in retained(facts, self.index) if row.state == "kept"]


def count_kinds(facts: Iterable[Fact]) -> Mapping[str, int]:
    return dict(sorted(Counter(f.kind for f in facts).items()))
