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

from leadline.core.facts import lexicon
from leadline.core.facts.demands import demand_kind
from leadline.core.facts.force import status_of
from leadline.core.facts.model import SENTENCE_KINDS, Fact
from leadline.core.facts.parent_index import content_of
from leadline.core.facts.turns import PASSED, REPORTED
from leadline.core.text.messages import Child
from leadline.core.text.words import lower_case

__all__ = ["SUSPECT_MIN", "Needed"]

SUSPECT_MIN = 0.2  # below, an omission is counted and no suspicion: four of five such ones harm nobody
SHORT = 3000  # characters of all children, of which any parent can name what is owed
NOTHING = 0.02  # a heading, a bare name, half a clause
STEP = 0.05  # done, found, looked at, guessed, said in passing
HISTORY = 0.08  # open or failed, and the talk has gone on since
HANDED_ON = 0.15
LAST_TURN = 0.3
ASKED: Sequence[float] = (0.5, 0.25)  # what a person wants, by the number of messages that they have sent since
ASKED_BEFORE = 0.1
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
_OPEN_KINDS = frozenset(("open_item", "conflict", "goal", "decision", "constraint"))
_ENDS_OPEN = re.compile(r"[:：][*_\"'”)\]\s]*$")
_WORDS_MIN = 2  # content words of what states something


class Needed:
    """The children of one parent, asked about each fact that is left out."""

    def __init__(self, children: Sequence[Child], owed: Sequence[Fact]) -> None:
        self._short = sum(len(c.text) for c in children) <= SHORT
        self._owed = owed
        self._children = children
        self._said: Mapping[str, tuple[int, tuple[int, ...]]] | None = None
        self._sentences: dict[tuple[str, tuple[int, int]], float] | None = None

    @property
    def all_of_it(self) -> bool:
        """Whether the record is so short that a summary has room for everything owed."""
        return self._short

    def of(self, fact: Fact) -> float:
        """The probability that `fact` is missed, given that it is left out."""
        if fact.kind in SENTENCE_KINDS:
            return self._of_sentence(fact)
        return self._of_exact(fact)

    def _of_exact(self, fact: Fact) -> float:
        """A name is needed as what its sentence says is; a limit, a date or what a call has made stands for itself."""
        if fact.reason in ("limit_set", "deadline") and fact.role == "user":
            return self._asked(fact)
        if self._sentences is None:
            self._sentences = {}
            for f in self._owed:
                if f.kind in SENTENCE_KINDS:
                    key = (f.child, f.sentence)
                    self._sentences[key] = max(self._sentences.get(key, 0.0), self._of_sentence(f))
        return OF_A_NAME * self._sentences.get((fact.child, fact.sentence), STEP)

    def _of_sentence(self, fact: Fact) -> float:
        if _states_nothing(fact.text):
            return NOTHING
        if fact.reason in (REPORTED, PASSED, "standing_rule"):
            return STEP
        if fact.role == "user":
            return self._asked(fact) if fact.reason in _FROM_PERSON else STEP
        low = lower_case(fact.text)
        state = status_of(low)
        if fact.role == "summary":
            return HANDED_ON if _is_handed_on(fact, low, state) else STEP
        live = fact.kind in _OPEN_KINDS or state == "failed" or fact.reason == "not_verified"
        if not live or state == "done":
            return STEP
        return LAST_TURN if self._since(fact) == 0 else HISTORY

    def _asked(self, fact: Fact) -> float:
        since = self._since(fact)
        return ASKED[since] if since < len(ASKED) else ASKED_BEFORE

    def _since(self, fact: Fact) -> int:
        """How many messages of a person begin after the fact."""
        if self._said is None:
            said: dict[str, tuple[int, tuple[int, ...]]] = {}
            later = 0
            for child in reversed(self._children):
                starts = tuple(
                    s.start for s in child.segments if s.role == "user" and s.kind == "text" and not s.injected
                )
                said[child.id] = (later, starts)
                later += len(starts)
            self._said = said
        later, starts = self._said.get(fact.child, (0, ()))
        return later + len(starts) - bisect_right(starts, fact.start)


def _states_nothing(text: str) -> bool:
    """A heading, the announcement of a list, a bare name."""
    words = content_of(text).words - lexicon.STATUS_STEMS
    return len(words) < _WORDS_MIN and _ENDS_OPEN.search(text) is not None or not words


def _is_handed_on(fact: Fact, low: str, state: str) -> bool:
    """Whether an earlier summary hands something on that is still to be done or that binds."""
    if fact.kind == "constraint":
        return demand_kind(low) != ""
    if state == "done":
        return False
    return (
        fact.reason == "open_item"
        or fact.kind in ("goal", "conflict")
        or state in ("failed", "planned")
        or fact.reason == "not_verified"
    )
