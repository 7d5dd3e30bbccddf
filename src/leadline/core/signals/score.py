"""The score that ranks: how near the parent stays to the children, in its words and in what stands beside what.

In: a trial and its findings. Out: 0..1, rising with faithfulness; it ranks and never decides. Three shares of each
asserting sentence, averaged over sentences by length and mixed 2 : 1 : 1:

- words: content words that the children have, long ones more (the rarer a word, the longer it is), numbers most (they
  are copied, words may be said otherwise). A word counts in part for the one that is spelt most like it.
- bonds: content words that stand together in the sentence stand together in the children. What was put together from
  two places is far apart there, and the credit falls with the distance.
- order: each word, function words included, is followed by the next one there as here.

The constants are round and nobody fitted them: `docs/signals.md` shows each part alone and left out, and that the figures
hardly move when a constant is halved or doubled. Mixtures learnt from labels ranked worse (signals-notes, section 1).
A hard finding about the content caps the score: nearness to the wording is no proof (section 4).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

from leadline.core.signals.index import Trial
from leadline.core.signals.lexis import NUMBER_WORDS, stems_of
from leadline.core.signals.model import Finding
from leadline.core.signals.provenance import asserting

__all__ = ["CAP", "PARTS", "mix", "parts", "score", "unmet"]

CAP = 0.5  # what one hard finding leaves of the score; two leave a quarter
PARTS: Mapping[str, float] = {"words": 2.0, "bonds": 1.0, "order": 1.0}

_REACH = 3  # a bond: a content word and each of the next three
_FAR = 4.0  # so many words further apart in the source than here halve the credit
_LONG = 8  # letters beyond which a word weighs no more
_NUMBER = 20.0  # weight of a number, in letters
_ALIKE = 0.4  # spelling likeness (Dice over letter triples) under which two words are strangers
_APART = 100  # words between two children, so that nothing is close across them
_TOKEN = re.compile(r"\d+(?:,\d{3})+(?!\d)|\d+(?=[a-z]{1,2}\b)|[^\W_]+(?:['’][^\W\d_]+)*")
_COUNTED = {  # "three" is 3; ordinals, articles and words with another sense stay words
    word: f"{value:g}"
    for word, value in NUMBER_WORDS.items()
    if value >= 2 and word not in ("second", "third", "once", "both", "pair", "double", "couple", "es", "media")
}


class _Met(NamedTuple):
    """A content word of the parent: the stem that it is met by in the children, how well (0..1), weight, place."""

    stem: str
    share: float
    weight: float
    at: int


def score(trial: Trial, findings: Sequence[Finding]) -> float:
    """The ranking score: the parts, mixed and capped. Form is no matter of content, so its findings cap nothing."""
    hard = sum(f.severity == "hard" and f.kind != "degenerate" for f in findings)
    return mix(parts(trial), hard)


def mix(shares: Mapping[str, float], hard: int = 0) -> float:
    """The score of these parts (of any of them: an ablation leaves some out) under so many hard findings."""
    total = sum(PARTS[name] for name in shares)
    soft = sum(PARTS[name] * share for name, share in shares.items()) / total if total else 0.0
    return min(1.0, max(0.0, soft)) * CAP**hard


def parts(trial: Trial) -> dict[str, float]:
    """Each part by name, 0..1; 0 for a parent that asserts nothing."""
    sums = dict.fromkeys(PARTS, 0.0)
    source = _Source(trial, [s.text.lower() for s in asserting(trial)])
    length = 0
    for tokens, met in zip(source.tokens, source.met, strict=True):
        words = _share((m.share, m.weight) for m in met) if met else 1.0
        sums["words"] += len(tokens) * words
        sums["bonds"] += len(tokens) * source.bonds(met, words)
        sums["order"] += len(tokens) * source.order(tokens, words)
        length += len(tokens)
    return {name: total / length for name, total in sums.items()} if length else sums


def unmet(trial: Trial) -> tuple[tuple[int, int], ...]:
    """Spans of the parent's content words and numbers that the children have in no form, not even in a like one."""
    sentences = asserting(trial)
    source = _Source(trial, [s.text.lower() for s in sentences])
    out: list[tuple[int, int]] = []
    for sentence in sentences:
        for match in _TOKEN.finditer(sentence.text):
            for token in source._tokens(match.group().lower()):
                met = list(source._meet(token, 0))
                if met and not any(m.share for m in met):
                    out.append((sentence.start + match.start(), sentence.start + match.end()))
                    break
    return tuple(out)


