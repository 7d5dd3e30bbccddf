"""The assembler: parts of one transcript become messages with stable ids, paired calls and a known history.

One `Assembler` per read. It keeps four invariants so that no format has to: ids are unique and depend on nothing but
the input; a result without an id is paired with the oldest open call (of its name), and a result that no call opened
says so in its text; what a client put in or a tool said is never a user's message; and every compaction knows which
messages were live before it. Memory grows with the ids, not with the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Literal

from leadline.core.text.messages import Message, Part, Role
from leadline.readers.leadins import is_injected, is_observation, is_summary
from leadline.readers.port import BOUNDARY, Compaction

__all__ = ["Assembler", "role_of"]

_ROLES: dict[str, Role] = {
    "user": "user", "human": "user",
    "assistant": "assistant", "ai": "assistant", "model": "assistant", "gpt": "assistant", "bot": "assistant",
    "agent": "assistant", "chatbot": "assistant", "aimessagechunk": "assistant",
    "system": "system", "developer": "system",
    "tool": "tool", "function": "tool", "observation": "tool", "tool_result": "tool", "tool_response": "tool",
}  # fmt: skip


def role_of(name: object) -> Role | None:
    """The role that a format's word stands for, or None where the word is unknown."""
    return _ROLES.get(name.lower()) if isinstance(name, str) else None


