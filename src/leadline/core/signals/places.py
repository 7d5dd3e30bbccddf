"""Distances between places of words in a text: the nearest pair, the next one forward, the stretch that holds most.

In: ascending lists of places (a place is the number of a word). Out: a distance, or the words that one stretch holds.
What the words are and what a distance is worth is the caller's (`score_source`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence

__all__ = ["best_stretch", "follows", "merge", "nearest"]


def merge(places: Mapping[str, list[int]], group: Collection[str]) -> list[int]:
    """The places of all words of the group, ascending."""
    if len(group) == 1:
        return places[next(iter(group))]
    return sorted({at for word in group for at in places[word]})


def nearest(one: Sequence[int], two: Sequence[int]) -> int:
    """The smallest distance of a place of `one` and a place of `two`; both ascending, neither empty."""
    if len(one) > len(two):
        one, two = two, one
    best = 1 << 30
    for place in one:
        at = bisect_left(two, place)
        if at < len(two):
            best = min(best, two[at] - place)
        if at:
            best = min(best, place - two[at - 1])
        if best <= 1:
            break
    return best


def follows(first: Sequence[int], then: Sequence[int]) -> int:
    """The smallest step from a place of `first` forward to one of `then`; very large where there is none."""
    best = 1 << 30
    if len(first) <= len(then):
        for place in first:
            at = bisect_left(then, place + 1)
            if at < len(then) and then[at] - place < best:
                best = then[at] - place
                if best == 1:
                    break
    else:
        for place in then:
            at = bisect_left(first, place)
            if at and place - first[at - 1] < best:
                best = place - first[at - 1]
                if best == 1:
                    break
    return best


def best_stretch(places: Mapping[str, Sequence[int]], worth: Mapping[str, float], length: int) -> frozenset[str]:
    """The words of that stretch of `length` words which holds most worth, each word counted once; the first of equals.

    >>> sorted(best_stretch({"a": [1, 90], "b": [4], "c": [92]}, {"a": 1.0, "b": 1.0, "c": 2.0}, 10))
    ['a', 'c']
    """
    words = sorted(places)
    n = len(words)
    gains = [worth[word] for word in words]
    total = sum(gains)
    marks = sorted([at * n + i for i, word in enumerate(words) for at in places[word]])  # place and word in one number
    held = [0] * n
    here = best = 0.0
    kept: frozenset[str] = frozenset()
    first = 0
    for mark in marks:
        at, i = divmod(mark, n)
        if not held[i]:
            here += gains[i]
        held[i] += 1
        while marks[first] // n < at - length:
            gone = marks[first] % n
            held[gone] -= 1
            if not held[gone]:
                here -= gains[gone]
            first += 1
        if here > best + 1e-9:
            best, kept = here, frozenset(words[j] for j in range(n) if held[j])
            if best > total - 1e-9:
                break
    return kept
