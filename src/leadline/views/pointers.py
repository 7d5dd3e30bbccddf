"""A sentence that points at an item of a list by its number is told with the item: "the key condition is #3" says nothing alone.

In: sentences as they are told, and the texts of the leaves. Out: the same, the item in front of what points at it, verbatim from the same message.
Numbers of tickets and versions point elsewhere: an item counts only where a list of that message has it. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from leadline.core.facts.parent_index import content_of
from leadline.core.tree.nodes import ELLIPSIS, DraftSentence, Evidence

__all__ = ["with_what_is_pointed_at"]

REACH = 2_000  # characters in front of the sentence in which the list may stand
ITEM_MAX = 240  # characters of an item; a longer one says too much beside
_POINTS = re.compile(  # "issue #3" and "test #2" have a name of their own
    r"\b(?:is|are|was|be|in|under|of|see|with|to|by|from|[Cc]onditions?|[Pp]oints?|[Ii]tems?|[Rr]easons?) #(\d{1,2})\b(?![.\d\"'”])"
    r"|\b(?:[Cc]ondition|[Pp]oint|[Ii]tem|[Rr]eason|[Cc]ause) (\d{1,2})\b(?![.\d])"
)
_SPACE = re.compile(r"[ \t\r\n\f\v]+")


def with_what_is_pointed_at(sentences: Sequence[DraftSentence], texts: Mapping[int, str]) -> list[DraftSentence]:
    """The sentences, in their order."""
    return [_with_item(s, texts) if s.label == "assistant" and s.evidence else s for s in sentences]


def _with_item(s: DraftSentence, texts: Mapping[int, str]) -> DraftSentence:
    points = _POINTS.search(s.text)
    if points is None:
        return s
    leaf, start = s.evidence[0].leaf, s.evidence[0].start
    text = texts.get(leaf, "")
    item = re.compile(rf"(?m)^[ \t]*[*_]{{0,3}}{points[1] or points[2]}[.)][ \t*_]*(?P<said>\S[^\n]*)$")
    found = list(item.finditer(text, max(0, start - REACH), start))
    if not found or len(found[-1].group()) > ITEM_MAX:
        return s
    at = found[-1]
    said = _SPACE.sub(" ", at.group()).strip()
    if said in s.text or not content_of(said).words & content_of(s.text).words:
        return s  # told already, or of another list
    first = at.start() + len(at.group()) - len(at.group().lstrip())
    return replace(s, text=f"{said}{ELLIPSIS}{s.text}", evidence=(Evidence(leaf, first, at.end()), *s.evidence))
