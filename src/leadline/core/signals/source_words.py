"""The children's sentences and the words of each: cut once, for all who look words up in them.

In: the children's texts by id, in time order. Out: their sentences, the words of each in lower case, and the sentences that hold a word.
Everything is computed on first use and kept as long as the object lives: one check.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property

from leadline.core.signals.lexis import WORD, has_pairs
from leadline.core.text.sentences import split_sentences
from leadline.core.text.words import lower_case

__all__ = ["SourceWords"]

_find_ascii = re.compile(
    r"[a-z0-9]++(?>(?:'[a-z]++)*)"
).findall  # `WORD` in ASCII and lower case, in two thirds of the time


class SourceWords:
    """Sentences are numbered through all children, as `Trial.sentences` numbers them."""

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        self._texts = tuple(texts)

    @cached_property
    def sentences(self) -> list[tuple[str, int, int]]:
        """(child, start, end) of each sentence."""
        return [(child, start, end) for child, text in self._texts for start, end, _ in split_sentences(text)]

    @cached_property
    def texts(self) -> list[str]:
        """Each sentence as it stands."""
        return [text[start:end] for _, text in self._texts for start, end, _ in split_sentences(text)]

    @cached_property
    def lows(self) -> list[str]:
        """Each sentence in lower case."""
        return list(map(lower_case, self.texts))

    @cached_property
    def odd(self) -> frozenset[int]:
        """The sentences whose words in lower case may have other stems than as they stand: where a case depends on what is around
        it, letters have a wide form, or letter pairs are stems."""
        return frozenset(
            number for number, (text, low) in enumerate(zip(self.texts, self.lows, strict=True)) if _is_odd(text, low)
        )

    @cached_property
    def words(self) -> list[list[str]]:
        """The words of each sentence in order, in lower case."""
        return [_find_ascii(low) if low.isascii() else WORD.findall(low) for low in self.lows]

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """Word -> the sentences that hold it, ascending."""
        table: defaultdict[str, list[int]] = defaultdict(list)
        for number, words in enumerate(self.words):
            for word in set(words):
                table[word].append(number)
        return dict(table)

    def within(self, child: str, span: tuple[int, int]) -> frozenset[int]:
        """The sentences that overlap `span` of `child`."""
        first, last = self._of_child.get(child, (0, 0))
        return frozenset(
            number
            for number, (_, start, end) in enumerate(self.sentences[first:last], first)
            if start < span[1] and span[0] < end
        )

    @cached_property
    def _of_child(self) -> dict[str, tuple[int, int]]:
        """Child -> the first of its sentences, and the first behind them."""
        table: dict[str, tuple[int, int]] = {}
        for number, (child, _, _) in enumerate(self.sentences):
            table[child] = (table[child][0] if child in table else number, number + 1)
        return table


def _is_odd(text: str, low: str) -> bool:
    return not text.isascii() and (low != text.lower() or "\u03a3" in text or has_pairs(text))
