"""The Beta distribution as far as leadline needs it: its distribution function, quantiles and moments.

Source: the continued fraction of the regularised incomplete beta function, DLMF 8.17.22, evaluated by Lentz's method;
quantiles by bisection. Values are good to about 1e-12; quantiles are rounded to 1e-9, so that they print alike everywhere.
"""

from __future__ import annotations

import math

__all__ = ["beta_cdf", "beta_quantile", "log_moment"]

_TINY = 1e-300
_TERMS_MAX = 2000
_STEPS = 60  # of bisection: 2^-60 is below the rounding


def beta_cdf(x: float, a: float, b: float) -> float:
    """P(X <= x) for X ~ Beta(a, b), a and b above 0."""
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    # The fraction converges fast only on this side of the mean; the other side is its mirror image.
    if x < (a + 1.0) / (a + b + 2.0):
        return front * _fraction(x, a, b) / a
    return 1.0 - front * _fraction(1.0 - x, b, a) / b


def beta_quantile(p: float, a: float, b: float) -> float:
    """The x with P(X <= x) = p, rounded to 1e-9; p in 0..1."""
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2.0
        if beta_cdf(middle, a, b) < p:
            low = middle
        else:
            high = middle
    return round((low + high) / 2.0, 9)


def log_moment(k: float, a: float, b: float) -> float:
    """log E[X^k] for X ~ Beta(a, b)."""
    return math.lgamma(a + k) - math.lgamma(a) + math.lgamma(a + b) - math.lgamma(a + b + k)


def _fraction(x: float, a: float, b: float) -> float:
    c, d = 1.0, 1.0 - (a + b) * x / (a + 1.0)
    d = 1.0 / (d if abs(d) > _TINY else _TINY)
    value = d
    for m in range(1, _TERMS_MAX):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1.0 + term * d
            c = 1.0 + term / c
            d = 1.0 / (d if abs(d) > _TINY else _TINY)
            c = c if abs(c) > _TINY else _TINY
            value *= c * d
        if abs(c * d - 1.0) < 1e-15:
            break
    return value
