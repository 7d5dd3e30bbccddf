"""What a foreign summarizer returned, made sure to be a draft before anything measures it; and its mending.

In: whatever the callable gave back: text, a `Draft`, a structured draft, its mapping, or the JSON of it. Out: a `Draft`
whose parts have the types and places that they claim. Raises TypeError or ValueError that says what was wrong: the trial
records it and the embedded summarizer takes over. Whether a draft is *true* is not asked here; that is the gate's.
`mend` replaces the sentences that the gate refused by the evidence that they name.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import get_args

from leadline.core.text.messages import Segment
from leadline.core.tree.nodes import Draft, DraftSentence, Evidence, Section, render_draft, sentence_spans
from leadline.summarizers.port import ChildView, Request
from leadline.summarizers.structured import StructuredDraft, find_json, read_draft
from leadline.summarizers.structured_fill import fill_draft
from leadline.summarizers.structured_sources import number_sources
from leadline.summarizers.windows import squeeze

__all__ = ["checked_draft", "mend"]

# A draft this much longer than its children is no summary, and measuring it would cost minutes.
LONGER_MAX = 2
SLACK_CHARS = 4_000
BAD_SHARE_MAX = 0.5  # a draft of which more sentences are bad is written anew instead


def checked_draft(answer: object, request: Request, name: str) -> Draft:
    """The answer as a draft. A string is a plain one by the summarizer `name`, unless it is the JSON of a structured one."""
    if isinstance(answer, str):
        written = find_json(answer) if len(answer) <= _limit(request) else None
        answer = Draft(answer, (), name) if written is None else written
    if isinstance(answer, StructuredDraft | Mapping):
        draft: object = fill_draft(read_draft(answer), number_sources(request.children), name)
    else:
        draft = answer
    if not isinstance(draft, Draft):
        hint = "; await it inside the callable" if hasattr(answer, "__await__") else ""
        raise TypeError(f"a summarizer returns a Draft, a structured draft or a str; got {type(answer).__name__}{hint}")
    if not isinstance(draft.text, str):
        raise TypeError(f"Draft.text is a str; got {type(draft.text).__name__}")
    if len(draft.text) > _limit(request):
        size = sum(len(view.child.text) for view in request.children)
        raise ValueError(f"the draft has {len(draft.text):,} characters and its children {size:,}: that is no summary")
    if not isinstance(draft.summarizer, str):
        raise TypeError(f"Draft.summarizer is a str; got {type(draft.summarizer).__name__}")
    if not isinstance(draft.sentences, tuple):
        raise TypeError(f"Draft.sentences is a tuple; got {type(draft.sentences).__name__}")
    for at, sentence in enumerate(draft.sentences):
        _check_sentence(f"sentences[{at}]", sentence, request)
    return draft


def mend(
    draft: Draft, bad: Collection[tuple[int, int]], views: Collection[ChildView], leaf_texts: Mapping[int, str]
) -> Draft | None:
    """The draft with each sentence that one of the `bad` spans of its text touches replaced by its evidence, word for word.

    A sentence whose references lead nowhere is left out: what was owed in it is then missing, and repair quotes it. None
    where the draft is not structured, no sentence is touched, more than half of them are, or nothing would be left.
    """
    if not draft.structured:
        return None
    spans = sentence_spans(draft.sentences)
    touched = [any(a < end and start < b for a, b in bad) or bool(s.faults) for s, (start, end) in zip(draft.sentences, spans, strict=True)]  # fmt: skip
    if not any(touched) or sum(touched) > max(1, BAD_SHARE_MAX * len(touched)):
        return None
    kept: list[DraftSentence] = []
    told = {e for s, is_bad in zip(draft.sentences, touched, strict=True) if not is_bad for e in s.evidence[:1] if len(s.evidence) == 1 and _is_quote(s, leaf_texts)}  # fmt: skip
    for sentence, is_bad in zip(draft.sentences, touched, strict=True):
        if not is_bad:
            kept.append(sentence)
            continue
        for e in sentence.evidence:
            text = leaf_texts.get(e.leaf, "")[e.start : e.end]
            if e in told or not squeeze(text):
                continue
            told.add(e)
            kept.append(DraftSentence(sentence.section, squeeze(text), (e,), _label(e, views)))
    sentences = tuple(kept)
    return Draft(render_draft(sentences), sentences, draft.summarizer) if sentences else None


def _is_quote(sentence: DraftSentence, leaf_texts: Mapping[int, str]) -> bool:
    e = sentence.evidence[0]
    return squeeze(leaf_texts.get(e.leaf, "")[e.start : e.end]) == sentence.text


def _label(evidence: Evidence, views: Collection[ChildView]) -> str:
    """Who says it: the label that the child's own sentence has, or the role (and tool) of the segment in a leaf."""
    for view in views:
        for sentence in view.sentences:
            if evidence in sentence.evidence:
                return sentence.label
        if not view.summary and view.leaves[0] == evidence.leaf:
            found: Segment | None = None
            for segment in view.child.segments:
                if segment.start <= evidence.start:
                    found = segment
            if found is not None:
                return f"{found.role} {found.name}" if found.name and found.role == "tool" else found.role
    return ""


def _limit(request: Request) -> int:
    return LONGER_MAX * sum(len(view.child.text) for view in request.children) + SLACK_CHARS


def _check_sentence(where: str, sentence: object, request: Request) -> None:
    if not isinstance(sentence, DraftSentence):
        raise TypeError(f"{where} is a DraftSentence; got {type(sentence).__name__}")
    if not isinstance(sentence.text, str) or not isinstance(sentence.label, str):
        raise TypeError(f"{where} has a text and a label that are str")
    if sentence.section not in get_args(Section):
        raise ValueError(f"{where} is in the section {sentence.section!r}; sections are {', '.join(get_args(Section))}")
    if not isinstance(sentence.evidence, tuple) or not (sentence.evidence or sentence.faults):
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
