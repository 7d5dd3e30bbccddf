"""The form of an opinion: what a judge of somebody's own gives back is held to what a model's answer is held to.

In: an opinion of any making, and the questions. Out: one whose answers have a word that fits their question, a kind that exists, a
confidence from 0 to 1 and quotes that are strings; whatever has not is open, with the reason. Whether quotes stand in the texts
is looked up for models (reading.py): somebody's own program may have seen more than it was shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from leadline.judges.port import Answer, Opinion, Question
from leadline.judges.reading import KINDS, WORDS

__all__ = ["in_form"]

_OTHER = "the judge's answer has another form than an answer"


def in_form(opinion: Opinion, questions: Sequence[Question]) -> Opinion:
    """The opinion with what has no form moved to its open questions; rows that name no question are left out."""
    asked = {q.id: q for q in questions}
    answers: list[Answer] = []
    left: list[tuple[str, str]] = []
    for answer in _rows(opinion.answers):
        if not isinstance(answer, Answer) or not isinstance(answer.id, str) or answer.id not in asked:
            continue
        question = asked[answer.id]
        if _fits(answer, question):
            answers.append(answer if answer.kind in KINDS else replace(answer, kind=""))
        else:
            left.append((question.id, _OTHER))
    for row in _rows(opinion.open):
        if isinstance(row, tuple) and len(row) == 2 and all(isinstance(x, str) for x in row) and row[0] in asked:
            left.append(row)
    calls = opinion.calls if isinstance(opinion.calls, int) else 0
    tokens = opinion.tokens if isinstance(opinion.tokens, tuple) and len(opinion.tokens) == 2 else (0, 0)
    return Opinion(tuple(answers), tuple(left), calls, tokens)


def _rows(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else ()


def _fits(answer: Answer, question: Question) -> bool:
    sure = answer.confidence
    return (
        answer.word in WORDS[question.task] - {"cannot_tell"}
        and isinstance(sure, int | float)
        and not isinstance(sure, bool)
        and 0 <= sure <= 1
        and isinstance(answer.kind, str)
        and isinstance(answer.quotes, tuple)
        and all(isinstance(q, str) for q in answer.quotes)
    )
