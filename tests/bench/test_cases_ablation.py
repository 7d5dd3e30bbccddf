"""The cases bench beyond its verdicts: located faults as the scorer counts them, gates with signals off, thresholds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from leadline.bench.cases import by_kind, intervals, judge_cases, tally
from leadline.bench.cases_ablation import (
    SIGNALS,
    ablate,
    measure_cases,
    render_gates,
    render_thresholds,
    risk_curve,
    thresholds,
)

CHILDREN = [
    {"id": "a", "role": "tool", "text": "The timeout on pricing is 2500 ms. The cache holds 40 entries."},
    {"id": "b", "role": "user", "text": "Keep the cache as it is."},
]


def _case(number: int, bad: str, **fault: str | None) -> dict[str, Any]:
    return {
        "id": f"t-{number:03d}", "kind": fault["kind"], "policy": "narrative", "children": CHILDREN,
        "bad": {"text": bad, "faults": [fault]},
        "good": {"text": "Pricing: timeout 2.5 s; the cache holds 40 entries."},
        "repair": {"text": "The timeout on pricing is 2500 ms, and the cache holds 40 entries."},
    }  # fmt: skip


RIGHT = _case(
    2,
    "The timeout on pricing is 250 ms.",
    kind="value_changed",
    parent_quote="250 ms",
    child="a",
    child_quote="2500 ms",
)
ELSEWHERE = _case(
    4,
    "The timeout on pricing is 250 ms.",
    kind="value_changed",
    parent_quote="The timeout",
    child=None,
    child_quote=None,
)
MISSED = _case(
    6,
    "The timeout on pricing is 2500 ms.",
    kind="missing_owed",
    parent_quote=None,
    child="b",
    child_quote="Keep the cache",
)


def test_named_by_kind_is_not_yet_located() -> None:
    """The finding has the fault's kind in both; only in one it touches the fault's quote."""
    counts = tally("all", judge_cases([RIGHT, ELSEWHERE, MISSED], workers=1))
    assert (counts.caught, counts.named, counts.located) == (2, 2, 1)
    assert (counts.faults, counts.found, counts.placed) == (3, 3, 2)  # a suspicion finds what was let pass


def test_a_quote_of_nearly_everything_locates_nothing() -> None:
    """As the scorer has it: longer than 400 characters and more than half of the text."""
    from leadline.bench.cases import _touch

    text = "word " * 200
    assert not _touch(text, text, "word")
    assert _touch("a b c", "a b", "b c")
    assert not _touch("a b c", "a ", " b")
    assert not _touch("a b c", "a", None)


def test_kinds_and_intervals() -> None:
    results = list(judge_cases([RIGHT, ELSEWHERE, MISSED], workers=1))
    assert [(t.name, t.n, t.caught) for t in by_kind(results)] == [("missing_owed", 1, 0), ("value_changed", 2, 2)]
    low, high = intervals(results)["caught"]
    assert low <= 2 / 3 <= high
    assert intervals(results)["good"] == (1.0, 1.0)
    assert intervals(results) == intervals(results)
    assert intervals([]) == {}


@pytest.fixture(scope="module")
def cases() -> list[Mapping[str, Any]]:
    return [RIGHT, ELSEWHERE, MISSED]


def test_a_signal_that_is_off_finds_nothing(cases: list[Mapping[str, Any]]) -> None:
    """The whole gate equals `check`; what finds changed values catches them alone."""
    told = {g.name: g for g in ablate(cases, measure_cases(cases))}
    assert len(told) == 1 + 2 * len(SIGNALS)
    assert told["whole gate"].caught == tally("all", judge_cases(cases, workers=1)).caught == 2
    assert told["provenance alone"].caught == 2  # a sentence with a changed value is unsupported, too
    assert told["retention alone"].caught == 2
    assert told["conflicts alone"].caught == 0
    assert all(g.good == g.repair == 3 for g in told.values())
    assert len(render_gates(list(told.values()))) == 1 + len(told)


def test_more_risk_refuses_less(cases: list[Mapping[str, Any]]) -> None:
    """At the policy's own risk the gate is that of `check`; the engine refuses at least as much as `check` at its risk."""
    measured = measure_cases(cases)
    told = {g.name: g for g in risk_curve(cases, measured)}
    caught = [g.caught for name, g in told.items() if name.startswith("check")]
    assert caught == sorted(caught, reverse=True)
    assert replace(told["check, risk 0.95"], name="whole gate") == ablate(cases, measured)[0]  # the risk of narrative
    assert told["engine"].caught >= told["check, risk 0.50"].caught


def test_thresholds_count_who_fails(cases: list[Mapping[str, Any]]) -> None:
    rows = thresholds(cases, measure_cases(cases))
    assert {(r.name, r.limit) for r in rows} >= {
        ("provenance", 0.70),
        ("provenance", 0.50),
        ("orphans", 0.30),
        ("retention", 0.85),
    }
    assert all(0.0 <= r.balanced <= 1.0 and r.n == 3 for r in rows)
    assert any("out of fold" in line for line in render_thresholds(rows))
