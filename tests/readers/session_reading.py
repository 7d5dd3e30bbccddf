"""Helpers for the readers' tests: records to bytes, bytes to a session, and what holds for every stream."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from typing import Any

from leadline.core.text.messages import Message
from leadline.readers import Compaction, ReadOptions, Session, TranscriptMeta, open_transcript, read_session


def jsonl(records: Iterable[Any]) -> bytes:
    return b"".join(
        json.dumps(record, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n" for record in records
    )


def session_of(content: bytes | Iterable[Any], options: ReadOptions | None = None) -> Session:
    """The session in raw bytes, or in records written as JSON lines."""
    raw = content if isinstance(content, bytes) else jsonl(content)
    return read_session("-", options, stdin=io.BytesIO(raw))


def items_of(content: bytes | Iterable[Any], options: ReadOptions | None = None) -> list[Any]:
    raw = content if isinstance(content, bytes) else jsonl(content)
    return list(open_transcript("-", options, stdin=io.BytesIO(raw)))


def texts(session: Session, role: str | None = None) -> list[str]:
    return [message.text for message in session.messages if role is None or message.role == role]


def ids(session: Session) -> list[str]:
    return [message.id for message in session.messages]


def check_promises(items: list[Any]) -> None:
    """Meta first, ids unique, and a compaction speaks of what stands before it in the stream."""
    assert isinstance(items[0], TranscriptMeta)
    known: set[str] = set()
    for item in items[1:]:
        if isinstance(item, (Message, Compaction)):
            assert item.id not in known, f"id {item.id} twice"
            known.add(item.id)
        if isinstance(item, Message):
            assert item.parts
            assert item.role != "summary"
            item.text.encode("utf-8")
        if isinstance(item, Compaction):
            assert set(item.replaced) | set(item.kept) <= known
            assert not set(item.replaced) & set(item.kept)
            assert not (item.opaque and item.summary is not None)
