"""The rule table: each rule of the gate stands here once, with its outcome, its words and its remedy.

`leadline explain`, the docs and the receipts read this table; signals name rules by id only. Two families, as in
record 000: `fidelity` (everything reported success and something is gone or made up) and `budget` (ran out of room:
visible, recoverable). `outcome` is what the rule leads to when it decides by itself; a finding's own severity can lower that
(`gate.py`). Rank runs from most to least severe: by outcome first (design.md, 3.2), then by place in the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from leadline.core.policy.rule_texts import TEXTS

__all__ = ["OUTCOME_ORDER", "RULES", "Rule", "RuleOutcome", "find_rule", "get_rule", "rank"]

RuleOutcome = Literal["invalid", "use_original", "halt", "flatten", "note"]
Family = Literal["fidelity", "budget"]

OUTCOME_ORDER: tuple[RuleOutcome, ...] = ("invalid", "use_original", "halt", "flatten", "note")  # design.md, 3.2


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. `source` is a seed record (000, 002, 004) or `design`; texts are for readers new to leadline."""

    id: str
    family: Family
    outcome: RuleOutcome
    title: str
    meaning: str
    why: str
    source: str
    remedy: str


def get_rule(id: str) -> Rule:
    """The rule with this id; ValueError names the nearest ones where there is none."""
    rule = find_rule(id)
    if rule is None:
        raise ValueError(f"no rule {id!r}; the nearest are {', '.join(_nearest(id))}")
    return rule


def find_rule(id: str) -> Rule | None:
    """The rule with this id; the part after the dot suffices where it is unique."""
    if id in _BY_ID:
        return _BY_ID[id]
    short = [rule for rule in RULES if rule.id.partition(".")[2] == id]
    return short[0] if len(short) == 1 else None


def rank(id: str) -> int:
    """Place in the order of severity, 0 first. ValueError for an unknown id."""
    return _RANK[get_rule(id).id]


def _nearest(id: str) -> tuple[str, ...]:
    from rapidfuzz import process

    return tuple(match[0] for match in process.extract(id, [rule.id for rule in RULES], limit=3))


def _rule(row: tuple[str, RuleOutcome, str, str, str, str, str]) -> Rule:
    id, outcome, source, title, meaning, why, remedy = row
    family: Family = "budget" if id.startswith("budget.") else "fidelity"
    return Rule(id, family, outcome, title, meaning, why, source, remedy)


RULES: tuple[Rule, ...] = tuple(map(_rule, TEXTS))

_BY_ID = {rule.id: rule for rule in RULES}
_RANK = {
    rule.id: place
    for place, rule in enumerate(rule for outcome in OUTCOME_ORDER for rule in RULES if rule.outcome == outcome)
}
assert len(_BY_ID) == len(RULES) == len(_RANK), "every rule id stands once in the table"
