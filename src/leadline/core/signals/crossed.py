"""Two things told side by side, each with what the sources say of the other: "A took 4 days and B 9" for 9 and 4.

In: a trial. Out: findings `identifier_swapped`, at most one a sentence. A parent sentence of two parts (at "and", "while", commas,
semicolons) and the segments of the children are read as sets of words and numbers. What stands in one segment of the
children belongs together. Where the words of the two parts fall into groups and each part takes from the same two groups, nothing of
one group ever standing with the other in the sources, the parts have been exchanged. Sure where what is exchanged are
two numbers, letters or identifiers, and the sources name both close together; near enough to sure where they are words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise, product

from leadline.core.signals.findings import make
from leadline.core.signals.identifiers import identifiers_in
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.inventory import Inventory
from leadline.core.signals.model import Finding
from leadline.core.signals.quantities import scan, unit_of
from leadline.core.signals.terms import Place, Terms, postings, segments, shape, terms, wholes
from leadline.core.signals.verbs import is_past

__all__ = ["find_crossed"]

_HALF = re.compile(
    r"(?:(?>(?:(?<!\s)\s++)?)(?:;|(?:→|->|=>)(?=\s)|,\s++(?:and|while|whereas|but|so|against|und|während|aber|et|tandis que|mais|e|y|mientras|pero)\b|,(?=\s)|—|–\s|，|；|、)"
    r"|(?<!\s)\s++(?:and|while|whereas|but|so|against|und|während|aber|et|tandis que|mais|e|y|mientras|pero)\b)\s*+"
)
_SEGMENT = re.compile(
    r"[;\n|→)?!]|,(?=\s)|\.(?=\s|$)|\s/\s|\s->\s|\b(?:and|against|versus|vs|while|whereas|but|und|gegen|während|aber|et|contre|mais|y|contra|e|pero)\b|[、，。；]"
)
_TERMS_MAX = 14  # of one part: more is no contrast of two things
_UNKNOWN_MAX = 2  # words of both parts that no child has: beyond that the sentence says something of its own
_SENTENCES_MAX = 30  # of the children that hold two of the words: more of them, and the words contrast nothing
_WORDS_MAX = 6  # terms of a part where plain words are exchanged
_BRACKETS = re.compile(r"\[[^\]\n]*+\]?")
_ASIDE = re.compile(r"\([^()\n]{1,80}\)")
_BEFORE = re.compile(r"([^\W\d_]{3,})\s+#?$")
_NUMBER_BEFORE = re.compile(r"\d\s?$")
_UNIT = re.compile(r"\s?([%°]?[A-Za-zµ/]+|%)")
_COURSE = re.compile(
    r"[^\d.;]{0,12}(?:\bto\b|→|->|=>|\bafter\b|\bfrom\b|\binstead of\b|\brather than\b|\bvs\b|\bauf\b|\bà\b|\ba\b)[^\d.;]{0,12}",
    re.IGNORECASE,
)
_SLASHED = re.compile(r"\d[\d.,]*(?: ?/ ?\d[\d.,]*){2,}")  # "18/41/9": each by its place
_JOINED = re.compile(r"\w-\d|\d-\w")  # "1904-22", however it is called
_DIGIT = re.compile(r"\d")
_FEW = 40  # sentences of all children; then two of them that say it count as near each other
_NEAR = 160  # characters between the two places of the sources
_RESPECTIVELY = re.compile(r"\b(?:respectively|beziehungsweise|bzw|respectivement|respectivamente)\b", re.IGNORECASE)


def find_crossed(trial: Trial) -> list[Finding]:
    """Findings in the order of the parent."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        if len(sentence.stems) < 4 or trial.is_verbatim(sentence.text):
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


def _blanked(bracket: re.Match[str]) -> str:
    """A bracket with a number in it, a reference, as blanks; others as they are."""
    text = bracket.group()
    return " " * len(text) if text.endswith("]") and _DIGIT.search(text) else text


