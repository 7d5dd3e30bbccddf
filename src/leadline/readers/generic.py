"""Generic chat records: JSON lines (or a document) of `{role, content}` and its many relatives.

In: formats.md, section 14: `from`/`value` (ShareGPT), `role` with `message.content[]` (Cursor), `type` in place of
`role` with `tool_calls` beside (Grok), `tool_call`/`tool_result` lines without ids (paired by order), `prompt` and
`completion`, whole conversations per line. Out: port.py's stream. Unknown roles and record types are kept as opaque
text. No ids that mean anything and no compactions, except for a text that begins with a known lead-in.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from leadline.core.text.messages import Part
from leadline.readers.assembler import Assembler, role_of
from leadline.readers.blocks import call_part, encrypted_part, opaque_part, parts_of, result_part, text_of
from leadline.readers.conversations import conversations_of, is_message, read_chat
from leadline.readers.openai_chat import message_items
from leadline.readers.port import Item, ReadOptions
from leadline.readers.source import Probe, Source

__all__ = ["NAME", "read", "sniff"]

NAME = "generic"

_STAMPS = ("timestamp", "created_at", "createdAt", "ts", "time", "date")
_CONTENTS = ("content", "value", "text", "message", "parts", "body", "output")
_CALLS = frozenset(("tool_call", "tool_use", "function_call", "backend_tool_call", "toolCall"))
_RESULTS = frozenset(("tool_result", "tool_response", "function_call_output", "function_result", "toolResult"))
_SYNTHETIC = ("synthetic_reason", "isMeta", "is_meta", "synthetic")


def sniff(probe: Probe) -> float:
    """0.45 where most records are messages (above bare OpenAI lines), 0.35 for other conversations, else 0."""
    if probe.container == "text":
        return 0.0
    if probe.container == "document":
        return 0.35 if conversations_of(probe.document) else 0.0
    said = [r for r in probe.objects if is_message(r) or r.get("type") in (*_CALLS, *_RESULTS)]
    if probe.objects and len(said) * 2 >= len(probe.objects) and any(is_message(r) for r in said):
        return 0.45
    return 0.35 if any(conversations_of(record) for record in probe.records[:10]) else 0.0


def read(source: Source, options: ReadOptions) -> Iterator[Item]:
    """The stream of port.py."""
    return read_chat(source, options, NAME, _record_items)


def _record_items(assembler: Assembler, record: Any) -> Iterator[Item]:
    if not isinstance(record, dict):
        yield from message_items(assembler, record)
        return
    kind = record.get("type") if isinstance(record.get("type"), str) else ""
    at = next((record[key] for key in _STAMPS if isinstance(record.get(key), str)), None)
    native = next((record[key] for key in ("id", "uuid", "message_id") if isinstance(record.get(key), str)), None)
    role = role_of(record.get("role", record.get("from", record.get("sender", record.get("author")))))
    if role is None and kind in _CALLS:
        yield from assembler.messages("assistant", [_call(record)], native=native, at=at)
    elif kind in _RESULTS and role in (None, "tool"):
        yield from assembler.messages("tool", [_result(record)], native=native, at=at)
    elif role is None and kind in ("reasoning", "thinking"):
        yield from assembler.messages("assistant", _thoughts(record), native=native, at=at)
    elif role is None and kind == "error":
        part = result_part(_content(record), None, is_error=True)
        yield from assembler.messages("tool", [part], native=native, at=at)
    elif role is None and (role := role_of(kind)) is None:
        yield from message_items(assembler, record)
    else:
        inner = record.get("message")
        message = {**record, **inner} if isinstance(inner, dict) else dict(record)
        message.update(role=role, content=_content(message))
        if at is not None:
            message["timestamp"] = at
        if any(record.get(key) for key in _SYNTHETIC):
            yield from assembler.messages(
                role or "user", parts_of(message["content"]), native=native, at=at, injected=True
            )
        else:
            yield from message_items(assembler, message)


def _content(record: dict[str, Any]) -> Any:
    return next((record[key] for key in _CONTENTS if record.get(key) is not None), None)


def _call(record: dict[str, Any]) -> Part:
    inner = record.get("kind", record.get("function", record.get("tool_call")))
    holder = {**record, **inner} if isinstance(inner, dict) else record
    name = next(
        (holder[key] for key in ("name", "tool_name", "tool", "tool_type") if isinstance(holder.get(key), str)), None
    )
    given = next((holder[key] for key in ("arguments", "args", "input", "parameters", "action") if key in holder), None)
    return call_part(
        name, given, next((holder[key] for key in ("call_id", "tool_call_id", "id") if holder.get(key)), None)
    )


def _result(record: dict[str, Any]) -> Part:
    body = next((record[key] for key in ("content", "result", "output", "value", "text") if key in record), None)
    call_id = next((record[key] for key in ("tool_call_id", "call_id", "tool_use_id") if record.get(key)), None)
    failed = record.get("is_error") is True or record.get("status") == "error" or bool(record.get("error"))
    code = next((record[key] for key in ("exit_code", "exitCode", "returncode") if key in record), None)
    return result_part(
        record.get("error") if body is None and failed else body,
        call_id, name=record.get("name"), is_error=failed, exit_code=code,
    )  # fmt: skip


def _thoughts(record: dict[str, Any]) -> list[Part]:
    text = "\n".join(t for key in ("summary", "content", "text") if (t := text_of(record.get(key))))
    if text:
        return [Part("thinking", text)]
    hidden = record.get("encrypted_content")
    return [encrypted_part(hidden)] if hidden else [opaque_part(record, "reasoning")]
