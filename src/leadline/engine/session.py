"""Reading a committed session back: its nodes, leaves, drops and frontier, straight from the store.

Every command but `compact` starts here. Nothing is measured and nothing is written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from leadline.core.facts.model import Fact
from leadline.core.text.sentences import split_sentences
from leadline.engine.records import Dropped, LeafRecord, NodeRecord, decode_leaf, decode_node
from leadline.stores.port import BlobMissingError, Store

__all__ = ["Place", "Session", "UnknownReferenceError", "load_session", "parse_drops", "resolve_reference"]


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
    def facts(self) -> tuple[Fact, ...]:
        """All owed leaf facts, in time order."""
        return tuple(f for leaf in self.leaves for f in leaf.facts)


@dataclass(frozen=True, slots=True)
class Place:
    """An exact place in the source: leaf, span, transcript lines, the text (None when swept), and who wrote it."""

    leaf: str
    start: int
    end: int
    lines: tuple[int, int]
    text: str | None
    role: str
    swept: str | None = None  # what the tombstone says


def load_session(store: Store, name: str) -> Session:
    """The session `name` as committed. Raises KeyError for an unknown session, StoreError for trouble below."""
    ref = store.ref(name)
    if ref is None:
        raise KeyError(name)
    meta: Mapping[str, Any] = {}
    drops: dict[str, Dropped] = {}
    leaves: list[LeafRecord] = []
    nodes: list[NodeRecord] = []
    for id, digest in store.nodes(name):
        data = store.get(digest)
        if id == "meta":
            meta = json.loads(data)
        elif id == "drops":
            drops = parse_drops(data)
        elif id.startswith("n"):
            leaves.append(decode_leaf(data))
        else:
            nodes.append(decode_node(data))
    leaves.sort(key=lambda leaf: leaf.index)
    nodes.sort(key=lambda r: (r.node.level, r.node.index))
    count = next(row.count for row in store.sessions() if row.session == name)
    return Session(name, ref, count, meta, tuple(leaves), tuple(nodes), drops)


def parse_drops(data: bytes) -> dict[str, Dropped]:
    """Persons' drop decisions as the store keeps them, by fact id."""
    return {row[0]: Dropped(*row) for row in json.loads(data)}


def leaf_text(store: Store, record: LeafRecord) -> str | None:
    """The leaf's text; None when a sweep removed it."""
    try:
        return store.get(record.text_digest).decode("utf-8", "surrogatepass")
    except BlobMissingError:
        return None


_LEAF_REF = re.compile(r"n(\d+)(?:[.:@](\d+)(?:-(\d+))?)?$")
_NODE_REF = re.compile(r"p(\d+)\.(\d+)(?:[.#](\d+))?$")


def resolve_reference(store: Store, session: Session, reference: str) -> tuple[Place, ...]:
    """Exact source places of a reference: `n12` (leaf), `n12.340` (sentence at an offset), `p1.0` (node), `p1.0.3`
    (its third sentence), or the id of a fact. Raises UnknownReferenceError."""
    reference = reference.strip().strip("[]")
    if match := _LEAF_REF.match(reference):
        return _drafted_places(store, session, match) or (_leaf_place(store, session, match),)
    if match := _NODE_REF.match(reference):
        return _node_places(store, session, match)
    known = next((f for f in session.facts if f.id == reference), None)
    if known is None:
        raise UnknownReferenceError(
            f"{reference!r} is no leaf (n12), sentence (n12.340), node (p1.0) or fact of session {session.name}"
        )
    return (_place(store, session, int(known.child[1:]), *known.sentence),)


def _drafted_places(store: Store, session: Session, match: re.Match[str]) -> tuple[Place, ...]:
    """All that the sentence rests on to which the working context gave this reference: it names only where that begins."""
    if match.group(2) is None or match.group(3) is not None:
        return ()
    begin = (int(match.group(1)), int(match.group(2)))
    drafts = [r.node.draft for r in reversed(session.nodes) if r.node.draft is not None]  # from the root down
    found = (s.evidence for d in drafts for s in d.sentences if s.evidence)
    spans = next((spans for spans in found if (spans[0].leaf, spans[0].start) == begin), ())
    return tuple(_place(store, session, e.leaf, e.start, e.end) for e in spans)


def _leaf_place(store: Store, session: Session, match: re.Match[str]) -> Place:
    index = int(match.group(1))
    if index >= len(session.leaves):
        raise UnknownReferenceError(
            f"leaf n{index} is not there: session {session.name} has {len(session.leaves)} leaves"
        )
    record = session.leaves[index]
    if match.group(2) is None:
        return _place(store, session, index, 0, record.chars)
    at, to = int(match.group(2)), int(match.group(3) or record.chars)
    if at >= record.chars or to <= at:
        raise UnknownReferenceError(
            f"{match.group()} is not there: leaf n{index} of session {session.name} has the characters 0 to {record.chars}"
        )
    if match.group(3) is not None:
        return _place(store, session, index, at, min(int(match.group(3)), record.chars))
    text = leaf_text(store, record)
    if text is None:
        return _place(store, session, index, at, at)
    sentence = next((s for s in split_sentences(text) if s.start <= at < s.end), None)
    return _place(store, session, index, at, sentence.end if sentence is not None else min(at + 200, record.chars))


def _node_places(store: Store, session: Session, match: re.Match[str]) -> tuple[Place, ...]:
    id = f"p{match.group(1)}.{match.group(2)}"
    record = session.node(id)
    if record is None:
        raise UnknownReferenceError(f"node {id} is not there: leadline show {session.name} lists them")
    sentences = record.node.draft.sentences if record.node.draft is not None else ()
    if match.group(3) is not None:
        number = int(match.group(3))
        if not 1 <= number <= len(sentences):
            raise UnknownReferenceError(f"node {id} has {len(sentences)} traced sentences; {number} is not one of them")
        sentences = sentences[number - 1 : number]
    spans = [(e.leaf, e.start, e.end) for s in sentences for e in s.evidence]
    if not spans:
        spans = [(leaf, 0, session.leaves[leaf].chars) for leaf in range(*record.node.leaves)]
    return tuple(_place(store, session, *span) for span in spans)


def _place(store: Store, session: Session, leaf: int, start: int, end: int) -> Place:
    record = session.leaves[leaf]
    text = leaf_text(store, record)
    segment = next((s for s in record.segments if s.start <= start < max(s.end, s.start + 1)), None)
    role = segment.role if segment is not None else "unknown"
    if text is not None:
        return Place(record.id, start, end, record.lines_at(start, end), text[start:end], role)
    held = [f for f in record.facts if f.start < max(end, start + 1) and start < f.end]
    kept = "; ".join(dict.fromkeys(f.text for f in held))
    return Place(record.id, start, end, record.lines_at(start, end), None, role, kept or "nothing owed stood here")
