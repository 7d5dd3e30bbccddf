"""What the children only deny, told without the denial: "will not survive a reboot" and "survives a reboot".

In: a trial. Out: findings `polarity`. A child clause denies a verb and names its object ("cannot rule out traces", "shall not require
consent"); the parent has the same verb with the same object and nothing denied, in whatever mood or voice. No sentence of the
children may have verb and object without a denial. Orders not to do something, questions and conditions deny nothing.
"""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from leadline.core.signals.acts import clauses, governed, pieces, words_in
from leadline.core.signals.findings import make
from leadline.core.signals.index import Trial
from leadline.core.signals.lexis import STOP, stems_of
from leadline.core.signals.model import Finding
from leadline.core.signals.moods import CONDITIONS, EXCEPT, NO
from leadline.core.signals.state_words import AUX, LIGHT, PREPOSITION
from leadline.core.signals.verbs import forms_of, is_base, is_past, verb_key
from leadline.core.text.gates import gated
from leadline.core.text.words import word_set

__all__ = ["find_undenied"]

_NEGATED = gated(
    r"\b(?:can|could|will|would|shall|do|does|did|is|are|was|were|has|have|had)(?: not|n['’]t| never| no longer)\b|\b(?:cannot|can['’]t|won['’]t|shan['’]t)\b|\bunable to\b",
    flags=re.I,
    needs=r"\b(?:not|never|longer|cannot|can|don|doesn|didn|won|shan|isn|aren|wasn|weren|hasn|haven|hadn|couldn|wouldn|unable)\b",
)
_WEAK = frozenset(
    map(
        verb_key,
        word_set(
            "be have do get go come know think mean say want need let make matter exist seem appear find see look happen try use take give keep contain include show "
            "tell ask work run change help believe like expect start begin stop set put hold become feel remain stay name list state report mention speak wait"
        ),
    )
)
_TO = word_set("to be been also only yet even fully really actually necessarily")
_DENIES = NO | word_set(
    "without fails failed refuses refused declines declined unable hardly barely lacks lacking instead except unless whether if"
)
_NO_PROSE = ("code", "data", "log", "heading")
_OBJECT_MAX = 4
_PROBABILITY = 0.92
_AND = re.compile(r"\b(?:and|but)\s+$")
_BIDS = word_set("please and but so then also just do you always")
_LINKS = AUX - {"a"}  # an article in English
_LIKENESS = word_set("same other another different similar such")
_FINITE = word_set("will can could would does do did shall may might and they we i you which that who both all")
_BANNED = re.compile(
    r"[^;.!?\n]{0,80}?\b(?:ruled out|forbidden|banned|prohibited|excluded|barred|taboo|off[- ]limits|impossible|disallowed|out of the question)\b",
    re.I,
)
_CAN = re.compile(
    r"\b(?:can|could|does|do|did|is|are|was|were|has|have|had|will|would)[.;!]?\s*$", re.I
)  # "the other one can."
_FEW = 80  # sentences; in a longer record what was denied at noon may be done at one, in other words
_LAST = 12  # sentences from the end of it, behind which little can follow


class _Denial(NamedTuple):
    verb: str
    object: frozenset[str]
    owner: int
    start: int
    end: int
    sentence: int


def find_undenied(trial: Trial) -> list[Finding]:
    """At most one finding a parent sentence, in the order of the parent."""
    out: list[Finding] = []
    denials: list[_Denial] | None = None
    for sentence in trial.parent_sentences:
        if (
            sentence.kind in _NO_PROSE
            or sentence.text.rstrip().endswith("?")
            or trial.is_verbatim(sentence.text.strip())
        ):
            continue
        denials = _denials(trial) if denials is None else denials
        if not denials:
            break
        for start, end in pieces(sentence.text):
            words = words_in(sentence.text[start:end])
            if _BANNED.match(sentence.text, end):
                continue  # "tests after 20:00 or on Sundays | are ruled out"
            goes_on = _AND.search(sentence.text, 0, start) is not None and bool(
                set(words_in(sentence.text[:start])) & AUX
            )
            if _denies(words, _DENIES | CONDITIONS | EXCEPT) or governed(sentence.text, start):
                continue
            found = next(
                (
                    d
                    for d in denials
                    if _asserts(words, d, goes_on) and not _said(trial, d) and not _says_denied(trial, d)
                ),
                None,
            )
            if found is None:
                continue
            text = trial.pool[found.owner].text
            out.append(
                make(
                    trial, "polarity", "suspicion",
                    f'The summary says "{sentence.text[start:end]}"; "{trial.pool[found.owner].id}" denies it: "{text[found.start : found.end]}".',
                    parent=(sentence.start + start, sentence.start + end), child=(found.owner, found.start, found.end), probability=_PROBABILITY,
                )
            )  # fmt: skip
            break
    return out


