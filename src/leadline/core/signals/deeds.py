"""Told as done, while all that the sources say of the act is a wish, a plan, a wait or a denial.

In: a trial. Out: findings `status_changed`. The parent asserts an act ("was merged", "Ops approved it", "Removed X"); every
word that the children have for that act (forms of the verb, its noun) is read in its clause: done, denied, open (asked,
planned, possible, waited for) or begun. One use that says done clears it, whatever it is about. Without one, the last use
decides, if it is about the same thing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import STOP, WORD, stems_of
from leadline.core.signals.model import Finding
from leadline.core.signals.state_words import AUX, CONDITION, LIGHT, NEGATION, PREPOSITION
from leadline.core.signals.verbs import forms_of, is_base, is_participle, is_past, noun_keys, verb_key
from leadline.core.text.words import word_set

__all__ = ["find_deeds"]

State = Literal["done", "denied", "open", "begun", "asked", "offered", "barred", "silent"]

_CUT = re.compile(r"[;\n()]|[,:](?=\s)|\s[-–—]{1,2}>?\s|\b(?:and|but|while|although|though|or)\b|\.(?=\s)")
_NO = word_set(
    "not no never nothing none nobody neither without nor didn't hasn't haven't wasn't weren't isn't aren't don't doesn't won't can't cannot "
    "couldn't wouldn't shouldn't failed refused declined forgot unable refuses fails"
)
_AHEAD = word_set(  # before the act: it is not done yet
    "will would should shall must may might can could needs need needed let let's plan plans planned planning scheduled queued requested "
    "asked wants want wanted proposed propose proposes suggest suggests suggested if once when whenever until till before unless due pending waiting wait "
    "awaiting awaits waits outstanding missing lacks lack lacking next tomorrow i'll we'll you'll he'll she'll they'll it'll intends intend going recommend recommended expected hope "
    "promised promises promise offered offers offer later i'd we'd require requires required without"
)
_TO_BE_DONE = word_set(  # "... to do it": nothing is done; behind other words "to" gives a purpose, and the act may well be done
    "need needs needed want wants wanted have has going is are be am i'm yet remain remains ready about able like intend intends asked ask asks tell told plan plans planned "
    "left request reminder permission time forgot forgets refused refuses declined wait waiting continue begin started due supposed expected wish prefer prefers used-to "
    "agreed agrees promised promises offered offers meant proposed hopes hope still yourself him her them us me everyone"
)
_GENERIC = word_set("done did finished gone completed erledigt")
_WHEN = word_set("once when whenever until till before unless next")
_STALLED = _NO | word_set(
    "draft drafted drafts queued waiting waits wait pending rejected failed untouched refused blocked missing aborted paused still until denied skipped timeout "
    "error proposed alone moment i'd i'll will unable needs need lacks unresolved open later tomorrow"
)
_DETERMINERS = word_set("the a an this that these those its their his her our my your each every any no")
_STILL = word_set("put cut set shut split read let hit cost quit spread run rerun reset")  # past or plain form alike
_BE = word_set("is are be been being has have it's get gets")
_BEHIND = word_set("pending outstanding missing open tomorrow scheduled queued waiting planned next later follows needed required lacking")
_LEAD_IN = word_set("please then and ok okay so just also now yes no but go ahead don't do not never first instead better right good thanks fine i'd we'd always never only")
_OPENS = word_set("since because as that which who where so")
_COURSE = word_set("is are being still now currently am i'm we're running be")
_EXCEPT = word_set("only except but until unless just other than nur außer")
_MODAL = word_set("will should must would could can may might shall needs need wants want wanted asks asked plans planned expects expected if whether ought to-be pending proposed")
_NEVER_ASSERTS = (NEGATION | CONDITION | _EXCEPT | _MODAL) - {"since", "after", "as", "while", "because", "so", "that"}
_LINK = (AUX | {"been"}) - {"a"}
_SUBJECTS = word_set("i we he she they it you who which someone somebody everyone everybody both all user assistant")
_WEAK = word_set("use base call name need require expect suppose allow want ask include relate reach be have do get go come say think see know make let seem mean cost remain stay keep leave concern time")
_WEAK_KEYS = frozenset(verb_key(w) for w in _WEAK)
_ROLES = frozenset(s for w in ("user", "assistant", "agent") for s in stems_of(w))
_POINTING = word_set("it them that this these those him her one ones both he she they there")


class _Act(NamedTuple):
    """An act that the parent asserts: where, its verb, and the words around it."""

    start: int
    end: int
    verb: str
    about: frozenset[str]
    object: frozenset[str]
    by_user: bool
    weak: bool  # "is held back": a rule or a decision as well as a report


@dataclass(frozen=True, slots=True)
class _Use:
    """One use of the verb in the children."""

    sentence: int
    state: State
    start: int
    end: int


def find_deeds(trial: Trial) -> list[Finding]:
    """Findings for acts that the parent asserts and no child does; at most one a parent sentence."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        if sentence.kind in ("code", "data", "heading") or sentence.text.rstrip().endswith("?"):
            continue
        finding = next((f for act in _acts(sentence) if (f := _judge(trial, sentence, act)) is not None), None)
        if finding is not None:
            out.append(finding)
    return out


