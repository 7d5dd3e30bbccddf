"""Causes that no source gives: "X because Y" where Y stands nowhere, or where a source leaves the cause open.

In: a trial. Out: findings `invented_cause`. An implicit cause is no fault (two facts of one table row, joined by
"because"), and connectives for implicit relations were the largest source of false alarms (signals-notes, section 6). So a
cause is only reported when (1) a source says that no reason is known or given, (2) a source holds the reason as a guess,
one of several, or unchecked, and nobody states it flatly or settles it later, or (3) not one word of the reason stands in
any source. A claim that is hedged or attributed itself is left to the confidence signal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import content_stems
from leadline.core.signals.model import Finding

__all__ = ["count", "find"]

_FIRM = (
    r"because(?: of)?|due to|caused by|owing to|thanks to|on account of|triggered by|as a (?:result|consequence) of"
    r"|wegen|aufgrund|weil|verursacht durch|à cause d[eu]|en raison d[eu]|grâce à|parce qu[e'’]|debido al?|a causa de|porque|perché|a causa di|por causa de|devido a[o]?"
)
_BACK = re.compile(  # effect, then the reason
    rf"\b(?P<firm>{_FIRM})(?=\s|$)|(?P<zh>原因は|のため|因为|由于|导致)"
    r"|\b(?:brought about by|explained by|stem(?:s|med)? from|result(?:s|ed) from|responsible is|the (?:root )?(?:cause|reason|trigger)(?: (?:of|for|why) [^,;.]{1,60}?)? (?:is|was)(?: that)?)(?=\s|$)"
    r"|(?:,\s*|\s)since\s(?=\w)",
    re.IGNORECASE,
)
_FORE = re.compile(  # reason, then the effect
    r"(?<!root )(?<!possible )(?<!main )\b(?:causes?|caused(?! by)|leads? to|led to|triggers|triggered(?! by)|brought about|explains?|explained(?! by)|is why|was why|(?:is|was) the (?:root )?(?:cause|reason)|(?:is|was|are|were) (?:responsible|to blame|behind|what)|accounts? for|accounted for|produced(?! by)|provokes?|provoked(?! by)|fixe[sd]|solve[sd]|cured|raised|lowered|broke|breaks)\b",
    re.IGNORECASE,
)
_HEDGED = re.compile(
    r"\b(?:may|might|could|would|perhaps|maybe|possibl[ey]|probabl[ey]|likely|suspect\w*|suspicion|guess\w*|assumed|presum\w*|apparently|seem\w*|appear\w*|suggest\w*|think\w*|believ\w*|according|suppos\w*|hypothes\w*|plausibl\w*|unclear|unknown|whether|allegedly|view|opinion|attribut\w*|candidate|theory|idea|if|unproven|unconfirmed|untested|expect(?:ed|s)?|hopes?|pending|possibilit\w*|assumption|open|no statement|not (?:known|clear|established|proven)|cause found|vermut\w*|wohl|vielleicht|peut-être|quizás)\b|\?",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\b(?:(?:cause|reason|why|origin|source)\b[^.;]{0,30}\b(?:unknown|open|unclear|not (?:yet )?(?:known|clear|found|given|established))|(?:is|are|was|were|remains?|still) (?:unknown|unclear)|unexplained|(?:do(?:es)?n't|do not|not|nobody|no one|can't|cannot|couldn't|could not|no puedo) (?:\w+ )?(?:know|knows|say|tell|tells|found out|explain|separate|separar|distinguish|prove|conclude|established?)\b|no (?:reason|explanation|proof|evidence|idea|cause)|remains? open|still open|is open|leave (?:the )?cause|to be seen|not investigated|not (?:yet )?(?:proven|proved|verified|confirmed|tested|checked|tried|looked|established)|haven't (?:tried|tested|checked|looked|verified|confirmed)|has(?:n't| not) been (?:tried|tested|checked|verified|confirmed)|which of the (?:two|three)|or not\b|either\b)"
    r"|\b(?:coinciden\w*|chance|same (?:day|week|hour|time|night)|correlat\w*)"
    r"|\b(?:guess\w*|suspect\w*|suspicion|speculat\w*|hypothes\w*|assum\w*|presum\w*|my money|I(?:'d)? bet|theory|unproven)"
    r"|\b(?:(?:may|might|could)(?: (?:well|also|just|simply|then))? (?:be(?! \w+(?:ed|en|wn|ut)\b)|have|explain|come|stand|cause|lie|point|play|account|help|matter|not be|fit)\w*|it could|possibl[ey]|perhaps|maybe|probabl[ey]|(?:most |quite |very )?likely|plausible|seems?|appears?|looks like|would (?:explain|fit|be enough|account)|I think|I(?:'d)? believe|candidates?|attribute|not proof|is one difference|credo|peut-être|quizás|vermut\w*|vielleicht|wohl|vermutlich|möglicherweise|probablement)\b",
    re.IGNORECASE,
)
_NO_REASON = re.compile(
    r"\b(?:no (?:reason|explanation|cause)s?\b(?! to\b)|(?:did(?:n't| not)|ha(?:s|ve)(?:n't| not)) (?:yet )?(?:say|said|give|given|tell|told|explain\w*|found out|found|established) (?:us |me )?(?:yet )?(?:why|what caus\w*|the (?:cause|reason)|a reason|any reason)|(?:can|may|could) be chance|by chance|coincidence|no puedo separar|ne peux pas séparer|nicht trennen|(?:not|n't|nobody|no one|never) (?:\w+ ){0,2}(?:know|knows|tell|say|see|explain|understand|found out|find out|clear) (?:yet )?(?:why|what caus\w*|where \w+ comes? from|the (?:cause|reason))"
    r"|(?:cause|reason|origin)s?\b[^.;,]{0,25}\b(?:unknown|open|unclear|not (?:yet )?(?:known|clear|found|given|established|identified)|to be seen|resta da vedere)|root cause: ?(?:unknown|\?|n/a|open)|why[^.;,?]{0,30}(?:is|remains) (?:open|unclear|unknown)|without (?:a |giving (?:a )?)reason|no guesses|can(?:not|'t) (?:separate|tell (?:\w+ ){0,4}apart)|remains open|leave (?:the )?cause|not investigated"
    r"|ohne (?:angabe von gründen|grund)|ursache (?:ist )?(?:unbekannt|unklar|offen)|cause (?:réelle )?inconnue|sans (?:donner de )?raison|causa desconocida|sin (?:dar )?(?:razón|motivo))\b|原因不明|原因は不明|原因未知",
    re.IGNORECASE,
)
_HINTS = (  # one of them stands in whatever _NO_REASON finds: a cheap look before the dear one
    "reason", "explanation", "cause", "what caus", "why", "chance", "coincidence", "separa", "sépar", "trennen", "apart", "origin", "guess", "open",
    "investigat", "comes from", "grund", "gründe", "ursache", "raison", "razón", "motivo", "原因", "resta da vedere", "come from",
)  # fmt: skip
_SETTLED = re.compile(
    r"\b(?:confirm(?:ed|s)|prove[ndsr]*|proof|verified|indeed|turned out|turns out|that was it|that's it|it was|found (?:it|the)|gone|reproduced|established|certain|shows? that|showed|settles?|evidently|clearly|because|yes)\b",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:not|nothing|no|never|yet)\b|n't\b", re.IGNORECASE)
_THAT_IS_IT = re.compile(
    r"\b(?:settles it|that (?:was|is) it|that's it|it (?:was|is) (?:that|this|him|her)|confirmed|it does)\b",
    re.IGNORECASE,
)
_DEVICE = re.compile(
    r"\b(?:because|so|since|due|as|caus\w+|hence|therefore|thus|led|leads|makes?|made|fix\w*|reasons?|why|when|thanks|result\w*|explains?|by|from|trigger\w*|after|for)\b|[:;]|—|->|→",
    re.IGNORECASE,
)
_SAYS_WHY = re.compile(r"\b(?:because|due to|caus\w+|reasons?|led to|since|therefore|hence|so)\b", re.IGNORECASE)
_ASKED = re.compile(
    r"\b(?:user|users|wish(?:es|ed)?|asked|agreed|wanted|demanded|nutzer\w*|rule|policy|decision)\b", re.IGNORECASE
)
_GENERIC = content_stems(  # words that value or classify: what a summary says instead of the figures and names
    "different things thing difference way case cases well good bad better worse best problem problems issue issues long short slow"
    " slower fast faster quick big bigger large larger small smaller many few much little late later early earlier limit failed failing"
    " failure error errors needed need necessary useful important simple simpler easy easier hard harder safe safer cheap cheaper expensive"
    " old older new newer first last next high higher low lower enough too missing lack lacking wrong right still already matter matters"
)
_REASON_END = re.compile(r"[;.](?:\s|$)|, (?:and|but|so|which|while|with|although|though)\b|\s\(")
_CLAUSE = re.compile(r"[,;:](?=\s)|\s[-–—]\s")
_SENTENCE = re.compile(r"[;.]\s")
_SINCE_MIN = 3  # content words from which "since ..." is a clause
_BACK_TO = 3  # sentences before "I cannot separate the two" in which the two stand
_ABOUT_MIN = 0.25  # share of the effect's weight that "no reason is known" and the sentence before it must hold
_JOINED_MIN = 0.34  # share of the reason's weight that a sentence must hold to be one that joins both sides
_SHORT = 140  # letters; the hedge of a shorter sentence is about all of it
_LEAD_IN = 3  # content words up to which a hedged clause speaks of the next one ("My guess is: ...")
_EVERYWHERE = 60  # sentences; a word in more of them ties nothing to a reason
_MOST = 0.5  # share of the reason's weight with which a sentence speaks of it
_PREFIX = 4  # letters by which a word of a reason is known again in another form ("removal", "removed")


@dataclass(frozen=True, slots=True)
class _Claim:
    effect: frozenset[str]
    reason: frozenset[str]  # without the words of the effect
    text: str  # the reason's words
    start: int
    end: int
    firm: bool  # a connective that has no other meaning


def count(trial: Trial) -> int:
    """How many causes the parent states."""
    return sum(1 for s in trial.parent_sentences for _ in _claims(s))


def find(trial: Trial) -> list[Finding]:
    """One finding a parent sentence at most."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        if _HEDGED.search(sentence.text):
            continue
        for claim in _claims(sentence):
            finding = _unknown(trial, sentence, claim) or _left_open(trial, claim) or _unspoken(trial, claim)
            if finding is not None:
                out.append(finding)
                break
    return out


