"""docs/sweep.md is a way that can be walked: its commands run, in their order, on a session that ships."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from leadline.cli.main import main

PAGE = Path(__file__).parents[2] / "docs" / "sweep.md"


@pytest.mark.slow
def test_the_commands_of_the_page_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All exit 0, but for the one that comes before the seven days are over, and the one that then finds no archive."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.delenv("LEADLINE_STORE", raising=False)
    assert main(["compact", "sample:checkpoints"]) == 0
    given = re.findall(r"^\$ leadline (.+?)(?:\s+#.*)?$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(given) == 7
    codes = {command: main(shlex.split(command)) for command in given}
    said = capsys.readouterr()
    early = [command for command, code in codes.items() if code != 0]
    assert early == ["sweep --apply --archive ../kept", "expand n12 --archive ../kept"]
    assert "grace period" in said.err
    assert "no archive here" in said.err
