"""Real sessions: the copies that are here, and all of the bench's where it stands beside the checkout."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from session_reading import check_promises

from leadline.readers import Compaction, open_transcript, read_session

ASSETS = Path(__file__).parent / "assets"
BENCH = Path(__file__).parents[3] / "shared" / "bench" / "transcripts"
MINE = ("claude-code", "codex", "pi", "openhands", "gemini-cli", "cline")


@pytest.mark.parametrize(
    ("name", "format", "roles", "compactions"),
    [
        ("claude_sidechain_inline.jsonl", "claude-code", "user assistant tool assistant", []),
        ("claude_resumed_prefix.jsonl", "claude-code", "user assistant user assistant tool assistant", []),
        ("pi_kept_from_model_change.jsonl", "pi", "user assistant user assistant", [(0, 2, 1), (1, 4, 2)]),
        ("gemini_lines_with_set.jsonl", "gemini-cli", "user assistant tool assistant", []),
        ("openhands_sdk_events.jsonl", "openhands", "assistant tool tool assistant tool", []),
        (
            "cline_basic_compaction.json",
            "cline",
            "user assistant user assistant user assistant user assistant user assistant",
            [(0, 6, 1)],
        ),
        ("cline_agentic_compaction.json", "cline", "user assistant", [(0, 0, 1)]),
    ],
)
def test_real_session(name: str, format: str, roles: str, compactions: list[tuple[int, int, int]]) -> None:
    """Who spoke, and per compaction how many were replaced and kept, and its generation."""
    session = read_session(ASSETS / name)
    assert session.meta.format == format
    assert " ".join(message.role for message in session.messages) == roles
    assert [(len(c.replaced), len(c.kept), c.generation) for c in session.compactions] == compactions
    assert not session.skipped
    check_promises(list(open_transcript(ASSETS / name)))


def _entries() -> list[dict[str, object]]:
    index = BENCH / "INDEX.jsonl"
    if not index.exists():
        return []
    entries = [json.loads(line) for line in index.read_text(encoding="utf-8").splitlines()]
    return [entry for entry in entries if entry["format"] in MINE]


@pytest.mark.slow
def test_every_session_of_the_bench_is_read() -> None:
    """No error, nothing skipped, every compaction there, and messages in the order of what the index counts."""
    entries = _entries()
    if not entries:
        pytest.skip("the bench's transcripts do not stand beside this checkout")
    for entry in entries:
        items = list(open_transcript(BENCH / str(entry["file"])))
        check_promises(items)
        told = [item for item in items if isinstance(item, Compaction) and item.trigger != "micro"]
        n_messages = sum(1 for item in items if type(item).__name__ == "Message")
        assert n_messages >= int(str(entry["messages"])) // 4, entry["file"]
        assert len(told) == entry["compactions"], entry["file"]
