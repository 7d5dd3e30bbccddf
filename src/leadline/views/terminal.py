"""Plain building blocks for what people read in a terminal: safe text, quotes, colour, tables, wrapped paragraphs.

Text of transcripts is never trusted to be printable: control characters (an escape sequence in a tool's output would
otherwise act on the reader's terminal) are shown as escapes. Widths count characters, wide ones as two.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

__all__ = ["QUOTE_MAX", "columns", "cut", "one_line", "paint", "paragraph", "quote", "table", "visible", "width"]

QUOTE_MAX = 160  # characters of a quote in a note; two lines of a usual terminal

_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def visible(text: str) -> str:
    """`text` with every control, format and surrogate character but newline and tab written as its escape."""
    if text.isprintable():
        return text
    return "".join(ch if ch in "\n\t" or _shows(ch) else _escape(ch) for ch in text)


def one_line(text: str) -> str:
    """`text` on one line: white space runs become one space, the rest is made visible."""
    return visible(" ".join(text.split()))


def quote(text: str, limit: int = QUOTE_MAX) -> str:
    """A quotation on one line, in double quotes; a long one loses its middle, visibly."""
    flat = one_line(text)
    if len(flat) > limit:
        head = limit * 2 // 3
        flat = f"{flat[:head].rstrip()} … {flat[-(limit - head) :].lstrip()}"
    return f'"{flat}"'


def paint(text: str, style: str, color: bool) -> str:
    """`text` in a style (bold, dim, red, green, yellow, cyan) where colour is wanted."""
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if color and text else text


def width(text: str) -> int:
    """Terminal columns that `text` takes."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(ch) else 2 if unicodedata.east_asian_width(ch) in "WF" else 1 for ch in text)


def cut(text: str, limit: int) -> str:
    """`text` in at most `limit` columns, with an ellipsis where something is left off."""
    if width(text) <= limit:
        return text
    kept: list[str] = []
    used = 1
    for ch in text:
        used += width(ch)
        if used > limit:
            break
        kept.append(ch)
    return "".join(kept).rstrip() + "…"


def columns(cells: Sequence[str], widths: Sequence[int]) -> str:
    """One row: each cell cut or padded to its width, the last one only cut."""
    *firsts, last = [cut(one_line(cell), limit) for cell, limit in zip(cells, widths, strict=True)]
    padded = [cell + " " * (limit - width(cell)) for cell, limit in zip(firsts, widths, strict=False)]
    return "  ".join([*padded, last]).rstrip()


def table(rows: Sequence[Sequence[str]], *, limit: int = 100, right: frozenset[int] = frozenset()) -> list[str]:
    """Aligned lines; the first row is the header. `right` names the columns of numbers. The last column gives way."""
    flat = [[one_line(cell) for cell in row] for row in rows]
    widths = [max(width(row[i]) for row in flat) for i in range(len(flat[0]))] if flat else []
    room = limit - sum(widths[:-1]) - 2 * (len(widths) - 1)
    lines = []
    for row in flat:
        cells = [
            " " * (widths[i] - width(cell)) + cell if i in right else cell + " " * (widths[i] - width(cell))
            for i, cell in enumerate(row[:-1])
        ]
        last = row[-1]
        if len(row) - 1 in right:
            last = " " * (widths[-1] - width(last)) + last
        lines.append("  ".join([*cells, cut(last, max(room, 20))]).rstrip())
    return lines


def paragraph(text: str, *, indent: str = "", limit: int = 100) -> list[str]:
    """Lines of at most `limit` columns; words are never cut, so that ids stay copyable."""
    lines: list[str] = []
    line = indent
    for word in one_line(text).split(" "):
        if line != indent and width(line) + 1 + width(word) > limit:
            lines.append(line)
            line = indent
        line = line + word if line == indent else f"{line} {word}"
    return [*lines, line]


def _shows(ch: str) -> bool:
    return unicodedata.category(ch) not in ("Cc", "Cf", "Cs", "Co", "Cn")


def _escape(ch: str) -> str:
    code = ord(ch)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
