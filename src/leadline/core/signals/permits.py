"""What the children forbid, told as allowed or wanted: "do not touch production" and "production may be touched".

In: a trial. Out: findings `constraint_lost`. The prohibition is a clause of a person or of an earlier summary with its verb and its object; the
parent's clause has the same verb and the same object behind a word of permission, wish or duty, and denies nothing. Conditions
and exceptions on either side say nothing here ("not before the backup", "only on staging"), nor does a prohibition that something
later in the children lifts.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from leadline.core.signals.acts import clauses, words_in
from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import STOP, stems_of
from leadline.core.signals.model import Finding
from leadline.core.signals.moods import CONDITIONS, EXCEPT, NO
from leadline.core.signals.state_words import LIGHT, PREPOSITION
from leadline.core.signals.verbs import forms_of, is_base, verb_key
from leadline.core.text.gates import gated
from leadline.core.text.words import word_set

__all__ = ["find_permitted"]

_FORBIDS = gated(
    r"\b(?:do not|don['’]t|never|must not|mustn['’]t|may not|shall not|should not|shouldn['’]t|not allowed to|forbidden to)\s+(?:ever\s+)?([a-z]{2,})\b",
    flags=re.I,
    needs=r"\b(?:not|don|never|mustn|shouldn|forbidden)\b",
)
_ALLOWS = word_set("may can could allowed permitted free fine ok okay welcome")
_BIDS = word_set("must should shall wants want wanted needs need wishes asked asks told to will ordered requires")
_BINDING = frozenset(("user", "summary", "system"))
_NO_PROSE = ("code", "data", "log", "heading")
_WEAK = frozenset(
    map(
        verb_key,
        word_set("be have do get go know think mean say worry forget hesitate need want let make matter exist"),
    )
)
_LEADS = word_set("but and so then only just ever again now either too also please")
_OBJECT_MAX = 4
_SURE = 0.95


class _Ban(NamedTuple):
    verb: str
    object: frozenset[str]
    owner: int
    start: int
    end: int
    sentence: int


def find_permitted(trial: Trial) -> list[Finding]:
    """One finding a prohibition at most, in the order of the parent."""
    bans = _bans(trial)
    out: list[Finding] = []
    for sentence in trial.parent_sentences if bans else ():
        if sentence.kind in _NO_PROSE or sentence.text.rstrip().endswith("?"):
            continue
        words = set(words_in(sentence.text))
        if words & (NO | CONDITIONS | EXCEPT) or not words & (_ALLOWS | _BIDS) or any(w.endswith("n't") for w in words):
            continue
        for ban in bans:
            if ban.object <= sentence.stems and _told(sentence, ban) and not _lifted(trial, ban):
                bans.remove(ban)
                text = trial.pool[ban.owner].text
                out.append(
                    make(
                        trial, "constraint_lost", "suspicion",
                        f'"{trial.pool[ban.owner].id}" forbids it: "{text[ban.start : ban.end]}". The summary says "{sentence.text.strip()}": '
                        "whoever goes on from the summary does what was forbidden.",
                        parent=(sentence.start, sentence.end), child=(ban.owner, ban.start, ban.end), probability=_SURE,
                    )
                )  # fmt: skip
                break
    return out


def _bans(trial: Trial) -> list[_Ban]:
    out: list[_Ban] = []
    for number in trial.masked.may_match(_FORBIDS):
        s = trial.sentences[number]
        if s.kind in _NO_PROSE or s.foreign or s.role not in _BINDING or s.text.rstrip().endswith("?"):
            continue
        if _FORBIDS.search(s.text) is None:
            continue
        for start, end, text, words in clauses(trial, number):
            m = _FORBIDS.search(text)
            if m is None or set(words) & (CONDITIONS | EXCEPT) or not is_base(m[1].lower()):
                continue
            verb, behind = verb_key(m[1].lower()), words_in(text[m.end() :])
            if verb in _WEAK or m[1].lower() in STOP | LIGHT | _LEADS:
                continue
            thing = _object(behind)
            if thing:
                out.append(_Ban(verb, thing, s.owner, s.start + start, s.start + end, number))
    return out


def _object(behind: list[str]) -> frozenset[str]:
    """The stems of what follows the verb, to the first preposition: what must not be done to."""
    out: list[str] = []
    for w in behind:
        if (w in PREPOSITION and out) or len(out) == _OBJECT_MAX:
            break
        if w in PREPOSITION or w in LIGHT or w in STOP:
            continue
        out.append(w)
    return frozenset(s for w in out for s in stems_of(w))


def _told(sentence: Passage, ban: _Ban) -> bool:
    """The verb stands in the sentence behind a word of permission or duty that belongs to it."""
    words = words_in(sentence.text)
    forms = set(forms_of(ban.verb))
    for k, word in enumerate(words):
        if word not in forms or verb_key(word) != ban.verb:
            continue
        before = words[max(0, k - 4) : k]
        wanted = {"wants", "want", "wanted"} & set(words[:k])
        if set(before) & (_ALLOWS | _BIDS) or wanted:
            return True
        if set(words[k + 1 : k + 5]) & word_set("allowed permitted fine ok okay"):
            return True  # "touching production is fine"
    return False


def _lifted(trial: Trial, ban: _Ban) -> bool:
    """Another sentence of the children has verb and object without any negation: a permission, a report, or the thing itself."""
    forms = {s for w in forms_of(ban.verb) for s in stems_of(w)}
    return any(
        n != ban.sentence
        and s.stems & forms
        and ban.object & s.stems
        and not set(words_in(s.text)) & NO
        and not any(w.endswith("n't") for w in words_in(s.text))
        for n, s in enumerate(trial.sentences)
    )
