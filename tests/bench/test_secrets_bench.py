"""What `leadline bench secrets` counts: planted ones found, harmless ones not taken for any."""

from __future__ import annotations

from leadline.bench.secrets import DETECTORS, KINDS, decoys, look_for_alarms, plant, render

TEXTS = ("The retry waits 2500 ms.", "Never restart db-7; see src/app/main.py:42 and v2.14.3.")


def test_planted_secrets_are_found_and_decoys_are_not() -> None:
    """A few of each kind; the whole run has its own command."""
    rows = plant(TEXTS, 8, 3, DETECTORS["leadline"])
    assert {r.kind for r in rows} == set(KINDS)
    assert sum(r.found for r in rows) >= 0.97 * sum(r.planted for r in rows), [r for r in rows if r.found < r.planted]
    assert look_for_alarms(decoys(4, 3), DETECTORS["leadline"]).alarms == 0


def test_a_detector_that_sees_nothing_or_everything_is_shown_as_that() -> None:
    """The bench measures whatever it is given."""
    assert sum(r.found for r in plant(TEXTS, 2, 1, lambda text: [])) == 0
    loud = look_for_alarms(decoys(1, 1), lambda text: [(0, len(text))])
    assert loud.alarms == loud.texts
    assert "found 0 of" in "\n".join(render(plant(TEXTS, 1, 1, lambda text: []), loud, loud, "none"))
