"""Faithful ways of writing that were refused, each beside a faulty one near to it that still is."""

import pytest
from tests.core.signals.helpers import Text, refusals

TWINS: list[tuple[str, list[Text], str, str | None]] = [
    ("without belongs to what follows", ["The 40 invoices without tax number are kept unsorted for now."],
     "The 40 invoices with an empty tax number are kept unsorted for now.", None),
    ("wherever as where", [("user", "Pages with two owners: leave the field empty.")], "The field stays empty wherever a page has two owners.", None),
    ("nobody's around", [("user", "Upload it on Monday, not today, nobody is available on Friday.")],
     "The upload is on Monday, as nobody's available on Friday.", None),
    ("bare minutes between two times", [("tool", "[10:33] mysql import start\n[10:52] mysql import finished, 1 warning\n[10:58] app up")],
     "From the start until the app answered it took 25 minutes; the MySQL import accounted for 19, with a single warning.", None),
    ("first day of a range", [("user", "The fair runs 5 to 19 March. Leave out 9 March, the hall was closed.")],
     "The fair ran from March 5 to 19, the 9th being left out as the hall was closed.",
     "The fair ran from March 6 to 19, the 9th being left out as the hall was closed."),
    ("days with a slash", [("user", "We move on 27/28 Nov and sign on 3 December.")], "The move is on November 27 and 28.", "The move is on November 26 and 28."),
    ("value on either side of its name", [("tool", "refund rate: blue 4.1%, red 4.4%")], "Refund rate 4.1% blue, 4.4% red; that was not tested.",
     "Refund rate 4.4% blue, 4.1% red; that was not tested."),
    ("never after is before", [("user", "Chemistry needs the big room, never after noon.")], "Chemistry, in the big room, must be before noon.",
     "Chemistry, in the big room, must be after noon."),
    ("taboo before", [("user", "Target is 15 plants by the end of May. No copper spray before November, there's still fruit.")],
     "Copper spray is taboo before November because of fruit.", None),
    ("part told in another's words",
     [("assistant", "I could remove the old index on Monday, but then reports would be slow for 6 hours, a bad time."), ("user", "Keep the old index.")],
     "Keep the old index; without it reports would be slow for 6 hours.", None),
    ("the other one can", [("assistant", "Novafilm cannot guarantee archival paper, their printer is down. Brightprint can.")],
     "Brightprint: can guarantee archival paper. Novafilm: can't.", None),
    ("not done, planned for", [("user", "Haven't inspected bay 3 and 4 yet. I'll do that Friday.")], "Bay 3: not inspected -> bay 3 + 4 inspected Friday.", None),
    ("gets done is a plan", [("user", "Sand one board as a test, they agreed to that, not all of them.")], "One board gets sanded as an agreed test, not all.",
     "One board was sanded as an agreed test."),
    ("ends of a tolerance", [("user", "Night shift: 17 of 240 pins out of tolerance, the pin should be 8.000 +0.015/-0. All too big, between 8.017 and 8.024.")],
     "17 of 240 pins were oversized, at 8.017 to 8.024 mm where 8.000 to 8.015 is permitted.", None),
    ("cause as a noun", [("assistant", "The pump failed at noon. I put no cause and no names in the note, as you asked.")],
     "The pump failed at noon; the note has no cause or names.", "The pump failed at noon because the seal was worn."),
]  # fmt: skip


@pytest.mark.parametrize(("children", "faithful"), [t[1:3] for t in TWINS], ids=[t[0] for t in TWINS])
def test_faithful_passes(children: list[Text], faithful: str) -> None:
    assert refusals(children, faithful) == []


@pytest.mark.parametrize(
    ("children", "faulty"), [(t[1], t[3]) for t in TWINS if t[3]], ids=[t[0] for t in TWINS if t[3]]
)
def test_its_faulty_twin_does_not(children: list[Text], faulty: str) -> None:
    assert refusals(children, faulty)
