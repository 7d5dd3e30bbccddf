"""`check`: verdicts, the documented JSON, what it infers, and what it refuses."""

from __future__ import annotations

import json

import pytest

import leadline
from leadline.core.policy.model import Policy
from leadline.core.text.messages import Child
from leadline.engine import check as module

CHILDREN = [
    {
        "id": "u",
        "role": "user",
        "text": "Abort the cutover if replica lag goes above 30 s. Do not drop the old cluster until Wednesday.",
    },
    {
        "id": "t",
        "role": "tool",
        "text": "pg_upgrade --check: fatal, exit code 3, type aclitem in audit.grants_snapshot.acl",
    },
]
FAITHFUL = "Stop the cutover once replica lag exceeds 30 s; keep the old cluster until Wednesday. The check failed with exit code 3 (aclitem in audit.grants_snapshot.acl)."
FAULTY = FAITHFUL.replace("30 s", "300 s")


def test_a_faithful_summary_is_promoted() -> None:
    report = leadline.check(CHILDREN, FAITHFUL)
    assert (report.verdict, report.rule, report.promoted) == ("promote", None, True)


def test_a_changed_value_is_invalid_and_named() -> None:
    report = leadline.check(CHILDREN, FAULTY)
    assert (report.verdict, report.rule) == ("invalid", "fidelity.value_changed")
    assert report.findings[0].parent_quote == "300 s"
    assert report.findings[0].child_quote == "30 s"
    assert str(report).startswith("invalid  fidelity.value_changed\n")


def test_a_missing_limit_halts() -> None:
    """A threshold that the user set is sure to be owed; without it the children stay."""
    report = leadline.check(
        CHILDREN,
        "Keep the old cluster until Wednesday. The check failed with exit code 3 (aclitem in audit.grants_snapshot.acl).",
    )
    assert (report.verdict, report.rule) == ("halt", "fidelity.missing_owed")


def test_the_report_is_plain_json_and_the_same_each_time() -> None:
    one, two = (json.dumps(leadline.check(CHILDREN, FAULTY).as_dict(), ensure_ascii=False) for _ in range(2))
    assert one == two
    data = json.loads(one)
    assert {"id", "verdict", "rule", "score", "signals", "findings", "version"} <= set(data)
    assert set(data["findings"][0]) >= {
        "kind",
        "severity",
        "rule",
        "parent_span",
        "parent_quote",
        "child",
        "child_span",
        "child_quote",
        "message",
        "remedy",
    }
    assert data["signals"]["coverage"] is None
    assert data["unmeasured"]["coverage"]


def test_depth_and_generation_are_inferred_and_said() -> None:
    assert (leadline.check(CHILDREN, FAITHFUL).generation, leadline.check(CHILDREN, FAITHFUL).inferred) == (
        1,
        ("depth", "generation"),
    )
    assert leadline.check(["A summary of 3 leaves."], "A summary.").generation == 2
    assert leadline.check(CHILDREN, FAITHFUL, depth=1, generation=1).inferred == ()


def test_too_long_a_chain_halts() -> None:
    report = leadline.check(CHILDREN, FAITHFUL, generation=4)
    assert (report.verdict, report.rule) == ("halt", "fidelity.chain_depth")


def test_originals_are_measured_too() -> None:
    """True to its child, which is a summary that lost the limit; the leaves know better."""
    middle = ["Keep the old cluster until Wednesday."]
    report = leadline.check(middle, middle[0], originals=CHILDREN)
    assert (report.verdict, report.rule) == ("halt", "fidelity.chain_fidelity")
    assert leadline.check(middle, middle[0]).promoted


@pytest.mark.parametrize(
    ("children", "message"),
    [
        ([], "children is empty"),
        (["text", "  "], r"children\[1\] \(b\) has no text"),
        ("one text", "expected a list"),
        (None, "children is one NoneType: expected a list"),
        (b"bytes", "expected a list"),
        (["text", 3], r"children\[1\] is int: expected a text"),
        ([{"role": "boss", "text": "x"}], "role 'boss'"),
        ([{"id": "a"}], r"children\[0\] has no text"),
        ([Child("a", "x"), Child("a", "y")], "one id twice"),
    ],
)
def test_what_cannot_be_judged_is_a_value_error(children: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        leadline.check(children, "x")  # type: ignore[arg-type]


def test_depth_zero_and_an_unknown_judge_are_value_errors() -> None:
    with pytest.raises(ValueError, match="depth = 0"):
        leadline.check(["x"], "x", depth=0)
    with pytest.raises(ValueError, match="judge = 'oracle'"):
        leadline.check(["x"], "x", judge="oracle")


def test_many_cases_keep_their_order_alone_and_with_workers() -> None:
    """Enough cases for the pool: same reports as one after the other, ids echoed."""
    cases = [{"id": f"c{i}", "children": CHILDREN, "parent": FAULTY if i % 3 else FAITHFUL} for i in range(40)]
    alone = list(leadline.check_many(iter(cases), workers=1))
    pooled = list(leadline.check_many(iter(cases), workers=2))
    assert [r.id for r in pooled] == [f"c{i}" for i in range(40)]
    assert [r.as_dict() for r in pooled] == [r.as_dict() for r in alone]


def test_many_cases_are_read_only_a_little_ahead() -> None:
    read = 0

    def cases() -> object:
        nonlocal read
        for _ in range(1000):
            read += 1
            yield {"children": ["The limit is 30 s."], "parent": "The limit is 30 s."}

    reports = leadline.check_many(cases(), workers=1)  # type: ignore[arg-type]
    next(reports)
    assert read <= module._ALONE
    reports.close()  # type: ignore[attr-defined]


def test_a_case_without_parent_is_named() -> None:
    with pytest.raises(ValueError, match="case x has no 'parent'"):
        list(leadline.check_many([{"id": "x", "children": ["a b"]}]))


def test_a_policy_may_be_a_value() -> None:
    assert leadline.check(CHILDREN, FAULTY, policy=Policy(name="mine", observe=True)).verdict == "promote"


def test_a_text_that_is_no_summary_by_its_length_is_told_before_any_work() -> None:
    """Limits of size are errors that name them, not minutes of silence (docs/security.md)."""
    with pytest.raises(ValueError, match=r"parent has 1,000,001 characters, expected at most 1,000,000"):
        leadline.check(["The retry waits 250 ms."], "a" * 1_000_001)
