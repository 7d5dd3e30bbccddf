"""A name or figure that no source has: made up where all answers are there, a suspicion where some are not."""

from __future__ import annotations

import pytest

from leadline.api import check
from leadline.core.signals.index import Trial
from leadline.core.text.messages import Child, PartKind, Role, Segment


def _child(id: str, role: Role, kind: PartKind, text: str) -> Child:
    return Child(id, text, role, segments=(Segment(0, len(text), role, kind),))


USER = Child("u", "Build the label printer of the depot and name what it is built with.", "user")
CALL = _child("c", "assistant", "tool_call", "read printer.go")
ANSWER = _child("r", "tool", "tool_result", "package printer\n\nfunc Print() { label() }")
SECOND = _child("d", "assistant", "tool_call", "read go.mod")
SAID = Child("a", "The label printer is built and prints labels for each parcel of the depot.", "assistant")
MADE_UP = [
    "The label printer is built with git.harbour.org/lab99/printer2 and prints labels for each parcel of the depot.",
    "The label printer is built and prints 4,820 labels for each parcel of the depot.",
]


@pytest.mark.parametrize("parent", MADE_UP)
def test_it_refuses_where_every_call_is_answered(parent: str) -> None:
    assert check([USER, CALL, ANSWER, SAID], parent).verdict == "invalid"
    assert check([USER, SAID], parent).verdict == "invalid"


@pytest.mark.parametrize("parent", MADE_UP)
def test_it_is_a_suspicion_where_an_answer_is_cut(parent: str) -> None:
    report = check([USER, CALL, ANSWER, SECOND, SAID], parent)
    assert report.promoted
    assert any(f.kind == "invented_detail" for f in report.findings)


def test_a_changed_value_refuses_all_the_same() -> None:
    said = Child("a", "The label printer is built and prints 4,820 labels an hour.", "assistant")
    report = check([USER, CALL, ANSWER, SECOND, said], "The label printer is built and prints 4,280 labels an hour.")
    assert not report.promoted


def test_calls_that_the_record_ends_with_are_not_cut() -> None:
    assert Trial([USER, CALL, ANSWER, SECOND], "x").answers_missing == 0
    assert Trial([USER, CALL, ANSWER, SECOND, SAID], "x").answers_missing == 1
    assert Trial([USER, SAID], "x").answers_missing == 0
