"""Codex: items become messages once, and each kind of compaction says what it replaced."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from session_reading import check_promises, ids, items_of, jsonl, session_of, texts

META = {"timestamp": "t", "type": "session_meta", "payload": {"id": "s1", "cwd": "/repo"}}


def item(type: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": "t", "type": "response_item", "payload": {"type": type, **payload}}


def said(role: str, *words: str) -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    return item("message", role=role, content=[{"type": kind, "text": word} for word in words])


def call(id: str, **arguments: Any) -> dict[str, Any]:
    return item("function_call", name="exec_command", call_id=id, arguments=json.dumps(arguments or {"cmd": "ls"}))


def output(id: str, text: Any) -> dict[str, Any]:
    return item("function_call_output", call_id=id, output=text)


def event(type: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": "t", "type": "event_msg", "payload": {"type": type, **payload}}


def compacted(message: str = "", history: list[Any] | None = None) -> dict[str, Any]:
    payload: dict[str, Any] = {"message": message}
    if history is not None:
        payload["replacement_history"] = history
    return {"timestamp": "t", "type": "compacted", "payload": payload}


TURN = [
    said("user", "run the tests"),
    said("assistant", "I run them"),
    call("c1", cmd="make test"),
    output("c1", "ok"),
]  # lines 2 to 5
OPAQUE = {"type": "compaction", "encrypted_content": "gAAA"}


def test_screen_events_are_not_told_twice() -> None:
    """Nearly every message exists as item and as event."""
    session = session_of(
        [
            META,
            event("user_message", message="run the tests"),
            *TURN,
            event("agent_message", message="I run them"),
            event("token_count", info={}),
        ]
    )
    assert [m.role for m in session.messages] == ["user", "assistant", "assistant", "tool"]
    assert session.meta.session == "s1"
    assert session.meta.cwd == "/repo"


def test_local_compaction_keeps_the_users_words() -> None:
    """Replaced are replies, calls and results; the initial context and what the user said stay."""
    context = said("user", "# AGENTS.md instructions for /repo\n\nbe brief")
    session = session_of(
        [META, context, *TURN, compacted("Another model summarised: tests pass"), said("assistant", "next")]
    )
    (compaction,) = session.compactions
    assert compaction.kept == ("line:2", "line:3")
    assert compaction.replaced == ("line:4", "line:5", "line:6")
    assert (compaction.evidence, compaction.opaque, compaction.summary) == (
        "positional",
        False,
        "Another model summarised: tests pass",
    )


@pytest.mark.parametrize(("n_bytes", "kept"), [(80_000, True), (80_001, False)])
def test_local_compaction_keeps_20000_tokens_of_the_users_words(n_bytes: int, kept: bool) -> None:
    """Newest first; the message that crosses the limit is cut, so it is replaced."""
    session = session_of([META, said("user", "x" * n_bytes), said("assistant", "y"), compacted("S")])
    assert ("line:2" in session.compactions[0].kept) is kept
    assert ("line:2" in session.compactions[0].replaced) is not kept


def test_remote_compaction_is_opaque_and_replaces_what_does_not_reappear() -> None:
    """Compared by role and text, because ids are stripped there; the event after it is a duplicate."""
    history = [TURN[0]["payload"], OPAQUE]
    session = session_of([META, *TURN, compacted("", history), event("context_compacted"), said("assistant", "next")])
    (compaction,) = session.compactions
    assert (compaction.summary, compaction.opaque, compaction.evidence) == (None, True, "explicit")
    assert compaction.kept == ("line:2",)
    assert compaction.replaced == ("line:3", "line:4", "line:5")


def test_equal_messages_are_matched_one_to_one() -> None:
    """Of two equal ones the later is the one that is still there."""
    session = session_of(
        [
            META,
            said("user", "continue"),
            said("assistant", "a"),
            said("user", "continue"),
            compacted("", [said("user", "continue")["payload"], OPAQUE]),
        ]
    )
    assert session.compactions[0].kept == ("line:4",)
    assert session.compactions[0].replaced == ("line:2", "line:3")


def test_second_compaction_replaces_the_first_summary() -> None:
    """Also an opaque one: the second was made from it."""
    history = [TURN[0]["payload"], OPAQUE]
    session = session_of([META, *TURN, compacted("", history), said("assistant", "next"), compacted("", history)])
    second = session.compactions[1]
    assert second.replaced == ("line:6", "line:7")
    assert second.kept == ("line:2",)
    assert [c.generation for c in session.compactions] == [1, 2]


def test_missing_item_in_the_new_history_is_still_opaque() -> None:
    """Some exports drop the encrypted item; REDACTED is no summary either."""
    session = session_of([META, *TURN, compacted("", [TURN[0]["payload"]])])
    assert session.compactions[0].opaque
    redacted = session_of(
        [META, *TURN, compacted("", [TURN[0]["payload"], {**OPAQUE, "encrypted_content": "REDACTED"}])]
    )
    assert redacted.compactions[0].opaque


def test_plain_summary_in_the_new_history_is_readable() -> None:
    """Third-party writers put an assistant message there."""
    history = [TURN[0]["payload"], said("assistant", "Summary: the tests pass")["payload"]]
    session = session_of([META, *TURN, compacted("", history)])
    assert session.compactions[0].summary == "Summary: the tests pass"
    assert not session.compactions[0].opaque


def test_summary_written_again_as_user_message_is_no_message() -> None:
    """The model sees the summary as a user's words; nobody typed it."""
    session = session_of(
        [META, *TURN, compacted("S: tests pass"), said("user", "S: tests pass"), said("user", "go on")]
    )
    assert texts(session, "user") == ["run the tests", "go on"]


