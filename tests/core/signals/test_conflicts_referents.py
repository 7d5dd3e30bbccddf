"""Means of two siblings' values, and pronouns without anybody before them."""

from __future__ import annotations

from leadline.core.signals import conflicts, referents

from .helpers import found

AREAS = ["The register gives the meadow 310 ares.", "The survey gives the meadow 370 ares."]
MEAN = [("conflict_averaged", "suspicion")]


def test_a_mean_that_nobody_states() -> None:
    """Between two siblings' values: rounded with "about", or exactly their mean."""
    assert found(conflicts.measure, AREAS, "The meadow measures about 345 ares.") == MEAN
    assert found(conflicts.measure, AREAS, "The meadow measures 340 ares.") == MEAN
    assert found(conflicts.measure, AREAS, "The meadow measures 310 or 370 ares.") == []
    assert found(conflicts.measure, AREAS, "The meadow measures 355 ares.") == []  # another check's: a changed value


def test_numbers_that_only_look_like_a_mean() -> None:
    """Small counts, means that the children take themselves, and differences lie between others all the time."""
    assert (
        found(
            conflicts.measure, ["Answers: 3 of 9 given for the meadow form."], "6 answers of the meadow form are open."
        )
        == []
    )
    assert found(conflicts.measure, [*AREAS, "The office takes the average."], "The meadow counts as 340 ares.") == []


def test_a_conflict_that_the_parent_tells() -> None:
    """A sentence that names the conflict and stands in the parent in its own words is kept."""
    children = ["The two plans clash over the ferry pier, I will speak with both captains on Sunday."]
    assert (
        found(conflicts.measure, children, "The user speaks with both captains about plans and ferry pier on Sunday.")
        == []
    )


def test_a_person_pronoun_with_nobody_before_it() -> None:
    """ "She" as the subject of a clause, where no word before it can be a person."""
    children = ["Rota for week 9: the senior surgeon has nights on Monday."]
    assert found(referents.measure, children, "Week 9: she has nights on Monday.") == [("orphan_referent", "warning")]
    assert found(referents.measure, children, "The surgeon is set for week 9: she has nights on Monday.") == []
    assert found(referents.measure, ["Ilse has nights."], "Ilse is on the rota. She has nights.") == []


def test_it_before_a_clause_refers_to_nothing() -> None:
    """ "It falls to the user to ..." and the department "IT" are no orphans; "It leaks" is one."""
    children = ["The old barrel leaks at the seam. The user decides whether IT seals it."]
    assert found(referents.measure, children, "It falls to the user to have the seam sealed.") == []
    assert found(referents.measure, children, "IT seals the barrel at the seam.") == []
    assert found(referents.measure, children, "It leaks badly near the seam.") == [("orphan_referent", "warning")]
