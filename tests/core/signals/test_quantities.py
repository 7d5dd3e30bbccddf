"""Readings of written numbers, units by prefix and base, clock times and dates."""

from __future__ import annotations

import pytest

from leadline.core.signals.quantities import clock_times, dates, readings, scan, unit_of


@pytest.mark.parametrize(
    ("digits", "value"),
    [
        ("1,200", 1200.0),
        ("1.200", 1200.0),
        ("1 200", 1200.0),
        ("0,25", 0.25),
        ("3.91", 3.91),
        ("1.999.480,50", 1999480.5),
        ("65_535", 65535.0),
    ],
)
def test_every_writing_of_a_number_is_read(digits: str, value: float) -> None:
    assert value in readings(digits)[0]


@pytest.mark.parametrize(
    ("word", "dimension", "factor"),
    [("ms", "time", 1e-3), ("s", "time", 1.0), ("mSv", "dose", 1e-3), ("GiB", "data", 8.0 * 1024**3), ("Mi", "data", 8.0 * 1024**2), ("kWh", "energy", 3.6e6), ("%", "share", 0.01)],
)  # fmt: skip
def test_a_unit_is_prefix_and_base(word: str, dimension: str, factor: float) -> None:
    unit = unit_of(word)
    assert unit is not None
    assert (unit.dimension, unit.factor) == (dimension, pytest.approx(factor))


@pytest.mark.parametrize("word", ["apples", "am", "in", "tests"])
def test_a_word_is_no_unit(word: str) -> None:
    assert unit_of(word) is None


def test_a_scale_multiplies() -> None:
    assert 2e6 in scan("2 million rows")[0].values
    assert 120000.0 in scan("12万行")[0].values


def test_clock_times_and_dates() -> None:
    assert {(17, 35), (5, 35)} <= clock_times("at 5:35 pm")
    assert [(m, d) for m, d, *_ in dates("on 4 October and 2026-05-01")] == [(10, 4), (5, 1)]
    assert dates("2.5.3 may erase 9 may fail") == []


def test_a_name_before_a_number_makes_no_group_with_it() -> None:
    """ "p95 210 ms" holds 95 and 210, not 95,210."""
    assert [q.values[0] for q in scan("p95 210 ms")] == [95.0, 210.0]


def test_a_decimal_behind_a_month_is_no_day() -> None:
    """ "3 May 11.8 %" names one date."""
    assert [(m, d) for m, d, *_ in dates("3 May 11.8 %")] == [(5, 3)]


@pytest.mark.parametrize(
    ("text", "value"), [("b = -.038", 0.038), ("(r=-.47)", 0.47), ("p < .05", 0.05), ("row a-.5", 5.0), ("../.5", 5.0)]
)
def test_a_sign_may_stand_before_a_bare_point(text: str, value: float) -> None:
    """Statistics leave out the nought, behind a minus as well; a stroke inside of a name is no minus."""
    assert scan(text)[0].values == (value,)
