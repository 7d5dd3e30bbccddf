"""Generic chat records: ShareGPT, typed lines, calls without ids, and streams of many lines."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

from reading_b import read_asset, read_json, read_lines

from leadline.readers.detect import detect
from leadline.readers.port import ReadOptions
from leadline.readers.source import Source


def test_conversations_per_line_stay_apart() -> None:
    """Each line is a conversation of its own, whatever its shape; a boundary stands between."""
    found = read_asset("generic_sharegpt_conversations.jsonl")
    assert found.texts == [
        "Be kind.", "hi", "hello", "[conversation 2]", "bye", "farewell", "[conversation 3]", "capital of France?", "Paris",
    ]  # fmt: skip
    assert found.roles[1:3] == ["user", "assistant"]


def test_calls_without_ids_are_paired_by_order_and_name() -> None:
    """Two open calls: a named result finds its own, a nameless one the oldest."""
    found = read_lines(
        {"role": "user", "content": "go"},
        {"type": "tool_call", "name": "a", "arguments": {"x": 1}},
        {"type": "tool_call", "name": "b", "arguments": {"x": 2}},
        {"type": "tool_result", "name": "b", "result": "of b"},
        {"type": "tool_result", "result": "of a", "exit_code": 2},
    )
    _, a, b, of_b, of_a = found.messages
    assert of_b.closes == b.opens
    assert of_a.closes == a.opens
    assert of_a.text == "of a\nexit code 2"


def test_error_lines_are_errors_and_synthetic_lines_are_injected() -> None:
    """A line of type error is a failed result; a line that says it is synthetic is not a person's."""
    found = read_lines(
        {"type": "user", "content": "hi"},
        {"type": "user", "content": "cwd is /x", "synthetic_reason": "environment_context"},
        {"type": "error", "message": "ECONNREFUSED 5433"},
    )
    assert [m.injected for m in found.messages] == [False, True, False]
    assert found.messages[2].parts[0].is_error
    assert found.texts[2] == "ECONNREFUSED 5433"


def test_document_of_sharegpt_is_read_too() -> None:
    """The same shapes as one JSON document."""
    found = read_json([{"conversations": [{"from": "human", "value": "hi"}, {"from": "gpt", "value": "ho"}]}])
    assert list(zip(found.roles, found.texts, strict=True)) == [("user", "hi"), ("assistant", "ho")]


def test_lines_stream(tmp_path: Path) -> None:
    """Memory does not grow with the text: 8 MB of lines in a fraction of that."""
    path = tmp_path / "long.jsonl"
    line = json.dumps({"role": "assistant", "content": "it went well. " * 200}) + "\n"
    path.write_text(json.dumps({"role": "user", "content": "go"}) + "\n" + line * 3_000)
    assert path.stat().st_size > 8_000_000
    with Source.open(path) as source:
        items = detect(source).read(source, ReadOptions())
        next(items)
        tracemalloc.start()
        n = sum(1 for _ in items)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert n == 3_001
    assert peak < 3_000_000
