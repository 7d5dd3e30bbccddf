"""Outcomes told the wrong way round, and the faithful tellings beside them (record 004 is the flagship)."""

from __future__ import annotations

import pytest

import leadline
from leadline.core.signals.outcomes import find_outcomes
from leadline.core.signals.test_runs import find_runs

from .helpers import Text, found

MIGRATION = "The migration of table orders_v2 is incomplete: 312 of 400 partitions copied."
HARD, CHECK = [("status_changed", "hard")], [("status_changed", "suspicion")]


@pytest.mark.parametrize(
    "parent",
    [
        "The migration of table orders_v2 was completed successfully.",
        "Migration of orders_v2: done.",
        "The orders_v2 migration is complete and the readers were switched.",
        "The migration of orders_v2 finished.",
        "We completed the orders_v2 migration.",
        "Completed the migration of orders_v2.",
        "The orders_v2 migration succeeded.",
        "The migration completed successfully.",
        "Table orders_v2 was migrated.",
    ],
)
def test_an_incomplete_migration_told_as_complete(parent: str) -> None:
    """Record 004, cycle 5: hard where the summary names the table, and refused by `check` in every wording."""
    assert found(find_outcomes, MIGRATION, parent) == (HARD if "orders_v2" in parent else CHECK)
    assert leadline.check([MIGRATION], parent).verdict == "invalid"


@pytest.mark.parametrize(
    "parent",
    [
        MIGRATION,
        "The migration of orders_v2 is not complete.",
        "Migration of orders_v2: 312 of 400 partitions done.",
        "The orders_v2 migration is to be completed.",
        "Once the migration of orders_v2 is complete, the readers are switched.",
        "The readers stay before the migration of orders_v2 is complete.",
        "Is the migration of orders_v2 complete?",
        "The backup of orders_v2 is complete.",
        "The migration of orders_v3 is complete.",
    ],
)
def test_mentions_that_assert_no_completion(parent: str) -> None:
    """Negated, partial, planned, conditional, asked, or of another thing: no reversal."""
    assert found(find_outcomes, MIGRATION, parent) == []


@pytest.mark.parametrize(
    "later",
    [
        "The remaining 88 partitions were copied; migration of orders_v2 done.",
        "Re-run: 400 of 400 partitions of orders_v2 copied.",
        "Done.",
        "orders_v2 is fully migrated, the migration succeeded.",
    ],
)
def test_a_later_word_of_the_sources_clears_it(later: str) -> None:
    """The newest state counts."""
    assert found(find_outcomes, [MIGRATION, later], "The migration of table orders_v2 was completed.") == []


@pytest.mark.parametrize(
    ("children", "fault", "faithful"),
    [
        ("Hotfix 4.2 is prepared but not deployed.", "Hotfix 4.2 was deployed.", "Deployment of hotfix 4.2 is outstanding."),
        ("The letter to the landlord is drafted, not sent.", "The letter to the landlord was sent.", "The letter to the landlord is a draft so far."),
        ("The integration tests of billing failed.", "The integration tests of billing passed.", "The unit tests of billing passed."),
        ("The integration tests of billing passed.", "The integration tests of billing failed.", "The integration tests of billing are green."),
        ("The fix for INC-88 is pending review.", "The fix for INC-88 was approved.", "The fix for INC-88 still needs approval."),
        ("The index users_idx has not been rebuilt.", "The index users_idx was rebuilt.", "Rebuilding the index users_idx is open."),
        ("Deploy of build 7731 failed on node 3.", "Build 7731 was deployed.", "Build 7731 could not be deployed on node 3."),
        ("Die Migration der Tabelle orders_v2 ist unvollständig.", "Die Migration der Tabelle orders_v2 ist abgeschlossen.", "Die Migration von orders_v2 läuft noch."),
        ("La migration de orders_v2 n'est pas terminée.", "La migration de orders_v2 est terminée.", "La migration de orders_v2 reste à terminer."),
        ("La migración de orders_v2 está incompleta.", "La migración de orders_v2 fue completada.", "La migración de orders_v2 no ha terminado."),
        ("Missing ages in the survey are coded 99.", "Nothing to report.", "Missing ages are set to missing."),
        ("The user asked: please delete the old rows.", "Nothing to report.", "The deleted rows were listed; the bug was fixed before release."),
    ],
)  # fmt: skip
def test_states_by_class(children: str, fault: str, faithful: str) -> None:
    assert [kind for kind, _ in found(find_outcomes, children, fault)] == (
        [] if fault.startswith("Nothing") else ["status_changed"]
    )
    assert found(find_outcomes, children, faithful) == []


@pytest.mark.parametrize(
    "parent",
    [
        "Storage considers the quota for the archive approved, the board does not.",
        "Nothing is copied before the owner has agreed and the quota for the archive was approved.",
    ],
)
def test_somebodys_word_and_a_condition_assert_no_outcome(parent: str) -> None:
    """What one side says, and what stands under "before", the parent does not claim itself."""
    assert found(find_outcomes, "The quota for the archive is not approved yet.", parent) == []


RUN: list[Text] = [("tool", "==== 2 failed, 86 passed in 3.2 s ====")]


def test_all_tests_pass_against_a_run_with_failures() -> None:
    assert found(find_runs, RUN, "All 88 tests pass.") == [("status_changed", "suspicion")]
    assert found(find_runs, [("tool", "FAILED (failures=1)")], "The test suite is green.") == [("status_changed", "suspicion")]  # fmt: skip
    assert found(find_runs, RUN, "86 tests pass and 2 fail.") == []
    assert found(find_runs, RUN, "All tests must pass before the release.") == []
    assert found(find_runs, [*RUN, ("tool", "==== 88 passed in 3.1 s ====")], "All tests pass.") == []


def test_failures_long_mended_are_told_as_current() -> None:
    """The count of an earlier run, while the last run has no failures and the parent knows of none."""
    runs: list[Text] = [("tool", "tests: 40 passed, 3 failed"), ("assistant", "Mended the three."), ("tool", "tests: 43 passed, 0 failed")]  # fmt: skip
    assert found(find_runs, runs, "After the repair 40 tests pass and 3 failed.") == [("status_changed", "suspicion")]
    assert found(find_runs, runs, "3 tests had failed; all 43 pass now.") == []
    assert found(find_runs, runs, "At first 3 failed; the tests are green now.") == []
    assert found(find_runs, runs[:2], "40 tests pass and 3 failed.") == []


def test_a_claim_of_some_runs_is_not_of_all() -> None:
    """ "No failures on the small machine" says nothing about the others."""
    runs: list[Text] = [("tool", "kiosk tests: 6 failed on ARM, none elsewhere")]
    assert found(find_runs, runs, "The tests show no test failures on the small machine.") == []
    assert found(find_runs, runs, "All nine date tests pass with the clock frozen.") == []


@pytest.mark.parametrize(
    ("source", "parent"),
    [
        ("DEPOT NORTH | NONE | CAPACITY | TRUE: Depot North is described as the place where crates wait.", "Depot North is described as a quiet place."),
        ("Mara Lind is not known for short letters.", "Mara Lind is known for her letters."),
        ("The valve is no longer located behind the boiler of house 4.", "The valve is located near the boiler of house 4."),
    ],
)  # fmt: skip
def test_what_a_thing_is_called_or_where_it_lies_is_no_outcome(source: str, parent: str) -> None:
    """Verbs of naming and placing tell no outcome."""
    assert found(find_outcomes, source, parent) == []
