"""Which sentences bind, and how."""

from __future__ import annotations

import pytest

from leadline.core.facts.demands import demand_kind


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("do not open the valves.", "forbids"),
        ("please never mail the answers.", "forbids"),
        ("no ads on the landing page.", "forbids"),
        ("nobody but the chair may sign.", "forbids"),
        ("the valves are not to be opened.", "forbids"),
        ("at most four jobs at a time.", "limits"),
        ("the copy must be signed.", "requires"),
        ("only the chair may sign.", "requires"),
        ("nobody has checked the copy.", ""),
        ("it must be a cache problem.", ""),
        ("no problem, thanks.", ""),
        ("we never got an answer.", ""),
        ("not decided yet: who signs.", ""),
        ("if possible, do not open the valves.", ""),
        ("must the copy be signed?", ""),
        ("the copy was signed.", ""),
        ("the rain did not stop until nine.", ""),
        ("the dealer's minimum is 200 euros.", ""),
        ("the sluice opened at dawn, never before the barges.", ""),
        ("we counted at least 40 of them.", ""),
        ("it fails only on the old tablets.", ""),
        ("they always write that.", ""),
        ("i have to ask the owner first.", ""),
        ("we don't need to sign.", ""),
        ("sometimes i have to improvise if the tide comes early.", ""),  # a habit, with its frequency
        ("from time to time we must turn the valves by hand.", ""),
        ("i usually have to turn it only once.", ""),
        ("i have to have the list by friday.", "requires"),
        ("sometimes the gate jams; you must never force it.", "forbids"),
        ("the valves stay closed until the test is done.", "limits"),
        ("leave the valves as they are for now.", "requires"),
        ("no explicit next step requested.", ""),  # a participle at the end reports
        ("no follow-ups pending, no cracks found.", ""),
        ("no pushes to the release branch.", "forbids"),
        ("no restarts requested by the vendor.", "forbids"),  # perhaps those are what is forbidden
    ],
)
def test_demands_are_told_from_states_guesses_and_wishes(sentence: str, kind: str) -> None:
    assert demand_kind(sentence) == kind
