"""Quantifiers: the parent says it of all, always or of the whole where the children say it of a part.

In: a trial. Out: findings `scope_widened`. Sure is arithmetic: "all 64 were fixed" where the children have 64 and "61
fixed", or "61 of 64", and no child gives the whole number or a universal for the same thing afterwards; next
comes "in every run" for "3 of 40 runs". A universal that no child sentence about the same thing has is only a suspicion: faithful summaries say "all three" of a list. Exceptions that the parent keeps ("all but one") are no fault.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial, clauses_of
from leadline.core.signals.lexis import NUMBER_WORDS, STOP, WORD, stems_of
from leadline.core.signals.model import Finding
from leadline.core.text.gates import gated

__all__ = ["UNIVERSAL", "find_widened"]

_WORDS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|zwei|drei|vier|fünf|sechs|deux|trois|quatre|cinq|dos|tres|cuatro"
_COUNT = re.compile(
    rf"(?<![\w.:/#$€£@-])(?P<a>\d{{1,3}}(?:,\d{{3}})+|\d{{1,6}}|(?:{_WORDS})\b)(?:\s?(?:/|of|out of|in|su|von|sur|de)\s?(?:the |these |its |our |about |all |den |les |las |los )?(?P<b>\d{{1,3}}(?:,\d{{3}})+|\d{{1,6}}|(?:{_WORDS})\b))?(?![\w:/%°€$]|[.,]\d|\s?(?:%|percent\b|ms\b|s\b|kg\b|km\b|m\b|mm\b|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|MB\b|GB\b|h\b|min\b|°))",
    re.I,
)
_QUANTIFIED = gated(
    rf"\b(?P<q>all|(?:every|each)(?: (?:single )?one)?|both|(?:the )?(?:whole|entire)|alle|sämtliche|tous les|toutes les|todos los|todas las)\b(?: of)?(?: (?:the|its|his|her|their|our|these|those))?(?: (?P<n>\d{{1,3}}(?:,\d{{3}})+|\d{{1,6}}|(?:{_WORDS})))?\s+(?P<noun>(?:[\w'-]+\s+)?[\w'-]+)",
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
_LAST_WORD = re.compile(r"([^\W\d_]+)\s*$")
_COUNTS = re.compile(r"(?:[a-z]+(?:ed|ing)|" + "|".join(sorted(w for w in STOP if w.isalpha())) + ")$", re.I)
_ALWAYS = gated(
    r"\b(?:always|every (?:time|run|start|day|case|attempt|request|single)|each (?:time|run|start|request)|in (?:all|every|each)|whenever|consistently|constantly|permanently|throughout|invariably|without exception|all the time|on (?:every|each)|immer|jedes Mal|toujours|siempre|sempre)\b",
    flags=re.I,
)
_ALL_OF_THEM = re.compile(
    rf"\b(?:all|alle|both|every|tous les|los) (?:of )?(?:the |these |its )?(\d{{1,6}}|{_WORDS})\b"
)
_IDIOM = re.compile(
    r"\b(?:all (?:the same|along|in all|else|this|that|of (?:this|that|it)|there is)\b[^.]*|(?:after|at|above|is|was|that's) all\b[^.]*|each other\b.*)$",
    re.I,
)
_NONE_LEFT = re.compile(
    r"(?<![\w.,])0 (?:fail|error|problem|remaining|left|open|skipped|missing|broken)|\bok\b.*\bok\b|\bpass(?:ed)?\b.*\bpass",
    re.I,
)
_REST = re.compile(
    r"\b(?:the (?:others?|rest|remaining|last|missing|final|open)|too|as well|also|finally|meanwhile|by now|übrigen|restlichen|auch|reste|aussi|resto|también|demás)\b",
    re.I,
)
_COMPLEMENT = re.compile(
    r"(?:others?|remaining|last|missing|final|further|more|übrigen|restlichen|autres|otr[oa]s)$", re.I
)
_UNDONE = re.compile(
    r"\b(?:not|no|never|none|without|still|open|pending|wait\w*|fail\w*|nicht|kein\w*|pas|aún|ne)\b|n['’]t\b", re.I
)
_EXCEPTS = re.compile(
    r"\b(?:except\w*|apart from|other than|all but|but not|the others?|others|the rest|the remaining|elsewhere|only|unless|not)\b",
    re.I,
)
_CANDIDATES_MAX = 24


@dataclass(frozen=True, slots=True)
class _Claim:
    """A universal of the parent: where, over how many of what, and what is said of them."""

    start: int
    end: int
    word: str
    number: float | None
    noun: frozenset[str]
    said: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Count:
    """A count in a child: its value, the whole that it is a part of ("3 of 8"), and the words beside it."""

    sentence: int
    value: float
    whole: float | None
    near: frozenset[str]
    counted: frozenset[str]  # the words right after it: what it counts
    start: int
    end: int


def find_widened(trial: Trial) -> list[Finding]:
    """At most one finding a universal, the surest first."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        if sentence.kind in ("code", "data", "heading", "log") or sentence.text.rstrip().endswith("?"):
            continue
        claims = _claims(sentence)
        found = next(filter(None, (_part_of(trial, claim) for claim in claims)), None)
        found = found or _always(trial, sentence)
        found = found or next(filter(None, (_unlicensed(trial, sentence, claim) for claim in claims)), None)
        if found is not None:
            out.append(found)
    return out


