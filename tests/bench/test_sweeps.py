"""`leadline bench sweeps`: what it prints, and that it says when a promise was broken."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from leadline.bench import sweeps_real
from leadline.bench.sweeps_command import sweeps_command
from leadline.samples import sample_path


@pytest.mark.slow
@pytest.mark.parametrize("disk", [[], ["--disk"]])
def test_a_short_walk_keeps_every_promise(disk: list[str]) -> None:
    ran = CliRunner().invoke(
        sweeps_command, ["--walks", "1", "--steps", "6", "--seed", "3", *disk], standalone_mode=False
    )
    assert ran.return_value == 0
    assert "promises broken: 0" in ran.output
    as_json = CliRunner().invoke(sweeps_command, ["--walks", "1", "--steps", "2", "--json"], standalone_mode=False)
    assert json.loads(as_json.output)["report"]["broken"] == []
    assert "leadline bench sweeps --walks 1 --steps 6 --seed 3" in ran.output


@pytest.mark.slow
def test_a_real_session_is_the_same_after_its_sweep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(sample_path("checkpoints"), tmp_path / "checkpoints.jsonl")
    (tmp_path / "notes.json").write_text("{}")
    ran = CliRunner().invoke(sweeps_command, ["--transcripts", str(tmp_path), "--json"], standalone_mode=False)
    value = json.loads(ran.output)["report"]
    assert (ran.return_value, value["sessions"], value["differs"]) == (0, 1, [])
    assert value["swept"] > 10
    monkeypatch.setattr(sweeps_real, "ask_probes", lambda session: [type("Probe", (), {"answered": False})()])
    ran = CliRunner().invoke(sweeps_command, ["--transcripts", str(tmp_path)], standalone_mode=False)
    assert ran.return_value == 1
    assert "a probe has no answer" in ran.output
