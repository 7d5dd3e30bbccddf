"""docs/receipts.md says what the program does: its vectors, its example, and every word that a complaint may have."""

from __future__ import annotations

import json
import re
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from leadline.core.receipts import verify_standalone as alone
from leadline.core.receipts.canonical import canonical_json
from leadline.core.receipts.hashes import digest
from leadline.core.receipts.merkle import inclusion_proof, leaf_hash, merkle_root

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "receipts.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "docs" / "examples" / "receipts"


@pytest.fixture
def vectors() -> dict[str, Any]:
    found = re.search(r"```json\n(.*?)\n```", PAGE, re.DOTALL)
    assert found is not None
    value: dict[str, Any] = json.loads(found[1])
    return value


def test_hashes_and_proofs_are_as_the_page_says(vectors: dict[str, Any]) -> None:
    """Each from the bytes that the page describes, from the package, and from the stand-alone verifier."""
    made = vectors["canonical"]
    assert canonical_json(made["value"]).hex() == alone.canonical(made["value"]).hex() == made["bytes"]
    made = vectors["domain"]
    assert sha256(b"leadline:findings/v1\0[]").hexdigest() == digest(made["domain"], made["value"]) == made["digest"]
    assert sha256(b"\0a").hexdigest() == leaf_hash(b"a") == vectors["leaf"]["hash"]
    made = vectors["merkle"]
    a, b, c = (sha256(b"\0" + leaf.encode()).digest() for leaf in made["leaves"])
    left = sha256(b"\1" + a + b).digest()
    assert sha256(b"\1" + left + c).hexdigest() == merkle_root([b"a", b"b", b"c"]) == made["root"]
    assert made["path"] == [left.hex()] == list(inclusion_proof([b"a", b"b", b"c"], made["index"]))
    assert alone.included(c.hex(), made["index"], 3, made["path"], made["root"])
    assert made["empty"] == sha256(b"").hexdigest() == alone.merkle_root([])


def test_envelope_and_signature_are_as_the_page_says(vectors: dict[str, Any]) -> None:
    made, key = vectors["pae"], vectors["ed25519"]
    assert made["bytes"] == b'DSSEv1 28 application/vnd.in-toto+json 13 {"_type":"x"}'.hex()
    assert alone.pae(made["type"], made["payload"].encode()).hex() == made["bytes"] == key["message"]
    public = bytes.fromhex(key["public"])
    assert sha256(public).hexdigest() == key["keyid"]
    assert alone.ed25519_valid(public, bytes.fromhex(key["message"]), bytes.fromhex(key["signature"]))
    library = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")
    private = library.Ed25519PrivateKey.from_private_bytes(bytes.fromhex(key["private"]))
    assert private.sign(bytes.fromhex(key["message"])).hex() == key["signature"]


def test_the_example_is_confirmed_and_its_name_is_what_sha256sum_prints() -> None:
    data = (EXAMPLE / "session.jsonl").read_bytes()
    report = alone.verify_bundle(data, key=alone.public_key((EXAMPLE / "signer.pub").read_text("ascii")))
    assert report.complaints == []
    assert report.vouched == ["the key that you gave"]
    lines = data.splitlines()
    assert json.loads(lines[2])["previous"] == sha256(lines[1]).hexdigest()
    seal = json.loads(lines[-2])
    assert seal["sha256"] == sha256(b"".join(line + b"\n" for line in lines[:-2])).hexdigest()


def test_any_changed_byte_of_the_example_is_refuted() -> None:
    """As the page promises; every 397th byte here, in all three ways that a byte can go wrong."""
    data, key = (EXAMPLE / "session.jsonl").read_bytes(), alone.public_key((EXAMPLE / "signer.pub").read_text("ascii"))
    for at in range(0, len(data), 397):
        for changed in (
            data[:at] + data[at + 1 :],
            data[:at] + b"0" + data[at:],
            data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :],
        ):
            assert not alone.verify_bundle(changed, key=key).ok, at


def test_the_example_and_the_vectors_are_those_that_the_script_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bytes on every machine: `python scripts/receipt_vectors.py` changes nothing."""
    pytest.importorskip("cryptography")
    monkeypatch.setattr(sys, "path", [str(ROOT / "scripts"), str(ROOT / "tests" / "core" / "receipts"), *sys.path])
    import receipt_vectors

    found = re.search(r"```json\n(.*?)\n```", PAGE, re.DOTALL)
    assert found is not None
    assert json.loads(found[1]) == receipt_vectors.vectors()
    assert (EXAMPLE / "session.jsonl").read_bytes() == receipt_vectors.bundle(
        receipt_vectors.chain(), signer=receipt_vectors.signer()
    )


def test_every_kind_of_complaint_is_explained() -> None:
    """Each word that the verifier's source can say stands in the page's last table."""
    source = Path(alone.__file__).read_text(encoding="utf-8")
    said = set(re.findall(r'complain\(\s*"(\w+)"', source))
    explained = set(re.findall(r"`(\w+)`", PAGE.partition("## Kinds of complaint")[2].partition("`leadline bench")[0]))
    assert said == explained
