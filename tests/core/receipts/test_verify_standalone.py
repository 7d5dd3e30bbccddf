"""The stand-alone verifier: needs nothing but itself, and computes every hash, number and signature as the package does."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from bundles import PUBLIC, SEED, bundle, chain, signer
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.core.receipts import merkle
from leadline.core.receipts import verify_standalone as alone
from leadline.core.receipts.canonical import INTEGER_MAX, canonical_json
from leadline.core.receipts.chain import receipt_digest
from leadline.core.receipts.hashes import digest

FILE = Path(alone.__file__)

# what canonical JSON can say after it was read back: no surrogates, integers within 2^53 - 1, floats that are no such integers
TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False).filter(lambda x: abs(x) <= INTEGER_MAX or not x.is_integer())
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-INTEGER_MAX, INTEGER_MAX) | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


def test_it_imports_the_standard_library_only() -> None:
    """Whoever distrusts leadline runs it without leadline."""
    tree = ast.parse(FILE.read_text(encoding="utf-8"))
    names = {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    names |= {str(n.module) for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= set(sys.stdlib_module_names)


@settings(deadline=None, max_examples=40)
@given(VALUES)
def test_its_canonical_json_is_rfc_8785(value: Any) -> None:
    """Its own writer against the package `rfc8785`, numbers of every size and strings of every plane."""
    assert alone.canonical(value) == canonical_json(value)


@settings(deadline=None, max_examples=100)
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_its_numbers_are_those_of_ecmascript(value: float) -> None:
    """Beyond 2^53 too, where `canonical_json` writes a string."""
    import rfc8785

    assert alone.canonical(value) == rfc8785.dumps(value)


@settings(deadline=None, max_examples=100)
@given(st.lists(st.binary(max_size=8), min_size=1, max_size=40), st.data())
def test_its_roots_and_proofs_are_those_of_the_package(leaves: list[bytes], data: st.DataObject) -> None:
    """The root agrees, every proof leads to it, and none leads there from another place or another leaf."""
    hashes = [merkle.leaf_hash(leaf) for leaf in leaves]
    root = merkle.merkle_root(leaves)
    assert alone.merkle_root(hashes) == root
    at = data.draw(st.integers(0, len(leaves) - 1))
    path = list(merkle.inclusion_proof_of_hashes(hashes, at))
    assert tuple(path) == merkle.inclusion_proof(leaves, at)
    assert alone.included(hashes[at], at, len(leaves), path, root)
    elsewhere = data.draw(st.integers(-1, len(leaves)))
    if elsewhere != at and (not 0 <= elsewhere < len(leaves) or hashes[elsewhere] != hashes[at]):
        assert not alone.included(hashes[at], elsewhere, len(leaves), path, root)
    assert not alone.included(merkle.leaf_hash(b"another leaf"), at, len(leaves), path, root)
    assert not alone.included(hashes[at], at, len(leaves), [*path, "0" * 64], root)


def test_its_domain_digest_is_that_of_the_package() -> None:
    value = {"a": [1, 0.5, "ü"], "b": None}
    assert alone._digest("findings/v1", value) == digest("findings/v1", value)


RFC_8032 = [  # section 7.1, tests 1 to 3: public key, message, signature
    (PUBLIC.hex(), "", "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"),
    ("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72", "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"),
    ("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82", "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"),
]  # fmt: skip


@pytest.mark.parametrize(("public", "message", "signature"), RFC_8032)
def test_ed25519_agrees_with_rfc_8032(public: str, message: str, signature: str) -> None:
    """The RFC's own vectors; each with one bit changed is refused."""
    key, text, sig = map(bytes.fromhex, (public, message, signature))
    assert alone.ed25519_valid(key, text, sig)
    assert not alone.ed25519_valid(key, text + b"x", sig)
    for at in (0, 31, 32, 62):
        assert not alone.ed25519_valid(key, text, sig[:at] + bytes([sig[at] ^ 1]) + sig[at + 1 :])
    s = (
        int.from_bytes(sig[32:], "little") + alone.L
    )  # the same equation, another signature: malleable if it were accepted
    assert not alone.ed25519_valid(key, text, sig[:32] + s.to_bytes(32, "little"))
    assert not alone.ed25519_valid(key, text, sig[:-1])
    assert not alone.ed25519_valid(b"\xff" * 32, text, sig)


@settings(deadline=None, max_examples=8)
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=50))
def test_ed25519_agrees_with_cryptography(seed: bytes, message: bytes) -> None:
    made = signer(seed)
    assert alone.ed25519_valid(made.public, message, made.sign(message))
    assert not alone.ed25519_valid(made.public, message + b"\0", made.sign(message))


def test_securesystemslib_verifies_the_envelope() -> None:
    """Another implementation of DSSE reads the last line as it is, and agrees about what was signed."""
    dsse = pytest.importorskip("securesystemslib.dsse")
    keys = pytest.importorskip("securesystemslib.signer")
    envelope = json.loads(bundle(chain(), signer=signer()).splitlines()[-1])
    keyid = envelope["signatures"][0]["keyid"]
    public = keys.SSlibKey(keyid, "ed25519", "ed25519", {"public": PUBLIC.hex()})
    read = dsse.Envelope.from_dict(envelope)
    assert read.pae() == alone.pae(envelope["payloadType"], read.payload)
    assert set(read.verify([public], 1)) == {keyid}
    said = json.loads(read.payload)
    assert (said["_type"], said["predicate"]["count"]) == ("https://in-toto.io/Statement/v1", 5)
    read.payload += b" "
    with pytest.raises(Exception, match="Accepted signatures do not match threshold"):
        read.verify([public], 1)


def run(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """In an interpreter that sees no installed package and no environment."""
    command = [sys.executable, "-I", "-S", str(folder / "verify_standalone.py"), *args]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env={"PATH": os.defpath})


