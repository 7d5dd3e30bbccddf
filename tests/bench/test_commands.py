"""`leadline bench`: every bench is a command, fails with exit 1 where it must, and says what it ran on."""

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from leadline.bench import bench
from leadline.bench.filler import sample_files
from leadline.bench.machine import machine_facts


def invoke(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(bench, args, standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.return_value, result.output  # type: ignore[attr-defined]


def test_all_benches_are_commands() -> None:
    """The names that issue and documentation use."""
    assert sorted(bench.commands) == ["latency", "silent-loss", "speed", "transcripts"]


def test_machine_facts_name_no_host_and_no_path() -> None:
    """What is printed can be pasted anywhere."""
    facts = machine_facts()
    assert list(facts) == ["leadline", "python", "system", "processor", "cores"]
    assert "/" not in facts["python"] + facts["system"]


def test_unknown_summarizer_is_a_usage_error() -> None:
    """A misspelt choice is refused before anything runs."""
    with pytest.raises(click.BadParameter, match="dropper"):
        invoke("silent-loss", "--summarizer", "droper")


def test_folder_without_transcripts_is_an_error(tmp_path: Path) -> None:
    """An empty folder is no success."""
    with pytest.raises(ValueError, match="no transcript"):
        invoke("transcripts", str(tmp_path))


@pytest.mark.slow
def test_transcripts_of_the_samples(tmp_path: Path) -> None:
    """The sessions that ship are read, compacted, probed and verified; one broken file fails the bench and no other."""
    code, output = invoke("transcripts", str(sample_files()[0].parent), "--json")
    assert code == 0, output
    rows = json.loads(output)["rows"]
    assert [row["file"] for row in rows] == [path.name for path in sample_files()]
    assert all(row["tokens_in"] > 0 and row["owed"]["unaccounted"] == 0 for row in rows if row["levels"])
    for path in sample_files()[:1]:
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "broken.json").write_bytes(bytes(range(256)) * 8)
    code, output = invoke("transcripts", str(tmp_path), "--write", str(tmp_path / "out.md"))
    assert code == 1
    assert "2 files, 1 failed" in output
    assert str(tmp_path) not in (tmp_path / "out.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_latency_prints_both_shapes() -> None:
    """Median and 95th percentile of both shapes that the issue names."""
    code, output = invoke("latency", "--calls", "3")
    assert code == 0
    assert output.count("p95") == 2
    assert "cores" in output
