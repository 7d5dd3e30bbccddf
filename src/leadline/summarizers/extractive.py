"""The embedded summarizer: it quotes. No model, no key, no network; the same children give the same bytes.

1. Passages that carry owed facts are taken first, whatever the budget: the gate would refuse a parent without them.
2. Prose of the user and the assistant fills what room is left, closing reports before remarks, newest first.
3. Files changed are gathered into one line. Repeated passages are told once, at their last place.
Sections stand in a fixed order, passages inside a section in time order (design.md, section 8).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from leadline.core.facts.model import SENTENCE_KINDS, Fact
from leadline.core.tree.nodes import LISTING_JOINT, Draft, DraftSentence, Evidence, render_draft
from leadline.summarizers.candidates import SECTION_RANK, Candidate, calls_of_leaf, candidates_of, openings_of_leaf
from leadline.summarizers.port import ChildView, Request

__all__ = ["EXTRACTIVE_DIGEST", "NAME", "summarize"]

NAME = "extractive"
EXTRACTIVE_DIGEST = "leadline.extractive/2"

CHARS_PER_TOKEN = 3.6  # an estimate for choosing; the engine counts real tokens afterwards
OVERHEAD = 8  # tokens of label, list mark and reference around a passage
FALLBACK_BUDGET = 160  # tokens for a group in which nobody said anything worth quoting
FILES_LABEL = "files changed"
FILES_MAX = 40  # paths in the listing; the newest stay

_EDIT_CALL = re.compile(r"edit|write|patch|create|replace|insert|move|rename", re.IGNORECASE)
_PATH = re.compile(r"(?:[A-Za-z]:)?[\w.@~+-]{0,80}(?:/[\w.@~+\-\[\]()]{1,80}){1,20}|[\w@+-]{1,60}\.[A-Za-z]\w{0,7}\b")
_KEY = re.compile(r"[\W_]+")


def summarize(request: Request) -> Draft:
    """A structured draft that holds every owed passage of the children, and as much prose as fits the budget."""
    candidates: list[Candidate] = []
    files: dict[str, Evidence] = {}
    for view in request.children:
        for candidate in candidates_of(view):
            if candidate.label == FILES_LABEL:
                _merge_files(files, zip(candidate.sentence().pieces, candidate.evidence, strict=True))
            else:
                candidates.append(candidate)
        if not view.summary:
            _merge_files(files, _changed_files(view))
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
        sentences.append(_listing(files))
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


def _changed_files(view: ChildView) -> Iterable[tuple[str, Evidence]]:
    """Paths that edit calls of a leaf name first, with their places."""
    for segment in view.child.segments:
        if segment.kind == "tool_call" and segment.name and _EDIT_CALL.search(segment.name):
            head = view.child.text[segment.start : min(segment.end, segment.start + 400)]
            found = _PATH.search(head, min(len(segment.name), len(head)))
            if found:
                start = segment.start + found.start()
                yield found.group(), Evidence(view.leaves[0], start, start + len(found.group()))


def _merge_files(files: dict[str, Evidence], more: Iterable[tuple[str, Evidence]]) -> None:
    for path, evidence in more:
        files.pop(path, None)
        files[path] = evidence


def _listing(files: dict[str, Evidence]) -> DraftSentence:
    newest = list(files.items())[-FILES_MAX:]
    return DraftSentence(
        "identifiers", LISTING_JOINT.join(path for path, _ in newest), tuple(e for _, e in newest), FILES_LABEL
    )
