"""Terminal output that a person pasted into a message: what in it is nobody's words.

In: a message and its sentences. Out: the positions of those that are lines of output. A message holds output where a shell prompt or
the frames of a stack trace stand in it; there, what reads like no sentence is output too. Errors among it stay: they are why it was
pasted. Pure, linear.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from leadline.core.facts.lexicon import FAILED
from leadline.core.text.sentences import Sentence
from leadline.core.text.words import lower_case

__all__ = ["pasted_lines"]

WORDS_MIN = 4  # plain words of a line that somebody wrote
PLAIN_MIN = 0.7  # and their share of it

_OUTPUT = re.compile(
    r"(?m)^[ \t]*(?:at [\w.<>$\[\] ]{1,80} ?\(?[^\s()]{1,200}:\d+|File \"[^\"\n]{1,200}\", line \d|[➜❯]|\$ \S|PS [A-Z]:\\|[\w.-]{1,40}@[\w.-]{1,60}[: ][^\n$#]{0,80}[$#] )"
)
_PLAIN = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)?[.,;:!?)]{0,2}")


def pasted_lines(text: str, sentences: Sequence[Sentence]) -> frozenset[int]:
    """Positions of the sentences of `text` that are pasted output without being an error."""
    if _OUTPUT.search(text) is None:
        return frozenset()
    return frozenset(i for i, (start, end, _) in enumerate(sentences) if not _is_written(text[start:end]))


def _is_written(s: str) -> bool:
    if FAILED.search(lower_case(s)):
        return True
    words = s.split()
    plain = sum(_PLAIN.fullmatch(word) is not None for word in words)
    return plain >= WORDS_MIN and plain >= PLAIN_MIN * len(words)