def test_stand_alone_opaque_item_is_one_compaction() -> None:
    """With or without a `compacted` record that tells the same."""
    alone = item("context_compaction", encrypted_content="gAAA")
    session = session_of([META, *TURN, alone, said("assistant", "next")])
    (compaction,) = session.compactions
    assert (compaction.opaque, compaction.evidence, len(compaction.replaced)) == (True, "positional", 4)
    both = session_of([META, *TURN, alone, compacted("", [TURN[0]["payload"], OPAQUE]), said("assistant", "next")])
    assert len(both.compactions) == 1


def test_boundary_first_and_last() -> None:
    """Nothing before it, nothing after it."""
    assert session_of([META, compacted("S"), said("user", "x")]).compactions[0].replaced == ()
    assert session_of([META, *TURN, compacted("S")]).compactions[0].replaced == ("line:3", "line:4", "line:5")


def test_rolled_back_turns_are_left_out() -> None:
    """The lines stay in the file; the newest N user turns are taken back."""
    more = [
        said("user", "delete it"),
        said("assistant", "deleting"),
        event("thread_rolled_back", num_turns=1),
        said("user", "keep it"),
    ]
    session = session_of([META, *TURN, *more])
    assert texts(session, "user") == ["run the tests", "keep it"]
    assert "deleting" not in "".join(texts(session))
    assert any("rolled back" in note for note in session.notes)


def test_rolled_back_quoted_in_an_output_takes_nothing_back() -> None:
    """Marker text inside of a result does not count."""
    quoted = json.dumps(event("thread_rolled_back", num_turns=1)) + json.dumps(compacted("S"))
    session = session_of([META, *TURN, call("c2"), output("c2", quoted)])
    assert not session.compactions
    assert texts(session, "user") == ["run the tests"]


def test_injected_blocks_are_apart_from_typed_words() -> None:
    """One user item may hold both."""
    session = session_of(
        [
            META,
            said("user", "<environment_context>x</environment_context>", "do not push"),
            said("developer", "<permissions instructions>y"),
        ]
    )
    assert [(m.id, m.role, m.injected, m.text) for m in session.messages] == [
        ("line:2", "user", False, "do not push"),
        ("line:2/1", "user", True, "<environment_context>x</environment_context>"),
        ("line:3", "system", True, "<permissions instructions>y"),
    ]


