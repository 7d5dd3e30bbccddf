"""Texts that say of themselves that nothing stands in them: a title page, a table of contents, an excerpt without context, the
instructions for a summary.

In: the sentences of one text. Out: whether it is such a text, so that a summary without a trace of it has lost nothing. Two
things make one: most of its sentences speak of the text itself (excerpt, page, section, heading, title), and a sentence says that
details, context, people or events are lacking or that so much cannot be summarized, or several say what a summary has to be. A text that tells something and also names its
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
_ORDERED = re.compile(
    r"\bsummar(?:y|ies)\b[^.;]{0,40}\b(?:should|must|has to|have to|needs? to|shall|may not|is to|are to|can be at most)\b"
    r"|\b(?:instructions?|instructed|asked|guidelines?|told|required) (?:for|to|on)\b[^.;]{0,60}\bsummar(?:y|ies|i[sz]\w+)\b"
    r"|\b(?:maximum|minimum|target) (?:length|size)\b[^.;]{0,40}\b(?:words?|tokens?|characters?|sentences?|paragraphs?)\b"
    r"|\b(?:write|generate|produce|create|merge) (?:an? |the )?(?:\w+ ){0,3}summar(?:y|ies)\b",
    re.I,
)
_ORDERS = 2  # sentences about what a summary has to be; a person in a tale may be asked for one
_MOST = 0.6  # of the sentences speak of the text itself
_HALF = 0.5  # where it says more than once what it lacks
_FEW = 2  # a single sentence is a remark


def says_nothing(sentences: Sequence[str]) -> bool:
    """Whether the text, cut into sentences, only tells of its own form and of what it lacks.

    >>> says_nothing(["The page holds a title.", "The text gives no details of the events."])
    True
    """
    orders = sum(1 for s in sentences if _ORDERED.search(s))
    about = sum(1 for s in sentences if _ITSELF.search(s) or _ORDERED.search(s))
    if orders >= _ORDERS and about >= _HALF * len(sentences):
        return True
    lacks = sum(1 for s in sentences if _LACKS.search(s))
    most = _MOST if lacks < _FEW else _HALF
    return len(sentences) >= _FEW and lacks > 0 and about >= most * len(sentences)
