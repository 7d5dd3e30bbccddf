"""One closed-class word exchanged in a clause that is otherwise the source's own.

In: a trial. Out: findings where a parent clause equals a stretch of a child sentence but for one small gap, and the gap
is an antonym pair, a negation put in or taken out or made a wish, a hedge taken out. Words alone prove
nothing in a free rewording (signals-notes, section 2: negation scope fails there); in a near-verbatim clause one
differing word is the whole difference.
"""

from __future__ import annotations

import re
from typing import Literal

from leadline.core.signals.counts import told_of_all
from leadline.core.signals.diffs import Diff, Gap, diffs, fold
from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import NUMBER_WORDS, STOP, WORD, content_stems
from leadline.core.signals.model import Finding
from leadline.core.signals.moods import NO
from leadline.core.signals.opposites import (
    EXCEPTIONS,
    HEDGES,
    LIMITS,
    NEGATIONS,
    NOBODY_BUT,
    PAIR,
    PLAIN_NOT,
    WISHES,
    prefixed,
)
from leadline.core.signals.verbs import verb_key

__all__ = ["Diff", "diffs", "find_exchanged"]

_NO_SOONER = re.compile(r"\b(?:only|not|no earlier than|erst|frühestens|nicht|seulement|pas|sólo|solo|no)\W+$", re.I)
_LEFT_OUT = re.compile(
    r"^[^;.]{0,60}\b(?:excluded|omitted|missing|left out|removed|absent|off|disabled|dropped|skipped|ignored|ausgenommen|exclu\w*|excluid\w*)\b",
    re.I,
)
_WITHOUT = frozenset(("without", "ohne", "sans", "sin"))
_KEEPS = frozenset(("keep", "keeps", "kept", "continue", "continues"))
_LIST_REACH = 4  # words before the place in which the denial of a list stands
_MODAL_NOT = re.compile(r"(?:may|must|shall|can)\s+(?:under no|not|never|no longer|on no|in no)\b", re.I)
_GAP_MAX = 2
_EXCHANGED = {"constraint_lost": 0.7, "invented_order": 0.92}  # "should" in a how-to demands as much as "must"
_DEMANDED = 0.92  # the user's own "must"; nobody else in the text may weaken it
_GUESS = re.compile(
    r"\bmust (?:have|be (?:a|an|the|some|somewhere|something|because|due)|feel|seem|know|mean)\b|\b(?:I|we) must\b",
    re.I,
)
_WEAK = re.compile(r"\b(?:should|ideally|preferably|if possible|would be nice|recommended|optional)\b", re.I)


def find_exchanged(trial: Trial) -> list[Finding]:
    """Findings for antonyms, negations and hedges in the gaps of near-verbatim clauses."""
    out: list[Finding] = []
    seen: set[tuple[str, tuple[int, int]]] = set()
    for diff in diffs(trial):
        for gap in diff.gaps:
            found = _name(diff, gap)
            if found is None:
                continue
            kind, probability = found
            if _stands_elsewhere(trial, diff, gap, kind) or (kind, gap.parent_span) in seen:
                continue
            seen.add((kind, gap.parent_span))
            if kind == "confidence_inflated" and _hedges_anyway(trial, diff):
                continue
            if kind == "scope_widened" and told_of_all(trial, diff.clause.stems, diff.source, gap.child_span[1]):
                continue
            if kind == "constraint_lost" and probability < _DEMANDED and _is_demanded(trial, diff):
                probability = _DEMANDED
            severity: Literal["hard", "suspicion"] = (
                "hard" if probability >= 0.9 and kind not in ("invented_order", "constraint_lost") else "suspicion"
            )
            quote, source = (
                trial.parent[slice(*gap.parent_span)],
                trial.pool[diff.source.owner].text[slice(*gap.child_span)],
            )
            out.append(
                make(
                    trial, kind, severity,
                    f'The clause is that of "{trial.pool[diff.source.owner].id}" but for one place: "{quote}" stands where the source has "{source}".',
                    parent=gap.parent_span, child=(diff.source.owner, *gap.child_span), probability=probability,
                )
            )  # fmt: skip
    return out


