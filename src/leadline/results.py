"""What a compaction gives back: the result with its levels and findings, and the pieces of the working context."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from leadline.core import facts
from leadline.core.text.messages import Child
from leadline.core.text.tokens import count_tokens
from leadline.course import course_of
from leadline.engine.records import NodeRecord
from leadline.engine.state import SessionState
from leadline.readers import Compaction, Skipped
from leadline.summarizers import extractive
from leadline.summarizers.port import ChildView, Request
from leadline.views.context import Apart, ContextParts
from leadline.views.earlier import begin_of_summary, lines_left_out, within
from leadline.views.freshest import shorten_fresh
from leadline.views.quotations import whole_quotations, with_whose_words
from leadline.views.spoken import place_of

__all__ = ["CompactResult", "LevelRow", "closing_line", "context_parts", "level_rows", "over_budget_because"]

EARLIER_MAX = 1500  # tokens for what an earlier summary says of messages that are not here


@dataclass(frozen=True, slots=True)
class LevelRow:
    """One level of the tree: its nodes, how much of what is owed they keep, and what was predicted."""

    level: int
    nodes: int
    n_owed: int
    n_retained: int
    first: tuple[int, int]  # first drafts: (facts asked, kept)
    predicted: float | None

    @property
    def retention(self) -> float | None:
        return self.n_retained / self.n_owed if self.n_owed else None


@dataclass(frozen=True, slots=True)
class CompactResult:
    """What `compact` did. `context` is the text an agent reads; `nothing_to_do` says why there is no tree."""

    session: str
    format: str
    source: str
    context: str
    tokens_in: int
    tokens_out: int
    messages: int
    leaves: int
    commits: int
    state: SessionState
    levels: tuple[LevelRow, ...]
    counts: Mapping[str, int]  # promoted, repaired, halted, flattened
    skipped: tuple[Skipped, ...] = ()
    compactions: tuple[Compaction, ...] = ()
    notes: tuple[str, ...] = ()
    nothing_to_do: str | None = None
    budget: int = 0  # tokens that the working context was to have
    over_budget: int = 0  # tokens above it: the budget is soft
    over_budget_because: str | None = None
    secrets: int = 0  # that were replaced by placeholders
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def nodes(self) -> tuple[NodeRecord, ...]:
        return self.state.nodes

    @property
    def findings(self) -> tuple[Mapping[str, Any], ...]:
        """All findings of all attempts, with the node they were made at."""
        return tuple(
            {"node": r.node.id, "attempt": a.kind, **f}
            for r in self.state.nodes
            for a in r.attempts
            for f in a.findings
        )

    def as_dict(self) -> dict[str, Any]:
        """The documented JSON of `leadline compact --json`."""
        return {
            "session": self.session,
            "format": self.format,
            "source": self.source,
            "messages": self.messages,
            "leaves": self.leaves,
            "tokens_before": self.tokens_in,
            "tokens_after": self.tokens_out,
            "budget": self.budget,
            "over_budget": self.over_budget,
            "over_budget_because": self.over_budget_because,
            "commits": self.commits,
            "nothing_to_do": self.nothing_to_do,
            "counts": dict(self.counts),
            "levels": [
                {
                    "level": row.level,
                    "nodes": row.nodes,
                    "owed": row.n_owed,
                    "retained": row.n_retained,
                    "retention": row.retention,
                    "first_drafts": list(row.first),
                    "predicted": row.predicted,
                }
                for row in self.levels
            ],
            "frontier": [{"id": i.id, "leaves": list(i.leaves), "why": i.why} for i in self.state.frontier],
            "refused": [
                {"node": r.node.id, "state": r.node.state, "rule": r.rule, "findings": list(r.findings)}
                for r in self.state.nodes
                if r.node.state in ("halted", "flattened")
            ],
            "skipped": [{"line": s.line, "reason": s.reason, "torn": s.torn} for s in self.skipped],
            "compactions_found": len(self.compactions),
            "notes": list(self.notes),
            "secrets": self.secrets,
            "context": self.context,
        }


def level_rows(nodes: Sequence[NodeRecord]) -> tuple[LevelRow, ...]:
    """One row a level, from the leaves up; R_est is the product of the levels' committed shares so far."""
    rows = []
    predicted: float | None = 1.0
    for level in sorted({r.node.level for r in nodes}):
        own = [r for r in nodes if r.node.level == level]
        first = (sum(r.first[0] for r in own), sum(r.first[1] for r in own))
        if first[0] and predicted is not None:
            predicted *= first[1] / first[0]
        rows.append(
            LevelRow(level, len(own), sum(r.n_owed for r in own), sum(r.n_retained for r in own), first, predicted)
        )
    return tuple(rows)


