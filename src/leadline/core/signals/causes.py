"""Causes that no source gives: "X because Y" where Y stands nowhere, or where a source leaves the cause open.

In: a trial. Out: findings `invented_cause`. An implicit cause is no fault (two facts of one table row, joined by
"because"), and connectives for implicit relations were the largest source of false alarms (signals-notes, section 6). So a
cause is only reported when (1) a source says that no reason is known or given, or clears just this one of suspicion (`cleared`), (2) a source holds the reason as a guess,
one of several, or unchecked, and nobody states it flatly or settles it later, or (3) not one word of the reason stands in
any source. A claim that is hedged or attributed itself is left to the confidence signal.
"""

from __future__ import annotations

import re

from leadline.core.signals.cause_claims import CauseClaim, causes_of
from leadline.core.signals.cause_words import DEVICE, HINTS, JOINS, NO_REASON, NOT, OPEN, SAYS_WHY, SETTLED, THAT_IS_IT
from leadline.core.signals.cleared import cleared
from leadline.core.signals.findings import make, shortened
from leadline.core.signals.forms import known
from leadline.core.signals.identifiers import identifiers_in
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import STOP, WORD, content_stems
from leadline.core.signals.model import Finding

__all__ = ["count", "find"]

_HEDGED = re.compile(
    r"\b(?:(?-i:may)|might|(?:could|would)(?! not|n't)|not (?:its|the|a|their) (?:cause|reason)|wahrscheinlich|vermutlich|vielleicht|wohl|möglicherweise|probablement|peut-être|sans doute|probablemente|quizás?|tal vez|posiblemente|perhaps|maybe|possibl[ey]|probabl[ey]|likely|suspect\w*|suspicion|guess\w*|assumed|presum\w*|apparently|seem\w*|appear\w*|suggest\w*|think\w*|believ\w*|according|suppos\w*|hypothes\w*|plausibl\w*|unclear|unknown|whether|allegedly|view|opinion|attribut\w*|candidate|theory|idea|if|unproven|unconfirmed|untested|expect(?:ed|s)?|hopes?|pending|possibilit\w*|hints?|hinted|assumption|(?:remains?|leaves?|left|keeps?) (?:it )?open|no statement|not (?:yet )?(?:known|clear|established|proven|confirmed|verified)|cause found|vermut\w*|wohl|vielleicht|peut-être|quizás)\b|\?",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\b(?:could|would|open|for (?:lack|want) of)\b", re.IGNORECASE
)  # a matter left open, or a want: too near to a hedge
_ASKED = re.compile(
    r"\b(?:user|users|wish(?:es|ed)?|asked|agreed|wanted|demanded|nutzer\w*|rule|policy|decision)\b", re.IGNORECASE
)
_GENERIC = content_stems(  # words that value or classify: what a summary says instead of the figures and names
    "different things thing difference way case cases well good bad better worse best problem problems issue issues long short slow"
    " slower fast faster quick big bigger large larger small smaller many few much little late later early earlier limit failed failing"
    " failure error errors needed need necessary useful important simple simpler easy easier hard harder safe safer cheap cheaper expensive"
    " old older new newer first last next high higher low lower enough too missing lack lacking wrong right still already matter matters"
)
_INITIALS = re.compile(r"\b[A-Z]{2,6}\b")
_CLAUSE = re.compile(r"[,;:](?=\s)|\s[-–—]\s")
_BREAK = re.compile(r"[,;:.](?=\s)|\s[-–—]\s")
_CAUSE_OF = re.compile(r"\b(?:causes?|reasons?|origin) (?:of|for) ((?:[\w'-]+ ?){1,4})", re.I)
_ASIDE = re.compile(r"\([^()]{20,}\)")  # a hedge in brackets is about what stands there; "(probably)" is about the rest
_BACK_TO = 3  # sentences before "I cannot separate the two" in which the two stand
_ABOUT_MIN = 0.25  # share of the effect's weight that "no reason is known" and the sentence before it must hold
_JOINED_MIN = 0.34  # share of the reason's weight that a sentence must hold to be one that joins both sides
_SHORT = 140  # letters; the hedge of a shorter sentence is about all of it
_OWN_HEDGE = re.compile(  # "one is behind, the other seems fine": a verb with a subject of its own guesses of nothing else
    r"\b(?:is|are|was|were|has|have)\b[^,;]+[,;] (?!(?:it|that|this|which|they)\b)[\w'-]+(?: [\w'-]+){0,3} (?:seems?|appears?|looks)\b",
    re.I,
)
_LEAD_IN = 3  # content words up to which a hedged clause speaks of the next one ("My guess is: ...")
_EVERYWHERE = 60  # sentences; a word in more of them ties nothing to a reason
_FEW = 40  # sentences; among more of them some neighbour always has a word of the reason
_SET = re.compile(r"\W*(?:\d+\.\s*)?(?:[\w ]{1,30}:\s*)?Assume\b")  # an instruction: it leaves nothing open
_P_ELSEWISE = 0.5  # a reason in no known words, where a source gives one in its own
_NAMED = 0.6  # share of the words of "I cannot say why X" that the effect must hold to be that X
_P_CLEARED = 0.92
_MOST = 0.5  # share of the reason's weight with which a sentence speaks of it


