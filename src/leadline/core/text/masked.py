"""Many texts before one gated pattern: which of them may match, without a call for each.

In: the texts. Out: for a pattern the numbers of those in which a match can stand, ascending. A check of a long source asks some
hundreds of sentences for a dozen cue lists each; nearly all answers are no, and the call costs more than the answer. A text
that is left out has no match: the masks are those that `Gated.search` itself asks first.
"""

from __future__ import annotations

from collections.abc import Sequence

from leadline.core.text.gates import Gated, known_bits, mask_of

__all__ = ["Masked"]


class Masked:
    """Texts with their masks, which are made on first use."""

    __slots__ = ("_bits", "_masks", "_texts")

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._masks: list[int] = []
        self._bits = 0

    def may_match(self, pattern: Gated) -> list[int]:
        """The numbers of the texts in which a match of `pattern` can stand."""
        bits = known_bits()
        if self._bits != bits:  # a pattern that was made since has a bit that older masks lack
            self._masks = list(map(mask_of, self._texts))
            self._bits = bits
        bit = pattern.bit
        return [number for number, mask in enumerate(self._masks) if mask & bit]
