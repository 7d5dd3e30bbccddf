"""Content blocks in Anthropic's form as parts (guides/formats.md, 1.2 and 7), for Claude Code, Cline and Roo.

A user record may hold tool results, a person's words and what the program put in, all at once: `split_user` keeps the
three apart as messages of their own, because they differ in who speaks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from leadline.core.text.messages import Message, Part, Role
from leadline.readers.render import call_text, compact_json, strip_ansi, text_of_blocks

__all__ = ["reply_parts", "split_user"]


def reply_parts(content: Any) -> Iterator[Part]:
    """Parts of an assistant's content (string or blocks); blocks without any text yield nothing."""
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    for block in content if isinstance(content, list) else ():
        match block.get("type") if isinstance(block, dict) else None:
            case "text":
                if block.get("text"):
                    yield Part("text", strip_ansi(text_of_blocks([block])))
            case "thinking" | "reasoning":
                text = block.get("thinking") or block.get("text") or text_of_blocks(block.get("summary"))
                if text:
                    yield Part("thinking", strip_ansi(str(text)))
            case "redacted_thinking":
                yield Part("opaque", "[redacted thinking]")
            case "tool_use" | "server_tool_use":
                name = str(block.get("name") or "tool")
                yield Part("tool_call", call_text(name, block.get("input")), name, _string(block.get("id")))
            case _:
                yield Part("opaque", compact_json(block))


def split_user(
    content: Any, id: str, line: int, at: str | None, *, is_injected: Callable[[str], bool], all_injected: bool = False
) -> Iterator[Message]:
    """The messages in one user record: tool results, then typed words, then injected text.

    The first keeps `id`; what else stands in the same record is numbered `id/1`, `id/2`.
    """
    blocks = content if isinstance(content, list) else [] if content is None else [{"type": "text", "text": content}]
    results: list[Part] = []
    typed: list[Part] = []
    injected: list[Part] = []
    for block in blocks:
        if isinstance(block, dict) and block.get("type") == "tool_result":
            results.append(_result_part(block))
            continue
        part = Part("text", strip_ansi(text_of_blocks([block])))
        if part.text:
            (injected if all_injected or is_injected(part.text) else typed).append(part)
    groups: list[tuple[Role, list[Part], bool]] = [
        ("tool", results, False),
        ("user", typed, False),
        ("user", injected, True),
    ]
    for n, (role, parts, is_injected_group) in enumerate(group for group in groups if group[1]):
        yield Message(id if n == 0 else f"{id}/{n}", role, tuple(parts), line, at, is_injected_group)


def _result_part(block: dict[str, Any]) -> Part:
    text = strip_ansi(text_of_blocks(block.get("content", block.get("text"))))
    return Part(
        "tool_result",
        text,
        _string(block.get("name")),
        _string(block.get("tool_use_id")),
        block.get("is_error") is True,
    )


def _string(value: Any) -> str | None:
    return value if isinstance(value, str) else None
