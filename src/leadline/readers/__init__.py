"""Readers: transcripts of agents as one stream of messages, whatever program wrote them.

`open_transcript` streams items (port.py: the first is TranscriptMeta); `read_session` gathers them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from leadline.core.text.messages import Message
from leadline.readers.detect import detect
from leadline.readers.port import (
    BOUNDARY,
    Compaction,
    Item,
    NotATranscriptError,
    ReaderError,
    ReadOptions,
    Skipped,
    TranscriptMeta,
    conversation_of,
)
from leadline.readers.source import Source

__all__ = [
    "BOUNDARY",
    "Compaction",
    "Item",
    "NotATranscriptError",
    "ReadOptions",
    "ReaderError",
    "Session",
    "Skipped",
    "Source",
    "TranscriptMeta",
    "conversation_of",
    "open_transcript",
    "read_session",
    "read_source",
]


@dataclass(frozen=True, slots=True)
class Session:
    """A whole transcript in memory. `notes` say what the reader left out or made visible, in words."""

    meta: TranscriptMeta
    messages: tuple[Message, ...]
    compactions: tuple[Compaction, ...]
    skipped: tuple[Skipped, ...]
    notes: tuple[str, ...] = ()


def open_transcript(
    path: str | Path, options: ReadOptions | None = None, *, stdin: IO[bytes] | None = None
) -> Iterator[Item]:
    """The items of the transcript at `path` (`-` = standard input), lazily; the file closes with the stream."""
    with Source.open(path, options, stdin=stdin) as source:
        yield from read_source(source)


def read_source(source: Source) -> Iterator[Item]:
    """The items of an open source."""
    items: Iterator[Item] = detect(source).read(source, source.options)
    yield from items


def read_session(path: str | Path, options: ReadOptions | None = None, *, stdin: IO[bytes] | None = None) -> Session:
    """The whole transcript at `path`. NotATranscriptError if it holds not one message or compaction."""
    with Source.open(path, options, stdin=stdin) as source:
        items = tuple(read_source(source))
        notes = _notes(source, items)
    messages = tuple(item for item in items if isinstance(item, Message))
    compactions = tuple(item for item in items if isinstance(item, Compaction))
    meta = next(item for item in items if isinstance(item, TranscriptMeta))
    if not messages and not compactions:
        raise NotATranscriptError(
            f"{source.path_name}: holds no message (format {meta.format})", "give a session with at least one message"
        )
    return Session(meta, messages, compactions, tuple(item for item in items if isinstance(item, Skipped)), notes)


def _notes(source: Source, items: tuple[Item, ...]) -> tuple[str, ...]:
    notes = tuple(note for item in items if isinstance(item, TranscriptMeta) for note in item.notes)
    if not source.escapes:
        return notes
    where = f", first in line {source.escapes_line}" if source.escapes_line else ""
    return (
        *notes,
        f"{source.escapes} characters that are no text (lone surrogates, NaN, bytes that are no UTF-8) are shown as escapes{where}",
    )
