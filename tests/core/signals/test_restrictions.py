"""A limit of a leave, an order or a wish that the summary drops: only, just, solely, only there, this one."""

from __future__ import annotations

import pytest

from .helpers import Text, refusals


@pytest.mark.parametrize(
    ("children", "fault"),
    [
        ([("user", "You may use my card for the hotel only. Flights go through the agency."), ("assistant", "Noted. The agency has been asked for flights.")], "The user's card may be used. Flights go through the agency."),
        ([("user", "Delete logs older than 90 days on the test host. Only there. The rest stays for the auditors."), ("assistant", "Job purge-90 is set up for 02:00.")], "Logs older than 90 days may be deleted; job purge-90 runs at 02:00. The auditors need the rest."),
        ([("summary", "The council allowed drone flights over the quarry, on weekdays only. The permit number is Q-118.")], "The council allowed drone flights over the quarry under permit Q-118."),
        ([("user", "Add caching to the price service, but just for list queries. Item pages must stay fresh."), ("assistant", "Caching is in, 5 minutes.")], "The price service now has caching, 5 minutes. Item pages must stay fresh."),
        ([("tool", "permit 4411: night works approved, platform 3 only, valid to 30 June"), ("assistant", "The crew starts on Monday.")], "Permit 4411 approves night works until 30 June. The crew starts on Monday."),
        ([("user", "You can share this one photo with the newspaper. The others stay internal until the family has seen them."), ("assistant", "Sent to the desk at 11:20.")], "Photos may be shared with the newspaper. Sent to the desk at 11:20."),
        ([("summary", "Taxi fares were approved exclusively for night shifts by the works manager on 3 May.")], "Taxi fares were approved by the works manager on 3 May."),
        ([("user", "The trainee may handle the reptiles, solely under supervision."), ("assistant", "The roster has been changed.")], "The trainee may handle the reptiles. The roster has been changed."),
        ([("summary", "Reto Amstad agreed to the recording of the March rehearsal and nothing else. The choir sends him the file.")], "Reto Amstad agreed to the recording. The choir sends him the file."),
        ([("user", "Please repaint the railings, only those on the garden side. The paint is in the shed."), ("assistant", "I ordered two brushes.")], "The railings are to be repainted with the paint from the shed; two brushes are ordered."),
        ([("user", "Guests may park in the yard, but only during the fair."), ("assistant", "I put up the signs.")], "Guests may park in the yard. The signs are up."),
        ([("summary", "The works council approved video in the loading bay only. Cameras arrive in May.")], "The works council approved video surveillance; cameras arrive in May."),
        ([("summary", "Feeding is permitted at the two northern ponds exclusively.")], "Feeding is permitted at the ponds."),
        ([("user", "You can drop this one table. The rest is under audit.")], "Tables can be dropped; the audit runs."),
        ([("tool", "licence grant: internal evaluation only, no redistribution, term 12 months")], "The licence grants use for 12 months."),
        ([("user", "Enable verbose logging, restricted to the billing worker, until Friday.")], "Verbose logging is to be enabled until Friday."),
    ],
)  # fmt: skip
def test_a_leave_or_order_without_its_limit(children: list[Text], fault: str) -> None:
    """Before and behind the limited words, in a row of a record, in the next sentence, as a single thing."""
    assert "scope_widened" in refusals(children, fault)


@pytest.mark.parametrize(
    ("children", "faithful"),
    [
        ([("user", "You may use my card for the hotel only. Flights go through the agency.")], "The user's card may be used for the hotel and nothing else. Flights go through the agency."),
        ([("user", "Delete logs older than 90 days on the test host. Only there.")], "On the test host, logs older than 90 days may be deleted."),
        ([("summary", "The council allowed drone flights over the quarry, on weekdays only.")], "The council allowed drone flights over the quarry. They are not to take place at weekends."),
        ([("user", "You may post the notice on the staff channel only."), ("assistant", "Posted."), ("user", "Good. Now you may post the notice on all channels.")], "The notice may be posted on all channels."),
        ([("user", "My only request: write tests for the parser."), ("assistant", "Tests are written.")], "The user asked for tests for the parser, which are written."),
        ([("assistant", "The export takes only four minutes on the new server and was approved by Lena.")], "The export was approved by Lena and takes four minutes."),
        ([("user", "I only want to know whether the boiler was drained."), ("assistant", "The boiler was drained on Monday.")], "The boiler was drained on Monday."),
        ([("summary", "Only Marta may open the safe. She opened the safe at nine.")], "Marta opened the safe at nine."),
        ([("user", "Add caching to the price service, but just for list queries."), ("assistant", "Caching added for the overview pages.")], "The price service caches its list queries."),
        ([("assistant", "I just restarted the mail relay and only then cleared the queue of the relay.")], "The mail relay was restarted, then its queue was cleared."),
        ([("user", "The beach club may sell ice cream in the car park only.")], "The beach club may sell ice cream, but its sale is limited to the parking lot."),
        ([("user", "Guests may park in the yard, but only during the fair.")], "Guests may park in the yard while the fair is on."),
        ([("user", "Guests may park in the yard, but only during the fair.")], "During the fair guests may park in the yard."),
        ([("summary", "The works council approved video in the loading bay only.")], "Video in the loading bay was approved by the works council."),
        ([("user", "Use the fast courier for the samples and nothing else."), ("assistant", "Sent the samples by the fast courier on Tuesday.")], "The samples went by the fast courier on Tuesday."),
        ([("user", "You can drop this one table tmp_old."), ("assistant", "Dropped.")], "The user allowed table tmp_old to be dropped, which was done."),
        ([("assistant", "The filter only looks at subject lines, so bodies are not scanned.")], "The filter looks at subject lines; bodies are not scanned."),
        ([("user", "It is only fair that Kim may choose first.")], "Kim may choose first."),
        ([("user", "Enable verbose logging on the billing worker only."), ("assistant", "Done on the billing worker."), ("user", "Also enable verbose logging on the mail worker.")], "Verbose logging is to be enabled on both workers."),
    ],
)  # fmt: skip
def test_a_limit_that_is_kept_lifted_or_none(children: list[Text], faithful: str) -> None:
    """In other words, in the sentence beside it; and an "only" of degree, of wishes, of who may."""
    assert refusals(children, faithful) == []
