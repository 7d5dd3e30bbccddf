"""Cline and Roo: the SDK's session document, the API history list, and the list of what the screen showed.

guides/formats.md, section 10. The SDK writes a compacted context as a document of its own: the originals are in another
one, so `replaced` is empty and the evidence `unknown`. Roo keeps everything in one list and tags what a summary replaced
(`condenseParent`); a tag whose summary is gone is an orphan and its message is live. The screen list is `cline_ui`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from leadline.core.text.messages import Message, Part
from leadline.readers import cline_ui
from leadline.readers.port import Compaction, Item, ReadOptions, TranscriptMeta
from leadline.readers.render import arguments_of, strip_ansi, text_of_blocks
from leadline.readers.source import Probe, Source
from leadline.readers.user_records import reply_parts, split_user

__all__ = ["NAME", "read", "sniff"]

NAME = "cline"

_TAGS = frozenset(
    {"condenseId", "condenseParent", "truncationId", "truncationParent", "isSummary", "isTruncationMarker"}
)
_INJECTED = (
    "<environment_details>",
    "<SYSTEM_NOTICE>",
    "<system-reminder>",
    "[TASK RESUMPTION]",
    "[file ",
    "<explicit_instructions",
)
# Before tool blocks existed, a result was a user text with this heading (10.1).
_OLD_RESULT = re.compile(r"\[(\w+)(?: for [^\n]*)?\] Result:")


def sniff(probe: Probe) -> float:
    """0.9 for an SDK document or a screen list, 0.75 for an API list with Cline's or Roo's own keys."""
    if probe.container != "document":
        return 0.0
    document = probe.document
    if isinstance(document, dict):
        messages = document.get("messages")
        if not isinstance(messages, list) or not {"sessionId", "agent"} <= document.keys():
            return 0.0
        return 0.9 if all("role" in message for message in messages if isinstance(message, dict)) else 0.0
    objects = probe.objects
    if cline_ui.sniff_records(objects):
        return 0.9
    spoken = [record for record in objects if record.get("role") in ("user", "assistant") and "content" in record]
    own = any(_TAGS & record.keys() or isinstance(record.get("ts"), int) for record in spoken)
    return 0.75 if spoken and own else 0.0


def read(source: Source, options: ReadOptions) -> Iterator[Item]:
    """Items in the order of the list."""
    document = source.document()
    if isinstance(document, dict):
        yield TranscriptMeta(NAME, str(document["sessionId"]) if document.get("sessionId") else None)
        yield from _read_session([message for message in document["messages"] if isinstance(message, dict)])
        return
    records = [record if isinstance(record, dict) else {"type": "unknown", "value": record} for record in document]
    if cline_ui.sniff_records(records):
        yield TranscriptMeta(NAME)
        yield from cline_ui.read_records(records)
        return
    yield TranscriptMeta("roo" if any(_TAGS & record.keys() for record in records) else NAME)
    yield from _read_api_list(records)


def _read_session(messages: list[dict[str, Any]]) -> Iterator[Item]:
    """A compacted document begins with what was kept: its compaction is told behind that."""
    waiting: list[Compaction] = []
    kept: list[str] = []
    used: set[str] = set()
    last_kept = max(
        (n for n, message in enumerate(messages, 1) if _metadata(message).get("compaction") == "preserved"), default=0
    )
    for number, message in enumerate(messages, start=1):
        metadata = _metadata(message)
        id = _id_of(message, number)
        id = f"index:{number}" if id in used else id
        used.add(id)
        if metadata.get("kind") == "compaction_summary":
            summary = metadata.get("summary") or text_of_blocks(message.get("content"))
            waiting.append(_elsewhere(id, number, str(summary), "agentic", message))
        else:
            if metadata.get("kind") == "compaction":
                # No model wrote this one: its text is the notices that were put into the kept user messages.
                notices = "\n\n".join(text for other in messages for text in _notices(other))
                waiting.append(_elsewhere(f"{id}/compaction", number, notices or None, "basic", message))
            told = tuple(_messages_of(message, id, number))
            if metadata.get("compaction") == "preserved" or metadata.get("kind") == "compaction":
                kept.extend(item.id for item in told)
            yield from told
        if number >= last_kept:
            for compaction in waiting:
                yield replace(compaction, kept=tuple(kept))
            waiting = []


def _elsewhere(id: str, number: int, summary: str | None, trigger: str, message: dict[str, Any]) -> Compaction:
    """A compaction whose originals are in another document."""
    return Compaction(
        id=id, line=number, summary=None if summary is None else strip_ansi(summary), opaque=False, replaced=(),
        evidence="unknown", trigger=trigger, summary_line=number, at=_time(message),
    )  # fmt: skip


def _read_api_list(records: list[dict[str, Any]]) -> Iterator[Item]:
    """A flat list; with Roo's tags, each summary stands where it is and names what it replaced."""
    told: dict[int, tuple[str, ...]] = {}
    compactions: dict[str, Compaction] = {}  # by condense or truncation id
    parents: dict[str, list[int]] = {}
    for at, record in enumerate(records):
        for key in ("condenseParent", "truncationParent"):
            if isinstance(record.get(key), str):
                parents.setdefault(record[key], []).append(at)
    for at, record in enumerate(records):
        number = at + 1
        own = record.get("condenseId") or record.get("truncationId")
        if record.get("isSummary") is True or record.get("isTruncationMarker") is True:
            tagged = parents.get(own, []) if isinstance(own, str) else []
            id = own if isinstance(own, str) and own not in compactions else f"index:{number}"
            is_summary = record.get("isSummary") is True
            nested = [compactions[key] for key in _own_ids(records, tagged) if key in compactions]
            replaced = tuple(id for index in tagged for id in told.get(index, ()))
            compaction = Compaction(
                id=id, line=number, summary=strip_ansi(text_of_blocks(record.get("content"))) if is_summary else None,
                opaque=False, replaced=replaced, evidence="explicit" if tagged else "unknown",
                trigger=None if is_summary else "truncation",
                generation=1 + max((old.generation for old in nested if old.summary is not None), default=0),
                summary_line=number if is_summary else None, at=_time(record),
            )  # fmt: skip
            compactions[own if isinstance(own, str) else id] = compaction
            told[at] = (compaction.id,)
            yield compaction
            continue
        messages = tuple(_messages_of(record, f"index:{number}", number))
        told[at] = tuple(message.id for message in messages)
        yield from messages


