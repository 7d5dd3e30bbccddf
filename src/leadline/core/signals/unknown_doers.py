"""A doer named where the sources do not know who it was: "changed with the shared account, by whom is unknown", told as an engineer's deed.

In: a trial. Out: findings `invented_actor_or_approval`. Sources say in few ways that a doer is unknown: nobody knows who, it is not clear by
whom, unidentified, anonymous, "somebody". The parent is at fault where it gives a person as the doer of that very deed (the same verb, in the
sentence that says so or right before it, and a thing in common), and no sentence names that person as any doer afterwards.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from leadline.core.signals.acts import pieces, words_in
from leadline.core.signals.findings import make, shortened
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import content_stems, stems_of
from leadline.core.signals.model import Finding
from leadline.core.signals.state_words import LIGHT, PREPOSITION
from leadline.core.signals.verbs import is_participle, is_past, verb_key
from leadline.core.text.gates import gated
from leadline.core.text.words import word_set

__all__ = ["deeds_of", "find_unknown_doers"]

_WHO = r"(?:who(?:se|ever)?|whom|which (?:person|user|team|member|operator|of (?:us|them))|by whom)"
_UNKNOWN = gated(
    rf"\b(?:not|nobody|no one|never|cannot|n['’]t|unable to|impossible to|hard to)(?: \w+){{0,3}}? (?:know|knows|known|clear|say|says|tell|tells|show|shows|see|determine[ds]?|establish(?:ed)?|find out|found out|prove[nd]?|trace[ds]?|identif\w+)(?: \w+){{0,2}}? {_WHO}\b",
    rf"\b(?:unknown|unclear|open|uncertain|undetermined|anybody's guess|no idea|no trace of)(?: \w+)? {_WHO}\b",
    rf"\b{_WHO}\b[^.;?]{{0,60}}?\b(?:(?:is|was|are|were|remains?|stays?) (?:still |yet |so far )?(?:unknown|unclear|open|uncertain|not (?:yet )?(?:known|clear|recorded|logged|established))|(?:cannot|can not|could not|can't|couldn't) be (?:identified|determined|named|told|said|established|found))",
    r"\b(?:person|doer|author|culprit|caller|sender|perpetrator|originator|user|actor|identity|artist|writer|driver|donor)s? (?:is|are|was|were|remains?) (?:still |as yet |so far )?(?:unknown|unidentified|anonymous|unnamed|not (?:yet )?(?:known|identified|recorded|named))",
    r"\b(?:an? )?(?:unknown|unidentified|anonymous|unnamed) (?:\w+ )?(?:person|people|hand|caller|user|man|woman|party|parties|author|sender|driver|donor|artist|visitor|colleague|member|account|source|culprit|tipster|writer|thief|intruder)s?\b|\banonymously\b",
    r"\b(?:could|might|may) have been (?:any|anyone|anybody|every|each)\w*\b",
    flags=re.I,
)
_PERSON = re.compile(
    r"(?:er|or|ist|ian|ant|ent|man|woman|men|women|child|boy|girl|guest|clerk|cook|chef|nurse|hand|guard|guardian|officer|staff|crew|team|shift|lead|head|chief|boss|mother|father|sister|brother|wife|husband|son|daughter|uncle|aunt|cousin|friend|partner|intern|trainee|apprentice|employee|janitor|neighbou?r|temp|pupil|owner|tenant|colleague|citizen|bystander|passer-by|monk|nun|priest|vicar|pilot|captain|deputy|aide|volunteer|engineering|accounting|marketing|security|operations|maintenance|management|committee|board|department|council)s?$",
    re.I,
)
_NO_PERSON = word_set(
    "computer server controller printer container number user parser compiler scheduler trigger timer router filter folder order counter letter paper "
    "header handler runner loader browser adapter cluster buffer sensor motor processor error factor monitor october november "
    "december september accident incident event agent document component environment deployment agreement comment department's assistant client "
    "script tool job account unknown somebody someone mistake attacker intruder third other another stranger terminal water weather winter summer number "
    "weather fire water power after over under never ever whether either neither rather together current content equipment shipment payment treatment movement management"
)
_UNTOLD = re.compile(
    r"\b(?:not|no|nobody|never|unknown|unclear|unidentified|anonymous|somebody|someone|if|whether|(?-i:may)|might|could|perhaps|maybe|possibl[ey]|probabl[ey]|presumabl[ey]|apparently|allegedly|suspect\w*|suppos\w*|assum\w*|likely|should|must|will|would|to be|who|whom|claims?|says|said|according)\b|n['’]t\b|\?",
    re.I,
)
_BY = re.compile(
    r"\b(?P<deed>[a-z]+)(?: \w+ly| on| off| up| out| down| in| back)?(?: (?!by\b)[\w.'-]{1,40}){0,6}? by (?P<who>(?:(?:the|an?|one of the|our|their|his|her|some) )?[\w'’-]{1,40}(?: [\w'’-]{1,40}){0,3})",
    re.I,
)
_AUX = word_set("has have had also then already himself herself accidentally mistakenly later only once again")
_SUBJECT_MAX = 5  # words of a doer before its verb
_DETERMINERS = word_set("the a an one of our their his her some that this")
_BACK = 2  # sentences before the one that says so in which the deed may be told
_P = 0.92


class _Deed(NamedTuple):
    """Who is told to have done what, and where."""

    who: str
    verb: str
    start: int
    end: int


def find_unknown_doers(trial: Trial) -> list[Finding]:
    """At most one finding a parent sentence, in order."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        if sentence.kind in ("code", "data", "heading") or _UNKNOWN.search(sentence.text):
            continue
        for deed in deeds_of(sentence):
            found = next((f for n in _unknown(trial) if (f := _judge(trial, sentence, deed, n)) is not None), None)
            if found is not None:
                out.append(found)
                break
    return out


