"""Messages of a running agent: chat messages as mappings (OpenAI or Anthropic style) become normalised messages, one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from leadline.core.text.messages import Message, Part
from leadline.readers.assembler import Assembler
from leadline.readers.openai_chat import message_items
from leadline.readers.port import Compaction

__all__ = ["LiveReader"]


class LiveReader:
    """Keeps what must be known over messages (positions, open calls); one for each session."""

    def __init__(self) -> None:
        self._assembler = Assembler()

    def read(self, message: Mapping[str, Any]) -> Sequence[Message]:
        """The messages of one raw message, in order. Raises TypeError for something that is no mapping.

        A summary that some harness put in front is kept as a message of the role `summary`: in a transcript its
        sources are looked for, here it is all that there is.
        """
        if not isinstance(message, Mapping):
            raise TypeError(
                f"a message is a mapping with role and content, or a leadline Message; got {type(message).__name__}"
            )
        self._assembler.step()
        return [
            Message(item.id, "summary", (Part("text", item.summary or ""),), item.line, item.at)
            if isinstance(item, Compaction)
            else item
            for item in message_items(self._assembler, dict(message))
            if isinstance(item, Message | Compaction)
        ]
