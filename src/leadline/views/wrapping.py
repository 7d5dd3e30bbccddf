"""What stands around a conversation and nobody said to anybody: forewords of an export, notes of a client, lines of bare markup.

In: messages. Out: which of the first ones instruct, and the newest ones without what tells nothing. Recognised by who wrote them and by their
form: what a client or an exporter put in instructs where it holds several rules (core/facts/standing), and describes otherwise; markup
without a word says nothing, and a client's note says it once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from leadline.core.facts.standing import find_rules
from leadline.core.text.messages import Message
from leadline.core.text.sentences import split_sentences

__all__ = ["foreword_text", "is_instruction", "rules_text", "without_wrapping"]

MOSTLY = 0.8  # share of a system prompt in its rules from which on nothing is gained by leaving out the rest
FOREWORD_MAX = 480  # characters of a foreword that are printed

_MARKUP = re.compile(r"<!--.*?-->|</?[a-zA-Z][^<>]*>", re.DOTALL)
_SPACE = re.compile(r"\s+")


def is_instruction(message: Message) -> bool:
    """Whether a message in front of the session binds whoever goes on: a system prompt, or a file of rules that a client put there."""
    if not message.injected:
        return True
    text = message.text
    return bool(find_rules(text, split_sentences(text), system=False, front=True))


def rules_text(message: Message) -> str:
    """The rules of a system prompt, a line each, and how much that only describes is left out; all of it where it is mostly rules."""
    text = message.text
    lines = [_SPACE.sub(" ", text[a:b]) for a, b, _ in find_rules(text, split_sentences(text), system=True, front=True)]
    told = "\n".join(f"- {line}" for line in lines)
    if not lines or len(told) > MOSTLY * len(text):
        return text
    left = len(text) - sum(map(len, lines))
    return f"{told}\n[… {left:,} characters that describe are left out; the whole stands in line {message.line} of the transcript …]"


def foreword_text(messages: Sequence[Message]) -> str:
    """What such messages describe, cut visibly; empty where they hold nothing but markup and marks."""
    texts: list[str] = []
    for m in messages:
        if any(p.kind == "opaque" for p in m.parts) or not _words(m.text):
            continue
        text = _SPACE.sub(" ", _MARKUP.sub(" ", m.text)).strip()
        left = len(text) - FOREWORD_MAX
        cut = f"{text[:FOREWORD_MAX]} [… {left:,} characters left out; line {m.line} of the transcript]"
        texts.append(cut if left > 0 else text)
    return "\n".join(dict.fromkeys(texts))


def without_wrapping(messages: Sequence[Message], told: Sequence[Message] = ()) -> tuple[Message, ...]:
    """The messages without those of a client or exporter that hold no word, or word for word what an earlier one of them says, or one of `told`."""
    seen = {m.text for m in told}
    out: list[Message] = []
    for m in messages:
        if m.role == "system" and not any(p.kind == "opaque" for p in m.parts):
            if m.text in seen or (m.injected and not _words(m.text)):
                continue
            if m.injected:
                seen.add(m.text)
        out.append(m)
    return tuple(out)


def _words(text: str) -> bool:
    return any(c.isalnum() for c in _MARKUP.sub("", text))
