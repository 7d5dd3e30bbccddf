"""Limits turned round, and limits told on their own side in other words."""

from __future__ import annotations

import pytest

from leadline.core.signals.sides import find_turned_limits

from .helpers import Text, found

EARLY: list[Text] = [("user", "The crew does not want to sail before 11 am, the tide is too low.")]
DONE_BY: list[Text] = [("user", "The survey has to be finished before 04:00.")]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (EARLY, "The crew refuses to sail later than 11 AM because of the tide."),
        (EARLY, "The crew must sail before 11 am, says the user of the tide."),
        (DONE_BY, "The survey has to be finished after 04:00."),
        ([("user", "Never ship more than 40 crates of slate.")], "Shipments of slate must have more than 40 crates."),
    ],
)
def test_a_limit_turned_round(children: list[Text], parent: str) -> None:
    assert found(find_turned_limits, children, parent) == [("polarity", "suspicion")]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (EARLY, "The crew wants to sail after 11 am, the tide is low."),
        (EARLY, "No sailing earlier than 11 a.m. for the crew, given the tide."),
        (EARLY, "The crew must not sail before 11 am for want of a tide."),
        (DONE_BY, "The survey must not run past 04:00."),
        # reports, other points, other things
        (EARLY, "The crew sailed after 11 am with the tide."),
        (EARLY, "The crew must sail before 12 am with the tide."),
        (EARLY, "Lunch must be over before 11 am."),
        ([*EARLY, ("user", "On Friday the crew must not sail after 11 am, the tide turns.")], "The crew refuses to sail later than 11 am, given the tide."),
    ],
)  # fmt: skip
def test_a_limit_on_its_own_side(children: list[Text], parent: str) -> None:
    assert found(find_turned_limits, children, parent) == []
