"""What was expected, proposed or claimed is no state where nobody saw it, or where something else was seen."""

import pytest

from leadline.core.text.messages import Message, Part
from leadline.core.tree.nodes import DraftSentence, Evidence
from leadline.views.spoken import Event, cleared_in, reported_in, spoken_of
from leadline.views.timeline import split_history


def say(text, leaf=1, section="state", label="assistant"):
    return DraftSentence(section, text, (Evidence(leaf, 10, 10 + len(text)),), label)


def course(*events):
    """Person asks at leaf 0, the agent answers at leaf 1; then the given (who, text) at leaves 2, 3, ..."""
    start = [Event((0, 0), "person", "please fix the import"), Event((1, 10), "agent", "Done.")]
    return spoken_of([*start, *(Event((n, 0), who, text) for n, (who, text) in enumerate(events, start=2))])


QUIET = course()
FAILED = course(("person", "FAILED tests/test_import.py::test_rows - TypeError: rows() got an unexpected argument"))
OBJECTS = course(("person", "it still fails with the same message"))
WORKS = course(("person", "nice, that worked!"))
RED = course(("tool", "collected 12 items\n...\n3 failed, 9 passed in 2.10s"))
GREEN = course(("tool", "collected 12 items\n...\n12 passed in 2.10s"))

EXPECTED = [
    "These changes will ensure that `rows` is passed to the importer.",
    "Now, the `main()` function accepts `rows`, and the tests should pass.",
    "This will replace the use of the old reader.",
    "That should fix the rounding of the totals.",
    "You should now see the real title in the list.",
]
PROPOSED = ["We'd need to pass the name to `add_row`.", "It would be the safer check.", "We could keep the old reader."]
STATES = [
    "The importer must never run before 02:00.",
    "The job will start at 02:00.",
    "I changed `rows` to a generator.",
    "The tests for the importer live in `tests/imports`.",
    "You will not see the archive: it is only for the owner.",
]


@pytest.mark.parametrize("text", EXPECTED + PROPOSED)
def test_what_is_expected_or_proposed_is_not_told_as_state(text):
    now = split_history([say(text)], QUIET).now
    assert [s.section for s in now] == ["guesses"]


@pytest.mark.parametrize("text", STATES)
def test_what_is_planned_demanded_or_done_stays_state(text):
    for spoken in (QUIET, FAILED, RED, WORKS):
        assert [s.section for s in split_history([say(text)], spoken).now] == ["state"]


@pytest.mark.parametrize("text", EXPECTED)
def test_an_expectation_is_history_once_somebody_saw_how_it_went(text):
    for spoken in (FAILED, OBJECTS, WORKS, RED):
        assert [s.text for s in split_history([say(text)], spoken).history] == [text]


def test_a_claim_that_tests_pass_ends_with_a_run_that_failed_and_the_other_way_round():
    good, bad = say("All tests pass now."), say("The test fails, as it should.")
    assert split_history([good], RED).history == [good]
    assert split_history([good], GREEN).now == [good]
    assert split_history([bad], GREEN).history == [bad]
    assert split_history([bad], RED).now == [bad]
    later = say("All tests pass now.", leaf=9)
    assert split_history([later], RED).now == [later]


def test_a_claim_that_it_is_fixed_ends_with_the_person_who_objects_next():
    claim = say("The import of empty rows is fixed.")
    assert split_history([claim], OBJECTS).history == [claim]
    assert split_history([claim], WORKS).now == [claim]
    other = course(("person", "thanks, now the export"), ("agent", "Done."), ("person", "no, not that one"))
    assert split_history([claim], other).now == [claim]


def test_a_failure_that_a_person_told_is_over_once_they_say_that_it_works():
    told = say("FAILED tests/test_import.py - TypeError", leaf=0, section="failed", label="user")
    assert split_history([told], WORKS).history == [told]
    for words in (
        "does it work now?",
        "it still does not work",
        "if that works, push it",
        "only the first test passed",
    ):
        assert split_history([told], course(("person", words))).now == [told]


def fresh(command, answer, is_error=False):
    call = Message("a", "assistant", (Part("tool_call", f"Bash {command}", "Bash", "c1"),), 8)
    return [call, Message("t", "tool", (Part("tool_result", answer, "Bash", "c1", is_error),), 9)]


def test_a_failed_run_is_over_once_the_same_command_went_well_in_the_newest_part():
    failed = say("[test] ERROR task failed", section="failed", label="tool Bash (just test core 2>&1 | tail -30)")
    start = [Event((0, 0), "person", "run it"), Event((1, 10), "call", "Bash just test core")]

    def spoken(*messages):
        return spoken_of(start, 2, cleared_in(messages))

    assert split_history([failed], spoken(*fresh("just test core 2>&1 | tail -5", "ok core 2.4s"))).history == [failed]
    assert split_history([failed], spoken(*fresh("git pull && just test core", "ok core 2.4s"))).history == [failed]
    assert split_history([failed], spoken(*fresh("just lint core", "ok"))).now == [failed]
    assert split_history([failed], spoken(*fresh("just test core", "ERROR task failed"))).now == [failed]
    assert split_history([failed], spoken(*fresh("just test core", "stopped", True))).now == [failed]


