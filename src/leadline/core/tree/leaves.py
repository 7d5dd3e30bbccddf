"""Cutting a session into leaves: runs of whole messages whose boundaries depend only on what came before.

A leaf closes at the first message boundary at which it holds at least `leaf_tokens` and no tool call waits for its
result. So two runs over one transcript give the same leaves, also when it arrived in pieces, and a grown session
keeps all of its earlier leaves. What has not closed, and the newest `fresh_tokens` after the last closed leaf, is the
freshest part: it stays verbatim (design.md, section 5, "Growing sessions").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from leadline.core.text.messages import Message, hidden_in, join_messages
from leadline.core.tree.nodes import Leaf

__all__ = ["LeafSplitter", "Split", "split_session"]

# A call without an answer after this many further messages was aborted; waiting longer would never close a leaf.
ABANDONED_AFTER = 24


@dataclass(frozen=True, slots=True)
class Split:
    """Leaves that may be summarised, and the freshest part that stays as it is."""

    leaves: tuple[Leaf, ...]
    fresh: tuple[Message, ...]
    fresh_tokens: int


@dataclass(slots=True)
class LeafSplitter:
    """Takes messages one by one; `push` returns the leaves that have moved out of reach of the freshest part.

    Holds the messages of the freshest part and of leaves closed inside of it, nothing older.
    """

    leaf_tokens: int
    fresh_tokens: int
    count: Callable[[str], int]
    head_tokens: int = 0
    next_index: int = 0
    head: tuple[Message, ...] = ()  # system prompt in front, if it is short enough to stay as it is
    _waiting: list[Message] | None = field(default_factory=list)  # system messages so far; None once somebody spoke
    _current: list[tuple[Message, int]] = field(default_factory=list)
    _current_tokens: int = 0
    _closed: list[tuple[tuple[Message, ...], int]] = field(default_factory=list)
    _open_calls: dict[str, int] = field(default_factory=dict)
    _seen: int = 0

    def copy(self) -> LeafSplitter:
        """One that goes on from the same place, independently."""
        twin = replace(self)
        for name in ("_waiting", "_current", "_current_tokens", "_closed", "_open_calls", "_seen"):
            value = getattr(self, name)
            setattr(twin, name, value.copy() if isinstance(value, list | dict) else value)
        return twin

    def push(self, message: Message) -> list[Leaf]:
        """Leaves that this message pushed beyond the freshest part, oldest first (mostly none)."""
        if self._waiting is None:
            return self._push(message)
        if message.role == "system":
            self._waiting.append(message)
            return []
        waiting, self._waiting = self._waiting, None
        if sum(self.count(m.text) for m in waiting) <= self.head_tokens:
            self.head = tuple(waiting)
            return self._push(message)
        return [leaf for one in (*waiting, message) for leaf in self._push(one)]

    def _push(self, message: Message) -> list[Leaf]:
        self._seen += 1
        tokens = self.count(message.text)
        if message.role == "user" and not message.closes:
            self._open_calls.clear()  # the person went on: nobody waits for those results any more
        for call in message.closes:
            self._open_calls.pop(call, None)
        for call in sorted(message.opens - message.closes):
            self._open_calls[call] = self._seen
        for call in [c for c, at in self._open_calls.items() if self._seen - at > ABANDONED_AFTER]:
            del self._open_calls[call]
        self._current.append((message, tokens))
        self._current_tokens += tokens
        if self._current_tokens >= self.leaf_tokens and not self._open_calls:
            self._closed.append((tuple(m for m, _ in self._current), self._current_tokens))
            self._current, self._current_tokens = [], 0
        return self._release()

    def _release(self) -> list[Leaf]:
        """A leaf goes when `fresh_tokens` follow it; one with a huge message as soon as a quarter of that does."""
        out: list[Leaf] = []
        after = self._current_tokens + sum(tokens for _, tokens in self._closed)
        while self._closed:
            left = after - self._closed[0][1]
            oversize = self._closed[0][1] > 2 * self.leaf_tokens + self.fresh_tokens
            if left < (self.fresh_tokens // 4 if oversize else self.fresh_tokens) or not left:
                break
            messages, tokens = self._closed.pop(0)
            after -= tokens
            text, segments = join_messages(messages)
            out.append(Leaf(self.next_index, text, segments, tokens, hidden_in(messages)))
            self.next_index += 1
        return out

    @property
    def fresh(self) -> tuple[Message, ...]:
        """The freshest part, oldest first."""
        closed = tuple(m for messages, _ in self._closed for m in messages)
        return closed + tuple(m for m, _ in self._current) + tuple(self._waiting or ())

    @property
    def fresh_total(self) -> int:
        """Tokens of the freshest part."""
        waiting = sum(self.count(m.text) for m in self._waiting or ())
        return self._current_tokens + sum(tokens for _, tokens in self._closed) + waiting


def split_session(
    messages: Iterable[Message], *, leaf_tokens: int, fresh_tokens: int, count: Callable[[str], int]
) -> Split:
    """All leaves and the freshest part of a whole session."""
    splitter = LeafSplitter(leaf_tokens, fresh_tokens, count)
    leaves = [leaf for message in messages for leaf in splitter.push(message)]
    return Split(tuple(leaves), splitter.fresh, splitter.fresh_total)
