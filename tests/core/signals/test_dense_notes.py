"""Faithful ways of writing that were refused: notes, other formats, corrections. One example stands for each kind."""

import pytest
from tests.core.signals.helpers import Text, refusals

FAITHFUL: list[tuple[str, list[Text], str]] = [
    ("times with a dot", ["The train leaves at 07:10 and arrives at 10:27."], "Train 07.10-10.27."),
    ("one of a series", ["The drafts L-310 to L-312 are ready."], "Drafts L-310, L-311 and L-312 are ready."),
    ("long number closed up", ["Tracking 4410 2297 06, promised for 17 June."], "Sent, tracking 4410229706, promised for 17 June."),
    ("rows in commas", [("tool", "set,n,mean,sd\nall,48,2.31,0.44\ndry,42,2.18,0.29")], "All 48: mean 2.31 (sd 0.44); dry, 42: 2.18 (sd 0.29)."),
    ("values between slashes are no date", [("tool", "all,48,6.2,24.8")], "All 48: 6.2/24.8."),
    ("dates with a dot", ["Das Fest ist am 28. August, die Abnahme am 1. September."], "Fest 28.8., Abnahme 1.9."),
    ("name and value joined", [("assistant", "I set idle_timeout to 30 s for the role.")], "Done: idle_timeout=30s, for the role."),
    ("thing per number", ["The head insists on one adult per ten pupils."], "Head: 1 adult/10 pupils."),
    ("thousands short", ["It adds about 41,000 rows."], "It adds ~41k rows."),
    ("rate short", ["The rent is 2,150 pounds a month."], "Rent: £2,150/mo."),
    ("millions short", ["Insurance value is 1.8 million euros."], "Insured for €1.8 M."),
    ("sizes of df", [("tool", "/dev/sda1  1.8T  1.1T  61% /srv")], "/srv: 1.1 TB of 1.8 TB used."),
    ("hours of a range", ["Office hours are 8 to 18."], "Not between 8:00 and 18:00, the office hours."),
    ("from now back", [("tool", "CRP 64 mg/L (Mon: 112)")], "CRP 112 (Mon) → 64 mg/L."),
    ("corrected time", [("user", "The fest begins at 14:15 in the yard."), ("user", "One correction: it begins at 15:45, not at 14:15.")], "The fest begins at 15:45 in the yard."),
    ("corrected count", [("user", "210 households are registered."), ("user", "210 was last month, it's 226 now.")], "226 households are registered."),
    ("before and not before", ["Patienten dürfen wir erst nach der Abnahme empfangen."], "Vor der Abnahme dürfen keine Patienten empfangen werden."),
    ("with something left out", ["The export runs with the eu part excluded."], "The export runs without the eu part."),
    ("a denial for a list", ["Hive 4 has no eggs, no young brood."], "Hive 4: no eggs/young brood."),
    ("a remark in brackets", [("tool", "unique index on event_id: none"), ("assistant", "A unique index on event_id would prevent it for good.")],
     "A unique index on event_id (there is none) would prevent it for good."),
    ("an offer is made by making it", [("user", "We can offer 50 % humidity for the loan.")], "Aarhus offered 50 % humidity for the loan."),
    ("nowhere and everywhere", [("user", "The name must not appear anywhere.")], "The name is banned everywhere."),
    ("only with and always", [("user", "Noah may go in only with an adult next to him.")], "Noah may go in, always with an adult beside him."),
    ("regardless", [("user", "The release does not wait for the probe.")], "The release goes ahead regardless."),
    ("whether or not", [("user", "Publish on the 20th, whether or not the scan has come.")], "It is published on the 20th in any case."),
    ("bare plural", ["Phones are collected at the door."], "Collect all phones at the door."),
    ("how often", ["Save a checkpoint each 2,000 steps. Stop when it gets worse for three checkpoints."], "Checkpoints every 2,000 steps; stop after three worse ones."),
    ("whose office it is", ["The text is approved by nobody but Mrs Lund."], "Waiting: the text; Mrs Lund alone approves it."),
    ("picked by its place", [("assistant", "Two ways: escape the lines, or move to the library camtkit."), ("user", "Take the second one, the bank stops it anyway.")],
     "The user chose to move to the library camtkit."),
    ("no talk of causes", [("user", "No number on it, the hotline starts on Thursday. No cause speculations either.")], "No number on it, as the hotline starts on Thursday, and no speculation about the cause."),
    ("until something else", [("assistant", "A run is prepared and not started, the runner is busy until 15:00.")], "Next, once the runner is no longer busy at 15:00: the prepared run."),
    ("first and then", [("assistant", "I go on to 8 days once it has finished, and from there to 5.")], "Next come 8 days and then 5."),
    ("a frame to be mended before", [("assistant", "Conditions: at most 50 lux, no flash, frame to be repaired before departure.")], "Frame: repair before departure."),
    ("label and number", [("tool", "target night 3\nspectra 6, S/N 41"), ("tool", "velocity -22.4 +/- 0.6 km/s")], "For night 3 six spectra with S/N 41 give a velocity of -22.4 +/- 0.6 km/s."),
    ("numbers inside names", [("tool", "arm-2: pass 37, fail 3\nx86-1: pass 40")], "arm-2: 3 of 40 failed; on x86-1 all 40 passed."),
    ("how it went", [("tool", "2026-07  61.2 TB  1,408 EUR\n2026-08  63.0 TB  1,449 EUR")], "From July to August 61.2 → 63.0 TB, 1,408 → 1,449 EUR."),
    ("called by name", [("assistant", "Hello Emil, hive 2 needs acid."), ("user", "I am not sure about the queen of hive 8.")], "Emil is not sure about the queen of hive 8."),
    ("notes end in adverbs", ["Free cancellation up to 15 days before the trip. The user has to book."], "Booking: user must\nCancellation: free to 15 days before"),
    ("a total put right", ["Coach 3,400, hostel 5,106, hall 350, copies 120, in all 8,976. Income 6,930, the gap is 2,046.", "The hall costs 300, not 350."],
     "Coach 3,400, hostel 5,106, hall 300, copies 120: 8,926; income 6,930, gap 1,996."),
    ("about and some", ["Each pod costs about 140 euros a month."], "A pod costs some 140 euros a month."),
    ("started and stopped", ["On 3 March the GP started co-trimoxazole for a week.", "Plan: stop co-trimoxazole on 7 March."], "Co-trimoxazole is stopped on 7 March."),
    ("since an event", [("assistant", "Memory grows since the move to 3.12. It has nothing to do with 3.12 as such, the resolver was changed.")], "Memory grows since the move to 3.12 (not its cause); the resolver was changed."),
    ("excluded because of", [("user", "Users in Norway are excluded because of Vipps.")], "Norway is excluded because of Vipps."),
    ("lasting office", ["The invoice of the failed sample: charged 50 %."], "The sample failed and was charged 50 %."),
    ("an hour of cron", [("tool", "40 1 * * *  /opt/dump/run.sh")], "run.sh runs at 1:40."),
    ("a state in a table", [("user", "Show me the plan."), ("tool", "task       who     date     state\nplumbing   Ruud    24 June  to confirm")], "Plumbing by Ruud on 24 June still has to be confirmed."),
    ("two orders by a person", [("assistant", "Joost asks for the list."), ("user", "I promise: no toffee.")], "Joost asks for the list."),
    ("a noun in no", [("assistant", "Scan: MIT 301, BSD 64, Apache 45. GPL is out, there is no other licence in the tree.")], "Scan: no GPL, no AGPL, no LGPL, no other licence; MIT 301, BSD 64, Apache 45."),
]  # fmt: skip


