"""A check that nobody made; and the tellings of checks that somebody did make, or that nobody claims."""

from __future__ import annotations

import pytest

from leadline.core.signals.session.verified import find_unverified

from ..helpers import Text, found

WORK: list[Text] = [
    ("user", "Round the sums in ledger.py. You may run any tests you like."),
    ("assistant", "The cut of the decimals stood in line 40; it rounds now."),
    ("tool", "edited ledger.py"),
]
RUN: list[Text] = [*WORK, ("assistant", "Running the tests."), ("tool", "12 passed in 0.4s")]


@pytest.mark.parametrize(
    "parent",
    [
        "The sums are rounded in ledger.py and all tests pass.",
        "The agent ran the full test suite.",
        "It rounded the sums and added a unit test.",
        "The test suite was run, and the sums are rounded.",
        "ledger.py rounds the sums; the build is green.",
        "Linting is clean.",
    ],
)
def test_a_check_that_no_source_tells_of(parent: str) -> None:
    assert found(find_unverified, WORK, parent) == [("status_changed", "suspicion")]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (RUN, "The sums are rounded and all tests pass."),
        (RUN, "The tests were run."),
        ([*WORK, ("user", "I ran the tests, they are green.")], "All tests pass."),
        ([*WORK, ("tool", "smoke: 20/20 ok")], "All 20 smoke tests passed."),
        ([*WORK, ("tool", "+def test_sums():"), ("assistant", "A test holds it now.")], "A test was added."),
        ([*WORK, ("tool", "tsc: 0 errors")], "The type check is clean."),
        # nothing is claimed
        (WORK, "The tests were not run."),
        (WORK, "Next: run the test suite and see that all tests pass."),
        (WORK, "The user may merge it once all tests pass."),
        (WORK, "The user asked whether the test suite was run."),
        (WORK, "Nobody added a test."),
    ],
)
def test_a_check_that_was_made_or_is_not_claimed(children: list[Text], parent: str) -> None:
    assert found(find_unverified, children, parent) == []


def test_a_run_that_failed_is_no_success() -> None:
    failed: list[Text] = [*WORK, ("tool", "pytest: 2 failed")]
    assert found(find_unverified, failed, "The sums are rounded, and the tests pass.") == [
        ("status_changed", "suspicion")
    ]
    assert found(find_unverified, failed, "The tests were run.") == []


def test_tests_that_are_only_spoken_of_were_not_run() -> None:
    spoken: list[Text] = [
        *WORK,
        ("assistant", "The existing test files stay as they are."),
        ("tool", "ls\ntest_ledger.py"),
    ]
    assert found(find_unverified, spoken, "The existing tests were rerun.") == [("status_changed", "suspicion")]
