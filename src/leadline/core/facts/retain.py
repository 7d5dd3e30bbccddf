"""Retention: whether a parent still holds a fact, readable and true (design.md, 3.4).

In: facts of the children and the index of one parent. Out: one `Retained` per fact, in order: kept, missing, blurred (the place
speaks of it with a vague stand-in) or changed (the place says otherwise). Exact kinds need their normal form with the same polarity
and no contradicting subject; sentence kinds need their words verbatim, or a sentence with their exact facts, enough of
their words and their force. Dictionary look-ups throughout: cost grows with the number of facts, not with facts times parent.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from leadline.core.facts.clauses import demand_of
from leadline.core.facts.dates import normalise_date
from leadline.core.facts.force import force_of
from leadline.core.facts.forms import NUMBER_KINDS, compare_amounts, compare_dates
from leadline.core.facts.lexicon import STATUS_STEMS, VAGUE
from leadline.core.facts.model import SENTENCE_KINDS, Fact, Retained
from leadline.core.facts.numbers import Amount, parse_amount
from leadline.core.facts.parent_index import Content, ParentIndex, Place, content_of
from leadline.core.text.words import flatten

__all__ = ["COVERAGE_KEPT", "ParentIndex", "retained"]

COVERAGE_KEPT = 0.55  # weighted share of a sentence's content words that its rewording must hold
COVERAGE_FEW = 0.65  # the same for sentences of up to _WORDS_MIN content words
COVERAGE_SAME = 0.8  # from here on, and with ALIGNED_BACK, two sentences are one reworded: a difference is a change
ALIGNED_BACK = 0.55  # share of the parent sentence's words that the fact has too
COVERAGE_BLUR = 0.3
COVERAGE_GONE = 0.15  # below, over the whole parent, not even a free rewording is in sight (bench/cases, even half)
_WORDS_MIN = 3  # content words; a demand with fewer is judged together with its reasons
_VALUE_SAME = 0.8  # the same, where another value in that sentence is to be called a change
_SUBJECT_SAME = 0.5  # share of an exact fact's subject words that make a sentence one about the same thing

_NEGATED = re.compile(
    r"(?:\b(?:not|no|never|isn't|wasn't|aren't|neither|nor|nicht|kein\w{0,2}|pas|nunca)\s+(?:(?:an?|the|with|by|to|in|on|of|be|due|from|caused|der|die|das)\s+){0,3}[`\"'(*]{0,3})$",
    re.IGNORECASE,
)
_CLAUSES = re.compile(r"; |, (?:so|and|but|which|because|since|as)\b| \(| [—–-] |: ")


def retained(facts: Sequence[Fact], parent: ParentIndex) -> tuple[Retained, ...]:
    """One answer per fact, in order. Spans are into the parent's text; (-1, -1) where there is no place."""
    return tuple(_sentence(f, parent) if f.kind in SENTENCE_KINDS else _exact(f, parent) for f in facts)


# exact kinds


def _exact(f: Fact, parent: ParentIndex) -> Retained:
    if f.kind in NUMBER_KINDS:
        return _number(f, parent)
    places = _places_of(f, parent)
    if not places:
        return _gone(f, parent)
    if "not" not in f.subject:
        straight = [p for p in places if not _negated_at(parent, p[0])]
        if not straight:
            return Retained(f, "changed", *places[0])
        places = straight
    if f.kind in ("datetime", "version"):
        return _bound(f, parent, places)
    return Retained(f, "kept", *places[0])


def _places_of(f: Fact, parent: ParentIndex) -> list[tuple[int, int]]:
    if f.kind == "datetime":
        return [(p.start, p.end) for p in parent.dates if compare_dates(f.form, p.form) == "same"]
    found = [
        (p.start, p.end)
        for p in parent.by_form.get(f.form, ())
        if p.kind not in NUMBER_KINDS or f.kind in ("error", "id", "version")
    ]
    if found:
        return found
    if f.kind in ("quote", "name"):
        at = parent.lower.find(f.text.lower())
        if at >= 0:
            return [(at, at + len(f.text))]
        hit = parent.find_flat(f.form)
        return [(parent.sentences[hit[0]].start, parent.sentences[hit[1]].end)] if hit else []
    for token in dict.fromkeys((f.text.strip("`'\" "), f.form)):
        place = parent.find_token(token.lower(), lower=True) if f.kind == "host" else parent.find_token(token)
        if place:
            return [place]
    if f.kind in ("error", "host", "id"):
        number = re.search(r"(?<![\w.])-?\d{2,10}$", f.form.replace(":", " ").replace("#", " "))
        if number:
            place = parent.find_token(number.group())
            if place:
                return [place]
    return []


