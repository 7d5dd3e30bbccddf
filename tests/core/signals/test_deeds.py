"""An act told as done that the sources only ask, plan, await or deny; an act denied that they report; with faithful twins."""

from __future__ import annotations

import pytest

from leadline.core.signals.deeds import find_deeds

from .helpers import Text, found, trial

HARD = [("status_changed", "hard")]
CHECK = [("status_changed", "suspicion")]


@pytest.mark.parametrize(
    ("children", "fault", "faithful"),
    [
        # denied
        (["The boiler was drained. The expansion tank was not replaced."], "The expansion tank was replaced.", "The expansion tank stays the old one."),
        (["Nobody has calibrated the second scale so far."], "The second scale has been calibrated.", "The second scale is uncalibrated."),
        (["The courier failed to deliver the seed potatoes."], "The seed potatoes were delivered.", "The seed potatoes have not arrived."),
        # planned, awaited, possible
        (["The rink will be resurfaced on Thursday."], "The rink was resurfaced.", "The rink will be resurfaced on Thursday."),
        (["The release waits for the harbour master's approval."], "The harbour master approved the release.", "Approval by the harbour master is outstanding."),
        (["The archive needs to be reindexed."], "The archive has been reindexed.", "The archive still has to be reindexed."),
        (["Whether the dam holds is open; the engineer is going to inspect the spillway."], "The engineer has inspected the spillway.", "The engineer will inspect the spillway."),
        # asked, and nothing after it
        ([("assistant", "The brochure has a typo on page 4."), ("user", "please reprint the brochure")], "The brochure was reprinted.", "The user asked for a reprint of the brochure."),
        ([("assistant", "The vat of lot 12 is cloudy."), ("user", "ok, then discard it")], "Lot 12 was discarded.", "Lot 12 is to be discarded."),
    ],
)  # fmt: skip
def test_what_was_never_done_is_told_as_done(children: list[Text], fault: str, faithful: str) -> None:
    assert found(find_deeds, children, fault) == HARD
    assert found(find_deeds, children, faithful) == []


def test_one_use_that_says_done_clears_it() -> None:
    """Wherever it stands, in any form that reports."""
    asked: Text = ("user", "please reprint the brochure")
    fault = "The brochure was reprinted."
    assert found(find_deeds, [asked], fault) == HARD
    assert found(find_deeds, [asked, ("assistant", "Reprinted, 400 copies.")], fault) == []
    assert found(find_deeds, [asked, ("assistant", "Done.")], fault) == []
    assert found(find_deeds, [asked, ("assistant", "After the reprint the box was closed.")], fault) == []


def test_an_answer_to_a_request_makes_it_less_sure() -> None:
    """A tool or the assistant spoke after it: it may have been done; where the answer stalls, a judge should look."""
    asked: Text = ("user", "restart the pump on line 2")
    assert found(find_deeds, [asked, ("tool", "line2 pump: state=RUNNING")], "The pump on line 2 was restarted.") == []
    assert found(find_deeds, [asked, ("assistant", "The panel is locked, I'll need a key.")], "The pump on line 2 was restarted.") == CHECK  # fmt: skip


def test_an_announcement_that_something_follows_is_no_plan() -> None:
    """ "Let me run it", and then a result."""
    run: list[Text] = [("assistant", "Let me compile the firmware."), ("tool", "firmware.bin 214 kB")]
    assert found(find_deeds, run, "The firmware was compiled.") == []


@pytest.mark.parametrize(
    ("children", "faithful"),
    [
        (["The planned change of the valve was carried out and logged."], "The change of the valve was carried out."),
        (["The failed job was restarted at noon."], "The job was restarted."),
        (["When the money ran out the trial was stopped."], "The trial was stopped because the money ran out."),
        (["Two fixtures had to be adapted."], "Two fixtures were adapted."),
        (["The dryer was swapped in May after it had frozen."], "The dryer was swapped."),
        (["I used that build to check the patch."], "The patch was checked."),
        (["Nothing else was changed. The gate code was changed."], "The gate code was changed."),
        (["The ferry is no longer blocked."], "The ferry had been blocked."),
        ([("user", "Is the reference material certified?"), ("assistant", "Yes, through 2031.")], "The reference material is certified."),
        ([("user", "accept the twelve late entries")], "Twelve late entries were accepted by the user."),
        ([("user", "hold both samples back")], "Both samples are held back."),
        (["The beds will be watered on Monday."], "**Planned:** beds watered on Monday."),
    ],
)  # fmt: skip
def test_reports_in_other_words_and_rules_in_the_present_pass(children: list[Text], faithful: str) -> None:
    assert found(find_deeds, children, faithful) == []


