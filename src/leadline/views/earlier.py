"""What an earlier summary says of messages that a transcript does not hold: its own sentences, news only.

In: the sentences of that summary in its order, and what the context tells already. Out: those that say something new, without
what a client wrapped around the summary ("continue from where we left off": addressed to a model, true of no work). Nothing is reworded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from leadline.core.facts.parent_index import Content, ParentIndex, content_of
from leadline.core.text.words import lower_case

__all__ = ["news_of"]

TOLD = 0.75  # share of a sentence's content words in one sentence of the context from which on it is told already

_WRAPPING = re.compile(
    r"^\W*(?:please )?(?:continue|resume|proceed)\b.{0,40}\b(?:conversation|last task|where (?:we|you|it) left)\b"
    r"|\b(?:this session|the conversation) is being continued\b|\bran out of (?:context|tokens)\b|\bread the full transcript\b"
    r"|\bwithout asking (?:the user|me) any\b|\bthe (?:summary|conversation) (?:below|is summari[sz]ed below)\b"
)


def news_of(sentences: Iterable[str], told: str) -> list[str]:
    """The sentences that neither `told` nor an earlier one of them says in nearly the same words."""
    index = ParentIndex(told)
    kept: list[str] = []
    said: list[Content] = []
    for text in sentences:
        if _WRAPPING.search(lower_case(text)):
            continue
        content = content_of(text)
        if _share_told(content, index) >= TOLD or any(_repeats(content, earlier) for earlier in said):
            continue
        kept.append(text)
        said.append(content)
    return kept


def _share_told(content: Content, index: ParentIndex) -> float:
    return max((share for share, _ in index.best(content.words, 1)), default=0.0)


def _repeats(content: Content, earlier: Content) -> bool:
    """Nearly the same words, and no name, amount or date of its own."""
    exact = {form for _, form, _ in content.names} <= {form for _, form, _ in earlier.names}
    exact = exact and set(content.amounts) <= set(earlier.amounts) and set(content.dates) <= set(earlier.dates)
    shared = len(content.words & earlier.words)
    return exact and bool(content.words) and shared >= TOLD * len(content.words)
