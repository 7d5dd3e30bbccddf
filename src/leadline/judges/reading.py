"""Reading a model judge's answer: JSON with one verdict a question, each held to what it quotes.

In: the model's text and the questions. Out: answers and, for every question without a valid one, the reason. An answer is
void when one of its quotes stands in no text that was shown, when none of them has to do with the claim (an order to the judge
that stood in the evidence is such a quote), or when its verdict does not fit the question. Void is undecided, never a pass.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from leadline.core.signals.languages import apart
from leadline.core.signals.lexis import content_stems
from leadline.judges.port import Answer, JudgeError, Question, Task, Word

__all__ = ["KINDS", "WORDS", "read_answers"]

KINDS = frozenset(
    ("polarity", "status_changed", "value_changed", "identifier_swapped", "scope_widened", "confidence_inflated", "invented_cause",
     "invented_order", "invented_actor_or_approval", "conflict_resolved", "injection_obeyed", "orphan_referent", "invented_detail")
)  # fmt: skip
WORDS: Mapping[str, frozenset[str]] = {
    "claim": frozenset(("supported", "contradicted", "not_stated", "cannot_tell")),
    "owed": frozenset(("kept", "weakened", "reversed", "lost", "not_needed", "cannot_tell")),
}
_QUOTED = frozenset(("supported", "contradicted", "kept", "weakened", "reversed"))
_QUOTE_MIN = 4  # characters; less stands in every text
_QUOTES_MAX = 24
_CLEARS = frozenset(("supported", "kept"))
_TRIES = 200  # opening braces that are looked at for the answer
_EVEN = str.maketrans({"“": '"', "”": '"', "’": "'", "‘": "'", "–": "-", "—": "-", "\u00a0": " "})


def read_answers(text: str, questions: Sequence[Question]) -> tuple[tuple[Answer, ...], tuple[tuple[str, str], ...]]:
    """(answers, open questions with reasons). JudgeError where the text is no answer at all."""
    rows = _rows(text)
    shown = _shown(questions)
    answers: list[Answer] = []
    left: list[tuple[str, str]] = []
    for question in questions:
        given = [r for r in rows if r.get("id") == question.id]
        if not given:
            left.append((question.id, "the judge gave no answer to it"))
            continue
        if len(given) > 1 and any(r != given[0] for r in given):
            left.append((question.id, "the judge gave two answers to it"))
            continue
        answer = _answer(given[0], question, shown[question.task])
        if isinstance(answer, str):
            left.append((question.id, answer))
        else:
            answers.append(answer)
    return tuple(answers), tuple(left)


def _rows(text: str) -> list[Mapping[str, Any]]:
    decoder = json.JSONDecoder()
    at = text.find("{")
    for _ in range(_TRIES):  # a model may put words or a fence around its object
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


def _shown(questions: Sequence[Question]) -> Mapping[Task, tuple[str, ...]]:
    """The texts in which quotes may stand, by task: every source for a claim, every sentence of the parent for what is owed."""
    sources = {p.text for q in questions for p in (q.evidence if q.task == "claim" else q.context)}
    told = {p.text for q in questions for p in (q.evidence if q.task == "owed" else q.context)}
    return {"claim": tuple(_even(t) for t in sources), "owed": tuple(_even(t) for t in told)}


def _answer(row: Mapping[str, Any], question: Question, shown: Sequence[str]) -> Answer | str:
    """The answer, or why it is void."""
    word = row.get("verdict")
    if not isinstance(word, str) or word not in WORDS[question.task]:
        return "the judge's verdict is none of those that were asked for"
    if word == "cannot_tell":
        return "the judge cannot tell"
    confidence = row.get("confidence", 1.0)
    if isinstance(confidence, bool) or not isinstance(confidence, int | float) or not 0 <= confidence <= 1:
        return "the judge's confidence is no number from 0 to 1"
    kind = row.get("kind")
    quotes: tuple[str, ...] = ()
    if word in _QUOTED:
        read = _quotes(row, question, shown)
        if isinstance(read, str):
            return read
        quotes = read
    return Answer(
        question.id, cast(Word, word), float(confidence), kind if isinstance(kind, str) and kind in KINDS else "", quotes
    )  # fmt: skip


def _quotes(row: Mapping[str, Any], question: Question, shown: Sequence[str]) -> tuple[str, ...] | str:
    """The quotes, or why they prove nothing. A single "quote" is taken too: models write one where they have one."""
    given = row.get("quotes", row.get("quote"))
    quotes = [given] if isinstance(given, str) else given
    if not isinstance(quotes, list) or not all(isinstance(q, str) for q in quotes):
        return "the judge quotes nothing for its verdict"
    given_ones = tuple(q.strip() for q in quotes if q.strip())
    kept = tuple(q for q in given_ones if len(q) >= _QUOTE_MIN)
    if not kept or len(given_ones) > _QUOTES_MAX:
        return (
            "the judge quotes nothing for its verdict" if not kept else "the judge quotes far more than was asked for"
        )
    if not all(any(_even(q) in text or _even(_unescaped(q)) in text for text in shown) for q in given_ones):
        return "the judge quotes what no shown text says"
    related = any(content_stems(q) & content_stems(question.claim) for q in kept)
    # Two languages share no words. A doubt may rest on such a quote; nothing is cleared by one, since it may be an order to the judge.
    if not related and (row.get("verdict") in _CLEARS or not any(apart(q, question.claim) for q in kept)):
        return "the judge quotes something that has nothing to do with the claim"
    return kept


def _unescaped(quote: str) -> str:
    """Without the escapes of the JSON that was shown: some models copy them, letter by letter."""
    return quote.replace('\\"', '"').replace("\\n", " ").replace("\\t", " ")


def _even(text: str) -> str:
    return re.sub(r"\s+", " ", text.translate(_EVEN)).strip().strip("\"'").lower()
