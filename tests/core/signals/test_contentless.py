"""Texts that say of themselves that nothing stands in them."""

from __future__ import annotations

import pytest

from leadline.core.signals.contentless import says_nothing

PAGE = [
    "The document opens with a heading.",
    "Below the title stands a list of sections.",
    "No details of the plot are given.",
    "The format suggests a long text.",
]


def test_a_page_of_contents_says_nothing() -> None:
    assert says_nothing(PAGE)


def test_half_about_itself_is_enough_where_it_says_twice_what_it_lacks() -> None:
    guesses = ["It may be set in a harbour.", "Perhaps a storm is told of.", "Somebody could be waiting there."]
    assert not says_nothing([*PAGE, *guesses[:2]])
    assert says_nothing([*PAGE, "Without context it is hard to discern the characters.", guesses[0]])


@pytest.mark.parametrize(
    "sentences",
    [
        [],
        ["The page lacks details."],  # a remark
        PAGE[:2] + PAGE[3:],  # nothing is said to be lacking
        [*PAGE, "Mara sails to Kiel.", "She sells the boat.", "Joel waits at the quay."],  # it tells something as well
        ["The mayor gave no details of the plan.", "The council lacks information on costs.", "The vote is on Friday."],
        ["The last section tells of a storm.", "The crew drowned.", "Nobody gave any details."],
    ],
)
def test_a_text_that_tells_something_is_none(sentences: list[str]) -> None:
    assert not says_nothing(sentences)


ORDERS = [
    "We are given instructions for writing a summary of the whole tale.",
    "The summary should name the people and the places.",
    "The maximum length is 300 words.",
    "There is a page of contents before it.",
]


def test_instructions_for_a_summary_tell_nothing() -> None:
    assert says_nothing(ORDERS)


def test_a_tale_in_which_somebody_has_to_write_one_tells_something() -> None:
    tale = [
        "Mara runs home through the rain.",
        "Her uncle has locked the mill.",
        "She climbs in by the wheel.",
        "The ledger is gone.",
    ]
    assert not says_nothing([ORDERS[1], *tale])
    assert not says_nothing([*ORDERS[:2], *tale])
