"""Edits in the text of a session: where the old and the new text of one stand.

Patterns with the groups `old` and `new` (`LINES` has none): an edit call as the readers render it, a block with conflict markers, and a run of
"-" lines with the "+" lines behind it. `edit_spans` gives the spans of all of a text: what stands there is code or prose that somebody
changed, and no statement of whoever speaks.
"""

from __future__ import annotations

import re

__all__ = ["CALL", "LINES", "MARKED", "edit_spans"]

CALL = re.compile(
    r"^old_(?:string|text|str):(?P<old>[^\n]*+\n(?>(?:(?!(?:old|new)_(?:string|text|str):)[^\n]*+\n)*))new_(?:string|text|str):(?P<new>.*?)(?=^(?:old_(?:string|text|str)|[a-z_]{3,20}):|\Z)",
    re.M | re.S,
)
MARKED = re.compile(
    r"^<{5,9}[^\n]*+\n(?P<old>(?>(?:(?!<{5}|={5,9}\n)[^\n]*+\n)*))={5,9}\n(?P<new>(?>(?:(?!<{5}|>{5})[^\n]*+\n)*))>{5,9}",
    re.M,
)
LINES = re.compile(r"(?>(?:^-(?!-)[^\n]*+\n)+)(?P<new>(?>(?:^\+(?!\+)[^\n]*+(?:\n|\Z))+))?", re.M)


def edit_spans(text: str) -> list[tuple[int, int]]:
    """The spans of edit calls and marked blocks in order; lines of a diff keep their own reading."""
    if "\nold_" not in text and not text.startswith("old_") and "<<<<<" not in text:
        return []
    return sorted(m.span() for pattern in (CALL, MARKED) for m in pattern.finditer(text))
