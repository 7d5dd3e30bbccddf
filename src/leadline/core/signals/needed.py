"""Needed: how likely somebody who has only the summary misses a fact that the summary leaves out.

In: the children and the facts that they owe; then one fact after another. Out: a probability. A short record has room for all that is owed in it; of
a long one a summary has to choose, and what it leaves out is mostly what nobody looks for again: steps, places that were looked at, guesses, work that
is done and told as done, rules that a client puts in again. What a successor acts on are the wishes of a person that are not dealt with, what is open or failed
at the end, and what is handed on as open. The figures are shares of omissions that were judged by hand to leave a successor worse off (docs/judged-findings-6.md).
Pure; one pass over the children.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cached_property

from leadline.core.facts import lexicon
from leadline.core.facts.demands import demand_kind
from leadline.core.facts.force import status_of
from leadline.core.facts.model import SENTENCE_KINDS, Fact
from leadline.core.facts.parent_index import content_of
from leadline.core.facts.turns import PASSED, REPORTED
from leadline.core.text.messages import Child
from leadline.core.text.words import lower_case, word_set

__all__ = ["SHORT", "STEP", "Needed"]

SHORT = 3000  # characters of all children, of which any parent can name what is owed
LONG_MESSAGE = 1500  # characters of one message of a person: a plan, a review, a report, which a summary sums up
END = 4000  # characters before the end of the record: what the talk was at when it was cut
LASTING = 0.5  # a prohibition or a limit of a person holds for all work to come
LASTING_IN_MANY = 0.2  # the same among the many sentences of a long message
ASKED: Sequence[float] = (0.2, 0.16, 0.13)  # a wish or a report of a person, by how many messages they have sent since
WAITING = 0.3  # a question of the agent that the record ends with
LAST_STATE = 0.2  # open or failed at the end
HANDED_ON = 0.15  # open or binding by an earlier summary
ASKED_BEFORE = 0.1
HISTORY = 0.08  # open or failed, and the work has gone on since
STEP = 0.05  # done, found, looked at, guessed, said in passing, or one point of a long plan
NOTHING = 0.02  # a heading, a bare name, half a clause
OF_A_NAME = 0.5  # a name or figure, compared with the sentence that it stands in
_FROM_PERSON = frozenset(
    (
        "user_constraint",
        "user_demand",
        "user_decision",
        "user_said",
        "user_question",
        "user_report",
        "user_hedge",
        "conflict",
    )
)
_OPEN_KINDS = frozenset(("open_item", "conflict", "decision", "constraint"))
_ASKS = frozenset(("asks_user", "open_question"))
_ENDS_OPEN = re.compile(r"[:：][*_\"'”)\]\s]*$")
_FORBIDS = re.compile(
    r"\b(?:should|must|shall) ?(?:not|n['’]t)\b|\bnever\b|\b(?:nobody|no one|nothing)\b.{1,80}\b(?:until|unless|before|without)\b"
)
_THANKS = re.compile(r"\b(?:thanks?|thank you|appreciate[sd]?|grateful|well done|good job|great work|nice work)\b")
_THANKS_MAX = 5  # content words
_OF_NOTHING = word_set("exit code task status command process run request interrupt abort tool use user")
_WORDS_MIN = 2  # content words of a heading or an announcement; one with more says something


class Needed:
    """The children of one parent, asked about each fact that is left out."""

    def __init__(self, children: Sequence[Child], owed: Sequence[Fact]) -> None:
        self._children = children
        self._owed = owed
        self._length = sum(len(c.text) for c in children)

    @property
    def all_of_it(self) -> bool:
        """Whether the record is so short that a summary has room for everything owed."""
        return self._length <= SHORT

    def of(self, fact: Fact) -> float:
        """The probability that `fact` is missed, given that it is left out."""
        if fact.kind in SENTENCE_KINDS:
            return self._of_sentence(fact)
        if fact.reason in ("limit_set", "deadline") and fact.role == "user" and fact.sure:
            return STEP if self._in_long_message(fact) else LASTING
        return OF_A_NAME * self._sentences.get((fact.child, fact.sentence), STEP)

    @cached_property
    def _sentences(self) -> Mapping[tuple[str, tuple[int, int]], float]:
        """How much the sentences that state something owed are missed: a name is needed as what its sentence says is."""
        out: dict[tuple[str, tuple[int, int]], float] = {}
        for f in self._owed:
            if f.kind in SENTENCE_KINDS:
                out[f.child, f.sentence] = max(out.get((f.child, f.sentence), 0.0), self._of_sentence(f))
        return out

    def _of_sentence(self, fact: Fact) -> float:
        if _states_nothing(fact):
            return NOTHING
        if fact.reason in (REPORTED, PASSED, "standing_rule"):
            return STEP  # dealt with, or put in again by whoever set it
        low = lower_case(fact.text)
        if fact.role == "user":
            return self._of_person(fact, low)
        state = status_of(low)
        if fact.role == "summary":
            return HANDED_ON if _is_handed_on(fact, low, state) else STEP
        if fact.role == "tool":
            return HISTORY  # whoever goes on calls it again
        live = fact.kind in _OPEN_KINDS or state == "failed" or fact.reason == "not_verified"
        if not live or state == "done" or not self._starts:
            return STEP
        if not self._at_end(fact):
            return HISTORY
        return WAITING if fact.reason in _ASKS else LAST_STATE

    def _of_person(self, fact: Fact, low: str) -> float:
        if fact.reason not in _FROM_PERSON:
            return STEP
        lasting = fact.kind == "constraint" and (
            demand_kind(low) in ("forbids", "limits") or _FORBIDS.search(low) is not None
        )
        if self._in_long_message(fact):
            return LASTING_IN_MANY if lasting else STEP
        if lasting:
            return LASTING
        since = self._said_since(fact)
        return ASKED[since] if since < len(ASKED) else ASKED_BEFORE

    @cached_property
    def _places(self) -> Mapping[str, int]:
        """Where each child begins, in characters of the whole record."""
        out, at = {}, 0
        for child in self._children:
            out[child.id] = at
            at += len(child.text)
        return out

    @cached_property
    def _starts(self) -> Sequence[int]:
        """Where a person's messages begin, in characters of the whole record."""
        return [
            self._places[child.id] + s.start
            for child in self._children
            for s in child.segments
            if s.role == "user" and s.kind == "text" and not s.injected
        ]

    def _said_since(self, fact: Fact) -> int:
        """How many messages of a person begin after the one that the fact stands in, or that it answers."""
        return len(self._starts) - bisect_right(self._starts, self._places.get(fact.child, 0) + fact.start)

    def _at_end(self, fact: Fact) -> bool:
        """Whether the record ends shortly after the fact, and no person has said anything since."""
        return self._length - self._places.get(fact.child, 0) - fact.end <= END and not self._said_since(fact)

    def _in_long_message(self, fact: Fact) -> bool:
        child = self._by_id.get(fact.child)
        if child is None:
            return False
        return any(s.start <= fact.start < s.end and s.end - s.start > LONG_MESSAGE for s in child.segments)

    @cached_property
    def _by_id(self) -> Mapping[str, Child]:
        return {c.id: c for c in self._children}


def _states_nothing(fact: Fact) -> bool:
    """A heading, the announcement of a list, a bare name, thanks, the exit code of a call."""
    words = content_of(fact.text).words - lexicon.STATUS_STEMS - _OF_NOTHING
    if not words or (len(words) <= _WORDS_MIN and _ENDS_OPEN.search(fact.text) is not None):
        return True
    return fact.role == "user" and len(words) <= _THANKS_MAX and _THANKS.search(lower_case(fact.text)) is not None


def _is_handed_on(fact: Fact, low: str, state: str) -> bool:
    """Whether an earlier summary hands something on that is still to be done or that binds."""
    if fact.kind == "constraint":
        return demand_kind(low) != ""
    if state == "done":
        return False
    return (
        fact.reason in ("open_item", "not_verified")
        or fact.kind in ("goal", "conflict")
        or state in ("failed", "planned")
    )
