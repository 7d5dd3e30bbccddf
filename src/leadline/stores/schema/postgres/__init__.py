"""The migrations of the PostgreSQL store, numbered on their own; `postgres_server.py` applies and records them."""

from __future__ import annotations

import functools
from importlib import resources

from leadline.stores.migrate import Migration, read_folder

__all__ = ["read_migrations"]


@functools.cache
def read_migrations() -> tuple[Migration, ...]:
    """All migrations in order; a statement ends with a line's last `;` outside of a `$$` body."""
    return read_folder(resources.files(__name__), _is_complete)


def _is_complete(text: str) -> bool:
    code = "\n".join(line.split(" -- ")[0].rstrip() for line in text.rstrip().splitlines())
    return code.endswith(";") and code.count("$$") % 2 == 0
