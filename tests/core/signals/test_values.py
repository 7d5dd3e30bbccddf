"""Numbers, units, dates and identifiers: the fault, and beside it the faithful rewording that must pass."""

from __future__ import annotations

import pytest

from leadline.core.signals.values import find_values

from .helpers import Text, found, refused, trial

SOURCE = "The gateway timeout is 2500 ms. 4 of 9 nodes were patched on 2026-10-04 at 16:30. Beacon power 320 mW, budget 1,999,480 EUR."

PASSES = [
    (SOURCE, "The gateway timeout is 2.5 s."),
    (SOURCE, "The timeout of the gateway: 2,500 ms."),
    (SOURCE, "On 4 October four of nine nodes were patched; 5 nodes are left."),
    (SOURCE, "Patched at 4:30 pm."),
    (SOURCE, "Budget 1999480 EUR, about 2 million EUR."),
    (SOURCE, "Beacon 0.32 W."),
    ("Hit rate 0.874 in the run.", "The hit rate was 87.4 %."),
    ("26 of 30 tests passed.", "87 % of the tests passed."),
    ("Raised to 172800 seconds.", "The cap is now 48 h."),
    ("It took 7 min 50 s.", "7:50 were used."),
    ("19 GB for the data and 6 GB for the index.", "25 GB are needed."),
    ("Rented in 98. 7 per cent of the weeks.", "It was rented in 98.7 % of the weeks."),  # broken at the point
    ("Some 3, 700 people came to the fair.", "About 3,700 people came."),
    ("The season of 2007-08 was the best.", "The 2007-2008 season was the best."),
    ("Started 11:05, done 12:35.", "It ran for 90 minutes."),
    ("Release v18 broke it.", "Version 18 broke it."),
    ("Assertion in lexer.c line 58.", "Assertion at lexer.c:58."),
    ("The order RB 12 is late.", "Order RB-12 is late."),
    ("每批不要超过 500 行", "每批不超过 500 行"),
    ("1,923,000 rows were read.", "1.9 million rows were read."),
    ("The readout is on 2026-10-08.", "The readout is on Thursday."),
    ("The file src/app/main.py fails.", "main.py fails."),
    ("Exit code 137.", "1. Exit code 137.\n2. Nothing else."),
]

FAULTS = [
    ("Service A: 7.50 USD per 1,000 minutes.", "Service A: 7.50 USD per minute.", "unit_changed"),
    (
        "Sessions end after 90 seconds. The lifetime is meant to be 90,000 seconds.",
        "The lifetime is meant to be 90,000 ms.",
        "unit_changed",
    ),
    (
        "Page when CPU is above 80 %. 44 are online, 17 offline, 40 s; 97 and 22.",
        "Page when CPU is above 90 %.",
        "value_changed",
    ),
    (SOURCE, "The gateway timeout is 250 ms.", "value_changed"),
    (SOURCE, "The beacon has 320 W.", "unit_changed"),
    (SOURCE, "The budget is 1,989,480 EUR.", "value_changed"),
    (SOURCE, "Nodes were patched at 16:45 on 4 October.", "value_changed"),
    ("Error ERR-4407 came up.", "Error ERR-4470 came up.", "value_changed"),
    ("maximum 4 g in 24 h", "maximum 3 g in 24 h", "value_changed"),
    ("A limit of 65535 bytes applies to the column.", "A limit of 65536 bytes applies to the column.", "value_changed"),
    (
        "The deploy is planned for the weekly slot, 1 May 2026.",
        "The deploy is planned for Wednesday, 1 May 2026.",
        "invented_detail",
    ),
]


@pytest.mark.parametrize(("children", "parent"), PASSES)
def test_a_value_in_another_writing_passes(children: str, parent: str) -> None:
    """Formats, conversions, ratios and marked derivations are no finding."""
    assert found(find_values, children, parent) == []


