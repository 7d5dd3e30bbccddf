"""What was asked last, where nothing else is asked for: a context without a goal leaves its reader without a thread.

In: what is told as current and as history, and the freshest part. Out: the same, with the newest request among the goals; one that has been
reported on says so. Nothing is reworded; what stands in the freshest part has no reference. Pure.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from leadline.core.facts import lexicon
from leadline.core.text.messages import Message
from leadline.core.text.words import lower_case
from leadline.core.tree.nodes import DraftSentence
from leadline.views.lines import beginning
from leadline.views.spoken import Spoken, place_of

__all__ = ["with_last_request"]

REPORTED = "user (reported on since)"
QUOTE_MAX = 240  # characters of a request that stands whole below
_ASKED = ("done", "goal", "open", "decisions")  # sections of what a person wants
_ASKS = re.compile(r"[?？]|\bplease\b|\b(?:can|could|would|will) you\b|\blet['’]?s\b|\bi (?:want|need|would like)\b")
_PASTED_MIN = 2_000  # characters; so long a message is a log or a page more than a request


def with_last_request(
    now: Sequence[DraftSentence], history: Sequence[DraftSentence], fresh: Sequence[Message], spoken: Spoken
) -> tuple[list[DraftSentence], list[DraftSentence]]:
    """The sentences that are current, and history; unchanged where a person's goal is told as current."""
    if any(s.label == "user" and s.section in ("goal", "decisions") for s in now):
        return list(now), list(history)
    below = _asked_below(fresh)
    if below is not None:
        return [DraftSentence("goal", below, (), "user"), *now], list(history)
    asked = [s for s in history if s.label == "user" and s.section in _ASKED]
    if not asked:
        return list(now), list(history)
    message = bisect_right(spoken.typed, place_of(max(asked, key=place_of)))
    last = [s for s in asked if bisect_right(spoken.typed, place_of(s)) == message]
    goals = [replace(s, section="goal", label=REPORTED) for s in last]
    return [*goals, *now], [s for s in history if s not in last]


def _asked_below(fresh: Sequence[Message]) -> str | None:
    """The newest message of the freshest part in which a person asks for something."""
    for message in reversed(fresh):
        text = " ".join(message.text.split())
        if message.role != "user" or message.injected or not text or len(text) > _PASTED_MIN:
            continue
        low = lower_case(text)
        if _ASKS.search(low) or lexicon.IMPERATIVE.search(low):
            return beginning(text, QUOTE_MAX)
    return None