def test_it_runs_alone_and_its_exit_codes_mean_something(tmp_path: Path) -> None:
    """0 confirmed or consistent, 1 refuted, 2 not readable; a copy of the file is enough."""
    (tmp_path / "verify_standalone.py").write_bytes(FILE.read_bytes())
    data = bundle(chain(), signer=signer())
    (tmp_path / "b.jsonl").write_bytes(data)
    (tmp_path / "bad.jsonl").write_bytes(data.replace(b"db-7", b"db-8", 1))
    sound = run(tmp_path, "b.jsonl", "--key", PUBLIC.hex(), "--head", receipt_digest(chain()[-1]))
    assert (sound.returncode, sound.stderr) == (0, "")
    assert sound.stdout.startswith("confirmed  session s1: 5 receipts of 5, 6 leaves proven, 6 with text\n")
    assert "the key that you gave" in sound.stdout
    assert run(tmp_path, "b.jsonl").stdout.startswith("consistent")
    bad = run(tmp_path, "bad.jsonl", "--json")
    assert bad.returncode == 1
    assert {c["kind"] for c in json.loads(bad.stdout)["complaints"]} >= {"leaf", "seal"}
    for args in (["missing.jsonl"], ["b.jsonl", "--key", "missing.pub"], ["b.jsonl", "--key", "b.jsonl"], [],
                 ["b.jsonl", "--head", "xyz"], ["b.jsonl", "--seen", ""], ["b.jsonl", "--policy", "A" * 64]):  # fmt: skip
        failed = run(tmp_path, *args)
        assert (failed.returncode, failed.stdout) == (2, "")
        assert "Traceback" not in failed.stderr


def test_a_closed_pipe_is_quiet_and_a_full_device_is_said(tmp_path: Path) -> None:
    (tmp_path / "b.jsonl").write_bytes(bundle(chain()))
    (tmp_path / "bin.pub").write_bytes(b"\xbb\x00")
    command = [sys.executable, "-I", "-S", str(FILE), str(tmp_path / "b.jsonl")]
    reading, writing = os.pipe()
    os.close(reading)
    closed = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (closed.returncode, closed.stderr) == (0, "")
    if os.path.exists("/dev/full"):
        with open("/dev/full", "w") as full:
            told = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        assert told.returncode == 2
        assert told.stderr.startswith("verify_standalone: standard output: ")
        assert "Traceback" not in told.stderr
    key = subprocess.run([*command, "--key", str(tmp_path / "bin.pub")], capture_output=True, text=True, check=False)
    assert (key.returncode, "no Ed25519 public key" in key.stderr) == (2, True)


@settings(deadline=None, max_examples=40)
@given(st.binary(max_size=60) | st.lists(VALUES, max_size=4).map(lambda v: b"\n".join(map(canonical_json, v)) + b"\n"))
def test_rubbish_is_refuted_and_never_raises(data: bytes) -> None:
    assert not alone.verify_bundle(data).ok


SIGNED = bundle(chain(), signer=signer())


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_a_line_with_any_value_in_any_place_never_raises(data: st.DataObject) -> None:
    """Every field of every line takes every type of value; the answer is always a refusal."""
    lines = SIGNED.splitlines()
    at = data.draw(st.integers(0, len(lines) - 1))
    body = json.loads(lines[at])
    key = data.draw(st.sampled_from(sorted(body)))
    inner = body[key]
    value = data.draw(VALUES)
    if isinstance(inner, dict) and inner and data.draw(st.booleans()):
        inner[data.draw(st.sampled_from(sorted(inner)))] = value
    else:
        body[key] = value
    changed = canonical_json(body)
    lines[at] = changed
    report = alone.verify_bundle(b"\n".join(lines) + b"\n", key=PUBLIC)
    assert report.ok == (lines == SIGNED.splitlines())
    alone.described(report)


def test_deep_nesting_and_huge_numbers_are_refuted() -> None:
    for line in (b"[" * 100_000, b'{"a":' * 50_000, b"1" * 10_000, b"1e999", b'{"a":1,"a":1}', b'"\\ud83d"'):
        report = alone.verify_bundle(line + b"\n")
        assert "unreadable" in {c.kind for c in report.complaints}, line[:20]


def test_a_chain_said_to_be_endless_takes_no_time() -> None:
    """A place in the chain beyond every memory: the hole is named, and nothing as long as it says is built."""
    lines = bundle(chain()).splitlines()
    lines[5] = canonical_json(json.loads(lines[5]) | {"seq": INTEGER_MAX})
    lines[0] = canonical_json(json.loads(lines[0]) | {"count": INTEGER_MAX})
    complaints = alone.verify_bundle(b"\n".join(lines) + b"\n").complaints
    assert "receipts are missing, the first of them 4" in {c.message for c in complaints if c.kind == "gap"}


def test_what_a_bundle_calls_itself_steers_no_terminal() -> None:
    report = alone.verify_bundle(bundle(chain("\x1b[2J\u202e\n"), "\x1b[2J\u202e\n"))
    assert report.ok
    assert "\x1b" not in alone.described(report)
    assert "\u202e" not in alone.described(report)


def test_public_keys_are_read_as_pem_or_hex() -> None:
    """OpenSSL's form of RFC 8032's first key; a private key, another kind, or a word are refused."""
    pem = "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC KEY-----\n"
    assert alone.public_key(pem) == alone.public_key(PUBLIC.hex()) == PUBLIC == signer(SEED).public
    for text in ("", "abc", pem.replace("PUBLIC", "PRIVATE"), pem.replace("MCow", "MCox"), PUBLIC.hex()[:-1]):
        with pytest.raises(ValueError):
            alone.public_key(text)
