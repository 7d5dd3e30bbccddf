"""Means that nobody gave in place of two values, and means that the sources take or that stand beside both."""

from __future__ import annotations

import pytest

from leadline.core.signals.averages import find_averaged

from .helpers import Text, refusing


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (
            [
                ("tool", "north probe: noise at night 61 dB"),
                ("user", "The neighbour's own meter showed 47 dB at night."),
            ],
            "Noise at night averages 54 dB.",
        ),
        (
            [
                ("summary", "The survey of the firm gives the well a depth of 22 m."),
                ("tool", "drilling log 1998: depth of the well 34 m"),
            ],
            "The well is about 28 m deep according to survey and log.",
        ),
        (
            [
                ("tool", "vendor sheet: cycle life of the cell 900 cycles"),
                ("assistant", "Our bench test gave a cycle life of 620 cycles for the cell."),
            ],
            "The cell has a cycle life of roughly 750 cycles.",
        ),
        (
            [
                ("summary", "The clinic's register counts 14 falls in May."),
                ("summary", "The ward book lists 20 falls in May."),
            ],
            "There were about 17 falls in May.",
        ),
        (
            [("tool", "lab 1: pH of the pond water 5.8"), ("tool", "lab 2: pH of the pond water 7.2")],
            "The pond water has a pH of around 6.5.",
        ),
        (
            [
                ("user", "The architect estimates 240,000 EUR for the roof."),
                ("user", "The builder quotes 310,000 EUR for the roof."),
            ],
            "The roof will cost about 275,000 EUR.",
        ),
        (
            [("tool", "model X: rain on Sunday 6 mm"), ("tool", "model Y: rain on Sunday 22 mm")],
            "Around 14 mm of rain are forecast for Sunday.",
        ),
        (
            [
                ("summary", "Laut Zähler beträgt der Verbrauch 1.180 kWh."),
                ("summary", "Laut Rechnung beträgt der Verbrauch 1.320 kWh."),
            ],
            "Der Verbrauch liegt bei rund 1.250 kWh.",
        ),
        (
            [("tool", "timer A: boot takes 6.2 s"), ("tool", "timer B: boot takes 11.8 s")],
            "Boot takes 9.0 s on average.",
        ),
    ],
)
def test_a_mean_in_place_of_two_values(children: list[Text], parent: str) -> None:
    assert "conflict_averaged" in refusing(find_averaged, children, parent)


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (
            [("tool", "north probe: noise at night 61 dB, south probe 47 dB, mean 54 dB")],
            "Noise at night averages 54 dB.",
        ),
        (
            [
                ("tool", "north probe: noise at night 61 dB"),
                ("user", "The neighbour's own meter showed 47 dB at night."),
            ],
            "Noise at night: 61 dB at the north probe, 47 dB on the neighbour's meter, 54 dB on average.",
        ),
        (
            [
                ("summary", "The survey of the firm gives the well a depth of 22.3 m."),
                ("tool", "drilling log 1998: depth of the well 34 m"),
            ],
            "The survey puts the well at about 22 m, the log of 1998 at 34 m.",
        ),
        ([("assistant", "I timed the build three times: 41 s, 44 s and 45 s.")], "The build takes about 43 s."),
        (
            [("assistant", "The nightly job took 58 min on Monday."), ("assistant", "It took 62 min on Tuesday.")],
            "The nightly job takes about an hour.",
        ),
        ([("tool", "wind 14 kn"), ("tool", "wind 27 kn")], "Forecasts of the wind lie between 14 and 27 kn."),
        (
            [("user", "Invoice one is 240 EUR."), ("user", "Invoice two is 310 EUR.")],
            "Two invoices of together 550 EUR.",
        ),
        (
            [("user", "Bike takes 35 min, train 25 min; take the average for the plan.")],
            "For the plan the way counts 30 min, the average of bike and train.",
        ),
        (
            [("tool", "queue length 180"), ("assistant", "After the fix the queue length is 120, down from 180.")],
            "After the fix the queue length is 120.",
        ),
        (
            [("assistant", "The rack has 16 disks, the spare shelf has 24 disks.")],
            "About 40 disks are in the rack and on the spare shelf.",
        ),
        (
            [("tool", "batch 1: 98 rows/s\nbatch 2: 112 rows/s\nbatch 3: 104 rows/s\nbatch 4: 101 rows/s")],
            "The import runs at about 104 rows/s.",
        ),
    ],
)
def test_a_mean_that_hides_nothing(children: list[Text], parent: str) -> None:
    assert refusing(find_averaged, children, parent) == []


