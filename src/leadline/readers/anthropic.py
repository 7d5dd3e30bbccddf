"""Anthropic messages: a request (`system`, `messages`), a bare list, a response, or JSON lines of those.

In: content blocks as in formats.md, section 7. Tool results stand in user messages and become messages of their own;
results of server tools stay in the assistant message that made the call. Out: port.py's stream. A `compaction` block
is a compaction: the server ignores all before the newest one, so it replaces everything live (positional), the
system prompt aside; a block with null content is a compaction that failed and replaces nothing.
Other context edits delete without a trace and are told as compactions without summary (unknown).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from leadline.core.text.messages import Part
from leadline.readers.assembler import Assembler, role_of
from leadline.readers.blocks import parts_of
from leadline.readers.conversations import read_chat, sample_messages
from leadline.readers.openai_chat import message_items
from leadline.readers.port import Item, ReadOptions
from leadline.readers.source import Probe, Source

__all__ = ["NAME", "read", "sniff"]

NAME = "anthropic"

_OWN_BLOCKS = frozenset(
    ("tool_use", "tool_result", "thinking", "redacted_thinking", "compaction", "server_tool_use", "mcp_tool_use")
)


def sniff(probe: Probe) -> float:
    """0.9 with blocks that only Anthropic has, 0.6 for a request that names its model, 0.45 for text blocks, else 0."""
    messages, _ = sample_messages(probe)
    if not messages or any(m.get("role") not in ("user", "assistant") or "message" in m for m in messages):
        return 0.0
    kinds = {block.get("type") for m in messages for block in _blocks(m) if isinstance(block.get("type"), str)}
    if kinds & _OWN_BLOCKS:
        return 0.9
    heads = [probe.document, *probe.records]
    heads += [h["request"] for h in heads if isinstance(h, dict) and "request" in h]
    if any(isinstance(h, dict) and str(h.get("model", "")).startswith("claude") for h in heads):
        return 0.6
    return 0.45 if kinds else 0.0


def read(source: Source, options: ReadOptions) -> Iterator[Item]:
    """The stream of port.py."""
    return read_chat(source, options, NAME, _message_items)


def _message_items(assembler: Assembler, message: Any) -> Iterator[Item]:
    role = role_of(message.get("role")) if isinstance(message, dict) else None
    if role is None or not isinstance(message.get("content"), list):
        yield from message_items(assembler, message)
        return
    for edit in _edits(message):
        # Deleted for the model without a trace: that it happened is all that the reply tells.
        yield assembler.compaction(summary=None, replaced=(), evidence="unknown", trigger=edit)
    native, parts = message.get("id"), list[Part]()
    for block in message["content"]:
        if not isinstance(block, dict) or block.get("type") != "compaction":
            parts += parts_of([block])
            continue
        if parts:
            yield from assembler.turn(role, parts, native=native)
            parts = []
        yield _compaction(assembler, block)
        native = None
    if parts or not message["content"]:
        yield from assembler.turn(role, parts, native=native)


def _compaction(assembler: Assembler, block: dict[str, Any]) -> Item:
    content = block.get("content")
    summary = content if isinstance(content, str) else "\n".join(part.text for part in parts_of(content))
    if content is None:
        return assembler.compaction(summary=None, replaced=(), evidence="unknown", trigger="failed")
    return assembler.compaction(summary=summary, evidence="positional", summary_line=assembler.line)


def _edits(message: dict[str, Any]) -> list[str]:
    """Types of the context edits that a reply reports, compactions aside (they have a block of their own)."""
    management = message.get("context_management")
    applied = management.get("applied_edits") if isinstance(management, dict) else None
    kinds = [edit.get("type") for edit in applied if isinstance(edit, dict)] if isinstance(applied, list) else []
    return [kind for kind in kinds if isinstance(kind, str) and not kind.startswith("compact")]


def _blocks(message: dict[str, Any]) -> list[dict[str, Any]]:
    content = message.get("content")
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
