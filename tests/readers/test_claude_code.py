"""Claude Code: the live path, what counts as whose words, and exactly what each compaction replaced."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from session_reading import check_promises, ids, items_of, jsonl, session_of, texts

BASE = {
    "sessionId": "s1",
    "version": "2.1.14",
    "cwd": "/repo",
    "isSidechain": False,
    "userType": "external",
    "timestamp": "2026-01-01T00:00:00Z",
}


def user(uuid: str, parent: str | None, content: Any, **more: Any) -> dict[str, Any]:
    return {
        **BASE,
        "type": "user",
        "uuid": uuid,
        "parentUuid": parent,
        "message": {"role": "user", "content": content},
        **more,
    }


def reply(uuid: str, parent: str | None, *blocks: Any, id: str | None = None, **more: Any) -> dict[str, Any]:
    content = [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]
    return {
        **BASE,
        "type": "assistant",
        "uuid": uuid,
        "parentUuid": parent,
        "message": {"role": "assistant", "id": id or f"msg_{uuid}", "content": content},
        **more,
    }


def call(id: str, name: str = "Bash", **arguments: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": id, "name": name, "input": arguments or {"command": "ls"}}


def result(uuid: str, parent: str | None, id: str, content: Any = "ok", **more: Any) -> dict[str, Any]:
    return user(uuid, parent, [{"type": "tool_result", "tool_use_id": id, "content": content}], **more)


def boundary(uuid: str, logical: str | None, **metadata: Any) -> dict[str, Any]:
    return {
        **BASE, "type": "system", "subtype": "compact_boundary", "uuid": uuid, "parentUuid": None, "logicalParentUuid": logical,
        "content": "Conversation compacted", "compactMetadata": {"trigger": "auto", "preTokens": 9, **metadata},
    }  # fmt: skip


def summary(uuid: str, parent: str | None, text: str = "SUMMARY") -> dict[str, Any]:
    return user(uuid, parent, text, isCompactSummary=True, isVisibleInTranscriptOnly=True)


CHAIN = [
    user("u1", None, "do not touch prod"),
    reply("a1", "u1", "understood"),
    user("u2", "a1", "go on"),
    reply("a2", "u2", "done"),
]
COMPACTED = [*CHAIN, boundary("b1", "a2"), summary("s1", "b1"), user("u3", "s1", "and now"), reply("a3", "u3", "later")]


def test_compaction_replaces_the_logical_chain_and_is_no_message() -> None:
    """The summary stands in the stream as a Compaction, with all that it stands for."""
    session = session_of(COMPACTED)
    assert ids(session) == ["u1", "a1", "u2", "a2", "u3", "a3"]
    assert "SUMMARY" not in "".join(texts(session))
    (compaction,) = session.compactions
    assert compaction.replaced == ("u1", "a1", "u2", "a2")
    assert (compaction.id, compaction.line, compaction.summary, compaction.summary_line) == ("b1", 5, "SUMMARY", 6)
    assert (compaction.evidence, compaction.trigger, compaction.generation, compaction.opaque) == (
        "explicit",
        "auto",
        1,
        False,
    )


def test_second_compaction_replaces_the_first_summary() -> None:
    """Summaries nest: generation counts them, and the older one is among the replaced."""
    session = session_of([*COMPACTED, boundary("b2", "a3"), summary("s2", "b2", "SECOND"), user("u4", "s2", "go")])
    first, second = session.compactions
    assert second.replaced == ("b1", "u3", "a3")
    assert (first.generation, second.generation) == (1, 2)


def test_records_between_logical_parent_and_boundary_belong_to_nobody() -> None:
    """Hook progress and notices between the chain's end and the boundary are no part of what was replaced."""
    noise = [
        {**BASE, "type": "progress", "uuid": "p1", "parentUuid": "a2", "data": {"type": "hook_progress"}},
        {"type": "file-history-snapshot", "messageId": "a2", "snapshot": {}},
    ]
    session = session_of([*CHAIN, *noise, *COMPACTED[4:]])
    assert session.compactions[0].replaced == ("u1", "a1", "u2", "a2")


def test_boundary_as_first_record() -> None:
    """An exported stretch may begin with it: nothing is known of what was replaced."""
    session = session_of([boundary("b1", "gone"), summary("s1", "b1"), user("u1", "s1", "go")])
    (compaction,) = session.compactions
    assert (compaction.replaced, compaction.evidence, compaction.summary) == ((), "unknown", "SUMMARY")
    assert ids(session) == ["u1"]


