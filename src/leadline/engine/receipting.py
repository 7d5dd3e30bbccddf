"""From a trial to what is kept of it: the node's record, and the receipt of its verdict."""

from __future__ import annotations

from collections.abc import Sequence

from leadline.core.facts import EXTRACTOR_DIGEST
from leadline.core.receipts.chain import Anchor, Generation, Link, build_receipt
from leadline.core.receipts.hashes import sha256_hex
from leadline.core.tree.growth import TreeConfig
from leadline.core.tree.nodes import Node
from leadline.engine.originals import count_hidden
from leadline.engine.records import LeafRecord, NodeRecord, encode
from leadline.engine.trial import Trial, TrialSettings, finding_row

__all__ = ["node_record", "receipt_of"]


def node_record(node: Node, digests: tuple[str, ...], trial: Trial) -> NodeRecord:
    """What the store keeps of a decided parent; `digests` are those of its children, in order."""
    kept = [r for r in trial.measurement.retained if r.state == "kept"]
    places = {r.fact.id: (r.start, r.end) for r in kept if r.start >= 0}
    structured = node.draft is not None and node.draft.structured
    return NodeRecord(
        node=node,
        children_digests=digests,
        facts=trial.facts,
        dropped=trial.dropped,
        n_owed=len(trial.measurement.retained),
        n_retained=len(kept),
        first=trial.first,
        signals={name: _rounded(s.value) for name, s in sorted(trial.measurement.signals.items())},
        verdict=trial.verdict.outcome,
        rule=trial.verdict.rule,
        findings=tuple(finding_row(f) for f in trial.verdict.findings if f.severity != "note"),
        attempts=trial.attempts,
        predicted=round(trial.estimate.mean, 6),
        markers=trial.markers,
        places={} if structured or node.draft is None else places,
    )


def receipt_of(
    record: NodeRecord, body: bytes, trial: Trial, link: Link, *, leaves: Sequence[LeafRecord],
    settings: TrialSettings, config: TreeConfig, earlier: Sequence[NodeRecord],
) -> bytes:  # fmt: skip
    """The receipt of one verdict. `body` is the node's blob, `leaves` all leaves of the session so far, `earlier` the
    sealed nodes of its level that the trend was read from."""
    node, verdict, policy = record.node, trial.verdict, settings.policy
    first, last = node.leaves
    secrets = count_hidden(leaves[first:last])
    return build_receipt(
        link,
        Generation(
            node.id, node.level, node.level, 1, tuple(zip(node.children, record.children_digests, strict=True)),
            sha256_hex(body), len(record.attempts), node.draft is not None and node.draft.structured,
            {"state": node.state, "sealed": node.sealed, **({"secrets": secrets} if secrets else {})},
        ),
        Anchor((first, last), tuple(leaf.anchor for leaf in leaves[first:last])),
        verdict=verdict.outcome,
        rule=verdict.rule,
        fidelity={
            "owed": record.n_owed,
            "retained": record.n_retained,
            "first_draft": list(record.first),
            "predicted": record.predicted,
            "signals": dict(record.signals),
        },
        limits={
            "fact_floor": policy.fact_floor,
            "provenance_promote": policy.provenance_promote,
            "orphans_promote": policy.orphans_promote,
            "generation_max": policy.generation_max,
            "depth_max": config.depth_max,
        },
        digests={
            "policy": policy.digest(),
            "summarizer": settings.summarizer_name,
            "judge": None if settings.judge is None else settings.judge.digest,
            "prompt": settings.prompt,
            "extractor": EXTRACTOR_DIGEST,
            "history": sha256_hex(encode([r.signals for r in earlier])),
        },
        reasons=[{"rule": r.rule, "outcome": r.outcome, "message": r.message} for r in verdict.reasons],
        findings=[dict(f) for f in record.findings],
        applied=dict(verdict.applied),
    )  # fmt: skip


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)
