"""How a record ends: in the middle of work, with a question that waits, with tasks that are not done.

In: the freshest part, and the newest list of tasks where it was folded in. Out: what is open by the structure of the session alone, whatever
anybody called it: a turn without a report, calls without an answer, a question without a reply, tasks without a tick. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from leadline.core.text.messages import Message, Part
from leadline.core.tree.nodes import DraftSentence, Evidence
from leadline.views.asking import last_question
from leadline.views.freshest import tasks_left, tasks_of
from leadline.views.lines import beginning
from leadline.views.spoken import Place

__all__ = ["TaskList", "open_at_the_end"]

QUOTE_MAX = 160  # characters of what was asked, or is asked
CALL_MAX = 80  # characters of a call
CALLS_MAX = 4
_CLOSES = re.compile(
    r"^(?:submit|finish|exit|done|complete|attempt_completion|task_complete|mark_task_complete)(?:_\w+)?$",
    re.IGNORECASE,
)  # tools that end the work, whatever the harness calls them
_SPACE = re.compile(r"\s+")


class TaskList(NamedTuple):
    """The newest call of the folded part that does nothing but keep a list of tasks."""

    place: Place
    text: str


def open_at_the_end(fresh: Sequence[Message], tasks: TaskList | None = None) -> list[DraftSentence]:
    """What is open where the record ends, as sentences of the section `open`; those of the freshest part have no reference."""
    out = [] if tasks is None or any(tasks_of(p) for m in fresh for p in m.parts) else _left(tasks)
    last = next(
        (m for m in reversed(fresh) if m.parts and m.role in ("user", "assistant", "tool") and not m.injected), None
    )
    if last is None or last.role == "user":
        return out
    kinds = [p.kind for p in last.parts]
    if "tool_call" in kinds or "tool_result" in kinds:
        return [*out, *_at_work(fresh)]
    question = last_question(last.text)
    if question:
        text = f"the agent's last words ask the user, and nobody has answered: {_quote(question)}"
        out.append(DraftSentence("open", text, ()))
    return out


def _left(tasks: TaskList) -> list[DraftSentence]:
    leaf, start = tasks.place
    at = (Evidence(leaf, start, start + len(tasks.text)),)
    return [
        DraftSentence("open", f"not done in the newest list of tasks: {task}", at) for task in tasks_left(tasks.text)
    ]


def _at_work(fresh: Sequence[Message]) -> list[DraftSentence]:
    """The agent was at work: on what, and which calls nobody has answered."""
    calls = [p for m in fresh for p in m.parts if p.kind == "tool_call"]
    if not calls or _CLOSES.match(calls[-1].name or ""):
        return []
    answered = {p.call_id for m in fresh for p in m.parts if p.kind == "tool_result"}
    waiting = [p for p in calls if p.call_id and p.call_id not in answered]
    asked = next((m.text for m in reversed(fresh) if m.role == "user" and not m.injected), "")
    what = f": {_quote(asked)}" if asked else ""
    text = f"the record ends while the agent is at work; it has not reported on what was asked last{what}"
    out = [DraftSentence("open", text, ())]
    if waiting:
        more = f" and {len(waiting) - CALLS_MAX} more" if len(waiting) > CALLS_MAX else ""
        text = f"calls whose outcome is not known: {'; '.join(map(_call, waiting[-CALLS_MAX:]))}{more}"
        out.append(DraftSentence("open", text, ()))
    return out


def _call(part: Part) -> str:
    said = part.text.removeprefix(part.name or "").strip().partition("\n")[0]
    return f"{part.name or 'call'} {beginning(said, CALL_MAX)}".strip()


def _quote(text: str) -> str:
    return f"“{beginning(_SPACE.sub(' ', text).strip(), QUOTE_MAX)}”"