def test_boundary_as_last_record_has_no_summary() -> None:
    """The program died while it was compacting."""
    session = session_of([*CHAIN, boundary("b1", "a2")])
    (compaction,) = session.compactions
    assert (compaction.summary, compaction.opaque, compaction.summary_line) == (None, False, None)
    assert compaction.replaced == ("u1", "a1", "u2", "a2")


def test_dangling_logical_parent_falls_back_to_file_order() -> None:
    """Common in exported stretches; marked positional."""
    session = session_of([*CHAIN, boundary("b1", "not-here"), summary("s1", "b1"), user("u3", "s1", "x")])
    (compaction,) = session.compactions
    assert compaction.replaced == ("u1", "a1", "u2", "a2")
    assert compaction.evidence == "positional"


def test_summary_is_found_by_its_chain_not_by_the_next_line() -> None:
    """Attachments may be parented in the same place."""
    attachment = {
        **BASE,
        "type": "attachment",
        "uuid": "t1",
        "parentUuid": "b1",
        "attachment": {"type": "todo", "content": "x"},
    }
    session = session_of([*CHAIN, boundary("b1", "a2"), attachment, summary("s1", "t1"), user("u3", "s1", "x")])
    assert session.compactions[0].summary == "SUMMARY"
    assert session.compactions[0].summary_line == 7


def test_preserved_tail_that_stays_in_place_is_kept() -> None:
    """Replaced = chain minus preserved; the live chain jumps from a later record into the tail."""
    kept = boundary("b1", "a2", preservedMessages={"anchorUuid": "s1", "uuids": ["u2", "a2"], "allUuids": ["u2", "a2"]})
    session = session_of([*CHAIN, kept, summary("s1", "b1"), user("u3", "a2", "and now")])
    (compaction,) = session.compactions
    assert compaction.replaced == ("u1", "a1")
    assert compaction.kept == ("u2", "a2")
    assert ids(session) == ["u1", "a1", "u2", "a2", "u3"]


def test_preserved_tail_written_again_is_told_once() -> None:
    """Same uuid, old timestamp, new parent: one message, kept; the chain behind the summary is whole."""
    kept = boundary("b1", "a2", preservedSegment={"headUuid": "u2", "anchorUuid": "s1", "tailUuid": "a2"})
    again = [user("u2", "s1", "go on"), reply("a2", "u2", "done")]
    session = session_of([*CHAIN, kept, summary("s1", "b1"), *again, user("u3", "a2", "and now")])
    assert ids(session) == ["u1", "a1", "u2", "a2", "u3"]
    assert session.compactions[0].replaced == ("u1", "a1")
    assert session.compactions[0].kept == ("u2", "a2")


def test_kept_messages_are_replaced_by_the_next_compaction() -> None:
    """Kept is not for ever."""
    kept = boundary("b1", "a2", preservedMessages={"anchorUuid": "s1", "uuids": ["u2", "a2"]})
    session = session_of(
        [
            *CHAIN,
            kept,
            summary("s1", "b1"),
            user("u3", "a2", "x"),
            boundary("b2", "u3"),
            summary("s2", "b2"),
            user("u4", "s2", "y"),
        ]
    )
    assert session.compactions[1].replaced == ("b1", "u2", "a2", "u3")


def test_microcompaction_replaces_the_named_results_only() -> None:
    """No summary; calls and other results stay."""
    micro = {
        **BASE, "type": "system", "subtype": "microcompact_boundary", "uuid": "m1", "parentUuid": "r2",
        "microcompactMetadata": {"trigger": "auto", "compactedToolIds": ["c1"]},
    }  # fmt: skip
    session = session_of([
        user("u1", None, "x"), reply("a1", "u1", call("c1")), result("r1", "a1", "c1"), reply("a2", "r1", call("c2")), result("r2", "a2", "c2"),
        micro, user("u2", "m1", "y"),
    ])  # fmt: skip
    (compaction,) = session.compactions
    assert (compaction.replaced, compaction.summary, compaction.trigger) == (("r1",), None, "micro")
    assert ids(session) == ["u1", "a1", "r1", "a2", "r2", "u2"]


