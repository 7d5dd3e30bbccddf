"""What is told as one passage: the sentences of a leaf, joined where one alone would turn its sense.

In: a leaf's text, its sentences, segments and owed facts. Out: the sentences with neighbours joined, and which owed facts each one
holds. Nothing is cut here and nothing reworded.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence

from leadline.core.facts.model import SENTENCE_KINDS, Fact
from leadline.core.text.messages import Segment
from leadline.core.text.sentences import Sentence
from leadline.summarizers.windows import CLIP_PROSE_ABOVE

__all__ = ["BLOCK_MAX", "facts_by_sentence", "join_units"]

MESSAGE_MAX = 320  # characters: a typed message of one paragraph up to this length is told whole
LINES_MAX = 160  # and one of several paragraphs, up to this length
BLOCK_MAX = 360  # characters of failure lines of one result that are told as one passage


def join_units(
    text: str, sentences: Sequence[Sentence], facts: Sequence[Fact], segments: Sequence[Segment]
) -> Sequence[Sentence]:
    """The sentences, joined where one owed statement spans several, where owed lines of one tool result follow each
    other (the lines of a failure explain each other), and where a person wrote one short paragraph."""
    owned = facts_by_sentence(sentences, facts)
    starts = [s.start for s in sentences]
    joined: set[int] = set()  # positions that belong to the one before
    for fact in facts:
        if fact.criticality == "owed" and fact.kind in SENTENCE_KINDS and fact.end - fact.start <= CLIP_PROSE_ABOVE:
            first = max(0, bisect_right(starts, fact.start) - 1)
            joined.update(range(first + 1, bisect_left(starts, fact.end)))
    joined.update(_neighbours(sentences, owned, segments))
    joined.update(_short_messages(text, sentences, owned, segments))
    if not joined:
        return sentences
    units: list[Sentence] = []
    for i, sentence in enumerate(sentences):
        if i in joined and units:
            units[-1] = Sentence(units[-1].start, sentence.end, units[-1].kind)
        else:
            units.append(sentence)
    return units


def _short_messages(
    text: str, sentences: Sequence[Sentence], owned: Mapping[int, Sequence[Fact]], segments: Sequence[Segment]
) -> Iterator[int]:
    """Positions that belong to the one before because a person's short message is told whole: cut up it turns its sense."""
    starts = [s.start for s in sentences]
    for segment in segments:
        typed = segment.role == "user" and segment.kind == "text" and not segment.injected
        length = segment.end - segment.start
        whole = length <= LINES_MAX or (length <= MESSAGE_MAX and "\n\n" not in text[segment.start : segment.end])
        if typed and whole:
            first, last = bisect_left(starts, segment.start), bisect_left(starts, segment.end)
            if any(i in owned for i in range(first, last)):
                yield from range(first + 1, last)


def _neighbours(
    sentences: Sequence[Sentence], owned: Mapping[int, Sequence[Fact]], segments: Sequence[Segment]
) -> Iterator[int]:
    """Positions of owed tool lines that follow an owed line of the same result, up to BLOCK_MAX characters together."""
    starts = [s.start for s in segments]
    begin = 0
    for i in sorted(owned):
        place = max(0, bisect_right(starts, sentences[i].start) - 1)
        here = segments[place]
        follows = i - 1 in owned and here.kind == "tool_result" and sentences[i - 1].start >= here.start
        if follows and sentences[i].end - begin <= BLOCK_MAX:
            yield i
            continue
        begin = sentences[i].start


def facts_by_sentence(sentences: Sequence[Sentence], facts: Sequence[Fact]) -> dict[int, tuple[Fact, ...]]:
    """Owed facts by the index of the sentence that they begin in; a fact over several sentences belongs to each."""
    starts = [s.start for s in sentences]
    found: dict[int, list[Fact]] = {}
    for fact in facts:
        if fact.criticality != "owed" or not sentences:
            continue
        i = max(0, bisect_right(starts, fact.start) - 1)
        while i < len(sentences) and sentences[i].start < fact.end:
            if sentences[i].end > fact.start:
                found.setdefault(i, []).append(fact)
            i += 1
    return {i: tuple(fs) for i, fs in found.items()}
