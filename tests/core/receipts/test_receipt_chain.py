"""Receipts: the four parts of record 002, the same bytes every time, and no way to touch a chain unseen."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.core.receipts.canonical import canonical_json
from leadline.core.receipts.chain import (
    ANCHOR,
    BOUNDARY,
    FIDELITY,
    GENERATION,
    Anchor,
    Generation,
    Link,
    build_event,
    build_receipt,
    receipt_digest,
)
from leadline.core.receipts.hashes import sha256_hex
from leadline.core.receipts.merkle import leaf_hash, merkle_root
from leadline.core.receipts.verify import Complaint, verify_chain


def receipt(seq: int, previous: str | None, session: str = "s1", **changed: Any) -> bytes:
    leaves = (b"leaf a", b"leaf b")
    given: dict[str, Any] = {
        "verdict": "promote",
        "rule": None,
        "fidelity": {"owed": 3, "kept": 3, "predicted": 0.9, "measured": 1.0},
        "limits": {"fact_floor": 0.85, "generation_max": 3},
        "digests": {"policy": sha256_hex(b"policy"), "summarizer": "extractive"},
        "findings": [{"rule": "fidelity.undecided", "severity": "note", "parent_quote": f"node {seq}"}],
        "applied": {"000": "applied"},
    }
    return build_receipt(
        Link(session, seq, previous),
        Generation(f"p1.{seq}", 1, 1, 1, (("n0", sha256_hex(b"a")), ("n1", sha256_hex(b"b"))), sha256_hex(b"draft")),
        Anchor((0, 2), tuple(map(leaf_hash, leaves))),
        **(given | changed),
    )


def chain(n: int) -> list[bytes]:
    made: list[bytes] = []
    for seq in range(n):
        previous = receipt_digest(made[-1]) if made else None
        event = seq % 3 == 2
        made.append(
            build_event(Link("s1", seq, previous), "drop", {"fact": f"f{seq}", "why": "done"})
            if event
            else receipt(seq, previous)
        )
    return made


def check(receipts: list[bytes], written: list[bytes]) -> tuple[Complaint, ...]:
    return verify_chain(receipts, len(written), receipt_digest(written[-1]) if written else None)


def kinds(complaints: tuple[Complaint, ...]) -> set[str]:
    return {c.kind for c in complaints}


def test_a_receipt_holds_the_four_parts_and_what_could_change_the_answer() -> None:
    """Names of record 002; anchor as in RFC 6962; digests that took no part are null, not absent."""
    body = json.loads(receipt(0, None))
    assert {GENERATION, ANCHOR, FIDELITY, BOUNDARY} <= set(body)
    assert body[ANCHOR]["root"] == merkle_root([b"leaf a", b"leaf b"])
    assert set(body["digests"]) == {"policy", "summarizer", "judge", "extractor", "signals", "prompt", "history"}
    assert body["digests"]["judge"] is None
    assert body["findings"]["count"] == 1
    assert receipt(0, None) == receipt(0, None)


@pytest.mark.parametrize(
    "changed",
    [
        {"verdict": "halt"},
        {"rule": "fidelity.trend"},
        {"fidelity": {"owed": 3, "kept": 2}},
        {"limits": {"fact_floor": 0.6}},
        {"digests": {"policy": sha256_hex(b"other")}},
        {"findings": []},
        {"applied": {}},
        {"destructive": True},
        {"reasons": [{"rule": "fidelity.trend"}]},
    ],
)
def test_the_boundary_covers_all_the_evidence(changed: dict[str, Any]) -> None:
    """Unlike record 002's digest, which names only a kind of verdict for an id."""
    before, after = json.loads(receipt(0, None)), json.loads(receipt(0, None, **changed))
    assert before[BOUNDARY]["digest"] != after[BOUNDARY]["digest"]


def test_the_boundary_does_not_depend_on_the_place_in_the_chain() -> None:
    """The chain speaks for the place, the boundary for the evidence."""
    here, there = json.loads(receipt(0, None)), json.loads(receipt(0, None, session="s2"))
    assert here[BOUNDARY] == there[BOUNDARY]
    assert receipt_digest(receipt(0, None)) != receipt_digest(receipt(0, None, session="s2"))


@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_an_untouched_chain_has_no_complaints(n: int) -> None:
    """Verdicts and events mixed; an empty session too."""
    written = chain(n)
    assert check(written, written) == ()


