"""Nothing that a file can hold makes a reader raise anything but a ReaderError: valid records, changed at random."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
import test_claude_code as claude
import test_cline as cline
import test_codex as codex
import test_gemini as gemini
import test_openhands as openhands
import test_pi as pi
from session_reading import check_promises, items_of, jsonl

from leadline.readers import ReaderError

LINES: dict[str, list[dict[str, Any]]] = {
    "claude": [
        *claude.COMPACTED, claude.boundary("b2", "a3", preservedMessages={"uuids": ["u3"]}), claude.summary("s2", "b2"),
        claude.reply("a9", "s2", claude.call("c1")), claude.result("r9", "a9", "c1"),
        {**claude.BASE, "type": "system", "subtype": "microcompact_boundary", "uuid": "mm", "parentUuid": "r9", "microcompactMetadata": {"compactedToolIds": ["c1"]}},
        {**claude.BASE, "type": "attachment", "uuid": "t1", "parentUuid": "a2", "attachment": {"type": "queued_command", "prompt": "x"}},
        {**claude.BASE, "type": "attachment", "uuid": "t2", "parentUuid": "a2", "attachment": {"type": "hook_success", "content": "x"}},
    ],
    "codex": [
        *codex.WHOLE, codex.item("custom_tool_call", name="apply_patch", call_id="c", input="x"), codex.item("local_shell_call", action={"command": ["a"]}),
        codex.item("reasoning", summary=[{"type": "summary_text", "text": "x"}]), codex.event("thread_rolled_back", num_turns=1), codex.event("error", message="x"),
    ],
    "pi": [
        *pi.TALK, pi.compaction("c1", "a2", firstKeptEntryId="u2"), pi.entry("x1", "c1", "bashExecution", command="x", output="y", exitCode=1),
        {"type": "branch_summary", "id": "b1", "parentId": "x1", "summary": "x"}, {"type": "custom_message", "id": "k2", "parentId": "b1", "content": "x"},
        pi.entry("y", "k2", "assistant", [{"type": "toolCall", "id": "c", "name": "b", "arguments": {"command": "x"}}], stopReason="error", errorMessage="x"),
    ],
    "openhands": [*openhands.OLD, openhands.condensation(5, forgotten_event_ids=[1], summary="S"), openhands.action(6, "finish", final_thought="x")],
    "openhands-new": [*openhands.NEW, openhands.event("k1", "Condensation", forgotten_event_ids=["e3"], summary="S")],
    "gemini": [*gemini.TALK, gemini.replaced_by(gemini.SNAPSHOT, gemini.ACK, gemini.TALK[3]), {"$rewindTo": "u2"}, gemini.user("z", "x")],
}  # fmt: skip
DOCUMENTS: dict[str, Any] = {
    "cline": {"version": 1, "agent": "l", "sessionId": "s", "messages": [
        cline.said("m1", "user", "x", cline.NOTICE, metadata={"kind": "compaction"}),
        cline.said("m2", "assistant", "y", {"type": "tool_use", "id": "c1", "name": "e", "input": {}}, metadata={"compaction": "preserved"}),
    ]},
    "roo": [*cline.roo(), cline.api("user", "S2", isSummary=True, condenseId="k2")],
    "screen": [*cline.SCREEN, {**cline.SCREEN[6], "conversationHistoryDeletedRange": [2, 3]}, cline.shown("condense_context", "", contextCondense={"summary": "S"})],
    "gemini-document": {**gemini.HEAD, "messages": gemini.TALK[1:]},
    "openhands-history": {"history": openhands.OLD},
}  # fmt: skip
ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1.5,
    "",
    "x",
    [],
    {},
    [None],
    [[]],
    {"a": None},
    ["x"],
    "u1",
    "a1",
    [1],
    [{}],
    {"type": "x"},
    10**30,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Paths of everything inside of a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, child in inner for place in ((*path, key), *places(child, (*path, key)))]


def mutated(value: Any, choose: random.Random) -> Any:
    value = copy.deepcopy(value)
    for _ in range(choose.choice((1, 1, 2, 4))):
        found = places(value)
        if not found:
            break
        *path, last = choose.choice(found)
        target = value
        for key in path:
            target = target[key]
        if choose.random() < 0.2:
            del target[last]
        else:
            target[last] = copy.deepcopy(choose.choice(ODD))
    return value


@pytest.mark.slow
@pytest.mark.parametrize("name", [*LINES, *DOCUMENTS])
def test_changed_records_raise_nothing_but_reader_errors(name: str) -> None:
    """Any field missing, of another type or pointing elsewhere: a stream that keeps its promises, or one clear error."""
    choose = random.Random(name)
    for _ in range(120):
        raw = (
            jsonl(mutated(LINES[name], choose))
            if name in LINES
            else json.dumps(mutated(DOCUMENTS[name], choose)).encode()
        )
        try:
            items = items_of(raw)
        except ReaderError:
            continue
        check_promises(items)
