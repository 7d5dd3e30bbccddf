"""Counts and universals as they are read: "all 64 of the lamps were cleaned" in the parent, "61 of 64" in a child.

In: a sentence of the parent, or a trial and a universal. Out: `Claim`s (over how many of what, and what is said of them) and the
`Count`s of the children that stand beside the same words. Labels ("chapter 1"), progress ("step 14/20"), measures and dates
are no counts; a universal with an exception or a restriction of its own is no claim.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import NUMBER_WORDS, STOP, WORD, stems_of
from leadline.core.signals.verbs import is_past
from leadline.core.text.gates import gated

__all__ = [
    "COUNT",
    "NUMBERS",
    "UNIVERSAL",
    "Claim",
    "Count",
    "adds_up",
    "claims_of",
    "counts_of",
    "is_full",
    "is_part",
    "told_of_all",
    "value_of",
]

NUMBERS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|zwei|drei|vier|fünf|sechs|deux|trois|quatre|cinq|dos|tres|cuatro"
COUNT = re.compile(
    rf"(?<![\w.:/#$€£@&=<>|+*^~-])(?P<a>\d{{1,3}}(?:,\d{{3}})+|\d{{1,6}}|(?:{NUMBERS})\b)(?:\s?(?:/|of|out of|in|su|von|sur|de)\s?(?:the |these |its |our |about |all |den |les |las |los )?(?P<b>\d{{1,3}}(?:,\d{{3}})+|\d{{1,6}}|(?:{NUMBERS})\b))?(?![\w:/%°€$]|[.,]\d|\s?(?:%|percent\b|ms\b|s\b|kg\b|km\b|m\b|mm\b|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|MB\b|GB\b|h\b|min\b|°))",
    re.I,
)
_QUANTIFIED = gated(
    rf"\b(?P<q>all|(?:every|each)(?: (?:single )?one)?|both|(?:the )?(?:whole|entire)|alle|sämtliche|tous les|toutes les|todos los|todas las)\b(?: of)?(?: (?:the|its|his|her|their|our|these|those))?(?: (?P<n>\d{{1,3}}(?:,\d{{3}})+|\d{{1,6}}|(?:{NUMBERS})))?\s+(?P<noun>(?:[\w'-]+\s+)?[\w'-]+)",
    flags=re.I,
)
UNIVERSAL = gated(
    r"\b(?:all|every|each|both|everyone|everybody|everything|everywhere|always|any|anyone|anything|throughout|whole|entire\w*|complete\w*|full|fully|none|nobody|nothing|neither|total|alles?|jede\w*|sämtliche\w*|tous|toutes|todos|todas)\b",
    flags=re.I,
)
_KEPT = re.compile(
    r"\b(?:except\w*|apart from|aside from|other than|but|only|some|most|not|no|none|unless|besides|of them|of which|nearly|almost|if|up to|außer|nicht|sauf|salvo|nur|the rest|others?)\b",
    re.I,
)
_RESTRICTED = re.compile(r"^\s*(?:that|which|who|whose|with|without|from|where|having)\b", re.I)
_SEGMENT = re.compile(r"[;:()\n]|,(?=\s)|[.!?](?=\s|$)|\s(?:and|but|while|whereas|und|aber|et|mais|y|pero)\s|\s[-–—]\s")
_LAST_WORD = re.compile(r"(?<![^\W\d_])([^\W\d_]++)\s*+$")
_COUNTS = re.compile(r"(?:[a-z]+(?:ed|ing)|" + "|".join(sorted(w for w in STOP if w.isalpha())) + ")$", re.I)
_IDIOM = re.compile(
    r"\b(?:all (?:the same|along|in all|else|this|that|of (?:this|that|it)|there is)\b[^.]*|(?:after|at|above|is|was|that's) all\b[^.]*|each other\b.*)$",
    re.I,
)
_COMPLEMENT = re.compile(
    r"(?:others?|remaining|last|missing|final|further|more|übrigen|restlichen|autres|otr[oa]s)$", re.I
)
_OF_ALL = frozenset(
    ("all", "every", "each", "everyone", "everything", "both", "rest", "others", "remaining", "alle", "tous", "todos")
)
_CANDIDATES_MAX = 24


@dataclass(frozen=True, slots=True)
class Claim:
    """A universal of the parent: where, over how many of what, and what is said of them."""

    start: int
    end: int
    word: str
    number: float | None
    noun: frozenset[str]
    said: frozenset[str]


@dataclass(frozen=True, slots=True)
class Count:
    """A count in a child: its value, the whole that it is a part of ("3 of 8"), and the words beside it."""

    sentence: int
    value: float
    whole: float | None
    near: frozenset[str]
    counted: frozenset[str]  # the words right after it: what it counts
    start: int
    end: int


def claims_of(sentence: Passage) -> list[Claim]:
    """The universals of a parent sentence, in order."""
    out: list[Claim] = []
    for m in _QUANTIFIED.finditer(sentence.text):
        start, end = segment_of(sentence.text, m.start())
        if _KEPT.search(sentence.text[start : end + 30]) or _RESTRICTED.match(sentence.text[m.end() :]):
            continue
        first, _, second = m["noun"].partition(" ")
        if not any(c.isalpha() for c in m["noun"]) or _IDIOM.search(sentence.text[: m.end()]):
            continue
        if second and (first.endswith("ed") or _RESTRICTED.match(second)):
            continue  # "all transferred files", "all rows without a currency"
        noun, number = words_beside(m["noun"]), value_of(m["n"]) if m["n"] else None
        if (
            number is None and m["q"].lower() == "all" and first.lower() in STOP
        ):  # "79 of 84 answered, all from the harbour": all that were counted
            counted = [value_of(c["a"]) for c in COUNT.finditer(sentence.text, 0, m.start())]
            number = counted[-1] if counted else None
        if m["q"].lower() == "both" and number is None:
            number = 2.0
        said = (
            words_beside(sentence.text[start:end])
            - noun
            - words_beside(m["q"])
            - ({m["n"].lower()} if m["n"] else set())
        )
        if (
            not said and second and is_past(second.lower())
        ):  # "all sensors answered": the verb stands where an attribute's noun may
            noun, said = words_beside(first), words_beside(second)
        if said:
            out.append(Claim(sentence.start + start, sentence.start + end, m["q"].lower(), number, noun, said))
    return out


def counts_of(trial: Trial, claim: Claim) -> list[Count]:
    """The counts of the children beside the claim's words, in order; of many sentences the last ones."""
    numbers = sorted({n for stem in claim.noun | claim.said for n in trial.postings.get(stem, ())})
    out: list[Count] = []
    for number in numbers[-_CANDIDATES_MAX:]:
        s = trial.sentences[number]
        for m in COUNT.finditer(s.text):
            value = value_of(m["a"])
            if value is None or (m["b"] is None and m["a"].lower() == "one"):
                continue
            start, end = segment_of(s.text, m.start())
            before = _LAST_WORD.search(s.text[start : m.start()])
            follows = words_beside(" ".join(WORD.findall(s.text[m.end() : end])[:2]))
            if m["b"] is None and before and not _COUNTS.match(before[1]):
                continue  # a label: "chapter 1", "run 10"
            if before and _COMPLEMENT.match(before[1]):
                continue  # "the other three"
            if m["b"] is not None and before and words_beside(before[1]) & claim.noun:
                continue  # progress: "step 14/20"
            out.append(
                Count(number, value, value_of(m["b"]) if m["b"] else None, words_beside(s.text[start:end]), follows, s.start + start, s.start + end)
            )  # fmt: skip
    return out


