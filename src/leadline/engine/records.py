"""What the store keeps of leaves and nodes: canonical JSON blobs, and the way back into values.

A leaf is two blobs: its text (which a sweep may remove) and its record (segments, owed facts, digests). A node is one
blob. Records hold no clock and no path, so the same session gives the same bytes on every machine.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from leadline.core.facts.model import Fact
from leadline.core.receipts.hashes import sha256_hex
from leadline.core.receipts.merkle import leaf_hash
from leadline.core.text.messages import Segment
from leadline.core.tree.nodes import Draft, DraftSentence, Evidence, Leaf, Node, render_draft

__all__ = [
    "Attempt",
    "Dropped",
    "LeafRecord",
    "NodeRecord",
    "decode_leaf",
    "decode_node",
    "encode",
    "encode_leaf",
    "encode_node",
    "fact_from_row",
    "fact_row",
]


@dataclass(frozen=True, slots=True)
class Dropped:
    """One owed fact that a rule or a person let go: which, by whom, why."""

    fact: str
    by: str  # `rule:<reason>` or `person:<name>`
    reason: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """One draft of a trial as the receipt remembers it: who wrote it, what the gate said, what was wrong."""

    kind: str  # summarizer | rebuild | mended | repair | extractive | extractive+repair
    summarizer: str
    verdict: str
    rule: str | None
    findings: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class LeafRecord:
    """A leaf without its text: what is needed to fold it in, to expand into it and to prove it."""

    index: int
    text_digest: str
    anchor: str  # Merkle leaf hash of the text (RFC 6962), what receipts are anchored in
    tokens: int
    chars: int
    segments: tuple[Segment, ...]
    facts: tuple[Fact, ...]  # owed ones only
    supporting: Mapping[str, int]  # counts by kind of what is measured but not demanded
    unclassified: tuple[tuple[int, int, str], ...] = ()  # shadow hits that the extractor did not see
    markers: tuple[Fact, ...] = ()  # calls that succeeded: not owed, but they end failures of the same call before them
    hidden: int = 0  # secrets that placeholders stand for in the text
    originals: str | None = (
        None  # the blob with those secrets (originals.py); None: there are none, or they were not kept
    )

    @property
    def id(self) -> str:
        return f"n{self.index}"

    def lines_at(self, start: int, end: int) -> tuple[int, int]:
        """First and last transcript line of a span of the leaf's text (0, 0 where unknown)."""
        lines = [
            s.line for s in self.segments if s.line is not None and s.start < max(end, start + 1) and start < s.end
        ]
        return (min(lines), max(lines)) if lines else (0, 0)


@dataclass(frozen=True, slots=True)
class NodeRecord:
    """A decided parent with all that the gate measured."""

    node: Node
    children_digests: tuple[str, ...]
    facts: tuple[Fact, ...]  # live owed facts of the leaves under it
    dropped: tuple[Dropped, ...]  # owed facts of the children that are not demanded here any more
    n_owed: int
    n_retained: int
    first: tuple[int, int]  # first draft, held-out facts: (asked, kept)
    signals: Mapping[str, float | None]
    verdict: str
    rule: str | None
    findings: tuple[Mapping[str, Any], ...]  # of the verdict that stands
    attempts: tuple[Attempt, ...]
    places: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    predicted: float | None = None
    unseen: tuple[str, ...] = ()
    markers: tuple[Fact, ...] = ()  # of the leaves under it, as in LeafRecord


def encode(value: Any) -> bytes:
    """Sorted, compact, ASCII-only JSON: lone surrogates stay escapes, so every text has bytes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode()


def fact_row(fact: Fact) -> list[Any]:
    return [
        fact.id, fact.kind, fact.text, fact.form, fact.child, fact.start, fact.end, *fact.sentence, fact.role,
        list(fact.subject), fact.criticality, fact.reason, fact.sure,
    ]  # fmt: skip


def fact_from_row(row: Sequence[Any]) -> Fact:
    id, kind, text, form, child, start, end, a, b, role, subject, criticality, reason, sure = row
    return Fact(id, kind, text, form, child, start, end, (a, b), role, tuple(subject), criticality, reason, sure)


def encode_leaf(leaf: Leaf, facts: Sequence[Fact], supporting: Mapping[str, int],
                unclassified: Sequence[tuple[int, int, str]], markers: Sequence[Fact] = (), originals: bytes | None = None) -> tuple[LeafRecord, bytes, bytes]:  # fmt: skip
    """The record of a leaf, its bytes, and the bytes of the leaf's text. `originals`: the blob with its secrets, if it is kept."""
    text = leaf.text.encode("utf-8", "surrogatepass")
    record = LeafRecord(
        leaf.index, sha256_hex(text), leaf_hash(text), leaf.tokens, len(leaf.text), leaf.segments, tuple(facts), dict(supporting),
        tuple(unclassified), tuple(markers), len(leaf.hidden), None if originals is None else sha256_hex(originals),
    )  # fmt: skip
    body: dict[str, Any] = {
        "kind": "leaf",
        "index": leaf.index,
        "text": record.text_digest,
        "anchor": record.anchor,
        "tokens": leaf.tokens,
        "chars": record.chars,
        "segments": [_segment_row(s) for s in leaf.segments],
        "facts": [fact_row(f) for f in facts],
        "supporting": dict(supporting),
        "unclassified": [list(u) for u in unclassified],
        "markers": [fact_row(f) for f in markers],
    }
    if leaf.hidden:  # a leaf without a secret has the bytes that it had before there was such a thing
        body["secrets"] = {"hidden": record.hidden, "originals": record.originals}
    return record, encode(body), text


