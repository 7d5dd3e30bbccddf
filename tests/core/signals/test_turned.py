"""Statements turned round in a wording of their own, with faithful twins."""

from __future__ import annotations

import pytest

from leadline.core.signals.turned import find_turned

from .helpers import Text, found, trial

TURNED = [("polarity", "suspicion")]


@pytest.mark.parametrize(
    ("children", "fault", "faithful"),
    [
        (["The lease doesn't cover the attic."], "The lease covers the attic.", "The attic is not covered by the lease."),
        (["The second invoice does not match the delivery note."], "The second invoice matches the delivery note.", "The second invoice differs from the delivery note."),
        (["The town permits bonfires on the east beach."], "The town forbids bonfires on the east beach.", "On the east beach bonfires are permitted by the town."),
        (["The board rejected the draft statutes."], "The board accepted the draft statutes.", "The draft statutes were rejected by the board."),
        (["The harvest log of field 9 is incomplete."], "The harvest log of field 9 is complete.", "The harvest log of field 9 has gaps."),
    ],
)  # fmt: skip
def test_the_opposite_of_what_the_children_say(children: list[Text], fault: str, faithful: str) -> None:
    assert found(find_turned, children, fault) == TURNED
    assert found(find_turned, children, faithful) == []


@pytest.mark.parametrize(
    ("children", "faithful"),
    [
        (["The town permits bonfires on the east beach."], "The town does not forbid bonfires on the east beach."),  # turned twice
        (["The board rejected the draft statutes.", "In June the board accepted the draft statutes."], "The board accepted the draft statutes."),
        (["The smoke tests of the kiosk fail.", ("tool", "40 passed")], "The smoke tests of the kiosk pass."),
        (["The rule excludes members, not guests of the house."], "The rule does not exclude guests of the house."),
        ([("user", "Does the lease cover the attic?")], "The lease does not cover the attic."),
        (["If the scale fails the check, the lot is rejected."], "The lot passes the check of the scale."),
        (["He does not want to have the boiler serviced."], "He wants the boiler inspected, not serviced."),
        (["The vendor says that the pump is not sealed."], "The pump is sealed by the vendor."),
        (["2 major findings on site A, 0 on site B."], "Site B had no major findings."),
    ],
)  # fmt: skip
def test_no_fault(children: list[Text], faithful: str) -> None:
    assert found(find_turned, children, faithful) == []


@pytest.mark.parametrize(
    ("children", "fault", "faithful"),
    [
        (["The backfill of the price column is complete."], "The backfill of the price column is still running.", "The price column is fully backfilled."),
        (["The lamp order of the chapel is unpaid."], "The lamp order of the chapel is settled.", "The chapel's lamp order has yet to be paid."),
    ],
)  # fmt: skip
def test_the_opposite_state_of_a_task(children: list[Text], fault: str, faithful: str) -> None:
    assert found(find_turned, children, fault) == [("status_changed", "suspicion")]
    assert found(find_turned, children, faithful) == []


def test_a_prefix_denies_like_a_not() -> None:
    """ "Unsealed" is "not sealed", whatever the verb."""
    assert found(find_turned, ["The west drums are unsealed."], "The west drums are sealed.") == TURNED
    assert found(find_turned, ["The west drums are unsealed."], "The west drums are not sealed.") == []


def test_words_from_around_make_it_less_sure() -> None:
    """Only a clause that holds all that the parent's says refuses in `check`: what stands around it may be of something else."""
    own = find_turned(trial(["The west drums are not sealed."], "The west drums are sealed."))
    around = find_turned(trial(["The west drums stand outside. I haven't sealed them."], "The west drums are sealed."))
    assert [f.probability >= 0.9 for f in (*own, *around)] == [True, False]


@pytest.mark.parametrize(
    ("children", "faithful"),
    [
        (["I'd paint the north fence first. Nothing has been painted yet."], "The north fence has not been painted yet."),
        (["The unlabelled jars of the cellar stand on the left."], "The label of the jars of the cellar is missing."),
        (["The jars of the cellar are not labelled."], "The shop opens once the jars of the cellar are sorted and labelled."),
    ],
)  # fmt: skip
def test_a_proposal_an_attribute_and_a_condition_assert_nothing(children: list[Text], faithful: str) -> None:
    assert found(find_turned, children, faithful) == []