@pytest.mark.parametrize(("children", "parent"), [f[1:] for f in FAITHFUL], ids=[f[0] for f in FAITHFUL])
def test_a_faithful_way_of_writing_is_not_refused(children: list[Text], parent: str) -> None:
    assert refusals(children, parent) == []


CHANGED: list[tuple[str, list[Text], str, str]] = [
    ("another time", ["The train leaves at 07:10 and arrives at 10:27."], "Train 07.40-10.27.", "detail"),
    ("out of the series", ["The drafts L-310 to L-312 are ready."], "Drafts L-310, L-312 and L-314 are ready.", "value"),
    ("two digits exchanged", ["Painting 385.50, heating 212.35, reserve 300.00."], "Painting 385.50, heating 221.35, reserve 300.00.", "value"),
    ("another value of the row", [("tool", "ref    sensor  diff\n60.0   61.1    +1.1\n140.0  142.6   +2.6")], "The deviation reaches +2.9 cm at 140 cm.", "value"),
    ("another unit beside a bare mention", ["Noradrenaline runs at 3.6 ml per hour; last change 4.2 -> 3.6."], "Noradrenaline runs at 3.6 mg per hour.", "unit"),
    ("forbidden, and told so", [("user", "Don't delete the backups.")], "The backups should be deleted.", "constraint"),
]  # fmt: skip


@pytest.mark.parametrize(("children", "parent", "kind"), [c[1:] for c in CHANGED], ids=[c[0] for c in CHANGED])
def test_the_same_shapes_with_a_fault_are_refused(children: list[Text], parent: str, kind: str) -> None:
    assert any(kind in found for found in refusals(children, parent))
