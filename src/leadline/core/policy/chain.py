"""Record 002 (recursive summarization) as a pure function: may a summary of summaries stand for its original?

Rebuilt from the record's published behaviour (`tests/conformance/tables`), under its own names, directives and digests.
Nothing is validated: generation 1 always proceeds, NaN proceeds, and the digest names a kind of verdict for an id
rather than the evidence. The composed gate (`gate.py`) measures generation 1 too, and receipts cover all the evidence.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256

__all__ = ["RecursiveSummarizationGuard", "SummaryChain", "SummaryManifest", "SummaryPolicy", "SummaryVerdict"]


class SummaryVerdict(Enum):
    """What record 002 says of a chain; fidelity and inflation share one verdict and differ in the directive."""

    SINGLE_PASS = "SINGLE_PASS"
    FIDELITY_BOUNDED = "FIDELITY_BOUNDED"
    FIDELITY_DEGRADED = "FIDELITY_DEGRADED"
    GENERATION_DEPTH_EXCEEDED = "GENERATION_DEPTH_EXCEEDED"


@dataclass(frozen=True, slots=True)
class SummaryChain:
    """One rolling summary. Generation 1 summarizes original text; fidelity and inflation are shares in 0..1."""

    chain_id: str
    original_content_hash: str
    current_summary_hash: str
    generation_depth: int
    semantic_fidelity: float
    confidence_inflation: float
    is_single_pass: bool = False


@dataclass(frozen=True, slots=True)
class SummaryPolicy:
    """The three limits; a value exactly at its limit passes."""

    max_generation_depth: int
    min_semantic_fidelity: float
    max_confidence_inflation: float


@dataclass(frozen=True, slots=True)
class SummaryManifest:
    """The answer: verdict, one sentence of direction, and the record's digest (SHA-256, hex)."""

    verdict: SummaryVerdict
    directive: str
    manifest_digest: str


@dataclass(frozen=True, slots=True)
class RecursiveSummarizationGuard:
    """Holds the limits; `evaluate_chain` applies them, first match wins."""

    policy: SummaryPolicy

    def evaluate_chain(self, chain: SummaryChain) -> SummaryManifest:
        """The record's answer for `chain`: single pass, then depth, fidelity, inflation, else bounded."""
        limits = self.policy
        if chain.is_single_pass or chain.generation_depth <= 1:
            return SummaryManifest(
                SummaryVerdict.SINGLE_PASS,
                f"PROCEED: Single-pass summarization for {chain.chain_id}.",
                _json_digest({"chain": chain.chain_id, "depth": str(chain.generation_depth)}),
            )
        if chain.generation_depth > limits.max_generation_depth:
            return SummaryManifest(
                SummaryVerdict.GENERATION_DEPTH_EXCEEDED,
                f"HALT: Depth {chain.generation_depth} > {limits.max_generation_depth}, use original.",
                _text_digest(f"DEPTH:{chain.chain_id}"),
            )
        if chain.semantic_fidelity < limits.min_semantic_fidelity:
            return SummaryManifest(
                SummaryVerdict.FIDELITY_DEGRADED,
                f"HALT: Fidelity {chain.semantic_fidelity:.2f} < {limits.min_semantic_fidelity:.2f}, use original.",
                _text_digest(f"FIDELITY:{chain.chain_id}"),
            )
        if chain.confidence_inflation > limits.max_confidence_inflation:
            return SummaryManifest(
                SummaryVerdict.FIDELITY_DEGRADED,
                f"HALT: Confidence inflation {chain.confidence_inflation:.2f} > {limits.max_confidence_inflation:.2f}.",
                _text_digest(f"CONFIDENCE:{chain.chain_id}"),
            )
        evidence = {
            "chain": chain.chain_id,
            "depth": str(chain.generation_depth),
            "fidelity": f"{chain.semantic_fidelity:.3f}",
            "original": chain.original_content_hash,
        }
        return SummaryManifest(
            SummaryVerdict.FIDELITY_BOUNDED,
            f"PROCEED: Depth {chain.generation_depth} summary with fidelity {chain.semantic_fidelity:.2f}.",
            _json_digest(evidence),
        )


def _json_digest(evidence: dict[str, str]) -> str:
    return sha256(json.dumps(evidence, sort_keys=True).encode()).hexdigest()


def _text_digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
