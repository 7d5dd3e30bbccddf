"""LangChain: serialisations, merged states, summaries and removals."""

from __future__ import annotations

import json

from reading_b import read_asset, read_json, read_lines


def test_summarised_state_replaces_the_ids_that_are_gone() -> None:
    """Both states at hand: explicit, whatever their order in the file; each message once."""
    found = read_asset("langchain_summarised_state_after_the_full_one.json")
    (compaction,) = found.compactions
    assert found.order() == ["h1", "a1", "h2", "s1", "a2"]
    assert (compaction.replaced, compaction.kept, compaction.evidence) == (("h1", "a1"), ("h2",), "explicit")
    assert "5433" in (compaction.summary or "")


def test_summary_without_the_state_before_is_unknown() -> None:
    """Only the summarised state is left: the originals are nowhere in the file."""
    state = [
        {"type": "human", "id": "s1", "content": "Here is a summary of the conversation to date:\n\nx"},
        {"type": "ai", "id": "a", "content": "ok"},
    ]
    (compaction,) = read_json({"messages": state}).compactions
    assert (compaction.replaced, compaction.evidence) == ((), "unknown")


def test_failed_summary_is_a_compaction_all_the_same() -> None:
    """The middleware writes its error in place of a summary: valid-looking, without content."""
    state = [
        {
            "type": "human",
            "id": "s1",
            "content": "Here is a summary of the conversation to date:\n\nError generating summary: 429",
            "additional_kwargs": {"lc_source": "summarization"},
        }
    ]
    found = read_json({"messages": [*state, {"type": "ai", "id": "a", "content": "ok"}]})
    assert "Error generating summary" in (found.compactions[0].summary or "")


def test_all_serialisations_say_the_same() -> None:
    """Constructor dump, flat dump, `{type, data}`, and JSON text of JSON text."""
    flat = [{"type": "human", "id": "h", "content": "hi"}, {"type": "ai", "id": "a", "content": "", "tool_calls": [], "additional_kwargs": {"tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{\"x\": 1}"}}]}},
            {"type": "tool", "id": "t", "content": "no", "tool_call_id": "c", "status": "error"}]  # fmt: skip
    names = {"human": "HumanMessage", "ai": "AIMessage", "tool": "ToolMessage"}
    dumped = [
        {
            "lc": 1,
            "type": "constructor",
            "id": ["langchain_core", "messages", names[m["type"]]],
            "kwargs": {k: v for k, v in m.items() if k != "type"},
        }
        for m in flat
    ]
    history = [{"type": m["type"], "data": m} for m in flat]
    shapes = [
        {"messages": flat},
        {"messages": dumped},
        history,
        {"output": json.dumps(json.dumps({"messages": flat})), "messages": []},
    ]
    texts = [read_json(shape).texts for shape in shapes]
    assert texts == [["hi", "f x: 1", "no"]] * 4
    assert read_json(shapes[0]).messages[2].parts[0].is_error


def test_equal_words_with_different_ids_are_two_messages() -> None:
    """A person may say the same twice."""
    found = read_json(
        {
            "messages": [
                {"type": "human", "id": "1", "content": "yes"},
                {"type": "ai", "id": "2", "content": "?"},
                {"type": "human", "id": "3", "content": "yes"},
            ]
        }
    )
    assert found.texts == ["yes", "?", "yes"]


def test_removal_without_summary_is_a_deletion() -> None:
    """RemoveMessage names what goes; there is no summary, and nothing opaque."""
    found = read_lines(
        {"type": "human", "id": "h1", "content": "secret"},
        {"type": "ai", "id": "a1", "content": "ok"},
        {"type": "remove", "id": "h1", "content": ""},
    )
    (compaction,) = found.compactions
    assert (compaction.replaced, compaction.summary, compaction.opaque, compaction.evidence) == (
        ("h1",),
        None,
        False,
        "explicit",
    )


def test_node_output_adds_to_its_input() -> None:
    """A span's output holds only what the node added: nothing of it is lost."""
    human, reply = {"type": "human", "id": "h", "content": "hi"}, {"type": "ai", "id": "a", "content": "hello"}
    found = read_json(
        {
            "trace": {"id": "t1"},
            "observations": [
                {"name": "agent", "startTime": "1", "input": {"messages": [human]}, "output": {"messages": [reply]}}
            ],
        }
    )
    assert found.texts == ["hi", "hello"]
