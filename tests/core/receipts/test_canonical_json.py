"""Canonical JSON and digests: one value, one spelling; what cannot be written is named."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.core.receipts.canonical import canonical_json, read_canonical
from leadline.core.receipts.hashes import digest, is_digest, sha256_hex

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=())),  # lone surrogates included
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@settings(deadline=None, max_examples=200)
@given(VALUES)
def test_written_read_and_written_again_is_the_same(value: Any) -> None:
    """Idempotent, always UTF-8, always JSON; key order of the input does not matter."""
    body = canonical_json(value)
    assert canonical_json(json.loads(body)) == body
    assert canonical_json(read_canonical(body)) == body
    if isinstance(value, dict):
        assert canonical_json(dict(reversed(value.items()))) == body


def test_what_json_cannot_hold_exactly_is_written_visibly() -> None:
    """Big integers as strings, big floats as their repr, lone surrogates as their escape; pairs stay characters."""
    assert canonical_json(2**53 - 1) == b"9007199254740991"
    assert canonical_json(2**53) == b'"9007199254740992"'
    assert canonical_json(1e300) == b'"1e+300"'
    assert canonical_json("a\ud83db") == rb'"a\\ud83db"'
    assert canonical_json("🌿") == '"🌿"'.encode()
    assert canonical_json({"€": 1, "\r": 2, "1": -0.0}) == '{"\\r":2,"1":0,"€":1}'.encode()


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"a": [1, math.nan]}, r"nan at \$\.a\[1\]"),
        ({"a": math.inf}, r"inf at \$\.a"),
        ({"a": {1: 2}}, r"key 1 at \$\.a"),
        ([{1}], r"set at \$\[0\]"),
        (b"x", "bytes at"),
        ({"\ud83d": 1, "\\ud83d": 2}, "written alike"),
    ],
)
def test_what_cannot_be_written_is_named_with_its_place(value: Any, said: str) -> None:
    """NaN, other key types, sets, bytes, and two keys that would become one."""
    with pytest.raises(ValueError, match=said):
        canonical_json(value)


@pytest.mark.parametrize(
    "body", [b'{"b":1,"a":2}', b'{"a": 1}', b'{"a":1,"a":1}', b"[1.0]", b"\xff", b"{", b"[" * 100_000]
)
def test_other_spellings_are_not_read_as_canonical(body: bytes) -> None:
    """Order, spaces, repeated keys, other number forms, no UTF-8, no JSON."""
    with pytest.raises(ValueError, match="JSON"):
        read_canonical(body)


def test_digests_separate_their_uses() -> None:
    """The same value under another domain has another digest; stored bytes have the plain SHA-256."""
    assert digest("a", {"x": 1}) != digest("b", {"x": 1})
    assert digest("a", {"x": 1}) == digest("a", {"x": 1.0})
    assert sha256_hex(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # FIPS 180-2
    assert is_digest(digest("policy/v1", None))
    assert not is_digest("AB" * 32)
    assert not is_digest(None)
    with pytest.raises(ValueError, match="domain"):
        digest("A b", 1)
