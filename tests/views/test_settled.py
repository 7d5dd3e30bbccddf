"""What a later turn settles is history; what binds, says no, gives a reason or is still to come is not."""

import pytest

from leadline.core.tree.nodes import DraftSentence, Evidence
from leadline.views.spoken import Spoken
from leadline.views.timeline import split_history

# The person speaks at leaves 0, 4 and 8; the agent at every leaf, and what it calls follows.
LATER = Spoken(typed=((0, 0), (4, 0), (8, 0)), acted=tuple((n, at) for n in range(10) for at in (10, 500)))
ALONE = Spoken(typed=((0, 0),), acted=((0, 10),))


def say(text, leaf=0, at=10, section="state", label="assistant"):
    return DraftSentence(section, text, (Evidence(leaf, at, at + len(text)),), label)


def in_history(s, spoken, *others):
    return s in split_history([s, *others], spoken).history


@pytest.mark.parametrize(
    "text",
    [
        "I’ll align the docs with the new command and verify the example.",
        "Next I'll switch the examples to the shorter form.",
        "Now let's update the exporter.",
        "I'm going to patch `retry.py` and run its tests.",
        "I’m adding the strict script now.",
        "We'll move the loader into its own module.",
        "I need to flush the pending messages.",
        "I’m checking for scripts that still mention it before I edit.",
        "Now update `handle_command` to show it when streaming:",
    ],
)
def test_an_announced_step_is_history_once_the_agent_goes_on(text):
    assert in_history(say(text), LATER)
    assert not in_history(say(text), ALONE)


@pytest.mark.parametrize(
    "text",
    [
        "I'll not touch the production queue.",
        "I'll leave the PR as a draft because nobody can review it.",
        "Let's use the view instead of the table.",
        "I'm going to deploy once the window opens.",
        "I'm seeing timeouts on replica 3.",
        "I need to ask the owner of db-7 first.",
        "Next the importer fails with E-4711.",
        "We will need to be careful with db-7: only the reader may restart.",
        "Iterating over the rows takes 40 s.",
        "Next, delete the cache, but never the production database.",
        "Now remove the lock only after 18:00.",
    ],
)
def test_a_step_with_a_condition_a_reason_or_a_no_stays(text):
    assert not in_history(say(text), LATER)


def test_a_plan_that_ends_a_turn_stays():
    ends = Spoken(typed=((0, 0), (1, 0)), acted=((0, 10), (1, 20)))
    assert not in_history(say("I'll rotate the key tomorrow."), ends)


@pytest.mark.parametrize(
    "text", ["If you want, I can harden the example too.", "Let me know if I should go on.", "Want me to commit this"]
)
def test_an_offer_is_history_once_the_person_has_spoken_again(text):
    assert in_history(say(text, section="open"), LATER)
    assert not in_history(say(text, leaf=9, section="open"), LATER)


def test_a_question_of_the_agent_is_history_after_two_messages_of_the_person():
    asked = "Which limit holds for the importer, 30 or 90 days?"
    assert in_history(say(asked, section="open"), LATER)
    assert not in_history(say(asked, leaf=5, section="open"), LATER)


def test_a_question_of_a_person_is_history_once_answered_and_passed():
    asked = "isn't the order that a prompt came in before the stop?"
    assert in_history(say(asked, section="goal", label="user"), LATER)
    assert not in_history(say(asked, leaf=5, section="goal", label="user"), LATER)
    assert not in_history(say(asked, section="goal", label="user"), Spoken(typed=LATER.typed))


@pytest.mark.parametrize(
    "text",
    [
        "can you move the files into their own folder?",
        "The importer must never write to the archive, right?",
        "Never restart db-7.",
        "should every export be signed?",
        "we need to pass those into the prompt, right?",
    ],
)
def test_what_a_person_asks_for_or_demands_is_never_settled_by_age(text):
    assert not in_history(say(text, section="goal", label="user"), LATER)


def test_what_was_open_about_a_thing_ends_when_the_thing_is_merged():
    message = [say("Updated PR #1510.", 1), say("It still needs a review.", 1, 40, "open")]
    other = say("Review the copy of PR #1511.", 2, 10, "open")
    after = say("It has to be announced.", 6, 60, "open")
    merged = say("Merged PR #1510.", 6)
    history = split_history([*message, other, merged, after], LATER).history
    assert history == [message[1]]


@pytest.mark.parametrize(
    "text", ["PR #1510 is not merged.", "Once merged, PR #1510 has to be announced.", "Is PR #1510 merged?"]
)
def test_what_is_not_said_to_be_over_ends_nothing(text):
    item = say("Review PR #1510.", 1, 10, "open")
    assert not in_history(item, LATER, say(text, 6))


def test_a_step_ends_with_the_report_of_the_same_deed_of_the_same_names():
    step = say("1. Delete the old code (`main.ts`, `cli.ts`)", 1, 10, "open")
    assert in_history(step, LATER, say("Removed `cli.ts` (old) and `main.ts`.", 6))
    assert not in_history(step, LATER, say("Removed `cli.ts` (old).", 6))
    assert not in_history(step, LATER, say("Updated `cli.ts` and `main.ts`.", 6))
    assert not in_history(step, LATER, say("Removed `cli.ts` and `main.ts`.", 0))


def test_an_exit_code_without_a_word_is_history_and_an_error_is_not():
    bare = say("Process exited with code 1", section="failed", label="tool bash")
    told = say("error: E-4711 in segment 88, exit code 1", section="failed", label="tool bash")
    assert in_history(bare, LATER)
    assert not in_history(told, LATER)
    assert not in_history(bare, Spoken(typed=((0, 0),)))


def test_a_contradiction_that_the_agent_found_long_ago_is_told_as_open_then_and_a_persons_stays():
    turns = [say(f"request {n}", n, 0, "goal", "user") for n in range(12)] + [
        say(f"report {n}", n, 5) for n in range(12)
    ]
    mine = say("The docs disagree with the log.", 1, 10, "conflicts")
    theirs = say("The docs disagree with what you said.", 1, 1, "conflicts", "user")
    now, open_before, *_ = split_history([*turns, mine, theirs])
    assert open_before == [mine]
    assert theirs in now
