"""The words that go to a model judge: one instruction, and all questions of one parent as fenced JSON.

In: questions. Out: system text, user text, and one digest over what does not depend on the parent. Evidence is data: it stands
as JSON strings between two marker lines that it cannot contain, so no text in it can end the data or pose as a question.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any

from leadline.core.receipts.hashes import digest
from leadline.judges.port import Passage, Question

__all__ = ["PROMPT", "prompt_digest", "system_text", "user_text"]

PROMPT = "judge-1"
LAYOUT = 1


@cache
def system_text() -> str:
    """The instruction. Another text is another file with the next number."""
    return resources.files("leadline.judges").joinpath(f"{PROMPT}.md").read_text("utf-8")


@cache
def prompt_digest() -> str:
    return digest("prompt/v1", {"system": system_text(), "layout": LAYOUT})


def user_text(questions: Sequence[Question]) -> str:
    """The questions as one JSON object between marker lines; each source sentence stands once."""
    ids: dict[Passage, str] = {}
    for question in questions:
        if question.task == "claim":
            for passage in question.evidence:
                ids.setdefault(passage, "")
    order = {name: n for n, name in enumerate(dict.fromkeys(p.child for p in ids))}
    for n, passage in enumerate(sorted(ids, key=lambda p: (order[p.child], p.start)), 1):
        ids[passage] = f"e{n}"
    kept = [q for q in questions if q.task == "kept"]
    data: dict[str, Any] = {
        "sources": [
            {"id": ref, "child": p.child, "role": p.role, "text": p.text} for p, ref in sorted(ids.items(), key=lambda row: int(row[1][1:]))
        ],
        "claims": [
            {"id": q.id, "text": q.claim, "evidence": [ids[p] for p in q.evidence]} for q in questions if q.task == "claim"
        ],
        "constraints": [{"id": q.id, "text": q.claim} for q in kept],
        "summary": [p.text for p in kept[0].evidence] if kept else [],
    }  # fmt: skip
    body = json.dumps(data, ensure_ascii=False, indent=1)
    # A line of JSON never begins like this, and the mark depends on all of the data: whoever wrote a part of it cannot know it.
    mark = f"=== data {sha256(body.encode('utf-8', 'surrogatepass')).hexdigest()[:16]} ==="
    return f"{mark}\n{body}\n{mark}\nJudge every claim and every constraint now."
