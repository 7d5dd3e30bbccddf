"""Retention: the share of owed facts that are readable and true in the parent, and a finding for each that is not.

In: a trial's parent, the owed facts, what other checks found. Out: a signal and one `Retained` per owed fact. A missing
`sure` fact is a warning, another one a note with a probability; blurred and changed are told apart by core/facts. Findings
of the sure checks (values, swaps, status, polarity) belong to this signal as well: they are facts that were changed.
"""

from __future__ import annotations

from collections.abc import Sequence

from leadline.core.facts.model import Fact, Retained
from leadline.core.facts.retain import ParentIndex, retained
from leadline.core.signals.findings import REMEDIES
from leadline.core.signals.model import Finding, Severity, Signal

__all__ = ["measure"]

_KINDS = {"missing": "missing_owed", "blurred": "identifier_blurred", "changed": "value_changed"}
_SHOWN = 90


def measure(parent: str, owed: Sequence[Fact], sure_findings: Sequence[Finding]) -> tuple[Signal, tuple[Retained, ...]]:
    """Kept ÷ owed. `sure_findings` are passed on first. Vacuous where nothing is owed."""
    if not owed:
        return Signal("retention", 1.0, 0, tuple(sure_findings)), ()
    states = retained(owed, ParentIndex(parent))
    findings = [*sure_findings, *(_finding(parent, r) for r in states if r.state != "kept")]
    kept = sum(r.state == "kept" for r in states)
    return Signal("retention", kept / len(states), len(states), tuple(findings)), states


def _finding(parent: str, r: Retained) -> Finding:
    fact = r.fact
    kind = "constraint_lost" if fact.kind == "constraint" and r.state != "changed" else _KINDS[r.state]
    if fact.kind == "status" and r.state == "changed":
        kind = "status_changed"
    elif fact.kind == "constraint" and r.state == "changed":
        kind = "constraint_lost"
    placed = r.start >= 0
    shown = fact.text if len(fact.text) <= _SHOWN else fact.text[: _SHOWN - 1] + "…"
    what = {"missing": "is not in the summary", "blurred": "is only hinted at in the summary", "changed": "stands otherwise in the summary"}[r.state]
    severity: Severity = "warning" if fact.sure else "suspicion"
    probability = 0.9 if fact.sure else 0.5
    return Finding(
        kind, severity, f"fidelity.{kind}", f'"{shown}" of "{fact.child}" {what}; whoever works on from it needs it.', REMEDIES[kind],
        (r.start, r.end) if placed else (-1, -1), parent[r.start : r.end] if placed else "", fact.child, (fact.start, fact.end), fact.text, fact.id, probability,
    )  # fmt: skip
