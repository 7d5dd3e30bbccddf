"""Order of two events the other way round than a source gives it.

In: a trial. Out: findings `invented_order` where the parent puts two events in an order ("A before B", "B after A", "A,
then B", "once A, B") and a source puts the same two in the opposite one, with its own such words or with times and dates
at both. Order is only compared where both sides give one; no order of sentences or messages is taken for one. A source
that gives the parent's order anywhere, as far as words can tell, ends the matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import content_stems
from leadline.core.signals.model import Finding

__all__ = ["find"]

_BEFORE = r"(?<!as )(?<!than )(?<!like )before(?! that)|prior to|ahead of|in advance of|earlier than|precede[sd]?|preceding|(?<!same )\bbevor|(?<!\w)avant (?:de|que)|antes de"
_AFTER = r"after(?! that|wards?| all)|followed(?! by)|later than|subsequent to|once|as soon as|nachdem|après|después de"
_THEN = r"(?:and |, |; )(?:only |and )?(?:then|afterwards|later|after that|thereafter|subsequently|finally)\b|, followed by|, whereupon|, next\b|, dann\b|, puis\b|, luego\b"
_MID = re.compile(
    rf"\b(?P<before>{_BEFORE})\b|\b(?P<after>{_AFTER})\b|\b(?P<until>until|till)\b|(?P<then>{_THEN})", re.IGNORECASE
)
_LEAD = re.compile(
    r"^\W*(?:only )?(?:(?P<after>after|once|following|as soon as|nachdem|après|después de)|(?P<before>before|prior to|ahead of|bevor|avant de|antes de))\b(?P<one>[^,;]+),(?P<two>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_FIRST = re.compile(  # "A first, and B afterwards"
    r"^(?P<one>.{8,}?)\b(?:at )?first\b(?: \w+){0,3}(?:,|;| and| but)(?: and)? (?P<two>.{4,}?)\b(?:afterwards|later|next|second|only then|followed)\b(?! by)",
    re.IGNORECASE | re.DOTALL,
)
_NOT = re.compile(
    r"\b(?:not|no|never|nobody|none|nothing|cannot|nor|neither|nicht|kein\w*|ne|jamais|nunca)\b|n['’]t\b", re.IGNORECASE
)
_LACK = re.compile(  # "is not checked before it is reused" tells a lack, "must not be reused before it is checked" an order
    r"\b(?:is|are|was|were|has|have|had|did|does|do|been) (?:not|never)\b|(?:\b(?:is|are|was|were|has|have|had|did|does))n['’]t\b",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"^\s*(?:and |but |so |as |since |because )?(?:the |a |an |my |our |his |her |their |its )?[\w-]+(?: [\w-]+){0,3} (?:is|are|was|were|has|have|will|stays?|remains?)\b|^\s*(?:it|he|she|they|that|this)\b",
    re.IGNORECASE,
)  # a clause with a subject of its own
_NEXT = re.compile(r", (?:and|but|so)\b", re.IGNORECASE)  # another event begins
_EVEN = re.compile(r"\b(?:even|selbst|sogar|même|incluso)(?: those| the ones)?(?: \w+)?\s*$", re.IGNORECASE)
_STOP = re.compile(r"[;.](?:\s|$)|\n")
_MONTHS = {
    name: n
    for n, name in enumerate(("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1)
}
_MONTH = "|".join(_MONTHS)
_TIME = re.compile(
    r"\b(?P<iso>\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?)\b|\b(?P<clock>[0-2]?\d:[0-5]\d(?::\d\d)?)\b"
    rf"|\b(?P<day>\d{{1,2}})\.? (?P<month>{_MONTH})[a-z]*\b|\b(?P<month2>{_MONTH})[a-z]* (?P<day2>\d{{1,2}})\b",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\border (?:is|was|remains|of [^.;,]{1,40} (?:is|was)) (?:not (?:yet )?(?:settled|fixed|known|decided|clear|proven|agreed)|open|unclear|undecided|unknown)|(?:order|sequence) (?:not (?:yet )?(?:settled|fixed|known|decided|proven)|isn['’]t (?:settled|fixed|known|decided|clear|proven))|(?:in any|no particular|whichever|either) order|(?:not|n['’]t|unclear|unknown) (?:\w+ ){0,3}which (?:\w+ ){0,3}first\b|order undecided",
    re.IGNORECASE,
)
_OPEN_STEMS = content_stems(
    "settled fixed known decided clear proven agreed open unclear undecided unknown any particular whichever either which not"
)
_LIGHT = content_stems(
    "first second third last later earlier then finally next came come comes went took place happened followed turn"
)
_NEAR_BY = 3  # sentences around "the order is open" in which the two things stand
_SURE = 0.5  # share of each event's own words that the source must hold in the opposite place
_LIKELY = 0.34
_HALF = 0.75  # unseen authors: 6 of 8 right; on real summaries none of 2: the same thing, another of its acts
_LONG_RECORD = 60  # sentences; in a longer record an event named by one word happens more than once
_NEAR = 0.15  # two stretches with times whose shares differ by less fit an event alike: then its time is not known
_DIGIT = re.compile(r"\d")
_LONG = 1200  # letters; a longer "sentence" is a table or code, whose parts have no order in words
_LISTED = 3  # words of one thing in a list of what is denied
_HEAD = 12  # letters before the first time of a line that begins with it
_Fit = Callable[[Iterable[str], Iterable[str]], tuple[float, float]]
_When = tuple[str, str, str]  # year, month and day, time of day; empty where not given
_Share = Callable[[frozenset[str]], float]


@dataclass(frozen=True, slots=True)
class _Order:
    """Two events, the earlier one first, without the words that they share; `start:end` in the text that gives them."""

    first: frozenset[str]
    second: frozenset[str]
    start: int
    end: int


def find(trial: Trial) -> list[Finding]:
    """One finding a parent sentence at most."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        for order in _orders(sentence.text):
            finding = _judge(trial, sentence, order) or _left_open(trial, sentence, order)
            if finding is not None:
                out.append(finding)
                break
    return out


