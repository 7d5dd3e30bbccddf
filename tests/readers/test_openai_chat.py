"""OpenAI chat messages: roles, calls in all their forms, wrappers, growing requests, lead-ins."""

from __future__ import annotations

from reading_b import read_asset, read_json, read_lines

LEAD_IN = "This session is being continued from a previous conversation that ran out of context. We fixed the port."


def test_old_function_call_is_paired_by_order_and_shown_without_escapes() -> None:
    """`function_call` has no id: the result gets the call's; quotes in arguments are quotes."""
    found = read_asset("chat_old_function_call_without_id.json")
    assert found.format == "openai-chat" or found.format == "generic"
    call, result = found.messages[2], found.messages[3]
    assert call.opens == result.closes != frozenset()
    assert 'say "please"' in call.text
    assert "\\" not in call.text
    assert result.role == "tool"


def test_unknown_role_is_kept_but_is_nobodys_word() -> None:
    """A role that nobody knows is opaque text of the system, never a user's demand."""
    found = read_asset("chat_old_function_call_without_id.json")
    critic = next(m for m in found.messages if "too short" in m.text)
    assert (critic.role, critic.injected, critic.parts[0].kind) == ("system", True, "opaque")


def test_think_tags_are_reasoning() -> None:
    """`<think>` at the start of a reply is a thinking part, the rest is the reply."""
    found = read_asset("chat_old_function_call_without_id.json")
    assert [(p.kind, p.text) for p in found.messages[-1].parts] == [
        ("thinking", "round it"),
        ("text", "It is 11 degrees."),
    ]


def test_several_runs_in_one_file_never_run_together() -> None:
    """Each run begins with a visible boundary, and the meta says how many there are."""
    found = read_asset("chat_two_runs_of_one_list.json")
    assert found.texts == [
        "[conversation 1 of 2]",
        "cancel it",
        "cancelled",
        "[conversation 2 of 2]",
        "keep it",
        "kept",
    ]
    assert found.messages[3].parts[0].kind == "opaque"
    assert "2 separate conversations" in found.meta.notes[0]


def test_growing_requests_count_each_message_once() -> None:
    """A request repeats what was said: only the news come out; another list is another conversation."""
    found = read_asset("chat_growing_requests.jsonl")
    assert found.texts == ["one", "uno", "two", "dos", "[conversation 2]", "something else", "fine"]
    assert [m.line for m in found.messages] == [1, 1, 2, 2, 3, 3, 3]


def test_null_absent_and_empty_content_are_messages() -> None:
    """Content may be null, absent or a list without losing the message."""
    found = read_json([{"role": "user", "content": ""}, {"role": "assistant", "content": None, "tool_calls": []},
                       {"role": "user", "content": [{"type": "text", "text": "hi"}, {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGVsbG8="}}]}])  # fmt: skip
    assert found.roles == ["user", "assistant", "user"]
    assert found.texts[2] == "hi\n[image image/png 5 bytes]"


def test_result_before_its_call_says_so() -> None:
    """A result that no call opened is kept, and its message says that the call is not before it."""
    found = read_lines(
        {"role": "tool", "tool_call_id": "c7", "content": "late"},
        {"role": "assistant", "content": "x", "tool_calls": [{"id": "c8", "type": "function", "function": {"name": "f", "arguments": ""}}]},
    )  # fmt: skip
    assert found.texts[0] == "[no call c7 before this result]\nlate"
    assert found.messages[1].opens == {"c8"}


def test_repeated_call_id_closes_with_its_own_result() -> None:
    """Replayed runs use one id for many calls: the second pair gets an id of its own."""
    call = {
        "role": "assistant",
        "content": "",
        "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}],
    }
    found = read_json(
        [
            call,
            {"role": "tool", "tool_call_id": "c", "content": "1"},
            call,
            {"role": "tool", "tool_call_id": "c", "content": "2"},
        ]
    )
    first, one, second, two = found.messages
    assert first.opens == one.closes == {"c"}
    assert second.opens == two.closes != {"c"}


def test_lead_in_at_the_start_is_a_summary_of_what_is_not_here() -> None:
    """A summary handed over by a client is a compaction: originals unknown, words not a user's."""
    found = read_json([{"role": "user", "content": LEAD_IN}, {"role": "assistant", "content": "go"}])
    (compaction,) = found.compactions
    assert compaction.summary == LEAD_IN
    assert (compaction.evidence, compaction.replaced, compaction.opaque) == ("unknown", (), False)
    assert found.texts == ["go"]


def test_second_lead_in_replaces_what_stands_before_and_the_first_summary() -> None:
    """In the middle its place tells what it replaced; a summary of a summary is of generation 2."""
    found = read_json([{"role": "system", "content": "sys"}, {"role": "user", "content": LEAD_IN},
                       {"role": "assistant", "content": "go"}, {"role": "user", "content": LEAD_IN + " Again."}])  # fmt: skip
    first, second = found.compactions
    assert second.replaced == (first.id, found.messages[1].id)
    assert (second.evidence, first.generation, second.generation) == ("positional", 1, 2)


def test_lead_in_quoted_by_tool_or_inside_a_text_does_not_count() -> None:
    """Only the beginning of a user's or system's text counts."""
    found = read_json([{"role": "user", "content": f"what does this mean: {LEAD_IN}"}, {"role": "assistant", "content": LEAD_IN},
                       {"role": "tool", "tool_call_id": "c", "content": LEAD_IN}])  # fmt: skip
    assert found.compactions == []


def test_output_in_user_messages_is_a_tools_word() -> None:
    """Harnesses without tool messages wrap output: it is role tool, and the person's words stay the person's."""
    found = read_json([{"role": "user", "content": "fix it"}, {"role": "assistant", "content": "```bash\nls\n```"},
                       {"role": "user", "content": "<returncode>1</returncode>\n<output>\nno\n</output>"}])  # fmt: skip
    assert found.roles == ["user", "assistant", "tool"]


def test_completion_without_its_request_is_read() -> None:
    """A stored `chat.completion` is a conversation of one message."""
    found = read_json(
        {"object": "chat.completion", "choices": [{"index": 0, "message": {"role": "assistant", "content": "42"}}]}
    )
    assert (found.roles, found.texts) == (["assistant"], ["42"])
