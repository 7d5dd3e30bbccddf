"""One thing with what the sources say of its neighbour; and what is told of one, both, or later."""

from __future__ import annotations

import pytest

from leadline.core.signals.misplaced import find_misplaced

from .helpers import Text, found

BOXES = ["Box 4 arrived intact; box 7 has a broken lid."]
TICKETS = [("tool", "OPS-31 assigned to Mirel, priority low; OPS-38 unassigned, priority high")]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (BOXES, "Box 4 has a broken lid."),
        (TICKETS, "OPS-38 is assigned to Mirel."),
        (["Lane A was swept in the morning; lane B is closed for good."], "Lane A is closed for good."),
    ],
)
def test_the_neighbours_lot(children: list[Text], parent: str) -> None:
    assert found(find_misplaced, children, parent) == [("identifier_swapped", "suspicion")]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (BOXES, "Box 7 has a broken lid."),
        ([*BOXES, "Box 4 turned out to have a broken lid as well."], "Box 4 has a broken lid."),
        (BOXES, "The lid of box 4 is unbroken."),
        (BOXES, "Box 4 has a broken lid and hinge."),
        (["14:02 engine trouble reported; 14:20 under own power again."], "The engine trouble was over by 14:20."),
        (["Box 4 and box 7 have a broken lid."], "Box 4 has a broken lid."),
        (["4 boxes came. Box 7 has a broken lid."], "4. has a broken lid"),
    ],
)
def test_what_may_be_so(children: list[Text], parent: str) -> None:
    """Its own, said of it elsewhere, words of the clause's own, times, and what is told of both."""
    assert found(find_misplaced, children, parent) == []


def test_what_is_denied_is_not_told_of_the_other() -> None:
    source = ["The sum does not add up, total price is 305, but paid 255."]
    assert found(find_misplaced, source, "The sum does not add up because the total price is 305, not 255.") == []


def test_a_denied_figure_beside_the_quote_that_has_both() -> None:
    source: list[Text] = [("tool", "payment amount does not add up, total price is 305, but paid 255")]
    told = 'The booking failed because the total is $305, not $255: "payment amount does not add up, total price is 305, but paid 255".'
    assert found(find_misplaced, source, told) == []
