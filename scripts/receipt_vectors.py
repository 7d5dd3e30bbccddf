"""Write the test vectors of docs/receipts.md and the example bundle beside it; run it after a change of the format.

python scripts/receipt_vectors.py
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests" / "core" / "receipts"))

from bundles import PUBLIC, SEED, bundle, chain, signer  # noqa: E402

from leadline.core.receipts.canonical import canonical_json  # noqa: E402
from leadline.core.receipts.hashes import digest  # noqa: E402
from leadline.core.receipts.merkle import inclusion_proof, leaf_hash, merkle_root  # noqa: E402
from leadline.core.receipts.verify_standalone import keyid_of, pae  # noqa: E402

PEM = "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC KEY-----\n"


def main() -> int:
    page = ROOT / "docs" / "receipts.md"
    text = page.read_text(encoding="utf-8")
    block = "```json\n" + json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n```"
    page.write_text(re.sub(r"```json\n.*?\n```", lambda _: block, text, flags=re.DOTALL), encoding="utf-8")
    folder = ROOT / "docs" / "examples" / "receipts"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "session.jsonl").write_bytes(bundle(chain(), signer=signer()))
    (folder / "signer.pub").write_text(PEM, encoding="ascii")
    return 0


def vectors() -> dict[str, Any]:
    """One of each kind of hash on the page; the rest is in the example bundle."""
    value = {
        "b": [1.0, 1e-7, 0.000001, 123456789.125, -0.0],
        "a": {"\U0001f600": "ü\n\u0007", "\ufb33": None},
        "": True,
    }
    leaves = ["a", "b", "c"]
    raw = [leaf.encode() for leaf in leaves]
    payload = b'{"_type":"x"}'
    signed = pae("application/vnd.in-toto+json", payload)
    return {
        "canonical": {"value": value, "bytes": canonical_json(value).hex()},
        "domain": {"domain": "findings/v1", "value": [], "digest": digest("findings/v1", [])},
        "leaf": {"text": "a", "hash": leaf_hash(b"a")},
        "merkle": {"leaves": leaves, "root": merkle_root(raw), "empty": merkle_root([]), "index": 2,
                   "path": list(inclusion_proof(raw, 2))},
        "pae": {"type": "application/vnd.in-toto+json", "payload": payload.decode(), "bytes": signed.hex()},
        "ed25519": {"private": SEED.hex(), "public": PUBLIC.hex(), "keyid": keyid_of(PUBLIC), "message": signed.hex(),
                    "signature": signer().sign(signed).hex()},
    }  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
