"""A receipt bundle: what a stranger needs to check a session's receipts, as canonical JSON lines.

In: the receipts from some place of the chain to its end, and the leaves to prove. Out: the bytes of the bundle, with or
without a DSSE envelope as its last line. The order of lines is header, receipts (their exact bytes), leaves, seal, envelope;
docs/receipts.md describes each byte and `verify_standalone.py` checks it. Signing itself is the caller's: `core` has no keys.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from leadline.core.receipts.canonical import canonical_json
from leadline.core.receipts.chain import ANCHOR, receipt_digest
from leadline.core.receipts.hashes import sha256_hex
from leadline.core.receipts.merkle import inclusion_proof_of_hashes
from leadline.core.receipts.verify_standalone import BUNDLE, PAYLOAD_TYPE, keyid_of, pae, statement

__all__ = ["LeafProof", "Signer", "build_bundle", "leaf_proof"]


@dataclass(frozen=True, slots=True)
class LeafProof:
    """That one leaf stands under the anchor of receipt `receipt`; `text` where it is to be shown, as stored."""

    leaf: int
    receipt: int
    hash: str
    path: tuple[str, ...]
    text: bytes | None = None


@dataclass(frozen=True, slots=True)
class Signer:
    """A public key (raw, 32 bytes) and the function that signs with its private half."""

    public: bytes
    sign: Callable[[bytes], bytes]


def leaf_proof(receipt: bytes, leaf: int, text: bytes | None = None) -> LeafProof:
    """The proof of leaf `leaf` (its position in the session) from a verdict's receipt. ValueError where it is not under it."""
    body = json.loads(receipt)
    first, end = body[ANCHOR]["leaves"]
    if not first <= leaf < end:
        raise ValueError(f"leaf n{leaf} is not under receipt {body['seq']}, which covers n{first} to n{end - 1}")
    hashes = body[ANCHOR]["hashes"]
    path = inclusion_proof_of_hashes(hashes, leaf - first)
    return LeafProof(leaf, body["seq"], hashes[leaf - first], path, text)


def build_bundle(
    session: str, receipts: Sequence[bytes], leaves: Sequence[LeafProof] = (), *, node: str | None = None,
    signer: Signer | None = None,
) -> bytes:  # fmt: skip
    """The bundle as bytes. `receipts` run without a gap to the end of the chain; with `node`, the first is its verdict."""
    if not receipts:
        raise ValueError(f"session {session}: there are no receipts to bundle")
    first = int(json.loads(receipts[0])["seq"])
    header: dict[str, Any] = {
        "format": BUNDLE,
        "part": "header",
        "session": session,
        "node": node,
        "first": first,
        "count": first + len(receipts),
        "head": receipt_digest(receipts[-1]),
        "signer": None if signer is None else {"keyid": keyid_of(signer.public), "public": signer.public.hex()},
    }
    lines = [canonical_json(header), *receipts, *(canonical_json(_leaf_line(leaf)) for leaf in leaves)]
    content = b"".join(line + b"\n" for line in lines)
    seal = {"format": BUNDLE, "part": "seal", "lines": len(lines), "sha256": sha256_hex(content)}
    content += canonical_json(seal) + b"\n"
    if signer is None:
        return content
    payload = statement(header, seal)
    signature = signer.sign(pae(PAYLOAD_TYPE, payload))
    envelope = {
        "payloadType": PAYLOAD_TYPE,
        "payload": base64.b64encode(payload).decode(),
        "signatures": [{"keyid": keyid_of(signer.public), "sig": base64.b64encode(signature).decode()}],
    }
    return content + canonical_json(envelope) + b"\n"


def _leaf_line(leaf: LeafProof) -> dict[str, Any]:
    encoding, text = _text(leaf.text)
    return {
        "format": BUNDLE,
        "part": "leaf",
        "leaf": leaf.leaf,
        "receipt": leaf.receipt,
        "hash": leaf.hash,
        "path": list(leaf.path),
        "encoding": encoding,
        "text": text,
    }


def _text(text: bytes | None) -> tuple[str | None, str | None]:
    if text is None:
        return None, None
    try:
        return "utf-8", text.decode("utf-8")
    except UnicodeDecodeError:  # a lone surrogate of the transcript: its bytes are hashed as they are stored
        return "base64", base64.b64encode(text).decode()
