"""`bench trees`: real summaries judged, findings drawn at random for somebody to judge."""

import json
from pathlib import Path

import pytest

from leadline.bench.trees import as_dict, draw, read_trees, render, run

ROW = {
    "id": "t-1",
    "children": [
        {"id": "a", "role": "user", "text": "Keep the retry limit at 5 and never touch the production database."},
        {"id": "b", "role": "tool_result", "text": "The nightly import moved 84 rows in 2500 ms."},
    ],
    "parent": "The nightly import moved 84 rows in 250 ms. The retry limit stays at 5; the production database must never be touched.",
}


def test_a_summary_is_judged_and_its_findings_are_drawn(tmp_path: Path) -> None:
    (tmp_path / "made.jsonl").write_text(json.dumps(ROW) + "\n", encoding="utf-8")
    judged = run(tmp_path, lambda _: None)
    assert [(j.file, j.id, j.report.verdict) for j in judged] == [("made", "t-1", "invalid")]
    drawn = draw(judged, 40, 0, seed=1)
    assert "value_changed" in {d.finding["kind"] for d in drawn if d.refusing}
    assert drawn == draw(judged, 40, 0, seed=1)
    table = "\n".join(render(judged, drawn))
    assert "250 ms" in table
    assert f"{'finding':<28}{'refusing':>9}{'suspicions':>12}{'notes':>8}" in table
    assert as_dict(judged, drawn)["bench"] == "trees"


def test_long_records_can_be_left_out(tmp_path: Path) -> None:
    (tmp_path / "made.jsonl").write_text(json.dumps(ROW) + "\n", encoding="utf-8")
    assert run(tmp_path, lambda _: None, chars_max=20) == []


def test_a_row_without_children_is_named(tmp_path: Path) -> None:
    (tmp_path / "made.jsonl").write_text(
        json.dumps(ROW) + "\n" + json.dumps({"id": "x", "parent": "p"}) + "\n", encoding="utf-8"
    )
    with pytest.raises(ValueError, match=r"made\.jsonl:2"):
        list(read_trees(tmp_path))


def test_what_a_model_thought_and_called_is_no_statement_of_its(tmp_path: Path) -> None:
    """A thought, a call and a note of the client are owed by nobody; the same words as a message of the agent are."""
    words = "The import failed because the depot code 4711 is wrong in `depot_table`, and nothing is repaired yet."
    reports = {}
    for role in ("assistant", "thinking", "tool_call", "meta"):
        row = {"id": "t", "children": [{"id": "a", "role": role, "text": words}], "parent": "The import was looked at."}
        (tmp_path / "made.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
        reports[role] = run(tmp_path, lambda _: None)[0].report
    assert reports["assistant"].signals["retention"].n > 0
    assert all(reports[role].signals["retention"].n == 0 for role in ("thinking", "tool_call", "meta"))
