"""From a structured draft to the draft that is measured: slots filled, references led back to the leaves.

In: a `StructuredDraft` and the `Sources` that its writer was shown. Out: a `Draft`. A slot takes the spelling of the
evidence that its sentence names, so a value or identifier cannot be altered, only attached to the wrong sentence. What
leads nowhere stays on its sentence as a fault and costs that sentence only, never the draft.
"""

from __future__ import annotations

import re

from leadline.core.tree.nodes import Draft, DraftSentence, Evidence, Slot, render_draft
from leadline.summarizers.sections import SECTION_RANK
from leadline.summarizers.structured import StructuredDraft, StructuredSentence
from leadline.summarizers.structured_sources import SlotFact, Sources
from leadline.summarizers.windows import squeeze

__all__ = ["fill_draft"]

_SLOT = re.compile(r"\{\s*(f\d{1,6})\s*\}")
_REPEAT = re.compile(
    r"(?>(?:(?<!\s)\s++)?)\(?\[s\d++(?>(?:\s*+[,–-]\s*+s?\d++)*)\]\)?(?=[.,;:]?\s*$)"
)  # a reference written into the text as well


def fill_draft(draft: StructuredDraft, sources: Sources, name: str) -> Draft:
    """The draft with its text rendered; a plain one where it rests on a summary that has no places in the leaves."""
    sentences = tuple(
        sorted((_fill(s, sources) for s in draft.sentences), key=lambda s: SECTION_RANK[s.section])
    )  # stable: the writer's order inside a section stays
    named = [sources.by_ref[ref] for s in draft.sentences for ref in s.evidence if ref in sources.by_ref]
    if any(not source.places for source in named):
        return Draft(render_draft(sentences), (), name)
    return Draft(render_draft(sentences), sentences, name)


def _fill(sentence: StructuredSentence, sources: Sources) -> DraftSentence:
    faults = [
        f"the reference {ref} leads to no source sentence (there are s1 to s{len(sources.sentences)})"
        for ref in sentence.evidence
        if ref not in sources.by_ref
    ]
    named = [sources.by_ref[ref] for ref in sentence.evidence if ref in sources.by_ref]
    text = squeeze(_REPEAT.sub("", sentence.text)) or squeeze(sentence.text) or sentence.text.strip()
    out: list[str] = []
    slots: list[Slot] = []
    at = length = 0
    for found in _SLOT.finditer(text):
        before = text[at : found.start()]
        out.append(before)
        length += len(before)
        at = found.end()
        fact = sources.slots.get(found[1])
        if fact is None:
            faults.append(f"the slot {{{found[1]}}} is no fact of the table (there are f1 to f{len(sources.facts)})")
            spelled = found.group()
        else:
            spelled, stated = _spelling(fact, {s.ref: s.text for s in named})
            slots.append(Slot(fact.ref, length, length + len(spelled), stated))
        out.append(spelled)
        length += len(spelled)
    out.append(text[at:])
    places: dict[Evidence, None] = dict.fromkeys(place for source in named for place in source.places)
    return DraftSentence(sentence.section, "".join(out), tuple(places), "", tuple(slots), tuple(faults))


def _spelling(fact: SlotFact, named: dict[str, str]) -> tuple[str, bool]:
    """How the named evidence spells the fact, and whether it states it at all."""
    for ref, spelled in fact.spellings:
        if ref in named:
            return spelled, True
    if any(fact.text in text for text in named.values()):
        return fact.text, True
    return fact.text, False
