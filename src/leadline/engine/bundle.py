"""A session's receipts, or one node's, taken out of the store as a bundle that others can check.

In: a store, a session, what to prove and who signs. Out: the bytes of `core/receipts/bundle.py`. Writes nothing. What
the stand-alone verifier would refute is not handed out: then the store is wrong, and `leadline verify` says where.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

from leadline.core.receipts.bundle import LeafProof, Signer, build_bundle, leaf_proof
from leadline.core.receipts.canonical import read_canonical
from leadline.core.receipts.chain import ANCHOR, GENERATION
from leadline.core.receipts.verify_standalone import verify_bundle
from leadline.engine.session import UnknownReferenceError
from leadline.engine.steady import read_steady
from leadline.stores.port import BlobMissingError, Store, StoreError

__all__ = ["export_bundle"]


def export_bundle(
    store: Store, session: str, *, node: str | None = None, leaves: Collection[int] | None = None, texts: bool = False,
    signer: Signer | None = None,
) -> bytes:  # fmt: skip
    """The bundle of a session, or of a standing node and all that was receipted after its verdict.

    `leaves` are positions to prove (None: every leaf in scope); `texts` adds their texts, where no sweep removed them.
    Raises UnknownReferenceError for a node or leaf that is not there, StoreError for a store that does not hold together.
    """
    _, rows, nodes = read_steady(store, session)
    receipts = [row.body for row in rows]
    bodies = _readable(session, receipts)
    first = 0 if node is None else _verdict_on(node, dict(nodes).get(node), bodies, session)
    covering = _covering(bodies[first : first + 1] if node is not None else bodies)
    wanted = sorted(covering if leaves is None else leaves)
    if unknown := [leaf for leaf in wanted if leaf not in covering]:
        where = f"node {node}" if node is not None else "any receipted node"
        raise UnknownReferenceError(f"leaf n{unknown[0]} is not under {where} of session {session}")
    stored = _text_digests(store, nodes) if texts else {}
    proofs = [_proof(store, receipts[covering[leaf]], leaf, stored.get(leaf)) for leaf in wanted]
    bundle = build_bundle(session, receipts[first:], proofs, node=node, signer=signer)
    report = verify_bundle(bundle, key=None if signer is None else signer.public, head=rows[-1].digest)
    if not report.ok:
        raise _broken(session, f"{report.complaints[0].kind}: {report.complaints[0].message}")
    return bundle


def _broken(session: str, what: str) -> StoreError:
    return StoreError(
        f"session {session}: its receipts do not hold together ({what}); nothing was exported",
        f"leadline verify {session} names every place",
    )


def _readable(session: str, receipts: Sequence[bytes]) -> list[dict[str, Any]]:
    try:
        return [dict(read_canonical(receipt)) for receipt in receipts]
    except (ValueError, TypeError) as error:
        raise _broken(session, str(error)) from error


def _verdict_on(node: str, digest: str | None, bodies: Sequence[dict[str, Any]], session: str) -> int:
    """The place of the verdict that let in the node as it stands: the last one on these bytes."""
    if digest is None or not node.startswith("p"):
        raise UnknownReferenceError(f"node {node} is not there: leadline show {session} lists them")
    for at in range(len(bodies) - 1, -1, -1):
        made = bodies[at].get(GENERATION)
        if isinstance(made, dict) and made.get("node") == node and made.get("draft") == digest:
            return at
    raise _broken(session, f"node {node} stands without a receipt for its bytes")


def _covering(bodies: Sequence[dict[str, Any]]) -> dict[int, int]:
    """For each leaf the receipt that proves it: the one over the most leaves, the latest of these."""
    best: dict[int, tuple[int, int]] = {}
    for body in bodies:
        if body.get("kind") == "verdict":
            start, end = body[ANCHOR]["leaves"]
            for leaf in range(start, end):
                best[leaf] = max(best.get(leaf, (0, 0)), (end - start, body["seq"]))
    return {leaf: seq for leaf, (_, seq) in best.items()}


def _text_digests(store: Store, nodes: Sequence[tuple[str, str]]) -> dict[int, str]:
    records = (json.loads(store.get(digest)) for id, digest in nodes if id.startswith("n"))
    return {record["index"]: record["text"] for record in records}


def _proof(store: Store, receipt: bytes, leaf: int, digest: str | None) -> LeafProof:
    try:
        text = None if digest is None else store.get(digest)
    except BlobMissingError:
        text = None  # swept: its hash is proven all the same
    return leaf_proof(receipt, leaf, text)
