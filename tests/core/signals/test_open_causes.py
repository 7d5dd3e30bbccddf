"""Causes told where the sources know none, or clear the suspect: in every causal form, and by words of time that name no cause."""

from __future__ import annotations

import pytest

from .helpers import Text, refusals


@pytest.mark.parametrize(
    ("children", "fault"),
    [
        ([("assistant", "The pump stopped at 04:10. I do not know the cause."), ("tool", "power grid event 04:08, 80 ms dip"), ("user", "Log it and watch the next night.")], "The pump stopped at 04:10, triggered by a dip of the power grid at 04:08."),
        ([("summary", "Milk yield fell by 9 % in week 12. The new feed was suspected but ruled out: the control herd on the old feed fell by as much.")], "Milk yield fell by 9 % in week 12 because of the new feed."),
        ([("assistant", "Sign-ups halved on Thursday. The banner change of Wednesday is exonerated, the old banner does no better. Where they went we cannot say.")], "Sign-ups halved on Thursday due to the banner change of Wednesday."),
        ([("assistant", "Orders dropped after the price change, but they had dropped before it as well. The cause is not known.")], "Most orders were lost by the price change."),
        ([("tool", "kiln 2 log: crack in 14 of 60 plates, humidity 71 %"), ("assistant", "I cannot say why the plates cracked. The humidity was a little high that day.")], "14 of 60 plates cracked, as moisture had remained in the clay."),
        ([("summary", "The choir's sound got worse in March. It made no difference whether the new carpet was there or not. Nobody knows why.")], "The new carpet led to the worse sound of the choir in March."),
        ([("assistant", "The lock jams since Monday. We swapped the cylinder and it still jams, so the cylinder is not the cause.")], "The lock jams since Monday owing to the cylinder."),
        ([("assistant", "Two hives died in January. That it was the same week as the spraying may be coincidence; the lab has no result."), ("user", "Write nothing about the farmer.")], "Two hives died in January as a result of the spraying."),
        ([("assistant", "Crash of the tablet app is unexplained so far. No dump exists.")], "The tablet app crashed as its cache had filled up."),
        ([("summary", "Stomach cramps in group B: the reason remains unclear. The canteen's fish was tested and is innocent.")], "The stomach cramps in group B were caused by the canteen's fish."),
        ([("assistant", "The build of the docs broke overnight. Nobody has found out why yet."), ("tool", "nightly: sphinx 7.3 released 22:00")], "The release of sphinx 7.3 broke the build of the docs overnight."),
        ([("assistant", "Room 4 smells of gas. The boiler was checked by the fitter and is not to blame.")], "The smell of gas in room 4 stems from the boiler."),
        ([("summary", "Traffic on the blog fell in June. The redesign is off the hook: the old theme, put back for a week, changed nothing.")], "Traffic on the blog fell in June as a result of the redesign."),
        ([("assistant", "The 3 % drift of the scale remains a mystery to us.")], "The 3 % drift of the scale was caused by the heating."),
        ([("assistant", "Deliveries were late all week; the reason could not be determined."), ("tool", "roadworks on the A4 since Monday")], "Deliveries were delayed all week by the roadworks on the A4."),
        ([("assistant", "Why the cat lost weight is not clear. Blood values are fine.")], "The cat lost weight, as it had caught a parasite."),
        ([("assistant", "The stage lights failed in act two. We ruled out the dimmer, it ran fine on the bench.")], "The stage lights failed in act two owing to the dimmer."),
        ([("summary", "Two valves leak. That both came from the same batch could be a coincidence, the maker is looking into it.")], "Two valves leak because of a bad batch."),
    ],
)  # fmt: skip
def test_a_cause_that_the_sources_leave_open_or_clear(children: list[Text], fault: str) -> None:
    """By a connective, a verb, a passive with an event, an "as" with what had been before."""
    assert "invented_cause" in refusals(children, fault)


@pytest.mark.parametrize(
    ("children", "faithful"),
    [
        ([("assistant", "The pump stopped at 04:10. I do not know the cause."), ("tool", "power grid event 04:08, 80 ms dip")], "The pump stopped at 04:10, two minutes after a dip of the power grid; the cause is not known."),
        ([("summary", "Milk yield fell in week 12. The new feed was ruled out. The vet found mastitis in half of the herd, which explains it.")], "Milk yield fell in week 12 because of mastitis in half of the herd."),
        ([("summary", "Milk yield fell in week 12. The new feed was suspected but ruled out.")], "Milk yield fell in week 12; the new feed was suspected as its cause but ruled out."),
        ([("assistant", "I did not know why the lock jams. Found it: the cylinder is bent, and with a new one it runs.")], "The lock jammed because of a bent cylinder."),
        ([("assistant", "Nobody knows why the hens stopped laying. The heating failed because the fuse had blown.")], "The heating failed because a fuse had blown; why the hens stopped laying is unknown."),
        ([("user", "Why the tram was late is unknown. The concert was moved because of the rain.")], "The concert was moved because of the rain."),
        ([("assistant", "Sign-ups halved on Thursday. The banner is not the cause. The form was broken by the browser update: with the old browser it works.")], "Sign-ups halved on Thursday because the browser update broke the form."),
        ([("assistant", "The cable is cleared: swapping it changed nothing. The fault was the port, as a swap showed.")], "The fault was caused by the port, not by the cable."),
        ([("summary", "The plan was changed by the council after the flood of 2020. The reason of the flood is unknown.")], "The plan was changed by the council after the flood of 2020."),
        ([("assistant", "I cannot say why the first run failed. The second one failed as the disk had run full.")], "The second run failed as the disk had run full."),
        ([("assistant", "Nobody has found out why the docs broke. Update: the theme was missing, that broke the docs.")], "The docs broke because the theme was missing."),
        ([("assistant", "The smell of gas in room 4 is not caused by the boiler but by the stove's hose.")], "The smell of gas in room 4 comes from the hose of the stove, not from the boiler."),
        ([("summary", "Traffic fell in June. The redesign is off the hook.")], "Traffic fell in June, and not because of the redesign."),
        ([("assistant", "The 3 % drift of the scale is a mystery. The display was replaced due to a crack.")], "The display was replaced due to a crack."),
        ([("assistant", "Why the deliveries were late is unknown.")], "Deliveries were late for unknown reasons."),
        ([("assistant", "The dimmer was ruled out as the cause. The cable it was.")], "The lights failed because of the cable."),
        ([("assistant", "I do not know why he called. He cancelled because of the fee.")], "He cancelled because of the fee."),
        ([("assistant", "The cat's weight loss is unexplained; it was moved to ward 2 by the transfer team.")], "The cat was moved to ward 2."),
    ],
)  # fmt: skip
def test_a_cause_that_is_told_as_open_settled_or_of_something_else(children: list[Text], faithful: str) -> None:
    """Also: what is not known is why, never that it happened."""
    assert refusals(children, faithful) == []