def _claims(sentence: Passage) -> list[_Claim]:
    out: list[_Claim] = []
    for m in _QUANTIFIED.finditer(sentence.text):
        start, end = _segment(sentence.text, m.start())
        if _KEPT.search(sentence.text[start : end + 30]) or _RESTRICTED.match(sentence.text[m.end() :]):
            continue
        first, _, second = m["noun"].partition(" ")
        if not any(c.isalpha() for c in m["noun"]) or _IDIOM.search(sentence.text[: m.end()]):
            continue
        if second and (first.endswith("ed") or _RESTRICTED.match(second)):
            continue  # "all transferred files", "all rows without a currency"
        noun, number = _stems(m["noun"]), _value(m["n"]) if m["n"] else None
        if m["q"].lower() == "both" and number is None:
            number = 2.0
        said = _stems(sentence.text[start:end]) - noun - _stems(m["q"]) - ({m["n"].lower()} if m["n"] else set())
        if said:
            out.append(_Claim(sentence.start + start, sentence.start + end, m["q"].lower(), number, noun, said))
    return out


def _segment(text: str, at: int) -> tuple[int, int]:
    start = max((m.end() for m in _SEGMENT.finditer(text, 0, at)), default=0)
    cut = _SEGMENT.search(text, at)
    return start, cut.start() if cut else len(text)


def _part_of(trial: Trial, claim: _Claim) -> Finding | None:
    """A count of the children that is smaller than the whole and stands beside what the claim says of all."""
    counts = _counts(trial, claim)
    wholes = [c for c in counts if c.counted & claim.noun]
    last: _Count | None = None
    for count in counts:
        whole = (
            count.whole or claim.number or max((c.value for c in wholes if c.sentence <= count.sentence), default=None)
        )
        if whole is None:
            continue
        about = count.near & claim.said or (count.whole is not None and count.near & claim.noun)
        if not about:
            continue
        if any(c.value == whole and (c.start, c.end) == (count.start, count.end) for c in counts):
            last = None  # the whole number, said of the same thing
        elif 0 < count.value < whole and (claim.number is None or whole == claim.number):
            last = last or count
    if last is None or any(c.sentence >= last.sentence and c.value == c.whole for c in counts):
        return None
    if _adds_up(claim, counts):
        return None
    for number in range(last.sentence, len(trial.sentences)):
        s = trial.sentences[number]
        if UNIVERSAL.search(s.text) and s.stems & (claim.noun | claim.said):
            return None
        if number > last.sentence and _REST.search(s.text) and not _UNDONE.search(s.text):
            return None  # "the other three went through as well"
    owner = trial.sentences[last.sentence].owner
    quote = trial.pool[owner].text[last.start : last.end].strip()
    return make(
        trial, "scope_widened", "hard",
        f'The summary says "{trial.parent[claim.start : claim.end].strip()}"; "{trial.pool[owner].id}" counts only "{quote}", and nobody says that it holds of the rest.',
        parent=(claim.start, claim.end), child=(owner, last.start, last.end), probability=0.95,
    )  # fmt: skip


def _always(trial: Trial, sentence: Passage) -> Finding | None:
    """ "In every run" where a sentence that it was written from has "3 of 40 runs"."""
    if _ALWAYS.search(sentence.text) is None:
        return None
    for clause in clauses_of(sentence):
        said = _ALWAYS.search(clause.text)
        if said is None:
            continue
        for hit in trial.align(clause, 3):
            s = trial.sentences[hit.sentence]
            share = next((m for m in _COUNT.finditer(s.text) if _is_part(m)), None)
            if share is None:
                continue
            later = trial.sentences[hit.sentence :]
            if any(_full(x.text) or UNIVERSAL.search(x.text) for x in later if x.stems & clause.stems):
                return None
            return make(
                trial, "scope_widened", "suspicion",
                f'The summary says "{said.group()}"; "{trial.pool[s.owner].id}" has it in "{share.group()}".',
                parent=(clause.start, clause.end), child=(s.owner, s.start + share.start(), s.start + share.end()), probability=0.75,
            )  # fmt: skip
    return None


