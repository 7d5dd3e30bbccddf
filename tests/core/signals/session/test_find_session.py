"""All checks of a session together: two that meet on the same words are one finding, the first."""

from __future__ import annotations

import pytest

from leadline.core.signals import session
from leadline.core.signals.findings import make
from leadline.core.signals.index import Trial
from leadline.core.signals.model import Finding

from ..helpers import trial


def test_where_two_checks_meet_the_first_one_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(kind: str, start: int, end: int) -> list[Finding]:
        return [make(asked, kind, "suspicion", "told", parent=(start, end), probability=0.9)]

    asked: Trial = trial(["It was turned."], "The dial was turned twice.")
    checks = (
        lambda _: found("status_changed", 0, 8),
        lambda _: found("value_changed", 4, 12),
        lambda _: found("value_changed", 8, 12),
    )
    monkeypatch.setattr(session, "_CHECKS", checks)
    assert [(f.kind, f.parent_span) for f in session.find_session(asked)] == [
        ("status_changed", (0, 8)),
        ("value_changed", (8, 12)),
    ]
