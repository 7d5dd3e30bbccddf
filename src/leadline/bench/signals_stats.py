"""Ranking figures with weights, and a bootstrap over documents: what `bench signals` counts with.

In: scores, labels (1 consistent, 0 not) and document ids. Out: plain floats; NaN where a figure has no meaning (one label
only, nothing to compare). Ties count half. Weights say how often a row was drawn, so a bootstrap needs no copies. Needs
numpy (the extra `leadline[bench]`). The figures agree with those of the scorer that comes with the sets.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "Bootstrap",
    "Floats",
    "Ints",
    "auroc",
    "balanced_accuracy",
    "best_threshold",
    "interval",
    "out_of_fold",
    "pair_accuracy",
    "spearman",
    "within_auroc",
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FOLDS = 5
_CANDIDATES = 400  # thresholds tried, at most
_DRAWN_MIN = 20  # samples with a value, below which there is no interval


def auroc(score: ArrayLike, label: ArrayLike, weight: ArrayLike | None = None) -> float:
    """Probability that a row with label 1 has a higher score than one with label 0.

    >>> auroc([0.1, 0.4, 0.35, 0.8], [0, 0, 1, 1])
    0.75
    """
    s, y, w = _three(score, label, weight)
    positive, negative = w * (y == 1), w * (y == 0)
    total = float(positive.sum() * negative.sum())
    if total <= 0:
        return float("nan")
    _, at = np.unique(s, return_inverse=True)
    up = np.bincount(at, weights=positive)
    down = np.bincount(at, weights=negative)
    below = np.cumsum(down) - down
    return float((up * (below + 0.5 * down)).sum() / total)


def balanced_accuracy(verdict: ArrayLike, label: ArrayLike, weight: ArrayLike | None = None) -> float:
    """Mean of the two labels' shares of right verdicts (1 passes, 0 is refused)."""
    v, y, w = _three(verdict, label, weight)
    positive, negative = w[y == 1].sum(), w[y == 0].sum()
    if positive <= 0 or negative <= 0:
        return float("nan")
    return float((w[(y == 1) & (v == 1)].sum() / positive + w[(y == 0) & (v == 0)].sum() / negative) / 2)


def spearman(one: ArrayLike, two: ArrayLike) -> float:
    """Rank correlation; NaN when a side is constant."""
    a, b = _ranks(one), _ranks(two)
    if len(a) < 3:
        return float("nan")
    a, b = a - a.mean(), b - b.mean()
    spread = float(np.sqrt((a * a).sum() * (b * b).sum()))
    return float((a * b).sum() / spread) if spread > 0 else float("nan")


def pair_accuracy(better: ArrayLike, worse: ArrayLike, weight: ArrayLike | None = None) -> float:
    """Share of pairs whose better member scores higher."""
    b, _, w = _three(better, better, weight)
    c = np.asarray(worse, float)
    total = float(w.sum())
    return float((w * ((b > c) + 0.5 * (b == c))).sum() / total) if total > 0 else float("nan")


def within_auroc(score: ArrayLike, label: ArrayLike, group: Sequence[str], weight: ArrayLike | None = None) -> float:
    """AUROC over those pairs of rows only that lie in one group."""
    s, y, w = _three(score, label, weight)
    names = np.asarray(group)
    hit = total = 0.0
    for name in np.unique(names):
        mine = names == name
        n = float(w[mine & (y == 1)].sum() * w[mine & (y == 0)].sum())
        if n > 0:
            hit += n * auroc(s[mine], y[mine], w[mine])
            total += n
    return hit / total if total else float("nan")


class Bootstrap:
    """How often each document is drawn in each sample; a row counts as often as its document."""

    def __init__(self, docs: Sequence[str], samples: int, seed: int) -> None:
        names, self._at = np.unique(np.asarray(docs, dtype=str), return_inverse=True)
        n = len(names)
        rng = np.random.default_rng(seed)
        self._drawn: Ints = (
            rng.multinomial(n, np.full(n, 1 / n), size=samples) if n and samples else np.zeros((0, n), dtype=np.int64)
        )

    def ones(self, rows: Ints | None = None) -> Ints:
        """Every row once: the weights of the sample itself."""
        return np.ones(len(self._at if rows is None else rows), dtype=np.int64)

    def run(self, figure: Callable[[Ints], float], rows: Ints | None = None) -> Floats:
        """`figure(weights)` of every sample; the weights are of all rows, or of the given positions."""
        at = self._at if rows is None else self._at[rows]
        return np.array([figure(drawn[at]) for drawn in self._drawn], dtype=float)


def interval(values: ArrayLike) -> tuple[float, float] | None:
    """The middle 95 % of the samples that have a value; None for too few."""
    v = np.asarray(values, float)
    v = v[~np.isnan(v)]
    if len(v) < _DRAWN_MIN:
        return None
    return float(np.percentile(v, 2.5)), float(np.percentile(v, 97.5))


def best_threshold(sets: Sequence[tuple[Floats, Ints]]) -> float:
    """The threshold with the best mean balanced accuracy over sets of (scores, labels); a row passes at or above it."""
    both = [(s, y) for s, y in sets if 0 < y.sum() < len(y)]
    if not both:
        return float("nan")
    every = np.unique(np.concatenate([s for s, _ in both]))
    if len(every) > _CANDIDATES:
        every = np.unique(np.quantile(every, np.linspace(0, 1, _CANDIDATES + 1)))
    tried = np.r_[every[0] - 1e-9, (every[1:] + every[:-1]) / 2, every[-1] + 1e-9]
    total = np.zeros(len(tried))
    for s, y in both:
        up, down = np.sort(s[y == 1]), np.sort(s[y == 0])
        passed = 1 - np.searchsorted(up, tried, "left") / len(up)
        total += passed / 2 + np.searchsorted(down, tried, "left") / len(down) / 2
    best = np.flatnonzero(total >= total.max() - 1e-12)
    return float(tried[best[len(best) // 2]])


def out_of_fold(sets: Mapping[str, tuple[Sequence[str], Floats, Ints]]) -> dict[str, Ints]:
    """Verdicts for sets of (documents, scores, labels): one threshold for all, chosen without the row's fold of documents."""
    fold = {name: np.array([fold_of(d) for d in docs]) for name, (docs, _, _) in sets.items()}
    out = {name: np.zeros(len(s), dtype=np.int64) for name, (_, s, _) in sets.items()}
    for k in range(FOLDS):
        rest = [(s[fold[name] != k], y[fold[name] != k]) for name, (_, s, y) in sets.items()]
        threshold = best_threshold(rest)
        for name, (_, s, _) in sets.items():
            mine = fold[name] == k
            out[name][mine] = s[mine] >= threshold
    return out


def fold_of(doc: str) -> int:
    """The fold of a document, the same in every set that holds it."""
    return int(hashlib.sha256(f"fold|{doc}".encode()).hexdigest(), 16) % FOLDS


def _three(score: ArrayLike, label: ArrayLike, weight: ArrayLike | None) -> tuple[Floats, Any, Floats]:
    s, y = np.asarray(score, float), np.asarray(label)
    return s, y, np.ones(len(s)) if weight is None else np.asarray(weight, float)


def _ranks(values: ArrayLike) -> Floats:
    """Ranks from 1; ties share their mean rank."""
    v = np.asarray(values, float)
    _, at, count = np.unique(v, return_inverse=True, return_counts=True)
    end = np.cumsum(count)
    ranks: Floats = ((end - count + 1 + end) / 2)[at]
    return ranks
