"""The cases bench: it reads, judges three parents a case, and can fail."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from leadline.bench.cases import half_of, judge_cases, read_cases, run, tally, verdict_line

CASE = {
    "id": "t-002", "kind": "value_changed", "policy": "remediation",
    "children": [{"id": "a", "role": "tool", "text": "The timeout on pricing is 2500 ms."}],
    "bad": {"text": "The timeout on pricing is 250 ms.", "faults": [{"kind": "value_changed", "parent_quote": "250 ms", "child": "a", "child_quote": "2500 ms"}]},
    "good": {"text": "Timeout on pricing: 2.5 s."}, "repair": {"text": "The timeout on pricing is 2500 ms."},
}  # fmt: skip


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "cases.jsonl"
    missed = {**CASE, "id": "t-003", "bad": {**CASE["bad"], "text": CASE["repair"]["text"]}}  # type: ignore[index,dict-item]
    path.write_text(json.dumps(CASE) + "\n\n" + json.dumps(missed) + "\n", "utf-8")
    return path


def test_a_case_is_discriminated_and_one_is_missed(file: Path) -> None:
    results = list(judge_cases(read_cases(file), workers=1))
    counts = tally("all", results)
    assert (counts.n, counts.caught, counts.named, counts.good, counts.repair, counts.discriminated) == (
        2,
        1,
        1,
        2,
        2,
        1,
    )
    assert json.loads(verdict_line(results[0], "bad"))["findings"][0]["parent_quote"] == "250 ms"
    assert [half_of(r.case) for r in results] == ["even", "odd"]


def test_the_halves_are_counted_apart(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "verdicts.jsonl"
    text = run(file, out=out)
    assert [line.split()[0] for line in text.splitlines()[1:]] == ["even", "odd", "all"]
    assert len(out.read_text("utf-8").splitlines()) == 6


def test_a_line_that_is_no_case_is_named(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"id": "a"}\n', "utf-8")
    with pytest.raises(ValueError, match=r"x\.jsonl:1: case lacks kind, children"):
        read_cases(path)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "no case in it"),
        (b"\n{", "x.jsonl:2: no JSON"),
        (b"[" * 200_000, "x.jsonl:1: no JSON"),
        (b"[1]", "x.jsonl:1: a case is a JSON object"),
        (b"a\xff", "no UTF-8 at byte 1"),
    ],
)
def test_a_file_that_holds_no_cases_is_said_with_its_place(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=said):
        read_cases(path)
