"""What is read as one: grouped numbers, dates, stretches of time, bounds, labels with units; and what stays a fault."""

from __future__ import annotations

import pytest

from leadline.core.signals.crossed import find_crossed
from leadline.core.signals.misplaced import find_misplaced
from leadline.core.signals.terms import terms, wholes
from leadline.core.signals.values import find_values

from .helpers import found

FAITHFUL = [
    # digits in groups that plain blanks part
    ("The press printed 4118 posters in May and 2307 in June.", "In June 2 307 posters were printed, in May 4 118."),
    ("Median 3,410 ms on node k.", "The median on node k was 3 410 ms."),
    # a bound that holds, in another unit, of a year, of a day
    ("The pump ran for 1.9 h.", "The pump ran for more than 110 minutes."),
    ("The mill was built in 1764 by two brothers.", "The mill was built before 1767 by two brothers."),
    ("As of 11 April, 560 patients of the clinic had been sent home.", "560 patients of the clinic had been sent home before 12 April."),
    # a number with a scale is no identifier, nor is a year with its era
    ("The fund paid 1,500 EUR to the choir.", "The choir received EUR 1.5k from the fund."),
    ("The harbour was dug around the year 900.", "The harbour was dug around 900AD."),
    # the unit stands in the name of the field
    ('{"query": "Q4", "took_ms": 4200}', "Query Q4 took 4.2 s."),
    # both readings of a grouped number may be added and subtracted
    ("Energía: 3.120 USD en abril, 3.480 USD en mayo.", "La energía costó 360 USD más en mayo que en abril."),
    # two numbers of the sources give it
    ("The shop sells boxes of 14 lamps; hall 3 ordered 25 boxes for the fair.", "Hall 3 ordered 350 lamps for the fair."),
]  # fmt: skip

FAULTS = [
    ("The pump ran for more than 90 minutes.", "The pump ran for more than 130 minutes."),
    ("The offer has to be accepted before 11 April by the buyer.", "The offer has to be accepted before 12 April by the buyer."),
    ("Median 3,410 ms on node k.", "The median on node k was 3 470 ms."),
]  # fmt: skip


@pytest.mark.parametrize(("child", "parent"), FAITHFUL)
def test_another_writing_or_a_bound_that_holds_is_never_surely_wrong(child: str, parent: str) -> None:
    assert [f for f in found(find_values, child, parent) if f[1] == "hard"] == []


@pytest.mark.parametrize(("child", "parent"), FAULTS)
def test_another_value_stays_sure(child: str, parent: str) -> None:
    assert ("value_changed", "hard") in found(find_values, child, parent)


def test_dates_and_stretches_are_one_term_each() -> None:
    """They are no values that the nearest noun could own."""
    text = "On 8 May between 19:05 and 19:40, from 6:10 to 6:25, and on June 3rd 4 gates stood open."
    assert {t for _, _, t in wholes(text)} == {"*5/8", "*1905-1940", "*0610-0625", "*6/3"}
    assert {t for t in terms(text, 0, len(text), wholes(text)) if t[0] in "#@"} == {"#4"}
    assert "#2118" in terms("2 118 sheets", 0, 12)


@pytest.mark.parametrize(
    ("child", "parent"),
    [
        ("The deposit came on 10 January, the hold ends on 11 January, and Anna paid on 11 January.",
         "The deposit of 10 January is within the hold, and Anna paid on 11 January."),
        ("8 May: the gate stood open between 19:05 and 19:40; the guard noticed at 19:40.",
         "On 8 May the gate stood open between 19:05 and 19:40, and the guard noticed it."),
    ],
)  # fmt: skip
def test_parts_of_dates_and_times_are_not_swapped(child: str, parent: str) -> None:
    assert found(find_crossed, child, parent) == []
    assert found(find_misplaced, child, parent) == []


def test_two_numbers_beside_dates_are_still_found_crosswise() -> None:
    child = "On 8 May the north pump gave 41 litres and the south pump 77 litres."
    assert found(find_crossed, child, "On 8 May the north pump gave 77 litres and the south pump 41 litres.")


@pytest.mark.parametrize(
    ("source", "parent"),
    [
        ("Lane 2 took 340 carts, lane 3 took 118.", "Carts: lane 2 340, lane 3 118."),
        ("The probe in hall-1 measured 340 ms at noon.", "At noon the probe measured in hall-1 340 ms."),
    ],
)
def test_a_label_before_a_number_is_no_group_of_it(source: str, parent: str) -> None:
    assert found(find_values, source, parent) == []
