"""Quantifiers: a part told as all; every fault with the faithful wordings that must pass."""

from __future__ import annotations

import pytest

from leadline.core.signals.quantifiers import find_widened

from .helpers import found, trial

LAMPS = "The crew looked at 40 lamps in the depot. 31 were cleaned, the rest is for Monday."
SUSPECTED = [("scope_widened", "suspicion")]


@pytest.mark.parametrize(
    ("children", "fault"),
    [
        (LAMPS, "All 40 lamps were cleaned."),
        (LAMPS, "Every one of the 40 lamps was cleaned."),
        ("The gate opened in 7 of 9 trials.", "The gate opened in all nine trials."),
        ("Sonar: 12 buoys found, 9 lifted.", "All buoys were lifted."),
        (["We have 8 pumps.", "5 pumps were greased today."], "All eight pumps were greased."),
    ],
)
def test_a_counted_part_told_as_all(children: str | list[str], fault: str) -> None:
    """A count that is smaller than the whole, of the same thing, refuses an "all"."""
    assert [(f.kind, f.probability) for f in find_widened(trial(children, fault))] == [("scope_widened", 0.94)]


@pytest.mark.parametrize(
    ("children", "faithful"),
    [
        (LAMPS, "All 40 lamps were looked at."),
        (["The check of the lamps reported 1 faults.", "The check reported 0 faults."], "After each of the three changes the check reported 0 faults."),
        (LAMPS, "Not all lamps were cleaned."),
        (LAMPS, "All but nine of the lamps were cleaned."),
        (["Of 8 pumps 5 were greased.", "The other three pumps were greased as well."], "All eight pumps were greased."),
        (["4 passed, 1 failed.", "After the fix: 5 passed."], "All five tests passed."),
        ("North: 40 lamps cleaned. South: 20 lamps cleaned.", "All 60 lamps were cleaned."),
        ("sealed 318 joints in 44 shafts, 0 remaining", "All 318 joints in 44 shafts were sealed."),
        ("11,902 of 12,000 files copied. Checksums of the copied ones match.", "All copied files match in their checksums."),
        ("step 14/20 of the bake; bake finished at step 20/20", "All twenty steps of the bake finished."),
        ("Chapter 1 is bound. Both maps have a new frame.", "Both maps of chapter 1 have a new frame."),
    ],
)  # fmt: skip
def test_a_whole_that_the_sources_bear_out(children: str | list[str], faithful: str) -> None:
    """Later completion, equal numbers, exceptions that are kept, restricted nouns and labels are no part."""
    assert found(find_widened, children, faithful) == []


@pytest.mark.parametrize(
    ("children", "fault", "faithful"),
    [
        ("The valve stuck in 3 of 40 cycles.", "The valve sticks in every cycle.", "The valve stuck in 3 cycles."),
        ("The kiosk froze in 2 of 30 sessions.", "The kiosk always froze.", "The kiosk froze now and then."),
    ],
)
def test_a_rate_told_as_always(children: str, fault: str, faithful: str) -> None:
    """ "Always" for "3 of 40" is a widened scope, "now and then" is not."""
    assert found(find_widened, children, fault)[0][0] == "scope_widened"
    assert found(find_widened, children, faithful) == []


def test_the_whole_without_a_source() -> None:
    """ "The whole harbour" where only the north quay is spoken of refuses in `check`, "the harbour" does not."""
    children = "The north quay was closed for the harbour race."
    findings = find_widened(trial(children, "The whole harbour was closed for the race."))
    assert [(f.kind, f.probability) for f in findings] == [("scope_widened", 0.92)]
    assert found(find_widened, children, "The north quay of the harbour was closed.") == []


def test_a_universal_that_no_source_has_is_a_suspicion() -> None:
    """A list told as "all" may be faithful: below the risk of `check`, above that of the engine."""
    children = "The oak and the ash were felled on Tuesday."
    findings = find_widened(trial(children, "All trees were felled on Tuesday."))
    assert [f.severity for f in findings] == ["suspicion"]
    assert 0.5 <= findings[0].probability < 0.9
    assert found(find_widened, "All trees were felled on Tuesday, oak and ash.", "All trees were felled.") == []
    assert found(find_widened, "12 of 12 trees were felled.", "All trees were felled.") == []
    assert found(find_widened, "77 felled.", "All 77 trees were felled.") == []


def test_signs_of_a_shell_line_are_no_counts() -> None:
    """ "2>&1" and a bare number beside a pair say nothing about both."""
    children = "tests run: make counting 2>&1 | tail -25; done for hex and octal tests"
    assert found(find_widened, children, "The tests run counting for both formats.") == []


def test_wider_than_any_source() -> None:
    """ "Everywhere", "without conditions": an adverb of generality that no child has for the same thing."""
    children = "The keeper allows bonfires on the lower beach, as long as the wind is low."
    findings = find_widened(trial(children, "The keeper allows bonfires everywhere."))
    assert [(f.kind, f.probability) for f in findings] == [("scope_widened", 0.9)]
    assert found(find_widened, children, "The keeper allows bonfires without conditions.") == SUSPECTED
    assert found(find_widened, children, "The keeper allows bonfires on the lower beach.") == []
    assert found(find_widened, children, "Bonfires are not allowed everywhere.") == []
    assert found(find_widened, "Bonfires are allowed on every beach.", "Bonfires are allowed everywhere.") == []


def test_words_of_the_source_and_a_new_universal() -> None:
    """All but the "all" is the source's own: sure enough for `check`."""
    findings = find_widened(trial("The sluices leak at the lower hinge.", "All sluices leak at the lower hinge."))
    assert [f.probability for f in findings] == [0.9]


def test_an_all_behind_a_count_is_of_what_was_counted() -> None:
    """ "79 of 84 answered, all from the valley": the "all" is of the 79, also where the next sentence says it."""
    children = "79 of 84 forms came from the valley."
    assert found(find_widened, children, "79 of 84 growers answered, all from the valley.") == []
    assert found(find_widened, children, "79 forms arrived, all from the valley.") == []
    assert found(find_widened, children, "79 of 84 growers answered. All forms came from the valley.") == []
    assert found(find_widened, children, "84 forms arrived, all from the valley.") == SUSPECTED


def test_whatever_a_notice_says_is_no_universal() -> None:
    """A concession about one thing, set off by a comma, widens nothing."""
    children = "The boat may leave. The page of the harbour office has not been changed yet."
    assert found(find_widened, children, "The boat may leave, whatever the page of the harbour office shows.") == []


def test_a_universal_that_the_sources_have_in_the_next_sentence() -> None:
    """ "Each of them" after the sentence that the claim was written from: below the risk of `check`."""
    children = "The sluices leak at the lower hinge. We saw it on each of them."
    assert [f.probability for f in find_widened(trial(children, "All sluices leak at the lower hinge."))] == [0.75]