def context_parts(
    state: SessionState, compactions: Sequence[Compaction], closing: str, budget: int, texts: Mapping[int, str]
) -> ContextParts:
    """The pieces of the working context, from a session's state and the texts of its leaves."""
    sentences = [s for i in state.frontier if i.record and i.record.node.draft for s in i.record.node.draft.sentences]
    apart = [
        Apart(i.id, i.why, i.text)
        for i in state.frontier
        if i.record is None or i.record.node.draft is None or not i.record.node.draft.structured
    ]
    told = "\n".join([*(item.text for item in state.frontier), *(m.text for m in state.fresh)])
    unverifiable = _earlier_summary(compactions, told, max(200, min(EARLIER_MAX, budget // 8, state.tokens_in // 12)))
    fresh = shorten_fresh(state.fresh)
    course = course_of(state, texts)
    return ContextParts(
        [*sentences, *(s for s in course.made if s.evidence)],
        apart,
        fresh,
        unverifiable,
        state.tokens_in,
        closing,
        state.head,
        course.spoken,
        texts,
        budget,
        (*(s for s in course.made if not s.evidence), *course.open_end),
        course.checks,
    )


def _earlier_summary(compactions: Sequence[Compaction], told: str, budget: int) -> list[str]:
    """What the newest summary says of messages that this transcript does not hold: quoted, labelled, never a leaf.

    It may stand for messages that are here as well; what `told` says in nearly the same words is left out.
    """
    unread = [c for c in compactions if c.partial or not c.replaced]
    newest = next((c for c in reversed(unread) if c.opaque or (c.summary or "").strip()), None)
    if newest is None:
        return []
    if newest.opaque or not newest.summary:
        return [f"line {newest.line}: an encrypted summary; it can be neither read nor checked"]
    child = Child("n0", newest.summary, "summary")
    everything = 2 * count_tokens(newest.summary)  # what has room is decided below, by what each line is to a successor
    request = Request([ChildView(child, (0, 1), facts.resolve(facts.extract(child)))], everything, 1)
    inorder = whole_quotations(sorted(extractive.summarize(request).sentences, key=place_of), newest.summary)
    news, _ = within(inorder, told, budget, begin_of_summary(newest.summary))
    if not news:
        return []
    news = with_whose_words(news, inorder, newest.summary)
    where = f"line {newest.summary_line or newest.line} of the transcript"
    left_out, lines = lines_left_out(newest.summary, news)
    why = "code, what is told above already, and what had no room"
    more = [f"- … {left_out} of its {lines} lines are left out ({why}): they stand in {where}"] if left_out else []
    return [f"In {where}; what it calls current, pending or next was so then:", *(f"- {text}" for text in news), *more]


def over_budget_because(parts: ContextParts, budget: int) -> str:
    """Why a working context of these pieces has more tokens than `budget`: what stays verbatim, or what is owed."""
    verbatim = [(count_tokens(m.text), m.line) for m in (*parts.head, *parts.fresh)]
    total, (longest, line) = sum(n for n, _ in verbatim), max(verbatim, default=(0, 0))
    if longest > budget:
        newest = parts.fresh and parts.fresh[-1].line == line
        what = "the newest message alone" if newest else "a message that stays as it is"
        return f"{what} (line {line}) has {longest:,} tokens"
    if total > budget:
        return f"the newest messages and the system prompt, which stay as they are, have {total:,} tokens"
    return "what is owed is kept"


def closing_line(state: SessionState) -> str:
    root = state.root
    apart = sum(1 for item in state.frontier if item.why)
    owed = (
        f"{root.n_retained} of {root.n_owed} owed facts readable at {root.node.id}"
        if root is not None
        else "no summary"
    )
    return f"{owed}; {apart} pieces stand apart" if apart else owed
