"""LangChain and LangGraph messages: constructor dumps, flat dumps, `{type, data}`, states, checkpoints and traces.

In: formats.md, section 8; JSON text inside of strings is decoded. Out: port.py's stream. A trace repeats the growing
list in every span: its states are merged, the largest first, and a message counts once, by its id or, where one of two
copies has none, by what it says. A state that begins with a summary follows the states without it: the compaction
replaces the messages of the state before whose ids are gone (explicit); with no such state at hand they are unknown.
Provider-shaped copies of the same messages inside of traces (role/content) are not read again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from leadline.core.text.messages import Message, Part, Role
from leadline.readers.assembler import Assembler, role_of
from leadline.readers.blocks import call_part, decoded, digest, opaque_part, parts_of, result_part
from leadline.readers.leadins import is_summary
from leadline.readers.openai_chat import reasoning_parts
from leadline.readers.port import Item, ReadOptions, TranscriptMeta
from leadline.readers.records import Malformed, broken_items
from leadline.readers.source import Probe, Source

__all__ = ["NAME", "read", "sniff"]

NAME = "langchain"

REMOVE_ALL = "__remove_all__"
_TYPES = frozenset(("human", "ai", "system", "tool", "function", "remove", "chat", "AIMessageChunk", "developer"))
_CLASSES = {
    "HumanMessage": "human", "AIMessage": "ai", "AIMessageChunk": "ai", "SystemMessage": "system",
    "ToolMessage": "tool", "FunctionMessage": "function", "RemoveMessage": "remove", "ChatMessage": "chat",
    "HumanMessageChunk": "human", "ToolMessageChunk": "tool", "SystemMessageChunk": "system",
}  # fmt: skip
_STAMPS = ("startTime", "start_time", "timestamp", "ts", "created_at", "createdAt")


@dataclass(frozen=True, slots=True)
class _Entry:
    """One raw message, whatever its serialisation: `type` in LangChain's words, its fields, its native id."""

    type: str
    fields: dict[str, Any]
    id: str | None

    @property
    def is_summary(self) -> bool:
        extra = self.fields.get("additional_kwargs")
        if isinstance(extra, dict) and extra.get("lc_source") == "summarization":
            return True
        content = self.fields.get("content")
        return self.type in ("human", "system") and isinstance(content, str) and is_summary(content, first=False)


def sniff(probe: Probe) -> float:
    """0.95 for constructor dumps, 0.9 for LangChain's types with its other fields, 0.7 for the types alone, else 0."""
    if probe.container == "text":
        return 0.0
    value = probe.document if probe.container == "document" else list(probe.records)
    states = [entries for _, entries in _states(value)]
    entries = [entry for state in states for entry in state] or [e for r in probe.records if (e := _entry(r))]
    if not entries or not any(entry.type in ("human", "ai") for entry in entries):
        return 0.0
    if '"constructor"' in probe.text and '"lc"' in probe.text:
        return 0.95
    return 0.9 if any("additional_kwargs" in entry.fields or "tool_calls" in entry.fields for entry in entries) else 0.7


def read(source: Source, options: ReadOptions) -> Iterator[Item]:
    """The stream of port.py."""
    merge = _Merge()
    if source.container == "document":
        document = source.document()
        states = [entries for _, entries in _ordered(list(_states(document)))]
        yield TranscriptMeta(NAME, _session(document), None, _notes(states))
        buffer = document.get("moving_summary_buffer") if isinstance(document, dict) else None
        if isinstance(buffer, str) and buffer:
            merge.assembler.step()
            yield merge.assembler.compaction(summary=buffer, evidence="unknown", trigger="ConversationSummaryMemory")
        for state in _by_epoch(states):
            yield from merge.state_items(state, step=True)
        if not states:
            merge.assembler.step()
            yield from merge.assembler.messages("system", [opaque_part(document, "no messages")], injected=True)
        return
    records = source.iter_records()
    head = next(records, None)
    yield TranscriptMeta(NAME, _session(head.value if head else None), None, ())
    for record in chain([head] if head else [], records):
        merge.assembler.at_line(record.line)
        if isinstance(record.value, Malformed):
            yield from broken_items(
                record.line, record.raw, record.value.reason, options, name=source.path_name, torn=record.torn
            )
        elif (entry := _entry(record.value)) is not None:
            yield from merge.entry_items(entry)
        elif states := [entries for _, entries in _states(record.value)]:
            for state in states:
                yield from merge.state_items(state, step=False)
        else:
            part = opaque_part(record.value, "unknown record")
            yield from merge.assembler.messages("system", [part], injected=True)


