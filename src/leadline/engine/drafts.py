"""What a foreign summarizer returned, made sure to be a draft before anything measures it.

In: whatever the callable gave back. Out: a `Draft` whose parts have the types and places that they claim. Raises
TypeError or ValueError that says what was wrong: the trial records it and the embedded summarizer takes over.
Whether a draft is *true* is not asked here; that is the gate's.
"""

from __future__ import annotations

from typing import get_args

from leadline.core.tree.nodes import Draft, DraftSentence, Evidence, Section
from leadline.summarizers.port import Request

__all__ = ["checked_draft"]

# A draft this much longer than its children is no summary, and measuring it would cost minutes.
LONGER_MAX = 2
SLACK_CHARS = 4_000


def checked_draft(answer: object, request: Request, name: str) -> Draft:
    """The answer as a draft; a string is a plain one by the summarizer `name`."""
    draft = Draft(answer, (), name) if isinstance(answer, str) else answer
    if not isinstance(draft, Draft):
        hint = "; await it inside the callable" if hasattr(answer, "__await__") else ""
        raise TypeError(f"a summarizer returns a Draft or a str; got {type(answer).__name__}{hint}")
    if not isinstance(draft.text, str):
        raise TypeError(f"Draft.text is a str; got {type(draft.text).__name__}")
    size = sum(len(view.child.text) for view in request.children)
    if len(draft.text) > LONGER_MAX * size + SLACK_CHARS:
        raise ValueError(f"the draft has {len(draft.text):,} characters and its children {size:,}: that is no summary")
    if not isinstance(draft.summarizer, str):
        raise TypeError(f"Draft.summarizer is a str; got {type(draft.summarizer).__name__}")
    if not isinstance(draft.sentences, tuple):
        raise TypeError(f"Draft.sentences is a tuple; got {type(draft.sentences).__name__}")
    for at, sentence in enumerate(draft.sentences):
        _check_sentence(f"sentences[{at}]", sentence, request)
    return draft


def _check_sentence(where: str, sentence: object, request: Request) -> None:
    if not isinstance(sentence, DraftSentence):
        raise TypeError(f"{where} is a DraftSentence; got {type(sentence).__name__}")
    if not isinstance(sentence.text, str) or not isinstance(sentence.label, str):
        raise TypeError(f"{where} has a text and a label that are str")
    if sentence.section not in get_args(Section):
        raise ValueError(f"{where} is in the section {sentence.section!r}; sections are {', '.join(get_args(Section))}")
    if not isinstance(sentence.evidence, tuple) or not sentence.evidence:
        raise ValueError(f"{where} names no evidence; every sentence rests on at least one span of a leaf")
    first, last = request.children[0].leaves[0], request.children[-1].leaves[1]
    for span in sentence.evidence:
        if not isinstance(span, Evidence) or not all(type(n) is int for n in (span.leaf, span.start, span.end)):
            raise TypeError(f"{where} rests on {span!r}; evidence is an Evidence of three whole numbers")
        if not first <= span.leaf < last:
            raise ValueError(
                f"{where} rests on leaf n{span.leaf}; the leaves under this node are n{first} to n{last - 1}"
            )
        if not 0 <= span.start < span.end:
            raise ValueError(f"{where} rests on the span {span.start}-{span.end} of leaf n{span.leaf}, which is none")
