"""The gate: precedence, limits on both sides and exactly on them, scopes, and that it fails closed."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
from gate_cases import fact, finding, measured, retained

from leadline.core.policy.estimate import LevelCounts, RetentionEstimate, estimate
from leadline.core.policy.gate import collapse_error, decide, exhausted
from leadline.core.policy.history import History, Reading
from leadline.core.policy.limits import tell_apart
from leadline.core.policy.model import Policy, in_scope
from leadline.core.policy.retention import FidelityCollapseError
from leadline.core.signals.model import Measurement, Signal
from leadline.policies import load_policy

REMEDIATION = load_policy("remediation")
NARRATIVE = load_policy("narrative")
CHECK = in_scope(REMEDIATION, "check")


def test_a_clean_draft_is_promoted_without_reasons() -> None:
    """All signals measured and clear: promote, nothing to say."""
    verdict = decide(measured(), REMEDIATION, r_est=RetentionEstimate(0.95, 0.9, 1.0))
    assert (verdict.outcome, verdict.action, verdict.rule, verdict.reasons, verdict.notes) == (
        "promote",
        None,
        None,
        (),
        (),
    )


def up(x: float) -> float:
    return math.nextafter(x, math.inf)


def down(x: float) -> float:
    return math.nextafter(x, -math.inf)


@pytest.mark.parametrize(
    ("given", "outcome", "rule"),
    [
        ({"provenance": 0.70}, "promote", None),
        ({"provenance": down(0.70)}, "halt", "fidelity.provenance_warn"),
        ({"provenance": 0.50}, "halt", "fidelity.provenance_warn"),
        ({"provenance": down(0.50)}, "invalid", "fidelity.provenance_invalid"),
        ({"referents": 0.30}, "promote", None),
        ({"referents": up(0.30)}, "halt", "fidelity.orphan_density"),
        ({"referents": up(0.45)}, "halt", "fidelity.orphan_density"),
        ({"confidence": 0.10}, "promote", None),
        ({"confidence": up(0.10)}, "halt", "fidelity.inflation"),
        ({"conflicts": 0.5}, "invalid", "fidelity.conflict_resolved"),
        ({"coverage": 1.0}, "promote", None),
        ({"coverage": down(1.0)}, "halt", "fidelity.unseen_children"),
        ({"generation": 3}, "promote", None),
        ({"generation": 4}, "halt", "fidelity.chain_depth"),
        ({"generation": 2, "provenance": 0.85}, "promote", None),
        ({"generation": 2, "provenance": down(0.85)}, "halt", "fidelity.chain_fidelity"),
        ({"generation": 1, "provenance": 0.84, "extra": {"rolling": 1.0}}, "halt", "fidelity.chain_fidelity"),
        ({"generation": 1, "provenance": 0.84}, "promote", None),
        ({"extra": {"chain_fidelity": 0.84}}, "halt", "fidelity.chain_fidelity"),
        ({"depth": 6}, "promote", None),
        ({"depth": 7}, "flatten", "fidelity.tree_depth"),
        ({"extra": {"parent_tokens": 99.0, "children_tokens": 100.0}}, "promote", None),
        ({"extra": {"parent_tokens": 100.0, "children_tokens": 100.0}}, "halt", "budget.parent_longer_than_children"),
    ],
)
def test_limits_pass_exactly_on_them_and_fail_one_step_beyond(
    given: dict[str, Any], outcome: str, rule: str | None
) -> None:
    """Each limit is inclusive on the passing side, generation 1 of a chain included."""
    verdict = decide(measured(**given), REMEDIATION)
    assert (verdict.outcome, verdict.rule) == (outcome, rule)


@pytest.mark.parametrize(
    ("findings", "outcome", "action"),
    [
        ((finding("fidelity.value_changed"),), "invalid", "rebuild"),
        ((finding("fidelity.orphan_referent", "warning"),), "halt", "repair"),
        ((finding("fidelity.invented_detail", "warning"),), "halt", "repair"),
        ((finding("fidelity.invented_cause", "suspicion", probability=0.5),), "invalid", "rebuild"),
        ((finding("fidelity.invented_cause", "suspicion", probability=0.49),), "promote", None),
        ((finding("fidelity.confidence_inflated", "suspicion", probability=0.9),), "halt", "repair"),
        ((finding("fidelity.value_changed", "note"),), "promote", None),
        ((finding("fidelity.undecided", "suspicion", probability=0.3),), "halt", "repair"),
        ((finding("elsewhere.unknown", "warning"),), "halt", "repair"),
    ],
)
def test_a_finding_weighs_by_severity_and_probability(findings: Any, outcome: str, action: str | None) -> None:
    """hard is invalid, warning halts, a suspicion follows its rule from the risk on, a note decides nothing."""
    verdict = decide(measured(findings=findings), REMEDIATION)
    assert (verdict.outcome, verdict.action) == (outcome, action)
    assert verdict.findings == findings


def test_one_hard_finding_beats_provenance_of_0_95() -> None:
    """Record 004's cycle 5 was a single false sentence; an average does not let it in."""
    verdict = decide(measured(provenance=0.95, findings=(finding("fidelity.status_changed"),)), REMEDIATION)
    assert (verdict.outcome, verdict.rule) == ("invalid", "fidelity.status_changed")


