"""A passage word for word but for one or two exact tokens; and the lists, slips of no name and other lines that are no change."""

from __future__ import annotations

import pytest

from leadline.core.signals.transposed import find_transposed

from .helpers import Text, found, trial

LIMIT = "The importer waits 30 s for the lock and then gives up with code 17."
LOG = "4f1a92c docs: explain retry_budget for the queue workers\n77b03de feat: split the queue workers by region"


@pytest.mark.parametrize(
    ("source", "parent", "kind"),
    [
        (LIMIT, "The importer waits 17 s for the lock and then gives up with code 30.", "identifier_swapped"),
        ("Mara handed the signed contract to Joel on Friday.", "Joel handed the signed contract to Mara on Friday.", "identifier_swapped"),
        ("lib/cache.py:88: the old lock is taken in core/store.py:12 again", "core/store.py:88: the old lock is taken in lib/cache.py:12 again", "identifier_swapped"),
        (f"{LOG}\nnothing else was merged", "Open: nothing.\nretry_budget docs: explain 4f1a92c for the queue workers", "identifier_swapped"),
        ("Merge the round-2 branches into the main line today.", "Merge the rounk-2 branches into the main line today.", "value_changed"),
        ("Use /history to see the whole list of past runs.", "Use /hisvory to see the whole list of past runs.", "value_changed"),
    ],
)  # fmt: skip
def test_a_token_in_the_wrong_place(source: str, parent: str, kind: str) -> None:
    assert (kind, "hard") in found(find_transposed, source, parent)


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        ([LIMIT], "The importer waits 30s for the lock, and then gives up with code 17."),
        (["Changed files are lib/a.py, lib/b.py and lib/c.py today."], "Changed files are lib/c.py, lib/b.py and lib/a.py today."),
        (["Mara and Joel signed the contract on Friday."], "Joel and Mara signed the contract on Friday."),
        (["Edited lib/a.py in the early morning.", "Edited lib/b.py in the early morning."], "Edited lib/b.py in the early morning (twice)."),
        (["lib/orders/readers.py is the file.", "The reader of the queue stands in lib/orders/rea"], "The reader of the queue stands in lib/orders/readers.py now."),
        (["They recieve the parcels of the depot on Monday."], "They receive the parcels of the depot on Monday."),
        (["The pump of hall 4 ran for 20 hours without a stop.", "The pump of hall 5 ran for 31 hours without a stop."], "The pump of hall 5, ran for 31 hours without a stop."),
        (['{"text": "if the queue is full\\\\tqueue.drain_all() is called by the worker again"}', "Elsewhere queue.drain_all() stands alone."], "If the queue is full queue.drain_all() is called by the worker again."),
        (["Task 4 is done and merged, says the log.", "Task 5 is done and merged, says the log."], "Task 5 is done and merged, says the log"),
    ],
)  # fmt: skip
def test_what_is_no_transposition(children: list[Text], parent: str) -> None:
    """Lists in another order, a corrected spelling, and a passage that another line bears out."""
    assert found(find_transposed, children, parent) == []


def test_a_name_of_another_kind_is_a_suspicion() -> None:
    """A commit for a setting: the two are not of one series, and the words may stand in another line of the sources."""
    assert found(find_transposed, LOG, "4f1a92c docs: explain 77b03de for the queue workers") == [
        ("identifier_swapped", "suspicion")
    ]
    (finding,) = find_transposed(trial(LOG, "4f1a92c docs: explain 77b03de for the queue workers"))
    assert finding.probability < 0.85
