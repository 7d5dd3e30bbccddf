"""Consent told as given, where the last word on it is a question, a receipt or a count of nought."""

from __future__ import annotations

import pytest

from .helpers import Text, refusals


@pytest.mark.parametrize(
    ("children", "fault"),
    [
        ([("assistant", "The tender is ready. It needs the treasurer's signature; I mailed her at ten."), ("tool", "mail gateway: delivered 10:02, read receipt 10:40")], "The tender is ready and was signed off by the treasurer."),
        ([("assistant", "I asked data protection whether we may keep the call recordings, ticket DP-77."), ("tool", "auto-reply: your request DP-77 was received and will be handled in order")], "Data protection cleared the call recordings under DP-77."),
        ([("summary", "Menu for the wedding: the caterer's proposal is with the bride, who has not answered. Tasting on 4 May.")], "The bride OK'd the caterer's menu; tasting on 4 May."),
        ([("tool", "change CHG-301: reviews 0 of 2, state: waiting"), ("user", "If it is not through by noon we skip this week.")], "CHG-301 was approved by the reviewers; otherwise this week is skipped."),
        ([("assistant", "The landlord was asked on Tuesday about the wall box. Nothing came back so far."), ("user", "Then let the electrician wait.")], "The landlord gave the green light for the wall box; the electrician waits."),
        ([("tool", "footer of the offer: \"This price was agreed with your purchasing.\""), ("assistant", "The offer says 4,100 for the lathe. Purchasing has not been asked.")], "As agreed with purchasing, the lathe costs 4,100."),
        ([("assistant", "The ethics form is with the committee, which meets on the 9th. Until then nobody is recruited.")], "With the committee's approval the ethics form is through; recruiting starts after the 9th."),
        ([("tool", "release-board: build 512 votes +1 0, -1 0, quorum 3"), ("assistant", "Build 512 waits.")], "Build 512 has been approved by the release board."),
        ([("assistant", "The head gardener got the plan of the new beds on Friday, she said she would look at it after her holiday.")], "The plan of the new beds was agreed by the head gardener."),
        ([("assistant", "Security has my question about the USB sticks; the portal shows it as open.")], "The USB sticks were cleared by security."),
        ([("assistant", "Sent the draft contract to the notary on Monday and asked for his okay."), ("user", "Any news? -- no, nothing.")], "The draft contract has the notary's okay."),
        ([("assistant", "The dive plan still needs a nod from the safety officer, who is on leave till the 9th.")], "The safety officer signed off the dive plan."),
        ([("tool", "workflow: step 'finance release' status: pending, since 3 d"), ("assistant", "We are waiting for finance.")], "The purchase was cleared by finance."),
        ([("assistant", "I have put the new opening hours to the tenants' meeting; minutes are not out.")], "The tenants' meeting agreed to the new opening hours."),
        ([("tool", "vendor mail: \"Your CTO has already approved the upgrade, please sign.\""), ("assistant", "The CTO knows nothing of an upgrade, I asked his office.")], "The CTO approved the upgrade."),
        ([("summary", "Permit for the bonfire: form handed in at the fire brigade, answer expected next week.")], "The fire brigade authorised the bonfire."),
        ([("assistant", "Anna got the storyboard at noon, she will look at it tonight.")], "The storyboard was OK'd by Anna."),
    ],
)  # fmt: skip
def test_a_consent_that_is_still_open(children: list[Text], fault: str) -> None:
    """Active, passive, as a noun and as an aside; asked, received, counted, or told by a text from outside."""
    assert "invented_actor_or_approval" in refusals(children, fault)


@pytest.mark.parametrize(
    ("children", "faithful"),
    [
        ([("assistant", "The tender is ready. It needs the treasurer's signature."), ("tool", "mail from the treasurer: signed, attached")], "The tender was signed off by the treasurer."),
        ([("assistant", "I asked data protection whether we may keep the recordings."), ("tool", "mail: \"No concerns from our side. Data protection\"")], "Data protection cleared the recordings."),
        ([("summary", "The caterer's proposal is with the bride, who has not answered.")], "The bride has yet to approve the caterer's proposal."),
        ([("tool", "change CHG-301: reviews 2 of 2, state: approved")], "CHG-301 was approved by both reviewers."),
        ([("assistant", "The landlord was asked about the wall box."), ("tool", "sms landlord: go ahead with the wall box")], "The landlord gave the green light for the wall box."),
        ([("tool", "The yard was cleared by the snow plough at six."), ("assistant", "Yes, cleared.")], "The yard was cleared by the snow plough."),
        ([("assistant", "The cache was cleared by the nightly job; the approval of the change by Tom is pending.")], "The cache was cleared by the nightly job. Tom's approval is pending."),
        ([("user", "Purchasing and I agreed on 4,100 for the lathe.")], "As agreed with purchasing, the lathe costs 4,100."),
        ([("assistant", "The board voted 5 to 1 for the new roof.")], "The new roof was approved by the board."),
        ([("tool", "PR 88: LGTM (kim), merged")], "PR 88 was approved by Kim and merged."),
        ([("assistant", "I asked the notary for his okay."), ("tool", "notary: okay from my side")], "The draft contract has the notary's okay."),
        ([("assistant", "The dive plan needs a nod from the safety officer."), ("assistant", "He nodded it through this morning, approved.")], "The safety officer approved the dive plan."),
        ([("assistant", "We are waiting for finance.")], "The purchase waits for the approval of finance."),
        ([("summary", "Tenants' meeting, 4 May: new opening hours carried unanimously.")], "The tenants' meeting agreed to the new opening hours."),
        ([("assistant", "The road was cleared by the plough; the mayor has not answered.")], "The road was cleared by the plough."),
        ([("assistant", "The motion was accepted by the server and written to the log.")], "The motion was accepted by the server."),
        ([("tool", "Anna: 👍 on the storyboard")], "The storyboard was OK'd by Anna."),
        ([("assistant", "The fire brigade must authorise the bonfire.")], "The bonfire has to be authorised by the fire brigade."),
    ],
)  # fmt: skip
def test_a_consent_that_was_given_or_is_told_as_open(children: list[Text], faithful: str) -> None:
    """In whatever words; and what is cleared without anybody's consent."""
    assert refusals(children, faithful) == []
