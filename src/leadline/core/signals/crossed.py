"""Two things told side by side, each with what the sources say of the other: "A took 4 days and B 9" for 9 and 4.

In: a trial. Out: findings `identifier_swapped`, at most one a sentence. A parent sentence of two parts (at "and", "while", commas,
semicolons) and the segments of the children are read as sets of words and numbers. What stands in one segment of the
children belongs together. Where the words of the two parts fall into groups and each part takes from the same two groups, nothing of
one group ever standing with the other in the sources, the parts have been exchanged. Sure where what is exchanged are
two numbers, letters or identifiers, and the sources name both close together; near enough to sure where they are words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import pairwise, product

from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import NUMBER_WORDS, stems_of
from leadline.core.signals.model import Finding

__all__ = ["find_crossed"]

_HALF = re.compile(
    r"\s*(?:;|,?\s+(?:and|while|whereas|but|so|against|und|während|aber|et|tandis que|mais|e|y|mientras|pero)\b|,(?=\s)|—|–\s|，|；|、)\s*"
)
_SEGMENT = re.compile(
    r"[;\n|→)?!]|,(?=\s)|\.(?=\s|$)|\s/\s|\s->\s|\b(?:and|against|versus|vs|while|whereas|but|und|gegen|während|aber|et|contre|mais|y|contra|e|pero)\b|[、，。；]"
)
_LETTER = re.compile(r"(?<!\w)[A-Z](?!\w)")
_TERM = re.compile(r"\d+(?:[.,:]\d+)*\w*|[^\W\d_]\w*(?:['’][^\W\d_]+)*")
_ARTICLE = re.compile(r"A (?=[a-z])")
_TERMS_MAX = 14  # of one part: more is no contrast of two things
_UNKNOWN_MAX = 1  # words of both parts that no child has: beyond that the sentence says something of its own
_SENTENCES_MAX = 30  # of the children that hold two of the words: more of them, and the words contrast nothing
_WORDS_MAX = 6  # terms of a part where plain words are exchanged
_REFERENCES = re.compile(r"\[[^\]\n]*\d[^\]\n]*\]")
_NEAR = 160  # characters between the two places of the sources
_RESPECTIVELY = re.compile(r"\b(?:respectively|beziehungsweise|bzw|respectivement|respectivamente)\b", re.IGNORECASE)

_SPELLED: dict[str, list[str]] = {}
for _word, _value in NUMBER_WORDS.items():
    _SPELLED.setdefault(f"#{_value:g}", []).extend(stems_of(_word))

_Place = tuple[int, int, int]  # child, start, end
_Terms = dict[str, tuple[int, int]]  # term -> its first place in the text


def find_crossed(trial: Trial) -> list[Finding]:
    """Findings in the order of the parent."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        if len(sentence.stems) < 4 or sentence.text.lower() in trial.haystack:
            continue
        parts = _parts(sentence)
        if len(parts) < 2 or _RESPECTIVELY.search(sentence.text):
            continue
        for one, two in pairwise(parts):
            found = _judge(trial, sentence, one, two, len(parts) == 2)
            if found is not None:
                out.append(found)
                break
    return out


def _parts(sentence: Passage) -> list[_Terms]:
    text = _REFERENCES.sub(lambda m: " " * len(m.group()), sentence.text)
    cuts: list[tuple[int, int]] = []
    at = 0
    for wall in _HALF.finditer(text):
        cuts.append((at, wall.start()))
        at = wall.end()
    cuts.append((at, len(text)))
    return [_terms(text, a, b) for a, b in cuts if text[a:b].strip()]


def _terms(text: str, start: int, end: int) -> _Terms:
    """Numbers as `#4`, single capitals as `@a`, stems of all other words. Number words count as numbers."""
    out: _Terms = {}
    for m in _TERM.finditer(text, start, end):
        word = m.group()
        if word == "A" and _ARTICLE.match(text, m.start()):
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
        return (f"#{NUMBER_WORDS[low]:g}",)
    if len(word) == 1 and word.isupper():
        return () if word == "I" else ("@" + low,)
    return stems_of(low)


