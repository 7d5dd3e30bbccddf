"""Dates in dots and numbers that end a sentence."""

from __future__ import annotations

import pytest

from leadline.core.facts.dates import find_dates


@pytest.mark.parametrize("text", ["The tests fail on Python 3.10.", "Sensor 8 reads 23.9.", "It rose to (about 4.12.)"])
def test_a_number_that_ends_a_sentence_is_no_date(text: str) -> None:
    assert list(find_dates(text)) == []


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("Wir treffen uns am 23.9.", ["23.9."]),
        ("Der Bus kommt am Dienstag, 23.9.", ["23.9."]),
        ("Frist: 23.9.", ["23.9."]),
        ("Urlaub vom 1.10. bis 12.10.", ["1.10.", "12.10."]),
        ("Frei sind 23.9. und 24.9.", ["23.9.", "24.9."]),
        ("23.9.", ["23.9."]),
        ("It was signed 23.9.2026.", ["23.9.2026"]),
    ],
)
def test_a_date_in_dots_is_one(text: str, dates: list[str]) -> None:
    found = [text[h[1] : h[2]] for h in find_dates(text)]
    assert [f for f in found if f[0].isdigit()] == dates