class Assembler:
    """Builds messages in reading order. Call `at_line` or `step` once for each source record before its messages."""

    def __init__(self) -> None:
        self.line = 0
        self.live: list[str] = []  # ids of messages and summaries that make up the context now, system prompts aside
        self._base = ""
        self._count = 0
        self._ids: set[str] = set()
        self._repeats: dict[str, int] = {}  # how often a native id came again
        self._opened: set[str] = set()
        self._closed: set[str] = set()
        self._uses: dict[str, int] = {}
        self._renamed: dict[str, str] = {}  # call ids that were used again after their result
        self._unnamed: list[tuple[str | None, str]] = []  # (tool, our id) of calls without an id, oldest first
        self._n_unnamed = 0
        self._generations: dict[str, int] = {}

    def at_line(self, number: int) -> None:
        """The messages to come stand on this physical line."""
        self.line, self._base, self._count = number, f"line:{number}", 0

    def step(self) -> None:
        """The messages to come are the next position of a document."""
        self.line += 1
        self._base, self._count = f"index:{self.line}", 0

    def turn(
        self, role: Role, parts: Sequence[Part], *, native: object = None, at: object = None, injected: bool = False
    ) -> Iterator[Message | Compaction]:
        """The messages of one record; a user or system text with a summary's lead-in becomes a `Compaction`."""
        rest = list(parts) or [Part("text", "")]
        if role in ("user", "system") and rest[0].kind == "text" and is_summary(rest[0].text, first=not self.live):
            yield self.compaction(
                summary=rest[0].text, evidence="positional" if self.live else "unknown", at=at, summary_line=self.line
            )
            del rest[0]
            if not rest:
                return
        yield from self.messages(role, rest, native=native, at=at, injected=injected)

    def messages(
        self, role: Role, parts: Sequence[Part], *, native: object = None, at: object = None, injected: bool = False
    ) -> Iterator[Message]:
        """As `turn`, for records that cannot be a summary. A user record is split where its speaker changes."""
        if role == "user" and self.live:
            parts = [self._as_result(part) for part in parts]
        paired = [part for raw in parts for part in self._pair(raw)]
        runs = [(role, injected, paired)]
        if role == "user":
            # An image belongs to the words beside it, a placeholder for a missing call to its result.
            runs = [(r, inj, list(run)) for (r, inj), run in groupby(paired, lambda p: self._speaker(p, injected))]
        for speaker, put_in, run in runs:
            message = Message(
                self._take_id(native), speaker, tuple(run), self.line, at if isinstance(at, str) else None, put_in
            )
            if speaker != "system":
                self.live.append(message.id)
            yield message

    def compaction(
        self,
        *,
        summary: str | None,
        opaque: bool = False,
        replaced: Sequence[str] | None = None,
        kept: Sequence[str] = (),
        evidence: Literal["explicit", "positional", "unknown"],
        trigger: str | None = None,
        native: object = None,
        at: object = None,
        summary_line: int | None = None,
    ) -> Compaction:
        """A compaction here; `replaced` None means all that is live. Afterwards the summary is live in their place."""
        gone = tuple(self.live) if replaced is None else tuple(replaced)
        generation = 1 + max((self._generations.get(id, 0) for id in gone), default=0)
        base = native if isinstance(native, str) and native else f"compaction:{self.line}"
        id = self._unique(base)
        if summary is not None or opaque:
            self._generations[id] = generation
        leaving = set(gone)
        summaries = [id] if summary is not None or opaque else []
        self.live = summaries + [one for one in self.live if one not in leaving]
        when = at if isinstance(at, str) else None
        return Compaction(
            id, self.line, summary, opaque, gone, tuple(kept), evidence, trigger, generation, summary_line, when
        )

    def boundary(self, number: int, total: int | None = None, text: str = "") -> Message:
        """A visible mark where a file's next conversation begins; what came before is no longer live."""
        self.live, self._unnamed = [], []
        of = f" of {total}" if total else ""
        tail = f": {text}" if text else ""
        part = Part("opaque", f"[conversation {number}{of}{tail}]")
        id = self._unique(f"{BOUNDARY}{number}")
        return Message(id, "system", (part,), max(self.line, 1), None, True)

    def _pair(self, part: Part) -> list[Part]:
        if part.kind == "tool_call":
            return [self._open(part)]
        if part.kind != "tool_result":
            return [part]
        given = part.call_id
        call_id: str | None
        if given in self._opened:
            call_id = self._renamed.get(given or "", given)
        else:
            call_id = self._oldest_unnamed(part.name)
            if call_id is None and given is not None:
                return [Part("opaque", f"[no call {given} before this result]", call_id=given), part]
        if call_id is not None:
            self._closed.add(call_id)
        return [replace(part, call_id=call_id)]

    def _open(self, part: Part) -> Part:
        given = part.call_id
        if given is None:
            self._n_unnamed += 1
            call_id = f"call:{self._base}.{self._n_unnamed}"
            self._unnamed.append((part.name, call_id))
        else:
            call_id = self._renamed.get(given, given)
            # Seen in replayed runs: one id for many calls. Each must close with its own result.
            while call_id in self._closed:
                self._uses[given] = n = self._uses.get(given, 1) + 1
                call_id = f"{given}~{n}"
            self._renamed[given] = call_id
            self._opened.add(given)
        return replace(part, call_id=call_id)

    def _oldest_unnamed(self, name: str | None) -> str | None:
        same = next((pair for pair in self._unnamed if name is not None and pair[0] == name), None)
        pair = same or (self._unnamed[0] if self._unnamed else None)
        if pair is None:
            return None
        self._unnamed.remove(pair)
        return pair[1]

    @staticmethod
    def _as_result(part: Part) -> Part:
        is_output = part.kind == "text" and is_observation(part.text)
        return replace(part, kind="tool_result") if is_output else part

    @staticmethod
    def _speaker(part: Part, injected: bool) -> tuple[Role, bool]:
        if part.kind == "tool_result" or (part.kind == "opaque" and part.call_id):
            return "tool", injected
        return "user", injected or (part.kind == "text" and is_injected(part.text))

    def _take_id(self, native: object) -> str:
        self._count += 1
        if isinstance(native, int) and not isinstance(native, bool):
            native = str(native)
        base = native if isinstance(native, str) and native else self._base
        if base == self._base and self._count > 1:
            base = f"{base}.{self._count}"
        return self._unique(base)

    def _unique(self, base: str) -> str:
        id = base
        while id in self._ids:
            self._repeats[base] = n = self._repeats.get(base, 1) + 1
            id = f"{base}~{n}"
        self._ids.add(id)
        return id
