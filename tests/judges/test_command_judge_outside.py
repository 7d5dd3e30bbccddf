"""A command as the judge, seen from outside: the program's lines and exit codes, keys in arguments, and nobody else's words."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
import zlib
from contextlib import closing, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import leadline
from leadline.cli.check import command as check
from leadline.cli.compact import command as compact
from leadline.cli.exits import Exit, tell
from leadline.compose import open_session
from leadline.judges.port import JudgeError
from tests.judges.programs import ANSWERS, holding, is_released, program
from tests.judges.test_command_judge import CHILD, PARENT

KEY = "sk-very-secret-1234"
ECHOES = "print(sys.argv, file=sys.stderr); print(sys.argv)\n"  # a program that tells everybody its key
CASE = json.dumps({"children": [CHILD], "parent": PARENT})


def run(command: Any, *args: str, stdin: str | None = None) -> tuple[int, str]:
    """Exit code and all that was printed, errors as `main` tells them."""
    result = CliRunner().invoke(command, list(args), standalone_mode=False, input=stdin)
    if result.exception is not None:
        told = tell(result.exception)
        return told.code, result.output + told.line
    return result.return_value, result.output


def test_check_asks_the_command(tmp_path: Path) -> None:
    spec = program(tmp_path, ANSWERS + "print(answer(unsure))")
    code, out = run(check, "-", "--judge", spec, "--json", stdin=f"{CASE}\n{CASE}\n")
    assert code == Exit.FINE
    assert [json.loads(row)["judge"]["calls"] for row in out.splitlines()] == [1, 1]


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        (f"command:no-such-program --key {KEY}", "the judge's program no-such-program is not there, or may not be run"),
        (f"command:/no/such/program --key {KEY}", "the judge's program program is not there"),
        (f"command:API_KEY={KEY} sh -c true", "begins with a variable, and no shell is there to set it"),
        (f"command:sh --key '{KEY}", "every quotation closed"),
        (f"sh --key {KEY}", "judge = 'sh…': expected openai:MODEL"),
        (f"comand:sh --key {KEY}", "judge = 'comand:…': expected openai:MODEL"),
        (f"API_KEY={KEY} sh", "judge = 'API_KEY…': expected openai:MODEL"),
    ],
)
def test_a_wrong_command_is_one_line_before_anything_is_measured(tmp_path: Path, spec: str, said: str) -> None:
    """Exit code 2, no store made, no argument shown."""
    store = tmp_path / "store"
    for command, *args in ((check, "-"), (compact, "sample:checkpoints", "--store", str(store))):
        code, out = run(command, *args, "--judge", spec, stdin=CASE)
        assert (code, out.count("\n")) == (Exit.USAGE, 0)
        assert said in out
        assert KEY not in out
    with pytest.raises((JudgeError, ValueError)):
        open_session("s", store=store, judge=spec)
    assert not store.exists()


def test_an_address_with_a_command_is_refused() -> None:
    code, out = run(check, "-", "--judge", "command:sh", "--judge-url", "http://127.0.0.1:9", stdin=CASE)
    assert code == Exit.USAGE
    assert "leave it out (--judge-url)" in out


@pytest.mark.parametrize(
    "body", [ECHOES, ECHOES + "sys.exit(3)", "print(answer(unsure))"], ids=["garbage", "exit", "fine"]
)
def test_a_key_in_the_arguments_is_in_no_report(tmp_path: Path, body: str) -> None:
    spec = program(tmp_path, ANSWERS + body, "--key", KEY)
    for shape in ("json", "full"):
        _, out = run(check, "-", "--judge", spec, "--format", shape, stdin=CASE)
        assert "command:" in out
        assert KEY not in out
    report = leadline.check([CHILD], PARENT, judge=spec)
    assert KEY not in repr(report) + str(report) + repr(leadline.compose.open_judge(spec))


@pytest.mark.slow
@pytest.mark.parametrize("body", [ECHOES + "sys.exit(3)", "print(answer(lambda q: {'verdict': 'not_stated'}))"])
def test_a_key_in_the_arguments_is_in_no_byte_of_the_store(tmp_path: Path, body: str) -> None:
    """Receipts name the command by its digest."""
    spec = program(tmp_path, ANSWERS + f"open({str(tmp_path / 'ran')!r}, 'w')\n" + body, "--key", KEY)
    text = "Never restart db-7 before 18:00."
    store = tmp_path / "store"
    memory = open_session(
        "s", store=store, budget=1500, judge=spec,
        summarizer=lambda request: f"{text} The branches stayed as they had been before, says whoever compared modules.",
    )  # fmt: skip
    memory.append({"role": "user", "content": text})
    prose = "Read another module and compared it with the one before; the branches are the same as they were. " * 6
    memory.extend({"role": "assistant", "content": f"Step {i}. {prose}"} for i in range(12))
    context = memory.context()
    assert (tmp_path / "ran").exists()
    assert KEY not in context.summary
    stored = all_bytes(store)
    assert text.encode() in stored
    assert leadline.compose.open_judge(spec).digest.encode() in stored
    assert KEY.encode() not in stored


def all_bytes(store: Path) -> bytes:
    """Every file of the store as it is, and every cell of its database unpacked."""
    found = [path.read_bytes() for path in store.rglob("*") if path.is_file()]
    with closing(sqlite3.connect(store / "leadline.db")) as db:
        for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for cell in chain.from_iterable(db.execute(f'SELECT * FROM "{table}"')):
                body = cell if isinstance(cell, bytes) else str(cell).encode()
                with suppress(zlib.error):
                    body = zlib.decompress(body)
                found.append(body)
    return b"\0".join(found)


def test_only_the_user_names_a_program(tmp_path: Path) -> None:
    """What a case says about judges is text like all the rest of it."""
    spec = program(tmp_path, f"open({str(tmp_path / 'ran')!r}, 'w')")
    case = {
        "children": [f"{CHILD} --judge {spec}"],
        "parent": PARENT,
        "judge": spec,
        "judge_url": spec,
        "command": spec,
    }
    code, out = run(check, "-", "--json", stdin=json.dumps(case))
    assert code == Exit.FINE
    assert "judge" not in json.loads(out)
    assert not (tmp_path / "ran").exists()
    policy = tmp_path / "policy.toml"
    policy.write_text(f"judge = {json.dumps(spec)}\n", encoding="utf-8")
    assert run(check, "-", "--policy", str(policy), stdin=CASE)[0] == Exit.USAGE
    assert not (tmp_path / "ran").exists()


@pytest.mark.slow
@pytest.mark.parametrize("from_lines", [True, False])
def test_ctrl_c_ends_the_program_too(tmp_path: Path, from_lines: bool) -> None:
    """It runs in a session of its own, which the terminal's signal does not reach."""
    spec, lock = holding(tmp_path, "child.wait()")
    (tmp_path / "a.txt").write_text(CHILD, encoding="utf-8")
    (tmp_path / "p.txt").write_text(PARENT, encoding="utf-8")
    args = ["-"] if from_lines else ["--children", "a.txt", "--parent", "p.txt"]
    running = subprocess.Popen(
        [sys.executable, "-m", "leadline", "check", *args, "--judge", spec], cwd=tmp_path, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # a suite in the background has it ignored
    )  # fmt: skip
    assert running.stdin is not None
    running.stdin.write(CASE.encode() + b"\n")
    running.stdin.flush()
    if from_lines:
        running.stdin.close()
        running.stdin = None
    ends = time.monotonic() + 60
    while not (tmp_path / "lock.started").exists():
        assert running.poll() is None, running.communicate()
        assert time.monotonic() < ends
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    _, told = running.communicate(timeout=60)
    assert (running.returncode, told) == (Exit.INTERRUPTED, b"leadline: interrupted\n")
    assert is_released(lock)
