"""Fixtures that run the program in a folder of its own."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from cli_runs import Ran, Run, environment, run_here, run_process


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """`run("check", "-", stdin=b"...")` in an empty folder, in this process."""
    return partial(run_here, tmp_path)


@pytest.fixture
def run_alone(tmp_path: Path) -> Run:
    """The same as a process of its own."""
    return partial(run_process, tmp_path)


@pytest.fixture
def run_on_terminal(tmp_path: Path) -> Run:
    """The same with standard output on a pseudo-terminal."""

    def call(*args: object, stdin: bytes = b"", **extra: str) -> Ran:
        ours, theirs = pty.openpty()
        with subprocess.Popen(
            [sys.executable, "-m", "leadline", *map(str, args)], stdin=subprocess.PIPE, stdout=theirs,
            stderr=subprocess.PIPE, cwd=tmp_path, env=environment(**extra),
        ) as process:  # fmt: skip
            os.close(theirs)
            assert process.stdin is not None
            process.stdin.write(stdin)
            process.stdin.close()
            chunks = []
            while True:
                try:
                    chunk = os.read(ours, 65536)
                except OSError:  # the other end is closed: Linux says EIO
                    break
                if not chunk:
                    break
                chunks.append(chunk)
            assert process.stderr is not None
            error = process.stderr.read()
            code = process.wait(timeout=60)
        os.close(ours)
        return Ran(code, b"".join(chunks).decode("utf-8"), error.decode("utf-8"))

    return call
