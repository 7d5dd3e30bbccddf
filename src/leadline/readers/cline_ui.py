"""The screen list of Cline and Roo: `{ts, type: say|ask, text}` (guides/formats.md, 10.1 and 10.3).

`conversationHistoryDeletedRange` on a record says which messages of the API list (inclusive indices) were cut from the
context; `conversationHistoryIndex` says which of them a screen record belongs to, so the range is mapped by it. Later
ranges grow earlier ones. Roo's `condense_context` carries a summary, but not what it replaced: positional.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from leadline.core.text.messages import Message, Part, Role
from leadline.readers.port import Compaction
from leadline.readers.render import arguments_of, call_text, strip_ansi

__all__ = ["read_records", "sniff_records"]

# What only drives the screen: requests, checkpoints, questions whether to go on.
_SCREEN = frozenset(
    {
        "api_req_started", "api_req_finished", "api_req_retried", "api_req_retry_delayed", "api_req_deleted",
        "checkpoint_created", "checkpoint_saved", "deleted_api_reqs", "shell_integration_warning", "task_progress",
        "resume_task", "resume_completed_task", "new_task_started", "mcp_server_request_started", "load_mcp_documentation",
        "api_req_failed", "mistake_limit_reached", "command_output_continue", "condense_context_error",
    }
)  # fmt: skip
_USER = frozenset({"task", "user_feedback", "user_feedback_diff", "user_edit_todos"})
_REPLY = frozenset(
    {"text", "completion_result", "followup", "plan_mode_respond", "act_mode_respond", "new_task", "condense"}
)
_CALLS = frozenset({"tool", "command", "browser_action_launch", "browser_action", "use_mcp_server", "use_subagents"})
_RESULTS = frozenset({"command_output", "browser_action_result", "mcp_server_response", "codebase_search_result"})
_ERRORS = frozenset({"error", "diff_error", "clineignore_error", "rooignore_error", "error_retry"})


def sniff_records(records: Sequence[dict[str, Any]]) -> bool:
    """True where the records have the shape of the screen list."""
    return any("ts" in record and record.get("type") in ("say", "ask") for record in records)


def read_records(records: Sequence[dict[str, Any]]) -> Iterator[Message | Compaction]:
    """Messages in list order; truncations and condensations where they first show."""
    context: list[tuple[int | None, str]] = []  # API index, message id
    newest: Compaction | None = None
    seen_range: tuple[int, int] | None = None
    last_index = max((index for record in records if (index := _index(record)) is not None), default=-1)
    for number, record in enumerate(records, start=1):
        cut = _deleted_range(record)
        # The program ignores a range that would cut the first pair or leave nothing (10.1).
        if cut is not None and cut != seen_range and 2 <= cut[1] < last_index:
            seen_range = cut
            replaced = tuple(id for index, id in context if index is not None and cut[0] <= index <= cut[1])
            context = [entry for entry in context if entry[1] not in set(replaced)]
            kept = tuple(id for _, id in context)
            yield Compaction(
                f"index:{number}/truncation",
                number,
                None,
                False,
                replaced,
                kept,
                trigger="truncation",
                at=_time(record),
            )
        condensed = _condensation(record)
        if condensed is not None:
            before = () if newest is None else (newest.id,)
            newest = Compaction(
                id=f"index:{number}", line=number, summary=condensed, opaque=False,
                replaced=before + tuple(id for _, id in context), evidence="positional",
                generation=1 if newest is None else newest.generation + 1, summary_line=number, at=_time(record),
            )  # fmt: skip
            context = []
            yield newest
            continue
        message = _message(record, number, is_first=not context and newest is None)
        if message is not None:
            context.append((_index(record), message.id))
            yield message


def _message(record: dict[str, Any], number: int, *, is_first: bool) -> Message | None:
    if record.get("partial") is True:
        return None  # the same record comes again when it is complete
    kind = str(record.get("say") or record.get("ask") or record.get("type"))
    text = strip_ansi(str(record.get("text") or ""))
    role: Role
    injected = False
    is_task = is_first and kind == "text" and record.get("type") == "say"
    if kind in _SCREEN or not (text or kind not in _REPLY | _USER | _CALLS | _RESULTS | _ERRORS):
        return None
    if kind in _USER or is_task:
        role, part = "user", Part("text", text)
    elif kind in _REPLY:
        role, part = "assistant", Part("text", _spoken(text))
    elif kind == "reasoning":
        role, part = "assistant", Part("thinking", text)
    elif kind in _CALLS:
        role, part = "assistant", _call_part(kind, text)
    elif kind in _RESULTS:
        role, part = "tool", Part("tool_result", text, kind)
    elif kind in _ERRORS:
        role, part, injected = "system", Part("text", text, is_error=True), True
    else:
        role, part, injected = "system", Part("opaque", text or kind, kind), True
    return Message(f"index:{number}", role, (part,), number, _time(record), injected) if part.text else None


def _call_part(kind: str, text: str) -> Part:
    arguments = arguments_of(text)
    if isinstance(arguments, dict) and isinstance(arguments.get("tool"), str):
        name = arguments["tool"]
        return Part(
            "tool_call", call_text(name, {key: value for key, value in arguments.items() if key != "tool"}), name
        )
    return Part("tool_call", call_text(kind, arguments), kind)


def _spoken(text: str) -> str:
    """A question to the user is JSON text; its words are the question and the options."""
    decoded = arguments_of(text)
    if not isinstance(decoded, dict):
        return text
    words = [
        decoded.get("question") or decoded.get("response"),
        *(decoded.get("options") or decoded.get("suggest") or ()),
    ]
    spoken = [str(word.get("answer", word)) if isinstance(word, dict) else str(word) for word in words if word]
    return "\n".join(spoken) or text


def _condensation(record: dict[str, Any]) -> str | None:
    condensed = record.get("contextCondense")
    if record.get("say") != "condense_context" or not isinstance(condensed, dict) or record.get("partial") is True:
        return None
    return strip_ansi(str(condensed.get("summary") or ""))


def _deleted_range(record: dict[str, Any]) -> tuple[int, int] | None:
    cut = record.get("conversationHistoryDeletedRange")
    if isinstance(cut, list) and len(cut) == 2 and all(isinstance(end, int) for end in cut):
        return cut[0], cut[1]
    return None


def _index(record: dict[str, Any]) -> int | None:
    index = record.get("conversationHistoryIndex")
    return index if isinstance(index, int) and not isinstance(index, bool) else None


def _time(record: dict[str, Any]) -> str | None:
    ts = record.get("ts")
    return str(ts) if isinstance(ts, (int, str)) and not isinstance(ts, bool) else None
