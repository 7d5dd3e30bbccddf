"""Distances between places of words, and the stretch that holds most."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.core.signals.places import best_stretch, follows, nearest

ascending = st.lists(st.integers(0, 60), min_size=1, max_size=8, unique=True).map(sorted)


@given(ascending, ascending)
def test_nearest_and_follows_are_what_trying_all_pairs_gives(one: list[int], two: list[int]) -> None:
    """One place holds one word, so two words never share a place."""
    one, two = [2 * at for at in one], [2 * at + 1 for at in two]
    assert nearest(one, two) == min(abs(a - b) for a in one for b in two)
    steps = [b - a for a in one for b in two if b > a]
    if steps:
        assert follows(one, two) == min(steps)
    else:
        assert follows(one, two) > 1000


@given(st.dictionaries(st.sampled_from("abcd"), ascending, min_size=1), st.integers(1, 20))
def test_the_stretch_is_the_best_of_all(places: dict[str, list[int]], length: int) -> None:
    worth = {word: 1.0 + ord(word) % 3 for word in places}
    ways = [
        {word for word, its in places.items() if any(start <= at <= start + length for at in its)}
        for start in range(61)
    ]
    found = best_stretch(places, worth, length)
    assert sum(worth[w] for w in found) == max(sum(worth[w] for w in way) for way in ways)
    assert set(found) in ways


@pytest.mark.parametrize(
    ("places", "length", "held"),
    [
        ({}, 5, set()),
        ({"a": [3]}, 5, {"a"}),
        ({"a": [0], "b": [6]}, 5, {"a"}),  # of equals the first
        ({"a": [0], "b": [5]}, 5, {"a", "b"}),  # exactly on the edge
        ({"a": [0, 50], "b": [52], "c": [54]}, 5, {"a", "b", "c"}),
    ],
)
def test_words_on_the_edge_and_equals(places: dict[str, list[int]], length: int, held: set[str]) -> None:
    assert best_stretch(places, dict.fromkeys(places, 1.0), length) == held
