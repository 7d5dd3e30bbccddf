"""Answers that the user never gave; and those that his turns, a report or a tool's prompt bear out."""

from __future__ import annotations

import pytest

from leadline.core.signals.session.consent import find_unanswered

from ..helpers import Text, found

ASKED: Text = ("user", "The labels of the herb cabinet overlap on small screens.")
DONE: Text = ("assistant", "The labels wrap now. Shall I publish the page?")
OPEN: list[Text] = [ASKED, DONE]
HIT = [("invented_actor_or_approval", "suspicion")]


@pytest.mark.parametrize(
    "parent",
    [
        "The labels wrap now. The user approved publishing the page.",
        "After the user confirmed, the page was published.",
        "The user confirmed that the labels are readable.",
        "The user tested the page and found it in order.",
        "The user reported that the labels work.",
        "The user was satisfied with the labels.",
        "The page was published with the user's consent.",
        "Publishing was approved by the user.",
        "The agent obtained the user's approval and published.",
        "It was published after confirmation from the user.",
        "The user's permission was given.",
        "The user decided to publish on Monday.",
    ],
)
def test_no_turn_of_the_user_can_be_the_answer(parent: str) -> None:
    assert found(find_unanswered, OPEN, parent) == HIT


@pytest.mark.parametrize("turn", ["And on a phone?", "Move the saffron to the top shelf of the cabinet plan as well."])
def test_a_question_and_another_order_are_no_answer(turn: str) -> None:
    """A request may take up a word of the answer before it; it confirms nothing as long as most of it is new."""
    assert found(find_unanswered, [*OPEN, ("user", turn)], "The user confirmed that the labels are readable.") == HIT


def test_no_turn_of_the_user_at_all() -> None:
    assert found(find_unanswered, [DONE, ("tool", "ok")], "The user approved the publication.") == HIT


@pytest.mark.parametrize(
    "turn",
    [
        "ok", "yeaaah", "y", "go on", "publish it", "Danke, passt", "d'accord", "好", "👍", "nice, that wraps now", "the second one",
        "both shelves", "no errors any more on my tablet", "the page may go live", "publish the page",
    ],
)  # fmt: skip
def test_a_turn_that_may_be_an_answer(turn: str) -> None:
    assert found(find_unanswered, [*OPEN, ("user", turn)], "The user approved publishing the page.") == []


@pytest.mark.parametrize(
    "more",
    [
        ("assistant", "You approved the wording earlier, so I only publish."),
        ("assistant", "Glad it helps!"),
        ("tool", "User has answered your questions: publish now"),
        ("tool", "Publish the page? [y/n] y"),
        ("summary", "The user had agreed to the publication before."),
    ],
)
def test_somebody_else_tells_of_the_answer(more: Text) -> None:
    assert found(find_unanswered, [*OPEN, more], "The user approved publishing the page.") == []


def test_the_report_stands_in_another_clause_than_what_is_awaited() -> None:
    """ "she asked for it, and you agreed": the question before the comma does not take the answer back."""
    told: Text = (
        "assistant",
        "1. Thyme: they asked for a bigger jar instead of two, and you agreed. 2. Dill: no news.",
    )
    assert found(find_unanswered, [ASKED, told], "The bigger jar for thyme was approved by the user.") == []


def test_consent_can_be_given_beforehand_a_report_cannot() -> None:
    before: list[Text] = [("user", "Wrap the labels, you can publish directly."), DONE]
    assert found(find_unanswered, before, "The user approved publishing the page.") == []
    assert found(find_unanswered, before, "The user reported that the labels work.") == HIT


def test_an_answer_to_what_a_summary_said() -> None:
    children: list[Text] = [
        ("summary", "Twelve jars differ from the list, all by a gram."),
        ("user", "accept the 12."),
        DONE,
    ]
    assert found(find_unanswered, children, "Twelve differences were accepted by the user.") == []


def test_a_customer_of_whom_the_sources_speak_is_somebody_else() -> None:
    children: list[Text] = [("user", "What did the customer write?"), ("tool", "chat customer: send what you have")]
    assert found(find_unanswered, children, "The customer agreed to a part delivery.") == []