def count(trial: Trial) -> int:
    """How many causes the parent states."""
    return sum(1 for s in trial.parent_sentences for _ in causes_of(trial, s))


def find(trial: Trial) -> list[Finding]:
    """One finding a parent sentence at most."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        if _HEDGED.search(sentence.text):
            continue
        for claim in causes_of(trial, sentence):
            finding = None
            if not _UNSURE.search(sentence.text):
                finding = _unknown(trial, sentence, claim) or _cleared(trial, claim) or _left_open(trial, claim)
            finding = finding or _unspoken(trial, claim)
            if finding is not None:
                out.append(finding)
                break
    return out


def _unknown(trial: Trial, sentence: Passage, claim: CauseClaim) -> Finding | None:
    """What refutes a cause is often a short sentence next to the evidence: "They gave no reason." """
    if "told without reason" not in trial.shared:
        trial.shared["told without reason"] = NO_REASON.search(trial.parent) is not None
    if trial.shared["told without reason"]:
        return None
    for n in _without_reason(trial):
        if _is_about(trial, sentence, claim, n) and not _joined(trial, claim, n) and not _settled(trial, claim, n):
            s = trial.sentences[n]
            return _finding(
                trial, claim, s, f'The summary gives a cause; "{trial.pool[s.owner].id}" says that none is known.', 0.92
            )
    return None


def _cleared(trial: Trial, claim: CauseClaim) -> Finding | None:
    """A source takes the reason out of suspicion, and none blames it again."""
    s = cleared(trial, claim)
    if s is None:
        return None
    where = trial.pool[s.owner].id
    return _finding(
        trial, claim, s, f'The summary gives a cause that "{where}" clears of it: "{shortened(s.text)}". The next look goes to the wrong place.', _P_CLEARED,
    )  # fmt: skip


def _without_reason(trial: Trial) -> tuple[int, ...]:
    """The sentences that say that no reason is known or given, found once a trial."""
    kept = trial.shared.get("without reason")
    if isinstance(kept, tuple):
        return kept
    owners = {owner for owner, text in enumerate(trial.lower) if any(hint in text for hint in HINTS)}
    out: list[int] = []
    for n, s in enumerate(trial.sentences):
        if s.owner in owners:
            low = s.text.lower()
            if any(hint in low for hint in HINTS) and NO_REASON.search(s.text):
                out.append(n)
    trial.shared["without reason"] = tuple(out)
    return tuple(out)


def _is_about(trial: Trial, sentence: Passage, claim: CauseClaim, n: int) -> bool:
    """Sentence `n` and those before it hold a good part of the effect, or it stands beside what the claim was written from."""
    s = trial.sentences[n]
    own = content_stems(NO_REASON.sub(" ", s.text)) - _GENERIC
    if len(own) > 1 and not own & (claim.effect | claim.reason):
        return False  # it says itself of what the reason is unknown: of something else
    said = NO_REASON.search(s.text)
    clause = _around(s.text, said) if said is not None else ""
    caused = _CAUSE_OF.search(clause)
    if caused is not None and (of := content_stems(caused[1])) & claim.reason and not of & claim.effect:
        return False  # what has no known reason is the reason itself ("since the breaker had tripped", "cause of tripping not found")
    about = content_stems(NO_REASON.sub(" ", clause)) - _GENERIC
    if len(about & claim.effect) > 1 and len(about & claim.effect) >= _NAMED * len(about):
        return True  # "I cannot say why match-srv-14 crashed"
    before = [b.stems for b in trial.sentences[max(0, n - _BACK_TO) : n] if b.owner == s.owner]
    held = s.stems.union(*before)
    total = sum(trial.weight(w) for w in sorted(claim.effect))
    if sum(trial.weight(w) for w in sorted(claim.effect & held)) >= _ABOUT_MIN * total:
        return True
    return claim.firm and any(abs(h.sentence - n) <= 1 for h in trial.align(sentence, 6))


def _around(text: str, said: re.Match[str]) -> str:
    """The clause that the words stand in."""
    start = max((m.end() for m in _BREAK.finditer(text, 0, said.start())), default=0)
    stop = _BREAK.search(text, said.end())
    return text[start : stop.start() if stop else len(text)]


def _left_open(trial: Trial, claim: CauseClaim) -> Finding | None:
    """The sentence that holds most of the reason, holds it as a guess."""
    n = _most_open(trial, claim)
    if n is None or _joined(trial, claim) or _settled(trial, claim, n):
        return None
    s = trial.sentences[n]
    return _finding(trial, claim, s, f'The summary gives a cause; "{trial.pool[s.owner].id}" leaves it open.', 0.88)


def _most_open(trial: Trial, claim: CauseClaim) -> int | None:
    """The hedged sentence with most of the reason, where the hedge stands in the reason's own clause and the effect is near."""
    total = sum(trial.weight(w) for w in sorted(claim.reason))
    best: tuple[float, int] | None = None
    for n in _holding(trial, claim):
        if not _is_open(trial, n) or _SET.match(trial.sentences[n].text):
            continue
        share = _hedged_share(trial, claim, trial.sentences[n].text) / total
        if share and (best is None or share > best[0]):
            best = (share, n)
    if best is None or _flat_share(trial, claim) / total > best[0]:
        return None  # somebody says more of it flatly than anybody guesses
    share, n = best
    together = bool(trial.sentences[n].stems & claim.effect)
    beside = any(0 <= k < len(trial.sentences) and trial.sentences[k].stems & claim.effect for k in (n - 1, n + 1))
    if share >= _MOST:
        return n if together or beside else None
    return n if beside and not together and len(trial.sentences) <= _FEW else None


