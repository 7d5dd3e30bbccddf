"""Bytes to records: containers, line ends, limits, escapes, and one clear error for what is no transcript."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from session_reading import session_of, texts

from leadline.core.text.messages import Message
from leadline.readers import NotATranscriptError, ReaderError, ReadOptions, open_transcript, read_session
from leadline.readers.records import DEPTH_MAX, Malformed, Oversize, parse_bytes, parse_record
from leadline.readers.source import Source

ASSETS = Path(__file__).parent / "assets"
PI = [
    {"type": "session", "version": 3, "id": "s", "timestamp": "t0", "cwd": "/repo"},
    {"type": "message", "id": "u1", "parentId": None, "timestamp": "t1", "message": {"role": "user", "content": "go"}},
]
HEAD = b'{"type":"session","id":"s","cwd":"/r"}\n'


def line(text: str) -> bytes:
    """A message line whose JSON string is written as given, escapes and all."""
    return (
        b'{"type":"message","id":"m","parentId":null,"message":{"role":"user","content":"'
        + text.encode("utf-8", "surrogatepass")
        + b'"}}\n'
    )


def source(content: bytes, max_record: int = 1 << 26) -> Source:
    return Source.open("-", ReadOptions(max_record=max_record), stdin=io.BytesIO(content))


@pytest.mark.parametrize(
    ("content", "container"),
    [
        (b'{"role":"user","content":"a"}\n{"role":"assistant","content":"b"}\n', "lines"),
        (b'{"role":"user","content":"a"}\n', "lines"),
        (b'{"messages":[{"role":"user","content":"a"}]}\n', "document"),
        (b'[{"role":"user","content":"a"}]', "document"),
        (b'{\n "messages": [\n  {"role":"user","content":"a"}\n ]\n}\n', "document"),
        (b'[\n{"role":"user","content":"a"},\n{"role":"assistant","content":"b"}\n]\n', "document"),
        (b'\xef\xbb\xbf{"role":"user","content":"a"}\r\n{"role":"user","content":"b"}\r\n', "lines"),
        (b'e":"cut in front"}\n{"role":"user","content":"a"}\n{"role":"user","content":"b"}\n', "lines"),
        (b'{"role":"user","content":"a"}\n{"role":"us', "lines"),
        (b"# aider chat started\n\n#### hello\n", "text"),
        (b"[a link](x) and prose\nmore\n", "text"),
    ],
    ids=[
        "lines",
        "one-line",
        "one-line-document",
        "list",
        "pretty",
        "list-per-line",
        "bom-crlf",
        "cut-in-front",
        "torn",
        "markdown",
        "bracket-prose",
    ],
)
def test_container_is_decided_by_content(content: bytes, container: str) -> None:
    """guides/formats.md, 0.2: one JSON value, one per line, or text; one line is judged by its keys."""
    assert source(content).container == container


def test_lines_split_on_line_feed_only() -> None:
    """U+2028, U+2029, U+0085 and form feed are legal inside JSON strings."""
    text = "a\u2028b\u2029c\u0085d"
    assert texts(session_of(HEAD + line(text))) == [text]


def test_bom_crlf_and_blank_lines_change_nothing() -> None:
    """Line numbers still count physical lines."""
    plain = session_of(HEAD + line("x"))
    odd = session_of(b"\xef\xbb\xbf" + HEAD.replace(b"\n", b"\r\n") + b"\r\n" + line("x").replace(b"\n", b"\r\n"))
    assert texts(odd) == texts(plain)
    assert [m.line for m in odd.messages] == [3]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"\ud83d", r"\ud83d"),
        (r"\uDE00 alone", r"\ude00 alone"),
        (r"\ud83d\ude00", "😀"),
        (r"\\ud83d", r"\ud83d"),  # an escaped backslash: the text itself says \ud83d, nothing is repaired
    ],
)
def test_lone_surrogate_is_shown_and_a_pair_is_a_character(written: str, read: str) -> None:
    """What cannot be encoded becomes a visible escape; what can, stays."""
    assert texts(session_of(HEAD + line(written))) == [read]


def test_escapes_are_counted_with_their_first_line() -> None:
    """Nothing is repaired silently."""
    session = session_of(HEAD + line("fine") + line(r"\ud83d \ud83d").replace(b'"m"', b'"n"').replace(b"null", b'"m"'))
    assert any("2 characters" in note and "line 3" in note for note in session.notes)
    assert not any("characters" in note for note in session_of(HEAD + line("fine")).notes)


def test_bytes_that_are_no_utf8_are_shown() -> None:
    """One bad byte in a string is a visible escape, not a lost record."""
    raw = HEAD + line("caf@ au lait").replace(b"@", b"\xe9")
    assert texts(session_of(raw)) == ["caf\\xe9 au lait"]


def test_nan_and_infinity_become_words() -> None:
    """Python writes them, strict parsers refuse them; here they are text and counted."""
    parsed = parse_bytes(b'{"a": NaN, "b": [-Infinity]}')
    assert not isinstance(parsed, Malformed)
    assert parsed.value == {"a": "NaN", "b": ["-Infinity"]}
    assert parsed.escapes == 2


def test_integer_with_too_many_digits_keeps_its_digits() -> None:
    """The interpreter refuses to convert them; the record is read all the same."""
    digits = "7" * 5000
    assert parse_record(f'{{"n": {digits}, "m": 12}}'.encode()) == {"n": digits, "m": 12}


@pytest.mark.parametrize("opener", [b"[", b'{"a":'])
def test_nesting_bomb_is_malformed_on_both_sides_of_the_limit(opener: bytes) -> None:
    """A hundred thousand brackets are no record; as many as the limit are."""
    closer = b"]" if opener == b"[" else b"}"
    inner = b"1"
    assert not isinstance(parse_record(opener * DEPTH_MAX + inner + closer * DEPTH_MAX), Malformed)
    assert isinstance(parse_record(opener * (DEPTH_MAX + 1) + inner + closer * (DEPTH_MAX + 1)), Malformed)
    assert isinstance(parse_record(opener * 100_000 + inner + closer * 100_000), Malformed)


def test_record_longer_than_the_limit_is_skipped_with_its_size() -> None:
    """The line is named with its number and size and never held; its neighbours are read."""
    big = line("x" * 5000)
    session = session_of(HEAD + big + line("small").replace(b'"m"', b'"n"'), ReadOptions(max_record=1000))
    assert texts(session) == ["small"]
    (skipped,) = session.skipped
    assert (skipped.line, skipped.torn) == (2, False)
    assert str(len(big) - 1) in skipped.reason
    assert len(skipped.raw) <= 200


def test_record_exactly_at_the_limit_is_read() -> None:
    """Limits are inclusive on the passing side."""
    content = line("x" * 500)
    limit = len(content) - len(b"\n")
    assert texts(session_of(HEAD + content, ReadOptions(max_record=limit))) == ["x" * 500]
    assert texts(session_of(HEAD + content.replace(b"\n", b"\r\n"), ReadOptions(max_record=limit))) == ["x" * 500]
    assert session_of(HEAD + content + line("y"), ReadOptions(max_record=limit - 1)).skipped


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b" \n\t\n", "empty"),
        (b"\xef\xbb\xbf\n", "empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00", "binary"),
        ("hello\n".encode("utf-16"), "UTF-16"),
        (b"\xe9\xe8 caf\xe9\n\xff\xfe\xfd\n", "UTF-8"),
        (b'{"messages": [{"role": "user", "content": "a"},\n {"role": ', "not valid JSON"),
        (b'{"invoice": 17, "total": 12.5}', "no transcript"),
        (b'{"a": 1}\n{"b": 2}\n', "no transcript"),
    ],
    ids=["empty", "blank", "bom-only", "binary", "utf16", "latin1", "cut-document", "other-json", "other-lines"],
)
def test_what_is_no_transcript_gets_one_clear_line(content: bytes, words: str) -> None:
    """What, where, and what to do; one line, and it names the source."""
    with pytest.raises(NotATranscriptError) as caught:
        session_of(content)
    assert words in str(caught.value)
    assert "standard input" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.remedy


def test_missing_file_and_directory(tmp_path: Path) -> None:
    """Each with what to do."""
    with pytest.raises(ReaderError, match="no such file"):
        read_session(tmp_path / "none.jsonl")
    with pytest.raises(ReaderError, match="is a directory"):
        read_session(tmp_path)


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the operating system says it (a test may run as a user who may read everything)."""

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ReaderError, match="no permission") as caught:
        read_session(tmp_path / "locked.jsonl")
    assert "chmod" in caught.value.remedy


