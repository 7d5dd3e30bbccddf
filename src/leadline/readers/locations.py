"""Where agents keep their sessions on this computer, and which of them is the newest.

Folders as in guides/formats.md ("Where" of sections 1, 2, 3 and 11). The environment is not read here: who calls passes
`CLAUDE_CONFIG_DIR` and `CODEX_HOME` on. Sub-agents' files are no sessions of their own and are left out.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

__all__ = ["find_newest_session", "iter_sessions"]


def find_newest_session(
    *, home: Path | None = None, claude_config_dir: str | Path | None = None, codex_home: str | Path | None = None
) -> Path | None:
    """The session file that was written last, or None. Of two with the same time the later path wins."""
    found = [(status.st_mtime_ns, str(path)) for path, status in _stated(home, claude_config_dir, codex_home)]
    return Path(max(found)[1]) if found else None


def iter_sessions(
    *, home: Path | None = None, claude_config_dir: str | Path | None = None, codex_home: str | Path | None = None
) -> Iterator[Path]:
    """All session files that are not empty, in no particular order of time; folder by folder, sorted."""
    for path, _ in _stated(home, claude_config_dir, codex_home):
        yield path


def _stated(
    home: Path | None, claude_config_dir: str | Path | None, codex_home: str | Path | None
) -> Iterator[tuple[Path, os.stat_result]]:
    home = home or Path.home()
    claude = Path(claude_config_dir) if claude_config_dir else home / ".claude"
    codex = Path(codex_home) if codex_home else home / ".codex"
    patterns = (
        (claude / "projects", "*/*.jsonl"),
        (codex / "sessions", "*/*/*/rollout-*.jsonl"),
        (codex / "archived_sessions", "rollout-*.jsonl"),
        (home / ".pi" / "agent" / "sessions", "*/*.jsonl"),
        (home / ".gemini" / "tmp", "*/chats/session-*.json*"),
    )
    for folder, pattern in patterns:
        for path in sorted(folder.glob(pattern)):
            if path.name.startswith("agent-"):
                continue
            try:
                status = path.stat()
            except OSError:  # gone between listing and asking, or not ours to see
                continue
            if status.st_size:
                yield path, status
