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
        # the user warns against it
        ([("user", "never use fake_bell(3) here"), ("assistant", "Then I would use fake_bell(3) elsewhere.")], "The assistant proposed using fake_bell(3) elsewhere."),
    ],
)  # fmt: skip
def test_the_right_one_or_nobody(children: list[Text], parent: str) -> None:
    assert found(find_wrong_proposer, children, parent) == []
