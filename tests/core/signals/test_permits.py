"""What was forbidden, told as allowed, wanted or due."""

import pytest
from tests.core.signals.helpers import found

from leadline.core.signals.permits import find_permitted

FORBIDDEN = [
    ("Do not touch production.", "Production may be touched."),
    ("Do not touch production.", "The user wants production touched."),
    ("Do not touch production.", "Touching production is fine."),
    ("Don't delete the old backups, we need them.", "The old backups should be deleted."),
    ("You must not email the customers.", "The agent is to email the customers."),
    ("Never restart db-7 by hand.", "db-7 can be restarted by hand."),
    ("Please never publish the draft.", "The draft can be published."),
    ("You may not open the valve.", "The valve is to be opened."),
]
KEPT = [
    ("Don't delete the old backups until Friday.", "The old backups can be deleted on Friday."),
    ("Don't delete the old backups.", "The old backups must not be deleted."),
    ("Do not touch production.", "The user wants production left alone."),
    ("Do not forget the keys.", "The keys must be brought."),
    ("Never restart db-7 before six.", "db-7 can be restarted after six."),
    ("Don't print the labels.", "The list should be printed."),
    ("Do not move the rack unless Ann agrees.", "The rack may be moved with Ann's consent."),
    ("Don't hesitate to call Bea.", "Bea may be called."),
]


@pytest.mark.parametrize(("ban", "parent"), FORBIDDEN)
def test_a_ban_told_as_a_leave_or_a_wish(ban: str, parent: str) -> None:
    assert found(find_permitted, [("user", ban)], parent) == [("constraint_lost", "suspicion")]


@pytest.mark.parametrize(("ban", "parent"), KEPT)
def test_conditions_and_other_things_are_left_alone(ban: str, parent: str) -> None:
    assert found(find_permitted, [("user", ban)], parent) == []


def test_what_is_lifted_later_may_be_told_so() -> None:
    notes = [("user", "Don't delete the old backups."), ("user", "OK, you can delete the old backups now.")]
    assert found(find_permitted, notes, "The old backups can be deleted.") == []
