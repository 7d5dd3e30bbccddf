"""`leadline keys`: the keys that sign receipt bundles."""

from __future__ import annotations

from pathlib import Path

import click

from leadline.cli.exits import Exit
from leadline.cli.options import json_option
from leadline.cli.output import emit, emit_json

__all__ = ["command"]


@click.group("keys")
def command() -> None:
    """Make a key that signs receipt bundles. Needs the extra: pip install "leadline[signatures]"."""


@command.command("new")
@click.option("--out", default="leadline.key", show_default=True, metavar="FILE",
              help="The private key (mode 0600); the public one goes beside it, with .pub added.")  # fmt: skip
@json_option
def new_command(out: str, as_json: bool) -> int:
    """Make an Ed25519 key. Never overwrites one."""
    from leadline.engine.signatures import write_new_key

    keyid = write_new_key(Path(out))
    if as_json:
        emit_json({"private": out, "public": f"{out}.pub", "keyid": keyid})
        return Exit.FINE
    emit(f"{out}: the private key; keep it to yourself")
    emit(f"{out}.pub: the public key; give it to whoever shall check your bundles, on another way than the bundles")
    emit(f"  key id  {keyid}")
    return Exit.FINE
