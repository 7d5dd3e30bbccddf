"""A policy's lists applied to facts: what it widens, narrows and pins, each with the rule's id as the reason.

In: classified facts. Out: the same facts in the same order, some with another criticality. Narrowing comes first, then
widening, then pins, so that a pin always wins. Ids of reasons: `policy.narrow[0]`, `policy.widen[2]`, `policy.pin[1]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from leadline.core.facts.model import Fact
from leadline.core.policy.model import Policy, Selector

__all__ = ["apply_lists", "is_pinned"]


def apply_lists(facts: Iterable[Fact], policy: Policy) -> tuple[Fact, ...]:
    """The facts as this policy sees them. A fact that a person named (widened or pinned) counts as `sure` too."""
    if not (policy.narrow or policy.widen or policy.pin):
        return tuple(facts)
    return tuple(_seen_by(fact, policy) for fact in facts)


def is_pinned(fact: Fact, policy: Policy) -> bool:
    """Whether a pin pattern matches the fact; leaves under a pinned fact are never swept."""
    return any(_hits(pattern, fact) for pattern in policy.pin)


def _seen_by(fact: Fact, policy: Policy) -> Fact:
    for i, selector in enumerate(policy.narrow):
        if _selects(selector, fact):
            fact = replace(fact, criticality=selector.to, reason=f"policy.narrow[{i}]", sure=False)
    for i, selector in enumerate(policy.widen):
        if _selects(selector, fact):
            fact = replace(fact, criticality="owed", reason=f"policy.widen[{i}]", sure=True)
    for i, pattern in enumerate(policy.pin):
        if _hits(pattern, fact):
            fact = replace(fact, criticality="owed", reason=f"policy.pin[{i}]", sure=True)
    return fact


def _selects(selector: Selector, fact: Fact) -> bool:
    return (
        (selector.kind is None or selector.kind == fact.kind)
        and (selector.role is None or selector.role == fact.role)
        and (selector.pattern is None or _hits(selector.pattern, fact))
    )


def _hits(pattern: str, fact: Fact) -> bool:
    return re.search(pattern, fact.text) is not None or re.search(pattern, fact.form) is not None
