"""Cutting passages out of a source text: whole sentences, or windows around what is owed in a long line of data.

Nothing is reworded. Cuts lie at white space where there is some near by, so that no identifier is cut in two.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from leadline.core.facts.model import SENTENCE_KINDS, Fact
from leadline.core.text.sentences import Sentence

__all__ = ["CLIP_PROSE_ABOVE", "cut_passage", "edge", "end_of_code", "squeeze"]

CLIP_ABOVE = 420  # characters: a longer data or log line is cut down to windows around its owed facts
CLIP_PROSE_ABOVE = 900
WINDOW = 110  # characters kept on each side of an owed fact in a clipped line
OPENING = 160  # characters in front of the first window that are kept: they say what is done, or asked for
EDGE_REACH = 80  # how far a window may grow to end at white space
SAVES_NOTHING = 48  # characters that are not worth a cut: without the end of its sentence a goal may turn its sense
CODE_MAX = 240  # characters of a block of code that is told with the line that announces it
_OPENS_CODE = re.compile(r"\s{0,8}(`{3,12}|~{3,12})[\w+-]{0,20}[ \t]{0,8}\Z")
_SPACE = re.compile(r"[ \t\r\n\f\v]+")  # narrow and no-break spaces inside numbers and times stay as they are
_BULLET = re.compile(r"^(?:[-*•>]\s+|#{1,6}\s+|```\w*\s*)+")


def squeeze(text: str) -> str:
    """`text` on one line, without list and heading marks in front. Stays verbatim but for white space."""
    return _BULLET.sub("", _SPACE.sub(" ", text).strip())


def cut_passage(text: str, begin: int, end: int, sentence: Sentence, facts: Sequence[Fact]) -> list[tuple[int, int]]:
    """The whole passage, or windows around its owed facts where it is a long line of data."""
    is_prose = sentence.kind in ("prose", "bullet", "heading")
    limit = CLIP_PROSE_ABOVE if is_prose else CLIP_ABOVE
    if end - begin <= limit:
        return [(begin, end)]
    whole = [f for f in facts if f.kind in SENTENCE_KINDS and f.end - f.start <= limit]
    spans = [(f.start, f.end) for f in whole] or [(f.start, f.end) for f in facts if f.end - f.start <= limit]
    if not spans:
        return [(begin, edge(text, begin + limit, end))]
    exact = [f for f in facts if f.kind not in SENTENCE_KINDS]
    spans = sorted({*spans, *((f.start, f.end) for f in exact)})
    if is_prose and any(f.role == "user" and f.kind in SENTENCE_KINDS for f in facts):
        spans.append((end, end))  # what a person asks for at last binds like what they asked for first
    merged: list[tuple[int, int]] = []
    for a, b in spans:
        a = max(sentence.start, edge(text, a - WINDOW, sentence.start, left=True))
        a = begin if not merged and is_prose and a - begin <= OPENING else a
        b = min(end, edge(text, b + WINDOW, end))
        b = end if end - b <= SAVES_NOTHING else b
        if merged and a <= merged[-1][1] + SAVES_NOTHING:
            merged[-1] = (merged[-1][0], max(merged[-1][1], b))
        else:
            merged.append((a, b))
    return merged


def end_of_code(text: str, begin: int, end: int, stop: int) -> int:
    """`end` of a passage that announces a block of code: behind a short block, in front of the opening of a longer one."""
    opening = _OPENS_CODE.search(text, begin, end)
    if opening is None:
        return end
    closing = text.find(opening[1], opening.end(), min(stop, opening.end() + CODE_MAX))
    if closing >= 0:
        return closing + len(opening[1])
    return opening.start() if text[begin : opening.start()].strip() else end


def edge(text: str, at: int, stop: int, *, left: bool = False) -> int:
    """`at` moved outward to the next white space within EDGE_REACH, so that no word is cut; never beyond `stop`."""
    if left:
        at = max(at, stop)
        floor = max(stop, at - EDGE_REACH)
        while at > floor and not text[at - 1].isspace():
            at -= 1
        return at
    at = min(at, stop)
    ceiling = min(stop, at + EDGE_REACH)
    while at < ceiling and not text[at].isspace():
        at += 1
    return at
