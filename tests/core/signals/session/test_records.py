"""Items of two records put together; and the tellings that keep each record's own."""

from __future__ import annotations

import pytest

from leadline.core.signals.session.records import find_other_records

from ..helpers import Text, trial

REFUNDS: list[Text] = [
    (
        "tool",
        '{"history": [{"account": "card_4471903", "amount": -5210}, {"account": "voucher_8810264", "amount": -1385}]}',
    ),
    ("assistant", "Both refunds are booked."),
]
PEOPLE: list[Text] = [
    ("tool", "00041177 Ines Adler, timber, qualified\n00059923 Piet Vos, slate, lead"),
    ("user", "Delete Ines Adler, add Piet Vos."),
]


def sure(children: list[Text], parent: str) -> list[str]:
    return [f.kind for f in find_other_records(trial(children, parent)) if f.probability >= 0.85]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (REFUNDS, "The refunds were 1,385 to card_4471903 and 5,210 to voucher_8810264."),
        (REFUNDS, "Back went 1385 dollars to card_4471903."),
        (REFUNDS, "5,120 went back to card_4471903."),  # an amount that nothing has
        (PEOPLE, "Ines Adler (customer 00059923) was deleted. Piet Vos came in as 00041177."),
    ],
)
def test_items_of_two_records(children: list[Text], parent: str) -> None:
    assert set(sure(children, parent)) == {"identifier_swapped"}


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (REFUNDS, "The refunds were 5,210 to card_4471903 and 1,385 to voucher_8810264."),
        (REFUNDS, "6,595 went back to card_4471903 and voucher_8810264 together."),
        (PEOPLE, "Ines Adler (00041177) was deleted, Piet Vos (00059923) added."),
        (REFUNDS, "About 5,200 went back to card_4471903."),
        # one record has no other partner: both may be right
        ([*REFUNDS, ("assistant", "Ticket 00077120 covers it all.")], "Ticket 00077120 and card_4471903 belong together."),
        # a year binds nobody
        (PEOPLE, "Ines Adler has been a customer since 2019."),
    ],
)  # fmt: skip
def test_items_of_one_record_or_of_none(children: list[Text], parent: str) -> None:
    assert sure(children, parent) == []


BRANCHES: list[Text] = [
    ("tool", "piet/dials e081dab\ncora/seals 5ea305f\nines/valves 77c0d1e"),
    ("tool", "| 4e6ada3a | 82b4027 | idle |\n| 3f26ff4a | 43c285d | ended |"),
]


@pytest.mark.parametrize(
    ("parent", "wrong"),
    [
        ("The branches stand at 5ea305f on piet/dials and e081dab on cora/seals.", True),
        ("The branches stand at e081dab on piet/dials and 5ea305f on cora/seals.", False),
        ("The sessions are 4e6ada3a at 43c285d and 3f26ff4a at 82b4027.", True),
        ("The sessions are 4e6ada3a at 82b4027 and 3f26ff4a at 43c285d.", False),
    ],
)
def test_hashes_and_what_they_belong_to(parent: str, wrong: bool) -> None:
    assert bool(sure(BRANCHES, parent)) == wrong


TITLED: list[Text] = [
    (
        "tool",
        "Crash ticket #6120\nplotter 4.8.1 (hall B only)\npages 3,415 / jobs 1,204 in 7 days\nfirst seen 4.8.1 build 5520; none in 4.7.2",
    ),
    ("user", "I'd go back to 4.7.2."),
    ("assistant", "A rebuild of 4.7.2 as 4.8.2 takes half a day. Fix: guard the queue, branch fix/6120; not proven."),
]
LISTED: list[Text] = [("tool", "Ticket #6120 plotter 4.8.1\nTicket #7044 scanner 4.7.2"), ("user", "Close both.")]


@pytest.mark.parametrize(
    ("children", "parent", "wrong"),
    [
        (TITLED, "Ticket #6120: plotter 4.8.1, hall B only.", False),
        (TITLED, "Ticket 6120 (plotter 4.8.1) is open.", False),
        (LISTED, "Ticket #6120: plotter 4.8.1.", False),
        (LISTED, "Ticket #6120: scanner 4.7.2.", True),
    ],
)
def test_a_title_names_what_its_whole_block_is_of(children: list[Text], parent: str, wrong: bool) -> None:
    """Lines of which each has an id of its own are records; a first line that alone has one is their title."""
    assert bool(sure(children, parent)) == wrong
