"""Codex rollout JSONL (guides/formats.md, section 2), with or without the envelope of `type` and `payload`.

`response_item` is what the model sees and becomes messages; `event_msg` repeats it for the screen and is read only for
what stands nowhere else (errors, aborted turns, rolled-back turns). Turns that were taken back are left out. File order
is the only order. A compaction's summary is never a message; a remote one is opaque.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from leadline.core.text.messages import Message, Part, Role
from leadline.readers.codex_compaction import Entry, item_key, outcome_of
from leadline.readers.port import Compaction, Item, ReadOptions, TranscriptMeta
from leadline.readers.records import Malformed, broken_items
from leadline.readers.render import arguments_of, call_text, compact_json, result_text, strip_ansi, text_of_blocks
from leadline.readers.source import Probe, Record, Source

__all__ = ["NAME", "read", "sniff"]

NAME = "codex"

_ENVELOPES = frozenset(
    {
        "session_meta", "response_item", "event_msg", "turn_context", "compacted", "world_state",
        "inter_agent_communication_metadata", "retained_context",
    }
)  # fmt: skip
_NO_CONTENT = frozenset({"session_meta", "turn_context", "world_state", "inter_agent_communication_metadata"})
# Events that repeat a response item, or only drive the screen.
_SCREEN = re.compile(
    r"user_message|agent_message\w*|agent_reasoning\w*|task_\w+|turn_started|turn_complete|token_count|context_compacted|"
    r"\w+_(?:begin|end|delta|started|completed|updated|applied|changed|activity|assessment|requested|request|response)|"
    r"(?:entered|exited)_review_mode|thread_rolled_back|view_image_tool_call|session_configured|background_event|turn_diff|"
    r"plan_update|warning|deprecation_notice|shutdown_complete"
)
_ITEMS_WITHOUT_TEXT = frozenset({"ghost_snapshot"})
_OPAQUE_SUMMARIES = frozenset({"compaction", "compaction_summary", "context_compaction"})
_BARE_ITEMS = frozenset({"message", "reasoning", "function_call", "function_call_output", "local_shell_call"})
_INJECTED = (
    "# AGENTS.md instructions", "<environment_context>", "<permissions instructions>", "<user_instructions>",
    "<turn_aborted>", "<subagent_notification>", "<skill>", "<user_shell_command>", "<collaboration_mode>",
    "<personality_spec>", "<INSTRUCTIONS>",
)  # fmt: skip
_EXIT = re.compile(r"(?:Process exited with code|Exit code:?) (-?\d+)")


def sniff(probe: Probe) -> float:
    """0.95 for enveloped lines, 0.6 for the bare items of 2025 behind their header line."""
    if probe.container != "lines" or not probe.objects:
        return 0.0
    if any(
        _string(record.get("type")) in _ENVELOPES and isinstance(record.get("payload"), dict)
        for record in probe.objects
    ):
        return 0.95
    first = probe.objects[0]
    is_old = {"id", "timestamp", "instructions"} <= first.keys() and "type" not in first
    return 0.6 if is_old and any(_string(record.get("type")) in _BARE_ITEMS for record in probe.objects) else 0.0


def read(source: Source, options: ReadOptions) -> Iterator[Item]:
    """Items in file order without the turns that were rolled back."""
    taken_back = _lines_taken_back(source)
    yield _meta(source, sum(end - start for start, end in taken_back))
    state = _Reading()
    for record in source.iter_records():
        if any(start <= record.line < end for start, end in taken_back):
            continue
        if isinstance(record.value, Malformed) or not isinstance(record.value, dict):
            reason = record.value.reason if isinstance(record.value, Malformed) else "a JSON value, but no object"
            yield from broken_items(record.line, record.raw, reason, options, name=source.path_name, torn=record.torn)
        else:
            yield from state.take(record)
    yield from state.flush()


def _meta(source: Source, n_lines_taken_back: int) -> TranscriptMeta:
    payloads = [record.get("payload") for record in source.probe.objects if record.get("type") == "session_meta"]
    headers = [payload for payload in payloads if isinstance(payload, dict)] or list(source.probe.objects[:1])
    notes = []
    if n_lines_taken_back:
        notes.append(f"{n_lines_taken_back} lines belong to turns that were rolled back and are left out")
    origin = headers[0].get("source")
    if isinstance(origin, dict) and "subagent" in origin:
        notes.append("this is the session of a sub-agent")
    session = headers[0].get("id") or headers[0].get("session_id")
    return TranscriptMeta(NAME, _string(session), _string(headers[0].get("cwd")), tuple(notes))


def _lines_taken_back(source: Source) -> tuple[tuple[int, int], ...]:
    """Line ranges (half-open) of the user turns that `thread_rolled_back` events took back; mostly none."""
    if not any(b"thread_rolled_back" in raw for _, raw in source.iter_lines()):
        return ()
    turns: list[int] = []  # first lines of the user turns that still stand
    ranges: list[tuple[int, int]] = []
    for record in source.iter_records():
        value = record.value
        payload = value.get("payload") if isinstance(value, dict) else None
        if not isinstance(payload, dict):
            continue
        if value.get("type") == "response_item" and payload.get("role") == "user":
            if any(not _is_injected(text) for text in _texts(payload.get("content"))):
                turns.append(record.line)
        elif value.get("type") == "event_msg" and payload.get("type") == "thread_rolled_back":
            n = payload.get("num_turns")
            n = min(n, len(turns)) if isinstance(n, int) and n > 0 else 0
            if n:
                ranges.append((turns[-n], record.line))
                del turns[-n:]
    source.escapes, source.escapes_line = 0, None  # the second pass counts them again
    return tuple(ranges)


@dataclass(slots=True)
class _Reading:
    """What is known at a line: the entries in the context, ids in use, the newest compaction, one waiting to be told."""

    context: list[Entry] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)  # call id -> tool name, of calls without an output so far
    newest: Compaction | None = None
    waiting: Record | None = None  # a stand-alone opaque item; a `compacted` record may tell the same

    def take(self, record: Record) -> Iterator[Item]:
        kind = _string(record.value.get("type"))
        payload = record.value.get("payload")
        if kind == "compacted" and isinstance(payload, dict):
            self.waiting = None
            yield self._compaction(record, payload)
        elif kind == "event_msg" and isinstance(payload, dict):
            yield from self._take_event(record, payload)
        elif kind == "response_item" and isinstance(payload, dict):
            yield from self._take_item(record, payload)
        elif kind in _BARE_ITEMS and payload is None:
            yield from self._take_item(record, record.value)
        elif (
            kind is None
            and "payload" not in record.value
            and ("instructions" in record.value or "record_type" in record.value)
        ):
            return  # header and state lines of the releases without envelope
        elif kind not in _NO_CONTENT:
            yield from self._emit_opaque(record, kind)

    def flush(self) -> Iterator[Item]:
        """The stand-alone opaque compaction that no `compacted` record told."""
        if self.waiting is not None:
            record, self.waiting = self.waiting, None
            yield self._close(record, None, True, (), tuple(self.context), "positional")

    def _take_event(self, record: Record, event: dict[str, Any]) -> Iterator[Item]:
        kind = str(event.get("type"))
        if kind in ("error", "stream_error"):
            text, is_error = f"error: {event.get('message')}", True
        elif kind == "turn_aborted":
            text, is_error = f"turn aborted: {event.get('reason')}", False
        elif _SCREEN.fullmatch(kind):
            return
        else:
            yield from self._emit_opaque(record, kind)
            return
        yield from self.flush()
        part = Part("text", strip_ansi(text), is_error=is_error)
        yield Message(f"line:{record.line}", "system", (part,), record.line, _time(record), injected=True)

    def _take_item(self, record: Record, item: dict[str, Any]) -> Iterator[Item]:
        kind = _string(item.get("type"))
        if kind in _ITEMS_WITHOUT_TEXT:
            return
        if kind in _OPAQUE_SUMMARIES:
            if self.newest is None or self.context != list(self._kept_by_newest()):
                self.waiting = record
            return
        if (
            self.newest is not None
            and item.get("role") == "user"
            and text_of_blocks(item.get("content")) == self.newest.summary
        ):
            return  # the summary itself, written again as the user message that the model sees
        messages = tuple(self._messages(record, item))
        if not messages:
            return
        yield from self.flush()
        role = item.get("role")
        typed = any(message.role == "user" and not message.injected for message in messages)
        fate = "user" if typed else "context" if role in ("user", "developer", "system") else "work"
        n_bytes = sum(len(message.text.encode()) for message in messages if not message.injected) if typed else 0
        self.context.append(Entry(tuple(message.id for message in messages), item_key(item), fate, n_bytes))  # type: ignore[arg-type]
        yield from messages

    def _kept_by_newest(self) -> Iterator[Entry]:
        kept = set(self.newest.kept) if self.newest is not None else set()
        return (entry for entry in self.context if entry.ids[0] in kept)

    def _messages(self, record: Record, item: dict[str, Any]) -> Iterator[Message]:
        id = self._id_of(record, item)
        groups: list[tuple[Role, tuple[Part, ...], bool]]
        if item.get("type") == "message":
            groups = _message_groups(item)
        else:
            role, part, injected = _part_of(item)
            if part is not None and part.call_id and part.kind == "tool_call" and part.name:
                self.names[part.call_id] = part.name
            elif part is not None and part.call_id and part.kind == "tool_result":
                part = replace(part, name=self.names.pop(part.call_id, None))
            groups = [(role, (part,), injected)] if part is not None else []
        for n, (role, parts, injected) in enumerate(groups):
            # The first keeps the native id; what else stands in the same record is numbered.
            yield Message(id if n == 0 else f"{id}/{n}", role, parts, record.line, _time(record), injected)

    def _emit_opaque(self, record: Record, kind: object) -> Iterator[Item]:
        yield from self.flush()
        part = Part("opaque", compact_json(record.value), str(kind))
        yield Message(f"line:{record.line}", "system", (part,), record.line, _time(record), injected=True)

    def _id_of(self, record: Record, item: dict[str, Any]) -> str:
        id = item.get("id")
        if not isinstance(id, str) or not id or id in self.ids:
            return f"line:{record.line}"
        self.ids.add(id)
        return id

    def _compaction(self, record: Record, payload: dict[str, Any]) -> Compaction:
        done = outcome_of(payload, self.context)
        return self._close(record, done.summary, done.opaque, done.kept, done.replaced, done.evidence)

    def _close(
        self, record: Record, summary: str | None, opaque: bool, kept: tuple[Entry, ...],
        replaced: tuple[Entry, ...], evidence: Any,
    ) -> Compaction:  # fmt: skip
        before = () if self.newest is None else (self.newest.id,)
        compaction = Compaction(
            id=f"line:{record.line}", line=record.line, summary=summary, opaque=opaque,
            replaced=before + tuple(id for entry in replaced for id in entry.ids),
            kept=tuple(id for entry in kept for id in entry.ids), evidence=evidence,
            generation=1 if self.newest is None else self.newest.generation + 1,
            summary_line=None if summary is None else record.line, at=_time(record),
        )  # fmt: skip
        self.context, self.newest = list(kept), compaction
        return compaction


def _message_groups(item: dict[str, Any]) -> list[tuple[Role, tuple[Part, ...], bool]]:
    role = item.get("role")
    texts = _texts(item.get("content"))
    if role == "assistant":
        return [("assistant", tuple(Part("text", text) for text in texts), False)] if texts else []
    if role != "user":
        return [("system", tuple(Part("text", text) for text in texts), True)] if texts else []
    typed = tuple(Part("text", text) for text in texts if not _is_injected(text))
    injected = tuple(Part("text", text) for text in texts if _is_injected(text))
    groups: list[tuple[Role, tuple[Part, ...], bool]] = [("user", typed, False), ("user", injected, True)]
    return [group for group in groups if group[1]]


def _part_of(item: dict[str, Any]) -> tuple[Role, Part | None, bool]:
    """Role, part and whether it was injected, of an item that is no message; no part where there is nothing to read."""
    kind = str(item.get("type"))
    call_id = _string(item.get("call_id"))
    if kind == "reasoning":
        text = "\n".join(filter(None, (text_of_blocks(item.get("summary")), text_of_blocks(item.get("content")))))
        return "assistant", Part("thinking", strip_ansi(text)) if text else None, False
    if kind in ("function_call", "custom_tool_call", "tool_search_call"):
        name = str(item.get("name") or kind.removesuffix("_call"))
        arguments = arguments_of(item.get("arguments") if kind != "custom_tool_call" else item.get("input"))
        return "assistant", Part("tool_call", call_text(name, arguments), name, call_id), False
    if kind.endswith("_output"):
        text, is_error = _output(item.get("output", item.get("tools")))
        return "tool", Part("tool_result", text, None, call_id, is_error), False
    if kind.endswith("_call"):
        name = kind.removesuffix("_call")
        action = item.get("action") if isinstance(item.get("action"), dict) else None
        arguments = action or {"prompt": item.get("revised_prompt")}
        arguments = {key: value for key, value in arguments.items() if key != "type"}
        return "assistant", Part("tool_call", call_text(name, arguments), name, call_id), False
    if kind == "agent_message":
        names = f"{item.get('author')} to {item.get('recipient')}: "
        return "user", Part("text", names + "\n".join(_texts(item.get("content")))), True
    return "system", Part("opaque", compact_json(item), kind), True


def _output(output: Any) -> tuple[str, bool]:
    """Text of a result and whether it failed."""
    decoded = arguments_of(output) if isinstance(output, str) and output.startswith('{"output"') else output
    exit_code: object = None
    is_error = False
    if isinstance(decoded, dict) and "output" in decoded:
        metadata = decoded.get("metadata")
        exit_code = metadata.get("exit_code") if isinstance(metadata, dict) else None
        decoded = decoded["output"]
    elif isinstance(decoded, dict) and "content" in decoded:
        is_error = decoded.get("success") is False
        decoded = decoded["content"]
    text = result_text(text_of_blocks(decoded), exit_code)
    found = _EXIT.search(text[:400])
    if exit_code is None and found:
        exit_code = int(found[1])
    return text, is_error or (isinstance(exit_code, int) and exit_code != 0)


def _texts(content: Any) -> list[str]:
    blocks = content if isinstance(content, list) else [content]
    texts = []
    for block in blocks:
        if isinstance(block, dict) and block.get("type") == "encrypted_content":
            texts.append("[encrypted]")
        elif block is not None:
            texts.append(strip_ansi(text_of_blocks([block])))
    return [text for text in texts if text]


def _is_injected(text: str) -> bool:
    return text.lstrip().startswith(_INJECTED)


def _string(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _time(record: Record) -> str | None:
    return _string(record.value.get("timestamp"))
