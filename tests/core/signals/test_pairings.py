"""Names, tickets, beds and values tied crosswise by brackets, appositions, rows and clauses, and ties in another word order."""

from __future__ import annotations

import pytest

from leadline.core.signals.pairings import find_exchanged_pairs

from .helpers import Text, refusing, told


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (
            ["Case CR-118 belongs to the Weber account. Case CR-127 belongs to the Okafor account."],
            "Open cases: CR-127 (Weber account) and CR-118 (Okafor account).",
        ),
        ([("tool", "pump  flow\nP-1   42 l/min\nP-2   57 l/min")], "Flows: P-1 57 l/min, P-2 42 l/min."),
        (["Marta hands in on 14 June, Jonas on 21 June."], "Hand-in dates:\n- Marta: 21 June\n- Jonas: 14 June"),
        (
            ["Branch fix/login-loop solves ticket 4410 and branch fix/cart-total solves ticket 4432."],
            "fix/login-loop (ticket 4432) is reviewed; fix/cart-total (ticket 4410) waits.",
        ),
        (
            ["Lindqvist lies in bed 12 and gets the infusion. Haddad lies in bed 9 and waits for the scan."],
            "Haddad, bed 12, waits for the scan; Lindqvist, bed 9, gets the infusion.",
        ),
        (["Ana reviews PR #812. Tomasz reviews PR #815."], "PR #812 is reviewed by Tomasz, PR #815 by Ana."),
        (
            ["Die Filiale Kiel hat die Nummer F-203, die Filiale Ulm hat die Nummer F-311."],
            "Kiel (F-311) öffnet im Mai, Ulm (F-203) im Juni.",
        ),
        (
            [("tool", "customer | ticket | state\nNordholz GmbH | T-5501 | open\nAtlas Ltd | T-5517 | waiting")],
            "Atlas Ltd (T-5501) is open, Nordholz GmbH (T-5517) is waiting.",
        ),
    ],
)
def test_two_things_that_changed_places(children: list[Text], parent: str) -> None:
    assert "identifier_swapped" in refusing(find_exchanged_pairs, children, parent)


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (
            ["Case CR-118 belongs to the Weber account. Case CR-127 belongs to the Okafor account."],
            "Open cases: CR-127 (Okafor account) and CR-118 (Weber account).",
        ),
        ([("tool", "pump  flow\nP-1   42 l/min\nP-2   57 l/min")], "P-2 delivers 57 l/min and P-1 42 l/min."),
        (
            [
                "Marta hands in on 14 June, Jonas on 21 June. Later: they exchange, Marta takes the 21 June, Jonas the 14 June."
            ],
            "Hand-in dates:\n- Marta: 21 June\n- Jonas: 14 June",
        ),
        (
            ["Branch fix/login-loop solves ticket 4410 and branch fix/cart-total solves ticket 4432."],
            "Ticket 4432 (fix/cart-total) waits; ticket 4410 (fix/login-loop) is reviewed.",
        ),
        (
            [
                "Room 2.14 is for the interview with Ms Adler, room 3.07 for the board meeting, at which Ms Adler speaks as well."
            ],
            "Ms Adler has her interview in room 2.14 and speaks at the board meeting in room 3.07.",
        ),
        (
            ["甲仓库的合同号是 HT-2041，乙仓库的合同号是 HT-2056。"],
            "乙仓库（合同 HT-2056）已付款，甲仓库（合同 HT-2041）未付款。",
        ),
        (["Lindqvist lies in bed 12 and Haddad in bed 9."], "Lindqvist and Haddad lie in beds 12 and 9 respectively."),
        (
            ["The staging key ends in 7f3a; the production key ends in c09d. Both expire in May."],
            "Keys ending in c09d (production) and 7f3a (staging) expire in May.",
        ),
        (
            ["Ana reviews PR #812. Tomasz reviews PR #815. Ana also helps with PR #815."],
            "PR #815 is reviewed by Tomasz with help from Ana; PR #812 by Ana.",
        ),
        (
            ["Ana wrote PR #812. Tomasz reviews PR #812 and PR #815. Ana wrote PR #815."],
            "Tomasz reviews PR #815; Ana wrote PR #812.",
        ),
        (
            [("tool", "customer | ticket | state\nNordholz GmbH | T-5501 | open\nAtlas Ltd | T-5517 | waiting")],
            "Atlas Ltd waits with T-5517; T-5501 of Nordholz GmbH is open.",
        ),
        (
            ["Server web-1 has 14 GB, web-2 has 9 GB. After the swap of modules web-1 has 9 GB."],
            "web-1 has 9 GB now, web-2 has 9 GB too.",
        ),
    ],
)
def test_the_same_ties_in_another_order(children: list[Text], parent: str) -> None:
    assert refusing(find_exchanged_pairs, children, parent) == []


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (["3号楼：电表 41 kWh。", "8号楼：电表 73 kWh。"], "3号楼用电 73 kWh，8号楼用电 41 kWh。"),
        ([("tool", "host  address\nns-a  10.4.0.7\nns-b  10.4.0.9")], "ns-a has 10.4.0.9 and ns-b has 10.4.0.7."),
        (
            ["Parcel 4410872 goes to Lund, parcel 4410911 to Bergen."],
            "Bergen gets parcel 4410872; Lund gets parcel 4410911.",
        ),
    ],
)
def test_ties_of_other_kinds(children: list[Text], parent: str) -> None:
    assert "identifier_swapped" in refusing(find_exchanged_pairs, children, parent)


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (["Marta has bed 4. Jonas has bed 7.", ("user", "Swap the two please.")], "Marta has bed 7. Jonas has bed 4."),
        (["Ana and Tomasz review PR 812. Ana wrote PR 801, Li wrote PR 799."], "Ana reviews PR 812. Li wrote PR 799."),
        (
            ["The pump P-4 was set to 20 l/min at noon and to 30 l/min at two, P-5 to 30 l/min."],
            "P-4 stands at 30 l/min.",
        ),
    ],
)
def test_ties_that_may_be_right(children: list[Text], parent: str) -> None:
    assert refusing(find_exchanged_pairs, children, parent) == []


def test_one_thing_with_the_value_of_another() -> None:
    """Its own value is absent; not where a pronoun may be it."""
    crates = "Crate 4 stays with Ilse Brandt. Crate 9 stays with Omar Haddad."
    assert "identifier_swapped" in told([crates], "Omar Haddad keeps crate 4.")
    assert refusing(find_exchanged_pairs, [crates], "Omar Haddad keeps crate 9.") == []
    both = "Crate 4 stays with Omar Haddad. His second is crate 9, packed by Ilse Brandt."
    assert refusing(find_exchanged_pairs, [both], "Omar Haddad keeps crate 9.") == []
