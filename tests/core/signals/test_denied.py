"""What the children only deny, told without the denial."""

import pytest
from tests.core.signals.helpers import found

from leadline.core.signals.denied import find_undenied

UNDENIED = [
    ("They exist only in set 118 and will not survive a reboot.", "The rules are in set 118 and survive a reboot."),
    ("I cannot rule out traces of sesame on any of the products.", "Traces of sesame can be ruled out."),
    ("Sharing with a group company shall not require consent.", "Sharing with a group company requires consent."),
    ("The vendor does not guarantee delivery.", "The vendor guarantees delivery."),
    ("The patch does not affect old clients.", "Old clients are affected by the patch."),
    ("We could not reproduce the crash.", "The crash was reproduced."),
    ("The warranty does not cover batteries.", "The warranty covers batteries."),
    ("The new rule will not bind members.", "The new rule binds members."),
]
FAITHFUL = [
    ("The vendor does not guarantee delivery.", "Delivery is not guaranteed."),
    ("The vendor does not guarantee delivery.", "The vendor refuses to guarantee delivery."),
    ("Do not merge the branch.", "The branch was merged."),  # an order: whether it was kept is for others to see
    ("The dashboard may not count timeouts.", "Timeouts might be missing from the dashboard's count."),
    ("The result is not assigned to the same slice.", "The result is assigned to another slice."),
    ("The model wasn't reading the file names.", "Reading of file names is ruled out."),
    ("We do not export drawings until Friday.", "We export drawings from Friday on."),
    ("Does it not cover batteries?", "The warranty covers batteries."),
]


@pytest.mark.parametrize(("child", "parent"), UNDENIED)
def test_a_denial_that_is_gone(child: str, parent: str) -> None:
    assert found(find_undenied, [("assistant", child)], parent) == [("polarity", "suspicion")]


@pytest.mark.parametrize(("child", "parent"), FAITHFUL)
def test_faithful_ones(child: str, parent: str) -> None:
    assert found(find_undenied, [("assistant", child)], parent) == []


def test_what_is_said_without_a_denial_elsewhere_may_be_told() -> None:
    notes = [("assistant", "We could not reproduce the crash."), ("assistant", "Today I reproduced the crash on arm.")]
    assert found(find_undenied, notes, "The crash was reproduced.") == []
