"""The shadow: a crude second pass that watches the extractor (design.md, 3.4).

Separately written on purpose: it shares no pattern and no lexicon with the extractor, only the shape of a child. In: a child and its
facts. Out: one `Shadow` per hit (exact-shaped token, user sentence that demands or forbids, line with an error word) with
how the extractor classified that place. `unclassified` means a blind spot: counted in the ledger, and no leaf with one is swept.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from leadline.core.facts.model import Criticality, Fact
from leadline.core.text.messages import Child, Segment

__all__ = ["Shadow", "ShadowKind", "shadow"]

ShadowKind = Literal["token", "demand", "error_line"]

_DEMANDS = (
    "must",
    "never",
    "don't",
    "do not",
    "only",
    "not allowed",
    "forbid",
    "always",
    "make sure",
    "please",
    "nicht",
    "niemals",
    "jamais",
    "nunca",
    "必",
    "不要",
    "ください",
)
_ERRORS = (
    "error",
    "fail",
    "exception",
    "fatal",
    "denied",
    "refused",
    "panic",
    "timeout",
    "timed out",
    "traceback",
    "fehler",
    "erreur",
    "失敗",
    "错误",
)
_TRIM = ".,;:!?\"'`()[]{}<>*|"


@dataclass(frozen=True, slots=True)
class Shadow:
    """One hit: `text == child.text[start:end]`. `reason` names the fact's rule, or the rule for the region it lies in."""

    kind: ShadowKind
    text: str
    child: str
    start: int
    end: int
    classified: Criticality | Literal["unclassified"]
    reason: str


def shadow(child: Child, facts: Sequence[Fact]) -> tuple[Shadow, ...]:
    """All shadow hits of `child`, in order of start. `facts` are the child's own, extracted or resolved."""
    spans = sorted(
        (f.sentence[0], max(f.sentence[1], f.end), f.criticality, f.reason) for f in facts if f.child == child.id
    )
    merged = _strongest(spans)
    starts = [m[0] for m in merged]
    out: list[Shadow] = []
    for segment in child.segments:
        region = _region(segment)
        for kind, start, end in _hits(child.text, segment):
            classified: Criticality | Literal["unclassified"]
            covering = _covering(merged, starts, start, end)
            if covering:
                classified, reason = covering
            elif region:
                classified, reason = "incidental", region
            elif kind == "token":
                classified, reason = _token_rule(child.text[start:end])
            else:
                classified, reason = "unclassified", ""
            out.append(Shadow(kind, child.text[start:end], child.id, start, end, classified, reason))
    out.sort(key=lambda h: (h.start, h.end, h.kind))
    return tuple(out)


_RANK = {"owed": 0, "supporting": 1, "incidental": 2}


def _strongest(spans: list[tuple[int, int, Criticality, str]]) -> list[tuple[int, int, Criticality, str]]:
    """Sentences with the strongest criticality that any of their facts has; sorted, one entry per sentence."""
    best: dict[tuple[int, int], tuple[Criticality, str]] = {}
    for start, end, criticality, reason in spans:
        held = best.get((start, end))
        if held is None or _RANK[criticality] < _RANK[held[0]]:
            best[start, end] = (criticality, reason)
    return [(a, b, *best[a, b]) for a, b in sorted(best)]


def _covering(
    merged: list[tuple[int, int, Criticality, str]], starts: list[int], start: int, end: int
) -> tuple[Criticality, str] | None:
    """The strongest classification of the sentences that [start, end) touches; a line may hold several."""
    found: list[tuple[Criticality, str]] = []
    i = bisect_right(starts, end - 1) - 1
    while i >= 0 and merged[i][1] > start:
        found.append(merged[i][2:])
        i -= 1
    return min(found, key=lambda c: _RANK[c[0]], default=None)


def _region(segment: Segment) -> str:
    """The rule by which a whole region is incidental, where there is one."""
    if segment.injected:
        return "injected"
    if segment.kind == "tool_call":
        return "tool_call"
    if segment.kind == "thinking":
        return "thinking"
    if segment.kind == "opaque":
        return "opaque"
    if segment.role == "system":
        return "system_prompt"
    if segment.role == "tool" or segment.kind == "tool_result":
        return "tool_output"
    return ""


def _hits(text: str, segment: Segment) -> list[tuple[ShadowKind, int, int]]:
    found: list[tuple[ShadowKind, int, int]] = []
    bulk = segment.role == "tool" or segment.kind in ("tool_call", "tool_result")
    at = segment.start
    fenced = False
    for line in text[segment.start : segment.end].split("\n"):
        low = line.lower()
        if low.lstrip().startswith("```"):
            fenced = not fenced
        if not fenced:
            if any(word in low for word in _ERRORS):
                found.append(("error_line", *_trimmed(text, at, at + len(line))))
            if segment.role == "user" and not bulk and any(word in low for word in _DEMANDS):
                found.append(("demand", *_trimmed(text, at, at + len(line))))
            if not bulk and len(line) <= 2000:
                offset = 0
                for token in line.split():
                    offset = line.index(token, offset)
                    if _exact_shaped(token):
                        lead = len(token) - len(token.lstrip(_TRIM))
                        found.append(("token", at + offset + lead, at + offset + lead + len(token.strip(_TRIM))))
                    offset += len(token)
        at += len(line) + 1
    return found


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _exact_shaped(token: str) -> bool:
    """A digit beside a letter or inside a longer token, a slash or underscore inside, or an inner capital."""
    core = token.strip(_TRIM)
    if len(core) < 3:
        return False
    digits = any(c.isdigit() for c in core)
    return digits or "_" in core[1:-1] or ("/" in core[1:-1] and core.count("/") > 1)


def _token_rule(token: str) -> tuple[Criticality | Literal["unclassified"], str]:
    """Bare small numbers and years without any sentence fact are incidental by rule."""
    plain = token.replace(",", "").replace(".", "").rstrip("%")
    if plain.isdigit() and len(plain) <= 4:
        return "incidental", "bare_number"
    return "unclassified", ""
