"""The program as a whole: help, version, unknown commands, streams, colour, and how fast it starts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest
from cli_runs import SRC, Run, environment

from leadline.cli.main import COMMANDS, cli, main

HEAVY = (
    "rich",
    "rapidfuzz",
    "bpe_openai",
    "leadline.engine",
    "leadline.readers",
    "leadline.stores",
    "leadline.core.facts",
)


def test_help_names_every_command_and_the_exit_codes(run_alone: Run) -> None:
    """`leadline` alone and `leadline --help` say the same, and exit 0."""
    ran = run_alone("--help")
    assert ran.code == 0
    assert all(f"  {name} " in ran.out for name in COMMANDS)
    assert "Exit codes" in ran.out
    assert run_alone().out == ran.out


def test_version_is_that_of_the_package(run: Run) -> None:
    """`--version` prints the version of pyproject.toml."""
    written = (Path(__file__).parent.parent.parent / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{run("--version").out.split()[1]}"' in written


def test_help_imports_only_what_help_needs() -> None:
    """Nothing heavy is imported before a command runs: that keeps help under 150 ms."""
    script = f"import sys; from leadline.cli.main import main; main(['--help']); print([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment(), check=True)
    assert done.stdout.strip().endswith("[]"), done.stdout[-200:]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each command of the table can be imported, explains itself, and offers --json where it prints results."""
    assert main([name, "--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Usage: leadline")
    command = cli.get_command(click.Context(cli), name)
    if isinstance(command, click.Group) and name != "bench":
        for inner in command.commands:
            assert main([name, inner, "--help"]) == 0
            assert "--json" in capsys.readouterr().out, inner
        return
    assert "--json" in text or name == "bench"


def test_unknown_command_names_near_ones(run: Run) -> None:
    """A mistyped command is one line with the nearest names, exit 2."""
    assert "did you mean check?" in run("chekc").told(2)
    assert "commands are: compact, check" in run("zzz").told(2)


def test_unknown_option_is_one_line(run: Run) -> None:
    """A usage error is one line too, and says where help is."""
    assert run("explain", "--nope").told(2).endswith("see: leadline explain --help")


def test_closed_pipe_is_quiet() -> None:
    """`leadline explain | head -1` prints one line and nothing else, and fails nobody's pipeline."""
    for command in ("explain", "--help"):
        line = f"set -o pipefail; '{sys.executable}' -m leadline {command} | head -n 1"
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, env=environment(), check=False)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        assert done.stdout.count("\n") == 1


def closed(arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    line = f"'{sys.executable}' -m leadline {arguments}"
    return subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, cwd=folder, env=environment(), check=False
    )


def test_closed_streams_change_no_verdict(tmp_path: Path) -> None:
    """A caller that closes a stream gets the same exit code, and never a fault of leadline."""
    (tmp_path / "p.txt").write_text("Retry after 250 ms.", encoding="utf-8")
    (tmp_path / "c.txt").write_text("Retry after 2500 ms.", encoding="utf-8")
    assert closed("check --children c.txt --parent p.txt >&-", tmp_path).returncode == 1
    assert closed("check --children c.txt --parent p.txt --json >&-", tmp_path).returncode == 1
    assert closed("check --children nothing --parent p.txt 2>&-", tmp_path).returncode == 2
    for reading in ("compact -", "check -", "check --children - --parent p.txt"):
        done = closed(f"{reading} <&-", tmp_path)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
        assert "standard input is closed" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_behind_standard_output_is_told(tmp_path: Path) -> None:
    """One line that says what could not be written; never a verdict."""
    done = closed("explain >/dev/full", tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("leadline: standard output cannot be written")


def test_a_group_alone_is_a_question(run: Run) -> None:
    """`leadline bench` prints its help on standard output, as `leadline` does."""
    ran = run("bench")
    assert (ran.code, ran.err) == (0, "")
    assert "Commands:" in ran.out


def test_colour_only_on_a_terminal_and_never_with_no_color(run_alone: Run, run_on_terminal: Run) -> None:
    """Escape sequences go to terminals only, and NO_COLOR takes them away."""
    assert "\x1b[" in run_on_terminal("explain", "value_changed").out
    assert "\x1b[" not in run_on_terminal("explain", "value_changed", NO_COLOR="1").out
    assert "\x1b[" not in run_on_terminal("explain", "value_changed", TERM="dumb").out
    assert "\x1b[" not in run_alone("explain", "value_changed").out


def test_a_terminal_that_cannot_show_a_character_does_not_crash(run_alone: Run) -> None:
    """On an ASCII terminal what cannot be shown is escaped."""
    ran = run_alone("explain", "ä", PYTHONIOENCODING="ascii")
    assert ran.code == 2
    assert "\\xe4" in ran.err


def test_interrupted_is_130_and_quiet(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends with 130 and one line."""

    def interrupted(*_args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "invoke", interrupted)
    assert main(["explain"]) == 130
    assert capsys.readouterr().err == "leadline: interrupted\n"


def test_a_fault_of_our_own_is_no_verdict(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """An error that nobody foresaw ends with 70, never with 1, and shows no traceback unless asked."""

    def broken(*_args: object) -> None:
        raise KeyError("nobody foresaw this")

    monkeypatch.setattr(cli, "invoke", broken)
    monkeypatch.delenv("LEADLINE_DEBUG", raising=False)
    assert main(["explain"]) == 70
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "LEADLINE_DEBUG=1" in told
    monkeypatch.setenv("LEADLINE_DEBUG", "1")
    assert main(["explain"]) == 70
    assert "Traceback" in capsys.readouterr().err


def test_the_package_runs_as_a_module_from_its_source() -> None:
    """`python -m leadline` is the program."""
    done = subprocess.run(
        [sys.executable, "-m", "leadline", "sample"], capture_output=True, text=True, env=environment(), check=True
    )
    assert "sample:checkpoints" in done.stdout
    assert SRC.is_dir()
