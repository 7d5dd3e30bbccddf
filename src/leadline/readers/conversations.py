"""Conversations inside of whatever wraps them, for the chat formats (OpenAI, Anthropic, generic).

In: a source whose document or lines hold messages, or wrappers around lists of messages. Out: the items of every
conversation, one after another. Where a file records several states of one growing list, only what is new in each state
comes out, so that the result is the largest state and not the concatenation; a list that does not continue the one
before it starts a new conversation, with a visible boundary. Whether a line is a message or a conversation is decided
once per file, by the first record (formats.md, sections 5, 7 and 14).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from leadline.readers.assembler import Assembler, role_of
from leadline.readers.blocks import digest, opaque_part, parts_of, text_of
from leadline.readers.port import Item, ReadOptions, TranscriptMeta
from leadline.readers.records import Malformed, broken_items
from leadline.readers.render import compact_json
from leadline.readers.source import Probe, Record, Source

__all__ = ["Conversation", "conversations_of", "is_message", "read_chat", "sample_messages"]

_LISTS = ("messages", "traj", "conversation", "conversations", "turns", "dialogue", "dialog", "chat", "history")
_PAIRS = (("prompt", "completion"), ("prompt", "response"), ("question", "answer"), ("instruction", "output"))
_IDS = ("session_id", "sessionId", "conversation_id", "thread_id")

NOTES_MAX = 20  # a file of a thousand runs says how each ended; the first few are enough

ItemsOf = Callable[[Assembler, Any], Iterator[Item]]


@dataclass(frozen=True, slots=True)
class Conversation:
    """One list of raw messages; `system` is a system prompt that stands outside of the list."""

    messages: tuple[Any, ...]
    system: Any = None
    session: str | None = None
    notes: tuple[str, ...] = field(default=())


def conversations_of(value: Any) -> tuple[Conversation, ...]:
    """The conversations in a JSON value, in order; empty if it holds none."""
    if isinstance(value, list):
        if any(is_message(item) for item in value):
            return (Conversation(tuple(value)),)
        return tuple(found for item in value for found in conversations_of(item))
    if not isinstance(value, dict):
        return ()
    if isinstance(value.get("request"), dict):
        return _exchange(value["request"], value.get("response"))
    for key in _LISTS:
        if isinstance(value.get(key), list) and (not value[key] or any(is_message(item) for item in value[key])):
            return (Conversation((*value[key], *_reply(value)), value.get("system"), _session(value), _notes(value)),)
    if isinstance(value.get("samples"), list):  # Inspect logs
        return tuple(found for sample in value["samples"] for found in conversations_of(sample))
    if is_message(value):
        return (Conversation((value,), None, None),)
    if replies := _reply(value):  # a completion without its request
        return (Conversation(replies),)
    for asked, answered in _PAIRS:
        if isinstance(value.get(asked), (str, list)) and isinstance(value.get(answered), (str, list)):
            first = value[asked] if isinstance(value[asked], list) else [{"role": "user", "content": value[asked]}]
            return (Conversation((*first, {"role": "assistant", "content": value[answered]}), value.get("system")),)
    return ()


def is_message(value: Any) -> bool:
    """Whether a value looks like one chat message: somebody speaks (`role`, `from`, `type`) and there is something said."""
    if not isinstance(value, dict):
        return False
    speaker = value.get("role", value.get("from", value.get("sender", value.get("type"))))
    if role_of(speaker) is None and not isinstance(value.get("role"), str):
        return False
    return any(key in value for key in ("content", "value", "text", "message", "parts", "tool_calls", "function_call"))


def sample_messages(probe: Probe) -> tuple[list[dict[str, Any]], bool]:
    """Messages at the start of the source for `sniff`, and whether each line is one."""
    if probe.container == "text":
        return [], False
    by_line = probe.container == "lines" and any(is_message(r) for r in probe.records[:1])
    if by_line:
        return [record for record in probe.records if isinstance(record, dict)], True
    value = probe.document if probe.container == "document" else list(probe.records)
    found = conversations_of(value)[:50]
    return [m for one in found for m in one.messages[:200] if isinstance(m, dict)], False


def read_chat(source: Source, options: ReadOptions, name: str, items_of: ItemsOf) -> Iterator[Item]:
    """The items of all conversations of `source`; `items_of` turns one raw message into items."""
    if source.container == "document":
        yield from _read_document(source, name, items_of)
    else:
        yield from _read_lines(source, options, name, items_of)


def _read_document(source: Source, name: str, items_of: ItemsOf) -> Iterator[Item]:
    found = conversations_of(source.document())
    starts = _Growth()
    fresh = [starts.take(one) for one in found]
    total = sum(is_new for _, is_new in fresh)
    notes = tuple(dict.fromkeys(note for one in found for note in one.notes))[:NOTES_MAX]
    if total > 1:
        notes = (f"{total} separate conversations, read one after another", *notes)
    yield TranscriptMeta(name, found[0].session if found else None, None, notes)
    assembler = Assembler()
    number = 0
    for one, (messages, is_new) in zip(found, fresh, strict=True):
        number += is_new
        if is_new and total > 1:
            yield assembler.boundary(number, total)
        yield from _items(assembler, one, messages, is_new, items_of, step=assembler.step)


def _read_lines(source: Source, options: ReadOptions, name: str, items_of: ItemsOf) -> Iterator[Item]:
    records = source.iter_records()
    head: list[Record] = []
    first: Any = None
    for record in records:
        head.append(record)
        if not isinstance(record.value, Malformed):
            first = record.value
            break
    is_line_message = is_message(first) or not conversations_of(first)
    session = _session(first) if isinstance(first, dict) else None
    notes = () if is_line_message else ("each line is a conversation, or a state of one that grows",)
    yield TranscriptMeta(name, session, None, notes)
    assembler, growth = Assembler(), _Growth()
    for record in chain(head, records):
        assembler.at_line(record.line)
        if isinstance(record.value, Malformed):
            yield from broken_items(
                record.line, record.raw, record.value.reason, options, name=source.path_name, torn=record.torn
            )
        elif is_line_message:
            yield from items_of(assembler, record.value)
        elif not (found := conversations_of(record.value)):
            yield from assembler.messages("system", [opaque_part(record.value, "unknown record")], injected=True)
        else:
            for one in found:
                messages, is_new = growth.take(one)
                if is_new and growth.count > 1:
                    yield assembler.boundary(growth.count)
                yield from _items(assembler, one, messages, is_new, items_of)


def _items(
    assembler: Assembler,
    one: Conversation,
    messages: tuple[Any, ...],
    is_new: bool,
    items_of: ItemsOf,
    step: Callable[[], None] | None = None,
) -> Iterator[Item]:
    if is_new and one.system:
        if step:
            step()
        yield from assembler.messages("system", parts_of(one.system))
    for message in messages:
        if step:
            step()
        yield from items_of(assembler, message)


class _Growth:
    """What is new in each state of a list that only grows at its end."""

    def __init__(self) -> None:
        self.count = 0
        self._state: list[bytes] = []

    def take(self, one: Conversation) -> tuple[tuple[Any, ...], bool]:
        """The messages of `one` that the states before it did not have, and whether a new conversation begins."""
        keys = [_key(message) for message in one.messages]
        known = len(self._state)
        shared = min(known, len(keys))
        if self.count and shared and keys[:shared] == self._state[:shared]:
            self._state = max(self._state, keys, key=len)
            return one.messages[known:], False
        self.count += 1
        self._state = keys
        return one.messages, True


def _key(message: Any) -> bytes:
    """A digest by which a message and its echo in the next request agree: role, text, and the ids it carries."""
    if isinstance(message, dict):
        calls = message.get("tool_calls")
        ids = [c.get("id") for c in calls if isinstance(c, dict)] if isinstance(calls, list) else []
        said = [message.get("role", message.get("from")), text_of(message.get("content", message.get("value"))), ids]
        said.append(message.get("tool_call_id"))
    else:
        said = [message]
    return digest(said)


def _exchange(request: dict[str, Any], response: Any) -> tuple[Conversation, ...]:
    return tuple(
        Conversation((*one.messages, *_reply({"response": response})), one.system, one.session, one.notes)
        for one in conversations_of(request)
    )


def _reply(value: dict[str, Any]) -> tuple[Any, ...]:
    """The reply that stands beside a request: OpenAI `choices[0].message`, or an Anthropic message."""
    response = value.get("response") if isinstance(value.get("response"), dict) else value
    if not isinstance(response, dict):
        return ()
    choices = response.get("choices")
    if isinstance(choices, list) and choices and isinstance(choices[0], dict):
        return (choices[0]["message"],) if is_message(choices[0].get("message")) else ()
    return (response,) if response is not value and is_message(response) else ()


def _session(value: dict[str, Any]) -> str | None:
    return next((value[key] for key in _IDS if isinstance(value.get(key), str)), None)


def _notes(value: dict[str, Any]) -> tuple[str, ...]:
    """What a wrapper says of how the run ended, in its own words (mini-swe-agent, tau-bench)."""
    holders = [value, value["info"]] if isinstance(value.get("info"), dict) else [value]
    return tuple(
        f"{key}: {compact_json(holder[key])}"
        for holder in holders
        for key in ("exit_status", "reward", "task_id", "stop_reason")
        if isinstance(holder.get(key), (str, int, float))
    )