def _claims(sentence: Passage) -> Iterator[_Claim]:
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
        if "since" in m.group().lower() and len(content_stems(reason)) < _SINCE_MIN:
            continue  # "since the weekend": a time
        yield from _claim(sentence, effect, reason, m.start(), end, m["firm"] is not None)
    for m in _FORE.finditer(text):
        reason = _SENTENCE.split(text[: m.start()])[-1]
        effect = _REASON_END.split(text[m.end() :], maxsplit=1)[0]
        yield from _claim(sentence, effect, reason, m.start() - len(reason), m.end() + len(effect), False)


def _claim(sentence: Passage, effect: str, reason: str, start: int, end: int, firm: bool) -> Iterator[_Claim]:
    about, why = content_stems(effect), content_stems(reason)
    if about and why - about:
        yield _Claim(about, why - about, reason, sentence.start + start, sentence.start + end, firm)


def _unknown(trial: Trial, sentence: Passage, claim: _Claim) -> Finding | None:
    """What refutes a cause is often a short sentence next to the evidence: "They gave no reason." """
    if "told without reason" not in trial.shared:
        trial.shared["told without reason"] = _NO_REASON.search(trial.parent) is not None
    if trial.shared["told without reason"]:
        return None
    owners = _hinting(trial)
    for n, s in enumerate(trial.sentences) if owners else ():
        if (
            s.owner in owners
            and _flag(trial, "no reason", _NO_REASON, n)
            and _is_about(trial, sentence, claim, n)
            and not _joined(trial, claim)
            and not _settled(trial, claim, n)
        ):
            return _finding(
                trial, claim, s, f'The summary gives a cause; "{trial.pool[s.owner].id}" says that none is known.', 0.93
            )
    return None