def test_marker_text_in_a_tool_result_does_not_count() -> None:
    """A transcript about an agent quotes the markers."""
    quoted = (
        json.dumps(boundary("b9", "a2"))
        + json.dumps(summary("s9", "b9"))
        + " This session is being continued from a previous conversation"
    )
    session = session_of([user("u1", None, "read it"), reply("a1", "u1", call("c1")), result("r1", "a1", "c1", quoted)])
    assert not session.compactions
    assert quoted in texts(session, "tool")


def test_old_summary_without_flag_is_known_by_its_beginning() -> None:
    """Versions before the boundary record; the originals are in another file."""
    text = "This session is being continued from a previous conversation that ran out of context. The summary below: x"
    session = session_of([user("u1", None, text), reply("a1", "u1", "going on")])
    (compaction,) = session.compactions
    assert (compaction.summary, compaction.replaced, compaction.evidence) == (text, (), "unknown")
    assert ids(session) == ["a1"]


def test_flagged_summary_without_boundary_is_positional() -> None:
    """What stands before it is what it replaced."""
    session = session_of([*CHAIN, summary("s1", "a2"), user("u3", "s1", "x")])
    (compaction,) = session.compactions
    assert (compaction.replaced, compaction.evidence) == (("u1", "a1", "u2", "a2"), "positional")


def test_summary_of_zero_length_is_a_compaction() -> None:
    """An empty summary lost everything; that must not look like no compaction."""
    session = session_of([*CHAIN, boundary("b1", "a2"), summary("s1", "b1", ""), user("u3", "s1", "x")])
    assert session.compactions[0].summary == ""


def test_lines_of_one_reply_are_one_message() -> None:
    """Same message.id, one after the other."""
    session = session_of([
        user("u1", None, "x"), reply("a1", "u1", {"type": "thinking", "thinking": "hm"}, id="m1"), reply("a2", "a1", "I look", id="m1"),
        reply("a3", "a2", call("c1"), id="m1"), result("r1", "a3", "c1"),
    ])  # fmt: skip
    assert ids(session) == ["u1", "a1", "r1"]
    assert [part.kind for part in session.messages[1].parts] == ["thinking", "text", "tool_call"]


def test_parallel_calls_are_no_fork() -> None:
    """Results hang under their own call; the next reply hangs under one of them; all are live."""
    session = session_of([
        user("u1", None, "x"), reply("a1", "u1", call("c1"), id="m1"), reply("a2", "a1", call("c2"), id="m1"),
        result("r1", "a1", "c1", sourceToolAssistantUUID="a1"), result("r2", "a2", "c2", sourceToolAssistantUUID="a2"), reply("a3", "r1", "both"),
    ])  # fmt: skip
    assert ids(session) == ["u1", "a1", "r1", "r2", "a3"]
    assert not session.notes


def test_rewound_branch_is_left_out_and_counted() -> None:
    """Only the branch that reaches the last record is live."""
    session = session_of([
        user("u1", None, "x"), reply("a1", "u1", "y"), user("bad", "a1", "delete all"), reply("bad2", "bad", "deleting"), user("u2", "a1", "stop"),
        reply("a2", "u2", "stopped"),
    ])  # fmt: skip
    assert ids(session) == ["u1", "a1", "u2", "a2"]
    assert session.notes == ("2 records on rewound branches are not part of the main conversation",)


def test_two_roots() -> None:
    """A second first prompt after replies is a rewind to the start; early notices before the first one are not."""
    assert ids(session_of([*CHAIN, user("n1", None, "start again"), reply("n2", "n1", "ok")])) == ["n1", "n2"]
    early = user("e1", None, "<local-command-stdout>x</local-command-stdout>")
    assert ids(session_of([early, *CHAIN])) == ["e1", "u1", "a1", "u2", "a2"]


@pytest.mark.parametrize("parents", [("zz", "u1"), ("a1", "u1")], ids=["dangling", "cyclic"])
def test_dangling_and_cyclic_parents_lose_nothing(parents: tuple[str, str]) -> None:
    """They make a root; every walk ends."""
    records = [
        user("u0", None, "first"),
        reply("a0", "u0", "yes"),
        user("u1", parents[0], "x"),
        reply("a1", parents[1], "y"),
    ]
    assert ids(session_of(records)) == ["u0", "a0", "u1", "a1"]


def test_records_without_links_are_read_in_file_order() -> None:
    """The SDK's stream has no parents."""
    records = [{k: v for k, v in record.items() if k != "parentUuid"} for record in CHAIN]
    assert ids(session_of(records)) == ["u1", "a1", "u2", "a2"]


