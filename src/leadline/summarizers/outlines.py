"""Lines for a leaf in which nobody said anything: its tool calls, or the first words of its parts."""

from __future__ import annotations

from leadline.core.tree.nodes import Evidence
from leadline.summarizers.candidates import Candidate, label_of
from leadline.summarizers.port import ChildView
from leadline.summarizers.windows import edge, squeeze

__all__ = ["calls_of_leaf", "openings_of_leaf"]

CALL_MAX = 120  # characters of a tool call where calls are all there is to tell


def openings_of_leaf(view: ChildView) -> list[Candidate]:
    """The first words of each part of a leaf, for leaves in which nothing else can be told."""
    out: list[Candidate] = []
    for segment in view.child.segments:
        end = edge(view.child.text, min(segment.start + CALL_MAX, segment.end), segment.end)
        text = squeeze(view.child.text[segment.start : end])
        if any(c.isalnum() for c in text):
            evidence = (Evidence(view.leaves[0], segment.start, end),)
            out.append(Candidate("context", label_of(segment), text, evidence, (), 0.1))
    return out


def calls_of_leaf(view: ChildView) -> list[Candidate]:
    """The tool calls of a leaf, a line each: what was done, for leaves in which nobody said anything."""
    out: list[Candidate] = []
    for segment in view.child.segments:
        if segment.kind != "tool_call":
            continue
        first = segment.start + (len(segment.name) + 1 if segment.name else 0)
        if first >= segment.end:  # a call without arguments: its name is all that was done
            first = segment.start
        end = edge(view.child.text, min(first + CALL_MAX, segment.end), segment.end)
        text = squeeze(view.child.text[first:end])
        if text:
            evidence = (Evidence(view.leaves[0], first, end),)
            out.append(Candidate("context", label_of(segment), text, evidence, (), 0.1))
    return out
