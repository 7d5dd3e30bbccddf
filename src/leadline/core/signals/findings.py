"""How a finding is made: quotes cut from the texts themselves, one remedy per kind.

In: a trial, a kind, spans. Out: a `Finding` whose quotes equal their spans by construction. Messages say what the
summary says, what the sources say and why it matters, in one or two sentences; remedies say what to do.
"""

from __future__ import annotations

from collections.abc import Sequence

from leadline.core.signals.index import Trial
from leadline.core.signals.model import Finding, Severity

__all__ = ["REMEDIES", "make", "meet", "shortened", "surest"]

_QUOTE_MAX = 90

REMEDIES: dict[str, str] = {
    "missing_owed": "Add the fact with what it belongs to, or record a decision to drop it.",
    "identifier_blurred": "Put the exact name or code back.",
    "value_changed": "Write the sources' value.",
    "unit_changed": "Write the sources' unit, or convert the number with it.",
    "identifier_swapped": "Bind each value to the thing that it belongs to in the sources.",
    "polarity": "State it the way round the sources do.",
    "status_changed": "Give the last status that the sources give.",
    "constraint_lost": "Repeat the constraint with its full force.",
    "invented_detail": "Take the detail out, or cite where it comes from.",
    "invented_cause": "State both facts without the cause, or the cause as the guess that it is.",
    "invented_order": "Give the order of the sources, or none.",
    "invented_actor_or_approval": "Name nobody whom the sources do not name; say that approval is open.",
    "conflict_resolved": "Keep both sides and say that they disagree.",
    "conflict_averaged": "Keep both values and say that they disagree.",
    "orphan_referent": "Name the thing or person that is meant.",
    "confidence_inflated": "Put the sources' own hedge or attribution back.",
    "scope_widened": "Put the sources' restriction back.",
    "degenerate": "Write the summary anew from the children.",
    "injection_obeyed": "Report the instruction as something the data contains, or leave it out.",
    "secret_leaked": "Replace the secret by a placeholder.",
}


def make(
    trial: Trial,
    kind: str,
    severity: Severity,
    message: str,
    *,
    parent: tuple[int, int] = (-1, -1),
    child: tuple[int, int, int] | None = None,
    probability: float = 1.0,
    fact: str | None = None,
) -> Finding:
    """A finding of `kind`. `parent` is a span of the parent, `child` is (position in the pool, start, end)."""
    quote = trial.parent[parent[0] : parent[1]] if parent[0] >= 0 else ""
    owner: str | None = None
    span, child_quote = (-1, -1), ""
    if child is not None:
        text = trial.pool[child[0]].text
        owner, span, child_quote = trial.pool[child[0]].id, (child[1], child[2]), text[child[1] : child[2]]
    return Finding(
        kind,
        severity,
        f"fidelity.{kind}",
        message,
        REMEDIES[kind],
        parent,
        quote,
        owner,
        span,
        child_quote,
        fact,
        probability,
    )


def meet(one: tuple[int, int], two: tuple[int, int]) -> bool:
    """Whether two half-open spans share a character."""
    return max(one[0], two[0]) < min(one[1], two[1])


def surest(have: Sequence[Finding], more: Sequence[Finding], others: Sequence[Finding] = ()) -> list[Finding]:
    """`have` and `more` in order, of two that meet the surer one; what meets a surer one of `others` is left out as well."""

    def weight(f: Finding) -> float:
        return 2.0 if f.severity == "hard" else f.probability

    def beaten(f: Finding, by: Sequence[Finding], *, even: bool) -> bool:
        return any(
            meet(f.parent_span, o.parent_span) and (weight(o) > weight(f) or (even and weight(o) == weight(f)))
            for o in by
        )

    kept = [f for f in more if not beaten(f, (*have, *others), even=True)]
    return [*(f for f in have if not beaten(f, kept, even=False)), *kept]


def shortened(text: str, most: int = _QUOTE_MAX) -> str:
    """`text` as a message quotes it: whole, or its beginning with an ellipsis."""
    return text if len(text) <= most else text[: most - 1] + "…"
