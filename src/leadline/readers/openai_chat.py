"""OpenAI chat messages: a list, an object with `messages`, wrappers around several, or JSON lines of either.

In: `{role, content, tool_calls, tool_call_id, …}` as in formats.md, section 5; arguments as JSON text or decoded, the
old `function_call` too, reasoning in its non-standard fields. Out: port.py's stream. The format has no ids and no
compaction marker: identity is the position, and only a known lead-in at the start of a text is taken for a summary.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from leadline.core.text.messages import Part
from leadline.readers.assembler import Assembler, role_of
from leadline.readers.blocks import call_part, encrypted_part, opaque_part, parts_of, result_part, split_think
from leadline.readers.conversations import read_chat, sample_messages
from leadline.readers.port import Item, ReadOptions
from leadline.readers.source import Probe, Source

__all__ = ["NAME", "message_items", "read", "reasoning_parts", "sniff"]

NAME = "openai-chat"

_KNOWN_ROLES = frozenset(("system", "developer", "user", "assistant", "tool", "function"))
_STAMPS = ("timestamp", "created_at", "createdAt", "ts", "time")


def sniff(probe: Probe) -> float:
    """0.9 with tool traffic in OpenAI's form, 0.5 for bare roles and texts (any chat looks like that), else 0."""
    messages, by_line = sample_messages(probe)
    if not messages or any("message" in m for m in messages):
        return 0.0
    if not all(isinstance(m.get("role"), str) and m["role"] in _KNOWN_ROLES for m in messages[:2]):
        return 0.0
    if any("tool_call_id" in m or m.get("function_call") or _has_calls(m) for m in messages):
        return 0.9
    return 0.4 if by_line else 0.5


def read(source: Source, options: ReadOptions) -> Iterator[Item]:
    """The stream of port.py."""
    return read_chat(source, options, NAME, message_items)


def message_items(assembler: Assembler, message: Any) -> Iterator[Item]:
    """The items of one raw message."""
    if not isinstance(message, dict):
        yield from assembler.messages("system", [opaque_part(message, "no message")], injected=True)
        return
    named = message.get("role")
    role = role_of(named)
    native = message.get("id")
    at = next((message[key] for key in _STAMPS if isinstance(message.get(key), str)), None)
    content = message.get("content")
    if role is None:
        # Nobody known speaks: kept, but neither a person's words nor the agent's.
        label = f"role {named}" if isinstance(named, str) else "unknown record"
        kept = content if isinstance(content, str) else message
        yield from assembler.messages("system", [opaque_part(kept, label)], native=native, at=at, injected=True)
        return
    if role == "tool":
        failed = message.get("is_error") is True or message.get("error") not in (None, False, "", {})
        body = content if content is not None or not failed else message.get("error")
        part = result_part(body, message.get("tool_call_id"), name=message.get("name"), is_error=failed)
        yield from assembler.messages("tool", [part], native=native, at=at)
        return
    parts = reasoning_parts(message)
    if isinstance(content, str) and role == "assistant":
        parts += split_think(content) if content else []
    else:
        parts += parts_of(content)
    if isinstance(message.get("refusal"), str) and message["refusal"]:
        parts.append(Part("text", message["refusal"]))
    parts += _call_parts(message)
    yield from assembler.turn(role, parts, native=native, at=at)


def reasoning_parts(message: dict[str, Any]) -> list[Part]:
    """Reasoning in the fields that providers added beside `content`; the same words in two fields count once."""
    parts: list[Part] = []
    for key in ("reasoning_content", "reasoning", "thinking"):
        if isinstance(message.get(key), str) and message[key].strip():
            parts.append(Part("thinking", message[key]))
    details = message.get("reasoning_details")
    for detail in details if isinstance(details, list) else ():
        if not isinstance(detail, dict):
            continue
        text = detail.get("text") or detail.get("summary")
        if isinstance(text, str) and text:
            parts.append(Part("thinking", text))
        elif detail.get("data"):
            parts.append(encrypted_part(detail["data"]))
    return list(dict.fromkeys(parts))


def _call_parts(message: dict[str, Any]) -> list[Part]:
    parts: list[Part] = []
    calls = message.get("tool_calls")
    for call in calls if isinstance(calls, list) else ():
        if not isinstance(call, dict):
            parts.append(opaque_part(call, "tool call"))
            continue
        function = call.get("function")
        holder = function if isinstance(function, dict) else call
        name = function if isinstance(function, str) else holder.get("name")
        arguments = next((holder[key] for key in ("arguments", "args", "input") if key in holder), None)
        parts.append(call_part(name, arguments, call.get("id", call.get("call_id"))))
    old = message.get("function_call")
    if isinstance(old, dict) and not parts:
        parts.append(call_part(old.get("name"), old.get("arguments"), None))
    return parts


def _has_calls(message: dict[str, Any]) -> bool:
    calls = message.get("tool_calls")
    return isinstance(calls, list) and any(isinstance(c, dict) and "function" in c for c in calls)
