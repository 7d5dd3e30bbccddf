"""Values told as settled that are forecasts, estimates, targets, or not final."""

from __future__ import annotations

import pytest

from .helpers import Text, refusals, told


@pytest.mark.parametrize(
    ("children", "fault"),
    [
        ([("assistant", "Forecast for the harvest: 310 tons, 80 % interval 250 to 380. Two of the five years were droughts.")], "The harvest will be 310 tons."),
        ([("summary", "The estimate for the roof is 14,500 euros; the roofer says it may go either way by a fifth.")], "The roof costs 14,500 euros."),
        ([("assistant", "Projected visitors on Sunday: 2,300. The model knows only two festivals.")], "There will be 2,300 visitors on Sunday."),
        ([("summary", "The plan's target for turnover is 1.8 million next year.")], "Turnover next year will be 1.8 million."),
        ([("assistant", "We expect the crossing to take 9 hours, depending on the wind.")], "The crossing takes 9 hours."),
        ([("tool", "model output: predicted load 74 MW (range 61 to 90)")], "The load will be 74 MW."),
        ([("assistant", "My rough estimate of the migration is 16 days, plus or minus five.")], "The migration will take 16 days."),
        ([("assistant", "The predicted survival of the grafts is 88 %, from a sample of nine.")], "Survival of the grafts is 88 %."),
    ],
)  # fmt: skip
def test_a_forecast_told_as_a_fact(children: list[Text], fault: str) -> None:
    """Forecast, estimate, projection, target, expectation."""
    assert "confidence_inflated" in told(children, fault)


@pytest.mark.parametrize(
    ("children", "faithful"),
    [
        ([("assistant", "Forecast for the harvest: 310 tons, 80 % interval 250 to 380.")], "The harvest is forecast at 310 tons."),
        ([("summary", "The estimate for the roof is 14,500 euros.")], "The roof should cost about 14,500 euros."),
        ([("assistant", "Projected visitors on Sunday: 2,300.")], "The projection for Sunday is 2,300 visitors."),
        ([("assistant", "Forecast: 310 tons."), ("assistant", "The harvest is in, weighed at 310 tons.")], "The harvest was 310 tons."),
        ([("summary", "The target for turnover is 1.8 million.")], "Turnover is to reach 1.8 million."),
        ([("assistant", "We expect the crossing to take 9 hours.")], "The crossing is expected to take 9 hours."),
        ([("assistant", "The estimated budget is 16 days; the invoice lists 16 days.")], "The invoice lists 16 days."),
        ([("tool", "predicted load 74 MW, measured load 74 MW")], "The load was 74 MW."),
    ],
)  # fmt: skip
def test_a_forecast_told_as_one_or_borne_out(children: list[Text], faithful: str) -> None:
    """By a word of forecast or approximation; or the value was measured."""
    assert refusals(children, faithful) == []


@pytest.mark.parametrize(
    ("children", "fault"),
    [
        ([("summary", "The first count gives 412 geese. It is preliminary, the second team has not been out yet.")], "412 geese were counted; the second team still goes out."),
        ([("assistant", "Provisional result of the vote: 61 % for the bridge. The postal votes are missing.")], "61 % voted for the bridge."),
        ([("summary", "Unconfirmed: the bell was cast in 1672. The archive looks it up.")], "The bell was cast in 1672."),
        ([("assistant", "A single reading gave 8.4 mmol. The lab calls it tentative and repeats it on Monday.")], "The reading was 8.4 mmol; it is repeated on Monday."),
        ([("tool", "grade sheet (provisional): Ines 5.5, Karl 4.0"), ("assistant", "The grades are provisional until the conference.")], "Ines has a 5.5 and Karl a 4.0."),
        ([("assistant", "The damage is put at 90,000 by the first, not yet verified look of the insurer.")], "The damage is 90,000."),
        ([("summary", "Preliminary dating of the beam: 1391. The lab wants a second core.")], "The beam was dated to 1391."),
        ([("assistant", "Interim figure: 730 signatures. It has not been checked for doubles.")], "The petition has 730 signatures."),
        ([("assistant", "My estimate for the tiling is 38 hours, give or take a day.")], "The tiling takes 38 hours."),
        ([("assistant", "The weather service predicts 42 mm of rain for Saturday.")], "Saturday brings 42 mm of rain."),
        ([("summary", "The festival expects 12,000 visitors.")], "The festival has 12,000 visitors."),
        ([("summary", "Provisional figures put the loss at 3.4 million.")], "The loss is 3.4 million."),
        ([("assistant", "We counted 93 nests. The count has not been verified by the warden.")], "There are 93 nests."),
        ([("assistant", "Growth forecast for the third quarter: 2.1 %.")], "Growth in the third quarter is 2.1 %."),
        ([("assistant", "The interim result of the audit is 17 findings.")], "The audit has 17 findings."),
        ([("summary", "The age of the skull, 44,000 years, is based on a single measurement.")], "The skull is 44,000 years old."),
    ],
)  # fmt: skip
def test_a_value_that_is_not_final_told_as_settled(children: list[Text], fault: str) -> None:
    """Marked in its own sentence, or in one behind it."""
    assert "confidence_inflated" in told(children, fault)


@pytest.mark.parametrize(
    ("children", "faithful"),
    [
        ([("summary", "The first count gives 412 geese. It is preliminary.")], "A preliminary count found 412 geese."),
        ([("assistant", "Provisional result of the vote: 61 % for the bridge."), ("assistant", "Final result: 61 %.")], "61 % voted for the bridge."),
        ([("summary", "Unconfirmed: the bell was cast in 1672.")], "The bell was reportedly cast in 1672."),
        ([("assistant", "A single reading gave 8.4 mmol. The lab calls it tentative.")], "A first single reading gave 8.4 mmol."),
        ([("assistant", "The grades are provisional until the conference: Ines 5.5.")], "Ines has a 5.5 so far, until the conference decides."),
        ([("assistant", "Preliminary work cost 90,000 and the main work 400,000.")], "The main work cost 400,000."),
        ([("summary", "The provisional licence number is 4471.")], "The provisional licence is 4471."),
        ([("assistant", "Interim figure: 730 signatures. They were checked for doubles on Friday.")], "The petition has 730 signatures."),
        ([("assistant", "My estimate for the tiling is 38 hours.")], "The tiling is estimated at 38 hours."),
        ([("assistant", "The weather service predicts 42 mm of rain."), ("assistant", "It rained, 42 mm fell.")], "42 mm of rain fell."),
        ([("summary", "The festival expects 12,000 visitors.")], "12,000 visitors are expected at the festival."),
        ([("summary", "Provisional figures put the loss at 3.4 million."), ("summary", "The audited accounts confirm a loss of 3.4 million.")], "The loss is 3.4 million."),
        ([("assistant", "We counted 93 nests. The count was verified by the warden.")], "There are 93 nests."),
        ([("assistant", "The interim manager has a budget of 50,000.")], "The interim manager has a budget of 50,000."),
        ([("assistant", "I expect you to finish the 12 drawings.")], "12 drawings are to be finished."),
    ],
)  # fmt: skip
def test_a_value_that_is_not_final_told_so_or_made_final(children: list[Text], faithful: str) -> None:
    """And what is preliminary by name only."""
    assert refusals(children, faithful) == []
