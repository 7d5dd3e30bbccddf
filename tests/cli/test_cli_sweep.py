"""Getting text deleted, and getting it back: the commands of docs/sweep.md in their order, on a session that ships."""

from __future__ import annotations

import json
import re
import shutil
from functools import partial
from pathlib import Path

import pytest
from cli_runs import Run, run_here

SAMPLE = "sample:checkpoints"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    assert run_here(folder, "compact", SAMPLE).code == 0
    return folder


@pytest.fixture
def run(built: Path, tmp_path: Path) -> Run:
    """The program in a folder with a store of its own."""
    shutil.copytree(built / ".leadline", tmp_path / ".leadline")
    return partial(run_here, tmp_path)


def value(run: Run, *args: object) -> dict:  # type: ignore[type-arg]
    ran = run(*args, "--json")
    assert ran.err == "", ran.err
    return json.loads(ran.out)


def test_the_whole_way_from_plan_to_tombstone_and_back(run: Run, tmp_path: Path) -> None:
    """Plan, mark, apply: the text is in the archive and nowhere in the store, and every command says where it went."""
    database = tmp_path / ".leadline" / "leadline.db"
    before = database.read_bytes()
    plan = value(run, "sweep")
    assert (plan["phase"], plan["swept"]) == ("plan", 0)
    assert plan["allowed"] > 10
    assert database.read_bytes() == before
    whole = value(run, "expand", "n1")["places"][0]["text"]
    words = whole[200:320].encode()
    assert value(run, "sweep", "--mark", "--grace", "0", "--archive", "kept", "--reason", "old")["mark"]["grace_s"] == 0
    assert "marked" in run("show").out

    done = run("sweep", "--apply", "--archive", "kept")
    assert (done.code, done.err) == (0, "")
    archive = str(tmp_path / "kept")
    assert f"moved to the archive {archive}" in done.out
    assert words not in database.read_bytes()

    place = value(run, "expand", "n1")["places"][0]
    assert place["text"] is None
    assert f"--archive {archive}" in place["went"]
    assert f"in the archive {archive}" in run("show").out
    assert archive in run("show", "n1").out
    for command in (
        ("probe",),
        ("verify",),
        ("ledger",),
        ("ledger", "--archive", "kept"),
        ("verify", "--archive", "kept"),
    ):
        assert run(*command).code == 0, command
    assert value(run, "expand", "n1", "--archive", "kept")["places"][0]["text"] == whole
    assert value(run, "show", "n1", "--archive", "kept")["text"] == whole
    assert "nothing is marked" in run("sweep", "--apply", "--archive", "kept").told(1)


def test_a_lost_archive_is_told_by_every_command_that_is_asked_to_look(run: Run, tmp_path: Path) -> None:
    """Exit 3 for a text that should be there, 1 from the ledger only for owed facts, with a list; without --archive nobody looks."""
    run("sweep", "--mark", "--grace", "0", "--archive", "kept")
    run("sweep", "--apply", "--archive", "kept")
    (tmp_path / "kept").rename(tmp_path / "moved")
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / ("0" * 64)).write_text("a text of another store")
    assert "holds no" in run("expand", "n1", "--archive", "kept").told(3)
    assert "holds no" in run("show", "n1", "--archive", "kept").told(3)
    assert run("verify", "--archive", "kept").code == 3
    ledger = value(run, "ledger", "--archive", "kept")
    assert ledger["supporting_counts"]["unverifiable"] > 0
    assert ledger["adds_up"]
    lost = ledger["archive"]["not_there"]
    assert ledger["archive"]["asked"] == len(lost) > 10
    assert all("holds no" in what for what in lost.values())
    told = run("ledger", "--archive", "kept").out
    assert f"0 of {len(lost)} texts that went to an archive are in" in told
    assert "n1  " in told
    assert "Name the archive that the tombstones name" in told
    assert value(run, "ledger", "--archive", "moved")["archive"]["not_there"] == {}
    assert run("verify").code == 0
    assert run("verify", "--archive", "moved").code == 0
    assert run("expand", "n1", "--archive", "moved").code == 0


