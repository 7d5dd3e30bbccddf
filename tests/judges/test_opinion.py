"""What an answer weighs by how sure it is: the table of docs/judges.md, at its edges, as `check` and the engine decide."""

from __future__ import annotations

from typing import Any

import pytest

from leadline.core.policy.gate import decide
from leadline.core.policy.model import Policy
from leadline.core.signals.measure import measure
from leadline.core.signals.model import Finding, Measurement
from leadline.core.text.messages import Child
from leadline.judges.opinion import apply_opinion
from leadline.judges.port import Answer, Opinion, Passage, Question

SAID = "The keeper waters the palms in the morning, and the gate of the glass house stays shut at night."
CHILDREN = [Child("a", SAID, "user")]
PARENT = "In the morning the keeper waters the palms. At night the gate of the glass house stays shut."
SOURCE = (Passage(SAID, "user", "a", 0, len(SAID)),)
TOLD = (Passage(PARENT[:43], "summary", None, 0, 43),)


def after(answer: Answer, *, task: Any, whole: bool = True, doubt: float = 0.0) -> Measurement:
    """The measurement after one answer; `doubt` is a rule's own suspicion that the demand is missing."""
    measured = measure(CHILDREN, PARENT)
    fact = next(r.fact for r in measured.retained)
    if doubt:
        finding = Finding("constraint_lost", "suspicion", "fidelity.constraint_lost", "Left out.", "Repeat it.", child="a",
                          child_span=(0, 10), child_quote=SAID[:10], fact=fact.id, probability=doubt)  # fmt: skip
        signals = dict(measured.signals)
        old = signals["retention"]
        signals["retention"] = type(old)(old.name, old.value, old.n, (*old.findings, finding))
        measured = Measurement(**{f: getattr(measured, f) for f in measured.__slots__} | {"signals": signals})
    question = (
        Question("x", "claim", PARENT[:43], SOURCE, (0, 43), whole=whole)
        if task == "claim"
        else Question("x", "owed", SAID, TOLD, facts=(fact.id,), context=SOURCE, whole=whole)
    )
    return apply_opinion(measured, [question], Opinion((answer,), (), 1))


def refused(measurement: Measurement, scope: Any = "check") -> bool:
    return decide(measurement, Policy(scope=scope)).outcome != "promote"


def test_before_any_answer_nothing_is_wrong() -> None:
    assert not refused(measure(CHILDREN, PARENT))


@pytest.mark.parametrize(
    ("word", "confidence", "whole", "in_check"),
    [
        ("contradicted", 0.8, True, True),
        ("contradicted", 0.72, True, False),
        ("contradicted", 0.8, False, True),
        ("not_stated", 0.7, True, True),
        ("not_stated", 0.65, True, False),
        ("not_stated", 1.0, False, False),
    ],
)
def test_claims(word: Any, confidence: float, whole: bool, in_check: bool) -> None:
    measurement = after(Answer("x", word, confidence, "status_changed", (SAID[:20],)), task="claim", whole=whole)
    assert refused(measurement) is in_check


@pytest.mark.parametrize(
    ("word", "confidence", "doubt", "in_check"),
    [
        ("lost", 1.0, 0.0, False),  # a judge alone
        ("lost", 0.9, 0.6, True),  # with a rule that misses it as well
        ("lost", 0.9, 0.5, False),
        ("lost", 0.65, 0.84, False),  # a judge that is not sure adds nothing
        ("weakened", 1.0, 0.0, False),
        ("weakened", 0.8, 0.5, True),
        ("reversed", 0.6, 0.0, True),
        ("reversed", 0.5, 0.0, False),
        ("not_needed", 0.9, 0.84, False),
    ],
)
def test_what_is_owed(word: Any, confidence: float, doubt: float, in_check: bool) -> None:
    measurement = after(Answer("x", word, confidence, "", (PARENT[:20],)), task="owed", doubt=doubt)
    assert refused(measurement) is in_check
