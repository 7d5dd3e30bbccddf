"""A value told as settled that the sources have only as a forecast, an estimate, a target, or as preliminary.

In: a trial. Out: findings `confidence_inflated`. A source governs a value by a word of forecast before it ("forecast: 4,200 pairs", "we expect it to take 9
hours", "predicted 74 MW"), or marks it as not final, in its sentence or in one right after it ("it is preliminary", "not checked for doubles").
The parent is at fault where it states the same value of the same thing without any word of doubt, plan or approximation, every place of
that value in the sources is so governed, and no later sentence makes it final.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from leadline.core.signals.doubt import RESERVED
from leadline.core.signals.findings import make, shortened
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.inventory import Inventory
from leadline.core.signals.model import Finding
from leadline.core.signals.quantities import Quantity, scan
from leadline.core.text.gates import gated

__all__ = ["find_settled"]

_FORECAST = gated(
    r"\b(?:forecast\w*|projection|projected|projects|predict(?:s|ed|ion|ions)|prognos\w*|estimate[sd]?|estimation|extrapolat\w*|expects?(?! (?:you|him|her|them|us|me|that)\b)|expected|anticipat\w*|outlook|(?:the |our |its |'s )targets?(?= (?:for|of|is|was|on)\b)|my guess|guess(?:es|ed)?|rule of thumb|ballpark"
    r"|geschätzt\w*|schätz\w*|prognos\w*|voraussichtlich|erwartet\w*|hochrechnung|estim\w*|prévisions?|prévu\w*|previst\w*|pron[oó]stic\w*|stimat\w*|prevision\w*)\b|预计|预测|見込み|予測|推計|估计",
    flags=re.I,
)
_RESULT = r"(?:results?|counts?|figures?|values?|numbers?|measurements?|readings?|estimates?|data|dating|dates?|findings?|reports?|analys[ei]s|scores?|grades?|marks?|totals?|balance|price|versions?|standings?|tally|tallies|diagnos[ei]s|offer|booking|schedule|slot|look|check)"
_PRELIMINARY = gated(
    rf"\b(?:preliminar(?:y|ily)|provisional(?:ly)?|tentative(?:ly)?|interim|unconfirmed|unverified|unaudited)\b(?= {_RESULT}\b| (?:until|till|and|but|so|as|for)\b|\s*[):;,.—]|\s*$)",
    r"\b(?:not|never) (?:yet )?(?:been )?(?:confirmed|verified|checked|validated|audited|reviewed|replicated|repeated|final)\b",
    r"\bsubject to (?:change|revision|confirmation|review|audit)\b|\bsingle (?:measurement|reading|run|sample|observation)\b|\b(?:may|might) still change\b",
    r"\b(?:vorläufig\w*|unbestätigt\w*|provisoires?|non confirmé\w*|sin confirmar|preliminares?|provisori[oa]s?)\b|暂定|未确认|暫定|未確認|速報",
    flags=re.I,
)
_FIRM = re.compile(  # what turns a value that follows it into one of its own
    r"\b(?:measured|actual\w*|weighed|counted|invoiced?|paid|final\w*|observed|recorded|booked|in fact|really|turned out|came to|was|were|had|limit|maximum|minimum|storage|max|min|lot|interval|range|between|cost of)\b",
    re.I,
)
_FINAL = gated(
    r"\b(?:final|finally|confirm(?:ed|s)|verified|official\w*|definitive\w*|measured|weighed|actual|audited|certified|turned out|came true|bestätigt|endgültig|confirmé|confirmado|(?:was|were|has been|have been|is|are) (?:now )?(?:checked|validated|reviewed|repeated|replicated|met|reached|hit))\b",
    flags=re.I,
)
_NOT = re.compile(
    r"\b(?:not|no|never|nothing|nobody|until|before|when|once|if|unless|wait\w*|await\w*|pending|wants?|needs?|to be)\b|n['’]t\b",
    re.I,
)
_BACK = re.compile(
    r"^\W*(?:but |and |though )?(?:it|this|that|they|these|those|both|the (?:figures?|numbers?|values?|results?|counts?|grades?|dates?|readings?|measurements?|estimates?|lab|model|team|office|archive))\b",
    re.I,
)
_KEEPS = gated(
    r"\b(?:about|around|roughly|as (?:many|much|few|little|high|low|long) as|(?:more|less|fewer|higher|lower) than|guid(?:ed?|es|ance)|set to|on track|approximat\w*|approx|circa|ca|some|nearly|almost|up to|at least|at most|between|range\w*|target\w*|goal\w*|budget\w*|outlook|(?:is|are|was|were) to|prelim\w*|provision\w*|tentativ\w*|interim|draft|first|single|initial\w*|early|so far|for now|currently|model\w*|simulat\w*|calculat\w*|comput\w*|figure|value|median|mean|average|interval|"
    r"etwa|rund|ungefähr|environ|aproximadamente|un[oa]s|circa|faltan)\b|[~≈]|预计|预测|見込み|予測|推計",
    flags=re.I,
)
_DOUBTED = gated(
    r"\b(?:forecasts?|projections?|estimates?|uncertain\w*|caveats?|margin of error|preliminar\w*|provisional\w*|tentative\w*|interim|unconfirmed|unverified|not (?:yet )?(?:been )?(?:confirmed|verified|checked|final))\b",
    flags=re.I,
)
_ASSERTS = re.compile(
    r"\bexpect(?:ed|s)?\b[^.;]{0,80}\b(?:got|actual\w*|but|received|found|was|were)\b", re.I
)  # what a test compares, no forecast
_ASIDE = re.compile(r"\([^()]*\)")
_CUT = re.compile(r"[;.](?=\s)|,\s(?:and|but|while|which)\b|\s[-–—]\s|\b(?:while|whereas)\b")
_WILL = re.compile(r"\bwill\b|\bwon['’]t\b", re.I)
_SMALL = 10  # a bare number below it counts anything
_REACH = 2  # sentences behind a value in which it may be taken back
_SHARED = 1
_P = 0.8


def find_settled(trial: Trial) -> list[Finding]:
    """At most one finding a parent sentence, in order."""
    out: list[Finding] = []
    if not any(_FORECAST.may_match(c.text) or _PRELIMINARY.may_match(c.text) for c in trial.pool):
        return out
    for k, sentence in enumerate(trial.parent_sentences):
        if sentence.kind in ("code", "data", "heading", "log") or _keeps(sentence.text):
            continue
        beside = trial.parent_sentences[max(0, k - 1) : k] + trial.parent_sentences[k + 1 : k + 2]
        if any(_DOUBTED.search(p.text) or (_BACK.match(p.text) and _FORECAST.search(p.text)) for p in beside):
            continue
        found = next((f for q in scan(sentence.text) if (f := _judge(trial, sentence, q)) is not None), None)
        if found is not None:
            out.append(found)
    return out


def _keeps(text: str) -> bool:
    """A word of doubt, plan or approximation; "will" alone is a promise."""
    return RESERVED.search(_WILL.sub(" ", text)) is not None or _KEEPS.search(text) is not None


def _judge(trial: Trial, sentence: Passage, value: Quantity) -> Finding | None:
    if value.unit is None and value.values[0] < _SMALL and not value.decimals:
        return None
    places = _places(trial, value)
    marks: list[str] = []
    for n, q in places:
        mark = _mark(trial, n, q)
        if not mark:
            return None
        marks.append(mark)
    if not marks:
        return None
    n, _ = places[0]
    s = trial.sentences[n]
    about = s.stems.union(*(p.stems for p in trial.sentences[max(0, n - 1) : n + 1] if p.owner == s.owner))
    if len(sentence.stems & about - _digits(sentence)) < _SHARED or _made_final(trial, n, places):
        return None
    quote, where = s.text, trial.pool[s.owner].id
    return make(
        trial, "confidence_inflated", "suspicion",
        f'The summary states "{shortened(sentence.text)}" as settled; "{where}" has the value only as {marks[0]}: "{shortened(quote)}". Whoever goes on plans with it as a fact.',
        parent=(sentence.start, sentence.end), child=(s.owner, s.start, s.end), probability=_P,
    )  # fmt: skip


def _places(trial: Trial, value: Quantity) -> list[tuple[int, Quantity]]:
    """Where the sources have the value: sentences, and the number by the sentence's own offsets; in order, none for one beyond sentences."""
    at = trial.shared.get("sentence starts")
    if not isinstance(at, list):
        at = trial.shared["sentence starts"] = [(s.owner, s.start) for s in trial.sentences]
    out: list[tuple[int, Quantity]] = []
    for owner, q in Inventory.of(trial).places(value.values[0]):
        n = bisect_right(at, (owner, q.start)) - 1
        if n >= 0 and trial.sentences[n].owner == owner and _same(value, q):
            s = trial.sentences[n]
            out.append((n, q._replace(start=q.start - s.start, end=q.end - s.start, stop=q.stop - s.start)))
    return sorted(out, key=lambda place: place[0])


