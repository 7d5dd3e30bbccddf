"""The causes that a sentence states: which words are the effect, which are the reason.

In: a passage. Out: claims. Connectives that have another meaning, too ("since", verbs of doing), are marked as not firm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from leadline.core.signals.index import Passage
from leadline.core.signals.lexis import content_stems
from leadline.core.text.gates import gated

__all__ = ["CauseClaim", "cause_claims"]

_FIRM = (
    r"because(?: of)?|for (?:lack|want|fear) of|on the grounds that|due to|caused by|owing to|thanks to|on account of|triggered by|as a (?:result|consequence) of"
    r"|wegen|aufgrund|weil|verursacht durch|à cause d[eu]|en raison d[eu]|grâce à|parce qu[e'’]|debido al?|a causa de|porque|perché|a causa di|por causa de|devido a[o]?"
)
_BACK = gated(  # effect, then the reason
    rf"\b(?P<firm>{_FIRM})(?=\s|$)|(?P<zh>原因は|のため|因为|由于|导致)"
    r"|\b(?:brought about by|explained by|stem(?:s|med)? from|result(?:s|ed) from|responsible is|the (?:root )?(?:cause|reason|trigger)(?: (?:of|for|why) [^,;.]{1,60}?)? (?:is|was)(?: that)?)(?=\s|$)"
    r"|(?:,\s*|\s)since\s(?=\w)",
    flags=re.IGNORECASE,
)
_FORE = gated(  # reason, then the effect
    r"(?<!root )(?<!possible )(?<!main )\b(?:causes?|caused(?! by)|leads? to|led to|triggers|triggered(?! by)|brought about|explains?|explained(?! by)|is why|was why|(?:is|was) the (?:root )?(?:cause|reason)|(?:is|was|are|were) (?:responsible|to blame|behind|what)|accounts? for|accounted for|produced(?! by)|provokes?|provoked(?! by)|fixe[sd]|solve[sd]|cured|raised|lowered|broke|breaks)\b",
    flags=re.IGNORECASE,
)
_REASON_END = re.compile(r"[;.](?:\s|$)|, (?:and|but|so|which|while|with|although|though)\b|\s\(")
_SENTENCE = re.compile(r"[;.]\s")
_PERFECT = re.compile(
    r"\b(?:has|have|had|\w+'(?:s|ve))\s+(?:(?:not|never|also|only|already|always|\w+ly)\s+)?(?:been|\w+(?:ed|en|wn|ung|un|ne|pt|ld|lt|nt|ft|id|ade|ood|ost|ot))\b",
    re.I,
)  # the tense of what has lasted since
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


def cause_claims(sentence: Passage) -> Iterator[CauseClaim]:
    """Every "X because Y", "because Y, X" and "Y caused X" of the sentence, in that order of forms."""
    text = sentence.text
    for m in _BACK.finditer(text):
        reason = _REASON_END.split(text[m.end() :], maxsplit=1)[0]
        end = m.end() + len(reason)
        effect = _SENTENCE.split(text[: m.start()])[-1]
        if len(effect.strip()) < 4:  # "Because Y, X"
            reason, comma, effect = reason.partition(",")
            if not comma:
                continue
            end = m.end() + len(reason)
        if "since" in m.group().lower() and (
            len(content_stems(reason)) < _SINCE_MIN or (_PERFECT.search(effect) and "," not in m.group())
        ):
            continue  # "since the weekend", "has run well since it was moved": a time
        yield from _claim(sentence, effect, reason, m.start(), end, m["firm"] is not None)
    for m in _FORE.finditer(text):
        reason = _SENTENCE.split(text[: m.start()])[-1]
        effect = _REASON_END.split(text[m.end() :], maxsplit=1)[0]
        yield from _claim(sentence, effect, reason, m.start() - len(reason), m.end() + len(effect), False)


def _claim(sentence: Passage, effect: str, reason: str, start: int, end: int, firm: bool) -> Iterator[CauseClaim]:
    about, why = content_stems(effect), content_stems(reason)
    if about and why - about:
        yield CauseClaim(about, why - about, reason, sentence.start + start, sentence.start + end, firm)
