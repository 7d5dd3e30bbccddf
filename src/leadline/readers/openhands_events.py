"""One OpenHands event as one message (guides/formats.md, 4.1 and 4.2), or none where it only steers the program.

Old events: `action` with `args` (or flat, in evaluation output), `observation` with `content` and `extras`. New events:
`kind` is a class name. A call's arguments are taken as the model wrote them where the event repeats the model's reply.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from leadline.core.text.messages import Message, Part, Role
from leadline.readers.render import (
    arguments_of,
    call_text,
    compact_json,
    dicts_in,
    result_text,
    strip_ansi,
    text_of_blocks,
)

__all__ = ["is_new_event", "is_old_event", "message_of"]

# Steering and bookkeeping; `recall` as an action only repeats the question that its observation answers.
_SILENT_ACTIONS = frozenset(
    {"recall", "change_agent_state", "condensation_request", "null", "start", "pause", "resume", "stop"}
)
_SILENT_OBSERVATIONS = frozenset({"agent_state_changed", "null"})
_SILENT_KINDS = frozenset(
    {
        "ConversationStateUpdateEvent", "CondensationRequest", "CondensationSummaryEvent", "PauseEvent", "TokenEvent",
        "LLMCompletionLogEvent",
    }
)  # fmt: skip
# Fields of an action that say how to run it, not what it does.
_RUN_FIELDS = frozenset(
    {
        "thought", "hidden", "blocking", "is_input", "is_static", "confirmation_state", "is_confirmed", "security_risk",
        "action_risk", "keep_prompt", "wait_for_response", "image_urls", "file_urls", "impl_source", "kernel_init_code",
        "include_extra", "translated_ipython_code", "kind",
    }
)  # fmt: skip
_ENVELOPE = frozenset(
    {"id", "timestamp", "source", "message", "action", "cause", "timeout", "tool_call_metadata", "llm_metrics"}
)


def is_old_event(event: Any) -> bool:
    """Has `action` or `observation` as a word, and no `role` (which SWE-agent's history has)."""
    if not isinstance(event, dict) or "role" in event:
        return False
    return isinstance(event.get("action"), str) or (isinstance(event.get("observation"), str) and "content" in event)


def is_new_event(event: Any) -> bool:
    """Has a class name as `kind`, and who sent it."""
    kind = event.get("kind") if isinstance(event, dict) else None
    if not isinstance(kind, str) or "source" not in event:
        return False
    return kind.endswith("Event") or kind.startswith("Condensation") or kind == "UserRejectObservation"


def message_of(event: dict[str, Any], id: str, line: int) -> Message | None:
    """The message of an event that is no condensation."""
    role: Role
    injected = False
    if isinstance(event.get("kind"), str):
        role, parts, injected = _new(event)
    elif isinstance(event.get("observation"), str):
        role, parts, injected = _old_observation(event)
    elif isinstance(event.get("action"), str):
        role, parts, injected = _old_action(event)
    else:
        role, parts, injected = "system", [Part("opaque", compact_json(event))], True
    parts = [part for part in parts if part.text]
    at = event.get("timestamp")
    return Message(id, role, tuple(parts), line, at if isinstance(at, str) else None, injected) if parts else None


def _old_action(event: dict[str, Any]) -> tuple[Role, list[Part], bool]:
    action = event["action"]
    nested = event.get("args")
    args = nested if isinstance(nested, dict) else {key: value for key, value in event.items() if key not in _ENVELOPE}
    if action in _SILENT_ACTIONS:
        return "system", [], True
    if action == "system":
        return "system", [Part("text", strip_ansi(str(args.get("content") or "")))], True
    if action == "message":
        role: Role = "user" if event.get("source", "user") == "user" else "assistant"
        return role, [Part("text", strip_ansi(str(args.get("content") or event.get("message") or "")))], False
    thought = Part("text", strip_ansi(text_of_blocks(args.get("thought") or "")))
    if action == "think":
        return "assistant", [Part("thinking", thought.text)], False
    if action == "finish":
        said = args.get("final_thought") or args.get("message") or event.get("message") or ""
        texts = dict.fromkeys(strip_ansi(text) for text in (thought.text, str(said)) if text)
        return "assistant", [Part("text", text) for text in texts], False
    name, call_id, arguments = _call_of(event)
    if not isinstance(arguments, dict):
        arguments = args if arguments is None else {"arguments": arguments}
    arguments = {key: value for key, value in arguments.items() if key not in _RUN_FIELDS and value is not False}
    name = name or action
    return (
        "assistant",
        [thought, Part("tool_call", call_text(name, arguments), name, call_id or _number(event.get("id")))],
        False,
    )


def _call_of(event: dict[str, Any]) -> tuple[str | None, str | None, Any]:
    """Tool name, call id and the arguments as the model wrote them, where the event says them."""
    metadata = event.get("tool_call_metadata")
    if not isinstance(metadata, dict):
        return None, None, None
    name, call_id = _string(metadata.get("function_name")), _string(metadata.get("tool_call_id"))
    for call in _calls_in(metadata.get("model_response")):
        function = call.get("function")
        if call.get("id") == call_id and isinstance(function, dict):
            return name, call_id, arguments_of(function.get("arguments"))
    return name, call_id, None


def _calls_in(response: Any) -> Iterator[dict[str, Any]]:
    for choice in dicts_in(response.get("choices")) if isinstance(response, dict) else ():
        message = choice.get("message")
        yield from dicts_in(message.get("tool_calls")) if isinstance(message, dict) else ()


def _old_observation(event: dict[str, Any]) -> tuple[Role, list[Part], bool]:
    kind = event["observation"]
    nested = event.get("extras")
    extras = nested if isinstance(nested, dict) else event
    content = text_of_blocks(event.get("content") or "")
    if kind in _SILENT_OBSERVATIONS:
        return "system", [], True
    if kind == "recall":  # what the program looked up and put in: repository, instructions, knowledge
        told = {key: value for key, value in extras.items() if value not in ("", [], {}, None) and key != "recall_type"}
        return "system", [Part("text", strip_ansi(call_text(content or "recall", told)))], True
    metadata = extras.get("metadata")
    exit_code = extras.get("exit_code", metadata.get("exit_code") if isinstance(metadata, dict) else None)
    if exit_code == -1:  # still running, or unknown
        exit_code = None
    failed = kind == "error" or event.get("success") is False or (isinstance(exit_code, int) and exit_code != 0)
    name, call_id, _ = _call_of(event)
    part = Part(
        "tool_result", result_text(content, exit_code), name or kind, call_id or _number(event.get("cause")), failed
    )
    return "tool", [part], False


def _new(event: dict[str, Any]) -> tuple[Role, list[Part], bool]:
    kind = event["kind"]
    if kind in _SILENT_KINDS:
        return "system", [], True
    if kind == "SystemPromptEvent":
        return "system", [Part("text", strip_ansi(text_of_blocks(event.get("system_prompt"))))], True
    if kind == "MessageEvent":
        return _new_message(event)
    name, call_id = _string(event.get("tool_name")), _string(event.get("tool_call_id"))
    if kind == "ActionEvent":
        return "assistant", _new_action(event, name or "tool", call_id), False
    if kind == "ObservationEvent":
        seen = event.get("observation")
        seen = seen if isinstance(seen, dict) else {"content": seen}
        metadata = seen.get("metadata")
        exit_code = seen.get("exit_code", metadata.get("exit_code") if isinstance(metadata, dict) else None)
        exit_code = None if exit_code == -1 else exit_code
        content = next((seen[key] for key in ("content", "output", "text") if seen.get(key)), None)
        if content is None:
            content = call_text("", {k: v for k, v in seen.items() if k not in _RUN_FIELDS and k != "is_error"}).strip()
        failed = seen.get("is_error") is True or (isinstance(exit_code, int) and exit_code != 0)
        return (
            "tool",
            [Part("tool_result", result_text(text_of_blocks(content), exit_code), name, call_id, failed)],
            False,
        )
    if kind in ("AgentErrorEvent", "UserRejectObservation"):
        text = str(event.get("error") or event.get("rejection_reason") or "rejected by the user")
        return "tool", [Part("tool_result", strip_ansi(text), name, call_id, True)], False
    if kind == "ConversationErrorEvent":
        return "system", [Part("text", strip_ansi(f"{event.get('code')}: {event.get('detail')}"), is_error=True)], True
    return "system", [Part("opaque", compact_json(event), kind)], True


def _new_message(event: dict[str, Any]) -> tuple[Role, list[Part], bool]:
    told = event.get("llm_message")
    told = told if isinstance(told, dict) else {}
    role: Role = (
        "user" if event.get("source") == "user" else "assistant" if event.get("source") == "agent" else "system"
    )
    parts = [Part("thinking", strip_ansi(str(told.get("reasoning_content") or "")))]
    parts.append(Part("text", strip_ansi(text_of_blocks(told.get("content")))))
    return role, parts, role == "system"


def _new_action(event: dict[str, Any], name: str, call_id: str | None) -> list[Part]:
    thought = strip_ansi(text_of_blocks(event.get("thought")))
    reasoning = strip_ansi(str(event.get("reasoning_content") or ""))
    call = event.get("tool_call")
    raw = call.get("arguments") if isinstance(call, dict) else None
    if raw is None and isinstance(call, dict) and isinstance(call.get("function"), dict):
        raw = call["function"].get("arguments")
    arguments = arguments_of(raw)
    if not isinstance(arguments, dict):
        action = event.get("action")
        arguments = action if isinstance(action, dict) else arguments
    if isinstance(arguments, dict):
        arguments = {key: value for key, value in arguments.items() if key not in _RUN_FIELDS and value is not False}
    # Many models repeat their reasoning inside the visible text; there it is said once.
    parts = [Part("thinking", reasoning)] if reasoning.strip() and reasoning.strip() not in thought else []
    return [*parts, Part("text", thought), Part("tool_call", call_text(name, arguments), name, call_id)]


def _number(value: Any) -> str | None:
    """An event's number as a call id: an observation's `cause` is its action's `id`."""
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        return None
    return f"event:{value}"


def _string(value: Any) -> str | None:
    return value if isinstance(value, str) else None
