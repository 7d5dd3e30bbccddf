"""The facts of a family of children: those that a parent may owe at once, all of them only when somebody asks.

In: children in time order. Out: resolved facts. Nine of ten facts of a long child are names and numbers that nothing owes; they only
count how often a name is said. `live_facts` counts them and makes no facts of them; `Facts` is all of them, made on first use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import overload

from leadline.core.facts.extraction import Mentions, extract, extract_live
from leadline.core.facts.model import Fact
from leadline.core.facts.resolution import resolve
from leadline.core.text.messages import Child

__all__ = ["Facts", "live_facts"]


def live_facts(children: Iterable[Child]) -> tuple[Fact, ...]:
    """Of all facts of `children` those that may be owed, resolved: the owed ones among them are all that there are."""
    mentions: Mentions = Mentions()
    facts = [fact for child in children for fact in extract_live(child, mentions)]
    return resolve(facts, mentions)


class Facts(Sequence[Fact]):
    """All facts of `children`, resolved, read on first use; `placed` is asked for each. Equal to any sequence of the same facts."""

    __slots__ = ("_children", "_facts", "_placed")

    def __init__(self, children: Sequence[Child], placed: Callable[[Fact], Fact] | None = None) -> None:
        self._children, self._placed = tuple(children), placed
        self._facts: tuple[Fact, ...] | None = None

    def _read(self) -> tuple[Fact, ...]:
        if self._facts is None:
            facts = resolve([fact for child in self._children for fact in extract(child)])
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
