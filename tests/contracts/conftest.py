"""Each store once: what must hold for one of them must hold for all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from leadline.stores.memory import MemoryStore
from leadline.stores.port import Store
from leadline.stores.sqlite import SqliteStore


@pytest.fixture(params=["sqlite", "memory", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened: Store
    if request.param == "postgres":
        url = request.getfixturevalue("postgres_url")
        from leadline.stores.postgres import PostgresStore

        opened = PostgresStore.open(url)
    else:
        opened = SqliteStore.open(tmp_path / ".leadline") if request.param == "sqlite" else MemoryStore()
    yield opened
    opened.close()
