"""What a Codex `compacted` record replaced (guides/formats.md, 2.3-2.5).

Local compaction keeps the user's messages, newest first, up to 20,000 tokens, and the initial context. Remote compaction
names the complete new context: what does not reappear there was replaced, and its summary is encrypted. Pure functions
over the entries that are in the context; entries hold hashes of texts, not texts.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from leadline.readers.render import compact_json, text_of_blocks

__all__ = ["Entry", "Outcome", "item_key", "outcome_of"]

# codex-rs/core/src/compact.rs, COMPACT_USER_MESSAGE_MAX_TOKENS; Codex counts four bytes as one token there.
KEPT_USER_TOKENS = 20_000
BYTES_PER_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Entry:
    """One item in the context: the ids of its messages, what it is compared by, and how a local compaction treats it."""

    ids: tuple[str, ...]
    key: str
    fate: Literal["context", "user", "work"]  # initial context and developer text; a user's words; everything else
    n_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who stays, who goes, and what is known of the summary."""

    kept: tuple[Entry, ...]
    replaced: tuple[Entry, ...]
    summary: str | None
    opaque: bool
    evidence: Literal["explicit", "positional", "unknown"]


def item_key(item: dict[str, Any]) -> str:
    """What an item is recognised by when it is repeated: call id and type, else role and text."""
    call_id = item.get("call_id")
    if isinstance(call_id, str):
        return f"{item.get('type')}:{call_id}"
    body = text_of_blocks(item.get("content")) if "content" in item else compact_json(item)
    name = item.get("role") or item.get("type")
    return f"{name}:{hashlib.sha256(body.encode()).hexdigest()}"


def outcome_of(payload: dict[str, Any], context: Sequence[Entry]) -> Outcome:
    """What the `compacted` record with this payload did to `context`."""
    message = payload.get("message")
    summary = message if isinstance(message, str) and message else None
    history = payload.get("replacement_history")
    if not isinstance(history, list):
        kept, replaced = _keep_user_words(context)
        return Outcome(kept, replaced, summary if summary is not None else "", False, "positional")
    items = [item for item in history if isinstance(item, dict)]
    repeated = Counter(item_key(item) for item in items)
    # Newest first: of two equal messages the later one is the one that is still there.
    kept_at = set()
    for at in range(len(context) - 1, -1, -1):
        if repeated[context[at].key]:
            repeated[context[at].key] -= 1
            kept_at.add(at)
    if summary is None:
        summary = _readable_summary(items, repeated)
    return Outcome(
        kept=tuple(entry for at, entry in enumerate(context) if at in kept_at),
        replaced=tuple(entry for at, entry in enumerate(context) if at not in kept_at),
        summary=summary,
        # No text anywhere: it was made on the server. Some exports drop even the encrypted item.
        opaque=summary is None,
        evidence="explicit",
    )


def _keep_user_words(context: Sequence[Entry]) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    left = KEPT_USER_TOKENS
    kept_at = set()
    for at in range(len(context) - 1, -1, -1):
        entry = context[at]
        if entry.fate == "context":
            kept_at.add(at)
        elif entry.fate == "user":
            left -= -(-entry.n_bytes // BYTES_PER_TOKEN)
            if left >= 0:  # the one that crosses the limit is cut, so not all of it is there any more
                kept_at.add(at)
    kept = tuple(entry for at, entry in enumerate(context) if at in kept_at)
    return kept, tuple(entry for at, entry in enumerate(context) if at not in kept_at)


def _readable_summary(items: Sequence[dict[str, Any]], unmatched: Counter[str]) -> str | None:
    """Some writers put the summary as a plain assistant message into the new history (2.5)."""
    for item in reversed(items):
        if item.get("role") == "assistant" and unmatched[item_key(item)]:
            text = text_of_blocks(item.get("content"))
            if text.startswith("Summary"):
                return text
    return None