def _is_demanded(trial: Trial, diff: Diff) -> bool:
    """The source is the user's own demand, no guess and no duty of the speaker, and nobody puts it as a wish."""
    s = diff.source
    if s.role != "user" or s.foreign or _GUESS.search(s.text) or s.text.rstrip().endswith("?"):
        return False
    return not any(_WEAK.search(o.text) and len(o.stems & diff.clause.stems) >= 2 for o in trial.sentences)


def _is_other_number(diff: Diff, gap: Gap) -> bool:
    """Both words are whole numbers, written out or in digits, and differ; parts of decimals and grouped numbers are none."""
    mine, theirs = _number_of(gap.parent[0]), _number_of(gap.child[0])
    if mine is None or theirs is None or mine == theirs or 1.0 in (mine, theirs):  # "one" is an article, too
        return False
    return not any(
        re.search(r"\d[.,:/'’-]$", passage.text[: span[0] - passage.start])
        or re.match(r"[.,:/'’-]\d|\s?[%°]", passage.text[span[1] - passage.start :])
        for passage, span in ((diff.clause, gap.parent_span), (diff.source, gap.child_span))
    )


def _is_aside(diff: Diff, gap: Gap) -> bool:
    """The parent's words are a remark in brackets: "an index on it (there is none) would help"."""
    a, b = gap.parent_span[0] - diff.clause.start, gap.parent_span[1] - diff.clause.start
    return diff.clause.text[:a].rstrip().endswith("(") and diff.clause.text[b:].lstrip()[:1] == ")"


def _is_listed(diff: Diff, gap: Gap) -> bool:
    """A denial that is said again for each thing of a list there, and once here: "no eggs, no brood" told as "no eggs/brood"."""
    lost = set(gap.child) & NEGATIONS
    if not lost or set(gap.parent) & NEGATIONS:
        return False
    before = diff.clause.text[: max(0, gap.parent_span[0] - diff.clause.start)]
    near = [fold(w) for w in WORD.findall(before)][-_LIST_REACH:]
    joint = diff.clause.text[
        max(0, gap.parent_span[0] - diff.clause.start - 2) : gap.parent_span[1] - diff.clause.start + 1
    ]
    return bool(lost & set(near)) and (re.search(r"[/,]|\b(?:or|and|nor|oder|ou|o)\b", joint) is not None)


def _no_sooner(passage: Passage, span: tuple[int, int]) -> bool:
    """ "Only after", "not before": it binds the other way round than the bare word."""
    return _NO_SOONER.search(passage.text[: max(0, span[0] - passage.start)]) is not None


def _forbids(passage: Passage, span: tuple[int, int]) -> bool:
    """A "may" or "must" that is denied: either forbids. "Should not" asks, "need not" allows."""
    return _MODAL_NOT.match(passage.text, span[0] - passage.start) is not None


def _odd(text: str) -> bool:
    """Whether an odd number of negations stands in the text."""
    return sum(fold(w) in NEGATIONS for w in WORD.findall(text)) % 2 == 1


def _number_of(word: str) -> float | None:
    return float(word) if word.isdigit() and len(word) < 16 else NUMBER_WORDS.get(word)


def _hedges_anyway(trial: Trial, diff: Diff) -> bool:
    """The sentence has a hedge in another place than the source."""
    line = trial.parent[max(0, diff.clause.start - 80) : diff.clause.end + 80].lower()
    return any(w in HEDGES for w in WORD.findall(line))


_INNER_WALL = re.compile(r"[;(\n]|\.\s")
_PART = re.compile(r"[;:,](?=\s)|\s[-–—]\s|[()]")
_PART_MIN = 3  # words of a part that is told apart by them
_BOUNDARY = re.compile(r"[,;:(]\s")
_BIDS = frozenset(
    ("must", "shall", "do", "don't", "dont", "mustn't")
)  # beside a negation: it forbids, and does not tell
_RATHER = re.compile(r"\b(?:not|nicht|pas|no)\b[^.;]{1,80}\b(?:but|rather|sondern|mais|sino)\b", re.I)


