"""Cline and Roo: session documents, API lists, screen lists, and their four ways to shrink a context."""

from __future__ import annotations

import json
from typing import Any

from session_reading import ids, session_of, texts

from leadline.readers import Session


def document(*messages: dict[str, Any]) -> Session:
    return session_of(
        json.dumps(
            {"version": 1, "updated_at": "t", "agent": "lead", "sessionId": "s1", "messages": list(messages)}
        ).encode()
    )


def listed(*records: dict[str, Any]) -> Session:
    return session_of(json.dumps(list(records)).encode())


def said(id: str, role: str, *blocks: Any, **fields: Any) -> dict[str, Any]:
    return {
        "id": id,
        "role": role,
        "ts": 1,
        "content": [{"type": "text", "text": b} if isinstance(b, str) else b for b in blocks],
        **fields,
    }


def api(role: str, *blocks: Any, **fields: Any) -> dict[str, Any]:
    return {key: value for key, value in said("", role, *blocks, **fields).items() if key != "id"}


NOTICE = "<SYSTEM_NOTICE>\nEarlier context was compacted. Summary of your actions after the request above:\nFiles read:\na.py\n</SYSTEM_NOTICE>"


def test_session_document() -> None:
    """Attached files are there in full, and are not the user's words; results are readable."""
    session = document(
        said("m1", "user", "fix @a.py", {"type": "file", "path": "a.py", "content": "x = 1"}),
        said(
            "m2",
            "assistant",
            "I fix",
            {"type": "tool_use", "id": "c1", "name": "editor", "input": {"path": "a.py", "new_text": "x = 2"}},
        ),
        said(
            "m3",
            "user",
            {
                "type": "tool_result",
                "tool_use_id": "c1",
                "name": "editor",
                "content": '{"query":"edit:a.py","result":"Edited\\nline 1"}',
            },
        ),
    )
    assert [(m.id, m.role, m.injected, m.text) for m in session.messages] == [
        ("m1", "user", False, "fix @a.py"), ("m1/1", "user", True, "[file a.py]\nx = 1"),
        ("m2", "assistant", False, "I fix\neditor\npath: a.py\nnew_text: x = 2"), ("m3", "tool", False, "edit:a.py\nEdited\nline 1"),
    ]  # fmt: skip


def test_agentic_compaction() -> None:
    """The summary is no message; the originals are in another document."""
    summary = said("", "user", "Context summary:\n\nS", metadata={"kind": "compaction_summary", "summary": "S"})
    session = document(summary, said("m9", "user", "hello"))
    (found,) = session.compactions
    assert (found.summary, found.replaced, found.evidence, found.trigger) == ("S", (), "unknown", "agentic")
    assert texts(session) == ["hello"]


def test_basic_compaction_is_told_by_its_notices() -> None:
    """They were put inside of the user's messages; those keep their words only."""
    session = document(
        said("m1", "user", "fix it", NOTICE, metadata={"kind": "compaction", "messagesRemoved": 2}),
        said("m4", "assistant", "fixed", metadata={"compaction": "preserved"}), said("m5", "user", "more"),
    )  # fmt: skip
    (found,) = session.compactions
    assert found.summary is not None
    assert "Files read:\na.py" in found.summary
    assert found.kept == ("m1", "m4")
    assert texts(session) == ["fix it", "fixed", "more"]


def test_notice_quoted_by_a_tool_does_not_count() -> None:
    """Nor does a user who talks about it."""
    session = document(
        said("m1", "user", f"what is {NOTICE}?"),
        said("m2", "user", {"type": "tool_result", "tool_use_id": "c", "content": NOTICE}),
    )
    assert not session.compactions
    assert len(session.messages) == 2


def test_classic_list_with_calls_in_text() -> None:
    """Old Cline has no tool blocks: results are user text under a heading; environment details are injected."""
    session = listed(
        api("user", "<task>fix it</task>", "<environment_details>x</environment_details>"),
        api("assistant", "<read_file><path>a.py</path></read_file>"), api("user", "[read_file for 'a.py'] Result:", "x = 1"),
    )  # fmt: skip
    assert session.meta.format == "cline"
    assert [(m.role, m.injected) for m in session.messages] == [
        ("user", False),
        ("user", True),
        ("assistant", False),
        ("tool", False),
    ]
    assert session.messages[3].parts[0].name == "read_file"


