"""A part told as the whole, and an act told as done that the sources last negate; with their faithful twins."""

from __future__ import annotations

import pytest

from leadline.core.signals.deeds import find_deeds
from leadline.core.signals.undone import find_undone

from .helpers import Text, found, trial

HARD = [("status_changed", "hard")]
BRANCH: list[Text] = [
    ("user", "A player may discard before drawing."),
    ("assistant", "Fixed on branch turn-order; unit tests are green there, nothing merged yet."),
]
ROLLOUT: list[Text] = [("tool", "rollout of quote: 3 of 8 replicas updated, waiting")]


@pytest.mark.parametrize(
    ("children", "fault", "faithful"),
    [
        (BRANCH, "The branch turn-order has been merged.", "The branch turn-order is not merged yet."),
        (BRANCH, "The branch turn-order was merged.", "Merging the branch turn-order is outstanding."),
        (["The file list was checked; I did not format the mailer files."], "The mailer files were formatted.", "The mailer files were left unformatted."),
        (["The mail to the supplier: do not forward it. I did not forward the mail."], "The mail was forwarded to the supplier.", "The mail may be forwarded by the supplier only."),
        (["Two retries hide the banner flake; I did not add retries."], "Two retries were added.", "No retries were added."),
    ],
)  # fmt: skip
def test_what_was_not_done_is_told_as_done(children: list[Text], fault: str, faithful: str) -> None:
    assert found(find_deeds, children, fault) == HARD
    assert found(find_deeds, children, faithful) == []


def test_a_part_told_as_the_whole() -> None:
    fault, faithful = (
        "The rollout of quote updated all eight replicas.",
        "The rollout of quote updated three of eight replicas.",
    )
    assert found(find_undone, ROLLOUT, fault) == HARD
    assert found(find_undone, ROLLOUT, faithful) == []


def test_a_later_doing_clears_it() -> None:
    """The newest word counts, for acts as for shares."""
    merged: list[Text] = [*BRANCH, ("assistant", "The branch turn-order is merged now.")]
    assert found(find_deeds, merged, "The branch turn-order has been merged.") == []
    whole: list[Text] = [*ROLLOUT, ("tool", "rollout of quote: 8 of 8 replicas updated")]
    assert found(find_undone, whole, "The rollout of quote updated all eight replicas.") == []


def test_the_user_forbidding_is_no_report() -> None:
    """A user's "do not" says little about what happened: it refuses nothing in `check`."""
    children: list[Text] = [("user", "Do not restart the queue worker.")]
    assert not any(f.probability >= 0.9 for f in find_deeds(trial(children, "The queue worker was restarted.")))


def test_a_negation_of_another_clause_is_none() -> None:
    """ "Not needed since we moved it" says that it was moved."""
    children: list[Text] = [
        ("assistant", "The shadow lookup is not needed since we moved the reader to the store package.")
    ]
    assert found(find_deeds, children, "The reader was moved to the store package.") == []