def _name(diff: Diff, gap: Gap) -> tuple[str, float] | None:
    """What the gap changes: (kind, probability), None where it changes nothing that rules know."""
    if set(gap.child) & NEGATIONS and _RATHER.search(diff.source.text):
        return None  # "not a pearl, but a washbasin" told as "a washbasin"
    if len(diff.gaps) == 1 and not diff.short:  # everything else is the source's own, so no exception can turn it round
        put, lost = gap.parent, gap.child
        if (len(put) == 1 and put[0] in PLAIN_NOT and not lost) or (
            len(lost) == 1 and lost[0] in PLAIN_NOT and not put
        ):
            return "polarity", 0.93
    small = len(gap.parent) <= _GAP_MAX and len(gap.child) <= _GAP_MAX
    if small and len(gap.parent) == len(gap.child) == 1:
        kind = PAIR.get((gap.child[0], gap.parent[0])) or prefixed(gap.child[0], gap.parent[0])
        if kind is not None and _negated_before(diff.clause, gap.parent_span) != _negated_before(
            diff.source, gap.child_span
        ):
            return None  # "do not drop" told as "keep"
        if _goes_on(diff, gap):
            return None
        if (gap.child[0] in ("with", "mit", "avec", "con") or gap.parent[0] in _WITHOUT) and _LEFT_OUT.search(
            diff.source.text[gap.child_span[1] - diff.source.start :]
        ):
            return None  # "with two left out" is "without two"
        if kind == "invented_order" and (
            _odd(diff.clause.text) != _odd(diff.source.text)
            or _no_sooner(diff.clause, gap.parent_span) != _no_sooner(diff.source, gap.child_span)
        ):
            return None  # "only after the check may we" told as "before the check we may not"
        if (
            kind == "constraint_lost"
            and _forbids(diff.clause, gap.parent_span)
            and _forbids(diff.source, gap.child_span)
        ):
            return None  # "may not" forbids as much as "must not"
        if kind is not None:
            return kind, _EXCHANGED.get(kind, 0.93)
        if gap.inner and _is_other_number(diff, gap):
            return "value_changed", 0.92
    if (
        small
        and gap.parent in (("should",), ("could",), ("may",))
        and gap.child in (("has", "to"), ("have", "to"), ("needs", "to"), ("need", "to"))
    ):
        return "constraint_lost", _EXCHANGED["constraint_lost"]
    if diff.short or not gap.inner or len(gap.child) > 5 or len(gap.parent) > 5:
        return None
    mine, theirs = set(gap.parent), set(gap.child)
    if mine & WISHES and theirs & NEGATIONS and not theirs & WISHES and not (theirs - NEGATIONS - STOP):
        return (
            ("constraint_lost", 0.93) if theirs & _BIDS else ("status_changed", 0.93)
        )  # "never got" told as "should preferably not got"
    if _is_aside(diff, gap) or _is_listed(diff, gap):
        return None
    negated = len(mine & NEGATIONS) % 2 != len(theirs & NEGATIONS) % 2
    if negated and _odd(diff.clause.text) == _odd(diff.source.text):
        return None  # the denial stands in another place of the same sentence
    clause_words = {w.lower() for w in WORD.findall(diff.clause.text)} - mine
    others = (mine | theirs) - NEGATIONS - STOP - clause_words
    if negated and _of_another_clause(diff, gap):
        return None
    if negated and not others and diff.share >= 0.8 and not _negated_beside(diff, gap) and not _excepts(diff, gap):
        return "polarity", 0.92
    if (
        theirs & HEDGES
        and not mine & HEDGES
        and not {w for w in theirs - HEDGES if w not in STOP}
        and len(mine - STOP) == 0
    ):
        if theirs & HEDGES == {"may"} and "May" in diff.source.text and "may" not in diff.source.text:
            return None  # the month
        return "confidence_inflated", 0.65
    if theirs & LIMITS and not mine - STOP and not theirs - LIMITS - STOP:
        return "scope_widened", 0.3  # "only" is dropped by faithful summaries as often as by faulty ones
    return None


def _goes_on(diff: Diff, gap: Gap) -> bool:
    """ "Keep dropping" told as "drop"."""
    if gap.child[0] not in _KEEPS:
        return False
    doing = re.match(r"\s+(\w+ing)\b", diff.source.text[gap.child_span[1] - diff.source.start :])
    return doing is not None and verb_key(doing[1].lower()) == verb_key(gap.parent[0])


