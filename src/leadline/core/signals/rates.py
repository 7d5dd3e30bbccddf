"""A rate told as the rule: "it deadlocked in 3 of 40 runs" in the sources, "it deadlocks" in the parent.

In: a trial. Out: findings `confidence_inflated`. A small part of the cases ("3 of 40", "one in nine", "6 %") is told without any measure: by the
same verb in the present, which says it of every time, or of the things as a whole ("the leaflets were printed askew"). A bare
plural in the past ("messages were lost") only says that it happened, and is no fault. Any word of number, share, frequency, possibility
or kind in the parent's sentence keeps the rate; a source that says it of all, or of most, clears it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from leadline.core.signals.acts import words_in
from leadline.core.signals.counts import COUNT, NUMBERS, UNIVERSAL, is_full, segment_of, value_of
from leadline.core.signals.findings import make, shortened
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import NUMBER_WORDS, STOP
from leadline.core.signals.model import Finding
from leadline.core.signals.state_words import AUX, PREPOSITION
from leadline.core.signals.verbs import is_participle, is_past, verb_key
from leadline.core.text.gates import gated
from leadline.core.text.words import word_set

__all__ = ["find_rates"]

_WORDS = "|".join(sorted((w for w in NUMBER_WORDS if w.isascii()), key=len, reverse=True))
_IN_WORDS = gated(
    rf"\b(?P<a>(?:{_WORDS})|\d{{1,5}}) (?:in|of|out of) (?:about |roughly |every |some |the |its )?(?P<b>(?:{_WORDS})|\d{{1,6}}|a (?:dozen|hundred))\b",
    flags=re.I,
)
_DIGIT = re.compile(r"\d")
_NUMBERED = gated(rf"\b(?:{_WORDS}|{NUMBERS})\b", flags=re.I)
_OF_WHOLE = re.compile(
    r"(?:^|[.;:] )\W*of (?:the |its |our |these |about |all )?(?P<b>\d{1,6}) (?P<noun>[\w'-]+)(?: [\w'-]+){0,3}?, (?:only |just |about )?(?P<a>\d{1,5}) (?=[a-z])",
    re.I,
)
_PERCENT = re.compile(
    r"(?<![\w.,])(?P<a>\d{1,2}(?:[.,]\d+)?)\s?(?:%|percent\b|per cent\b|prozent\b|pour cent\b|por ciento\b)", re.I
)
_OF = re.compile(r" (?:of|der|des|de) (?:the |all |our |these )?[a-z]", re.I)
_MEASURED = gated(
    r"\b(?:some\w*|occasional\w*|rare\w*|seldom|often|once|twice|times?|intermittent\w*|flak\w*|sporadic\w*|random\w*|partly|partial\w*|parts?|few|several|many|most\w*|minority|majority|numbers? of|groups? of|lots?|plenty|handful|couple|pair|shares?|rates?|ratio|percent\w*|certain|about|around|roughly|nearly"
    r"|almost|can|could|may|might|would|should|must|will|chance\w*|probab\w*|possib\w*|likely|unlikely|risk\w*|tend\w*|now and (?:then|again)|in places|individual|single|only|not|no|never|nobody|none|up to|at least|at most|third|quarter|half|fraction|tenth|dozen|hundred"
    r"|case|cases|instances?|attempts?|frequen\w*|usual\w*|typical\w*|general\w*|normal\w*|common\w*|repeated\w*|again|if|when\w*|where|unless|until|asked|wants?|wanted|said|says|reports?|reported|suspect\w*|an?|manche\w*|einige\w*|manchmal|selten|gelegentlich|teils|parfois|certains|certaines|quelques|rarement|algunos|algunas|veces|raramente)\b"
    r"|\d|%|n['’]t\b|\?",
    flags=re.I,
)
_WHOLE = re.compile(
    r"^\W*(?:the|its|their|our|his|her|these|those) (?:[\w'-]+ ){0,2}?(?P<noun>[\w'-]+s) (?:was |were |are |have |had |has |been |all ){0,2}(?P<deed>[a-z]+)\b",
    re.I,
)
_INTO = word_set("in on for during per at within")  # "fails in 3 of 40 runs"
_THIRD = word_set("has does is was its this always less us plus as yes alas perhaps besides")
_NO_EVENT = word_set(
    "run ran runs running test tests tested attempt attempts time times case cases try tries tried find found show shows showed see saw look looks have has had do did does make made get got say says said"
)
_NO = re.compile(
    r"\b(?:no|not|never|none|nobody|nothing|neither|nor|if|would|could|may|might|must|should|allows?|allowed|until|unless)\b|n['’]t\b",
    re.I,
)
_MANY = 12.0  # "a dozen", "a hundred"
_YEAR = re.compile(r"\bin (?:1[89]|20)\d\d$", re.I)  # "15 in 2009" is no share
_ARTICLE = re.compile(r"\ban?\b", re.I)  # no measure of its own: "the tool loses a page" is told of every time
_HITS = 8  # sentences nearest to a clause in which, or right behind which, its rate stands
_SMALL = 0.4  # share up to which a part is small
_NEAR = 4
_ARTICLES = word_set("of the its our their these those all")
_SHARED = 2  # content words
_LEAST = 0.7  # of the parent's clause
_REACH = 7  # words beside a count in which its verb stands
_BACK = 1  # sentences before the rate that say what it is of
_P = 0.9


class _Rate(NamedTuple):
    """A small part of the cases, with the verbs and the words that it is told with."""

    sentence: int
    start: int
    end: int
    verbs: frozenset[str]
    counted: frozenset[str]
    about: frozenset[str]


def find_rates(trial: Trial) -> list[Finding]:
    """At most one finding a parent sentence, in order."""
    out: list[Finding] = []
    last = -1
    for clause, sentence in trial.parent_clauses:
        if sentence.kind in ("code", "data", "heading", "log") or sentence.start == last or len(clause.stems) < _SHARED:
            continue
        if _MEASURED.search(_ARTICLE.sub(" ", clause.text)) or set(words_in(clause.text)) & NUMBER_WORDS.keys():
            continue
        near = sorted(
            {n for h in trial.align(clause, _HITS) for n in (h.sentence, h.sentence + 1) if n < len(trial.sentences)}
        )
        found = next((f for n in near for r in _rates(trial, n) if (f := _judge(trial, clause, r)) is not None), None)
        if found is not None:
            last = sentence.start
            out.append(found)
    return out


def _rates(trial: Trial, n: int) -> list[_Rate]:
    """The small parts that a sentence of the children tells; read once a trial."""
    kept = trial.shared.setdefault("rates", {})
    assert isinstance(kept, dict)
    found: list[_Rate] | None = kept.get(n)
    if found is None:
        found = kept[n] = list(_read(trial, n))
    return found


def _read(trial: Trial, n: int) -> Iterator[_Rate]:
    s = trial.sentences[n]
    if s.kind in ("code", "heading") or s.text.rstrip().endswith("?"):
        return
    for m in _parts(s.text):
        start, end = segment_of(s.text, m.start())
        segment = s.text[start:end]
        if UNIVERSAL.search(segment) or _NO.search(segment):
            continue
        before = [p for p in trial.sentences[max(0, n - _BACK) : n] if p.owner == s.owner]
        about = s.stems.union(*(p.stems for p in before))
        counted, verbs = _around(s.text[start : m.start()], s.text[m.end() : segment_of(s.text, m.end())[1]])
        counted |= {verb_key(m["noun"].lower())} if m.re is _OF_WHOLE else frozenset()
        if verbs:
            yield _Rate(n, s.start + start, s.start + end, verbs, counted, about)


def _around(before: str, after: str) -> tuple[frozenset[str], frozenset[str]]:
    """What is counted, and the keys of the verbs that the part is told of: "fails in 3 of 40 runs", "misreads 1 in 15 dates", "9 of 220 leaflets were printed"."""
    lead, rest = words_in(before), words_in(after)
    while rest[:1] and rest[0] in _ARTICLES:
        rest = rest[1:]
    if (
        lead and lead[-1] in _INTO and len(lead) < _SHARED and len(rest) > 1
    ):  # "In three of forty nights the monitor drops"
        return frozenset((verb_key(rest[0]),)), frozenset(
            verb_key(w) for w in rest[2:] if w.endswith("s") and _may_be_verb(w)
        )
    noun = next((i for i, w in enumerate(rest) if w in PREPOSITION or w in AUX or is_past(w)), min(2, len(rest)))
    verbs = [w for w in lead[-_REACH:] if _may_be_verb(w) and (w.endswith("s") or is_past(w) or is_participle(w))]
    behind = [w for w in rest[noun : noun + _NEAR] if _may_be_verb(w)]
    verbs += [w for w in behind[:1] if is_past(w) or is_participle(w)]
    if not verbs and len(rest) > 1 and rest[0].endswith("s") and _may_be_verb(rest[1]) and not rest[1].endswith("s"):
        verbs.append(rest[1])  # "3 of 12 experts mention"
    return frozenset(verb_key(w) for w in rest[:noun]), frozenset(verb_key(w) for w in verbs)


def _parts(text: str) -> list[re.Match[str]]:
    """The small parts of a sentence: "3 of 40", "one in nine", "6 %"."""
    if not _DIGIT.search(text) and not _NUMBERED.may_match(text):
        return []  # every part is a number of a number
    out = [m for m in COUNT.finditer(text) if _is_small(value_of(m["a"]), value_of(m["b"]) if m["b"] else None)]
    out += [
        m for m in _IN_WORDS.finditer(text)
        if not any(m.start() < o.end() and o.start() < m.end() for o in out) and _is_small(value_of(m["a"]), value_of(m["b"]) or _MANY)
    ]  # fmt: skip
    out += [m for m in _OF_WHOLE.finditer(text) if _is_small(value_of(m["a"]), value_of(m["b"]))]
    out += [
        m
        for m in _PERCENT.finditer(text)
        if 0 < float(m["a"].replace(",", ".")) <= 100 * _SMALL and _OF.match(text, m.end())
    ]
    return [m for m in out if not _YEAR.search(m.group())]


def _is_small(part: float | None, whole: float | None) -> bool:
    return part is not None and whole is not None and whole > 2 and 0 < part <= _SMALL * whole


def _may_be_verb(word: str) -> bool:
    return (
        word.isalpha() and word not in STOP and word not in NUMBER_WORDS and word not in _NO_EVENT and word not in PREPOSITION
        and len(word) > 2
    )  # fmt: skip


def _judge(trial: Trial, clause: Passage, rate: _Rate) -> Finding | None:
    shared = clause.stems & rate.about
    if len(shared) < _SHARED or len(shared) < _LEAST * len(clause.stems) or not _tells(clause.text, rate):
        return None
    s = trial.sentences[rate.sentence]
    for n, other in enumerate(trial.sentences):
        if n != rate.sentence and other.stems & shared:
            if UNIVERSAL.search(other.text) or is_full(other.text):
                return None
            if (
                len(other.stems & shared) > 1
                and not _parts(other.text)
                and not any(c.isdigit() for c in other.text)
                and _tells(other.text, rate)
            ):
                return None  # a source tells it flatly itself
    quote = trial.pool[s.owner].text[rate.start : rate.end].strip()
    return make(
        trial, "confidence_inflated", "suspicion",
        f'The summary says "{shortened(clause.text)}", as if it were so every time; "{trial.pool[s.owner].id}" has it for a part only: "{shortened(quote)}".',
        parent=(clause.start, clause.end), child=(s.owner, rate.start, rate.end), probability=_P,
    )  # fmt: skip


def _tells(text: str, rate: _Rate) -> bool:
    """One of the verbs in the present, or in the past of the counted things as a whole."""
    whole = _WHOLE.match(text)
    if (
        whole is not None
        and verb_key(whole["deed"].lower()) in rate.verbs
        and verb_key(whole["noun"].lower()) in rate.counted
    ):
        return True
    words = words_in(text)
    for i, word in enumerate(words):
        if verb_key(word) not in rate.verbs or not i or is_past(word) or is_participle(word):
            continue
        if word.endswith("s") and word not in _THIRD and not word.endswith("ss"):
            return (
                words[i - 1] not in AUX
                and words[i - 1] not in PREPOSITION
                and words[i - 1] not in STOP
                and not words[i - 1].endswith("s")
            )
        if words[i - 1].endswith("s") and words[i - 1] not in STOP and words[i - 1] not in AUX:
            return True  # "the experts mention"
    return False
