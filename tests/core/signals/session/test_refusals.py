"""Refusals that the user never made, and answers that he gave; with the turns and tools that show them."""

from __future__ import annotations

import pytest

from leadline.core.signals.session.refusals import find_unrefused

from ..helpers import Text, found

PLAN: list[Text] = [
    ("user", "Sort the postcards by year."),
    ("assistant", "I would sort them by hand into boxes. Shall I begin with 1910?"),
    ("user", "go ahead"),
    ("assistant", "Box 1910 is sorted."),
]
REFUSED = [("invented_actor_or_approval", "suspicion")]
ANSWERED = [("status_changed", "suspicion")]


@pytest.mark.parametrize(
    "parent",
    [
        "The user rejected sorting by hand.",
        "The plan was declined by the user.",
        "The user then interrupted the sorting.",
        "The user refused the boxes, so 1910 came first.",
    ],
)
def test_no_turn_shows_a_refusal(parent: str) -> None:
    assert found(find_unrefused, PLAN, parent) == REFUSED


@pytest.mark.parametrize(
    "more",
    [
        ("user", "by hand is horrible"),
        ("user", "We do have a machine! Take that."),
        ("user", "lieber nach Orten"),
        ("user", "why boxes"),
        ("tool", "The user doesn't want to proceed with this tool use."),
        ("tool", "^C"),
        ("assistant", "You did not want the boxes, so I took albums."),
        ("assistant", "Good catch, I undo it."),
    ],
)
def test_a_turn_or_a_tool_shows_it(more: Text) -> None:
    assert found(find_unrefused, [*PLAN, more], "The user rejected sorting by hand.") == []


@pytest.mark.parametrize(
    "parent",
    [
        "The user did not reject the plan.",
        "If the user refused the boxes, albums would do.",
        "The user stopped the sorting machine.",  # an act, no answer
        "The boxes were sorted.",
    ],
)
def test_no_refusal_is_claimed(parent: str) -> None:
    assert found(find_unrefused, PLAN, parent) == []


@pytest.mark.parametrize(
    "parent",
    [
        "The sorting is planned and awaits the user's approval.",
        "The user still has to decide whether to begin with 1910.",
        "The user has not yet answered.",
    ],
)
def test_the_user_has_answered(parent: str) -> None:
    assert found(find_unrefused, PLAN, parent) == ANSWERED


@pytest.mark.parametrize(
    "children",
    [
        PLAN[:2],  # the question is the last word
        [*PLAN, ("assistant", "Shall I go on with 1911?")],
        [*PLAN[:2], ("user", "yes, but not before Monday"), PLAN[3]],
        [*PLAN[:2], ("user", "yes? what does it cost?"), PLAN[3]],
        [*PLAN, ("user", "What about 1911?")],
    ],
)
def test_the_answer_is_open(children: list[Text]) -> None:
    assert found(find_unrefused, children, "The sorting awaits the user's approval.") == []


@pytest.mark.parametrize(
    ("parent", "kinds"),
    [
        ("The user has not decided yet.", ANSWERED),
        ("The user has not decided yet whether to begin with 1910.", ANSWERED),
        ("Offered, and the user has not decided: sell the duplicates, lend the albums to the museum, or scan the backs.", []),
    ],
)  # fmt: skip
def test_a_yes_to_one_question_leaves_the_others_open(parent: str, kinds: list[tuple[str, str]]) -> None:
    assert found(find_unrefused, PLAN, parent) == kinds
