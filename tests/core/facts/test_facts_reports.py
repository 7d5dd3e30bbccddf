"""Reports of the agent: what it says about the work is owed, how it talks on the way is not."""

import pytest

from leadline.core.facts import extract, resolve
from leadline.core.facts.model import SENTENCE_KINDS
from leadline.core.text.messages import Child, Message, Part, child_of


def says(text, *, call=False):
    parts = [Part("text", text)]
    if call:
        parts.append(Part("tool_call", '{"command": "make all"}', "Bash", "c1"))
    return Message("a", "assistant", tuple(parts), 2)


def owed(text, part=None, *, call=False):
    """Kinds that are owed inside of `part` of an assistant message: its last one in the turn, or one before a call."""
    part = part or text
    child = child_of("n", (says(text, call=call),)) if call else Child("n", text, "assistant")
    at = child.text.index(part)
    return {f.kind for f in resolve(extract(child)) if f.criticality == "owed" and at <= f.start < at + len(part)}


@pytest.mark.parametrize(
    "text",
    [
        "Done.",
        "**Found it!**",
        "Found the bug.",
        "Now I see the issue more clearly.",
        "**After your reset**:",
        "Now I understand the real problem:",
        "I updated the docs as follows:",
        "Here is how the parser works in general:",
        "# Deployed api-gateway-3",
    ],
)
@pytest.mark.parametrize("call", [False, True])
def test_a_bare_remark_or_an_announcement_is_not_owed(text, call):
    assert not owed(text, call=call)


@pytest.mark.parametrize(
    "text",
    [
        "All tests pass.",
        "The importer passes all checks.",
        "Two of the tests still fail:",
        "The only open issue of the importer is:",
        "You must not touch the table orders_2025, which means:",
        'The "Last Prompt: " prefix has been added in both places:',
        "I created the document at `docs/ISSUE-7.md` that says:",
    ],
)
def test_a_state_with_its_subject_is_owed(text):
    assert owed(text)


@pytest.mark.parametrize(
    ("text", "conflict"),
    [
        ("The manifest and the docs of svc-7 disagree.", True),
        ("The checksum of a_7.tar does not match the one in the manifest.", True),
        ("1. Detects when the checksum doesn't match the manifest of a_7.tar", False),
        ("Warns if the two values in conf_7.toml differ from each other or contradict.", False),
        ("Verifies whether schema_7 has a mismatch.", False),
    ],
)
def test_a_check_for_disagreement_is_no_disagreement(text, conflict):
    assert ("conflict" in owed(text)) is conflict


def test_a_question_that_the_agent_asks_itself_is_not_open():
    text = (
        "Is `288a28a` an ancestor of `803390c`? No, it was on the other branch. " + "More words follow about it. " * 12
    )
    assert "open_item" not in owed(text, "Is `288a28a` an ancestor of `803390c`?")
    assert "open_item" not in owed("Why is `a_7.json` empty?", call=True)


@pytest.mark.parametrize(
    "text",
    [
        "Should I delete `ISSUE-7.md`?",
        "Which of the two limits of svc-7 do you want?",
        "Is the limit of 30 s on svc-7 intended?",  # nothing follows: it waits for somebody
    ],
)
def test_a_question_to_the_user_is_open(text):
    assert "open_item" in owed(text)


CHANGES = """I've updated the importer:
- `import_rows()` - returns the rows that were skipped
- `src/report_7.py`: writes one line for each of them
- `--strict` now stops at the first bad row"""
LAYOUT = CHANGES.replace("I've updated the importer:", "The importer is built like this today:")


@pytest.mark.parametrize("line", CHANGES.split("\n")[1:])
def test_what_was_changed_is_owed_and_how_a_thing_is_built_is_not(line):
    assert "status" in owed(CHANGES, line)
    assert owed(LAYOUT, line) <= owed(line)


def test_the_values_behind_a_finished_thing_are_owed():
    done = "The flight has been booked successfully.\n- Reservation ID: HATHAT\n- Departure: 2027-05-20 11:00"
    offer = "These are the flights that I can see.\n- Reservation ID: HATHAT\n- Departure: 2027-05-20 11:00"
    assert "status" in owed(done, "Reservation ID: HATHAT")
    assert "status" in owed(done, "Departure: 2027-05-20 11:00")
    assert not owed(offer, "Departure: 2027-05-20 11:00")


