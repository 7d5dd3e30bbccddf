"""Authorities that nobody asked; and those that the sources know under any name."""

from __future__ import annotations

import pytest

from leadline.core.signals.session.authorities import find_unasked_authority

from ..helpers import Text, found

BELIEF: list[Text] = [
    ("user", "the valve call fails"),
    ("assistant", "It takes `open_at` instead. I renamed the argument."),
]


@pytest.mark.parametrize(
    "parent",
    [
        "The argument was renamed; the valve documentation shows that it is open_at.",
        "According to the API reference the argument is open_at.",
        "The release notes state that it was renamed.",
        "A screenshot confirmed the new name.",
        "The profiler showed where the time went.",
    ],
)
def test_no_source_knows_of_it(parent: str) -> None:
    assert found(find_unasked_authority, BELIEF, parent) == [("invented_detail", "suspicion")]


@pytest.mark.parametrize(
    ("more", "parent"),
    [
        (("tool", "GET https://valves.example/api"), "The valve documentation shows that it is open_at."),
        (("assistant", "The docs have open_at."), "The valve documentation shows that it is open_at."),
        (("tool", "12:04 valve refused"), "The log shows a refusal."),
        (("tool", "valve.png saved"), "A screenshot confirmed the new name."),
        # nothing testifies
        (BELIEF[1], "The documentation was not looked at, and nothing in the manual says so."),
        (BELIEF[1], "The documentation should say which name it is."),
        (BELIEF[1], "The profile lists six valves."),
    ],
)
def test_a_source_knows_of_it_or_it_says_nothing(more: Text, parent: str) -> None:
    assert found(find_unasked_authority, [*BELIEF, more], parent) == []
