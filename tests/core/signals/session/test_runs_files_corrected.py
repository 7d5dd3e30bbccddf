"""The wrong test, the file that is gone or is not, the name that was taken back; and the tellings that are right."""

from __future__ import annotations

import pytest

from leadline.core.signals.session.corrected import find_corrected
from leadline.core.signals.session.files import find_files
from leadline.core.signals.session.runs import find_other_tests

from ..helpers import Text, found, trial

RUNS = [
    ("tool", "=== RUN\n--- FAIL: TestDial_Small (0.00s)\n    dial_test.go:77: too large"),
    ("tool", "FAILED tests/test_dial.py::test_small - AssertionError\n1 failed, 4 passed"),
    ("tool", "not ok 3 - test_small"),
]


@pytest.mark.parametrize(
    ("run", "parent"),
    [
        (RUNS[0], "The run broke in TestDial_Large, which was mended."),
        (RUNS[1], "test_large failed at first."),
        (RUNS[2], "test_large failed."),
    ],
)
def test_another_test_is_told_to_have_failed(run: Text, parent: str) -> None:
    assert found(find_other_tests, [run], parent) == [("identifier_swapped", "suspicion")]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        ([RUNS[0]], "The run broke in TestDial_Small."),
        ([RUNS[1]], "test_small failed, test_large did not."),
        ([RUNS[1], ("assistant", "test_large failed in the first run as well.")], "test_large failed."),
        ([RUNS[1]], "test_large passes."),
        (["All is green."], "test_large failed."),
    ],
)  # fmt: skip
def test_the_right_test_or_none(children: list[Text], parent: str) -> None:
    assert found(find_other_tests, children, parent) == []


def test_a_test_that_was_worked_on_is_less_sure() -> None:
    """Its code was read in the session, and output is not always kept."""
    read: Text = ("tool", "41\tfunc TestDial_Large(t *testing.T) {\n42\t\tdial(9)")
    (finding,) = find_other_tests(trial([read, RUNS[0]], "The run broke in TestDial_Large, which was mended."))
    assert finding.probability < 0.85


REMOVED: list[Text] = [
    ("assistant", "Writing docs/dial.md."),
    ("assistant", "shell rm docs/dial.md"),
    ("tool", "Exit code: 0"),
]
LEFT: list[Text] = [("tool", "?? notes/draft.json\n D plan/old.toml"), ("assistant", "I leave notes/draft.json alone.")]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (REMOVED, "docs/dial.md was written first and is kept."),
        (LEFT, "The untracked file notes/draft.json was deleted."),
        (LEFT, "It deleted notes/draft.json."),
    ],
)
def test_a_file_kept_or_gone_that_is_not(children: list[Text], parent: str) -> None:
    assert found(find_files, children, parent) == [("status_changed", "suspicion")]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (REMOVED, "docs/dial.md was deleted."),
        (LEFT, "notes/draft.json was left alone."),
        ([*REMOVED, ("assistant", "Wrote docs/dial.md again.")], "docs/dial.md was kept."),
        (LEFT, "plan/old.toml was deleted."),
        (["The default in dial.py was dropped by lint."], "The default in dial.py was removed."),
        (LEFT, "notes/draft.json must not be deleted."),
        ([("user", "Delete notes/draft.json."), ("assistant", "Done.")], "notes/draft.json was deleted."),
        ([("tool", "$ rm sundial.py\ndial.py")], "dial.py was kept."),
        ([("assistant", "I removed sun.py. The helper dial.py stays.")], "dial.py was kept."),
    ],
)  # fmt: skip
def test_a_file_as_the_sources_leave_it(children: list[Text], parent: str) -> None:
    assert found(find_files, children, parent) == []


BACK: list[Text] = [
    ("assistant", "Set MILL_LOG=debug to see it."),
    ("assistant", "My mistake. It's `DIAL_LOG_LEVEL`, not `MILL_LOG`."),
]


def test_a_name_that_was_taken_back() -> None:
    assert found(find_corrected, BACK, "Debug output is switched on with MILL_LOG=debug.") == [
        ("value_changed", "suspicion")
    ]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (BACK, "Debug output is switched on with DIAL_LOG_LEVEL."),
        (BACK, "The first hint, MILL_LOG, was a slip; DIAL_LOG_LEVEL holds."),
        (BACK[:1], "Debug output is switched on with MILL_LOG=debug."),
        (BACK, "- The user was told to set `MILL_LOG=debug`. Looked up and replaced by `DIAL_LOG_LEVEL`."),
        ([("assistant", "Use dial.size() instead of dial.width().")], "dial.width() is called in three places."),
        ([*BACK, ("assistant", "No: it is MILL_LOG, not DIAL_LOG_LEVEL.")], "Debug output is switched on with MILL_LOG."),
        (BACK, 'The user asked: "why is it MILL_LOG=debug here?"'),
        (BACK, '- "switch debug output on with MILL_LOG=debug, please"'),
    ],
)  # fmt: skip
def test_a_name_that_holds(children: list[Text], parent: str) -> None:
    assert found(find_corrected, children, parent) == []


def test_a_deletion_that_was_only_asked_about() -> None:
    asked: list[Text] = [("tool", "ISSUE-dials.md\npanel.py"), ("assistant", "Should I delete ISSUE-dials.md?")]
    assert found(find_files, asked, "ISSUE-dials.md was deleted.") == [("status_changed", "suspicion")]