def _own_ids(records: list[dict[str, Any]], indices: list[int]) -> Iterator[str]:
    for index in indices:
        own = records[index].get("condenseId") or records[index].get("truncationId")
        if isinstance(own, str):
            yield own


def _messages_of(message: dict[str, Any], id: str, number: int) -> Iterator[Message]:
    content = message.get("content")
    at = _time(message)
    role = message.get("role")
    if role == "user":
        if isinstance(content, list):
            content = [block for block in content if not _is_notice(block)]
        for part_message in split_user(content, id, number, at, is_injected=_is_injected):
            yield _with_old_results(_with_readable_results(part_message))
        return
    if role in ("assistant", "system"):
        parts = tuple(reply_parts(content))
    else:  # Roo keeps items of other shapes in the list; reasoning has text or nothing
        parts = tuple(
            part for part in reply_parts([message]) if message.get("type") != "reasoning" or part.kind == "thinking"
        )
    if parts:
        speaker = (
            "system"
            if role == "system" or (any(part.kind == "opaque" for part in parts) and role is None)
            else "assistant"
        )
        yield Message(id, speaker, parts, number, at, injected=speaker == "system")  # type: ignore[arg-type]


def _with_readable_results(message: Message) -> Message:
    """The SDK's results are `{query, result}` as JSON text, one or a list: shown as the two texts."""
    if message.role != "tool":
        return message
    return replace(message, parts=tuple(replace(part, text=_readable(part.text)) for part in message.parts))


def _readable(text: str) -> str:
    if not text.startswith('{"query":'):
        return text
    shown: list[str] = []
    for line in text.split("\n"):
        decoded = arguments_of(line)
        if not isinstance(decoded, dict) or not isinstance(decoded.get("result", ""), str):
            return text
        shown.extend(str(decoded[key]) for key in ("query", "result", "error") if decoded.get(key))
    return strip_ansi("\n".join(shown))


def _with_old_results(message: Message) -> Message:
    """The same message as a tool's, where all of its text is results in the old form."""
    found = [_OLD_RESULT.match(part.text) for part in message.parts]
    if message.role != "user" or message.injected or not found or found[0] is None:
        return message
    names = [match[1] if match else None for match in found]
    parts = tuple(Part("tool_result", part.text, name) for part, name in zip(message.parts, names, strict=True))
    return replace(message, role="tool", parts=parts)


def _notices(message: dict[str, Any]) -> Iterator[str]:
    content = message.get("content")
    for block in content if isinstance(content, list) else ():
        if _is_notice(block):
            text = str(block["text"]).strip().removeprefix("<SYSTEM_NOTICE>").removesuffix("</SYSTEM_NOTICE>")
            yield strip_ansi(text.strip())


def _is_notice(block: Any) -> bool:
    text = block.get("text") if isinstance(block, dict) and block.get("type") == "text" else None
    return isinstance(text, str) and text.lstrip().startswith("<SYSTEM_NOTICE>\nEarlier context was compacted.")


def _is_injected(text: str) -> bool:
    return text.lstrip().startswith(_INJECTED)


def _metadata(message: dict[str, Any]) -> dict[str, Any]:
    metadata = message.get("metadata")
    return metadata if isinstance(metadata, dict) else {}


def _id_of(message: dict[str, Any], number: int) -> str:
    id = message.get("id")
    return id if isinstance(id, str) and id else f"index:{number}"


def _time(message: dict[str, Any]) -> str | None:
    ts = message.get("ts")
    return str(ts) if isinstance(ts, (int, str)) and not isinstance(ts, bool) else None
