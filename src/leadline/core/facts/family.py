"""The facts of a family of children: those that a parent may owe at once, all of them only when somebody asks.

In: children in time order. Out: resolved facts. Nine of ten facts of a long child are names and numbers that nothing owes; they only
count how often a name is said. `live_facts` counts them and makes no facts of them; `Facts` is all of them, made on first use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import overload

from leadline.core.facts.extraction import Mentions, extract, extract_live, goes_on
from leadline.core.facts.model import Fact
from leadline.core.facts.resolution import resolve
from leadline.core.text.messages import Child

__all__ = ["Facts", "live_facts", "with_turns"]


def live_facts(children: Sequence[Child]) -> tuple[Fact, ...]:
    """Of all facts of `children` those that may be owed, resolved: the owed ones among them are all that there are."""
    mentions: Mentions = Mentions()
    facts = [f for child, on in with_turns(children) for f in extract_live(child, mentions, turn_goes_on=on)]
    return resolve(facts, mentions)


def with_turns(children: Sequence[Child]) -> Iterator[tuple[Child, bool]]:
    """Each child with whether its turn goes on in the next one: where every message is a child of its own, only the children
    together show that words stand before a call."""
    on: list[bool] = []
    after = False
    for child in reversed(children):
        on.append(after)
        after = goes_on(child, after)
    return zip(children, reversed(on), strict=True)


class Facts(Sequence[Fact]):
    """All facts of `children`, resolved, read on first use; `placed` is asked for each. Equal to any sequence of the same facts."""

    __slots__ = ("_children", "_facts", "_placed")

    def __init__(self, children: Sequence[Child], placed: Callable[[Fact], Fact] | None = None) -> None:
        self._children, self._placed = tuple(children), placed
        self._facts: tuple[Fact, ...] | None = None

    def _read(self) -> tuple[Fact, ...]:
        if self._facts is None:
            facts = resolve([f for child, on in with_turns(self._children) for f in extract(child, turn_goes_on=on)])
            self._facts = facts if self._placed is None else tuple(map(self._placed, facts))
        return self._facts

    @overload
    def __getitem__(self, at: int) -> Fact: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Fact, ...]: ...
    def __getitem__(self, at: int | slice) -> Fact | tuple[Fact, ...]:
        return self._read()[at]

    def __len__(self) -> int:
        return len(self._read())

    def __iter__(self) -> Iterator[Fact]:
        return iter(self._read())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._read() == tuple(other)

    def __repr__(self) -> str:
        return repr(self._read())