def test_pipe_with_a_name(tmp_path: Path) -> None:
    """Process substitution gives a path that cannot be read twice."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(HEAD + line("x"),))
    writer.start()
    assert texts(read_session(pipe)) == ["x"]
    writer.join()


def test_file_that_grows_while_it_is_read(tmp_path: Path) -> None:
    """Both passes see the same bytes; the rest is read next time."""
    path = tmp_path / "live.jsonl"
    path.write_bytes(HEAD + line("one"))
    items = open_transcript(path)
    next(items)
    with path.open("ab") as file:
        file.write(line("two").replace(b'"m"', b'"n"').replace(b"null", b'"m"'))
    assert [item.text for item in items if isinstance(item, Message)] == ["one"]
    assert texts(read_session(path)) == ["one", "two"]


def test_one_giant_line_is_refused(tmp_path: Path) -> None:
    """A file that is one line above the limit holds no record at all: refused, with the way out."""
    with pytest.raises(ReaderError, match="longer than the limit") as caught:
        session_of(b'{"a":"' + b"x" * 3_000_000 + b'"}', ReadOptions(max_record=1_000_000))
    assert "--max-record" in caught.value.remedy


def test_document_above_the_limit_is_refused_with_the_way_out() -> None:
    """A pretty-printed document has no lines to fall back on."""
    content = json.dumps({"messages": [{"role": "user", "content": "x" * 100}] * 20}, indent=1).encode()
    with pytest.raises(ReaderError, match="longer than the limit") as caught:
        session_of(content, ReadOptions(max_record=1000))
    assert caught.value.remedy == f"raise the limit: --max-record {len(content)}"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (HEAD + b"{oops}\n" + line("x"), "line 2: not valid JSON"),
        (HEAD + line("x") + b'{"type":"mess', "line 3: cut off at the end"),
        (HEAD + line("x").replace(b"x", b"caf\xe9") + line("x"), "line 2: 1 character is no text"),
        (HEAD + line("x").replace(b"x", b"\\ud83d") + line("x"), "line 2: 1 character is no text"),
        (HEAD + line("x") + line("x").replace(b'"x"', b"NaN"), "line 3: 1 character is no text"),
        (b'{"messages":[\n{"role":"user","content":"na\xefve caf\xe9"},{"role":"assistant","content":"x"}]}', "line 2: 2 characters are no text"),
        (b"## User\n\nWhere is it?\n\n## Assistant\n\nIn the caf\xe9.\n", "line 7: 1 character is no text"),
    ],
)  # fmt: skip
def test_strict_refuses_what_does_not_come_as_it_was_written(content: bytes, says: str) -> None:
    """A broken line, a torn last one, bytes that are no text, in lines, documents and Markdown; otherwise each of them is read."""
    with pytest.raises(ReaderError, match=says) as caught:
        session_of(content, ReadOptions(strict=True))
    assert "strict" in caught.value.remedy
    session = session_of(content)
    assert session.messages
    assert session.skipped or any("no text" in note for note in session.notes)


def test_broken_line_keeps_its_raw_text_as_opaque_message() -> None:
    """Readers lose nothing: the text is in the stream, and the line is counted."""
    session = session_of(HEAD + b'{"text": "rollback id 7f3a", oops}\n' + line("x"))
    opaque = [message for message in session.messages if message.parts[0].kind == "opaque"]
    assert [(m.line, m.injected, m.text) for m in opaque] == [(2, True, '{"text": "rollback id 7f3a", oops}')]
    assert [(s.line, s.torn) for s in session.skipped] == [(2, False)]


def test_oversize_knows_its_size() -> None:
    """The start of the line is there to be shown, the rest never was."""
    ((_, raw),) = source(b"x" * 5_000_000, max_record=1_000_000).iter_lines()
    assert isinstance(raw, Oversize)
    assert raw.size == 5_000_000
    assert len(raw) <= 1024


MEMORY_PROBE = """
import resource, sys
from leadline.readers import open_transcript, ReadOptions, ReaderError
base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    n = sum(1 for _ in open_transcript(sys.argv[1], ReadOptions(max_record=16 << 20)))
except ReaderError as error:
    n = str(error)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - base) // 1024, n)
