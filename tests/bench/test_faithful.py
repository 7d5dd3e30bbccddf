"""The bench over faithful summaries: what is counted as refused, and what a row has to be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from leadline.bench import bench
from leadline.bench.faithful import run

CHILDREN = [
    {"id": "a", "role": "user", "text": "Never lend the copper moulds to the school."},
    {"id": "b", "role": "tool", "text": "Batch 7 has set at 41 degrees. Two trays cracked."},
]
KEPT = "The copper moulds must never be lent to the school. Batch 7 set at 41 degrees; two trays cracked."
WRONG = "The copper moulds must never be lent to the school. Batch 7 set at 14 degrees; two trays cracked."


def _run(path: Path, *more: str) -> tuple[int, str]:
    result = CliRunner().invoke(bench, ["faithful", str(path), *more])
    return result.exit_code, result.output


def test_each_way_of_writing_is_counted_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    path.write_text(
        json.dumps({"id": "1", "children": CHILDREN, "good": {"text": KEPT}, "terse": {"text": WRONG}}) + "\n"
    )
    code, out = _run(path)
    assert code == 0
    assert "2 faithful summaries" in out
    assert [line.split()[:2] for line in out.splitlines() if line.startswith(("  good", "  terse"))] == [
        ["good", "0/1"],
        ["terse", "1/1"],
    ]
    code, out = _run(path, "--json")
    rows = json.loads(out[out.index("{") :])["summaries"]
    assert [(r["way"], bool(r["rules"])) for r in rows] == [("good", False), ("terse", True)]


def test_a_row_of_another_form_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    child = CHILDREN[0]
    for row in (
        {"id": "1", "good": {"text": KEPT}},
        {"id": "1", "children": CHILDREN},
        {"id": "1", "children": CHILDREN, "good": {"text": " "}},
        *(
            {"children": children, "good": {"text": KEPT}}
            for children in (
                [{"id": "a"}],
                [],
                "abc",
                [child | {"role": ["x"]}],
                [child | {"role": "robot"}],
                [child | {"text": None}],
                [child, child],
            )
        ),
    ):
        path.write_text(json.dumps(row) + "\n")
        with pytest.raises(ValueError, match=r"set\.jsonl:1: "):
            run([path], print)
