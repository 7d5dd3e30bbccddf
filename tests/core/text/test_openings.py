"""Patterns for long texts answer exactly as `re` does; the openings only save time."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from leadline.core.signals import superseded
from leadline.core.text.openings import Sparse, finds

WORDS = ["from", "From", "ſtatt", "statt", "->", "→", "- a: 1", "+ a: 2", "\n", "\n\n  - key = 4", " ", "is wrong", "was", "replaced", "instead of 3", "9", "5 ms", "İ"]  # fmt: skip


@given(text=st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join))
@example(text="- timeout: 4\n+ timeout: 5")
@example(text="a\n\n \n- b: 1 -> 2")
@example(text="VON 3 auf 4")
def test_signs_of_a_replacement_are_those_of_re(text: str) -> None:
    compiled = superseded._SIGN._compiled
    found = superseded._SIGN.finditer(text, superseded._dashed(text))
    assert [m.span() for m in found] == [m.span() for m in compiled.finditer(text)]


@pytest.mark.parametrize("text", ["", "the Mean", "a meaning, the average", "ſet and set", "SET"])
def test_a_search_finds_the_first_match(text: str) -> None:
    pattern = r"\b(?:mean|average|set)\b"
    expected = re.search(pattern, text, re.IGNORECASE)
    found = Sparse(pattern, ("mean", "average", "set"), re.IGNORECASE).search(text)
    assert (found and found.span()) == (expected and expected.span())


def test_finds_overlapping_places() -> None:
    assert list(finds("aaa", "aa")) == [0, 1]
