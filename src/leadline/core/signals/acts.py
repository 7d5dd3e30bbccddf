"""Acts in clauses: what the parent says was done (or not), and every word that the children have for that act.

In: a passage, or a trial and a verb. Out: `Act`s of a parent sentence (verb, thing, words around) and `Use`s in the children, each with
the state that its clause gives it (`moods`). Also the cutting of sentences into clauses that these checks share. English; the
forms come from `verbs`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import STOP, WORD, stems_of
from leadline.core.signals.moods import CONDITIONS, EXCEPT, NO, State, left_of_adverbs, state_of
from leadline.core.signals.state_words import AUX, CONDITION, LIGHT, NEGATION, PREPOSITION
from leadline.core.signals.verbs import EITHER, forms_of, is_participle, is_past, noun_keys, verb_key
from leadline.core.text.cuts import stretches
from leadline.core.text.gates import gated
from leadline.core.text.words import word_set

__all__ = ["Act", "Use", "acts_of", "around", "asserts_nothing", "clauses", "governed", "pieces", "uses_of", "words_in"]

_CUT = re.compile(r"[;\n()]|[,:](?=\s)|\s[-–—]{1,2}>?\s|\b(?:and|but|while|although|though|or)\b|\.(?=\s)")
_PLANS = word_set(
    "will should must would could can may might shall needs need wants want wanted asks asked plans planned expects expected if "
    "whether ought pending proposed to be requested ordered demands demanded decide decides decided "
    "instructed insists insisted prefer prefers preferred proposes recommends recommended suggests suggested intends promise promised "
    "promises hopes due scheduled agreed allowed allows permitted permits forbidden forbids forbade prohibited "
    "i'd we'd i'll we'll let's depends depend depending hinges provided providing assuming condition conditional requirement prerequisite"
)
_NEVER_ASSERTS = (NEGATION | CONDITION | EXCEPT | _PLANS) - word_set("since after as while because so that")
_PERHAPS = word_set("possibly perhaps maybe presumably")
_AS_SOON = re.compile(r"\bas soon as\b")
_LINK = (AUX | {"been"}) - {"a"}
_REPORTS = word_set("has have was were been got had now already")  # "is held back" may be a rule, "was" is a report
_RULES = word_set("is are be get gets stays remains")
_SUBJECTS = word_set("i we he she they it you who which someone somebody everyone everybody both all user assistant")
_TIMES = word_set(
    "today tonight tomorrow yesterday next first last again once soon later monday tuesday wednesday thursday friday saturday sunday week "
    "anything anyone anybody everything please needs"
)
_FINITE_BE = word_set("is are was were")
_DETERMINERS = word_set("the a an this that these those its their his her our my your each every any no")
_WHICH = word_set("same other first second last next previous old new already newly recently once")
_POINTING = word_set("it them that this these those him her one ones both he she they there")
_WEAK = frozenset(
    verb_key(w)
    for w in word_set(
        "use base call name need require expect suppose allow want ask include relate reach be have do get go come say think see "
        "know make let mean cost remain stay keep leave concern time show appear happen seem describe recognize recognise regard consider "
        "view define refer mention characterize portray depict"
    )
)
_ROLES = frozenset(s for w in ("user", "assistant", "agent") for s in stems_of(w))
_LABELS = word_set(  # "**Pending:** ...": what follows is no report
    "pending todo next open remaining planned plan plans outstanding waiting blocked decision decisions decided rule rules instruction "
    "instructions requirement requirements constraint constraints request requests left missing"
)
_GOVERNS = re.compile(
    r"\b(?:if|once|until|till|unless|before|whether|provided|depends?|condition|requires?|(?<!far )as long as)\b", re.I
)
_PERFORMS = word_set(
    "do make perform run start begin carry conduct schedule plan complete finish execute give get have await attempt trigger request order"
)
_JOINED = re.compile(r"(?<=\w-)\w+")  # "a flat-roofed hut": no act
_SCOPE_ENDS = re.compile(r"[;\n]|[.:](?=\s)")
_NOBODY_IS = re.compile(r"\b(nobody|nothing|none|no one)'s\b")
_LIST = re.compile(r"\b(?:and|or)\b")
_AND = re.compile(r",?\s+and\s+")
_COMMA = re.compile(r",\s(?!(?:and|or)\b)")
_UNTOLD = gated(
    r"(?:^|\b(?:un(?:known|clear|certain)|impossible|know\w*|ask\w*|check\w*)\b[^.;]{0,20}\b)\s*(?:how|which|what|why|who|whether)\b",
    flags=re.I,
)
_SHORT = 4  # a clause of no more words takes its thing from the sentences before


class Act(NamedTuple):
    """An act that the parent asserts or denies."""

    start: int
    end: int
    verb: str
    about: frozenset[str]  # stems of its sentence without the verb
    thing: frozenset[str]  # stems of what it is done to
    user: bool  # the clause names the user, who may be the doer
    weak: bool  # "is held back", "held back": a rule or a decision as well as a report


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a verb or of its noun in the children: the clause that it stands in, as offsets of its child."""

    sentence: int
    state: State
    start: int
    end: int
    thing: frozenset[str] = frozenset()  # stems of what the act is done to, none where a pronoun stands for it


