"""The terms of a text: stems of its words, and exact terms (numbers, single capitals) that could stand for one another.

In: a text, or a trial and one of its child sentences. Out: terms with their places, the sentences that may hold a term, and
the segments of a sentence with the terms of each. Numbers are `#4` however they are spelled, single capitals `@a`. A date and a
stretch of clock times are one term each (`*5/8`, `*1905-1940`) where the caller asks for it: their parts belong to no neighbour.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache

from leadline.core.signals.index import Trial
from leadline.core.signals.lexis import NUMBER_WORDS, stems_of
from leadline.core.signals.moments import dates
from leadline.core.text.kept import kept

__all__ = ["Place", "Terms", "postings", "segments", "shape", "terms", "wholes"]

_LETTER = re.compile(r"(?<!\w)[A-Z](?!\w)")
_TERM = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})+(?![\d\w])|\d+(?:[.,:]\d+)*\w*|[^\W\d_]\w*(?:['’][^\W\d_]+)*")
_AT = r"\d{1,2}[:h]\d{2}"
_STRETCH = re.compile(
    rf"(?<![\d:])(?P<a>{_AT})(?:\s?[-–]\s?|\s(?:to|till|until|bis|à|a|hasta)\s)(?P<b>{_AT})|\b(?:between|zwischen|entre)\s(?P<c>{_AT})\s(?:and|und|et|y)\s(?P<d>{_AT})"
)
_NAMED_DATE = re.compile(r"[^\W\d_]{3}|^\d{4}-")
_LESS = re.compile(r"(?:^|[\s(=:])[-−]$")  # "diff -1": so many fewer, and no count of one
_MARKED = re.compile(r"\s?[%°]")  # "-18 °C" may be told as 18 below zero
_ARTICLE = re.compile(r"(?<![\W_])([\W_]*+)A (?=[a-z])")  # the article, with the signs before it
_BEGINS = re.compile(r"\n|[.:!?]\s")  # among those signs: a sentence begins
_SPELLED: dict[str, list[str]] = {}
for _word, _value in NUMBER_WORDS.items():
    _SPELLED.setdefault(f"#{_value:g}", []).extend(stems_of(_word))

Place = tuple[int, int, int]  # child, start, end
Terms = dict[str, tuple[int, int]]  # term -> its first place in the text


def terms(text: str, start: int, end: int, whole: Sequence[tuple[int, int, str]] = ()) -> Terms:
    """Numbers as `#4`, single capitals as `@a`, stems of all other words. Number words count as numbers; `whole` are the
    dates and stretches of the text (`wholes`) that are to be one term each."""
    out: Terms = {}
    for a, b, term in whole:
        if start <= a and b <= end:
            out.setdefault(term, (a, b))
    for m in _TERM.finditer(text, start, end):
        if any(a <= m.start() < b for a, b, _ in whole):
            continue
        word = m.group()
        if word == "A" and m.start() in _articles(text):
            continue
        for term in _terms_of(word):
            less = (
                term[0] == "#"
                and _LESS.search(text, max(0, m.start() - 2), m.start())
                and not _MARKED.match(text, m.end())
            )
            out.setdefault("#-" + term[1:] if less else term, m.span())
    return out


@lru_cache(maxsize=64)
def _articles(text: str) -> frozenset[int]:
    return frozenset(m.end() - 2 for m in _ARTICLE.finditer(text) if not m.start() or _BEGINS.search(m[1]))


def wholes(text: str) -> list[tuple[int, int, str]]:
    """(start, end, term) of the dates with a month's name, the written-out dates, and the stretches between two clock times."""
    out: list[tuple[int, int, str]] = []
    if not any(c.isdigit() for c in text):
        return out
    for m in _STRETCH.finditer(text):
        a, b = (re.sub(r"\D", "", m[x] or m[y]).zfill(4) for x, y in (("a", "c"), ("b", "d")))
        out.append((*m.span(), f"*{a}-{b}"))
    for month, day, _, start, end in dates(text):
        if _NAMED_DATE.search(text[start:end]):
            out.append((start, end, f"*{month}/{day}"))
    return out


@kept(16384)
def _terms_of(word: str) -> tuple[str, ...]:
    low = re.sub(r"['’]s$", "", word.lower())
    if word[0].isdigit():
        return ("#" + low.replace(",", "").replace(" ", ""),)
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
    if term[0] == "*":
        last = re.split(r"[/-]", term)[-1][-2:]
        keys = {last, last.zfill(2), *(last + tail for tail in ("st", "nd", "rd", "th"))}
        return {n for key in keys for n in trial.postings.get(key, ())}
    if term[0] != "#":
        return trial.postings.get(term, ())
    term = term.replace("#-", "#")
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
        whole = wholes(text)
        at = 0
        for cut in [*wall.finditer(text), None]:
            if cut and any(a < cut.start() < b for a, b, _ in whole):
                continue
            end = cut.start() if cut else len(text)
            if text[at:end].strip():
                place = (passage.owner, passage.start + at, passage.start + end)
                out.append((place, set(terms(text, at, end, whole))))
            at = cut.end() if cut else end
        kept[number] = out
    found: list[tuple[Place, set[str]]] = kept[number]
    return found


@kept(16384)
def shape(term: str) -> str:
    """What an exact term looks like, "" for a plain word: only what could stand for one another is exchanged."""
    if term[0] in "@*":
        return "@" if term[0] == "@" else ""
    return re.sub(r"\d+(?:\.\d+)?", "9", term) if any(c.isdigit() for c in term) else ""
