"""`leadline check` as people and scripts use it: files, standard input, notes, tables, JSON, exit codes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runs import Run, environment

from leadline.views.report_schema import REPORT_SCHEMA, SIGNALS, VERDICTS

A = "The payment gateway times out.\nRetry after 2500 ms, at most 5 times.\n"
B = "Never touch the production database before the backup has finished.\n"
GOOD = A + B
CHANGED = "The payment gateway times out.\nRetry after 250 ms, at most 5 times.\n" + B


def files(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")


def case(name: str, parent: str) -> bytes:
    children = [{"id": "a", "role": "assistant", "text": A}, {"id": "b", "role": "user", "text": B}]
    return json.dumps({"id": name, "children": children, "parent": parent}).encode() + b"\n"


def test_a_faithful_summary_is_promoted(run: Run, tmp_path: Path) -> None:
    """Exit 0, and the note says so."""
    files(tmp_path, a=A, b=B, p=GOOD)
    ran = run("check", "--children", "a.txt", "user=b.txt", "--parent", "p.txt")
    assert ran.code == 0, ran.out
    assert ran.out.startswith("promote")
    assert "Traceback" not in ran.err


def test_a_changed_value_is_refused_with_both_places(run: Run, tmp_path: Path) -> None:
    """The note names the verdict, the rule, file and line on both sides, the quotes, and how to learn more."""
    files(tmp_path, a=A, b=B, p=CHANGED)
    ran = run("check", "--children", "a.txt", "user=b.txt", "--parent", "p.txt")
    assert ran.code == 1
    assert ran.out.startswith("invalid  fidelity.value_changed")
    assert "p.txt:2" in ran.out
    assert "250 ms" in ran.out
    assert "a.txt:2" in ran.out
    assert "2500 ms" in ran.out
    assert "leadline explain fidelity.value_changed" in ran.out
    assert ran.err == ""


def test_json_of_one_case_follows_the_published_schema(run: Run, tmp_path: Path) -> None:
    """Fields, verdicts, signals and spans are those of docs/report.schema.json."""
    files(tmp_path, a=A, b=B, p=CHANGED)
    ran = run("check", "--children", "a.txt", "b.txt", "--parent", "p.txt", "--json")
    report = json.loads(ran.out)
    assert ran.code == 1
    assert set(REPORT_SCHEMA["required"]) <= set(report)
    assert report["verdict"] in VERDICTS
    assert set(report["signals"]) <= set(SIGNALS)
    assert all(value is None or 0 <= value <= 1 for value in report["signals"].values())
    finding = REPORT_SCHEMA["properties"]["findings"]["items"]
    assert report["findings"]
    for found in report["findings"]:
        assert set(finding["required"]) <= set(found)
        assert found["severity"] in finding["properties"]["severity"]["enum"]
        start, end = found["parent_span"]
        assert start < 0 or CHANGED[start:end] == found["parent_quote"]


def test_lines_in_lines_out(run: Run) -> None:
    """Into a pipe each case is one line of JSON in the order of the input, and its id is echoed."""
    ran = run("check", "-", stdin=case("one", GOOD) + case("two", CHANGED) + case("three", GOOD))
    reports = [json.loads(line) for line in ran.out.splitlines()]
    assert [(r["id"], r["verdict"]) for r in reports] == [("one", "promote"), ("two", "invalid"), ("three", "promote")]
    assert ran.code == 1


def test_many_cases_on_a_terminal_are_a_table(run_on_terminal: Run) -> None:
    """A header, a row a case, and a tally."""
    ran = run_on_terminal("check", "-", stdin=case("one", GOOD) + case("two", CHANGED), NO_COLOR="1")
    rows = ran.out.splitlines()
    assert rows[0].split()[:3] == ["case", "verdict", "rule"]
    assert rows[2].split()[:3] == ["two", "invalid", "fidelity.value_changed"]
    assert rows[-1] == "2 cases: 1 promote, 1 invalid"


def test_one_case_on_a_terminal_is_a_note(run_on_terminal: Run) -> None:
    """One case from standard input reads like one from files."""
    ran = run_on_terminal("check", "-", stdin=case("one", CHANGED), NO_COLOR="1")
    assert ran.out.startswith("invalid  fidelity.value_changed")
    assert "parent:2" in ran.out.replace("\r", "")
    assert "child a:2" in ran.out.replace("\r", "")


def test_a_case_that_cannot_be_read_stops_no_other(run: Run) -> None:
    """Broken lines are told with their number, the others are judged, and the code is 2 and not 1."""
    broken = [
        b"{not json\n", b"[1, 2]\n", b'{"id": "x", "parent": "p"}\n', b'{"children": ["a"], "parent": NaN}\n',
        b'{"children": [{"id": "a", "text": "  "}], "parent": "p"}\n', b'{"children": [{"role": "god", "text": "a"}], "parent": "p"}\n',
        b'{"children": ["a"], "parent": "p", "depth": -1}\n', b'\xff\xfe\n',
    ]  # fmt: skip
    ran = run("check", "-", stdin=case("first", GOOD) + b"".join(broken) + case("last", GOOD))
    assert ran.code == 2
    out = [json.loads(line) for line in ran.out.splitlines()]
    assert len(out) == len(broken) + 2
    assert out[0]["verdict"] == out[-1]["verdict"] == "promote"
    assert all("error" in record and "verdict" not in record for record in out[1:-1])
    assert len(ran.err.splitlines()) == len(broken)
    assert ran.err.startswith("leadline: line 2: ")


def test_no_case_at_all_is_said(run: Run) -> None:
    """Empty standard input is not a pass."""
    assert "no case" in run("check", "-").told(2)


def test_usage_errors_are_one_line(run: Run, tmp_path: Path) -> None:
    """Missing files, missing options, binary and badly encoded texts."""
    files(tmp_path, a=A)
    (tmp_path / "latin.txt").write_bytes("Gr\xfc\xdfe\nzwei".encode("latin-1"))
    (tmp_path / "binary.txt").write_bytes(b"\x00\x01\x02" * 100)
    assert "--children" in run("check").told(2)
    assert "--parent" in run("check", "--children", "a.txt").told(2)
    assert "missing.txt" in run("check", "--children", "a.txt", "--parent", "missing.txt").told(2)
    assert "latin.txt:1" in run("check", "--children", "latin.txt", "--parent", "a.txt").told(2)
    assert "binary" in run("check", "--children", "binary.txt", "--parent", "a.txt").told(2)
    assert "directory" in run("check", "--children", ".", "--parent", "a.txt").told(2)
    assert "no policy" in run("check", "--children", "a.txt", "--parent", "a.txt", "--policy", "nope").told(2)


def test_the_parent_may_come_from_standard_input(run: Run, tmp_path: Path) -> None:
    """`--parent -` reads the summary from a pipe."""
    files(tmp_path, a=A, b=B)
    assert run("check", "--children", "a.txt", "b.txt", "--parent", "-", stdin=GOOD.encode()).code == 0


def test_escape_sequences_in_a_summary_do_not_reach_the_terminal(run: Run, tmp_path: Path) -> None:
    """A transcript may hold anything; what is quoted is harmless."""
    files(tmp_path, a=A, b=B, p=CHANGED.replace("250 ms", "250 ms \x1b]0;owned\x07"))
    assert "\x1b" not in run("check", "--children", "a.txt", "b.txt", "--parent", "p.txt").out


@pytest.mark.slow
def test_ctrl_c_ends_a_run_of_many_cases_at_once(tmp_path: Path) -> None:
    """130, one line, no traceback of a worker, and nobody left waiting."""
    with subprocess.Popen(
        [sys.executable, "-m", "leadline", "check", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, cwd=tmp_path, env=environment(), start_new_session=True,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(case("x", GOOD) * 200)
        process.stdin.flush()
        process.stdout.readline()  # the workers are at it
        os.killpg(process.pid, signal.SIGINT)
        _, error = process.communicate(timeout=30)
    assert (process.returncode, error.decode()) == (130, "leadline: interrupted\n")
