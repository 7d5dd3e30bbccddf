"""From a reference back to the exact source, or to what a sweep left of it and where the rest went.

In: a store, a loaded session, a reference as the working context prints it; optionally the archive to read swept texts from. Out:
places with leaf, span, transcript lines and text. Nothing is written; an archived text is hashed before it is believed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from leadline.core.text.sentences import split_sentences
from leadline.engine.records import LeafRecord
from leadline.engine.session import Session, UnknownReferenceError, leaf_text
from leadline.engine.tombstones import Tombstone, shown_text
from leadline.stores.archive import Archive, get_verified
from leadline.stores.port import Store

__all__ = ["Place", "full_text", "resolve_reference", "where_it_went"]


@dataclass(frozen=True, slots=True)
class Place:
    """An exact place in the source: leaf, span, transcript lines, the text (None when swept), and who wrote it."""

    leaf: str
    start: int
    end: int
    lines: tuple[int, int]
    text: str | None
    role: str
    swept: str | None = None  # of a swept leaf: what the tombstone still says of the place
    went: str | None = None  # of a swept leaf: where its text went


def full_text(store: Store, session: Session, record: LeafRecord, archive: Archive | None = None) -> str | None:
    """The leaf's whole text from the store, else from `archive`; None when it was swept and no archive was given.

    ArchiveError where the archive does not hold a text that was archived; a text that was deleted is not looked for.
    """
    text = leaf_text(store, record)
    stone = session.tombstones.get(record.id)
    if text is None and archive is not None and stone is not None and stone.archive is not None:
        return get_verified(archive, record.text_digest).decode("utf-8", "surrogatepass")
    return text


def where_it_went(stone: Tombstone) -> str:
    """One sentence for people: which sweep took the text, when, and where it is now."""
    when = f" on {stone.at[:10]}" if stone.at else ""
    took = f"{stone.leaf} was swept{when} by receipt {stone.receipt}"
    if stone.archive is None:
        return f"{took}; its text was deleted; tombstone {stone.digest}"
    return (
        f"{took}; its text is in the archive {stone.archive} as {stone.text}; add --archive {stone.archive} to read it"
    )


@dataclass(slots=True)
class _Source:
    """Where texts come from while one reference is resolved; each leaf is read once."""

    store: Store
    session: Session
    archive: Archive | None
    _texts: dict[int, str | None] = field(default_factory=dict)

    def text(self, record: LeafRecord) -> str | None:
        if record.index not in self._texts:
            self._texts[record.index] = full_text(self.store, self.session, record, self.archive)
        return self._texts[record.index]

    def shown(self, record: LeafRecord) -> str | None:
        """The text, or what a tombstone can show of it; None where neither is there."""
        text, stone = self.text(record), self.session.tombstones.get(record.id)
        return shown_text(stone, record) if text is None and stone is not None else text

    def place(self, leaf: int, start: int, end: int) -> Place:
        record = self.session.leaves[leaf]
        text, stone = self.text(record), self.session.tombstones.get(record.id)
        segment = next((s for s in record.segments if s.start <= start < max(s.end, s.start + 1)), None)
        role = segment.role if segment is not None else "unknown"
        lines, went = record.lines_at(start, end), None if stone is None else where_it_went(stone)
        if text is not None:
            return Place(record.id, start, end, lines, text[start:end], role, None, went)
        pieces = () if stone is None else stone.pieces
        for a, b, words in pieces:
            if a <= start < end <= b:
                return Place(record.id, start, end, lines, words[start - a : end - a], role, None, went)
        left = [words for a, b, words in pieces if a < max(end, start + 1) and start < b]
        left = left or [f.text for f in record.facts if f.start < max(end, start + 1) and start < f.end]
        kept = "; ".join(dict.fromkeys(left)) or "nothing owed stood here"
        return Place(
            record.id, start, end, lines, None, role, kept, went or f"{record.id}: its text is not in the store"
        )


_N = r"(\d{1,12})"  # int() refuses thousands of digits with words of its own
_LEAF_REF = re.compile(rf"n{_N}(?:[.:@]{_N}(?:-{_N})?)?$")
_NODE_REF = re.compile(rf"p{_N}\.{_N}(?:[.#]{_N})?$")


def resolve_reference(
    store: Store, session: Session, reference: str, archive: Archive | None = None
) -> tuple[Place, ...]:
    """Exact source places of a reference: `n12` (leaf), `n12.340` (sentence at an offset), `p1.0` (node), `p1.0.3`
    (its third sentence), or the id of a fact. Raises UnknownReferenceError."""
    reference = reference.strip().strip("[]")
    source = _Source(store, session, archive)
    if match := _LEAF_REF.match(reference):
        return _drafted_places(source, match) or (_leaf_place(source, match),)
    if match := _NODE_REF.match(reference):
        return _node_places(source, match)
    known = next((f for f in session.facts if f.id == reference), None)
    if known is None:
        raise UnknownReferenceError(
            f"{reference!r} is no leaf (n12), sentence (n12.340), node (p1.0) or fact of session {session.name}"
        )
    return (source.place(int(known.child[1:]), *known.sentence),)


def _drafted_places(source: _Source, match: re.Match[str]) -> tuple[Place, ...]:
    """All that the sentence rests on to which the working context gave this reference: it names only where that begins."""
    if match.group(2) is None or match.group(3) is not None:
        return ()
    begin = (int(match.group(1)), int(match.group(2)))
    drafts = [r.node.draft for r in reversed(source.session.nodes) if r.node.draft is not None]  # from the root down
    found = (s.evidence for d in drafts for s in d.sentences if s.evidence)
    spans = next((spans for spans in found if (spans[0].leaf, spans[0].start) == begin), ())
    return tuple(source.place(e.leaf, e.start, e.end) for e in spans)


def _leaf_place(source: _Source, match: re.Match[str]) -> Place:
    session = source.session
    index = int(match.group(1))
    if index >= len(session.leaves):
        raise UnknownReferenceError(
            f"leaf n{index} is not there: session {session.name} has {len(session.leaves)} leaves"
        )
    record = session.leaves[index]
    if match.group(2) is None:
        return source.place(index, 0, record.chars)
    at, to = int(match.group(2)), int(match.group(3) or record.chars)
    if at >= record.chars or to <= at:
        raise UnknownReferenceError(
            f"{match.group()} is not there: leaf n{index} of session {session.name} has the characters 0 to {record.chars}"
        )
    if match.group(3) is not None:
        return source.place(index, at, min(int(match.group(3)), record.chars))
    text = source.shown(record)
    if text is None:
        return source.place(index, at, at)
    sentence = next((s for s in split_sentences(text) if s.start <= at < s.end), None)
    return source.place(index, at, sentence.end if sentence is not None else min(at + 200, record.chars))


def _node_places(source: _Source, match: re.Match[str]) -> tuple[Place, ...]:
    session = source.session
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
    return tuple(source.place(*span) for span in spans)
