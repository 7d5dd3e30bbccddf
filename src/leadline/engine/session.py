"""Reading a committed session back: its nodes, leaves, drops and frontier, straight from the store.

Every command but `compact` starts here. Nothing is measured and nothing is written.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from leadline.core.facts.model import Fact
from leadline.core.policy.model import Policy, policy_from_mapping
from leadline.engine.keeps import Keep, parse_keeps
from leadline.engine.marks import Mark, read_mark
from leadline.engine.records import Dropped, LeafRecord, NodeRecord, decode_leaf, decode_node
from leadline.engine.steady import READ_ATTEMPTS, written_all_the_time
from leadline.engine.tombstones import Tombstone, read_tombstones
from leadline.stores.port import BlobMissingError, Store, StoreError

__all__ = ["Session", "UnknownReferenceError", "leaf_text", "load_session", "parse_drops"]


class UnknownReferenceError(ValueError):
    """A reference that names nothing in this session."""


@dataclass(frozen=True, slots=True)
class Session:
    """A committed session as values. `top` are the ids of nodes that no other node has as a child, in time order."""

    name: str
    ref: str
    count: int  # receipts so far
    meta: Mapping[str, Any]
    leaves: tuple[LeafRecord, ...]
    nodes: tuple[NodeRecord, ...]  # by level, then index
    drops: Mapping[str, Dropped]
    keeps: Mapping[str, Keep] = field(default_factory=dict)  # holds and pins by id, released ones too
    mark: Mark | None = None  # what is announced to be swept
    tombstones: Mapping[str, Tombstone] = field(default_factory=dict)  # by leaf
    digests: Mapping[str, str] = field(default_factory=dict)  # of the records, by id

    @property
    def top(self) -> tuple[NodeRecord, ...]:
        covered = {child for record in self.nodes if record.node.draft is not None for child in record.node.children}
        tops = [r for r in self.nodes if r.node.id not in covered]
        return tuple(sorted(tops, key=lambda r: (r.node.leaves, -r.node.level)))

    @property
    def root(self) -> NodeRecord | None:
        """The highest committed node that ends the session; None if nothing was committed."""
        standing = [r for r in self.top if r.node.draft is not None]
        return max(standing, key=lambda r: (r.node.leaves[1], r.node.level), default=None)

    def node(self, id: str) -> NodeRecord | None:
        return next((r for r in self.nodes if r.node.id == id), None)

    @property
    def policy(self) -> Policy:
        """The policy in force: the one that the session was begun with, or a later one that was receipted."""
        return policy_from_mapping(dict(self.meta.get("policy") or {}))

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All owed leaf facts, in time order."""
        return tuple(f for leaf in self.leaves for f in leaf.facts)


def load_session(store: Store, name: str) -> Session:
    """The session `name` as it stands between two steps of whoever writes to it: if one came in between, it is read again.

    Raises KeyError for an unknown session, StoreError for trouble below.
    """
    for _ in range(READ_ATTEMPTS):
        ref = store.ref(name)
        if ref is None:
            raise KeyError(name)
        try:
            session = _read(store, name, ref)
        except StoreError:
            if store.ref(name) == ref:
                raise
            continue  # a sweep took what the older index named
        if store.ref(name) == ref:
            return session
    raise written_all_the_time(name)


def _read(store: Store, name: str, ref: str) -> Session:
    index = dict(store.nodes(name))
    try:
        return _decoded(store, name, ref, index)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:  # whole bytes that make no sense
        raise StoreError(
            f"session {name!r} holds a record that cannot be read: {error!r}",
            "leadline verify names it; a newer leadline may have written it: pip install -U leadline",
        ) from error


def _decoded(store: Store, name: str, ref: str, index: Mapping[str, str]) -> Session:
    meta: Mapping[str, Any] = {}
    drops: dict[str, Dropped] = {}
    leaves: list[LeafRecord] = []
    nodes: list[NodeRecord] = []
    keeps: dict[str, Keep] = {}
    mark: Mark | None = None
    for id, digest in index.items():
        data = store.get(digest)
        if id == "meta":
            meta = dict(json.loads(data))
        elif id == "drops":
            drops = parse_drops(data)
        elif id == "holds":
            keeps = parse_keeps(data)
        elif id == "marks":
            mark = read_mark(store, name, data)
        elif id.startswith("n"):
            leaves.append(decode_leaf(data))
        elif id.startswith("p"):
            nodes.append(decode_node(data))
        else:  # not to be passed over: it may forbid what this version would do
            raise StoreError(
                f"session {name!r} holds a record {id!r} that this leadline does not know",
                "A newer leadline wrote it: pip install -U leadline",
            )
    leaves.sort(key=lambda leaf: leaf.index)
    nodes.sort(key=lambda r: (r.node.level, r.node.index))
    count = next(row.count for row in store.sessions() if row.session == name)
    stones = read_tombstones(store, name)
    return Session(name, ref, count, meta, tuple(leaves), tuple(nodes), drops, keeps, mark, stones, index)


def parse_drops(data: bytes) -> dict[str, Dropped]:
    """Persons' drop decisions as the store keeps them, by fact id."""
    return {row[0]: Dropped(*row) for row in json.loads(data)}


def leaf_text(store: Store, record: LeafRecord) -> str | None:
    """The leaf's text; None when a sweep removed it."""
    try:
        return store.get(record.text_digest).decode("utf-8", "surrogatepass")
    except BlobMissingError:
        return None
