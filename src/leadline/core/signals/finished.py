"""Finished: a limit that was given with one piece of work, where that work is declared complete.

In: the children and the parent; then one demand after another. Out: whether the work that the demand came with is over: the demand stands in a message that
asks for the work, nobody has asked for anything since, the agent's last words say that it is complete, and so does the summary, which leaves nothing open. Such
a limit binds nobody who goes on, unless the next task repeats it. Without all of these the limit holds. Pure; the children are read once, on first use.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from leadline.core.facts import lexicon
from leadline.core.facts.demands import demand_kind
from leadline.core.facts.model import Fact
from leadline.core.text.messages import Child, Segment
from leadline.core.text.sentences import split_sentences
from leadline.core.text.words import lower_case

__all__ = ["Finished"]

_OVER = r"(?:complete[d]?|done|finished|resolved|solved|closed|fixed)"
_COMPLETE = re.compile(
    rf"\b(?:task|issue|work|job|request|ticket|assignment|everything|all of (?:it|this|that))\b[^.!?;]{{0,40}}\b(?:is|are|was|were|been|now|declared|marked|reported)\b[^.!?;]{{0,20}}\b{_OVER}\b"
    rf"|\b(?:declared|marked|reported|considered) (?:as )?{_OVER}\b|^\W*(?:all )?(?:done|finished|completed?)\b(?! with)"
)
_NOT_YET = re.compile(
    r"\b(?:not|n['’]t|never|nearly|almost|half|partly|partially|once|when|if|until|before|after|to be|will be)\b"
)
_GOES_ON = re.compile(r"\b(?:under ?way|in progress|next|then|second|continu\w+|half)\b")
_LAST_WORDS = 600  # characters of the agent's last message in which it says how the work stands
_STANDS = re.compile(
    r"\b(?:from now on|in (?:the )?future|at all times|every time|whenever|for (?:all|every|each) (?:task|change|commit)s?|in general|as a rule)\b"
)


class Finished:
    """One record and its summary."""

    def __init__(self, children: Sequence[Child], parent: str) -> None:
        self._children = children
        self._parent = parent

    def ends(self, demand: Fact) -> bool:
        """Whether the work that `demand` was given with is over, and the demand with it."""
        if demand.role != "user" or _STANDS.search(lower_case(demand.text)) or not self._told:
            return False
        asked = self._asked
        if asked is None or asked[0].id != demand.child:
            return False
        child, segment = asked
        return segment.start <= demand.start < segment.end and self._declared and _asks(child.text, segment, demand)

    @cached_property
    def _told(self) -> bool:
        """Whether the summary says that the work is complete and leaves nothing open."""
        sentences = [lower_case(self._parent[s.start : s.end]) for s in split_sentences(self._parent)]
        return any(map(_says_complete, sentences)) and not any(
            lexicon.OPEN.search(s) or _GOES_ON.search(s) for s in sentences
        )

    @cached_property
    def _asked(self) -> tuple[Child, Segment] | None:
        """The last message of a person."""
        for child in reversed(self._children):
            for segment in reversed(child.segments):
                if segment.role == "user" and segment.kind == "text" and not segment.injected:
                    return child, segment
        return None

    @cached_property
    def _declared(self) -> bool:
        """Whether the agent's last words say that the work is complete."""
        for child in reversed(self._children):
            for segment in reversed(child.segments):
                if segment.role == "user":
                    return False
                if segment.role == "assistant" and segment.kind == "text":
                    said = child.text[max(segment.start, segment.end - _LAST_WORDS) : segment.end]
                    return any(_says_complete(lower_case(said[s.start : s.end])) for s in split_sentences(said))
        return False


def _says_complete(low: str) -> bool:
    found = _COMPLETE.search(low)
    return found is not None and not _NOT_YET.search(low, 0, found.end())


def _asks(text: str, segment: Segment, demand: Fact) -> bool:
    """Whether the message asks for a piece of work beside the demand, so that the demand was given for that."""
    said = text[segment.start : segment.end]
    for s in split_sentences(said):
        if s.start + segment.start <= demand.start < s.end + segment.start:
            continue
        low = lower_case(said[s.start : s.end])
        if lexicon.IMPERATIVE.search(low) and demand_kind(low) != "forbids":
            return True
    return False