def test_the_most_severe_decides_and_all_are_reported() -> None:
    """invalid > use original > halt > flatten, whatever the order in which rules ran."""
    spoiled = measured(provenance=0.6, generation=9, depth=9, findings=(finding("fidelity.polarity"),))
    low = RetentionEstimate(0.2, 0.1, 0.3)
    verdict = decide(spoiled, REMEDIATION, r_est=low)
    assert [r.outcome for r in verdict.reasons] == [
        "invalid", "use_original", "use_original", "halt", "flatten", "flatten",
    ]  # fmt: skip
    assert verdict.rule == "fidelity.polarity"
    without = decide(measured(provenance=0.6, generation=9, depth=9), REMEDIATION, r_est=low)
    assert (without.outcome, without.action) == ("halt", "use_original")


def test_reasons_print_enough_digits_to_see_the_difference() -> None:
    """Not `0.70 < 0.70` (conformance README, evaluate_chain)."""
    [reason] = decide(measured(provenance=0.6999), REMEDIATION).reasons
    assert reason.message == "provenance 0.6999 < 0.7000"
    assert (reason.value, reason.limit) == (0.6999, 0.70)
    left, right = tell_apart(down(0.7), 0.7)
    assert left != right
    assert tell_apart(0.5, 0.5) == ("0.50", "0.50")


@pytest.mark.parametrize("state", ["missing", "blurred", "changed"])
def test_an_owed_fact_that_is_not_readable_never_passes_in_the_engine(state: str) -> None:
    """Even when no signal reported it: the census of facts decides."""
    verdict = decide(measured(facts=(fact(),), retained=(retained(state),)), REMEDIATION)
    assert verdict.outcome == ("invalid" if state == "changed" else "halt")
    assert "E1042" in verdict.reasons[0].message


def test_check_demands_sure_facts_only() -> None:
    """Where a false alarm costs trust, an owed fact that is not sure is no reason to refuse."""
    for sure, outcome in ((False, "promote"), (True, "halt")):
        lost = measured(facts=(fact(sure=sure),), retained=(retained("missing", sure=sure),))
        assert decide(lost, CHECK).outcome == outcome
        said = (finding("fidelity.missing_owed", "warning", fact="f1"),)
        assert decide(replace(lost, signals=measured(findings=said).signals), CHECK).outcome == outcome


def test_check_takes_unsure_warnings_and_undecided_as_notes() -> None:
    """In check only what is sure refuses; the rest is shown."""
    for given in (
        finding("fidelity.orphan_referent", "warning", probability=0.84),
        finding("fidelity.undecided", "warning"),
        finding("fidelity.invented_order", "suspicion", probability=0.84),
    ):
        verdict = decide(measured(findings=(given,)), CHECK)
        assert verdict.outcome == "promote"
        assert [note.rule for note in verdict.notes] == [given.rule]
    assert (
        decide(measured(findings=(finding("fidelity.orphan_referent", "warning", probability=0.85),)), CHECK).outcome
        == "halt"
    )


