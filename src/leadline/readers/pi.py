"""Sessions of the Pi family, JSONL in versions 1 to 3 (guides/formats.md, section 3).

From version 2 on the entries form a tree: a structural pass finds the path from the last entry to the root, the second
pass reads the lines of that path. A compaction names the first entry that it kept; what stands before it on the path
was replaced. A `branch_summary` stands for an abandoned branch, which is not in the stream: its `replaced` is empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from leadline.core.text.messages import Message, Part, Role
from leadline.readers.port import Compaction, Item, ReadOptions, TranscriptMeta
from leadline.readers.records import Malformed, broken_items
from leadline.readers.render import call_text, compact_json, result_text, strip_ansi, text_of_blocks
from leadline.readers.source import Probe, Record, Source

__all__ = ["NAME", "read", "sniff"]

NAME = "pi"

_NO_CONTENT = frozenset({"session", "model_change", "thinking_level_change", "custom", "label", "session_info"})


def sniff(probe: Probe) -> float:
    """0.9 for a session header with messages behind it, 0.6 for entries whose header is missing."""
    if probe.container != "lines" or not probe.objects:
        return 0.0
    first = probe.objects[0]
    entries = [
        record
        for record in probe.objects
        if record.get("type") == "message" and isinstance(record.get("message"), dict)
    ]
    has_entries = any("role" in entry["message"] for entry in entries) and not any(
        "sessionId" in entry for entry in entries
    )
    if first.get("type") == "session" and "id" in first and ("cwd" in first or has_entries):
        return 0.9
    return 0.6 if has_entries and any("timestamp" in entry for entry in entries) else 0.0


def read(source: Source, options: ReadOptions) -> Iterator[Item]:
    """Items of the live path in file order."""
    path = _find_path(source)
    source.escapes, source.escapes_line = 0, None  # the second pass counts them again
    yield _meta(source, path)
    state = _Reading(path)
    for record in source.iter_records():
        if isinstance(record.value, Malformed) or not isinstance(record.value, dict):
            reason = record.value.reason if isinstance(record.value, Malformed) else "a JSON value, but no object"
            yield from broken_items(record.line, record.raw, reason, options, name=source.path_name, torn=record.torn)
        else:
            yield from state.take(record)


@dataclass(frozen=True, slots=True)
class _Path:
    """Lines off the live path, and where the first kept entries of compactions stand (id or index -> line)."""

    off: frozenset[int]
    line_of_id: dict[str, int]  # of entries that a compaction names
    line_of_index: dict[int, int]
    n_off: int


def _find_path(source: Source) -> _Path:
    lines: dict[str, int] = {}
    parents: dict[str, str | None] = {}
    named_ids: set[str] = set()
    named_indices: set[int] = set()
    line_of_index: dict[int, int] = {}
    last: str | None = None
    spoken: set[str] = set()
    index = -1
    for record in source.iter_records():
        entry = record.value
        if not isinstance(entry, dict):
            continue
        index += 1
        line_of_index[index] = record.line
        if entry.get("type") == "compaction":
            if isinstance(entry.get("firstKeptEntryId"), str):
                named_ids.add(entry["firstKeptEntryId"])
            elif isinstance(entry.get("firstKeptEntryIndex"), int):
                named_indices.add(entry["firstKeptEntryIndex"])
        id = entry.get("id")
        if isinstance(id, str) and "parentId" in entry and id not in parents:
            parents[id] = entry["parentId"] if isinstance(entry["parentId"], str) else None
            lines[id] = record.line
            last = id
            if _string(entry.get("type")) not in _NO_CONTENT:
                spoken.add(id)
    path: set[str] = set()
    at = last
    while at is not None and at in parents and at not in path:
        path.add(at)
        at = parents[at]
    off = {lines[id] for id in parents if id not in path}
    return _Path(
        frozenset(off),
        {id: lines[id] for id in named_ids if id in path},
        # Index 0 is the header: it resolves to nothing, and then nothing was kept.
        {at: line_of_index[at] for at in named_indices if at > 0 and at in line_of_index},
        len(spoken - path),
    )


def _meta(source: Source, path: _Path) -> TranscriptMeta:
    header = next((record for record in source.probe.objects if record.get("type") == "session"), {})
    notes = []
    if path.n_off:
        notes.append(f"{path.n_off} entries on abandoned branches are not part of the main conversation")
    origin = header.get("parentSession") or header.get("branchedFrom")
    if isinstance(origin, str):
        notes.append("this session continues another one, named in its header")
    return TranscriptMeta(NAME, _string(header.get("id")), _string(header.get("cwd")), tuple(notes))


@dataclass(slots=True)
class _Reading:
    """What is known at a line: every message so far with its line, what is in the context, the newest summary."""

    path: _Path
    told: list[tuple[int, str]] = field(default_factory=list)
    context: list[str] = field(default_factory=list)
    newest: Compaction | None = None
    branches: list[str] = field(default_factory=list)  # branch summaries in the context
    ids: set[str] = field(default_factory=set)

    def take(self, record: Record) -> Iterator[Item]:
        entry = record.value
        kind = _string(entry.get("type"))
        if record.line in self.path.off or kind in _NO_CONTENT:
            return
        id = _string(entry.get("id"))
        if not id or id in self.ids:
            id = f"line:{record.line}"
        self.ids.add(id)
        if kind == "compaction":
            yield self._compaction(id, record)
            return
        if kind == "branch_summary":
            yield self._branch_summary(id, record, entry.get("summary"))
            return
        message = entry.get("message") if kind == "message" else entry if kind == "custom_message" else None
        role = message.get("role") if isinstance(message, dict) else None
        if isinstance(message, dict) and role == "compactionSummary":
            yield self._close(
                id, record, _string(message.get("summary")) or text_of_blocks(message.get("content")), None
            )
            return
        if isinstance(message, dict) and role == "branchSummary":
            yield self._branch_summary(id, record, message.get("summary") or text_of_blocks(message.get("content")))
            return
        made = _message(message, id, record) if isinstance(message, dict) else None
        if not isinstance(message, dict):
            part = Part("opaque", compact_json(entry), str(kind))
            made = Message(id, "system", (part,), record.line, _time(entry), injected=True)
        if made is not None:
            self.told.append((record.line, made.id))
            self.context.append(made.id)
            yield made

    def _compaction(self, id: str, record: Record) -> Compaction:
        entry = record.value
        first_kept: int | None
        if isinstance(entry.get("firstKeptEntryId"), str):
            first_kept = self.path.line_of_id.get(entry["firstKeptEntryId"])
        elif isinstance(entry.get("firstKeptEntryIndex"), int):
            first_kept = self.path.line_of_index.get(entry["firstKeptEntryIndex"])
        else:
            first_kept = None
        return self._close(id, record, _string(entry.get("summary")) or "", first_kept)

    def _close(self, id: str, record: Record, summary: str, first_kept: int | None) -> Compaction:
        """Without a first kept entry on the path nothing is kept: the program's loop never switches on."""
        kept = [told for line, told in self.told if first_kept is not None and line >= first_kept]
        still_there = set(kept)
        replaced = [told for told in self.context if told not in still_there]
        if self.newest is not None:
            replaced.insert(0, self.newest.id)
        is_named = bool({"firstKeptEntryId", "firstKeptEntryIndex"} & record.value.keys())
        compaction = Compaction(
            id=id, line=record.line, summary=strip_ansi(summary), opaque=False, replaced=tuple(replaced + self.branches),
            kept=tuple(kept), evidence="explicit" if is_named else "positional",
            trigger="hook" if record.value.get("fromHook") is True else None,
            generation=1 if self.newest is None and not self.branches else 1 + (self.newest.generation if self.newest else 1),
            summary_line=record.line, at=_time(record.value),
        )  # fmt: skip
        self.context, self.newest, self.branches = kept, compaction, []
        return compaction

    def _branch_summary(self, id: str, record: Record, summary: Any) -> Compaction:
        self.branches.append(id)
        return Compaction(
            id=id, line=record.line, summary=strip_ansi(str(summary or "")), opaque=False, replaced=(),
            trigger="branch", summary_line=record.line, at=_time(record.value),
        )  # fmt: skip


