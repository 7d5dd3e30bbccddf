"""Content blocks of chat formats as `Part`s: text, reasoning, tool calls, tool results, media.

In: the `content` of one message as OpenAI, Anthropic, LangChain and their relatives write it (a string, null, or a list
of typed blocks). Out: parts in the given order. Nothing raises on odd shapes: a block of an unknown type becomes an
opaque part that shows its JSON. What cannot be read as text (base64, ciphertext) is named with its size, never printed.
Block types: formats.md, sections 5 to 8.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any

from leadline.core.text.messages import Part
from leadline.readers.records import Malformed, parse_bytes
from leadline.readers.render import call_text, compact_json, result_text, strip_ansi

__all__ = [
    "call_part",
    "decoded",
    "digest",
    "encrypted_part",
    "opaque_part",
    "parts_of",
    "result_part",
    "split_think",
    "text_of",
    "visible",
]

ENCODED_MIN = 200  # a run of base64 letters this long is no prose, path or hash (SHA-512 in hex has 128)
DECODE_DEPTH = 3  # JSON in a string in a string; tracers were seen to encode twice

_ENCODED = re.compile(r"[A-Za-z0-9+/_=-]+\Z")
_DATA_URL = re.compile(r"data:([\w.+/-]+)?(?:;[\w.=-]+)*;base64,(.*)\Z", re.DOTALL)
_THINK = re.compile(r"\s*<(think|thinking)>(.*?)</\1>\s*", re.DOTALL)
_TEXT_TYPES = frozenset(("text", "input_text", "output_text", "summary_text", "plain_text"))
_REASONING_TYPES = frozenset(("thinking", "reasoning", "reasoning_text", "reasoning_content"))
_CALL_TYPES = frozenset(("tool_use", "server_tool_use", "mcp_tool_use", "tool_call", "server_tool_call", "toolCall"))
_MEDIA = re.compile(r"image|audio|video|document|file|media")
_HIDDEN_KEYS = frozenset(("encrypted_content", "encrypted_index", "b64_json", "encrypted_stdout"))


def parts_of(content: Any) -> list[Part]:
    """The parts of one message's content, in order; empty for null."""
    if content is None:
        return []
    if isinstance(content, str):
        return [Part("text", strip_ansi(content))]
    if isinstance(content, list):
        return [part for block in content for part in _block_parts(block)]
    return _block_parts(content)


def text_of(content: Any) -> str:
    """The content's text, parts one below the other; what a comparison of two copies of a message looks at."""
    return "\n".join(part.text for part in parts_of(content))


def call_part(name: Any, arguments: Any, call_id: Any) -> Part:
    """A tool call; `arguments` may be decoded, JSON text (also encoded twice) or free text."""
    tool = name if isinstance(name, str) and name else "tool"
    return Part("tool_call", call_text(tool, visible(decoded(arguments))), tool, _id(call_id))


def result_part(content: Any, call_id: Any, *, name: Any = None, is_error: bool = False, exit_code: Any = None) -> Part:
    """A tool result; lists of blocks are joined, a failure inside of the content counts as one."""
    text, failed, code = _result(content)
    code = exit_code if exit_code is not None else code
    return Part("tool_result", result_text(text, code), _id(name), _id(call_id), is_error or failed)


def encrypted_part(value: Any, what: str = "reasoning") -> Part:
    """An opaque part in place of ciphertext; the text names its size."""
    size = f", {len(value)} characters" if isinstance(value, str) else ""
    return Part("opaque", f"[encrypted {what}{size}]")


def opaque_part(value: Any, label: str = "") -> Part:
    """A record or block that this version does not know, readable and whole except for encoded bytes."""
    text = value if isinstance(value, str) else compact_json(visible(value))
    return Part("opaque", strip_ansi(f"[{label}] {text}" if label else text))


def split_think(text: str) -> list[Part]:
    """Text that begins with `<think>…</think>`, as a thinking part and the rest."""
    match = _THINK.match(text)
    if match is None:
        return [Part("text", strip_ansi(text))]
    rest = text[match.end() :]
    thinking = Part("thinking", strip_ansi(match[2].strip()))
    return [thinking, Part("text", strip_ansi(rest))] if rest else [thinking]


def decoded(value: Any) -> Any:
    """`value`, or what it holds where it is JSON text of an object or list (up to three times over)."""
    for _ in range(DECODE_DEPTH):
        if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "[", '"'):
            return value
        parsed = parse_bytes(value.encode("utf-8", "surrogatepass"))
        if isinstance(parsed, Malformed):
            return value
        inner = parsed.value
        if isinstance(inner, str) and inner.lstrip()[:1] not in ("{", "[", '"'):
            return value
        value = inner
    return value


def visible(value: Any) -> Any:
    """`value` with encoded bytes and ciphertext replaced by their size."""
    if isinstance(value, str):
        if match := _DATA_URL.match(value):
            return f"<{match[1] or 'data'}, {_decoded_size(match[2])} bytes>"
        if len(value) >= ENCODED_MIN and _ENCODED.match(value) and len(set(value)) > 16:
            return f"<{len(value)} encoded characters>"
        return value
    if isinstance(value, list):
        return [visible(item) for item in value]
    if isinstance(value, dict):
        return {
            key: f"<{len(item)} encrypted characters>" if _is_hidden(key, item) else visible(item)
            for key, item in value.items()
        }
    return value


def digest(said: Any) -> bytes:
    """Sixteen bytes by which two copies of something said are told to be the same, without keeping its text."""
    return hashlib.sha256(compact_json(said).encode("utf-8", "surrogatepass")).digest()[:16]


