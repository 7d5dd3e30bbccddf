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
    ("unit of two words in a key", [("tool", '{"iron_ug_per_dl": 64, "flow_ml": {"08:00": 30}, "pulse": 71}')], "Iron 64 µg/dl, pulse 71.", "Iron 64 mg/dl, pulse 71."),
    ("per annum", [("assistant", "Yield estimate: 7,400 kWh a year.")], "Yield 7,400 kWh/a.", "Yield 7,400 kWh/d."),
    ("until the user agrees", [("user", "Plan the spraying."), ("assistant", "No order placed: I'm waiting for your ok on the Baltex price, 48 euros per litre.")],
     "Nothing is ordered until the user agrees to the price.", "Nothing is ordered. The user agreed to the Baltex price."),
    ("a wall within the place", [("assistant", "Tags misread one time in 40 at the port's gate 2; gate 1 reads them properly.")],
     "Tags misread one time in 40 at the port's gate 2 but not at gate 1, for reasons unknown.", None),
    ("brought nothing", [("tool", "dose 1.2 -> 0.9\ndose 1.8 -> 0.3"), ("assistant", "I propose 1.8: more brings nothing and pulls the pH down.")],
     "The middle dose brought 0.3.", None),
    ("remembers it being agreed", [("user", "Nine laps. And Mirela thinks we said 8 laps at the meeting; I remember nine. I'll ask the board tomorrow.")],
     "Mirela remembers 8 laps being agreed, the user nine; the board is asked tomorrow.", None),
    ("pre-1980", [("user", "Cards printed before 1980 never had a code, so don't invent dummies.")], "No dummy codes (pre-1980 cards have none).", None),
    ("cards before 1980", [("user", "Cards printed before 1980 never had a code, so don't invent dummies.")], "Don't invent dummies (cards before 1980 never had a code).", None),
    ("at a step in thousands", [("tool", "step 41000 loss 2.31\nstep 43000 loss 2.11")], "Loss 2.31 @41k -> 2.11 @43k.", None),
    ("advice told as advice", [("user", "Tell me how the drying goes."), ("tool", "From: Aquadry, 6 March\nscreed 2.9 % on 5 March\nrecommend drying another 10 days")],
     "Aquadry, 6 March: screed 2.9 %; drying another 10 days recommended.", None),
    ("the normal value", [("assistant", "The filter is probably clogged (0.9 instead of 0.3 bar), so nothing else was looked at.")],
     "A clogged filter is likely, its pressure being three times the normal 0.3 bar.", None),
    ("spent and left", [("user", "GPU quota: 96 hours left until the 30th."), ("assistant", "Used 6 GPU hours for this, 90 left.")],
     "6 of the 96 GPU hours were spent, so 90 remain until the 30th.", None),
    ("what is missing, with a sign", [("assistant", "Stores: H1 11 kg, H2 6, H3 9, H4 12. Goal per hive 18 kg."), ("assistant", "To reach 18 kg there's a gap of 7, 12, 9 and 6 kg.")],
     "H1: 11 kg (−7)\nH2: 6 kg (−12)\nH3: 9 kg (−9)\nH4: 12 kg (−6)", None),
    ("a half in words", [("user", "Screen the three applications, five years' practice wanted."), ("tool", "CV R. Stan: 6 years at Aqua"), ("assistant", "J. Oduya: four and a half years.")],
     "R. Stan 6 years; J. Oduya 4.5 years; 5 years are wanted.", None),
    ("no more than", [("assistant", "Tested for a single evening, no drop.")], "Its trial covered no more than one evening (no drop).", None),
    ("need to, and done", [("user", "Need to confirm the Lima lot with Andina. 120 bags of 70 kg."), ("tool", "We can hold 110 bags only."), ("assistant", "Replied that we take 110.")],
     "ORDER Lima lot / Andina\nAsked: 120 bags x 70 kg\nSeller: only 110\nReplied: take 110", None),
    ("a reason guesses for itself", [("assistant", "The archive volume fills by 3 GB a night as trace output seems to be switched on.")],
     "archive volume: +3 GB a night", "Trace output is switched on; the archive volume fills by 3 GB a night."),
    ("may be at most", [("assistant", "Sheet 2 is too high. Travel costs may be at most 12,400.")], "max. travel costs 12,400", None),
    ("no rider may be", [("user", "No trainee may be in the kiln room for more than 20 minutes.")],
     "C takes 25, more than the maximum of 20 in the kiln room per trainee.", None),
    ("a relative clause guesses for itself", [("assistant", "Leaves 3 and 7 show rusty-brown spots that might be a bracket fungus going by looks; nothing was tested.")],
     "Two leaves, 3 and 7, carry rusty-brown spots; nothing was tested.", "Two leaves, 3 and 7, carry a bracket fungus."),
    ("members of a list of suspects", [("assistant", "It could be the relay or a loose plug. The door seal is another suspect: try it once with the door taped.")],
     "No cause found. Candidates: relay, loose plug, door seal.", None),
    ("named as suspects", [("assistant", "It could be the relay or a loose plug. The outer door seal is another suspect: try it once with the door taped.")],
     "A loose plug is guessed to be the cause; the relay and the outer door seal were also named.", None),
    ("soupçonné", [("user", "Le capteur de la pompe B est suspect, il affichait 3 bars de trop."), ("assistant", "Capteur remplacé.")],
     "Le capteur de la pompe B, qui affichait 3 bars de trop et qu'on soupçonne, a été remplacé.", None),
    ("but ends what was denied", [("user", '"Spare" - I think nobody needs it, but ask Olu before throwing it out.')],
     "Spare: user thinks it is not needed; ask Olu first (before throwing out).", None),
    ("a state with a colon", [("user", "Set the dryer for Monday and Thursday."), ("assistant", "Not switched on: the fan rattles, and I'd like someone to inspect its bearing before the first use.")],
     "The dryer is set for Monday and Thursday, but not switched on: the fan rattles and its bearing should be inspected before the first use.",
     "The dryer is not switched on: the fan rattles and its bearing should be inspected after the first use."),
    ("after with a colon", [("user", "Hall needs the final count by 12 September."), ("tool", "return free until 12 Sep, then 40 %")],
     "- final count by 12 Sep (free return till then, after: 40 %)", None),
    ("an order that was changed", [("assistant", "The first failure came from round() being called before the discount was taken off; I moved the call after the discount, in bill.py line 8.")],
     "Fixed: round() now after the discount (bill.py:8)", None),
]  # fmt: skip


@pytest.mark.parametrize(("children", "faithful"), [t[1:3] for t in TWINS], ids=[t[0] for t in TWINS])
def test_faithful_passes(children: list[Text], faithful: str) -> None:
    assert refusals(children, faithful) == []


@pytest.mark.parametrize(
    ("children", "faulty"), [(t[1], t[3]) for t in TWINS if t[3]], ids=[t[0] for t in TWINS if t[3]]
)
def test_its_faulty_twin_does_not(children: list[Text], faulty: str) -> None:
    assert refusals(children, faulty)