def _message(message: dict[str, Any], id: str, record: Record) -> Message | None:
    role = message.get("role")
    at = _time(record.value)
    parts: tuple[Part, ...]
    speaker: Role
    injected = False
    match role:
        case "user":
            speaker, parts = "user", (Part("text", strip_ansi(text_of_blocks(message.get("content")))),)
        case "assistant":
            speaker, parts = "assistant", tuple(_reply_parts(message))
        case "toolResult":
            text = strip_ansi(text_of_blocks(message.get("content")))
            name, call_id = _string(message.get("toolName")), _string(message.get("toolCallId"))
            speaker, parts = "tool", (Part("tool_result", text, name, call_id, message.get("isError") is True),)
        case "bashExecution":  # a command that the user ran, with what it printed
            code = message.get("exitCode")
            output = result_text(str(message.get("output") or ""), code)
            call = Part("tool_call", call_text("bash", {"command": message.get("command")}), "bash")
            speaker, parts = (
                "user",
                (call, Part("tool_result", output, "bash", None, isinstance(code, int) and code != 0)),
            )
        case "custom" | "hookMessage" | None if "content" in message:
            text = strip_ansi(text_of_blocks(message.get("content")))
            speaker, parts, injected = "user", (Part("text", text, _string(message.get("customType"))),), True
        case _:
            speaker, parts, injected = "system", (Part("opaque", compact_json(message), str(role)),), True
    parts = tuple(part for part in parts if part.text)
    return Message(id, speaker, parts, record.line, at, injected) if parts else None


def _reply_parts(message: dict[str, Any]) -> Iterator[Part]:
    content = message.get("content")
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    for block in blocks if isinstance(blocks, list) else ():
        match block.get("type") if isinstance(block, dict) else None:
            case "text":
                yield Part("text", strip_ansi(str(block.get("text") or "")))
            case "thinking":
                yield Part("thinking", strip_ansi(str(block.get("thinking") or "")))
            case "toolCall":
                name = str(block.get("name") or "tool")
                yield Part("tool_call", call_text(name, block.get("arguments")), name, _string(block.get("id")))
            case _:
                yield Part("opaque", compact_json(block))
    if message.get("stopReason") in ("error", "aborted"):
        reason = message.get("errorMessage") or message["stopReason"]
        yield Part("text", strip_ansi(f"{message['stopReason']}: {reason}"), is_error=True)


def _string(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _time(entry: dict[str, Any]) -> str | None:
    return _string(entry.get("timestamp"))
