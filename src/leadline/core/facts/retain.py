"""Retention: whether a parent still holds a fact, readable and true (design.md, 3.4).

In: facts of the children and the index of one parent. Out: one `Retained` per fact, in order: kept, missing, blurred (the place
speaks of it with a vague stand-in) or changed (the place says otherwise). Exact kinds need their normal form with the same polarity
and no contradicting subject; sentence kinds need their words verbatim, or a sentence with their exact facts, enough of
their words and their force. Dictionary look-ups throughout: cost grows with the number of facts, not with facts times parent.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from leadline.core.facts.forms import NUMBER_KINDS, compare_amounts, compare_dates
from leadline.core.facts.lexicon import VAGUE
from leadline.core.facts.model import SENTENCE_KINDS, Fact, Retained
from leadline.core.facts.numbers import parse_amount
from leadline.core.facts.parent_index import ParentIndex, Place
from leadline.core.facts.statements import COVERAGE_KEPT, COVERAGE_SAME, counts_alike, retained_statement

__all__ = ["COVERAGE_KEPT", "ParentIndex", "retained"]

_VALUE_SAME = 0.8  # the same, where another value in that sentence is to be called a change
_SUBJECT_SAME = 0.5  # share of an exact fact's subject words that make a sentence one about the same thing

_NEGATED = re.compile(
    r"(?:\b(?:not|no|never|isn't|wasn't|aren't|neither|nor|nicht|kein\w{0,2}|pas|nunca)\s+(?:(?:an?|the|with|by|to|in|on|of|be|due|from|caused|der|die|das)\s+){0,3}[`\"'(*]{0,3})$",
    re.IGNORECASE,
)


def retained(facts: Sequence[Fact], parent: ParentIndex) -> tuple[Retained, ...]:
    """One answer per fact, in order. Spans are into the parent's text; (-1, -1) where there is no place."""
    return tuple(retained_statement(f, parent) if f.kind in SENTENCE_KINDS else _exact(f, parent) for f in facts)


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
        if same == "same" or (same == "incomparable" and counts_alike(amount, p.amount)):
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
