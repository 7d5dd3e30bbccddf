"""Ranks and labels that pick from a list which the summary does not give, and picks that it explains."""

from __future__ import annotations

import pytest

from leadline.core.signals.options import find_options

from .helpers import Text, refusing


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (
            [
                ("assistant", "Two ways: 1. put the cache into Redis, 2. keep it in memory."),
                ("user", "Take the first one."),
            ],
            "The user chose the first option for the cache. Memory limits were not discussed.",
        ),
        (
            [
                ("assistant", "Candidates: gw-east and gw-west. gw-west has the newer firmware."),
                ("user", "Keep the newer one."),
            ],
            "The latter gateway is kept because of its newer firmware.",
        ),
        (
            [
                ("assistant", "I found three recipes: lentil soup, rice pan, potato bake."),
                ("user", "The third, for Friday."),
            ],
            "The third recipe is cooked on Friday.",
        ),
        (
            [("assistant", "Variante 1: Dach dämmen. Variante 2: Fenster tauschen."), ("user", "Die zweite.")],
            "Die zweite Variante wurde gewählt; das Budget bleibt gleich.",
        ),
        (
            [("assistant", "We could write to the landlord or call the lawyer."), ("user", "The former, today.")],
            "The former is to be done today.",
        ),
        (
            [("assistant", "Suggested titles: 'Tides', 'Low Water', 'Salt'."), ("user", "second one")],
            "The second title was picked by the user for the chapter.",
        ),
    ],
)
def test_a_pick_from_a_list_that_is_gone(children: list[Text], parent: str) -> None:
    assert "orphan_referent" in refusing(find_options, children, parent)


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (
            [
                ("assistant", "Two ways: 1. put the cache into Redis, 2. keep it in memory."),
                ("user", "Take the first one."),
            ],
            "Of Redis and memory for the cache the user chose the first option.",
        ),
        (
            [("assistant", "Option A: rent a van. Option B: two trips with the car."), ("user", "B, please.")],
            "Option B (two trips with the car) was chosen for the move.",
        ),
        (
            [("assistant", "Candidates: gw-east and gw-west."), ("user", "Keep the newer one.")],
            "gw-east and gw-west were candidates; the latter is kept.",
        ),
        (
            [("assistant", "The first version of the soup was too salty, the second one is fine.")],
            "The first version of the soup was too salty, the second is fine.",
        ),
        (
            [("assistant", "Plan 1: migrate at night. Plan 2: migrate table by table."), ("user", "Plan 2.")],
            "Migration goes table by table (plan 2).",
        ),
        (
            [("user", "This is my second try with the form, the first attempt failed on the date.")],
            "The user's second attempt with the form; the first failed on the date.",
        ),
        (
            [("user", "In the second quarter sales fell; the third quarter is open.")],
            "Sales fell in the second quarter; the third is open.",
        ),
        (
            [("assistant", "Approach A parses with regex, approach B with a real grammar."), ("user", "go with B")],
            "Approaches were regex (A) and a real grammar (B); the user wants approach B.",
        ),
        ([("user", "Option -b of the tool prints blanks.")], "Option -b of the tool prints blanks."),
        (
            [("user", "The first option that I tried in the menu was greyed out.")],
            "The first option that the user tried in the menu was greyed out.",
        ),
    ],
)
def test_a_pick_that_the_summary_explains(children: list[Text], parent: str) -> None:
    assert refusing(find_options, children, parent) == []


@pytest.mark.parametrize(
    "parent",
    [
        "The former tenant has returned the keys to the office.",
        "My first attempt at the lock failed; the second one held.",
        "A single index was the first thing tried by them.",
        "Option A was taken.",
    ],
)
def test_what_only_looks_like_a_pick(parent: str) -> None:
    children: list[Text] = [
        ("assistant", "Three things: (A) one lock, (B) two caches, (C) a queue. Option A: a lock on the row.")
    ]
    assert refusing(find_options, children, parent) == []