def roo(*, orphan: bool = False) -> list[dict[str, Any]]:
    first = [api("user", "fix it", condenseParent="k1"), api("assistant", "I look", condenseParent="k1")]
    return [
        *first,
        api("user", "S1", isSummary=True, condenseId="k0" if orphan else "k1", condenseParent="k2"),
        api("assistant", "done", condenseParent="k2"),
    ]


def test_roo_tags_name_what_was_replaced() -> None:
    """The newest summary replaces untagged messages and the older summary."""
    session = listed(*roo(), api("user", "S2", isSummary=True, condenseId="k2"), api("user", "more"))
    first, second = session.compactions
    assert session.meta.format == "roo"
    assert (first.replaced, first.generation, first.summary) == (("index:1", "index:2"), 1, "S1")
    assert (second.replaced, second.generation, second.evidence) == (("k1", "index:4"), 2, "explicit")
    assert texts(session) == ["fix it", "I look", "done", "more"]


def test_roo_orphaned_tag_is_live() -> None:
    """Its summary is gone, so nothing replaced it."""
    session = listed(*roo(orphan=True), api("user", "S2", isSummary=True, condenseId="k2"))
    assert session.compactions[0].replaced == ()
    assert "index:1" in ids(session)


def test_roo_truncation_deletes_without_summary() -> None:
    """A marker and its tags."""
    session = listed(
        api("user", "a", truncationParent="t1"),
        api("user", "[hidden]", isTruncationMarker=True, truncationId="t1"),
        api("user", "b"),
    )
    (found,) = session.compactions
    assert (found.summary, found.opaque, found.replaced, found.trigger) == (None, False, ("index:1",), "truncation")
    assert texts(session) == ["a", "b"]


def shown(kind: str, text: str, index: int | None = None, type: str = "say", **fields: Any) -> dict[str, Any]:
    record = {"ts": 1, "type": type, type: kind, "text": text, **fields}
    return record if index is None else {**record, "conversationHistoryIndex": index}


SCREEN = [
    shown("text", "fix it", 0), shown("api_req_started", "{}", 0), shown("text", "I look", 1), shown("tool", '{"tool":"readFile","path":"a.py"}', 1),
    shown("command", "make", 3), shown("command_output", "boom", 3), shown("completion_result", "fixed", 5), shown("user_feedback", "thanks", 6),
]  # fmt: skip


def test_screen_list() -> None:
    """The first text is the task; requests are no content; half-shown records come again."""
    session = listed(*SCREEN[:3], shown("text", "I lo", 1, partial=True), *SCREEN[3:])
    assert [(m.role, m.text) for m in session.messages] == [
        ("user", "fix it"), ("assistant", "I look"), ("assistant", "readFile path: a.py"), ("assistant", "command make"), ("tool", "boom"),
        ("assistant", "fixed"), ("user", "thanks"),
    ]  # fmt: skip


def test_deleted_range_is_inclusive_and_grows() -> None:
    """No summary; the first pair stays; a range that would leave nothing is ignored."""
    cut = [
        {**SCREEN[6], "conversationHistoryDeletedRange": [2, 3]},
        {**SCREEN[7], "conversationHistoryDeletedRange": [2, 5]},
        shown("text", "x", 8),
    ]
    first, second = listed(*SCREEN[:6], *cut).compactions
    assert (first.replaced, first.summary, first.trigger) == (("index:5", "index:6"), None, "truncation")
    assert second.replaced == ("index:7",)
    assert not listed(*SCREEN[:6], {**SCREEN[6], "conversationHistoryDeletedRange": [2, 5]}).compactions
    assert not listed(*SCREEN[:6], {**SCREEN[6], "conversationHistoryDeletedRange": [0, 1]}).compactions


def test_condensation_on_the_screen_is_positional() -> None:
    """It carries the summary, not what it replaced."""
    session = listed(
        *SCREEN,
        shown("condense_context", "", contextCondense={"summary": "S", "prevContextTokens": 9}),
        shown("text", "next"),
    )
    (found,) = session.compactions
    assert (found.summary, found.evidence, len(found.replaced)) == ("S", "positional", 7)


def test_unknown_screen_record_is_kept() -> None:
    """With its text."""
    assert listed(*SCREEN, shown("future_thing", "valve 17")).messages[-1].parts[0].kind == "opaque"