def acts_of(sentence: Passage, *, denied: bool = False) -> list[Act]:
    """The acts that a sentence asserts; with `denied` those of which it says that they were not, or not yet, done."""
    out: list[Act] = []
    if denied and not set(words_in(sentence.text)) & NO:
        return out
    if set(words_in(sentence.text.partition(":")[0][:40])) & _LABELS and ":" in sentence.text:
        return out
    joined_to: list[str] = []
    last = 0
    for start, end in pieces(sentence.text):
        piece = sentence.text[start:end]
        words = words_in(piece)
        before_it = joined_to if _AND.fullmatch(sentence.text, last, start) else []
        joined_to, last = words, end
        if not denied and before_it and words:
            words = [*_carried(before_it, words), *words]
        if set(words) & EXCEPT or (not denied and set(words) & NO):
            continue
        if governed(sentence.text, start) or _UNTOLD.search(sentence.text[:end]):
            continue
        joined = set(_JOINED.findall(piece.lower()))
        for i, word in enumerate(words):
            if not (is_participle(word) or is_past(word)) or verb_key(word) in _WEAK or word in joined:
                continue
            if denied:
                if not _denied(words, i):
                    continue
                weak = False
            else:
                if not _finite(words, i) or _unasserted(words[:i]):
                    continue
                before = set(words[:i])
                weak = not before & _REPORTS and bool(before & _RULES)
                if not before & _LINK:  # "... wants it rotated and confirmed": the wish stands in the part before
                    if _unasserted(words_in(sentence.text[:start])) or "with" in before:
                        continue
                    weak = weak or not before - LIGHT or set(words[i + 1 : i + 2]) <= PREPOSITION
            key = verb_key(word)
            own = {s for w in forms_of(key) for s in stems_of(w)} | _ROLES
            user = "user" in words or "user's" in words
            out.append(
                Act(sentence.start + start, sentence.start + end, key, sentence.stems - own, _thing(words, i) - own, user, weak)
            )  # fmt: skip
    return out


def _carried(before: list[str], words: list[str]) -> list[str]:
    """The subject and auxiliary that a participle behind "and" takes from the part before: "the fix is merged and deployed"."""
    if not is_participle(words[0]) or words[0] in EITHER:
        return []
    at = next((k for k in range(1, len(before)) if is_participle(before[k]) and before[k - 1] in _LINK), 0)
    return before[:at]


def uses_of(trial: Trial, verb: str) -> list[Use]:
    """All uses of the verb and of its nouns in the children, in order; kept for the trial."""
    kept = trial.shared.setdefault("uses", {})
    assert isinstance(kept, dict)
    found: list[Use] | None = kept.get(verb)
    if found is not None:
        return found
    out: list[Use] = []
    numbers = sorted({n for w in forms_of(verb) for key in stems_of(w) for n in trial.postings.get(key, ())})
    for number in numbers:
        s = trial.sentences[number]
        for start, end, piece, words in clauses(trial, number):
            for i, word in enumerate(words):
                named = verb_key(word) != verb
                if named and verb not in noun_keys(word):
                    continue
                state = state_of(s, piece, words, i, named)
                if state != "done" and (named or set(words[i - 1 : i]) & _DETERMINERS) and _is_worked_on(words, i):
                    state = "silent"  # "batch the reloads": what is asked for is the batching
                if state != "done" and not named and _is_attribute(words, i):
                    state = "silent"  # "never repeat the same failed command": it is told which command
                if s.kind in ("code", "data") and state != "done":
                    state = "silent"  # "failed to save" in a string: nothing was tried
                out.append(Use(number, state, s.start + start, s.start + end, _done_to(words, i, named)))
    kept[verb] = out
    return out


