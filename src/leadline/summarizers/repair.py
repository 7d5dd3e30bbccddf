"""Completing a draft from the children: owed passages quoted word for word in a labelled block (design.md, 3.6).

Repair never rewords and never touches what the draft says; it can complete a draft, not mend a false one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from leadline.core.facts.model import Fact
from leadline.core.tree.nodes import Draft, DraftSentence, render_draft
from leadline.summarizers.candidates import Candidate, candidates_of
from leadline.summarizers.port import ChildView

__all__ = ["repair"]


def repair(draft: Draft, missing: Sequence[Fact], children: Sequence[ChildView]) -> Draft | None:
    """`draft` with one quoted passage for each missing fact; None when some fact has no passage to quote.

    `missing` are owed facts of the children that the draft lacks. The quoted block stands at the end, in time order.
    """
    passages = _passages(children)
    chosen: dict[tuple[int, int], DraftSentence] = {}
    for fact in missing:
        candidate = passages.get(fact.id)
        if candidate is None:
            return None
        chosen[candidate.at] = DraftSentence("quoted", candidate.text, candidate.evidence, candidate.label)
    quoted = tuple(chosen[at] for at in sorted(chosen))
    if not quoted:
        return None
    if draft.structured:
        sentences = (*draft.sentences, *quoted)
        return Draft(render_draft(sentences), sentences, draft.summarizer)
    block = render_draft(quoted)
    return Draft(f"{draft.text.rstrip()}\n\n{block}", (), draft.summarizer)


def _passages(children: Sequence[ChildView]) -> Mapping[str, Candidate]:
    """For each owed fact id the passage that carries it, shortest first where there are several."""
    found: dict[str, Candidate] = {}
    for view in children:
        for candidate in candidates_of(view):
            for fact in candidate.facts:
                known = found.get(fact.id)
                if known is None or len(candidate.text) < len(known.text):
                    found[fact.id] = candidate
    return found
