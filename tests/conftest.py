"""Fixtures that more than one folder needs: a real PostgreSQL server, one for the whole run, and fresh schemas in it."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator

import pytest

from tests.postgres_server import Server, why_unavailable


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A running server. Where there is none the test is skipped with the reason, unless one is required (.ci/run)."""
    reason = why_unavailable()
    if reason is not None:
        if os.environ.get("LEADLINE_TEST_POSTGRES") == "required":
            pytest.fail(f"no PostgreSQL server, and LEADLINE_TEST_POSTGRES=required: {reason}")
        pytest.skip(f"no PostgreSQL server: {reason}")
    server = Server()
    yield server
    server.stop()


@pytest.fixture
def postgres_url(postgres: Server) -> str:
    """The URL of a store that does not exist yet."""
    return postgres.url(f"t_{uuid.uuid4().hex}")