def _hedged_share(trial: Trial, claim: CauseClaim, text: str) -> float:
    """The weight of the reason's words that one hedged clause of the text holds, or the clause after its "My guess is"."""
    asides = [m.group() for m in _ASIDE.finditer(text)]
    if asides:
        return max(_hedged_share(trial, claim, part[1:-1]) for part in (f"({_ASIDE.sub(' ', text)})", *asides))
    best = 0.0
    hedged = False
    for clause in _CLAUSE.split(text) if len(text) > _SHORT or _OWN_HEDGE.search(text) else [text]:
        open_here = OPEN.search(clause) is not None and not _of_another(clause, claim.text)
        if open_here or hedged:
            best = max(best, sum(trial.weight(w) for w in sorted(content_stems(clause) & claim.reason)))
        hedged = open_here and len(content_stems(clause)) <= _LEAD_IN
    return best


def _of_another(clause: str, reason: str) -> bool:
    """The clause names something, and the reason something else: "pg-rep-1 seems fine" guesses nothing of pg-rep-2."""
    names, own = ({t.lower() for _, _, t, _ in identifiers_in(text)} for text in (clause, reason))
    return bool(names and own and not names & own)


def _flat_share(trial: Trial, claim: CauseClaim) -> float:
    """The weight of the reason's words that one sentence of a person holds beside the effect, without any doubt in it."""
    flat = (
        s
        for n in _holding(trial, claim)
        if not _is_open(trial, n) and not (s := trial.sentences[n]).foreign and s.stems & claim.effect
    )
    return max((sum(trial.weight(w) for w in sorted(s.stems & claim.reason)) for s in flat), default=0.0)


