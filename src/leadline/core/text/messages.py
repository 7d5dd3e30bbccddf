"""Messages, segments and children: the shapes in which text enters leadline.

A reader yields `Message`s. The engine joins runs of them into leaves; `check` takes `Child`ren.
Both end as one text with `Segment`s that say who wrote which part of it. All offsets are half-open
character offsets into that text, so `text[start:end]` is always the quote (design.md, section 4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeVar

__all__ = [
    "Child",
    "Message",
    "Part",
    "PartKind",
    "Role",
    "Segment",
    "child_of",
    "hidden_in",
    "join_messages",
    "paired_calls",
]

_Where = TypeVar("_Where")

Role = Literal["user", "assistant", "tool", "system", "summary"]
PartKind = Literal["text", "thinking", "tool_call", "tool_result", "opaque"]

MESSAGE_SEPARATOR = "\n\n"
PART_SEPARATOR = "\n"


@dataclass(frozen=True, slots=True)
class Part:
    """One piece of a message. Tool calls are text here: `name` and the rendered arguments."""

    kind: PartKind
    text: str
    name: str | None = None  # tool name, where there is one
    call_id: str | None = None  # joins a tool_call to its tool_result
    is_error: bool = False
    hidden: tuple[
        tuple[int, int, str], ...
    ] = ()  # spans of `text` that stand for a secret, and the secret (core/secrets)


@dataclass(frozen=True, slots=True)
class Message:
    """One record of a transcript, normalised.

    `id` is stable over re-reads (native id, else `line:<n>` / `index:<n>`). `line` is the 1-based physical
    line in a line format, else the 1-based position of the message in the document. `role` is who speaks:
    tool results are `tool` even where the format puts them into a user record.
    """

    id: str
    role: Role
    parts: tuple[Part, ...]
    line: int
    at: str | None = None  # timestamp as written, never parsed here
    injected: bool = False  # put in by the client, not typed by a person (caveats, reminders, environment)

    @property
    def text(self) -> str:
        """The parts' texts, one below the other."""
        return PART_SEPARATOR.join(part.text for part in self.parts)

    @property
    def opens(self) -> frozenset[str]:
        """Ids of the tool calls that this message makes."""
        return frozenset(p.call_id for p in self.parts if p.kind == "tool_call" and p.call_id)

    @property
    def closes(self) -> frozenset[str]:
        """Ids of the tool calls that this message answers."""
        return frozenset(p.call_id for p in self.parts if p.kind == "tool_result" and p.call_id)


@dataclass(frozen=True, slots=True)
class Segment:
    """Who wrote `text[start:end]` of a leaf or child, and where it stood in the transcript."""

    start: int
    end: int
    role: Role
    kind: PartKind = "text"
    line: int | None = None
    message: str | None = None
    name: str | None = None
    is_error: bool = False
    injected: bool = False


@dataclass(frozen=True, slots=True)
class Child:
    """One text that a parent replaces. `segments` cover it in order; a plain child has exactly one."""

    id: str
    text: str
    role: Role = "summary"
    source: str | None = None  # file name, for messages only
    segments: tuple[Segment, ...] = field(default=())

    def __post_init__(self) -> None:
        if not self.segments:
            kind: PartKind = "tool_result" if self.role == "tool" else "text"
            object.__setattr__(self, "segments", (Segment(0, len(self.text), self.role, kind),))


def join_messages(messages: tuple[Message, ...]) -> tuple[str, tuple[Segment, ...]]:
    """One text of whole messages, verbatim, with the segments that lead back to each part."""
    chunks: list[str] = []
    segments: list[Segment] = []
    at = 0
    for i, message in enumerate(messages):
        if i:
            chunks.append(MESSAGE_SEPARATOR)
            at += len(MESSAGE_SEPARATOR)
        for j, part in enumerate(message.parts):
            if j:
                chunks.append(PART_SEPARATOR)
                at += len(PART_SEPARATOR)
            chunks.append(part.text)
            role: Role = "tool" if part.kind == "tool_result" else message.role
            segments.append(
                Segment(
                    at, at + len(part.text), role, part.kind, message.line, message.id, part.name, part.is_error,
                    message.injected,
                )
            )  # fmt: skip
            at += len(part.text)
    return "".join(chunks), tuple(segments)


def hidden_in(messages: tuple[Message, ...]) -> tuple[tuple[int, int, str], ...]:
    """The secrets behind the placeholders of `join_messages(messages)`, by their spans in its text, in order."""
    if not any(part.hidden for message in messages for part in message.parts):
        return ()
    _, segments = join_messages(messages)
    parts = [part for message in messages for part in message.parts]
    return tuple(
        (segment.start + start, segment.start + end, secret)
        for segment, part in zip(segments, parts, strict=True)
        for start, end, secret in part.hidden
    )


def child_of(id: str, messages: tuple[Message, ...]) -> Child:
    """A child made of whole messages."""
    text, segments = join_messages(messages)
    return Child(id, text, messages[0].role if messages else "summary", None, segments)


def paired_calls(parts: Iterable[tuple[_Where, Segment]]) -> Iterator[tuple[_Where, _Where]]:
    """(where a call stands, where its result stands), of parts with their places in order. A run of calls is paired with the run of results
    behind it only where both are equally long: a wrong pair would give one call's answer to another."""
    calls: list[_Where] = []
    results: list[_Where] = []
    for where, part in parts:
        if part.kind == "tool_call":
            if results:
                yield from zip(calls, results, strict=True) if len(calls) == len(results) else ()
                calls, results = [], []
            calls.append(where)
        elif part.kind == "tool_result":
            results.append(where)
    yield from zip(calls, results, strict=True) if len(calls) == len(results) else ()