def _is_attribute(words: list[str], i: int) -> bool:
    """The participle at `i` stands between a determiner and a noun: "the failed run", "any of the same merged branches"."""
    before = words[max(0, i - 2) : i]
    return (
        is_participle(words[i])
        and i + 1 < len(words)
        and words[i + 1] not in PREPOSITION | STOP | AUX
        and bool(before)
        and (before[-1] in _DETERMINERS or (len(before) == 2 and before[0] in _DETERMINERS and before[1] in _WHICH))
    )


def _is_worked_on(words: list[str], i: int) -> bool:
    """The noun at `i` is the object of another verb: "to batch the reloads", not "to do the reloads"."""
    j = i
    while j and (words[j - 1] in _DETERMINERS or words[j - 1] not in STOP | AUX) and i - j < 3:
        j -= 1
        if j and words[j - 1] == "to":
            return words[j] not in _PERFORMS and j < i - 1
    return False


def around(trial: Trial, use: Use) -> frozenset[str]:
    """The words of the use's sentence, and of those before it where its clause points back or is short."""
    s = trial.sentences[use.sentence]
    words = words_in(s.text[use.start - s.start : use.end - s.start])
    if len(words) <= _SHORT or set(words) & _POINTING:
        return frozenset().union(*(p.stems for p in trial.sentences[max(0, use.sentence - 3) : use.sentence + 1]))
    return s.stems


_SCOPE_MAX = 600  # characters that a condition reaches in a sentence that does not end


def governed(text: str, start: int) -> bool:
    """The clause at `start` stands under a condition that began in an earlier part of its sentence.

    "Nothing goes out before Ann has read it and Ben has signed": that Ben has signed is not said. A comma ends the condition,
    unless it is one of a list whose verb is still to come: "before Ann, Ben and Cleo have signed", or the condition's own verb is
    still to come behind an insertion: "before the auditor, who is ill, has read it".
    """
    first = max(0, start - _SCOPE_MAX)
    at = max((m.end() for m in _SCOPE_ENDS.finditer(text, first, start)), default=first)
    for condition in _GOVERNS.finditer(text, at, start):
        parts = _COMMA.split(text[condition.end() : start])
        if len(parts) == 1 or (_LIST.search(parts[-1]) and not any(_has_verb(part) for part in parts[:-1])):
            return True
        if set(words_in(text[start:])[:1]) & _LINK and not _has_verb(parts[0]):
            return True
    return False


def _has_verb(text: str) -> bool:
    return any(w in AUX or w in _PLANS or is_past(w) or is_participle(w) for w in words_in(text))


def asserts_nothing(words: list[str], at: int) -> bool:
    """A plan, wish or condition stands before the word, or an exception anywhere: the clause reports nothing."""
    return bool(set(words) & EXCEPT or set(words[:at]) & (_PLANS | CONDITIONS))


# -- reading a clause -------------------------------------------------------------------------------------------


def words_in(text: str) -> list[str]:
    """The words in lower case; "nobody's" is nobody and is, since the denial would be missed in it."""
    low = text.lower().replace("’", "'")
    return WORD.findall(_NOBODY_IS.sub(r"\1 is", low) if "y's" in low or "ng's" in low or "ne's" in low else low)


def clauses(trial: Trial, number: int) -> list[tuple[int, int, str, list[str]]]:
    """The clauses of a child sentence with their words; kept for the trial."""
    kept = trial.shared.setdefault("clauses", {})
    assert isinstance(kept, dict)
    found: list[tuple[int, int, str, list[str]]] | None = kept.get(number)
    if found is None:
        text = trial.sentences[number].text
        found = kept[number] = [(a, b, text[a:b], words_in(text[a:b])) for a, b in pieces(text)]
    return found


