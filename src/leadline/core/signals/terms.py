"""The terms of a text: stems of its words, and exact terms (numbers, single capitals) that could stand for one another.

In: a text, or a trial and one of its child sentences. Out: terms with their places, the sentences that may hold a term, and
the segments of a sentence with the terms of each. Numbers are `#4` however they are spelled, single capitals `@a`.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from leadline.core.signals.index import Trial
from leadline.core.signals.lexis import NUMBER_WORDS, stems_of

__all__ = ["Place", "Terms", "postings", "segments", "shape", "terms"]

_LETTER = re.compile(r"(?<!\w)[A-Z](?!\w)")
_TERM = re.compile(r"\d+(?:[.,:]\d+)*\w*|[^\W\d_]\w*(?:['’][^\W\d_]+)*")
_ARTICLE = re.compile(r"(?:^|[.:!?]\s+|\n\s*)[\W_]*A (?=[a-z])")  # the article, where a sentence begins with it
_SPELLED: dict[str, list[str]] = {}
for _word, _value in NUMBER_WORDS.items():
    _SPELLED.setdefault(f"#{_value:g}", []).extend(stems_of(_word))

Place = tuple[int, int, int]  # child, start, end
Terms = dict[str, tuple[int, int]]  # term -> its first place in the text


def terms(text: str, start: int, end: int) -> Terms:
    """Numbers as `#4`, single capitals as `@a`, stems of all other words. Number words count as numbers."""
    out: Terms = {}
    articles = {m.end() - 2 for m in _ARTICLE.finditer(text)}
    for m in _TERM.finditer(text, start, end):
        word = m.group()
        if word == "A" and m.start() in articles:
            continue
        for term in _terms_of(word):
            out.setdefault(term, m.span())
    return out


@lru_cache(maxsize=16384)
def _terms_of(word: str) -> tuple[str, ...]:
    low = re.sub(r"['’]s$", "", word.lower())
    if word[0].isdigit():
        return ("#" + low.replace(",", ""),)
    if low in NUMBER_WORDS:
        # "the one at night", "once": words for 1 seldom count
        return (f"#{NUMBER_WORDS[low]:g}",) if NUMBER_WORDS[low] != 1 else ()
    if len(word) == 1 and word.isupper():
        return () if word == "I" else ("@" + low,)
    return stems_of(low)


def postings(trial: Trial, term: str) -> Collection[int]:
    """The child sentences that may hold a term."""
    if term[0] == "@":
        return _letters(trial).get(term[1:], ())
    if term[0] != "#":
        return trial.postings.get(term, ())
    last = re.split(r"[.:]", term[1:])[-1]
    keys = {last, last[-3:] if len(last) > 3 else last, *_SPELLED.get(term, ())}
    return {n for key in keys for n in trial.postings.get(key, ())}


def _letters(trial: Trial) -> dict[str, list[int]]:
    """Lower-case letter -> sentences where it stands as a name of its own."""
    kept = trial.shared.get("letters")
    if isinstance(kept, dict):
        return kept
    out: dict[str, list[int]] = {}
    for number, sentence in enumerate(trial.sentences):
        for letter in sorted({m.group().lower() for m in _LETTER.finditer(sentence.text)}):
            out.setdefault(letter, []).append(number)
    trial.shared["letters"] = out
    return out


def segments(trial: Trial, number: int, wall: re.Pattern[str]) -> list[tuple[Place, set[str]]]:
    """The segments of a child sentence as (place, terms), read once."""
    kept = trial.shared.setdefault(f"segments {wall.pattern}", {})
    assert isinstance(kept, dict)
    if number not in kept:
        passage = trial.sentences[number]
        text = passage.text
        out: list[tuple[Place, set[str]]] = []
        at = 0
        for cut in [*wall.finditer(text), None]:
            end = cut.start() if cut else len(text)
            if text[at:end].strip():
                place = (passage.owner, passage.start + at, passage.start + end)
                out.append((place, set(terms(text, at, end))))
            at = cut.end() if cut else end
        kept[number] = out
    found: list[tuple[Place, set[str]]] = kept[number]
    return found


@lru_cache(maxsize=16384)
def shape(term: str) -> str:
    """What an exact term looks like, "" for a plain word: only what could stand for one another is exchanged."""
    if term[0] == "@":
        return "@"
    return re.sub(r"\d+(?:\.\d+)?", "9", term) if any(c.isdigit() for c in term) else ""
