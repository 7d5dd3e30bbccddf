"""A text cut at a pattern: the stretches between its matches, none of the matched text in them.

In: a compiled pattern and a text. Out: (start, end) of each stretch in order, empty ones too; whoever wants none skips them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["stretches"]


def stretches(cut: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    """The stretches of `text` before, between and behind the matches of `cut`.

    >>> list(stretches(re.compile("; "), "a; bc"))
    [(0, 1), (3, 5)]
    """
    at = 0
    for match in cut.finditer(text):
        yield at, match.start()
        at = match.end()
    yield at, len(text)
