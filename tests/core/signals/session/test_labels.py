"""Numbered things told in the wrong state; and in the right one, or in none."""

from __future__ import annotations

import pytest

from leadline.core.signals.session.labels import find_labelled

from ..helpers import Text, found

LIST: list[Text] = [
    ("assistant", "**Problem 1 (Fixed)**: the dial sticks.\n**Problem 2 (Unfixed)**: the seal leaks."),
    ("tool", "#14 [completed] Paint the dial\n#15 [pending] Update the manual\nTask 16: status: done"),
]


@pytest.mark.parametrize(
    "parent",
    [
        "Problem 2 is fixed as well.",
        "The manual has been updated (task 15).",
        "Task 16 is still pending, the rest is done.",
        "Problem 1 is unresolved.",
    ],
)
def test_a_numbered_thing_in_the_wrong_state(parent: str) -> None:
    assert found(find_labelled, LIST, parent) == [("status_changed", "suspicion")]


def test_the_first_state_behind_a_label_is_its_own() -> None:
    said: list[Text] = [("assistant", "Task 17: pending, its draft is done")]
    assert found(find_labelled, said, "Task 17 was completed.") == [("status_changed", "suspicion")]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (LIST, "Problem 1 is fixed, problem 2 is unfixed."),
        (LIST, "Task 14 was completed; task 15 is pending."),
        (LIST, "Problem 2 should be fixed next."),
        (LIST, "Problem 3 is fixed."),
        ([*LIST, ("assistant", "Problem 2: fixed now.")], "Problem 2 is fixed."),
        ([("user", "If problem 2 is fixed, tell me."), ("assistant", "Looking.")], "Problem 2 is unfixed."),
    ],
)
def test_a_numbered_thing_as_the_sources_leave_it(children: list[Text], parent: str) -> None:
    assert found(find_labelled, children, parent) == []
