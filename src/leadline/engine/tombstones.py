"""Tombstones: what stays of a leaf whose text a sweep took away, and the leaf as a tombstone can still show it.

In: a leaf, its text, the spans that must stay readable. Out: canonical JSON, or the value read back. The owed sentences
and what standing nodes cite are kept verbatim at their offsets; the rest is only counted. `shown_text` puts the pieces
back where they stood, blanks between them, so that offsets still hold and a tombstone serves as the leaf.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from leadline.core.facts.model import Fact
from leadline.engine.records import LeafRecord, encode, fact_from_row, fact_row
from leadline.stores.port import Store

__all__ = ["Tombstone", "decode_tombstone", "encode_tombstone", "merge_spans", "read_tombstones", "shown_text"]


@dataclass(frozen=True, slots=True)
class Tombstone:
    """One swept leaf. `receipt` is the sweep that let it go, `digest` the tombstone's own; empty until stored."""

    leaf: str
    text: str  # digest of the text that went
    bytes: int
    chars: int
    lines: tuple[int, int]
    pieces: tuple[tuple[int, int, str], ...]  # (start, end, words), sorted, not overlapping
    readable: tuple[Fact, ...]  # supporting facts that standing nodes said then and the pieces do not
    let_go: (
        Mapping[str, int] | None
    )  # supporting facts that went with the text, by kind; None: all but what is said above
    reason: str
    allowed_by: str  # the receipt that the session stood at when the leaf was allowed to go
    mark: str | None = None  # the receipt of the mark whose grace was over
    archive: str | None = None  # where the text was put before it went; its name there is `text`
    receipt: str = ""
    at: str = ""  # when the store wrote that receipt (ISO, UTC)
    digest: str = ""


def encode_tombstone(stone: Tombstone, owed: Sequence[Fact]) -> bytes:
    """The bytes to store. `owed` are the leaf's owed facts: their ids say what it held, the leaf's record has the rest."""
    return encode(
        {
            "kind": "tombstone",
            "leaf": stone.leaf,
            "text": stone.text,
            "bytes": stone.bytes,
            "chars": stone.chars,
            "lines": list(stone.lines),
            "held": [f.id for f in owed],
            "pieces": [list(p) for p in stone.pieces],
            "readable": [fact_row(f) for f in stone.readable],
            "let_go": dict(stone.let_go or {}),
            "reason": stone.reason,
            "allowed_by": stone.allowed_by,
            "mark": stone.mark,
            "archive": stone.archive,
        }
    )


def decode_tombstone(data: bytes) -> Tombstone:
    """A stored tombstone; the first kind, which had no pieces, is read too. ValueError or KeyError for anything else."""
    body: Mapping[str, Any] = json.loads(data)
    return Tombstone(
        body["leaf"], body["text"], body.get("bytes", 0), body.get("chars", 0), (*body.get("lines", (0, 0)),),
        tuple((a, b, words) for a, b, words in body.get("pieces", ())),
        tuple(fact_from_row(row) for row in body.get("readable", ())), body.get("let_go"), body.get("reason", ""),
        body.get("allowed_by", ""), body.get("mark"), body.get("archive"),
    )  # fmt: skip


def read_tombstones(store: Store, session: str) -> dict[str, Tombstone]:
    """The tombstones of a session by leaf; of a leaf that has several, the last one."""
    rows = store.tombstones(session)
    when = {row.digest: row.written_at for row in store.receipts(session)} if rows else {}
    found: dict[str, Tombstone] = {}
    for digest, receipt in rows:
        stone = decode_tombstone(store.get(digest))
        found[stone.leaf] = replace(stone, receipt=receipt, at=when.get(receipt, ""), digest=digest)
    return found


def shown_text(stone: Tombstone, record: LeafRecord) -> str:
    """The leaf as far as it is left, as long as it was: the pieces at their offsets, blanks between them."""
    out: list[str] = []
    at = 0
    for start, end, words in stone.pieces:
        out += [" " * (start - at), words]
        at = end
    out.append(" " * (record.chars - at))
    return "".join(out)


def merge_spans(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same characters as sorted spans that neither overlap nor touch; empty ones are left out."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(s for s in spans if s[0] < s[1]):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged
