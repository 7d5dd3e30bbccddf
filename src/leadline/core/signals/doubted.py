"""A guess told as a fact, in the guess's own words: "we think the leak is in the cache" and "the leak is in the cache".

In: a trial. Out: findings `confidence_inflated`. The parent's clause has exactly the content words of what a child clause says behind
its opener of doubt (we think, maybe, it seems) or around its verb of doubt (might be, is probably), and no doubt of its own in
the sentence. No other sentence of the children may speak of it: what was a guess at noon may be known at one.
"""

from __future__ import annotations

import re

from leadline.core.signals.acts import clauses, governed, pieces, words_in
from leadline.core.signals.findings import make
from leadline.core.signals.index import Trial
from leadline.core.signals.lexis import content_stems
from leadline.core.signals.model import Finding
from leadline.core.signals.opposites import HEDGES
from leadline.core.text.gates import gated
from leadline.core.text.words import word_set

__all__ = ["find_flat"]

_WHO = r"(?:i|we|he|she|they|the (?:user|team|assistant|agent|author|operator)s?)"
_OPENERS = gated(
    rf"\b{_WHO} (?:still |only |just |strongly |now |currently )?(?:think|believe|suspect|guess|assume|feel|fear|presume|would say|reckon)s?(?: that)?\s+(?=\w)",
    r"(?:^|(?<=[:;.] ))(?:maybe|perhaps|probably|possibly|presumably|apparently|supposedly|allegedly|likely|most likely|in all likelihood|(?:it )?(?:seems|looks)(?: like| as if| that)?|(?:my|our|a|the) (?:guess|hunch|suspicion|theory|hypothesis) is(?: that)?|i am not sure,? but|not sure,? but)\s+",
    flags=re.I,
    needs=r"\b(?:think|believe|suspect|guess|assume|feel|fear|presume|say|reckon)s?\b|\b(?:maybe|perhaps|probably|possibly|presumably|apparently|supposedly|allegedly|likely|seems|looks|hunch|suspicion|theory|hypothesis|sure)\b",
)
_INSIDE = re.compile(
    r"\b(?:may|might|could)(?: (?:well|also))? (?=be\b|have\b|come\b)|\b(?:is|are|was|were) (?:probably|possibly|perhaps|likely|presumably|apparently|supposedly|allegedly)\b|"
    r"\b(?:seem|appear)s?(?:ed)? to (?=be\b|have\b|come\b)|\b(?:is|are) (?:thought|believed|suspected|assumed) to (?=be\b|have\b)",
    re.I,
)
_DOUBT = HEDGES | word_set(
    "think thinks believe believes guess guesses suspect suspects assume assumes presumed feels fear fears reckon hunch theory hypothesis could "
    "possible possibility explanation explanations unproven candidate candidates theoretically conceivable question suggests suggest hints hint open probable unclear unknown unsure uncertain seem appear believed thought suspected assumed if whether according says said claims claimed wonders"
)
_MEASURES = word_set("is are was were has have had comes came lies sits")  # a claim of how it is, no plan
_SUBORDINATE = re.compile(r"\b(?:while|although|though|as|when|since|because)\s*$", re.I)
_INTRODUCED = re.compile(r"\W*(?:while|although|though|as|when|since|because|if)\b", re.I)  # told in passing
_NO_PROSE = ("code", "data", "log", "heading")
_STEMS_MIN = 2
_ELSEWHERE = 0.6  # of the claim's words in one other sentence: it speaks of it
_PROBABILITY = 0.9

_Guess = tuple[int, int, int, frozenset[str]]  # (sentence, start, end, content stems of what is doubted)


def find_flat(trial: Trial) -> list[Finding]:
    """At most one finding a parent sentence, in the order of the parent."""
    out: list[Finding] = []
    guesses: dict[int, list[_Guess]] = {}
    for sentence in trial.parent_sentences:
        if sentence.kind in _NO_PROSE or sentence.text.rstrip().endswith("?") or set(words_in(sentence.text)) & _DOUBT:
            continue
        for start, end in pieces(sentence.text):
            text = sentence.text[start:end]
            stems = content_stems(text)
            if len(stems) < _STEMS_MIN or governed(sentence.text, start) or not set(words_in(text)) & _MEASURES:
                continue
            found = next(
                (g for n in _with_all(trial, stems) for g in _guesses(trial, n, guesses) if g[3] == stems), None
            )
            if (
                found is None
                or _spoken_of(trial, found[0], stems)
                or _SUBORDINATE.search(sentence.text, 0, start)
                or _INTRODUCED.match(text)
            ):
                continue
            number, a, b, _ = found
            owner = trial.sentences[number].owner
            out.append(
                make(
                    trial, "confidence_inflated", "suspicion",
                    f'The summary says "{text}"; "{trial.pool[owner].id}" says "{trial.pool[owner].text[a:b]}", and no source knows more. '
                    "A guess would be taken for what was found.",
                    parent=(sentence.start + start, sentence.start + end), child=(owner, a, b), probability=_PROBABILITY,
                )
            )  # fmt: skip
            break
    return out


def _with_all(trial: Trial, stems: frozenset[str]) -> list[int]:
    """The children's sentences that have all of the stems, in order."""
    places = sorted((trial.postings.get(s, ()) for s in stems), key=len)
    return sorted(set(places[0]).intersection(*places[1:]))


def _guesses(trial: Trial, number: int, known: dict[int, list[_Guess]]) -> list[_Guess]:
    """Every clause of doubt in one sentence of the children; read once."""
    if number not in known:
        out = known[number] = []
        s = trial.sentences[number]
        if s.kind in _NO_PROSE or s.text.rstrip().endswith("?"):
            return out
        for start, end, text, _ in clauses(trial, number):
            m = _OPENERS.search(text)
            doubted = text[m.end() :] if m is not None else None
            if m is None and (n := _INSIDE.search(text)) is not None:
                doubted = text[: n.start()] + " " + text[n.end() :]
            if doubted and not (set(words_in(doubted)) & {"if", "whether", "not"}):
                out.append((number, s.start + start, s.start + end, content_stems(doubted)))
    return known[number]


def _spoken_of(trial: Trial, number: int, stems: frozenset[str]) -> bool:
    """Another sentence of the children has most of the claim's words."""
    near = sorted({n for s in stems for n in trial.postings.get(s, ())})
    return any(n != number and len(stems & trial.sentences[n].stems) >= _ELSEWHERE * len(stems) for n in near)