class _Merge:
    """The union of states, in which each message counts once."""

    def __init__(self) -> None:
        self.assembler = Assembler()
        self._by_id: dict[str, str] = {}  # native id -> message id in the stream
        self._by_text: dict[tuple[str, str, int], tuple[str, bool]] = {}  # what it says -> stream id, had a native id

    def state_items(self, state: list[_Entry], *, step: bool) -> Iterator[Item]:
        """What `state` adds to those before it."""
        known: list[str | None] = []
        seen: dict[tuple[str, str], int] = {}
        for entry in state:
            known.append(self._find(entry, seen))
        removes_all = any(entry.type == "remove" and entry.id == REMOVE_ALL for entry in state)
        here = [id for id in known if id is not None]
        for entry, id in zip(state, known, strict=True):
            if id is not None or (entry.type == "remove" and entry.id == REMOVE_ALL):
                continue
            if step:
                self.assembler.step()
            if entry.is_summary:
                yield from self._summary(entry, here)
            else:
                yield from self.entry_items(entry)
        if removes_all and not any(entry.is_summary for entry in state):
            gone = [id for id in self.assembler.live if id not in here and id not in self._fresh(state)]
            if gone:
                yield self.assembler.compaction(summary=None, replaced=gone, evidence="explicit", trigger="remove")

    def entry_items(self, entry: _Entry) -> Iterator[Item]:
        """One message, as the stream has it."""
        if entry.type == "remove":
            target = self._by_id.get(entry.id or "")
            gone = list(self.assembler.live) if entry.id == REMOVE_ALL else [target] if target else []
            yield self.assembler.compaction(
                summary=None, replaced=gone, native=f"remove:{entry.id}", trigger="remove",
                evidence="explicit" if gone else "unknown",
            )  # fmt: skip
            return
        role, parts = _content(entry)
        for item in self.assembler.turn(role, parts, native=entry.id):
            if isinstance(item, Message):
                self._learn(entry, item.id)
            yield item

    def _summary(self, entry: _Entry, here: list[str]) -> Iterator[Item]:
        live = self.assembler.live
        gone = [id for id in live if id not in here]
        kept = [id for id in live if id in here]
        found = self.assembler.compaction(
            summary=_text(entry), replaced=gone, kept=kept, native=entry.id, trigger="summarization",
            evidence="explicit" if gone else "unknown", summary_line=self.assembler.line,
        )  # fmt: skip
        self._learn(entry, found.id)
        yield found

    def _find(self, entry: _Entry, seen: dict[tuple[str, str], int]) -> str | None:
        said = _said(entry)
        nth = seen[said] = seen.get(said, 0) + 1
        if entry.id is not None and entry.id in self._by_id:
            return self._by_id[entry.id]
        found = self._by_text.get((*said, nth))
        # Two ids are two messages, however alike; where one copy has none, what they say decides.
        if found is None or (entry.id is not None and found[1]):
            return None
        return found[0]

    def _fresh(self, state: list[_Entry]) -> set[str]:
        return {self._by_id[entry.id] for entry in state if entry.id in self._by_id}

    def _learn(self, entry: _Entry, id: str) -> None:
        if entry.id is not None:
            self._by_id[entry.id] = id
        said, nth = _said(entry), 1
        while (*said, nth) in self._by_text:
            nth += 1
        self._by_text[*said, nth] = (id, entry.id is not None)


def _entry(value: Any) -> _Entry | None:
    """A raw message in one of LangChain's own serialisations, or None."""
    if not isinstance(value, dict):
        return None
    fields, kind = value, value.get("type") if isinstance(value.get("type"), str) else None
    path = value.get("id")
    if "lc" in value and isinstance(value.get("kwargs"), dict):
        name = path[-1] if isinstance(path, list) and path else None
        fields, kind = value["kwargs"], _CLASSES.get(name) if isinstance(name, str) else None
    elif kind in _TYPES and isinstance(value.get("data"), dict):
        fields = value["data"]
    elif kind not in _TYPES or not ("content" in value or kind == "remove"):
        return None
    if not isinstance(kind, str):
        return None
    native = fields.get("id")
    return _Entry("ai" if kind == "AIMessageChunk" else kind, fields, native if isinstance(native, str) else None)


