"""Runs of the program: in this process (fast; the same `main`), or in one of its own where streams matter."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from leadline.cli import output
from leadline.cli.main import main

SRC = Path(__file__).parent.parent.parent / "src"


@dataclass(frozen=True, slots=True)
class Ran:
    """What one run of the program left behind."""

    code: int
    out: str
    err: str

    def told(self, code: int) -> str:
        """The one line of an error with this code; fails where there is more, less, or a traceback."""
        assert self.code == code, f"exit {self.code}, expected {code}: {self.err or self.out}"
        assert self.out == "", self.out
        assert self.err.count("\n") == 1, self.err
        assert self.err.startswith("leadline: "), self.err
        assert "Traceback" not in self.err
        return self.err.removeprefix("leadline: ").rstrip("\n")


Run = Callable[..., Ran]


def environment(**extra: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LEADLINE", "NO_COLOR"))}
    return {**kept, "PYTHONPATH": str(SRC), "PYTHONIOENCODING": "utf-8", "TERM": "xterm", **extra}


def run_here(folder: Path, *args: object, stdin: bytes = b"") -> Ran:
    """`main` in this process, with `folder` as the current one and streams that are no terminal."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace") for _ in range(2))
    before = Path.cwd()
    os.chdir(folder)
    try:
        with (
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")),
            patch.object(output, "_closed", False),
        ):
            code = main([*map(str, args)])
    finally:
        os.chdir(before)
    out.flush(), err.flush()
    return Ran(code, out.buffer.getvalue().decode(), err.buffer.getvalue().decode())  # type: ignore[attr-defined]


def run_process(folder: Path, *args: object, stdin: bytes = b"", **extra: str) -> Ran:
    """The program as people start it."""
    done = subprocess.run(
        [sys.executable, "-m", "leadline", *map(str, args)], input=stdin, capture_output=True, cwd=folder,
        env=environment(**extra), timeout=120, check=False,
    )  # fmt: skip
    return Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))
