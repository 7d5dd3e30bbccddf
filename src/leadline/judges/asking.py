"""The words that go to a model judge: one instruction, and all questions of one parent as fenced JSON.

In: questions. Out: system text, user text, and one digest over what does not depend on the parent. Evidence is data: it stands
as JSON strings between two marker lines that it cannot contain, so no text in it can end the data or pose as a question.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any

from leadline.core.receipts.hashes import digest
from leadline.judges.port import Passage, Question

__all__ = ["PROMPT", "prompt_digest", "system_text", "user_text"]

PROMPT = "judge-2"
LAYOUT = 2


@cache
def system_text() -> str:
    """The instruction. Another text is another file with the next number."""
    return resources.files("leadline.judges").joinpath(f"{PROMPT}.md").read_text("utf-8")


@cache
def prompt_digest() -> str:
    return digest("prompt/v1", {"system": system_text(), "layout": LAYOUT})


def user_text(questions: Sequence[Question]) -> str:
    """The questions as one JSON object between marker lines; each sentence stands once, sources in time order."""
    claims = _in_order(q for q in questions if q.task == "claim")
    owed = _in_order(q for q in questions if q.task == "owed")
    sources = sorted(
        {p for q in claims for p in q.evidence} | {p for q in owed for p in q.context},
        key=lambda p: (p.at, p.start, p.end),
    )
    ids = {passage: f"e{n}" for n, passage in enumerate(sources, 1)}
    whole = all(q.whole for q in claims)
    told = sorted({p for q in owed for p in q.evidence} | {p for q in claims for p in q.context}, key=lambda p: p.start)
    data: dict[str, Any] = {
        "sources": _grouped(sources, ids),
        "sources_are": "all" if whole and claims else "a selection",
        "summary": [p.text for p in told],
        "claims": [
            {"id": q.id, "text": q.claim} | ({} if q.whole else {"nearest": " ".join(ids[p] for p in q.evidence)}) for q in claims
        ],
        "owed": [{"id": q.id, "text": q.claim, "at": " ".join(ids[p] for p in q.context if _holds(p, q.claim))} for q in owed],
    }  # fmt: skip
    body = json.dumps(data, ensure_ascii=False, indent=1)
    # A line of JSON never begins like this, and the mark depends on all of the data: whoever wrote a part of it cannot know it.
    mark = f"=== data {sha256(body.encode('utf-8', 'surrogatepass')).hexdigest()[:16]} ==="
    return f"{mark}\n{body}\n{mark}\nJudge every claim and everything owed now."


def _in_order(questions: Iterable[Question]) -> list[Question]:
    """By number: the order of the summary and of the sources, so that what a sentence points back to stands before it."""
    return sorted(questions, key=lambda q: (len(q.id), q.id))


def _grouped(sources: Sequence[Passage], ids: dict[Passage, str]) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []
    for p in sources:
        if not out or (out[-1]["child"], out[-1]["role"]) != (p.child, p.role):
            out.append({"child": p.child, "role": p.role, "sentences": {}})
        out[-1]["sentences"][ids[p]] = p.text
    return out


def _holds(passage: Passage, text: str) -> bool:
    return passage.text in text or text in passage.text
