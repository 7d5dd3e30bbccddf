"""Two things side by side with each other's values or deeds; and the faithful sentences of that form."""

from __future__ import annotations

import pytest

from leadline.core.signals.crossed import find_crossed

from .helpers import Text, found

RATES = ["Reading speed: beginners 140 words a minute, trained readers 310 words a minute.", "The room was quiet."]
DOCKS = [("tool", "dock 3: 12 crates unloaded, dock 7: closed since noon"), ("user", "and the lorry?")]
TRIPS = ["Ines booked the ferry; Tomas booked the hotel. Both have paid."]
STATES = ["The north gate was painted on Monday. The south gate has been left as it was, the paint ran out."]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (RATES, "Beginners reach 310 words a minute and trained readers 140."),
        (RATES, "Trained readers read 140 words a minute, while beginners read 310."),
        (DOCKS, "Dock 7 had 12 crates unloaded, and dock 3 is closed since noon."),
        (["Mr Ode asked for May, Ms Lark for July."], "Ms Lark asked for May and Mr Ode for July."),
    ],
)
def test_values_of_each_other(children: list[Text], parent: str) -> None:
    kinds = {kind for kind, _ in found(find_crossed, children, parent)}
    assert kinds == {"identifier_swapped"}


def test_numbers_are_sure_and_words_are_not() -> None:
    """Exchanged numbers are hard; deeds or names exchanged are a suspicion that refuses in `check`."""
    assert ("identifier_swapped", "hard") in found(
        find_crossed, RATES, "Beginners reach 310 words a minute and trained readers 140."
    )
    assert found(find_crossed, TRIPS, "Tomas booked the ferry and Ines booked the hotel.") == [
        ("identifier_swapped", "suspicion")
    ]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (RATES, "Trained readers reach 310 words a minute and beginners 140."),
        (RATES, "At 140 words a minute beginners are slow, and trained readers come to 310."),
        (TRIPS, "The hotel was booked by Tomas and the ferry by Ines."),
        (STATES, "The south gate was left as it was and the north gate was painted on Monday."),
        (["The pump and the valve of hall 2 and hall 5 were checked at 9 and at 11."], "Hall 2 was checked at 9 and hall 5 at 11."),
        (["Plan A: floor on 12 May, walls on 14 May.", "Plan B: walls on 12 May, floor on 14 May."], "Walls on 12 May and the floor on 14 May."),
        (["Gate 4 and gate 9 need 30 and 50 litres respectively."], "Gate 4 and gate 9 need 30 and 50 litres, respectively."),
        (["A magnetic host met the guests. The mysterious guest met nobody."], "The host was magnetic but mysterious, and met the guests."),
    ],
)  # fmt: skip
def test_faithful_pairs(children: list[Text], parent: str) -> None:
    """The same pairs in another order or wording, a later plan, lists, and parts that contrast nothing."""
    assert found(find_crossed, children, parent) == []


def test_two_notes_that_say_it_one_each_are_near_enough() -> None:
    notes: list[Text] = [("assistant", "The mill took 212 s with 8 stones."), ("assistant", "148 s with 16 stones.")]
    assert found(find_crossed, notes, "With 8 stones the mill took 148 s; with 16 stones it took 212 s.") == [
        ("identifier_swapped", "hard")
    ]
    assert found(find_crossed, notes, "With 8 stones the mill took 212 s; with 16 stones it took 148 s.") == []


STORE: list[Text] = [
    (
        "tool",
        "STORE north\nbeer 330 ml  crates 24 book / 23 counted  DIFF -1\nwater 500 ml  crates 40 book / 40 counted",
    ),
    ("user", "The cellar man Petrov says that one crate fell down the stairs at 7."),
]
ROWS: list[Text] = [
    ("tool", "rows 1,940 of 2,020 (80 dropped: 31 early, 49 late)"),
    ("assistant", "Only the agreed drops were made (4.0 %). Limits: < 150 ms and > 3,000 ms."),
]
FROST: list[Text] = [("tool", "freezer A -18 °C, freezer B -22 °C; door 4 open 3 min")]


@pytest.mark.parametrize(
    ("children", "parent", "hit"),
    [
        (STORE, "Beer 330 ml: book 24 / counted 23; cellar man Petrov: 1 crate fell down the stairs at 7", False),
        (STORE, "Beer: book 40 / counted 40; water: book 24 / counted 23", True),
        (ROWS, "Dropped as agreed: < 150 ms (31), > 3,000 ms (49) = 80 / 2,020 (4.0 %)", False),
        (ROWS, "Early drops were 49, late drops were 31 (of 80).", True),
        (FROST, "Freezer A stands at -18 °C and freezer B at -22 °C.", False),
        (FROST, "Freezer A stands at -22 °C and freezer B at -18 °C.", True),
        (FROST, "Freezer A has 22 degrees of frost and freezer B 18.", True),
    ],
)
def test_a_difference_is_no_count_and_a_share_is_none(children: list[Text], parent: str, hit: bool) -> None:
    """ "Diff -1" is no one crate, and 4.0 % are not taken for a bare 31."""
    assert bool(found(find_crossed, children, parent)) == hit
