"""What one finding comes to under a policy: the outcome that it leads to, by severity, probability and scope.

hard -> invalid. warning -> halt (in `check` only from the policy's risk on). suspicion -> what its rule says, from
the risk on, else a note. note -> a note. Demands (a fact that must be readable) hold for every owed fact inside the
engine, in `check` for the `sure` ones and those that a judge found needed, and for none that was dropped by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from leadline.core.facts.model import Fact, Retained
from leadline.core.policy.model import Policy
from leadline.core.policy.rules import RULES, RuleOutcome
from leadline.core.signals.model import Finding

__all__ = ["DEMANDS", "UNDECIDED", "is_demanded", "outcome_of", "rule_of_state"]

DEMANDS = frozenset(("fidelity.missing_owed", "fidelity.identifier_blurred", "fidelity.constraint_lost"))
UNDECIDED = "fidelity.undecided"

_TABLE: dict[str, RuleOutcome] = {rule.id: rule.outcome for rule in RULES}


def outcome_of(
    finding: Finding, policy: Policy, facts: Mapping[str, Fact], dropped: AbstractSet[str] = frozenset()
) -> RuleOutcome:
    """The outcome that `finding` leads to by itself. `facts` are the children's by id."""
    if finding.severity == "hard":
        return "invalid"
    if finding.severity == "note":
        return "note"
    if finding.rule == UNDECIDED:
        # check refuses on what is sure only; what nobody could decide is shown there
        return "note" if policy.scope == "check" else policy.undecided
    if finding.rule in DEMANDS and finding.fact is not None:
        fact = facts.get(finding.fact)
        if finding.fact in dropped or (fact is not None and not finding.needed and not is_demanded(fact, policy)):
            return "note"
    by_table = _TABLE.get(finding.rule, "halt")  # a rule that is not ours: closed, not open
    if finding.severity == "warning":
        if policy.scope == "check" and finding.probability < policy.risk:
            return "note"
        return "halt" if by_table == "invalid" else by_table
    return by_table if finding.probability >= policy.risk else "note"


def is_demanded(fact: Fact, policy: Policy) -> bool:
    """Whether the policy's scope demands this fact: all owed ones in the engine, the sure ones in `check`."""
    return fact.criticality == "owed" and (policy.scope == "engine" or fact.sure)


def rule_of_state(retained: Retained) -> str:
    """The rule that a fact in this state fails."""
    if retained.state == "changed":
        return "fidelity.value_changed"
    if retained.fact.kind == "constraint":
        return "fidelity.constraint_lost"
    return "fidelity.identifier_blurred" if retained.state == "blurred" else "fidelity.missing_owed"