def adds_up(claim: Claim, counts: list[Count]) -> bool:
    """ "40 of the first batch passed, 20 of the second" of sixty."""
    parts = {c.value for c in counts if c.near & claim.said}
    return claim.number is not None and len(parts) > 1 and sum(parts) == claim.number


def told_of_all(trial: Trial, stems: frozenset[str], source: Passage, at: int) -> bool:
    """ "Some in May, the rest in June": behind `at` in the source, or in another sentence with two of the stems, it is said of all."""
    texts = [
        source.text[at - source.start :],
        *(s.text for s in trial.sentences if s is not source and len(s.stems & stems) >= 2),
    ]
    return any(_OF_ALL & {w.lower() for w in WORD.findall(text)} for text in texts)


def is_full(text: str) -> bool:
    """ "14 of 14"."""
    return any(m["b"] and value_of(m["a"]) == value_of(m["b"]) for m in COUNT.finditer(text))


def is_part(m: re.Match[str]) -> bool:
    """ "3 of 8"."""
    part, whole = value_of(m["a"]), value_of(m["b"]) if m["b"] else None
    return part is not None and whole is not None and 0 < part < whole


def value_of(word: str) -> float | None:
    """The number that a word or a group of digits is."""
    word = word.replace(",", "").lower()
    return float(word) if word.isdigit() else NUMBER_WORDS.get(word)


def segment_of(text: str, at: int) -> tuple[int, int]:
    start = max((m.end() for m in _SEGMENT.finditer(text, 0, at)), default=0)
    cut = _SEGMENT.search(text, at)
    return start, cut.start() if cut else len(text)


def words_beside(text: str) -> frozenset[str]:
    return frozenset(
        s
        for w in WORD.findall(text)
        if w.lower() not in STOP and not w.isdigit() and w.lower() not in NUMBER_WORDS
        for s in stems_of(w)
    )
