"""Numbers and dates that a source says nobody has, estimates out of nothing, and what can be worked out."""

from __future__ import annotations

import pytest

from leadline.core.signals.values import find_values

from .helpers import Text, refusals, refusing


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (
            [("user", "We have not counted the visitors of the fair yet, the gate logs come on Monday.")],
            "About 1,200 visitors came to the fair; the gate logs come on Monday.",
        ),
        (
            [("assistant", "The date of the move is not fixed; the landlord will write.")],
            "The move is planned for 12 September; the landlord will write.",
        ),
        ([("user", "Nobody knows how many records were lost in the crash.")], "340 records were lost in the crash."),
        (
            [("user", "The price of the licence is still open, sales will call us.")],
            "The price of the licence is 85 EUR; sales will call.",
        ),
        (
            [("summary", "The weight of the anchor was never measured, the divers only saw it.")],
            "The anchor weighs about 14 t; the divers only saw it.",
        ),
        (
            [("user", "Deadline for the grant: to be announced by the ministry.")],
            "The deadline for the grant is 3 May, announced by the ministry.",
        ),
        (
            ["Der Termin der Abnahme steht noch nicht fest, der Prüfer meldet sich."],
            "Die Abnahme findet am 17. März statt, der Prüfer meldet sich.",
        ),
        (
            [("assistant", "It is unclear how long the outage lasted, the monitor was down as well.")],
            "The outage lasted 40 minutes; the monitor was down as well.",
        ),
        (
            [("user", "Traffic on the bridge had to be rerouted during the repair.")],
            "About 2,300 cars a day had to be rerouted during the repair of the bridge.",
        ),
        (
            [("user", "The board wants the audit report soon, before the summer break.")],
            "The board wants the audit report by 31 March, before the summer break.",
        ),
    ],
)
def test_a_number_that_nobody_has(children: list[Text], parent: str) -> None:
    assert "invented_detail" in refusing(find_values, children, parent)


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (
            [("user", "The fair had 600 visitors on Saturday and as many on Sunday.")],
            "About 1,200 visitors came to the fair.",
        ),
        (
            [("assistant", "On 1 September the landlord said: the move is in a fortnight.")],
            "The move is planned for mid September.",
        ),
        (
            [("user", "Nobody knows how many records were lost in the crash, of 340 in all.")],
            "Of 340 records an unknown number was lost in the crash.",
        ),
        (
            [("user", "The licence costs 85 EUR; the price of the support is still open.")],
            "The licence costs 85 EUR; the price of the support is open.",
        ),
        (
            [("summary", "The anchor weighs 14,000 kg by the yard's papers; we never measured it.")],
            "The anchor weighs 14 t by the yard's papers; it was never measured.",
        ),
        (
            [("user", "Deadline for the grant was to be announced. Update: it is 3 May.")],
            "The deadline for the grant is 3 May.",
        ),
        ([("assistant", "The outage began at 10:05 and ended at 10:45.")], "The outage lasted 40 minutes."),
        (
            [("user", "Traffic: 1150 cars in the morning, 1150 in the evening, all rerouted.")],
            "About 2,300 cars a day were rerouted.",
        ),
        (
            [("user", "The board wants the audit report at the end of the first quarter.")],
            "The board wants the audit report by 31 March.",
        ),
        ([("user", "The count is not final: 212 so far.")], "212 have been counted so far; the count is not final."),
    ],
)
def test_a_number_that_the_sources_give(children: list[Text], parent: str) -> None:
    assert refusing(find_values, children, parent) == []


@pytest.mark.parametrize(
    ("source", "parent"),
    [
        (
            "The other wards have not decided whether they want the list; ours has 610 names, 28 of them twice.",
            "582 names of the wards remain on the list.",
        ),
        (
            "Users who have not set their own colour get blue, see note 14.",
            "Users get the colour blue, see note 1592 of the colour list.",
        ),
        (
            "We did not count the boxes twice. 40 rows of 25 boxes stand in the hall.",
            "About 1,000 boxes stand in the hall.",
        ),
    ],
)
def test_what_is_unknown_is_something_else(source: str, parent: str) -> None:
    assert "invented_detail" not in refusing(find_values, [source], parent)


def test_a_version_that_nobody_could_read_is_no_date() -> None:
    notes = [
        "Access point AP-7 drops clients at noon. Its panel did not let me in, so the firmware version is unknown."
    ]
    assert "invented_detail" in refusals(notes, "AP-7 (firmware 6.5.28) drops clients at noon.")
    assert refusals(notes, "AP-7 drops clients at noon; its firmware version is unknown.") == []


def test_a_version_with_two_dots_is_compared_as_a_name() -> None:
    notes = ["AP-7 runs firmware 6.5.28 and drops clients at noon."]
    assert refusals(notes, "AP-7 (firmware 6.5.82) drops clients at noon.")
    assert refusals(notes, "AP-7 (firmware 6.5.28) drops clients at noon.") == []
