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
    assert sorted(bench.commands) == [
        "altered",
        "cases",
        "claims",
        "demands",
        "disk-full",
        "drafts",
        "faithful",
        "fuzz",
        "kills",
        "latency",
        "metamorphic",
        "owed",
        "redos",
        "secrets",
        "seeded",
        "signals",
        "silent-loss",
        "speed",
        "store",
        "summaries",
        "sweeps",
        "tamper",
        "transcripts",
        "trees",
        "writers",
    ]


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
    assert all(row["tokens_in"] > 0 and row["owed"]["unverifiable"] == 0 for row in rows if row["levels"])
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


CASE = {
    "id": "t-002",
    "kind": "value_changed",
    "policy": "narrative",
    "children": [{"id": "a", "role": "assistant", "text": "The retry limit of the importer was set to 2500 ms."}],
    "bad": {
        "text": "The retry limit of the importer was set to 250 ms.",
        "faults": [{"kind": "value_changed", "parent_quote": "250 ms", "child": "a", "child_quote": "2500 ms"}],
    },
    "good": {"text": "The importer's retry limit is 2.5 s."},
    "repair": {"text": "The retry limit of the importer was set to 2,500 ms."},
}


def test_cases_of_a_file(tmp_path: Path) -> None:
    """One line a half and one for all; verdict lines for a scorer; a line that is no case is named."""
    file, out = tmp_path / "cases.jsonl", tmp_path / "verdicts.jsonl"
    file.write_text(json.dumps(CASE) + "\n", encoding="utf-8")
    code, output = invoke("cases", str(file), "--half", "even", "--write", str(out), "--json")
    tallies = json.loads(output)["tallies"]
    assert code == 0
    assert [(t["name"], t["n"], t["caught"], t["good"], t["repair"]) for t in tallies] == [
        ("even", 1, 1, 1, 1),
        ("all", 1, 1, 1, 1),
    ]
    assert [json.loads(line)["verdict"] for line in out.read_text("utf-8").splitlines()] == [
        "invalid",
        "promote",
        "promote",
    ]
    code, output = invoke("cases", str(file))
    assert code == 0
    assert "discr." in output
    assert "leadline bench cases FILE" in output
    file.write_text('{"id": "x"}\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"cases\.jsonl:1: case lacks kind"):
        invoke("cases", str(file))


def test_owed_wants_judged_files(tmp_path: Path) -> None:
    """A folder without judged facts is no success."""
    with pytest.raises(ValueError, match="no owed/"):
        invoke("owed", str(tmp_path))


@pytest.mark.slow
def test_owed_of_a_sample(tmp_path: Path) -> None:
    """A judged fact that stands in the session is found in its context, one that stands nowhere is not."""
    source = sample_files()[0]
    (tmp_path / "transcripts").mkdir()
    (tmp_path / "owed").mkdir()
    (tmp_path / "transcripts" / source.name).write_bytes(source.read_bytes())
    rows = [
        {"session": source.name, "kind": "constraint", "weight": 3, "text": "there", "needles": ["reservation"]},
        {"session": source.name, "kind": "error", "weight": 2, "text": "nowhere", "needles": ["zq-77-nowhere"]},
    ]
    (tmp_path / "owed" / "dev.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows), encoding="utf-8")
    code, output = invoke("owed", str(tmp_path), "--json")
    counts = json.loads(output)["runs"][0]["counts"]
    assert (code, counts["3"], counts["2"]) == (0, [1, 1], [0, 1])
    code, output = invoke("owed", str(tmp_path), "--missed")
    assert code == 0
    assert "not readable: weight 2, error: nowhere" in output
    assert str(tmp_path) not in output


@pytest.mark.slow
def test_seeded_of_the_samples() -> None:
    """Every kind has a row; the same seed gives the same bytes."""
    code, output = invoke("seeded", "--changes", "3", "--rewordings", "2", "--json")
    rows = {row["kind"]: row for row in json.loads(output)["rows"]}
    assert code == 0
    assert {"value", "unit", "identifier", "swap", "status", "digit grouping", "added heading"} <= set(rows)
    assert rows["value"]["judged"] == 3
    assert rows["value"]["refused"] == 3
    assert rows["added heading"]["refused"] == 0
    assert invoke("seeded", "--changes", "3", "--rewordings", "2", "--json")[1] == output


def test_store_prints_the_ratio() -> None:
    """Time and bytes beside the plain inserts."""
    code, output = invoke("store", "--steps", "3", "--json")
    figures = json.loads(output)
    assert code == 0
    assert figures["steps"] == 3
    assert len(figures["leadline"]["seconds"]) == len(figures["plain"]["seconds"]) == 3
    assert min(figures["leadline"]["seconds"] + figures["plain"]["seconds"]) > 0
    assert figures["plain"]["size"] > 0
    assert "ratio" in invoke("store", "--steps", "2")[1]


def test_signals_of_a_sample(tmp_path: Path) -> None:
    """The table names the sample's set; prediction lines for a scorer; a set that is not there is named."""
    pytest.importorskip("numpy")
    folder, out = Path(__file__).parent / "assets" / "signals", tmp_path / "predictions.jsonl"
    code, output = invoke("signals", str(folder), "--out", str(out), "--samples", "20", "--workers", "1")
    assert code == 0
    assert "summedits_sales_email" in output
    assert "leadline bench signals DIR" in output
    assert str(folder) not in output
    assert all("score" in json.loads(line) for line in out.read_text("utf-8").splitlines())
    with pytest.raises(ValueError, match="no set nowhere"):
        invoke("signals", str(folder), "--only", "nowhere")


def test_claims_of_a_file(tmp_path: Path) -> None:
    """Alarms, hits and the curve of one author; the default leaves out who is held out."""
    item = {
        "task": "entail", "group": "g", "evidence": [{"role": "tool", "text": "The kiln reached 940 degrees."}],
        "claim": "The kiln reached 904 degrees.", "label": "contradicted", "edit": "value_swapped",
    }  # fmt: skip
    (tmp_path / "agent-p1.jsonl").write_text(json.dumps(item) + "\n", encoding="utf-8")
    code, output = invoke("claims", str(tmp_path), "--workers", "1")
    assert code == 0
    assert "edit value_swapped" not in output  # too few to be a row
    assert "value_changed" in output
    assert "<- check" in output
    with pytest.raises(ValueError, match="held-out authors"):
        invoke("claims", str(tmp_path), "--authors", "held-out")


def test_cases_with_all_tables(tmp_path: Path) -> None:
    """Kinds, gates and limits, as text and as JSON."""
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(CASE) + "\n", encoding="utf-8")
    code, output = invoke("cases", str(file), "--kinds", "--ablate")
    assert code == 0
    assert "without retention" in output
    assert "provenance 0.70" in output
    told = json.loads(invoke("cases", str(file), "--ablate", "--json")[1])
    assert told["gates"][0]["caught"] == 1
    assert told["intervals"]["caught"] == [1.0, 1.0]
