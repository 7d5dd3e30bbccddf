"""A session after a run, as values: its frontier, nodes, leaves, freshest part and counts. Nothing here reads or writes."""

from __future__ import annotations

from dataclasses import dataclass

from leadline.core.text.messages import Message
from leadline.engine.records import LeafRecord, NodeRecord

__all__ = ["FrontierItem", "SessionState"]


@dataclass(frozen=True, slots=True)
class FrontierItem:
    """One piece of the working context besides the freshest part: a committed node, or a child that stays verbatim."""

    id: str
    leaves: tuple[int, int]
    why: str  # empty for the root itself
    record: NodeRecord | None  # None for a leaf that stays verbatim
    text: str


@dataclass(frozen=True, slots=True)
class SessionState:
    """A session after a run: its frontier, nodes, freshest part and counts."""

    session: str
    frontier: tuple[FrontierItem, ...]
    nodes: tuple[NodeRecord, ...]  # sealed and open, in post-order
    leaves: tuple[LeafRecord, ...]
    fresh: tuple[Message, ...]
    fresh_tokens: int
    tokens_in: int
    commits: int
    head: tuple[Message, ...] = ()  # the system prompt, where it stays verbatim
    head_tokens: int = 0

    @property
    def root(self) -> NodeRecord | None:
        """The node that covers all leaves, if there is one."""
        records = [item.record for item in self.frontier if item.record is not None and not item.why]
        return records[-1] if records else None
