"""Reserve: what the children say only as a guess, and the parent says flatly.

In: a trial. Out: findings `confidence_inflated`. A guess has a scope: from its cue ("probably", "looks like", "my guess is
that") to the end of its clause, or the whole short sentence before a disclaimer ("Not tested."). The parent is at fault where
it has no cue of doubt of any kind, and at least two content words of its clause stand inside such a scope and in no other
sentence of the children: then nobody has said it without reserve. One later sentence that says it flatly clears it.
"""

from __future__ import annotations

import re

from leadline.core.signals.doubt import (
    CERTAIN,
    CONFIRMED,
    DENIED,
    DISCLAIMER,
    GUESS,
    HEDGE,
    RESERVED,
    SAYING,
    same_measure,
)
from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import WORD, content_stems
from leadline.core.signals.model import Finding

__all__ = ["find_flat"]

_MODAL = re.compile(
    r"may|might|could|seem|look|semble|pourrait|podría|parece|könnte|dürfte|scheint|potrebbe|sembra", re.I
)
_END = re.compile(r"[;:.!?](?=\s)|,\s(?!or\b|oder\b|ou\b|o\b)|\s[-–—]\s|[、。，；]")
_CUT = re.compile(
    r"[;:.!?](?=\s)|,(?=\s)|\b(?:but|while|whereas|although|because|as(?=\s+(?:[\w'-]+\s+){1,4}(?:may|might|could|seems?|looks?)\b)|what|which|who|whose|that(?=\s+(?:may|might|could|seems?|looks?)\b)|aber|mais|pero|weil|parce que|porque)\b|\s[-–—]\s|[、。，；]"
)  # a clause of reason guesses for itself: "it grows, as logging seems to be on"
_NOT = re.compile(r"\b(?:not|no|never|cannot|un\w+|nicht|pas)\b|n['’]t\b", re.I)
_LITERAL = re.compile(
    r"\b(?:that|which|what|who)(?:\s+[\w']+){0,4}\s+looks? (?:like|as if)$"  # stars that look like a cup
    r"|(?:^|[^\w\s]\s+)(?:no|neither|nothing|only)\b[^,;:.!?\n]{0,60}\smay be$",  # "no child may be": a ban
    re.I,
)
_FIGURE = re.compile(r"\d")
_LEAD = re.compile(r"\W*([^\W\d_][\w' -]{2,30}):\s")
_LABEL = re.compile(r"(?<![\w.-])([^\W\d_][\w.'’-]*)(?: \([^()\n]{1,30}\))?\s?[:=](?=\s)")
_SPEAKERS = frozenset(("user", "assistant"))
_HOLDS = r"(?:says?|said|thinks?|thought|believes?|claims?|insists?|swears?|suspects?|wants?|prefers?|would|reckons?|argues?|doubts?|fears?|guess(?:es)?|holds?|blames?)"
_REACH = 120  # characters: transcribed speech has clauses without end
_ONLY_MIN = 2  # content words that stand in the guess and nowhere else
_ROUND = re.compile(
    r"(?:\b(?:about|around|some|roughly|approximately|approx\.?|circa|ca\.?|nearly|almost|or so|etwa|rund|environ|unos)\s*[€$£]?\d|[~≈]\s*[€$£]?\d)",
    re.I,
)
_NAME = re.compile(r"(?<![.!?:]\s)(?<!^)\b[A-ZÀ-Ý][a-zà-ÿ]{3,}\b")  # capitalised within a sentence
_INSIDE = 0.85  # measured on unseen authors: faithful claims leave out a guess now and then
_PARTLY = 0.45  # where words of the claim stand outside of the guess: of whole summaries by unseen writers it refused 10 of 536 faithful ones and 2 of 220 faulty ones
_MOST = 0.6  # share of the claim's content words that the guess has to hold


def find_flat(trial: Trial) -> list[Finding]:
    """At most one finding a parent sentence, in order."""
    out: list[Finding] = []
    seen: set[int] = set()
    for clause, sentence in trial.parent_clauses:
        if sentence.start in seen or sentence.kind in ("code", "data", "heading", "log") or len(clause.stems) < 2:
            continue
        guessed = [h.sentence for h in trial.align(clause, 3) if _scope(trial, h.sentence)]
        if not guessed:
            continue
        proven = _proven(trial, sentence, guessed[0])
        if proven is not None:
            seen.add(sentence.start)
            out.append(proven)
            continue
        lead = _LEAD.match(
            sentence.text
        )  # "Candidates: coil, condenser, cap": what leads a list is said of each of its members
        told = f"{lead[1]} {clause.text}" if lead else clause.text
        words = SAYING.sub("x", told)  # whoever is quoted, the guess has to be quoted with its doubt
        if GUESS.search(sentence.text) or RESERVED.search(words) or HEDGE.search(words) or _is_debated(trial, sentence):
            continue
        found = next(filter(None, (_inside(trial, clause, number) for number in guessed)), None)
        if found is not None:
            seen.add(sentence.start)
            out.append(found)
    return out


