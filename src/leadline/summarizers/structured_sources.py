"""The numbered sources and the fact table that a structured draft refers to.

In: the children as a summarizer sees them. Out: `Sources`: every source sentence with a reference (`s1`, `s2`, ... in
time order) and its places in the leaves, and every exact owed fact that the writer may know of with a slot (`f1`, ...).
The same children give the same numbers, so the prompt and the reading of the answer agree without any state between.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from leadline.core.facts.model import EXACT_KINDS, Fact
from leadline.core.text.messages import Child, Segment
from leadline.core.text.sentences import split_sentences
from leadline.core.tree.nodes import Evidence
from leadline.summarizers.port import ChildView
from leadline.summarizers.windows import edge, squeeze

__all__ = ["SlotFact", "SourceSentence", "Sources", "number_sources"]

PIECE_MAX = 600  # characters; a longer line of data is numbered in pieces, so that a reference says where


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """One numbered sentence. `places` are its spans in the leaves; empty for a summary that names no evidence itself."""

    ref: str
    text: str
    child: str
    speaker: str  # role, with the tool's name where there is one
    places: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class SlotFact:
    """One exact fact of the table: how each source spells it. `spellings` maps source references to spellings."""

    ref: str
    kind: str
    text: str
    ids: tuple[str, ...]
    spellings: tuple[tuple[str, str], ...] = ()

    @property
    def sources(self) -> tuple[str, ...]:
        return tuple(ref for ref, _ in self.spellings)


@dataclass(frozen=True, slots=True)
class Sources:
    """What may be referred to, by reference."""

    sentences: tuple[SourceSentence, ...]
    facts: tuple[SlotFact, ...]
    by_ref: dict[str, SourceSentence] = field(default_factory=dict, compare=False)
    slots: dict[str, SlotFact] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        self.by_ref.update((s.ref, s) for s in self.sentences)
        self.slots.update((f.ref, f) for f in self.facts)


def number_sources(views: Sequence[ChildView]) -> Sources:
    """Numbers every sentence of the children in time order, then every exact fact that the views name."""
    sentences: list[SourceSentence] = []
    spans: list[tuple[ChildView, int, int]] = []  # where each numbered sentence stands in its own child's text
    for view in views:
        for text, speaker, places, start, end in _pieces(view):
            sentences.append(SourceSentence(f"s{len(sentences) + 1}", text, view.child.id, speaker, places))
            spans.append((view, start, end))
    return Sources(tuple(sentences), _table(views, sentences, spans))


def _pieces(view: ChildView) -> Iterator[tuple[str, str, tuple[Evidence, ...], int, int]]:
    """(text, speaker, places, start, end) of each sentence of one child; start and end are -1 for structured children."""
    if view.sentences:
        for told in view.sentences:
            yield squeeze(told.text), told.label or view.child.role, told.evidence, -1, -1
        return
    text = view.child.text
    starts = [s.start for s in view.child.segments]
    for sentence in split_sentences(text):
        segment = view.child.segments[max(0, bisect_right(starts, sentence.start) - 1)]
        if segment.kind == "opaque":
            continue
        at = sentence.start
        while at < sentence.end:
            end = sentence.end if sentence.end - at <= PIECE_MAX else edge(text, at + PIECE_MAX, sentence.end)
            said = squeeze(text[at:end])
            if said:
                places = () if view.summary else (Evidence(view.leaves[0], at, end),)
                yield said, _speaker(segment), places, at, end
            at = end


def _speaker(segment: Segment) -> str:
    return f"{segment.role} {segment.name}" if segment.name else segment.role


def _table(
    views: Sequence[ChildView], sentences: Sequence[SourceSentence], spans: Sequence[tuple[ChildView, int, int]]
) -> tuple[SlotFact, ...]:
    """One row a normal form, in the order in which the sources first say it."""
    rows: dict[tuple[str, str], tuple[list[str], dict[str, str], str]] = {}
    for view in views:
        own = [(s, a, b) for s, (v, a, b) in zip(sentences, spans, strict=True) if v is view]
        for fact in view.facts:
            if fact.kind not in EXACT_KINDS:
                continue
            ids, spelled, _ = rows.setdefault((fact.kind, fact.form), ([], {}, fact.text))
            ids.append(fact.id)
            for source, start, end in own:
                if _holds(source, start, end, fact, view.child):
                    spelled.setdefault(source.ref, fact.text)
    return tuple(
        SlotFact(f"f{n}", kind, text, tuple(ids), tuple(spelled.items()))
        for n, ((kind, _), (ids, spelled, text)) in enumerate(rows.items(), 1)
    )


def _holds(source: SourceSentence, start: int, end: int, fact: Fact, child: Child) -> bool:
    """Whether the fact stands in this source: by its place, else (below a summary) by its spelling."""
    if fact.child == child.id and start >= 0:
        return start <= fact.start < end
    if any(f"n{p.leaf}" == fact.child and p.start < fact.end and fact.start < p.end for p in source.places):
        return True
    return not source.places and fact.text in source.text
