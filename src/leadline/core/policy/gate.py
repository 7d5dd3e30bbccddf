"""The gate: from a measurement, a policy and a history to one verdict. Pure and total; it reads nothing and writes nothing.

Composes the three records and is stricter than their sum by the hard faults (design.md, 3.3). Every rule runs, every
finding is kept, the most severe decides: invalid > use original > halt > flatten > promote. It fails closed: what is
absent or unmeasured is a reason of its own, and a number that is NaN or outside of its range is a ValueError.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal

from leadline.core.policy.estimate import RetentionEstimate
from leadline.core.policy.history import History
from leadline.core.policy.limits import Reason, chain_fidelity, iter_limits
from leadline.core.policy.model import Policy
from leadline.core.policy.retention import FidelityCollapseError
from leadline.core.policy.rules import OUTCOME_ORDER, RULES, RuleOutcome, find_rule, get_rule
from leadline.core.policy.weigh import is_demanded, outcome_of, rule_of_state
from leadline.core.signals.model import Finding, Measurement

__all__ = ["Action", "Outcome", "Verdict", "collapse_error", "decide", "exhausted"]

Outcome = Literal["promote", "halt", "flatten", "invalid"]
Action = Literal["rebuild", "use_original", "repair", "flatten", "collapse", "keep_children"]
# rebuild: again, from the children. repair: complete it from the children. collapse: below the floor and no flatter place,
# so the children stay, and where they do not fit `collapse_error` is raised.

_EMPTY_HISTORY = History()
_SEVERITIES = ("hard", "warning", "suspicion", "note")
_LAST = len(RULES)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the gate says. `rule` is the rule that decided; `reasons` are all failed rules, most severe first.

    `notes` decide nothing. `would_be` is the outcome that `observe` mode did not enforce. `applied` says of each record
    whether it applied, and why.
    """

    outcome: Outcome
    action: Action | None = None
    rule: str | None = None
    reasons: tuple[Reason, ...] = ()
    notes: tuple[Reason, ...] = ()
    findings: tuple[Finding, ...] = ()
    would_be: Outcome | None = None
    applied: tuple[tuple[str, str], ...] = ()

    @property
    def promoted(self) -> bool:
        return self.outcome == "promote"


def decide(
    measurement: Measurement,
    policy: Policy,
    *,
    history: History = _EMPTY_HISTORY,
    r_est: RetentionEstimate | None = None,
    flatten_available: bool = True,
    dropped: Collection[str] = (),
) -> Verdict:
    """The verdict on one draft.

    `history` holds earlier nodes (trend), `r_est` the estimate for the root (no estimate: no floor), `dropped` the ids
    of facts that somebody let go by name. ValueError for a malformed measurement.

    >>> decide(Measurement(signals={}), Policy()).rule
    'fidelity.unmeasured'
    """
    _check(measurement)
    reasons = [
        *_from_findings(measurement, policy, frozenset(dropped)),
        *_from_facts(measurement, policy, frozenset(dropped)),
        *iter_limits(measurement, policy, history, r_est),
    ]
    failed = tuple(sorted((r for r in reasons if r.outcome != "note"), key=_severity))
    verdict = Verdict(
        outcome="promote",
        reasons=failed,
        notes=tuple(sorted((r for r in reasons if r.outcome == "note"), key=_severity)),
        findings=measurement.findings,
        applied=_applied(measurement, policy, r_est),
    )
    if not failed:
        return verdict
    outcome, action = _act(failed[0].outcome, flatten_available)
    if policy.observe:
        return replace(verdict, rule=failed[0].rule, would_be=outcome)
    return replace(verdict, outcome=outcome, action=action, rule=failed[0].rule)


def exhausted(verdict: Verdict, attempts: int) -> Verdict:
    """A refused verdict after the last attempt: the children stay (`halt`), and all that was wrong stays on record."""
    if verdict.promoted:
        raise ValueError("a promoted draft needs no further attempt")
    rule = get_rule("budget.rebuilds_exhausted")
    reason = Reason(rule.id, rule.outcome, f"{attempts} attempts, none passed", float(attempts))
    return replace(
        verdict,
        outcome="halt",
        action="keep_children",
        reasons=tuple(sorted((*verdict.reasons, reason), key=_severity)),
    )


def collapse_error(verdict: Verdict, where: str) -> FidelityCollapseError:
    """The error for a node (`where`) whose children may not be replaced and do not fit; it names the ways out."""
    failed = "; ".join(f"{r.rule}: {r.message}" for r in verdict.reasons) or "what must stay is too long"
    return FidelityCollapseError(
        f"no way on without loss at {where} : {failed}. Nothing was written, nothing is lost.",
        f"{get_rule('budget.no_room').remedy} Or lower the floor knowingly, with a policy file.",
    )


