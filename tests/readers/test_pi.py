"""Pi: the live path of the tree, and what a compaction kept."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from session_reading import check_promises, ids, items_of, session_of, texts

HEAD = {"type": "session", "version": 3, "id": "s1", "timestamp": "t", "cwd": "/repo"}


def entry(id: str | None, parent: str | None, role: str, content: Any = "words", **message: Any) -> dict[str, Any]:
    links = {} if id is None else {"id": id, "parentId": parent}
    return {"type": "message", **links, "timestamp": "t", "message": {"role": role, "content": content, **message}}


def compaction(id: str | None, parent: str | None, summary: str = "S", **fields: Any) -> dict[str, Any]:
    links = {} if id is None else {"id": id, "parentId": parent}
    return {"type": "compaction", **links, "timestamp": "t", "summary": summary, "tokensBefore": 9, **fields}


TALK = [
    HEAD,
    entry("u1", None, "user"),
    entry("a1", "u1", "assistant"),
    entry("u2", "a1", "user"),
    entry("a2", "u2", "assistant"),
]


def test_compaction_replaces_the_path_before_the_first_kept_entry() -> None:
    """The rest stays verbatim behind the summary."""
    session = session_of([*TALK, compaction("c1", "a2", firstKeptEntryId="u2"), entry("u3", "c1", "user")])
    (found,) = session.compactions
    assert (found.replaced, found.kept, found.evidence) == (("u1", "a1"), ("u2", "a2"), "explicit")
    assert "S" not in texts(session)


def test_second_compaction_replaces_the_first_summary_and_what_it_had_kept() -> None:
    """Generation counts through the replaced summary."""
    records = [
        *TALK,
        compaction("c1", "a2", firstKeptEntryId="u2"),
        entry("u3", "c1", "user"),
        compaction("c2", "u3", firstKeptEntryId="u3"),
        entry("u4", "c2", "user"),
    ]
    second = session_of(records).compactions[1]
    assert second.replaced == ("c1", "u2", "a2")
    assert second.kept == ("u3",)
    assert second.generation == 2


def test_first_kept_before_an_older_compaction_brings_entries_back() -> None:
    """Only the last compaction on the path counts."""
    records = [
        *TALK,
        compaction("c1", "a2", firstKeptEntryId="u2"),
        entry("u3", "c1", "user"),
        compaction("c2", "u3", firstKeptEntryId="a1"),
        entry("u4", "c2", "user"),
    ]
    second = session_of(records).compactions[1]
    assert second.kept == ("a1", "u2", "a2", "u3")
    assert second.replaced == ("c1",)


@pytest.mark.parametrize("named", ["not-here", "off-path"])
def test_first_kept_entry_off_the_path_keeps_nothing(named: str) -> None:
    """The program's loop never switches on."""
    records = [
        *TALK,
        entry("off-path", "u1", "user"),
        compaction("c1", "a2", firstKeptEntryId=named),
        entry("u3", "c1", "user"),
    ]
    (found,) = session_of(records).compactions
    assert (found.replaced, found.kept) == (("u1", "a1", "u2", "a2"), ())


def test_first_kept_entry_that_is_no_message_keeps_all_from_there() -> None:
    """It may point at a model change."""
    change = {"type": "model_change", "id": "m1", "parentId": None, "timestamp": "t"}
    records = [HEAD, change, entry("u1", "m1", "user"), compaction("c1", "u1", firstKeptEntryId="m1")]
    assert session_of(records).compactions[0].kept == ("u1",)


@pytest.mark.parametrize(
    ("index", "replaced"),
    [(3, ("line:2", "line:3")), (1, ()), (0, ("line:2", "line:3", "line:4")), (99, ("line:2", "line:3", "line:4"))],
)
def test_index_of_version_1_counts_all_lines_from_the_header(index: int, replaced: tuple[str, ...]) -> None:
    """Header = 0, and an index that points at it resolves to nothing."""
    head = {"type": "session", "id": "s1", "timestamp": "t", "cwd": "/repo"}
    records = [
        head,
        entry(None, None, "user"),
        entry(None, None, "assistant"),
        entry(None, None, "user"),
        compaction(None, None, firstKeptEntryIndex=index),
    ]
    assert session_of(records).compactions[0].replaced == replaced


