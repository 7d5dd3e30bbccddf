"""The policy's limits, each as one function from a measurement to the reasons for which it fails.

All limits are inclusive on the passing side and compared unrounded; a reason prints value and limit with as many
digits as it takes to see the difference. 0 of 0 passes. What has no value is a reason of its own, never a pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from leadline.core.policy.estimate import RetentionEstimate
from leadline.core.policy.history import History, Watched, iter_falls
from leadline.core.policy.model import Policy
from leadline.core.policy.rules import RuleOutcome, get_rule
from leadline.core.policy.weigh import is_demanded
from leadline.core.signals.model import Measurement, Signal

__all__ = ["SIGNALS", "Reason", "chain_fidelity", "iter_limits", "measured_value", "tell_apart"]

SIGNALS = ("retention", "provenance", "relations", "conflicts", "referents", "confidence", "form")  # must be there
_WITHOUT_VALUE = frozenset(("form",))  # design.md, 4: has findings, no value


@dataclass(frozen=True, slots=True)
class Reason:
    """One failed rule. `value` and `limit` are given where a number was compared with a limit."""

    rule: str
    outcome: RuleOutcome
    message: str
    value: float | None = None
    limit: float | None = None


def iter_limits(
    measurement: Measurement, policy: Policy, history: History, r_est: RetentionEstimate | None
) -> Iterator[Reason]:
    """Every limit that this measurement fails, each once."""
    yield from _unmeasured(measurement, policy)
    yield from _provenance(measurement, policy)
    yield from _referents(measurement, policy)
    yield from _confidence(measurement, policy)
    yield from _conflicts(measurement)
    yield from _coverage(measurement)
    yield from _chain(measurement, policy)
    yield from _retention(r_est, policy)
    yield from _depth(measurement, policy)
    yield from _trend(measurement, policy, history)
    yield from _size(measurement)


def tell_apart(value: float, limit: float) -> tuple[str, str]:
    """Both numbers with the fewest digits, two at least, at which they print differently; equal ones print alike.

    >>> tell_apart(0.7999, 0.8)
    ('0.7999', '0.8000')
    """
    for digits in range(2, 18):
        left, right = f"{value:.{digits}f}", f"{limit:.{digits}f}"
        if left != right:
            return left, right
    return (repr(value), repr(limit)) if value != limit else (f"{value:.2f}", f"{limit:.2f}")


def measured_value(measurement: Measurement, name: str) -> float | None:
    """The value of signal `name`; None where it is absent, unmeasured or has counted nothing (0 of 0)."""
    signal = measurement.signals.get(name)
    if signal is None or signal.unmeasured is not None or signal.value is None:
        return None
    # A share of nothing can only be written as 0 or 1; anything between was counted, whatever `n` says.
    return None if signal.vacuous and signal.value in (0.0, 1.0) else signal.value


def chain_fidelity(measurement: Measurement, policy: Policy) -> float | None:
    """min(owed retention, provenance), or what was measured against the original leaves; None where neither is known.

    Counted for rolling summaries: generation 2 and more, or `extra["rolling"]`. In `check` only what `originals`
    gave (`extra["chain_fidelity"]`) counts, since fidelity to the direct children says nothing about the chain.
    """
    given = measurement.extra.get("chain_fidelity")
    if given is not None:
        return given
    rolling = measurement.generation >= 2 or bool(measurement.extra.get("rolling"))
    if not rolling or policy.scope == "check":
        return None
    demanded = [r for r in measurement.retained if is_demanded(r.fact, policy)]
    owed = sum(r.state == "kept" for r in demanded) / len(demanded) if demanded else None
    shares = [s for s in (owed, measured_value(measurement, "provenance")) if s is not None]
    return min(shares) if shares else None


def _below(rule: str, what: str, value: float, limit: float) -> Reason:
    left, right = tell_apart(value, limit)
    return Reason(rule, get_rule(rule).outcome, f"{what} {left} < {right}", value, limit)


def _above(rule: str, what: str, value: float, limit: float) -> Reason:
    left, right = tell_apart(value, limit)
    return Reason(rule, get_rule(rule).outcome, f"{what} {left} > {right}", value, limit)


def _unmeasured(measurement: Measurement, policy: Policy) -> Iterator[Reason]:
    for name in sorted({*SIGNALS, *measurement.signals}):
        why = _why_unmeasured(name, measurement.signals.get(name))
        if why is None:
            continue
        # check cannot know what somebody else's summarizer was shown: said, not held against the parent
        outcome: RuleOutcome = "note" if name == "coverage" and policy.scope == "check" else policy.unmeasured
        yield Reason("fidelity.unmeasured", outcome, f"{name} was not measured: {why}")


def _why_unmeasured(name: str, signal: Signal | None) -> str | None:
    if signal is None:
        return "the signal did not run"
    if signal.unmeasured is not None:
        return signal.unmeasured or "no reason was given"
    if signal.value is None and name not in _WITHOUT_VALUE:
        return "it has neither a value nor a reason"
    return None


def _provenance(measurement: Measurement, policy: Policy) -> Iterator[Reason]:
    value = measured_value(measurement, "provenance")
    if value is None:
        return
    if value < policy.provenance_invalid:
        yield _below("fidelity.provenance_invalid", "provenance", value, policy.provenance_invalid)
    elif value < policy.provenance_promote:
        yield _below("fidelity.provenance_warn", "provenance", value, policy.provenance_promote)


def _referents(measurement: Measurement, policy: Policy) -> Iterator[Reason]:
    value = measured_value(measurement, "referents")
    if value is None:
        return
    if value > policy.orphans_max:
        yield _above("fidelity.orphan_density", "orphan density", value, policy.orphans_max)
    elif value > policy.orphans_promote:
        yield _above("fidelity.orphan_density", "orphan density", value, policy.orphans_promote)


def _confidence(measurement: Measurement, policy: Policy) -> Iterator[Reason]:
    value = measured_value(measurement, "confidence")
    if value is not None and value > policy.inflation_max:
        yield _above("fidelity.inflation", "confidence inflation", value, policy.inflation_max)


def _conflicts(measurement: Measurement) -> Iterator[Reason]:
    value = measured_value(measurement, "conflicts")
    if value is None or value >= 1.0 or measurement.signals["conflicts"].findings:
        return  # findings say it better, each with its own weight
    yield _below("fidelity.conflict_resolved", "share of conflicts kept", value, 1.0)


def _coverage(measurement: Measurement) -> Iterator[Reason]:
    value = measured_value(measurement, "coverage")
    if value is not None and value < 1.0:
        yield _below("fidelity.unseen_children", "share of the children's text shown", value, 1.0)


def _chain(measurement: Measurement, policy: Policy) -> Iterator[Reason]:
    if measurement.generation > policy.generation_max:
        message = f"generation {measurement.generation} > {policy.generation_max}"
        outcome = get_rule("fidelity.chain_depth").outcome
        yield Reason(
            "fidelity.chain_depth", outcome, message, float(measurement.generation), float(policy.generation_max)
        )
    fidelity = chain_fidelity(measurement, policy)
    if fidelity is not None and fidelity < policy.chain_fidelity_min:
        yield _below("fidelity.chain_fidelity", "fidelity to the original", fidelity, policy.chain_fidelity_min)


def _retention(r_est: RetentionEstimate | None, policy: Policy) -> Iterator[Reason]:
    if r_est is None:
        return
    value = r_est.gated(policy.retention_bound)
    if value < policy.fact_floor:
        reason = _below("fidelity.retention_floor", "estimated retention at the root", value, policy.fact_floor)
        yield Reason(
            reason.rule,
            reason.outcome,
            f"{reason.message} (interval {r_est.low:.3f} to {r_est.high:.3f}, {r_est.n} probes)",
            reason.value,
            reason.limit,
        )


def _depth(measurement: Measurement, policy: Policy) -> Iterator[Reason]:
    if measurement.depth > policy.depth_max:
        message = f"depth {measurement.depth} > {policy.depth_max}"
        outcome = get_rule("fidelity.tree_depth").outcome
        yield Reason("fidelity.tree_depth", outcome, message, float(measurement.depth), float(policy.depth_max))


def _trend(measurement: Measurement, policy: Policy, history: History) -> Iterator[Reason]:
    if policy.trend == "off":
        return
    watched: tuple[tuple[Watched, str], ...] = (
        ("provenance", "provenance"), ("retention", "retention"), ("orphans", "referents"),
    )  # fmt: skip
    values = [
        (
            name,
            measured_value(measurement, signal),
            measurement.signals[signal].n if signal in measurement.signals else 0,
        )
        for name, signal in watched
    ]
    for fall in iter_falls(history, measurement.depth, values, policy):
        left, right = tell_apart(fall.value, fall.limit)
        sign = ">" if fall.name == "orphans" else "<"
        yield Reason(
            "fidelity.trend",
            policy.trend,
            f"{fall.name} {left} {sign} {right}, the limit after {fall.n} nodes with a mean of {fall.mean:.2f}",
            fall.value,
            fall.limit,
        )


def _size(measurement: Measurement) -> Iterator[Reason]:
    parent, children = measurement.extra.get("parent_tokens"), measurement.extra.get("children_tokens")
    if parent is None or children is None or parent < children:
        return
    rule = "budget.parent_longer_than_children"
    yield Reason(
        rule, get_rule(rule).outcome, f"{parent:.0f} tokens for {children:.0f} of its children", parent, children
    )