def test_a_thing_that_is_left_undone_on_purpose_is_owed():
    assert "status" in owed("We don't know the owner of the repository, so we'll leave it as is for now.")


def test_a_change_of_course_is_a_decision_and_a_next_step_is_not():
    turn = "Let's try a different approach and put the toggle into PullRequestViewer instead of the app."
    step = "Let's look at PullRequestViewer next."
    assert "decision" in owed(turn, call=True)
    assert not owed(step, call=True)


def test_quoted_words_bind_nobody():
    text = 'Post-commit of svc-7 saw "no new content, must not run" and went on.'
    assert "constraint" not in owed(text)
    assert "constraint" in owed("Post-commit of svc-7 must never be started on main.")


def test_a_wish_is_a_goal_and_an_approval_is_a_decision():
    wish = extract(Child("u", "It departs at 3pm, but I'd like to get on a later flight that day.", "user"))
    yes = extract(Child("u", "Yes, I'd like to go with the second one.", "user"))
    assert "goal" in {f.kind for f in wish if f.criticality == "owed"}
    assert "decision" in {f.kind for f in yes if f.criticality == "owed"}


def test_a_sentence_about_a_named_thing_is_typed_also_in_a_long_message():
    filler = "This paragraph goes on about nothing in particular for quite a while. " * 80
    said = "The customer's endpoint is https://amber820.example.org/v8/archive, that is the one that times out."
    facts = extract(Child("u", f"{filler}\n\n{said}", "user"))
    assert [f.criticality for f in facts if f.text == said] == ["owed"]
    assert not [f for f in facts if f.criticality == "owed" and f.text in filler]


@pytest.mark.parametrize(
    ("lead", "kind"),
    [
        ("**Next steps:**", "open_item"),
        ("## Remaining", "open_item"),
        ("Still open:", "open_item"),
        ("Two of the checks failed:", "status"),
        ("## Background", None),
        ("The parser has these parts:", None),
    ],
)
def test_the_bullets_below_an_announcement_are_what_it_announces(lead, kind):
    bullets = "- Real approval by somebody else\n- Merging of the branch"
    found = owed(f"{lead}\n{bullets}", bullets)
    assert found == ({kind} if kind else set())


def test_a_list_ends_with_the_next_paragraph():
    text = "Next steps:\n- Real approval by somebody else\n\nThe parser has parts.\n- A lexer that is fast"
    assert owed(text, "Real approval")
    assert not owed(text, "A lexer that is fast")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Now update `handle_7()` to add to the pending area when streaming:", "in_flight"),
        ("I need to move the pending parts of `handle_7()`.", "in_flight"),
        ("The test of `handle_7()` is still pending.", "progress_open"),
    ],
)
def test_a_next_step_of_the_agent_is_in_flight_and_what_is_left_is_open(text, reason):
    (fact,) = [f for f in extract(child_of("n", (says(text, call=True),))) if f.kind == "open_item"]
    assert fact.reason == reason


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("If needed, the owner of `NOTICE.txt` can fill in the line later.", {"open_item"}),
        ("Wait, `handle_7()` seems to be called twice.", set()),
        ("I apologize for the errors in `handle_7()`.", set()),
    ],
)
def test_what_is_put_off_is_open_and_thinking_aloud_is_nothing(text, kinds):
    facts = extract(child_of("n", (says(text, call=True),)))
    assert {f.kind for f in facts if f.criticality == "owed" and f.kind in SENTENCE_KINDS} == kinds


def test_the_way_to_do_it_is_not_open_and_what_is_left_to_do_is():
    def kinds(text):
        return {f.kind for f in resolve(extract(Child("c0", text, "assistant"))) if f.criticality == "owed"}

    assert "open_item" not in kinds("That is the right way to do it for `queue.py`.")
    assert "open_item" in kinds("To do: port `queue.py`.")
    assert "open_item" in kinds("Left to do in `queue.py`: the retry.")