def test_abandoned_branch_is_left_out_and_its_summary_is_a_compaction() -> None:
    """It stands for records off the live path, so nothing in the stream was replaced."""
    branch = {
        "type": "branch_summary",
        "id": "b1",
        "parentId": "a1",
        "timestamp": "t",
        "fromId": "a2",
        "summary": "tried x",
    }
    session = session_of([*TALK, branch, entry("u3", "b1", "user")])
    assert ids(session) == ["u1", "a1", "u3"]
    (found,) = session.compactions
    assert (found.summary, found.replaced, found.trigger) == ("tried x", (), "branch")
    assert session.notes == ("2 entries on abandoned branches are not part of the main conversation",)


def test_branch_summary_is_replaced_by_the_next_compaction() -> None:
    """It was in the context as text."""
    branch = {
        "type": "branch_summary",
        "id": "b1",
        "parentId": "a2",
        "timestamp": "t",
        "fromId": "x",
        "summary": "tried x",
    }
    found = session_of([*TALK, branch, compaction("c1", "b1", firstKeptEntryId="gone")]).compactions[1]
    assert found.replaced == ("u1", "a1", "u2", "a2", "b1")
    assert found.generation == 2


def test_roles_parts_and_states() -> None:
    """Results are tools', a user's shell command shows its exit code, errors are said, extension state is no content."""
    session = session_of([
        HEAD, entry("u1", None, "user", [{"type": "text", "text": "go"}]),
        entry("a1", "u1", "assistant", [{"type": "thinking", "thinking": "hm"}, {"type": "toolCall", "id": "c1", "name": "bash", "arguments": {"command": "ls"}}]),
        entry("r1", "a1", "toolResult", [{"type": "text", "text": "no"}], toolCallId="c1", toolName="bash", isError=True),
        {"type": "message", "id": "x1", "parentId": "r1", "message": {"role": "bashExecution", "command": "make", "output": "boom", "exitCode": 2}},
        {"type": "custom", "id": "k1", "parentId": "x1", "data": {}},
        {"type": "custom_message", "id": "k2", "parentId": "k1", "customType": "note", "content": "remember"},
        entry("a2", "k2", "assistant", [], stopReason="error", errorMessage="overloaded"),
    ])  # fmt: skip
    assert [(m.role, m.injected, m.text) for m in session.messages] == [
        ("user", False, "go"), ("assistant", False, "hm\nbash ls"), ("tool", False, "no"), ("user", False, "bash make\nboom\nexit code 2"),
        ("user", True, "remember"), ("assistant", False, "error: overloaded"),
    ]  # fmt: skip
    assert session.messages[2].parts[0].is_error


def test_marker_text_in_a_tool_result_does_not_count() -> None:
    """Quoted compactions are text."""
    quoted = '{"type":"compaction","summary":"S","firstKeptEntryId":"u1"}'
    session = session_of([*TALK, entry("r1", "a2", "toolResult", quoted, toolCallId="c1", toolName="read")])
    assert not session.compactions
    assert quoted in texts(session)


def test_unknown_type_and_duplicate_and_cycle() -> None:
    """Kept, named by line, and every walk ends."""
    session = session_of([*TALK, {"type": "future", "id": "f1", "parentId": "a2", "note": "valve 17"}])
    assert session.messages[-1].parts[0].kind == "opaque"
    assert ids(session_of([*TALK, entry("u1", "a2", "user", "again")])) == ["u1", "a1", "u2", "a2", "line:6"]
    assert ids(session_of([HEAD, entry("u1", "a1", "user"), entry("a1", "u1", "assistant")])) == ["u1", "a1"]


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_any_tree_keeps_its_promises(data: st.DataObject) -> None:
    """Any parents and any first kept entries."""
    names = [f"n{i}" for i in range(data.draw(st.integers(1, 10)))]
    records: list[dict[str, Any]] = [HEAD]
    for name in names:
        parent = data.draw(st.sampled_from([None, "gone", *names]))
        if data.draw(st.booleans()):
            records.append(
                entry(
                    name,
                    parent,
                    data.draw(
                        st.sampled_from(["user", "assistant", "toolResult", "compactionSummary", "branchSummary", "x"])
                    ),
                )
            )
        else:
            records.append(compaction(name, parent, firstKeptEntryId=data.draw(st.sampled_from(names))))
    items = items_of(records)
    check_promises(items)
    assert items == items_of(records)
