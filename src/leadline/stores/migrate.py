"""Numbered, forward-only migrations: read from a folder, and compared with what a store says was applied to it.

In: files `NNNN_name.sql`, and the rows of a store's `migrations` table. Out: the steps still to take, or a StoreError
for a store that is newer than this program or was made by other steps under the same numbers. Each store applies its
own steps, in one transaction with their record, so that a crash leaves the schema before or the schema after.
A migration's digest covers its statements, not the comment lines between them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from leadline.core.receipts.hashes import sha256_hex
from leadline.stores.port import StoreError

__all__ = ["Applied", "Migration", "read_folder", "require_known", "split_statements"]

_FILE_NAME = re.compile(r"(\d{4})_(\w+)\.sql")


@dataclass(frozen=True, slots=True)
class Migration:
    """One step forward: brings the schema from `version - 1` to `version`."""

    version: int
    name: str
    statements: tuple[str, ...]

    @property
    def digest(self) -> str:
        return sha256_hex("\0".join(self.statements).encode())


@dataclass(frozen=True, slots=True)
class Applied:
    """One row of a store's record: which step, of which content, when (ISO 8601, UTC)."""

    version: int
    name: str
    digest: str
    applied_at: str


def read_folder(folder: Traversable, is_complete: Callable[[str], bool]) -> tuple[Migration, ...]:
    """All migrations in order. Raises ValueError for a gap, a repeated number or a cut statement: a packaging fault."""
    found: list[Migration] = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if match := _FILE_NAME.fullmatch(entry.name):
            statements = split_statements(entry.read_text(encoding="utf-8"), entry.name, is_complete)
            found.append(Migration(int(match[1]), match[2], statements))
    if [migration.version for migration in found] != list(range(1, len(found) + 1)):
        raise ValueError(f"migrations must be numbered 1, 2, 3, ...; got {[m.version for m in found]}")
    return tuple(found)


def split_statements(script: str, name: str, is_complete: Callable[[str], bool]) -> tuple[str, ...]:
    """Single statements without the comment lines between them; `is_complete` tells where one ends."""
    statements, pending = [], ""
    for line in script.splitlines(keepends=True):
        if line.strip() and not line.lstrip().startswith("--"):
            pending += line
        if pending and is_complete(pending):
            statements.append(pending.strip())
            pending = ""
    if pending:
        raise ValueError(f"{name}: the last statement is not complete: {pending.strip()[:80]}")
    return tuple(statements)


def require_known(place: str, version: int, applied: Iterable[Applied], migrations: Sequence[Migration]) -> None:
    """StoreError for a store of a newer program, or of one that called other steps by the same numbers."""
    newest = migrations[-1].version
    if version > newest:
        raise StoreError(
            f"{place}: written by a newer leadline (schema {version}; this one knows up to {newest})",
            "Upgrade leadline (pip install -U leadline), or name another folder with --store.",
        )
    steps = list(applied)
    for row in steps:
        known = next((m for m in migrations if m.version == row.version), None)
        if known is None or (known.name, known.digest) != (row.name, row.digest):
            here = "no such step" if known is None else f"{known.name} with digest {known.digest}"
            raise StoreError(
                f"{place}: its schema step {row.version} is {row.name} with digest {row.digest}, and this leadline "
                f"knows {here}: another program, or a changed one, made this store; it was not touched",
                "Open it with the leadline that made it, or name another store with --store.",
            )
    if steps and [row.version for row in steps] != list(range(1, version + 1)):
        raise StoreError(
            f"{place}: damaged: its record of steps is not whole ({len(steps)} of {version} are there)",
            "Restore a copy, or build a fresh store: leadline compact SESSION --store NEW_PLACE",
        )