def _holding(trial: Trial, claim: CauseClaim) -> list[int]:
    """The sentences with a word of the reason, in order; words that stand all over say nothing."""
    found = (trial.postings.get(w, ()) for w in claim.reason)
    return sorted({n for numbers in found if len(numbers) <= _EVERYWHERE for n in numbers})


def _is_open(trial: Trial, n: int) -> bool:
    """Whether sentence `n` has a word of doubt; looked up once a trial."""
    seen = trial.shared.setdefault("open", {})
    assert isinstance(seen, dict)
    if n not in seen:
        seen[n] = OPEN.search(trial.sentences[n].text) is not None
    return bool(seen[n])


def _joined(trial: Trial, claim: CauseClaim, unknown: int | None = None) -> bool:
    """Some sentence has both sides and says so flatly; a row of a table only where it says "because".

    Where sentence `unknown` says that no reason is known, words of time join nothing; what holds both sides behind it answers it.
    """
    total = sum(trial.weight(w) for w in sorted(claim.reason))
    for n in _holding(trial, claim):
        s = trial.sentences[n]
        if not s.stems & claim.effect or _is_open(trial, n):
            continue
        device = SAYS_WHY if s.foreign else DEVICE if unknown is None else JOINS
        if not (unknown is not None and n > unknown and not s.foreign) and not device.search(s.text):
            continue
        if sum(trial.weight(w) for w in sorted(s.stems & claim.reason)) >= _JOINED_MIN * total:
            return True
    return False


def _settled(trial: Trial, claim: CauseClaim, n: int) -> bool:
    """A later sentence settles the matter: about either side, or in so many words."""
    both = claim.reason | claim.effect
    later = trial.sentences[n + 1 :]
    return any(_says(THAT_IS_IT, s.text) or (s.stems & both and _says(SETTLED, s.text)) for s in later)


def _says(words: re.Pattern[str], text: str) -> bool:
    """One of the words, not denied ("confirmed nothing", "not confirmed")."""
    return any(
        not NOT.search(text[max(0, m.start() - 20) : m.start()]) and not NOT.match(text, m.end() + 1)
        for m in words.finditer(text)
    )


def _unspoken(trial: Trial, claim: CauseClaim) -> Finding | None:
    """No word of the reason stands anywhere, in whatever form."""
    if not claim.firm or _ASKED.search(claim.text):
        return None
    if not claim.reason - _GENERIC or any(known(trial, w) for w in claim.reason) or _is_short_for(trial, claim.text):
        return None
    if any(known(trial, w) for w in content_stems(claim.text) - claim.reason - _GENERIC):
        return None  # "failed to compile after the change of type due to type mismatches": the errors name the type
    return _finding(
        trial,
        claim,
        None,
        "The summary gives a cause of which no source speaks.",
        _P_ELSEWISE if _is_given(trial, claim) else 0.93 if len(claim.reason - _GENERIC) > 1 else 0.88,
    )


def _is_given(trial: Trial, claim: CauseClaim) -> bool:
    """A source gives some reason for the effect: what shares no word with it may be its rewording ("unwell", "illness")."""
    effect = claim.effect - _GENERIC
    return any(
        SAYS_WHY.search(trial.sentences[n].text)
        for w in sorted(effect)
        if len(trial.postings.get(w, ())) <= _EVERYWHERE
        for n in trial.postings.get(w, ())
    )


def _is_short_for(trial: Trial, text: str) -> bool:
    """The children have the initials ("APU failure" of the auxiliary power unit), the parent writes them out. Two letters must be all."""
    initials = "".join(w[0] for w in re.findall(r"[^\W\d_]+", text.lower()))
    whole = "".join(w[0] for w in WORD.findall(text.lower()) if w not in STOP)
    return any(
        w.lower() in initials if len(w) > 2 else w.lower() == whole
        for child in trial.pool
        for w in _INITIALS.findall(child.text)
    )


def _finding(trial: Trial, claim: CauseClaim, source: Passage | None, message: str, probability: float) -> Finding:
    return make(
        trial, "invented_cause", "suspicion", message, parent=(claim.start, claim.end),
        child=(source.owner, source.start, source.end) if source else None, probability=probability,
    )  # fmt: skip
