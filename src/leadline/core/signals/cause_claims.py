"""The causes that a sentence states: which words are the effect, which are the reason.

In: a passage. Out: claims. Connectives that have another meaning, too ("since", "as", verbs of doing), are marked as not firm. A
passive with "by" gives a cause where an event stands behind it ("was lost by the upgrade"), "as" where its clause tells of something earlier
("as a leak had grown"). A connective that is denied ("not because of") states none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import content_stems
from leadline.core.signals.state_words import PREPOSITION
from leadline.core.signals.verbs import is_participle, noun_keys
from leadline.core.text.gates import gated
from leadline.core.text.words import word_set

__all__ = ["CauseClaim", "cause_claims", "causes_of"]

_FIRM = (
    r"because(?: of)?|for (?:lack|want|fear) of|on the grounds that|due to|caused by|owing to|thanks to|on account of|triggered by|as a (?:result|consequence) of"
    r"|wegen|aufgrund|weil|verursacht durch|à cause d[eu]|en raison d[eu]|grâce à|parce qu[e'’]|debido al?|a causa de|porque|perché|a causa di|por causa de|devido a[o]?"
)
_BACK = gated(  # effect, then the reason
    rf"\b(?P<firm>{_FIRM})(?=\s|$)|(?P<zh>原因は|のため|因为|由于|导致)"
    r"|\b(?:brought about by|explained by|stem(?:s|med)? from|result(?:s|ed) from|(?:brought|set|sparked|induced|provoked|driven|produced)(?: on| off)? by|attributable to|(?:is|was|are|were) down to|responsible is|the (?:root )?(?:cause|reason|trigger)(?: (?:of|for|why) [^,;.]{1,60}?)? (?:is|was)(?: that)?)(?=\s|$)"
    r"|(?:,\s*|\s)since\s(?=\w)",
    flags=re.IGNORECASE,
)
_NO_OBJECT = (  # behind a participle that tells of the thing before it: "fixed in 4.2", "raised to 90", "fixed 4.2"
    r"\s*[,;:.)(]|\s*$|\s+(?:v?\d|in|by|with|at|on|since|for|to|from|as|again|before|after|until|during|only|yet|already|today|yesterday|and)\b"
)
_FORE = gated(  # reason, then the effect
    rf"(?<!root )(?<!possible )(?<!main )\b(?:causes?|caused(?! by)|leads? to|led to|g[ai]ves? rise to|brought on|sets? off|triggers|triggered(?! by)|brought about|explains?|explained(?! by)|is why|was why|(?:is|was) the (?:root )?(?:cause|reason)|(?:is|was|are|were) (?:responsible|to blame|behind|what)|accounts? for|accounted for|produced(?! by)|provokes?|provoked(?! by)|fixes|solves|breaks|(?:fixed|solved|cured|raised|lowered|broke)(?!{_NO_OBJECT}))\b",
    flags=re.IGNORECASE,
)
_REASON_END = re.compile(r"[;.](?:\s|$)|, (?:and|but|so|which|while|with|although|though)\b|\s\(")
_SENTENCE = re.compile(r"[;.]\s")
_PERFECT = re.compile(
    r"\b(?:has|have|had|\w+'(?:s|ve))\s+(?:(?:not|never|also|only|already|always|\w+ly)\s+)?(?:been|\w+(?:ed|en|wn|ung|un|ne|pt|ld|lt|nt|ft|id|ade|ood|ost|ot))\b",
    re.I,
)  # the tense of what has lasted since
_BY = gated(
    r"\b(?:is|are|was|were|been|being|gets?|got)\s+(?:\w+ly\s+)?(?P<deed>[a-z]+)(?:\s+(?!by\b)[\w-]{1,40}){0,3}\s+by\s+(?=[a-z])",
    flags=re.I,
    needs=r"\bby\b",  # rarer than the words before it
)
_NO_EFFECT = word_set(  # what is done by an event without being caused by it
    "followed preceded accompanied replaced confirmed verified shown proven proved checked tested measured found detected covered caused triggered explained "
    "provoked induced driven produced brought set known called named meant required allowed decided settled approved solved fixed cured"
)
_EVENTS = word_set(
    "change switch move start restart stop crash fault drop rise fall loss delay leak spike surge outage strike storm frost flood fire heat cold rain snow wind drought "
    "lightning dip cut jam overload overflow shortage error bug mistake blackout upgrade update patch release rollout rollback reboot deploy deploy reset merge swap shift "
    "increase decrease growth cleanup refactor roadwork roadworks works attack collision quake earthquake landslide hail accident"
)
_ARTICLES = word_set("the a an this that its their his her our some another")
_AS = gated(
    r"(?:,\s*|\s)(?<!such )(?<!just )(?<!same )as\s+(?=(?!soon\b|long\b|far\b|much\b|many\b|well\b|if\b|though\b|usual\b)(?:[\w'’.-]{1,40}\s+){1,6}?had\s+(?:(?:not|never|also|already|always|\w+ly)\s+)?(?P<had>\w+))",
    flags=re.I,
    needs=r"\bhad\b",
)
_TOLD = word_set(
    "said asked wanted told written promised agreed planned announced expected feared hoped noted suggested proposed reported requested ordered wished intended "
    "described explained shown done warned predicted thought assumed stated recommended demanded decided mentioned instructed"
)  # "as the user had asked": no cause but a comparison
_DENIES = re.compile(
    r"(?:\b(?:not|never|neither|nor|rather than|instead of|no longer)|n['’]t)(?:\s+(?:only|just|directly|\w+ly))?\s*$",
    re.I,
)
_FINITE = re.compile(  # a clause and no mere event: "since the move to 3.12"
    r"\b(?:is|are|was|were|be|has|have|had|does|do|did|can|could|will|would|may|might|must|should|it|they|he|she|we|i|you|there)\b|n['’]t\b|\b[a-z]{3,}(?:ed|es|s)\b",
    re.IGNORECASE,
)
_NOUN = re.compile(
    r"\s*(?:fields?|columns?|sections?|codes?|analys[ei]s|of|is|was|are|unknown|unclear|open|not|to be|:)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"\b(?:an?|the|no|any|of|its|their|this|that|one|each|either|neither|without|w/o|with|for|or|and|on|about|root|main|likely|possible|probable|known|named?|exact|real|true|only|other|another|first|second)\s+$",
    re.IGNORECASE,
)
_SINCE_WHEN = re.compile(  # "added since 1 July, rye is not marked": a time ends the clause
    r"(?:(?:early|late|about|last|this|the) )?(?:\d{1,2}(?:st|nd|rd|th)?\.? [A-Z][a-z]+|[A-Z][a-z]+ \d{1,2}|\d{1,2}[:.]\d\d|[12]\d{3}|[A-Z][a-z]+day|yesterday|then|(?i:week|month|year|morning|noon|spring|summer|autumn|winter))(?: [12]\d{3})?\s*(?:[,;]|and\b|but\b)"
)
_SINCE_MIN = 3  # content words from which "since ..." is a clause


@dataclass(frozen=True, slots=True)
class CauseClaim:
    """Stems of both sides and the span of the cause in the parent."""

    effect: frozenset[str]
    reason: frozenset[str]  # without the words of the effect
    text: str  # the reason's words
    start: int
    end: int
    firm: bool  # a connective that has no other meaning


def causes_of(trial: Trial, sentence: Passage) -> tuple[CauseClaim, ...]:
    """The causes that a sentence of the parent states; read once a trial, for those who judge them and who count them."""
    kept = trial.shared.setdefault("cause claims", {})
    assert isinstance(kept, dict)
    found: tuple[CauseClaim, ...] | None = kept.get(sentence.start)
    if found is None:
        found = kept[sentence.start] = tuple(cause_claims(sentence))
    return found


def cause_claims(sentence: Passage) -> Iterator[CauseClaim]:
    """Every "X because Y", "because Y, X", "X was lost by Y" and "Y caused X" of the sentence, in that order of forms."""
    text = sentence.text
    for m in _BACK.finditer(text):
        if _DENIES.search(text, 0, m.start()):
            continue
        reason = _REASON_END.split(text[m.end() :], maxsplit=1)[0]
        if "since" in m.group().lower():
            reason = re.split(r"[(\n;]", reason, maxsplit=1)[0]
        end = m.end() + len(reason)
        effect = _SENTENCE.split(text[: m.start()])[-1]
        if len(effect.strip()) < 4:  # "Because Y, X"
            reason, comma, effect = reason.partition(",")
            if not comma:
                continue
            end = m.end() + len(reason)
        if "since" in m.group().lower() and (
            len(content_stems(reason)) < _SINCE_MIN
            or _FINITE.search(reason) is None
            or _SINCE_WHEN.match(reason)
            or (_PERFECT.search(effect) and "," not in m.group())
        ):
            continue  # "since the weekend", "has run well since it was moved": a time
        yield from _claim(sentence, effect, reason, m.start(), end, m["firm"] is not None)
    yield from _by_events(sentence)
    for m in _FORE.finditer(text):
        if m.group().strip().lower() in ("cause", "causes") and (
            _NOUN.match(text, m.end()) or _NAMED.search(text, 0, m.start())
        ):
            continue  # "the cause field stays empty", "neither message has a cause"
        if _DENIES.search(text, 0, m.start()):
            continue
        reason = _SENTENCE.split(text[: m.start()])[-1]
        effect = _REASON_END.split(text[m.end() :], maxsplit=1)[0]
        yield from _claim(sentence, effect, reason, m.start() - len(reason), m.end() + len(effect), False)


def _by_events(sentence: Passage) -> Iterator[CauseClaim]:
    """ "Was lost by the upgrade", "crashed, as a leak had grown": both forms that other meanings share, told apart by what follows."""
    text = sentence.text
    for m in _BY.finditer(text):
        if is_participle(m["deed"].lower()) and m["deed"].lower() not in _NO_EFFECT and _is_event(text[m.end() :]):
            reason = _REASON_END.split(text[m.end() :], maxsplit=1)[0]
            effect = _SENTENCE.split(text[: m.end()])[-1]
            yield from _claim(sentence, effect, reason, m.start(), m.end() + len(reason), False)
    for m in _AS.finditer(text):
        if (is_participle(m["had"].lower()) or m["had"].lower() == "been") and m["had"].lower() not in _TOLD:
            reason = _REASON_END.split(text[m.end() :], maxsplit=1)[0]
            effect = _SENTENCE.split(text[: m.start()])[-1]
            yield from _claim(sentence, effect, reason, m.start(), m.end() + len(reason), False)


def _is_event(text: str) -> bool:
    """The noun phrase at the start of the text has an event as its head: "the proxy upgrade to 2.9"."""
    head = ""
    for word in re.split(r"[\s(]+", text, maxsplit=6)[:6]:
        low = word.lower().rstrip(",;:.")
        if low in PREPOSITION and head:
            break
        if low not in _ARTICLES:
            head = low
        if word[-1:] in ",;:.":
            break
    return head in _EVENTS or head.rstrip("s") in _EVENTS or bool(noun_keys(head))


def _claim(sentence: Passage, effect: str, reason: str, start: int, end: int, firm: bool) -> Iterator[CauseClaim]:
    about, why = content_stems(effect), content_stems(reason)
    if about and why - about:
        yield CauseClaim(about, why - about, reason, sentence.start + start, sentence.start + end, firm)
