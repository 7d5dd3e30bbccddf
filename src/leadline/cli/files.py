"""Reading the files that a user names: whole UTF-8 texts, and JSON lines from standard input, both bounded.

Everything that cannot be used is an `InputError` that names the file, the place in it, and the way on.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from leadline.cli.exits import InputError

__all__ = ["TEXT_BYTES_MAX", "iter_json_lines", "parse_json", "read_text", "stdin_bytes"]

TEXT_BYTES_MAX = 64 * 1024 * 1024  # the same bound as one record of a transcript (design.md, section 5)


def read_text(path: str) -> str:
    """The file's text (`-` is standard input), without a byte order mark."""
    raw = _read_bytes(path)
    if b"\x00" in raw[:8192]:
        raise InputError(f"{path} looks like a binary file", "give a UTF-8 text file")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        what = f"{path}:{line} is not valid UTF-8 (byte {error.start} is 0x{raw[error.start]:02x})"
        raise InputError(what, "convert it, for example: iconv -f latin1 -t utf-8") from None


def iter_json_lines(
    stream: BinaryIO, *, bytes_max: int = TEXT_BYTES_MAX
) -> Iterator[tuple[int, dict[str, Any] | InputError]]:
    """(line number, object or what is wrong with the line); empty lines are passed over. Holds one line at a time."""
    number = 0
    while line := stream.readline(bytes_max + 1):
        number += 1
        if len(line) > bytes_max:
            yield number, InputError(f"line {number} is longer than {bytes_max:,} bytes", "split the case")
            _skip_to_newline(stream, line)
        elif line.strip():
            try:
                yield number, parse_json(line, f"line {number}")
            except InputError as error:
                yield number, error


def parse_json(raw: bytes, where: str) -> dict[str, Any]:
    """One JSON object. NaN and infinity are refused: they would make every comparison false."""
    try:
        value = json.loads(raw.decode("utf-8-sig"), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise InputError(f"{where} is not valid UTF-8 (byte {error.start})", "write the line as UTF-8") from None
    except RecursionError:
        raise InputError(f"{where} is nested too deeply to be a case", "give one flat object a line") from None
    except ValueError as error:
        if not isinstance(error, json.JSONDecodeError) and "integer string conversion" in str(error):
            raise InputError(
                f"{where} holds a number of thousands of digits", "write such a number as a text"
            ) from None
        raise InputError(f"{where} is not JSON: {error}", "give one JSON object a line") from None
    if not isinstance(value, dict):
        raise InputError(f"{where} is a JSON {_kind(value)}, expected an object", "give one JSON object a line")
    return value


def _read_bytes(path: str) -> bytes:
    if path == "-":
        raw = stdin_bytes().read(TEXT_BYTES_MAX + 1)
    elif not path:
        raise InputError("a file without a name was given", "name a text file, or - for standard input")
    else:
        if Path(path).is_dir():
            raise InputError(f"{path} is a directory", "give a text file")
        try:
            with open(path, "rb") as file:
                raw = file.read(TEXT_BYTES_MAX + 1)
        except FileNotFoundError:
            raise InputError(f"there is no file {path}", "check the name") from None
        except PermissionError:
            raise InputError(f"no permission to read {path}", "change its mode, or run as its owner") from None
        except (OSError, ValueError) as error:
            reason = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
            raise InputError(
                f"{path} cannot be read ({reason})", "check the name, or copy it to a readable place"
            ) from None
    if len(raw) > TEXT_BYTES_MAX:
        raise InputError(
            f"{path} is larger than {TEXT_BYTES_MAX:,} bytes", "a summary and its children are texts; split it"
        )
    return raw


def stdin_bytes() -> BinaryIO:
    """Standard input as bytes; InputError where the caller closed it."""
    if sys.stdin is None:
        raise InputError("standard input is closed", "pipe the text in, or name a file")
    return sys.stdin.buffer


def _skip_to_newline(stream: BinaryIO, line: bytes) -> None:
    while line and not line.endswith(b"\n"):
        line = stream.readline(1024 * 1024)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _kind(value: object) -> str:
    return {list: "array", str: "string", bool: "boolean", type(None): "null"}.get(type(value), "number")
