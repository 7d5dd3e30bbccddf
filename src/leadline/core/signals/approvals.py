"""Consent that nobody gave: "X approved", "was agreed", where no source shows a word of consent by X.

In: a trial. Out: findings `invented_actor_or_approval`. A consent verb as a finite verb with somebody else than the user
as its subject (the user's own consent is read from the user's turns, see `wishes`); no sentence about that somebody, nor
one beside it, holds a word of consent that is not denied, asked for or awaited. Verbs that things take, too ("the log
confirmed", "the parser accepts"), say less than those that only people take.
"""

from __future__ import annotations

import re
from typing import Literal

from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import content_stems
from leadline.core.signals.model import Finding
from leadline.core.text.gates import gated

__all__ = ["find"]

_GIVES = (
    r"(?:gave|given|gives) (?:\w+ ){0,3}(?:go-ahead|permission|consent|approval|ok|leave|green light|blessing|word)"
)
_FIRM = rf"approved|agreed(?! with| price| rate| scope| terms| hours| date| upon)|authori[sz]ed|signed off|signed|consented|endorsed|granted|{_GIVES}|raised no objections?|ha(?:d|s) no objections?|said yes|agrees to|approves|consents"
_SOFT = r"accepted|confirmed|permitted|allowed"
_AUX = r"(?:(?:has|have|had|was|were|is|are|been|also|already|now|since|all|both|finally|later|therefore|then|verbally|expressly|explicitly|in writing) ){0,3}"
_ROMANCE = (
    r"(?:a|ont|avait) (?:donné (?:son|leur) accord|approuvé|autorisé|validé)|(?:ha|han|había) (?:aprobado|autorizado|dado (?:su|el|la) (?:visto bueno|permiso|aprobación))"
    r"|(?:hat|haben|hatte) (?:\w+ ){0,3}(?:genehmigt|zugestimmt|freigegeben)"
)
_CLAIM = gated(
    rf"(?P<aux>{_AUX})(?<![-\w])(?:(?P<firm>{_FIRM}|{_ROMANCE})|(?P<soft>{_SOFT}))\b(?!-)",
    flags=re.IGNORECASE,
    needs=rf"\b(?:{_FIRM}|{_ROMANCE}|{_SOFT})\b",  # what comes before it may be empty
)
_SOLE = re.compile(
    r"\b(?:alone|only|solely|himself|herself|themselves|always|normally|usually|in the end|finally)\W*$", re.I
)
_BE = re.compile(r"\b(?:was|were|been|is|are)\b", re.IGNORECASE)
_PERFECT = re.compile(r"\b(?:has|have|had)\b(?! been)", re.IGNORECASE)
_NO_SUBJECT = re.compile(
    r"\b(?:the|an?|its|their|his|her|our|this|that|each|any|all|no|of|within|than|as|in|on|at|to|by|for|self|newly|most|not|be)$",
    re.IGNORECASE,
)
_SUBJECT_END = re.compile(
    r"[,;:(]|\b(?:and|but|as|that|which|who|because|since|after|once|before|until|when|while|so|than|what|with|to|of|in|on|for|by|from)\b",
    re.IGNORECASE,
)
_BY = re.compile(r"[^,;.]{0,60}?\bby (?:the |an? |our |their |his |her )?([\w'-]+(?: [\w'-]+){0,2})")
_NOT_THEY = re.compile(r"\b(?:user|nutzer|we|i|you|agent|assistant|nobody|none|it|which|that)\b", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?:he|she|they|everyone|everybody|all|both)$", re.IGNORECASE)
_DENIED = re.compile(
    r"\b(?:not|no|nobody|none|never|without|pending|await\w*|waiting|waits?|unless|until|till|before|whether|if|needs?|must|required?|requires|open|missing|once|should|would|shall|will|nor|neither|on condition|provided|subject to|to be|request\w*|seek\w*|lacks?|faut|nicht|kein\w*|noch|ohne|muss|pas|sans|avant|sin|falta|pendiente|demand\w*)\b|n['’]t\b|未|まだ|没|需",
    re.IGNORECASE,
)
_DENIED_AFTER = re.compile(
    r"[^.;,]{0,25}(?:\?|\b(?:yet|pending|missing|outstanding|nothing|no one|nobody|neither)\b)", re.IGNORECASE
)
_CONSENT = re.compile(
    r"\b(?:approv\w*|authori[sz]\w*|sign(?:ed|s|ing|ers?|ator(?:y|ies)|atures?)|sign[ -]off|clear(?:ed|s|ance)?|agree[sd]?|agreement|consent\w*|permi\w*|allow\w*|go[- ]?ahead|go|ok(?:ay|'d|ed)?|yes|yep|fine|sure|right|confirm\w*|accept\w*|green light|grant\w*|endors\w*|voted|votes?(?! (?:is|was|number|\d\S*-|on file))|carried|passed|seconded|unanim\w*|in favou?r|no objections?|without objections?|nothing against|not? object|not mind|happy|like[sd]?|love[sd]?|glad\w*|lgtm|looks|sounds|may|can borrow|free to|k|will (?:do|fix|come|send|take|help)|same way|nodded|decid\w*|settled"
    r"|genehmig\w*|zugestimmt|zustimm\w*|einverstanden|freigegeben|freigabe|approuv\w*|autoris\w*|valid(?:é|er|at)\w*|d'accord|accord\b|aprob\w*|acept\w*|autoriza\w*|visto bueno)\b|[👍✅]|承認|批准|同意",
    re.IGNORECASE,
)
_NON_FINITE = re.compile(r"\bbeing\s+$", re.IGNORECASE)
_CUT = re.compile(r"[,;:—]")
_ROOT = 5  # letters of a word of consent by which its forms are known
_PASSIVE = 0.9  # "has been approved", where no source has that word, nor any other of consent: 3 of 3 in dense texts by unseen writers, of 2,104 faithful ones none
_Rating = tuple[Literal["hard", "suspicion"], float]


