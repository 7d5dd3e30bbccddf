"""Which format a source is in, found by its content and never by its name (guides/formats.md, 0.1).

The table's order is the guide's: of two formats that are equally sure the earlier one wins. Modules are imported when
they are asked, so that reading one format does not pay for the others.
"""

from __future__ import annotations

import importlib
from types import ModuleType

from leadline.readers.port import NotATranscriptError
from leadline.readers.source import Source

__all__ = ["FORMAT_MODULES", "detect", "get_module"]

FORMAT_MODULES = (
    "atif",
    "swe_agent",
    "gemini",
    "cline",
    "openhands",
    "codex",
    "pi",
    "claude_code",
    "langchain",
    "openai_responses",
    "anthropic",
    "openai_chat",
    "generic",
    "markdown",
)  # fmt: skip


def detect(source: Source) -> ModuleType:
    """The format module that is surest of `source`. NotATranscriptError if none recognises it."""
    probe = source.probe
    best: ModuleType | None = None
    best_score = 0.0
    for name in FORMAT_MODULES:
        module = get_module(name)
        if module is None:
            continue
        score = float(module.sniff(probe))
        if score > best_score:
            best, best_score = module, score
    if best is None:
        raise NotATranscriptError(
            f"{source.path_name}: is no transcript in a known format (it reads as {_KINDS[probe.container]})",
            "known are the sessions of Claude Code, Codex, Pi, OpenHands, Gemini CLI, Cline, Roo, SWE-agent, LangChain and ATIF, "
            "chat messages of OpenAI and Anthropic, Markdown exports, and JSON lines of {role, content}",
        )
    return best


_KINDS = {"document": "one JSON document", "lines": "JSON lines", "text": "plain text"}


def get_module(name: str) -> ModuleType | None:
    """The format module of that name, or None where it is not part of this installation."""
    full = f"leadline.readers.{name}"
    try:
        return importlib.import_module(full)
    except ModuleNotFoundError as error:
        if error.name != full:
            raise
        return None
