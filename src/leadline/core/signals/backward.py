"""The backward question, asked by rule: is this demand of the children kept, weakened or lost in the parent?

In: the text of a demand and the parent. Out: an `Answer`, or None where rules cannot tell, which is most often. Sure are two
shapes only (measured on hand-written items, docs of signals). Lost: a sentence of the parent speaks of the thing, and no
sentence that shares a word with the demand holds a word of force. Weakened: the sentence that speaks of it says it as a wish, adds an exception, sets
somebody free, or cuts "all" down to "the main ones". Words alone decide nothing: faithful rewordings share few of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Literal, NamedTuple

from leadline.core.facts.clauses import demand_of
from leadline.core.facts.demands import (
    CONDITION,
    EXCEPTS,
    FOR_NOW,
    FORCE,
    SOME,
    TEMPORARY,
    UNIVERSAL,
    WISH,
    Demand,
    demand_kind,
    frees,
    holds,
)
from leadline.core.facts.lexicon import IMPERATIVE
from leadline.core.signals.lexis import WORD, stem, stems_of
from leadline.core.signals.source_words import SourceWords
from leadline.core.text.sentences import Sentence
from leadline.core.text.words import lower_case

__all__ = ["Answer", "Backward"]

WORDS_MIN = 3  # content stems of a demand; fewer may all have synonyms
SHARED_MIN = 2  # of them in the sentence that speaks of it
SHARE_MIN = 0.3
GONE_MIN = 2  # content stems of a demand that leaves no trace, its reasons included
TAKEN_UP = 0.4  # share of a parent sentence's stems that one child sentence has too
TEXTS_MAX = 200_000  # characters of children that are searched for what a sentence takes up
FEW = 2  # sentences of a parent that is one statement: a word of force anywhere in it counts
_NO_TEXTS: Mapping[str, str] = {}
_CONTRACTED = re.compile(r"\b\w+n['’]t\b|\bwant\b")
_POINTS = re.compile(
    r"\b(?:it|its|this|that|these|those|them|they|one|ones|me|us|him|her)\b"
)  # what it is about was said before
_WALL = re.compile(r"[;:\n(]\s*|,\s(?:and|but|while|whereas|so|yet|as|since)\s|\s[-–—]\s")
_CLAUSE = re.compile(r"[;:,.!?]\s|\s[-–—]\s|[()]|\b(?:and|but|while|whereas)\b")
_HALF = re.compile(r"[;,:]\s(?:and |but |so |then )?|\s(?:and|but)\s")
_WAITS = re.compile(r"\b(?:until|till|unless|before|once|as long as)\b")
_PART = re.compile(r"[;,:.]\s|\s(?:and|but)\s")
_NO = re.compile(r"\b(?:no|not|never|nothing|nobody|none)\b|n['’]t\b")
_WILL = re.compile(
    r"\b(?:wants?|wish(?:es)?|allow(?:s|ed)?|insist\w*|forb[ai]d\w*|refus\w*|instruct\w*|order(?:s|ed)|demand\w*|rule[ds]? out|asked|told|agreed)\b"
)
_DIGIT = re.compile(r"\d")
_OPEN_ENDED = re.compile(r"\b(?:yet|for now|for the moment|for the time being)\b")
_MODAL_VERB = re.compile(
    r"\b(?:must|shall|ha(?:s|ve) to|needs? to|(?:is|are) to|always|to)(?: (?:be|also|always|\w+ly))* (\w{3,})"
)


class Answer(NamedTuple):
    """`start`/`end` are the parent's sentence that speaks of the demand; `how` names the rule."""

    state: Literal["weakened", "lost"]
    how: Literal["report", "wish", "exception", "free", "some"]
    start: int
    end: int


class _Said(NamedTuple):
    start: int
    end: int
    low: str
    stems: frozenset[str]


class _Told(NamedTuple):
    child: str
    start: int
    end: int
    stems: frozenset[str]
    low: str


