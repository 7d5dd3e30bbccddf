"""Bad input: one clear line, the right code, and nothing written."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from cli_runs import Run

GOOD = [{"role": "user", "content": "Never touch the production database. Retry after 2500 ms."},
        {"role": "assistant", "content": "Understood. The migration failed with exit code 3."}]  # fmt: skip


def lines(*records: object) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


FILES: dict[str, tuple[Callable[[], bytes], str]] = {
    "no_transcript": (lambda: b'{"name": "x", "version": 3}\n', "transcript"),
    "empty": (lambda: b"", "empty"),
    "binary": (lambda: bytes(range(256)) * 40, "binary"),
    "not_utf8": (lambda: b"\xff\xfe\xfa\xe9\xe8 " * 400, "UTF-"),
    "one_line_of_100_mb": (lambda: b'{"role": "user", "content": "' + b"a" * 100_000_000 + b'"}', "limit"),
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("command", ["compact", "audit"])
def test_a_file_that_is_no_transcript_is_refused(name: str, command: str, run: Run, tmp_path: Path) -> None:
    """Exit 2, one line that names the file and what is wrong, and no session in the store."""
    content, says = FILES[name]
    (tmp_path / "session.jsonl").write_bytes(content())
    told = run(command, "session.jsonl").told(2)
    assert "session.jsonl" in told
    assert says in told
    run("show").told(3)


@pytest.mark.parametrize("command", ["compact", "audit"])
def test_the_remedy_for_a_long_record_works(command: str, run: Run, tmp_path: Path) -> None:
    """`--max-record`, which the message names, is an option of the command; too small a one is refused in one line."""
    (tmp_path / "session.jsonl").write_bytes(lines(*GOOD))
    assert "--max-record" in run(command, "session.jsonl", "--max-record", "20").told(2)
    assert run(command, "session.jsonl", "--max-record", "100000").code == 0


@pytest.mark.parametrize(
    "broken", [b"{oops}\n", b'{"role": "user", "conte', b'{"role": "user", "content": "caf\xe9"}\n']
)
@pytest.mark.parametrize("command", ["compact", "audit"])
def test_strict_takes_no_record_that_is_not_whole(command: str, broken: bytes, run: Run, tmp_path: Path) -> None:
    """Broken, torn and not UTF-8: each is refused with its line, before a store is made; without --strict it is read."""
    (tmp_path / "session.jsonl").write_bytes(lines(*GOOD * 20) + broken)
    assert "session.jsonl, line 41: " in run(command, "session.jsonl", "--strict").told(2)
    assert not (tmp_path / ".leadline").exists()
    assert run(command, "session.jsonl").code == 0
    (tmp_path / "session.jsonl").write_bytes(lines(*GOOD * 20))
    assert run(command, "session.jsonl", "--strict").code == 0


@pytest.mark.parametrize(
    ("after", "budget", "because"),
    [((), (), "the newest message alone (line 41) has"), (GOOD, (), "a message that stays as it is (line 41) has"),
     (GOOD, ("--budget", 9000), "a message that stays as it is (line 41) has")],
)  # fmt: skip
def test_a_huge_newest_message_over_the_budget_is_said(
    after: list[dict[str, str]], budget: tuple[object, ...], because: str, run: Run, tmp_path: Path
) -> None:
    """By how much and why, on standard error and in the JSON; also against the budget that nobody named. Within it: not a word."""
    big = {"role": "user", "content": " ".join(f"word{i}" for i in range(15_000))}
    (tmp_path / "session.jsonl").write_bytes(lines(*GOOD * 20, big, *after))
    value = json.loads(run("compact", "session.jsonl", *budget, "--json").out)
    most = budget[1] if budget else 16_000
    assert value["budget"] == most
    assert value["over_budget"] == value["tokens_after"] - most > 10_000
    assert because in value["over_budget_because"]
    for options in ((), ("--context-only",)):
        ran = run("compact", "session.jsonl", *budget, *options)
        assert ran.code == 0
        assert f"{value['over_budget']:,} more than the budget of {most:,}: {because}" in ran.err
    assert "budget" not in run("compact", "session.jsonl", "--budget", 90_000, "--context-only").err


def test_a_huge_newest_result_is_measured_as_it_is_printed(run: Run, tmp_path: Path) -> None:
    """Its middle is left out there, so that a small budget holds it; what a person typed stands whole and is refused."""
    call = {"id": "c1", "type": "function", "function": {"name": "bash", "arguments": '{"command": "list"}'}}
    ask = {"role": "assistant", "content": "", "tool_calls": [call]}
    told = " ".join(f"row{i}" for i in range(15_000))
    result = {"role": "tool", "tool_call_id": "c1", "content": told}
    (tmp_path / "session.jsonl").write_bytes(lines(*GOOD * 20, ask, result))
    assert run("compact", "session.jsonl", "--budget", 4000).code == 0
    refused = run("compact", "session.jsonl", "--budget", 100).told(2)
    assert "has 1," in refused or "has 2," in refused  # some 3,000 characters at both ends
    (tmp_path / "session.jsonl").write_bytes(lines(*GOOD * 20, {"role": "user", "content": told}))
    assert "as the context prints it" in run("compact", "session.jsonl", "--budget", 4000).told(2)


UNBROKEN = ["\U0001f469", "e\u0301", "a1-", "1 2,", "([", "\u7981"]


@pytest.mark.parametrize("unit", UNBROKEN)
def test_a_huge_message_of_any_script_is_counted(unit: str, run: Run, tmp_path: Path) -> None:
    """A text of more tokens than the encoder takes at once is a message like any other."""
    big = {"role": "user", "content": unit * (660_000 // len(unit))}
    (tmp_path / "session.jsonl").write_bytes(lines(big, GOOD[1]))
    ran = run("compact", "session.jsonl")
    assert (ran.code, ran.err.count("\n")) == (0, 1)
    assert "more than the budget" in ran.err


def test_a_file_that_opens_and_cannot_be_read_is_named(run: Run) -> None:
    """As a pseudo file, a broken disk or a network that went away."""
    if not Path("/proc/self/mem").exists():
        pytest.skip("needs a file that opens and fails to read: /proc/self/mem")
    for arguments in (("compact", "/proc/self/mem"), ("check", "--children", "/proc/self/mem", "--parent", "-")):
        assert "/proc/self/mem" in run(*arguments).told(2)


def test_a_file_name_that_is_none_is_told(run: Run, tmp_path: Path) -> None:
    """Empty, very long, or with a NUL: still one line of a length that a person reads."""
    (tmp_path / "p.txt").write_text("Something.", encoding="utf-8")
    for name in ("user=", "a" * 5000, "a\0b"):
        assert len(run("check", "--children", name, "--parent", "p.txt").told(2)) < 2500
    for name in ("a" * 5000, "a\0b"):
        assert len(run("compact", name).told(2)) < 2500


def test_standard_input_stands_for_one_text_only(run: Run) -> None:
    """The second `-` would read nothing and be refused as empty, which names the wrong thing."""
    assert "one text only" in run("check", "--children", "-", "--parent", "-", stdin=b"Something.").told(2)


@pytest.mark.parametrize("command", ["compact", "audit"])
def test_a_folder_and_a_missing_file_are_refused(command: str, run: Run, tmp_path: Path) -> None:
    """Both are named, and no session is in the store."""
    (tmp_path / "folder").mkdir()
    assert "directory" in run(command, "folder").told(2)
    assert "missing.jsonl" in run(command, "missing.jsonl").told(2)
    run("show").told(3)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_no_permission_is_refused(run: Run, tmp_path: Path) -> None:
    """A file that may not be read is named."""
    path = tmp_path / "session.jsonl"
    path.write_bytes(lines(*GOOD))
    path.chmod(0)
    assert "session.jsonl" in run("compact", "session.jsonl").told(2)


def test_a_lone_surrogate_and_nan_are_kept_visibly(run: Run, tmp_path: Path) -> None:
    """What JSON should not hold does not stop a session: it is read, and it can be printed."""
    (tmp_path / "session.jsonl").write_bytes(
        b'{"role": "user", "content": "Never use \\ud800 in names."}\n{"role": "assistant", "content": "ok", "score": NaN}\n'
    )
    ran = run("compact", "session.jsonl")
    assert (ran.code, ran.err) == (0, "")


def test_a_corrupt_store_is_trouble_with_the_store(run: Run, tmp_path: Path) -> None:
    """A file that is no database: exit 3, and it stays as it was."""
    (tmp_path / ".leadline").mkdir()
    database = tmp_path / ".leadline" / "leadline.db"
    database.write_bytes(b"this is no database, however long one looks at it " * 200)
    before = database.read_bytes()
    (tmp_path / "session.jsonl").write_bytes(lines(*GOOD))
    for arguments in (("compact", "session.jsonl"), ("show",), ("verify",), ("ledger",)):
        assert "leadline.db" in run(*arguments).told(3)
    assert database.read_bytes() == before


@pytest.mark.slow
def test_a_locked_store_is_trouble_with_the_store(run: Run, tmp_path: Path) -> None:
    """Somebody else writes: exit 3 after waiting, the message says that it is locked, and nothing was written."""
    assert run("compact", "sample:airline").code == 0
    with closing(sqlite3.connect(tmp_path / ".leadline" / "leadline.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert "locked" in run("compact", "sample:marshmallow", "--budget", "2000").told(3)
        other.execute("ROLLBACK")
    assert "marshmallow" not in run("show", "--sessions").out


def test_no_store_yet_is_trouble_with_the_store_and_creates_none(run: Run, tmp_path: Path) -> None:
    """Looking at a store that is not there says how to make one."""
    for command in ("show", "probe", "ledger", "verify", "sweep"):
        run(command).told(3)
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_policy_key_names_the_nearest(run: Run, tmp_path: Path) -> None:
    """A typing error in a policy never passes in silence."""
    (tmp_path / "mine.toml").write_text("fact_flor = 0.9\n", encoding="utf-8")
    (tmp_path / "a.txt").write_text("Retry after 2500 ms.", encoding="utf-8")
    for arguments in (
        ("compact", "sample:airline", "--policy", "mine.toml"),
        ("check", "--children", "a.txt", "--parent", "a.txt", "--policy", "mine.toml"),
        ("plan", "--tokens", "1000", "--policy", "mine.toml"),
    ):
        told = run(*arguments).told(2)
        assert "fact_flor" in told
        assert "fact_floor" in told
        assert "mine.toml" in told
    assert not (tmp_path / ".leadline").exists()


def test_a_budget_below_the_newest_message_is_refused(run: Run) -> None:
    """The message names the message and a budget that would do."""
    told = run("compact", "sample:airline", "--budget", "1").told(2)
    assert "newest message" in told


def test_children_without_text_are_refused(run: Run, tmp_path: Path) -> None:
    """From files and from standard input."""
    (tmp_path / "empty.txt").write_text("\n", encoding="utf-8")
    (tmp_path / "p.txt").write_text("Something.", encoding="utf-8")
    told = run("check", "--children", "empty.txt", "--parent", "p.txt").told(2)
    assert "empty" in told


def test_bad_input_looks_the_same_from_outside(run_alone: Run, tmp_path: Path) -> None:
    """As a process of its own: one line on standard error, nothing on standard output, exit 2."""
    (tmp_path / "session.jsonl").write_bytes(b"")
    assert "empty" in run_alone("compact", "session.jsonl").told(2)


def test_a_bad_line_of_many_says_its_number_once(run: Run) -> None:
    """`leadline: line 1: ...`, and nothing that counts again."""
    ran = run("check", "-", stdin=b"{nonsense\n" + lines([1]))
    assert ran.code == 2
    first, second = ran.err.splitlines()[:2]
    assert first.startswith("leadline: line 1: the case is not JSON: ")
    assert second.startswith("leadline: line 2: the case is a JSON array, expected an object")
    assert ran.err.count("line 2") == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"id": "x", "children": [{"id": "a", "text": "A b."}, {"id": "a", "text": "C d."}], "parent": "A b."}', "two children have one id, a"),
        ('{"id": "x", "children": [{"id": "b", "text": "A b."}, {"text": "C d."}], "parent": "A b."}', "two children have one id, b"),
        ('{"id": "x", "children": "abc", "parent": "A b."}', "`children` is a text, expected a list"),
        ('{"id": "x", "children": ["A b."], "parent": 5}', "`parent` is a number, expected a text"),
        ('{"id": "x", "children": ["A b."], "parent": null}', "the case has no `parent` text"),
        ('{"id": ' + "9" * 5000 + ', "children": ["A b."], "parent": "A b."}', "holds a number of thousands of digits"),
    ],
)  # fmt: skip
def test_a_case_of_a_wrong_form_is_told_with_its_line_and_the_others_are_judged(line: str, said: str, run: Run) -> None:
    """What is wrong is told in the words of JSON, not in Python's, and stops no other line."""
    good = '{"id": "y", "children": ["A b."], "parent": "A b."}'
    result = run("check", "-", "--json", stdin=f"{line}\n{good}\n".encode())
    assert result.code == 2
    assert "line 1" in result.err
    assert said in result.err
    assert '"y"' in result.out
    assert "NoneType" not in result.err
    assert "set_int_max" not in result.err
