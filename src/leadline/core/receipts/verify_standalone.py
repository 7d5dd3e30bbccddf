"""Confirms or refutes a receipt bundle. Standard library only, no import of leadline: copy this one file and run it.

    python verify_standalone.py BUNDLE [--key PUBLIC_KEY] [--head DIGEST] [--seen DIGEST] [--session NAME] [--policy DIGEST]

In: a bundle (`leadline receipts export`), and what you know from elsewhere. Out: everything that is wrong, by kind and line;
exit 0 where nothing is, 1 refuted, 2 not readable. Without --key or --head it can only say that the bundle agrees with itself.
Every byte is described in docs/receipts.md. Ed25519 is pure Python after RFC 8032 (only checked here, so nothing is secret).
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import re
import sys
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from hashlib import sha256, sha512
from typing import Any

__all__ = ["Complaint", "Report", "ed25519_valid", "keyid_of", "pae", "public_key", "statement", "verify_bundle"]

BUNDLE, RECEIPT, SCHEME = "leadline-bundle/1", "leadline-receipt/1", "rfc6962-sha256"
GENERATION, ANCHOR = "summary-generation-receipt", "original-content-anchor-signature"
FIDELITY, BOUNDARY = "semantic-fidelity-per-generation-receipt", "summarization-boundary-signature"
PAYLOAD_TYPE, STATEMENT_TYPE = "application/vnd.in-toto+json", "https://in-toto.io/Statement/v1"
PREDICATE_TYPE = "urn:leadline:receipt-bundle:1"
HEADER_KEYS = {"format", "part", "session", "node", "first", "count", "head", "signer"}
LEAF_KEYS = {"format", "part", "leaf", "receipt", "hash", "path", "encoding", "text"}
BAD = (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError)  # what odd JSON can raise


@dataclass(frozen=True)
class Complaint:
    """One thing wrong; `line` counts from 1, 0 is the bundle as a whole."""

    kind: str
    line: int
    message: str


@dataclass
class Report:
    """What the bundle is about, who vouches for it, and what is wrong with it."""

    session: str | None = None
    node: str | None = None
    count: int = 0  # receipts of the session, as the head record has it
    head: str | None = None
    receipts: int = 0  # receipts in the bundle
    leaves: int = 0  # leaves with a proof
    texts: int = 0  # of these, with their text
    signer: str | None = None
    vouched: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    complaints: list[Complaint] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.complaints


@dataclass
class _Line:
    number: int
    raw: bytes
    body: dict[str, Any]


def verify_bundle(
    data: bytes, *, key: bytes | None = None, head: str | None = None, seen: str | None = None,
    session: str | None = None, policy: str | None = None,
) -> Report:  # fmt: skip
    """Checks everything, gathers every complaint, never raises for `data`. `key` is a raw public key of 32 bytes."""
    report, complain = Report(), _Complaints()
    lines = _read_lines(data, complain)
    header = next((x for x in lines if x.body.get("part") == "header"), None)
    if header is None or set(header.body) != HEADER_KEYS or not _header_sound(header.body):
        complain("header", 1, f"the first line is no {BUNDLE} header of the expected form")
        return _ended(report, complain)
    about = header.body
    receipts = [x for x in lines if x.body.get("format") == RECEIPT]
    leaves = [x for x in lines if x.body.get("part") == "leaf"]
    report.session, report.node, report.count, report.head = (about[k] for k in ("session", "node", "count", "head"))
    report.receipts, report.leaves = len(receipts), len(leaves)
    _check_layout(lines, complain)
    _guarded(_check_chain, complain, receipts, about)
    for receipt in receipts:
        _guarded(_check_evidence, complain, receipt)
    _guarded(_check_across, complain, receipts, about, report)
    verdicts = {r.body["seq"]: r for r in receipts if ANCHOR in r.body and type(r.body.get("seq")) is int}
    for leaf in leaves:
        _guarded(_check_leaf, complain, leaf, verdicts, report)
    _guarded(_check_seal, complain, lines, data)
    _guarded(_check_signature, complain, lines, about, key, report)
    _guarded(_check_known, complain, receipts, about, (head, seen, session, policy), report)
    return _ended(report, complain)


class _Complaints(list[Complaint]):
    def __call__(self, kind: str, line: int, message: str) -> None:
        self.append(Complaint(kind, line, message[:400]))  # a bundle says what its maker likes, at any length


def _ended(report: Report, complain: _Complaints) -> Report:
    report.complaints = sorted(dict.fromkeys(complain), key=lambda c: (c.line or 1 << 60, c.kind, c.message))
    report.vouched = report.vouched if report.ok else []
    return report


def _guarded(check: Any, complain: _Complaints, *rest: Any) -> None:
    try:
        check(complain, *rest)
    except BAD as error:
        line = rest[0].number if isinstance(rest[0], _Line) else 0
        complain("malformed", line, f"a part has not the expected form: {error!r}"[:300])


def _header_sound(h: dict[str, Any]) -> bool:
    whole = all(type(h[k]) is int and h[k] >= 0 for k in ("first", "count"))
    named = isinstance(h["session"], str) and isinstance(h["node"], str | None)
    return h["format"] == BUNDLE and whole and named and _is_digest(h["head"])


def _is_digest(text: Any) -> bool:
    return isinstance(text, str) and re.fullmatch("[0-9a-f]{64}", text) is not None


# ---- lines: canonical JSON (RFC 8785), each ended by one newline


def _read_lines(data: bytes, complain: _Complaints) -> list[_Line]:
    if not data.endswith(b"\n"):
        complain("truncated", 0, "the last line has no end: the file was cut")
    out = []
    for number, raw in enumerate(data.removesuffix(b"\n").split(b"\n"), start=1):
        try:
            body = json.loads(raw.decode("utf-8"), object_pairs_hook=_no_repeats)
            same = canonical(body) == raw
        except BAD as error:
            complain("unreadable", number, f"it is no JSON that can be hashed: {error}"[:300])
            continue
        if not isinstance(body, dict):
            complain("unreadable", number, "it is JSON, but no object")
            continue
        if not same:
            complain("not_canonical", number, "it is JSON, but not in canonical form: something rewrote it")
        out.append(_Line(number, raw, body))
    return out


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({k for k, _ in pairs}) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return dict(pairs)


def canonical(value: Any) -> bytes:
    return _text(value).encode("utf-8")


def _text(value: Any) -> str:
    if value is None or isinstance(value, bool | str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, int):
        if abs(value) >= 2**53:
            raise ValueError("an integer beyond 2^53 - 1")
        return str(value)
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, list):
        return "[" + ",".join(map(_text, value)) + "]"
    items = sorted(value.items(), key=lambda item: item[0].encode("utf-16-be"))
    return "{" + ",".join(f"{_text(k)}:{_text(v)}" for k, v in items) + "}"


def _number(value: float) -> str:
    """As ECMAScript prints it: the shortest digits that read back as the same double."""
    if value in (float("inf"), float("-inf")):
        raise ValueError("a number beyond the doubles")
    sign, tuple_, exponent = Decimal(repr(value)).as_tuple()
    every = "".join(map(str, tuple_))
    digits = every.rstrip("0")
    if not digits:
        return "0"
    point, minus = len(every) + int(exponent), "-" if sign else ""
    if len(digits) <= point <= 21:
        return minus + digits + "0" * (point - len(digits))
    if 0 < point <= 21:
        return f"{minus}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{minus}0.{'0' * -point}{digits}"
    return f"{minus}{digits[0]}{'.' if digits[1:] else ''}{digits[1:]}e{point - 1:+d}"


def _digest(domain: str, value: Any) -> str:
    return sha256(b"leadline:" + domain.encode() + b"\0" + canonical(value)).hexdigest()


def _check_layout(lines: list[_Line], complain: _Complaints) -> None:
    names = {"header": "h", "leaf": "l", "seal": "s"}
    letters = "".join(
        "r" if x.body.get("format") == RECEIPT else "e" if "payloadType" in x.body
        else names.get(str(x.body.get("part")), "?") if x.body.get("format") == BUNDLE else "?"
        for x in lines
    )  # fmt: skip
    if not re.fullmatch("hr+l*se?", letters):
        complain("layout", 0, "the lines are not: header, receipts, leaves, seal, and at most one signature")


# ---- the chain


def _check_chain(complain: _Complaints, receipts: list[_Line], about: dict[str, Any]) -> None:
    seqs: set[int] = set()
    before: _Line | None = None
    if any(type(r.body["seq"]) is not int or "previous" not in r.body for r in receipts):
        raise ValueError("a receipt without its place in the chain")
    for r in receipts:
        seq, previous = r.body["seq"], r.body["previous"]
        if r.body["session"] != about["session"]:
            complain("foreign", r.number, f"it belongs to session {r.body['session']} , not to {about['session']}")
        if seq in seqs:
            complain("replayed", r.number, f"receipt {seq} stood already")
        elif before is not None and seq < before.body["seq"]:
            complain("reordered", r.number, f"receipt {seq} stands behind receipt {before.body['seq']}")
        elif before is not None and seq == before.body["seq"] + 1 and previous != sha256(before.raw).hexdigest():
            complain(
                "edited", before.number, f"receipt {seq} was written after {previous} , which this is not any more"
            )
        if (seq == 0) != (previous is None) or not (previous is None or _is_digest(previous)):
            complain("broken_link", r.number, f"receipt {seq} names {previous!r} as the one before")
        seqs.add(seq)
        before = r
    last = max(seqs, default=about["first"] - 1)
    expected = range(about["first"], last)  # may be as long as a forger likes: looked at up to the first hole only
    if (missing := next((seq for seq in expected if seq not in seqs), None)) is not None:
        complain("gap", 0, f"receipts are missing, the first of them {missing}")
    if before is None or last + 1 < about["count"]:
        complain("cut_tail", 0, f"the head record counts {about['count']} receipts; here they end after {last + 1}")
    elif last + 1 > about["count"] or min(seqs) < about["first"]:
        complain("extra", 0, f"there are receipts besides those from {about['first']} to {about['count'] - 1}")
    elif sha256(before.raw).hexdigest() != about["head"]:
        complain("edited", before.number, f"the head record ends with {about['head']} , which this is not")


def _check_evidence(complain: _Complaints, r: _Line) -> None:
    body = r.body
    if body["kind"] != "verdict":
        if not isinstance(body["event"], dict):
            complain("evidence", r.number, "an event without its content")
        return
    parts = [body[k] for k in (GENERATION, ANCHOR, FIDELITY, BOUNDARY, "findings", "digests")]
    if not all(isinstance(part, dict) for part in parts):
        raise TypeError("one of the parts is no object")
    anchor, findings, boundary = body[ANCHOR], body["findings"], body[BOUNDARY]
    first, end = anchor["leaves"]
    if anchor["scheme"] != SCHEME or boundary["scheme"] != "sha256":
        complain("evidence", r.number, "a scheme that this verifier does not know")
    if end - first != len(anchor["hashes"]) or merkle_root(anchor["hashes"]) != anchor["root"]:
        complain("evidence", r.number, "the anchor's root does not follow from its leaf hashes")
    if _digest("findings/v1", findings["items"]) != findings["digest"] or len(findings["items"]) != findings["count"]:
        complain("evidence", r.number, "the findings do not have the digest or the count that stands beside them")
    evidence = {k: v for k, v in body.items() if k not in (BOUNDARY, "previous", "seq", "session")}
    if _digest("boundary/v1", {"evidence": evidence, "limits": boundary["limits"]}) != boundary["digest"]:
        complain("evidence", r.number, "the boundary's digest does not cover this evidence and these limits")


def _check_across(complain: _Complaints, receipts: list[_Line], about: dict[str, Any], report: Report) -> None:
    """What receipts say of each other: a leaf never changes, and a child was let in before its parent."""
    leaf_hashes: dict[int, str] = {}
    let_in: set[tuple[str, str]] = set()
    before: tuple[Any, Any] | None = None
    verdicts = [r for r in receipts if r.body["kind"] == "verdict"]
    for r in verdicts:
        made, seq = r.body[GENERATION], r.body["seq"]
        for at, leaf in enumerate(r.body[ANCHOR]["hashes"], start=r.body[ANCHOR]["leaves"][0]):
            if leaf_hashes.setdefault(at, leaf) != leaf:
                complain("evidence", r.number, f"leaf n{at} has another hash than in an earlier receipt")
        for child in made["children"]:
            if about["first"] == 0 and child["id"].startswith("p") and (child["id"], child["digest"]) not in let_in:
                complain("evidence", r.number, f"child {child['id']} of {made['node']} was never let in by a verdict")
        let_in.add((made["node"], made["draft"]))
        now = (r.body["digests"]["policy"], r.body[BOUNDARY]["limits"])
        if before is not None and now != before:
            report.notes.append(
                f"receipt {seq}: policy {before[0]} became {now[0]} ; limits {before[1]} became {now[1]}"
            )
        before = now
    if about["node"] is not None:
        own = [r for r in verdicts if r.body[GENERATION]["node"] == about["node"]]
        if not own or own[0].body["seq"] != about["first"]:
            complain("header", 1, f"the bundle does not begin with the verdict on {about['node']}")
        for r in own[1:]:
            complain("superseded", r.number, f"a later verdict on {about['node']} replaced the one that is shown")


def _check_known(
    complain: _Complaints, receipts: list[_Line], about: dict[str, Any], known: tuple[str | None, ...], report: Report
) -> None:
    """What the reader knows from elsewhere: a head, an earlier head, the session, the policy."""
    head, seen, session, policy = known
    if session is not None and about["session"] != session:
        complain("foreign", 1, f"the bundle is about session {about['session']} , not about {session}")
    if head is not None:
        report.vouched.append("the head that you gave")
        if about["head"] != head:
            complain("wrong_head", 1, f"the bundle ends with {about['head']} , not with the head {head} that you know")
    if seen is not None and seen not in {sha256(r.raw).hexdigest() for r in receipts}:
        what = "does not hold it" if about["first"] == 0 else "does not hold it (it begins later: take a whole session)"
        complain(
            "rolled_back", 0, f"you saw the head {seen} before; this chain {what}: it was cut, replayed or rewritten"
        )
    for r in receipts:
        if policy is not None and r.body["kind"] == "verdict" and r.body["digests"]["policy"] != policy:
            complain("policy", r.number, f"decided under policy {r.body['digests']['policy']} , not under {policy}")


# ---- leaves (RFC 6962; the walk is that of RFC 9162, 2.1.3.2)


def merkle_root(hashes: list[str]) -> str:
    level = [bytes.fromhex(h) for h in hashes if _is_digest(h)]
    if len(level) != len(hashes):
        raise ValueError("a leaf hash is no digest")
    while len(level) > 1:
        pairs = [_inner(level[i], level[i + 1]) for i in range(0, len(level) - 1, 2)]
        level = pairs + level[len(pairs) * 2 :]
    return (level[0] if level else sha256(b"").digest()).hex()


def _inner(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def included(leaf: str, index: int, size: int, path: list[str], root: str) -> bool:
    if not 0 <= index < size or not all(map(_is_digest, [leaf, *path])):
        return False
    at, last, current = index, size - 1, bytes.fromhex(leaf)
    for sibling in map(bytes.fromhex, path):
        if last == 0:
            return False
        if at & 1 or at == last:
            current = _inner(sibling, current)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            current = _inner(current, sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and current.hex() == root


def _check_leaf(complain: _Complaints, line: _Line, verdicts: dict[int, _Line], report: Report) -> None:
    leaf = line.body
    if (
        set(leaf) != LEAF_KEYS
        or not type(leaf["leaf"]) is type(leaf["receipt"]) is int
        or type(leaf["path"]) is not list
    ):
        raise ValueError("the keys of a leaf line, or their types")
    if leaf["receipt"] not in verdicts:
        complain(
            "leaf", line.number, f"leaf n{leaf['leaf']} rests on receipt {leaf['receipt']}, no verdict of this bundle"
        )
        return
    anchor = verdicts[leaf["receipt"]].body[ANCHOR]
    first, end = anchor["leaves"]
    if not included(leaf["hash"], leaf["leaf"] - first, end - first, leaf["path"], anchor["root"]):
        complain("leaf", line.number, f"the proof does not lead from leaf n{leaf['leaf']} to receipt {leaf['receipt']}")
    if leaf["text"] is None:
        return
    report.texts += 1
    text = _base64(leaf["text"]) if leaf["encoding"] == "base64" else leaf["text"].encode("utf-8")
    if leaf["encoding"] not in ("base64", "utf-8") or sha256(b"\x00" + text).hexdigest() != leaf["hash"]:
        complain("leaf", line.number, f"the text is not the one of which leaf n{leaf['leaf']} has the hash")


# ---- seal and signature (DSSE, in-toto Statement v1, Ed25519)


def _check_seal(complain: _Complaints, lines: list[_Line], data: bytes) -> None:
    seals = [x for x in lines if x.body.get("part") == "seal"]
    if not seals:
        complain("truncated", 0, "the seal is missing: the end of the file was cut")
        return
    seal = seals[-1]
    before = b"".join(part + b"\n" for part in data.split(b"\n")[: seal.number - 1])
    expected = {"format": BUNDLE, "part": "seal", "lines": seal.number - 1, "sha256": sha256(before).hexdigest()}
    if seal.body != expected:
        complain("seal", seal.number, "the lines before the seal are not those that it was put under")


def statement(about: dict[str, Any], seal: dict[str, Any]) -> bytes:
    """The only statement that a signature of this bundle may be about, as bytes."""
    predicate = {key: about[key] for key in ("format", "session", "node", "first", "count", "head")}
    subject = [{"name": "bundle", "digest": {"sha256": seal["sha256"]}}]
    return canonical({"_type": STATEMENT_TYPE, "subject": subject, "predicateType": PREDICATE_TYPE,
                      "predicate": {**predicate, "lines": seal["lines"]}})  # fmt: skip


def pae(payload_type: str, payload: bytes) -> bytes:
    """DSSE's pre-authentication encoding: what is really signed."""
    kind = payload_type.encode("utf-8")
    return b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload)