@settings(deadline=None, max_examples=150)
@given(st.integers(1, 6), st.data())
def test_any_flipped_bit_is_found(n: int, data: st.DataObject) -> None:
    """In any receipt, at any place, the last one included."""
    written = chain(n)
    at = data.draw(st.integers(0, n - 1))
    body = bytearray(written[at])
    body[data.draw(st.integers(0, len(body) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    assert check([*written[:at], bytes(body), *written[at + 1 :]], written) != ()


@settings(deadline=None, max_examples=100)
@given(st.integers(2, 6), st.data())
def test_removed_moved_and_repeated_receipts_are_named(n: int, data: st.DataObject) -> None:
    """A cut tail, a gap, a reorder, a replay: each by its own word."""
    written = chain(n)
    at = data.draw(st.integers(0, n - 1))
    removed = check(written[:at] + written[at + 1 :], written)
    assert ("cut_tail" if at == n - 1 else "gap") in kinds(removed)
    assert "cut_tail" in kinds(check(written[: data.draw(st.integers(0, n - 1))], written))
    other = data.draw(st.integers(0, n - 1).filter(lambda i: i != at))
    moved = list(written)
    moved[at], moved[other] = moved[other], moved[at]
    assert "reordered" in kinds(check(moved, written))
    where = data.draw(st.integers(at + 1, n))
    assert "replayed" in kinds(check([*written[:where], written[at], *written[where:]], written))


def rewritten(receipt: bytes, **changed: Any) -> bytes:
    return canonical_json(json.loads(receipt) | changed)


def test_an_edit_names_the_receipt_that_was_edited() -> None:
    """The next receipt still knows the bytes that it was written after."""
    written = chain(5)
    edited = [*written[:3], rewritten(written[3], verdict="invalid"), written[4]]
    complaints = check(edited, written)
    assert [(c.kind, c.at) for c in complaints] == [("edited", 3), ("evidence", 3)]
    last = check([*written[:4], rewritten(written[4], rule="x")], written)
    assert [(c.kind, c.at) for c in last] == [("edited", 4), ("evidence", 4)]


def test_a_chain_rehashed_after_an_edit_is_given_away_by_its_head_and_its_evidence() -> None:
    """Whoever rewrites everything behind the edit still lacks the head record."""
    written = chain(4)
    forged = [rewritten(written[0], verdict="invalid")]
    for old in written[1:]:
        forged.append(rewritten(old, previous=receipt_digest(forged[-1])))
    assert kinds(check(forged, written)) == {"edited", "evidence"}
    assert kinds(verify_chain(forged, 4, receipt_digest(forged[-1]))) == {"evidence"}


def test_foreign_unreadable_and_surplus_receipts_are_named() -> None:
    """Another session's receipt, something that is no receipt, and one more than the head counts."""
    written = chain(3)
    foreign = receipt(2, receipt_digest(written[1]), session="s2")
    assert "foreign" in kinds(check([*written[:2], foreign], written))
    unnamed = written[1].replace(b'"previous":', b'"previouz":')
    for rubbish in (b"", b"{}", b"[]", b"\xff", b'{"format":"leadline-receipt/1"}', unnamed):
        assert "unreadable" in kinds(check([written[0], rubbish, written[2]], written))
    assert "extra_tail" in kinds(check([*written, receipt(3, receipt_digest(written[2]))], written))
    headless = check([rewritten(written[0], previous=sha256_hex(b"")), *written[1:]], written)
    assert "broken_link" in kinds(headless)
    assert kinds(verify_chain([], 0, sha256_hex(b""))) == {"wrong_head"}


def test_evidence_that_does_not_agree_with_itself_is_named() -> None:
    """Anchor root, findings, and a missing part; each even where the chain was rehashed."""
    for changed, said in (
        (
            {ANCHOR: {"scheme": "rfc6962-sha256", "root": "0" * 64, "leaves": [0, 1], "hashes": [leaf_hash(b"x")]}},
            "anchor",
        ),
        ({"findings": {"count": 0, "digest": "0" * 64, "items": []}}, "findings"),
        ({FIDELITY: None}, f"{FIDELITY} is missing"),
        ({ANCHOR: {}}, "expected form"),
    ):
        forged = rewritten(receipt(0, None), **changed)
        complaints = verify_chain([forged], 1, receipt_digest(forged))
        assert kinds(complaints) == {"evidence"}
        assert any(said in c.message for c in complaints)


def test_malformed_calls_are_refused() -> None:
    """A first receipt with a predecessor, one without, an unknown digest name, an anchor that does not add up."""
    with pytest.raises(ValueError, match="receipt 0 after"):
        Link("s", 0, sha256_hex(b""))
    with pytest.raises(ValueError, match="receipt 1 after None"):
        Link("s", 1, None)
    with pytest.raises(ValueError, match="SHA-256"):
        Link("s", 1, "abc")
    with pytest.raises(ValueError, match="unknown model"):
        receipt(0, None, digests={"model": "x"})
    with pytest.raises(ValueError, match="expected 2 hashes"):
        Anchor((0, 2), (leaf_hash(b""),))
    with pytest.raises(ValueError, match="not SHA-256"):
        Anchor((0, 1), ("abc",))
    with pytest.raises(ValueError, match="build_receipt"):
        build_event(Link("s", 0, None), "verdict", {})
    with pytest.raises(ValueError, match="nan"):
        receipt(0, None, fidelity={"kept": float("nan")})
