"""The edits of `bench seeded` do what they say, and `check` tells the two sorts apart on a plain text."""

from random import Random

import pytest

import leadline
from leadline.bench.seeded import Row, render
from leadline.bench.seeded_edits import CHANGES, REWORDINGS

TEXT = (
    "The nightly import of lib/orders.py took 1250 ms and moved 84 rows into warehouse_v2.",
    "All checks of the billing module passed with the new runner.",
)
SOURCE = "\n".join(TEXT)


@pytest.mark.parametrize("kind", sorted(CHANGES))
def test_a_change_changes_one_place_and_is_refused(kind: str) -> None:
    """The other sentence stays; what is put in stands nowhere in the source, or in another place."""
    at = 1 if kind == "status" else 0
    edited = CHANGES[kind](TEXT, at, SOURCE, Random(3))
    assert edited is not None
    assert edited != SOURCE
    assert TEXT[1 - at] in edited
    assert leadline.check([SOURCE], SOURCE).promoted
    assert not leadline.check([SOURCE], edited).promoted


@pytest.mark.parametrize("kind", sorted(set(REWORDINGS) - {"contraction"}))
def test_a_rewording_passes(kind: str) -> None:
    edited = REWORDINGS[kind](TEXT, 0, SOURCE, Random(3))
    assert edited is not None
    assert edited != SOURCE
    assert leadline.check([SOURCE], edited).promoted


def test_nothing_to_edit_is_none() -> None:
    """A sentence without a number has no value to change."""
    assert CHANGES["value"](("Nothing to count here.",), 0, "Nothing to count here.", Random(1)) is None


def test_a_row_without_edits_has_no_share() -> None:
    """0 of 0 is no percentage."""
    lines = render([Row("value", True, 4, 3, 1), Row("case", False, 0, 0, 0)])
    assert "75.0%" in lines[1]
    assert "nan%" in "".join(lines)
