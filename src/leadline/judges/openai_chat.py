"""The chat-completions dialect, spoken by most endpoints: hosted ones, gateways, and servers on one's own machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from leadline.judges.adapting import post
from leadline.judges.port import JudgeError
from leadline.judges.transport import Transport

__all__ = ["DEFAULT_URL", "OpenAIChat"]

DEFAULT_URL = "https://api.openai.com/v1"


@dataclass(frozen=True, slots=True)
class OpenAIChat:
    """`complete` gives the model's text and the tokens read and written. `key` is None where an endpoint needs none."""

    model: str
    url: str = DEFAULT_URL
    key: str | None = field(default=None, repr=False)
    tokens_max: int = 8_000
    transport: Transport = field(default_factory=Transport)

    @property
    def provider(self) -> str:
        return "openai"

    def complete(self, system: str, user: str) -> tuple[str, tuple[int, int]]:
        body: dict[str, Any] = {
            "model": self.model,
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": user}],
            "max_tokens": self.tokens_max,
            "temperature": 0,
            "response_format": {"type": "json_object"},
        }
        headers = {"authorization": f"Bearer {self.key}"} if self.key else {}
        return _read(post(self.transport, f"{self.url.rstrip('/')}/chat/completions", headers, body))


def _read(answer: Mapping[str, Any]) -> tuple[str, tuple[int, int]]:
    choices = answer.get("choices")
    message = (
        choices[0].get("message") if isinstance(choices, list) and choices and isinstance(choices[0], dict) else None
    )
    text = message.get("content") if isinstance(message, dict) else None
    if isinstance(text, list):  # some gateways answer in parts
        text = "".join(p.get("text", "") for p in text if isinstance(p, dict) and isinstance(p.get("text", ""), str))
    if not isinstance(text, str) or not text.strip():
        raise JudgeError("the judge's endpoint sent no text")
    return text, counted(answer.get("usage"), "prompt_tokens", "completion_tokens")


def counted(usage: object, read: str, written: str) -> tuple[int, int]:
    """Tokens as the endpoint counts them; 0 where it does not say."""
    if not isinstance(usage, Mapping):
        return (0, 0)
    a, b = (
        n if isinstance(n := usage.get(name), int) and not isinstance(n, bool) and n >= 0 else 0
        for name in (read, written)
    )
    return (a, b)
