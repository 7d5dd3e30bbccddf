"""leadline inside an agent loop: open a session, append messages, ask for the working context (sync and async).

Compaction happens when the context crosses the budget, never in the middle of a tool exchange, and only through the
gate. Appending the same history again after a restart is safe: leaves that the store knows are compared, not redone.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from leadline.core.text.messages import Message
from leadline.core.text.tokens import count_tokens
from leadline.core.tree.leaves import ABANDONED_AFTER
from leadline.engine.compaction import SessionBuild
from leadline.engine.state import SessionState
from leadline.stores.port import StaleRefError

__all__ = ["Context", "LiveSession"]

_ATTEMPTS = 4  # while others commit to the session; each of them owns it for a while, so one is nearly always enough

Raw = Mapping[str, Any] | Message


@dataclass(frozen=True, slots=True)
class Context:
    """What to send to the model next. `summary` is empty until something was compacted."""

    summary: str  # the record of what was folded in; send it as a user or system message of its own
    head: tuple[Any, ...]  # the system prompt, exactly as it was appended
    fresh: tuple[Any, ...]  # the newest messages, exactly as they were appended
    tokens: int
    state: SessionState | None
    over_budget: int = (
        0  # tokens above the budget: of a huge newest message, of an open tool exchange, or of what is owed
    )

    def as_messages(self, role: str = "user") -> list[Any]:
        """A message list for a chat API: system prompt, record, then the newest messages as they were given."""
        record = [{"role": role, "content": self.summary}] if self.summary else []
        return [*self.head, *record, *self.fresh]


@dataclass(slots=True)
class LiveSession:
    """One session of an agent that runs now. Build it with `leadline.open_session`.

    `normalise` turns what the caller appends into messages, `redact` takes their secrets out; `render` turns a state into the record's text. May be
    used from several threads and tasks: one call at a time works, the others wait, also after a task was cancelled.
    """

    build: SessionBuild
    budget: int
    normalise: Callable[[Mapping[str, Any]], Sequence[Message]]
    render: Callable[[SessionState], str]
    redact: Callable[[Message], Message] = lambda message: message
    _raw: list[tuple[Any, tuple[Message, ...]]] = field(default_factory=list)
    _waiting: list[Message] = field(default_factory=list)
    _open_calls: dict[str, int] = field(default_factory=dict)  # call -> number of the message that made it
    _seen: int = 0
    _tokens: int = 0
    _summary: str = ""
    _state: SessionState | None = None
    _context: Context | None = None
    _lock: threading.RLock = field(default_factory=threading.RLock)

    def append(self, *messages: Raw) -> None:
        """Add messages (Message, or a chat message as a mapping) at the end. Costs a token count, nothing more."""
        with self._lock:
            for raw in messages:
                given = (raw,) if isinstance(raw, Message) else self.normalise(raw)
                normal = tuple(map(self.redact, given))
                self._raw.append((raw, normal))
                self._context = None
                for message in normal:
                    self._waiting.append(message)
                    self._tokens += count_tokens(message.text)
                    self._note_calls(message)

    def _note_calls(self, message: Message) -> None:
        """As the leaves do (core/tree/leaves.py): a call whose result never comes does not hold compaction up for ever."""
        self._seen += 1
        if message.role == "user" and not message.closes:
            self._open_calls.clear()
        for call in message.closes:
            self._open_calls.pop(call, None)
        self._open_calls |= dict.fromkeys(message.opens - message.closes, self._seen)
        self._open_calls = {c: at for c, at in self._open_calls.items() if self._seen - at <= ABANDONED_AFTER}

    def extend(self, messages: Iterable[Raw]) -> None:
        """`append` for an iterable."""
        self.append(*messages)

    @property
    def in_tool_exchange(self) -> bool:
        """True while a tool call waits for its result: then nothing is compacted."""
        return bool(self._open_calls)

    def context(self) -> Context:
        """The working context now. Compacts first if the budget is crossed and no tool call is open.

        Raises StoreError when the store fails and FidelityCollapseError when there is no way on without loss; the
        session is then as it was before the call.
        """
        with self._lock:
            if self._context is None:
                if self._tokens > self.budget and not self.in_tool_exchange:
                    self._context = self._compact()
                else:
                    head, fresh = self._parts()
                    self._context = self._told(self._summary, head, fresh, self._state)
            return self._context

    async def aappend(self, *messages: Raw) -> None:
        """`append` off the event loop."""
        await asyncio.to_thread(self.append, *messages)

    async def acontext(self) -> Context:
        """`context` off the event loop."""
        return await asyncio.to_thread(self.context)

    def _compact(self) -> Context:
        state, summary = self._folded_in()
        self._waiting.clear()
        kept = {id(m) for m in (*state.head, *state.fresh)}
        self._raw = [_kept(raw, normal, kept) for raw, normal in self._raw if any(id(m) in kept for m in normal)]
        self._summary, self._state = summary, state
        self._tokens = count_tokens(summary) + state.fresh_tokens + state.head_tokens
        head, fresh = self._parts()
        return self._told(summary, head, fresh, state)

    def _told(self, summary: str, head: tuple[Any, ...], fresh: tuple[Any, ...], state: SessionState | None) -> Context:
        return Context(summary, head, fresh, self._tokens, state, max(0, self._tokens - self.budget))

    def _folded_in(self) -> tuple[SessionState, str]:
        for attempt in range(_ATTEMPTS):
            self.build.catch_up()
            try:
                with self.build.all_or_nothing():
                    for message in self._waiting:
                        self.build.push(message)
                    state = self.build.finish()
                    return state, self.render(state) if state.nodes else ""
            except StaleRefError:  # a drop, or another process: what it wrote is found and not done again
                if attempt == _ATTEMPTS - 1:
                    raise
        raise AssertionError("the last attempt returns or raises")

    def _parts(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """What was appended and still stands: the system prompt in front, and the rest."""
        heads = {id(m) for m in self._state.head} if self._state is not None else set()
        head = tuple(raw for raw, normal in self._raw if any(id(m) in heads for m in normal))
        fresh = tuple(raw for raw, normal in self._raw if not any(id(m) in heads for m in normal))
        return head, fresh


def _kept(raw: Any, normal: tuple[Message, ...], kept: set[int]) -> tuple[Any, tuple[Message, ...]]:
    """A raw message that stays. Where a tool's result in it was folded in with its call, the words beside it are left:
    a result without its call would be refused by the model's API."""
    left = tuple(m for m in normal if id(m) in kept)
    if len(left) == len(normal):
        return raw, normal
    return {"role": left[0].role, "content": "\n".join(m.text for m in left)}, left
