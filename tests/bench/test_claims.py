"""The claims bench: counts by check, by author and by edit; whose items are counted; what a probability is."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from leadline.bench.claims import (
    SURE,
    Check,
    Claim,
    Counts,
    by_check,
    calibration,
    count,
    curve,
    is_held_out,
    judge_claims,
    read_claims,
    share_interval,
)
from leadline.bench.claims_report import _remark, as_dict, render


def _item(
    claim: str, label: str, edit: str, evidence: str = "The kiln reached 940 degrees on Monday."
) -> dict[str, Any]:
    return {
        "task": "entail", "group": "g1", "evidence": [{"role": "tool", "text": evidence}], "claim": claim, "label": label, "edit": edit,
    }  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = [
        _item("The kiln reached 940 degrees.", "supported", "quote"),
        _item("The kiln reached 904 degrees on Monday.", "contradicted", "value_swapped"),
        {"task": "conflict", "group": "g2", "a": {}, "b": {}, "label": "conflict", "edit": "x"},
    ]
    for author in ("agent-p1", "agent-p6", "twins-10", "twins-3"):
        (tmp_path / f"{author}.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")
    (tmp_path / "pairs.jsonl").write_text('{"premise": "a", "hypothesis": "b", "label": "neutral"}\n', encoding="utf-8")
    return tmp_path


def test_authors_are_kept_apart(folder: Path) -> None:
    """The default reads nobody who is held out; files go by author and number; other tasks and other shapes are skipped."""
    assert [i["author"] for i in read_claims(folder)][::2] == ["agent-p1", "twins-3", "twins-10"]
    assert {i["author"] for i in read_claims(folder, "held-out")} == {"agent-p6"}
    assert len(read_claims(folder, "both")) == 8
    assert len(read_claims(folder, "both", every=2)) == 4
    assert is_held_out("twins-6")
    assert not is_held_out("twins-7")


def test_no_items_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no items of the task entail by dev authors"):
        read_claims(tmp_path)


def test_items_are_judged_and_counted(folder: Path) -> None:
    claims = list(judge_claims(read_claims(folder)))
    n = count(claims, 0.9)
    assert (n.faulty, n.of_faulty, n.supported, n.of_supported) == (3, 3, 0, 3)
    assert n.right == 1.0
    text = "\n".join(render(claims))
    assert "authors developed on: 6 claims" in text
    assert "held out" not in text
    assert "value_changed" in text
    group = as_dict(claims)["groups"][0]
    assert group["by_edit"]["value_swapped"]["check"]["faulty"] == 3
    assert json.dumps(group, allow_nan=False)


def test_what_a_single_claim_cannot_show_is_left_out() -> None:
    """A fact that the claim does not repeat is no fault of it."""
    (claim,) = judge_claims([_item("Monday.", "supported", "quote") | {"author": "agent-p1"}])
    assert not {c.kind for c in claim.checks} & {"missing_owed", "degenerate"}


def _claims() -> list[Claim]:
    hard, soft, note = (
        Check("a", "hard", 1.0),
        Check("b", "suspicion", 0.6),
        Check("c", "note", 0.2),
    )
    return [
        Claim("x", "1", "e", True, (hard, soft)),
        Claim("x", "1", "e", True, (soft,)),
        Claim("x", "2", "e", False, (soft, note)),
        Claim("x", "2", "e", False, ()),
        Claim("x", "3", "e", False, ()),
    ]


def test_a_probability_is_the_share_of_faulty_hits_at_equal_numbers() -> None:
    """2 of 2 faulty and 1 of 3 supported hit: 1 / (1 + 1/3)."""
    told = dict(by_check(_claims()))
    assert told[Check("b", "suspicion", 0.6)].right == pytest.approx(0.75)
    assert told[Check("a", "hard", 1.0)] == Counts(1, 2, 0, 3)
    assert next(iter(told)).severity == "hard"
    low, high = told[Check("b", "suspicion", 0.6)].right_interval
    assert 0.0 < low < 0.75 < high < 1.0
    assert math.isnan(Counts(0, 2, 0, 3).right)


def test_refusals_fall_as_risk_rises() -> None:
    """Exactly at the risk a suspicion refuses; a sure finding always does."""
    claims = _claims()
    assert [count(claims, r).supported for r in (0.59, 0.6, 0.61, SURE)] == [1, 1, 0, 0]
    recalls = [n.recall for _, n in curve(claims)]
    assert recalls == sorted(recalls, reverse=True)
    assert recalls[-1] == 0.5


def test_calibration_goes_by_tenths_and_leaves_notes_out() -> None:
    assert [(name, n.faulty, n.supported) for name, n in calibration(_claims())] == [
        ("0.6 to 0.7", 2, 1),
        ("hard", 1, 0),
    ]


@pytest.mark.parametrize(
    ("check", "counts", "remark"),
    [
        (Check("a", "hard", 1.0), Counts(99, 1000, 1, 1000), ""),
        (Check("a", "hard", 1.0), Counts(99, 1000, 2, 1000), "over budget"),  # too many alarms
        (Check("a", "hard", 1.0), Counts(10, 1000, 1, 1000), "over budget"),  # too few hits are right
        (Check("a", "suspicion", 0.92), Counts(19, 1000, 2, 2000), ""),
        (Check("a", "warning", 0.92), Counts(4, 1000, 1, 1000), "over budget"),
        (Check("a", "suspicion", 0.6), Counts(300, 1000, 10, 1000), "states too little"),
        (Check("a", "suspicion", 0.6), Counts(100, 1000, 200, 1000), "states too much"),
        (Check("a", "suspicion", 0.6), Counts(30, 1000, 20, 1000), ""),
        (Check("a", "note", 0.2), Counts(0, 1000, 200, 1000), ""),
    ],
)
def test_remarks_say_which_check_is_not_what_it_states(check: Check, counts: Counts, remark: str) -> None:
    """Exactly on the budget is inside of it."""
    assert _remark(check, counts) == remark


def test_interval_of_a_share() -> None:
    assert share_interval(0, 0) == (0.0, 1.0)
    low, high = share_interval(50, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
