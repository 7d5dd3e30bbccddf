"""Laws of the gate: more wrong is never better, a better value is never worse, and it answers for every measurement."""

from __future__ import annotations

from dataclasses import replace

from gate_cases import fact, finding, measured
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.core.facts.model import Retained
from leadline.core.policy.estimate import RetentionEstimate
from leadline.core.policy.gate import Verdict, decide
from leadline.core.policy.history import History, Reading
from leadline.core.policy.model import Policy, in_scope
from leadline.core.policy.rules import RULES
from leadline.core.signals.model import Finding, Measurement
from leadline.policies import load_policy

SHARES = st.floats(0, 1, allow_nan=False)
FINDINGS = st.builds(
    lambda rule, severity, probability, id: finding(rule, severity, probability=probability, fact=id),  # type: ignore[arg-type]
    st.sampled_from([rule.id for rule in RULES]),
    st.sampled_from(["hard", "warning", "suspicion", "note"]),
    SHARES,
    st.sampled_from([None, "f1", "f2"]),
)
FACTS = (fact("f1", sure=True), fact("f2"))
POLICIES = st.sampled_from(
    [in_scope(load_policy(name), scope) for name in ("remediation", "narrative") for scope in ("engine", "check")]
)
HISTORIES = st.builds(
    lambda values: History(tuple(Reading(1, p, r, o) for p, r, o in values)),
    st.lists(st.tuples(SHARES, SHARES, SHARES), max_size=5),
)
ESTIMATES = st.none() | SHARES.map(lambda r: RetentionEstimate(r, 0.0, 1.0))


@st.composite
def measurements(draw: st.DrawFn) -> Measurement:
    states = st.sampled_from(["kept", "missing", "blurred", "changed"])
    return measured(
        findings=tuple(draw(st.lists(FINDINGS, max_size=4))),
        facts=FACTS,
        retained=tuple(Retained(f, draw(states)) for f in FACTS),
        generation=draw(st.integers(1, 7)),
        depth=draw(st.integers(1, 8)),
        **{
            name: draw(SHARES)
            for name in ("retention", "provenance", "conflicts", "referents", "confidence", "coverage")
        },
    )


def badness(verdict: Verdict) -> int:
    """0 for promote up to 4 for invalid, in the order of design.md, 3.2."""
    if verdict.action == "use_original":
        return 3
    return {"promote": 0, "flatten": 1, "halt": 2, "invalid": 4}[verdict.outcome]


@settings(deadline=None, max_examples=150)
@given(measurements(), POLICIES, HISTORIES, ESTIMATES, FINDINGS)
def test_one_more_finding_never_improves_the_verdict(
    measurement: Measurement, policy: Policy, history: History, r_est: RetentionEstimate | None, more: Finding
) -> None:
    """Whatever its rule and severity; and a hard one makes the draft invalid. (In check a finding may speak for a fact.)"""
    form = measurement.signals["form"]
    longer = replace(form, findings=(*form.findings, more))
    spoiled = replace(measurement, signals=dict(measurement.signals) | {"form": longer})
    before = badness(decide(measurement, policy, history=history, r_est=r_est))
    after = badness(decide(spoiled, policy, history=history, r_est=r_est))
    if policy.scope == "engine" or more.severity == "hard":
        assert after >= before
    if more.severity == "hard":
        assert after == 4


@settings(deadline=None, max_examples=150)
@given(measurements(), POLICIES, HISTORIES, ESTIMATES, st.data())
def test_a_better_value_never_worsens_the_verdict(
    measurement: Measurement, policy: Policy, history: History, r_est: RetentionEstimate | None, data: st.DataObject
) -> None:
    """More provenance, retention, conflicts kept, coverage; fewer orphans and inflated claims."""
    name = data.draw(st.sampled_from(["retention", "provenance", "conflicts", "coverage", "referents", "confidence"]))
    value = measurement.signals[name].value
    assert value is not None
    low, high = (0.0, value) if name in ("referents", "confidence") else (value, 1.0)
    better = replace(measurement.signals[name], value=data.draw(st.floats(low, high)))
    improved = replace(measurement, signals=dict(measurement.signals) | {name: better})
    before = decide(measurement, policy, history=history, r_est=r_est)
    assert badness(decide(improved, policy, history=history, r_est=r_est)) <= badness(before)


@settings(deadline=None, max_examples=100)
@given(measurements(), POLICIES, HISTORIES, ESTIMATES, st.booleans(), st.randoms(use_true_random=False))
def test_verdicts_are_total_and_do_not_depend_on_the_order_of_signals(
    measurement: Measurement,
    policy: Policy,
    history: History,
    r_est: RetentionEstimate | None,
    flat: bool,
    random: object,
) -> None:
    """Every valid measurement gets a verdict whose rule is its first reason; renaming the order of signals changes nothing."""
    verdict = decide(measurement, policy, history=history, r_est=r_est, flatten_available=flat)
    assert verdict.rule == (verdict.reasons[0].rule if verdict.reasons else None)
    assert (verdict.outcome == "promote") == (not verdict.reasons)
    assert flat or verdict.outcome != "flatten"
    turned = replace(measurement, signals=dict(reversed(measurement.signals.items())))
    again = decide(turned, policy, history=history, r_est=r_est, flatten_available=flat)
    assert replace(again, findings=()) == replace(verdict, findings=())
    assert decide(measurement, policy, history=history, r_est=r_est, flatten_available=flat) == verdict
