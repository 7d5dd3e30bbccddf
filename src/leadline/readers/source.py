r"""A transcript's bytes: a file or standard input, read line by line in bounded memory, or parsed whole.

`Source` never holds more than one record (at most `max_record` bytes), and sees the file as long as it was when opened:
what a live session appends meanwhile belongs to the next reading. Lines are split on `\n` only, because U+2028,
U+0085 and form feed are legal inside JSON strings (guides/formats.md, 0.4); a BOM and a final `\r` are dropped.
Errors: ReaderError for what cannot be opened or is too large, and under `strict` for every record that would not come as it was
written: malformed, torn, or with bytes that are no text. NotATranscriptError for empty, binary and non-UTF-8 input.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import IO, Any, Literal

from leadline.readers.port import NotATranscriptError, ReaderError, ReadOptions
from leadline.readers.records import Malformed, Oversize, Parsed, decode_visible, parse_bytes

__all__ = ["Container", "Probe", "Record", "Source"]

Container = Literal["document", "lines", "text"]

HEAD_BYTES = 64 * 1024  # as much as a probe shows as text
PROBE_RECORDS = 50
PROBE_BYTES = 8 * 1024 * 1024  # a probe stops here even before its 50th record
CHUNK_BYTES = 1024 * 1024
OVERSIZE_SHOWN = 1024  # bytes of a line that is too long to be held
_BOM = b"\xef\xbb\xbf"
_JSON_START = re.compile(rb"\s*(?:\{\s*[\"}]|\[\s*(?:[\[{\"\]\d-]|true|false|null))")
# A single JSON object is a document, and not a one-line JSONL, when it has one of these as list or object.
_DOCUMENT_KEYS = (
    "messages", "steps", "trajectory", "history", "input", "output", "conversation", "conversations", "events",
    "attempts", "samples", "items", "request", "response", "responses_create_params", "requests", "responses",
    "api_conversation_history", "clineMessages", "spans", "runs", "checkpoints", "channel_values", "kwargs",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Record:
    """One non-blank line: 1-based physical number, byte offset, bytes, and its JSON value or `Malformed`.

    `torn` is True for a malformed last line without a line break: a live session, cut while it was written.
    """

    line: int
    offset: int
    raw: bytes
    value: Any
    torn: bool = False


@dataclass(frozen=True, slots=True)
class Probe:
    """The start of a source, for `sniff`: container, parsed records (lines) or the document, and text.

    `records` are the well-formed values of the first lines; of a document, the document itself (an object) or its
    first items (a list). `text` is the first 64 kB, decoded.
    """

    container: Container
    records: tuple[Any, ...]
    document: Any
    text: str

    @property
    def objects(self) -> tuple[dict[str, Any], ...]:
        """The records that are JSON objects."""
        return tuple(record for record in self.records if isinstance(record, dict))


class Source:
    """One transcript's bytes. Open with `Source.open`, close when done (or use `with`)."""

    def __init__(self, file: IO[bytes], path_name: str, options: ReadOptions) -> None:
        self.path_name = path_name
        self.options = options
        self.escapes = 0  # characters made visible so far, see records.py
        self.escapes_line: int | None = None  # where the first of them stood
        self._file = file
        self._percent = -1  # told last
        self.size = file.seek(0, 2)

    @classmethod
    def open(cls, path: str | Path, options: ReadOptions | None = None, *, stdin: IO[bytes] | None = None) -> Source:
        """The source at `path`; `-` spools `stdin` (default: the process's) to a temporary file first."""
        options = options or ReadOptions()
        if str(path) == "-":
            return cls(_spool(stdin), "standard input", options)
        try:
            file = Path(path).open("rb")  # noqa: SIM115 (closed by Source.close)
        except FileNotFoundError as error:
            raise ReaderError(f"{path}: no such file", "check the path") from error
        except IsADirectoryError as error:
            raise ReaderError(f"{path}: is a directory, not a transcript", "name a file in it") from error
        except PermissionError as error:
            raise ReaderError(f"{path}: no permission to read", f"make it readable: chmod u+r {path}") from error
        except (OSError, ValueError) as error:
            raise ReaderError(f"{path}: cannot be opened ({error})", "check the path") from error
        if not file.seekable():  # a pipe with a name
            with file:
                return cls(_spool(file), str(path), options)
        try:
            return cls(file, str(path), options)
        except OSError as error:
            file.close()
            raise ReaderError(
                f"{path}: cannot be read ({error.strerror or error})", "name a regular file, or pipe it in: -"
            ) from error

    def __enter__(self) -> Source:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._file.close()

    @cached_property
    def head(self) -> bytes:
        """The first 64 kB without BOM."""
        with self._told():
            self._file.seek(0)
            return self._file.read(HEAD_BYTES).removeprefix(_BOM)

    def iter_lines(self) -> Iterator[tuple[int, bytes]]:
        """Physical lines with their 1-based number, without line end; blank ones too.

        A line longer than `max_record` comes as `Oversize`: its first bytes and its size, never the whole.
        """
        for number, _, raw in self._iter_spans():
            yield number, raw

    def iter_records(self) -> Iterator[Record]:
        """Non-blank lines, each parsed; a malformed one carries `Malformed` as its value, and raises only under `strict`."""
        for number, offset, raw in self._iter_spans():
            if not raw or raw.isspace():
                continue
            parsed = parse_bytes(raw)
            if isinstance(parsed, Malformed):
                torn = offset + len(raw) >= self.size and not isinstance(raw, Oversize)
                self._refuse_if_strict(
                    number, f"cut off at the end of the file ({parsed.reason})" if torn else parsed.reason
                )
                yield Record(number, offset, raw, parsed, torn)
            else:
                self._count(parsed, number)
                yield Record(number, offset, raw, parsed.value)

    def record_at(self, line: int, offset: int, length: int) -> Record:
        """The record that an earlier pass saw at `offset` (bytes), `length` bytes long, parsed again."""
        with self._told():
            self._file.seek(offset)
            raw = self._file.read(length)
        parsed = parse_bytes(raw)
        return Record(line, offset, raw, parsed if isinstance(parsed, Malformed) else parsed.value)

    def document(self) -> Any:
        """The whole input as one JSON value, parsed once. ReaderError if it is larger than `max_record` or no JSON."""
        parsed = self._document
        if isinstance(parsed, Malformed):
            raise NotATranscriptError(
                f"{self.path_name}: {parsed.reason}", "give the complete file; this one is cut or damaged"
            )
        if parsed.escapes:
            self._refuse_if_strict(self._first_bad_line(), _no_text(parsed.escapes))
        return parsed.value

    def iter_text_lines(self) -> Iterator[tuple[int, str]]:
        """As `iter_lines`, each line as text; bytes that are no UTF-8 are shown as escapes and counted."""
        for number, raw in self.iter_lines():
            text, escapes = decode_visible(raw)
            self._count(Parsed(None, escapes), number)
            yield number, text

    def text(self) -> str:
        r"""The whole input as text, line ends as `\n`, bytes that are no UTF-8 shown as `\xNN`. Bounded by `max_record`."""
        text, escapes = decode_visible(self._read_whole())
        self._count(Parsed(None, escapes), None)
        return text.replace("\r\n", "\n")

    @cached_property
    def container(self) -> Container:
        """How the content is held together (guides/formats.md, 0.2): one JSON value, one per line, or text."""
        self._refuse_what_is_no_text()
        first, n_json, n_lines = self._look_at_lines()
        if first is not None and n_lines == 1:
            return "document" if _is_document(first) else "lines"
        if isinstance(first, dict) or (n_json * 2 >= n_lines > 1 and n_json):
            # Valid JSON per line; a pretty-printed list of one-line objects is still one document.
            if isinstance(first, dict) or not self._is_whole_json():
                return "lines"
            return "document"
        if not _JSON_START.match(self.head):
            return "text"
        if self.size > self.options.max_record:
            raise ReaderError(
                f"{self.path_name}: one JSON document of {self.size} bytes is longer than the limit of {self.options.max_record} bytes",
                f"raise the limit: --max-record {self.size}",
            )
        if self._is_whole_json():
            return "document"
        if n_json:
            return "lines"
        parsed = self._document
        assert isinstance(parsed, Malformed)
        raise NotATranscriptError(
            f"{self.path_name}: {parsed.reason}", "give the complete file; this one is cut or damaged"
        )

    @cached_property
    def probe(self) -> Probe:
        """The start of the content, for `sniff`."""
        text, _ = decode_visible(self.head)
        document = self.document() if self.container == "document" else None
        if self.container == "document":
            records = tuple(document[:PROBE_RECORDS]) if isinstance(document, list) else (document,)
        elif self.container == "lines":
            records = self._first_records()
        else:
            records = ()
        return Probe(self.container, records, document, text)

    @cached_property
    def _document(self) -> Parsed | Malformed:
        parsed = parse_bytes(self._read_whole())
        if isinstance(parsed, Parsed):
            self._count(parsed, None)
        return parsed

    def _is_whole_json(self) -> bool:
        return self.size <= self.options.max_record and isinstance(self._document, Parsed)

    def _read_whole(self) -> bytes:
        if self.size > self.options.max_record:
            raise ReaderError(
                f"{self.path_name}: {self.size} bytes are longer than the limit of {self.options.max_record} bytes for one document",
                f"raise the limit: --max-record {self.size}",
            )
        with self._told():
            self._file.seek(0)
            whole = self._file.read(self.size).removeprefix(_BOM)
        self._tell_place(self.size)
        return whole

    @contextmanager
    def _told(self) -> Iterator[None]:
        """A file that can be opened and not read (a broken disk, a pseudo file, a network gone) is named."""
        try:
            yield
        except OSError as error:
            raise ReaderError(
                f"{self.path_name}: cannot be read ({error.strerror or error})",
                "copy it to a readable place, or check the disk",
            ) from error

    def _refuse_if_strict(self, line: int | None, what: str) -> None:
        if self.options.strict:
            where = self.path_name if line is None else f"{self.path_name}, line {line}"
            raise ReaderError(
                f"{where}: {what}; strict mode takes only records that can be read whole",
                "repair it (a session that is being written ends in half a line: wait), or read it without strict mode",
            )

    def _first_bad_line(self) -> int | None:
        """The line of the first byte that is no UTF-8; None where all are (an escape in the JSON itself is no text then)."""
        raw = self._read_whole()
        try:
            raw.decode("utf-8")
        except UnicodeDecodeError as error:
            return raw.count(b"\n", 0, error.start) + 1
        return None

    def _count(self, parsed: Parsed, line: int | None) -> None:
        if parsed.escapes:
            if line is not None:
                self._refuse_if_strict(line, _no_text(parsed.escapes))
            self.escapes += parsed.escapes
            if self.escapes_line is None:
                self.escapes_line = line

    def _iter_spans(self) -> Iterator[tuple[int, int, bytes]]:
        number, at = 0, 0
        while True:
            # Another pass, or `record_at`, may have moved the file between two lines.
            with self._told():
                if self._file.tell() != at:
                    self._file.seek(at)
                raw = self._file.readline(min(CHUNK_BYTES, self.size - at)) if at < self.size else b""
            if not raw:
                if at < self.size:
                    raise ReaderError(
                        f"{self.path_name}: became shorter while it was read ({at:,} of {self.size:,} bytes were there)",
                        "somebody rewrites it: run the command again when that is done",
                    )
                return
            number += 1
            start, at = at, at + len(raw)
            if not raw.endswith(b"\n"):
                raw, at = self._finish_line(raw, at)
            if number == 1 and raw.startswith(_BOM):
                raw, start = raw.removeprefix(_BOM), start + len(_BOM)
            if not isinstance(raw, Oversize):
                raw = raw.removesuffix(b"\n").removesuffix(b"\r")
                if len(raw) > self.options.max_record:
                    raw = Oversize.of(raw[:OVERSIZE_SHOWN], len(raw), self.options.max_record)
            self._tell_place(at)
            yield number, start, raw

    def _tell_place(self, at: int) -> None:
        if self.options.on_read is not None and self._percent != (percent := at * 100 // max(1, self.size)):
            self._percent = percent
            self.options.on_read(percent)

    def _finish_line(self, raw: bytes, at: int) -> tuple[bytes, int]:
        """The rest of a line whose first chunk is `raw`; beyond `max_record` the bytes are counted, not kept."""
        chunks, size, limit = [raw], len(raw), self.options.max_record
        while chunk := self._rest_of_line(self.size - at + len(raw) - size):
            size += len(chunk)
            if size <= limit + len(b"\r\n"):
                chunks.append(chunk)
            else:
                del chunks[1:]
            if chunk.endswith(b"\n"):
                break
        if size > limit + len(b"\r\n"):
            return Oversize.of(chunks[0][:OVERSIZE_SHOWN], size, limit), at - len(raw) + size
        return b"".join(chunks), at - len(raw) + size

    def _rest_of_line(self, left: int) -> bytes:
        with self._told():
            return self._file.readline(max(0, min(CHUNK_BYTES, left)))

    def _look_at_lines(self) -> tuple[Any, int, int]:
        """Value of the first non-blank line (None if no JSON object or list), objects and lines among the first 50."""
        first: Any = None
        n_json = n_lines = n_bytes = n_oversize = 0
        for _, raw in self.iter_lines():
            if not raw.strip():
                continue
            n_lines += 1
            n_bytes += len(raw)
            n_oversize += isinstance(raw, Oversize)
            parsed = parse_bytes(raw) if raw.lstrip()[:1] in (b"{", b"[") else Malformed("")
            if isinstance(parsed, Parsed):
                if n_lines == 1:
                    first = parsed.value
                n_json += isinstance(parsed.value, dict)
            if n_lines >= PROBE_RECORDS or n_bytes > PROBE_BYTES:
                break
        if n_oversize == n_lines:
            raise ReaderError(
                f"{self.path_name}: line 1 is longer than the limit of {self.options.max_record} bytes for one record, and no other line is shorter",
                f"raise the limit: --max-record {self.size}",
            )
        return first, n_json, n_lines

    def _first_records(self) -> tuple[Any, ...]:
        records: list[Any] = []
        n_bytes = 0
        for number, raw in self.iter_lines():
            n_bytes += len(raw)
            parsed = parse_bytes(raw)
            if isinstance(parsed, Parsed):
                records.append(parsed.value)
            if len(records) >= PROBE_RECORDS or n_bytes > PROBE_BYTES or number > 4 * PROBE_RECORDS:
                break
        return tuple(records)

    def _refuse_what_is_no_text(self) -> None:
        head = self.head
        if not head.strip():
            raise NotATranscriptError(f"{self.path_name}: is empty", "give a transcript with at least one message")
        if head.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise NotATranscriptError(
                f"{self.path_name}: is UTF-16, not UTF-8", f"convert it: iconv -f UTF-16 -t UTF-8 {self.path_name}"
            )
        if b"\x00" in head:
            raise NotATranscriptError(
                f"{self.path_name}: is binary, not a transcript",
                "give the session file of an agent (JSONL, JSON or Markdown)",
            )
        lines = [line for line in head.split(b"\n")[:PROBE_RECORDS] if line.strip()]
        if len(lines) > 1 and self.size > HEAD_BYTES:
            lines.pop()  # the head may have cut it inside a character
        if all(decode_visible(line)[1] for line in lines):
            raise NotATranscriptError(
                f"{self.path_name}: is not UTF-8 (no line at its start is)",
                "convert it to UTF-8, for example with iconv",
            )


def _no_text(n: int) -> str:
    what = "1 character is" if n == 1 else f"{n:,} characters are"
    return f"{what} no text (a byte that is no UTF-8, a lone surrogate, NaN)"


def _is_document(value: Any) -> bool:
    if isinstance(value, list):
        return True
    return any(isinstance(value.get(key), (list, dict)) for key in _DOCUMENT_KEYS)


def _spool(stdin: IO[bytes] | None) -> IO[bytes]:
    import sys

    given = stdin or (sys.stdin and sys.stdin.buffer)
    if given is None:
        raise ReaderError("standard input is closed", "pipe the transcript in, or name its file")
    try:
        file = tempfile.TemporaryFile()  # noqa: SIM115 (closed by Source.close)
        shutil.copyfileobj(given, file, CHUNK_BYTES)
        file.flush()
    except OSError as error:
        raise ReaderError(
            f"standard input could not be copied to a temporary file ({error.strerror or error})",
            "write it to a file and name that, or point TMPDIR at a place with room",
        ) from error
    return file
