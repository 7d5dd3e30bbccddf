"""Benches with a judge behind the rules: asked once, its answers kept in a file, and read again from it without anybody to ask."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from leadline.bench.recorded import AnswerFile
from leadline.cli.main import main
from tests.judges.scripted import Reply, data_of, openai_text, serving

pytest.importorskip("httpx")

Run = Callable[..., dict[str, Any]]
CHILDREN = [
    {"id": "a", "role": "user", "text": "Please keep the museum doors shut on Mondays."},
    {
        "id": "b",
        "role": "assistant",
        "text": "The frame maker has not answered yet, and the insurance form is half filled in.",
    },
]
BAD = "Museum doors stay shut on Mondays. The frame maker promised the new frame."
GOOD = "Museum doors stay shut on Mondays. No word from the frame maker so far; the form is partly done."
CASE = {
    "id": "t-002", "kind": "status_changed", "policy": "remediation", "children": CHILDREN,
    "bad": {"text": BAD, "faults": [{"kind": "status_changed", "parent_quote": "The frame maker promised the new frame.", "child": "b", "child_quote": "The frame maker has not answered yet"}]},
    "good": {"text": GOOD}, "repair": {"text": GOOD},
}  # fmt: skip


def knows(asked: dict[str, Any]) -> Reply:
    """A model that sees the false sentence and finds everything else borne out."""
    data = data_of(asked)
    rows = [
        {"id": c["id"], "verdict": "contradicted", "kind": "status_changed", "quotes": ["The frame maker has not answered yet"], "confidence": 0.95}
        if "promised" in c["text"] else {"id": c["id"], "verdict": "supported", "quotes": ["frame maker has not answered", "keep the museum doors shut"]}
        for c in data["claims"]
    ]  # fmt: skip
    rows += [
        {"id": k["id"], "verdict": "kept", "quotes": [data["summary"][0]], "confidence": 0.9} for k in data["owed"]
    ]
    return openai_text(json.dumps({"answers": rows}))


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps(CASE) + "\n", "utf-8")
    return path


@pytest.fixture
def summaries(tmp_path: Path) -> Path:
    path = tmp_path / "summaries.jsonl"
    (tmp_path / "s.jsonl").write_text(
        "".join(json.dumps({"role": c["role"], "content": c["text"]}) + "\n" for c in CHILDREN), "utf-8"
    )
    rows = [{"id": f"x{n}-{label}", "file": "s.jsonl", "from": 0, "to": 2, "label": label, "parent": parent,
             "faults": [{"kind": "status", "quote": "promised"}] if label == "faulty" else []}
            for n, (label, parent) in enumerate([("faithful", GOOD), ("faulty", BAD)])]  # fmt: skip
    path.write_text("".join(json.dumps(r) + "\n" for r in rows), "utf-8")
    return path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def called(*words: object) -> dict[str, Any]:
        assert main(["bench", *map(str, words), "--json"]) == 0
        out: dict[str, Any] = json.loads(capsys.readouterr().out)
        return out

    return called


def test_cases_with_a_judge_beside_the_rules_alone(cases: Path, tmp_path: Path, run: Run) -> None:
    answers = tmp_path / "answers.jsonl"
    with serving([knows]) as server:
        told = run("cases", cases, "--judge", "openai:m", "--judge-url", server.url, "--answers", answers)
        assert [t["caught"] for t in told["rules_alone"]] == [0, 0, 0]
        assert [(t["caught"], t["good"], t["discriminated"]) for t in told["tallies"]] == [(1, 1, 1), (0, 0, 0), (1, 1, 1)]  # fmt: skip
        assert told["judge"]["name"] == "openai:m"
        assert told["judge"]["read"] > 0
        asked = len(server.asked)
        again = run("cases", cases, "--judge", "openai:m", "--judge-url", server.url, "--answers", answers)
        assert len(server.asked) == asked  # everything was read from the file
    assert again["tallies"] == told["tallies"]
    alone = run("cases", cases, "--answers", answers)  # nobody to ask any more
    assert alone["tallies"] == told["tallies"]
    assert alone["judge"]["name"] == "recorded:answers"
    assert alone["judge"]["answered"] == told["judge"]["answered"]


def test_summaries_with_a_judge(summaries: Path, tmp_path: Path, run: Run) -> None:
    answers = tmp_path / "answers.jsonl"
    where = ("--transcripts", tmp_path)
    before: Callable[[dict[str, Any]], list[bool]] = lambda told: [s["refused"] for s in told["summaries"]]  # noqa: E731
    assert before(run("summaries", summaries, *where)) == [False, False]
    with serving([knows]) as server:
        told = run(
            "summaries", summaries, *where, "--judge", "openai:m", "--judge-url", server.url, "--answers", answers
        )
    assert before(told) == [False, True]
    assert told["judge"]["parents"] == 2
    assert before(run("summaries", summaries, *where, "--answers", answers)) == [False, True]


def test_an_answer_to_other_words_is_none(cases: Path, tmp_path: Path, run: Run) -> None:
    """What is recorded under another key stays unread, the sentence undecided, the verdict that of the rules."""
    answers = tmp_path / "answers.jsonl"
    answers.write_text(json.dumps({"key": "0" * 24, "text": "{}"}) + "\n", "utf-8")
    told = run("cases", cases, "--answers", answers)
    assert told["judge"]["answered"] == 0
    assert told["judge"]["failed"] == told["judge"]["parents"] > 0
    assert [{k: v for k, v in t.items() if k not in ("found", "placed")} for t in told["tallies"]] == [
        {k: v for k, v in t.items() if k not in ("found", "placed")} for t in told["rules_alone"]
    ]


def test_wrong_files_and_options_are_told(cases: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"key": 1}\n', "utf-8")
    for words, said in (
        (("--answers", bad), "bad.jsonl:1: expected a key and a text"),
        (("--answers", tmp_path / "none.jsonl"), "no such file"),
        (("--judge-url", "http://127.0.0.1:9"), "judge_url is given without a judge"),
        (("--judge", "openai"), "expected openai:MODEL"),
    ):
        assert main(["bench", "cases", str(cases), *map(str, words)]) == 2
        assert said in capsys.readouterr().err


def test_answers_survive_a_run_that_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    AnswerFile(path).add("k1", 'say "yes"\n')
    again = AnswerFile(path)
    again.add("k2", "no")
    assert [AnswerFile(path).get(k) for k in ("k1", "k2", "k3")] == ['say "yes"\n', "no", None]


def test_a_last_line_that_was_cut_off_is_left_out_and_written_over(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    AnswerFile(path).add("k1", "yes")
    with path.open("ab") as file:
        file.write(b'{"key": "k2", "te')
    again = AnswerFile(path)
    again.add("k3", "no")
    assert [AnswerFile(path).get(k) for k in ("k1", "k2", "k3")] == ["yes", None, "no"]


def test_answers_that_cannot_be_kept_are_told(cases: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Before anybody is asked where the place is wrong, at the end where the disk is full; never as a judge that failed."""
    with serving([knows]) as server:
        words = ["bench", "cases", str(cases), "--judge", "openai:m", "--judge-url", server.url, "--answers"]
        assert main([*words, str(tmp_path / "none" / "a.jsonl")]) == 2
        assert server.asked == []
        assert "answers cannot be kept there" in capsys.readouterr().err
        if Path("/dev/full").exists():
            (tmp_path / "full.jsonl").symlink_to("/dev/full")
            assert main([*words, str(tmp_path / "full.jsonl")]) == 2
            assert "full.jsonl" in capsys.readouterr().err


def test_the_answers_that_ship_can_be_read() -> None:
    """Every one is an answer to a question of the prompt in use, by its form; which question it answers is known by its key."""
    files = sorted((Path(__file__).parents[2] / "bench" / "judge-answers").glob("*.jsonl"))
    assert files
    for path in files:
        answers = AnswerFile(path)
        assert len(answers) > 50
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            assert answers.get(row["key"]) == row["text"]
            for answer in json.loads(row["text"])["answers"]:
                assert {"id", "verdict", "confidence"} <= set(answer)


def test_no_bench_pays_for_a_judge_that_nobody_chose() -> None:
    """The commands are loaded by every `leadline bench`; what asks a judge, and the rooms behind it, when one is chosen."""
    loaded = subprocess.run(
        [sys.executable, "-c", "import leadline.bench, sys; print([m for m in sys.modules if m.startswith('leadline.compose')])"],
        capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert loaded.stdout.strip() == "[]"
