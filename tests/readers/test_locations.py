"""The newest session on this computer."""

from __future__ import annotations

import os
from pathlib import Path

from leadline.readers.locations import find_newest_session, iter_sessions


def put(path: Path, age: int, text: str = "{}\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    os.utime(path, (1_000_000 - age, 1_000_000 - age))
    return path


def test_newest_of_all_agents(tmp_path: Path) -> None:
    """Each agent's folder is looked at; the file that was written last wins."""
    claude = put(tmp_path / ".claude/projects/-repo/a.jsonl", 5)
    codex = put(tmp_path / ".codex/sessions/2026/01/02/rollout-x.jsonl", 4)
    pi = put(tmp_path / ".pi/agent/sessions/--repo--/x.jsonl", 3)
    gemini = put(tmp_path / ".gemini/tmp/h/chats/session-x.json", 2)
    assert set(iter_sessions(home=tmp_path)) == {claude, codex, pi, gemini}
    for newest in (claude, codex, pi, gemini):
        os.utime(newest, (2_000_000, 2_000_000))
        assert find_newest_session(home=tmp_path) == newest
        os.utime(newest, (1, 1))


def test_sub_agents_and_empty_files_are_no_sessions(tmp_path: Path) -> None:
    """They would hide the session that the person means."""
    session = put(tmp_path / ".claude/projects/-repo/a.jsonl", 9)
    put(tmp_path / ".claude/projects/-repo/agent-1.jsonl", 1)
    put(tmp_path / ".claude/projects/-repo/a/subagents/agent-2.jsonl", 1)
    put(tmp_path / ".claude/projects/-repo/b.jsonl", 1, "")
    assert find_newest_session(home=tmp_path) == session


def test_other_folders_are_passed_in(tmp_path: Path) -> None:
    """The environment is read elsewhere."""
    claude = put(tmp_path / "conf/projects/p/a.jsonl", 2)
    codex = put(tmp_path / "cx/sessions/2026/01/02/rollout-x.jsonl", 1)
    home = tmp_path / "empty"
    assert find_newest_session(home=home) is None
    assert find_newest_session(home=home, claude_config_dir=tmp_path / "conf") == claude
    assert find_newest_session(home=home, codex_home=str(tmp_path / "cx")) == codex
