"""Told as done where the record's own field says otherwise."""

import pytest
from tests.core.signals.helpers import Text, refusing

from leadline.core.signals.field_states import find_field_states

RETURN: list[Text] = [
    ("tool", "form 1040-K  period 2026-Q2  taxpayer Brandt\nstate: PREPARED   amount 4,120.50"),
    "The form for Brandt is with you.",
]
DRILL: list[Text] = [("tool", "failover drill  site Lund\nresult            INCOMPLETE\nelapsed           01:12:40")]
ROLLOUT: list[Text] = [("tool", '{"app": "courier", "version": "8.2", "status": "HALTED", "share": 20}')]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (RETURN, "The form 1040-K of Brandt for 2026-Q2 has been submitted with 4,120.50."),
        (DRILL, "The failover drill at the site Lund passed in 01:12:40."),
        (ROLLOUT, "Version 8.2 of the courier app is rolling out to 20 %."),
    ],
)
def test_told_as_done(children: list[Text], parent: str) -> None:
    assert refusing(find_field_states, children, parent) == ["status_changed"]


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (RETURN, "The form 1040-K of Brandt for 2026-Q2 is prepared, with 4,120.50."),
        (RETURN, "The form 1040-K of Brandt has not been submitted."),
        (RETURN, "The form 1040-K for Brandt is prepared. A copy of the form for Brandt has been sent."),
        ([*RETURN, "I submitted the form of Brandt at noon."], "The form 1040-K of Brandt has been submitted."),
        (DRILL, "The failover drill at the site Lund was left incomplete after 01:12:40."),
        (DRILL, "The failover drill at Lund is to be passed before May."),
        (ROLLOUT, "The rollout of version 8.2 of the courier app is halted at 20 %."),
        ([("user", "status: draft, please send it to the courier app team")], "It was sent to the courier app team."),
    ],
)
def test_faithful(children: list[Text], parent: str) -> None:
    assert refusing(find_field_states, children, parent) == []