def _orders(text: str) -> list[_Order]:
    """The orders that a text gives in words, clause by clause."""
    out: list[_Order] = []
    at = 0
    ends = [m.span() for m in _STOP.finditer(text)]
    for start, after in [*ends, (len(text), len(text))]:
        piece, begin = text[at:start], at
        at = after
        lead = _LEAD.match(piece)
        later = _FIRST.match(piece)
        if later is not None:
            pairs = [(content_stems(later["one"]), content_stems(later["two"]))]
        elif lead is not None:
            one, two = content_stems(lead["one"]), content_stems(lead["two"])
            pairs = [(one, two) if lead["after"] else (two, one)]
        else:
            pairs = [_split(piece, m) for m in _MID.finditer(piece) if _puts_in_order(piece, m)]
        for first, second in pairs:
            one, two = first - second - _LIGHT, second - first - _LIGHT
            if one and two:
                out.append(_Order(one, two, begin, start))
    return out


def _puts_in_order(piece: str, word: re.Match[str]) -> bool:
    """Something stands before the word; "until" only orders what is denied till then ("not painted until it is dry")."""
    before = piece[: word.start()]
    if (word["before"] and _LACK.search(before)) or _EVEN.search(before):
        return False  # "even after the merge" concedes
    if not word["until"]:
        return len(before.strip()) > 2
    return _is_denied(before)


def _is_denied(before: str) -> bool:
    """What stands before the word is denied: "not started until three". A clause of its own, or the last of a list of things, is not:
    "it is not started, the runner is busy until three", "no flash, frame to be mended before it leaves"."""
    own = before.rpartition(",")[2]
    return _NOT.search(own if _SAYS.search(own) or len(own.split()) > _LISTED else before) is not None


def _split(piece: str, word: re.Match[str]) -> tuple[frozenset[str], frozenset[str]]:
    left, right = content_stems(piece[: word.start()]), content_stems(_NEXT.split(piece[word.end() :], maxsplit=1)[0])
    if word["after"] or word["until"] or (word["before"] and _is_denied(piece[: word.start()])):
        return right, left  # "not deleted before she is asked": she is asked first
    return left, right


def _judge(trial: Trial, sentence: Passage, order: _Order) -> Finding | None:
    weights = {w: trial.weight(w) for w in sorted(order.first | order.second)}
    first, second = sum(weights[w] for w in order.first), sum(weights[w] for w in order.second)

    def fit(one: Iterable[str], two: Iterable[str]) -> tuple[float, float]:
        """How much of the earlier and of the later event of the claim stands in `one` and `two`."""
        return sum(weights[w] for w in order.first & set(one)) / first, sum(
            weights[w] for w in order.second & set(two)
        ) / second

    against: tuple[float, Passage] | None = None
    agreed = 0.0
    for n in _sharing(trial, order):
        s = trial.sentences[n]
        for other in _known(trial, n):
            agreed = max(agreed, min(fit(other.first, other.second)))
            turned = min(fit(other.second, other.first))
            if (
                max(fit(other.first, other.second)) == 0
                and turned >= _LIKELY
                and (against is None or turned > against[0])
            ):
                against = (turned, s)
    timed = (
        _by_time(trial, order, fit) if agreed < _LIKELY else None
    )  # what words say of an order outweighs dates nearby
    if timed is not None and timed[2]:
        agreed = max(agreed, timed[0])
    elif timed is not None and (against is None or timed[0] > against[0]):
        against = (timed[0], timed[1])
    if against is None or agreed >= against[0]:
        return None
    sure = against[0] >= _SURE
    s = against[1]
    return make(
        trial, "invented_order", "hard" if sure else "suspicion", f'The summary gives the order of two things the other way round than "{trial.pool[s.owner].id}".',
        parent=(sentence.start + order.start, sentence.start + order.end), child=(s.owner, s.start, s.end), probability=0.95 if sure else _HALF,
    )  # fmt: skip