class Backward:
    """One parent, asked about each demand; `texts` are the children's. Built lazily: a parent without demands costs nothing."""

    def __init__(
        self, text: str, sentences: Sequence[Sentence], texts: Mapping[str, str] = _NO_TEXTS, source: SourceWords | None = None
    ) -> None:  # fmt: skip
        self._text = text
        self._sentences = sentences
        self._texts = texts
        self._source = source or SourceWords(texts.items())
        self._said: list[_Said] | None = None
        self._told: list[_Told] | None = None
        self._strong: list[frozenset[str]] | None = None
        self._places: dict[str, list[int]] | None = None  # stem -> the children's sentences that hold it
        self._shared: dict[frozenset[str], list[tuple[int, _Told]]] = {}

    def ask(self, demand: str) -> Answer | None:
        """What became of `demand`, a sentence of a child in any case, where the parent speaks of it."""
        whole = lower_case(demand)
        low = lower_case(demand_of(demand))
        kind = demand_kind(low)
        if not kind:
            return None
        words = _stems(low)
        if len(words) < WORDS_MIN:
            return None
        binding = _stems(_binding(low))  # "make the draft, but don't send it": who only tells of the draft lost nothing
        said = self._read()
        best = max(said, key=lambda s: (len(words & s.stems), -s.start), default=None)
        if best is None:
            return None
        shared = len(words & best.stems)
        if shared < SHARED_MIN or shared < SHARE_MIN * len(words):
            return None
        if len(binding & best.stems) < min(SHARED_MIN, len(binding)):
            return None
        how = _weakened(kind, low, words, best.low)
        if how is None and _beside(FOR_NOW, best.low, words) and not TEMPORARY.search(whole):
            how = "wish"
        if how is not None:
            kept = any(
                s is not best and len(words & s.stems) >= SHARED_MIN and FORCE.search(s.low) and not WISH.search(s.low)
                for s in said
            )
            return None if kept else Answer("weakened", how, best.start, best.end)
        near = said if len(said) <= FEW else [s for s in said if words & s.stems]
        if any(FORCE.search(s.low) for s in near):
            return None
        if _done(kind, low, near):
            return None
        return Answer("lost", "report", best.start, best.end)

    def gone(self, demand: str, child: str = "", span: tuple[int, int] = (0, 0)) -> bool:
        """Whether nothing in the parent can be this demand in other words: each clause with a word of force takes up another
        sentence of the children, and more of it than of this one (`span` of `child`)."""
        low = lower_case(demand)
        words = _stems(low)
        kind = demand_kind(low)
        if not kind or len(words) < GONE_MIN + (_POINTS.search(low) is not None):
            return False
        if _OPEN_ENDED.search(low):
            return False  # "not yet" ends with the next word about it
        said = self._read()
        near = [s for s in said if words & s.stems]
        if near and (kind == "requires" or _done(kind, low, near)):
            return False  # what was asked for may have been done
        waits = _stems("".join(_WAITS.split(low, maxsplit=1)[1:]))
        if any(len(waits & s.stems) >= SHARED_MIN for s in near):
            return False  # what it waited for is told
        strong = self._strong_clauses()
        if not strong:
            if near:
                return True
            strong = [s.stems for s in said]
        if not all(self._takes_up(stems, words, child, span) for stems in strong):
            return False
        # what the parent tells of somebody's will is this demand, unless it takes up another one
        return all(self._takes_up(s.stems, words, child, span, demands=True) for s in said if _WILL.search(s.low))

    def _takes_up(
        self, stems: frozenset[str], words: frozenset[str], child: str, span: tuple[int, int], *, demands: bool = False
    ) -> bool:
        """Whether a parent's clause takes up a sentence of the children other than the demand `words` at `span` of `child`, and
        clearly more of it than of the demand. `demands`: a sentence that demands something."""
        own = len(stems & words)
        best = 0
        for shared, t in self._sharing(stems):
            if not (t.child == child and t.start < span[1] and span[0] < t.end) and (
                not demands or demand_kind(t.low) != ""
            ):
                best = shared
                break
        return best >= TAKEN_UP * len(stems) and best > own + (1 if own else 0)

    def _sharing(self, stems: frozenset[str]) -> list[tuple[int, _Told]]:
        """The children's sentences that share stems with a clause, and how many, the most first; found once a clause."""
        found = self._shared.get(stems)
        if found is None:
            told = self._sources()
            if self._places is None:
                self._places = {}
                for n, t in enumerate(told):
                    for stem_ in t.stems:
                        self._places.setdefault(stem_, []).append(n)
            places = self._places
            counts = Counter(chain.from_iterable(places.get(s, ()) for s in stems))
            found = [(shared, told[n]) for n, shared in counts.most_common()]
            self._shared[stems] = found
        return found

    def _strong_clauses(self) -> list[frozenset[str]]:
        """The stems of each of the parent's clauses that holds a word of force."""
        if self._strong is None:
            strong = [c for s in self._read() if FORCE.search(s.low) for c in _CLAUSE.split(s.low) if FORCE.search(c)]
            self._strong = [stems for c in strong if (stems := _stems(c))]
        return self._strong

    def _sources(self) -> list[_Told]:
        """The children's sentences; none where the children are too long to be read for this."""
        if self._told is None:
            self._told = []
            if sum(map(len, self._texts.values())) <= TEXTS_MAX:
                source = self._source
                for (child, a, b), low, words in zip(source.sentences, source.lows, source.words, strict=True):
                    stems = _stems(low) if _contracts(low) else frozenset(chain.from_iterable(map(stems_of, words)))
                    self._told.append(_Told(child, a, b, stems, low))
        return self._told

    def _read(self) -> list[_Said]:
        if self._said is None:
            self._said = []
            for start, end, _ in self._sentences:
                low = lower_case(self._text[start:end])
                self._said.append(_Said(start, end, low, _stems(low)))
        return self._said