@pytest.mark.parametrize(
    ("given", "text", "is_error"),
    [
        (
            "Chunk ID: 1\nProcess exited with code 0\nOutput:\nok",
            "Chunk ID: 1\nProcess exited with code 0\nOutput:\nok",
            False,
        ),
        (
            "Chunk ID: 1\nProcess exited with code 2\nOutput:\nno",
            "Chunk ID: 1\nProcess exited with code 2\nOutput:\nno",
            True,
        ),
        ('{"output":"no such file","metadata":{"exit_code":127}}', "no such file\nexit code 127", True),
        ([{"type": "input_text", "text": "a"}, {"type": "input_text", "text": "b"}], "a\nb", False),
        ({"content": "refused", "success": False}, "refused", True),
        ("\x1b[1mbold\x1b[0m", "bold", False),
    ],
)
def test_outputs_in_all_their_shapes(given: Any, text: str, is_error: bool) -> None:
    """The exit code is in the text, once; the tool's name is known from the call."""
    part = session_of([META, call("c1"), output("c1", given)]).messages[1].parts[0]
    assert (part.text, part.is_error, part.name) == (text, is_error, "exec_command")


@pytest.mark.parametrize(
    ("record", "text"),
    [
        (call("c", cmd="make test"), "exec_command make test"),
        (
            item(
                "function_call",
                name="shell",
                call_id="c",
                arguments='{"command":["bash","-lc","a | b"],"workdir":"/r"}',
            ),
            "shell a | b\nworkdir: /r",
        ),
        (item("function_call", name="x", call_id="c", arguments='{"broken'), 'x {"broken'),
        (
            item("custom_tool_call", name="apply_patch", call_id="c", input="*** Begin Patch\n-a\n+b"),
            "apply_patch\n*** Begin Patch\n-a\n+b",
        ),
        (item("local_shell_call", call_id="c", action={"type": "exec", "command": ["ls", "-l"]}), "local_shell ls -l"),
        (item("web_search_call", action={"type": "search", "query": "q"}), "web_search query: q"),
        (item("tool_search_call", call_id="c", arguments={"query": "q"}), "tool_search query: q"),
    ],
)
def test_calls_are_readable(record: dict[str, Any], text: str) -> None:
    """A command is its own text; a patch is as it was written."""
    assert session_of([META, record]).messages[0].text == text


def test_call_without_output_and_unknown_types_are_kept() -> None:
    """Normal around an aborted turn; and a producer adds types without notice."""
    session = session_of(
        [
            META,
            call("c1"),
            event("turn_aborted", reason="interrupted"),
            event("some_future_codex_event", note="valve 17"),
            item("future_item", x="y"),
        ]
    )
    assert session.messages[0].opens == {"c1"}
    assert [m.parts[0].kind for m in session.messages[1:]] == ["text", "opaque", "opaque"]
    assert "valve 17" in session.messages[2].text


def test_native_ids_repeat() -> None:
    """The second record under the same id is named by its line."""
    session = session_of(
        [META, item("message", id="m1", role="user", content="a"), item("message", id="m1", role="user", content="b")]
    )
    assert ids(session) == ["m1", "line:3"]


def test_bare_items_of_the_first_releases() -> None:
    """No envelope, a header line in front."""
    session = session_of(
        [{"id": "s", "timestamp": "t", "instructions": None, "git": {}}, TURN[0]["payload"], TURN[1]["payload"]]
    )
    assert session.meta.format == "codex"
    assert texts(session) == ["run the tests", "I run them"]


WHOLE = [
    META,
    *TURN,
    compacted("S"),
    said("user", "ä🚢"),
    said("assistant", "b"),
    compacted("", [OPAQUE]),
    said("user", "c"),
]


@settings(deadline=None, max_examples=60)
@given(st.integers(min_value=len(jsonl([META])), max_value=len(jsonl(WHOLE))))
def test_cutting_anywhere_gives_a_prefix_and_at_most_one_torn_record(cut: int) -> None:
    """Compactions included: each is decided by what stands before it."""
    whole = items_of(WHOLE)
    items = items_of(jsonl(WHOLE)[:cut])
    check_promises(items)
    torn = [entry for entry in items if getattr(entry, "torn", False)]
    assert len(torn) <= 1
    told = [entry for entry in items if entry not in torn]
    assert told == whole[: len(told)]
