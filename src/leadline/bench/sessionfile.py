"""Writes a generated session as Claude Code-like JSON lines: one record a message, linked by `parentUuid`.

Same units, same bytes: ids count up, times count up from a fixed start. Call ids are renumbered, because a run of real
messages may be drawn twice.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from leadline.bench.filler import Unit
from leadline.core.text.messages import Message, Part

__all__ = ["write_session"]

_SESSION = "5e551074-0000-4000-8000-{:012x}"


def write_session(units: Iterable[Unit], path: Path, session: int = 0) -> None:
    """Write `units` to `path`; `session` becomes part of the session id."""
    with path.open("w", encoding="utf-8", newline="\n") as out:
        for record in _records(units, _SESSION.format(session)):
            out.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")


def _records(units: Iterable[Unit], session: str) -> Iterator[dict[str, Any]]:
    parent: str | None = None
    number = 0
    for unit_number, unit in enumerate(units):
        for message in unit:
            number += 1
            uuid = f"00000000-0000-4000-8000-{number:012x}"
            yield {
                "parentUuid": parent,
                "isSidechain": False,
                "userType": "external",
                "cwd": "/home/user/project",
                "sessionId": session,
                "version": "2.1.14",
                "type": "assistant" if message.role == "assistant" else "user",
                "message": _message(message, number, unit_number),
                "uuid": uuid,
                "timestamp": _time(number),
            }
            parent = uuid


def _time(number: int) -> str:
    minutes, seconds = divmod(number * 7, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    return f"2027-{1 + days // 28:02d}-{1 + days % 28:02d}T{hours:02d}:{minutes:02d}:{seconds:02d}.000Z"


def _message(message: Message, number: int, unit_number: int) -> dict[str, Any]:
    if message.role == "assistant":
        return {
            "id": f"msg_{number:08d}",
            "type": "message",
            "role": "assistant",
            "model": "filler",
            "content": [_block(part, unit_number) for part in message.parts],
        }
    if all(part.kind == "text" for part in message.parts) and message.role == "user":
        return {"role": "user", "content": message.text}
    return {"role": "user", "content": [_block(part, unit_number) for part in message.parts]}


def _block(part: Part, unit_number: int) -> dict[str, Any]:
    call = f"toolu_{unit_number:06d}_{part.call_id}" if part.call_id else None
    if part.kind == "tool_call":
        name = part.name or "Bash"
        return {"type": "tool_use", "id": call, "name": name, "input": {"command": part.text.removeprefix(f"{name} ")}}
    if part.kind == "tool_result":
        return {"type": "tool_result", "tool_use_id": call, "content": part.text, "is_error": part.is_error}
    if part.kind == "thinking":
        return {"type": "thinking", "thinking": part.text, "signature": ""}
    return {"type": "text", "text": part.text}
