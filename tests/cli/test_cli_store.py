"""`leadline store`: what people see of a store, and of moving it between a folder and a server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_runs import Run

TEXT = (
    "Never restart db-{0} before 18:00. The retry of job-{0} waits {0}500 ms and then stops with error code 42P0{0}. "
)


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """Twelve messages, enough for a parent at a small budget."""
    roles = ("user", "assistant")
    lines = [{"role": roles[n % 2], "content": TEXT.format(n % 9) + "We went on with the next part. " * 20} for n in range(12)]  # fmt: skip
    file = tmp_path / "session.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


def test_a_session_is_built_on_a_server_copied_to_a_folder_and_back(
    run: Run, session: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole way as people go it: compact, drop, sweep, copy, verify; the same counts everywhere."""
    assert run("compact", session, "--store", postgres_url, "--budget", "700").code == 0
    assert run("sweep", "--mark", "--grace", "0", "--store", postgres_url).code == 0
    assert run("sweep", "--apply", "--store", postgres_url).code == 0
    copied = run("store", "copy", postgres_url, "here", "--json")
    assert copied.code == 0, copied.err
    report = json.loads(copied.out)
    assert (report["copied"], report["present"], report["verified"]) == (1, 0, True)
    assert run("verify", "--store", "here").code == 0
    again = run("store", "copy", "here", postgres_url)
    assert again.code == 0
    assert "0 sessions copied, 1 were there already" in again.out
    infos = [json.loads(run("store", "info", place, "--json").out) for place in ("here", postgres_url)]
    counted = ("sessions", "receipts", "nodes", "blobs", "tombstones", "swept", "bytes_plain")
    assert [infos[0][key] for key in counted] == [infos[1][key] for key in counted]
    assert [info["kind"] for info in infos] == ["sqlite", "postgresql"]
    monkeypatch.setenv("LEADLINE_STORE", postgres_url)
    assert run("show", "--store", "here").out == run("show").out != ""
    assert "schema" in run("store", "info").out


def test_a_target_that_differs_is_refused(run: Run, session: Path) -> None:
    assert run("compact", session, "--store", "one", "--budget", "700").code == 0
    assert run("compact", session, "--store", "two", "--budget", "900").code == 0
    refused = run("store", "copy", "one", "two")
    assert refused.code == 3
    assert "no beginning of this copy" in refused.err
    assert run("store", "copy", "one", "one").code == 2
    assert run("store", "copy", "nowhere", "three").code == 3


def test_a_link_to_a_store_is_that_store(run: Run, session: Path, tmp_path: Path, postgres_url: str) -> None:
    """A copy onto itself under another name would only compare it with itself."""
    assert run("compact", session, "--store", "one", "--budget", "700").code == 0
    (tmp_path / "link").symlink_to("one")
    for source, target in (("one", "link"), ("link", "one")):
        refused = run("store", "copy", source, target)
        assert refused.code == 2
        assert "are the same store" in refused.err
    assert run("store", "copy", "one", postgres_url).code == 0
    refused = run("store", "copy", postgres_url, postgres_url.replace("127.0.0.1", "localhost"))
    assert refused.code == 2
    assert "are the same store" in refused.err


def test_an_empty_address_is_no_store(run: Run, session: Path, tmp_path: Path) -> None:
    """A variable that a script did not set must not mean `.leadline`."""
    for arguments in (("compact", session, "--store", ""), ("show", "--store", " "), ("store", "info", ""), ("store", "copy", "", "x")):  # fmt: skip
        refused = run(*arguments)
        assert refused.code == 2
        assert "address is empty" in refused.err
    assert not (tmp_path / ".leadline").exists()


def test_a_folder_without_a_store_is_told_in_one_line(run: Run, tmp_path: Path) -> None:
    """And the commands that take the place as an argument name no option."""
    (tmp_path / "empty").mkdir()
    for place in ("empty", "nowhere"):
        for arguments in (("show",), ("verify",), ("ledger",), ("probe",), ("expand", "n0"), ("sweep",)):
            said = run(*arguments, "--store", place)
            assert (said.code, said.err.count("\n")) == (3, 1)
            assert f"{place}: no store here" in said.err
        for arguments in (("store", "info", place), ("store", "copy", place, "x")):
            said = run(*arguments)
            assert said.code == 3
            assert "no store here" in said.err
            assert "--store" not in said.err
    assert list((tmp_path / "empty").iterdir()) == []


@pytest.mark.parametrize(
    ("place", "code", "said"),
    [
        ("postgresql://me:geheim@127.0.0.1:1/x", 3, "cannot be reached"),
        ("postgresql://me:ge/he@im@127.0.0.1:1/x", None, ""),
        ("postgresql://me:geheim@127.0.0.1:1/", 2, "names no database"),
        ("postgresql://me:geheim@127.0.0.1:1/x?schema=A;B", 2, "expected lower-case letters"),
        ("postgresql://me:geheim", 2, "expected postgresql://"),
        ("mysql://me:geheim@host/x", 2, "no store of this kind"),
        ("postgresql://me:gehe\ud800im@127.0.0.1:1/x", 2, "cannot be read"),
    ],
)
@pytest.mark.parametrize("command", [("store", "info"), ("show", "--store"), ("store", "copy", "here")])
def test_a_place_that_cannot_be_is_told_without_its_password(
    run: Run, session: Path, place: str, code: int | None, said: str, command: tuple[str, ...]
) -> None:
    pytest.importorskip("sqlalchemy")
    if "copy" in command:
        assert run("compact", session, "--store", "here", "--budget", "700").code == 0
    ran = run(*command, place)
    assert ran.code == code or (code is None and ran.code in (2, 3))
    assert said in ran.err
    for word in ("geheim", "he@im", "Traceback"):
        assert word not in ran.out + ran.err


def test_without_its_packages_a_server_is_told_to_need_the_extra(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    for name in [name for name in sys.modules if name.startswith("leadline.stores.postgres")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)
    ran = run("store", "info", "postgresql://me@127.0.0.1:1/x")
    assert ran.code == 3
    assert "pip install 'leadline[postgres]'" in ran.err