@pytest.mark.parametrize(
    ("children", "fault", "faithful"),
    [
        (["The summer tyres were mounted on Friday."], "The summer tyres have not been mounted.", "On Friday the summer tyres were mounted."),
        ([("assistant", "I checked the renewed badge at the gate.")], "The renewed badge has not been checked.", "The renewed badge was checked."),
    ],
)  # fmt: skip
def test_what_was_done_is_told_as_undone(children: list[Text], fault: str, faithful: str) -> None:
    assert found(find_deeds, children, fault) == CHECK
    assert found(find_deeds, children, faithful) == []


def test_done_to_some_is_not_done_to_the_rest() -> None:
    """Where the sources say "other", "not" or other numbers, a denial may be right."""
    assert found(find_deeds, ["Hive 3 was treated."], "Hive 4 was not treated.") == []
    assert (
        found(find_deeds, ["One cell was measured, the other seven were not."], "Seven cells were not measured.") == []
    )


@pytest.mark.parametrize(
    ("children", "faithful"),
    [
        # the parent's clause stands under a condition that began before it
        (["The curator still has to inspect the crate."], "The crate stays shut until the insurer has replied and the curator has inspected it."),
        (["The ballast has to be weighed."], "No one sails before the rigging, the hull and the ballast have been weighed."),
        (["The lab will not ship the kit before the dose has been confirmed."], "Shipping of the kit depends on the dose being confirmed."),
        (["I can't tell how much each tank lost."], "It is unknown how much each tank was told to have lost."),
        # another thing, or another act
        (["The mill accepted the claim.", ("user", "Accept the discount.")], "The mill accepted the claim."),
        (["The tenant has not answered (mail of Monday)."], "The tenant was mailed on Monday."),
        (["The tenant has not answered the mail of Monday."], "The tenant was mailed on Monday."),
        # the past told from further back, and what goes on
        (["Ruiz led after two rounds. Ruiz would win the third round by a head."], "Ruiz won the third round."),
        (["It was the first of three barns to be built on the dike."], "The first of three barns was built on the dike."),
        (["The price of barley continues to fall."], "The price of barley has fallen."),
        (["She played for Aske before moving into teaching."], "She moved into teaching."),
        # a noun, and a pronoun whose thing nobody knows
        (["Sensor 4: last read on Tuesday."], "Sensor 4 has had no read since Tuesday."),
        (["Scale A is off, scale B is fine. It was adjusted."], "Scale B was not adjusted."),
    ],
)  # fmt: skip
def test_conditions_other_things_and_other_times_pass(children: list[Text], faithful: str) -> None:
    assert [f for f in find_deeds(trial(children, faithful)) if f.probability >= 0.9] == []


def test_another_thing_is_a_question_only() -> None:
    """The verb alone is no event: the request to accept something else refuses nothing in `check`."""
    asked: list[Text] = [("assistant", "The mill offers a discount on the claim."), ("user", "Accept the discount.")]
    sure = find_deeds(trial(asked, "The discount was accepted."))
    other = find_deeds(trial(asked, "The mill's claim was accepted by the clerk."))
    assert [f.probability >= 0.9 for f in (*sure, *other)] == [True, False]


@pytest.mark.parametrize(
    ("source", "parent"),
    [
        ("Do not ship the crate until the inspector has signed it.", "The crate is not shipped before the inspector, who is away this week, has signed it."),
        ("The gateway restarts too often; we recommend to spread the restarts.", "The gateway restarted its workers 14 times that night, and spreading is recommended."),
    ],
)  # fmt: skip
def test_a_condition_behind_an_insertion_and_a_noun_that_is_worked_on(source: str, parent: str) -> None:
    assert found(find_deeds, source, parent) == []


