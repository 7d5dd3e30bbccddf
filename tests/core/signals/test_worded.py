"""Quantities and times in words."""

from __future__ import annotations

import pytest

from leadline.core.signals.worded import kanji_values, worded_bases, worded_times


@pytest.mark.parametrize(
    ("text", "dimension", "value"),
    [
        ("half an hour", "time", 1800.0), ("a quarter of an hour", "time", 900.0), ("two weeks", "time", 1209600.0), ("a fortnight", "time", 1209600.0),
        ("an hour and a half", "time", 5400.0), ("twenty-five minutes", "time", 1500.0), ("two thirds of them", "share", 2 / 3), ("one in five", "share", 0.2),
        ("die Hälfte", "share", 0.5), ("drei Viertel", "share", 0.75), ("la moitié", "share", 0.5), ("七成", "share", 0.7), ("三分之二", "share", 2 / 3),
        ("半小时", "time", 1800.0), ("十五分钟", "time", 900.0), ("zwei Stunden", "time", 7200.0), ("media hora", "time", 1800.0),
    ],
)  # fmt: skip
def test_quantities(text: str, dimension: str, value: float) -> None:
    assert any(d == dimension and abs(v - value) < 1e-9 for d, v in worded_bases(text))


@pytest.mark.parametrize(
    ("text", "value"),
    [("三百二十人", 320.0), ("十二", 12.0), ("二十", 20.0), ("一万五千", 15000.0), ("两百", 200.0), ("三亿", 3e8)],
)
def test_numerals(text: str, value: float) -> None:
    assert value in list(kanji_values(text))


@pytest.mark.parametrize(
    ("text", "time"),
    [("half past eight", (8, 30)), ("quarter to nine", (8, 45)), ("halb neun", (8, 30)), ("viertel nach drei", (15, 15)), ("trois heures et demie", (15, 30)), ("三点半", (15, 30))],
)  # fmt: skip
def test_spoken_times(text: str, time: tuple[int, int]) -> None:
    assert time in set(worded_times(text))
