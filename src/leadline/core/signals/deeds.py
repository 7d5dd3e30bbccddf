"""An act told as done of which the sources tell only the wish, the plan, the wait or the denial; and the reverse.

In: a trial. Out: findings `status_changed`. (1) The parent asserts an act ("was merged", "Ops approved it", "Removed X"). One use in
the children that says done clears it, whatever it is about; without one the last use decides, if it is about the same thing.
(2) The parent says that it was not done, the children only that it was. What the sources are silent about is no finding.
How sure each shape is was measured on hand-written items: docs/signals.md.
"""

from __future__ import annotations

import re

from leadline.core.signals.acts import Act, Use, acts_of, around, uses_of, words_in
from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.inventory import Inventory
from leadline.core.signals.lexis import NUMBER_WORDS, WORD, stems_of
from leadline.core.signals.model import Finding
from leadline.core.signals.moods import NO
from leadline.core.signals.quantities import scan
from leadline.core.signals.state_words import PREPOSITION
from leadline.core.signals.verbs import verb_key
from leadline.core.text.words import word_set

__all__ = ["find_deeds"]

_FINISHED = re.compile(r"\b(?:done|did|finished|gone|completed|erledigt)\b", re.I)
_STALLED = NO | word_set(  # in the answer to a request: it was not simply carried out
    "draft drafted drafts queued waiting waits wait pending rejected untouched blocked missing aborted paused still until denied "
    "skipped timeout error proposed alone moment i'd i'll will needs need lacks unresolved open later tomorrow"
)
_SHARE = word_set("before only other others rest except")  # then the act may have been done to something else
_EMPTY = re.compile(r"(?:(?<=\|)|^)\s*(?:none|null|nil|n/a)\s*(?=\||$)", re.I)
_SAME = word_set("same identical equal")
_OTHER = word_set("different another other separate distinct new")
_TAIL = 120  # characters behind a verb in which its object stands, behind a denial in which its remedy does
_NEXT = re.compile(
    r"(?:[^.!?\n]*[.!?:\n])?\s*(?:let me|let['’]s|i['’]ll|i will|i['’]m (?:now )?\w+ing|now,? (?:i|let)\b)", re.I
)
_HAPPENS = frozenset(  # nobody asks for it or plans it: a wish that has the word speaks of something else
    verb_key(w)
    for w in word_set("fail crash break hang stall occur happen arise emerge err miss leak freeze expire exceed")
)
_PERFORMED = frozenset(
    map(
        verb_key,
        (
            "offer",
            "propose",
            "suggest",
            "recommend",
            "promise",
            "invite",
            "advise",
            "warn",
            "apologise",
            "apologize",
            "thank",
            "request",
            "ask",
        ),
    )
)
_RECKONED = frozenset(
    verb_key(w) for w in word_set("scale calculate compute convert count compare estimate total reckon")
)
_RULE = re.compile(r"\b(?:must|has to|have to|should|shall|needs? to|required?|obliged)\b", re.I)
_SAID = frozenset(  # who says it has done it
    verb_key(w) for w in word_set("thank apologize apologise greet congratulate complain ask request mention note warn")
)
_AHEAD = frozenset(("open", "announced", "offered"))
_CLAUSE = 40  # characters beside a word of the end in which a denial would be its own
_EXACT = 100  # smaller numbers stand everywhere
SURE = 0.95  # from here on a finding is hard