def _parts(sentence: Passage) -> list[Terms]:
    text = _BRACKETS.sub(_blanked, sentence.text)
    cuts: list[tuple[int, int]] = []
    whole = wholes(text)
    asides = [m.span() for m in _ASIDE.finditer(text)]
    at = 0
    for wall in _HALF.finditer(text):
        if any(a < wall.start() < b for a, b, _ in whole) or any(a < wall.start() < b for a, b in asides):
            continue  # a comma in brackets ends no part of what stands around them
        cuts.append((at, wall.start()))
        at = wall.end()
    cuts.append((at, len(text)))
    names = [(a, b) for a, b, _, digits in identifiers_in(text) if digits]
    names += [m.span() for m in _SLASHED.finditer(text)]
    return [
        {
            t: span
            for t, span in terms(text, a, b, whole).items()
            if not (t[0] == "#" and (_inside(span, names) or _JOINED.search(text, max(0, span[0] - 2), span[1] + 2)))
        }
        for a, b in cuts
        if text[a:b].strip()
    ]


def _inside(span: tuple[int, int], names: list[tuple[int, int]]) -> bool:
    """The number is part of a name: the 1 of "x86-1" counts nothing, nor does the 22 of "1904-22"."""
    return any(a <= span[0] and span[1] <= b and (a, b) != span for a, b in names)


def _is_label(trial: Trial, text: str, span: tuple[int, int]) -> bool:
    """The number is part of what a thing is called: the sources have no other number behind the word before it ("night 3")."""
    word = _BEFORE.search(text[max(0, span[0] - 24) : span[0]])
    after = _UNIT.match(text, span[1])
    if word is None or is_past(word[1].lower()) or (after is not None and unit_of(after[1]) is not None):
        return False  # "took 212 s": a measure
    found = {m[1] for m in re.finditer(rf"(?<!\w){re.escape(word[1].lower())}\s+#?(\d+(?:[.,]\d+)*)", trial.haystack)}
    return found == {text[span[0] : span[1]]}


def _is_unit(trial: Trial, text: str, span: tuple[int, int]) -> bool:
    """The word stands behind a number here and behind several in the sources, and nowhere else: their unit ("0.3 NTU")."""
    if _NUMBER_BEFORE.search(text, max(0, span[0] - 3), span[0]) is None:
        return False
    word = re.escape(text[span[0] : span[1]].lower())
    counted = {m[1] for m in re.finditer(rf"(\d)[ \u00a0]?{word}(?!\w)", trial.haystack)}
    everywhere = len(re.findall(rf"(?<!\w){word}(?!\w)", trial.haystack))
    return len(counted) > 1 and everywhere == len(re.findall(rf"\d[ \u00a0]{word}(?!\w)", trial.haystack))


def _judge(trial: Trial, sentence: Passage, one: Terms, two: Terms, alone: bool) -> Finding | None:
    one, two = (
        {
            t: span
            for t, span in part.items()
            if not (_is_label(trial, sentence.text, span) if t[0] == "#" else _is_unit(trial, sentence.text, span))
        }
        for part in (one, two)
    )
    mine, others = one.keys() - two.keys(), two.keys() - one.keys()
    if not (2 <= len(mine) <= _TERMS_MAX and 2 <= len(others) <= _TERMS_MAX):
        return None
    every = mine | others
    shapes = {shape(t) for t in mine} & {shape(t) for t in others} - {""}
    alone = alone and max(len(mine), len(others)) <= _WORDS_MAX
    if not shapes and not (alone and all(postings(trial, t) for t in every)):
        return None
    where = _together(trial, every)
    if where is None:
        return None
    known = {t for pair in where for t in pair} | {t for t in every if postings(trial, t)}
    if len(every - known) > _UNKNOWN_MAX:
        return None
    first, second = sorted(mine & known), sorted(others & known)
    plain = alone and known == every
    best: tuple[bool, str, str, str, str, Place] | None = None
    for x, b, a, y in _crosses(first, second, where):
        shared = _shared((x, b), (a, y), first + second, where)
        if shared is None:
            continue
        places = [
            p for p in where[x, b] for q in where[a, y]
            if (abs(p[1] - q[1]) <= _NEAR if p[0] == q[0] else len(trial.sentences) <= _FEW)
        ]  # fmt: skip
        if not places:
            continue
        if _straddles(sentence.text, one[x], one[y]) or _straddles(sentence.text, two[a], two[b]):
            continue
        if _is_course(sentence.text, one, x, y) or _is_course(sentence.text, two, a, b):
            continue
        if _measure_apart(trial, sentence, one, two, x, a) or _measure_apart(trial, sentence, one, two, b, y):
            continue
        typed = "" != shape(y) == shape(b) or "" != shape(x) == shape(a)
        if not typed and (shared or not plain):
            continue
        if (one[x] < one[y]) != (two[a] < two[b]) or ("." in x and "." in b) or ("." in a and "." in y):
            continue  # no pair of key and value on both sides: key first here, value first there, or two values of one row
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
        probability=0.97 if typed else 0.8,
    )  # fmt: skip


