"""Leaves, drafts and nodes of a summary tree. Knows text, neither facts nor signals nor policy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from leadline.core.text.messages import Child, Segment

__all__ = [
    "ELLIPSIS",
    "SECTION_TITLES",
    "Draft",
    "DraftSentence",
    "Evidence",
    "Leaf",
    "Node",
    "NodeState",
    "Section",
    "render_draft",
]

ELLIPSIS = " … "  # joins verbatim pieces of one source passage inside an extractive sentence

Section = Literal["goal", "state", "decisions", "failed", "conflicts", "open", "identifiers", "context", "quoted"]
NodeState = Literal["leaf", "promoted", "repaired", "halted", "flattened"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a draft sentence comes from: a half-open span in a leaf's text. `leaf` is the leaf's position (0-based)."""

    leaf: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class DraftSentence:
    """One sentence of a structured draft, with the source spans that it rests on (never empty)."""

    section: Section
    text: str
    evidence: tuple[Evidence, ...]
    label: str = ""  # who says it (`user`, `tool bash`), shown before the text; not part of the claim

    @property
    def pieces(self) -> tuple[str, ...]:
        """The verbatim pieces of an extractive sentence: it joins them with ELLIPSIS, or with a comma in a listing."""
        return tuple(p for p in self.text.split(ELLIPSIS) if p) if ELLIPSIS in self.text else (self.text,)


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
    lines: list[str] = []
    section: str | None = None
    for sentence in sentences:
        if sentence.section != section:
            section = sentence.section
            lines.append(f"## {SECTION_TITLES[sentence.section]}")
        label = f"{sentence.label}: " if sentence.label else ""
        lines.append(f"- {label}{sentence.text}")
    return "\n".join(lines)


SECTION_TITLES: dict[Section, str] = {
    "goal": "Goal and constraints",
    "state": "State",
    "decisions": "Decisions",
    "failed": "What failed",
    "conflicts": "Conflicts",
    "open": "Open",
    "identifiers": "Identifiers in use",
    "context": "Context",
    "quoted": "Quoted from the sources",
}
