"""What a later turn settles is history; what binds, says no, gives a reason or is still to come is not."""

import pytest

from leadline.core.tree.nodes import DraftSentence, Evidence
from leadline.views.spoken import Event, Spoken, spoken_of
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


@pytest.mark.parametrize("text", ["你可以干什么呢", "可以说中文吗", "これは何ですか"])
def test_a_question_without_a_mark_is_a_question_too(text):
    assert in_history(say(text, section="goal", label="user"), LATER)
    assert not in_history(say(text, leaf=5, section="goal", label="user"), LATER)


def test_a_command_to_the_client_is_no_goal_once_work_went_on():
    assert in_history(say("/add src/importer.py", section="goal", label="user"), LATER)
    for text in ("/srv/depot/labels.json is the file that must stay", "/etc/depot/rules: keep"):
        assert not in_history(say(text, section="goal", label="user"), LATER)


@pytest.mark.parametrize(
    "text",
    [
        "Please provide the number of the order and the reason.",
        "Unfortunately, I need your order number to go on.",
        "Could you confirm the address?",
    ],
)
def test_what_the_agent_asks_the_person_for_is_history_after_two_of_their_messages(text):
    assert in_history(say(text, section="open"), LATER)
    assert not in_history(say(text, leaf=5, section="open"), LATER)


def test_a_need_of_the_work_is_no_request_to_the_person():
    assert not in_history(say("I need the lock to be free before the import.", section="open"), LATER)


NEWEST = Spoken(typed=((0, 0), (4, 0), (9, 3)), acted=((0, 9), (4, 9), (9, 1)), closed=((4, 0), (9, 3)), newest=9)


def test_a_request_is_history_once_it_was_reported_on_and_the_person_went_on():
    ask = say("can you also drop the spacing of the last button?", leaf=4, at=0, section="goal", label="user")
    assert in_history(ask, NEWEST)
    assert not in_history(ask, Spoken(NEWEST.typed, NEWEST.acted, newest=9))  # they objected
    assert in_history(ask, Spoken(NEWEST.typed, NEWEST.acted, closed=NEWEST.closed, newest=12))  # in whatever words
    for text in ("From now on, can you always sign the export?", "can you make sure that it never runs twice?"):
        assert not in_history(say(text, leaf=4, at=0, section="goal", label="user"), NEWEST)


def test_a_report_that_asks_back_closes_nothing():
    ask = say("can you move my flight to the evening?", leaf=1, at=0, section="goal", label="user")

    def course(report):
        events = [(1, "person", ask.text), (2, "agent", report), (3, "person", "it is 4711"), (4, "agent", "Thanks.")]
        return spoken_of([Event((leaf, 0), who, text) for leaf, who, text in events])

    assert in_history(ask, course("I moved it to the flight at eight. Is there anything else you need?"))
    for report in (
        "Please provide your reservation ID.",
        "Which of the two?",
        "I need your number to go on. Thank you.",
    ):
        assert not in_history(ask, course(report))


@pytest.mark.parametrize(
    "text",
    ["isn't the order one, two, three?", "should we not tell the depot?", "I think we should return an error, or?"],
)
def test_a_question_is_over_with_its_answer_also_where_it_denies_or_suggests(text):
    assert in_history(say(text, leaf=4, at=0, section="goal", label="user"), NEWEST)


def test_a_question_that_binds_stays():
    for text in ("can you never do that again, ok?", "please don't touch the vault, ok?"):
        assert not in_history(say(text, leaf=4, at=0, section="goal", label="user"), NEWEST)


def test_what_a_person_met_with_is_history_two_messages_after_the_report_on_it():
    met = say("I just tried it and got an empty label.", leaf=0, at=0, section="state", label="user")
    assert in_history(met, NEWEST)
    assert not in_history(say(met.text, leaf=4, at=0, section="state", label="user"), NEWEST)


def test_a_trouble_told_with_what_the_agent_does_about_it_is_history_once_the_turn_was_closed():
    trouble = say("The config has two `origin` entries; I'm removing the duplicate so that fetches work.", leaf=2)
    assert in_history(trouble, Spoken(LATER.typed, LATER.acted, closed=((4, 0),)))
    assert not in_history(trouble, LATER)  # the person objected, or nobody has reported
    alone = say("The config has two `origin` entries, which nobody removes.", leaf=2)
    assert not in_history(alone, Spoken(LATER.typed, LATER.acted, closed=((4, 0),)))


def answered(*between):
    """A question at leaf 1, its answer at leaf 2, and two messages of the person behind it."""
    events = [(1, "person", "why is it called depot?"), *between, (2, "agent", "It is called `depot` in the config.")]
    events += [
        (3, "person", "ok, add the label"),
        (4, "agent", "Added."),
        (5, "person", "thanks"),
        (6, "agent", "Sure."),
    ]
    return spoken_of([Event((leaf, 0), who, text) for leaf, who, text in events])


