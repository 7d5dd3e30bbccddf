"""OpenHands, old and new events: who speaks, and what condensations forgot."""

from __future__ import annotations

import json
from typing import Any

import pytest
from session_reading import ids, session_of, texts

from leadline.readers import conversation_of


def action(id: int, name: str, source: str = "agent", **args: Any) -> dict[str, Any]:
    return {"id": id, "timestamp": "t", "source": source, "message": "", "action": name, "args": args}


def observation(id: int, cause: int, content: str, kind: str = "run", **extras: Any) -> dict[str, Any]:
    return {
        "id": id,
        "timestamp": "t",
        "source": "agent",
        "message": "",
        "cause": cause,
        "observation": kind,
        "content": content,
        "extras": extras,
    }


OLD = [
    action(0, "message", "user", content="fix the build"), action(1, "run", command="make", thought="I build first"),
    observation(2, 1, "boom", metadata={"exit_code": 2}), action(3, "run", command="make fix", thought=""), observation(4, 3, "ok", metadata={"exit_code": 0}),
]  # fmt: skip


def event(id: str, kind: str, source: str = "agent", **fields: Any) -> dict[str, Any]:
    return {"id": id, "timestamp": "t", "source": source, "kind": kind, **fields}


NEW = [
    event("e1", "MessageEvent", "user", llm_message={"role": "user", "content": [{"type": "text", "text": "fix the build"}]}),
    event("e2", "ActionEvent", thought=[{"type": "text", "text": "I build"}], tool_name="terminal", tool_call_id="c1", tool_call={"id": "c1", "name": "terminal", "arguments": '{"command": "make", "security_risk": "LOW"}'}),
    event("e3", "ObservationEvent", "environment", tool_name="terminal", tool_call_id="c1", observation={"content": [{"type": "text", "text": "boom"}], "exit_code": 2}),
]  # fmt: skip


@pytest.mark.parametrize("form", ["lines", "list", "history", "evaluation"])
def test_old_events_in_all_containers(form: str) -> None:
    """A list, an object with a history, one event per line, or a history per line."""
    content = {
        "lines": OLD, "list": json.dumps(OLD).encode(), "history": json.dumps({"history": OLD}).encode(),
        "evaluation": [{"instance_id": "a", "history": OLD}, {"instance_id": "b", "history": OLD[:1]}],
    }[form]  # fmt: skip
    session = session_of(content)
    assert session.meta.format == "openhands"
    assert texts(session)[:3] == ["fix the build", "I build first\nrun make", "boom\nexit code 2"]
    assert [m.role for m in session.messages][:3] == ["user", "assistant", "tool"]
    assert session.messages[1].opens == session.messages[2].closes != frozenset()
    assert session.messages[2].parts[0].is_error
    assert len(set(ids(session))) == (6 if form == "evaluation" else 5)
    assert {conversation_of(id) for id in ids(session)} == ({"line:1", "line:2"} if form == "evaluation" else {""})


def test_arguments_are_those_that_the_model_wrote() -> None:
    """The same reply is repeated on action and observation; it is said once."""
    reply = {
        "choices": [
            {
                "message": {
                    "content": "x",
                    "tool_calls": [
                        {"id": "c9", "function": {"name": "execute_bash", "arguments": '{"command": "make -j4"}'}}
                    ],
                }
            }
        ]
    }
    metadata = {"function_name": "execute_bash", "tool_call_id": "c9", "model_response": reply}
    session = session_of(
        [OLD[0], {**OLD[1], "tool_call_metadata": metadata}, {**OLD[2], "tool_call_metadata": metadata}]
    )
    assert texts(session)[1:] == ["I build first\nexecute_bash make -j4", "boom\nexit code 2"]
    assert session.messages[1].opens == {"c9"} == session.messages[2].closes


def condensation(id: int, **args: Any) -> dict[str, Any]:
    return action(id, "condensation", **args)


@pytest.mark.parametrize(
    "forgotten",
    [{"forgotten_event_ids": [2, 1]}, {"forgotten_events_start_id": 1, "forgotten_events_end_id": 2}],
    ids=["ids", "range"],
)
def test_condensation_names_what_it_forgot(forgotten: dict[str, Any]) -> None:
    """By ids (a set) or by an inclusive range; told in the order of the events."""
    session = session_of([*OLD, condensation(5, **forgotten, summary="S", summary_offset=1)])
    (found,) = session.compactions
    assert (found.replaced, found.kept, found.summary, found.evidence) == (("1", "2"), ("0", "3", "4"), "S", "explicit")


def test_newer_summary_replaces_the_older_and_deletion_has_none() -> None:
    """Only the last condensation with a summary supplies one; without a summary it is plain deletion."""
    session = session_of([
        *OLD, condensation(5, forgotten_event_ids=[1], summary="S1", summary_offset=1), condensation(6, forgotten_event_ids=[1, 2]),
        condensation(7, forgotten_event_ids=[2, 3], summary="S2", summary_offset=1),
    ])  # fmt: skip
    first, deletion, second = session.compactions
    assert (first.replaced, first.generation) == (("1",), 1)
    assert (deletion.replaced, deletion.summary, deletion.opaque) == (("2",), None, False)
    assert (second.replaced, second.generation) == (("5", "3"), 2)


def test_request_and_steering_are_no_content() -> None:
    """They only move the program."""
    silent = [
        action(9, "condensation_request"),
        action(10, "change_agent_state", agent_state="x"),
        observation(11, 10, "", "agent_state_changed"),
        action(12, "recall", "user", query="fix"),
    ]
    assert len(session_of([*OLD, *silent]).messages) == 5


def test_looked_up_knowledge_is_injected() -> None:
    """Repository instructions were put in by the program."""
    session = session_of(
        [*OLD, observation(9, 8, "Added workspace context", "recall", repo_instructions="use tabs", date="")]
    )
    assert session.messages[-1].injected
    assert "use tabs" in session.messages[-1].text


def test_new_events() -> None:
    """Arguments as the model wrote them, without the fields that say how to run; the exit code stands in the text."""
    session = session_of(
        [
            *NEW,
            event("s", "ConversationStateUpdateEvent", "environment", key="k", value=1),
            event("f", "FutureEvent", note="valve 17"),
        ]
    )
    assert texts(session)[:3] == ["fix the build", "I build\nterminal make", "boom\nexit code 2"]
    assert session.messages[3].parts[0].kind == "opaque"
    assert len(session.messages) == 4


def test_new_condensations_forget_an_earlier_summary_by_its_id() -> None:
    """`<condensation id>-summary` is not stored; it can be forgotten, or live on."""
    records = [
        *NEW,
        event("k1", "Condensation", "environment", forgotten_event_ids=["e3", "e2"], summary="S1", summary_offset=1),
    ]
    first, second = session_of(
        [*records, event("k2", "Condensation", "environment", forgotten_event_ids=["k1-summary", "e1"], summary="S2")]
    ).compactions
    assert (first.replaced, first.kept) == (("e2", "e3"), ("e1",))
    assert (second.replaced, second.generation) == (("k1", "e1"), 2)
    _, beside = session_of(
        [*records, event("k2", "Condensation", "environment", forgotten_event_ids=["e1"], summary="S2")]
    ).compactions
    assert (beside.replaced, beside.generation) == (("e1",), 1)


def test_marker_in_an_observation_does_not_count() -> None:
    """A quoted condensation is text."""
    assert not session_of(
        [*OLD, observation(9, 3, json.dumps(condensation(5, forgotten_event_ids=[1], summary="S")))]
    ).compactions