def pieces(text: str) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    for at, stop in stretches(_CUT, text):
        lead = len(text[at:stop]) - len(text[at:stop].lstrip())
        if text[at:stop].strip():
            out.append((at + lead, at + len(text[at:stop].rstrip())))
    return out


def _finite(words: list[str], i: int) -> bool:
    """The word at `i` is a verb that asserts: behind "was" or "has", behind a subject, or first in its clause."""
    j = left_of_adverbs(words, i)
    if "being" in words[j:i] and not set(words[:j][-1:]) & _FINITE_BE:
        return False  # "depends on the rack being moved"
    if j == 0:
        return i + 1 < len(words) and is_past(words[i])
    before = words[j - 1]
    if before in _LINK:
        return is_participle(words[i])
    if (
        words[i] in EITHER
        or before in PREPOSITION
        or before.endswith("ing")
        or (before in STOP and before not in _SUBJECTS)
    ):
        return False
    return is_past(words[i]) and i + 1 < len(words)


def _denied(words: list[str], i: int) -> bool:
    """ "Has not been merged", "nobody has run it": a report that it was not done, no rule that it must not be."""
    j = left_of_adverbs(words, i)
    near = words[max(0, j - 3) : i]
    return bool(
        is_participle(words[i])
        and j
        and (words[j - 1] in _LINK or words[j - 1] in NO - {"no"} or words[j - 1] == "yet")  # "has had no read": a noun
        and set(near) & NO
        and (set(words[:i]) & _REPORTS or any(w.endswith("n't") for w in near))
        and not set(words[:i]) & (_PLANS | CONDITION | {"without"})
    )


def _unasserted(before: list[str]) -> bool:
    """A negation, plan, wish or condition stands before the act."""
    if "soon" in before and _AS_SOON.search(" ".join(before)):
        return True
    return bool(set(before) & (_NEVER_ASSERTS | _PERHAPS)) or any(w.endswith("n't") for w in before)


def _thing(words: list[str], i: int) -> frozenset[str]:
    """The words of what the act at `i` is done to: before "was ...ed", behind an active form."""
    aux = set(words[max(0, i - 3) : i])
    passive = bool(aux & _LINK) and not (aux & {"has", "have", "had"} and "been" not in words[:i])
    if passive or i + 1 >= len(words):
        first = 0
        if words[0] in PREPOSITION:  # "In one sector a leak was found": the leak
            first = max((k for k, w in enumerate(words[:i]) if w in _DETERMINERS), default=0)
        cut = next((k for k, w in enumerate(words[:i]) if w in PREPOSITION and k > first), i)
        return frozenset(s for w in words[first:cut] if w not in LIGHT for s in stems_of(w))
    behind: list[str] = []
    for w in words[i + 1 :]:
        if w in PREPOSITION and behind:
            break
        behind.append(w)
    return frozenset(s for w in behind for s in stems_of(w))


def _done_to(words: list[str], i: int, named: bool) -> frozenset[str]:
    """What a use of the children is about, where its own clause names it: "restart the pump", "the pump was restarted", "approval of
    the plan". A pronoun, "nothing" and times of day name none."""
    if named:
        behind = words[i + 2 :] if words[i + 1 : i + 2] and words[i + 1] in PREPOSITION else []
        named_by = [w for w in words[:i] if w.endswith("'s")]
    else:
        aux = set(words[max(0, i - 3) : i]) & _LINK
        passive = bool(aux) and not (aux & {"has", "have", "had"} and "been" not in words[:i])
        behind, named_by = ([], words[:i]) if passive else (words[i + 1 :], [])
    out: list[str] = []
    for w in behind:
        if w in CONDITION or w in _POINTING or (w in PREPOSITION and out):
            break
        out.append(w)
    own = (*named_by, *out)
    if any(w in _POINTING or w in NO for w in own):
        return frozenset()
    return frozenset(s for w in own if not (w in LIGHT or w in _PLANS or w in AUX or w in _TIMES) for s in stems_of(w))
