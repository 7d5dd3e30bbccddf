"""Told: what a summary says of a fact in fewer or other words, and what it does not."""

from __future__ import annotations

from typing import cast

import pytest

from leadline.core.facts.model import Fact, FactKind
from leadline.core.facts.parent_index import ParentIndex
from leadline.core.signals.told import Told


def _told(kind: str, text: str, parent: str) -> bool:
    fact = Fact(
        "a.0", cast(FactKind, kind), text, text, "a", 0, len(text), (0, len(text)), "assistant", criticality="owed"
    )
    return Told(ParentIndex(parent)).tells(fact)


@pytest.mark.parametrize(
    ("kind", "text", "parent"),
    [
        ("path", "/srv/app/src/core/queue_runner.py", "The limit sits in src/core/queue_runner.py now."),
        ("path", "src/core/queue_runner.py", "The limit sits in /srv/app/src/core/queue_runner.py now."),
        ("path", "/srv/app/src/core/queue_runner.py", "`queue_runner.py` holds the limit."),
        ("host", "queue_runner.py:71", "The limit sits in src/core/queue_runner.py now."),
        ("id", "3f9c04de-11ab-4c2e-9a77-0d5e6f7a8b9c", "The order was booked by session 3f9c04de."),
        ("id", "9b41c7e0aa52f1d3", "Commit 9b41c7e has the repair."),
        ("id", "9b41c7e", "Commit 9b41c7e0aa52f1d3 has the repair."),
        ("symbol", "order.RetryBudget", "The field RetryBudget is read by both workers."),
        ("symbol", "chargeCard(ctx, amount)", "chargeCard now returns the receipt."),
        ("status", "Linting passes with 0 issues", "Build done, tests pass, linting passes."),
        ("status", "The linter passes now.", "Current state: linter passing, one test is failing."),
        ("status", "All unit tests pass (214 of 214)", "- Unit tests: pass"),
        ("status", "`billing.py` - added helpers that round amounts to cents", "- billing.py: helper functions that round amounts to cents"),
        ("status", "The courier tariff is read from the yearly table, which nobody had updated since spring", "The courier tariff is read from the yearly table."),
        ("goal", "I want the export to hold all parcels regardless of which depot took them in", "The export shall hold all parcels, regardless of which depot took them in."),
    ],
)  # fmt: skip
def test_it_is_told(kind: str, text: str, parent: str) -> None:
    assert _told(kind, text, parent)


@pytest.mark.parametrize(
    ("kind", "text", "parent"),
    [
        ("path", "src/core/runner.py", "The limit sits in src/jobs/runner.py now."),  # another file of that name
        ("path", "src/core/", "The core was read."),  # a folder has no end of its own
        ("id", "3f9c04de-11ab-4c2e-9a77-0d5e6f7a8b9c", "The order was booked by session 3f9c04aa."),
        ("id", "4711", "Order 4711 was paid."),  # a number is asked for by its form, not by its first signs
        ("symbol", "order.state", "The state of the order is open."),  # an ordinary word is no name
        ("status", "Linting passes with 0 issues", "Linting fails with 3 issues."),
        ("status", "The linter passes now.", "The unit tests pass."),
        ("status", "The courier tariff is read from the yearly table", "The courier tariff is not read from the yearly table."),
        ("status", "The night import of the parcels failed", "The night import of the parcels is done."),
        ("status", "The import moved 84 parcels to the depot", "The import moved 48 parcels to the depot."),
        ("status", "The depot takes 7.50 crowns for 1,000 labels", "The depot takes 7.50 crowns for 10 labels."),
        ("status", "Request 15 (the crane): pending, the harbour asked for the papers", "Request 15 (the crane) is granted, the harbour asked for the papers."),
        ("status", "The brochure of the harbour goes to print on 4 June", "The brochure of the harbour goes to print on 11 June."),
        ("constraint", "The crane of the harbour only lifts grain", "The crane of the harbour lifts grain from Monday on."),
        ("attribution", "According to the pilot, the crane of the harbour leaks oil", "The crane of the harbour leaks oil."),
        ("hedge", "The crane of the harbour probably leaks oil", "The crane of the harbour leaks oil."),
        ("constraint", "Never print the labels of the depot, the scanner of the hall reads them twice", "The labels of the depot are printed."),
        ("goal", "Ask the depot for the missing scanner keys", "The export holds all parcels."),
    ],
)  # fmt: skip
def test_it_is_not_told(kind: str, text: str, parent: str) -> None:
    assert not _told(kind, text, parent)


def test_a_part_says_the_main_thing_of_a_report_but_not_of_a_demand() -> None:
    text = "Print the labels of the depot on paper, but only after the night shift has counted them"
    parent = "Print the labels of the depot on paper."
    assert _told("status", text, parent)
    assert not _told("constraint", text, parent)
