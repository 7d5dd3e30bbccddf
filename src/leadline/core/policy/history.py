"""The history of a session as the gate sees it, and the trend test over it (design.md, 3.3; record 004, cycle 4).

In: readings of earlier nodes, oldest first, as an explicit value. Out: the falls (and, for orphans, rises) that the
earlier nodes' spread does not explain. A node passes as long as its value is at least
`mean - factor * spread * sqrt(1 + 1/n)`: the bound of a prediction for one more value from the same source, with the
sample's standard deviation as spread, never taken below `trend_spread_min`. One item more or less is no trend.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from leadline.core.policy.model import Policy

__all__ = ["Fall", "History", "Reading", "iter_falls"]

Watched = Literal["provenance", "retention", "orphans"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What one earlier node measured; None where it was not measured. Values are shares in 0..1."""

    level: int
    provenance: float | None = None
    retention: float | None = None
    orphans: float | None = None

    def __post_init__(self) -> None:
        for name in ("provenance", "retention", "orphans"):
            value = getattr(self, name)
            if value is not None and not 0.0 <= value <= 1.0:  # false for NaN as well
                raise ValueError(f"history: {name} = {value} at level {self.level}: expected 0 to 1, or None")


@dataclass(frozen=True, slots=True)
class History:
    """Readings of this session's and this summarizer's earlier nodes, oldest first."""

    readings: tuple[Reading, ...] = ()

    def at(self, level: int, name: Watched) -> tuple[float, ...]:
        """The measured values of `name` at `level`, oldest first."""
        values = (getattr(r, name) for r in self.readings if r.level == level)
        return tuple(v for v in values if v is not None)


@dataclass(frozen=True, slots=True)
class Fall:
    """One value that is worse than its history explains: `limit` is the value that would just have passed."""

    name: Watched
    value: float
    limit: float
    mean: float
    n: int


def iter_falls(
    history: History, level: int, values: Sequence[tuple[Watched, float | None, int]], policy: Policy
) -> Iterator[Fall]:
    """The unexplained falls among `values`, (name, value, what it is a share of) each; nothing while the history is short."""
    for name, value, n in values:
        earlier = history.at(level, name)
        if value is None or len(earlier) < policy.trend_nodes_min:
            continue
        mean = math.fsum(earlier) / len(earlier)
        allowed = policy.trend_factor * _spread(earlier, mean, policy) * math.sqrt(1.0 + 1.0 / len(earlier))
        if n > 0:
            allowed = max(allowed, 1.0 / n)
        worse = value - mean if name == "orphans" else mean - value
        if worse > allowed:
            limit = mean + allowed if name == "orphans" else mean - allowed
            yield Fall(name, value, limit, mean, len(earlier))


def _spread(values: Sequence[float], mean: float, policy: Policy) -> float:
    variance = math.fsum((v - mean) ** 2 for v in values) / (len(values) - 1)
    return max(math.sqrt(variance), policy.trend_spread_min)
