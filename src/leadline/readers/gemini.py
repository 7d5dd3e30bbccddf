"""Gemini CLI sessions: one JSON document, or JSON lines with `$set` and `$rewindTo`; and raw API contents.

guides/formats.md, section 11. In the line form a later line may overwrite a message, take back everything from a message
on, or replace the whole list, so a first pass plans which line tells which message (ids and byte offsets only) and the
second reads the plan. A replaced list is a compaction only where ids disappear and a `<state_snapshot>` appears.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from leadline.core.text.messages import Message, Part
from leadline.readers.gemini_plan import Broken, Place, make_plan, message_at
from leadline.readers.port import Compaction, Item, ReadOptions, TranscriptMeta
from leadline.readers.records import broken_items
from leadline.readers.render import call_text, compact_json, dicts_in, strip_ansi, text_of_blocks
from leadline.readers.source import Probe, Source

__all__ = ["NAME", "read", "sniff"]

NAME = "gemini-cli"

_INJECTED = ("<session_context>", "This is the Gemini CLI. We are setting up the context for our chat.")


def sniff(probe: Probe) -> float:
    """0.95 for a session with project hash, 0.8 for its lines without header, 0.7 for raw API contents."""
    objects = probe.objects
    if not objects:
        return 0.0
    first = objects[0]
    if "sessionId" in first and "projectHash" in first:
        return 0.95
    if isinstance(first.get("messages"), list) and any(
        isinstance(m, dict) and m.get("type") == "gemini" for m in first["messages"]
    ):
        return 0.8
    if any("$set" in record or "$rewindTo" in record for record in objects):
        return 0.8
    if any(record.get("type") == "gemini" and "id" in record for record in objects):
        return 0.8
    is_raw = all(
        record.get("role") in ("user", "model", "function") and isinstance(record.get("parts"), list)
        for record in objects
    )
    return 0.7 if is_raw else 0.0


def read(source: Source, options: ReadOptions) -> Iterator[Item]:
    """Items in conversation order."""
    if source.container == "document":
        document = source.document()
        header = document if isinstance(document, dict) else {}
        messages = header.get("messages", document)
        yield _meta(header, 0)
        used: set[object] = set()
        for number, message in enumerate(messages if isinstance(messages, list) else (), start=1):
            if isinstance(message, dict):
                native = _string(message.get("id"))
                yield from _messages_of(message, None if native in used else native, f"index:{number}", number)
                used.add(native)
        return
    yield from _read_lines(source, options)


def _meta(header: dict[str, Any], n_taken_back: int) -> TranscriptMeta:
    notes = []
    if header.get("kind") == "subagent":
        notes.append("this is the session of a sub-agent")
    if n_taken_back:
        notes.append(f"{n_taken_back} messages were taken back by a rewind and are left out")
    return TranscriptMeta(NAME, _string(header.get("sessionId")), None, tuple(notes))


def _read_lines(source: Source, options: ReadOptions) -> Iterator[Item]:
    plan = make_plan(source)
    source.escapes, source.escapes_line = plan.escapes, plan.escapes_line
    header = next((record for record in source.probe.objects if "sessionId" in record), {})
    yield _meta(header, plan.n_taken_back)
    generation = 0
    newest: str | None = None
    told: dict[str, tuple[str, ...]] = {}  # native id -> ids of its messages
    for step in plan.steps:
        if isinstance(step, Broken):
            raw = step.oversize or source.record_at(step.line, step.offset, step.length).raw
            yield from broken_items(step.line, raw, step.reason, options, name=source.path_name, torn=step.torn)
            continue
        if isinstance(step, Place):
            messages = tuple(_messages_of(message_at(source, step), step.id, f"line:{step.line}", step.line))
            told[step.id] = tuple(message.id for message in messages)
            yield from messages
            continue
        summary = text_of_blocks(message_at(source, step.summary).get("content"))
        before = () if newest is None else (newest,)
        generation += 1
        newest = step.summary.id
        yield Compaction(
            id=newest, line=step.summary.line, summary=strip_ansi(summary), opaque=False,
            replaced=before + tuple(id for native in step.replaced for id in told.get(native, ())),
            kept=tuple(id for native in step.kept for id in told.get(native, ())),
            generation=generation, summary_line=step.summary.line, at=step.at,
        )  # fmt: skip


def _messages_of(message: dict[str, Any], native: Any, fallback: str, line: int) -> Iterator[Message]:
    """One record's messages: what was said with the calls, then the calls' results."""
    id = native if isinstance(native, str) and native else fallback
    at = _string(message.get("timestamp"))
    kind = message.get("type") or message.get("role")
    content = message.get("content") if "content" in message else message.get("parts")
    said, results = _content_parts(content)
    if kind in ("gemini", "model"):
        thoughts = [_thought(thought) for thought in dicts_in(message.get("thoughts"))]
        calls = dicts_in(message.get("toolCalls"))
        parts = [*thoughts, *said, *(_call_part(call) for call in calls)]
        results = [*results, *(part for call in calls for part in _result_parts(call))]
        groups = [("assistant", parts, False), ("tool", results, False)]
    elif kind in ("user", "function"):
        injected = bool(said) and said[0].text.startswith(_INJECTED)
        groups = [("tool", results, False), ("user", said, injected)]
    elif kind in ("info", "warning", "error"):
        groups = [("system", [Part("text", part.text, is_error=kind == "error") for part in said], True)]
    else:
        groups = [("system", [Part("opaque", compact_json(message), str(kind))], True)]
    used = [group for group in groups if any(part.text for part in group[1])]
    for n, (role, parts, is_injected) in enumerate(used):
        kept = tuple(part for part in parts if part.text)
        yield Message(id if n == 0 else f"{id}/{n}", role, kept, line, at, is_injected)  # type: ignore[arg-type]


def _content_parts(content: Any) -> tuple[list[Part], list[Part]]:
    """What was said (with calls in raw contents), and results."""
    said: list[Part] = []
    results: list[Part] = []
    for block in content if isinstance(content, list) else [content] if content else []:
        if isinstance(block, dict) and isinstance(block.get("functionCall"), dict):
            said.append(_call_part(block["functionCall"]))
        elif isinstance(block, dict) and isinstance(block.get("functionResponse"), dict):
            results.append(_response_part(block["functionResponse"], None, None, False))
        elif isinstance(block, dict) and block.get("thought") is True:
            said.append(Part("thinking", strip_ansi(str(block.get("text") or ""))))
        else:
            said.append(Part("text", strip_ansi(text_of_blocks([block]))))
    return said, results


def _thought(thought: dict[str, Any]) -> Part:
    words = [str(thought[key]) for key in ("subject", "description") if thought.get(key)]
    return Part("thinking", strip_ansi(": ".join(words)))


def _call_part(call: dict[str, Any]) -> Part:
    name = str(call.get("name") or "tool")
    return Part("tool_call", call_text(name, call.get("args")), name, _string(call.get("id")))


def _result_parts(call: dict[str, Any]) -> Iterator[Part]:
    name, call_id = _string(call.get("name")), _string(call.get("id"))
    failed = call.get("status") in ("error", "cancelled")
    result = call.get("result")
    responses = [
        item["functionResponse"] for item in dicts_in(result) if isinstance(item.get("functionResponse"), dict)
    ]
    for response in responses:
        yield _response_part(response, name, call_id, failed)
    if not responses:
        shown = result if isinstance(result, str) else call.get("resultDisplay")
        text = shown if isinstance(shown, str) else compact_json(shown) if shown else str(call.get("status") or "")
        if text:
            yield Part("tool_result", strip_ansi(text), name, call_id, failed)


def _response_part(response: dict[str, Any], name: str | None, call_id: str | None, failed: bool) -> Part:
    body = response.get("response")
    body = body if isinstance(body, dict) else {"output": body}
    text = body.get("output", body.get("error", body.get("result")))
    text = text if isinstance(text, str) else text_of_blocks(text) if isinstance(text, list) else compact_json(body)
    is_error = failed or ("error" in body and "output" not in body)
    return Part(
        "tool_result",
        strip_ansi(text),
        name or _string(response.get("name")),
        call_id or _string(response.get("id")),
        is_error,
    )


def _string(value: Any) -> str | None:
    return value if isinstance(value, str) else None