def test_the_word_alone_licenses_nothing() -> None:
    """Sources that forbid a mean, that speak of a mean of something else, or that have the value as a limit alone."""
    counts = ["The turnstile says: visitors 410.", "The ushers say: visitors 530."]
    for more in ("Do not average them.", "The mean temperature was 18.", "The licence allows visitors below 470."):
        assert refusing(find_averaged, [*counts, more], "There were about 470 visitors.") == ["conflict_averaged"]
    assert refusing(find_averaged, [*counts, "For the report take the mean."], "There were about 470 visitors.") == []
    assert refusing(find_averaged, [*counts, "The office says: visitors 470."], "There were about 470 visitors.") == []


@pytest.mark.parametrize(
    ("one", "two", "parent", "hit"),
    [
        (
            "The clerk puts the wait at twenty minutes.",
            "The sign puts the wait at forty minutes.",
            "The wait is about thirty minutes.",
            True,
        ),
        (
            "The report lists seven leaks.",
            "The log lists thirteen leaks.",
            "There are about ten leaks by report and log.",
            True,
        ),
        (
            "The mason needs five days for the wall.",
            "The site manager counts 15 days for the wall.",
            "The wall takes some ten days.",
            True,
        ),
        (
            "Laut Plan dauert der Umbau sechs Wochen.",
            "Laut Firma dauert der Umbau vierzehn Wochen.",
            "Der Umbau dauert etwa zehn Wochen.",
            True,
        ),
        (
            "The clerk puts the wait at twenty minutes.",
            "The sign puts the wait at thirty minutes.",
            "The wait is about thirty minutes.",
            False,
        ),
        (
            "The clerk puts the wait at twenty minutes.",
            "The sign puts the wait at forty minutes.",
            "The wait is twenty or forty minutes, about thirty.",
            False,
        ),
        ("Shelf one holds seven files.", "Shelf two holds thirteen files.", "The shelves hold twenty files.", False),
        (
            "The mason needs five days for the wall.",
            "Now he needs fifteen days for the wall.",
            "The wall takes some ten days.",
            False,
        ),
    ],
)
def test_means_in_words(one: str, two: str, parent: str, hit: bool) -> None:
    assert refusing(find_averaged, [("summary", one), ("summary", two)], parent) == (
        ["conflict_averaged"] if hit else []
    )


@pytest.mark.parametrize(
    ("one", "two", "parent", "hit"),
    [
        (
            "Gauge A opens the valve at 3.2 bar.",
            "Gauge B opens the valve at 3.8 bar.",
            "The valve opens at roughly 3.5 bar.",
            True,
        ),
        (
            "The card says 180 grams of flour.",
            "The book says 220 grams.",
            "200 grams of flour were chosen, the middle of card and book.",
            True,
        ),
        (
            "The grout costs 140 with the old firm.",
            "The new firm is 60 cheaper for the grout.",
            "The grout costs about 80 with the new firm.",
            False,
        ),
        (
            "Free until 20 days before arrival.",
            "The agency says free until 30 days before arrival; we are 25 persons.",
            "Free until 25 days before arrival.",
            True,
        ),
    ],
)
def test_means_of_measures_and_numbers_that_are_worked_out(one: str, two: str, parent: str, hit: bool) -> None:
    assert refusing(find_averaged, [("summary", one), ("summary", two)], parent) == (
        ["conflict_averaged"] if hit else []
    )


def test_the_mean_of_repeats() -> None:
    builds: list[Text] = [("tool", "build 1: 312 s\nbuild 2: 298 s"), ("assistant", "Two builds ran, 312 s and 298 s.")]
    assert refusing(find_averaged, builds, "Two builds ran in about 305 s on average.") == []
    assert refusing(find_averaged, builds, "The tool gives about 305 s for the build.") == ["conflict_averaged"]


MORTAR: list[Text] = [
    ("user", "Mix the mortar for 160 bricks, cement 6.0 kg per 12. The drum takes 60 kg."),
    (
        "assistant",
        "Mortar then about 181.6 kg; at least 4 mixes of 45.4 kg each (3 would be 60.5 kg, over the drum limit).",
    ),
    ("user", "Add half and half: +2.25 kg sand and +2.25 kg lime."),
]


@pytest.mark.parametrize(
    ("parent", "hit"),
    [
        ("That makes some 186.1 kg in all, so at least four mixes, now around 46.5 kg each.", False),
        ("Total ~186.1 kg\n- Drum max 60 kg -> at least 4 mixes (~46.5 kg; 45.4 before)", False),
        ("That makes some 186.1 kg in all, so at least four mixes of around 52 kg each.", True),
        ("At least four mixes of around 52 kg each are needed.", True),
    ],
)
def test_a_whole_of_the_summary_by_its_parts_is_no_mean(parent: str, hit: bool) -> None:
    assert refusing(find_averaged, MORTAR, parent) == (["conflict_averaged"] if hit else [])
