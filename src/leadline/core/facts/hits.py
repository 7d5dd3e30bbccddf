"""Hits: where an exact kind stands in one sentence, before anybody asks what it is worth.

A finder takes a string and returns hits with offsets into it; `merge` keeps the first of overlapping ones, so callers
pass finders in the order in which kinds win (ids and times before numbers). Pure.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from leadline.core.facts.model import FactKind

__all__ = ["Hit", "merge"]


class Hit(NamedTuple):
    """One exact kind at `[start, end)` of the searched string."""

    kind: FactKind
    start: int
    end: int


def merge(groups: Iterable[Iterable[Hit]]) -> list[Hit]:
    """All hits that overlap no earlier accepted one, sorted by start."""
    taken: list[Hit] = []
    for group in groups:
        for hit in group:
            if hit.end > hit.start and all(hit.end <= t.start or hit.start >= t.end for t in taken):
                taken.append(hit)
    taken.sort(key=lambda h: (h.start, h.end))
    return taken
