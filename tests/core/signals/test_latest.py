"""Values that were changed since, and values of another row, told as what holds."""

import pytest
from tests.core.signals.helpers import found

from leadline.core.signals.latest import find_outdated

BOOKED = "Ordered: first truck Friday 07:00, pump included. Order HC-55."
MOVED = "The dispatcher has changed it as you wanted: first truck 06:30. The pump stays."
OFFER = "First offer: 140 covers at EUR 38.50. Valid until 3 May."
REVISED = "Revised offer: 117 covers x EUR 41.00, the coffee station is extra."


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        ((BOOKED, MOVED), "HC-55: first truck on Friday at 07:00, with pump."),
        (
            ("The final review lasts 40 min.", "I have moved things: the final review lasts 25 min."),
            "The final review lasts 40 min.",
        ),
        ((OFFER, REVISED), "Revised offer for 117 covers at EUR 38.50 each."),
    ],
)
def test_what_holds_no_more(children: tuple[str, ...], parent: str) -> None:
    assert found(find_outdated, [("assistant", c) for c in children], parent) == [("value_changed", "suspicion")]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        ((BOOKED, MOVED), "HC-55: first truck on Friday at 06:30, with pump."),
        ((BOOKED, MOVED), "The first truck was booked for 07:00 and moved to 06:30."),
        ((OFFER, REVISED), "117 covers at EUR 41.00; the first offer had been 140 covers at EUR 38.50."),
        ((BOOKED, "Tomorrow's weather: first frost 06:30."), "First truck on Friday at 07:00."),
        (("Run A: build time 12 min.", "Run B: build time 30 min."), "Build time 12 min in run A, 30 min in run B."),
    ],
)
def test_what_still_holds(children: tuple[str, ...], parent: str) -> None:
    assert found(find_outdated, [("assistant", c) for c in children], parent) == []