def find(trial: Trial) -> list[Finding]:
    """One finding a parent clause at most."""
    out: list[Finding] = []
    for clause, sentence in trial.parent_clauses:
        for claim in _CLAIM.finditer(clause.text):
            finding = _judge(trial, clause, sentence, claim)
            if finding is not None:
                out.append(finding)
                break
    return out


def _judge(trial: Trial, clause: Passage, sentence: Passage, claim: re.Match[str]) -> Finding | None:
    text = clause.text
    if _DENIED.search(text[max(0, claim.start() - 60) : claim.end("aux")]) or _DENIED_AFTER.match(text, claim.end()):
        return None
    if _NON_FINITE.search(text, 0, claim.start()):
        return None  # "remembers six rounds being agreed"
    if claim.group().rstrip().lower().endswith("s") and _SOLE.search(text[: claim.start()]):
        return None  # "she alone approves it": whose office it is, and no approval
    passive = bool(_BE.search(claim["aux"])) and not _PERFECT.search(claim["aux"])
    who = _agent(text, claim) if passive else _subject(text[: claim.start()].rstrip())
    if who is None or _NOT_THEY.search(who) or "nobody" in sentence.text.lower():
        return None
    named = _PRONOUN.search(who) is None
    they = content_stems(who) if named else _meant(sentence.text[: clause.start - sentence.start + claim.start()])
    if not they and not passive and named:
        return None
    near = _about(trial, they)
    unheard = (claim["firm"] or claim["soft"] or "").split(" ")[0][:_ROOT].lower() not in trial.haystack
    rating = _rate(trial, claim["firm"] is not None, passive or not named, passive and unheard, they, near)
    if rating is None:
        return None
    pending = next((trial.sentences[n] for n in near if trial.sentences[n].stems & they), None)
    return make(
        trial, "invented_actor_or_approval", rating[0],
        f'The summary tells an approval{" by " + chr(34) + who + chr(34) if they else ""} that no source gives.',
        parent=(clause.start + claim.start(), clause.start + claim.end()),
        child=(pending.owner, pending.start, pending.end) if pending else None, probability=rating[1],
    )  # fmt: skip


def _rate(
    trial: Trial, firm: bool, doerless: bool, unheard: bool, they: frozenset[str], near: list[int]
) -> _Rating | None:
    """Severity and probability, as measured on training items of nine authors; None where somebody may have consented."""
    if any(_consents(trial.sentences[n].text) for n in near):
        return None
    anywhere = any(_consents(s.text) for s in trial.sentences)
    if doerless or not they:
        return None if anywhere or not firm else ("suspicion", _PASSIVE if unheard else 0.7 if they else 0.8)
    if not firm:
        return None if anywhere else ("suspicion", 0.8)
    return ("hard", 0.95) if near or not anywhere else ("suspicion", 0.8)


def _subject(before: str) -> str | None:
    """The last words before the verb, up to the start of its clause; None for an adjective ("the agreed hours")."""
    if _NO_SUBJECT.search(before) and not _PRONOUN.search(before):
        return None
    return " ".join(_SUBJECT_END.split(before)[-1].split()[-3:])


def _meant(before: str) -> frozenset[str]:
    """Whom a pronoun means: who begins the sentence ("The officer reads it, as she agreed"), nobody where it begins it itself."""
    first = before.split()[:3]
    return frozenset() if any(_PRONOUN.search(w) for w in first) else content_stems(" ".join(first))


def _agent(text: str, claim: re.Match[str]) -> str:
    by = _BY.match(text, claim.end())
    return by[1] if by else ""


def _about(trial: Trial, they: frozenset[str]) -> list[int]:
    """The sentences that name them, with the neighbours in which an answer may stand."""
    out: set[int] = set()
    for stem in they:
        for n in trial.postings.get(stem, ()):
            out.update(k for k in range(n - 1, n + 3) if 0 <= k < len(trial.sentences))
    return sorted(out)


def _consents(text: str) -> bool:
    """A word of consent that its clause does not deny, ask for or wait for."""
    for word in _CONSENT.finditer(text):
        if not _DENIED.search(_CUT.split(text[: word.start()])[-1]) and not _DENIED_AFTER.match(text, word.end()):
            return True
    return False
