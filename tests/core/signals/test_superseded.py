"""A value that the sources replaced, told as the one that holds; and the tellings that leave no doubt."""

from __future__ import annotations

import pytest

from leadline.core.signals.superseded import find_superseded

from .helpers import Text, found

MOVED = ["The ferry's departure was moved from 9:40 to 11:15 by the harbour office."]
DIFF = [("tool", "edited mill.toml\n-feed_rate: 35\n+feed_rate: 28\n spindle: 900")]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (MOVED, "The departure of the ferry is at 9:40."),
        (DIFF, "The feed_rate of the mill is 35."),
        ([("tool", "quota of the tenant: 40 GB -> 65 GB")], "The tenant has a quota of 40 GB."),
        (["The printed limit of 70 trays an hour is wrong; the line takes 85."], "The limit of the line is 70 trays an hour."),
        (["The output has changed from 344 to 345 in the second run."], "The output is still 344, so the defect remains."),
        (["We use port 7201 instead of 7200 for the probe."], "The probe is on port 7200."),
    ],
)  # fmt: skip
def test_what_no_longer_holds(children: list[Text], parent: str) -> None:
    assert found(find_superseded, children, parent) == [("value_changed", "suspicion")]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (MOVED, "The departure of the ferry is at 11:15."),
        (MOVED, "The departure of the ferry was at 9:40 at first."),
        (MOVED, "The ferry's departure is now 11:15 instead of 9:40."),
        ([*MOVED, "The office took it back: departure of the ferry is 9:40 as printed."], "The departure of the ferry is at 9:40."),
        (DIFF, "The spindle runs at 900."),
        (["The load went from 35 to 28 in the night."], "The crew has 35 members."),
        (["At noon the load stood at 35, then it fell from 35 to 28."], "At noon the load stood at 35."),
    ],
)  # fmt: skip
def test_what_holds_or_held(children: list[Text], parent: str) -> None:
    """The new value, the old one as old, one that came back, another thing's, and the past tense."""
    assert found(find_superseded, children, parent) == []