def _is_part(m: re.Match[str]) -> bool:
    part, whole = _value(m["a"]), _value(m["b"]) if m["b"] else None
    return part is not None and whole is not None and 0 < part < whole


def _full(text: str) -> bool:
    return any(m["b"] and _value(m["a"]) == _value(m["b"]) for m in _COUNT.finditer(text))


def _unlicensed(trial: Trial, sentence: Passage, claim: _Claim) -> Finding | None:
    """All, every or the whole, where no child sentence about the same thing has a universal of any kind."""
    if claim.word in ("both", "each"):
        return None  # a pair is often only implied by the text
    hits = trial.align(sentence, 2)
    about = claim.noun | claim.said
    if not hits or any(
        UNIVERSAL.search(trial.sentences[n].text) for stem in sorted(about) for n in trial.postings.get(stem, ())
    ):
        return None
    near = [trial.sentences[n] for stem in sorted(about) for n in trial.postings.get(stem, ())]
    if any(
        _full(s.text) or (_REST.search(s.text) and s.stems & claim.said and not _UNDONE.search(s.text)) for s in near
    ):
        return None  # "14 of 14 components", "the others were greased as well"
    counts = _counts(trial, claim)
    if _adds_up(claim, counts):
        return None
    if claim.number is not None and any(c.value == claim.number and c.near & claim.said for c in counts):
        return None  # "all 77 tests pass" of "77 passed"
    if claim.number is not None and any(_value(m[1]) == claim.number for m in _ALL_OF_THEM.finditer(trial.haystack)):
        return None  # "all four", of things that are named elsewhere
    source = trial.sentences[hits[0].sentence]
    whole = claim.word.removeprefix("the ") in ("whole", "entire")
    excepts = _EXCEPTS.search(source.text)
    return make(
        trial, "scope_widened", "suspicion",
        f'The summary says "{trial.parent[claim.start : claim.end].strip()}"; no source says that of all.',
        parent=(claim.start, claim.end), child=(source.owner, source.start, source.end),
        probability=0.92 if whole else 0.86 if excepts else 0.78,
    )  # fmt: skip


def _adds_up(claim: _Claim, counts: list[_Count]) -> bool:
    """ "40 of the first batch passed, 20 of the second" of sixty."""
    parts = {c.value for c in counts if c.near & claim.said}
    return claim.number is not None and len(parts) > 1 and sum(parts) == claim.number


def _counts(trial: Trial, claim: _Claim) -> list[_Count]:
    numbers = sorted({n for stem in claim.noun | claim.said for n in trial.postings.get(stem, ())})
    out: list[_Count] = []
    for number in numbers[:_CANDIDATES_MAX]:
        s = trial.sentences[number]
        for m in _COUNT.finditer(s.text):
            value = _value(m["a"])
            if value is None or (m["b"] is None and m["a"].lower() == "one"):
                continue
            start, end = _segment(s.text, m.start())
            before = _LAST_WORD.search(s.text[start : m.start()])
            follows = _stems(" ".join(WORD.findall(s.text[m.end() : end])[:2]))
            if m["b"] is None and before and not _COUNTS.match(before[1]):
                continue  # a label: "chapter 1", "run 10"
            if before and _COMPLEMENT.match(before[1]):
                continue  # "the other three"
            if m["b"] is not None and before and _stems(before[1]) & claim.noun:
                continue  # progress: "step 14/20"
            out.append(
                _Count(number, value, _value(m["b"]) if m["b"] else None, _stems(s.text[start:end]), follows, s.start + start, s.start + end)
            )  # fmt: skip
    return out


def _value(word: str) -> float | None:
    word = word.replace(",", "").lower()
    return float(word) if word.isdigit() else NUMBER_WORDS.get(word)


def _stems(text: str) -> frozenset[str]:
    return frozenset(
        s
        for w in WORD.findall(text)
        if w.lower() not in STOP and not w.isdigit() and w.lower() not in NUMBER_WORDS
        for s in stems_of(w)
    )
