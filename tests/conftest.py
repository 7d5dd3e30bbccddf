"""What every folder needs: how hypothesis runs, a real PostgreSQL server, one for the whole run, and fresh schemas in it."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.postgres_server import Server, why_unavailable

# No test may fail because the machine is busy: no deadline a case, no complaint about slow generation. In CI the cases are
# the same in every run; elsewhere they are new ones each time, which is where new faults are found.
settings.register_profile(
    "leadline",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
    print_blob=True,
)
settings.load_profile("leadline")


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