def test_inline_side_chain_is_left_out_and_counted() -> None:
    """A sub-agent's records are not what the main agent saw."""
    side = [user("x1", None, "sub task", isSidechain=True), reply("x2", "x1", "sub answer", isSidechain=True)]
    session = session_of(
        [
            user("u1", None, "x"),
            reply("a1", "u1", call("c1", "Task", prompt="sub task")),
            *side,
            result("r1", "a1", "c1", "sub answer"),
        ]
    )
    assert ids(session) == ["u1", "a1", "r1"]
    assert session.notes == ("2 records of 1 sub-agent side chains are not part of the main conversation",)


def test_a_file_of_one_sub_agent_is_its_conversation() -> None:
    """There all records are side chain."""
    session = session_of(
        [
            user("x1", None, "sub task", isSidechain=True, agentId="g"),
            reply("x2", "x1", "answer", isSidechain=True, agentId="g"),
        ]
    )
    assert ids(session) == ["x1", "x2"]


@pytest.mark.parametrize(
    ("content", "more", "injected"),
    [
        ("deploy to staging", {}, False),
        ("deploy to staging", {"isMeta": True}, True),
        ("<command-name>/compact</command-name><command-args></command-args>", {}, True),
        ("<command-name>/fix</command-name><command-args>leave prod alone</command-args>", {}, False),
        ("<local-command-stdout>Compacted</local-command-stdout>", {}, True),
        ("[Request interrupted by user]", {}, True),
        ("<task-notification>x</task-notification>", {}, True),
        ("the tag <command-name> is quoted here", {}, False),
    ],
)
def test_what_a_person_typed_and_what_was_put_in(content: str, more: dict[str, Any], injected: bool) -> None:
    """1.4: user records that are not user words."""
    session = session_of([user("u1", None, content, **more), reply("a1", "u1", "ok")])
    assert (session.messages[0].role, session.messages[0].injected) == ("user", injected)


def test_reminder_beside_typed_words_is_a_message_of_its_own() -> None:
    """One record, two speakers."""
    blocks = [
        {"type": "text", "text": "never force-push"},
        {"type": "text", "text": "<system-reminder>todo list</system-reminder>"},
    ]
    session = session_of([user("u1", None, blocks), reply("a1", "u1", "ok")])
    assert [(m.id, m.injected, m.text) for m in session.messages[:2]] == [
        ("u1", False, "never force-push"), ("u1/1", True, "<system-reminder>todo list</system-reminder>"),
    ]  # fmt: skip


def test_tool_result_speaks_as_tool_with_name_and_error() -> None:
    """Although it stands in a user record; ANSI is dropped; the rich copy is not counted twice."""
    failed = user(
        "r1",
        "a1",
        [{"type": "tool_result", "tool_use_id": "c1", "is_error": True, "content": "\x1b[31mExit code 2\x1b[0m\nE1"}],
        toolUseResult="Error: E1",
    )
    session = session_of([user("u1", None, "x"), reply("a1", "u1", call("c1", command="make test")), failed])
    part = session.messages[2].parts[0]
    assert (session.messages[2].role, part.name, part.call_id, part.is_error, part.text) == (
        "tool",
        "Bash",
        "c1",
        True,
        "Exit code 2\nE1",
    )
    assert session.messages[1].text == "Bash make test"


def test_edit_call_is_readable() -> None:
    """Old and new text as they are, not as escaped JSON."""
    edit = call("c1", "Edit", file_path="a.py", old_string='x = "1"\ny', new_string='x = "2"\ny')
    session = session_of([user("u1", None, "x"), reply("a1", "u1", edit)])
    assert session.messages[1].text == 'Edit\nfile_path: a.py\nold_string:\nx = "1"\ny\nnew_string:\nx = "2"\ny'


@pytest.mark.parametrize("content", [None, "", []])
def test_absent_content_is_no_message(content: Any) -> None:
    """Nothing said, nothing lost."""
    assert ids(session_of([user("u1", None, "x"), user("u2", "u1", content), reply("a1", "u2", "y")])) == ["u1", "a1"]


def test_result_before_its_call_and_call_without_result() -> None:
    """Both are kept as they stand."""
    session = session_of([user("u1", None, "x"), result("r1", "u1", "c1"), reply("a1", "r1", call("c1"), call("c2"))])
    assert ids(session) == ["u1", "r1", "a1"]
    assert session.messages[2].opens == {"c1", "c2"}


