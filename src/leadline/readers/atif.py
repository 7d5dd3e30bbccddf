"""ATIF trajectories (Harbor's interchange format): one document of steps, results in the step of their call.

In: formats.md, section 12. Out: port.py's stream; a step becomes the message of its source and, where it holds
observations, a tool message. A system step that refers to summarization sub-trajectories is a compaction: the summary
itself stands in another file, so it is opaque here, and it replaces the steps after the first user step (positional).
The model's raw JSON replies of linear mode are shown as their fields, with the commands as calls. Copied context is
kept but marked as put in by the client, except for the task: it was said, and counted, in another file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from leadline.core.text.messages import Message, Part, Role
from leadline.readers.assembler import Assembler
from leadline.readers.blocks import call_part, decoded, opaque_part, parts_of, result_part
from leadline.readers.leadins import is_summary
from leadline.readers.port import Compaction, Item, NotATranscriptError, ReadOptions, TranscriptMeta
from leadline.readers.render import compact_json, strip_ansi
from leadline.readers.source import Probe, Source

__all__ = ["NAME", "read", "sniff"]

NAME = "atif"

_ROLES: dict[str, Role] = {"user": "user", "agent": "assistant", "system": "system"}
_HANDOFF = "Performed context summarization"  # terminus-2


def sniff(probe: Probe) -> float:
    """1.0 for a document that names an ATIF schema version and has steps, else 0."""
    document = probe.document
    if not isinstance(document, dict) or not isinstance(document.get("steps"), list):
        return 0.0
    version = document.get("schema_version")
    return 1.0 if isinstance(version, str) and version.startswith("ATIF-") else 0.0


def read(source: Source, options: ReadOptions) -> Iterator[Item]:
    """The stream of port.py."""
    document = source.document()
    steps = document.get("steps") if isinstance(document, dict) else None
    if not isinstance(steps, list):
        raise NotATranscriptError(f"{source.path_name}: is no ATIF trajectory", "give one document with steps")
    yield TranscriptMeta(NAME, _text_or_none(document.get("session_id")), None, _notes(document, steps))
    assembler = Assembler()
    after_handoff = False  # the user step after it carries the other agent's answers, written by the harness
    opening: list[str] = []  # ids of the first user step and what stands before it: the task stays
    for position, step in enumerate(steps, start=1):
        assembler.step()
        if not isinstance(step, dict):
            yield from assembler.messages("system", [opaque_part(step, "no step")], injected=True)
            continue
        if _is_handoff(step):
            replaced = [id for id in assembler.live if id not in opening]
            yield assembler.compaction(
                summary=None, opaque=True, replaced=replaced, kept=opening, evidence="positional",
                trigger="summarization", native=_native(step, position), at=step.get("timestamp"),
            )  # fmt: skip
            after_handoff = True
            continue
        is_answer = after_handoff and step.get("source") == "user"
        after_handoff = False
        for item in _step_items(assembler, step, position, is_task=not opening, is_answer=is_answer):
            if not opening and isinstance(item, Message) and item.role == "user":
                opening = list(assembler.live)
            yield item


def _step_items(
    assembler: Assembler, step: dict[str, Any], position: int, *, is_task: bool, is_answer: bool
) -> Iterator[Message | Compaction]:
    source = step.get("source")
    role = _ROLES.get(source) if isinstance(source, str) else None
    native, at = _native(step, position), step.get("timestamp")
    copied = step.get("is_copied_context") is True
    injected = is_answer or (copied and not (role == "user" and is_task))
    results = _results(step)
    if role is None:
        known = {key: value for key, value in step.items() if key not in ("observation", "metrics", "step_id")}
        parts, role = [opaque_part(known, f"source {source}")], "system"
        injected = True
    else:
        parts = _said(step, role, native)
    calls = [part for part in parts if part.kind == "tool_call"]
    # A system step with nothing but an observation speaks through its result.
    if parts or not results:
        if role in ("user", "system") and not injected:
            yield from assembler.turn(role, parts, native=native, at=at)
        elif copied and role == "user" and parts and is_summary(parts[0].text, first=False):
            # The handoff of linear mode: what it replaced stands in the trajectory that this one continues.
            yield assembler.compaction(
                summary=parts[0].text, replaced=(), kept=tuple(assembler.live), evidence="unknown",
                trigger="summarization", native=native, at=at, summary_line=assembler.line,
            )  # fmt: skip
        else:
            yield from assembler.messages(role, parts, native=native, at=at, injected=injected)
    if results:
        paired = _pair(results, calls)
        yield from assembler.messages("tool", paired, native=f"{native}.observation", at=at, injected=injected)


def _said(step: dict[str, Any], role: Role, native: str) -> list[Part]:
    parts: list[Part] = []
    reasoning = step.get("reasoning_content")
    if isinstance(reasoning, str) and reasoning.strip():
        parts.append(Part("thinking", strip_ansi(reasoning)))
    message = step.get("message")
    reply = decoded(message) if role == "assistant" and isinstance(message, str) else None
    calls = step.get("tool_calls")
    calls = [call for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
    if isinstance(reply, dict) and not calls:
        parts += _raw_reply(reply, native)
    else:
        parts += [part for part in parts_of(message) if part.text]
    for call in calls:
        arguments = decoded(call.get("arguments"))
        parts.append(call_part(call.get("function_name"), _as_command(arguments), call.get("tool_call_id")))
    return parts


def _raw_reply(reply: dict[str, Any], native: str) -> list[Part]:
    """A reply that is JSON text of the model: its fields as lines, its commands as calls of one exchange."""
    commands = reply.get("commands")
    commands = [c for c in commands if isinstance(c, dict)] if isinstance(commands, list) else []
    shown = {key: value for key, value in reply.items() if not (key == "commands" and commands)}
    lines = [f"{key}: {value if isinstance(value, str) else compact_json(value)}" for key, value in shown.items()]
    call_id = f"{native}.commands"  # their output comes back as one observation
    return [
        *([Part("text", strip_ansi("\n".join(lines)))] if lines else []),
        *(call_part("bash_command", _as_command(command), call_id) for command in commands),
    ]


def _as_command(arguments: Any) -> Any:
    """Keystrokes sent to a terminal are a command; the line break that sends them is none of its text."""
    if isinstance(arguments, dict) and isinstance(arguments.get("keystrokes"), str) and "command" not in arguments:
        rest = {key: value for key, value in arguments.items() if key != "keystrokes"}
        return {"command": arguments["keystrokes"].rstrip("\n"), **rest}
    return arguments


def _results(step: dict[str, Any]) -> list[dict[str, Any]]:
    observation = step.get("observation")
    found = observation.get("results") if isinstance(observation, dict) else None
    return [result for result in found if isinstance(result, dict)] if isinstance(found, list) else []


def _pair(results: list[dict[str, Any]], calls: list[Part]) -> list[Part]:
    """Results with the calls of their step: by id, else by order; a lone result answers the last call."""
    open_ids = [call.call_id for call in calls if call.call_id]
    named = [result.get("source_call_id") for result in results]
    free = [id for id in dict.fromkeys(open_ids) if id not in named]
    parts: list[Part] = []
    for i, result in enumerate(results):
        call_id = result.get("source_call_id")
        if not call_id and free:
            call_id = free.pop() if i == len(results) - 1 else free.pop(0)
        refs = result.get("subagent_trajectory_ref")
        references = [_reference(ref) for ref in refs if isinstance(ref, dict)] if isinstance(refs, list) else []
        if result.get("content") is not None or not references:
            parts.append(result_part(result.get("content"), call_id))
        parts += references
    return parts


def _reference(ref: dict[str, Any]) -> Part:
    extra = ref.get("extra")
    words = [
        ref.get("trajectory_path"),
        ref.get("session_id"),
        extra.get("summary") if isinstance(extra, dict) else None,
    ]
    return Part("opaque", f"[sub-agent trajectory: {', '.join(w for w in words if isinstance(w, str))}]")


def _is_handoff(step: dict[str, Any]) -> bool:
    if step.get("source") != "system":
        return False
    references = [ref for result in _results(step) for ref in _listed(result.get("subagent_trajectory_ref"))]
    if isinstance(step.get("message"), str) and step["message"].startswith(_HANDOFF):
        return True
    return bool(references) and all("summarization" in compact_json(ref) for ref in references)


def _notes(document: dict[str, Any], steps: list[Any]) -> tuple[str, ...]:
    notes: list[str] = []
    agent = document.get("agent")
    if isinstance(agent, dict):
        notes.append("agent: " + " ".join(str(agent[k]) for k in ("name", "version", "model_name") if agent.get(k)))
    copied = sum(isinstance(step, dict) and step.get("is_copied_context") is True for step in steps)
    if copied:
        notes.append(f"{copied} steps are copied from another trajectory and were counted there")
    if isinstance(document.get("continued_trajectory_ref"), str):
        notes.append(f"continued in {document['continued_trajectory_ref']}")
    if isinstance(document.get("notes"), str) and document["notes"]:
        notes.append(document["notes"])
    return tuple(notes)


def _native(step: dict[str, Any], position: int) -> str:
    number = step.get("step_id")
    return f"step:{number if isinstance(number, (int, str)) and not isinstance(number, bool) else position}"


def _text_or_none(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
