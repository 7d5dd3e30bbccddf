"""Proposals put into the wrong mouth."""

from __future__ import annotations

import pytest

from leadline.core.signals.session.proposers import find_wrong_proposer

from ..helpers import Text, found

BY_USER: list[Text] = [
    ("user", "the clock test sleeps two minutes"),
    ("assistant", "It waits for the bell."),
    ("user", "try using fake_bell(3) there"),
    ("assistant", "Now fake_bell(3) stands in the test."),
]
BY_ASSISTANT: list[Text] = [BY_USER[0], ("assistant", "I would go with fake_bell(3) there."), ("user", "fine")]
HIT = [("invented_actor_or_approval", "suspicion")]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (BY_USER, "The assistant proposed using fake_bell(3), and it was done."),
        (BY_USER, "The agent then suggested to use `fake_bell(3)`."),
        (BY_USER, "At the assistant's suggestion the test was changed to use fake_bell(3)."),
        (BY_ASSISTANT, "The user suggested using fake_bell(3)."),
    ],
)
def test_the_other_one_proposed_it(children: list[Text], parent: str) -> None:
    assert found(find_wrong_proposer, children, parent) == HIT


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (BY_USER, "The user proposed using fake_bell(3)."),
        (BY_ASSISTANT, "The assistant suggested using fake_bell(3)."),
        (BY_USER, "The assistant did not propose using fake_bell(3)."),
        (BY_USER, "The assistant proposed using a shorter pause."),
        # the user names the thing, the assistant proposes what to do with it
        ([("user", "ring_bell() is slow"), ("assistant", "I suggest splitting ring_bell().")], "The assistant suggested splitting ring_bell()."),
        # the user takes up what the assistant had named first
        ([("user", "the test is slow"), ("assistant", "There is also fake_bell(3)."), ("user", "use fake_bell(3)")], "The assistant suggested using fake_bell(3)."),
        # the user warns against it
        ([("user", "never use fake_bell(3) here"), ("assistant", "Then I would use fake_bell(3) elsewhere.")], "The assistant proposed using fake_bell(3) elsewhere."),
    ],
)  # fmt: skip
def test_the_right_one_or_nobody(children: list[Text], parent: str) -> None:
    assert found(find_wrong_proposer, children, parent) == []


SOFT: list[Text] = [
    ("user", "what do you make of Ottilie's comment on the lock?"),
    (
        "assistant",
        "I changed it. It differs a little from Ottilie's suggestion: the old lock key is passed along rather than cut anew.",
    ),
]


def test_what_departs_from_a_proposal_is_not_it() -> None:
    assert found(find_wrong_proposer, SOFT, "As Ottilie suggested, the old lock key is passed along.") == HIT
    assert found(find_wrong_proposer, SOFT, "Following Ottilie's advice the lock key is passed along.") == HIT


@pytest.mark.parametrize(
    "parent",
    [
        "Unlike Ottilie's suggestion, the old lock key is passed along.",
        "Not as Ottilie suggested, the old lock key is passed along.",
        "As Ottilie suggested, the door was oiled.",  # the departure is about something else
        "As the user asked, Ottilie's comment on the lock key was looked at.",
    ],
)
def test_a_departure_told_as_one(parent: str) -> None:
    assert found(find_wrong_proposer, SOFT, parent) == []
