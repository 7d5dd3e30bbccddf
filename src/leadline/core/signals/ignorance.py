"""Told where the sources say that they do not know: an order, a cause or a doer that somebody has said nobody can tell.

In: a trial. Out: findings `invented_order`, `invented_cause` and `invented_actor_or_approval`. A source says in so many words that it is not known
what came first, why something happened, or who did it ("I cannot say which came first", "either can be chance", "the log does not show who drove").
That is owed like any open point. The summary is at fault where it tells what the words stand beside, in a sentence that orders, explains or
names a doer, and has no word anywhere that such a thing is open. However it words its claim, the doubt would have to be there.
No finding where a later message takes the matter up again.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from leadline.core.signals.acts import words_in
from leadline.core.signals.findings import make, shortened
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import content_stems
from leadline.core.signals.model import Finding
from leadline.core.signals.unknown_doers import deeds_of
from leadline.core.signals.verbs import verb_key
from leadline.core.text.gates import Gated, gated

__all__ = ["find_told_unknown"]

_P = 0.9
_BACK = 2  # sentences before it that such a sentence speaks of
_SHARED = 2  # stems by which the summary tells of the same
_LONG = 120  # sentences of the children; in a longer record what was not known in one place was found out in another, in other words

_NOT_KNOWN = (
    r"(?:\b(?:can(?:not|['’]t| not)|could(?: not|n['’]t)|unable to|impossible to|hard to) (?:yet |really |now |even |possibly |be |to )*(?:tell|told|say|said|see|prove|explain|separate|know|judge|decide|find|name|attribute|put|place|order|determine|establish|reconstruct|work out|sure|pin|distinguish)"
    r"|\b(?:do|does|did)(?: not|n['’]t) (?:yet |really |even )*(?:know|say|tell|show|give|state|record|reveal|explain|want to (?:name|say|guess))"
    r"|\bnot (?:yet )?(?:known|clear|sure|certain|recorded|logged|given|established|stated|shown|documented|place|put)\b|\b(?:unknown|unclear|uncertain)\b|\b(?:nobody|no one) (?:knows|can (?:say|tell)|said|saw|recorded)"
    r"|\bno idea\b|\b(?:won['’]t|wouldn['’]t|(?:will|would) not) (?:blame|name|guess|say|speculate)"
    r"|\b(?:weiß|wissen|ist|steht|kann|können) (?:\w+ ){0,3}?(?:nicht|unklar|unbekannt|offen)\b|\bunklar\b|\bn(?:e |['’])(?:\w+ ){0,2}?(?:sais|sait|savons|peux|peut|dit|indique) pas\b|\bno (?:sé|se sabe|sabemos|puedo decir|consta|está claro)\b)"
)
_ORDER = gated(
    rf"{_NOT_KNOWN}[^.;?\n]{{0,60}}?\b(?:before or after|after or before|(?:came|comes?|was|is|were|happened|ran|went|goes) (?:first|earlier|before)|which (?:\w+ ){{0,3}}(?:preceded|first)|in (?:any |what |which |an? )?order|the (?:order|sequence)|before whom|(?:whether|if) [^.;?\n]{{0,60}}\b(?:before|after|earlier|later)|zuerst|reihenfolge|ordre|en qué orden|orden)\b",
    r"\bno particular order\b|\bgives? no (?:order|sequence)\b|\b(?:order|sequence|dates? of \w+(?: \w+){0,3}) (?:is|are|was|were|remains?) (?:not (?:in|given|known|recorded|stated)|missing|unknown|unclear)\b",
    flags=re.I,
)
_CAUSE = gated(
    rf"{_NOT_KNOWN}[^.;?\n]{{0,60}}?\b(?:why|(?:a |the |its |any )?causes?\b(?! \w+ing)|(?:a |the |any )?reasons?|which (?:of (?:them|these|those|the \w+) )?matters?|matters|if either|separate|to blame|blame|explanations?|responsible|connected|related|made the difference|warum|weshalb|ursache|pourquoi|por qué|causa)\b",
    r"\b(?:can(?:not|['’]t| not)|could(?: not|n['’]t)) (?:yet )?(?:separate|distinguish|blame|rule out) (?:them|the (?:two|three)|these|either|anyone|anybody)\b|\b(?:can(?:not|['’]t)|could(?: not|n['’]t)) tell (?:them|the (?:two|three)|these) apart\b|\b(?:won['’]t|(?:will|would) not) blame\b",
    r"\b(?:can|could|may|might) (?:just |well |as well |both |also |equally )*be (?:by |pure |mere )?(?:chance|coincidence)\b",
    r"(?<!can )(?<!could )\bneither (?:of (?:them|these|the two) )?(?:proves?|explains)\b|\bproves? nothing\b|\bfound (?:no|neither)\b[^.;\n]{0,20}\b(?:explanation|reason|cause)\b|\b(?:explanation|reason|cause)\b[^.;\n]{0,20}\bfound none\b|\bno (?:known |clear )?(?:cause|reason|explanation)s?\b[^.;\n]{0,20}\b(?:known|found|given|established|named)\b|\bno \w+ I have (?:gives|names) (?:one|it|any)\b",
    r"\b(?:cause|reason) (?:is|was|remains|stays) (?:still )?(?:unknown|open|unclear|undetermined|not (?:known|established|found|clear))\b",
    flags=re.I,
)
_WHO = gated(
    rf"{_NOT_KNOWN}[^.;?\n]{{0,30}}?(?<!before )(?<!after )\b(?:who|whom|whose|by whom|wer|qui|quién)\b(?! (?:has|have|had|is|are|should|must|ought)\b(?: to)?)|\bfind out who\b",
    flags=re.I,
)

_OPEN = (
    _NOT_KNOWN[:-1]
    + r"|\b(?:not|no|nobody|none|nothing|neither|never|without|w/o|cannot|un(?:known|clear|certain|determined|decided|resolved|explained|settled|dated|sorted|ordered|confirmed|proven|proved|identified|established|usable|named|readable)"
    r"|undetermined|indeterminate|open|whether|might|may|could|possib\w*|probab\w*|perhaps|maybe|suspect\w*|suspicion|guess\w*|doubt\w*|find out|found out|either|missing|lack\w*|question\w*|pending|mystery|puzzl\w*|theor\w*|hypothes\w*|alleged\w*|coinciden\w*|chance|nicht|kein\w*|unbekannt|offen|pas|aucun\w*|inconnu\w*|sin|desconocid\w*|tbd)\b|n['’]t\b|\?)"
)


def _about(words: str) -> re.Pattern[str]:
    """A word of the matter beside a word of doubt: "which of them came first cannot be told", "no known cause"."""
    between = r"(?:[^.;\n]|\.(?=\S)){0,100}?"
    return re.compile(rf"(?:{_OPEN}){between}(?:{words})|(?:{words}){between}(?:{_OPEN})", re.I)


class _Matter(NamedTuple):
    """One thing that may be unknown: how a source says so, how a summary keeps that, and how it claims to know."""

    kind: str
    unknown: Gated
    kept: re.Pattern[str]
    claims: re.Pattern[str]
    what: str


_MATTERS = (
    _Matter(
        "invented_order", _ORDER,
        _about(r"\b(?:which came|before or after|first|order\w*|sequence|earlier|later|dat(?:ed|es?)|preced\w*|chronolog\w*|undated|unsorted|times?|timestamps?|reihenfolge|zuerst|ordre|orden)\b"),
        re.compile(
            r"\b(?:before|after|afterwards|then|first|second|next|finally|later|earlier|follow\w*|having|once|when|already|previously|subsequent\w*|thereupon|whereupon|on top|began|begins|starts?|started|finish\w*|last|preced\w*|faced with|in response|only|dann|danach|zuerst|puis|ensuite|avant|après|luego|después|antes)\b", re.I),
        "what came first",
    ),
    _Matter(
        "invented_cause", _CAUSE,
        _about(r"\b(?:why|caus\w+|reasons?|matter\w*|chance|coinciden\w+|pro(?:of|v\w+)|separa\w+|tell\w*|blam\w+|expla\w+|responsib\w+|trigger\w*|origin|culprit|relat(?:ed|ion)|link\w*|connect\w*|brought (?:it )?about|behind|evidence|attribut\w+|warum|ursache|grund|pourquoi|raison|por qué|causa)\b|\bunexplained\b|\bcame of\b"),
        re.compile(
            r"\b(?:because|since|due|owing|thanks|hence|thus|therefore|so that|caus\w+|trigger\w+|led|leads?|result\w*|stem\w*|aris\w+|arose|attribut\w+|explain\w*|behind|responsible|culprit|blame\w*|reason|fault|push\w*|dr[oi]ve\w*|dragg?\w*|pull\w*|brought|brings?|sent|sends?|(?<=\w )(?:left|leaves)(?= (?:the|an?|its?|some|all|half|most|\d+|one|two|three|four|five|six|seven|eight|nine|ten)\b)|made|makes?|puts?|rais\w+|lower\w*|slow\w*"
            r"|br[eo]ke|breaks?|crash\w*|knock\w*|tripp\w*|carr(?:y|ied|ies)|creat\w+|produc\w+|forc\w+|prompt\w*|provok\w+|spark\w*|sets? off|cost|carried|weil|wegen|durch|parce|car|à cause|porque|por|debido)\b", re.I),
        "why it happened",
    ),
    _Matter(
        "invented_actor_or_approval", _WHO,
        _about(r"\b(?:who\w*|by whom|persons?|doer|sign(?:er|atory|ature)|issuer|author|sender|owner|origin|driver|culprit|anyone|anybody|wer|qui|quién)\b|\b(?:unidentified|anonymous|unnamed|unknown)\b"),
        re.compile(
            r"\b(?:by|von|durch|par|por)\b|\b(?:[A-Z]\w+|[a-z]+(?:er|or|ant|ent|ist)(?:['’]s \w+)?) (?:\w+ly |has |had |then |also )?[a-z]+(?:ed|ook|ent|ave|id|ove|ote)\b"),
        "who did it",
    ),
)  # fmt: skip

_DOUBT = re.compile(_OPEN, re.I)


def find_told_unknown(trial: Trial) -> list[Finding]:
    """At most one finding a kind, on the parent's sentence that has most of what the source's words stand beside."""
    if len(trial.sentences) > _LONG:
        return []
    out: list[Finding] = []
    for matter in _MATTERS:
        for number in trial.masked.may_match(matter.unknown):
            found = _judge(trial, matter, number)
            if found is not None:
                out.append(found)
                break
    return out


def _judge(trial: Trial, matter: _Matter, number: int) -> Finding | None:
    s = trial.sentences[number]
    if s.kind in ("code", "data", "log") or s.text.rstrip().endswith("?"):
        return None
    if matter.unknown.search(s.text) is None or _is_kept(trial, matter) or _taken_up(trial, matter, number):
        return None
    near = [p.stems for p in trial.sentences[max(0, number - _BACK) : number] if p.owner == s.owner]
    about = s.stems.union(*near)
    told = [p for p in trial.parent_sentences if len(p.stems & about) >= _SHARED and matter.claims.search(p.text)]
    if matter.kind == "invented_actor_or_approval":
        told = [p for p in told if _names_another(trial, p)]
    if not told:
        return None
    most = max(told, key=lambda p: (len(p.stems & s.stems), len(p.stems & about), -p.start))
    return make(
        trial, matter.kind, "suspicion",
        f'The summary says "{shortened(most.text)}"; "{trial.pool[s.owner].id}" says that nobody knows {matter.what}: "{shortened(s.text)}". '
        "Of that the summary has no word, so its reader will take for settled what is open.",
        parent=(most.start, most.end), child=(s.owner, s.start, s.end), probability=_P,
    )  # fmt: skip


def _names_another(trial: Trial, sentence: Passage) -> bool:
    """It gives somebody a deed that no sentence of the children gives them."""
    for deed in deeds_of(sentence):
        they = content_stems(deed.who)
        if they and not any(
            they <= s.stems and any(verb_key(w) == deed.verb for w in words_in(s.text)) for s in trial.sentences
        ):
            return True
    return False


def _is_kept(trial: Trial, matter: _Matter) -> bool:
    """The summary says of something that such a thing is open; looked for once a trial."""
    known = trial.shared.setdefault("told as unknown", {})
    assert isinstance(known, dict)
    if matter.kind not in known:
        known[matter.kind] = matter.kept.search(trial.parent) is not None
    return bool(known[matter.kind])


def _taken_up(trial: Trial, matter: _Matter, number: int) -> bool:
    """A later message speaks of it again: what was not known may be known by then."""
    s = trial.sentences[number]
    return any(
        p.owner > s.owner
        and len(p.stems & s.stems) >= _SHARED
        and matter.claims.search(p.text) is not None
        and _DOUBT.search(p.text) is None
        for p in trial.sentences[number + 1 :]
    )
