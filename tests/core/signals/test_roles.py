"""Who does what to whom, the other way round."""

import pytest
from tests.core.signals.helpers import found

from leadline.core.signals.roles import find_reversed

TURNED = [
    ("Service A depends on service B.", "Service B depends on service A."),
    ("The frontend depends on the backend.", "The backend depends on the frontend."),
    ("Alice reviewed Bob.", "Bob reviewed Alice."),
    ("The scheduler blocks the writer.", "The writer blocks the scheduler."),
    ("The cache was replaced by the queue.", "The queue was replaced by the cache."),
    ("Port 80 is forwarded to port 8080.", "Port 8080 is forwarded to port 80."),
    ("Module auth imports module db.", "Module db imports module auth."),
    ("The audit follows the migration.", "The migration follows the audit."),
]
SAME = [
    ("Alice met Bob.", "Bob met Alice."),
    ("The old plan equals the new plan.", "The new plan equals the old plan."),
    ("Milk and bread.", "Bread and milk."),
    ("Carla pays Dora.", "Dora is paid by Carla."),
    ("The probe and the log disagree.", "The log and the probe disagree."),
    ("Team one talks to team two.", "Team two talks to team one."),
    ("The scheduler blocks the writer.", "The scheduler blocks the writer."),
    ("Rain or snow.", "Snow or rain."),
]


@pytest.mark.parametrize(("child", "parent"), TURNED)
def test_the_two_have_changed_places(child: str, parent: str) -> None:
    assert found(find_reversed, [("summary", child)], parent) == [("identifier_swapped", "suspicion")]


@pytest.mark.parametrize(("child", "parent"), SAME)
def test_what_goes_both_ways_is_no_exchange(child: str, parent: str) -> None:
    assert found(find_reversed, [("summary", child)], parent) == []


def test_what_the_sources_say_both_ways_is_none() -> None:
    notes = [("summary", "Alice reviewed Bob."), ("summary", "Bob reviewed Alice.")]
    assert found(find_reversed, notes, "Bob reviewed Alice.") == []
