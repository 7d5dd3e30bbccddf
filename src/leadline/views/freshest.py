"""The freshest part as it is printed: verbatim, but for the middle of long calls, results and thoughts, and task lists that are out of date.

In: the newest messages. Out: the same messages, in which every cut says how much it left out and where the whole stands. Owed lines
in the middle of what is cut stay. A list of tasks is kept whole or not at all: the newest one as it is, an earlier one only where it
holds a task that the newest does not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from leadline.core import facts
from leadline.core.text.messages import Message, Part, child_of

__all__ = ["shorten_fresh", "tasks_left", "tasks_of"]

NEWLINE = "\n"
RESULT_MAX = 6_000  # characters of one tool result in the freshest part; of a longer one both ends are shown
RESULT_END = 1_600  # characters at each end
ANSWERED_MAX = (
    800  # the same for a call or a result that the agent has spoken about since: what came of it is said there
)
ANSWERED_END = 200
TASKS_MIN = 2  # tasks that make a call a list of them

_TASK = re.compile(
    r"(?m)^[ \t]*[-*•] (?:(?P<box>\[[ xX~-]\])[ \t]+)?(?P<task>[^\n]*?)(?:;[ \t]*status:[ \t]*(?P<status>[\w-]+)[^\n]*)?$"
)
_DONE = re.compile(r"completed?|done|finished|cancel\w*|skipped|dropped", re.IGNORECASE)
_KEY = re.compile(r"^(?:content|step|task|title|text|description): ")


def shorten_fresh(messages: Sequence[Message]) -> tuple[Message, ...]:
    """The messages, with long calls and results cut in their middle and earlier states of a task list left out, visibly."""
    spoken = _last_spoken(messages)
    lists = [(n, p) for n, m in enumerate(messages) for p in m.parts if tasks_of(p)]
    newest = {p.name: (n, tasks_of(p)) for n, p in lists}  # of each tool, the last one
    out: list[Message] = []
    for n, message in enumerate(messages):
        parts = tuple(_without_old_tasks(p, n, newest, message) for p in message.parts)
        out.append(_shortened(replace(message, parts=parts) if parts != message.parts else message, n < spoken))
    return tuple(out)


def tasks_of(part: Part) -> frozenset[str]:
    """The tasks of a call that does nothing but keep a list of them; empty for every other part."""
    if part.kind != "tool_call":
        return frozenset()
    found = [m for m in _TASK.finditer(part.text) if m["box"] or m["status"]]
    lines = sum(1 for line in part.text.split(NEWLINE) if line.strip())
    # besides the tasks: the name of the tool, the name of the list, a word about it
    return frozenset(m["task"].strip() for m in found) if len(found) >= max(TASKS_MIN, lines - 3) else frozenset()


def tasks_left(text: str) -> list[str]:
    """Of a list of tasks, those that are not done, in its words."""
    out = []
    for m in _TASK.finditer(text):
        done = m["box"].lower() == "[x]" if m["box"] else _DONE.match(m["status"] or "") is not None
        if (m["box"] or m["status"]) and not done:
            out.append(_KEY.sub("", m["task"]).strip())
    return out


def _without_old_tasks(
    part: Part, n: int, newest: dict[str | None, tuple[int, frozenset[str]]], message: Message
) -> Part:
    tasks = tasks_of(part)
    if not tasks or part.name not in newest:
        return part
    at, held = newest[part.name]
    if n >= at or not tasks <= held:
        return part
    note = f"[… the list of {len(tasks)} tasks as it stood here is left out: it stands newer below; this one in line {message.line} of the transcript …]"
    return replace(part, text=f"{part.name or 'tasks'} {note}", hidden=())


def _last_spoken(messages: Sequence[Message]) -> int:
    """Position of the last message in which the agent says something."""
    said = (
        n
        for n, m in enumerate(messages)
        if m.role == "assistant" and any(p.kind == "text" and p.text.strip() for p in m.parts)
    )
    return max(said, default=0)


def _shortened(message: Message, answered: bool) -> Message:
    """The message with long tool calls and results cut in their middle, visibly; owed lines of the middle stay."""
    most, end = (ANSWERED_MAX, ANSWERED_END) if answered else (RESULT_MAX, RESULT_END)
    kinds = ("tool_result", "tool_call", "thinking") if answered else ("tool_result",)
    if not any(_is_long(p, kinds, most) for p in message.parts):
        return message
    parts = tuple(
        replace(p, text=_shortened_text(p, message, end)) if _is_long(p, kinds, most) else p for p in message.parts
    )
    return replace(message, parts=parts)


def _is_long(part: Part, kinds: Sequence[str], most: int) -> bool:
    return part.kind in kinds and len(part.text) > most and not tasks_of(part)


def _shortened_text(part: Part, message: Message, end: int) -> str:
    text = part.text
    head = text.rfind("\n", end // 2, end) + 1 or end
    tail = text.find("\n", len(text) - end, len(text) - end // 2) + 1 or len(text) - end
    found = facts.resolve(facts.extract(child_of(message.id, (replace(message, parts=(part,)),))))
    owed = [f.sentence for f in found if f.criticality == "owed" and f.start < tail and f.end > head]
    kept = [" ".join(text[a:b].split()) for a, b in sorted(set(owed))]
    note = f"[… {tail - head:,} characters left out here; the whole stands in line {message.line} of the transcript"
    note += f"; owed in it:\n{NEWLINE.join(kept)}\n…]" if kept else " …]"
    return f"{text[:head]}{note}\n{text[tail:]}"