def _hinting(trial: Trial) -> frozenset[int]:
    """The children in which a sentence without a reason may stand."""
    kept = trial.shared.get("hinting")
    if isinstance(kept, frozenset):
        return kept
    out = frozenset(owner for owner, text in enumerate(trial.lower) if any(hint in text for hint in _HINTS))
    trial.shared["hinting"] = out
    return out


def _is_about(trial: Trial, sentence: Passage, claim: _Claim, n: int) -> bool:
    """Sentence `n` and those before it hold a good part of the effect, or it stands beside what the claim was written from."""
    s = trial.sentences[n]
    before = [b.stems for b in trial.sentences[max(0, n - _BACK_TO) : n] if b.owner == s.owner]
    held = s.stems.union(*before)
    total = sum(trial.weight(w) for w in sorted(claim.effect))
    if sum(trial.weight(w) for w in sorted(claim.effect & held)) >= _ABOUT_MIN * total:
        return True
    return claim.firm and any(abs(h.sentence - n) <= 1 for h in trial.align(sentence, 6))


def _left_open(trial: Trial, claim: _Claim) -> Finding | None:
    """The sentence that holds most of the reason, holds it as a guess."""
    n = _most_open(trial, claim)
    if n is None or _joined(trial, claim) or _settled(trial, claim, n):
        return None
    s = trial.sentences[n]
    return _finding(trial, claim, s, f'The summary gives a cause; "{trial.pool[s.owner].id}" leaves it open.', 0.85)


