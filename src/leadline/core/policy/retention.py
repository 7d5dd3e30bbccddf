"""Record 000 (fidelity cliff) as pure functions: r^d, the commit gate, and the gate over a whole list of nodes.

Rebuilt from the record's published behaviour (`tests/conformance/tables`), under the record's own names, signatures,
messages and edge cases. What the record lets through stays let through here: depth and floor are not validated,
`fact_recall` and `token_budget_used` are never read, `compact_tree` is not atomic. The composed gate (`gate.py`) is
the one that fails closed; new code calls that one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = [
    "COMMIT",
    "FLATTEN",
    "CompactionNode",
    "FidelityCollapseError",
    "compact_tree",
    "estimate_root_retention",
    "gate_parent_commit",
]

COMMIT = "commit"
FLATTEN = "flatten_and_defer_gc"


class FidelityCollapseError(Exception):
    """There is no way on without loss. Nothing was written, nothing was lost; `remedy` names the ways out."""

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class CompactionNode:
    """One parent as record 000 sees it. Only `depth` decides; the record reads neither of the other two."""

    depth: float
    token_budget_used: float
    fact_recall: float


def estimate_root_retention(per_node_recall: float, depth: float) -> float:
    """The share of facts that survives `depth` levels, each keeping `per_node_recall` of what it was given: r^d.

    `per_node_recall` must be in (0, 1], else ValueError (NaN included). `depth` is not checked.

    >>> round(estimate_root_retention(0.9, 3), 3)
    0.729
    """
    if not 0.0 < per_node_recall <= 1.0:
        raise ValueError(f"per_node_recall out of range: {per_node_recall}")
    return math.pow(per_node_recall, depth)


def gate_parent_commit(
    node: CompactionNode, per_node_recall: float, fact_criticality_floor: float, flatten_available: bool
) -> str:
    """`"commit"` at or above the floor, `"flatten_and_defer_gc"` below it; FidelityCollapseError where that is impossible."""
    retention = estimate_root_retention(per_node_recall, node.depth)
    if retention >= fact_criticality_floor:
        return COMMIT
    if flatten_available:
        return FLATTEN
    raise FidelityCollapseError(
        f"Refusing lossy commit at depth={node.depth}: estimated root retention {retention:.3f} < "
        f"criticality floor {fact_criticality_floor:.3f} (per_node_recall={per_node_recall:.3f}). "
        "Flattening unavailable; leaves would be irrecoverably GC'd."
    )


def compact_tree(
    nodes: Iterable[CompactionNode], per_node_recall: float, fact_criticality_floor: float, flatten_available: bool
) -> list[str]:
    """One decision a node, in order; raises at the first refused node (the decisions before it are lost with it)."""
    return [gate_parent_commit(node, per_node_recall, fact_criticality_floor, flatten_available) for node in nodes]
