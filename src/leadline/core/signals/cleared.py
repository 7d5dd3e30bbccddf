"""Suspects that the sources clear: "the feed was ruled out", "so the cable is not the cause", "with or without it, it made no difference".

In: a trial and a cause that the parent states. Out: the sentence that takes its reason out of suspicion, where no later one puts it back. Some
words clear nothing but suspects ("exonerated", "is not the cause"); others have a plain meaning, too ("cleared", "ruled out", "made no
difference"), and count only of what a source had held for a cause.
"""

from __future__ import annotations

import re

from leadline.core.signals.cause_claims import CauseClaim
from leadline.core.signals.cause_words import SAYS_WHY
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import content_stems
from leadline.core.text.gates import gated

__all__ = ["cleared"]

_NOT = r"(?:not|never|no longer|neither|hardly|(?:is|are|was|were|did|do|does|has|have|had|ca|can|could)n['’]t)"
_SURELY = gated(
    rf"\b(?:exonerat\w+|exculpat\w+|vindicated|absolved|acquitted|cleared of (?:the )?(?:suspicion|blame)|above suspicion|(?:is|are|was|were|seems|proved|turned out) (?:to be )?innocent"
    rf"|{_NOT} (?:\w+ ){{0,2}}(?:the |a |its |their )?(?:\w+ )?(?:caused by|causes?(?! (?:a|an|any|much|some|us|you|me)\b)|culprits?|reasons?|to blame|at fault|responsible|guilty|behind (?:it|this|that)|triggered by|explain(?:s|ed by)?)"
    r"|no longer (?:a |the )?(?:suspects?|causes?|culprits?)|off the hook|in the clear|(?:I|we) (?:have |had |could |can )?(?:now |also |then )?rule[d]? out|(?:was|were|been|is|are) (?:now |also |then )?ruled out(?! (?:for|by|in|until|as)\b)|(?:has|have|had|having) nothing to do with|no (?:causal )?(?:link|connection|relation)"
    r"|entlastet|nicht (?:die )?(?:ursache|schuld)|hors de cause|scagionat\w)\b",
    flags=re.I,
)
_OF_SUSPECTS = gated(
    r"\b(?:ruled (?:\S+ ){0,4}out|rul(?:es|ing) (?:\S+ ){0,4}out|scheide[nt] (?:\w+ )?aus|ausgeschlossen|descartad[oa]s?|cleared|clear(?:s)?(?= (?:the|it|them)\b)|excluded|eliminated|discounted|dismissed|(?:made|makes|making) no difference|(?:changed|changes) nothing|no (?:effect|influence|impact|difference)|(?:still|also|just as|as) \w+ without (?:it|them)|same (?:with|without))\b",
    flags=re.I,
)
_SUSPECTED = re.compile(
    r"\b(?:suspect\w*|suspicion|blam\w+|culprits?|causes?|caused|causing|reasons?|guess\w*|hypothes\w+|theor(?:y|ies)|candidates?|because|due to|responsible|fault|explain\w*|verdacht\w*|vermut\w*|ursache|cause|soupçon\w*|sospech\w*)\b",
    re.I,
)
_BREAK = re.compile(r"[;:.](?=\s|$)")
_DENIED = re.compile(r"\b(?:not|cannot|never|nobody|nothing)\b|n['’]t\b", re.I)
_BLAMES = re.compile(r"\b(?:because(?: of)?|due to|owing to|wegen|à cause de|debido a)\b", re.I)
_OPEN = re.compile(r"\b(?:if|unless|whether|until|once|should|would|could|may|might|must|to be|need\w*)\b|\?", re.I)
_SHARE = 0.5  # of the reason's weight, in the clause that clears it
_LONG = 600  # letters; what is longer is no sentence
_BARE = 2  # content words of a suspect's shortest name
_BACK = 4  # sentences before it in which what is to be explained stands


def cleared(trial: Trial, claim: CauseClaim) -> Passage | None:
    """The last sentence that clears the reason of the effect; None where none does, or a later one blames it again."""
    total = sum(trial.weight(w) for w in sorted(claim.reason))
    found: int | None = None
    for number in sorted({n for w in claim.reason for n in trial.postings.get(w, ())}):
        s = trial.sentences[number]
        if s.kind not in ("code", "data") and len(s.text) <= _LONG and _clears(trial, claim, number, total):
            found = number
        elif found is not None and SAYS_WHY.search(s.text) and not _OPEN.search(s.text) and s.stems & claim.effect:
            found = None
    if found is None:
        return None
    near = trial.sentences[max(0, found - _BACK) : found + 2]
    owner = trial.sentences[found].owner
    about = frozenset().union(*(p.stems for p in near if p.owner in (owner, owner - 1)))
    return trial.sentences[found] if about & claim.effect else None


def _clears(trial: Trial, claim: CauseClaim, number: int, total: float) -> bool:
    s = trial.sentences[number]
    for words, of_suspects in ((_SURELY, False), (_OF_SUSPECTS, True)):
        said = words.search(s.text)
        if said is None or _OPEN.search(s.text[: said.end()]):
            continue
        if any(
            content_stems(s.text[m.end() :]) & claim.reason
            and not _DENIED.search(s.text[max(0, m.start() - 12) : m.start()])
            for m in _BLAMES.finditer(s.text)
        ):
            continue  # "excluded because of it" blames it
        if of_suspects and (_DENIED.search(s.text[: said.start()]) or not _was_suspected(trial, claim, number)):
            continue
        start = max((m.end() for m in _BREAK.finditer(s.text) if m.end() <= said.start()), default=0)
        stop = _BREAK.search(s.text, said.end())
        clause = s.text[start : stop.start() if stop else len(s.text)]
        subject = content_stems(s.text[start : said.start()])
        if subject and len(subject) <= _BARE and subject <= claim.reason:
            return True  # named by its shortest name
        if sum(trial.weight(w) for w in sorted(content_stems(clause) & claim.reason)) >= _SHARE * total:
            return True
    return False


def _was_suspected(trial: Trial, claim: CauseClaim, number: int) -> bool:
    """A sentence up to this one holds most of the reason beside a word of suspicion or cause."""
    total = sum(trial.weight(w) for w in sorted(claim.reason))
    return any(
        _SUSPECTED.search(s.text) and sum(trial.weight(w) for w in sorted(s.stems & claim.reason)) >= _SHARE * total
        for s in trial.sentences[: number + 1]
    )
