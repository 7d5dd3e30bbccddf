"""Reading a model judge's answer: JSON with one verdict a question, each held to what it quotes.

In: the model's text and the questions. Out: answers and, for every question without a valid one, the reason. An answer is
void when it quotes what no shown source says, when its quote has nothing to do with the claim (an order to the judge that
stood in the evidence is such a quote), or when its verdict does not fit the question. Void is undecided, never a pass.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from leadline.core.signals.lexis import content_stems
from leadline.judges.port import Answer, JudgeError, Question, Word

__all__ = ["KINDS", "read_answers"]

KINDS = frozenset(
    ("polarity", "status_changed", "scope_widened", "confidence_inflated", "invented_cause", "invented_order",
     "invented_actor_or_approval", "conflict_resolved", "injection_obeyed", "invented_detail")
)  # fmt: skip
_WORDS: Mapping[str, frozenset[str]] = {
    "claim": frozenset(("supported", "contradicted", "not_stated", "cannot_tell")),
    "kept": frozenset(("kept", "weakened", "lost", "cannot_tell")),
}
_QUOTED = frozenset(("supported", "contradicted", "kept", "weakened"))
_QUOTE_MIN = 4  # characters; less stands in every text
_EVEN = str.maketrans({"“": '"', "”": '"', "’": "'", "‘": "'", "–": "-", "—": "-", "\u00a0": " "})


def read_answers(text: str, questions: Sequence[Question]) -> tuple[tuple[Answer, ...], tuple[tuple[str, str], ...]]:
    """(answers, open questions with reasons). JudgeError where the text is no answer at all."""
    rows = _rows(text)
    answers: list[Answer] = []
    left: list[tuple[str, str]] = []
    for question in questions:
        given = [r for r in rows if r.get("id") == question.id]
        if not given:
            left.append((question.id, "the judge gave no answer to it"))
            continue
        if len(given) > 1 and len({r.get("verdict") for r in given}) > 1:
            left.append((question.id, "the judge gave two answers to it"))
            continue
        answer = _answer(given[0], question)
        if isinstance(answer, str):
            left.append((question.id, answer))
        else:
            answers.append(answer)
    return tuple(answers), tuple(left)


def _rows(text: str) -> list[Mapping[str, Any]]:
    decoder = json.JSONDecoder()
    at = text.find("{")
    for _ in range(8):  # a model may put words or a fence around its object
        if at < 0:
            break
        try:
            value, _end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at = text.find("{", at + 1)
            continue
        if isinstance(value, dict) and isinstance(value.get("answers"), list):
            return [row for row in value["answers"] if isinstance(row, dict)]
        at = text.find("{", at + 1)
    raise JudgeError("the judge's answer is not the JSON that was asked for")


def _answer(row: Mapping[str, Any], question: Question) -> Answer | str:
    """The answer, or why it is void."""
    word = row.get("verdict")
    if not isinstance(word, str) or word not in _WORDS[question.task]:
        return "the judge's verdict is none of those that were asked for"
    if word == "cannot_tell":
        return "the judge cannot tell"
    confidence = row.get("confidence", 1.0)
    if isinstance(confidence, bool) or not isinstance(confidence, int | float) or not math.isfinite(confidence):
        return "the judge's confidence is no number"
    kind = row.get("kind")
    quote = row.get("quote")
    if word in _QUOTED:
        wrong = _void(quote, question)
        if wrong:
            return wrong
    return Answer(
        question.id, cast(Word, word), min(1.0, max(0.0, float(confidence))), kind if isinstance(kind, str) and kind in KINDS else "",
        quote.strip() if isinstance(quote, str) and word in _QUOTED else "",
    )  # fmt: skip


def _void(quote: object, question: Question) -> str | None:
    if not isinstance(quote, str) or len(quote.strip()) < _QUOTE_MIN:
        return "the judge quotes nothing for its verdict"
    even = _even(quote)
    if not any(even in _even(p.text) for p in question.evidence):
        return "the judge quotes what no shown text says"
    if not content_stems(quote) & content_stems(question.claim):
        return "the judge quotes something that has nothing to do with the claim"
    return None


def _even(text: str) -> str:
    return re.sub(r"\s+", " ", text.translate(_EVEN)).strip().strip("\"'").lower()
