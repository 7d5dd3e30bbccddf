"""Told as done where the last word is that it was not begun or was undone."""

from __future__ import annotations

import pytest

from .helpers import Text, refused, told


@pytest.mark.parametrize(
    ("children", "fault"),
    [
        ([("assistant", "The reindexing was never started.")], "The reindexing is done."),
        ([("assistant", "I rolled the index change back.")], "The index change was applied."),
        (["Mit dem Umzug der Akten wurde noch nicht begonnen."], "Der Umzug der Akten ist abgeschlossen."),
        (["La mise à jour du registre n'a pas commencé."], "La mise à jour du registre est terminée."),
        ([("assistant", "Nobody has begun the audit of the east wing.")], "The audit of the east wing is finished."),
        ([("tool", "restore of ledger to point 44 failed at block 8,120 of 9,400"), ("assistant", "The restore of the ledger stopped at block 8,120 of 9,400. It was rolled back. I have not started a second attempt.")], "The restore of the ledger first failed at block 8,120 of 9,400; after the rollback it was completed."),
        ([("assistant", "The cleaning of tank 4 was never begun.")], "The cleaning of tank 4 is complete."),
        ([("assistant", "We haven't started the survey of the west bank.")], "The survey of the west bank is finished."),
    ],
)  # fmt: skip
def test_the_fault_is_told(children: list[Text], fault: str) -> None:
    assert "status_changed" in told(children, fault)


@pytest.mark.parametrize(
    ("children", "faithful"),
    [
        ([("assistant", "The reindexing was never started.")], "The reindexing has not been started."),
        ([("assistant", "I rolled the index change back and then applied it again with the fix.")], "The index change was applied."),
        ([("assistant", "The audit of the east wing was not started in May; it was finished in June.")], "The audit of the east wing is finished."),
        ([("assistant", "The cleaning of tank 4 was never begun."), ("tool", "tank 4 cleaning: done")], "The cleaning of tank 4 is complete."),
        ([("assistant", "I reverted the colour change. The font change is done.")], "The font change is done."),
        ([("assistant", "Nobody has started the inventory of hall 2; hall 1 is completed.")], "The inventory of hall 1 is completed."),
        ([("assistant", "The first attempt was rolled back. I applied it again and the migration completed.")], "After the rollback the migration was completed."),
    ],
)  # fmt: skip
def test_the_faithful_near_miss_is_not(children: list[Text], faithful: str) -> None:
    assert refused(children, faithful) == []
