"""Print the n-th `sh` block of README.md (1 = set up and run, 2 = set up and test), so that CI runs those very words."""

from __future__ import annotations

import re
import sys
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def shell_blocks(markdown: str) -> list[str]:
    """The contents of the fenced `sh` blocks, in order."""
    return [block.strip() for block in re.findall(r"^```sh\n(.*?)^```", markdown, re.MULTILINE | re.DOTALL)]


if __name__ == "__main__":
    print(shell_blocks(README.read_text(encoding="utf-8"))[int(sys.argv[1]) - 1])
