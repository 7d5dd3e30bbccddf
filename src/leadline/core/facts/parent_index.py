"""The index of one parent: built once, asked once per fact (sentences, words, exact forms, amounts, dates).

In: the parent's text. Every look-up is a dictionary access or one `str.find`, so that asking costs the same for long parents.
No judgement here: `retain.py` decides what a place means.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from leadline.core.facts.exact import find_exact, mark_length
from leadline.core.facts.forms import NUMBER_KINDS, normal_form
from leadline.core.facts.lexicon import STATUS_STEMS
from leadline.core.facts.model import FactKind
from leadline.core.facts.numbers import Amount, parse_amount
from leadline.core.text.kept import kept
from leadline.core.text.sentences import Sentence, split_sentences
from leadline.core.text.words import content_words, even, flatten, lower_case

__all__ = ["Content", "ParentIndex", "Place", "content_of", "index_of"]


class Place(NamedTuple):
    """One exact hit in the parent."""

    kind: FactKind
    form: str
    start: int
    end: int
    sentence: int
    amount: Amount | None = None


class Content(NamedTuple):
    """What one sentence holds: stems, naming forms with their kinds, and amounts."""

    words: frozenset[str]  # outside of exact hits: two sentences about one identifier are not yet the same statement
    keys: frozenset[str]  # words and naming forms, for finding the sentence
    names: tuple[tuple[FactKind, str, str], ...]  # kind, form, text
    amounts: tuple[tuple[FactKind, str], ...]  # kind, text
    dates: tuple[str, ...]  # texts


@kept(8192)
def content_of(s: str) -> Content:
    """The content of one sentence, cached: facts of one session are asked for again and again."""
    names: list[tuple[FactKind, str, str]] = []
    amounts: list[tuple[FactKind, str]] = []
    dates: list[str] = []
    plain = s
    for h in find_exact(s):
        text = s[h.start : h.end]
        if h.kind not in ("quote", "name"):
            plain = plain[: h.start] + " " * (h.end - h.start) + plain[h.end :]
        if h.kind in NUMBER_KINDS:
            amounts.append((h.kind, text))
        elif h.kind == "datetime":
            dates.append(text)
        elif h.kind not in ("quote", "name"):
            names.append((h.kind, normal_form(h.kind, text), text))
    words = frozenset(content_words(plain))
    if len(words - STATUS_STEMS) >= 2:  # the state is compared as a class (force.py), not as a word
        words -= STATUS_STEMS
    return Content(words, words | {form for _, form, _ in names}, tuple(names), tuple(amounts), tuple(dates))


@kept(8192)
def _read(s: str) -> tuple[frozenset[str], str, tuple[tuple[FactKind, str, int, int, Amount | None], ...]]:
    """Stems, flat text and exact hits of one parent sentence."""
    hits = tuple(
        (h.kind, normal_form(h.kind, piece), h.start, h.end, parse_amount(piece) if h.kind in NUMBER_KINDS else None)
        for h in find_exact(s)
        for piece in (s[h.start : h.end],)
    )
    return frozenset(content_words(s)), flatten(s), hits


class ParentIndex:
    """Sentences, words and exact places of one parent text."""

    __slots__ = (
        "_common",
        "_even",
        "_flat_starts",
        "_postings",
        "_totals",
        "_weights",
        "amounts",
        "bound",
        "by_form",
        "dates",
        "flat",
        "lower",
        "places",
        "sentences",
        "text",
        "words",
    )

    def __init__(self, text: str) -> None:
        self.text = text
        self._even = even(text)
        self.lower = lower_case(text)
        self.sentences: tuple[Sentence, ...] = split_sentences(text)
        self.words: list[frozenset[str]] = []
        self.bound: list[frozenset[str]] = []  # words and normal forms, as a fact's subject holds them
        self.places: list[list[Place]] = []
        self.by_form: dict[str, list[Place]] = {}
        self.amounts: dict[Decimal, list[Place]] = {}
        self.dates: list[Place] = []
        self._postings: dict[str, list[int]] = {}
        flat: list[str] = []
        self._flat_starts: list[int] = []
        at = 0
        for n, (start, end, _) in enumerate(self.sentences):
            lead = mark_length(text[start:end])
            words, plain, hits = _read(text[start + lead : end])
            self.words.append(words)
            places = [
                Place(kind, form, start + lead + a, start + lead + b, n, amount) for kind, form, a, b, amount in hits
            ]
            self.places.append(places)
            for place in places:
                if place.amount is not None:
                    self.amounts.setdefault(place.amount.value, []).append(place)
                elif place.kind == "datetime":
                    self.dates.append(place)
                self.by_form.setdefault(place.form, []).append(place)
            bound = words | {p.form for p in places}
            self.bound.append(bound)
            for word in sorted(bound):
                self._postings.setdefault(word, []).append(n)
            self._flat_starts.append(at)
            flat.append(plain)
            at += len(plain) + 1
        self.flat = " ".join(flat)
        self._weights = {word: 1.0 / (1.0 + math.log(len(found))) for word, found in self._postings.items()}
        self._totals: dict[frozenset[str], float] = {}
        self._common = max(12, len(self.sentences) // 4)

    def sentence_text(self, n: int) -> str:
        start, end, _ = self.sentences[n]
        return self.text[start:end]

    def find_flat(self, flat: str) -> tuple[int, int] | None:
        """First and last sentence of a verbatim (normalised) occurrence of `flat` on word edges."""
        at = self.flat.find(flat)
        while at >= 0:
            end = at + len(flat)
            if (at == 0 or not self.flat[at - 1].isalnum() or not flat[0].isalnum()) and (
                end == len(self.flat) or not self.flat[end].isalnum() or not flat[-1].isalnum()
            ):
                return bisect_right(self._flat_starts, at) - 1, bisect_right(self._flat_starts, end - 1) - 1
            at = self.flat.find(flat, at + 1)
        return None

    def find_token(self, token: str, *, lower: bool = False) -> tuple[int, int] | None:
        """First place where `token` stands on identifier edges (a longer path may end in it)."""
        text = self.lower if lower else self._even
        token = even(token)
        at = text.find(token)
        while at >= 0 and token:
            end = at + len(token)
            before, after = text[at - 1 : at], text[end : end + 1]
            inner = text[end : end + 2]
            open_left = not (
                before.isalnum()
                or before in ("_", "-")
                or (before in (".", ":") and token[0].isdigit() and text[at - 2 : at - 1].isdigit())
            )
            open_right = not (
                after.isalnum()
                or after == "_"
                or (
                    after in ("-", ".", "/", ":")
                    and inner[1:].isalnum()
                    and not (after in (".", ":") and inner[1:].isupper() and not token[-1].isdigit())
                )
            )
            if open_left and open_right:
                return at, end
            at = text.find(token, at + 1)
        return None

    def sentence_at(self, offset: int) -> int:
        """Index of the sentence that holds `offset`, or of the one before it."""
        return max(0, bisect_right(self.sentences, (offset, len(self.text) + 1)) - 1)

    def count_known(self, words: frozenset[str]) -> int:
        """How many of the words or forms some sentence holds: no sentence, and no run of sentences, holds more."""
        return len(words & self._postings.keys())

    def weight(self, word: str) -> float:
        """How telling a word is: rare in the parent weighs most, absent as much as once."""
        return self._weights.get(word, 1.0)

    def _sum(self, words: Iterable[str]) -> float:
        """The weight of all `words`, the same in whatever order they come."""
        weights = self._weights
        return sum(sorted([weights.get(word, 1.0) for word in words]))

    def _total(self, words: frozenset[str]) -> float:
        """The same, kept: each fact's words are weighed for the best sentence and for each coverage."""
        known = self._totals.get(words)
        if known is None:
            known = self._totals[words] = self._sum(words)
        return known

    def best(self, words: frozenset[str], limit: int = 3) -> list[tuple[float, int]]:
        """Sentences that hold most of `words` by weight: (share 0..1, index), best first, earliest first among equals."""
        total = self._total(words)
        if not total:
            return []
        scores: dict[int, float] = {}
        for word in sorted(words & self._postings.keys()):
            postings = self._postings[word]
            if len(postings) > self._common and len(words) > 3:
                continue
            weight = self.weight(word)
            for n in postings:
                scores[n] = scores.get(n, 0.0) + weight
        top = sorted(scores.items(), key=lambda item: (-item[1], item[0]))[: limit + 2]
        exact = [(self._sum(words & self.bound[n]) / total, n) for n, _ in top]
        return sorted(exact, key=lambda item: (-item[0], item[1]))[:limit]

    def coverage(self, words: frozenset[str], sentences: Sequence[int]) -> float:
        """Weighted share of `words` that the given sentences hold together."""
        total = self._total(words)
        if len(sentences) == len(self.sentences):
            held = words & self._postings.keys()
        else:
            held = frozenset().union(*(self.bound[n] for n in sentences))
        return self._sum(words & held) / total if total else 1.0


index_of = lru_cache(maxsize=2)(ParentIndex)  # one check asks for its parent's twice: what is kept, and what is told
