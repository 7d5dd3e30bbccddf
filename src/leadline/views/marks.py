"""What a line of the record does not show by itself: that it was cut out of a sentence, and how often a failure was met with.

In: sentences as they are told, and the texts of the leaves. Out: the same sentences; one that ends or begins inside of a sentence of its source
says so, and a failure that a tool told in the same words several times says how often: who tries it once more should know. Nothing is
reworded. What a sweep took away can be neither counted nor compared and stays as it is. Pure; linear in the texts for each failure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from leadline.core.facts.resolution import SAYS_WHAT
from leadline.core.tree.nodes import ELLIPSIS, LISTING_LABELS, DraftSentence

__all__ = ["with_marks"]

COUNTED_MAX = 24  # failures that are counted, the newest
NEAR = 200  # characters beside a cut that are looked at

_ENDS = frozenset('.!?:;,。！？：；…)]}"”’»|>')
_TRAILING = " \t\r\n\f\v*_`'"
_REST = re.compile(r"[ \t]*+[^\n]*")
_WORD = re.compile(r"\w")


def with_marks(sentences: Sequence[DraftSentence], texts: Mapping[int, str]) -> list[DraftSentence]:
    """The sentences, with the mark of a cut and the number of times that one and the same failure was met with."""
    if not texts:
        return list(sentences)
    counted = [n for n, s in enumerate(sentences) if s.section == "failed" and s.label.startswith("tool")][
        -COUNTED_MAX:
    ]
    out = list(sentences)
    for n, s in enumerate(sentences):
        if s.evidence and s.label not in LISTING_LABELS and _ends_inside(s, texts):
            out[n] = replace(s, text=f"{s.text}{ELLIPSIS.rstrip()}")
    for n in counted:
        times = _times(sentences[n], texts)
        if times > 1:
            out[n] = replace(out[n], label=f"{sentences[n].label}, {times} times")
    return out


def _ends_inside(s: DraftSentence, texts: Mapping[int, str]) -> bool:
    """Whether the source goes on behind the last piece, on the same line and in the same sentence."""
    at = s.evidence[-1]
    text = texts.get(at.leaf, "")
    own = text[max(at.start, at.end - NEAR) : at.end].rstrip(_TRAILING)
    if not own or own[-1] in _ENDS or own[-8:] not in s.text:
        return False
    rest = _REST.match(text, at.end, at.end + NEAR)
    return rest is not None and _WORD.search(rest.group()) is not None


def _times(s: DraftSentence, texts: Mapping[int, str]) -> int:
    """How often the leaves hold the first line of a failure, word for word."""
    at = s.evidence[0]
    line = texts.get(at.leaf, "")[at.start : at.end].partition("\n")[0].strip()
    return sum(text.count(line) for text in texts.values()) if len(line) >= SAYS_WHAT else 1
