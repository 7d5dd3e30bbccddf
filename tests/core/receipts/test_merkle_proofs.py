"""Merkle trees: the RFC's own example, and that every proof holds and no altered one does."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.core.receipts.merkle import (
    inclusion_proof,
    leaf_hash,
    merkle_root,
    merkle_root_of_hashes,
    verify_inclusion,
)

# Inputs and roots of Certificate Transparency's reference tests (RFC 6962 implementations share them).
INPUTS = [
    bytes.fromhex(h)
    for h in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
LEAVES = st.lists(st.binary(max_size=6), min_size=1, max_size=40)


@pytest.mark.parametrize("n", range(1, 9))
def test_roots_are_those_of_the_reference_tests(n: int) -> None:
    """For one to eight leaves."""
    assert merkle_root(INPUTS[:n]) == ROOTS[n - 1]
    assert merkle_root_of_hashes([leaf_hash(leaf) for leaf in INPUTS[:n]]) == ROOTS[n - 1]


def test_no_leaves_have_the_hash_of_nothing() -> None:
    """RFC 6962, section 2.1."""
    assert merkle_root([]) == sha256(b"").hexdigest()
    for index in (-1, 0, 1):
        with pytest.raises(ValueError):
            inclusion_proof([], index)


@settings(deadline=None, max_examples=100)
@given(LEAVES, st.data())
def test_every_proof_holds_and_no_mutation_does(leaves: list[bytes], data: st.DataObject) -> None:
    """Another leaf, place, root, or a changed, cut, longer or reordered proof is refused."""
    index = data.draw(st.integers(0, len(leaves) - 1))
    size, root, proof = len(leaves), merkle_root(leaves), inclusion_proof(leaves, index)
    leaf = leaves[index]
    assert verify_inclusion(leaf, index, size, proof, root)
    assert not verify_inclusion(leaf + b"x", index, size, proof, root)
    assert not verify_inclusion(leaf, index, size, (*proof, root), root)
    assert not verify_inclusion(leaf, index, size, proof, flipped(root, 0))
    assert not verify_inclusion(leaf, size, size, proof, root)
    assert not verify_inclusion(leaf, -1, size, proof, root)
    if proof:
        at = data.draw(st.integers(0, len(proof) - 1))
        bit = data.draw(st.integers(0, 255))
        assert not verify_inclusion(leaf, index, size, (*proof[:at], flipped(proof[at], bit), *proof[at + 1 :]), root)
        assert not verify_inclusion(leaf, index, size, proof[:-1], root)
        assert not verify_inclusion(leaf, index, size, ("zz", *proof[1:]), root)
    other = data.draw(st.integers(0, len(leaves) - 1))
    if leaves[other] != leaf:
        assert not verify_inclusion(leaf, other, size, inclusion_proof(leaves, other), root)


@settings(deadline=None, max_examples=60)
@given(LEAVES, st.data())
def test_the_root_names_content_and_order(leaves: list[bytes], data: st.DataObject) -> None:
    """Swapping, dropping or repeating a leaf gives another root; an inner node is no leaf."""
    root = merkle_root(leaves)
    i = data.draw(st.integers(0, len(leaves) - 1))
    assert merkle_root([*leaves, leaves[i]]) != root
    assert merkle_root(leaves[:i] + leaves[i + 1 :]) != root
    swapped = leaves[i:] + leaves[:i]
    assert (merkle_root(swapped) == root) == (swapped == leaves)
    if len(leaves) == 2:
        pair = b"".join(bytes.fromhex(leaf_hash(leaf)) for leaf in leaves)
        assert merkle_root([pair]) != root


def flipped(digest: str, bit: int) -> str:
    body = bytearray.fromhex(digest)
    body[bit // 8] ^= 1 << (bit % 8)
    return body.hex()
