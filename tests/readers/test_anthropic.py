"""Anthropic messages: who speaks in a user message, server tools, compaction blocks."""

from __future__ import annotations

from reading_b import read_asset, read_json


def test_user_message_is_split_by_who_speaks() -> None:
    """Results are the tool's, reminders the client's, only the rest is the user's; all on one position."""
    found = read_asset("anthropic_two_compactions_and_mixed_user_message.json")
    mixed = [m for m in found.messages if m.line == 4]
    assert [(m.role, m.injected) for m in mixed] == [("tool", False), ("user", True), ("user", False)]
    assert mixed[0].parts[0].is_error
    assert mixed[0].text == "cat: a.txt: No such file\n[image image/png 5 bytes]"
    assert mixed[2].text == "try b.txt"


def test_compaction_block_replaces_all_before_it_but_the_system_prompt() -> None:
    """Summaries nest, blocks before it in its own message are replaced too, null content replaces nothing."""
    found = read_asset("anthropic_two_compactions_and_mixed_user_message.json")
    first, second, failed = found.compactions
    before = next(m for m in found.messages if m.text == "before the block")
    assert first.replaced == tuple(m.id for m in found.messages[1:6])
    assert found.messages[0].role == "system"
    assert second.replaced[0] == first.id
    assert second.replaced[-1] == before.id
    assert (first.generation, second.generation, second.evidence) == (1, 2, "positional")
    assert (failed.summary, failed.replaced, failed.evidence) == (None, (), "unknown")
    assert not any("summary" in text for text in found.texts)


def test_signature_without_words_is_a_placeholder_and_unknown_blocks_stay() -> None:
    """Neither the signature nor an unknown block is lost, and no base64 is shown."""
    found = read_asset("anthropic_two_compactions_and_mixed_user_message.json")
    assert found.messages[2].parts[0].text == "[encrypted reasoning, 8 characters]"
    assert found.texts[-1] == '[hologram] {"shape":"cube"}'


def test_server_tools_speak_as_tools_inside_of_the_reply() -> None:
    """Search results keep title and address, code execution its exit code, failures are errors."""
    found = read_json({"messages": [{"role": "assistant", "content": [
        {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "tide"}},
        {"type": "web_search_tool_result", "tool_use_id": "s1", "content": [{"type": "web_search_result", "title": "Tides", "url": "https://example.com/t", "encrypted_content": "EroTCioIBxgC"}]},
        {"type": "server_tool_use", "id": "s2", "name": "bash_code_execution", "input": {"command": "false"}},
        {"type": "bash_code_execution_tool_result", "tool_use_id": "s2", "content": {"type": "bash_code_execution_result", "stdout": "", "stderr": "boom", "return_code": 3}},
        {"type": "web_search_tool_result", "tool_use_id": "s1", "content": {"type": "web_search_tool_result_error", "error_code": "max_uses_exceeded"}},
    ]}]})  # fmt: skip
    (message,) = found.messages
    results = [p for p in message.parts if p.kind == "tool_result"]
    assert [r.is_error for r in results] == [False, False, True]
    assert results[0].text == "Tides | https://example.com/t"
    assert results[1].text == "boom\nexit code 3"
    assert "max_uses_exceeded" in results[2].text


def test_context_edit_is_a_deletion_of_unknown_extent() -> None:
    """Cleared tool uses leave no trace but the report in the reply."""
    reply = {"type": "message", "role": "assistant", "id": "m1", "content": [{"type": "text", "text": "ok"}],
             "context_management": {"applied_edits": [{"type": "clear_tool_uses_20250919", "cleared_tool_uses": 3}]}}  # fmt: skip
    found = read_json(
        {"request": {"model": "claude-x", "messages": [{"role": "user", "content": "hi"}]}, "response": reply}
    )
    (edit,) = found.compactions
    assert (edit.summary, edit.opaque, edit.replaced, edit.evidence, edit.trigger) == (
        None,
        False,
        (),
        "unknown",
        "clear_tool_uses_20250919",
    )
    assert found.texts == ["hi", "ok"]