def _block_parts(block: Any) -> list[Part]:
    if isinstance(block, str):
        return [Part("text", strip_ansi(block))]
    if not isinstance(block, dict):
        return [opaque_part(block)]
    kind = block.get("type")
    kind = kind if isinstance(kind, str) else ""
    if kind in _TEXT_TYPES or not kind:
        if isinstance(block.get("text"), str):
            return [Part("text", strip_ansi(block["text"]))]
        # Gemini's API has no types: the key says what the part is.
        if isinstance(made := block.get("functionCall"), dict):
            return [call_part(made.get("name"), made.get("args"), made.get("id"))]
        if isinstance(back := block.get("functionResponse"), dict):
            return [result_part(back.get("response"), back.get("id"), name=back.get("name"))]
        return [opaque_part(block)]
    if kind == "refusal" and isinstance(block.get("refusal"), str):
        return [Part("text", strip_ansi(block["refusal"]))]
    if kind in _REASONING_TYPES:
        return _reasoning_parts(block)
    if kind == "redacted_thinking":
        return [encrypted_part(block.get("data"))]
    if kind in _CALL_TYPES:
        arguments = next((block[key] for key in ("input", "args", "arguments") if key in block), None)
        return [call_part(block.get("name"), arguments, block.get("id"))]
    if kind.endswith("tool_result"):
        call_id = block.get("tool_use_id", block.get("tool_call_id"))
        name = None if kind in ("tool_result", "mcp_tool_result") else kind.removesuffix("_tool_result")
        failed = block.get("is_error") is True
        return [result_part(block.get("content"), call_id, name=name, is_error=failed)]
    if _MEDIA.search(kind):
        return _media_parts(kind, block)
    return [opaque_part({key: item for key, item in block.items() if key != "type"}, kind)]


def _reasoning_parts(block: dict[str, Any]) -> list[Part]:
    texts = [text_of(block[key]) for key in ("thinking", "reasoning", "text", "summary", "content") if block.get(key)]
    text = "\n".join(t for t in texts if t)
    if text:
        return [Part("thinking", strip_ansi(text))]
    hidden = next((block[key] for key in ("encrypted_content", "signature", "data") if block.get(key)), None)
    return [encrypted_part(hidden)] if hidden else []


def _media_parts(kind: str, block: dict[str, Any]) -> list[Part]:
    kind = kind.removeprefix("input_").removesuffix("_url")
    source = block.get("source")
    source = source if isinstance(source, dict) else {}
    title = next((block[k] for k in ("title", "filename", "name") if isinstance(block.get(k), str)), "")
    # A document may carry its text: then the text is the content, and only its name is ours.
    inner = source.get("data") if source.get("type") == "text" else source.get("content")
    if isinstance(inner, (str, list)):
        return [Part("opaque", f"[{kind}{' ' + title if title else ''}]"), *parts_of(inner)]
    return [Part("opaque", f"[{' '.join([kind, *([title] if title else []), _media_size(block)])}]".replace(" ]", "]"))]


def _media_size(block: dict[str, Any]) -> str:
    """Type, and bytes or address, of the first payload found in the block or one level below."""
    holders = [block, *(v for k, v in sorted(block.items()) if isinstance(v, dict) and k != "cache_control")]
    for holder in holders:
        media = next(
            (holder[k] for k in ("media_type", "mime_type", "mimeType", "format") if _is_word(holder.get(k))), ""
        )
        for key in ("image_url", "url", "file_url", "uri", "data", "base64", "file_data"):
            value = holder.get(key)
            if not isinstance(value, str):
                continue
            if match := _DATA_URL.match(value):
                return f"{match[1] or media} {_decoded_size(match[2])} bytes".strip()
            if key in ("data", "base64", "file_data"):
                return f"{media} {_decoded_size(value)} bytes".strip()
            return value
        if isinstance(holder.get("file_id"), str):
            return str(holder["file_id"])
    return ""


def _result(content: Any) -> tuple[str, bool, Any]:
    """Text, whether it is a failure by its own words, and the exit code where there is a field for it."""
    if isinstance(content, list):
        found = [_result_block(block) for block in content]
        texts = [text for text, _, _ in found if text]
        code = next((code for _, _, code in found if code is not None), None)
        return "\n".join(texts), any(failed for _, failed, _ in found), code
    return _result_block(content)


def _result_block(block: Any) -> tuple[str, bool, Any]:
    if block is None:
        return "", False, None
    if isinstance(block, str):
        return block, False, None
    if not isinstance(block, dict):
        return compact_json(visible(block)), False, None
    kind = block.get("type") if isinstance(block.get("type"), str) else ""
    if isinstance(block.get("stdout"), str) or isinstance(block.get("stderr"), str):
        streams = [block[key] for key in ("stdout", "stderr") if isinstance(block.get(key), str) and block[key]]
        return "\n".join(streams), False, block.get("return_code", block.get("exit_code"))
    if kind and str(kind).endswith("_error"):
        return compact_json(visible(block)), True, None
    if kind == "web_search_result":
        fields = [block[key] for key in ("title", "url", "page_age") if isinstance(block.get(key), str)]
        return " | ".join(fields), False, None
    if kind in _TEXT_TYPES or (kind and _MEDIA.search(str(kind))):
        return "\n".join(part.text for part in _block_parts(block)), False, None
    return compact_json(visible(block)), False, None


def _decoded_size(encoded: str) -> int:
    return max(len(encoded) * 3 // 4 - encoded[-2:].count("="), 0)


def _is_hidden(key: str, value: Any) -> bool:
    if not isinstance(value, str):
        return False
    # A signature may also be that of a function: only one that looks like ciphertext is hidden.
    return key in _HIDDEN_KEYS or (key == "signature" and len(value) >= 40 and _ENCODED.match(value) is not None)


def _is_word(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _id(value: Any) -> str | None:
    if isinstance(value, str) and value:
        return value
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None
