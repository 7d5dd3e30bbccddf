"""Traces: is a demand of the children still there in other words, or is it gone from the parent?

In: a parent's text and the children's; then one demand after another. Out: a `Trace`: what of its words the parent shows, how
much room the parent has for a free rewording of it, and `gone`, the calibrated share of lost demands among such ones when lost
and reworded ones are equally many. Rewordings share few words with their source, so a missing word says little and one that only
this demand has says much: words that other sentences of the children bring as well are explained by those. Room are the
parent's clauses of force that no other sentence of the children accounts for. Pure; an index over both texts on first use.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from leadline.core.facts.clauses import demand_of
from leadline.core.facts.demands import FORCE
from leadline.core.signals.lexis import NUMBER_WORDS, WORD, stems_of
from leadline.core.signals.opposites import PAIR
from leadline.core.signals.quantities import unit_of
from leadline.core.signals.source_words import SourceWords
from leadline.core.signals.verbs import noun_keys, verb_key
from leadline.core.text.kept import Table, kept
from leadline.core.text.sentences import Sentence
from leadline.core.text.words import lower_case, word_set

__all__ = ["FEATURES", "Trace", "Traces", "count_words", "keys_of", "kin_of", "logit"]

FEATURES = ("1", "missing", "own found", "near in one sentence", "same in one sentence", "room")
# Logistic regression over kept and lost demands of ten authors, equally weighted; out of fold by author: docs/signals.md.
WEIGHTS = (4.8, 0.3, -1.4, -4.3, -2.7, -2.7)
GONE = 4.75  # log odds, out of fold: at most 0.1 % of the reworded demands reach it
WORDS_MIN = 3  # content words of a demand that is called gone; fewer may all have synonyms
TEXTS_MAX = 200_000  # characters of children that are searched for what explains a word
MISSING_MAX, OWN_MAX = 12, 8  # words; more say nothing more
_TAKEN_UP = 0.4  # share of a clause's words that one sentence of the children has too
_LIGHT = word_set(
    "need needs want wants use uses used make makes made keep keeps kept please always every each nothing nobody everything anything something "
    "anyone someone allowed must user agent first last way thing things"
)  # words that any demand is made of
_LIGHT_WEIGHT = 0.4
_CLAUSE = re.compile(r"[;:,.!?]\s|\s[-–—]\s|[()]|\b(?:and|but|while|whereas)\b")
_CONTRACTED = ("n't", "n’t")
_POINTS = re.compile(r"\b(?:it|its|this|that|these|those|them|they|one|ones|him|her)\b")
_NEGATED = (("dis", 3), ("non", 3), ("un", 2), ("re", 2), ("in", 2))
_PREFIX = 4  # letters that two words of one family share
_COMPOUND = 5  # letters of a word that stands inside of a longer one


class Trace(NamedTuple):
    """What one parent shows of one demand; `features` in the order of FEATURES."""

    words: int  # content words of the demand, light ones left out, and one less where it points at what was said before
    features: tuple[float, ...]

    @property
    def is_gone(self) -> bool:
        """Whether it is lost so surely that at most 1 of 1,000 reworded demands looks so."""
        return self.words >= WORDS_MIN and self.odds >= GONE

    @property
    def odds(self) -> float:
        """Log odds that it is lost, where lost and reworded demands are equally many."""
        return logit(self.features)

    @property
    def near(self) -> float:
        """Weighted share of its words that one sentence of the parent has, itself or by kin."""
        return self.features[3]

    @property
    def gone(self) -> float:
        """Probability that it is lost, where lost and reworded demands are equally many."""
        return 1.0 / (1.0 + math.exp(-self.odds))


class _Said(NamedTuple):
    keys: frozenset[str]
    kin: frozenset[str]


class _Clause(NamedTuple):
    words: tuple[frozenset[str], ...]  # the keys of each content word


class _Shared(NamedTuple):
    """How many words of one clause of the parent each sentence of the children has; the most, and the sentences that have them."""

    counts: Mapping[int, int]
    most: int
    places: frozenset[int]


class Traces:
    """One parent and its children, asked about each demand; `texts` are the children's by id."""

    def __init__(
        self, text: str, sentences: Sequence[Sentence], texts: Mapping[str, str], source: SourceWords | None = None
    ) -> None:
        self._text = text
        self._low = lower_case(text)
        self._heads: frozenset[str] = frozenset()  # first letters of the parent's words
        self._sentences = sentences
        if sum(map(len, texts.values())) > TEXTS_MAX:
            source = SourceWords(())
        self._source = source or SourceWords(texts.items())
        self._said: list[_Said] | None = None
        self._every = _Said(frozenset(), frozenset())  # of all sentences together
        self._clauses: list[_Clause] = []
        self._words: dict[str, list[str]] = {}  # key -> the children's words that have it, on first use
        self._found: dict[frozenset[str], frozenset[int]] = {}  # keys -> the children's sentences that hold one
        self._shared: dict[int, _Shared] = {}  # by clause of the parent

    def ask(self, demand: str, child: str = "", span: tuple[int, int] = (0, 0)) -> Trace:
        """`look` at the demand without the reasons behind it, and with them where little else is left."""
        order = demand_of(demand)
        return self.look(order if count_words(order) >= WORDS_MIN else demand, child, span)

    def look(self, demand: str, child: str = "", span: tuple[int, int] = (0, 0)) -> Trace:
        """The trace of `demand`, which stands at `span` of `child`."""
        low = lower_case(demand)
        words = _words_of(low)
        said = self._read()
        same = {w for w in words if not keys_of(w).isdisjoint(self._every.keys)}
        akin = [w for w in words if w in same or not kin_of(w).isdisjoint(self._every.kin)]
        near = {*akin, *(w for w in words if self._inside(w))}
        mine = self._source.within(child, span)
        elsewhere = {w: self._told_by(keys_of(w), mine) for w in words}
        weight = {w: (_LIGHT_WEIGHT if w in _LIGHT else 1.0) / math.sqrt(1 + elsewhere[w]) for w in words}
        total = sum(weight.values()) or 1.0
        best = best_near = 0.0
        rows = [(weight[w], keys_of(w), kin_of(w)) for w in akin]
        for s in said if akin else ():
            best = max(best, sum([w for w, keys, _ in rows if not keys.isdisjoint(s.keys)]))
            best_near = max(
                best_near, sum([w for w, keys, kin in rows if not (keys.isdisjoint(s.keys) and kin.isdisjoint(s.kin))])
            )
        own = sum(1 for w in same if not elsewhere[w])
        features = (
            1.0, float(min(len(words) - len(near), MISSING_MAX)), float(min(own, OWN_MAX)), best_near / total, best / total,
            self._room(words, mine),
        )  # fmt: skip
        return Trace(_count(low, words), features)

    @property
    def shares_nothing(self) -> bool:
        """Whether no word of the parent stands in the children."""
        places = self._source.places
        return not any(key in places for said in self._read() for key in said.keys)

    def _inside(self, word: str) -> bool:
        """Whether a longer word of the parent holds this one, or the other way round: compounds, and endings that no rule takes off."""
        if len(word) < _COMPOUND or not word.isalpha():
            return False
        if word[: max(_COMPOUND, len(word) - 2)] in self._low:
            return True
        return any(word[n : n + _PREFIX] in self._heads for n in range(1, len(word) - _PREFIX + 1))

    def _told_by(self, keys: frozenset[str], mine: frozenset[int]) -> int:
        """How many other sentences of the children than `mine` hold a word with one of the keys."""
        found = self._places_of(keys)
        return len(found) - len(mine & found)  # the smaller set is walked

    def _places_of(self, keys: frozenset[str]) -> frozenset[int]:
        """The children's sentences that hold a word with one of the keys."""
        found = self._found.get(keys)
        if found is None:
            places, words = self._source.places, self._index()
            found = self._found[keys] = frozenset().union(*(places[w] for key in keys for w in words.get(key, ())))
        return found

    def _room(self, words: Iterable[str], mine: frozenset[int]) -> float:
        """The share of the parent's clauses of force that nothing else in the children accounts for; `mine` are the demand's own
        sentences."""
        own_keys = frozenset().union(*map(keys_of, words))
        self._read()
        free = 0
        for n, clause in enumerate(self._clauses):
            own = sum(not keys.isdisjoint(own_keys) for keys in clause.words)
            other = self._most_shared(n, mine)
            free += not (other >= _TAKEN_UP * len(clause.words) and other > own + (1 if own else 0))
        return free / max(1, len(self._clauses))

    def _most_shared(self, n: int, mine: frozenset[int]) -> int:
        """The most words of a clause of the parent that one sentence of the children has too; `mine` are left out."""
        known = self._shared.get(n)
        if known is None:
            counts = Counter(chain.from_iterable(map(self._places_of, self._clauses[n].words)))
            most = max(counts.values(), default=0)
            known = self._shared[n] = _Shared(counts, most, frozenset(p for p, c in counts.items() if c == most))
        if not known.places <= mine:
            return known.most
        return max((count for place, count in known.counts.items() if place not in mine), default=0)

    def _index(self) -> dict[str, list[str]]:
        if not self._words:
            words: defaultdict[str, list[str]] = defaultdict(list)
            places = self._source.places
            for word, keys in zip(places, map(keys_of, places), strict=True):
                for key in keys:
                    words[key].append(word)
            self._words = dict(words)
        return self._words

    def _read(self) -> list[_Said]:
        if self._said is None:
            self._said = []
            for start, end, _ in self._sentences:
                low = self._low[start:end]
                kin = frozenset(k for w in set(WORD.findall(low)) for k in kin_of(w))
                self._said.append(_Said(_keys_in(low), kin))
                self._heads |= {
                    w[:_PREFIX] for w in WORD.findall(low) if len(w) in (_PREFIX, _PREFIX + 1) or w[_PREFIX:] == "ing"
                }
                for clause in _CLAUSE.split(low):
                    words = tuple(
                        keys for w in dict.fromkeys(WORD.findall(clause)) if stems_of(w) and (keys := keys_of(w))
                    )
                    if words and FORCE.search(clause):
                        self._clauses.append(_Clause(words))
            self._every = _Said(
                frozenset().union(*(s.keys for s in self._said)), frozenset().union(*(s.kin for s in self._said))
            )
        return self._said