def find_deeds(trial: Trial) -> list[Finding]:
    """Findings of both shapes, at most one a parent sentence."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        if sentence.kind in ("code", "data", "heading") or sentence.text.rstrip().endswith("?"):
            continue
        found = (
            *(_never_done(trial, act) for act in acts_of(sentence)),
            *(_done_after_all(trial, act) for act in acts_of(sentence, denied=True)),
        )
        best = max((f for f in found if f is not None), key=lambda f: f.probability, default=None)
        if best is not None:
            out.append(best)
    return out


def _never_done(trial: Trial, act: Act) -> Finding | None:
    """The parent asserts the act; the children only ask, plan, await or deny it."""
    uses = [u for u in uses_of(trial, act.verb) if u.state != "silent"]
    if not uses or any(u.state == "done" for u in uses):
        return None
    last = uses[-1]
    if any(u.state == "silent" and u.sentence > last.sentence for u in uses_of(trial, act.verb)) and _RULE.search(
        trial.pool[trial.sentences[last.sentence].owner].text[last.start : last.end]
    ):
        return None  # a rule, and then a word of how it went
    if act.verb in _PERFORMED and last.state in ("open", "offered"):
        return None  # "we can offer you 50" offers it
    if act.verb in _SAID or (act.verb in _HAPPENS and last.state != "denied"):
        return None
    if last.state == "announced" and _goes_on(trial, last):
        return None  # "Now let me run it", and then a result
    if last.state == "open" and _is_acted_on(trial, last):
        return None
    if act.verb in _RECKONED and last.state in ("open", "asked") and _is_answered(trial, act, last):
        return None
    near = around(trial, last)
    if not act.about & near or _finished_since(trial, last):
        return None
    if last.state in _AHEAD and _has_own_value(trial, act, last):
        return None
    if last.state == "denied" and (
        _said_by_opposite(trial, act, last) or _made_good(trial, last) or _of_another_place(trial, act, last)
    ):
        return None
    if last.state == "asked" and act.user:
        return None  # "accept the twelve" is the user's accepting
    same = (not act.thing or bool(act.thing & near)) and (not last.thing or bool(last.thing & (act.about | act.thing)))
    p = _sureness(trial, act, last, same, _named_there(trial, act, last))
    if not p:
        return None
    return _finding(
        trial, act, last, p, "and no source says that it was done. Whoever goes on from the summary will not do it."
    )


def _sureness(trial: Trial, act: Act, last: Use, same: bool, named: bool) -> float:
    """The measured share of faults among such findings, by what the last use says and whether anything follows it."""
    said = trial.sentences[last.sentence]
    if last.state == "denied" and _EMPTY.search(said.text) and not set(words_in(_EMPTY.sub(" ", said.text))) & NO:
        return 0.0  # an empty cell denies nothing of what stands in the others
    after = [s for s in trial.sentences[last.sentence + 1 :] if s.role != "user" and s.owner > said.owner]
    stalled = any(_stalls(s) for s in after[:2])  # the answer
    if act.weak:  # the present tense tells plans and rules as well
        return (0.85 if same else 0.75) if last.state == "denied" else 0.0
    if last.state == "denied":
        return 0.96 if same else 0.84
    if last.state == "open":
        return (0.97 if same else 0.75) if not after else (0.92 if same and named else 0.84 if same else 0.6)
    if last.state == "asked":
        return (0.97 if same else 0.75) if not after else (0.75 if stalled else 0.0)
    if last.state in ("offered", "announced"):
        return 0.85
    if last.state == "barred":
        return 0.55 if stalled else 0.8
    return 0.0  # begun: what has no end ("opened by 3 mm") is told in the past as well


def _has_own_value(trial: Trial, act: Act, last: Use) -> bool:
    """The act comes with a number of the sources that the plan does not have: "had paid $7,136" is not the refund to come."""
    planned = {v for q in scan(trial.sentences[last.sentence].text) for v in q.values}
    return any(
        v >= _EXACT and v not in planned and Inventory.of(trial).places(v)
        for q in scan(trial.parent[act.start : act.end])
        for v in q.values
    )


def _named_there(trial: Trial, act: Act, last: Use) -> bool:
    """The clause of the use itself names what the act is done to."""
    words = words_in(trial.pool[trial.sentences[last.sentence].owner].text[last.start : last.end])
    return not act.thing or any(act.thing.intersection(stems_of(w)) for w in words)


def _said_by_opposite(trial: Trial, act: Act, last: Use) -> bool:
    """ "Not assigned to the same slice" is "assigned to another"."""
    mine = set(words_in(trial.parent[act.start : act.end + _TAIL].split("\n")[0]))
    theirs = set(words_in(trial.pool[trial.sentences[last.sentence].owner].text[last.start : last.end]))
    return bool((mine & _OTHER and theirs & _SAME) or (mine & _SAME and theirs & _OTHER))


def _of_another_place(trial: Trial, act: Act, last: Use) -> bool:
    """A denial is of what stands behind its verb: "not connected to the mains" says nothing of "connected to the generator", and
    "not before midnight" is "after midnight"."""
    word, mine = _behind(trial.parent[act.start : act.end], act.verb)
    other, theirs = _behind(trial.pool[trial.sentences[last.sentence].owner].text[last.start : last.end], act.verb)
    if {word, other} == {"before", "after"}:
        return True
    return word == other and bool(mine and theirs) and mine.isdisjoint(theirs)


def _behind(clause: str, verb: str) -> tuple[str, frozenset[str]]:
    """The first preposition behind the verb, and the content words behind it."""
    words = words_in(clause)
    at = next((i for i, w in enumerate(words) if verb_key(w) == verb), len(words))
    cut = next(
        (i for i in range(at + 1, len(words)) if words[i] in PREPOSITION or words[i] in ("before", "after")), len(words)
    )
    return "".join(words[cut : cut + 1]), frozenset(s for w in words[cut:] for s in stems_of(w))


def _made_good(trial: Trial, last: Use) -> bool:
    """ "I didn't write tests for them. Let me add those:", and then something is done."""
    said = trial.sentences[last.sentence]
    rest = trial.pool[said.owner].text[last.end : last.end + _TAIL]
    return _NEXT.match(rest) is not None and any(
        s.role != "user" and s.owner > said.owner for s in trial.sentences[last.sentence + 1 :]
    )


def _goes_on(trial: Trial, last: Use) -> bool:
    """Anything but the user's words follows the use."""
    said = trial.sentences[last.sentence]
    return any(s.role != "user" for s in trial.sentences[last.sentence + 1 :]) or last.end < said.end - 1


