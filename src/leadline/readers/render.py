"""How tool calls and results look as text: as a person would read them in a terminal, not as escaped JSON.

A command is its own text (`bash npm test`), an edit shows its old and new text as they are, everything else is one
`key: value` line per argument. Terminal escapes are dropped, the visible characters kept. Pure functions over decoded
values; nothing raises on odd shapes, the fallback is compact JSON.
"""

from __future__ import annotations

import json
import re
from typing import Any

__all__ = ["arguments_of", "call_text", "compact_json", "dicts_in", "result_text", "strip_ansi", "text_of_blocks"]

# ECMA-48: CSI sequences, OSC strings (ended by BEL or ST), two-character escapes.
_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[PX^_][^\x1b]*(?:\x1b\\)?|[ -/]*[0-~])")
_COMMAND_KEYS = ("command", "cmd", "script", "commands")


def strip_ansi(text: str) -> str:
    """`text` without terminal escape sequences; a carriage return before a line break goes too."""
    if "\x1b" in text:
        text = _ANSI.sub("", text)
    return text.replace("\r\n", "\n")


def call_text(name: str, arguments: Any) -> str:
    """A tool call as text: its name, then a bare command, free text, or `key: value` lines in the given order."""
    if arguments is None or arguments in ("", {}, []):
        return name
    if isinstance(arguments, str):
        return strip_ansi(f"{name}\n{arguments}" if "\n" in arguments else f"{name} {arguments}")
    if not isinstance(arguments, dict):
        return strip_ansi(f"{name} {compact_json(arguments)}")
    command = next((key for key in _COMMAND_KEYS if _is_command(arguments.get(key))), None)
    if command is not None:
        first = _command_text(arguments[command])
        rest = {key: value for key, value in arguments.items() if key != command}
    else:
        first, rest = "", arguments
    lines = [_line(key, _value_text(value)) for key, value in rest.items() if value not in (None, "", [], {})]
    head = f"{name} {first}" if first else name
    if not first and len(lines) == 1 and "\n" not in lines[0]:
        return strip_ansi(f"{name} {lines[0]}")
    return strip_ansi("\n".join([head, *lines]))


def result_text(text: str, exit_code: object = None) -> str:
    """The text of a tool result, with `exit code N` below it where the format gives one and the text does not."""
    text = strip_ansi(text)
    if isinstance(exit_code, bool) or not isinstance(exit_code, int):
        return text
    if re.search(rf"\b(?:exit(?:ed with)?(?: code| status)?|code)[ :=]+{exit_code}\b", text, re.IGNORECASE):
        return text
    return f"{text}\nexit code {exit_code}" if text else f"exit code {exit_code}"


def arguments_of(raw: Any) -> Any:
    """Decoded arguments: JSON text in a string becomes its value, anything else stays as it is."""
    if isinstance(raw, str) and raw.lstrip()[:1] in ("{", "["):
        try:
            return json.loads(raw, parse_constant=str)
        except (ValueError, RecursionError):
            return raw
    return raw


def text_of_blocks(content: Any) -> str:
    """Text of a string, or of a list of text blocks one below the other; an image or file is named, never dropped."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(text for text in map(_block_text, content) if text)
    return _block_text(content)


def dicts_in(value: Any) -> list[dict[str, Any]]:
    """The objects in a list; nothing where it is no list."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def compact_json(value: Any) -> str:
    """`value` as JSON without spare blanks, characters as they are, keys in the given order."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (RecursionError, TypeError, ValueError):
        return str(value)


def _block_text(block: Any) -> str:
    if isinstance(block, str):
        return block
    if not isinstance(block, dict):
        return compact_json(block)
    for key in ("text", "output_text", "input_text", "refusal"):
        if isinstance(block.get(key), str):
            return str(block[key])
    kind = str(block.get("type", "block"))
    if "image" in kind or "audio" in kind or kind in ("file", "document", "input_file"):
        name = f"[{kind.removeprefix('input_')}{_media_name(block)}]"
        # A text file that was attached is there in full; the bytes of an image are not.
        return f"{name}\n{block['content']}" if kind == "file" and isinstance(block.get("content"), str) else name
    return compact_json(block)


def _media_name(block: dict[str, Any]) -> str:
    source = block["source"] if isinstance(block.get("source"), dict) else {}
    name = (
        block.get("filename")
        or block.get("path")
        or block.get("title")
        or block.get("mimeType")
        or source.get("media_type")
    )
    return f" {name}" if isinstance(name, str) else ""


def _is_command(value: Any) -> bool:
    if isinstance(value, str):
        return bool(value)
    return isinstance(value, list) and bool(value) and all(isinstance(item, str) for item in value)


def _command_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    # ["bash", "-lc", "npm test"]: the shell is told by the tool's name, the command is the last word.
    if len(value) >= 3 and value[1] in ("-lc", "-c"):
        return str(value[-1])
    return " ".join(value)


def _line(key: str, text: str) -> str:
    return f"{key}:{text}" if text.startswith("\n") else f"{key}: {text}"


def _value_text(value: Any) -> str:
    if isinstance(value, str):
        return f"\n{value}" if "\n" in value else value
    if isinstance(value, bool) or value is None or isinstance(value, (int, float)):
        return json.dumps(value)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return ", ".join(value)
    if isinstance(value, list) and all(isinstance(item, dict) for item in value):
        return "\n" + "\n".join("- " + "; ".join(_line(k, _value_text(v)) for k, v in item.items()) for item in value)
    return compact_json(value)
