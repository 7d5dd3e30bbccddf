"""R_est: the share of owed facts that will be readable at the root, with its interval (record 000; design.md, 3.5).

Two rates are never mixed: levels that stand count with what was *committed* (after repair), levels still to come with
the summarizer's *first drafts* on held-out facts. Each rate is the mean of a Beta posterior under a weak prior; R_est
is their product, which with equal rates r is the record's r^d.

The interval: levels that stand are independent; the levels to come share one unknown rate and so rise and fall
together. The product's first two moments are exact; a Beta with these moments stands for it, as in Fan (1991), "The
distribution of the product of independent beta variables". A level that nobody measured makes it (0, 1).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from leadline.core.policy.beta import beta_quantile, log_moment

__all__ = [
    "BOUND_PROBES_MIN",
    "Interval",
    "LevelCounts",
    "RetentionEstimate",
    "estimate",
    "estimate_root_retention_interval",
    "posterior_mean",
]

PRIOR_WEIGHT_MAX = 20.0  # probes that a summarizer's history may count for: enough to steady five facts, not fifty
PRIOR_RECALL = 0.9  # record 000's worked r, used where a summarizer has no history
PRIOR_WEIGHT_BLANK = 1.0  # it then counts as one probe
JEFFREYS = 0.5  # of a probe: Jeffreys prior of a share
BOUND_PROBES_MIN = 100  # design.md, 3.5: from here on a policy may gate on the lower bound


@dataclass(frozen=True, slots=True)
class LevelCounts:
    """Of `n` owed facts that a level was given, `kept` are readable and true in it."""

    n: int
    kept: int

    def __post_init__(self) -> None:
        if not 0 <= self.kept <= self.n:
            raise ValueError(f"kept = {self.kept}, n = {self.n}: expected 0 <= kept <= n")


@dataclass(frozen=True, slots=True)
class Interval:
    """Both bounds are shares in 0..1."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class RetentionEstimate:
    """R_est with its bounds. `rates` holds the posterior mean of each level, leaves to root; `n` the probes pooled in it."""

    mean: float
    low: float
    high: float
    rates: tuple[float, ...] = ()
    n: int = 0

    def __post_init__(self) -> None:
        if not 0.0 <= self.low <= self.mean <= self.high <= 1.0:  # false for NaN as well
            raise ValueError(f"R_est {self.low}, {self.mean}, {self.high}: expected 0 <= low <= mean <= high <= 1")

    def gated(self, bound: str) -> float:
        """The value that a policy compares with its floor: the mean, or the lower bound once enough probes are pooled."""
        return self.low if bound == "lower" and self.n >= BOUND_PROBES_MIN else self.mean


def estimate(
    committed: Sequence[LevelCounts],
    *,
    levels_to_come: int = 0,
    first_draft: LevelCounts | None = None,
    history: LevelCounts | None = None,
    mass: float = 0.95,
) -> RetentionEstimate:
    """R_est for levels that stand (`committed`, leaves to root) and `levels_to_come` above them.

    `first_draft` pools this session's first drafts on held-out facts; `history` pools the same summarizer's earlier
    sessions and acts as a prior of at most 20 probes. Without history the prior is one probe at record 000's r = 0.9.
    ValueError for a negative number of levels or a mass outside (0, 1).

    >>> round(estimate([LevelCounts(200, 190), LevelCounts(190, 181)], history=LevelCounts(100, 95)).mean, 3)
    0.905
    """
    if levels_to_come < 0:
        raise ValueError(f"levels_to_come = {levels_to_come}: expected 0 or more")
    _check_mass(mass)
    prior = _prior(history)
    groups = [(_posterior(level, prior), 1) for level in committed]
    measured = [level.n > 0 for level in committed]
    if levels_to_come:
        coming = first_draft or LevelCounts(0, 0)
        groups.append((_posterior(coming, prior), levels_to_come))
        measured.append(coming.n > 0 or (history is not None and history.n > 0))
    rates = tuple(_mean(ab) for ab, times in groups for _ in range(times))
    mean = math.prod(rates, start=1.0)
    bounds = _interval(groups, mass) if all(measured) else Interval(0.0, 1.0)
    n = sum(level.n for level in committed) + (first_draft.n if first_draft and levels_to_come else 0)
    return RetentionEstimate(mean, min(bounds.low, mean), max(bounds.high, mean), rates, n)


def estimate_root_retention_interval(levels: Sequence[LevelCounts], *, depth: int, mass: float = 0.95) -> Interval:
    """Bounds for the share of owed facts that will be readable `depth` levels up.

    `levels` runs from leaves to root; counts are of held-out facts only. Both bounds are shares in 0..1.
    A level without counts makes the interval (0, 1): unknown, not perfect. Product of r_l as in record 000,
    Beta posterior per level (design.md, 3.5). Raises ValueError for depth < 0 or mass outside (0, 1).

    >>> estimate_root_retention_interval([], depth=3)
    Interval(low=0.0, high=1.0)
    """
    if depth < 0:
        raise ValueError(f"depth = {depth}: expected 0 or more")
    _check_mass(mass)
    below = levels[:depth]
    if len(below) < depth or any(level.n == 0 for level in below):
        return Interval(0.0, 1.0)
    return _interval([(_posterior(level, _prior(None)), 1) for level in below], mass)


def posterior_mean(counts: LevelCounts, history: LevelCounts | None = None) -> float:
    """One level's r: the posterior mean under the summarizer's history (or one probe at r = 0.9)."""
    return _mean(_posterior(counts, _prior(history)))


def _check_mass(mass: float) -> None:
    if not 0.0 < mass < 1.0:
        raise ValueError(f"mass = {mass}: expected a number between 0 and 1, both excluded")


def _prior(history: LevelCounts | None) -> tuple[float, float]:
    if history is None or history.n == 0:
        return PRIOR_RECALL * PRIOR_WEIGHT_BLANK, (1.0 - PRIOR_RECALL) * PRIOR_WEIGHT_BLANK
    share = history.kept / history.n
    weight = min(float(history.n), PRIOR_WEIGHT_MAX)
    return share * weight, (1.0 - share) * weight


def _posterior(counts: LevelCounts, prior: tuple[float, float]) -> tuple[float, float]:
    return prior[0] + counts.kept, prior[1] + counts.n - counts.kept


def _mean(ab: tuple[float, float]) -> float:
    return ab[0] / (ab[0] + ab[1])


def _interval(groups: Sequence[tuple[tuple[float, float], int]], mass: float) -> Interval:
    """Equal-tailed bounds for the product of X^times over groups."""
    if not groups:
        return Interval(1.0, 1.0)
    tail = (1.0 - mass) / 2.0
    # Counts without a single loss (or success) do not prove that r is 1 (or 0): half a probe keeps the bounds open.
    live = [((a or JEFFREYS, b or JEFFREYS), times) for (a, b), times in groups]
    if len(live) == 1:
        (a, b), times = live[0]
        return Interval(
            round(beta_quantile(tail, a, b) ** times, 9), round(beta_quantile(1.0 - tail, a, b) ** times, 9)
        )
    first = math.exp(sum(log_moment(times, *ab) for ab, times in live))
    second = math.exp(sum(log_moment(2 * times, *ab) for ab, times in live))
    spread = second - first * first
    if spread <= 1e-15:
        return Interval(round(first, 9), round(first, 9))
    common = first * (1.0 - first) / spread - 1.0
    a, b = first * common, (1.0 - first) * common
    return Interval(beta_quantile(tail, a, b), beta_quantile(1.0 - tail, a, b))
