"""The children as the ranking score reads them: whether a sentence's words are there, and how they stand to each other.

In: a trial and its asserting sentences as they stand. Out: for each sentence three shares, 0..1: `words`, `bonds` and `order`, as
`score` describes them. Only words that some sentence needs get places (they count up through all children), so a long
source costs one pass. The source's length is the yardstick: in a long text two words meet by chance, and a word is there by chance.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from leadline.core.signals.index import Trial
from leadline.core.signals.lexis import NUMBER_WORDS, stems_of
from leadline.core.signals.light_words import is_light
from leadline.core.signals.places import best_stretch, follows, merge, nearest
from leadline.core.text.kept import kept
from leadline.core.text.runs import by_runs

__all__ = ["TOKEN", "Met", "Source", "tokens_in"]

_REACH = 3  # a bond: a content word and each of the next three
_NEAR = 0.6  # times the root of the source's length: so many words further apart there than here halve a bond
_STEP = 4.0  # words beyond the next one that halve the credit for order
_STRETCH = 8  # times the sentence's length: where most of its words stand together
_LONG_SOURCE = 1000.0  # words; here a word away from the others counts half, in a short source nearly all
_LONG = 8  # letters beyond which a word weighs no more
_LIGHT = 2.0  # weight of a word that says little by itself, in letters
_NUMBER = 20.0  # weight of a number, in letters
_NAMED = 16.0  # weight of a name
_ALIKE = 0.4  # spelling likeness (Dice over letter triples) under which two words are strangers
_APART = 100  # words between two children, so that nothing is close across them
_INSIDE = re.compile(r"(?<=[\w,;)'’] )[^\W\d_a-z][^\W_]+")  # a word where no sentence begins: a capital makes it a name
_ORDINAL = frozenset(("st", "nd", "rd", "th"))  # what is left of "17th" behind its number
TOKEN = re.compile(r"\d+(?:,\d{3})+(?!\d)|\d+(?=[a-z]{1,2}\b)|[^\W_]+(?:['’][^\W\d_]+)*")
tokens_in = by_runs(TOKEN.findall)
_COUNTED = {  # "three" is 3; ordinals, articles and words with another sense stay words
    word: f"{value:g}"
    for word, value in NUMBER_WORDS.items()
    if value >= 2 and word not in ("second", "third", "once", "both", "pair", "double", "couple", "es", "media")
}


class Met(NamedTuple):
    """A content word of the parent: the stem that it is met by in the children, how well (0..1), weight, place."""

    stem: str
    share: float
    weight: float
    at: int


class Source:
    """The sentences' words (`tokens`), met by the words of the children (`met`), and how those stand."""

    def __init__(self, trial: Trial, sentences: Sequence[str]) -> None:
        texts = [list(tokens_in(text)) for text in trial.lower[: len(trial.children)]] if sentences else []
        self._names = frozenset(
            name.lower() for text in sentences for name in _INSIDE.findall(text) if name[0].isupper()
        )
        self.length = max(1, sum(map(len, texts)))  # in words
        self._written: set[str] = set().union(*texts)  # the children's words as they stand
        self._rewritten: dict[str, set[str]] = {}  # another form of a number -> how the children write it
        for token in self._written:
            if "," not in token and token not in _COUNTED:
                continue
            for form in _other_forms(token):
                self._rewritten.setdefault(form, set()).add(token)
        self._forms = self._written.union(self._rewritten)
        self._stems_of = {form: _stems(form) for form in self._forms}
        self._stems = set(chain.from_iterable(self._stems_of.values()))
        self._alike: dict[str, tuple[str, float]] = {}
        self._by_opening: dict[str, list[str]] = {}
        self.tokens = [self._tokens(text.lower()) for text in sentences]
        self.met = [[m for at, token in enumerate(tokens) for m in self._meet(token, at)] for tokens in self.tokens]
        self._words, self._places = self._locate(texts)
        self._apart: dict[tuple[str, str], int] = {}

    def _tokens(self, text: str) -> list[str]:
        """The words of a parent's sentence, numbers in the form that the children have."""
        out: list[str] = []
        for token in TOKEN.findall(text):
            if "," in token:
                joined = token.replace(",", "")
                out += [joined] if joined in self._forms else token.split(",")
            else:
                number = _COUNTED.get(token, token)
                out.append(number if number in self._forms and token not in self._forms else token)
        return out

    def _meet(self, token: str, at: int) -> Iterable[Met]:
        """The token's stems, each with the stem of the children that meets it; none for a function word."""
        stems = _stems(token)
        if not stems:
            return
        digits = any(c.isdigit() for c in token)
        weight = _NUMBER if digits else self._weight(token)
        for stem in stems:
            if stem in self._stems:
                yield Met(stem, 1.0, weight, at)
            elif digits or len(stems) > 1:  # a letter pair of a Chinese or Japanese run is there or not
                yield Met(stem, 0.0, weight, at)
            else:
                yield Met(*self._most_alike(token), weight, at)

    def _weight(self, word: str) -> float:
        if word in self._names:
            return _NAMED
        return _LIGHT if is_light(word) else float(min(len(word), _LONG))

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
        return {t: merge(places, group) for t, group in words.items()}, {
            s: merge(places, group) for s, group in stems.items()
        }

    def _spellings(self, form: str) -> set[str]:
        """The words of the children that the form stands for."""
        other = self._rewritten.get(form, set())
        return {form, *other} if form in self._written else other

    def lacks(self, token: str) -> bool:
        """Whether the children have the token in no form, not even in a like one. False for a function word."""
        for part in self._tokens(token):
            met = list(self._meet(part, 0))
            if met and not any(m.share for m in met):
                return True
        return False

    def words(self, tokens: Sequence[str], met: Sequence[Met]) -> float:
        """The weight that is met; away from the stretch where most of it stands, a word counts the less the longer the source."""
        if not met:
            return 1.0
        stretch = _STRETCH * len(tokens)
        worth: dict[str, float] = {}
        everywhere = set()  # so frequent that most stretches hold them
        for m in met:
            if m.share and len(self._places[m.stem]) * stretch >= self.length:
                everywhere.add(m.stem)
            elif m.share:
                worth[m.stem] = max(worth.get(m.stem, 0.0), m.share * m.weight)
        here = best_stretch({stem: self._places[stem] for stem in worth}, worth, stretch) | everywhere
        away = 1.0 - self.length / (self.length + _LONG_SOURCE)
        value = sum(m.share * m.weight * (1.0 if m.stem in here else away) for m in met)
        return value / sum(m.weight for m in met)

    def bonds(self, met: Sequence[Met], without: float) -> float:
        """How close the neighbours among the content words stand there; what chance would give counts little. `without`: for a single word."""
        near = _NEAR * math.sqrt(self.length)
        value = total = 0.0
        for i, one in enumerate(met):
            for two in met[i + 1 : i + 1 + _REACH]:
                if not (one.share and two.share):
                    total += 1.0
                    continue
                says, extra = 0.5, 0
                if one.stem != two.stem:
                    extra = self._distance(one.stem, two.stem) - (two.at - one.at)
                    chance = 2.0 * near * len(self._places[one.stem]) * len(self._places[two.stem]) / self.length
                    says = 1.0 / (1.0 + chance)
                value += says * one.share * two.share * (near / (near + max(0, extra)))
                total += says
        return value / total if total else without

    def order(self, tokens: Sequence[str], without: float) -> float:
        """How closely each next word follows in the source, too. `without`: for a single word."""
        value = total = 0.0
        for one, two in pairwise(tokens):
            total += 1.0
            first, then = self._words.get(one), self._words.get(two)
            if first and then:
                value += _STEP / (_STEP + follows(first, then) - 1)
        return value / total if total else without

    def _distance(self, one: str, two: str) -> int:
        key = (one, two) if one < two else (two, one)
        known = self._apart.get(key)
        if known is None:
            known = self._apart[key] = nearest(self._places[one], self._places[two])
        return known


def _other_forms(token: str) -> tuple[str, ...]:
    """What a parent may write for it: 3,700 as 3700 (or broken, as tokenizers leave it), three as 3."""
    if "," in token:
        return (token.replace(",", ""), *token.split(","))
    return (_COUNTED[token],) if token in _COUNTED else ()


def _stems(token: str) -> tuple[str, ...]:
    if token[0].isdigit():
        return (token,)
    return () if token in _ORDINAL else stems_of(token)


def _likeness(one: str, two: str) -> float:
    mine, theirs = _triples(one), _triples(two)
    return 2 * len(mine & theirs) / (len(mine) + len(theirs))


@kept(16384)
def _triples(word: str) -> frozenset[str]:
    padded = f" {word} "
    return frozenset(padded[i : i + 3] for i in range(len(padded) - 2))
