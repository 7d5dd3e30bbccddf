"""Texts of leaves by position while a session is built: the newest ones at hand, the others from the store.

Of a swept leaf the text that the transcript gave in this run is kept, packed; where there is none, the tombstone serves as the leaf:
what was owed or cited stands at its offset, and the rest is blank.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping

from leadline.core.tree.nodes import Leaf
from leadline.engine.records import LeafRecord
from leadline.engine.tombstones import Tombstone, read_tombstones, shown_text
from leadline.stores.port import BlobMissingError, Store

__all__ = ["LeafTexts"]


class LeafTexts(Mapping[int, str]):
    """Texts of leaves by position: those at hand, else the store's; holds a few, so that memory does not grow."""

    KEEP = 64

    def __init__(self, store: Store, leaves: list[LeafRecord], session: str) -> None:
        self._store, self._leaves, self._session = store, leaves, session
        self._held = dict[int, str]()
        self._stones: dict[str, Tombstone] | None = None  # read when first needed
        self._packed = dict[int, bytes]()  # swept ones that this run has seen

    def hold(self, leaf: Leaf) -> None:
        """Keep the text of a leaf at hand; the oldest one goes."""
        if leaf.id in self._swept(again=False):
            self._packed[leaf.index] = zlib.compress(leaf.text.encode("utf-8", "surrogatepass"), 1)
        self._keep(leaf.index, leaf.text)

    def _keep(self, index: int, text: str) -> None:
        self._held[index] = text
        while len(self._held) > self.KEEP:
            del self._held[next(iter(self._held))]

    def _swept(self, *, again: bool) -> Mapping[str, Tombstone]:
        if self._stones is None or again:
            self._stones = read_tombstones(self._store, self._session)
        return self._stones

    def __getitem__(self, index: int) -> str:
        if index not in self._held:
            if not 0 <= index < len(self._leaves):
                raise KeyError(index)
            self._keep(index, self._read(self._leaves[index]))
        return self._held[index]

    def _read(self, record: LeafRecord) -> str:
        if record.index in self._packed:
            return zlib.decompress(self._packed[record.index]).decode("utf-8", "surrogatepass")
        try:
            return self._store.get(record.text_digest).decode("utf-8", "surrogatepass")
        except BlobMissingError:
            stone = self._swept(again=True).get(record.id)  # perhaps swept since this run began
            if stone is None:
                raise
            return shown_text(stone, record)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self._leaves)))

    def __len__(self) -> int:
        return len(self._leaves)
