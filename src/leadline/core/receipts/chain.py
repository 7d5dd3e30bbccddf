"""Receipts: one canonical JSON document for each verdict, drop or sweep, chained by hash (record 002; design.md, 7).

In: plain mappings, since receipts know neither facts nor signals nor policy. Out: bytes; the receipt's name is the
SHA-256 of exactly these bytes, and it is the next receipt's `previous`. No clock, no host, no text beyond the quotes of
findings. A receipt of a verdict holds record 002's four parts under their names; the boundary's digest covers all the
other evidence, so that it speaks for what it stands beside. Checking a chain is `verify.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from leadline.core.receipts.canonical import canonical_json
from leadline.core.receipts.hashes import digest, is_digest, sha256_hex
from leadline.core.receipts.merkle import SCHEME, merkle_root_of_hashes

__all__ = [
    "ANCHOR",
    "BOUNDARY",
    "FIDELITY",
    "FORMAT",
    "GENERATION",
    "Anchor",
    "Generation",
    "Link",
    "boundary_digest",
    "build_event",
    "build_receipt",
    "receipt_digest",
]

FORMAT = "leadline-receipt/1"
GENERATION = "summary-generation-receipt"
ANCHOR = "original-content-anchor-signature"
FIDELITY = "semantic-fidelity-per-generation-receipt"
BOUNDARY = "summarization-boundary-signature"

_DIGESTS = ("policy", "summarizer", "judge", "extractor", "signals", "prompt", "history")
_OUTSIDE = (BOUNDARY, "previous", "seq", "session")  # the boundary speaks for the evidence, the chain for the place


@dataclass(frozen=True, slots=True)
class Link:
    """Where a receipt stands: its session, its place in the session's chain (0-based), and the receipt before it."""

    session: str
    seq: int
    previous: str | None  # None for the first one only

    def __post_init__(self) -> None:
        if self.seq < 0 or (self.seq == 0) != (self.previous is None):
            raise ValueError(f"receipt {self.seq} after {self.previous}: the first is 0 and has none before it")
        if self.previous is not None and not is_digest(self.previous):
            raise ValueError(f"previous = {self.previous!r}: expected the SHA-256 of a receipt in lower-case hex")


@dataclass(frozen=True, slots=True)
class Anchor:
    """The original leaves under a node: half-open range of positions and the `merkle.leaf_hash` of each, in order."""

    leaves: tuple[int, int]
    hashes: tuple[str, ...]

    def __post_init__(self) -> None:
        start, end = self.leaves
        if end - start != len(self.hashes):
            raise ValueError(
                f"anchor over leaves {start} to {end}: expected {end - start} hashes, got {len(self.hashes)}"
            )
        if not all(map(is_digest, self.hashes)):
            raise ValueError(f"anchor over leaves {start} to {end}: a leaf hash is not SHA-256 in lower-case hex")

    @property
    def root(self) -> str:
        return merkle_root_of_hashes(self.hashes)


@dataclass(frozen=True, slots=True)
class Generation:
    """What was made from what. `children` are (id, digest) in order; `draft` is None where nothing was committed."""

    node: str
    level: int
    depth: int
    generation: int
    children: tuple[tuple[str, str], ...]
    draft: str | None
    attempts: int = 1
    structured: bool = False
    extra: Mapping[str, object] = field(default_factory=dict)


Verdict = Literal["promote", "halt", "flatten", "invalid"]


def build_receipt(
    link: Link,
    generation: Generation,
    anchor: Anchor,
    *,
    verdict: Verdict,
    rule: str | None,
    fidelity: Mapping[str, object],
    limits: Mapping[str, object],
    digests: Mapping[str, str | None],
    reasons: Sequence[Mapping[str, object]] = (),
    findings: Sequence[Mapping[str, object]] = (),
    applied: Mapping[str, str] | None = None,
    destructive: bool = False,
) -> bytes:
    """The receipt of one verdict, as bytes.

    `fidelity` holds counts and shares (owed, kept, provenance, predicted and measured retention, values of earlier
    generations); `limits` the boundary's limits as the policy set them; `digests` everything that could have changed
    the answer (policy, summarizer, judge, extractor, signals, prompt, history; None for what took no part);
    `destructive` whether leaves may be gone. ValueError for an unknown or missing digest, or a value that JSON lacks.
    """
    unknown = sorted(set(digests) - set(_DIGESTS))
    if unknown:
        raise ValueError(f"digests: unknown {', '.join(unknown)}; known are {', '.join(_DIGESTS)}")
    body: dict[str, Any] = {
        "format": FORMAT,
        "kind": "verdict",
        "session": link.session,
        "seq": link.seq,
        "previous": link.previous,
        "verdict": verdict,
        "rule": rule,
        "reasons": [dict(reason) for reason in reasons],
        "findings": {
            "count": len(findings),
            "digest": digest("findings/v1", [dict(finding) for finding in findings]),
            "items": [dict(finding) for finding in findings],
        },
        "digests": {name: digests.get(name) for name in _DIGESTS},
        "applied": dict(applied or {}),
        "destructive": destructive,
        GENERATION: {
            "node": generation.node,
            "level": generation.level,
            "depth": generation.depth,
            "generation": generation.generation,
            "children": [{"id": id, "digest": child} for id, child in generation.children],
            "draft": generation.draft,
            "attempts": generation.attempts,
            "structured": generation.structured,
            **generation.extra,
        },
        ANCHOR: {
            "scheme": SCHEME,
            "root": anchor.root,
            "leaves": list(anchor.leaves),
            "hashes": list(anchor.hashes),
        },
        FIDELITY: dict(fidelity),
    }
    body[BOUNDARY] = {
        "scheme": "sha256",
        "limits": dict(limits),
        "digest": boundary_digest(body, limits),
    }
    return canonical_json(body)


def build_event(link: Link, kind: str, body: Mapping[str, object]) -> bytes:
    """The receipt of something that is no verdict (`drop`, `sweep`, `pin`, ...): who let what go and why, what was removed."""
    if kind == "verdict" or not kind:
        raise ValueError(f"kind = {kind!r}: a verdict needs build_receipt, an event its own word")
    return canonical_json(
        {
            "format": FORMAT,
            "kind": kind,
            "session": link.session,
            "seq": link.seq,
            "previous": link.previous,
            "event": dict(body),
        }
    )


def receipt_digest(receipt: bytes) -> str:
    """The receipt's name: the SHA-256 of its bytes."""
    return sha256_hex(receipt)


def boundary_digest(body: Mapping[str, Any], limits: Mapping[str, object]) -> str:
    """The digest over all the evidence of a receipt and the limits that it was held against."""
    evidence = {key: value for key, value in body.items() if key not in _OUTSIDE}
    return digest("boundary/v1", {"evidence": evidence, "limits": dict(limits)})