OFFERED = ["Option B: queue the rows and write them later.", "We could keep the old reader.", "Better UX would be a list.",
           "Or we could make it simpler and not print it."]  # fmt: skip


@pytest.mark.parametrize("text", OFFERED)
def test_a_proposal_is_history_once_the_person_has_said_no_or_gone_on(text):
    assert split_history([say(text)], QUIET).history == []
    assert [s.text for s in split_history([say(text)], OBJECTS).history] == [text]
    went_on = course(("person", "thanks, now the export"), ("agent", "Done."), ("person", "and the list"))
    assert [s.text for s in split_history([say(text)], went_on).history] == [text]


def test_what_binds_is_no_proposal():
    rule = say("We should never write to the archive.")
    assert split_history([rule], OBJECTS).now == [rule]


def report(text, *more):
    return [Message("r", "assistant", (Part("text", text),), 9), *more]


def test_what_the_report_at_the_end_speaks_of_is_told_there():
    found = say("The current `rows()` reads every file, so it also takes `old.csv`.")
    other = say("The lock of `shelf/7` is held by the printer.")
    start = [Event((0, 0), "person", "why?"), Event((1, 10), "agent", "I look.")]

    def parts(messages):
        return split_history([found, other], spoken_of(start, 2, frozenset(), reported_in(messages)))

    assert parts(report("I changed `rows()`: it takes only new files now.")).history == [found]
    call = Message("c", "assistant", (Part("tool_call", "Bash ls", "Bash", "c1"),), 10)
    person = Message("p", "user", (Part("text", "and now?"),), 10)
    for messages in ([], report("I changed `rows()`.", call), report("I changed `rows()`.", person)):
        assert parts(messages).now == [found, other]


CLEAN = ("tool", "[lint] golangci-lint run ./...\n0 issues.")
DIRTY = ("tool", "shelf.go:12:3: undefined: label (typecheck)\n3 issues:")


def test_lint_errors_are_over_once_a_run_found_none():
    told = say("The lint errors about undefined names are expected, they are defined in other files.")
    assert split_history([told], course(CLEAN)).history == [told]
    for others in ((), (DIRTY,), (CLEAN, DIRTY), (("tool", "10 issues closed"),)):
        assert split_history([told], course(*others)).now == [told]
    for stays in (
        "Fixed the lint errors of the label printer.",
        "No lint errors are left in the printer.",
        "The build errors of the printer are in `shelf.go`.",
    ):
        assert [s.text for s in split_history([say(stays)], course(CLEAN)).now] == [stays]


def edited(answer, path="src/shelf.ts"):
    return (("call", f"edit\npath: {path}\nold: a"), ("tool", answer))


REFUSED = "[No exact match found in src/shelf.ts for a]"


def test_a_guess_why_an_edit_was_refused_ends_with_the_edit():
    guess = say("It seems that the content of the file has changed since we last viewed it.", leaf=3, section="guesses")
    made = "src/shelf.ts was updated."

    def told(*events):
        return split_history([guess], course(*events))

    assert told(*edited(REFUSED), *edited(REFUSED), *edited(made)).history == [guess]
    assert told(*edited(REFUSED), *edited(REFUSED)).now == [guess]
    assert told(*edited(REFUSED), *edited(made, "src/lift.ts")).now == [guess]
    assert told(("call", "view\npath: src/shelf.ts"), ("tool", "1 a"), *edited(made)).now == [guess]


@pytest.mark.parametrize(
    "begins", ["I apologize for the confusion.", "You're right.", "My mistake:", "Sorry, I misread that:"]
)
def test_what_the_agent_takes_back_by_its_name_is_no_state(begins):
    guess = say("The `prompt()` function accepts `stdin`.")
    back = course(("person", "TypeError: unexpected argument"), ("agent", f"{begins} `prompt()` takes no stream."))
    other = course(("person", "and the export?"), ("agent", f"{begins} `export()` is slow."))
    assert split_history([guess], back).history == [guess]
    assert split_history([guess], other).now == [guess]


def test_an_edit_that_was_refused_and_made_since_is_no_failure():
    refused = "Your proposed edit has introduced new syntax error(s). Please retry."
    events = [
        Event((0, 0), "person", "round the total"),
        Event((1, 0), "call", "edit\nreplacement_text: return round(total)"),
        Event((1, 100), "tool", refused),
        Event((2, 0), "call", "edit\nreplacement_text:     return round(total)"),
    ]
    failure = DraftSentence("failed", refused, (Evidence(1, 100, 100 + len(refused)),), "tool")
    made = Event((2, 90), "tool", "File updated. Please review the changes.")
    again = Event((2, 90), "tool", refused)
    assert split_history([failure], spoken_of([*events, made])).history == [failure]
    assert split_history([failure], spoken_of([*events, again])).now == [failure]