def _judge(trial: Trial, sentence: Passage, one: _Terms, two: _Terms, alone: bool) -> Finding | None:
    mine, others = one.keys() - two.keys(), two.keys() - one.keys()
    if not (2 <= len(mine) <= _TERMS_MAX and 2 <= len(others) <= _TERMS_MAX):
        return None
    every = mine | others
    shapes = {_shape(t) for t in mine} & {_shape(t) for t in others} - {""}
    alone = alone and max(len(mine), len(others)) <= _WORDS_MAX
    if not shapes and not (alone and all(_postings(trial, t) for t in every)):
        return None
    where = _together(trial, every)
    if where is None:
        return None
    known = {t for pair in where for t in pair} | {t for t in every if _is_known(trial, t)}
    if len(every - known) > _UNKNOWN_MAX:
        return None
    first, second = sorted(mine & known), sorted(others & known)
    plain = alone and known == every
    best: tuple[bool, str, str, str, str, _Place] | None = None
    for x, b, a, y in _crosses(first, second, where):
        shared = _shared((x, b), (a, y), first + second, where)
        if shared is None:
            continue
        places = [
            p for p in where[x, b] for q in where[a, y] if p[0] == q[0] and abs(p[1] - q[1]) <= _NEAR
        ]  # fmt: skip
        if not places:
            continue
        typed = "" != _shape(y) == _shape(b) or "" != _shape(x) == _shape(a)
        if not typed and (shared or not plain):
            continue
        if best is None or (typed and not best[0]):
            best = (typed, x, y, a, b, min(places))
        if typed:
            break
    if best is None:
        return None
    typed, x, y, a, b, place = best
    spans = [one[x], one[y], two[a], two[b]]
    words = [sentence.text[s:e] for s, e in spans]
    return make(
        trial, "identifier_swapped", "hard" if typed else "suspicion",
        f'The summary puts "{words[0]}" with "{words[1]}" and "{words[2]}" with "{words[3]}"; "{trial.pool[place[0]].id}" puts "{words[0]}" '
        f'with "{words[3]}". Each would be taken for the other.',
        parent=(sentence.start + min(s for s, _ in spans), sentence.start + max(e for _, e in spans)), child=place,
        probability=0.97 if typed else 0.92,
    )  # fmt: skip


def _crosses(
    first: list[str], second: list[str], where: dict[tuple[str, str], list[_Place]]
) -> Iterator[tuple[str, str, str, str]]:
    """(x, b, a, y): x and y of the first part, a and b of the second, where the sources have x with b and y with a only."""
    cross = [(x, b) for x, b in product(first, second) if (x, b) in where]
    for (x, b), (y, a) in product(cross, cross):
        if x != y and a != b and (x, y) not in where and (a, b) not in where:
            yield x, b, a, y


def _shared(
    one: tuple[str, str], two: tuple[str, str], terms: list[str], where: dict[tuple[str, str], list[_Place]]
) -> int | None:
    """How many terms belong to both ("words a minute" of two rates); None where the rest is no two groups apart."""
    sides: tuple[list[str], list[str]] = (list(one), list(two))
    shared = 0
    for term in terms:
        if term in one or term in two:
            continue
        left, right = (any((term, t) in where for t in side) for side in (one, two))
        if left and right:
            shared += 1
        elif left or right:
            sides[right].append(term)
    apart = not any((p, q) in where for p, q in product(*sides))
    return shared if apart else None


def _together(trial: Trial, terms: set[str]) -> dict[tuple[str, str], list[_Place]] | None:
    """Pairs of terms that stand in one segment of the children, with the segments; None where they stand everywhere."""
    counts: dict[int, int] = {}
    for term in terms:
        for number in _postings(trial, term):
            counts[number] = counts.get(number, 0) + 1
    numbers = [n for n, count in counts.items() if count >= 2]
    if not numbers or len(numbers) > _SENTENCES_MAX:
        return None
    where: dict[tuple[str, str], list[_Place]] = {}
    for number in sorted(numbers):
        for place, found in _segments(trial, number):
            here = sorted(terms & found)
            for x in here:
                for y in here:
                    if x != y:
                        where.setdefault((x, y), []).append(place)
    return where


def _postings(trial: Trial, term: str) -> Collection[int]:
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
    if not isinstance(kept, dict):
        kept = {}
        for number, sentence in enumerate(trial.sentences):
            for letter in sorted({m.group().lower() for m in _LETTER.finditer(sentence.text)}):
                kept.setdefault(letter, []).append(number)
        trial.shared["letters"] = kept
    return kept


def _segments(trial: Trial, number: int) -> list[tuple[_Place, set[str]]]:
    """The segments of a child sentence as (place, terms), read once."""
    kept = trial.shared.setdefault("segments", {})
    assert isinstance(kept, dict)
    if number not in kept:
        passage = trial.sentences[number]
        text = passage.text
        out: list[tuple[_Place, set[str]]] = []
        at = 0
        for wall in [*_SEGMENT.finditer(text), None]:
            end = wall.start() if wall else len(text)
            if text[at:end].strip():
                place = (passage.owner, passage.start + at, passage.start + end)
                out.append((place, set(_terms(text, at, end))))
            at = wall.end() if wall else end
        kept[number] = out
    found: list[tuple[_Place, set[str]]] = kept[number]
    return found


def _is_known(trial: Trial, term: str) -> bool:
    return bool(_postings(trial, term))


def _shape(term: str) -> str:
    """What an exact term looks like, "" for a plain word: only what could stand for one another is exchanged."""
    if term[0] == "@":
        return "@"
    return re.sub(r"\d+(?:\.\d+)?", "9", term) if any(c.isdigit() for c in term) else ""
