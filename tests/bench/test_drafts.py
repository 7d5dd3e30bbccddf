"""The scripted liar lies as it says, and its faithful drafts come from the cases alone."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from leadline.bench import bench
from leadline.bench.drafts import Row, numbered, render
from leadline.bench.drafts_cases import draft_of_case
from leadline.bench.drafts_lies import LIES
from leadline.core.text.messages import Child

CHILDREN = (
    Child(
        "a",
        "The parser in lib/reader.py takes 340 ms on the large file. The writer of the large file is untouched.",
        "assistant",
    ),
    Child("b", "Nobody has measured the writer on the large file so far, and the parser has no test.", "user"),
    Child("c", "Lunch is at noon on the terrace if the weather allows it.", "user"),
)
TRUTH = [("The parser in lib/reader.py takes 340 ms on the large file.", ("s1",))]
OUTSIDE = ("The large file of the second parser was deleted by the writer on Tuesday.",)


@pytest.mark.parametrize("kind", sorted(LIES))
def test_each_lie_changes_the_words_or_the_evidence(kind: str) -> None:
    told = LIES[kind](TRUTH, 0, numbered(CHILDREN), OUTSIDE, Random(4))
    assert told is not None
    text, refs = told
    assert told != TRUTH[0]
    if kind.startswith("altered"):
        assert refs == ("s1",)
        assert text != TRUTH[0][0]
    elif kind == "near miss, source not there":
        assert text == OUTSIDE[0]
    else:
        assert text == TRUTH[0][0]
    if kind == "dead reference":
        assert any(int(r[1:]) > 4 for r in refs)


def test_a_case_s_sentences_name_the_sources_that_say_them() -> None:
    """Found by letters and exact tokens; a value brings its source along."""
    rows = draft_of_case(
        CHILDREN, "The parser needs 340 ms for the large file. The writer was not measured; lunch is at noon."
    )["sentences"]
    assert rows[0]["evidence"] == ["s1"]
    assert {"s3", "s4"} <= set(rows[1]["evidence"])


def test_the_table_shows_the_spread_over_seeds() -> None:
    lines = render([Row("dead reference", 10, 9, 2, 9, ((5, 5), (5, 4)))], wrong=1)
    assert "80.0 to 100.0" in lines[1]
    assert "90.0%" in lines[1]


@pytest.mark.slow
def test_drafts_of_the_samples(tmp_path: Path) -> None:
    """Sure lies are refused, faithful drafts of the given cases are counted, no path is printed."""
    case = {
        "id": "t-002", "kind": "value_changed", "children": [{"id": c.id, "role": c.role, "text": c.text} for c in CHILDREN],
        "bad": {"text": "x", "faults": []}, "good": {"text": TRUTH[0][0]}, "repair": {"text": "x"},
    }  # fmt: skip
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(case) + "\n", encoding="utf-8")
    result = CliRunner().invoke(
        bench, ["drafts", "--drafts", "12", "--seed", "5", "--cases", str(file), "--json"], standalone_mode=False
    )
    assert result.exception is None
    out = json.loads(result.output)
    rows = {r["kind"]: r for r in out["rows"]}
    assert set(rows) == set(LIES)
    assert all(rows[k]["refused"] == rows[k]["judged"] == 2 for k in ("altered value", "dead reference"))
    assert [r["id"] for r in out["faithful"]] == ["t-002"]
    assert str(tmp_path) not in result.output
