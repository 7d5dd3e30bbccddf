"""Texts that say of themselves that nothing stands in them: a title page, a table of contents, an excerpt without context.

In: the sentences of one text. Out: whether it is such a text, so that a summary without a trace of it has lost nothing. Two
things make one: most of its sentences speak of the text itself (excerpt, page, section, heading, title), and a sentence says that
details, context, people or events are lacking or that so much cannot be summarized. A text that tells something and also names its
form ("the excerpt ends with a note from her") is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["says_nothing"]

_ITSELF = re.compile(
    r"\b(?:excerpt|text|passage|snippet|document|page|pages|section|sections|chapter|chapters|heading|headings|title|contents|preface"
    r"|front matter|foreword|line|lines|edition|summary|summarize|format|formatting|structure|dividers?|placeholder)\b",
    re.I,
)
_LACKS = re.compile(
    r"\b(?:no|not any|without|lacks?|lack of|lacking|little|limited|minimal|(?:does|do|did) not (?:contain|provide|include|mention|reveal|give|hold)|doesn['’]t (?:contain|provide|include|mention))"
    r"\b[^.;]{0,60}\b(?:details?|context|information|content|specifics|events?|characters?|plot|data|facts?)\b"
    r"|\b(?:too (?:limited|short|brief)|difficult|hard|impossible|cannot|nothing) (?:is )?to (?:be )?(?:summari[sz]ed?|infer|discern)\b"
    r"|\b(?:details?|information|context) (?:is|are|was|were|remains?|would be) (?:not (?:given|provided)|unclear|needed|missing)\b",
    re.I,
)
_MOST = 0.6  # of the sentences speak of the text itself
_HALF = 0.5  # where it says more than once what it lacks
_FEW = 2  # a single sentence is a remark


def says_nothing(sentences: Sequence[str]) -> bool:
    """Whether the text, cut into sentences, only tells of its own form and of what it lacks.

    >>> says_nothing(["The page holds a title.", "The text gives no details of the events."])
    True
    """
    about = sum(1 for s in sentences if _ITSELF.search(s))
    lacks = sum(1 for s in sentences if _LACKS.search(s))
    most = _MOST if lacks < _FEW else _HALF
    return len(sentences) >= _FEW and lacks > 0 and about >= most * len(sentences)
