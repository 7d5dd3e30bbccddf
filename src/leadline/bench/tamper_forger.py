"""A forger of bundles who recomputes everything: findings, anchor, boundary, chain, proofs, head record and seal.

In: a `Case`, another one, and a seeded generator. Out: `Attempt`s: such a bundle agrees with itself, so each goes to a reader
who knows one thing from elsewhere: the head, the signer's key, an earlier head, the session, or the policy.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from leadline.bench.tamper_edits import Attempt, Case, Mutation
from leadline.core.receipts.bundle import LeafProof, build_bundle, leaf_proof
from leadline.core.receipts.canonical import canonical_json
from leadline.core.receipts.chain import ANCHOR, BOUNDARY, boundary_digest, receipt_digest
from leadline.core.receipts.hashes import digest
from leadline.core.receipts.merkle import merkle_root_of_hashes
from leadline.engine.signatures import signer_from_seed

__all__ = ["FORGERIES", "forged_chain"]


def forged_chain(receipts: Sequence[bytes], at: int, change: Callable[[dict[str, Any]], None]) -> list[bytes]:
    """The chain with receipt `at` changed and every digest after it recomputed, down to anchor, findings and boundary."""
    out = list(receipts[:at])
    for i in range(at, len(receipts)):
        body = json.loads(receipts[i])
        if i == at:
            change(body)
        if body["seq"]:
            body["previous"] = receipt_digest(out[-1]) if out else body["previous"]
        if body["kind"] == "verdict":
            body["findings"]["digest"] = digest("findings/v1", body["findings"]["items"])
            body["findings"]["count"] = len(body["findings"]["items"])
            body[ANCHOR]["root"] = merkle_root_of_hashes(body[ANCHOR]["hashes"])
            body[BOUNDARY]["digest"] = boundary_digest(body, body[BOUNDARY]["limits"])
        out.append(canonical_json(body))
    return out


def _forged(case: Case, change: Callable[[dict[str, Any]], None], rng: random.Random) -> Iterator[Attempt]:
    """Each reader knows one thing: the head, or the signer's key; the forger signs with a key of their own, or not at all."""
    at = rng.choice([i for i, r in enumerate(case.receipts) if json.loads(r)["kind"] == "verdict"])
    chain = forged_chain(case.receipts, at, change)
    proofs = _proofs(case, chain)
    stranger = signer_from_seed(rng.randbytes(32))
    disguised = replace(stranger, public=case.signer.public)  # says that the true signer signed
    yield build_bundle(case.session, chain, proofs), {"head": receipt_digest(case.receipts[-1])}
    yield build_bundle(case.session, chain, proofs), {"key": case.signer.public}
    yield build_bundle(case.session, chain, proofs, signer=stranger), {"key": case.signer.public}
    yield build_bundle(case.session, chain, proofs, signer=disguised), {"key": case.signer.public}
    yield build_bundle(case.session, chain, proofs, signer=disguised), {}


def _proofs(case: Case, chain: Sequence[bytes]) -> list[LeafProof]:
    def over(leaf: int) -> int | None:
        spans = [(i, json.loads(r).get(ANCHOR, {}).get("leaves", [0, 0])) for i, r in enumerate(chain)]
        return max((i for i, (a, b) in spans if a <= leaf < b), default=None)

    return [leaf_proof(chain[i], n, case.texts.get(n)) for n in case.leaves if (i := over(n)) is not None]


def _forge(case: Case, _other: Case, rng: random.Random) -> Iterator[Attempt]:
    def change(body: dict[str, Any]) -> None:
        verdicts = [v for v in ("promote", "halt", "flatten", "invalid") if v != body["verdict"]]
        hashes = body[ANCHOR]["hashes"]
        match rng.randrange(5):
            case 0:
                body["verdict"] = rng.choice(verdicts)
            case 1:
                body["findings"]["items"].append({"rule": "forged", "severity": "note"})
            case 2:
                hashes[rng.randrange(len(hashes))] = rng.randbytes(32).hex()
            case 3:
                body["reasons"].append({"rule": "forged"})
            case _:
                body["destructive"] = not body["destructive"]

    return _forged(case, change, rng)


def _downgrade(case: Case, _other: Case, rng: random.Random) -> Iterator[Attempt]:
    """Lower floors under another policy; also by whoever holds the key, against a reader who knows the policy."""
    policy = rng.randbytes(32).hex()

    def change(body: dict[str, Any]) -> None:
        body[BOUNDARY]["limits"]["fact_floor"] = round(rng.uniform(0, 0.5), 3)
        body["digests"]["policy"] = policy

    yield from _forged(case, change, rng)
    at = rng.choice([i for i, r in enumerate(case.receipts) if json.loads(r)["kind"] == "verdict"])
    true = json.loads(case.receipts[at])["digests"]["policy"]
    chain = forged_chain(case.receipts, at, change)
    yield build_bundle(case.session, chain, _proofs(case, chain), signer=case.signer), {"policy": true}


def _old_tail(case: Case, _other: Case, rng: random.Random) -> Iterator[Attempt]:
    """A true bundle of an earlier state, signed by the true key, to a reader who saw a later head."""
    chain = case.receipts[: rng.randrange(1, len(case.receipts))]
    old = build_bundle(case.session, chain, _proofs(case, chain), signer=case.signer)
    last = receipt_digest(case.receipts[-1])
    yield old, {"key": case.signer.public, "seen": last}
    yield old, {"head": last}


def _swap_session(case: Case, other: Case, rng: random.Random) -> Iterator[Attempt]:
    """Another session's bundle, or its receipts under this session's name."""
    yield other.bundle, {"key": case.signer.public, "session": case.session}
    yield other.bundle, {"head": receipt_digest(case.receipts[-1])}
    n = rng.randrange(1, len(other.receipts) + 1)
    yield build_bundle(case.session, other.receipts[:n], signer=case.signer), {}
    mixed = [*case.receipts[:-1], other.receipts[rng.randrange(len(other.receipts))]]
    yield build_bundle(case.session, mixed, signer=case.signer), {}


def _resign(case: Case, _other: Case, rng: random.Random) -> Iterator[Attempt]:
    """The true content under another key; under the true name with another key; and with no signature at all."""
    stranger = signer_from_seed(rng.randbytes(32))
    proofs = _proofs(case, case.receipts)
    yield build_bundle(case.session, case.receipts, proofs, signer=stranger), {"key": case.signer.public}
    disguised = replace(stranger, public=case.signer.public)
    yield build_bundle(case.session, case.receipts, proofs, signer=disguised), {"key": case.signer.public}
    yield case.unsigned, {"key": case.signer.public}


FORGERIES: dict[str, Mutation] = {
    "forge a verdict, all recomputed": _forge,
    "downgrade the policy, all recomputed": _downgrade,
    "an earlier state, cut tail": _old_tail,
    "another session": _swap_session,
    "sign with another key": _resign,
}
