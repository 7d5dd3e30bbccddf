"""The embedded summarizer: it quotes. No model, no key, no network; the same children give the same bytes.

1. Passages that carry owed facts are taken first, whatever the budget: the gate would refuse a parent without them.
2. Prose of the user and the assistant fills what room is left, closing reports before remarks, newest first.
3. Files changed and files removed are gathered into a line each. Repeated passages are told once, at their last place.
Sections stand in a fixed order, passages inside a section in time order (design.md, section 8).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from leadline.core.facts.model import SENTENCE_KINDS, Fact
from leadline.core.tree.nodes import LISTING_JOINT, LISTING_LABELS, Draft, render_draft
from leadline.summarizers.candidates import Candidate, candidates_of
from leadline.summarizers.changed_files import Files
from leadline.summarizers.commands import refused_calls
from leadline.summarizers.outlines import calls_of_leaf, openings_of_leaf
from leadline.summarizers.port import Request
from leadline.summarizers.sections import SECTION_RANK

__all__ = ["EXTRACTIVE_DIGEST", "NAME", "summarize"]

NAME = "extractive"
EXTRACTIVE_DIGEST = "leadline.extractive/5"

CHARS_PER_TOKEN = 3.6  # an estimate for choosing; the engine counts real tokens afterwards
OVERHEAD = 8  # tokens of label, list mark and reference around a passage
FALLBACK_BUDGET = 160  # tokens for a group in which nobody said anything worth quoting
_KEY = re.compile(r"[\W_]+")


def summarize(request: Request) -> Draft:
    """A structured draft that holds every owed passage of the children, and as much prose as fits the budget."""
    candidates: list[Candidate] = []
    files = Files()
    refused = refused_calls([view.child for view in request.children if not view.summary])
    for view in request.children:
        for candidate in candidates_of(view):
            if candidate.label in LISTING_LABELS:
                files.add_listing(candidate.sentence())
            else:
                candidates.append(candidate)
        for place, segment in enumerate(() if view.summary else view.child.segments):
            if segment.kind == "tool_call":
                files.add_call(view.leaves[0], view.child.text, segment, refused=(view.child.id, place) in refused)
    chosen = _choose(_distinct(candidates), request.budget)
    if not chosen and not files:
        for gather in (calls_of_leaf, openings_of_leaf):
            found = _distinct([c for view in request.children if not view.summary for c in gather(view)])
            chosen = _choose(found, min(request.budget, FALLBACK_BUDGET)) or found[-1:]
            if chosen:
                break
    chosen.sort(key=lambda c: (SECTION_RANK[c.section], c.at))
    sentences = [c.sentence() for c in chosen]
    if files:
        sentences += files.listings(LISTING_JOINT)
        sentences.sort(key=lambda s: SECTION_RANK[s.section])  # stable: time order inside a section stays
    drafted = tuple(sentences)
    return Draft(render_draft(drafted), drafted, NAME)


def _distinct(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The same words said again are told once, at the last place, with the facts of all."""
    last: dict[tuple[str, str], Candidate] = {}
    for candidate in candidates:
        key = (candidate.label.split(" ")[0], _KEY.sub("", candidate.text).lower() or candidate.text)
        earlier = last.pop(key, None)
        if earlier is not None and earlier.facts:
            section = candidate.section if candidate.facts else earlier.section
            candidate = Candidate(
                section, candidate.label, candidate.text, candidate.evidence,
                (*earlier.facts, *candidate.facts), max(candidate.weight, earlier.weight),
            )  # fmt: skip
        last[key] = candidate
    return list(last.values())


def _choose(candidates: Sequence[Candidate], budget: int) -> list[Candidate]:
    """All passages that carry an owed fact not yet told, then the fill."""
    chosen: list[Candidate] = []
    told: set[tuple[str, ...]] = set()
    spent = 0.0
    # Sentence facts and errors first: an identifier that one of them names needs no passage of its own.
    for own in (True, False):
        for candidate in candidates:
            forceful = any(f.kind in ("error", "threshold") or f.kind in SENTENCE_KINDS for f in candidate.facts)
            if not candidate.facts or forceful is not own:
                continue
            keys = {_key(f) for f in candidate.facts}
            if keys <= told:
                continue
            told |= keys
            chosen.append(candidate)
            spent += _cost(candidate)
    picked = {id(c) for c in chosen}
    rest = [c for c in candidates if id(c) not in picked and c.weight > 0]
    rest.sort(key=lambda c: (-c.weight, (-c.at[0], -c.at[1])))
    for candidate in rest:
        cost = _cost(candidate)
        if spent + cost > budget:
            continue
        chosen.append(candidate)
        spent += cost
    return chosen


def _key(fact: Fact) -> tuple[str, ...]:
    """What makes two owed facts one: the words of a sentence, the form and the nearest subject of an exact thing."""
    if fact.kind in SENTENCE_KINDS:
        return (fact.kind, _KEY.sub("", fact.text).lower())
    return (fact.kind, fact.form, *fact.subject[:1])


def _cost(candidate: Candidate) -> float:
    return len(candidate.text) / CHARS_PER_TOKEN + OVERHEAD
