"""Two exact things in each other's places, with other words than the sources have."""

from __future__ import annotations

import pytest

from leadline.core.signals.surroundings import find_exchanged_surroundings

from .helpers import Text, refused, refusing

CANARY: list[Text] = [
    ("tool", "node      version  err_rate  p95_ms  conn\nedge-fra  4.8.1    0.31%     204     5120\nedge-mad  4.8.1    0.12%     241     3377"),
    ("assistant", "Both run 4.8.1. The rollback of edge-fra is prepared, not started."),
]  # fmt: skip
CODES: list[Text] = [
    ("tool", "outward  ref QK4TZ1  Kiel 04.07. 18:45\nreturn   ref PW92LM  Gothenburg 26.07. 11:50"),
    ("user", "Both ferries are paid; the dog comes along."),
]
FLAGS: list[Text] = [
    ("tool", "name              last_eval         evals\ncart_v3_enabled   2026-06-02 04:11  17\nslim_checkout     2026-09-29 13:58  2,204,118"),
    ("assistant", "By the 60-day rule cart_v3_enabled is dead, last evaluated in June, and slim_checkout is in heavy use."),
]  # fmt: skip
LAB: list[Text] = [("tool", "Haemoglobin    121 g/L  (115-155)\nCreatinine     88 umol/L (50-98)\nPlatelets      204 x10^9/L (150-400)"), ("user", "Anything unusual?")]  # fmt: skip


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (CANARY, "On 4.8.1 run edge-fra (error rate 0.31 %, p95 241 ms, 5120 connections) and edge-mad (0.12 %, p95 204 ms, 3377 connections)."),
        (CODES, "The dog comes along. PW92LM is the ferry to Kiel on 4 July at 18:45. QK4TZ1 is the one from Gothenburg, 26 July at 11:50."),
        (FLAGS, "By the 60-day rule slim_checkout is dead (last evaluated in June), while cart_v3_enabled is in heavy use with 2,204,118 evals."),
        (LAB, "Normal are also the platelets (88) and the creatinine (204)."),
    ],
)  # fmt: skip
def test_two_in_each_others_places(children: list[Text], parent: str) -> None:
    """Rows of tables, codes, names with joints, measured values."""
    assert "identifier_swapped" in refused(children, parent)


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (CANARY, "On 4.8.1 run edge-fra (error rate 0.31 %, p95 204 ms, 5120 connections) and edge-mad (0.12 %, p95 241 ms, 3377 connections)."),
        (CANARY, "p95 on edge-mad and edge-fra: 241 and 204 ms; 3377 and 5120 connections."),
        (CODES, "From Gothenburg on 26 July at 11:50 with PW92LM, to Kiel on 4 July at 18:45 with QK4TZ1; the dog comes along."),
        (FLAGS, "slim_checkout is in heavy use; cart_v3_enabled, last evaluated in June, is dead by the 60-day rule."),
        (LAB, "Creatinine 88 umol/L, haemoglobin 121 g/L and platelets 204 are all within range."),
        ([("tool", "Hafen 6/9 (G03,G05,G08 offline)\nlast error: G05 CRC mismatch at block 211"), ("user", "Don't touch gate G08, a technician is in it.")], "At Hafen G03, G05 and G08 are offline: G05 had a CRC mismatch at block 211, gate G08 must not be touched."),
        ([("user", "16 of us go, no, 15: Pilar stays at home."), ("assistant", "Rooms for 16 were booked, two nights.")], "15 people go, not 16; the rooms were booked for 16."),
        ([("user", "We are 16 on the club's trip, with two guides."), ("assistant", "Two nights for 16 cost 1,728 euros."), ("user", "Correction: we are 15, Pilar stays at home.")], "The club's trip has two guides. They are 15, not 16, since Pilar stays at home. Two nights for 15 cost 1,620 euros."),
        ([("tool", "station Hafen  6/9  (G03,G05,G08 offline)\nlast error: G05 CRC mismatch at block 211"), ("user", "Park has to be through before Saturday. Don't touch gate G08 at Hafen, a technician is working in it."), ("assistant", "I've left G08 alone. G05 I would flash again by cable. G03 is not answering.")], "At Hafen G03, G05 and G08 are noted as offline: G05 had a CRC mismatch at block 211 and would be flashed again by cable; G03 does not answer; G08 must not be touched, a technician works in it."),
    ],
)  # fmt: skip
def test_each_in_its_own_place(children: list[Text], parent: str) -> None:
    """Another order, other words, lists without words between, a number that no longer holds."""
    assert refusing(find_exchanged_surroundings, children, parent) == []


def test_a_thing_in_many_places_has_everything_around_it() -> None:
    """What the children have everywhere is not bound to anything."""
    rows = "\n".join(f"job-{n} took 30 s on node-{n % 7} and 45 s on node-{(n + 3) % 7}" for n in range(60))
    assert (
        refusing(find_exchanged_surroundings, [("tool", rows)], "job-3 took 45 s on node-3 and 30 s on node-6.") == []
    )


def test_one_of_two_exchanged_numbers_is_no_difference_of_them() -> None:
    """48 - 24 is 24: that one of them is half of the other works nothing out."""
    plates = ["Incubate plate seven for 24 h under red light. Then freeze plate nine for 48 h in dry ice."]
    told = "Plate seven: incubated for 48 h under red light, plate nine: frozen for 24 h in dry ice."
    assert refusing(find_exchanged_surroundings, plates, told) == ["identifier_swapped"]