class _Source:
    """The sentences' words, met by the words of the children, and where those stand; places count up through all children.

    Only words that some sentence needs get places, so a long source costs one pass.
    """

    def __init__(self, trial: Trial, sentences: Sequence[str]) -> None:
        texts = [_TOKEN.findall(text) for text in trial.lower[: len(trial.children)]] if sentences else []
        self._written: set[str] = set().union(*texts)  # the children's words as they stand
        self._rewritten: dict[str, set[str]] = {}  # another form of a number -> how the children write it
        for token in self._written:
            for form in _other_forms(token):
                self._rewritten.setdefault(form, set()).add(token)
        self._forms = self._written.union(self._rewritten)
        self._stems_of = {form: _stems(form) for form in self._forms}
        self._stems = set(chain.from_iterable(self._stems_of.values()))
        self._alike: dict[str, tuple[str, float]] = {}
        self._by_opening: dict[str, list[str]] = {}
        self.tokens = [self._tokens(text) for text in sentences]
        self.met = [[m for at, token in enumerate(tokens) for m in self._meet(token, at)] for tokens in self.tokens]
        self._words, self._places = self._locate(texts)
        self._apart: dict[tuple[str, str], int] = {}

    def _tokens(self, text: str) -> list[str]:
        """The words of a parent's sentence, numbers in the form that the children have."""
        out: list[str] = []
        for token in _TOKEN.findall(text):
            if "," in token:
                joined = token.replace(",", "")
                out += [joined] if joined in self._forms else token.split(",")
            else:
                number = _COUNTED.get(token, token)
                out.append(number if number in self._forms and token not in self._forms else token)
        return out

    def _meet(self, token: str, at: int) -> Iterable[_Met]:
        """The token's stems, each with the stem of the children that meets it; none for a function word."""
        stems = _stems(token)
        if not stems:
            return
        digits = any(c.isdigit() for c in token)
        weight = _NUMBER if digits else float(min(len(token), _LONG))
        for stem in stems:
            if stem in self._stems:
                yield _Met(stem, 1.0, weight, at)
            elif digits or len(stems) > 1:  # a letter pair of a Chinese or Japanese run is there or not
                yield _Met(stem, 0.0, weight, at)
            else:
                yield _Met(*self._most_alike(token), weight, at)

    def _most_alike(self, token: str) -> tuple[str, float]:
        """The stem of the source word that is spelt most like this one and opens with the same two letters."""
        known = self._alike.get(token)
        if known is None:
            if not self._by_opening:
                for word in self._forms:
                    self._by_opening.setdefault(word[:2], []).append(word)
            best, word = max(((_likeness(token, w), w) for w in self._by_opening.get(token[:2], ())), default=(0.0, ""))
            stems = _stems(word) if best >= _ALIKE else ()
            known = self._alike[token] = (stems[0], best) if stems else ("", 0.0)
        return known

    def _locate(self, texts: Sequence[Sequence[str]]) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
        """Places by word and by stem, of those words and stems that some sentence needs."""
        words = {t: self._spellings(t) for tokens in self.tokens for t in tokens if t in self._forms}
        stems: dict[str, set[str]] = {m.stem: set() for met in self.met for m in met if m.share}
        for form, its in self._stems_of.items():
            for stem in its:
                if stem in stems:
                    stems[stem] |= self._spellings(form)
        places: dict[str, list[int]] = {w: [] for group in (*words.values(), *stems.values()) for w in group}
        start = 0
        for text in texts:
            for at, token in enumerate(text, start):
                if token in places:
                    places[token].append(at)
            start += len(text) + _APART
        return {t: _merge(places, group) for t, group in words.items()}, {
            s: _merge(places, group) for s, group in stems.items()
        }

    def _spellings(self, form: str) -> set[str]:
        """The words of the children that the form stands for."""
        other = self._rewritten.get(form, set())
        return {form, *other} if form in self._written else other

    def bonds(self, met: Sequence[_Met], without: float) -> float:
        """How close the neighbours among the content words stand in the source. `without`: for a single word."""
        value = total = 0.0
        for i, one in enumerate(met):
            for two in met[i + 1 : i + 1 + _REACH]:
                total += 1.0
                if one.share and two.share:
                    extra = 0 if one.stem == two.stem else self._distance(one.stem, two.stem) - (two.at - one.at)
                    value += one.share * two.share * (_FAR / (_FAR + max(0, extra)))
        return value / total if total else without

    def _distance(self, one: str, two: str) -> int:
        key = (one, two) if one < two else (two, one)
        known = self._apart.get(key)
        if known is None:
            known = self._apart[key] = _nearest(self._places[one], self._places[two])
        return known

    def order(self, tokens: Sequence[str], without: float) -> float:
        """How closely each next word follows in the source, too. `without`: for a single word."""
        value = total = 0.0
        for one, two in pairwise(tokens):
            total += 1.0
            first, then = self._words.get(one), self._words.get(two)
            if first and then:
                value += _FAR / (_FAR + _follows(first, then) - 1)
        return value / total if total else without


