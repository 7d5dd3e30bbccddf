"""Merkle trees as in RFC 6962: one anchor over all original leaves, and a short proof that one leaf is under it.

Leaves are hashed behind 0x00 and inner nodes behind 0x01, so that no leaf can be passed off as a node. Hashes are
lower-case hex outside, bytes inside. The proof check follows RFC 9162, section 2.1.3.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

__all__ = [
    "SCHEME",
    "inclusion_proof",
    "inclusion_proof_of_hashes",
    "leaf_hash",
    "merkle_root",
    "merkle_root_of_hashes",
    "verify_inclusion",
]

SCHEME = "rfc6962-sha256"


def merkle_root(leaves: Sequence[bytes]) -> str:
    """The root over `leaves` in order; for no leaves the hash of nothing, as the RFC has it. Linear."""
    return _fold([_leaf(leaf) for leaf in leaves]).hex()


def merkle_root_of_hashes(hashes: Sequence[str]) -> str:
    """The same root where only the `leaf_hash` of each leaf is at hand (a swept leaf keeps its hash)."""
    return _fold([bytes.fromhex(h) for h in hashes]).hex()


def leaf_hash(leaf: bytes) -> str:
    """The hash of one leaf as it enters the tree."""
    return _leaf(leaf).hex()


def inclusion_proof(leaves: Sequence[bytes], index: int) -> tuple[str, ...]:
    """The sibling hashes from leaf `index` up to the root. ValueError where there is no such leaf."""
    return inclusion_proof_of_hashes([leaf_hash(leaf) for leaf in leaves], index)


def inclusion_proof_of_hashes(hashes: Sequence[str], index: int) -> tuple[str, ...]:
    """The same proof where only the `leaf_hash` of each leaf is at hand, as in a receipt's anchor."""
    if not 0 <= index < len(hashes):
        raise ValueError(
            f"index {index}: expected 0 to {len(hashes) - 1}" if hashes else "there are no leaves to prove"
        )
    level = [bytes.fromhex(h) for h in hashes]
    proof: list[str] = []
    while len(level) > 1:
        sibling = index ^ 1
        if sibling < len(level):
            proof.append(level[sibling].hex())
        level = _parents(level)
        index //= 2
    return tuple(proof)


def verify_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[str], root: str) -> bool:
    """Whether `leaf` stands at `index` among the `size` leaves under `root`. False for anything malformed."""
    if not 0 <= index < size:
        return False
    try:
        path = [bytes.fromhex(p) for p in proof]
    except ValueError:
        return False
    if any(len(p) != 32 for p in path):
        return False
    at, last, current = index, size - 1, _leaf(leaf)
    for sibling in path:
        if last == 0:
            return False  # longer than the tree is high
        if at & 1 or at == last:
            current = _node(sibling, current)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            current = _node(current, sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and current.hex() == root


def _leaf(leaf: bytes) -> bytes:
    return sha256(b"\x00" + leaf).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def _parents(level: list[bytes]) -> list[bytes]:
    # An odd last node goes up unhashed: this gives the RFC's split at the largest power of two.
    pairs = [_node(level[i], level[i + 1]) for i in range(0, len(level) - 1, 2)]
    return pairs + level[len(pairs) * 2 :]


def _fold(level: list[bytes]) -> bytes:
    if not level:
        return sha256(b"").digest()
    while len(level) > 1:
        level = _parents(level)
    return level[0]