def _left_open(trial: Trial, sentence: Passage, order: _Order) -> Finding | None:
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


def _agreed(trial: Trial, order: _Order) -> bool:
    """Some source gives the parent's order in words."""
    return any(
        order.first & other.first and order.second & other.second
        for n in _sharing(trial, order)
        for other in _known(trial, n)
    )


def _sharing(trial: Trial, order: _Order) -> list[int]:
    """The sentences that speak of both events."""
    return sorted(_holding(trial, order.first) & _holding(trial, order.second))


def _holding(trial: Trial, stems: Iterable[str]) -> set[int]:
    return {n for w in stems for n in trial.postings.get(w, ())}


def _known(trial: Trial, n: int) -> Sequence[_Order]:
    """The orders that child sentence `n` gives, read once a trial."""
    known = trial.shared.setdefault("orders", {})
    assert isinstance(known, dict)
    if n not in known:
        text = trial.sentences[n].text
        known[n] = _orders(text) if len(text) < _LONG else []
    found: Sequence[_Order] = known[n]
    return found


def _by_time(trial: Trial, order: _Order, fit: _Fit) -> tuple[float, Passage, bool] | None:
    """Both events with a time of their own: (how well they fit, where, whether the claim's order is that of the times)."""
    if min(len(order.first), len(order.second)) < 2 and len(trial.sentences) > _LONG_RECORD:
        return None
    first = _best_time(trial, order.first, lambda stems: fit(stems, ())[0])
    second = _best_time(trial, order.second, lambda stems: fit((), stems)[1])
    if first is None or second is None:
        return None
    way = _compare(first[1], second[1])
    return (min(first[0], second[0]), trial.sentences[first[2]], way < 0) if way else None


def _best_time(trial: Trial, event: frozenset[str], share: _Share) -> tuple[float, _When, int] | None:
    """(share, time, sentence) of the stretch with a time that holds most of the event; None where several times fit."""
    rated = [(share(stems), when, n) for n in sorted(_holding(trial, event)) for when, stems in _times(trial, n)]
    best = max((r[0] for r in rated), default=0.0)
    if best < _SURE:
        return None
    top = [r for r in rated if r[0] >= best - _NEAR]
    return top[0] if all(_compare(top[0][1], r[1]) == 0 for r in top) else None


def _times(trial: Trial, n: int) -> Sequence[tuple[_When, frozenset[str]]]:
    """(time, stems) of each stretch of sentence `n` that has a time of its own, read once a trial."""
    known = trial.shared.setdefault("times", {})
    assert isinstance(known, dict)
    if n not in known:
        known[n] = _stretches(trial.sentences[n].text)
    found: Sequence[tuple[_When, frozenset[str]]] = known[n]
    return found


def _stretches(text: str) -> list[tuple[_When, frozenset[str]]]:
    """In a line that begins with a time, what follows each time; else what stands before each ("she called at 10:05")."""
    found = list(_TIME.finditer(text)) if len(text) < _LONG and _DIGIT.search(text) else []
    out: list[tuple[_When, frozenset[str]]] = []
    leads = bool(found) and len(text[: found[0].start()].strip()) <= _HEAD
    for i, m in enumerate(found):
        if leads:
            stretch = text[m.end() : found[i + 1].start() if i + 1 < len(found) else len(text)]
            stretch = (
                text[: m.start()] + stretch if i == 0 else stretch
            )  # "b71d4e0 2026-02-20 compress": the id belongs to it
        else:
            stretch = text[found[i - 1].end() if i else 0 : m.start()]
        out.append((_when(m), content_stems(stretch)))
    return out


def _when(m: re.Match[str]) -> _When:
    if m["iso"]:
        return m["iso"][:4], m["iso"][5:10], m["iso"][11:]
    if m["clock"]:
        return "", "", m["clock"].zfill(8 if m["clock"].count(":") > 1 else 5)
    month, day = m["month"] or m["month2"], m["day"] or m["day2"]
    return "", f"{_MONTHS[month[:3].lower()]:02d}-{int(day):02d}", ""


def _compare(one: _When, two: _When) -> int | None:
    """-1, 0 or 1; None where the two cannot be compared (a date with a mere time of day)."""
    if bool(one[1]) != bool(two[1]):
        return None
    for a, b in zip(one, two, strict=True):
        if a and b and a != b:
            return -1 if a < b else 1
    return 0
