"""Places where the record itself is kept: "read the full transcript at: /home/ana/sessions/4f2a.jsonl".

In: a parent and a place in it. Out: whether a name there says where the whole record stands. Who writes the summary into
the context adds it, and it need not stand in what was summarized; it states nothing of that.
"""

from __future__ import annotations

import re

__all__ = ["points_to_record"]

_LEAD = 120  # characters before the name in which the pointer stands
_POINTER = re.compile(
    r"\b(?:full|complete|entire|whole|original|raw|unabridged)\s+(?:session\s+|conversation\s+|chat\s+)?"
    r"(?:transcript|record|recording|log|conversation|session|history|messages)\s+(?:(?:is|are|was|were|stands?|lies?)\s+)?"
    r"(?:(?:kept|stored|saved|archived|found|available)\s+)?(?:at|in|under|from)\s*+(?::\s*+)?[\"'`<(]?(?:[\w.~:-]*[/\\][\w./\\~-]*)?$",
    re.I,
)


def points_to_record(text: str, start: int) -> bool:
    """Whether the name at `start` ends a sentence like "the full transcript is kept at ...".

    >>> points_to_record("See the full log in: run-7.jsonl", 21)
    True
    """
    return _POINTER.search(text[max(0, start - _LEAD) : start]) is not None
