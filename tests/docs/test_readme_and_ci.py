"""What the README tells people to type is what CI runs, and what it links to is there."""

from __future__ import annotations

import contextlib
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CI = ROOT / ".ci" / "run"


def shell_blocks() -> list[str]:
    return [block.strip() for block in re.findall(r"^```sh\n(.*?)^```", README, re.MULTILINE | re.DOTALL)]


def test_ci_runs_the_readmes_test_command_word_for_word() -> None:
    """The command that .ci/run takes from the README is its second `sh` block, one line that ends in `just check`."""
    printed = subprocess.run(
        [sys.executable, "scripts/readme_command.py", "2"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()
    assert printed == shell_blocks()[1]
    assert "\n" not in printed
    assert printed.endswith("just check")
    script = CI.read_text(encoding="utf-8")
    assert 'test_command="$(python3 scripts/readme_command.py 2)"' in script
    assert '-c "$test_command"' in script


def test_the_first_command_sets_up_and_runs_the_main_job_on_a_sample() -> None:
    """One line: an environment, an install, and `compact` on a session that ships."""
    first = shell_blocks()[0]
    assert "\n" not in first
    steps = first.split(" && ")
    assert steps[0].startswith("python3 -m venv ")
    assert " install " in steps[1]
    assert re.search(r"leadline compact sample:\w+$", steps[2])


def test_ci_is_an_executable_script_that_stops_at_the_first_failure() -> None:
    """Executable, and strict about failures, unset names and pipes."""
    assert os.access(CI, os.X_OK)
    assert "set -euo pipefail" in CI.read_text(encoding="utf-8")


def test_links_between_pages_lead_somewhere() -> None:
    """Each relative link of the README and of the pages in docs/ is a file of the repository."""
    broken = []
    for page in [ROOT / "README.md", ROOT / "ARCHITECTURE.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            if "://" not in target and not (page.parent / target).exists():
                broken.append(f"{page.name} -> {target}")
    assert not broken, broken


def test_the_refusal_on_the_first_screen_is_a_real_run() -> None:
    """The README's first console block is what the program says today, word for word, down to where it stops quoting."""
    folder = ROOT / "docs" / "examples" / "refusal"
    block = re.search(
        r"^```console\n\$ cat summary.txt\n(.*?)\n\$ leadline (.*?)\n(.*?)\n```", README, re.MULTILINE | re.DOTALL
    )
    assert block is not None
    summary, command, printed = block.groups()
    assert summary == (folder / "summary.txt").read_text(encoding="utf-8").rstrip()
    done = subprocess.run(
        [sys.executable, "-m", "leadline", *command.split()], cwd=folder, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stdout.startswith(printed + "\n")


def test_the_python_of_the_readme_says_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples of the library run, and give what stands beside them."""
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)
    assert names["report"].verdict == "invalid"
    assert names["report"].findings
    assert names["messages"] == [{"role": "user", "content": "Find the leak. Never restart db-7 before 18:00."}]


def test_the_functions_that_the_architecture_page_names_exist() -> None:
    """A page that names functions is read by people who then look for them."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    names = [name for name in re.findall(r"`([a-z_/]+(?:\.[A-Za-z_]+)+)`", text) if not name.endswith((".py", ".md"))]
    assert len(names) >= 15
    for name in names:
        parts = ["leadline", *name.replace("/", ".").split(".")]
        value: object = importlib.import_module(parts[0])
        for depth, part in enumerate(parts[1:], start=1):
            with contextlib.suppress(ModuleNotFoundError):
                importlib.import_module(".".join(parts[: depth + 1]))
            assert hasattr(value, part), f"{name}: {'.'.join(parts[:depth])} has no {part}"
            value = getattr(value, part)