def _most_open(trial: Trial, claim: _Claim) -> int | None:
    """The hedged sentence with most of the reason, where the hedge stands in the reason's own clause and the effect is near."""
    total = sum(trial.weight(w) for w in sorted(claim.reason))
    best: tuple[float, int] | None = None
    for n in _holding(trial, claim):
        if not _is_open(trial, n):
            continue
        share = _hedged_share(trial, claim, trial.sentences[n].text) / total
        if share and (best is None or share > best[0]):
            best = (share, n)
    if best is None:
        return None
    share, n = best
    together = bool(trial.sentences[n].stems & claim.effect)
    beside = any(0 <= k < len(trial.sentences) and trial.sentences[k].stems & claim.effect for k in (n - 1, n + 1))
    if share >= _MOST:
        return n if together or beside else None
    return n if beside and not together else None


def _hedged_share(trial: Trial, claim: _Claim, text: str) -> float:
    """The weight of the reason's words that one hedged clause of the text holds, or the clause after its "My guess is"."""
    best = 0.0
    hedged = False
    for clause in _CLAUSE.split(text) if len(text) > _SHORT else [text]:
        open_here = _OPEN.search(clause) is not None
        if open_here or hedged:
            best = max(best, sum(trial.weight(w) for w in sorted(content_stems(clause) & claim.reason)))
        hedged = open_here and len(content_stems(clause)) <= _LEAD_IN
    return best


def _holding(trial: Trial, claim: _Claim) -> list[int]:
    """The sentences with a word of the reason, in order; words that stand all over say nothing."""
    found = (trial.postings.get(w, ()) for w in claim.reason)
    return sorted({n for numbers in found if len(numbers) <= _EVERYWHERE for n in numbers})


def _is_open(trial: Trial, n: int) -> bool:
    return _flag(trial, "open", _OPEN, n)


def _flag(trial: Trial, name: str, words: re.Pattern[str], n: int) -> bool:
    """Whether sentence `n` has one of the words; looked up once a trial."""
    known = trial.shared.setdefault(name, {})
    assert isinstance(known, dict)
    if n not in known:
        known[n] = words.search(trial.sentences[n].text) is not None
    return bool(known[n])


def _joined(trial: Trial, claim: _Claim) -> bool:
    """Some sentence has both sides and says so flatly; a row of a table only where it says "because"."""
    total = sum(trial.weight(w) for w in sorted(claim.reason))
    for n in _holding(trial, claim):
        s = trial.sentences[n]
        if not s.stems & claim.effect or _is_open(trial, n):
            continue
        if not (_SAYS_WHY if s.foreign else _DEVICE).search(s.text):
            continue
        if sum(trial.weight(w) for w in sorted(s.stems & claim.reason)) >= _JOINED_MIN * total:
            return True
    return False


def _settled(trial: Trial, claim: _Claim, n: int) -> bool:
    """A later sentence settles the matter: about either side, or in so many words."""
    both = claim.reason | claim.effect
    later = trial.sentences[n + 1 :]
    return any(_says(_THAT_IS_IT, s.text) or (s.stems & both and _says(_SETTLED, s.text)) for s in later)


def _says(words: re.Pattern[str], text: str) -> bool:
    """One of the words, not denied ("confirmed nothing", "not confirmed")."""
    return any(
        not _NOT.search(text[max(0, m.start() - 20) : m.start()]) and not _NOT.match(text, m.end() + 1)
        for m in words.finditer(text)
    )


def _unspoken(trial: Trial, claim: _Claim) -> Finding | None:
    """No word of the reason stands anywhere, in whatever form."""
    if not claim.firm or _ASKED.search(claim.text):
        return None
    if not claim.reason - _GENERIC or any(_known(trial, w) for w in claim.reason):
        return None
    return _finding(
        trial,
        claim,
        None,
        "The summary gives a cause of which no source speaks.",
        0.93 if len(claim.reason) > 1 else 0.85,
    )


def _known(trial: Trial, word: str) -> bool:
    return word in trial.postings or (len(word) > _PREFIX and word[:_PREFIX] in _prefixes(trial))


def _prefixes(trial: Trial) -> frozenset[str]:
    kept = trial.shared.get("prefixes")
    if isinstance(kept, frozenset):
        return kept
    out = frozenset(w[:_PREFIX] for w in trial.postings)
    trial.shared["prefixes"] = out
    return out


def _finding(trial: Trial, claim: _Claim, source: Passage | None, message: str, probability: float) -> Finding:
    return make(
        trial, "invented_cause", "suspicion", message, parent=(claim.start, claim.end),
        child=(source.owner, source.start, source.end) if source else None, probability=probability,
    )  # fmt: skip
