"""The judge port: asked only about sentences that rules leave open (design.md, section 4).

A judge may add suspicion or clear a rewording whose values and identifiers already match; it never overrules a hard
difference. None ships yet: what rules leave open stays `undecided`, and the report says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

__all__ = ["Judge"]


class Judge(Protocol):
    """`entails` takes (evidence, claim) pairs and returns one probability each, in order."""

    name: str

    def entails(self, pairs: Sequence[tuple[str, str]]) -> Sequence[float]: ...