@pytest.mark.parametrize(("children", "parent", "kind"), FAULTS)
def test_a_value_that_stands_nowhere_is_hard(children: str, parent: str, kind: str) -> None:
    """A value, unit, time or identifier that no source has is a hard finding of its kind."""
    assert (kind, "hard") in found(find_values, children, parent)


def test_a_small_bare_count_is_never_hard() -> None:
    """Counts may be the writer's own: three listed things are "3 things" in no source."""
    assert found(find_values, "We tried alpha, beta and gamma.", "We tried 3 variants.") == []


def test_an_inexact_number_is_never_hard() -> None:
    """ "About" announces rounding."""
    assert found(find_values, "5,923 rows were read.", "About 6,200 rows were read.") == []


def test_a_number_in_a_citation_is_no_claim() -> None:
    """References to sources are pointers."""
    assert (
        found(
            find_values,
            "The creditor was merciless.",
            "He was merciless [Data: Entities (754); Relationships (781, 782)].",
        )
        == []
    )


@pytest.mark.parametrize(
    ("parent", "alarm"),
    [
        ("More than 5,900 rows were read.", False),
        ("Fewer than 6,000 rows were read.", False),
        ("More than 7,000 rows were read.", True),
    ],
)
def test_a_round_bound_passes_when_it_holds(parent: str, alarm: bool) -> None:
    assert bool(found(find_values, "5,923 rows were read.", parent)) == alarm


def test_a_limit_is_exact() -> None:
    """ "Above 300 s" is a threshold and no rounding of "above 30 s"."""
    assert found(find_values, "Abort above 30 s of lag.", "Abort above 300 s of lag.") == [("value_changed", "hard")]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        ("每批不要超过 500 行", "每批不超过 730 行"),
        ("The sensor in hall 3 was cleaned.", "The sensor in hall 3 was cleaned with 70 % alcohol."),
        ("The hall opens on Monday; the caretaker has the keys.", "The hall opens on Monday, and the caretaker has the keys on Friday."),
    ],
)  # fmt: skip
def test_a_number_or_day_with_nothing_in_its_place_is_a_suspicion_below_the_risk_of_check(
    children: str, parent: str
) -> None:
    """It may follow from words that no rule foresaw; inside of the engine it still refuses."""
    told = [f for f in find_values(trial(children, parent)) if f.kind == "invented_detail"]
    assert [(f.severity, f.probability) for f in told] == [("suspicion", 0.85)]


def test_letters_exchanged_are_somebodys_slip() -> None:
    """The source may be the one that misspelt it; digits exchanged are another code."""
    slip = find_values(trial(["A new reop2mill was deployed at noon."], "A new repo2mill was deployed at noon."))
    assert not [f for f in slip if f.severity == "hard" or f.probability >= 0.85]


RINK: list[Text] = [
    ("user", "No hoses between 9 and 19, cans are fine. Plot 9 may use the hose, we voted that 5:2. The gate is shut from 22 to 5."),
    ("user", "The rink is open from 8 am to 9 pm and the bar until 11 pm."),
    ("assistant", "The tapes were numbered twice in the eighties. The label reads 1974, the archivist is in his fifties."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("parent", "hit"),
    [
        ("Hoses are banned from 9 am to 7 pm; plot 9 may use its own, by 5:2.", False),
        ("Hoses are banned from 9 in the morning to 7 in the evening, and the gate is shut from 10 pm to 5 am.", False),
        ("The rink is open from 8 to 21 and the bar until 23.", False),
        ("The rink is open from 8 to 22 and the bar until 23.", True),
        ("The tapes were numbered twice in the 80s.", False),
        ("The tapes were numbered twice in the 1980s.", False),
        ("The label is from the 70s, the archivist in his 50s.", False),
        ("The tapes were numbered twice in the 90s.", True),
        ("Numbering the tapes twice took 70s.", True),
    ],
)
def test_hours_of_the_other_clock_and_decades(parent: str, hit: bool) -> None:
    """A bare hour is told from a count by the word of time before it; a decade in digits is no count of seconds."""
    assert bool(refused(RINK, parent)) == hit
