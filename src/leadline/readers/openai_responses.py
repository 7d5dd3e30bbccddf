"""OpenAI Responses: items, responses, requests, and recorded exchanges of both, as one document or as JSON lines.

In: the shapes of formats.md, section 6. Out: port.py's stream, one message an item. A request repeats what was said
before it; only what is new comes out, joined by `previous_response_id`, by a compaction item that stands for the past,
or by an input that continues the one before. Any other input begins a new conversation, with a visible boundary.
Compactions are encrypted, so always `opaque`: made by the compact endpoint they are explicit (the input less the
messages that its output repeats), made by the server positional (all before).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

from leadline.core.text.messages import Message, Part
from leadline.readers.assembler import Assembler, role_of
from leadline.readers.blocks import call_part, digest, encrypted_part, opaque_part, parts_of, result_part, text_of
from leadline.readers.port import Compaction, Item, ReadOptions, TranscriptMeta
from leadline.readers.records import Malformed, broken_items
from leadline.readers.source import Probe, Record, Source

__all__ = ["NAME", "read", "sniff"]

NAME = "openai-responses"

_ITEM_TYPES = frozenset((
    "message", "function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output", "reasoning",
    "web_search_call", "file_search_call", "code_interpreter_call", "mcp_call", "image_generation_call", "compaction",
    "local_shell_call", "local_shell_call_output", "computer_call", "computer_call_output", "item_reference",
    "shell_call", "shell_call_output", "apply_patch_call", "apply_patch_call_output", "mcp_list_tools",
    "mcp_approval_request", "mcp_approval_response",
))  # fmt: skip
_TELLING_TYPES = _ITEM_TYPES - {"message", "reasoning", "compaction"}
_COMPACTIONS = frozenset(("compaction", "compaction_summary", "context_compaction"))
_INPUT_KEYS = ("request", "responses_create_params")

_Key = tuple[str, ...]


def sniff(probe: Probe) -> float:
    """0.95 for responses and exchanges, 0.85 for items of types that only this format has, 0.5 for bare items, else 0."""
    values = probe.document if isinstance(probe.document, list) else list(probe.records)
    values = [v for v in values if isinstance(v, dict)] if isinstance(values, list) else []
    if any(_is_exchange(v) or _is_response(v) for v in values[:50]):
        return 0.95
    if any(_is_request(v) for v in values[:50]):
        return 0.8
    kinds = [v["type"] for v in values[:200] if isinstance(v.get("type"), str) and "lc" not in v]
    if any(kind in _TELLING_TYPES for kind in kinds) and all("payload" not in v for v in values[:50]):
        return 0.85
    return 0.5 if kinds and all(kind in _ITEM_TYPES for kind in kinds) and "message" in kinds else 0.0


def read(source: Source, options: ReadOptions) -> Iterator[Item]:
    """The stream of port.py."""
    if source.container == "document":
        value = source.document()
        values = value if isinstance(value, list) else [value]
        yield TranscriptMeta(NAME, _session(values[0] if values else None), None, _notes(values))
        thread = _Thread(step=True)
        for value in values:
            yield from thread.record_items(value)
        return
    records = source.iter_records()
    head = _head(records)
    yield TranscriptMeta(NAME, _session(head[-1].value if head else None), None, _notes(source.probe.records))
    thread = _Thread(step=False)
    for record in chain(head, records):
        thread.assembler.at_line(record.line)
        if isinstance(record.value, Malformed):
            yield from broken_items(
                record.line, record.raw, record.value.reason, options, name=source.path_name, torn=record.torn
            )
        else:
            yield from thread.record_items(record.value)


class _Thread:
    """What was said so far, so that a repetition is told from news."""

    def __init__(self, *, step: bool) -> None:
        self.assembler = Assembler()
        self._step = step
        self._conversations = 0
        self._state: list[_Key] = []  # the context as the next request would repeat it
        self._ids: dict[_Key, list[str]] = {}  # message ids by what they say
        self._responses: set[str] = set()
        self._instructions = ""

    def record_items(self, value: Any) -> Iterator[Item]:
        """The items of one document entry or line."""
        if not isinstance(value, dict):
            yield from self._item(value)
        elif _is_exchange(value):
            request = next(value[key] for key in _INPUT_KEYS if isinstance(value.get(key), dict))
            response = value.get("response")
            yield from self._request(request, is_compact=_is_compact(response))
            yield from self._response(response)
        elif _is_response(value):
            if "input" in value:
                yield from self._request(value, is_compact=_is_compact(value))
            elif isinstance(value.get("instructions"), str):
                yield from self._instruct(value["instructions"])
            yield from self._response(value)
        elif _is_request(value):
            yield from self._request(value, is_compact=False)
        else:
            yield from self._item(value)

    def _request(self, request: dict[str, Any], *, is_compact: bool) -> Iterator[Item]:
        raw = request.get("input")
        items = raw if isinstance(raw, list) else [{"role": "user", "content": raw}] if raw is not None else []
        keys = [_key(item) for item in items]
        known = self._known(request, keys, is_compact=is_compact)
        if known is None:
            self._conversations += 1
            self._state, self._ids, self._instructions = [], {}, ""
            if self._conversations > 1:
                yield self.assembler.boundary(self._conversations)
            known = 0
        if isinstance(request.get("instructions"), str):
            yield from self._instruct(request["instructions"])
        for item in items[known:]:
            yield from self._item(item)

    def _known(self, request: dict[str, Any], keys: list[_Key], *, is_compact: bool) -> int | None:
        """How many leading items were said before; None where the input does not continue this conversation."""
        if not self._conversations and not self._state:
            return None
        previous = request.get("previous_response_id")
        if isinstance(previous, str) and previous in self._responses:
            return 0
        told = [key for key in keys if key]
        state = [key for key in self._state if key]
        shared = min(len(state), len(told))
        continues = bool(shared) and told[:shared] == state[:shared] and (len(told) >= len(state) or is_compact)
        stands_in = bool(keys) and keys[0][:1] == ("compaction",) and keys[0] in self._state
        if not continues and not stands_in:
            return None
        if stands_in and not continues:
            return next((i for i, key in enumerate(keys) if key and key not in self._state), len(keys))
        # Reasoning items have no key: clients may drop them, so they are counted over, not compared.
        seen = 0
        for i, key in enumerate(keys):
            if seen == len(state):
                return i
            seen += bool(key)
        return len(keys)

    def _response(self, response: Any) -> Iterator[Item]:
        if not isinstance(response, dict):
            if response is not None:
                yield from self._item(response)
            return
        if isinstance(response.get("id"), str):
            self._responses.add(response["id"])
        output = response.get("output")
        items = output if isinstance(output, list) else []
        if isinstance(response.get("error"), dict) and response["error"]:
            yield from self._say("system", [opaque_part(response["error"], "response error")], injected=True)
        if not _is_compact(response):
            for item in items:
                yield from self._item(item)
            return
        kept_keys = [_key(item) for item in items]
        kept = [id for key in dict.fromkeys(kept_keys) if key for id in self._ids.get(key, ())[: kept_keys.count(key)]]
        for item in items:
            if _type(item) in _COMPACTIONS:
                replaced = [id for id in self.assembler.live if id not in set(kept)]
                yield from self._compaction(item, replaced=replaced, kept=kept, trigger="manual")
        self._state = kept_keys

    def _item(self, item: Any) -> Iterator[Item]:
        kind = _type(item)
        if kind in _COMPACTIONS:
            yield from self._compaction(item, replaced=None, kept=(), trigger="auto")
            return
        key = _key(item)
        self._state.append(key)
        for found in self._message(item, kind):
            if key and isinstance(found, Message):
                self._ids.setdefault(key, []).append(found.id)
            yield found

    def _compaction(
        self, item: dict[str, Any], *, replaced: list[str] | None, kept: list[str] | tuple[str, ...], trigger: str
    ) -> Iterator[Item]:
        if self._step:
            self.assembler.step()
        has_past = bool(self.assembler.live)
        explicit = replaced is not None
        yield self.assembler.compaction(
            summary=None, opaque=True, replaced=replaced, kept=kept, trigger=trigger, native=item.get("id"),
            evidence="explicit" if explicit else "positional" if has_past else "unknown",
        )  # fmt: skip
        self._state.append(_key(item))

    def _message(self, item: Any, kind: str) -> Iterator[Message | Compaction]:
        if not isinstance(item, dict):
            yield from self._say("system", [opaque_part(item, "no item")], injected=True)
            return
        native, at = item.get("id"), item.get("timestamp")
        role = role_of(item.get("role"))
        if kind in ("", "message") and role is not None:
            if self._step:
                self.assembler.step()
            yield from self.assembler.turn(role, parts_of(item.get("content")), native=native, at=at)
        elif kind == "reasoning":
            yield from self._say("assistant", _reasoning(item), native=native, at=at)
        elif kind.endswith("_output"):
            yield from self._say("tool", [_output(item)], native=native, at=at)
        elif kind in _CALLS:
            yield from self._say("assistant", _CALLS[kind](item, kind), native=native, at=at)
        else:
            label = kind or (f"role {item['role']}" if isinstance(item.get("role"), str) else "unknown item")
            yield from self._say("system", [opaque_part(item, label)], native=native, at=at, injected=True)

    def _say(self, role: Any, parts: list[Part], **about: Any) -> Iterator[Message]:
        if self._step:
            self.assembler.step()
        yield from self.assembler.messages(role, parts, **about)

    def _instruct(self, text: str) -> Iterator[Message]:
        if text and text != self._instructions:
            self._instructions = text
            yield from self._say("system", [Part("text", text)])


def _reasoning(item: dict[str, Any]) -> list[Part]:
    texts = [text for key in ("summary", "content") if (text := text_of(item.get(key)))]
    if texts:
        return [Part("thinking", "\n".join(texts))]
    hidden = item.get("encrypted_content")
    return [encrypted_part(hidden)] if hidden else [Part("thinking", "")]


def _function(item: dict[str, Any], kind: str) -> list[Part]:
    arguments = next((item[key] for key in ("arguments", "input", "operation") if key in item), None)
    parts = [call_part(item.get("name") or kind.removesuffix("_call"), arguments, item.get("call_id", item.get("id")))]
    if item.get("output") is not None or item.get("error"):  # an MCP call carries its own result
        failed = bool(item.get("error"))
        body = item.get("error") if failed else item.get("output")
        parts.append(result_part(body, parts[0].call_id, is_error=failed))
    return parts


def _hosted(item: dict[str, Any], kind: str) -> list[Part]:
    """A tool that the provider runs: call and result in one item; whatever else it says is kept as its arguments."""
    results = next((item[key] for key in ("results", "outputs", "result") if item.get(key)), None)
    aside = ("id", "type", "status", "call_id", "results", "outputs", "result", "action")
    said = {key: value for key, value in item.items() if key not in aside and value is not None}
    action = item.get("action")
    if isinstance(action, dict):
        said = {**{key: value for key, value in action.items() if value is not None}, **said}
    call_id = item.get("call_id", item.get("id"))
    parts = [call_part(kind.removesuffix("_call"), said, call_id)]
    if results is not None:
        image = isinstance(results, str) and kind.startswith("image")
        body = [{"type": "image", "data": results}] if image else results
        parts.append(result_part(body, call_id))
    return parts


_CALLS: dict[str, Callable[[dict[str, Any], str], list[Part]]] = {
    "function_call": _function,
    "custom_tool_call": _function,
    "mcp_call": _function,
    "apply_patch_call": _function,
    "local_shell_call": _hosted,
    "shell_call": _hosted,
    "computer_call": _hosted,
    "web_search_call": _hosted,
    "file_search_call": _hosted,
    "code_interpreter_call": _hosted,
    "image_generation_call": _hosted,
}


def _output(item: dict[str, Any]) -> Part:
    failed = item.get("status") in ("failed", "incomplete") or bool(item.get("error"))
    return result_part(item.get("output"), item.get("call_id"), is_error=failed)


def _key(item: Any) -> _Key:
    """By what an item and its repetition in a later request agree; empty for reasoning, which clients may drop."""
    if not isinstance(item, dict):
        return ("raw", digest(item).hex())
    kind = _type(item)
    if kind == "reasoning":
        return ()
    if kind in _COMPACTIONS:
        name = item.get("id")
        return ("compaction", name if isinstance(name, str) else digest(item.get("encrypted_content")).hex())
    if isinstance(item.get("role"), str):
        said = digest(text_of(item.get("content"))).hex()
        return ("message", str(role_of(item["role"]) or item["role"]), said)
    name = item.get("call_id") or item.get("id")
    return (kind, name if isinstance(name, str) else digest(item).hex())


def _type(item: Any) -> str:
    kind = item.get("type") if isinstance(item, dict) else None
    return kind if isinstance(kind, str) else ""


def _is_exchange(value: dict[str, Any]) -> bool:
    request = next((value[key] for key in _INPUT_KEYS if isinstance(value.get(key), dict)), None)
    return request is not None and "input" in request


def _is_response(value: dict[str, Any]) -> bool:
    return value.get("object") in ("response", "response.compaction") and isinstance(value.get("output"), list)


def _is_request(value: dict[str, Any]) -> bool:
    items = value.get("input")
    if not isinstance(items, (str, list)) or "type" in value or "role" in value:
        return False
    return "model" in value or (isinstance(items, list) and any(_type(item) in _ITEM_TYPES for item in items))


def _is_compact(response: Any) -> bool:
    return isinstance(response, dict) and response.get("object") == "response.compaction"


def _session(value: Any) -> str | None:
    for holder in (value, value.get("response") if isinstance(value, dict) else None):
        conversation = holder.get("conversation") if isinstance(holder, dict) else None
        if isinstance(conversation, dict) and isinstance(conversation.get("id"), str):
            return str(conversation["id"])
        if isinstance(conversation, str):
            return conversation
    return None


def _notes(values: Sequence[Any]) -> tuple[str, ...]:
    if sum(isinstance(value, dict) and _is_exchange(value) for value in values) < 2:
        return ()
    return ("requests that continue each other are joined; any other begins a new conversation, marked in the text",)


def _head(records: Iterator[Record]) -> list[Record]:
    head: list[Record] = []
    for record in records:
        head.append(record)
        if not isinstance(record.value, Malformed):
            break
    return head
