"""A regular expression that is tried only where one of its matches can begin. Out: matches, those of `re` itself.

For long texts (`Sparse`): a pattern and the strings (in lower case) one of which each of its matches begins with.
`str.find` runs through a text fifty times faster than a pattern with twenty alternatives that ignores case, and most
texts hold a handful of the beginnings. For patterns of many alternatives that all begin at the edge of a word or at a sign (`opened`): a
second, simple pattern that matches wherever they can begin. For cue words in single sentences see `gates.py`, which needs neither.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence

from leadline.core.text.gates import folds
from leadline.core.text.words import lower_case

__all__ = ["Sparse", "finds", "opened"]


class Sparse:
    """A compiled pattern; `search` and `finditer` answer as `re` does where `openings` are complete."""

    __slots__ = ("_compiled", "_openings")

    def __init__(self, pattern: str, openings: Sequence[str], flags: int = 0) -> None:
        self._compiled = re.compile(pattern, flags)
        self._openings = tuple(openings)

    def finditer(self, text: str, also: Iterable[int] = ()) -> Iterator[re.Match[str]]:
        """The matches in order; `also` are further places where one may begin."""
        if not text.isascii() and folds(text):
            yield from self._compiled.finditer(text)
            return
        low = lower_case(text)
        at = 0
        for place in sorted({p for opening in self._openings for p in finds(low, opening)}.union(also)):
            found = self._compiled.match(text, place) if place >= at else None
            if found is not None:
                at = found.end()
                yield found

    def search(self, text: str) -> re.Match[str] | None:
        """The first match."""
        return next(self.finditer(text), None)


def opened(
    pattern: re.Pattern[str], opening: re.Pattern[str], text: str, start: int = 0, end: int = sys.maxsize
) -> Iterator[re.Match[str]]:
    """The matches of `pattern` in `text[start:end]`, each of which begins where one of `opening` does.

    >>> [m.group() for m in opened(re.compile(r"[a-z]+-\\d|#\\d"), re.compile(r"#|\\b[a-z]"), "a-1 no #2")]
    ['a-1', '#2']
    """
    at = 0
    match = pattern.match
    for place in opening.finditer(text, start, end):
        begin = place.start()
        if begin >= at:
            found = match(text, begin, end)
            if found is not None:
                at = found.end()
                yield found


def finds(text: str, part: str) -> Iterator[int]:
    """Every place of `part` in `text`, ascending."""
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)
