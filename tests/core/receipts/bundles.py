"""Small chains and bundles for receipt tests: five receipts over six leaves, signed with the key of RFC 8032's first test."""

from __future__ import annotations

from typing import Any

from leadline.core.receipts.bundle import Signer, build_bundle, leaf_proof
from leadline.core.receipts.chain import Anchor, Generation, Link, build_event, build_receipt, receipt_digest
from leadline.core.receipts.hashes import sha256_hex
from leadline.core.receipts.merkle import leaf_hash

SEED = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")  # RFC 8032, 7.1, test 1
PUBLIC = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
LEAVES = (
    "Find the leak.", "Never restart db-7 before 18:00.", "$ top\r\nmem 97 %", "Grüße aus Köln \U0001f600", "", "half a pair: \ud83d",
)  # fmt: skip
TEXTS = tuple(leaf.encode("utf-8", "surrogatepass") for leaf in LEAVES)
POLICY = sha256_hex(b"policy")


def verdict(
    link: Link, node: str, leaves: tuple[int, int], children: tuple[tuple[str, str], ...], **more: Any
) -> bytes:
    level = int(node[1])
    given: dict[str, Any] = {
        "verdict": "promote",
        "rule": None,
        "fidelity": {"owed": 3, "retained": 3, "predicted": 0.987654, "signals": {"retention": 1.0, "referents": None}},
        "limits": {"fact_floor": 0.85, "generation_max": 3},
        "digests": {"policy": POLICY, "summarizer": "extractive"},
        "findings": [{"rule": "fidelity.undecided", "severity": "note", "parent_quote": f"über {node}"}],
    }
    return build_receipt(
        link,
        Generation(node, level, level, 1, children, sha256_hex(node.encode())),
        Anchor(leaves, tuple(map(leaf_hash, TEXTS[slice(*leaves)]))),
        **(given | more),
    )


def chain(session: str = "s1", **more: Any) -> list[bytes]:
    """p1.0 over n0 to n2, p1.1 over n3 to n5, p2.0 over both, a drop, and p2.0 judged again with other bytes."""
    made: list[bytes] = []

    def link() -> Link:
        return Link(session, len(made), receipt_digest(made[-1]) if made else None)

    def leaf(n: int) -> tuple[str, str]:
        return f"n{n}", sha256_hex(TEXTS[n])

    both = (("p1.0", sha256_hex(b"p1.0")), ("p1.1", sha256_hex(b"p1.1")))
    made.append(verdict(link(), "p1.0", (0, 3), (leaf(0), leaf(1), leaf(2)), **more))
    made.append(verdict(link(), "p1.1", (3, 6), (leaf(3), leaf(4), leaf(5)), **more))
    made.append(verdict(link(), "p2.0", (0, 6), both, **more))
    made.append(build_event(link(), "drop", {"fact": "f1", "by": "person:ada", "reason": "done"}))
    made.append(verdict(link(), "p3.0", (0, 6), (("p2.0", sha256_hex(b"p2.0")),), **more))
    return made


def proofs(receipts: list[bytes], at: int = 2, texts: bool = True) -> list[Any]:
    return [leaf_proof(receipts[at], n, TEXTS[n] if texts else None) for n in range(6)]


def bundle(receipts: list[bytes], session: str = "s1", **more: Any) -> bytes:
    return build_bundle(session, receipts, proofs(receipts) if len(receipts) > 2 else [], **more)


def signer(seed: bytes = SEED) -> Signer:
    from leadline.engine.signatures import signer_from_seed

    return signer_from_seed(seed)
