"""Retention of sentence kinds: constraints, decisions, states, open items, doubts.

In: one fact whose text is a sentence, and the index of a parent. Out: its `Retained`. Kept: the words stand verbatim (white space and
markdown aside), or a sentence holds its exact facts, enough of its other words, and its force. Words alone never make a loss certain
unless nothing in the whole parent speaks of the thing: faithful rewordings share few words (signals-notes, section 5).
"""

from __future__ import annotations

import re
from typing import Literal

from leadline.core.facts.clauses import demand_of
from leadline.core.facts.dates import normalise_date
from leadline.core.facts.force import force_of
from leadline.core.facts.forms import compare_amounts, compare_dates
from leadline.core.facts.lexicon import STATUS_STEMS, VAGUE
from leadline.core.facts.model import Fact, Retained
from leadline.core.facts.numbers import Amount, parse_amount
from leadline.core.facts.parent_index import Content, ParentIndex, content_of
from leadline.core.text.words import flatten

__all__ = ["COVERAGE_KEPT", "COVERAGE_SAME", "counts_alike", "retained_statement"]

COVERAGE_KEPT = 0.55  # weighted share of a sentence's content words that its rewording must hold
COVERAGE_FEW = 0.65  # the same for sentences of up to _WORDS_MIN content words
COVERAGE_SAME = 0.8  # from here on, and with ALIGNED_BACK, two sentences are one reworded: a difference is a change
ALIGNED_BACK = 0.55  # share of the parent sentence's words that the fact has too
COVERAGE_BLUR = 0.3
COVERAGE_GONE = 0.15  # below, over the whole parent, not even a free rewording is in sight (bench/cases, even half)
_WORDS_MIN = 3  # content words; a demand with fewer is judged together with its reasons
_CLAUSES = re.compile(r"; |, (?:so|and|but|which|because|since|as)\b| \(| [—–-] |: ")


def retained_statement(f: Fact, parent: ParentIndex) -> Retained:
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
    hit = parent.find_flat(core)
    if hit is None:
        return None
    rest = content_of(flat.replace(core, " "))
    return None if rest.names or rest.amounts or rest.dates or force_of(core) != force_of(flat) else hit


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
        if any(compare_amounts(amount, p.amount) == "same" or counts_alike(amount, p.amount) for p in near_places):
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


def counts_alike(a: Amount, b: Amount | None) -> bool:
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