def _other_forms(token: str) -> tuple[str, ...]:
    """What a parent may write for it: 3,700 as 3700 (or broken, as tokenizers leave it), three as 3."""
    if "," in token:
        return (token.replace(",", ""), *token.split(","))
    return (_COUNTED[token],) if token in _COUNTED else ()


def _merge(places: Mapping[str, list[int]], group: Collection[str]) -> list[int]:
    if len(group) == 1:
        return places[next(iter(group))]
    return sorted({at for word in group for at in places[word]})


def _nearest(one: Sequence[int], two: Sequence[int]) -> int:
    """The smallest distance of a place of `one` and a place of `two`; both ascending, neither empty."""
    if len(one) > len(two):
        one, two = two, one
    best = 1 << 30
    for place in one:
        at = bisect_left(two, place)
        if at < len(two):
            best = min(best, two[at] - place)
        if at:
            best = min(best, place - two[at - 1])
        if best <= 1:
            break
    return best


def _follows(first: Sequence[int], then: Sequence[int]) -> int:
    """The smallest step from a place of `first` forward to one of `then`; very large where there is none."""
    best = 1 << 30
    if len(first) <= len(then):
        for place in first:
            at = bisect_left(then, place + 1)
            if at < len(then) and then[at] - place < best:
                best = then[at] - place
                if best == 1:
                    break
    else:
        for place in then:
            at = bisect_left(first, place)
            if at and place - first[at - 1] < best:
                best = place - first[at - 1]
                if best == 1:
                    break
    return best


def _stems(token: str) -> tuple[str, ...]:
    return (token,) if token[0].isdigit() else stems_of(token)


def _likeness(one: str, two: str) -> float:
    mine, theirs = _triples(one), _triples(two)
    return 2 * len(mine & theirs) / (len(mine) + len(theirs))


@lru_cache(maxsize=16384)
def _triples(word: str) -> frozenset[str]:
    padded = f" {word} "
    return frozenset(padded[i : i + 3] for i in range(len(padded) - 2))


def _share(pairs: Iterable[tuple[float, float]]) -> float:
    value = total = 0.0
    for share, weight in pairs:
        value += share * weight
        total += weight
    return value / total if total else 1.0
