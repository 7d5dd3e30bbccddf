"""Helpers of the reader tests: an asset or a text, read into its items."""

from __future__ import annotations

import io
import json
from pathlib import Path

from leadline.core.text.messages import Message
from leadline.readers.detect import detect
from leadline.readers.port import Compaction, Item, ReadOptions, TranscriptMeta
from leadline.readers.source import Source

ASSETS = Path(__file__).parent / "assets_b"


class Found:
    """What came out of one source."""

    def __init__(self, items: list[Item], format: str) -> None:
        self.items = items
        self.format = format
        self.messages = [item for item in items if isinstance(item, Message)]
        self.compactions = [item for item in items if isinstance(item, Compaction)]
        self.texts = [message.text for message in self.messages]
        self.roles = [message.role for message in self.messages]

    @property
    def meta(self) -> TranscriptMeta:
        assert isinstance(self.items[0], TranscriptMeta)
        return self.items[0]

    @property
    def kinds(self) -> list[list[str]]:
        return [[part.kind for part in message.parts] for message in self.messages]

    def order(self) -> list[str]:
        """Ids of messages and compactions as they stand in the stream."""
        return [item.id for item in self.items if isinstance(item, (Message, Compaction))]


def read_text(text: str) -> Found:
    with Source(io.BytesIO(text.encode()), "sample", ReadOptions()) as source:
        module = detect(source)
        return Found(list(module.read(source, ReadOptions())), module.NAME)


def read_asset(name: str) -> Found:
    return read_text((ASSETS / name).read_text(encoding="utf-8"))


def read_json(value: object) -> Found:
    return read_text(json.dumps(value))


def read_lines(*records: object) -> Found:
    return read_text("".join(json.dumps(record) + "\n" for record in records))
