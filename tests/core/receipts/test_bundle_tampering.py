"""Each way to tamper with a bundle is refused by its own word, also where the forger recomputes every digest."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from bundles import POLICY, PUBLIC, bundle, chain, proofs, signer, verdict

from leadline.bench.tamper_forger import forged_chain
from leadline.core.receipts.bundle import build_bundle, leaf_proof
from leadline.core.receipts.canonical import canonical_json
from leadline.core.receipts.chain import ANCHOR, BOUNDARY, Link, boundary_digest, receipt_digest
from leadline.core.receipts.hashes import sha256_hex
from leadline.core.receipts.verify_standalone import verify_bundle

# lines of the signed bundle: 0 header, 1 to 5 receipts, 6 to 11 leaves, 12 seal, 13 envelope
HEAD = receipt_digest(chain()[-1])


def kinds(data: bytes, **known: Any) -> set[str]:
    return {c.kind for c in verify_bundle(data, **known).complaints}


def changed(change: Callable[[list[bytes]], Any], *, signed: bool = True) -> bytes:
    lines = bundle(chain(), signer=signer() if signed else None).splitlines()
    change(lines)
    return b"".join(line + b"\n" for line in lines)


def with_value(lines: list[bytes], at: int, **values: Any) -> None:
    lines[at] = canonical_json(json.loads(lines[at]) | values)


def test_an_untouched_bundle_is_confirmed() -> None:
    """With key, head, an earlier head, session and policy; and, with nothing known, agrees with itself and says no more."""
    for at in range(5):
        seen = receipt_digest(chain()[at])
        report = verify_bundle(
            bundle(chain(), signer=signer()), key=PUBLIC, head=HEAD, seen=seen, session="s1", policy=POLICY
        )
        assert report.complaints == []
        assert report.vouched == ["the key that you gave", "the head that you gave"]
        assert (report.receipts, report.leaves, report.texts) == (5, 6, 6)
    alone = verify_bundle(bundle(chain()))
    assert alone.ok
    assert alone.vouched == []


def test_the_same_session_gives_the_same_bytes() -> None:
    assert bundle(chain(), signer=signer()) == bundle(chain(), signer=signer())


def swap(lines: list[bytes], a: int, b: int) -> None:
    lines[a], lines[b] = lines[b], lines[a]


EDITS: dict[str, tuple[Callable[[list[bytes]], Any], str]] = {
    "flip_in_a_receipt": (lambda x: x.__setitem__(2, x[2].replace(b"promote", b"promoted")), "edited"),
    "flip_in_the_last_receipt": (lambda x: x.__setitem__(5, x[5].replace(b"promote", b"promoted")), "edited"),
    "flip_in_the_evidence": (lambda x: x.__setitem__(1, x[1].replace(b'"owed":3', b'"owed":2')), "evidence"),
    "flip_in_a_leafs_text": (lambda x: x.__setitem__(7, x[7].replace(b"18:00", b"08:00")), "leaf"),
    "flip_in_a_proof": (lambda x: with_value(x, 6, path=["0" * 64] * 3), "leaf"),
    "flip_in_the_head_record": (lambda x: with_value(x, 0, head="0" * 64), "edited"),
    "flip_in_the_seal": (lambda x: with_value(x, 12, sha256="0" * 64), "seal"),
    "drop_a_receipt": (lambda x: x.pop(3), "gap"),
    "drop_the_first_receipt": (lambda x: x.pop(1), "seal"),
    "drop_a_leaf": (lambda x: x.pop(8), "seal"),
    "drop_the_seal": (lambda x: x.pop(12), "truncated"),
    "drop_the_signature": (lambda x: x.pop(13), "unsigned"),
    "drop_the_header": (lambda x: x.pop(0), "header"),
    "reorder_receipts": (lambda x: swap(x, 2, 3), "reordered"),
    "reorder_leaves": (lambda x: swap(x, 8, 9), "seal"),
    "reorder_parts": (lambda x: swap(x, 5, 6), "layout"),
    "replay_a_receipt": (lambda x: x.insert(4, x[2]), "replayed"),
    "replay_the_last_receipt": (lambda x: x.insert(6, x[5]), "replayed"),
    "truncate_to_half": (lambda x: x.__delitem__(slice(7, None)), "truncated"),
    "cut_tail": (lambda x: x.pop(5), "cut_tail"),
    "cut_tail_and_count": (lambda x: (x.pop(5), with_value(x, 0, count=4)), "edited"),
    "swap_in_a_foreign_receipt": (lambda x: x.__setitem__(3, chain("s2")[2]), "foreign"),
    "one_more_receipt": (lambda x: x.insert(6, verdict(Link("s1", 5, HEAD), "p4.0", (0, 6), ())), "extra"),
    "white_space": (lambda x: x.__setitem__(2, x[2].replace(b",", b", ", 1)), "not_canonical"),
    "not_json": (lambda x: x.__setitem__(2, x[2][:-1]), "unreadable"),
    "policy_downgraded": (lambda x: x.__setitem__(2, x[2].replace(b'"fact_floor":0.85', b'"fact_floor":0.1')), "evidence"),
    "another_payload": (lambda x: with_value(x, 13, payload="e30="), "statement"),
    "another_payload_is_not_signed": (lambda x: with_value(x, 13, payload="e30="), "bad_signature"),
}  # fmt: skip


@pytest.mark.parametrize("signed", [True, False])
@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_is_found_and_named(edit: str, signed: bool) -> None:
    """By a reader with the key; and of an unsigned bundle by a reader who knows nothing."""
    change, kind = EDITS[edit]
    if not signed and ("signature" in edit or "payload" in edit):
        pytest.skip("an unsigned bundle has no signature to change")
    assert kind in kinds(changed(change, signed=signed), **({"key": PUBLIC} if signed else {}))


def test_a_missing_last_newline_is_a_cut() -> None:
    assert kinds(bundle(chain())[:-1]) == {"truncated"}


def forge(body: dict[str, Any]) -> None:
    body["verdict"] = "promote"
    body["findings"]["items"] = []


def lower(body: dict[str, Any]) -> None:
    body[BOUNDARY]["limits"]["fact_floor"] = 0.1
    body["digests"]["policy"] = sha256_hex(b"a lax policy")


@pytest.mark.parametrize("change", [forge, lower])
def test_a_forger_who_recomputes_everything_lacks_head_and_key(change: Callable[[dict[str, Any]], None]) -> None:
    """The forged bundle agrees with itself, which is all that can be said without knowing anything; head or key refute it."""
    forged = forged_chain(chain(), 1, change)
    assert kinds(bundle(forged)) == set()
    assert not verify_bundle(bundle(forged)).vouched
    assert kinds(bundle(forged), head=HEAD) == {"wrong_head"}
    assert kinds(bundle(forged), key=PUBLIC) == {"unsigned"}
    assert kinds(bundle(forged), seen=receipt_digest(chain()[1])) == {"rolled_back"}
    assert kinds(bundle(forged, signer=signer(b"m" * 32)), key=PUBLIC) == {"foreign_key"}
    disguised = replace(signer(b"m" * 32), public=PUBLIC)
    assert kinds(bundle(forged, signer=disguised)) == {"bad_signature"}


def test_a_downgraded_policy_is_refused_by_whoever_knows_the_policy_and_told_to_everybody() -> None:
    """Even where the holder of the key did it."""
    forged = bundle(forged_chain(chain(), 1, lower), signer=signer())
    assert kinds(forged, key=PUBLIC, policy=POLICY) == {"policy"}
    report = verify_bundle(forged, key=PUBLIC)
    assert report.ok
    assert "0.85" in report.notes[0]
    assert "0.1" in report.notes[0]
    assert verify_bundle(bundle(chain())).notes == []


def test_an_earlier_state_is_refused_by_whoever_saw_a_later_one() -> None:
    """A true bundle with a true signature, replayed; the other way round, a chain that grew still holds what was seen."""
    old = build_bundle("s1", chain()[:4], signer=signer())
    assert kinds(old, key=PUBLIC) == set()
    assert kinds(old, key=PUBLIC, seen=HEAD) == {"rolled_back"}
    assert kinds(old, head=HEAD) == {"wrong_head"}
    assert kinds(bundle(chain()), seen=receipt_digest(chain()[3])) == set()


def test_sessions_are_not_exchanged() -> None:
    """Another session's bundle under the same key, its receipts under this name, and its leaf in this bundle."""
    assert kinds(bundle(chain("s2"), "s2", signer=signer()), key=PUBLIC, session="s1") == {"foreign"}
    assert kinds(bundle(chain("s2"), "s1")) == {"foreign"}
    foreign = replace(proofs(chain())[0], text=b"another session's leaf")
    assert kinds(build_bundle("s1", chain(), [foreign])) == {"leaf"}


