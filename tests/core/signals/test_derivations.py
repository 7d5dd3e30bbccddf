"""Numbers that a writer worked out: accepted with a word that says so, a doubt without one, sure where nothing fits."""

from __future__ import annotations

import pytest

from leadline.core.signals.values import find_values

from .helpers import refusals, trial

PASSES = [
    ("The first shift packed 1,180 crates. The second shift packed 1,060.", "In both shifts together 2,240 crates were packed."),
    ("Quote of A: 4,350. Quote of B: 3,900.", "B undercuts A by 450."),
    ("Coverage went from 71.4 % to 74.9 %.", "Coverage rose by 3.5 points."),
    ("Of the 400 seedlings 3 died.", "397 of the 400 seedlings lived."),
    ("41 % of the guests skipped the tour.", "The tour was taken by 59 % of the guests."),
    ("Run a gave 70.2, run b gave 71.8.", "The mean of the two runs is 71.0."),
    ("Stamps for 40 letters come to 34.00.", "A stamp costs 0.85 per letter."),
    ("The pump gives 15 ml/min and ran for 40 min.", "By the pump 0.6 l went through."),
    ("sync 1: read=12400 written=311\nsync 2: read=12398 written=4", "Over both runs 315 rows were written."),
    ("The build took 4m 12s.", "The build took 252 seconds."),
    ("L'essai a duré 2 h 40.", "The trial lasted 160 minutes."),
    ("Retries happen on 5xx only.", "A 503 leads to a retry."),
    ("All shops open from Monday to Friday.", "The shop opens on Wednesday, too."),
    ("The toolkit is version 11.8 here.", "The toolkit here is 11.8. The driver is old."),
    ("Five cells: 98 %, 97 %, 71 % and 96 % and 97 %.", "Four of five cells are above 95 %."),
    ("A press run takes half an hour.", "A press run takes 30 minutes."),
    ("Two of the eight valves leak.", "25 % of the valves leak."),
    ("4 of 200 lamps failed.", "2 in 100 lamps failed."),
]  # fmt: skip

DOUBTS = [
    ("640 patients are listed, 90 of them want letters.", "550 patients get a text message."),
    ("Tanks: 120 l, 85 l and 60 l.", "The tanks hold 265 l."),
    ("Three runs of 45 min were made.", "The runs took 135 min."),
]

SURE = [
    ("At most 4 g a day are allowed; 1 g was given at 03:05.", "At most 3 g a day are allowed."),
    ("Page the crew above 80 % load. Load was 97 % at noon.", "Page the crew above 90 % load."),
    ("The column takes 65535 bytes.", "The column takes 65536 bytes."),
    ("The clinic opens on Monday and Tuesday.", "The clinic opens on Monday and Thursday."),
]


def severities(children: str, parent: str) -> list[str]:
    return [f.severity for f in find_values(trial(children, parent)) if f.severity == "hard" or f.probability >= 0.5]


@pytest.mark.parametrize(("children", "parent"), PASSES)
def test_what_was_worked_out_passes(children: str, parent: str) -> None:
    assert severities(children, parent) == []


@pytest.mark.parametrize(("children", "parent"), DOUBTS)
def test_arithmetic_without_a_word_is_a_doubt(children: str, parent: str) -> None:
    """It may be the writer's own sum, or a number that happens to be one."""
    assert severities(children, parent) == ["suspicion"]


@pytest.mark.parametrize(("children", "parent"), SURE)
def test_a_limit_or_a_near_miss_is_sure(children: str, parent: str) -> None:
    assert severities(children, parent) == ["hard"]


def test_a_number_in_a_sentence_of_its_own_is_no_more_than_likely() -> None:
    """Where little of the sentence is borne out, the number may follow from what we cannot read."""
    found = find_values(trial("The roof leaks.", "Repairs are put at 4,800 euros by the insurer."))
    assert [(f.severity, f.probability) for f in found] == [("suspicion", 0.75)]


@pytest.mark.parametrize(
    ("children", "parent", "averaged"),
    [
        (["The sign at the bridge gives a load limit of 12 t.", "The register gives a load limit of 18 t for the bridge."], "The load limit of the bridge is 15 t.", True),
        (["Mr Oda offers 4,000 for the boat.", "Ms Lin wants 6,000 for the boat."], "Both agree on 5,000 for the boat.", True),
        (["Scale a read 4.0 kg, scale b read 5.0 kg."], "The mean of the two scales is 4.5 kg.", False),
        (["Pages 56 and 58 are there."], "Page 57 is missing.", False),
    ],
)  # fmt: skip
def test_a_middle_that_nobody_gave(children: list[str], parent: str, averaged: bool) -> None:
    """Halfway between two values of the sources, and no word for a mean."""
    kinds = [f.kind for f in find_values(trial(children, parent)) if f.probability >= 0.9]
    assert kinds == (["conflict_averaged"] if averaged else [])


def test_numbers_beyond_what_a_float_holds_are_compared_as_they_stand() -> None:
    """310 digits in both texts: no overflow, and the same number is the same."""
    huge = "9" * 310
    assert refusals([f"{huge} ms"], f"{huge} ms") == []
    refusals([f"id {huge}7"], f"id {huge}")
