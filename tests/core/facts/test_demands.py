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
    ],
)
def test_demands_are_told_from_states_guesses_and_wishes(sentence: str, kind: str) -> None:
    assert demand_kind(sentence) == kind
