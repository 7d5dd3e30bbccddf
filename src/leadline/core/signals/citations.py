"""Citations: brackets that name the records which a sentence rests on, "[Data: Entities (12, 13, +more); Relationships (29)]".

In: a text. Out: patterns that find them, and whether a text is nothing else. Their numbers are names of records and no figures, and a citation by itself
asserts nothing.
"""

from __future__ import annotations

import re

__all__ = ["CITATIONS", "is_citation"]

_REFERENCE = re.compile(
    r"\[(?:[A-Z]\w+:)?[\s\w]{0,30}[(\d][\d\s,;()&+.–-]*+(?>(?:[A-Z]\w++\s*+\([\d\s,;+]*+\)[\s;,.]*+)*)(?:(?:\+|(?<=\+))more)?\]"
)
_CITED = re.compile(r"\[(?:[A-Z]\w++: ?)?(?>(?:[A-Z]\w*+(?: \w++){0,2} ?\([\d\s,;+&–-]*+(?:more)?\)[\s;,.]*+)+)\]")
CITATIONS = (_REFERENCE, _CITED)


def is_citation(text: str) -> bool:
    """Whether `text` is one citation and nothing else.

    >>> is_citation("[Data: Relationships (54, 60)]")
    True
    """
    return any(pattern.fullmatch(text.strip(" .")) for pattern in CITATIONS)