def _gone(f: Fact, parent: ParentIndex) -> Retained:
    """No place holds the form: changed, blurred or missing, by what the sentence about the same thing says."""
    subject = frozenset(w for w in f.subject if w != "not")
    for share, n in parent.best(subject, limit=2):
        if share < _SUBJECT_SAME or len(subject) < 2:
            break
        start, end, _ = parent.sentences[n]
        other = _only_other(f, parent, n)
        if other and share >= _VALUE_SAME and len(subject) >= 3:
            return Retained(f, "changed", other.start, other.end)
        vague = VAGUE.search(parent.lower, start, end)
        if vague:
            return Retained(f, "blurred", vague.start(), vague.end())
    if f.kind == "path" and "/" in f.form:
        place = parent.find_token(f.form.rsplit("/", 1)[1])
        if place and "." in f.form.rsplit("/", 1)[1]:
            return Retained(f, "blurred", *place)
    return Retained(f, "missing")


def _only_other(f: Fact, parent: ParentIndex, n: int) -> Place | None:
    """The one value of this kind that sentence `n` gives instead; None where it gives several, or none that is comparable."""
    if f.kind in NUMBER_KINDS:
        mine = parse_amount(f.text)
        places = [
            p
            for p in parent.places[n]
            if p.amount is not None and mine is not None and mine.unit and p.amount.unit == mine.unit
        ]
        return places[0] if len(places) == 1 and places[0].amount != mine else None
    places = [p for p in parent.places[n] if p.kind == f.kind]
    return places[0] if len(places) == 1 and places[0].form != f.form and _alike(f, places[0]) else None


_SHAPE = re.compile(r"\d+")


def _alike(f: Fact, p: Place) -> bool:
    """Whether another form of the kind looks like this one's replacement: the same shape, or any date or version."""
    if f.kind in ("datetime", "version"):
        return f.kind != "datetime" or compare_dates(f.form, p.form) == "different"
    return _SHAPE.sub("0", f.form) == _SHAPE.sub("0", p.form)


def _number(f: Fact, parent: ParentIndex) -> Retained:
    amount = parse_amount(f.text)
    if amount is None:
        place = parent.find_token(f.text)
        return Retained(f, "kept", *place) if place else Retained(f, "missing")
    places: list[tuple[int, int]] = []
    flipped: tuple[int, int] | None = None
    for p in parent.amounts.get(amount.value, ()):
        same = compare_amounts(amount, p.amount)
        if same == "same" or (same == "incomparable" and _nouns(amount, p.amount)):
            places.append((p.start, p.end))
        elif same == "different" and p.amount is not None and p.amount.unit == amount.unit:
            flipped = flipped or (p.start, p.end)
    if not places and flipped:
        # "at most 30 s" and "abort above 30 s" are one limit: only a near-verbatim clause turns it round
        n = parent.sentence_at(flipped[0])
        words = frozenset(w for w in f.subject if w != "not")
        if len(words) >= 3 and parent.coverage(words, [n]) >= COVERAGE_SAME:
            return Retained(f, "changed", *flipped)
        places.append(flipped)
    if not places:
        for p in parent.by_form.get(f.form, ()):
            places.append((p.start, p.end))
    if not places:
        place = parent.find_token(f.text)
        if place:
            return Retained(f, "kept", *place)
        return _gone(f, parent)
    return _bound(f, parent, places)


def _nouns(a: Amount, b: Amount | None) -> bool:
    """Two counted nouns may be synonyms; a measured unit has none."""
    return b is not None and not (set(a.unit.split("/")[:1]) | set(b.unit.split("/")[:1])) & {
        "second",
        "byte",
        "metre",
        "kg",
        "hertz",
        "ratio",
        "usd",
        "eur",
        "gbp",
    }


def _bound(f: Fact, parent: ParentIndex, places: list[tuple[int, int]]) -> Retained:
    """The value stands somewhere: kept where a place speaks of its subject; else changed or not bound."""
    subject = frozenset(w for w in f.subject if w != "not")
    if not subject:
        return Retained(f, "kept", *places[0])
    for start, end in places:
        if subject & parent.bound[parent.sentence_at(start)]:
            return Retained(f, "kept", start, end)
    for share, n in parent.best(subject, limit=1):
        other = _only_other(f, parent, n)
        if other and share >= _VALUE_SAME and len(subject) >= 3:
            return Retained(f, "changed", other.start, other.end)
    if f.kind in NUMBER_KINDS or f.form.isalpha():
        return Retained(f, "missing", certain=False)  # a bare number or week day stands in many sentences
    return Retained(f, "kept", *places[0])


def _negated_at(parent: ParentIndex, start: int) -> bool:
    return _NEGATED.search(parent.text, max(0, start - 40), start) is not None


# sentence kinds