def count_words(demand: str) -> int:
    """`Trace.words` of a demand, which no parent has a part in."""
    low = lower_case(demand)
    return _count(low, _words_of(low))


def _words_of(low: str) -> list[str]:
    """The content words of a demand in lower case, each once."""
    return [w for w in dict.fromkeys(WORD.findall(low)) if stems_of(w) and not w.endswith(_CONTRACTED)]


def _count(low: str, words: Iterable[str]) -> int:
    points = _POINTS.search(low) is not None  # what it is about was said before, in words that are not its own
    return max(0, sum(w not in _LIGHT for w in words) - points)


def logit(features: Sequence[float]) -> float:
    """The log odds that a demand with these features is lost."""
    return sum(w * f for w, f in zip(WEIGHTS, features, strict=True))


def _keys_in(low: str) -> frozenset[str]:
    return frozenset(key for w in set(WORD.findall(low)) for key in keys_of(w))


def _keys_of(word: str) -> frozenset[str]:
    stems = stems_of(word)
    if not stems:
        return _ONE if word == "one" else frozenset()
    out = set(stems)
    if word.isascii() and word.isalpha():
        out.add("v:" + verb_key(word))
        out.update("v:" + key for key in noun_keys(word))
    number = NUMBER_WORDS.get(word)
    if number is None and word.isdecimal():
        number = float(word)
    if number is not None:
        out.add(f"n:{number:g}")
    unit = unit_of(word)
    if unit is not None:
        out.add(f"u:{unit.dimension}:{unit.factor:g}")
    return frozenset(out)


keys_of = Table(_keys_of, 32768).__getitem__
"""What a word in lower case is the same by: its stem, its verb, the verb it is the noun of, its number. Empty for stop words."""


@kept(32768)
def kin_of(word: str) -> frozenset[str]:
    """What a word is near by: its first letters, also behind a negating prefix, and its opposites ("not deleted" is "kept")."""
    if not keys_of(word):
        return frozenset()
    out = {"w:" + word, *_OPPOSITES.get(word, ())}
    if len(word) >= _PREFIX and word.isalpha():
        out.add("p:" + word[:_PREFIX])
    if len(word) >= _PREFIX + 3:
        for prefix, length in _NEGATED:
            if word.startswith(prefix):
                out.add("p:" + word[length : length + _PREFIX])
                break
    return frozenset(out)


_ONE = frozenset(("n:1",))  # a stop word that is a number all the same
_OPPOSITES: dict[str, list[str]] = {}
for _one, _other in PAIR:
    _OPPOSITES.setdefault(_one, []).append("w:" + _other)
    _OPPOSITES.setdefault(_other, []).append("w:" + _one)