def test_an_answer_to_a_question_is_history_two_messages_later_unless_something_was_done_or_found():
    told = say("It is called `depot` in the config.", leaf=2, at=0)
    assert in_history(told, answered())
    assert not in_history(told, answered((1, "changes", "")))
    for text in ("The cause is the `depot` key.", "`depot` does not cover the export yet."):
        assert not in_history(say(text, leaf=2, at=0), answered())


def test_a_plan_of_a_turn_that_was_closed_is_told_as_open_then():
    plan = say("The plugin stands alone, but I still need to remove its references.", leaf=2, section="open")
    later = Spoken(LATER.typed, LATER.acted, closed=((4, 0),))
    assert split_history([plan], later).open_before == [plan]
    assert split_history([plan], LATER).now == [plan]
    theirs = say("The key of the vault is still missing.", leaf=2, section="open")
    assert split_history([theirs], later).now == [theirs]


@pytest.mark.parametrize("text", ["Now Task 11: write a failing test.", "Step 3: integration tests for the flag."])
def test_a_number_of_the_agents_own_list_is_history_once_it_goes_on(text):
    assert in_history(say(text), LATER)
    assert not in_history(say(text), ALONE)


def test_an_order_to_itself_is_history_once_its_next_call_carries_it_out():
    order = say("Run the test to verify that it fails.", section="open")
    calls = Spoken(LATER.typed, LATER.acted, called=((0, 500),))
    assert in_history(order, calls)
    assert not in_history(order, LATER)
    assert not in_history(say("Run the test, but never on the live shelf.", section="open"), calls)


def test_what_was_made_and_removed_since_is_history():
    made = say("I have created `docs/blue.md` with a text about blue.")
    gone = say("Removed `docs/blue.md`.", leaf=3)
    assert in_history(made, LATER, gone)
    assert not in_history(made, LATER, say("Removed `docs/red.md`.", leaf=3))
    assert not in_history(say("I have created `docs/blue.md` anew.", leaf=5), LATER, gone)


def test_where_a_thing_is_ends_with_the_thing_and_not_with_another_of_its_name():
    gone = say("Removed the stale worktree/window: `blue-shelf`.", leaf=3)
    assert in_history(say("Worktree: `/srv/depot/blue-shelf`"), LATER, gone)
    assert not in_history(say("Branch: `fix/blue-shelf`"), LATER, gone)
    assert not in_history(say("Worktree: `/srv/depot/red-shelf`"), LATER, gone)
    assert not in_history(say("Worktree: `/srv/depot/blue-shelf`", leaf=5), LATER, gone)


@pytest.mark.parametrize(
    ("command", "gone"),
    [("rm -rf runs && git status", True), ("git clean; workers remove -f runs", True), ("rm -rf old-runs", False),
     ("ls runs", False), ("echo rm; cat runs/a", False)],
)  # fmt: skip
def test_what_was_open_about_a_thing_that_a_command_removed_since_is_not_as_it_was(command, gone):
    left = say("The checkout still has the untracked `runs/` and a stale branch.", leaf=1, section="open")
    events = [
        Event((0, 0), "person", "merge it"),
        Event((1, 10), "agent", left.text),
        Event((2, 0), "person", "clean up"),
    ]
    parts = split_history([left], spoken_of([*events, Event((3, 0), "call", f"Bash {command}")]))
    assert (parts.now, parts.open_before) == (([], [left]) if gone else ([left], []))


def test_a_guess_about_a_thing_is_history_once_the_agent_states_how_it_is():
    guess = say("There might be another name for `agent.find_type`.", section="guesses")
    assert in_history(guess, LATER, say("The function `find_type` exists.", leaf=2))
    assert not in_history(guess, LATER, say("The function `find_name` exists.", leaf=2))
    assert not in_history(guess, LATER, say("The function `find_type` may exist.", leaf=2, section="guesses"))


def test_a_case_in_a_question_is_no_demand():
    asked = "that is what happens if we don't stream, right?"
    assert in_history(say(asked, section="goal", label="user"), LATER)
    assert not in_history(say("and don't stream it, right?", section="goal", label="user"), LATER)


def test_a_list_shares_the_fate_of_the_offer_that_it_hangs_under():
    text = "Done.\n\nWant me to go on? The steps would be:\n1. Sort the rows\n2. Write them\n"
    at = text.index("2. Write them")
    item = DraftSentence("state", "2. Write them", (Evidence(1, at, len(text) - 1),), "assistant")
    (told,) = split_history([item], LATER, {1: text}).history
    assert told.text == "Want me to go on? The steps would be: 1. Sort the rows 2. Write them"
    assert split_history([item], ALONE, {1: text}).now == [told]
