"""The rows of a JSON-lines file of a bench, each with its line number.

In: a file. Out: (line, object). ValueError, which ends as exit 2, names file and line for text that is no UTF-8 and for a line that is no JSON object.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

__all__ = ["read_rows"]


def read_rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of the lines that are not blank."""
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                row = json.loads(line.decode("utf-8"))
            except UnicodeDecodeError as error:
                raise ValueError(f"{path.name}:{number}: no UTF-8 (byte {error.start} of the line)") from None
            except (ValueError, RecursionError) as error:
                raise ValueError(f"{path.name}:{number}: no JSON ({error})") from None
            if not isinstance(row, dict):
                raise ValueError(f"{path.name}:{number}: expected a JSON object")
            yield number, row