def test_a_fact_dropped_by_name_is_not_demanded_but_may_not_be_falsified() -> None:
    """A logged drop lets a fact go; it does not allow another value in its place."""
    kept_out = measured(
        facts=(fact(),),
        retained=(retained("missing"),),
        findings=(finding("fidelity.missing_owed", "warning", fact="f1"),),
    )
    assert decide(kept_out, REMEDIATION).outcome == "halt"
    assert decide(kept_out, REMEDIATION, dropped=["f1"]).outcome == "promote"
    changed = measured(facts=(fact(),), retained=(retained("changed"),))
    assert decide(changed, REMEDIATION, dropped=["f1"]).outcome == "invalid"


@pytest.mark.parametrize(
    "signal", [Signal("provenance", None, unmeasured="no sentence splitter for this language"), None]
)
def test_unmeasured_and_absent_signals_never_pass_under_remediation(signal: Signal | None) -> None:
    """A missing reading is a reason with the signal's name; under narrative it is a note."""
    whole = measured()
    signals = {k: v for k, v in whole.signals.items() if k != "provenance"} | ({"provenance": signal} if signal else {})
    spoiled = replace(whole, signals=signals)
    verdict = decide(spoiled, REMEDIATION)
    assert (verdict.outcome, verdict.rule) == ("halt", "fidelity.unmeasured")
    assert verdict.reasons[0].message.startswith("provenance was not measured")
    relaxed = decide(spoiled, NARRATIVE)
    assert (relaxed.outcome, [n.rule for n in relaxed.notes]) == ("promote", ["fidelity.unmeasured"])


def test_unmeasured_coverage_is_a_note_in_check_and_a_halt_in_the_engine() -> None:
    """check cannot know what somebody else's summarizer was shown."""
    signals = dict(measured().signals) | {"coverage": Signal("coverage", None, unmeasured="not told")}
    spoiled = replace(measured(), signals=signals)
    assert decide(spoiled, CHECK).outcome == "promote"
    assert decide(spoiled, REMEDIATION).outcome == "halt"


def test_nothing_of_nothing_passes() -> None:
    """0 of 0 is vacuous: no conflicts, no hedges, no referents."""
    signals = dict(measured().signals) | {
        "conflicts": Signal("conflicts", 0.0, 0),
        "provenance": Signal("provenance", 0.0, 0),
    }
    assert decide(replace(measured(), signals=signals), REMEDIATION).outcome == "promote"


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, -0.01, 1.01])
def test_numbers_that_are_no_shares_are_refused_as_malformed(bad: float) -> None:
    """The records let NaN through; the gate does not."""
    for name in ("provenance", "referents", "confidence"):
        with pytest.raises(ValueError, match=name):
            decide(measured(**{name: bad}), REMEDIATION)
    with pytest.raises(ValueError, match="probability"):
        decide(measured(findings=(finding("fidelity.trend", "suspicion", probability=bad),)), REMEDIATION)
    with pytest.raises(ValueError, match="R_est"):
        RetentionEstimate(bad, 0.0, 1.0)
    with pytest.raises(ValueError, match="history"):
        Reading(1, provenance=bad)


@pytest.mark.parametrize("given", [{"generation": 0}, {"depth": 0}, {"generation": True}, {"depth": 1.5}])
def test_an_invented_depth_is_malformed(given: dict[str, Any]) -> None:
    """A chain position of 0 would pass the record; here it is an error of the call."""
    with pytest.raises(ValueError, match="at least 1"):
        decide(measured(**given), REMEDIATION)


def test_below_the_floor_it_flattens_or_keeps_the_children() -> None:
    """Flatten where there is a flatter place; else halt with the collapse action, and the error names the ways out."""
    low = RetentionEstimate(down(0.85), 0.5, 0.9, n=10)
    assert decide(measured(), REMEDIATION, r_est=RetentionEstimate(0.85, 0.5, 0.9)).promoted
    assert decide(measured(), REMEDIATION, r_est=low).outcome == "flatten"
    stuck = decide(measured(), REMEDIATION, r_est=low, flatten_available=False)
    assert (stuck.outcome, stuck.action, stuck.rule) == ("halt", "collapse", "fidelity.retention_floor")
    error = collapse_error(stuck, "p2.0")
    assert isinstance(error, FidelityCollapseError)
    assert "p2.0" in str(error)
    assert "nothing is lost" in str(error)
    assert "leadline drop" in error.remedy


