"""A limit that was given for one task ends with it, and only where all say that it is complete."""

from __future__ import annotations

import pytest

from leadline.api import check
from leadline.core.facts import extract
from leadline.core.signals.finished import Finished
from leadline.core.text.messages import Child

TASK = "Please add the tariff of zone 4 to the booklet.\nNever ask the harbour master for permission.\nThe scanner is set up."
DONE = "The tariff of zone 4 stands in the booklet on page 12. The task is complete."
SUMMARY = "The tariff of zone 4 was added to the booklet on page 12. Declared complete."


def _ends(*children: Child, parent: str = SUMMARY) -> bool:
    demands = [f for f in extract(children[0]) if f.kind == "constraint" and "harbour master" in f.text]
    assert len(demands) == 1
    return Finished(children, parent).ends(demands[0])


def test_it_ends_with_its_task() -> None:
    children = (Child("u", TASK, "user"), Child("a", DONE, "assistant"))
    assert _ends(*children)
    assert check(children, SUMMARY).promoted
    assert not check(children, SUMMARY.replace(" Declared complete.", "")).promoted


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        # the agent has not said that it is complete
        ((Child("u", TASK, "user"), Child("a", "The tariff of zone 4 stands in the booklet.", "assistant")), SUMMARY),
        ((Child("u", TASK, "user"), Child("a", "The task is not complete: page 12 is missing.", "assistant")), SUMMARY),
        # the summary does not, or leaves something open
        ((Child("u", TASK, "user"), Child("a", DONE, "assistant")), "The tariff of zone 4 was added to the booklet on page 12."),
        ((Child("u", TASK, "user"), Child("a", DONE, "assistant")), SUMMARY + " Next comes zone 5, which is under way."),
        # somebody has asked for more since
        ((Child("u", TASK, "user"), Child("a", DONE, "assistant"), Child("v", "Now add zone 5 as well.", "user")), SUMMARY),
        # it was given for all work to come, or with no task at all
        ((Child("u", TASK.replace("Never", "From now on never"), "user"), Child("a", DONE, "assistant")), SUMMARY),
        ((Child("u", "Never ask the harbour master for permission.", "user"), Child("a", DONE, "assistant")), SUMMARY),
    ],
)  # fmt: skip
def test_it_holds_otherwise(children: tuple[Child, ...], parent: str) -> None:
    assert not _ends(*children, parent=parent)