def _check(measurement: Measurement) -> None:
    for name, signal in measurement.signals.items():
        _check_share(f"signal {name}", signal.value)
        if signal.n < 0:
            raise ValueError(f"signal {name}: n = {signal.n}: expected 0 or more")
    for finding in measurement.findings:
        _check_share(f"finding {finding.rule}: probability", finding.probability)
        if finding.severity not in _SEVERITIES:
            raise ValueError(
                f"finding {finding.rule}: severity {finding.severity!r}: expected {', '.join(_SEVERITIES)}"
            )
    _check_share("score", measurement.score)
    _check_share("extra chain_fidelity", measurement.extra.get("chain_fidelity"))
    for name, number in measurement.extra.items():
        if not math.isfinite(number):
            raise ValueError(f"extra {name} = {number}: expected a finite number")
    for name, count in (("depth", measurement.depth), ("generation", measurement.generation)):
        if isinstance(count, bool) or not isinstance(count, int) or count < 1:
            raise ValueError(f"{name} = {count!r}: expected a whole number of at least 1")


def _check_share(what: str, value: float | None) -> None:
    if value is not None and not 0.0 <= value <= 1.0:  # false for NaN as well
        raise ValueError(f"{what} = {value}: expected a share from 0 to 1, or None with the reason in `unmeasured`")


def _from_findings(measurement: Measurement, policy: Policy, dropped: frozenset[str]) -> list[Reason]:
    """One reason for each rule and outcome; its message is the first finding's, with the number of further ones."""
    facts = {fact.id: fact for fact in measurement.facts}
    groups: dict[tuple[str, RuleOutcome], list[Finding]] = {}
    for finding in measurement.findings:
        groups.setdefault((finding.rule, outcome_of(finding, policy, facts, dropped)), []).append(finding)
    return [
        Reason(rule, outcome, found[0].message + (f" (and {len(found) - 1} more)" if len(found) > 1 else ""))
        for (rule, outcome), found in groups.items()
    ]


def _from_facts(measurement: Measurement, policy: Policy, dropped: frozenset[str]) -> list[Reason]:
    """Demanded facts that are not readable and that no finding refuses for: the census decides, not the reporting."""
    facts = {fact.id: fact for fact in measurement.facts}
    refused = {f.fact for f in measurement.findings if outcome_of(f, policy, facts, dropped) != "note"}
    noted = {f.fact for f in measurement.findings} if policy.scope == "check" else frozenset()
    groups: dict[str, list[str]] = {}
    for retained in measurement.retained:
        fact = retained.fact
        if retained.state == "kept" or fact.id in refused or fact.id in noted or not is_demanded(fact, policy):
            continue
        if fact.id in dropped and retained.state != "changed":
            continue
        groups.setdefault(rule_of_state(retained), []).append(f'{retained.state}: "{fact.text}" of child {fact.child}')
    return [
        Reason(rule, get_rule(rule).outcome, lost[0] + (f" (and {len(lost) - 1} more)" if len(lost) > 1 else ""))
        for rule, lost in groups.items()
    ]


def _act(outcome: RuleOutcome, flatten_available: bool) -> tuple[Outcome, Action]:
    match outcome:
        case "invalid":
            return "invalid", "rebuild"
        case "use_original":
            return "halt", "use_original"
        case "halt":
            return "halt", "repair"
        case "flatten" if flatten_available:
            return "flatten", "flatten"
        case "flatten":
            return "halt", "collapse"
        case "note":
            raise AssertionError("notes were sorted out before")


def _severity(reason: Reason) -> tuple[int, int, str, str]:
    rule = find_rule(reason.rule)
    place = RULES.index(rule) if rule else _LAST
    return OUTCOME_ORDER.index(reason.outcome), place, reason.rule, reason.message


def _applied(measurement: Measurement, policy: Policy, r_est: RetentionEstimate | None) -> tuple[tuple[str, str], ...]:
    chain = chain_fidelity(measurement, policy)
    if chain is not None:
        said = f"applied: generation {measurement.generation}, fidelity to the original {chain:.3f}"
    elif measurement.generation >= 2:
        said = f"depth only: generation {measurement.generation}, originals not at hand"
    else:
        said = "not applied: single pass"
    return (
        ("000", "applied: estimate for the root" if r_est else "not applied: no estimate for the root"),
        ("002", said),
        ("004", "applied: structured draft" if measurement.structured else "applied: plain text draft"),
    )
