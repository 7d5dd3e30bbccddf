"""A path that the summary names by its file is not surely lost; one that it does not name is."""

from __future__ import annotations

from leadline.core.facts import extract
from leadline.core.signals import retention
from leadline.core.text.messages import Child

TEXT = "The rewind bug sits in cmd/entire/strategy/manual_rewind.go and is open."


def _severities(parent: str) -> set[str]:
    child = Child("a", TEXT, "assistant")
    paths = [f for f in extract(child) if f.kind == "path"]
    assert paths
    owed = [
        type(f)(**{name: getattr(f, name) for name in f.__slots__} | {"criticality": "owed", "sure": True})
        for f in paths
    ]
    signal, _ = retention.measure(parent, owed, (), (child,))
    return {f.severity for f in signal.findings}


def test_the_name_of_the_file_is_enough_to_find_it() -> None:
    assert "warning" not in _severities("The rewind bug in manual_rewind.go is open.")


def test_a_hint_is_not() -> None:
    assert "warning" in _severities("A rewind bug in the strategy code is open.")
