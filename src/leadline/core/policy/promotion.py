"""Record 004 (structural signals) as pure functions: promote, halt, or refuse a parent by three measured signals.

Rebuilt from the record's published behaviour (`tests/conformance/tables`), under its own names and messages. It fails
open on NaN and trusts the caller's counts, and `compact_level` raises for a halt; all of that stays, because the
tables hold it here. The composed gate (`gate.py`) decides otherwise, and says where.
"""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = [
    "HALT",
    "ORPHAN_CEILING",
    "ORPHAN_WARN",
    "PROMOTE",
    "PROVENANCE_FLOOR",
    "PROVENANCE_WARN",
    "FidelityBudgetExceeded",
    "SummaryNode",
    "compact_level",
    "evaluate_promotion",
]

PROVENANCE_WARN = 0.70  # record 004: below, the parent may not be promoted
PROVENANCE_FLOOR = 0.50  # record 004: below, the parent is invalid
ORPHAN_CEILING = 0.30  # record 004: above, the parent may not be promoted
ORPHAN_WARN = 0.45  # record 004: the outer limit; it changes no answer of the record (conformance README)

PROMOTE = "promote"
HALT = "halt"


class FidelityBudgetExceeded(Exception):
    """The parent may not be promoted: invalid, or (from `compact_level` alone) in the warning band."""


@dataclass(frozen=True, slots=True)
class SummaryNode:
    """A parent with its measured signals. `text` and `children` are carried, never read by the record."""

    text: str
    children: list[str] = field(default_factory=list)
    provenance: float = 1.0  # share of assertions that can be traced to a child
    orphan_density: float = 0.0
    resolved_conflicts: int = 0  # contradictions of siblings that the parent settled without saying so


def evaluate_promotion(node: SummaryNode) -> str:
    """`"promote"` or `"halt"`; FidelityBudgetExceeded where the parent is invalid and must be rebuilt from its children."""
    if node.resolved_conflicts > 0:
        raise FidelityBudgetExceeded(
            f"parent silently resolved {node.resolved_conflicts} sibling contradiction(s); conflict markers lost, "
            "parent is not traceable and must be rebuilt from children"
        )
    if node.provenance < PROVENANCE_FLOOR:
        raise FidelityBudgetExceeded(
            f"provenance {node.provenance:.2f} below floor {PROVENANCE_FLOOR:.2f}; parent asserts unsupported content"
        )
    if node.provenance < PROVENANCE_WARN or node.orphan_density > ORPHAN_CEILING:
        return HALT
    return PROMOTE


def compact_level(parent: SummaryNode) -> None:
    """Returns where the parent may be promoted; FidelityBudgetExceeded for invalid and halted parents alike."""
    if evaluate_promotion(parent) == HALT:
        raise FidelityBudgetExceeded(
            "warning band reached: halting hierarchy growth and retaining child nodes as working context "
            "rather than promoting parent"
        )