def _digits(s: Passage) -> frozenset[str]:
    return frozenset(w for w in s.stems if w[0].isdigit())


def _same(one: Quantity, two: Quantity) -> bool:
    """Equal numbers with equal units, or with none on one side."""
    if not set(one.values) & set(two.values):
        return False
    return one.unit is None or two.unit is None or one.unit.dimension == two.unit.dimension


def _mark(trial: Trial, n: int, value: Quantity) -> str:
    """ "a forecast" or "preliminary" where the sentence, or one right behind it, makes the value so; else nothing."""
    s = trial.sentences[n]
    before = re.split(r"[;.]\s", s.text[: value.start])[-1]
    mark = None
    for m in _FORECAST.finditer(before):
        mark = m
    if mark is not None and not _ASSERTS.search(s.text) and not _FIRM.search(before[mark.end() :]):
        return "a forecast or estimate"
    start = max((m.end() for m in _CUT.finditer(s.text, 0, value.start)), default=0)
    end = _CUT.search(s.text, value.end)
    if s.kind != "data" and _PRELIMINARY.search(s.text[start : end.start() if end else len(s.text)]):
        return "not final"
    for p in trial.sentences[n + 1 : n + 1 + _REACH]:
        if p.owner != s.owner:
            break
        if _BACK.match(p.text) and _PRELIMINARY.search(_ASIDE.sub(" ", p.text)):
            return "not final"
    return ""


def _made_final(trial: Trial, first: int, places: list[tuple[int, Quantity]]) -> bool:
    """A later sentence confirms it: about the same, or of no content of its own."""
    about = frozenset().union(*(trial.sentences[n].stems for n, _ in places))
    for s in trial.sentences[first + 1 :]:
        said = _FINAL.search(s.text)
        if (
            said is not None
            and not _NOT.search(s.text[: said.end()])
            and not _PRELIMINARY.search(s.text)
            and (s.stems & about or _BACK.match(s.text))
        ):
            return True
    return False