"""


def peak_mib(path: Path) -> tuple[int, str]:
    root = Path(__file__).parents[2]
    out = subprocess.run(
        [sys.executable, "-c", MEMORY_PROBE, str(path)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(root / "src")},
    ).stdout.split(maxsplit=1)
    return int(out[0]), out[1].strip()


@pytest.mark.slow
def test_large_file_is_read_in_constant_memory(tmp_path: Path) -> None:
    """200 MB of Claude Code lines cost a few megabytes: one record, and a few words per record."""
    path = tmp_path / "big.jsonl"
    filler = "the quick brown fox " * 10_000
    with path.open("w") as file:
        for n in range(1050):
            file.write(json.dumps({
                "type": "assistant" if n % 2 else "user", "uuid": f"u{n}", "parentUuid": f"u{n - 1}" if n else None, "sessionId": "s",
                "message": {"role": "assistant" if n % 2 else "user", "content": [{"type": "text", "text": f"{n} {filler}"}]},
            }) + "\n")  # fmt: skip
    assert path.stat().st_size > 200_000_000
    mib, counted = peak_mib(path)
    assert counted == "1051"
    assert mib < 40, f"{mib} MiB above the interpreter"


@pytest.mark.slow
def test_one_line_of_100_mb_is_refused_in_constant_memory(tmp_path: Path) -> None:
    """The line is counted, not held."""
    path = tmp_path / "line.jsonl"
    with path.open("wb") as file:
        file.write(b'{"type":"user","text":"')
        for _ in range(100):
            file.write(b"x" * 1_000_000)
        file.write(b'"}\n')
    mib, words = peak_mib(path)
    assert "longer than the limit" in words
    assert mib < 60, f"{mib} MiB above the interpreter"


def test_a_file_that_becomes_shorter_while_it_is_read_is_told(tmp_path: Path) -> None:
    """A half-read session never passes for the whole one."""
    path = tmp_path / "session.jsonl"
    path.write_bytes(b'{"role": "user", "content": "Never restart db-7."}\n' * 20_000)
    with Source.open(path) as source:
        lines = source.iter_lines()
        next(lines)
        os.truncate(path, 300_000)
        with pytest.raises(ReaderError, match="became shorter"):
            list(lines)


def test_a_file_that_grows_while_it_is_read_ends_where_it_ended(tmp_path: Path) -> None:
    """What a live session appends meanwhile belongs to the next reading."""
    path = tmp_path / "session.jsonl"
    path.write_bytes(b'{"role": "user", "content": "Never restart db-7."}\n' * 20_000)
    with Source.open(path) as source:
        lines = source.iter_lines()
        next(lines)
        with path.open("ab") as more:
            more.write(b'{"role": "user"')
        assert sum(1 for _ in lines) == 19_999


class Failing(io.BytesIO):
    """A stream that breaks off with an error of the system."""

    def read(self, size: int | None = -1) -> bytes:
        raise OSError(5, "Input/output error")


def test_standard_input_that_breaks_off_is_told() -> None:
    with pytest.raises(ReaderError, match="standard input"):
        Source.open("-", stdin=Failing(b"x"))
