r"""One line of bytes to one JSON value, or the reason why not.

In: the bytes of one line or one whole document. Out: `Parsed(value, escapes)` or `Malformed(reason)`; nothing raises.
Semantics are those of the standard library's `json` (duplicate keys: the last wins; integers of any size), with three
things made visible so that no later step can fail on them: `NaN`/`Infinity` become their names as text, a lone
surrogate becomes the six characters `\udXXX`, a byte that is not UTF-8 becomes `\xNN`. `escapes` counts them.
Nesting deeper than `DEPTH_MAX` is malformed (a bomb, no record).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from leadline.core.text.messages import Message, Part
from leadline.readers.port import ReaderError, ReadOptions, Skipped

__all__ = [
    "DEPTH_MAX",
    "Malformed",
    "Oversize",
    "Parsed",
    "broken_items",
    "decode_visible",
    "parse_bytes",
    "parse_record",
]

DEPTH_MAX = 200  # records seen in the wild nest below 20; the interpreter's own limit is 1,000 frames
RAW_SHOWN = 200  # characters of a broken record that its `Skipped` quotes

_LONE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Malformed:
    """No JSON value: the reason in words."""

    reason: str


@dataclass(frozen=True, slots=True)
class Parsed:
    """A JSON value; `escapes` is how many characters had to be made visible."""

    value: Any
    escapes: int = 0


class Oversize(bytes):
    """The first bytes of a line that is longer than `max_record`; `size` is its full length in bytes."""

    size: int = 0
    limit: int = 0

    @classmethod
    def of(cls, head: bytes, size: int, limit: int) -> Oversize:
        line = cls(head)
        line.size, line.limit = size, limit
        return line


def parse_record(line: bytes) -> Any:
    """The JSON value of one line, or `Malformed`. See `parse_bytes` for the count of escapes."""
    parsed = parse_bytes(line)
    return parsed if isinstance(parsed, Malformed) else parsed.value


def parse_bytes(raw: bytes) -> Parsed | Malformed:
    """The JSON value of `raw` with the count of characters that had to be made visible, or `Malformed`."""
    if isinstance(raw, Oversize):
        return Malformed(f"record of {raw.size} bytes is longer than the limit of {raw.limit} bytes")
    escapes = 0
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        # Two backslashes: inside a JSON string they stand for one, so that the reader sees \xNN.
        text, escapes = _escape_bytes(raw, "\\\\x{:02x}")
    constants: list[str] = []

    def name_constant(name: str) -> str:
        constants.append(name)
        return name

    try:
        value = _loads(text, name_constant)
        if (raw.count(b"[") + raw.count(b"{")) > DEPTH_MAX and _is_deeper_than(value, DEPTH_MAX):
            return Malformed(f"nested deeper than {DEPTH_MAX} levels")
        if b"\\ud" in raw or b"\\uD" in raw:
            value, lone = _show_surrogates(value)
            escapes += lone
    except RecursionError:
        return Malformed(f"nested deeper than {DEPTH_MAX} levels")
    except json.JSONDecodeError as error:
        return Malformed(f"not valid JSON: {error.msg} at character {error.pos + 1}")
    return Parsed(value, escapes + len(constants))


def decode_visible(raw: bytes) -> tuple[str, int]:
    r"""`raw` as text and the number of bytes that were no UTF-8; each of those is shown as `\xNN`."""
    try:
        return raw.decode("utf-8"), 0
    except UnicodeDecodeError:
        return _escape_bytes(raw, "\\x{:02x}")


def broken_items(
    number: int, raw: bytes, reason: str, options: ReadOptions, *, name: str, torn: bool
) -> Iterator[Skipped | Message]:
    """What a reader yields for a record that cannot be read.

    A torn last line is a `Skipped` alone. Any other broken line is a `Skipped` (so that it is counted) and an opaque
    message that holds its raw text (so that it is not lost), except where it is longer than `max_record`.
    Raises ReaderError for a broken line under `options.strict`; it names the source, `name`.
    """
    text, _ = decode_visible(raw)
    if torn:
        yield Skipped(number, f"cut off at the end of the file ({reason})", text[:RAW_SHOWN], torn=True)
        return
    if options.strict:
        raise ReaderError(
            f"{name}, line {number}: {reason}; strict mode takes only records that can be read whole",
            "repair it, or read it without strict mode: the line is then kept as opaque text",
        )
    yield Skipped(number, reason, text[:RAW_SHOWN])
    if not isinstance(raw, Oversize):
        yield Message(f"line:{number}", "system", (Part("opaque", text),), number, injected=True)


def _loads(text: str, name_constant: Any) -> Any:
    try:
        return json.loads(text, parse_constant=name_constant)
    except json.JSONDecodeError:
        raise
    except ValueError:  # an integer with more digits than the interpreter converts: kept as its digits
        return json.loads(text, parse_constant=name_constant, parse_int=lambda s: int(s) if len(s) < 4000 else s)


def _escape_bytes(raw: bytes, form: str) -> tuple[str, int]:
    text = raw.decode("utf-8", "surrogateescape")
    return re.subn("[\udc80-\udcff]", lambda m: form.format(ord(m[0]) - 0xDC00), text)


def _is_deeper_than(value: Any, limit: int) -> bool:
    level = [value]
    for _ in range(limit):
        level = [child for node in level for child in _children_of(node) if isinstance(child, (dict, list))]
        if not level:
            return False
    return True


def _children_of(node: Any) -> Any:
    if isinstance(node, dict):
        return node.values()
    return node if isinstance(node, list) else ()


def _show_surrogates(value: Any) -> tuple[Any, int]:
    if isinstance(value, str):
        return _LONE.subn(lambda m: f"\\u{ord(m[0]):04x}", value)
    if isinstance(value, list):
        shown = [_show_surrogates(item) for item in value]
        return [item for item, _ in shown], sum(count for _, count in shown)
    if isinstance(value, dict):
        keys = [_show_surrogates(key) for key in value]
        items = [_show_surrogates(item) for item in value.values()]
        pairs = zip(keys, items, strict=True)
        return {key: item for (key, _), (item, _) in pairs}, sum(n for _, n in keys) + sum(n for _, n in items)
    return value, 0
