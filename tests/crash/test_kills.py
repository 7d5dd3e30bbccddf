"""Real processes, SIGKILL at random moments of compact, drop, sweep and migrate; the long run is `leadline bench kills`."""

from __future__ import annotations

import os

import pytest

from leadline.bench.kills import render_kills, run_kills
from tests.postgres_server import Server


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="the bench forks")
def test_thirty_kills_lose_nothing_and_every_command_goes_on() -> None:
    """After each: verify is clean and names what is unfinished, nothing committed is gone, no half parent is visible."""
    report = run_kills(30, seed=4)
    assert report.faults == [], "\n".join(render_kills(report))
    assert report.kills == 30
    assert report.rows["compact"].between > 0
    assert sum(row.finished for row in report.rows.values()) > 3


@pytest.mark.slow
def test_kills_on_a_server_lose_nothing_either(postgres: Server) -> None:
    report = run_kills(8, seed=5, place=postgres.plain_url)
    assert report.faults == [], "\n".join(render_kills(report))
    assert report.kills == 8
