"""Order of two events the other way round than a source gives it.

In: a trial. Out: findings `invented_order` where the parent puts two events in an order ("A before B", "B after A", "A,
then B", "once A, B") and a source puts the same two in the opposite one, with its own such words or with times and dates
at both. Order is only compared where both sides give one; no order of sentences or messages is taken for one. A source
that gives the parent's order anywhere, as far as words can tell, ends the matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from leadline.core.signals.findings import make, shortened
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import WORD, content_stems, stems_of
from leadline.core.signals.model import Finding
from leadline.core.signals.order_times import When, compare, stretches_of
from leadline.core.signals.order_words import Order, orders_in
from leadline.core.signals.verbs import forms_of, is_participle, is_past, noun_keys, verb_key

__all__ = ["find"]

_OPEN = re.compile(
    r"\border (?:is|was|remains|of [^.;,]{1,40} (?:is|was)) (?:not (?:yet )?(?:settled|fixed|known|decided|clear|proven|agreed)|open|unclear|undecided|unknown)|(?:order|sequence) (?:not (?:yet )?(?:settled|fixed|known|decided|proven)|isn['’]t (?:settled|fixed|known|decided|clear|proven))|(?:in any|no particular|whichever|either) order|(?:not|n['’]t|unclear|unknown) (?:\w+ ){0,3}which (?:\w+ ){0,3}first\b|order undecided",
    re.IGNORECASE,
)
_OPEN_STEMS = content_stems(
    "settled fixed known decided clear proven agreed open unclear undecided unknown any particular whichever either which not"
)
_BAN = re.compile(
    r"\b(?:(?:must|may|shall|should|can|do|to|is to|are to) (?:not|never)|cannot|(?:can|do|must|should|need)n['’]t|not (?:to|be|allowed)|no\w* may)\b",
    re.IGNORECASE,
)
_NEAR_BY = 3  # sentences around "the order is open" in which the two things stand
_SURE = 0.5  # share of each event's own words that the source must hold in the opposite place
_LIKELY = 0.34
_HALF = 0.75  # unseen authors: 6 of 8 right; on real summaries none of 2: the same thing, another of its acts
_LONG_RECORD = 60  # sentences; in a longer record an event named by one word happens more than once
_NEAR = 0.15  # two stretches with times whose shares differ by less fit an event alike: then its time is not known
_LONG = 1200  # letters; a longer "sentence" is a table or code, whose parts have no order in words
_Fit = Callable[[Iterable[str], Iterable[str]], tuple[float, float]]
_Share = Callable[[frozenset[str]], float]


def find(trial: Trial) -> list[Finding]:
    """One finding a parent sentence at most."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        for order in orders_in(sentence.text, narrow=_is_short(trial), parts=True):
            finding = _judge(trial, sentence, order) or _left_open(trial, sentence, order)
            if finding is not None:
                out.append(finding)
                break
    return out


def _is_short(trial: Trial) -> bool:
    """In a long record few words name an event: there a clause is read with all that stands around it."""
    return len(trial.sentences) <= _LONG_RECORD


def _judge(trial: Trial, sentence: Passage, order: Order) -> Finding | None:
    weights = {w: trial.weight(w) for w in sorted(order.first | order.second)}
    first, second = sum(weights[w] for w in order.first), sum(weights[w] for w in order.second)
    forms = _forms(trial, sentence)

    def fit(one: Iterable[str], two: Iterable[str]) -> tuple[float, float]:
        """How much of the earlier and of the later event of the claim stands in `one` and `two`."""
        early, late = ({forms.get(w, w) for w in event} for event in (one, two))
        return sum(weights[w] for w in order.first & early) / first, sum(
            weights[w] for w in order.second & late
        ) / second

    against: tuple[float, Passage] | None = None
    agreed = 0.0
    for n in _sharing(trial, order):
        s = trial.sentences[n]
        known = _known(trial, n)
        moved = _tells_both(known)
        for other in known:
            agreed = max(agreed, min(fit(other.first, other.second)))
            turned = min(fit(other.second, other.first))
            if (
                not moved
                and max(fit(other.first, other.second)) == 0
                and turned >= _LIKELY
                and (against is None or turned > against[0])
            ):
                against = (turned, s)
    # what words say of an order outweighs dates nearby; what may not be done yet has no time at which it was
    banned = _BAN.search(sentence.text, order.start, order.end) is not None
    timed = _by_time(trial, order, fit, forms) if agreed < _LIKELY and not banned else None
    if timed is not None and timed[2]:
        agreed = max(agreed, timed[0])
    elif timed is not None and (against is None or timed[0] > against[0]):
        against = (timed[0], timed[1])
    if against is None or agreed >= against[0]:
        return None
    sure = against[0] >= _SURE
    s = against[1]
    quote = shortened(sentence.text[order.start : order.end].strip())
    return make(
        trial, "invented_order", "hard" if sure else "suspicion",
        f'The summary gives the order of two things ("{quote}") the other way round than "{trial.pool[s.owner].id}" ("{shortened(s.text)}"). '
        "What came first decides what can have caused what.",
        parent=(sentence.start + order.start, sentence.start + order.end), child=(s.owner, s.start, s.end), probability=0.95 if sure else _HALF,
    )  # fmt: skip