def _is_debated(trial: Trial, sentence: Passage) -> bool:
    """Two parties stand beside each other, each with its view: "bottleneck: user = east stairs / Ulrike = the door". Where they differ,
    neither is told as a fact. A label is a party where it is a speaker, or one who says or thinks something in the sources."""
    labels = {m[1].lower() for m in _LABEL.finditer(sentence.text)}
    parties = {
        name
        for name in labels
        if name in _SPEAKERS or re.search(rf"\b{re.escape(name)}\s+(?:\w+\s+)?{_HOLDS}\b", trial.haystack)
    }
    return len(parties) > 1


def _proven(trial: Trial, sentence: Passage, number: int) -> Finding | None:
    """ "It is certain", "the log proves", where the sentence that it was written from guesses and no child has any word of proof."""
    said = CERTAIN.search(sentence.text)
    if said is None or DENIED.search(sentence.text) or CONFIRMED.search(trial.haystack):
        return None
    if any(word[:5] in trial.haystack for word in WORD.findall(said.group().lower()) if len(word) > 4):
        return None
    if any(CERTAIN.search(s.text) and not DENIED.search(s.text) for s in trial.sentences):
        return None
    source = trial.sentences[number]
    return make(
        trial, "confidence_inflated", "suspicion",
        f'The summary is sure ("{said.group()}"); "{trial.pool[source.owner].id}" guesses, and no source speaks of proof.',
        parent=(sentence.start, sentence.end), child=(source.owner, source.start, source.end), probability=0.92,
    )  # fmt: skip


def _inside(trial: Trial, clause: Passage, number: int) -> Finding | None:
    scope = _scope(trial, number)
    if _FIGURE.search(clause.text) and not GUESS.search(trial.sentences[number].text):
        return None  # "... 60 ms. Not tested in the cold.": what was measured is no guess by that
    shared = clause.stems & scope
    if len(shared) < _ONLY_MIN:
        return None
    if any(CONFIRMED.search(s.text) and not _NOT.search(s.text) for s in trial.sentences[number + 1 :]):
        return None  # somebody looked, and it was so, or nobody can tell what was confirmed
    names = set(_NAME.findall(trial.sentences[number].text)) & set(_NAME.findall(clause.text))
    if names and any(
        any(name in s.text for name in names) and not _scope(trial, n)
        for n, s in enumerate(trial.sentences)
        if n > number
    ):
        return None  # the one who was waited for is spoken of again
    if _ROUND.search(clause.text) and _ROUND.search(trial.sentences[number].text):
        return None  # "about 140" told as "some 140"
    alone = [s for s in shared if all(_scope(trial, n) for n in trial.postings[s])]
    if len(alone) < _ONLY_MIN:
        return None
    source = trial.sentences[number]
    if same_measure(source.text, clause.text):
        return None
    whole = len(shared) >= _MOST * len(clause.stems)
    return make(
        trial, "confidence_inflated", "suspicion",
        f'The summary states flatly what "{trial.pool[source.owner].id}" says as a guess only, and nobody says without reserve.',
        parent=(clause.start, clause.end), child=(source.owner, source.start, source.end), probability=_INSIDE if whole else _PARTLY,
    )  # fmt: skip


def _scope(trial: Trial, number: int) -> frozenset[str]:
    """The content words that the sentence says as a guess; empty where it asserts."""
    kept = trial.shared.setdefault("guesses", {})
    assert isinstance(kept, dict)
    known = kept.get(number)
    if known is None:
        known = kept[number] = _guess(trial, number)
    return known


def _guess(trial: Trial, number: int) -> frozenset[str]:
    s = trial.sentences[number]
    cue = next((m for m in GUESS.finditer(s.text) if not _LITERAL.search(s.text[: m.end()])), None)
    if cue is None:
        following = trial.sentences[number + 1] if number + 1 < len(trial.sentences) else None
        if following is not None and following.owner == s.owner and DISCLAIMER.match(following.text):
            return s.stems
        return frozenset()
    text = s.text
    end = _END.search(text, cue.end())
    after = content_stems(text[cue.end() : min(end.start() if end else len(text), cue.end() + _REACH)])
    begin = max((m.end() for m in _CUT.finditer(text) if m.end() <= cue.start()), default=0)
    before = content_stems(text[max(begin, cue.start() - _REACH) : cue.start()])
    return after | before if _MODAL.match(cue.group()) or len(after) < _ONLY_MIN else after
