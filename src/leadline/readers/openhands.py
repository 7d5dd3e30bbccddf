"""OpenHands: old trajectories, evaluation output with a `history` per line, and the events of the new SDK.

guides/formats.md, section 4. Old events have `action` or `observation`, new ones a `kind`; `openhands_events` turns
either into a message. A condensation names what it forgot: ids or an inclusive range, accumulating over the file. A
summary of the old form replaces the newest summary before it; in the new form the earlier summary is forgotten by the
id `<condensation id>-summary`. A condensation without a summary is plain deletion.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from leadline.core.text.messages import Message
from leadline.readers.openhands_events import is_new_event, is_old_event, message_of
from leadline.readers.port import Compaction, Item, ReadOptions, TranscriptMeta
from leadline.readers.records import Malformed, broken_items
from leadline.readers.render import strip_ansi
from leadline.readers.source import Probe, Source

__all__ = ["NAME", "read", "sniff"]

NAME = "openhands"

_LIST_KEYS = ("history", "events", "trajectory")


def sniff(probe: Probe) -> float:
    """0.9 for events of the new SDK, 0.85 for old events, 0.8 for evaluation output with a history of them."""
    objects = probe.objects
    if any(is_new_event(record) for record in objects):
        return 0.9
    if any(is_old_event(record) and "source" in record for record in objects):
        return 0.85
    histories = [record[key] for record in objects for key in _LIST_KEYS if isinstance(record.get(key), list)]
    events = [event for history in histories for event in _flat(history[:20])]
    if any(is_new_event(event) for event in events):
        return 0.9
    return 0.8 if any(is_old_event(event) for event in events) else 0.0


def read(source: Source, options: ReadOptions) -> Iterator[Item]:
    """Items in the order of the events; each history of evaluation output is a conversation of its own."""
    yield TranscriptMeta(NAME, notes=_notes(source))
    if source.container == "document":
        document = source.document()
        if isinstance(document, dict):
            document = next((document[key] for key in _LIST_KEYS if isinstance(document.get(key), list)), [document])
        state = _Reading()
        for number, event in enumerate(_flat(document), start=1):
            yield from state.take(event, number, f"index:{number}")
        return
    state = _Reading()
    for record in source.iter_records():
        if isinstance(record.value, Malformed) or not isinstance(record.value, dict):
            reason = record.value.reason if isinstance(record.value, Malformed) else "a JSON value, but no object"
            yield from broken_items(record.line, record.raw, reason, options, name=source.path_name, torn=record.torn)
            continue
        history = next((record.value[key] for key in _LIST_KEYS if isinstance(record.value.get(key), list)), None)
        if history is None:
            yield from state.take(record.value, record.line, f"line:{record.line}")
            continue
        state = _Reading(prefix=f"line:{record.line}/")
        for number, event in enumerate(_flat(history), start=1):
            yield from state.take(event, record.line, f"index:{number}")


def _notes(source: Source) -> tuple[str, ...]:
    has_histories = source.container == "lines" and any(
        isinstance(record.get(key), list) for record in source.probe.objects for key in _LIST_KEYS
    )
    return ("each line holds a conversation of its own; they are read one after the other",) if has_histories else ()


def _flat(events: Iterable[Any]) -> Iterator[dict[str, Any]]:
    """Events one by one; very old output holds pairs of action and observation."""
    for event in events:
        if isinstance(event, dict):
            yield event
        elif isinstance(event, list):
            yield from (half for half in event if isinstance(half, dict))


@dataclass(slots=True)
class _Reading:
    """What is known at an event: message ids by event id, what is in the context, the summaries in it."""

    prefix: str = ""
    by_event: dict[str, str] = field(default_factory=dict)
    order: dict[str, int] = field(default_factory=dict)  # event id -> position in the file
    context: dict[str, None] = field(default_factory=dict)  # message ids in order
    summaries: dict[str, Compaction] = field(default_factory=dict)  # in the context, by condensation id
    used: set[str] = field(default_factory=set)

    def take(self, event: dict[str, Any], line: int, fallback: str) -> Iterator[Message | Compaction]:
        native = event.get("id")
        has_id = isinstance(native, (str, int)) and not isinstance(native, bool) and native != ""
        event_id = str(native) if has_id else fallback
        id = self.prefix + (event_id if event_id not in self.used else fallback)
        self.used.add(event_id)
        self.order[event_id] = len(self.order)
        if event.get("action") == "condensation":
            yield self._condensation_old(event, id, line)
        elif event.get("kind") == "Condensation":
            yield self._condensation_new(event, id, event_id, line)
        else:
            message = message_of(event, id, line)
            if message is not None:
                self.by_event.setdefault(event_id, id)
                self.context[id] = None
                yield message

    def _condensation_old(self, event: dict[str, Any], id: str, line: int) -> Compaction:
        args = event.get("args")
        args = args if isinstance(args, dict) else {}
        ids = args.get("forgotten_event_ids")
        start, end = args.get("forgotten_events_start_id"), args.get("forgotten_events_end_id")
        forgotten = [str(item) for item in ids] if isinstance(ids, list) else []
        if not forgotten and isinstance(start, int) and isinstance(end, int):
            forgotten = [known for known in self.by_event if known.isdecimal() and start <= int(known) <= end]
        summary = args.get("summary") if isinstance(args.get("summary"), str) else None
        # Only the newest condensation with a summary supplies one: an older summary disappears with it.
        gone = list(self.summaries.values()) if summary is not None else []
        compaction = self._close(event, id, line, summary, forgotten, gone)
        if summary is not None:
            self.summaries = {id: compaction}
        return compaction

    def _condensation_new(self, event: dict[str, Any], id: str, event_id: str, line: int) -> Compaction:
        ids = event.get("forgotten_event_ids")
        forgotten = [str(item) for item in ids] if isinstance(ids, list) else []
        gone = [
            self.summaries.pop(item)
            for item in [f.removesuffix("-summary") for f in forgotten]
            if item in self.summaries
        ]
        summary = event.get("summary") if isinstance(event.get("summary"), str) else None
        compaction = self._close(event, id, line, summary, forgotten, gone)
        if summary is not None:
            self.summaries[event_id] = compaction
        return compaction

    def _close(
        self,
        event: dict[str, Any],
        id: str,
        line: int,
        summary: str | None,
        forgotten: list[str],
        gone: list[Compaction],
    ) -> Compaction:
        known = [item for item in dict.fromkeys(forgotten) if item in self.by_event]
        known.sort(key=lambda item: self.order[item])  # forgotten ids are a set: their order means nothing
        replaced = [self.by_event[item] for item in known if self.by_event[item] in self.context]
        for item in replaced:
            del self.context[item]
        at = event.get("timestamp")
        return Compaction(
            id=id, line=line, summary=None if summary is None else strip_ansi(summary), opaque=False,
            replaced=tuple(old.id for old in gone) + tuple(replaced), kept=tuple(self.context),
            generation=1 + max((old.generation for old in gone), default=0),
            summary_line=None if summary is None else line, at=at if isinstance(at, str) else None,
        )  # fmt: skip
