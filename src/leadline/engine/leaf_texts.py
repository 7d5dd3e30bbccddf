"""Texts of leaves by position while a session is built: the newest ones at hand, the others from the store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from leadline.core.tree.nodes import Leaf
from leadline.engine.records import LeafRecord
from leadline.stores.port import Store

__all__ = ["LeafTexts"]


class LeafTexts(Mapping[int, str]):
    """Texts of leaves by position: those at hand, else the store's; holds a few, so that memory does not grow."""

    KEEP = 64

    def __init__(self, store: Store, leaves: list[LeafRecord]) -> None:
        self._store, self._leaves, self._held = store, leaves, dict[int, str]()

    def hold(self, leaf: Leaf) -> None:
        """Keep the text of a leaf at hand; the oldest one goes."""
        self._keep(leaf.index, leaf.text)

    def _keep(self, index: int, text: str) -> None:
        self._held[index] = text
        while len(self._held) > self.KEEP:
            del self._held[next(iter(self._held))]

    def __getitem__(self, index: int) -> str:
        if index not in self._held:
            if not 0 <= index < len(self._leaves):
                raise KeyError(index)
            text = self._store.get(self._leaves[index].text_digest).decode("utf-8", "surrogatepass")
            self._keep(index, text)
            return text
        return self._held[index]

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self._leaves)))

    def __len__(self) -> int:
        return len(self._leaves)
