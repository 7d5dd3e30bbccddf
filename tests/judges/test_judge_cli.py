"""`leadline check --judge` and `leadline compact --judge`: one line where it cannot be asked, the report where it can."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from leadline.cli.check import command as check
from leadline.cli.compact import command as compact
from leadline.cli.exits import Exit, tell
from leadline.judges.port import JudgeError
from tests.judges.scripted import Reply, judging, serving

pytest.importorskip("httpx")

CHILD = "The lighthouse keeper reported that the lamp of the north tower flickers since the storm of March."
PARENT = "According to the keeper, light from the northern tower has been unsteady ever since that spring gale."


@pytest.fixture
def texts(tmp_path: Path) -> tuple[str, str]:
    child, parent = tmp_path / "a.txt", tmp_path / "p.txt"
    child.write_text(CHILD, encoding="utf-8")
    parent.write_text(PARENT, encoding="utf-8")
    return str(child), str(parent)


def run(*args: str, stdin: str | None = None, command=check):
    result = CliRunner().invoke(command, list(args), standalone_mode=False, input=stdin)
    if result.exception is not None:
        raise result.exception
    return result.return_value, result.output


def test_check_asks_the_judge_and_the_report_says_so(texts: tuple[str, str]) -> None:
    said = {
        "verdict": "contradicted",
        "kind": "status_changed",
        "quote": "the lamp of the north tower flickers",
        "confidence": 0.9,
    }
    with serving([judging(lambda q, data: said)]) as server:
        code, out = run(
            "--children", texts[0], "--parent", texts[1], "--judge", "openai:m", "--judge-url", server.url, "--json"
        )
    report = json.loads(out)
    assert (code, report["verdict"], report["rule"]) == (Exit.REFUSED, "invalid", "fidelity.status_changed")
    assert report["judge"]["answered"] == report["judge"]["questions"] == 1


def test_people_read_that_a_judge_failed_and_why(texts: tuple[str, str]) -> None:
    """Whoever chose a judge must not take its silence for its consent."""
    with serving([Reply("<html>")]) as server:
        code, out = run("--children", texts[0], "--parent", texts[1], "--judge", "openai:m", "--judge-url", server.url)
    assert code == Exit.FINE
    assert "The judge openai:m answered 0 of 1 questions: the judge's endpoint sent no JSON." in " ".join(out.split())


def test_a_judge_that_fails_refuses_nothing_in_check(texts: tuple[str, str]) -> None:
    with serving([Reply("{}", 404)]) as server:
        code, out = run(
            "--children", texts[0], "--parent", texts[1], "--judge", "openai:m", "--judge-url", server.url, "--json"
        )
    report = json.loads(out)
    assert code == Exit.FINE
    assert report["judge"]["failure"]
    assert "fidelity.undecided" in {f["rule"] for f in report["findings"]}


def test_lines_are_judged_too(texts: tuple[str, str]) -> None:
    line = json.dumps({"id": "x", "children": [CHILD], "parent": PARENT})
    with serving([judging(lambda q, data: {"verdict": "cannot_tell"})]) as server:
        _, out = run(
            "-", "--judge", "openai:m", "--judge-url", server.url, "--format", "json", stdin=f"{line}\n{line}\n"
        )
    assert [json.loads(row)["judge"]["calls"] for row in out.splitlines()] == [1, 1]
    assert len(server.asked) == 2


def test_without_a_key_one_line_says_what_to_do(texts: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LEADLINE_JUDGE_KEY", raising=False)
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    for command, args in ((check, ("--children", texts[0], "--parent", texts[1])), (compact, (texts[0],))):
        with pytest.raises(JudgeError) as raised:
            run(*args, "--judge", "anthropic:m", command=command)
        told = tell(raised.value)
        assert told.code == Exit.USAGE
        assert "ANTHROPIC_API_KEY" in told.line