def _judge(trial: Trial, sentence: Passage, act: _Act) -> Finding | None:
    uses = [u for u in _uses(trial, act.verb) if u.state != "silent"]
    finished = [u for u in uses if u.state == "done"]
    if any((act.object or act.about) & _around(trial, u) for u in finished):
        return None
    uses = [u for u in uses if u.state != "done"]
    if not uses:
        return None
    last = uses[-1]
    said = trial.sentences[last.sentence]
    near = _around(trial, last)
    shared = act.about & near
    if not shared or _done_since(trial, last):
        return None
    if last.state == "asked" and act.by_user:
        return None  # "accept the twelve" is the user's accepting
    after = [s for s in trial.sentences[last.sentence + 1 :] if s.role != "user" and s.owner > said.owner]
    p = _variant(trial, act, last, said, shared, after, near) + (0.7 if finished else 0)
    clause = trial.parent[act.start : act.end]
    source = trial.pool[said.owner].text[last.start : last.end]
    return make(
        trial, "status_changed", "suspicion",
        f'The summary says "{clause}"; the last that "{trial.pool[said.owner].id}" says of it is "{source}", and no source says that it was done. '
        "Whoever goes on from the summary will not do it.",
        parent=(act.start, act.end), child=(said.owner, last.start, last.end), probability=p,
    )  # fmt: skip


def _variant(trial, act, last, said, shared, after, near) -> float:
    share = len(shared) / max(1, len(act.about))
    p = {"denied": 1, "open": 2, "begun": 3, "asked": 4, "offered": 5, "barred": 6}[last.state] * 0.1
    if said.role == "tool": p += 0.04
    if after:
        p += 0.06 if any(_stalls(s) for s in after) else 0.02
    if act.weak: p += 0.01
    if act.object and not act.object & near: p+= 0.005
    return p


def _stalls(s: Passage) -> bool:
    """The answer to a request tells of a refusal, a draft or a wait."""
    words = {w.lower().replace("’", "'") for w in WORD.findall(s.text)}
    return bool(words & _STALLED) or any(w.endswith("n't") for w in words)


def _done_since(trial: Trial, last: _Use) -> bool:
    """Something after the last use says "done", of whatever."""
    said = trial.sentences[last.sentence]
    for n, s in enumerate(trial.sentences[last.sentence :]):
        text = s.text[last.end - s.start :] if n == 0 else s.text
        words = [w.lower() for w in WORD.findall(text)]
        if set(words) & _GENERIC and not set(words) & _NO:
            return True
    return False


def _around(trial: Trial, use: _Use) -> frozenset[str]:
    """The words of the sentence, and of those before it where its clause points back or is short."""
    s = trial.sentences[use.sentence]
    words = [w.lower() for w in WORD.findall(s.text[use.start - s.start : use.end - s.start])]
    if len(words) <= 4 or set(words) & _POINTING:
        return frozenset().union(*(p.stems for p in trial.sentences[max(0, use.sentence - 3) : use.sentence + 1]))
    return s.stems


# -- the parent -------------------------------------------------------------------------------------------------


def _acts(sentence: Passage) -> list[_Act]:
    """The acts that a sentence asserts, without negation, plan or condition in their clause."""
    out: list[_Act] = []
    for start, end in _pieces(sentence.text):
        piece = sentence.text[start:end]
        words = [w.lower().replace("’", "'") for w in WORD.findall(piece)]
        if set(words) & (_EXCEPT | _NO):
            continue
        for i, word in enumerate(words):
            if not (is_participle(word) or is_past(word)):
                continue
            key = verb_key(word)
            if key in _WEAK_KEYS or not _finite(words, i) or _unasserted(words[:i]):
                continue
            own = {s for w in forms_of(key) for s in stems_of(w)}
            whole = {s for w in WORD.findall(sentence.text) for s in stems_of(w)}
            before = set(words[:i])
            weak = not before & {"has", "have", "was", "were", "been", "got", "had", "now", "already"} and bool(before & {"is", "are", "be", "stays", "remains"})
            if not before & _LINK:  # "... wants it rotated and confirmed": the wish stands in the part before
                ahead = [w.lower() for w in WORD.findall(sentence.text[:start])]
                if _unasserted(ahead) or "with" in before:
                    continue
                weak = weak or i == 0 or not before - LIGHT
            out.append(_Act(sentence.start + start, sentence.start + end, key, frozenset(whole - own - _ROLES), _object(words, i) - own - _ROLES, "user" in words or "user's" in words, weak))
    return out


def _unasserted(before: list[str]) -> bool:
    """A negation, plan, wish or condition stands before the act."""
    return bool(set(before) & _NEVER_ASSERTS) or "to" in before or any(w.endswith("n't") for w in before)