@pytest.mark.parametrize(
    "command",
    [("ledger",), ("probe",), ("verify",), ("show",), ("show", "n1"), ("show", "p1.0"), ("show", "--sessions"), ("expand", "n1"), ("expand", "n22")],
)  # fmt: skip
@pytest.mark.parametrize("wrong", ["nowhere", "file", "empty", "others"])
def test_a_wrong_archive_is_told_by_every_command_that_takes_one(
    run: Run, tmp_path: Path, command: tuple[str, ...], wrong: str
) -> None:
    """Also where nothing would have been read from it: whoever names it believes that it was looked at."""
    (tmp_path / "file").write_text("x")
    (tmp_path / "empty").mkdir()
    (tmp_path / "others").mkdir()
    (tmp_path / "others" / "notes.txt").write_text("no text of a sweep")
    told = run(*command, "--archive", wrong).told(2 if wrong == "file" else 3)
    assert str(tmp_path / wrong) in told
    assert "is a file" in told if wrong == "file" else "no archive here" in told and "Name the archive" in told
    assert "is a file" in run("sweep", "--mark", "--archive", "file").told(2)


def test_the_grace_period_is_seven_days_when_nobody_says(run: Run) -> None:
    mark = value(run, "sweep", "--mark", "--by", "ann")["mark"]
    assert (mark["by"], mark["grace_s"], mark["archive"]) == ("ann", 7 * 24 * 3600, None)
    assert "grace period" in run("sweep", "--apply").told(1)
    assert run("sweep", "--unmark", "--reason", "no").code == 0
    assert "nothing is marked" in run("sweep", "--apply").told(1)


def test_a_second_mark_says_what_it_keeps_of_the_first(run: Run) -> None:
    """The date and the archive that were announced first stay, and both the text and the JSON say so."""
    first = value(run, "sweep", "--mark", "--archive", "kept")["mark"]
    told = run("sweep", "--mark", "--grace", "0").out
    assert "kept from the earlier mark: its date, because" in told
    assert "and its archive" in told
    assert re.search(r"leadline sweep \S+ --unmark --reason WHY", told)
    again = value(run, "sweep", "--mark", "--grace", "0")["mark"]
    assert (again["due"], again["not_before"], again["archive"]) == (first["due"], first["due"], first["archive"])
    assert "kept from" not in run("sweep", "--mark", "--grace", "9d", "--archive", "kept").out
    assert "grace period" in run("sweep", "--apply", "--archive", "kept").told(1)


@pytest.mark.parametrize(
    "phases",
    [("--mark", "--apply"), ("--apply", "--mark"), ("--dry-run", "--apply"), ("--mark", "--unmark"), ("--dry-run", "--mark")],
)  # fmt: skip
def test_two_phases_at_once_are_refused(run: Run, tmp_path: Path, phases: tuple[str, str]) -> None:
    """Whatever stands last does not win: nothing is marked, and what was due is not removed."""
    run("sweep", "--mark", "--grace", "0")
    database = tmp_path / ".leadline" / "leadline.db"
    before = database.read_bytes()
    told = run("sweep", *phases, "--reason", "x").told(2)
    assert all(phase in told for phase in phases)
    assert "two phases" in told
    assert database.read_bytes() == before


def test_a_mark_that_promises_an_archive_needs_it(run: Run) -> None:
    run("sweep", "--mark", "--grace", "0", "--archive", "kept")
    assert "--archive" in run("sweep", "--apply").told(1)
    assert re.search(r"Marked by .*leadline sweep \S+ --apply --archive .*kept", run("sweep").out)


def test_hold_pin_and_release(run: Run) -> None:
    """A hold stops both sweep and drop, is listed, and ends with a reason; the mark that stood is void."""
    run("sweep", "--mark", "--grace", "0")
    held = run("hold", "n0", "--reason", "case 12\x1b[31m", "--by", "eve")
    assert held.code == 0
    assert "the mark that stood is void" in held.out
    assert "\x1b" not in held.out
    assert "nothing is marked" in run("sweep", "--apply").told(1)
    assert run("pin", "p1.1", "--reason", "still being read").code == 0
    rows = {row["leaf"]: row for row in value(run, "sweep")["leaves"]}
    assert "held by eve (hold-1)" in rows["n0"]["reason"]
    assert "pin-1" in rows["n8"]["reason"]
    assert rows["n1"]["allowed"]
    assert "hold-1" in run("hold").out
    assert "pin-1" in run("ledger").out
    fact = next(e["fact"] for e in value(run, "ledger", "--facts")["facts"] if e["fact"]["child"] == "n0")
    assert "hold-1" in run("drop", fact["id"], "--reason", "x").told(1)
    assert run("release", "hold-1", "--reason", "settled", "--by", "eve").code == 0
    assert run("drop", fact["id"], "--reason", "x").code == 0
    assert "released already" in run("release", "hold-1", "--reason", "again").told(2)
    assert run("verify").code == 0


