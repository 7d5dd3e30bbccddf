"""Where a command's words go: standard output for results, standard error for progress and trouble.

Never crashes on what it prints: characters that the terminal cannot show are escaped, and a reader that went away
(`| head`) is quiet: what follows is dropped, and the command ends with the code of what it has judged so far.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping
from typing import Any, TextIO

from leadline.views.json import to_json

__all__ = [
    "OutputError",
    "discard_stdout",
    "emit",
    "emit_json",
    "is_closed",
    "is_terminal",
    "prepare_streams",
    "use_color",
    "warn",
]

_closed = False


class OutputError(Exception):
    """Standard output cannot take the result: a full disk, a device that fails."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.remedy = remedy


def prepare_streams() -> None:
    """Make both streams escape what they cannot encode, lone surrogates included."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def emit(text: str = "", *, end: str = "\n") -> None:
    """Write a result to standard output."""
    global _closed
    if _closed or sys.stdout is None:  # None: the caller closed it before we began
        return
    try:
        sys.stdout.write(text + end)
        sys.stdout.flush()
    except BrokenPipeError:
        _closed = True
        discard_stdout()
    except OSError as error:  # a full disk behind `> file`
        _closed = True
        discard_stdout()
        raise OutputError(
            f"standard output cannot be written ({error.strerror or error}); the result was not printed",
            "make room, or send it elsewhere, and run the command again",
        ) from error


def emit_json(value: object, *, indent: int | None = 2) -> None:
    """Write one JSON value; escaped to ASCII where standard output is not UTF-8."""
    encoding = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "")
    emit(to_json(value, ascii_only=encoding != "utf8", indent=indent))


def warn(text: str) -> None:
    """Write one line to standard error; a closed one is nobody's trouble."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()
    except OSError:
        _discard(sys.stderr)


def is_closed() -> bool:
    """Whether the reader of standard output went away."""
    return _closed


def is_terminal(stream: TextIO) -> bool:
    return bool(getattr(stream, "isatty", None)) and stream.isatty()


def use_color(environment: Mapping[str, str] | None = None) -> bool:
    """Colour on a terminal, unless NO_COLOR is set to anything or the terminal is dumb (no-color.org)."""
    env = os.environ if environment is None else environment
    return is_terminal(sys.stdout) and not env.get("NO_COLOR") and env.get("TERM") != "dumb"


def discard_stdout() -> None:
    """Drop whatever is still written to standard output, also by the interpreter at its end."""
    _discard(sys.stdout)


def _discard(stream: Any) -> None:
    """Point a closed stream at nothing, so that the interpreter's own flush at exit stays quiet too."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