def decode_leaf(data: bytes) -> LeafRecord:
    body = json.loads(data)
    secrets = body.get("secrets") or {"hidden": 0, "originals": None}
    return LeafRecord(
        body["index"], body["text"], body["anchor"], body["tokens"], body["chars"], tuple(Segment(*row) for row in body["segments"]),
        tuple(fact_from_row(row) for row in body["facts"]), body["supporting"],
        tuple((a, b, why) for a, b, why in body["unclassified"]), tuple(fact_from_row(row) for row in body["markers"]),
        secrets["hidden"], secrets["originals"],
    )  # fmt: skip


def encode_node(record: NodeRecord) -> bytes:
    node, draft = record.node, record.node.draft
    return encode(
        {
            "kind": "node",
            "level": node.level,
            "index": node.index,
            "leaves": list(node.leaves),
            "children": list(node.children),
            "children_digests": list(record.children_digests),
            "state": node.state,
            "sealed": node.sealed,
            "tokens": node.tokens,
            "draft": None if draft is None else _draft_body(draft),
            "facts": [fact_row(f) for f in record.facts],
            "dropped": [[d.fact, d.by, d.reason] for d in record.dropped],
            "n_owed": record.n_owed,
            "n_retained": record.n_retained,
            "first": list(record.first),
            "signals": dict(record.signals),
            "verdict": record.verdict,
            "rule": record.rule,
            "findings": [dict(f) for f in record.findings],
            "attempts": [
                [a.kind, a.summarizer, a.verdict, a.rule, [dict(f) for f in a.findings]] for a in record.attempts
            ],
            "places": {k: list(v) for k, v in record.places.items()},
            "predicted": record.predicted,
            "unseen": list(record.unseen),
            "markers": [fact_row(f) for f in record.markers],
        }
    )


def decode_node(data: bytes) -> NodeRecord:
    b = json.loads(data)
    draft = None if b["draft"] is None else _draft_from(b["draft"])
    node = Node(
        b["level"], b["index"], (b["leaves"][0], b["leaves"][1]), tuple(b["children"]), b["state"], draft, b["tokens"],
        b["sealed"],
    )  # fmt: skip
    return NodeRecord(
        node,
        tuple(b["children_digests"]),
        tuple(fact_from_row(row) for row in b["facts"]),
        tuple(Dropped(*row) for row in b["dropped"]),
        b["n_owed"],
        b["n_retained"],
        (b["first"][0], b["first"][1]),
        b["signals"],
        b["verdict"],
        b["rule"],
        tuple(b["findings"]),
        tuple(Attempt(a[0], a[1], a[2], a[3], tuple(a[4])) for a in b["attempts"]),
        {k: (v[0], v[1]) for k, v in b["places"].items()},
        b["predicted"],
        tuple(b["unseen"]),
        tuple(fact_from_row(row) for row in b["markers"]),
    )


def _segment_row(s: Segment) -> list[Any]:
    return [s.start, s.end, s.role, s.kind, s.line, s.message, s.name, s.is_error, s.injected]


def _draft_body(draft: Draft) -> dict[str, Any]:
    if not draft.structured:
        return {"text": draft.text, "summarizer": draft.summarizer}
    rows = [[s.section, s.text, s.label, [[e.leaf, e.start, e.end] for e in s.evidence]] for s in draft.sentences]
    return {"sentences": rows, "summarizer": draft.summarizer}


def _draft_from(body: Mapping[str, Any]) -> Draft:
    if "text" in body:
        return Draft(body["text"], (), body["summarizer"])
    sentences = tuple(
        DraftSentence(cast(Any, section), text, tuple(Evidence(*e) for e in evidence), label)
        for section, text, label, evidence in body["sentences"]
    )
    return Draft(render_draft(sentences), sentences, body["summarizer"])
