"""What a person orders is a goal, whatever state it names; what they feel is none; what they tell of the state of things stays state."""

import pytest

from leadline.core.facts import extract, resolve
from leadline.core.text.messages import Child, Message, Part, Segment, child_of
from leadline.summarizers.extractive import summarize
from leadline.summarizers.port import ChildView, Request


def told(child):
    owed = tuple(f for f in resolve(extract(child)) if f.criticality == "owed")
    return summarize(Request([ChildView(child, (0, 1), owed)], 4000, 1)).sentences


def section(text):
    """Of the one sentence of a person's message."""
    (s,) = told(child_of("n0", (Message("m0", "user", (Part("text", text),), 1),)))
    return s.section


@pytest.mark.parametrize(
    "text",
    [
        "When you think you have fixed the sorting, run the command `just sort`.",
        "If you try a route and it does not work, try another one.",
        "2. If the script prints nothing when it is done, we recommend a line at its end.",
        "When the first round is done they can commit.",
        "Now, hand over this research to the others once it is finished.",
        "Pretend we have a list of parcels that were already sorted.",
        "4. If the script wants a file, such as `a.png`, and you do not have it, conduct a search in the depot that was closed.",
        "Now, you're going to solve this issue, which was not resolved, on your own.",
        "Append a section on the depots that were closed to the end of the report.",
    ],
)
def test_an_order_with_a_state_in_it_is_a_goal(text):
    assert section(text) == "goal"


@pytest.mark.parametrize(
    "text",
    [
        "The depot in `north/` is closed.",
        "Today the printer at 10.0.0.7 is broken.",
        "When the lock was taken the import failed.",
        "All the parcels of shelf 7 were already sorted.",
        "The script printed 344 where 345 was expected and failed.",
    ],
)
def test_what_a_person_tells_of_the_state_of_things_is_state(text):
    assert section(text) in ("state", "failed")


def test_a_mood_is_neither_state_nor_decision():
    assert section("I'm hoping the finished drill will spark some ideas for shelf `B7`.") == "context"
    assert section("I'll go with the second route, `B2`.") == "decisions"


def test_a_demand_is_told_from_its_beginning_however_long_it_is():
    order = (
        "Create a shelf off the newest plan in `depot/plan`, then open a draft in which " + "the rows of parcels, " * 45
        + "the labels and the lists stay as they are: never move `shelf/7`."
    )  # fmt: skip
    assert len(order) > 900
    (s,) = told(child_of("n0", (Message("m0", "user", (Part("text", order),), 1),)))
    assert s.text.startswith("Create a shelf off the newest plan")


SESSION = (
    "Sort the parcels of shelf 7.\n\nUser: sort them\nThinking: I need to fix the labels first. I should never print them twice.\n"
    + "Let me check the shelf list and then update the labels of the upper row.\n" * 60
    + "Assistant: Please provide the list.\nUser: use the old list\nThinking: I must delete the new list.\nI deleted the new list `lists/new.csv` and its index.\n"
    + "Continue with the last shelf please"
)


def test_a_pasted_session_demands_nothing_and_what_the_person_adds_does():
    child = Child("n0", SESSION, "user", None, (Segment(0, len(SESSION), "user"),))
    owed = [f.text for f in resolve(extract(child)) if f.criticality == "owed"]
    assert owed == ["Sort the parcels of shelf 7.", "Continue with the last shelf please"]
    pasted = [s for s in told(child) if s.label == "pasted"]
    assert pasted
    assert "I deleted the new list `lists/new.csv` and its index." in " ".join(s.text for s in pasted)
    assert len(pasted) < 30  # of the end only
    assert {s.label for s in told(child) if s.section == "goal"} == {"user"}


@pytest.mark.parametrize(
    "text",
    [
        SESSION.replace("Let me check the shelf list and then update the labels of the upper row.\n" * 60, ""),
        SESSION.replace("User:", "The user says").replace("Thinking:", "I think").replace("Assistant:", "And"),
    ],
)
def test_a_short_dialogue_and_a_long_message_without_speakers_are_the_persons_own(text):
    child = Child("n0", text, "user", None, (Segment(0, len(text), "user"),))
    owed = " ".join(f.text for f in resolve(extract(child)) if f.criticality == "owed")
    assert "I must delete the new list." in owed


def test_the_fields_of_a_prompt_are_nobodys_words():
    orders = [f"Sort the parcels of shelf {n} by their weight and by their size." for n in range(7, 14)]
    text = "\n\n".join([*orders, "(Open file: n/a) (Current directory: /depot)"])
    sentences = told(child_of("n0", (Message("m0", "user", (Part("text", text),), 1),)))
    assert [s.text for s in sentences if s.section == "goal"] == orders


@pytest.mark.parametrize(
    ("text", "is_open"),
    [
        ("The width of `shelf/7` remains unchanged.", False),
        ("The label of `shelf/7` remains the same.", False),
        ("The remaining balance: $55 is charged to `card/7447`.", False),
        ("The label of `shelf/7` remains to be printed.", True),
        ("The remaining rows of `shelf/7` are not sorted.", True),
    ],
)
def test_what_stays_as_it_is_is_not_open(text, is_open):
    messages = (
        Message("m0", "user", (Part("text", "sort it"),), 1),
        Message("m1", "assistant", (Part("text", text),), 2),
    )
    facts = [f for f in extract(child_of("n0", messages)) if f.role == "assistant"]
    assert any(f.kind == "open_item" for f in facts) is is_open


CODE = "Fix the sorting in `shelf.py` as follows:\n\n```python\nsort(rows, by='weight')\n```\n\nThen tell me what happened to the labels of the upper shelf, and whether anybody has to print them again or not, because the printer in `north/` is slow."


def test_code_that_a_passage_announces_goes_with_it_or_not_at_all():
    (first, *_) = told(child_of("n0", (Message("m0", "user", (Part("text", CODE + " x" * 100),), 1),)))
    assert first.text == "Fix the sorting in `shelf.py` as follows: ```python sort(rows, by='weight') ```"
    long = CODE.replace("sort(rows, by='weight')", "rows = sort(rows, by='weight')\n" * 30)
    (first, *_) = told(child_of("n0", (Message("m0", "user", (Part("text", long),), 1),)))
    assert first.text == "Fix the sorting in `shelf.py` as follows:"


@pytest.mark.parametrize(
    "text",
    [
        "anything on the upper shelf can be dropped, maybe write that down.",
        "All parcels in `north/` may be opened if the label is gone.",
    ],
)
def test_leave_for_a_whole_class_of_things_stands_with_the_rules(text):
    assert section(text) == "goal"


def test_that_everything_is_fine_is_no_rule():
    assert section("Everything in `north/` is fine and was sorted, the depot is closed.") == "state"