def _straddles(text: str, p: tuple[int, int], q: tuple[int, int]) -> bool:
    """One stands in brackets that list things of their own, the other outside of them."""
    return any(
        (m.start() < p[0] < m.end()) != (m.start() < q[0] < m.end())
        for m in _ASIDE.finditer(text)
        if _HALF.search(m.group())
    )


def _is_course(text: str, part: Terms, p: str, q: str) -> bool:
    """Two numbers of one part tell how one thing went: "61 to 63", "902 -> 2,655". Rows of a table hold them apart."""
    if p[0] != "#" or q[0] != "#" or p not in part or q not in part:
        return False
    (_, end), (start, _) = sorted((part[p], part[q]))
    return _COURSE.fullmatch(text, end, start) is not None


def _measure_apart(trial: Trial, sentence: Passage, one: Terms, two: Terms, p: str, q: str) -> bool:
    """Two numbers that measure different things ("6 m", "42 days"): one is not taken for the other."""
    if p[0] != "#" or q[0] != "#":
        return False
    at = {(one | two)[t][0]: t for t in (p, q) if t in one or t in two}
    found: dict[str, set[str]] = {p: set(), q: set()}
    for number in scan(sentence.text):
        if number.start in at and number.unit is not None:
            found[at[number.start]].add(number.unit.dimension)
    for t, units in found.items():
        if not units:
            try:
                value = float(t[1:])
            except ValueError:
                return False
            units.update(n.unit.dimension for _, n in Inventory.of(trial).places(value) if n.unit is not None)
    if {"share"} in found.values() and set() in found.values():
        return True  # 3.0 % is no 34, of which no text says what it measures
    return bool(found[p] and found[q] and not found[p] & found[q])


def _crosses(
    first: list[str], second: list[str], where: dict[tuple[str, str], list[Place]]
) -> Iterator[tuple[str, str, str, str]]:
    """(x, b, a, y): x and y of the first part, a and b of the second, where the sources have x with b and y with a only."""
    cross = [(x, b) for x, b in product(first, second) if (x, b) in where]
    for (x, b), (y, a) in product(cross, cross):
        if x != y and a != b and (x, y) not in where and (a, b) not in where:
            yield x, b, a, y


def _shared(
    one: tuple[str, str], two: tuple[str, str], terms: list[str], where: dict[tuple[str, str], list[Place]]
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


def _together(trial: Trial, terms: set[str]) -> dict[tuple[str, str], list[Place]] | None:
    """Pairs of terms that stand in one segment of the children, with the segments; None where they stand everywhere."""
    counts: dict[int, int] = {}
    for term in terms:
        for number in postings(trial, term):
            counts[number] = counts.get(number, 0) + 1
    numbers = [n for n, count in counts.items() if count >= 2]
    if not numbers or len(numbers) > _SENTENCES_MAX:
        return None
    where: dict[tuple[str, str], list[Place]] = {}
    for number in sorted(numbers):
        for place, found in segments(trial, number, _SEGMENT):
            here = sorted(terms & found)
            for x in here:
                for y in here:
                    if x != y:
                        where.setdefault((x, y), []).append(place)
    return where
