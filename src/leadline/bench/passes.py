"""One pass over one session in a process of its own: `python -m leadline.bench.passes compact|reference FILE`.

Prints one JSON object: seconds of the work itself (imports and vocabulary loaded before the clock starts), CPU seconds
of it and of the whole process, peak resident memory, and tokens. `reference` is the yardstick: it parses the file
(`json`), splits all text into sentences (`blingfire`) and counts its tokens (`bpe-openai`), in one thread, nothing else.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

__all__ = ["MissingExtraError", "compact_pass", "load_blingfire", "main", "peak_mb", "reference_pass", "texts_of"]

Pass = Callable[[Path], dict[str, Any]]


class MissingExtraError(ValueError):
    """A library of the `bench` extra is not installed."""

    remedy = 'pip install "leadline[bench]"'


def load_blingfire() -> Any:
    """The sentence splitter of the reference pass. Raises MissingExtraError, naming the extra."""
    try:
        import blingfire  # late: only this bench needs it
    except ImportError as error:
        raise MissingExtraError(
            f'the reference pass needs blingfire and numpy ({error}); run: pip install "leadline[bench]"'
        ) from error
    return blingfire


def reference_pass(path: Path) -> dict[str, Any]:
    """Parse, split, count: what any tool that looks at a whole transcript has to do at least."""
    blingfire = load_blingfire()
    count = _counter()
    clock = _Clock()
    tokens = sentences = 0
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            for text in texts_of(json.loads(line)["message"]["content"]):
                sentences += blingfire.text_to_sentences(text).count("\n") + 1
                tokens += count(text)
    return clock.read() | {"tokens": tokens, "sentences": sentences}


def compact_pass(path: Path) -> dict[str, Any]:
    """leadline's main job on the file, with default settings and a new SQLite store."""
    from leadline.compose import compact_file

    _counter()
    with tempfile.TemporaryDirectory() as folder:
        clock = _Clock()
        result = compact_file(path, store=Path(folder) / "store.db")
        figures = clock.read()
    return figures | {"tokens": result.tokens_in, "tokens_out": result.tokens_out}


def texts_of(content: Any) -> Iterator[str]:
    """The text of a message's content: what was said, called and answered, without ids, types and names."""
    if isinstance(content, str):
        yield content
        return
    for block in content:
        for key in ("text", "thinking", "input"):
            yield from _strings_of(block.get(key))
        yield from texts_of(block.get("content", ()))


def _strings_of(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _strings_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings_of(inner)


def _counter() -> Callable[[str], int]:
    from leadline.core.text.tokens import count_tokens

    count_tokens("the vocabulary takes most of a second to load, and both passes load the same one")
    return count_tokens


class _Clock:
    def __init__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), _cpu_seconds()

    def read(self) -> dict[str, Any]:
        return {"work_s": time.perf_counter() - self._wall, "work_cpu_s": _cpu_seconds() - self._cpu}


def _cpu_seconds() -> float:
    """CPU seconds of this process and of those that it started and waited for."""
    waited = os.times()
    return time.process_time() + waited.children_user + waited.children_system


def peak_mb() -> float | None:
    """Peak resident memory of this process in MiB; None where the system does not tell (Windows).

    On Linux from VmHWM: `ru_maxrss` survives `exec` there, so a child would report the size of the process that started it.
    """
    try:
        with open("/proc/self/status", encoding="ascii", errors="replace") as lines:
            return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        pass
    try:
        import resource
    except ImportError:
        return None
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024  # ru_maxrss: bytes there, kilobytes elsewhere
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


PASSES: dict[str, Pass] = {"compact": compact_pass, "reference": reference_pass}


def main(argv: list[str]) -> int:
    name, file = argv
    figures = PASSES[name](Path(file))
    print(json.dumps(figures | {"process_cpu_s": _cpu_seconds(), "peak_mb": peak_mb()}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
