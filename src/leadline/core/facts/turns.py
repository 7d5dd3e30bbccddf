"""Turns: what the end of a turn makes of what was said in it (design.md, 3.4: owed is about what is live).

In: facts in time order, and two ways to answer: `settle` (an owed fact becomes history, with a reason) and `mark` (it stays
owed, as what belongs to a turn that has ended). A turn begins with what a person types and ends with the agent's closing message. Read from that structure alone:
questions end with their answer, words in flight with the closing message, a request with the report on it once the person goes on to
something else and does not object. One pass, bounded look-back. Pure; what was settled in a prefix stays so when the session grows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from leadline.core.facts import lexicon
from leadline.core.facts.demands import allows_all, demand_kind
from leadline.core.facts.force import status_of
from leadline.core.facts.model import SENTENCE_KINDS, Fact
from leadline.core.text.kept import kept
from leadline.core.text.words import lower_case

__all__ = ["NOBODY_SPOKE", "PASSED", "REPORTED", "is_name", "objects_to", "settle_turns"]

Settle = Callable[[int, str], None]  # position and reason: an owed fact becomes supporting
Mark = Callable[[int, str], None]  # position and reason: it stays owed

REPORTED = "reported"  # reason of an owed request whose turn ended with a report
PASSED = "passed"  # reason of an owed statement that was made on the way, in a turn that has ended
NOBODY_SPOKE = frozenset(("standing_rule", "system_prompt", "injected"))

_ROUND_MIN = 3  # questions in one message that make it a round of questions
_LOOK_BACK = 8  # newest questions of one kind that a later statement is held against
_IN_FLIGHT_MAX = 5  # newest statements of an unfinished turn; the turn's closing message takes their place
_ON_THE_WAY_MAX = 64  # observations and small choices of an unfinished turn
_REQUESTS_MAX = 24  # requests of one turn, and of turns that ended without a report
_SHARED_MIN = 0.5  # of the older statement's subject
_SAME_MESSAGE = 3000  # characters; questions so near to each other are parts of one message
_BARE = 2  # content words: "go on", "wow, it works" say nothing once the turn is over

# What the agent says between its calls. Choices with their reason or their alternative stay: nobody says them again.
_ON_THE_WAY = frozenset(
    ("progress_fact", "progress_open", "progress_state", "progress_decision", "progress_hedged", "progress_attributed")
)
_CHOICE = re.compile(r"\b(?:instead of|rather than|because|since|so that|in favou?r of|as otherwise)\b")
_REQUESTS = frozenset(("user_demand", "user_said", "user_decision", "user_question", "user_hedge", "user_report"))
_ASKING = frozenset(("asks_user", "open_question"))
# A demand for one piece of work ("it needs to cover the errors") ends with the work; one for all work does not.
_LASTS = re.compile(
    r"^\W*(?:every|each|all|any|no)\b|\b(?:always|never|only|(?<!to )(?<!can )keep|stay|must|shall|make sure|ensure|from now on|in future|whenever|immer|nie|niemals|toujours|jamais|siempre|nunca)\b|必|禁止|不"
)
_THIS_WORK = re.compile(
    r"^\W*(?:(?:and|then|also|so) ){0,2}(?:it|they|(?:this|these|that|those) \w+) (?:must|needs?|ha(?:s|ve) to|should)\b(?! (?:not|never|only|stay|remain|keep)\b)"
)
_NO_FORCE = re.compile(
    r"\b(?:if|or|why|whether) not\b|\bno (?:rush|hurry|problem|worries)\b"
)  # negations that bind nobody
# What a person tells about themselves or their things is no request: "my customer number is K-2231".
_GIVES = re.compile(
    r"\b(?:my|our|mine|ours|mein\w*|unser\w*|mon|ma|mes|notre|mi|mis|nuestr\w+)\b.{1,60}\b(?:is|are|ist|sind|est|sont|es|son)\b"
)
_PREDICTS = re.compile(
    r"\b(?:it|they|this|that|there|he|she)(?: (?:still|also|then|just|probably))? (?:won['’]t|will not)\b"
)
_REFUSES = re.compile(
    r"\b(?:do not|don['’]t|does not|doesn['’]t|never|would not|wouldn['’]t) (?:want|like|need|accept)\b|\b(?:i|we|you) won['’]t\b"
)
_CHOOSES = re.compile(
    r"\b(?:go(?:ing)? with|(?:i|we)(?:['’]ll| will)? (?:take|choose|prefer)|the (?:first|second|third|last|former|latter)|option|variant|rather|instead|leave|keep)\b"
)
_GO_AHEAD = re.compile(
    r"^\W*(?:yes|yep|yeah|ok|okay|sure|alright|go ahead|do it|proceed|approved?|agreed|sounds good|looks good|lgtm|perfect|correct|right|exactly|fine|good|great|ja|oui|sí|si|vale)\b|\b(?:let['’]?s|go ahead)\b"
)
_OBJECTS = re.compile(
    r"^\W*(?:no|nope|nah|wait|stop|still|but|not|wrong|nein|non|undo|revert|hm+|that(?:['’]s| is)(?: still)? (?:not|wrong)|you (?:forgot|missed|broke|did(?: not|n['’]t)|have(?: not|n['’]t))|it (?:still|does(?: not|n['’]t)|did(?: not|n['’]t)))\b"
    r"|\bstill (?:fail\w*|broken|not|does(?: not|n['’]t)|the same|wrong|missing|see|get)\b|\b(?:does|did)(?: not|n['’]t) (?:work|help)\b|\bnot what i\b|\b(?:looks?|is|seems?) (?:wrong|broken)\b"
)
_NO_ANSWER = re.compile(
    r"\b(?:(?:do not|don't|cannot|can't|couldn't|didn't) (?:know|remember|have|find|recall|tell|say)|no idea|not sure|(?:i'll|i will|let me) (?:try (?:to|and) )?(?:check|ask|get back|look|find|search|locate)|later|must have (?:left|lost)|weiß (?:ich )?nicht|keine ahnung|je ne sais pas|no (?:lo )?sé)\b"
)


def settle_turns(facts: Sequence[Fact], settle: Settle, mark: Mark) -> None:
    """Walk over all sentences that somebody said, oldest first."""
    questions, work, requests = _Questions(settle), _Work(settle, mark), _Requests(settle, mark)
    for i, f in enumerate(facts):
        if f.kind not in SENTENCE_KINDS or f.role == "tool" or f.reason in NOBODY_SPOKE:
            continue
        questions.hear(facts, i)
        work.hear(facts, i)
        requests.hear(facts, i)
    work.end(facts)
    requests.end(facts)


@kept(16384)
def is_name(word: str) -> bool:
    """Whether a subject entry is a normal form and no stem: stems are lower-case letters, digits, or pieces of a form."""
    return not (word.isdigit() or word[0] == "_" or (word.isalpha() and word.islower()) or word.lower() == word.upper())


@dataclass(slots=True)
class _Questions:
    """Questions end with their answer; asked again, the newest wording counts."""

    settle: Settle
    by_user: list[int] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)  # by the agent
    round_: list[int] = field(default_factory=list)  # of one message; many of them are answered together
    put: list[int] = field(default_factory=list)  # about named things

    def hear(self, facts: Sequence[Fact], i: int) -> None:
        f = facts[i]
        if f.role == "user":
            self._answered_by_user(facts, f)
        elif self.by_user and f.kind != "open_item" and not f.reason.startswith(("progress", "thinking", "in_flight")):
            words = frozenset(f.subject)
            for j in self.by_user:
                if words & frozenset(facts[j].subject):
                    self.settle(j, "answered")
            self.by_user = [j for j in self.by_user if not words & frozenset(facts[j].subject)]
        if f.reason == "user_question":
            self.by_user = [*self.by_user[1 - _LOOK_BACK :], i]
        elif f.reason == "asks_user":
            self.asked.append(i)
        elif f.reason == "open_question":
            self._put_again(facts, i)

    def _answered_by_user(self, facts: Sequence[Fact], f: Fact) -> None:
        if len(self.round_) >= _ROUND_MIN:
            self.asked += self.round_
        self.round_ = []
        if _NO_ANSWER.search(lower_case(f.text)):
            words = frozenset(f.subject)
            others = [j for j in self.asked if not words & frozenset(facts[j].subject)]
            # "I'll try to find it": whatever was asked for
            self.asked = others if len(others) < len(self.asked) else []
        for j in self.asked:
            self.settle(j, "answered")
        self.asked.clear()

    def _put_again(self, facts: Sequence[Fact], i: int) -> None:
        f = facts[i]
        words = frozenset(f.subject)
        for j in self.put:
            mine = frozenset(facts[j].subject)
            named = frozenset(w for w in mine if is_name(w))
            if named and not named & words:
                continue  # the same words about another thing are another question
            if facts[j].sentence != f.sentence and len(words & mine) >= _SHARED_MIN * len(mine):
                self.settle(j, "superseded")
        self.put = [*self.put[1 - _LOOK_BACK :], i]
        last = facts[self.round_[-1]] if self.round_ else None
        near = last is not None and last.child == f.child and f.start - last.end < _SAME_MESSAGE
        self.round_ = [*self.round_, i] if near else [i]


@dataclass(slots=True)
class _Work:
    """What is said between two calls belongs to its turn. Steps in flight end with the closing message, or with newer ones;
    what was stated on the way ends where that message speaks of the same things by name, and else is marked as said in passing."""

    settle: Settle
    mark: Mark
    in_flight: list[int] = field(default_factory=list)
    on_the_way: list[int] = field(default_factory=list)
    told: set[str] = field(default_factory=set)  # names in the closing message so far

    def hear(self, facts: Sequence[Fact], i: int) -> None:
        f = facts[i]
        if f.reason.startswith("closing"):
            for j in self.in_flight:
                self.settle(j, "superseded")
            self.in_flight.clear()
            self.told |= frozenset(f.subject)
        elif f.role == "user" or f.reason == "in_flight" or f.reason in _ON_THE_WAY:
            self.end(facts)
        if f.reason == "in_flight":
            self.in_flight.append(i)
            if len(self.in_flight) > _IN_FLIGHT_MAX:
                self.settle(self.in_flight.pop(0), "superseded")
        elif f.reason in _ON_THE_WAY and not (f.kind == "decision" and _CHOICE.search(lower_case(f.text))):
            self.on_the_way = [*self.on_the_way[1 - _ON_THE_WAY_MAX :], i]

    def end(self, facts: Sequence[Fact]) -> None:
        """The closing message is complete."""
        if not self.told:
            return
        for j in self.on_the_way:
            names = frozenset(w for w in facts[j].subject if is_name(w))
            if names and names <= self.told:
                self.settle(j, "superseded")
            else:
                self.mark(j, PASSED)
        self.on_the_way.clear()
        self.told.clear()


@dataclass(slots=True)
class _Requests:
    """What a person asked for ends with the report on it, once the next message goes on to something else.

    A report that names what was asked for takes its place. Any other one marks the request as dealt with, and so does an
    answer that asks nothing back. An objection ("no, ...", "it still fails") leaves all as it was.
    """

    settle: Settle
    mark: Mark
    open: list[int] = field(default_factory=list)  # requests without a report so far
    reports: list[int] = field(default_factory=list)  # what the agent closed its turn with
    waiting: list[int] = field(
        default_factory=list
    )  # requests that were reported on before the message that is heard now
    reported: list[int] = field(default_factory=list)  # and the reports on them
    asked: list[int] = field(default_factory=list)  # by the agent at the end of the turn; what follows may deal with it
    objected: bool = False

    def hear(self, facts: Sequence[Fact], i: int) -> None:
        f = facts[i]
        if f.role == "user":
            if self.reports:  # a new message: whether it goes on or objects is known at its end
                self.waiting, self.reported = self.open, self.reports
                self.open, self.asked, self.reports, self.objected = self.asked, [], [], False
            self.objected = self.objected or _objects(f)
            if _is_request(f):
                self.open = [*self.open[1 - _REQUESTS_MAX :], i]
        elif f.role == "assistant":
            self.end(facts)
            if f.reason.startswith("closing") or f.reason in _ASKING:
                self.reports.append(i)
            if f.reason == "open_question":
                self.asked = [*self.asked[1 - _LOOK_BACK :], i]

    def end(self, facts: Sequence[Fact]) -> None:
        """The person's message is complete."""
        requests, reports = self.waiting, self.reported
        self.waiting, self.reported = [], []
        if not requests:
            return
        if self.objected or not _closes(facts, reports):
            self.open = [*requests, *self.open][-_REQUESTS_MAX:]
            return
        told = frozenset(w for j in reports for w in facts[j].subject)
        done = any(_is_done(facts[j]) for j in reports)
        for j in requests:
            f = facts[j]
            if f.reason == "user_report" and not done:
                self.open.insert(0, j)  # what somebody met with is dealt with when something was done about it
                continue
            words = frozenset(f.subject) - lexicon.STATUS_STEMS
            names = frozenset(w for w in words if is_name(w))
            covered = done and names <= told and len(words & told) >= _SHARED_MIN * len(words)
            if f.role == "user" and f.kind != "constraint" and (covered or (not names and len(words) <= _BARE)):
                self.settle(j, "finished")
            else:
                self.mark(j, REPORTED)


