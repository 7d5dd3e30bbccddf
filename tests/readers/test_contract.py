"""One behaviour suite for every reader: what port.py promises, on a tiny sample per format and on arbitrary input."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leadline.core.text.messages import Message, join_messages
from leadline.readers.detect import FORMAT_MODULES, detect, get_module
from leadline.readers.port import Compaction, Item, ReaderError, ReadOptions, Skipped, TranscriptMeta
from leadline.readers.source import Source


@dataclass(frozen=True)
class Sample:
    """The smallest transcript of a format; `lines` where each record is a line."""

    module: str
    text: str
    n_messages: int

    @property
    def is_lines(self) -> bool:
        return self.text.count("\n") > 1 and self.module != "markdown"


def _lines(*records: object) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


def _claude(kind: str, uuid: str, parent: str | None, content: object, **more: object) -> dict[str, object]:
    return {
        "type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": "s1", "version": "2.1.14", "cwd": "/repo",
        "isSidechain": False, "userType": "external", "timestamp": "2026-01-01T00:00:00Z",
        "message": {"role": kind, "content": content}, **more,
    }  # fmt: skip


CALL = {"id": "c1", "type": "function", "function": {"name": "bash", "arguments": '{"command": "ls"}'}}
ALL_SAMPLES = (
    Sample(
        "claude_code",
        _lines(
            _claude("user", "u1", None, "list the files"),
            _claude("assistant", "u2", "u1", [{"type": "tool_use", "id": "c1", "name": "Bash", "input": {"command": "ls"}}]),
            _claude("user", "u3", "u2", [{"type": "tool_result", "tool_use_id": "c1", "content": "a.txt"}]),
        ),
        3,
    ),
    Sample(
        "codex",
        _lines(
            {"timestamp": "t", "type": "session_meta", "payload": {"id": "s1", "cwd": "/repo"}},
            {"timestamp": "t", "type": "response_item", "payload": {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "list the files"}]}},
            {"timestamp": "t", "type": "response_item", "payload": {"type": "function_call", "name": "shell", "call_id": "c1", "arguments": '{"command": ["ls"]}'}},
            {"timestamp": "t", "type": "response_item", "payload": {"type": "function_call_output", "call_id": "c1", "output": "a.txt"}},
        ),
        3,
    ),
    Sample(
        "pi",
        _lines(
            {"type": "session", "version": 3, "id": "s1", "timestamp": "t", "cwd": "/repo"},
            {"type": "message", "id": "a1", "parentId": None, "timestamp": "t", "message": {"role": "user", "content": "list the files"}},
            {"type": "message", "id": "a2", "parentId": "a1", "timestamp": "t", "message": {"role": "assistant", "content": [{"type": "toolCall", "id": "c1", "name": "bash", "arguments": {"command": "ls"}}]}},
            {"type": "message", "id": "a3", "parentId": "a2", "timestamp": "t", "message": {"role": "toolResult", "toolCallId": "c1", "toolName": "bash", "content": [{"type": "text", "text": "a.txt"}]}},
        ),
        3,
    ),
    Sample(
        "openhands",
        _lines(
            {"id": "e1", "kind": "MessageEvent", "timestamp": "t", "source": "user", "llm_message": {"role": "user", "content": [{"type": "text", "text": "list the files"}]}},
            {"id": "e2", "kind": "ActionEvent", "timestamp": "t", "source": "agent", "tool_name": "bash", "tool_call_id": "c1", "action": {"kind": "BashAction", "command": "ls"}, "tool_call": {"id": "c1", "name": "bash", "arguments": '{"command": "ls"}'}},
            {"id": "e3", "kind": "ObservationEvent", "timestamp": "t", "source": "environment", "tool_name": "bash", "tool_call_id": "c1", "action_id": "e2", "observation": {"content": [{"type": "text", "text": "a.txt"}]}},
        ),
        3,
    ),
    Sample(
        "gemini",
        json.dumps({"sessionId": "s1", "projectHash": "h", "startTime": "t", "lastUpdated": "t", "messages": [
            {"id": "m1", "timestamp": "t", "type": "user", "content": "list the files"},
            {"id": "m2", "timestamp": "t", "type": "gemini", "content": "done", "toolCalls": [{"id": "c1", "name": "ls", "args": {}, "status": "success", "result": [{"functionResponse": {"id": "c1", "name": "ls", "response": {"output": "a.txt"}}}]}]},
        ]}),
        2,
    ),
    Sample(
        "cline",
        json.dumps({"version": 1, "updated_at": "t", "agent": "lead", "sessionId": "s1", "messages": [
            {"id": "m1", "role": "user", "content": [{"type": "text", "text": "list the files"}], "ts": 1},
            {"id": "m2", "role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "ls", "input": {}}], "ts": 2},
            {"id": "m3", "role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "name": "ls", "content": "a.txt"}], "ts": 3},
        ]}),
        3,
    ),
    Sample(
        "openai_chat",
        _lines(
            {"role": "user", "content": "list the files"},
            {"role": "assistant", "content": None, "tool_calls": [CALL]},
            {"role": "tool", "tool_call_id": "c1", "content": "a.txt"},
        ),
        3,
    ),
    Sample(
        "openai_responses",
        _lines(
            {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "list the files"}]},
            {"type": "function_call", "id": "f1", "call_id": "c1", "name": "bash", "arguments": '{"command": "ls"}'},
            {"type": "function_call_output", "call_id": "c1", "output": "a.txt"},
        ),
        3,
    ),
    Sample(
        "anthropic",
        _lines(
            {"role": "user", "content": "list the files"},
            {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "bash", "input": {"command": "ls"}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "a.txt"}]},
        ),
        3,
    ),
    Sample(
        "langchain",
        _lines(
            {"type": "human", "id": "m1", "content": "list the files", "additional_kwargs": {}},
            {"type": "ai", "id": "m2", "content": "", "tool_calls": [{"name": "bash", "args": {"command": "ls"}, "id": "c1"}]},
            {"type": "tool", "id": "m3", "content": "a.txt", "tool_call_id": "c1", "status": "success"},
        ),
        3,
    ),
    Sample(
        "swe_agent",
        json.dumps({"environment": "main", "trajectory": [], "history": [
            {"role": "user", "content": "list the files", "agent": "main", "message_type": "observation"},
            {"role": "assistant", "content": "look\n```\nls\n```", "thought": "look\n", "action": "ls\n", "agent": "main", "message_type": "action"},
            {"role": "user", "content": "a.txt", "agent": "main", "message_type": "observation"},
        ]}),
        3,
    ),
    Sample(
        "atif",
        json.dumps({"schema_version": "ATIF-v1.5", "session_id": "s1", "agent": {"name": "a", "version": "1"}, "steps": [
            {"step_id": 1, "source": "user", "message": "list the files"},
            {"step_id": 2, "source": "agent", "message": "", "tool_calls": [{"tool_call_id": "c1", "function_name": "bash", "arguments": {"command": "ls"}}], "observation": {"results": [{"source_call_id": "c1", "content": "a.txt"}]}},
        ]}),
        3,
    ),
    Sample(
        "generic",
        _lines(
            {"role": "user", "content": "list the files"},
            {"type": "tool_call", "name": "bash", "arguments": {"command": "ls"}},
            {"type": "tool_result", "name": "bash", "result": "a.txt"},
        ),
        3,
    ),
    Sample("markdown", "User: list the files\n\nAssistant: there is a.txt\n\nUser: thanks\n", 3),
)  # fmt: skip

SAMPLES = tuple(sample for sample in ALL_SAMPLES if get_module(sample.module) is not None)

by_module = pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: s.module)
by_line_module = pytest.mark.parametrize("sample", [s for s in SAMPLES if s.is_lines], ids=lambda s: s.module)


def read_bytes(content: bytes, module: Any = None, options: ReadOptions | None = None) -> list[Item]:
    """All items of `content`, by the reader that recognises it or by `module`."""
    options = options or ReadOptions()
    with Source(io.BytesIO(content), "sample", options) as source:
        return list((module or detect(source)).read(source, options))


def read(text: str) -> list[Item]:
    return read_bytes(text.encode())


def messages(items: list[Item]) -> list[Message]:
    return [item for item in items if isinstance(item, Message)]


def check_promises(items: list[Item]) -> None:
    """What holds for every stream, whatever the input was."""
    assert isinstance(items[0], TranscriptMeta)
    assert not any(isinstance(item, TranscriptMeta) for item in items[1:])
    found = messages(items)
    ids = [m.id for m in found] + [c.id for c in items if isinstance(c, Compaction)]
    assert len(ids) == len(set(ids)), "ids are unique"
    assert all(m.role != "summary" for m in found), "a summary is a Compaction, never a message"
    assert all(m.line >= 1 for m in found)
    known = {item.id for item in items if isinstance(item, (Message, Compaction))}
    for item in items:
        if isinstance(item, Compaction):
            assert set(item.replaced) <= known, "what a compaction replaced is in the stream"
            assert not set(item.replaced) & set(item.kept)
    text, segments = join_messages(tuple(found))
    assert all(0 <= s.start <= s.end <= len(text) for s in segments)
    text.encode("utf-8")


def test_every_format_has_a_sample() -> None:
    """A new reader joins this suite: the table of samples names each module that there is."""
    assert {s.module for s in ALL_SAMPLES} == set(FORMAT_MODULES)


@by_module
def test_sample_is_found_by_its_content(sample: Sample) -> None:
    """The reader of its own format is the surest of each sample."""
    with Source(io.BytesIO(sample.text.encode()), "sample", ReadOptions()) as source:
        assert detect(source).__name__.rsplit(".", 1)[1] == sample.module


@by_module
def test_stream_keeps_its_promises(sample: Sample) -> None:
    """Meta first, ids unique, no summary among the messages, and all that was said is there."""
    items = read(sample.text)
    check_promises(items)
    assert len(messages(items)) >= sample.n_messages
    text = "\n".join(m.text for m in messages(items))
    assert "list the files" in text
    assert "a.txt" in text


@by_module
def test_reading_twice_gives_identical_items(sample: Sample) -> None:
    """Ids, lines and texts depend on nothing but the input."""
    assert read(sample.text) == read(sample.text)


@by_module
def test_every_result_has_its_call_before_it(sample: Sample) -> None:
    """A call id that a result closes was opened by an earlier message, and each call is closed."""
    opened: set[str] = set()
    closed: set[str] = set()
    for message in messages(read(sample.text)):
        opened |= message.opens
        assert message.closes <= opened
        closed |= message.closes
    assert opened == closed
    assert opened or sample.module == "markdown"


@by_module
def test_a_tool_speaks_as_tool(sample: Sample) -> None:
    """Tool output stands in a segment of role tool, also where the format puts it into a user record."""
    found = messages(read(sample.text))
    text, segments = join_messages(tuple(found))
    roles = {s.role for s in segments if "a.txt" in text[s.start : s.end]}
    assert roles == ({"assistant"} if sample.module == "markdown" else {"tool"})


@by_line_module
def test_torn_last_line_is_said_and_the_rest_read(sample: Sample) -> None:
    """A live session ends in half a line: one torn Skipped, all other messages as before."""
    whole = read(sample.text)
    lines = sample.text.count("\n")
    items = read(sample.text + '{"type": "user", "mess')
    torn = [item for item in items if isinstance(item, Skipped)]
    assert [(t.line, t.torn) for t in torn] == [(lines + 1, True)]
    assert messages(items) == messages(whole)


@by_line_module
def test_broken_line_in_the_middle_is_kept_and_counted(sample: Sample) -> None:
    """It comes as Skipped with its line, and its raw text is not lost; strict mode refuses it."""
    first, rest = sample.text.split("\n", 1)
    text = f"{first}\nthe disk was full at 0x3F\n{rest}"
    items = read(text)
    assert [(s.line, s.torn) for s in items if isinstance(s, Skipped)] == [(2, False)]
    assert any("the disk was full at 0x3F" in m.text for m in messages(items))
    with pytest.raises(ReaderError, match="2"):
        read_bytes(text.encode(), options=ReadOptions(strict=True))


@by_line_module
def test_strict_mode_names_the_file_and_the_line_of_a_value_that_is_no_object(sample: Sample) -> None:
    """Valid JSON, and no record: told as every other line that cannot be read whole, with what to do."""
    first, rest = sample.text.split("\n", 1)
    text = f"{first}\n17\n{rest}"
    refuses = {"claude_code", "codex", "pi", "openhands", "gemini"}  # the others take whatever value as a record
    if sample.module not in refuses:
        read_bytes(text.encode(), options=ReadOptions(strict=True))
        return
    with pytest.raises(ReaderError, match=r"sample, line 2: a JSON value, but no object; strict") as caught:
        read_bytes(text.encode(), options=ReadOptions(strict=True))
    assert "without strict mode" in caught.value.remedy


@by_line_module
def test_unknown_record_is_kept(sample: Sample) -> None:
    """A record type that nobody has seen yet is text in the stream, not a gap."""
    unknown = {
        "type": "quantum_checkpoint",
        "payload": {"note": "valve 17 stays shut"},
        "detail": "valve 17 stays shut",
    }
    if sample.module in ("claude_code", "pi"):
        unknown |= {"uuid": "x9", "id": "x9", "parentUuid": "u3", "parentId": "a3", "sessionId": "s1"}
    if sample.module == "openhands":
        unknown |= {"kind": "QuantumEvent", "id": "x9", "source": "agent", "timestamp": "t"}
    items = read(sample.text + _lines(unknown))
    check_promises(items)
    assert any("valve 17 stays shut" in m.text for m in messages(items))


@by_line_module
def test_line_ends_and_a_mark_in_front_change_nothing(sample: Sample) -> None:
    """CRLF, a byte order mark and blank lines do not touch what was said."""
    plain = [m.text for m in messages(read(sample.text))]
    crlf = b"\xef\xbb\xbf" + sample.text.replace("\n", "\r\n\r\n").encode()
    assert [m.text for m in messages(read_bytes(crlf))] == plain


@by_line_module
def test_separators_inside_of_strings_do_not_split_records(sample: Sample) -> None:
    """U+2028, U+0085 and form feed are legal in JSON strings."""
    raw = sample.text.replace("a.txt", "a\u2028b\u0085c\u000cd.txt".replace("\u000c", "\\f"))
    items = read(raw)
    assert not any(isinstance(item, Skipped) for item in items)
    assert any("a\u2028b\u0085c\x0cd.txt" in m.text for m in messages(items))


# ------------------------------------------------------------------------------------------------ arbitrary input

WORDS = (
    "role", "content", "type", "text", "message", "messages", "id", "tool_calls", "tool_call_id", "function", "name",
    "arguments", "input", "output", "request", "response", "object", "steps", "source", "observation", "results",
    "schema_version", "history", "trajectory", "action", "thought", "kwargs", "lc", "data", "traj", "summary",
    "uuid", "parentUuid", "sessionId", "payload", "kind", "timestamp", "compactMetadata", "from", "value",
    "conversations", "samples", "info", "subtype", "previous_response_id", "encrypted_content", "toolUseResult",
    "logicalParentUuid", "isCompactSummary", "parentId", "firstKeptEntryId", "projectHash", "toolCalls", "args",
    "forgotten_event_ids", "replacement_history", "additional_kwargs", "tool_call_ids", "reasoning_details",
)  # fmt: skip
VALUES = (
    "user", "assistant", "tool", "system", "human", "ai", "agent", "critic", "message", "tool_use", "tool_result",
    "thinking", "compaction", "reasoning", "function_call", "function_call_output", "image", "remove", "constructor",
    "ATIF-v1.5", "response", "response.compaction", "compact_boundary", "response_item", "compacted", "session",
    "session_meta", "event_msg", "MessageEvent", "Condensation", "gemini", "say", "__remove_all__", "{\"a\": 1}", "",
    "This session is being continued from a previous conversation that ran out of context.", "\x1b[31mred\x1b[0m",
    "text", "\ud83d", "Here is a summary of the conversation to date:\n\nx",
)  # fmt: skip
scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.sampled_from(VALUES))
trees = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.sampled_from(WORDS), inner, max_size=6),
    ),
    max_leaves=24,
)
records = st.dictionaries(st.sampled_from(WORDS), trees, min_size=1, max_size=7)
arbitrary = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
MODULES = tuple(module for name in FORMAT_MODULES if (module := get_module(name)) is not None)


def must_not_break(content: bytes, module: Any) -> None:
    """A reader that claims a source reads it with its promises kept, or raises ReaderError."""
    try:
        with Source(io.BytesIO(content), "sample", ReadOptions()) as source:
            if module.sniff(source.probe) <= 0:
                return
            items = list(module.read(source, ReadOptions()))
    except ReaderError:
        return
    check_promises(items)


@arbitrary
@given(value=st.one_of(records, st.lists(records, max_size=4)))
def test_arbitrary_documents_raise_nothing_but_reader_errors(value: Any) -> None:
    """Whatever stands in a JSON document, each reader reads it or says why not."""
    for module in MODULES:
        must_not_break(json.dumps(value).encode(), module)


@arbitrary
@given(values=st.lists(records, min_size=2, max_size=5), tail=st.binary(max_size=12))
def test_arbitrary_lines_raise_nothing_but_reader_errors(values: list[Any], tail: bytes) -> None:
    """Whatever stands on its lines, and however the last one was cut."""
    for module in MODULES:
        must_not_break("\n".join(map(json.dumps, values)).encode() + b"\n" + tail, module)


@by_module
@settings(arbitrary, max_examples=20)
@given(data=st.data())
def test_damaged_samples_raise_nothing_but_reader_errors(sample: Sample, data: st.DataObject) -> None:
    """One value of a valid sample is replaced by anything: the usual damage of an exporter."""
    rows = [json.loads(line) for line in sample.text.splitlines()] if sample.module != "markdown" else []
    for row in rows:
        holder: Any = row
        while isinstance(holder, (dict, list)) and holder:
            keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            key = data.draw(st.sampled_from(keys))
            if data.draw(st.booleans()) or not isinstance(holder[key], (dict, list)):
                holder[key] = data.draw(trees)
                break
            holder = holder[key]
    content = "".join(json.dumps(row) + "\n" for row in rows) or sample.text[data.draw(st.integers(0, 40)) :]
    must_not_break(content.encode("utf-8", "surrogatepass"), get_module(sample.module))
