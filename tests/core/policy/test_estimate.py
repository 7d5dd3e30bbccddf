"""R_est: products, priors, intervals, and the price of depth."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.core.policy.beta import beta_cdf, beta_quantile, log_moment
from leadline.core.policy.depth import find_shallowest, plan_depth
from leadline.core.policy.estimate import (
    Interval,
    LevelCounts,
    estimate,
    estimate_root_retention_interval,
    posterior_mean,
)
from leadline.core.policy.model import Policy
from leadline.core.policy.retention import estimate_root_retention

COUNTS = st.integers(0, 400).flatmap(lambda n: st.integers(0, n).map(lambda kept: LevelCounts(n, kept)))


@pytest.mark.parametrize(
    ("x", "a", "b", "exact"),
    [
        (0.37, 1, 1, 0.37),
        (0.37, 2, 3, 6 * 0.37**2 - 8 * 0.37**3 + 3 * 0.37**4),
        (0.25, 0.5, 0.5, 1 / 3),  # the arcsine law: 2/pi * asin(sqrt(x))
        (0.9, 5, 1, 0.9**5),
        (0.9, 1, 5, 1 - 0.1**5),
        (0.0, 3, 4, 0.0),
        (1.0, 3, 4, 1.0),
    ],
)
def test_the_beta_distribution_agrees_with_closed_forms(x: float, a: float, b: float, exact: float) -> None:
    """Cases where the incomplete beta function is elementary."""
    assert math.isclose(beta_cdf(x, a, b), exact, rel_tol=1e-11, abs_tol=1e-12)


@settings(deadline=None, max_examples=60)
@given(st.floats(0.01, 0.99), st.floats(0.5, 500), st.floats(0.5, 500))
def test_quantiles_invert_the_distribution(p: float, a: float, b: float) -> None:
    """To the rounding: the density there is finite, so 1e-9 in x is little in p."""
    x = beta_quantile(p, a, b)
    assert beta_cdf(x - 1e-8, a, b) <= p + 1e-9
    assert beta_cdf(x + 1e-8, a, b) >= p - 1e-9


def test_moments_are_those_of_the_distribution() -> None:
    """E[X] = a / (a + b); E[X^2] = a (a + 1) / ((a + b) (a + b + 1))."""
    assert math.isclose(math.exp(log_moment(1, 9, 3)), 0.75)
    assert math.isclose(math.exp(log_moment(2, 9, 3)), 9 * 10 / (12 * 13))


@pytest.mark.parametrize("depth", range(1, 8))
def test_equal_rates_give_the_record_s_r_to_the_d(depth: int) -> None:
    """Record 000: 0.9 a level is 0.729 after three, 0.59049 after five, on whichever side the levels stand."""
    counts, history = LevelCounts(200, 180), LevelCounts(100, 90)
    r_d = estimate_root_retention(0.9, depth)
    standing = estimate([counts] * depth, history=history)
    coming = estimate([], levels_to_come=depth, first_draft=counts, history=history)
    assert math.isclose(standing.mean, r_d, rel_tol=1e-12)
    assert math.isclose(coming.mean, r_d, rel_tol=1e-12)
    assert len(standing.rates) == len(coming.rates) == depth
    # levels to come share one unknown rate, so their interval may not be narrower than that of independent levels
    assert coming.high - coming.low >= standing.high - standing.low - 1e-9


def test_standing_and_coming_levels_use_their_own_counts() -> None:
    """Repair lifts what stands; it says nothing about what is to come."""
    mixed = estimate([LevelCounts(1000, 1000)], levels_to_come=1, first_draft=LevelCounts(1000, 700))
    assert mixed.rates[0] > 0.999
    assert 0.69 < mixed.rates[1] < 0.71


def test_history_is_a_capped_prior() -> None:
    """A thousand probes of history move five new ones, but count as twenty."""
    assert posterior_mean(LevelCounts(5, 5), LevelCounts(1000, 500)) == (10 + 5) / 25
    assert posterior_mean(LevelCounts(0, 0)) == 0.9
    assert posterior_mean(LevelCounts(4, 4)) == pytest.approx(4.9 / 5)


def test_unmeasured_levels_have_the_widest_interval() -> None:
    """Unknown is not perfect."""
    assert estimate_root_retention_interval([LevelCounts(9, 9)], depth=2) == Interval(0.0, 1.0)
    assert estimate_root_retention_interval([LevelCounts(0, 0)], depth=1) == Interval(0.0, 1.0)
    assert estimate_root_retention_interval([], depth=0) == Interval(1.0, 1.0)
    unknown = estimate([], levels_to_come=2)
    assert (unknown.low, unknown.high) == (0.0, 1.0)
    assert unknown.mean == pytest.approx(0.81)
    half_known = estimate([LevelCounts(1000, 950)], levels_to_come=1)
    assert (half_known.low, half_known.high) == (0.0, 1.0)
    known = estimate([LevelCounts(1000, 950)], levels_to_come=1, history=LevelCounts(100, 95))
    assert known.low > 0.7


def test_a_history_without_loss_does_not_close_the_interval() -> None:
    """Twenty of twenty is not certainty."""
    spotless = estimate([LevelCounts(5, 5)], history=LevelCounts(20, 20))
    assert spotless.mean == 1.0
    assert spotless.low < 0.95


@settings(deadline=None, max_examples=60)
@given(st.lists(COUNTS, max_size=4), st.integers(0, 4), st.none() | COUNTS, st.none() | COUNTS)
def test_the_mean_lies_in_its_interval_and_losing_more_never_raises_it(
    levels: list[LevelCounts], coming: int, first: LevelCounts | None, history: LevelCounts | None
) -> None:
    """For any counts; one fact more lost at any level lowers the estimate."""
    base = estimate(levels, levels_to_come=coming, first_draft=first, history=history)
    assert 0.0 <= base.low <= base.mean <= base.high <= 1.0
    for i, level in enumerate(levels):
        if level.kept:
            worse = [*levels[:i], replace(level, kept=level.kept - 1), *levels[i + 1 :]]
            lower = estimate(worse, levels_to_come=coming, first_draft=first, history=history)
            assert lower.mean <= base.mean + 1e-12


@settings(deadline=None, max_examples=20)
@given(st.integers(1, 3))
def test_more_probes_narrow_the_interval(depth: int) -> None:
    """Same rate, ten times the counts."""
    few = estimate_root_retention_interval([LevelCounts(30, 27)] * depth, depth=depth)
    many = estimate_root_retention_interval([LevelCounts(300, 270)] * depth, depth=depth)
    assert many.high - many.low < few.high - few.low


@pytest.mark.parametrize("mass", [0.0, 1.0, -1.0, math.nan])
def test_bad_calls_are_named(mass: float) -> None:
    """mass, depth, levels_to_come and counts out of range are errors of the call."""
    with pytest.raises(ValueError, match="mass"):
        estimate([], mass=mass)
    with pytest.raises(ValueError, match="depth"):
        estimate_root_retention_interval([], depth=-1)
    with pytest.raises(ValueError, match="levels_to_come"):
        estimate([], levels_to_come=-1)
    with pytest.raises(ValueError, match="kept"):
        LevelCounts(3, 4)


def test_depth_is_priced_and_the_shallowest_that_fits_is_found() -> None:
    """Deeper is smaller and keeps less; a fan-out ends where one parent is left."""
    policy = Policy(fan_out=8)
    prices = plan_depth(180_000, policy, first_draft=LevelCounts(1000, 960), fan_outs=(8,))
    assert [p.depth for p in prices] == [0, 1, 2, 3]
    assert [p.nodes[-1] for p in prices] == [120, 15, 2, 1]
    assert [p.calls for p in prices] == [0, 15, 17, 18]
    assert all(a.tokens > b.tokens and a.retention > b.retention for a, b in itertools.pairwise(prices))
    found = find_shallowest(prices, 20_000)
    assert found is not None
    assert found.depth == 2
    assert find_shallowest(prices, 10) is None
    whole = find_shallowest(prices, 180_000)
    assert whole is not None
    assert whole.depth == 0


def test_a_plan_below_the_floor_or_that_does_not_pay_is_not_chosen() -> None:
    """0.8 a level is under 0.85 at once; scaffolding above the saving makes a level useless."""
    lossy = plan_depth(180_000, Policy(), first_draft=LevelCounts(1000, 800))
    assert find_shallowest(lossy, 50_000) is None
    heavy = plan_depth(1_600, Policy(), first_draft=LevelCounts(1000, 1000), scaffold_tokens=1_300)
    assert [p.pays for p in heavy if p.depth == 1] == [False, False, False]
    assert find_shallowest(heavy, 1_500) is None
    with pytest.raises(ValueError, match="tokens"):
        plan_depth(0, Policy())
    with pytest.raises(ValueError, match="fan-out 1"):
        plan_depth(10, Policy(), fan_outs=(1,))
    assert {p.fan_out for p in plan_depth(9_000, Policy(), fan_outs=(2,))} == {2, 8}


def test_plans_end_at_the_policy_s_depth_and_count_storage() -> None:
    """Depth 2 of 2 is still priced; storage grows by parents, receipts and a hash a leaf."""
    prices = plan_depth(180_000, Policy(depth_max=2), fan_outs=(8,))
    assert [p.depth for p in prices] == [0, 1, 2]
    assert prices[0].storage_bytes == 720_000
    assert prices[1].storage_bytes == 720_000 + prices[1].tokens * 4 + 15 * 2000 + 120 * 67