def _object(words: list[str], i: int) -> frozenset[str]:
    """The words of what the act at `i` is done to: before "was ...ed", behind an active form."""
    before = [w for w in words[:i] if w not in STOP and w not in LIGHT]
    passive = any(w in _LINK for w in words[max(0, i - 3) : i]) and not (set(words[max(0, i - 3) : i]) & {"has", "have", "had"} and "been" not in words[:i])
    if passive or i + 1 >= len(words):
        first = 0
        if words and words[0] in PREPOSITION:  # "In one sector a leak was found": the leak
            first = max((k for k, w in enumerate(words[:i]) if w in _DETERMINERS), default=0)
        cut = next((k for k, w in enumerate(words[:i]) if w in PREPOSITION and k > first), i)
        return frozenset(s for w in words[first:cut] if w in before for s in stems_of(w))
    behind: list[str] = []
    for w in words[i + 1 :]:
        if w in PREPOSITION and behind:
            break
        behind.append(w)
    return frozenset(s for w in behind for s in stems_of(w))


def _finite(words: list[str], i: int) -> bool:
    """The word at `i` is a verb that asserts: behind "was" or "has", behind a subject, or first in its clause."""
    j = i
    while j and (words[j - 1] in LIGHT or words[j - 1].endswith("ly") or words[j - 1] in ("been", "being")):
        j -= 1
    if j == 0:
        return i + 1 < len(words) and is_past(words[i])
    before = words[j - 1]
    if before in _LINK:
        return is_participle(words[i])
    if not is_past(words[i]) or words[i] in _STILL or before in PREPOSITION or (before in STOP and before not in _SUBJECTS):
        return False
    return is_past(words[i]) and i + 1 < len(words)


def _pieces(text: str) -> list[tuple[int, int]]:
    out, at = [], 0
    for cut in [*_CUT.finditer(text), None]:
        stop = cut.start() if cut else len(text)
        lead = len(text[at:stop]) - len(text[at:stop].lstrip())
        if text[at:stop].strip():
            out.append((at + lead, at + len(text[at:stop].rstrip())))
        at = cut.end() if cut else stop
    return out


# -- the children -----------------------------------------------------------------------------------------------


def _uses(trial: Trial, verb: str) -> list[_Use]:
    """All uses of the verb and of its nouns in the children, in order."""
    out: list[_Use] = []
    numbers = sorted({n for w in forms_of(verb) for key in stems_of(w) for n in trial.postings.get(key, ())})
    for number in numbers:
        s = trial.sentences[number]
        for start, end in _pieces(s.text):
            piece = s.text[start:end]
            words = [w.lower().replace("’", "'") for w in WORD.findall(piece)]
            for i, word in enumerate(words):
                named = verb_key(word) != verb
                if named and verb not in noun_keys(word):
                    continue
                out.append(_Use(number, _state(s, words, i, named, piece), s.start + start, s.start + end))
    return out


def _state(s: Passage, words: list[str], i: int, named: bool, piece: str) -> State:
    """What the clause says of the act at word `i`."""
    word = words[i]
    user = s.role == "user"
    window = words[max(0, i - 6) : i]
    opens = max((k for k, w in enumerate(window) if w in _OPENS), default=-1)
    window = window[opens + 1 :]  # "not needed since we moved it": the "not" is of another clause
    before = set(window)
    behind = set(words[i + 1 : i + 4])
    if "whether" in before:
        return "silent"
    if s.text.rstrip().endswith("?"):
        return "offered" if before & {"shall", "should"} and before & {"i", "we"} and not user else "silent"
    if before & _NO and not set(words) & _EXCEPT:
        return "barred" if user or before & {"don't", "do"} and not is_past(word) else "denied"
    infinitive = "to" in window and (window[-1] == "to" or (is_participle(word) and "to be" in " ".join(window)))
    if infinitive:
        k = len(window) - 1 - window[::-1].index("to")
        governs = window[k - 1] if k else ""
        if window[-1] == "to" and is_past(word):
            return "done"  # "set to approved"
        if governs == "had":
            return "done" if is_participle(word) and "be" in window else "silent"
        return "open" if governs in _TO_BE_DONE or "be" in window else "silent"
    ahead = before & _AHEAD
    if ahead <= _WHEN and is_past(word) and not before & _BE:
        return "done"  # "when the money ran out"
    if ahead == {"may"} and re.search(r"\b(?:in|since|by|until|of|from|on) May\b|\bMay \d|\d\.? May\b", piece):
        ahead = set()
    if ahead or (behind & _BEHIND and not is_past(word)):
        return "open"
    if (word.endswith("ing") and before & (_COURSE | {"begun", "started", "began", "continues"})) or "being" in before or (word.endswith("ing") and behind & {"begun", "started", "began", "continues"}):
        return "begun"
    if is_past(word) and not (word in _STILL and i == 0):
        return "done"
    if named:
        return "done" if before & {"after", "following", "since", "with", "by"} else "silent"
    if user and is_base(word) and all(w in _LEAD_IN for w in words[:i]):
        return "asked"
    return "silent"
