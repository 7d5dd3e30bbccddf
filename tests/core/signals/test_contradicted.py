"""One thing with two accounts of which a source says that they differ, told as one; and accounts that are told, settled or in a row."""

from __future__ import annotations

import pytest

from leadline.core.signals.contradicted import find_contradicted

from .helpers import Text, refusing


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (
            [
                ("tool", "stock list: item 4471, 12 pieces; item 4480, 30 pieces"),
                (
                    "assistant",
                    "Count on Friday: item 4471 has 9 pieces. That does not match the list, I have not found out why.",
                ),
            ],
            "Stock: item 4471 12 pieces, item 4480 30 pieces.",
        ),
        (
            [
                ("tool", "sensor S-7: 41 C\nsensor S-8: 39 C"),
                ("user", "The hand-held thermometer says 52 C at S-7, so one of the two is wrong."),
            ],
            "S-7 is at 41 C and S-8 at 39 C.",
        ),
        (
            [
                ("summary", "The land register gives plot 88 an area of 640 m2."),
                (
                    "summary",
                    "The surveyor measured 592 m2 for plot 88, which differs from the register; the office will look into it.",
                ),
            ],
            "Plot 88 has an area of 640 m2; the office will look into it.",
        ),
        (
            [
                ("user", "The label on drum D-14 says 200 l."),
                ("assistant", "The delivery note says 180 l for drum D-14. These contradict each other."),
            ],
            "Drum D-14 holds 200 l.",
        ),
        (
            [
                ("tool", "node n-31 firmware 2.9.1 (inventory)"),
                ("assistant", "n-31 itself reports firmware 2.8.4, not what the inventory says; nobody has checked."),
            ],
            "Node n-31 runs firmware 2.9.1.",
        ),
        (
            [
                ("tool", "Rechnung 771: Betrag 1.240 EUR"),
                (
                    "assistant",
                    "Im Hauptbuch steht die Rechnung 771 mit 1.420 EUR; das widerspricht der Rechnung, Klärung offen.",
                ),
            ],
            "Rechnung 771 beträgt 1.240 EUR.",
        ),
        (
            [
                ("summary", "Bus 14 has 31 passengers by the driver's count."),
                ("summary", "The gate counted 27 passengers on bus 14; the two counts disagree."),
            ],
            "Bus 14 carried 31 passengers.",
        ),
    ],
)
def test_one_of_two_accounts(children: list[Text], parent: str) -> None:
    assert "conflict_resolved" in refusing(find_contradicted, children, parent)


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (
            [
                ("tool", "stock list: item 4471, 12 pieces"),
                ("assistant", "Count on Friday: item 4471 has 9 pieces. That does not match the list."),
            ],
            "Item 4471: 12 pieces by the list, 9 by the count.",
        ),
        (
            [
                ("tool", "stock list: item 4471, 12 pieces"),
                ("assistant", "Corrected: the list was wrong, item 4471 has 9 pieces."),
            ],
            "Item 4471 has 9 pieces.",
        ),
        ([("tool", "sensor S-7: 41 C at 10:00"), ("tool", "sensor S-7: 52 C at 11:00")], "S-7 rose from 41 C to 52 C."),
        ([("tool", "sensor S-7: 41 C at 10:00"), ("tool", "sensor S-7: 52 C at 11:00")], "S-7 is at 52 C."),
        (
            [
                ("summary", "Plot 88 has 640 m2 by the register."),
                ("summary", "The surveyor measured 592 m2 for plot 88, which differs."),
            ],
            "Plot 88 has 640 m2 by the register; the surveyor found less, which is open.",
        ),
        (
            [("tool", "node n-31 firmware 2.9.1"), ("assistant", "I downgraded n-31 to 2.8.4.")],
            "Node n-31 runs firmware 2.8.4.",
        ),
        (
            [
                ("summary", "Bus 14 has 31 passengers and 40 seats."),
                ("summary", "Bus 15 has 27 passengers, which differs from bus 14."),
            ],
            "Bus 14 has 31 passengers, bus 15 has 27.",
        ),
        (
            [
                ("tool", "payroll: employee 2207 hours 164"),
                (
                    "assistant",
                    "The time clock has 171 hours for employee 2207; payroll has confirmed that the clock ran fast, 164 is right.",
                ),
            ],
            "Employee 2207 worked 164 hours.",
        ),
    ],
)
def test_accounts_that_are_told_or_settled(children: list[Text], parent: str) -> None:
    assert refusing(find_contradicted, children, parent) == []


def test_a_row_of_readings_is_no_contradiction() -> None:
    """A later reading is news, and how far it lies from the last one settles nothing."""
    readings: list[Text] = [
        ("tool", "sensor S-7: 41 C at 10:00"),
        ("assistant", "sensor S-7: 52 C at 11:00, a difference of 11 C."),
    ]
    assert refusing(find_contradicted, readings, "Sensor S-7 is at 52 C.") == []
    earlier: list[Text] = [("assistant", "Sensor S-7 differs from S-8."), *readings]
    assert refusing(find_contradicted, earlier, "Sensor S-7 is at 52 C.") == []