def _is_request(f: Fact) -> bool:
    low = lower_case(f.text)
    if allows_all(low):
        return False
    if f.reason in _REQUESTS:
        passing = lexicon.IMPERATIVE.search(low) or _GO_AHEAD.search(low) or _PREDICTS.search(low)
        if f.kind == "decision" and not passing:
            return False  # a choice holds after the turn
        return not (_GIVES.search(low) or _REFUSES.search(low) or _CHOOSES.search(low))
    return (
        f.reason == "user_constraint"
        and demand_kind(low) not in ("forbids", "limits")
        and (
            lexicon.QUESTION.search(low) is not None
            or _THIS_WORK.search(low) is not None
            or not (_LASTS.search(low) or lexicon.NEGATION.search(_NO_FORCE.sub(" ", low)))
        )
    )


def objects_to(low: str) -> bool:
    """Whether a person's sentence in lower case takes exception to what was done before it."""
    return _OBJECTS.search(low) is not None


def _objects(f: Fact) -> bool:
    low = lower_case(f.text)
    return objects_to(low) or (f.reason == "user_report" and status_of(low) == "failed")


def _closes(facts: Sequence[Fact], reports: Sequence[int]) -> bool:
    """Whether these words end the turn's business: something is done, or something is said and nothing asked back."""
    return any(_is_done(facts[j]) for j in reports) or facts[reports[-1]].reason not in _ASKING


def _is_done(f: Fact) -> bool:
    return f.kind in ("status", "decision") and status_of(lower_case(f.text)) == "done"
