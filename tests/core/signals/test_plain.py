"""Short statements: the opposite of the only thing that the children say of the same subject."""

import pytest
from tests.core.signals.helpers import found

from leadline.core.signals.plain import find_plain

OPPOSITE = [
    (["The job failed."], "The job succeeded."),
    (["The job did not fail."], "The job failed."),
    (["The build is green."], "The build is red."),
    (["The build is not green."], "The build is green."),
    (["The gate is open."], "The gate is closed."),
    (["The invoice is unpaid."], "The invoice is paid."),
    (["Alice approved the change.", "Bob rejected the change."], "Bob approved the change."),
    (["Server web-1 is healthy. Server web-2 is down."], "Server web-1 is down."),
    (["The lint job passed.", "The unit job failed."], "The unit job passed and the lint job passed."),
    (["Tests pass on Linux but fail on Windows."], "Tests pass on Linux and Windows."),
    (["The deploy is planned for Monday."], "The deploy happened on Monday."),
    (["The review meeting is scheduled for 5 May."], "The review meeting took place on 5 May."),
]
FAITHFUL = [
    (["The job failed."], "The job failed."),
    (["The job did not fail."], "The job succeeded."),
    (["The job failed.", "After the fix the job passed."], "The job succeeded."),
    (["The job failed.", "Rerun: green now."], "The job succeeded."),
    (["The job failed.", "Later it went through, all fine."], "The job succeeded."),
    (["Tests pass on Linux but fail on Windows."], "Tests pass on Linux."),
    (["Tests pass on Linux but fail on Windows."], "Tests pass on Linux and fail on Windows."),
    (["Alice approved the change.", "Bob rejected the change."], "Alice approved the change and Bob rejected it."),
    (["The deploy is planned for Monday.", "The deploy went through on Monday."], "The deploy happened on Monday."),
    (["PR 1510 is merged."], "PR 1510 was open when the work began."),
    (["The old gate is open.", "The new gate is closed."], "The new gate is closed."),
    (["Is the gate open?"], "The gate is closed."),
    (["The gate might be open."], "The gate is closed."),
    (["The pictures have to be sent to the insurer."], "To do: the pictures sent to the insurer."),
]


@pytest.mark.parametrize(("children", "parent"), OPPOSITE)
def test_the_opposite_of_the_only_statement_about_a_subject_is_seen(children: list[str], parent: str) -> None:
    kinds = {kind for kind, _ in found(find_plain, [("summary", c) for c in children], parent)}
    assert kinds
    assert kinds <= {"status_changed", "polarity"}


@pytest.mark.parametrize(("children", "parent"), FAITHFUL)
def test_what_some_child_says_is_no_opposite(children: list[str], parent: str) -> None:
    assert found(find_plain, [("summary", c) for c in children], parent) == []