def test_the_lower_bound_gates_from_a_hundred_probes_on() -> None:
    """Before, an interval of a few facts would flatten every tree."""
    policy = replace(REMEDIATION, retention_bound="lower")
    few, many = estimate([LevelCounts(10, 9)]), estimate([LevelCounts(120, 108)])
    assert few.low < 0.85 < few.mean
    assert decide(measured(), policy, r_est=few).promoted
    assert many.low < 0.85 < many.mean
    assert decide(measured(), policy, r_est=many).outcome == "flatten"
    assert decide(measured(), REMEDIATION, r_est=many).promoted


CYCLES = History(tuple(Reading(4, provenance=p) for p in (0.88, 0.85, 0.82)))


def test_record_004_cycle_4_halts_by_its_trend_alone() -> None:
    """0.71 and 0.27 pass every limit; after 0.88, 0.85, 0.82 the fall is a boundary crossed."""
    cycle_4 = measured(provenance=0.71, referents=0.27, depth=4)
    assert decide(cycle_4, REMEDIATION).promoted
    verdict = decide(cycle_4, REMEDIATION, history=CYCLES)
    assert (verdict.outcome, verdict.rule) == ("halt", "fidelity.trend")
    assert verdict.reasons[0].value == 0.71
    noted = decide(cycle_4, NARRATIVE, history=CYCLES)
    assert (noted.outcome, [n.rule for n in noted.notes]) == ("promote", ["fidelity.trend"])
    assert decide(cycle_4, replace(REMEDIATION, trend="off"), history=CYCLES).notes == ()


def test_ordinary_wobble_and_short_histories_are_no_trend() -> None:
    """The fourth value of a like series passes; two earlier nodes, or those of another level, say nothing."""
    fourth = measured(provenance=0.79, depth=4)
    assert decide(fourth, REMEDIATION, history=CYCLES).promoted
    fall = measured(provenance=0.71, depth=4)
    assert decide(fall, REMEDIATION, history=History(CYCLES.readings[:2])).promoted
    assert decide(replace(fall, depth=3), REMEDIATION, history=CYCLES).promoted
    assert decide(measured(provenance=0.8, depth=4, n=5), REMEDIATION, history=steady("provenance", 1.0)).promoted
    assert (
        decide(measured(provenance=0.8, depth=4, n=50), REMEDIATION, history=steady("provenance", 1.0)).rule
        == "fidelity.trend"
    )


def steady(name: str, value: float) -> History:
    return History(tuple(Reading(4, **{name: value}) for _ in range(5)))


def test_a_rise_in_orphans_is_a_trend_and_a_fall_is_not() -> None:
    """Orphans count the other way round."""
    assert (
        decide(measured(referents=0.25, depth=4), REMEDIATION, history=steady("orphans", 0.05)).rule == "fidelity.trend"
    )
    assert decide(measured(referents=0.05, depth=4), REMEDIATION, history=steady("orphans", 0.25)).promoted
    assert (
        decide(measured(retention=0.8, depth=4), REMEDIATION, history=steady("retention", 1.0)).rule == "fidelity.trend"
    )


def test_observe_blocks_nothing_and_keeps_everything() -> None:
    """promote, with all findings, the reasons and what would have been decided."""
    spoiled = measured(provenance=0.4, findings=(finding("fidelity.polarity"),))
    verdict = decide(spoiled, replace(REMEDIATION, observe=True))
    assert (verdict.outcome, verdict.action, verdict.would_be) == ("promote", None, "invalid")
    assert verdict.findings == spoiled.findings
    assert [r.rule for r in verdict.reasons] == ["fidelity.polarity", "fidelity.provenance_invalid"]


def test_exhausted_rebuilds_keep_the_children_and_the_reasons() -> None:
    """An invalid draft is never read; after the last attempt its children stay."""
    refused = decide(measured(findings=(finding("fidelity.polarity"),)), REMEDIATION)
    verdict = exhausted(refused, 3)
    assert (verdict.outcome, verdict.action) == ("halt", "keep_children")
    assert [r.rule for r in verdict.reasons] == ["fidelity.polarity", "budget.rebuilds_exhausted"]
    with pytest.raises(ValueError, match="promoted"):
        exhausted(decide(measured(), REMEDIATION), 1)


