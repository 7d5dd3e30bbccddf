"""The bench of summaries of real sessions: rows that ship, what is counted, and what bad rows are told."""

import json
from pathlib import Path

import click
import pytest

from leadline.bench.summaries import read_summaries, run

ROW = {
    "id": "s1-faithful", "file": "sample/airline", "from": 2, "to": 6, "label": "faithful",
    "parent": "The customer wants to fly from New York to Seattle on May 20th.",
}  # fmt: skip


def written(tmp_path: Path, *rows: dict[str, object]) -> Path:
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_faults_are_placed_where_a_refusing_finding_touches_their_words(tmp_path: Path) -> None:
    faulty = ROW | {
        "id": "s1-faulty", "label": "faulty", "parent": "The customer wants to fly from New York to Seattle on May 21st.",
        "faults": [{"kind": "changed-value", "quote": "May 21st"}, {"kind": "changed-value", "quote": "New York"}],
    }  # fmt: skip
    good, bad = run(written(tmp_path, ROW, faulty), tmp_path, None, lambda _: None)
    assert (good.refused, good.faulty, good.style) == (False, False, "faithful")
    assert (bad.refused, [f.placed for f in bad.faults]) == (True, [True, False])


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"id": "a"}, "rows.jsonl:1: no file, from, to, label, parent"),
        (ROW | {"to": 4000}, "s1-faithful: sample/airline has 71 messages, not 2 to 4000"),
        (ROW | {"file": "codex/none.jsonl"}, "none.jsonl: no such transcript"),
        (ROW | {"file": "trees/a.jsonl#b"}, "give that folder with --trees"),
    ],
)
def test_a_row_that_cannot_be_judged_is_named(tmp_path: Path, row: dict[str, object], told: str) -> None:
    with pytest.raises((ValueError, click.ClickException), match=told):
        run(written(tmp_path, row), tmp_path, None, lambda _: None)


def test_the_sets_that_ship_can_be_read() -> None:
    folder = Path(__file__).parents[2] / "bench" / "session-summaries"
    files = sorted(folder.glob("*.jsonl"))
    assert files
    for path in files:
        rows = read_summaries(path)
        assert len({row["id"] for row in rows}) == len(rows)
        labels = {"faithful"} if path.name.startswith("natural") else {"faithful", "faulty"}
        assert {row["label"] for row in rows} == labels
