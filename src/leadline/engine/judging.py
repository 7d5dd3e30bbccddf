"""Asking a judge about one measured parent, and taking what it says into the measurement.

In: children, parent, measurement, a judge. Out: the measurement after the opinion, and what the asking cost. Whatever goes wrong
with the judge, every sentence that it was to be asked about is `undecided` with the reason: never a pass, never a crash.
Without anything to ask (all sentences word for word, or hard faults on all of them) no call is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leadline.core.signals.model import Measurement
from leadline.core.text.messages import Child
from leadline.core.tree.nodes import DraftSentence
from leadline.judges.form import in_form
from leadline.judges.opinion import apply_opinion
from leadline.judges.port import JudgeError, Opinion, ParentJudge
from leadline.judges.questions import questions_of

__all__ = ["Asked", "consult"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What one asking was: of whom, how much, and what stayed open. `failure` is set where nothing was answered at all."""

    judge: str
    digest: str
    questions: int = 0
    answered: int = 0
    calls: int = 0
    tokens: tuple[int, int] = (0, 0)
    failure: str | None = None


def consult(
    judge: ParentJudge,
    children: Sequence[Child],
    parent: str,
    measurement: Measurement,
    *,
    context: str | None = None,
    sentences: Sequence[DraftSentence] = (),
    everything_owed: bool = False,
) -> tuple[Measurement, Asked]:
    """The measurement with the judge's opinion in it. `sentences` are those of a structured draft; with `everything_owed` all that
    is missing is asked about, however long the children are."""
    questions = questions_of(
        children, parent, measurement, context=context, sentences=sentences, everything_owed=everything_owed
    )
    if not questions:
        return measurement, Asked(judge.name, judge.digest)
    failure: str | None = None
    calls = 0
    try:
        opinion = judge.ask(questions)
        if not isinstance(opinion, Opinion):
            failure = f"the judge gave back {type(opinion).__name__} instead of an opinion"
    except JudgeError as error:
        failure, calls = error.reason, error.calls
    except Exception as error:  # a judge is somebody's program: it may fail in any way, the gate may not
        failure = f"the judge failed ({type(error).__name__})"
    if failure is not None:
        opinion = Opinion((), tuple((q.id, failure) for q in questions), calls)
    opinion = in_form(opinion, questions)
    known = {q.id for q in questions}
    answered = {a.id for a in opinion.answers} & known
    silent = known - answered - {id for id, _ in opinion.open}
    opinion = Opinion(
        tuple(a for a in opinion.answers if a.id in known),
        (*opinion.open, *((q.id, "the judge gave no answer to it") for q in questions if q.id in silent)),
        opinion.calls, opinion.tokens,
    )  # fmt: skip
    asked = Asked(judge.name, judge.digest, len(questions), len(answered), opinion.calls, opinion.tokens, failure)
    return apply_opinion(measurement, questions, opinion), asked