def _done(kind: Demand, low: str, near: Sequence[_Said]) -> bool:
    """Whether what a demand requires may have been done, which its report need not call a demand any more."""
    if kind == "forbids" or (kind == "limits" and _NO.search(low)):
        return False
    if (
        IMPERATIVE.search(low)
        or low.startswith("need to ")
        or (_DIGIT.search(low) and any(_DIGIT.search(s.low) for s in near))
    ):
        return True  # told as done, or a measure told that keeps within the limit
    verb = _MODAL_VERB.search(low)
    return verb is None or any(stem(verb.group(1)) in s.stems for s in near)


def _binding(low: str) -> str:
    """The clauses that bind, without what they wait for; the whole sentence where no clause binds by itself."""
    clauses = [c for c in _HALF.split(low) if demand_kind(c)]
    return (
        _WAITS.split(" ".join(clauses) or low, maxsplit=1)[0]
        if len(clauses) != 1 or clauses[0] != low
        else _WAITS.split(low, maxsplit=1)[0]
    )


def _weakened(
    kind: Demand, low: str, words: frozenset[str], there: str
) -> Literal["wish", "exception", "free", "some"] | None:
    """How the sentence `there` says the demand with less force, or None."""
    if _beside(WISH, there, words) and not (
        kind == "forbids"
        and _NO.search(low)
        and any(
            _NO.search(c) and not WISH.search(c) and (words & _stems(c) or _WAITS.search(c)) for c in _PART.split(there)
        )
    ):
        return "wish"
    if not CONDITION.search(low):
        if _beside(EXCEPTS, there, words):
            return "exception"
        clauses = [] if kind != "forbids" or holds(there) else _WALL.split(there)
        if any(frees(c) and len(words & _stems(c)) >= SHARED_MIN for c in clauses):
            return "free"
    if UNIVERSAL.search(low):
        for m in SOME.finditer(there):
            if m.group(1) not in low and any(w and words & frozenset(stems_of(w)) for w in m.group(2, 3)):
                return "some"
    return None


def _beside(cue: re.Pattern[str], there: str, words: frozenset[str]) -> bool:
    """Whether the cue stands in a clause that speaks of the demand."""
    return any(cue.search(c) and words & _stems(c) for c in _WALL.split(there))


def _contracts(low: str) -> bool:
    return "n't" in low or "n’t" in low or "want" in low


def _stems(low: str) -> frozenset[str]:
    if _contracts(low):
        low = _CONTRACTED.sub(" ", low)
    return frozenset(chain.from_iterable(map(stems_of, WORD.findall(low))))
