"""The silent-loss bench: what it plants, how it reads a compacted session, and that it can fail."""

import json

import pytest

from leadline.bench import report as views
from leadline.bench.account import PLACES, Account
from leadline.bench.filler import sample_files, units_of_files
from leadline.bench.foreign import FOREIGN
from leadline.bench.planted import PlantedFact
from leadline.bench.silent_loss import PLANS, DepthPlan, Report, Run, outcome_of, run_bench, sessions_for
from leadline.core.tree.nodes import Draft, Node
from leadline.engine.records import NodeRecord
from leadline.engine.state import FrontierItem

SMALL = (DepthPlan(2, 3, 700, 9_000, 600),)
FACT = PlantedFact("f0", "error", "assistant", "quill-58 failed with E4417.", ("quill-58", "E4417"))


def record(id: str, leaves: tuple[int, int], state: str, text: str | None = None, finding: str = "") -> NodeRecord:
    level, index = (int(n) for n in id[1:].split("."))
    node = Node(
        level, index, leaves, tuple(f"n{i}" for i in range(*leaves)), state,  # type: ignore[arg-type]
        None if text is None else Draft(text), 0, True,
    )  # fmt: skip
    findings = ({"kind": "missing_owed", "child_quote": finding, "message": "is not in the parent"},) if finding else ()
    return NodeRecord(node, (), (), (), 0, 0, (0, 0), {}, "promote", None, findings, ())


def run(depth: int, lost: int, states: dict[str, int] | None = None) -> Run:
    places = dict.fromkeys(PLACES, 0) | {"root": 9, "lost": lost}
    account = Account(places, (FACT,) * lost, {"error": (9 + lost, 9, lost)})  # type: ignore[arg-type]
    return Run(PLANS[0], 1, depth, account, states or {"promoted": 8, "repaired": 2}, {1: (100, 90)}, 1000, 250)


def test_sessions_hold_all_facts_at_every_depth() -> None:
    """The shares add up to at least what was asked for, alike for each depth, at an ordinary density, under new seeds."""
    wanted = sessions_for(2000, 1, PLANS)
    assert sum(options.facts for _, options in wanted) >= 2000
    assert len({options.seed for _, options in wanted}) == len(wanted)
    for plan in PLANS:
        own = [options for p, options in wanted if p is plan]
        assert sum(options.facts for options in own) == 400
        assert max(options.facts / options.tokens for options in own) <= 1 / 1200
        assert all(options.tail_tokens > plan.fresh_tokens for options in own)


def test_too_few_facts_is_an_error() -> None:
    """Not even one fact a depth is no measurement."""
    with pytest.raises(ValueError, match="at least 5"):
        sessions_for(4, 1, PLANS)


def test_root_and_frontier_are_told_apart() -> None:
    """The root is the frontier item without a reason; halted leaves stand beside it with theirs."""
    top = record("p1.1", (2, 4), "promoted", "root text")
    halted = record("p1.0", (0, 2), "halted")
    frontier = [
        FrontierItem("n0", (0, 1), "halted: x", None, "leaf 0"),
        FrontierItem("p1.1", (2, 4), "", top, "root text"),
    ]
    outcome = outcome_of("context", frontier, [halted, top], ["leaf 0", "leaf 1", "leaf 2", "leaf 3"], gate=True)
    assert outcome.root == "root text"
    assert outcome.frontier == (("n0", "leaf 0"),)
    assert outcome.apart == ("leaf 0", "leaf 1")


def test_a_parent_above_takes_the_excuse_away() -> None:
    """Leaves of a flattened node that a promoted parent covers after all are not excused by the flattening."""
    flat, above = record("p1.0", (0, 2), "flattened"), record("p2.0", (0, 2), "promoted", "short")
    frontier = [FrontierItem("p2.0", (0, 2), "", above, "short")]
    assert outcome_of("short", frontier, [flat, above], ["leaf 0", "leaf 1"], gate=True).apart == ()


def test_findings_count_only_with_the_gate_on() -> None:
    """With the gate off nothing acted on a finding, so it names nothing."""
    refused = record("p1.0", (0, 1), "promoted", "x", finding="quill-58 failed with E4417.")
    frontier = [FrontierItem("p1.0", (0, 1), "", refused, "x")]
    assert "E4417" in outcome_of("x", frontier, [refused], ["leaf"], gate=True).findings[0]
    assert outcome_of("x", frontier, [refused], ["leaf"], gate=False).findings == ()


def test_report_fails_for_one_silent_loss_with_the_gate_on() -> None:
    """One lost fact is a failure; with the gate off it is the demonstration."""
    assert not Report((run(1, 0),), "extractive", True).failed
    assert Report((run(1, 0), run(2, 1)), "extractive", True).failed
    assert not Report((run(1, 5),), "dropper", False).failed


def test_report_prints_curve_price_and_the_lost() -> None:
    """Counts, r^d beside retention, missed targets, and the lost facts by name."""
    report = Report((run(1, 0), run(2, 1, {"promoted": 1, "halted": 9})), "extractive", True)
    text = "\n".join(views.render(report, {"python": "3"}, "leadline bench silent-loss"))
    assert "r = 0.900" in text
    assert "0.810" in text  # 0.9 squared, beside depth 2
    assert "promoted 45.0%" in text
    assert "lost: error, assistant: quill-58 failed with E4417." in text
    assert text.count("MISSED") == 2  # promoted parents, silent losses
    assert "leadline bench silent-loss" in text
    bad = "\n".join(views.render(Report(report.runs, "dropper", True), {}, "c"))
    assert bad.count("MISSED") == 1  # refusing a bad summarizer has no price target
    assert json.loads(json.dumps(views.as_dict(report, {}, "c")))["silent_losses"] == 1


def test_nothing_asked_is_unmeasured() -> None:
    """Without first-draft counts there is no r, and the report says so."""
    empty = Run(PLANS[0], 1, 1, Account(dict.fromkeys(PLACES, 0)), {}, {}, 10, 1)  # type: ignore[arg-type]
    assert "unmeasured" in "\n".join(views.render(Report((empty,), "extractive", True), {}, "c"))


@pytest.mark.slow
@pytest.mark.parametrize("summarizer", ["dropper", "reworder"])
def test_with_the_gate_off_many_are_lost_and_fewer_with_it_on(summarizer: str) -> None:
    """The bench can fail: the same bad summarizer over the same session loses facts silently once the gate is off."""
    units = units_of_files(sample_files())
    off = run_bench(units, 40, 5, SMALL, summarizer, FOREIGN[summarizer](5), False, lambda _: None)
    on = run_bench(units, 40, 5, SMALL, summarizer, FOREIGN[summarizer](5), True, lambda _: None)
    assert off.total.planted == on.total.planted == 40
    assert off.total.places["lost"] >= 3
    assert on.total.places["lost"] < off.total.places["lost"]


@pytest.mark.slow
def test_same_seed_same_report() -> None:
    """Same seed, same figures."""
    units = units_of_files(sample_files())
    reports = [run_bench(units, 7, 3, SMALL, "extractive", "extractive", True, lambda _: None) for _ in range(2)]
    assert reports[0] == reports[1]
