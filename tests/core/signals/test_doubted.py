"""A guess told as a fact, in its own words."""

import pytest
from tests.core.signals.helpers import found

from leadline.core.signals.doubted import find_flat

FLAT = [
    ("We think the leak is in the cache.", "The leak is in the cache."),
    ("The leak might be in the cache.", "The leak is in the cache."),
    ("The leak is probably in the cache.", "The leak is in the cache."),
    ("Maybe the disk is full.", "The disk is full."),
    ("My guess is that the key was rotated.", "The key was rotated."),
    ("It looks like the token has expired.", "The token has expired."),
    ("I suspect that the clock is wrong.", "The clock is wrong."),
    ("The pump is thought to be blocked.", "The pump is blocked."),
]
KEPT = [
    ("We think the leak is in the cache.", "The team thinks the leak is in the cache."),
    ("The leak might be in the cache.", "The leak may be in the cache."),
    ("Maybe the disk is full.", "A full disk is one possible explanation."),
    ("I suspect that the clock is wrong.", "A wrong clock is suspected."),
    ("I think we should wait.", "Wait."),
    ("The lot could have been booked twice.", "An explanation, unproven, is a lot that was booked twice."),
    ("Perhaps the key was rotated.", "It is open whether the key was rotated."),
    ("The zones seem to be stabilizing.", "While the zones were stabilizing, nobody came."),
]


@pytest.mark.parametrize(("child", "parent"), FLAT)
def test_a_guess_told_flatly(child: str, parent: str) -> None:
    assert found(find_flat, [("assistant", child)], parent) == [("confidence_inflated", "suspicion")]


@pytest.mark.parametrize(("child", "parent"), KEPT)
def test_doubt_that_is_kept(child: str, parent: str) -> None:
    assert found(find_flat, [("assistant", child)], parent) == []


def test_what_is_known_later_is_no_guess() -> None:
    notes = [("assistant", "Maybe the disk is full."), ("tool", "the disk is full: 100 % used")]
    assert found(find_flat, notes, "The disk is full.") == []
