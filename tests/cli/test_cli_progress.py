"""Who waits at a terminal sees how far it is, from the first byte that is read; who does not, sees nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from cli_runs import environment

from leadline.cli.progress import progress_text
from leadline.compose import audit_file, compact_file

RECORDS = [
    {
        "role": role,
        "content": f"Step {i} took {i * 7} ms. " + "The next module was read and nothing in it was new. " * 12,
    }
    for i in range(120)
    for role in ("user", "assistant")
]


@pytest.fixture
def session(tmp_path: Path) -> Path:
    path = tmp_path / "session.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in RECORDS), encoding="utf-8")
    return path


def test_reading_is_told_before_the_first_leaf_and_up_to_the_end(session: Path, tmp_path: Path) -> None:
    """Every pass runs to 100 percent in steps that a person can see, none twice in a row."""
    events: list[tuple[str, int]] = []
    compact_file(session, store=tmp_path / "store", budget=2000, progress=lambda *event: events.append(event))
    first = next(n for n, event in enumerate(events) if event[0] == "leaf")
    early = [percent for what, percent in events[:first] if what == "read"]
    assert len(early) > 50
    assert 100 in early
    read = [percent for what, percent in events if what == "read"]
    assert read[-1] == 100
    assert all(a != b for a, b in pairwise(read))
    assert {what for what, _ in events} == {"read", "leaf", "node"}


def test_a_document_and_an_audit_are_told_too(tmp_path: Path) -> None:
    events: list[tuple[str, int]] = []
    whole = tmp_path / "whole.json"
    whole.write_text(json.dumps({"messages": RECORDS}), encoding="utf-8")
    audit_file(whole, progress=lambda *event: events.append(event))
    assert ("read", 100) in events
    audit_file("sample:checkpoints", progress=lambda *event: events.append(event))
    assert ("compaction", 1) in events


def test_the_line_says_what_is_going_on() -> None:
    assert progress_text(Counter()) == "reading, 0%"
    assert progress_text(Counter(read=40)) == "reading, 40%"
    assert progress_text(Counter(read=70, leaf=2, tokens=3000, node=1)) == (
        "measuring, 70% read: 2 leaves, 3,000 tokens, parents tried: 1"
    )
    assert progress_text(Counter(read=100, compaction=3)) == "judging: 3 compactions"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo terminals")
def test_a_terminal_sees_it_and_a_file_does_not(session: Path, tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "leadline", "compact", str(session), "--budget", "2000", "--context-only"]
    given = {"cwd": tmp_path, "env": environment(), "stdout": subprocess.PIPE}
    with subprocess.Popen(command, stderr=theirs, **given) as running:
        os.close(theirs)
        seen = b""
        try:
            while piece := os.read(ours, 65536):
                seen += piece
        except OSError:  # how Linux tells that the other side has closed it
            pass
        finally:
            os.close(ours)
        printed = running.stdout.read()
    assert running.returncode == 0
    assert b"reading, " in seen
    assert b"measuring, " in seen
    assert b"reading" not in printed
    quiet = subprocess.run(command, stderr=subprocess.PIPE, check=True, **given)
    assert b"reading, " not in quiet.stderr