def test_another_policy_is_put_in_force_with_a_reason_and_a_receipt(run: Run, tmp_path: Path) -> None:
    """The plan shows what it would allow; marking under it says so in the chain first."""
    (tmp_path / "team.toml").write_text("pin = ['entire-sessions']\n")
    stays = [row for row in value(run, "sweep", "--policy", "team.toml")["leaves"] if "policy pins" in row["reason"]]
    assert stays
    assert "needs a reason" in run("sweep", "--mark", "--policy", "team.toml").told(2)
    marked = value(run, "sweep", "--mark", "--grace", "0", "--policy", "team.toml", "--reason", "team rules")
    assert not {row["leaf"] for row in stays} & set(marked["mark"]["leaves"])
    assert value(run, "sweep")["policy"] == marked["policy"]
    assert run("verify").code == 0


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--apply", "--grace", "0"), "--grace belongs to --mark"),
        (("--archive", "kept"), "--archive belongs to"),
        (("--apply", "--policy", "narrative"), "--policy belongs to"),
        (("--unmark",), "needs a reason"),
        (("--mark", "--grace", "soon"), "is no time"),
        (("--mark", "--grace", "-1"), "is no time"),
        (("--mark", "--archive", ".leadline/kept"), "inside of the store"),
        (("--mark", "--archive", "memory://kept"), "would not stay"),
        (("--mark", "--archive", "simplecache::s3://b/k"), "would not stay"),
        (("--mark", "--archive", "nosuch://b/k"), "nosuch"),
        (("--mark", "--policy", "nosuch", "--reason", "x"), "nosuch"),
    ],
)
def test_what_does_not_fit_is_told_and_nothing_is_written(
    run: Run, tmp_path: Path, args: tuple[str, ...], says: str
) -> None:
    database = tmp_path / ".leadline" / "leadline.db"
    before = database.read_bytes()
    ran = run("sweep", *args)
    assert ran.code in (2, 3)
    assert says in ran.told(ran.code)
    assert database.read_bytes() == before
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize(
    "args",
    [
        ("hold", "n0"),
        ("pin", "n99", "--reason", "x"),
        ("release", "hold-9", "--reason", "x"),
        ("hold", "n0", "--reason", " "),
    ],
)
def test_a_hold_that_cannot_be_is_usage(run: Run, args: tuple[str, ...]) -> None:
    run(*args).told(2)


def test_an_empty_list_of_holds_is_said(run: Run) -> None:
    assert "nothing is held or pinned" in run("hold").out
    assert value(run, "pin")["keeps"] == []


@pytest.mark.parametrize("command", [("release", "hold-1"), ("drop", "f1"), ("hold",), ("pin",)])
def test_a_decision_without_its_reason_is_a_usage_error(run: Run, command: tuple[str, ...]) -> None:
    assert "--reason" in run(*command, *(("session",) if len(command) == 1 else ())).told(2)


def test_a_secret_in_a_reason_reaches_no_receipt(run: Run, tmp_path: Path) -> None:
    key = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    assert run("hold", "session", "--reason", f"{key} leaked", "--by", f"ann {key}").code == 0
    assert run("receipts", "export", "--out", "bundle.jsonl").code == 0
    assert key not in (tmp_path / "bundle.jsonl").read_text(encoding="utf-8") + run("hold").out


def test_an_archive_that_was_not_announced_is_refused(run: Run, tmp_path: Path) -> None:
    assert "marked" in run("sweep", "--mark", "--grace", "0", "--archive", "one").out
    assert "announced the archive" in run("sweep", "--apply", "--archive", "two").told(1)
    assert not (tmp_path / "two").exists()
