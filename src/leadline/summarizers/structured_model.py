"""A summarizer made of one call to the user's own model.

In: a callable from chat messages to the model's text. Out: a `Summarizer` that asks for a structured draft. No client, no
key and no network here: whoever gives the callable brings them. Its name carries the digest of the prompt, so receipts say
which words asked.

    memory = leadline.open_session("demo", summarizer=leadline.structured_summarizer(ask, name="my-model"))
"""

from __future__ import annotations

from collections.abc import Callable

from leadline.summarizers.port import Request
from leadline.summarizers.prompts import DRAFT_PROMPT, draft_prompt, prompt_digest
from leadline.summarizers.structured import DraftError, StructuredDraft, read_draft

__all__ = ["ModelSummarizer", "structured_summarizer"]

Ask = Callable[[list[dict[str, str]]], str]


class ModelSummarizer:
    """Asks once; a broken answer is sent back once with what was wrong. Then it raises, and the embedded one takes over."""

    def __init__(self, ask: Ask, name: str) -> None:
        self._ask = ask
        self.prompt_digest = prompt_digest()
        self.__name__ = f"{name}+{DRAFT_PROMPT}@{prompt_digest()[:12]}"

    def __call__(self, request: Request) -> StructuredDraft:
        messages = draft_prompt(request).messages
        answer = self._ask(messages)
        try:
            return read_draft(answer)
        except DraftError as error:
            again = f"That is no draft: {error}. Answer again, with the JSON object and nothing else."
            said = answer if isinstance(answer, str) else repr(answer)
            return read_draft(
                self._ask([*messages, {"role": "assistant", "content": said}, {"role": "user", "content": again}])
            )


def structured_summarizer(ask: Ask, *, name: str = "model") -> ModelSummarizer:
    """A summarizer that asks `ask(messages)` for a structured draft. `name` stands in receipts beside the prompt's digest."""
    if not callable(ask):
        raise TypeError(f"ask: expected a callable from chat messages to text, got {type(ask).__name__}")
    return ModelSummarizer(ask, name)
