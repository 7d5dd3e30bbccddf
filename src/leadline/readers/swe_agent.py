"""SWE-agent trajectories (`.traj`): one document with `history`, `trajectory`, or both; retry agents add `attempts`.

In: formats.md, section 9. Out: port.py's stream. `history` gives the messages; of `trajectory`, which says the same
again, only a last observation that the history lacks is added. Where the model wrote its command as text, the command
is split off as a tool call and the observation that follows is its result. Demonstrations are kept and marked as put
in by the client. No ids and no compactions in this format.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from leadline.core.text.messages import Message, Part, Role
from leadline.readers.assembler import Assembler, role_of
from leadline.readers.blocks import call_part, opaque_part, parts_of, result_part
from leadline.readers.port import Item, NotATranscriptError, ReadOptions, TranscriptMeta
from leadline.readers.render import compact_json, strip_ansi
from leadline.readers.source import Probe, Source

__all__ = ["NAME", "read", "sniff"]

NAME = "swe-agent"

_HISTORY_KEYS = ("message_type", "agent", "is_demo", "thought", "action")


def sniff(probe: Probe) -> float:
    """0.95 for a document with `trajectory` steps or a `history` of SWE-agent's messages, else 0."""
    document = probe.document
    if not isinstance(document, dict):
        return 0.0
    for run in (document, *_dicts(document.get("attempts"))):
        steps = _dicts(run.get("trajectory"))
        if steps and any(key in steps[0] for key in ("action", "observation")):
            return 0.95
        history = _dicts(run.get("history"))
        if any("role" in item and any(key in item for key in _HISTORY_KEYS) for item in history[:20]):
            return 0.95
    return 0.0


def read(source: Source, options: ReadOptions) -> Iterator[Item]:
    """The stream of port.py."""
    document = source.document()
    if not isinstance(document, dict):
        raise NotATranscriptError(f"{source.path_name}: is no SWE-agent trajectory", "give one .traj document")
    attempts = _dicts(document.get("attempts"))
    runs = [run for run in attempts if run.get("history") or run.get("trajectory")] or [document]
    info = document.get("info")
    notes = [f"environment: {document['environment']}"] if isinstance(document.get("environment"), str) else []
    if isinstance(info, dict) and isinstance(info.get("exit_status"), str):
        notes.append(f"exit status: {info['exit_status']}")
    if len(runs) > 1:
        notes.append(f"{len(runs)} attempts, read one after another")
    yield TranscriptMeta(NAME, None, None, tuple(notes))
    assembler = Assembler()
    for number, run in enumerate(runs, start=1):
        if len(runs) > 1:
            yield assembler.boundary(number, len(runs), "attempt")
        yield from _Run(assembler, run).items()


class _Run:
    """One attempt; knows whether a command still waits for its observation."""

    def __init__(self, assembler: Assembler, run: dict[str, Any]) -> None:
        self._assembler = assembler
        self._history = run["history"] if isinstance(run.get("history"), list) else []
        self._steps = _dicts(run.get("trajectory"))
        self._waits = False
        self._last_call: str | None = None

    def items(self) -> Iterator[Item]:
        if not self._history:
            for step in self._steps:
                yield from self._step_items(step)
            return
        for item in self._history:
            yield from self._history_items(item)
        last = self._steps[-1].get("observation") if self._steps else None
        if self._waits and isinstance(last, str) and last.strip():
            yield from self._say("tool", [result_part(last, self._last_call)])

    def _history_items(self, item: Any) -> Iterator[Item]:
        role = role_of(item.get("role")) if isinstance(item, dict) else None
        if role is None or not isinstance(item, dict):
            yield from self._say("system", [opaque_part(item, "unknown record")], injected=True)
            return
        demo = item.get("is_demo") is True or item.get("message_type") == "demonstration"
        kind = item.get("message_type")
        if role == "tool":
            yield from self._say("tool", _results(item), injected=demo)
            self._waits = False
        elif role == "user" and self._waits and kind in ("observation", None):
            yield from self._say("tool", [result_part(item.get("content"), self._last_call)], injected=demo)
            self._waits = False
        elif role == "assistant":
            yield from self._say("assistant", self._action_parts(item), injected=demo)
        else:
            self._assembler.step()
            yield from self._assembler.turn(role, parts_of(item.get("content")), injected=demo)

    def _step_items(self, step: dict[str, Any]) -> Iterator[Item]:
        """One step of a file without history: the reply with its command, and what came back."""
        yield from self._say("assistant", self._action_parts({**step, "content": step.get("response")}))
        if step.get("observation") is not None:
            yield from self._say("tool", [result_part(step["observation"], self._last_call)])
        self._waits = False

    def _action_parts(self, item: dict[str, Any]) -> list[Part]:
        parts = [Part("thinking", text) for text in _thinking(item)]
        calls = [
            call_part(function.get("name"), function.get("arguments"), call.get("id"))
            for call in _dicts(item.get("tool_calls"))
            for function in [call["function"] if isinstance(call.get("function"), dict) else call]
        ]
        content = item.get("content")
        action = item.get("action")
        if calls or not isinstance(action, str) or not action.strip():
            self._last_call = calls[-1].call_id if calls else None
            self._waits = bool(calls)
            return [*parts, *(part for part in parts_of(content) if part.text or not calls), *calls]
        self._waits = True
        self._last_call = f"action:{self._assembler.line + 1}"
        command = strip_ansi(action.strip())
        call = Part("tool_call", command, command.split(None, 1)[0], self._last_call)
        text = _without_action(content, item.get("thought"), action)
        return [*parts, *([Part("text", text)] if text else []), call]

    def _say(self, role: Role, parts: list[Part], *, injected: bool = False) -> Iterator[Message]:
        self._assembler.step()
        yield from self._assembler.messages(role, parts or [Part("text", "")], injected=injected)


def _without_action(content: Any, thought: Any, action: str) -> str:
    """The reply less its command where nothing but fences is lost by that, else the whole reply."""
    whole = content if isinstance(content, str) else "" if content is None else compact_json(content)
    if isinstance(thought, str) and thought.strip() and thought.strip() in whole:
        rest = whole.replace(thought.strip(), "", 1).replace(action.strip(), "", 1)
        if not rest.replace("```", "").replace("<command>", "").replace("</command>", "").strip():
            return strip_ansi(thought.strip())
    if not whole and isinstance(thought, str):
        whole = thought
    return strip_ansi(whole)


def _thinking(item: dict[str, Any]) -> list[str]:
    blocks = _dicts(item.get("thinking_blocks"))
    return [block["thinking"] for block in blocks if isinstance(block.get("thinking"), str) and block["thinking"]]


def _results(item: dict[str, Any]) -> list[Part]:
    ids = item.get("tool_call_ids")
    ids = [id for id in ids if isinstance(id, str)] if isinstance(ids, list) else []
    first, *others = ids or [item.get("tool_call_id")]
    # One observation may answer several calls: it stands once, the other calls are closed without text.
    return [result_part(item.get("content"), first), *(result_part("", other) for other in others)]


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