@pytest.mark.parametrize(
    "parent",
    [
        "The user has not approved the publication.",
        "The page waits until the user has confirmed.",
        "The assistant asked whether the user approved.",
        "If the user agreed, the page could go out.",
        "It goes out with approval of the user only.",
        "Nothing was approved by the user yet.",
        "The user asked for readable labels.",
    ],
)
def test_nothing_is_claimed(parent: str) -> None:
    assert found(find_unanswered, OPEN, parent) == []


def test_a_pasted_file_is_read_at_its_ends_only() -> None:
    """A file that was attached holds every word; what is typed stands around it."""
    paste: Text = (
        "user",
        "[file cabinet.tsx]\n"
        + "import { Pin } from 'icons';\n" * 80
        + "return approved && confirmed;\n"
        + "x();\n" * 100,
    )
    assert found(find_unanswered, [ASKED, paste, DONE], "The user confirmed that the labels look right.") == HIT


def test_summaries_alone_prove_no_silence() -> None:
    assert found(find_unanswered, ["The labels wrap."], "The user approved the labels.") == []


def test_what_he_says_that_he_said() -> None:
    turn: Text = ("user", "I said yes to the bay leaves, not to the mint.")
    assert found(find_unanswered, [turn, DONE], "Of bay leaves and mint the user agreed to the bay leaves alone.") == []


def test_what_the_last_words_still_ask_for_has_no_answer() -> None:
    """A yes to something else stands before; the offer comes behind it, and no turn follows."""
    before: list[Text] = [ASKED, DONE, ("user", "Yes, publish it, great.")]
    offer: Text = ("assistant", "It is online. Would you like me to print jar stickers for the pantry?")
    parent = "The page is online. The user agreed to printing stickers for the pantry jars."
    assert found(find_unanswered, [*before, offer], parent) == HIT
    assert found(find_unanswered, [*before, offer, ("user", "why not")], parent) == []
    earlier: Text = ("assistant", "Want stickers printed for the pantry jars, too?")
    assert found(find_unanswered, [ASKED, DONE, earlier, ("user", "Yes, great."), offer], parent) == []
    told: Text = ("assistant", "You agreed to stickers printed for pantry jars.")
    assert found(find_unanswered, [*before, told, offer], parent) == []


def test_a_long_turn_that_praises_and_a_long_one_that_orders() -> None:
    praise: Text = (
        "user",
        "every drawer down to the cellar shelf wraps its letters neatly, my aunt would call that nice",
    )
    order: Text = ("user", "next week the cellar shelf needs its own drawer plan for the aunt, please draw that")
    report = "The user reported that the labels work."
    assert found(find_unanswered, [*OPEN, praise], report) == []
    assert found(find_unanswered, [*OPEN, order], report) == HIT
    assert found(find_unanswered, [*OPEN, order], "The user approved publishing the page.") == []


def test_whoever_names_a_thing_is_not_yet_content_with_it() -> None:
    assert found(find_unanswered, OPEN, "The user was happy with the labels on small screens.") == HIT


def test_the_next_order_is_no_praise_and_praise_may_follow_a_tool() -> None:
    parent = "The user was satisfied with the wrapped labels."
    order: Text = ("user", "Now see that the running heads are done right and checked.")
    assert found(find_unanswered, [*OPEN, order], parent) == HIT
    assert found(find_unanswered, [("tool", "labels: 40 wrapped"), ("user", "Nice, now the heads.")], parent) == []


def test_an_order_to_go_on_reports_no_outcome() -> None:
    go: Text = ("user", "let's continue with the heads")
    assert found(find_unanswered, [*OPEN, go], "The user confirmed that the labels work.") == HIT
    assert found(find_unanswered, [*OPEN, go], "The user confirmed the publication.") == []
    assert (
        found(
            find_unanswered,
            [*OPEN, ("user", "got forty labels on my tablet")],
            "The user confirmed that the labels work.",
        )
        == []
    )
    asked: Text = ("assistant", "The font of the labels is another one; is the new look intended?")
    look: Text = ("user", "It is intended, the font was swapped. Update them.")
    told = "It was done after the user had confirmed the new look as intended."
    assert found(find_unanswered, [ASKED, asked, look], told) == []
