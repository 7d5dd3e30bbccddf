"""The freshest part: task lists whole or not at all, every cut with its place."""

from leadline.core.text.messages import Message, Part
from leadline.views.freshest import ANSWERED_MAX, shorten_fresh, tasks_of


def tasks(*states, name="TodoWrite", word="content", first=0):
    items = [
        f"- {word}: Port reader number {first + n} to the new format; status: {state}" for n, state in enumerate(states)
    ]
    return Part("tool_call", "\n".join([name, "todos:", *items]), name)


def message(n, *parts):
    return Message(f"m{n}", "assistant", parts, n)


def texts(*messages):
    return [m.text for m in shorten_fresh(messages)]


def test_of_one_list_only_its_newest_state_is_shown():
    old, new = tasks("pending", "pending"), tasks("completed", "pending")
    first, second, last = texts(message(3, old), message(5, new), message(6, Part("text", "Going on.")))
    assert (
        first
        == "TodoWrite [… the list of 2 tasks as it stood here is left out: it stands newer below; this one in line 3 of the transcript …]"
    )
    assert second == new.text
    assert last == "Going on."


def test_a_list_with_a_task_that_the_newest_has_no_more_stays():
    old, new = tasks("pending", "pending"), tasks("completed", "pending", first=1)
    assert texts(message(3, old), message(5, new)) == [old.text, new.text]


def test_lists_of_two_tools_are_two_lists():
    one, other = tasks("pending", "pending"), tasks("pending", "pending", name="update_plan", word="step")
    assert texts(message(3, one), message(5, other)) == [one.text, other.text]


def test_a_long_list_is_never_cut_and_another_long_call_is():
    long = tasks(*(["completed", "pending"] * 40))
    assert len(long.text) > ANSWERED_MAX
    other = Part("tool_call", "Edit\n" + "some code of the file\n" * 100, "Edit")
    first, second, _ = texts(message(3, long), message(4, other), message(5, Part("text", "Both done.")))
    assert first == long.text
    assert "characters left out here; the whole stands in line 4" in second


def test_a_call_that_does_more_than_keep_a_list_is_none():
    assert tasks_of(tasks("pending", "pending"))
    assert not tasks_of(
        Part("tool_call", "Write\ncontent:\n# Plan\nSome words.\nMore words.\n- [ ] one\n- [x] two\nEnd.", "Write")
    )
    assert not tasks_of(tasks("pending"))
    assert not tasks_of(Part("tool_result", tasks("pending", "pending").text, "TodoWrite"))
