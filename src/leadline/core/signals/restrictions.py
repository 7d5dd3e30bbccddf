"""A restriction dropped: "on staging only", "just for list queries", "only there" in the sources, and the same act told of everywhere.

In: a trial. Out: findings `scope_widened`. Leaving words out is what summaries are for, so only what a source marks as a limit counts: only,
solely, exclusively, just before a place, time or group, in a leave, an order or a wish of the user; "and nothing else"; "limited to"; "only there" of the place in the sentence before. The
parent is at fault where a clause tells the act of that sentence, the limiting words stand nowhere in the parent in any form, and neither
its sentence nor one beside it about the same has a limit of its own. A leave for one single thing ("this one mail") is no leave for such things. What a later sentence of the sources says without the limit lifts it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import NamedTuple

from leadline.core.signals.acts import words_in
from leadline.core.signals.counts import UNIVERSAL
from leadline.core.signals.findings import make, shortened
from leadline.core.signals.index import Passage, Trial, clauses_of
from leadline.core.signals.lexis import STOP, WORD, content_stems
from leadline.core.signals.limit_words import (
    AFTER,
    ANY_ONE,
    ASKS,
    BARE,
    BEFORE,
    CHEAP,
    CUT,
    ELSE,
    LIMITED,
    LIMITS,
    MARK,
    MORE,
    ONE,
    ORDERS,
    PERMITS,
    PLACE,
    PLACES,
    THERE,
    TIMES,
)
from leadline.core.signals.model import Finding
from leadline.core.signals.verbs import is_participle, is_past, verb_key
from leadline.core.text.words import word_set

__all__ = ["find_unrestricted"]

_SHARE = 0.5  # of the weight of the act that the parent's clause must hold
_LEAST = 0.6  # of the weight of the parent's clause that the sentence with the limit must hold
_ELSEWHERE = 0.8  # of the shared words: what holds so much tells the act
_LIGHT = word_set("please use uses used using user user's users now ok okay yes then")
_BEGIN = 4  # letters by which a word is known again in another form
_LEADS = word_set("to may can must should shall will would now not be also is are")
_MIN = 2  # content words of it
_P = 0.9
_P_DEED = 0.6  # of a single deed the place is left out as often as not


class _Limit(NamedTuple):
    """The words that a source limits an act by, the sentence, and what else stands in it."""

    words: frozenset[str]
    names: tuple[str, ...]
    sentence: int
    start: int
    end: int
    act: frozenset[str]
    told: str  # the act in the source's words
    own: frozenset[str]  # the limiting words as they are compared
    permits: bool


def find_unrestricted(trial: Trial) -> list[Finding]:
    """At most one finding a limit, in the order of the sources."""
    out = _of_one(trial)
    limits = [limit for n in trial.masked.may_match(CHEAP) for limit in _limits(trial, n)]
    if not limits:
        return out
    for limit in limits:
        if not _may_be_gone(trial, limit):
            continue
        found = _dropped(trial, limit)
        if found is not None:
            out.append(found)
    return out


def _of_one(trial: Trial) -> list[Finding]:
    """What was allowed or ordered of one single thing, allowed of such things: "this one photo", "photos may be shared"."""
    out: list[Finding] = []
    for n in trial.masked.may_match(ONE):
        s = trial.sentences[n]
        one = ONE.search(s.text)
        if one is None or ASKS.search(s.text) or not PERMITS.search(s.text):
            continue
        noun = (one["what"] or one["bare"]).lower()
        plural = re.compile(rf"\b{re.escape(noun)}e?s\b|\b(?:any|every|each) {re.escape(noun)}\b", re.I)
        verbs = _words(s.text) - _words(noun)
        for clause, sentence in trial.parent_clauses:
            many = plural.search(clause.text)
            if many is None or not PERMITS.search(clause.text) or ANY_ONE.search(clause.text[: many.start()]):
                continue
            if (
                not _words(clause.text) & verbs
                or LIMITS.search(sentence.text)
                or any(
                    plural.search(x.text) and PERMITS.search(x.text) and not LIMITS.search(x.text)
                    for x in trial.sentences[n + 1 :]
                )
            ):
                continue
            out.append(_finding(trial, clause, s.owner, s.start, s.end))
            break
    return out


def _finding(trial: Trial, clause: Passage, owner: int, start: int, end: int, probability: float = _P) -> Finding:
    where, quote = trial.pool[owner].id, trial.pool[owner].text[start:end]
    return make(
        trial, "scope_widened", "suspicion",
        f'The summary says "{shortened(clause.text)}"; "{where}" limits it: "{shortened(quote, 160)}". Whoever goes on does it where it was not meant.',
        parent=(clause.start, clause.end), child=(owner, start, end), probability=probability,
    )  # fmt: skip


def _limits(trial: Trial, n: int) -> list[_Limit]:
    s = trial.sentences[n]
    if s.kind in ("code", "heading") or len(s.text) > 600 or ASKS.search(s.text):
        return []
    out: list[_Limit] = []
    for shape in (BEFORE, AFTER, ELSE, LIMITED):
        for m in shape.finditer(s.text):
            what = next(v for v in m.groupdict().values() if v)
            what = what[max((p.end() for p in PLACES.finditer(what)), default=0) :] or what
            at = m.start() + m.group().index(what)
            out += _limit(trial, n, n, what, at)
    if THERE.search(s.text) and n and trial.sentences[n - 1].owner == s.owner:
        for m in PLACE.finditer(trial.sentences[n - 1].text):
            if not set(WORD.findall(m["what"].lower())) & TIMES:
                out += _limit(trial, n - 1, n, m["what"], m.start("what"))
                break
    return out


def _limit(trial: Trial, n: int, until: int, what: str, at: int) -> list[_Limit]:
    """The limit, where its words are content words of their own."""
    names = tuple(w.lower() for w in WORD.findall(what) if w.lower() not in STOP or w.isupper())
    words = content_stems(what)
    if not names or all(w[0].isdigit() for w in names):
        return []
    s = trial.sentences[n]
    told = _act(s.text, at)
    if s.role != "user" and not PERMITS.search(told) and not ORDERS.search(told):
        return []  # of what merely happened a summary leaves the place out as often as not
    act = content_stems(told) - words
    end = trial.sentences[until].end
    return (
        [_Limit(words, names, n, s.start, max(s.end, end), act, told, _words(what), PERMITS.search(told) is not None)]
        if act
        else []
    )


def _act(text: str, at: int) -> str:
    """The part of the sentence that the limit stands in; of the parts before it where that is nothing but the limit."""
    cuts = [0, *(m.end() for m in CUT.finditer(text)), len(text)]
    last = max(k for k, cut in enumerate(cuts[:-1]) if cut <= at)
    for first in range(last, -1, -1):
        told = text[cuts[first] : cuts[last + 1]]
        if BARE.sub("", text[cuts[first] : at]).strip(" ,;:-–—") if first == last else _words(told):
            return told
    return ""


def _dropped(trial: Trial, limit: _Limit) -> Finding | None:
    s = trial.sentences[limit.sentence]
    for clause, sentence in trial.parent_clauses:
        if sentence.kind in ("code", "data", "heading") or ASKS.search(clause.text):
            continue
        if clause.stems.isdisjoint(limit.act) or not _is_gone(trial, clause, limit) or not _tells(clause, limit):
            continue
        act, mine = _words(limit.told) - limit.own, _words(clause.text)
        shared = frozenset(w for w in mine if w in act)
        if len(shared) < _MIN and not (shared and len(shared) == len(act)):
            continue
        held = (
            act
            | limit.own
            | _words(
                " ".join(
                    p.text
                    for p in trial.sentences[max(0, limit.sentence - 1) : limit.sentence + 2]
                    if p.owner == s.owner
                )
            )
        )
        if len(shared) < _SHARE * len(act) or len(mine & held) < _LEAST * len(mine):
            continue
        if LIMITS.search(sentence.text) or _limited_beside(trial, sentence, limit):
            continue
        if _lifted(trial, limit, shared) or _from_elsewhere(trial, clause, limit, shared):
            continue
        return _finding(trial, clause, s.owner, limit.start, limit.end, _P if _holds_on(clause) else _P_DEED)
    return None


def _words(text: str) -> frozenset[str]:
    """The content words of a text, each known again in another form of a verb."""
    return frozenset(verb_key(w) for w in words_in(text) if w not in STOP and w not in _LIGHT and not MARK.fullmatch(w))


def _may_be_gone(trial: Trial, limit: _Limit) -> bool:
    """Of the limit nothing stands in the parent, or only its head."""
    here = _kept(trial, limit)
    return not here or (len(limit.names) > 1 and here == [limit.names[-1]])


def _is_gone(trial: Trial, clause: Passage, limit: _Limit) -> bool:
    """Of the limit nothing stands in the parent, or only its head, without what narrows it: "calls" of "GET calls"."""
    return not _kept(trial, limit) or limit.names[-1] in WORD.findall(clause.text.lower())


def _kept(trial: Trial, limit: _Limit) -> list[str]:
    """The limiting words that stand in the parent in any form."""
    kept = trial.shared.get("parent words")
    if not isinstance(kept, frozenset):
        words = {w for s in trial.parent_sentences for w in WORD.findall(s.text.lower())}
        kept = trial.shared["parent words"] = frozenset(words | {w[:_BEGIN] for w in words if len(w) >= _BEGIN})
    low = trial.shared.setdefault("parent low", trial.parent.lower())
    assert isinstance(low, str)
    return [n for n in limit.names if n in kept or (len(n) >= _BEGIN and (n[:_BEGIN] in kept or n in low))]


def _tells(clause: Passage, limit: _Limit) -> bool:
    """The clause has the verb of the act, or permits as the source does."""
    if limit.permits and PERMITS.search(clause.text):
        return True
    words = words_in(clause.text)
    verbs = {verb_key(w) for w in words_in(limit.told) if w not in STOP} - limit.own
    return any(
        verb_key(w) in verbs
        and (is_past(w) or is_participle(w) or w.endswith("s") or bool(set(words[max(0, i - 2) : i]) & _LEADS))
        for i, w in enumerate(words)
    )


def _holds_on(clause: Passage) -> bool:
    """The clause permits, orders, or tells what holds from now on: no report of one deed."""
    words = words_in(clause.text)
    past = any(is_past(w) and not set(words[max(0, i - 3) : i]) & _LEADS for i, w in enumerate(words))
    return PERMITS.search(clause.text) is not None or UNIVERSAL.search(clause.text) is not None or not past


def _limited_beside(trial: Trial, sentence: Passage, limit: _Limit) -> bool:
    """A sentence beside it about the same thing has a limit."""
    at = bisect_left(trial.parent_sentences, sentence.start, key=lambda p: p.start)
    beside = trial.parent_sentences[max(0, at - 1) : at] + trial.parent_sentences[at + 1 : at + 2]
    return any(
        LIMITS.search(c.text) and (_tells(c, limit) or (c.start == p.start and p.start > sentence.start))
        for p in beside
        for c in clauses_of(p)
    )


def _lifted(trial: Trial, limit: _Limit, shared: frozenset[str]) -> bool:
    """A later sentence about the act speaks of more, or of another case."""
    return any(
        len(s.stems & shared) >= min(_MIN, len(shared)) and not s.stems & limit.words and MORE.search(s.text)
        for s in trial.sentences[limit.sentence + 1 :]
    )


def _from_elsewhere(trial: Trial, clause: Passage, limit: _Limit, shared: frozenset[str]) -> bool:
    """Another sentence tells the act without the limit: the clause may be written from it."""
    return any(
        h.sentence != limit.sentence
        and not trial.sentences[h.sentence].stems & limit.words
        and _weight(trial, trial.sentences[h.sentence].stems & shared) >= _ELSEWHERE * _weight(trial, shared)
        for h in trial.align(clause, 4)
    )


def _weight(trial: Trial, stems: frozenset[str]) -> float:
    return sum(trial.weight(w) for w in sorted(stems))