def keyid_of(public: bytes) -> str:
    return sha256(public).hexdigest()


def _check_signature(
    complain: _Complaints, lines: list[_Line], about: dict[str, Any], key: bytes | None, report: Report
) -> None:
    signer, envelopes = about["signer"], [x for x in lines if "payloadType" in x.body]
    if signer is None or not envelopes:
        if key is not None or signer is not None or envelopes:
            missing = "no signature" if signer is None else "the name of a signer, but not the signature"
            complain("unsigned", 0, f"the bundle has {missing if not envelopes else 'a signature and no signer'}")
        return
    line, public = envelopes[-1], bytes.fromhex(signer["public"])
    report.signer = keyid_of(public)
    if signer != {"keyid": report.signer, "public": public.hex()} or len(public) != 32:
        complain("header", 1, "the signer's key id is not that of the key beside it")
    if key is not None and key != public:
        complain("foreign_key", line.number, f"signed with the key {report.signer} , not with {keyid_of(key)}")
    elif key is not None:
        report.vouched.append("the key that you gave")
    body, seal = line.body, next((x.body for x in reversed(lines) if x.body.get("part") == "seal"), {})
    (signature,) = body["signatures"]
    expected = {"payloadType": PAYLOAD_TYPE, "payload": base64.b64encode(statement(about, seal)).decode(),
                "signatures": [{"keyid": report.signer, "sig": signature["sig"]}]}  # fmt: skip
    if body != expected:
        complain("statement", line.number, "the signed statement is not about this bundle, or names another key")
    if not ed25519_valid(public, pae(body["payloadType"], _base64(body["payload"])), _base64(signature["sig"])):
        complain("bad_signature", line.number, f"the signature is not one of the key {report.signer}")