def _tells_both(orders: Sequence[Order]) -> bool:
    """The sentence has two things in both orders: it tells how one was changed into the other ("it was called before the fee was
    taken off; I moved the call after that")."""
    return any(a.first & b.second and a.second & b.first for a in orders for b in orders)


def _forms(trial: Trial, sentence: Passage) -> dict[str, str]:
    """Stems of other forms of an act -> the stem that the sentence has: "payment" for "paid", "renewed" for "renewal"."""
    out: dict[str, str] = {}
    for word in WORD.findall(sentence.text.lower()):
        own = stems_of(word)
        if not own or not word.isalpha():
            continue
        for key in (verb_key(word),) if is_past(word) or is_participle(word) else noun_keys(word):
            for s in (s for form in forms_of(key) for s in stems_of(form)):
                if s != own[0] and s in trial.postings:
                    out.setdefault(s, own[0])
    return out


def _left_open(trial: Trial, sentence: Passage, order: Order) -> Finding | None:
    """A source says that the order is not settled or not known, next to where it speaks of both."""
    said = sorted(n for n in _holding(trial, ("order", "first", "sequen")) & _holding(trial, _OPEN_STEMS))
    if said and "order told open" not in trial.shared:
        trial.shared["order told open"] = _OPEN.search(trial.parent) is not None
    if not said or trial.shared["order told open"]:
        return None
    for n in said:
        s = trial.sentences[n]
        if not _OPEN.search(s.text):
            continue
        if _agreed(trial, order):
            return None
        near = [q.stems for q in trial.sentences[max(0, n - _NEAR_BY) : n + _NEAR_BY + 1] if q.owner == s.owner]
        if all(any(event & stems for stems in near) for event in (order.first, order.second)):
            return make(
                trial, "invented_order", "suspicion", f'The summary gives an order that "{trial.pool[s.owner].id}" leaves open.',
                parent=(sentence.start + order.start, sentence.start + order.end), child=(s.owner, s.start, s.end), probability=0.85,
            )  # fmt: skip
    return None


def _agreed(trial: Trial, order: Order) -> bool:
    """Some source gives the parent's order in words."""
    return any(
        order.first & other.first and order.second & other.second
        for n in _sharing(trial, order)
        for other in _known(trial, n)
    )


def _sharing(trial: Trial, order: Order) -> list[int]:
    """The sentences that speak of both events."""
    return sorted(_holding(trial, order.first) & _holding(trial, order.second))


def _holding(trial: Trial, stems: Iterable[str]) -> set[int]:
    return {n for w in stems for n in trial.postings.get(w, ())}


def _known(trial: Trial, n: int) -> Sequence[Order]:
    """The orders that child sentence `n` gives, read once a trial."""
    known = trial.shared.setdefault("orders", {})
    assert isinstance(known, dict)
    if n not in known:
        text = trial.sentences[n].text
        known[n] = orders_in(text, narrow=_is_short(trial)) if len(text) < _LONG else []
    found: Sequence[Order] = known[n]
    return found


def _by_time(trial: Trial, order: Order, fit: _Fit, forms: Mapping[str, str]) -> tuple[float, Passage, bool] | None:
    """Both events with a time of their own: (how well they fit, where, whether the claim's order is that of the times)."""
    if min(len(order.first), len(order.second)) < 2 and len(trial.sentences) > _LONG_RECORD:
        return None
    first = _best_time(trial, _with_forms(order.first, forms), lambda stems: fit(stems, ())[0])
    second = _best_time(trial, _with_forms(order.second, forms), lambda stems: fit((), stems)[1])
    if first is None or second is None:
        return None
    way = compare(first[1], second[1])
    return (min(first[0], second[0]), trial.sentences[first[2]], way < 0) if way else None


def _with_forms(event: frozenset[str], forms: Mapping[str, str]) -> frozenset[str]:
    return event.union(other for other, own in forms.items() if own in event)


def _best_time(trial: Trial, event: frozenset[str], share: _Share) -> tuple[float, When, int] | None:
    """(share, time, sentence) of the stretch with a time that holds most of the event; None where several times fit."""
    rated = [(share(stems), when, n) for n in sorted(_holding(trial, event)) for when, stems in _times(trial, n)]
    best = max((r[0] for r in rated), default=0.0)
    if best < _SURE:
        return None
    top = [r for r in rated if r[0] >= best - _NEAR]
    return top[0] if all(compare(top[0][1], r[1]) == 0 for r in top) else None


def _times(trial: Trial, n: int) -> Sequence[tuple[When, frozenset[str]]]:
    """(time, stems) of each stretch of sentence `n` that has a time of its own, read once a trial."""
    known = trial.shared.setdefault("times", {})
    assert isinstance(known, dict)
    if n not in known:
        known[n] = stretches_of(trial.sentences[n].text)
    found: Sequence[tuple[When, frozenset[str]]] = known[n]
    return found