def _sentence(f: Fact, parent: ParentIndex) -> Retained:
    hit = _verbatim(f, parent)
    if hit:
        return Retained(f, "kept", parent.sentences[hit[0]].start, parent.sentences[hit[1]].end)
    content = content_of(demand_of(f.text) if f.kind == "constraint" else f.text)
    if len(content.words) < _WORDS_MIN:
        content = content_of(f.text)
    best = parent.best(content.keys)
    everywhere = parent.coverage(content.keys, range(len(parent.sentences)))
    gone = Retained(f, "missing", certain=everywhere < COVERAGE_GONE)
    if not best:
        return gone
    n = best[0][1]
    start, end, _ = parent.sentences[n]
    around = [k for k in (n - 1, n, n + 1) if 0 <= k < len(parent.sentences)]
    share = parent.coverage(content.words, [n])
    covered = max(share, parent.coverage(content.words, around) - 0.05)
    if covered < COVERAGE_BLUR:
        return gone
    said = parent.words[n] - STATUS_STEMS
    aligned = share >= COVERAGE_SAME and len(content.words & said) >= ALIGNED_BACK * len(said)
    near = sorted({m for _, k in best for m in (k - 1, k, k + 1) if 0 <= m < len(parent.sentences)})
    lost = _lost(content, parent, near)
    if lost is not None:
        if lost == "changed" and aligned:
            return Retained(f, "changed", start, end)
        vague = VAGUE.search(parent.lower, start, end) if share >= COVERAGE_KEPT else None
        return Retained(f, "blurred", vague.start(), vague.end(), certain=False) if vague else gone
    if covered < (COVERAGE_KEPT if len(content.words) > _WORDS_MIN else COVERAGE_FEW):
        return gone
    force = _force(f, parent, n, around, share)
    if force != "same":
        tight = force == "other" and aligned and len(said) <= len(content.words) + 3
        return Retained(f, "changed", start, end) if tight else gone
    return Retained(f, "kept", start, end)


def _verbatim(f: Fact, parent: ParentIndex) -> tuple[int, int] | None:
    flat = flatten(f.text).strip(" .!:;,")
    if not flat:
        flat = f.text
    hit = parent.find_flat(flat)
    if hit or len(flat) < 40:
        return hit
    clauses = [c.strip(" .!:;,)") for c in _CLAUSES.split(flat)]
    core = max(clauses, key=len)
    if len(core) < 0.7 * len(flat):
        return None
    rest = content_of(flat.replace(core, " "))
    return (
        None if rest.names or rest.amounts or rest.dates or force_of(core) != force_of(flat) else parent.find_flat(core)
    )


def _lost(content: Content, parent: ParentIndex, near: list[int]) -> str | None:
    """None where all exact facts of the sentence stand near the aligned place, else "changed" or "missing"."""
    lines = frozenset(near)
    worst: str | None = None
    for kind, form, text in content.names:
        if any(p.sentence in lines for p in parent.by_form.get(form, ())):
            continue
        if any(text in parent.sentence_text(n) for n in near) or (
            kind not in ("version", "error") and parent.find_token(text)
        ):
            continue
        worst = worst or "missing"
    for kind, text in content.amounts:
        amount = parse_amount(text)
        if amount is None:
            continue
        near_places = [p for p in parent.amounts.get(amount.value, ()) if p.sentence in lines]
        if any(compare_amounts(amount, p.amount) == "same" or _nouns(amount, p.amount) for p in near_places):
            continue
        if (
            kind == "quantity"
            and amount.unit
            and amount.value == int(amount.value)
            and 0 <= amount.value < 13
            and not amount.comparator
        ):
            continue  # small counts are written as words, or counted out
        others = any(
            p.amount is not None and amount.unit and p.amount.unit == amount.unit
            for n in near
            for p in parent.places[n]
        )
        worst = "changed" if others or near_places else worst or "missing"
    for text in content.dates:
        if not any(compare_dates(normalise_date(text), p.form) == "same" for p in parent.dates):
            worst = worst or "missing"
    return worst


def _force(f: Fact, parent: ParentIndex, n: int, around: list[int], share: float) -> Literal["same", "less", "other"]:
    """Whether the aligned sentence commits to the same: `less` lacks the force, `other` says the opposite or weakens it."""
    mine = force_of(f.text)
    there = force_of(parent.sentence_text(n))
    nearby = frozenset().union(*(force_of(parent.sentence_text(k)).bound for k in around))
    if "weak" in there.bound and "weak" not in mine.bound and f.kind in ("constraint", "decision"):
        return "other"
    if f.kind == "constraint":
        if (mine.bound - {"weak"}) and not (nearby - {"weak"}):
            return "less"
        if "until" in mine.bound and "until" not in nearby and not (mine.bound & {"must", "only"}):
            return "less"
    if f.kind == "open_item" and there.status == "done" and mine.status != "done" and not there.negated:
        return "other"
    if f.kind in ("status", "conflict", "hedge", "decision") and mine.status != there.status:
        if there.status == "done" and mine.status in ("failed", "partial", "planned", "shelved") and not there.negated:
            return "other"
        if mine.status == "done" and there.status in ("failed", "planned", "shelved") and not mine.negated:
            return "less" if there.status == "planned" else "other"
    if (
        f.kind in ("hedge", "attribution")
        and mine.hedged
        and not any(force_of(parent.sentence_text(k)).hedged for k in around)
    ):
        return "other"
    if mine.status and {mine.status, there.status} <= {"partial", "planned"}:
        return "same"  # "incomplete" and "not complete yet"
    if (
        f.kind not in ("constraint", "decision", "status")
        or mine.negated == there.negated
        or share < 0.9
        or mine.bound & there.bound
    ):
        return "same"
    return "other"
