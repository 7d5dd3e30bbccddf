"""The first pass over Gemini CLI's JSON lines: which line tells which message, in which order, and what was replaced.

Holds ids and byte offsets, no text (guides/formats.md, section 11). A line with a known id overwrites that message in
place; `$rewindTo` takes back a message and all after it (an unknown id: everything); `$set.messages` is the complete
new list. In such a list a message that was told before keeps its first telling, because a list may carry masked outputs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from leadline.readers.records import Malformed, Oversize
from leadline.readers.render import text_of_blocks
from leadline.readers.source import Record, Source

__all__ = ["Broken", "Place", "Plan", "Replacement", "make_plan", "message_at"]

SNAPSHOT = "<state_snapshot>"  # packages/core/src/context/chatCompressionService.ts


@dataclass(frozen=True, slots=True)
class Place:
    """Where a message is told: its id, physical line, byte offset and length, and its index in a `$set.messages`."""

    id: str
    line: int
    offset: int
    length: int
    index: int | None = None


@dataclass(frozen=True, slots=True)
class Broken:
    """A line that cannot be read; `oversize` is its start where it is too long to be held."""

    line: int
    offset: int
    length: int
    reason: str
    torn: bool
    oversize: Oversize | None


@dataclass(frozen=True, slots=True)
class Replacement:
    """A compaction: where its summary is told, and the native ids that it replaced and kept."""

    summary: Place
    replaced: tuple[str, ...]
    kept: tuple[str, ...]
    at: str | None


@dataclass(frozen=True, slots=True)
class Plan:
    """What to yield, in order."""

    steps: tuple[Place | Broken | Replacement, ...]
    n_taken_back: int
    escapes: int
    escapes_line: int | None


@dataclass(slots=True)
class _Planning:
    steps: list[str | Broken | Replacement] = field(default_factory=list)  # a message is its id, looked up at the end
    places: dict[str, Place] = field(default_factory=dict)
    context: list[str] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)
    summaries: set[str] = field(default_factory=set)
    n_taken_back: int = 0


def make_plan(source: Source) -> Plan:
    """One pass over all lines."""
    state = _Planning()
    for record in source.iter_records():
        value = record.value
        if not isinstance(value, dict):
            reason = value.reason if isinstance(value, Malformed) else "a JSON value, but no object"
            oversize = record.raw if isinstance(record.raw, Oversize) else None
            state.steps.append(Broken(record.line, record.offset, len(record.raw), reason, record.torn, oversize))
        elif "$rewindTo" in value:
            _rewind(state, value["$rewindTo"])
        elif "$set" in value:
            changes = value["$set"]
            if isinstance(changes, dict) and isinstance(changes.get("messages"), list):
                _set_messages(state, record, changes["messages"])
        elif "type" in value or "role" in value or "content" in value:
            _add(state, _id_of(value, f"line:{record.line}"), Place("", record.line, record.offset, len(record.raw)))
    steps: list[Place | Broken | Replacement] = []
    for step in state.steps:
        if isinstance(step, str):
            if step not in state.gone:
                steps.append(state.places[step])
        elif isinstance(step, Broken) or step.summary.id not in state.gone:
            steps.append(step)
    return Plan(tuple(steps), state.n_taken_back, source.escapes, source.escapes_line)


def message_at(source: Source, place: Place) -> Any:
    """The message object told at `place`."""
    value = source.record_at(place.line, place.offset, place.length).value
    if isinstance(value, dict) and place.index is not None:
        return value["$set"]["messages"][place.index]
    return value


def _add(state: _Planning, id: str, place: Place) -> None:
    if id in state.gone:
        state.gone.discard(id)
        state.steps.remove(id)
    elif id in state.places:
        if place.index is None:
            state.places[id] = Place(id, place.line, place.offset, place.length)
        return
    state.places[id] = Place(id, place.line, place.offset, place.length, place.index)
    state.steps.append(id)
    state.context.append(id)


def _rewind(state: _Planning, target: Any) -> None:
    at = state.context.index(target) if target in state.context else 0
    taken = state.context[at:]
    if at == 0:  # everything: also what earlier compactions had replaced
        taken = [step for step in state.steps if isinstance(step, str) and step not in state.gone]
        taken += [step.summary.id for step in state.steps if isinstance(step, Replacement)]
    state.n_taken_back += sum(1 for id in taken if id not in state.summaries)
    state.gone.update(taken)
    del state.context[at:]


def _set_messages(state: _Planning, record: Record, messages: list[Any]) -> None:
    listed = [
        (_id_of(message, f"line:{record.line}/{index}"), index, message)
        for index, message in enumerate(messages)
        if isinstance(message, dict)
    ]
    ids = {id for id, _, _ in listed}
    missing = [id for id in state.context if id not in ids and id not in state.summaries]
    snapshot = next((entry for entry in listed if entry[0] not in state.places and _is_snapshot(entry[2])), None)
    if missing and snapshot is not None:
        id, index, message = snapshot
        place = Place(id, record.line, record.offset, len(record.raw), index)
        kept = tuple(known for known in state.context if known in ids)
        at = message.get("timestamp")
        state.steps.append(Replacement(place, tuple(missing), kept, at if isinstance(at, str) else None))
        state.places[id] = place
        state.summaries.add(id)
        state.context = [id, *kept]
    for id, index, _ in listed:
        if id not in state.places or id in state.gone:
            _add(state, id, Place(id, record.line, record.offset, len(record.raw), index))


def _is_snapshot(message: dict[str, Any]) -> bool:
    return message.get("type") == "user" and SNAPSHOT in text_of_blocks(message.get("content"))


def _id_of(message: dict[str, Any], fallback: str) -> str:
    id = message.get("id")
    return id if isinstance(id, str) and id else fallback
