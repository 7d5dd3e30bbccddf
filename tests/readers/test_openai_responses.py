"""OpenAI Responses: repeated inputs, hosted tools, and the two ways of compaction."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

from reading_b import read_asset, read_json

from leadline.readers.openai_responses import read
from leadline.readers.port import ReadOptions
from leadline.readers.source import Source


def test_compact_endpoint_is_explicit_and_the_echo_is_not_said_twice() -> None:
    """Replaced = the input less the messages that the output repeats; opaque, since it is encrypted."""
    found = read_asset("responses_compact_endpoint_then_only_the_item.jsonl")
    first = found.compactions[0]
    user, reply = found.messages[1], next(m for m in found.messages if m.id == "m1")
    assert (first.id, first.opaque, first.summary, first.evidence, first.trigger) == (
        "cmp1",
        True,
        None,
        "explicit",
        "manual",
    )
    assert first.kept == (user.id,)
    assert set(first.replaced) == {reply.id, "rs1"}
    assert found.texts.count("2+2?") == 1


def test_compaction_by_the_server_replaces_all_before_it_and_nests() -> None:
    """An item in the output stands for what came before, the older summary included."""
    found = read_asset("responses_compact_endpoint_then_only_the_item.jsonl")
    second = found.compactions[1]
    assert (second.evidence, second.generation, second.trigger) == ("positional", 2, "auto")
    assert "cmp1" in second.replaced
    assert "m3" in second.replaced


def test_previous_response_id_continues_the_conversation() -> None:
    """Stored conversations send only the new items: no boundary, no hole."""
    found = read_asset("responses_compact_endpoint_then_only_the_item.jsonl")
    assert not any("[conversation" in text for text in found.texts)
    assert found.texts[-2:] == ["and 6+6?", "12"]


def test_ciphertext_is_named_never_printed() -> None:
    """Encrypted reasoning and compactions leave a placeholder."""
    found = read_asset("responses_compact_endpoint_then_only_the_item.jsonl")
    assert "[encrypted reasoning, 12 characters]" in found.texts
    assert "gAAAA" not in "".join(found.texts)


def test_same_prompt_again_is_another_conversation() -> None:
    """A second sample for the same prompt does not continue the first."""

    def run(n: int) -> dict[str, object]:
        return {"responses_create_params": {"input": [{"role": "user", "content": "roll"}]}, "reward": 0,
                "response": {"object": "response", "output": [{"type": "message", "id": f"m{n}", "role": "assistant", "content": [{"type": "output_text", "text": f"got {n}"}]}]}}  # fmt: skip

    found = read_json([run(1), run(2)])
    assert found.texts == ["roll", "got 1", "[conversation 2]", "roll", "got 2"]


def test_hosted_tools_carry_call_and_result() -> None:
    """Code, output, queries and pictures of provider-run tools are text; pictures by their size."""
    found = read_json([
        {"type": "message", "role": "user", "content": "go"},
        {"type": "code_interpreter_call", "id": "ci1", "status": "completed", "code": "print(1)", "outputs": [{"type": "logs", "logs": "1"}]},
        {"type": "web_search_call", "id": "ws1", "status": "completed", "action": {"type": "search", "query": "tide tables"}},
        {"type": "image_generation_call", "id": "ig1", "status": "completed", "result": "aGVsbG8="},
        {"type": "custom_tool_call", "id": "ct1", "call_id": "c1", "name": "apply_patch", "input": "*** Begin Patch\n*** End Patch"},
        {"type": "custom_tool_call_output", "call_id": "c1", "output": "{\"output\": \"Done\", \"metadata\": {\"exit_code\": 0}}"},
        {"type": "warp_call", "id": "w1", "factor": 9},
    ])  # fmt: skip
    text = "\n".join(found.texts)
    for words in ("print(1)", '"logs":"1"', "tide tables", "5 bytes", "*** Begin Patch\n*** End Patch", '"factor":9'):
        assert words in text
    assert "aGVsbG8" not in text


def test_lines_stream(tmp_path: Path) -> None:
    """What was said is remembered by digest: memory does not grow with the text."""
    path = tmp_path / "long.jsonl"
    with path.open("w") as file:
        for i in range(1_500):
            words = f"step {i} " + "it went well. " * 300
            file.write(
                json.dumps({"type": "message", "role": "user", "content": [{"type": "input_text", "text": words}]})
                + "\n"
            )
    assert path.stat().st_size > 6_000_000
    with Source.open(path) as source:
        items = read(source, ReadOptions())
        next(items)
        tracemalloc.start()
        n = sum(1 for _ in items)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert n == 1_500
    assert peak < 3_000_000
