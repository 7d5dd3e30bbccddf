"""The bench of mutations: none is accepted, and it would see one that is."""

from __future__ import annotations

import json

import pytest

from leadline.bench import tamper
from leadline.bench.tamper import KINDS, SAME, run
from leadline.cli.main import main
from leadline.core.receipts.verify_standalone import Report

N = len(KINDS) * 2


def test_no_mutation_is_accepted(capsys: pytest.CaptureFixture[str]) -> None:
    """Every kind twice, through the command; rewritings of equal content are counted apart."""
    assert main(["bench", "tamper", "--mutations", str(N), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    rows = {row["kind"]: row for row in told["rows"]}
    assert set(rows) == {*KINDS, SAME}
    assert sum(row["tried"] for kind, row in rows.items() if kind != SAME) == N
    assert not any(row["accepted"] for row in rows.values())
    assert told["command"] == f"leadline bench tamper --mutations {N} --seed 1"


def test_a_verifier_that_accepts_is_seen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(tamper, "verify_bundle", lambda data, **known: Report())
    rows = run(len(KINDS), 1)
    assert all(row.accepted == row.tried for row in rows)
    assert "MISSED" in tamper.render(rows)[-1]
