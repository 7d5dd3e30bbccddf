"""Means of two siblings' values, and pronouns without anybody before them."""

from __future__ import annotations

from leadline.core.signals import conflicts, referents

from .helpers import found, trial

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


def test_bounds_and_split_numbers_are_no_mean() -> None:
    """ "Over 50" claims no middle, and "7. 8" is 7.8."""
    seats = "The hall has 72 seats in the plan, and 28 of the plan are taken."
    assert found(conflicts.measure, seats, "The hall has over 50 seats in the plan.") == []
    boots = "Boots fell by 7. 8 per cent. Of the boots 8 kinds are sold, 7 are gone."
    assert found(conflicts.measure, boots, "Boots fell by about 7.8 per cent.") == []


def test_pronouns_that_may_stand() -> None:
    """Of one sentence alone whose sources have the pronoun; in text without capitals; behind a name in the same sentence."""
    kept = referents.measure(trial("The missing man was reached at dusk, and he was awake.", "He was found awake."))
    put_in = referents.measure(trial("Dr. Lund signed the form on Monday.", "She signed the form on Monday."))
    assert [f.probability < 0.9 for f in (*kept.findings, *put_in.findings)] == [True, False]
    low = "the mill of anna berg burned down . anna berg lost the case ."
    assert found(referents.measure, low, "anna berg lost the case . she wants to appeal .") == []
    prize = "Orlov wrote the play. In that year Lubin won the prize of the guild for the play."
    assert found(referents.measure, prize, "Orlov wrote the play, for which he won the prize of the guild.") == []