def _states(value: Any, stamp: str = "") -> Iterator[tuple[str, list[_Entry]]]:
    """All lists of messages in a value, with the time of the record around them ('' if there is none)."""
    value = decoded(value)
    if isinstance(value, list):
        entries = [_entry(item) for item in value]
        found = [entry for entry in entries if entry is not None]
        if found and len(found) * 2 > len(value):
            yield stamp, found
            return
        for item in value:
            yield from _states(item, stamp)
    elif isinstance(value, dict):
        stamp = next((value[key] for key in _STAMPS if isinstance(value.get(key), str)), stamp)
        given = [list(_states(value[key], stamp)) for key in ("input", "inputs") if key in value]
        made = [list(_states(value[key], stamp)) for key in ("output", "outputs") if key in value]
        given, made = [states for states in given if states], [states for states in made if states]
        if given and made:
            # A node returns what it adds: the state after it is its input and its output together.
            yield from chain(*given)
            yield from chain(*made[:-1], made[-1][:-1])
            before, (_, added) = given[-1][-1][1], made[-1][-1]
            yield stamp, _reduced(before, added)
        else:
            yield from chain(*given, *made)
        for key, item in value.items():
            if key not in ("input", "inputs", "output", "outputs", "metadata", "tools"):
                yield from _states(item, stamp)


def _reduced(before: list[_Entry], added: list[_Entry]) -> list[_Entry]:
    """LangGraph's `add_messages` for one update."""
    if any(entry.type == "remove" for entry in added):
        return added
    ids = {entry.id for entry in added if entry.id}
    said = set(map(_said, added))
    repeats = any(entry.id in ids or _said(entry) in said for entry in before)
    return added if repeats else [*before, *added]


def _ordered(states: list[tuple[str, list[_Entry]]]) -> list[tuple[str, list[_Entry]]]:
    return sorted(states, key=lambda pair: pair[0]) if all(stamp for stamp, _ in states) else states


def _by_epoch(states: list[list[_Entry]]) -> list[list[_Entry]]:
    """States grouped by the summary they begin with, in order of appearance (none first); in a group the largest first."""
    groups: dict[str, list[list[_Entry]]] = {"": []}
    for state in states:
        summary = next((entry for entry in state if entry.is_summary), None)
        groups.setdefault(_text(summary) if summary else "", []).append(state)
    return [state for group in groups.values() for state in sorted(group, key=len, reverse=True)]


def _content(entry: _Entry) -> tuple[Role, list[Part]]:
    fields = entry.fields
    extra = fields.get("additional_kwargs")
    extra = extra if isinstance(extra, dict) else {}
    if entry.type in ("tool", "function"):
        failed = fields.get("status") == "error"
        body = fields.get("content")
        return "tool", [result_part(body, fields.get("tool_call_id"), name=fields.get("name"), is_error=failed)]
    parts = reasoning_parts({**extra, **fields}) + parts_of(fields.get("content") or None)
    called = {part.call_id for part in parts if part.kind == "tool_call"}  # provider blocks repeat the calls
    for call in _calls(fields, extra):
        if call.call_id is None or call.call_id not in called:
            parts.append(call)
    named = fields.get("role") if entry.type == "chat" else entry.type
    role = role_of(named)
    if role is None:
        return "system", [opaque_part(fields.get("content"), f"role {named}")]
    return role, parts


def _calls(fields: dict[str, Any], extra: dict[str, Any]) -> list[Part]:
    own, raw = fields.get("tool_calls"), extra.get("tool_calls")
    parts: list[Part] = []
    for call in own if isinstance(own, list) and own else raw if isinstance(raw, list) else ():
        if not isinstance(call, dict):
            continue
        function = call.get("function")
        holder = function if isinstance(function, dict) else call
        parts.append(call_part(holder.get("name"), holder.get("args", holder.get("arguments")), call.get("id")))
    broken = fields.get("invalid_tool_calls")
    for call in broken if isinstance(broken, list) else ():
        if isinstance(call, dict):
            parts.append(call_part(call.get("name"), call.get("args"), call.get("id")))
            parts.append(opaque_part(call.get("error") or "the arguments could not be read", "invalid tool call"))
    return parts


def _said(entry: _Entry) -> tuple[str, str]:
    """By what two copies of a message agree where one has no id; of a result, the call that it answers."""
    call_id = entry.fields.get("tool_call_id")
    return (entry.type, f"call {call_id}" if isinstance(call_id, str) else digest(_text(entry)).hex())


def _text(entry: _Entry) -> str:
    return "\n".join(part.text for part in _content(entry)[1])


def _session(value: Any) -> str | None:
    if not isinstance(value, dict):
        return None
    holders = [
        value,
        *(v for k, v in value.items() if k in ("trace", "configurable", "config") and isinstance(v, dict)),
    ]
    keys = ("thread_id", "sessionId", "session_id", "traceId", "trace_id")
    return next((h[key] for h in holders for key in keys if isinstance(h.get(key), str)), None)


def _notes(states: list[list[_Entry]]) -> tuple[str, ...]:
    if len(states) < 2:
        return ()
    return (f"{len(states)} states of the message list in this trace, merged; each message counts once",)