def _unknown(trial: Trial) -> tuple[int, ...]:
    """The sentences that say that a doer is not known; once a trial."""
    kept = trial.shared.get("unknown doers")
    if not isinstance(kept, tuple):
        kept = trial.shared["unknown doers"] = tuple(
            n for n in trial.masked.may_match(_UNKNOWN)
            if (s := trial.sentences[n]).kind != "code" and not s.text.rstrip().endswith("?") and _UNKNOWN.search(s.text)
        )  # fmt: skip
    return kept


def deeds_of(sentence: Passage) -> list[_Deed]:
    """The deeds of persons that the sentence asserts."""
    out: list[_Deed] = []
    for start, end in pieces(sentence.text):
        piece = sentence.text[start:end]
        if _UNTOLD.search(piece):
            continue
        for m in _BY.finditer(piece):
            verb = _last_participle(piece[: m.start("who") - 3])
            if verb and _is_person(m["who"]):
                out.append(_Deed(m["who"], verb, start, end))
        words = piece.split()
        for i, word in enumerate(words[: _SUBJECT_MAX + 2]):
            if i and word.isalpha() and is_past(word.lower()):
                who = [w for w in words[:i] if w.lower() not in _AUX]
                if len(who) <= _SUBJECT_MAX and _is_person(" ".join(who)):
                    out.append(_Deed(" ".join(who), verb_key(word.lower()), start, end))
                break
    return out


def _last_participle(text: str) -> str:
    """The verb that a "by" behind the text belongs to."""
    return next((verb_key(w) for w in reversed(words_in(text)) if is_participle(w)), "")


def _is_person(who: str) -> bool:
    words = [w for w in words_in(who) if w not in _DETERMINERS]
    if not words:
        return False
    head: list[str] = []
    for w in words:
        if w in PREPOSITION or w in LIGHT:
            break
        head.append(w)
    if not head or head[-1] in _NO_PERSON or any(w in _NO_PERSON for w in head):
        return False
    name = who.split()[0]
    return _PERSON.search(head[-1]) is not None or (
        name[0].isupper() and name.lower() not in _DETERMINERS and len(head) <= 2
    )


def _judge(trial: Trial, sentence: Passage, deed: _Deed, n: int) -> Finding | None:
    s = trial.sentences[n]
    near = [p for p in trial.sentences[max(0, n - _BACK) : n + 1] if p.owner == s.owner]
    they = content_stems(deed.who)
    same = [p for p in near if any(verb_key(w) == deed.verb for w in words_in(p.text))]
    own = frozenset(k for w in words_in(sentence.text) if verb_key(w) == deed.verb for k in stems_of(w))
    thing = content_stems(sentence.text[deed.start : deed.end]) - they - own
    held = frozenset().union(*(p.stems for p in near))
    if not same or not thing & held:
        return None
    if any(they <= p.stems and _tells(p) for p in trial.sentences if p is not s):
        return None
    quote, where = sentence.text[deed.start : deed.end], trial.pool[s.owner].id
    return make(
        trial, "invented_actor_or_approval", "suspicion",
        f'The summary says "{shortened(quote)}"; "{where}" says that it is not known who did it: "{shortened(s.text)}". Somebody is blamed, or asked, whom nothing points to.',
        parent=(sentence.start + deed.start, sentence.start + deed.end), child=(s.owner, s.start, s.end), probability=_P,
    )  # fmt: skip


def _tells(s: Passage) -> bool:
    """The sentence may name a doer: it neither asks nor orders."""
    return not s.text.rstrip().endswith("?") and len(words_in(s.text)) > 2