@pytest.mark.parametrize(
    ("source", "parent"),
    [
        # a participle before its noun says which one is meant, not that nobody may do it
        ("E11 bad header. Do not repeat the same rejected upload.", "A first upload was rejected over a bad header (E11)."),
        ("Never ship the damaged crate.", "One crate was damaged."),
        # what happens to somebody is neither asked for nor planned
        ("If the sync fails again, call Ines.", "The sync failed."),
    ],
)  # fmt: skip
def test_what_merely_happened_needs_no_source_that_did_it(source: str, parent: str) -> None:
    assert found(find_deeds, source, parent) == []


def test_nothing_to_do_it_to_is_no_denial() -> None:
    assert (
        found(find_deeds, "Update the base of all crates even when there is no grain to weigh.", "A crate is weighed.")
        == []
    )


def test_not_to_the_same_is_to_another() -> None:
    source: Text = ("assistant", "The alarm rings since the second crate is not assigned to the same truck.")
    assert found(find_deeds, [source], "The second crate was assigned to a different truck.") == []
    assert found(find_deeds, [source], "The second crate was assigned to the truck.") != []


def test_what_was_left_out_and_then_made_good() -> None:
    """ "I didn't do it. Let me do it:", and then something is done."""
    fault = "The user asked for labels, and the labels are written."
    admitted = "You're right, I packed the jars but didn't write labels for them."
    printed: Text = ("tool", "printer: 12 sheets")
    assert found(find_deeds, [("assistant", f"{admitted} Let me add those:"), printed], fault) == []
    assert found(find_deeds, [("assistant", admitted), printed], fault) == CHECK
    assert found(find_deeds, [("assistant", f"{admitted} Let me add those:")], fault) == CHECK


def test_an_empty_cell_denies_nothing() -> None:
    fault = "The oven, constructed by the Kiel mason, still works."
    assert found(find_deeds, ["KIEL MASON | NONE | CONSTRUCTION OF THE OVEN | 1871"], fault) == []
    assert found(find_deeds, ["KIEL MASON | NONE | NO CONSTRUCTION OF THE OVEN | 1871"], fault) == CHECK


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        # who says it has done it
        ([("assistant", "You save 40 euros."), ("user", "Thank you.")], "The user thanked the agent."),
        # the agent says that it has to be done, and goes and does something
        ([("assistant", "I need to add the seal.\nEdit\nnew_text: seal"), ("tool", "The file has been updated.")], "The missing seal was added."),
        # of any time
        (["Take the root of the mill when computing paths."], "Paths are computed from the root of the mill."),
    ],
)  # fmt: skip
def test_saying_going_and_describing(children: list[Text], parent: str) -> None:
    assert [f for f in find_deeds(trial(children, parent)) if f.probability >= 0.85] == []


@pytest.mark.parametrize(
    ("parent", "kinds"),
    [
        ("The refund for the barge goes to the bank card, which had paid $7,136.", []),
        ("The harbour office has paid the refund for the barge.", [("status_changed", "hard")]),
    ],
)
def test_an_act_with_a_value_of_its_own_is_not_the_one_that_is_planned(
    parent: str, kinds: list[tuple[str, str]]
) -> None:
    """Another payment, told of by its amount: the plan to pay something back does not speak of it."""
    children: list[Text] = [
        ("tool", '{"payment": "bank card", "amount": 7136}'),
        ("assistant", "The refund for the barge will be paid by the harbour office in a week."),
    ]
    assert [kind for kind, _ in found(find_deeds, children, parent)] == [kind for kind, _ in kinds]


@pytest.mark.parametrize(
    ("parent", "refuses"),
    [
        ("The fix was merged and deployed.", True),
        ("The fix is merged and has not been deployed.", False),
        ("The fix was merged and deploying it is still to be done.", False),
        ("The fix was merged and reviewed.", False),
    ],
)
def test_a_participle_behind_and_has_the_auxiliary_of_the_one_before(parent: str, refuses: bool) -> None:
    """ "Was merged and deployed" says of both that they were done."""
    children: list[Text] = [
        ("user", "Fix the exporter."),
        ("assistant", "The fix is merged and reviewed. I have not deployed it."),
    ]
    assert ("status_changed" in [kind for kind, _ in found(find_deeds, children, parent)]) is refuses