def _negated_before(passage: Passage, span: tuple[int, int]) -> bool:
    """A negation stands among the three words before the place."""
    before = [fold(w) for w in WORD.findall(passage.text[: max(0, span[0] - passage.start)])][-3:]
    return bool(set(before) & NEGATIONS)


def _of_another_clause(diff: Diff, gap: Gap) -> bool:
    """The words that differ hold the end of a clause: "is not done yet, it" denies something else than what follows."""
    for passage, (start, end), words in (
        (diff.source, gap.child_span, gap.child),
        (diff.clause, gap.parent_span, gap.parent),
    ):
        there = passage.text[max(0, start - passage.start) : end - passage.start + 1]
        if (len(words) > 2 and _BOUNDARY.search(there)) or _INNER_WALL.search(there[:-1]):
            return True
    return False


def _excepts(diff: Diff, gap: Gap) -> bool:
    """Either side has an exception ("by nobody but her", "not only"), which turns a negation round."""
    words = {w.lower() for w in WORD.findall(diff.clause.text)} | {w for g in diff.gaps for w in g.child}
    after = {w.lower() for w in WORD.findall(diff.source.text)}
    return bool(words & EXCEPTIONS) or (
        "but" in after and "but" not in gap.child and bool(NOBODY_BUT.search(diff.source.text))
    )


def _negated_beside(diff: Diff, gap: Gap) -> bool:
    """Another gap of the clause negates back: "is not ... " told as "un...", "not before" told as "after"; or the clause was cut there."""
    return any(
        other is not gap
        and (
            (set(other.parent) | set(other.child)) & NEGATIONS
            or any((a, b) in PAIR for a in other.child for b in other.parent)
        )
        for other in diff.gaps
    )


def _stands_elsewhere(trial: Trial, diff: Diff, gap: Gap, kind: str) -> bool:
    """Some other child sentence says it the parent's way: a later state, or two statements."""
    if kind == "polarity" and NO & {w.lower() for w in gap.child} and _said_without(trial, diff, gap):
        return True
    if not gap.parent:
        return False
    if _said_elsewhere(trial, diff, gap):
        return True
    if kind == "value_changed":  # a value that some sentence about the same thing has: another state, or another thing
        word = gap.parent[0]
        for s in trial.sentences:
            if (
                word in s.text.lower()
                and len(s.stems & diff.clause.stems) >= 2
                and any(fold(w) == word for w in WORD.findall(s.text))
            ):
                return True
    a = diff.clause.text.lower()
    for hit in trial.align(diff.clause, 4):
        s = trial.sentences[hit.sentence]
        if s is diff.source or hit.score < 0.6:
            continue
        words = {w.lower() for w in WORD.findall(s.text)}
        if set(gap.parent) <= words and not set(gap.child) & words:
            return True
    return kind == "polarity" and len(diff.gaps) > 1 and a.count(" not ") > 1


def _said_elsewhere(trial: Trial, diff: Diff, gap: Gap) -> bool:
    """The part of the clause that the place stands in is another sentence's own words, with no denial in front of them."""
    text, at = diff.clause.text, gap.parent_span[0] - diff.clause.start
    start = max((m.end() for m in _PART.finditer(text, 0, at)), default=0)
    stop = _PART.search(text, gap.parent_span[1] - diff.clause.start)
    part = text[start : stop.start() if stop else len(text)].strip().rstrip(".").lower()
    if len(WORD.findall(part)) < _PART_MIN:
        return False
    for s in trial.sentences:
        before, found, _ = s.text.lower().partition(part)
        if found and s is not diff.source and not {fold(w) for w in WORD.findall(before)[-3:]} & NEGATIONS:
            return True
    return False


def _said_without(trial: Trial, diff: Diff, gap: Gap) -> bool:
    """Another sentence has the words behind the place in the parent, and no negation: what was and what is wanted."""
    behind = content_stems(trial.parent[gap.parent_span[0] : diff.clause.end])
    return len(behind) > 0 and any(
        s is not diff.source and behind <= s.stems and not NO & {w.lower() for w in WORD.findall(s.text)}
        for s in (trial.sentences[n] for stem in sorted(behind)[:1] for n in trial.postings.get(stem, ()))
    )
