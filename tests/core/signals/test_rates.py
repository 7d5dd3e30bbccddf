"""A rate told as the rule: in the present, or of the things as a whole."""

from __future__ import annotations

import pytest

from .helpers import Text, refusals


@pytest.mark.parametrize(
    ("children", "fault"),
    [
        ([("assistant", "The upload stalls in 4 of 60 attempts on the train. With the smaller chunk 0 of 60.")], "The upload stalls on the train."),
        ([("assistant", "The vending machine eats the coin in about one of twelve purchases.")], "The vending machine eats the coin."),
        ([("summary", "Of 220 leaflets, 9 were printed askew.")], "The leaflets were printed askew."),
        ([("assistant", "In three out of forty nights the baby monitor drops its connection.")], "The baby monitor drops its connection at night."),
        ([("assistant", "The parser misreads 1 in 15 scanned dates.")], "The parser misreads scanned dates."),
        ([("assistant", "Roughly 6 % of the seedlings wilted after the transplant.")], "The seedlings wilted after the transplant."),
        ([("assistant", "The gearbox slips in 5 of 80 test drives, never when warm.")], "The gearbox slips in the test drives."),
        ([("assistant", "The elevator stops between floors in one of thirty rides.")], "The elevator stops between floors."),
        ([("assistant", "In 7 of 90 calls the translation drops the last word.")], "The translation drops the last word."),
        ([("summary", "4 of 150 jars leaked after a week.")], "The jars leaked after a week."),
        ([("assistant", "The scanner skips a page in 2 out of 100 documents.")], "The scanner skips a page."),
        ([("assistant", "Around 8 % of the tickets arrive without a seat number.")], "Tickets arrive without a seat number."),
        ([("assistant", "The drone lost its signal in 3 of 50 flights over the lake.")], "The drone loses its signal over the lake."),
    ],
)  # fmt: skip
def test_a_small_part_told_as_every_time(children: list[Text], fault: str) -> None:
    """In digits and in words, before and behind its verb."""
    assert "confidence_inflated" in refusals(children, fault)


@pytest.mark.parametrize(
    ("children", "faithful"),
    [
        ([("assistant", "The upload stalls in 4 of 60 attempts on the train.")], "The upload sometimes stalls on the train."),
        ([("assistant", "The vending machine eats the coin in about one of twelve purchases.")], "The vending machine occasionally eats the coin."),
        ([("summary", "Of 220 leaflets, 9 were printed askew.")], "9 leaflets were printed askew."),
        ([("summary", "Of 220 leaflets, 9 were printed askew.")], "Some leaflets were printed askew."),
        ([("assistant", "The parser misreads 1 in 15 scanned dates.")], "About 7 % of scanned dates are misread by the parser."),
        ([("assistant", "38 of 40 seedlings survived the transplant.")], "The seedlings survived the transplant almost without loss."),
        ([("assistant", "The gearbox slips in 5 of 80 test drives. Later all 80 drives slipped.")], "The gearbox slips in the test drives."),
        ([("assistant", "The baby monitor drops its connection in three out of forty nights.")], "The baby monitor rarely drops its connection."),
        ([("assistant", "Step 3 of 5 failed: the glue did not hold.")], "The glue did not hold, so the step failed."),
        ([("assistant", "The elevator stops between floors in one of thirty rides.")], "The elevator now and then stops between floors."),
        ([("summary", "4 of 150 jars leaked.")], "4 jars leaked."),
        ([("summary", "4 of 150 jars leaked.")], "A few jars leaked."),
        ([("assistant", "47 of 50 flights went well.")], "The flights went well apart from three."),
        ([("assistant", "The scanner skips a page in 2 of 100 documents. The new scanner skips every second page.")], "The new scanner skips pages."),
        ([("assistant", "Step 2 of 6 restarts the pump.")], "The second step restarts the pump."),
    ],
)  # fmt: skip
def test_a_rate_that_is_kept_or_is_none(children: list[Text], faithful: str) -> None:
    """By a word of number, share or frequency; and a part that is nearly all."""
    assert refusals(children, faithful) == []
