"""A person's demand of some length that left no trace in the summary; and demands that are there in other words."""

from __future__ import annotations

import pytest

from leadline import Child, check

CHAT = [
    Child("a", "Nimbus keeps hitting the limit. Petra looks after them. Don't mention the Gold plan to Petra's engineers before Friday.", "user"),
    Child("b", "10:00 accepted 600 rejected 212\n10:01 accepted 600 rejected 187", "tool"),
    Child("c", "The gateway works as it should: 600 a minute are accepted, the rest is rejected. 61 % come from nimbus-sync 2.3.", "assistant"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("parent", "verdict"),
    [
        # a name out of the demand stands in the summary, the demand does not
        ("Nimbus, whom Petra looks after, runs into the limit: 600 a minute are accepted, the rest is rejected (212 at 10:00, 187 at 10:01); 61 % come from nimbus-sync 2.3.", "halt"),
        ("Nimbus (Petra) runs into the limit: 600 a minute are accepted, 212 were rejected at 10:00. The Gold plan must not be mentioned to her engineers before Friday.", "promote"),
        ("Nimbus (Petra) runs into the limit: 600 a minute are accepted, 212 were rejected at 10:00. Until Friday: not a word to her engineers about Gold.", "promote"),
    ],
)  # fmt: skip
def test_a_demand_without_a_trace(parent: str, verdict: str) -> None:
    """It refuses in `check`; in other words it passes."""
    report = check(CHAT, parent)
    assert report.verdict == verdict, [r.rule for r in report.reasons]
