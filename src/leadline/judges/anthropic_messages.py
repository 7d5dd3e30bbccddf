"""The messages dialect of Anthropic endpoints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from leadline.judges.adapting import post
from leadline.judges.openai_chat import counted
from leadline.judges.port import JudgeError
from leadline.judges.transport import Transport

__all__ = ["DEFAULT_URL", "AnthropicMessages"]

DEFAULT_URL = "https://api.anthropic.com"
VERSION = "2023-06-01"


@dataclass(frozen=True, slots=True)
class AnthropicMessages:
    """`complete` gives the model's text and the tokens read and written."""

    model: str
    url: str = DEFAULT_URL
    key: str | None = field(default=None, repr=False)
    tokens_max: int = 8_000
    transport: Transport = field(default_factory=Transport)

    @property
    def provider(self) -> str:
        return "anthropic"

    def complete(self, system: str, user: str) -> tuple[str, tuple[int, int]]:
        body: dict[str, Any] = {
            "model": self.model,
            "max_tokens": self.tokens_max,
            "temperature": 0,
            "system": system,
            "messages": [{"role": "user", "content": user}],
        }
        headers = {"anthropic-version": VERSION} | ({"x-api-key": self.key} if self.key else {})
        url = f"{self.url.rstrip('/').removesuffix('/v1')}/v1/messages"
        return _read(post(self.transport, url, headers, body))


def _read(answer: Mapping[str, Any]) -> tuple[str, tuple[int, int]]:
    parts = answer.get("content")
    text = (
        "".join(p["text"] for p in parts if isinstance(p, dict) and isinstance(p.get("text"), str))
        if isinstance(parts, list)
        else ""
    )
    if not text.strip():
        raise JudgeError("the judge's endpoint sent no text")
    return text, counted(answer.get("usage"), "input_tokens", "output_tokens")