def _denials(trial: Trial) -> list[_Denial]:
    """Every verb with its object that the children deny, and say nowhere without a denial."""
    out: list[_Denial] = []
    recent = len(trial.sentences) - _LAST if len(trial.sentences) > _FEW else 0
    for number in trial.masked.may_match(_NEGATED):
        s = trial.sentences[number]
        if number < recent or s.kind in _NO_PROSE or s.text.rstrip().endswith("?") or _NEGATED.search(s.text) is None:
            continue
        for start, end, text, words in clauses(trial, number):
            m = _NEGATED.search(text)
            if m is None or set(words) & (CONDITIONS | EXCEPT) or governed(s.text, start):
                continue
            behind = words_in(text[m.end() :])
            k = next((k for k, w in enumerate(behind) if w not in _TO), None)
            if k is None or set(behind) & NO:
                continue
            verb = behind[k]
            key = verb_key(verb)
            if (
                not verb.isalpha()
                or verb in STOP
                or verb in LIGHT
                or verb in AUX
                or verb in PREPOSITION
                or key in _WEAK
                or len(verb) < 4
            ):
                continue
            if m.group().lower().replace("’", "'") in ("do not", "don't") and set(words_in(text[: m.start()])) <= _BIDS:
                continue  # an order
            thing = _object(behind[k + 1 :])
            if thing:
                out.append(_Denial(key, thing, s.owner, s.start + start, s.start + end, number))
    return out


def _object(behind: list[str]) -> frozenset[str]:
    """The stems of what follows the verb up to the first preposition; a particle ("out", "up") goes with the verb."""
    out: list[str] = []
    for w in behind:
        if w in PREPOSITION or len(out) == _OBJECT_MAX or w in _LINKS or w in _LIKENESS:
            break
        if w in LIGHT or w in STOP or w in ("out", "up", "off", "down"):
            continue
        out.append(w)
    return frozenset(s for w in out for s in stems_of(w))


def _asserts(words: list[str], denial: _Denial, goes_on: bool) -> bool:
    """The clause has the verb as a verb, and all of the object."""
    if not denial.object <= {s for w in words for s in stems_of(w)}:
        return False
    return any(verb_key(w) == denial.verb and _is_verb(words, k, goes_on) for k, w in enumerate(words))


def _is_verb(words: list[str], k: int, goes_on: bool) -> bool:
    """The word is a verb that asserts. `goes_on`: the clause has its subject in the one before ("... and survive a reboot")."""
    before = words[k - 1] if k else ""
    if words[k].endswith("ing") or "to" in words[max(0, k - 3) : k]:
        return False  # a noun or a plan
    if is_base(words[k]) and not is_past(words[k]) and (before not in _FINITE if k else not goes_on):
        return False  # an order
    return before not in ("the", "a", "an", "its", "their", "his", "her", "no", "of", "for", "any")


def _said(trial: Trial, denial: _Denial) -> bool:
    """Some sentence of the children has the verb and a word of the object, and denies nothing."""
    forms = {s for w in forms_of(denial.verb) for s in stems_of(w)}
    for n in sorted({n for stem in forms for n in trial.postings.get(stem, ())}):
        s = trial.sentences[n]
        if n != denial.sentence and s.stems & denial.object and not _denies(words_in(s.text)):
            return True
    near = trial.sentences[max(0, denial.sentence - 1) : denial.sentence + 3]
    return any(s.owner == denial.owner and _CAN.search(s.text) and not _denies(words_in(s.text)) for s in near)


def _says_denied(trial: Trial, denial: _Denial) -> bool:
    """The parent denies it, too: what it asserts beside that is another time or another thing ("H3: not weighed; weighed on Sunday")."""
    for s in trial.parent_sentences:
        for start, end in pieces(s.text):
            words = words_in(s.text[start:end])
            if any(verb_key(w) == denial.verb for w in words) and _denies(words, NO):
                return True
    return False


def _denies(words: list[str], cues: AbstractSet[str] = _DENIES) -> bool:
    """One of the cues stands among the words, or a contracted "not"."""
    return bool(set(words) & cues) or any(w.endswith("n't") for w in words)
