"""What one run of the program left behind, and the environment that runs get."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

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