def test_a_signature_of_another_bundle_does_not_fit() -> None:
    """The envelope of an earlier state of the same session, by the same key."""
    lines = bundle(chain(), signer=signer()).splitlines()
    lines[-1] = build_bundle("s1", chain()[:4], signer=signer()).splitlines()[-1]
    assert kinds(b"\n".join(lines) + b"\n", key=PUBLIC) == {"statement"}


def test_a_child_that_no_verdict_let_in_is_named() -> None:
    """Also in a chain that is sound otherwise."""
    stray = verdict(Link("s1", 0, None), "p2.0", (0, 6), (("p1.0", sha256_hex(b"never seen")),))
    assert kinds(build_bundle("s1", [stray])) == {"evidence"}


def test_a_leaf_that_changes_between_two_receipts_is_named() -> None:
    forged = forged_chain(chain(), 4, lambda body: body[ANCHOR]["hashes"].__setitem__(0, "0" * 64))
    assert kinds(build_bundle("s1", forged)) == {"evidence"}


def test_a_nodes_bundle_shows_the_verdict_that_stands() -> None:
    """It begins with that verdict; one that was replaced later, or another node's, is refused."""
    receipts = chain()
    node = build_bundle("s1", receipts[2:], [leaf_proof(receipts[2], 1)], node="p2.0", signer=signer())
    report = verify_bundle(node, key=PUBLIC, head=HEAD)
    assert (report.ok, report.node, report.receipts, report.count) == (True, "p2.0", 3, 5)
    assert kinds(build_bundle("s1", receipts[1:], node="p2.0")) == {"header"}
    again = [*receipts, verdict(Link("s1", 5, HEAD), "p2.0", (0, 6), ())]
    assert kinds(build_bundle("s1", again[2:], node="p2.0")) == {"superseded"}
    assert "rolled_back" in kinds(node, seen=receipt_digest(receipts[0]))  # the bundle begins later: it cannot say


