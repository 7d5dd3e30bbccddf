"""`leadline receipts`: a session's receipts as a bundle for others, and the check of such a bundle without any store."""

from __future__ import annotations

import os
from pathlib import Path

import click

from leadline.cli.exits import Exit, InputError
from leadline.cli.options import json_option, session_argument, store_option
from leadline.cli.output import emit, emit_json

__all__ = ["command"]


@click.group("receipts")
def command() -> None:
    """Give a session's receipts to others, or check a bundle that others gave. The format: docs/receipts.md."""


@command.command("export")
@session_argument(required=False)
@click.option(
    "--out",
    required=True,
    metavar="FILE",
    help="Where the bundle goes (mode 0600; an earlier bundle is replaced, any other file refused).",
)
@click.option("--node", metavar="NODE", help="Only this node's verdict and what was receipted after it (p1.0).")
@click.option("--leaf", "leaves", multiple=True, metavar="LEAF", help="Prove only this leaf (n12); may be repeated.")
@click.option("--texts", is_flag=True, help="Put the texts of the proven leaves in, where no sweep removed them.")
@click.option("--sign", metavar="KEY", help="Sign with this private key (leadline keys new; extra signatures).")
@click.option("--envelope", metavar="FILE", help="With --sign: also write the DSSE envelope to a file of its own.")
@store_option
@json_option
def export_command(
    session: str | None, out: str, node: str | None, leaves: tuple[str, ...], texts: bool, sign: str | None,
    envelope: str | None, store: str | None, as_json: bool,
) -> int:  # fmt: skip
    """Write receipts, chain, head record and leaf proofs of a session (default: the newest) to a bundle file.

    A receipt quotes what its findings quote, also without --texts.
    """
    from leadline.cli.sessions import session_named
    from leadline.compose import open_store
    from leadline.core.receipts.verify_standalone import verify_bundle
    from leadline.engine.bundle import export_bundle
    from leadline.engine.signatures import load_signer

    if envelope is not None and sign is None:
        raise InputError("--envelope without --sign: there is no signature to write", "add --sign KEY")
    target = _writable("--out", out)
    beside = None if envelope is None else _writable("--envelope", envelope)
    if beside is not None and os.path.realpath(beside) == os.path.realpath(target):
        raise InputError(f"--out and --envelope are the same file: {out}", "give another --envelope")
    chosen = [_leaf_number(leaf) for leaf in leaves] or None
    signer = None if sign is None else load_signer(Path(sign))
    with open_store(store, create=False) as opened:
        name = session_named(opened, session)
        bundle = export_bundle(opened, name, node=node, leaves=chosen, texts=texts, signer=signer)
    if beside is not None:  # first: a bundle that is there has its envelope beside it
        _write_private(beside, bundle.splitlines(keepends=True)[-1])
    _write_private(target, bundle)
    report = verify_bundle(bundle)
    if as_json:
        emit_json({"session": name, "node": node, "file": out, "bytes": len(bundle), "receipts": report.receipts,
                   "leaves": report.leaves, "texts": report.texts, "head": report.head, "signer": report.signer})  # fmt: skip
        return Exit.FINE
    emit(
        f"{out}: {report.receipts} receipts, {report.leaves} leaves proven, {report.texts} with text, {len(bundle):,} bytes"
    )
    emit(f"  head    {report.head}")
    emit(f"  signer  {report.signer or 'nobody'}")
    emit("  Give the head, or your public key, on another way than the bundle: that is what it is held against.")
    return Exit.FINE


@command.command("verify")
@click.argument("bundle")
@click.option("--key", metavar="KEY", help="The signer's public key: a PEM file, or 64 hex characters.")
@click.option("--head", metavar="DIGEST", help="The digest that the last receipt must have.")
@click.option("--seen", metavar="DIGEST", help="The digest of a head seen earlier: it must still be in the chain.")
@click.option("--session", metavar="NAME", help="The session that the bundle must be about.")
@click.option("--policy", metavar="DIGEST", help="The digest of the policy that every verdict must have been under.")
@json_option
def verify_command(
    bundle: str, key: str | None, head: str | None, seen: str | None, session: str | None, policy: str | None,
    as_json: bool,
) -> int:  # fmt: skip
    """Confirm or refute a bundle. Exit 1 if something is wrong. Needs no store, no key of yours and no extra.

    The same code runs without leadline: copy leadline/core/receipts/verify_standalone.py.
    """
    from leadline.core.receipts.hashes import is_digest
    from leadline.core.receipts.verify_standalone import described, verify_bundle
    from leadline.views.json import plain

    for option, value in (("--head", head), ("--seen", seen), ("--policy", policy)):
        if value is not None and not is_digest(value):
            raise InputError(f"{option} {value} is no digest", "give 64 lower-case hex characters")
    public = None if key is None else _public_key(key)
    known = {"head": head, "seen": seen, "session": session, "policy": policy}
    report = verify_bundle(_read("BUNDLE", bundle), key=public, **known)
    if as_json:
        emit_json({"ok": report.ok, **vars(report), "complaints": [plain(c) for c in report.complaints]})
    else:
        emit(described(report))
    return Exit.FINE if report.ok else Exit.REFUSED


def _read(what: str, given: str) -> bytes:
    """A file's bytes."""
    if not given or Path(given).is_dir():
        raise InputError(f"{what} {given!r} is a folder", "name a file")
    return Path(given).read_bytes()


def _leaf_number(leaf: str) -> int:
    number = leaf.removeprefix("n")
    if not number.isascii() or not number.isdigit() or len(number) > 9:
        raise InputError(f"--leaf {leaf} is no leaf", "give a leaf as leadline show prints it, such as n12")
    return int(number)


def _public_key(given: str) -> bytes:
    from leadline.core.receipts.verify_standalone import public_key

    is_hex = len(given) == 64 and not set(given) - set("0123456789abcdef")
    text = given if is_hex else _read("--key", given).decode("ascii", errors="replace")
    try:
        return public_key(text)
    except ValueError as error:
        raise InputError(f"--key {given}: {error}", "give the .pub file that leadline keys new wrote") from error


# How a file begins that an earlier export wrote: a bundle's header, or an envelope. Canonical JSON, so there is no other way.
_OURS = (b'{"count":', b'{"payload":')


def _writable(option: str, given: str) -> Path:
    """The path, if writing there can destroy nothing but an earlier export. A key, a device or a transcript stays."""
    path = Path(given)
    if not path.name or path.is_dir():
        raise InputError(f"{option} {given!r} is a folder", "name a file")
    if not path.parent.is_dir():
        raise InputError(f"{option} {given}: no such file or directory: {path.parent}", "make it, or name another file")
    if os.path.lexists(path):
        if not path.is_file():
            raise InputError(f"{option} {given} is no regular file", "name another file")
        with path.open("rb") as file:
            if (start := file.read(max(map(len, _OURS)))) and not start.startswith(_OURS):
                raise InputError(
                    f"{option} {given} is there, and no bundle or envelope; it was not touched",
                    "name another file, or move this one away",
                )
    return path


def _write_private(path: Path, content: bytes) -> None:
    """Whole or not at all: a reader never meets half a bundle."""
    part = path.with_name(f"{path.name}.part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        os.replace(part, path)
    except OSError as error:  # a full disk
        part.unlink(missing_ok=True)
        raise InputError(
            f"{path} cannot be written: {error.strerror or error}", "give another path, or make room"
        ) from None