def test_duplicate_ids() -> None:
    """A replayed record is told once; another record under the same uuid gets an id of its own."""
    replay = [*CHAIN[:2], *CHAIN]
    assert ids(session_of(replay)) == ["u1", "a1", "u2", "a2"]
    other = {**user("u1", "a2", "another text"), "timestamp": "2026-01-02T00:00:00Z"}
    session = session_of([*CHAIN, other])
    assert ids(session) == ["u1", "a1", "u2", "a2", "u1@line:5"]


def test_unknown_type_is_kept_with_its_raw_value() -> None:
    """Every producer adds record types without notice."""
    session = session_of(
        [*CHAIN, {**BASE, "type": "future_thing", "uuid": "f1", "parentUuid": "a2", "note": "valve 17"}]
    )
    assert session.messages[-1].parts[0].kind == "opaque"
    assert "valve 17" in session.messages[-1].text


def test_queued_words_of_the_user_are_not_lost() -> None:
    """Typed while the agent was working: an attachment, not a user record."""
    queued = {
        **BASE,
        "type": "attachment",
        "uuid": "t1",
        "parentUuid": "a2",
        "attachment": {"type": "queued_command", "prompt": "and do not tag it"},
    }
    session = session_of([*CHAIN, queued])
    assert [(m.role, m.injected, m.text) for m in session.messages][-1] == ("user", False, "and do not tag it")


def test_title_lines_are_no_compaction() -> None:
    """`summary` lines are titles."""
    session = session_of([{"type": "summary", "summary": "Fix the parser", "leafUuid": "elsewhere"}, *CHAIN])
    assert not session.compactions
    assert ids(session) == ["u1", "a1", "u2", "a2"]


LINEAR = jsonl([
    user("u1", None, "fix the ünïcode bug"), reply("a1", "u1", "I look", id="m1"), reply("a2", "a1", call("c1"), id="m1"), result("r1", "a2", "c1", "line\u2028sep"),
    reply("a3", "r1", "found it"), user("u2", "a3", "ship it 🚢"), reply("a4", "u2", "shipped"),
])  # fmt: skip


@settings(deadline=None, max_examples=60)
@given(st.integers(min_value=0, max_value=len(LINEAR)))
def test_cutting_anywhere_gives_a_prefix_and_at_most_one_torn_record(cut: int) -> None:
    """Whatever byte the program died at; only the last reply may be shorter."""
    first_line = LINEAR.index(b"\n")
    if cut < first_line:
        return  # not one record: nothing that could be recognised
    whole = session_of(LINEAR).messages
    session = session_of(LINEAR[:cut])
    assert len(session.skipped) <= 1
    assert all(skipped.torn for skipped in session.skipped)
    found = session.messages
    assert found[:-1] == whole[: len(found) - 1]
    last, same = found[-1], whole[len(found) - 1]
    assert (last.id, last.parts) == (same.id, same.parts[: len(last.parts)])


@settings(deadline=None, max_examples=80)
@given(st.data())
def test_any_graph_of_parents_is_read_and_keeps_its_promises(data: st.DataObject) -> None:
    """Any parents, any order of kinds, any compactions: no error, and the same twice."""
    n = data.draw(st.integers(1, 14))
    names = [f"n{i}" for i in range(n)]
    records = []
    for name in names:
        kind = data.draw(st.sampled_from(["user", "reply", "result", "boundary", "summary", "kept", "copy", "other"]))
        parent, other = data.draw(st.sampled_from([None, "gone", *names])), data.draw(st.sampled_from(names))
        records.append(_record(kind, name, parent, other, data.draw(st.booleans())))
    items = items_of(records)
    check_promises(items)
    assert items == items_of(records)


def _record(kind: str, name: str, parent: str | None, other: str, flag: bool) -> dict[str, Any]:
    match kind:
        case "user":
            return user(name, parent, "words")
        case "reply":
            return reply(name, parent, "said", call(f"c{name}"), id="m1" if flag else name)
        case "result":
            return result(name, parent, f"c{other}")
        case "boundary":
            return boundary(name, parent)
        case "summary":
            return summary(name, parent)
        case "kept":
            return boundary(name, parent, preservedMessages={"uuids": [other, name]})
        case "copy":
            return user(other, parent, "words", isSidechain=flag)
    return {
        **BASE,
        "type": "attachment",
        "uuid": name,
        "parentUuid": parent,
        "attachment": {"type": "note", "content": "x"},
    }
