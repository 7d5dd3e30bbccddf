"""How a record ends is open by itself: work without a report, a question that waits, tasks without a tick."""

import pytest

from leadline.core.text.messages import Message, Part
from leadline.views.open_end import TaskList, open_at_the_end

ASKED = Message("1", "user", (Part("text", "please push the labels"),), 1)
PUSH = Message(
    "2", "assistant", (Part("text", "I commit first."), Part("tool_call", "bash git push\ntimeout: 5", "bash", "c1")), 2
)
PUSHED = Message("3", "tool", (Part("tool_result", "done", "bash", "c1"),), 3)


def says(text):
    return Message("9", "assistant", (Part("text", text),), 9)


def told(*fresh, tasks=None):
    return [s.text for s in open_at_the_end(fresh, tasks)]


def test_a_record_that_ends_in_the_middle_of_work_says_so_and_which_calls_have_no_outcome():
    assert told(ASKED, PUSH) == [
        "the record ends while the agent is at work; it has not reported on what was asked last: “please push the labels”",
        "calls whose outcome is not known: bash git push",
    ]
    assert len(told(ASKED, PUSH, PUSHED)) == 1  # answered, and no word of the agent since
    assert told(ASKED, PUSH, PUSHED, says("Pushed.")) == []


def test_a_tool_that_ends_the_work_leaves_nothing_open():
    assert told(ASKED, Message("2", "assistant", (Part("tool_call", "submit", "submit", "c1"),), 2)) == []


def test_a_question_of_the_agent_at_the_end_waits_for_an_answer():
    [waits] = told(ASKED, says("The tests pass.\n\nDo you want me to commit this fix?"))
    assert waits.endswith("nobody has answered: “Do you want me to commit this fix?”")
    assert told(ASKED, says("Shall I push?"), ASKED) == []


@pytest.mark.parametrize(
    "text",
    ["Done. How can I assist you today?", "All set! What else would you like me to do?", "Is there anything else?"],
)
def test_how_a_conversation_is_kept_going_waits_for_nothing(text):
    assert told(ASKED, says(text)) == []


TODO = "TodoWrite\ntodos:\n- content: Read the labels; status: completed\n- content: Print the labels; status: in_progress\n- content: Ship them; status: pending"
BOXES = "plan\n- [x] Read the labels\n- [ ] Print the labels\n- [ ] Ship them"


@pytest.mark.parametrize("text", [TODO, BOXES])
def test_tasks_that_the_newest_list_leaves_undone_are_open_with_a_reference(text):
    left = open_at_the_end([ASKED, says("On it.")], TaskList((4, 70), text))
    assert [s.text.rpartition(": ")[2] for s in left] == ["Print the labels", "Ship them"]
    assert {(s.evidence[0].leaf, s.evidence[0].start) for s in left} == {(4, 70)}


def test_a_newer_list_in_the_freshest_part_takes_the_place_of_the_folded_one():
    newer = Message("5", "assistant", (Part("tool_call", TODO.replace("pending", "completed"), "TodoWrite", "t"),), 5)
    assert not any("not done in the newest" in text for text in told(ASKED, newer, tasks=TaskList((4, 70), TODO)))