def test_each_verdict_says_which_records_applied() -> None:
    """000, 002 and 004, each with the reason."""
    assert dict(decide(measured(), REMEDIATION).applied)["002"] == "not applied: single pass"
    assert "generation 2" in dict(decide(measured(generation=2), REMEDIATION).applied)["002"]
    assert dict(decide(measured(generation=2), CHECK).applied)["002"].startswith("depth only")


def test_an_empty_measurement_is_refused() -> None:
    """Absent does not read as clean."""
    verdict = decide(Measurement(signals={}), Policy())
    assert verdict.outcome == "halt"
    assert len(verdict.reasons) == 7


@pytest.mark.parametrize(
    ("state", "kind", "rule"),
    [
        ("missing", "error", "fidelity.missing_owed"),
        ("blurred", "error", "fidelity.identifier_blurred"),
        ("missing", "constraint", "fidelity.constraint_lost"),
        ("changed", "error", "fidelity.value_changed"),
    ],
)
def test_a_lost_fact_fails_the_rule_of_its_state(state: str, kind: str, rule: str) -> None:
    """Missing, blurred and changed are three different things, and a demand is a fourth."""
    lost = measured(facts=(fact(kind=kind),), retained=(retained(state, kind=kind), retained("kept", id="f2")))
    [reason] = decide(lost, REMEDIATION).reasons
    assert reason.rule == rule
    assert reason.message.endswith('"E1042" of child a')


def test_a_fact_that_a_finding_refuses_for_is_told_once() -> None:
    """The census adds only what no finding said; several facts of one rule share a reason."""
    facts = (fact("f1"), fact("f2"), fact("f3"))
    lost = measured(
        facts=facts,
        retained=tuple(retained("missing", id=f.id) for f in facts),
        findings=(finding("fidelity.missing_owed", "warning", fact="f1", message="f1 is gone"),),
    )
    messages = [reason.message for reason in decide(lost, REMEDIATION).reasons]
    assert messages == ["f1 is gone", 'missing: "E1042" of child a (and 1 more)']


def test_form_has_findings_and_no_value_and_sizes_need_both_sides() -> None:
    """form without a value is measured; a parent's size alone says nothing."""
    signals = dict(measured().signals) | {"form": Signal("form", None)}
    assert decide(replace(measured(), signals=signals), REMEDIATION).promoted
    other = dict(measured().signals) | {"referents": Signal("referents", None)}
    assert decide(replace(measured(), signals=other), REMEDIATION).rule == "fidelity.unmeasured"
    assert decide(measured(extra={"parent_tokens": 900.0}), REMEDIATION).promoted
    assert decide(measured(extra={"children_tokens": 9.0}), REMEDIATION).promoted


def test_orphans_are_told_against_the_limit_that_they_exceed() -> None:
    """Between the limits the inner one, above the outer one the outer; exactly on the outer the inner."""
    for value, limit in ((0.40, 0.30), (0.45, 0.30), (up(0.45), 0.45)):
        [reason] = decide(measured(referents=value), REMEDIATION).reasons
        assert reason.limit == limit


def test_the_trend_limit_is_the_prediction_bound() -> None:
    """Mean 0.85, spread 0.03, three nodes: 0.85 - 3 * 0.03 * sqrt(4/3) = 0.7461 just passes."""
    limit = 0.85 - 3 * 0.03 * math.sqrt(4 / 3)
    assert decide(measured(provenance=limit + 1e-9, depth=4), REMEDIATION, history=CYCLES).promoted
    [reason] = decide(measured(provenance=limit - 1e-9, depth=4), REMEDIATION, history=CYCLES).reasons
    assert reason.limit == pytest.approx(limit)
    assert decide(measured(provenance=0.74, depth=4, n=1), REMEDIATION, history=CYCLES).promoted  # one of one
    assert Reading(1, 0.0, 1.0, None).retention == 1.0
