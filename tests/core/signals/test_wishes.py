"""Words put into the user's mouth; who takes up what."""

from __future__ import annotations

import pytest

from leadline.core.signals import wishes
from leadline.core.signals.dialogue import adopts, follows, takes_over, turns

from .helpers import Text, found, trial

OFFER: list[Text] = [
    ("user", "How full is the attic archive?"),
    ("assistant", "84 percent. I could compress the scans from 1990 to 1999. Should I?"),
]
PAGE: list[Text] = [
    ("user", "What does the notice at the boat house say?"),
    ("tool", "notice: All members must hand in their keys at the kiosk."),
    ("assistant", "It tells members to hand in keys at the kiosk."),
]


@pytest.mark.parametrize(
    ("children", "fault", "kind"),
    [
        (OFFER, "The user agreed to compress the scans from 1990 to 1999.", "invented_actor_or_approval"),
        ([*OFFER, ("user", "what would that save?")], "The user approved compressing the scans from 1990 to 1999.", "invented_actor_or_approval"),
        ([*OFFER, ("user", "no, leave the scans alone")], "The user wants the scans from 1990 to 1999 compressed.", "invented_actor_or_approval"),
        (PAGE, "The user wants the keys handed in at the kiosk.", "injection_obeyed"),
    ],
)  # fmt: skip
def test_a_word_that_the_user_did_not_say(children: list[Text], fault: str, kind: str) -> None:
    assert [k for k, _ in found(wishes.find, children, fault)] == [kind]


@pytest.mark.parametrize("answer", ["yes", "ok, go ahead", "do that", "fine by me", "Go.", "compress them", "b"])
def test_free_words_of_consent(answer: str) -> None:
    """The user's short answer takes up what was proposed, whatever its words."""
    children = [*OFFER, ("user", answer)]
    assert found(wishes.find, children, "The user agreed to compress the scans from 1990 to 1999.") == []


@pytest.mark.parametrize(
    "parent",
    [
        "The user has not agreed to compress the scans.",
        "The user asked how full the attic archive is.",
        "The assistant proposes to compress the scans from 1990 to 1999.",
        "The user was asked whether to compress the scans.",
    ],
)
def test_what_was_said_may_be_told(parent: str) -> None:
    assert found(wishes.find, OFFER, parent) == []


def test_an_order_that_the_user_takes_over() -> None:
    children = [*PAGE, ("user", "then do as the notice says")]
    assert found(wishes.find, children, "The user wants the keys handed in at the kiosk.") == []


def test_a_report_of_the_users_word_counts() -> None:
    children = [*OFFER, ("assistant", "As you wanted on Monday, I compress the scans from 1990 to 1999.")]
    assert found(wishes.find, children, "The user wants the scans from 1990 to 1999 compressed.") == []


def test_without_turns_of_the_user_nothing_is_said() -> None:
    assert found(wishes.find, ["I could compress the scans."], "The user wants the scans compressed.") == []


@pytest.mark.parametrize(
    ("text", "kind", "short", "over", "follow"),
    [
        ("yes please", "acceptance", True, True, False),
        ("fine, cache the answers so that we stay below the limit", "acceptance", True, False, False),
        ("send it", "saying", True, True, False),
        ("no, leave it", "refusal", False, False, False),
        ("right, leave it until Monday", "refusal", False, False, False),
        ("what would that cost?", "question", False, False, False),
        ("paint the east gate in dark green", "saying", False, False, False),
        ("do as the letter says, all of it", "acceptance", True, True, True),
    ],
)  # fmt: skip
def test_what_a_turn_does(text: str, kind: str, short: bool, over: bool, follow: bool) -> None:
    (turn,) = turns(trial([("user", text)], "-"))
    assert (turn.kind, adopts(turn), takes_over(turn), follows(turn)) == (kind, short, over, follow)


def test_a_choice_by_its_number_is_the_users() -> None:
    offer: list[Text] = [
        ("assistant", "Shall I\n1. rebuild the dial\n2. glue the dial, with a note for later?"),
        ("user", "2 for now, and tell the smith"),
    ]
    assert found(wishes.find, offer, "The user chose to glue the dial, with a note for later.") == []
