"""Whether the agent's last words wait for an answer: a question, or a request for what it needs to go on.

In: what the agent said last in a turn. Out: the question that waits. How a conversation is kept going ("anything else?") waits for nothing. Pure.
"""

from __future__ import annotations

import re

__all__ = ["asks_back", "last_question"]

SENTENCES = 3  # at the end of a report in which it asks
LONGEST = 600  # characters at the end in which the question stands
_COURTESY = re.compile(
    r"^\W*(?:(?:is|was) there )?(?:anything|something|what|how) else\b|^\W*how (?:can|may|could) i (?:help|assist)\b"
    r"|^\W*what (?:would you like|do you want)(?: me)? to (?:do|work on|see|look at)(?: next)?\W*$",
    re.IGNORECASE,
)
_AFTER = " \t\r\n\f\v*_\"'`)”"  # what may stand behind the mark that ends the text
_NEEDS = re.compile(
    r"\b(?:please|kindly) (?:provide|confirm|tell|share|specify|clarify|send|choose|give|paste|upload|let me know (?:which|what|whether|if you (?:want|prefer)))\b"
    r"|\bi(?:['’]ll| will)? (?:just |also |still )*need (?:your|you to|to know)\b|\blet me know (?:which|what|whether)\b|\bwaiting for (?:your|you)\b",
    re.IGNORECASE,
)
_CUT = re.compile(r"(?<=[.!?。！？])\s+|\n+")


def last_question(text: str) -> str:
    """The question with which the text ends; empty where it ends otherwise, or only keeps the conversation going."""
    said = text.rstrip(_AFTER)
    if not said.endswith(("?", "？")):
        return ""
    asked = _CUT.split(said[-LONGEST:])[-1].strip()
    return "" if _COURTESY.search(asked) else asked


def asks_back(text: str) -> bool:
    """Whether the text ends with a question, or asks near its end for what the agent needs."""
    last = [s for s in _CUT.split(text.rstrip()) if s.strip()][-SENTENCES:]
    return bool(last_question(text)) or any(_NEEDS.search(s) for s in last)