def _base64(text: str) -> bytes:
    raw = base64.b64decode(text, validate=True)
    if base64.b64encode(raw).decode() != text:
        raise ValueError("base64 in another than its one form")
    return raw


P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
I = pow(2, (P - 1) // 4, P)  # noqa: E741
Point = tuple[int, int, int, int]  # extended coordinates


def ed25519_valid(public: bytes, message: bytes, signature: bytes) -> bool:
    """RFC 8032, 5.1.7, with the strict reading: S below L, and R exactly as it encodes."""
    a = _point(public) if len(public) == 32 and len(signature) == 64 else None
    s = int.from_bytes(signature[32:], "little")
    if a is None or s >= L:
        return False
    k = int.from_bytes(sha512(signature[:32] + public + message).digest(), "little") % L
    x, y, z, t = a
    by = 4 * pow(5, -1, P) % P
    base = _point(by.to_bytes(32, "little"))
    assert base is not None, "the base point is on the curve"
    r = _add(_times(s, base), _times(k, (P - x, y, z, P - t)))
    inverse = pow(r[2], -1, P)
    return (r[1] * inverse % P | (r[0] * inverse % P & 1) << 255).to_bytes(32, "little") == signature[:32]


def _point(encoded: bytes) -> Point | None:
    value = int.from_bytes(encoded, "little")
    y, sign = value & (1 << 255) - 1, value >> 255
    if y >= P:
        return None
    x2 = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(x2, (P + 3) // 8, P)
    x = x if (x * x - x2) % P == 0 else x * I % P
    if (x * x - x2) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


def _add(p: Point, q: Point) -> Point:
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(n: int, p: Point) -> Point:
    q: Point = (0, 1, 1, 0)
    while n:
        q, p, n = _add(q, p) if n & 1 else q, _add(p, p), n >> 1
    return q


def public_key(text: str) -> bytes:
    """The raw key of a PEM public key file, or of 64 hex characters. ValueError for anything else."""
    text = text.strip()
    if re.fullmatch("[0-9a-f]{64}", text):
        return bytes.fromhex(text)
    pem = re.fullmatch("-----BEGIN PUBLIC KEY-----\\s([A-Za-z0-9+/=\\s]+)\\s-----END PUBLIC KEY-----", text)
    raw = base64.b64decode("".join(pem[1].split())) if pem else b""
    if len(raw) != 44 or raw[:12] != bytes.fromhex("302a300506032b6570032100"):  # RFC 8410, SubjectPublicKeyInfo
        raise ValueError("no Ed25519 public key: expected a PEM file (BEGIN PUBLIC KEY) or 64 hex characters")
    return raw[12:]


def described(report: Report) -> str:
    """The report as people read it."""
    what = f"session {report.session}" + (f", node {report.node}" if report.node else "")
    word = "refuted" if not report.ok else "confirmed" if report.vouched else "consistent"
    out = [
        f"{word}  {what}: {report.receipts} receipts of {report.count}, {report.leaves} leaves proven, {report.texts} with text"
    ]
    out += [f"  {'line ' + str(c.line) if c.line else 'bundle'}  {c.kind}: {c.message}" for c in report.complaints]
    out += [f"  note  {note}" for note in report.notes]
    if report.ok:
        out += [f"  head  {report.head}", f"  signer  {report.signer or 'nobody'}"]
        out += [f"  vouched for by {' and '.join(report.vouched)}" if report.vouched else
                "  nobody vouches for it: whoever can rewrite it all can make one that agrees with itself; give --key or --head"]  # fmt: skip
    return "\n".join(map(_shown, out))


def _shown(line: str) -> str:
    """One line that steers no terminal, whatever the bundle calls its session."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in line)[:1000]


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Confirm or refute a leadline receipt bundle.")
    parser.add_argument("bundle")
    parser.add_argument("--key", help="the signer's public key: a PEM file or 64 hex characters")
    parser.add_argument("--head", help="the digest that the last receipt must have")
    parser.add_argument("--seen", help="the digest of a head that you saw earlier: it must still be in the chain")
    parser.add_argument("--session", help="the session that the bundle must be about")
    parser.add_argument("--policy", help="the digest of the policy that every verdict must have been under")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(argv)
    try:
        with open(given.bundle, "rb") as file:
            data = file.read()
        key = given.key
        if key is not None and not re.fullmatch("[0-9a-f]{64}", key):
            with open(key, encoding="ascii", errors="replace") as file:
                key = file.read()
        raw = None if key is None else public_key(key)
        for option, value in (("--head", given.head), ("--seen", given.seen), ("--policy", given.policy)):
            if value is not None and not re.fullmatch("[0-9a-f]{64}", value):
                raise ValueError(f"{option} {value!r} is no digest: give 64 lower-case hex characters")
    except (OSError, ValueError) as error:
        sys.stderr.write(f"verify_standalone: {error}\n")
        return 2
    report = verify_bundle(data, key=raw, head=given.head, seen=given.seen, session=given.session, policy=given.policy)
    told = (json.dumps({"ok": report.ok, **asdict(report)}) if given.json else described(report)) + "\n"
    try:
        sys.stdout.write(told)
        sys.stdout.flush()
    except OSError as error:
        with open(os.devnull, "w") as nowhere:  # else the interpreter tries once more when it ends, and fails again
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):  # a closed pipe is quiet: the verdict stands
            sys.stderr.write(f"verify_standalone: standard output: {error}\n")
            return 2
    return 0 if report.ok else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