def test_a_bundle_of_nothing_and_a_leaf_elsewhere_are_refused() -> None:
    with pytest.raises(ValueError, match="no receipts"):
        build_bundle("s1", [])
    with pytest.raises(ValueError, match="n3 is not under receipt 0"):
        leaf_proof(chain()[0], 3)


def test_leaf_texts_of_any_bytes_are_proven() -> None:
    """Text in UTF-8 as it is, a lone surrogate's bytes as base64; both hash to the anchor."""
    leaves = [json.loads(line) for line in bundle(chain()).splitlines()[6:12]]
    assert [leaf["encoding"] for leaf in leaves] == ["utf-8"] * 5 + ["base64"]


def alone(change: Callable[[dict[str, Any]], Any], *, event: bool = False, boundary: bool = True) -> bytes:
    """A session of one receipt, changed, with everything else recomputed that a forger can recompute."""
    made = chain()[3] if event else chain()[0]
    body = json.loads(made) | ({"seq": 0, "previous": None} if event else {})
    change(body)
    if boundary and not event:
        body[BOUNDARY]["digest"] = boundary_digest(body, body[BOUNDARY]["limits"])
    return build_bundle("s1", [canonical_json(body)])


@pytest.mark.parametrize(
    ("forged", "kind", "said"),
    [
        (alone(lambda b: b[ANCHOR].update(root="0" * 64)), "evidence", "anchor's root"),
        (alone(lambda b: b[ANCHOR].update(leaves=[0, 2])), "evidence", "anchor's root"),
        (alone(lambda b: b[ANCHOR].update(scheme="rfc6962-md5")), "evidence", "a scheme"),
        (alone(lambda b: b["findings"]["items"].clear()), "evidence", "the findings"),
        (alone(lambda b: b["findings"].update(count=2)), "evidence", "the findings"),
        (alone(lambda b: b.update(verdict="halt"), boundary=False), "evidence", "the boundary"),
        (alone(lambda b: b.update(event=None), event=True), "evidence", "an event without"),
        (alone(lambda b: b.update(previous="0" * 64)), "broken_link", "receipt 0 names"),
        (alone(lambda b: b.pop(BOUNDARY), boundary=False), "malformed", BOUNDARY),
        (changed(lambda x: with_value(x, 6, receipt=3)), "leaf", "no verdict of this bundle"),
        (changed(lambda x: with_value(x, 6, receipt=99)), "leaf", "no verdict of this bundle"),
        (changed(lambda x: with_value(x, 0, signer={"keyid": "0" * 64, "public": PUBLIC.hex()})), "header", "key id"),
        (changed(lambda x: x.__setitem__(7, b"[]")), "unreadable", "no object"),
    ],
)
def test_evidence_that_does_not_agree_with_itself_is_named(forged: bytes, kind: str, said: str) -> None:
    """Also where the chain, the head record and the seal were made anew over it."""
    assert any(c.kind == kind and said in c.message for c in verify_bundle(forged).complaints)
