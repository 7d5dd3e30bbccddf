"""A summarizer is any callable from a request to a draft: plain text, or sentences with their evidence.

Sentences come as a `StructuredDraft`, as the mapping of its schema, or as the JSON text that a model wrote
(`structured.py`); their references are those of `prompts.draft_prompt(request)`.

Whatever it returns is judged by the gate; it can lower the quality of a tree, never its honesty. It may raise: the
engine then falls back to the embedded extractive draft and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from leadline.core.facts.model import Fact
from leadline.core.signals.model import Finding
from leadline.core.text.messages import Child
from leadline.core.tree.nodes import Draft, DraftSentence

if TYPE_CHECKING:
    from leadline.summarizers.structured import StructuredDraft

__all__ = ["ChildView", "Request", "Summarizer"]


@dataclass(frozen=True, slots=True)
class ChildView:
    """What a summarizer sees of one child.

    `facts` are owed facts of the leaves under it, with offsets into those leaves. For a summary, `places` says where
    each of them stands in the child's own text; `sentences` is set where the summary is structured.
    """

    child: Child
    leaves: tuple[int, int]  # half-open range of leaf positions under it
    facts: tuple[Fact, ...] = ()  # leaf facts; the held-out ones are removed for foreign summarizers
    sentences: tuple[DraftSentence, ...] = ()
    summary: bool = False
    places: Mapping[str, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Request:
    """One parent to be written: from these children, in at most about `budget` tokens.

    On a rebuild `findings` say what was wrong with the draft before (visible facts only), never the draft itself.
    """

    children: Sequence[ChildView]
    budget: int
    level: int
    attempt: int = 0
    findings: tuple[Finding, ...] = ()


Summarizer = Callable[[Request], "Draft | StructuredDraft | Mapping[str, Any] | str"]
