"""Gemini CLI: documents, lines that overwrite and take back, and lists that replace."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from session_reading import check_promises, ids, items_of, session_of, texts

HEAD = {"sessionId": "s1", "projectHash": "h", "startTime": "t", "lastUpdated": "t", "kind": "main"}


def user(id: str, text: Any) -> dict[str, Any]:
    return {"id": id, "timestamp": "t", "type": "user", "content": text}


def gemini(id: str, text: str, *calls: dict[str, Any]) -> dict[str, Any]:
    return {"id": id, "timestamp": "t", "type": "gemini", "content": text, "toolCalls": list(calls)}


def call(id: str, output: str, status: str = "success") -> dict[str, Any]:
    response = {"error": output} if status == "error" else {"output": output}
    return {
        "id": id,
        "name": "shell",
        "args": {"command": "ls"},
        "status": status,
        "result": [{"functionResponse": {"id": id, "name": "shell", "response": response}}],
    }


def replaced_by(*messages: dict[str, Any]) -> dict[str, Any]:
    return {"$set": {"messages": list(messages)}}


TALK = [
    HEAD,
    user("u1", "fix it"),
    gemini("g1", "I look", call("c1", "a.txt")),
    user("u2", "go on"),
    gemini("g2", "done"),
]
SNAPSHOT = user("s1", [{"text": "scratch <state_snapshot><goal>fix it</goal></state_snapshot>"}])
ACK = gemini("k1", "Got it. Thanks for the additional context!")


def test_document_and_lines_tell_the_same() -> None:
    """Call and result sit in one record; they are two messages."""
    document = session_of(json.dumps({**HEAD, "messages": TALK[1:], "summary": "a title"}).encode())
    lines = session_of([*TALK[:2], {"$set": {"lastUpdated": "t"}}, *TALK[2:]])
    assert texts(document) == texts(lines) == ["fix it", "I look\nshell ls", "a.txt", "go on", "done"]
    assert ids(lines) == ["u1", "g1", "g1/1", "u2", "g2"]
    assert lines.messages[1].opens == lines.messages[2].closes == {"c1"}
    assert not document.compactions


def test_compaction_is_a_new_list_where_ids_vanish_and_a_snapshot_appears() -> None:
    """Originals are on earlier lines; kept turns keep their ids."""
    session = session_of([*TALK, replaced_by(SNAPSHOT, ACK, TALK[3], TALK[4]), user("u3", "next")])
    (found,) = session.compactions
    assert (found.replaced, found.kept) == (("u1", "g1", "g1/1"), ("u2", "g2"))
    assert found.summary == "scratch <state_snapshot><goal>fix it</goal></state_snapshot>"
    assert ids(session) == ["u1", "g1", "g1/1", "u2", "g2", "k1", "u3"]


def test_second_compaction_replaces_the_first_summary() -> None:
    """And the acknowledgement that came with it."""
    second = user("s2", "<state_snapshot>more</state_snapshot>")
    session = session_of(
        [*TALK, replaced_by(SNAPSHOT, ACK, TALK[4]), user("u3", "next"), replaced_by(second, user("u3", "next"))]
    )
    found = session.compactions[1]
    assert (found.replaced, found.kept, found.generation) == (("s1", "g2", "k1"), ("u3",), 2)


def test_masked_outputs_are_no_compaction_and_the_original_stays() -> None:
    """The same ids with changed content: what was said is on the earlier line."""
    session = session_of(
        [*TALK, replaced_by(TALK[1], gemini("g1", "I look", call("c1", "[masked]")), TALK[3], TALK[4])]
    )
    assert not session.compactions
    assert "a.txt" in texts(session)


def test_later_line_overwrites_in_place() -> None:
    """Count ids, not lines."""
    session = session_of([*TALK, gemini("g1", "I looked")])
    assert texts(session)[:2] == ["fix it", "I looked"]
    assert len(session.messages) == 4


def test_rewind_takes_back_the_message_and_all_after_it() -> None:
    """An unknown id takes back everything."""
    session = session_of([*TALK, {"$rewindTo": "u2"}, user("u3", "rather not")])
    assert texts(session, "user") == ["fix it", "rather not"]
    assert session.notes == ("2 messages were taken back by a rewind and are left out",)
    assert texts(session_of([*TALK, {"$rewindTo": "gone"}, user("u3", "rather not")])) == ["rather not"]


def test_snapshot_quoted_in_a_result_does_not_count() -> None:
    """Nor in a user's words on a line of its own."""
    quoted = gemini("g1", "I look", call("c1", "<state_snapshot>x</state_snapshot>"))
    session = session_of([HEAD, user("u1", "what is <state_snapshot>?"), quoted, replaced_by(quoted)])
    assert not session.compactions


def test_failed_call_and_notices_and_unknown() -> None:
    """Errors are marked; notices are injected; unknown types are kept."""
    session = session_of([
        *TALK[:2], gemini("g1", "", call("c1", "denied", "error")), {"id": "i1", "timestamp": "t", "type": "info", "content": "update available"},
        {"id": "x1", "timestamp": "t", "type": "future", "content": "valve 17"},
    ])  # fmt: skip
    assert session.messages[2].parts[0].is_error
    assert [(m.role, m.injected) for m in session.messages[3:]] == [("system", True), ("system", True)]
    assert "valve 17" in session.messages[4].text


def test_raw_api_contents() -> None:
    """Logs and checkpoints hold `parts`."""
    contents = [
        {"role": "user", "parts": [{"text": "fix it"}]},
        {
            "role": "model",
            "parts": [{"text": "I look"}, {"functionCall": {"name": "shell", "args": {"command": "ls"}}}],
        },
        {"role": "user", "parts": [{"functionResponse": {"name": "shell", "response": {"output": "a.txt"}}}]},
    ]
    session = session_of(json.dumps(contents).encode())
    assert [(m.role, m.text) for m in session.messages] == [
        ("user", "fix it"),
        ("assistant", "I look\nshell ls"),
        ("tool", "a.txt"),
    ]


def test_broken_and_torn_and_oversize_lines_keep_their_place() -> None:
    """The plan remembers where they stood."""
    raw = (
        b"".join(json.dumps(r).encode() + b"\n" for r in TALK[:2])
        + b"{oops}\n"
        + json.dumps(TALK[4]).encode()
        + b"\n"
        + b'{"id":"g'
    )
    session = session_of(raw)
    assert [(s.line, s.torn) for s in session.skipped] == [(3, False), (5, True)]
    assert [m.line for m in session.messages] == [2, 3, 4]


@settings(deadline=None, max_examples=80)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["user", "gemini", "rewind", "set", "snapshot"]),
            st.sampled_from("abcd"),
            st.sampled_from("abcd"),
        ),
        max_size=12,
    )
)
def test_any_order_of_operations_keeps_its_promises(operations: list[tuple[str, str, str]]) -> None:
    """Overwrites, rewinds and lists in any order: ids unique, replaced ones in the stream."""
    records: list[dict[str, Any]] = [HEAD]
    for n, (kind, one, two) in enumerate(operations):
        records.append({
            "user": user(one, f"words {n}"), "gemini": gemini(one, f"said {n}", call(f"c{n}", "x")), "rewind": {"$rewindTo": one},
            "set": replaced_by(user(one, "x"), user(two, "y")), "snapshot": replaced_by(user(f"s{n}", "<state_snapshot>"), user(two, "y")),
        }[kind])  # fmt: skip
    items = items_of(records)
    check_promises(items)
    assert items == items_of(records)
