"""Leaves, drafts and nodes of a summary tree. Knows text, neither facts nor signals nor policy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from leadline.core.text.messages import Child, Segment

__all__ = [
    "ELLIPSIS",
    "LISTING_JOINT",
    "LISTING_LABELS",
    "SECTION_TITLES",
    "Draft",
    "DraftSentence",
    "Evidence",
    "Leaf",
    "Node",
    "NodeState",
    "Section",
    "Slot",
    "render_draft",
    "sentence_spans",
]

ELLIPSIS = " … "  # joins verbatim pieces of one source passage inside an extractive sentence
LISTING_LABELS = frozenset(
    ("files changed", "files removed")
)  # labels of sentences that list things, a piece of evidence each
LISTING_JOINT = ", "

Section = Literal[
    "goal",
    "state",
    "decisions",
    "failed",
    "conflicts",
    "open",
    "guesses",
    "identifiers",
    "done",
    "passed",
    "context",
    "quoted",
]
NodeState = Literal["leaf", "promoted", "repaired", "halted", "flattened"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a draft sentence comes from: a half-open span in a leaf's text. `leaf` is the leaf's position (0-based)."""

    leaf: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Slot:
    """An exact fact that was filled into a draft sentence: `text[start:end]` is the sources' own spelling of it."""

    fact: str  # id in the fact table
    start: int
    end: int
    stated: bool = True  # whether the evidence that the sentence names states the fact


@dataclass(frozen=True, slots=True)
class DraftSentence:
    """One sentence of a structured draft, with the source spans that it rests on.

    `evidence` is empty only where `faults` says why: references that lead nowhere, slots of facts that nobody knows.
    Such a sentence is never committed, so neither slots nor faults are stored.
    """

    section: Section
    text: str
    evidence: tuple[Evidence, ...]
    label: str = ""  # who says it (`user`, `tool bash`), shown before the text; not part of the claim
    slots: tuple[Slot, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def pieces(self) -> tuple[str, ...]:
        """The verbatim pieces of an extractive sentence: joined with ELLIPSIS, or with a comma in a listing."""
        joint = LISTING_JOINT if self.label in LISTING_LABELS else ELLIPSIS
        return tuple(piece for piece in self.text.split(joint) if piece)


@dataclass(frozen=True, slots=True)
class Draft:
    """A parent not yet judged. `sentences` is empty for a plain draft of somebody else's summarizer."""

    text: str
    sentences: tuple[DraftSentence, ...] = ()
    summarizer: str = "extractive"

    @property
    def structured(self) -> bool:
        return bool(self.sentences)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A run of whole messages, verbatim. `index` counts leaves from the start of the session."""

    index: int
    text: str
    segments: tuple[Segment, ...]
    tokens: int
    hidden: tuple[tuple[int, int, str], ...] = ()  # spans of `text` that stand for a secret, and the secret

    @property
    def id(self) -> str:
        return f"n{self.index}"

    @property
    def lines(self) -> tuple[int, int]:
        """First and last transcript line."""
        lines = [s.line for s in self.segments if s.line is not None]
        return (min(lines), max(lines)) if lines else (0, 0)

    def as_child(self) -> Child:
        return Child(self.id, self.text, self.segments[0].role if self.segments else "summary", None, self.segments)


@dataclass(frozen=True, slots=True)
class Node:
    """A decided parent. `leaves` is the half-open range of leaves under it; `id` is `p<level>.<index>`.

    A halted or flattened node has no draft: its children stand for themselves in the frontier.
    """

    level: int
    index: int
    leaves: tuple[int, int]
    children: tuple[str, ...]
    state: NodeState
    draft: Draft | None
    tokens: int
    sealed: bool

    @property
    def id(self) -> str:
        return f"p{self.level}.{self.index}"


def render_draft(sentences: tuple[DraftSentence, ...]) -> str:
    """The text of a structured draft: one heading a section, one sentence a line."""
    return "".join(chunk for chunk, _ in _chunks(sentences))


def sentence_spans(sentences: tuple[DraftSentence, ...]) -> tuple[tuple[int, int], ...]:
    """Where each sentence's own text stands in `render_draft(sentences)`, in order, half-open."""
    spans: list[tuple[int, int]] = []
    at = 0
    for chunk, sentence in _chunks(sentences):
        at += len(chunk)
        if sentence is not None:
            spans.append((at - len(sentence.text), at))
    return tuple(spans)


def _chunks(sentences: tuple[DraftSentence, ...]) -> Iterator[tuple[str, DraftSentence | None]]:
    section: str | None = None
    first = True
    for sentence in sentences:
        if sentence.section != section:
            section = sentence.section
            yield f"{'' if first else NEWLINE}## {SECTION_TITLES[sentence.section]}", None
            first = False
        label = f"{sentence.label}: " if sentence.label else ""
        yield f"{NEWLINE}- {label}{sentence.text}", sentence


NEWLINE = "\n"


SECTION_TITLES: dict[Section, str] = {
    "goal": "Goal and constraints",
    "state": "State",
    "decisions": "Decisions",
    "failed": "What failed",
    "conflicts": "Conflicts",
    "open": "Open",
    "guesses": "Guesses, not confirmed",
    "identifiers": "Identifiers in use",
    "done": "Asked earlier, since answered or reported done",
    "passed": "Said on the way, in turns that have ended",
    "context": "Context",
    "quoted": "Quoted from the sources",
}
