"""Requests that nobody made; and those that a turn, an instruction or a report names, in whatever form."""

from __future__ import annotations

import pytest

from leadline.core.signals.session.unasked import find_unasked

from ..helpers import Text, found

WORK: list[Text] = [
    ("user", "drop the weather widget from the harbour page, it is dead"),
    ("assistant", "The widget is gone. For the gap I put in `TideTable`, with a fallback to last week's figures."),
]
HIT = [("invented_actor_or_approval", "suspicion")]


@pytest.mark.parametrize(
    "parent",
    [
        "The user wants the weather widget gone, says it is dead and asks for a pull request.",
        "The user asked for tests.",
        "The issue also demanded a benchmark of the page.",
        "The user requested a separate branch for it.",
        'The gap was filled with "TideTable", which the user had asked for.',
        "The user asked for `TideTable`.",
        "The user asked for a fallback to figures of earlier weeks.",
        "The user asked for the removal and a changelog entry.",
        "On the user's wish for a pull request one was opened.",
        "The user wants tests added.",
        "The user wanted the removal as a pull request.",
        "The user asked the agent to push.",
        "The user wanted to deploy it at once.",
        "The user told the assistant to notify the harbour master.",
    ],
)
def test_what_nobody_asked_for(parent: str) -> None:
    assert found(find_unasked, WORK, parent) == HIT


@pytest.mark.parametrize(
    ("turn", "parent"),
    [
        ("and make a PR of it", "The user asks for a pull request."),
        ("cover it, pytest please", "The user asked for tests."),
        ("bring it online", "The user wanted to deploy it."),
        ("let Ida know", "The user told the assistant to notify Ida."),
        ("take the tide table then", "The user asked for `TideTable`."),
        ("fall back to older figures", "The user asked for a fallback to figures of earlier weeks."),
    ],
)
def test_what_he_asked_for_in_his_own_words(turn: str, parent: str) -> None:
    assert found(find_unasked, [*WORK, ("user", turn)], parent) == []


@pytest.mark.parametrize(
    ("more", "parent"),
    [
        (("system", "Every change goes out as a pull request."), "The task requires a pull request."),
        (("assistant", "You asked for a pull request before, so I open one."), "The user asks for a pull request."),
        (("summary", "The user wants a pull request."), "The user asks for a pull request."),
    ],
)
def test_an_instruction_or_a_report_names_it(more: Text, parent: str) -> None:
    assert found(find_unasked, [*WORK, more], parent) == []


@pytest.mark.parametrize(
    "parent",
    [
        "The user did not ask for tests.",
        "No pull request was asked for by the user.",
        "The user wants the widget dropped.",
        "The user wanted pr-4 and pr-9 removed.",  # a name that holds the letters is no pull request
        "The docs were built as the user asked.",  # what was done is no deliverable that he named
        "The user wanted the dead widget out (see TideTable).",  # what is added in brackets is the summary's own
        "The user asked for that test to be run on Sunday.",
        "The user asked for `TideTable` on the harbour page.",  # his words, with the name that was found for them later
    ],
)
def test_nothing_is_claimed_of_which_he_was_silent(parent: str) -> None:
    assert found(find_unasked, WORK, parent) == []


def test_a_later_turn_may_take_it_up() -> None:
    """Once he has answered, the words may have become his."""
    assert found(find_unasked, [*WORK, ("user", "keep it")], "The user asked for `TideTable`.") == []


def test_without_a_turn_of_the_user_nothing_is_known() -> None:
    assert found(find_unasked, [WORK[1], ("tool", "ok")], "The user asked for tests.") == []


def test_what_the_assistant_offered_may_have_become_his_wish() -> None:
    offer: list[Text] = [*WORK, ("assistant", "Shall I push it and open a PR?"), ("user", "do")]
    assert found(find_unasked, offer, "The user asked for a pull request.") == []
    assert found(find_unasked, offer, "The user asked the agent to push.") == []
