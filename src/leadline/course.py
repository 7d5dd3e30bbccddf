"""The course of a session from its state: who spoke when, which calls were answered how, where files were changed, how it ends.

In: a session's state and the texts of its leaves. Out: what the views tell of it; the freshest part stands behind all leaves. What the readers
and the summarizer know meets the views here, since views import neither. Nothing is read or written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from leadline.core.facts.tool_lines import changes_the_world, refuses, tool_key
from leadline.core.text.messages import Part, Segment, child_of, paired_calls
from leadline.core.tree.nodes import DraftSentence
from leadline.engine.state import SessionState
from leadline.readers import BOUNDARY, conversation_of
from leadline.summarizers.changed_files import Change, changes_of
from leadline.views.checks import Exchange, checks_of
from leadline.views.deeds import deeds_of
from leadline.views.defined import Edit, defined_by
from leadline.views.freshest import tasks_of
from leadline.views.open_end import TaskList, open_at_the_end
from leadline.views.placeholders import gaps_of
from leadline.views.spoken import Event, Place, Spoken, Who, cleared_in, reported_in, spoken_of

__all__ = ["Course", "course_of"]


@dataclass(frozen=True, slots=True)
class Course:
    """Who spoke when; what is open where the record ends; the checks that were run last."""

    spoken: Spoken
    open_end: tuple[DraftSentence, ...]
    checks: tuple[DraftSentence, ...]
    made: tuple[DraftSentence, ...]  # in all conversations: what was written with a gap in it, what was done outside


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a message, wherever it stands now."""

    place: Place
    segment: Segment
    text: str
    changes: tuple[Change, ...] = ()  # what a call does to files


def course_of(state: SessionState, texts: Mapping[int, str]) -> Course:
    """Everything that is told of the course. A file of several conversations ends with its last one, and so do its checks and edits."""
    pieces = list(_pieces(state, texts))
    newest = len(state.leaves)
    spoken = spoken_of(_events(pieces), newest, cleared_in(state.fresh), reported_in(state.fresh))
    begin = spoken.begins[-1] if spoken.begins else (0, 0)
    calls, edits = _exchanges(pieces)
    made = (*gaps_of(calls, newest), *deeds_of(calls, newest))
    own = [call for call in calls if call.place >= begin]
    if not state.fresh:  # an agent's loop tells the freshest part itself: how it ends is not known here
        return Course(spoken, (), tuple(checks_of(own, (), newest)), made)
    edits = [edit for edit in edits if edit.place >= begin]
    changed = [edit.place for edit in edits if edit.call]
    ending = open_at_the_end(state.fresh, _tasks([p for p in pieces if p.place >= begin], newest))
    made = (*made, *defined_by(edits, newest))
    return Course(spoken, tuple(ending), tuple(checks_of(own, changed, newest)), made)


def _pieces(state: SessionState, texts: Mapping[int, str]) -> Iterator[_Piece]:
    for leaf in state.leaves:
        text = texts.get(leaf.index, "")
        for s in leaf.segments:
            yield _piece((leaf.index, s.start), s, text)
    fresh = child_of("fresh", state.fresh)
    numbers = {m.id: n for n, m in reversed(list(enumerate(state.fresh)))}
    for s in fresh.segments:
        yield _piece((len(state.leaves), numbers.get(s.message or "", 0)), s, fresh.text)


def _piece(place: Place, s: Segment, text: str) -> _Piece:
    changes = tuple(changes_of(text, s)) if s.kind == "tool_call" else ()
    return _Piece(place, s, text[s.start : s.end], changes)


def _events(pieces: list[_Piece]) -> Iterator[Event]:
    conversation = ""
    for piece in pieces:
        s = piece.segment
        message = s.message or ""
        if (own := conversation_of(message)) != conversation:
            yield Event(piece.place, "begins", "")
        conversation = own
        yield Event(piece.place, _who(s.role, s.kind, s.injected, message), piece.text)
        if s.kind == "tool_call" and (piece.changes or changes_the_world(tool_key(s.name, piece.text))):
            yield Event(piece.place, "changes", "")


def _who(role: str, kind: str, injected: bool, message: str) -> Who:
    if message.startswith(BOUNDARY):
        return "begins"
    if kind == "tool_result":
        return "tool"
    if role == "user" and kind == "text" and not injected:
        return "person"
    if role != "assistant":
        return ""
    return "agent" if kind == "text" else "call" if kind == "tool_call" else ""


def _exchanges(pieces: list[_Piece]) -> tuple[list[Exchange], list[Edit]]:
    """Calls with their answers, and those that changed a file. One that only takes a file away needs no check and defines nothing."""
    out: list[Exchange] = []
    edits: list[Edit] = []
    for call, answer in paired_calls((piece, piece.segment) for piece in pieces):
        is_error = answer.segment.is_error
        out.append(Exchange(call.place, call.segment.name or "", call.text, answer.text, is_error))
        if not is_error and not refuses(answer.text):
            edits += [Edit(call.place, change.path, "") for change in call.changes if change.gone]
            edits += [Edit(call.place, x.path, call.text) for x in [c for c in call.changes if not c.gone][-1:]]
    return out, edits


def _tasks(pieces: list[_Piece], newest: int) -> TaskList | None:
    """The newest list of tasks of the part that was folded in."""
    for piece in reversed(pieces):
        if piece.place[0] < newest and tasks_of(Part(piece.segment.kind, piece.text, piece.segment.name)):
            return TaskList(piece.place, piece.text)
    return None
