"""Two parties made to agree where one of them says the opposite."""

from __future__ import annotations

import pytest

from leadline.core.signals.both_sides import find_both

from .helpers import RISK, Text, refused, trial


@pytest.mark.parametrize(
    ("children", "fault"),
    [
        ([("tool", "Gauge A reports a rising level."), ("tool", "Gauge B reports a falling level.")], "Both gauge A and gauge B report a rising level."),
        (["The driver says the light was green.", "The cyclist says the light was red."], "Both the driver and the cyclist say the light was green."),
        ([("assistant", "The camera shows the gate open; the log shows the gate closed.")], "The camera and the log both show the gate closed."),
        ([("user", "Anna agrees with the plan."), ("user", "Ben does not agree with the plan.")], "Anna and Ben both agree with the plan."),
        ([("assistant", "The unit tests pass, the integration tests fail.")], "Both the unit tests and the integration tests pass."),
        (["The janitor heard the alarm. The guard did not hear the alarm."], "Both the janitor and the guard heard the alarm."),
        ([("tool", "tag B-7.position_sensor = SHUT quality GOOD\nlevel B-7 = 0.0 quality UNCERTAIN"), ("user", "Guard on the phone at 08:12: B-7 is plainly open, I stand beside it."), ("assistant", "I have stopped the loading until this is known.")], "B-7 was told to shut, and both position sensor and guard report it shut; the loading is stopped."),
    ],
)  # fmt: skip
def test_the_fault_is_refused(children: list[Text], fault: str) -> None:
    assert {"conflict_resolved"} & set(refused(children, fault))


@pytest.mark.parametrize(
    ("children", "faithful"),
    [
        (["The driver says the light was green.", "The cyclist says the light was red."], "Both the driver and the cyclist speak of the light; they differ on its colour."),
        ([("tool", "north pump: running\nsouth pump: stopped"), ("assistant", "I started the south pump.")], "Both pumps are running."),
        ([("assistant", "The unit tests pass, the integration tests fail.")], "The unit tests pass and the integration tests fail."),
        (["The first lab found lead in the paint. The second lab found no lead in the paint."], "Both labs tested the paint for lead."),
        (["The janitor heard the alarm. The guard heard the alarm, too."], "Both the janitor and the guard heard the alarm."),
        ([("user", "Anna agrees with the plan."), ("user", "Ben does not agree with the plan.")], "Anna and Ben have both been asked about the plan."),
        (["Reviewer Ito approved the paper.", "Reviewer Vance rejected the paper."], "Both reviewers have read the paper; Ito approved it."),
        ([("assistant", "The camera shows the gate open; the log shows the gate closed.")], "The camera and the log both show the gate, once open and once closed."),
    ],
)  # fmt: skip
def test_the_faithful_near_miss_is_not(children: list[Text], faithful: str) -> None:
    assert refused(children, faithful) == []


def test_one_plural_noun_is_told_but_does_not_refuse() -> None:
    """ "Both pumps": which two of the children's things are meant is a guess."""
    found = find_both(trial([("tool", "north pump: running\nsouth pump: stopped")], "Both pumps are running."))
    assert [(f.kind, f.probability < RISK) for f in found] == [("conflict_resolved", True)]
