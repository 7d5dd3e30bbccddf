"""What an earlier summary says of messages that a transcript does not hold: its own sentences, news only, within bounds.

In: that summary's sentences in its order, and what the context tells already. Out: those that say something new, without
what a client wrapped around the summary ("continue from where we left off": addressed to a model, true of no work), what its
writer noted down to prepare it behind the rest, and no more of them than fit; what is left out is counted. Nothing is reworded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from leadline.core.facts.parent_index import Content, ParentIndex, content_of
from leadline.core.text.tokens import count_tokens
from leadline.core.text.words import lower_case
from leadline.core.tree.nodes import ELLIPSIS, DraftSentence, Section
from leadline.views.quotations import is_quotation
from leadline.views.spoken import place_of

__all__ = ["begin_of_summary", "lines_left_out", "news_of", "within"]

TOLD = 0.75  # share of a sentence's content words in one sentence of the context from which on it is told already
PREPARED_MAX = (
    0.7  # share of the text up to which what stands in front of the summary is its preparation, and not the summary
)

# What whoever goes on would look for first; of one rank the last, because a summary ends with what was being done.
RANK: dict[Section, int] = {"goal": 0, "open": 0, "conflicts": 1, "decisions": 1, "failed": 2, "guesses": 3}
_REST = 4

_KEY = re.compile(r"[\W_]+")
_LINE_MIN = 60  # letters and digits of a line by which it is found again: a long quotation is told by its beginning
_WRAPPING = re.compile(
    r"^\W*(?:please )?(?:continue|resume|proceed)\b.{0,40}\b(?:conversation|last task|where (?:we|you|it) left)\b"
    r"|\b(?:this session|the conversation) is being continued\b|\bran out of (?:context|tokens)\b|\bread the full transcript\b"
    r"|\bwithout asking (?:the user|me) any\b|\bthe (?:summary|conversation) (?:below|is summari[sz]ed below)\b"
)
_PREPARES = re.compile(r"(?im)^[^\w\n]{0,6}(?:analysis|reasoning|thoughts|scratchpad|notes to self)[^\w\n]{0,6}$")
_BEGINS = re.compile(r"(?im)^[^\w\n]{0,6}(?:final )?summary[^\w\n]{0,6}$")
_NAME = r"[^\w`]*+(?:`[^`\n]{1,160}`|(?=[\w./-]{6})\w[\w-]*+(?>(?:[./][\w-]++)+))"
_ONLY_NAME = re.compile(_NAME + r"[^\w`]*+")
_NAME_FIRST = re.compile(_NAME)


def begin_of_summary(text: str) -> int:
    """Where the summary itself begins: behind the notes with which its writer prepared it, if they have a heading of their own."""
    notes = _PREPARES.search(text)
    begin = _BEGINS.search(text, notes.end()) if notes else None
    return begin.end() if begin and begin.end() <= PREPARED_MAX * len(text) else 0


def lines_left_out(text: str, news: Sequence[str]) -> tuple[int, int]:
    """How many lines of a summary the news leave out, and how many it has; a line without a word is none."""
    said = _KEY.sub("", " ".join(news))
    lines = [key for line in text.splitlines() if (key := _KEY.sub("", line))]
    return sum(1 for key in lines if key[:_LINE_MIN] not in said), len(lines)


def within(sentences: Sequence[DraftSentence], told: str, tokens: int, begin: int = 0) -> tuple[list[str], int]:
    """The news among `sentences`, in their order, of up to `tokens` tokens; and how many lines of news had no room.

    What stands in front of the offset `begin` are notes: they count where they name something that is named nowhere else, and have
    the room that the summary leaves.
    """
    notes = {s.text for s in sentences if place_of(s)[1] < begin} - {
        s.text for s in sentences if place_of(s)[1] >= begin
    }
    sections = {s.text: s.section for s in sentences}
    texts = _with_names([s.text for s in sentences if s.text not in notes], sections)
    own = set(texts)
    known = _names("\n".join([told, *texts]))
    naming = [t for t in _with_names([s.text for s in sentences if s.text in notes], sections) if _names(t) - known]
    news = news_of([*texts, *naming], told)
    order = sorted(range(len(news)), key=lambda n: (news[n] not in own, _rank(news[n], sections), -n))
    kept: list[int] = []
    for n in order:
        tokens -= count_tokens(news[n]) + 2
        if tokens < 0 and kept:
            break
        kept.append(n)
    return [news[n] for n in sorted(kept)], len(news) - len(kept)


def _rank(text: str, sections: dict[str, Section]) -> int:
    """What somebody once typed comes last: it has been dealt with, or the summary says in its own words that it has not."""
    return _REST + 1 if is_quotation(text) else RANK.get(sections[text], _REST)


def _names(text: str) -> set[str]:
    return {form for _, form, _ in content_of(text).names}


def _with_names(texts: Sequence[str], sections: dict[str, Section]) -> list[str]:
    """The texts, with a line that is only a name put in front of the line that it heads: alone it says nothing."""
    out: list[str] = []
    name = ""
    for text in texts:
        heads = "" if _NAME_FIRST.match(text) else name
        if name and not heads:
            out.append(name)
        name = text if _ONLY_NAME.fullmatch(text) else ""
        if not name:
            whole = f"{heads}{ELLIPSIS}{text}" if heads else text
            sections[whole] = sections[text]
            out.append(whole)
    return [*out, name] if name else out


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