def _stalls(s: Passage) -> bool:
    """The sentence tells of a refusal, a draft or a wait."""
    words = {w.lower().replace("’", "'") for w in WORD.findall(s.text)}
    return bool(words & _STALLED) or any(w.endswith("n't") for w in words)


def _is_acted_on(trial: Trial, last: Use) -> bool:
    """The agent says that it has to be done, and goes on without a word of the user: it went and did something."""
    said = trial.sentences[last.sentence]
    if said.role != "assistant":
        return False
    return next((c.role for c in trial.pool[said.owner + 1 :] if c.text.strip()), "") in ("tool", "assistant")


def _is_answered(trial: Trial, act: Act, last: Use) -> bool:
    """A later sentence of the assistant speaks of the same: its answer is the reckoning that was asked for."""
    asked = trial.sentences[last.sentence].owner
    return any(
        s.role == "assistant" and s.owner > asked and len(s.stems & (act.about | act.thing)) > 1
        for s in trial.sentences[last.sentence + 1 :]
    )


def _finished_since(trial: Trial, last: Use) -> bool:
    """Something after the last use says "done", of whatever."""
    for n, s in enumerate(trial.sentences[last.sentence :]):
        text = s.text[last.end - s.start :] if n == 0 else s.text
        for said in _FINISHED.finditer(text):
            clause = text[max(0, said.start() - _CLAUSE) : said.end() + _CLAUSE // 2]
            own = (
                re.split(r"[;.]\s", clause[: min(_CLAUSE, said.start())])[-1]
                + re.split(r"[;.](?:\s|$)", clause[min(_CLAUSE, said.start()) :])[0]
            )
            if not {w.lower() for w in WORD.findall(own)} & NO:
                return True
    return False


def _done_after_all(trial: Trial, act: Act) -> Finding | None:
    """The parent denies the act; all that the children say of it is that it was done to that very thing."""
    uses = [u for u in uses_of(trial, act.verb) if u.state != "silent"]
    if not uses or any(u.state != "done" for u in uses):
        return None
    last = uses[-1]
    said = trial.sentences[last.sentence]
    words = {w.lower() for w in WORD.findall(said.text)}
    if not last.thing or not (act.thing or act.about) <= said.stems or words & (_SHARE | NO):
        return None
    if not _numbers(trial.parent[act.start : act.end]) <= _numbers(said.text):
        return None
    return _finding(
        trial, act, last, 0.88, "and no source says otherwise. Whoever goes on from the summary will do it again."
    )


def _numbers(text: str) -> set[str]:
    return {w.lower() for w in WORD.findall(text) if w[0].isdigit() or w.lower() in NUMBER_WORDS}


def _finding(trial: Trial, act: Act, last: Use, p: float, why: str) -> Finding:
    owner = trial.sentences[last.sentence].owner
    clause, source = trial.parent[act.start : act.end], trial.pool[owner].text[last.start : last.end]
    return make(
        trial, "status_changed", "hard" if p >= SURE else "suspicion",
        f'The summary says "{clause}"; the last that "{trial.pool[owner].id}" says of it is "{source}", {why}',
        parent=(act.start, act.end), child=(owner, last.start, last.end), probability=p,
    )  # fmt: skip
