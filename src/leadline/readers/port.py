"""The contract of every reader: bytes in, a stream of messages out, nothing lost and nothing stopped for.

A reader module exposes `NAME: str`, `sniff(probe) -> float` (0 = no; higher = surer; judged by content, never by
file name) and `read(source, options) -> Iterator[Item]`. Items come in conversation order of the live path. Records
that are no content (snapshots, titles, token counts) are dropped silently only if their type is known; unknown types
are kept as an `opaque` part. A broken line yields `Skipped`; a torn last line yields `Skipped(torn=True)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal, Protocol

from leadline.core.text.messages import Message

__all__ = [
    "BOUNDARY",
    "Compaction",
    "Item",
    "NotATranscriptError",
    "ReadOptions",
    "ReaderError",
    "Skipped",
    "TranscriptMeta",
    "conversation_of",
]

BOUNDARY = "conversation:"  # begin of the id of a message that marks where a file's next conversation starts
_IN_LINE = re.compile(
    r"(line:\d+)/"
)  # in formats in which a line holds a whole conversation: of the ids of its messages


def conversation_of(message: str) -> str:
    """What tells the conversations of one file apart by the ids of their messages; empty where only marks (BOUNDARY) do."""
    found = _IN_LINE.match(message)
    return found[1] if found else ""


class ReaderError(Exception):
    """Input that cannot be read: what is wrong, where, and what to do. The CLI prints it and exits 2."""

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy


class NotATranscriptError(ReaderError):
    """The content is no transcript in any known format."""


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """`max_record`: bytes of one record (line, or whole document). `strict`: a record that cannot be read
    as it was written raises: a broken line, a torn last one, and what would be shown as an escape (bytes that are no UTF-8)."""

    max_record: int = 64 * 1024 * 1024
    strict: bool = False
    on_read: Callable[[int], None] | None = (
        None  # called with the percent of the input that a pass has read, when that changes
    )


@dataclass(frozen=True, slots=True)
class Skipped:
    """One record that could not be read: physical line, reason, and the raw start of it."""

    line: int
    reason: str
    raw: str = ""
    torn: bool = False  # a cut last line of a live session: normal


@dataclass(frozen=True, slots=True)
class Compaction:
    """A compaction that the transcript already contains; it stands in the stream where it happened.

    `replaced` are ids of messages of this stream that the summary stands for (in order), including ids of earlier
    compactions' summaries where the summary was built on them (`Compaction.id`). `summary` is None and `opaque` is
    True where the summary is encrypted; None and not opaque where text was only deleted (microcompaction, truncation).
    """

    id: str
    line: int
    summary: str | None
    opaque: bool
    replaced: tuple[str, ...]
    kept: tuple[str, ...] = ()
    evidence: Literal["explicit", "positional", "unknown"] = "explicit"
    trigger: str | None = None
    generation: int = 1  # 1 = made from original messages only; n+1 when a generation-n summary is among the replaced
    summary_line: int | None = None  # physical line of the summary text itself
    at: str | None = None
    partial: bool = False  # True: the summary also stands for messages that this transcript does not hold


@dataclass(frozen=True, slots=True)
class TranscriptMeta:
    """What is known of the transcript as a whole, as the first item of the stream."""

    format: str
    session: str | None = None  # native session id
    cwd: str | None = None
    notes: tuple[str, ...] = field(default=())


Item = Message | Skipped | Compaction | TranscriptMeta


class Reader(Protocol):
    """What a format module looks like from outside (modules, not classes, satisfy it)."""

    NAME: str

    def read(self, source: object, options: ReadOptions) -> Iterator[Item]: ...
