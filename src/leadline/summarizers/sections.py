"""The section of a passage: what kind of thing it tells, by the owed facts that it carries and by who says it.

In: facts of one passage. Out: a section of the working context. An order is a goal, with whatever state its condition names; a mood is no
state and no choice; a tool's owed status is a failure. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from leadline.core.facts import lexicon
from leadline.core.facts.demands import allows_all
from leadline.core.facts.model import SENTENCE_KINDS, Fact
from leadline.core.facts.turns import PASSED, REPORTED
from leadline.core.text.words import lower_case
from leadline.core.tree.nodes import Section

__all__ = ["SECTION_RANK", "section_of"]

SECTION_OF: Mapping[str, Section] = {
    "goal": "goal",
    "constraint": "goal",
    "threshold": "goal",
    "conflict": "conflicts",
    "error": "failed",
    "decision": "decisions",
    "open_item": "open",
    "status": "state",
    "hedge": "state",
    "attribution": "state",
}
SECTION_RANK: Mapping[Section, int] = {
    "goal": 0, "state": 1, "decisions": 2, "failed": 3, "conflicts": 4, "open": 5, "guesses": 6, "identifiers": 7,
    "done": 8, "passed": 9, "context": 10, "quoted": 11,
}  # fmt: skip
# Which fact names the section of a sentence that carries several: the one a successor would look for first.
KIND_ORDER = ("conflict", "constraint", "error", "open_item", "decision", "status", "goal", "threshold", "hedge",
              "attribution")  # fmt: skip
# A person's message is told by what it settles or asks for; a question at its end is part of it.
USER_ORDER = (
    "conflict",
    "constraint",
    "error",
    "decision",
    "goal",
    "threshold",
    "open_item",
    "status",
    "hedge",
    "attribution",
)

# An order to do something with something, in the form that no past tense shares ("set", "read" and "put" may tell).
_STEP = re.compile(
    r"^\W{0,12}+(?:\d{1,2}[.)]\W{0,4}+)?(?:Add|Build|Change|Check|Clean|Close|Commit|Copy|Create|Delete|Deploy|Document|Enable|Disable|Export|Append|Extend|Extract|Find|Finish|Fix|Get|"
    r"Implement|Install|Investigate|Mark|Merge|Migrate|Move|Open|Port|Publish|Push|Rebase|Refactor|Release|Remove|Rename|Replace|Restore|Review|Revert|Rewrite|Run|Test|Try|Update|Upgrade|Use|Verify|Write) "
    r"(?:(?:the|a|an|all|any|each|every|both|this|that|these|those|it|them|new|old|more|shared|existing)\b|(?:[`*]+[\w@./-]|[\w-]+[./_][\w./-]*|[A-Z]{2,}\b|#\d))"
)
# "When you are done, run the tests": the condition of an order, with whatever state it names.
_CONDITION = re.compile(
    r"^\W{0,12}(?:\d{1,2}[.)]\W{0,4})?(?:if|when|whenever|once|as soon as|after|before|in case)\b", re.IGNORECASE
)
_COMMA = re.compile(r", ?(?:then |just |also |always )*")
_YOU_WILL = re.compile(
    r"^\W{0,12}(?:(?:now|then|so|next|first)\b,? )?you(?:['’]re| are) (?:now )?going to\b", re.IGNORECASE
)
_DIRECTS = re.compile(
    r"you (?:can|could|should|must|may|need|have)\b|we (?:recommend|ask)\b|(?:submit|commit|append|try)\b",
    re.IGNORECASE,
)
# "When it is done they can commit": leave or order under a condition.
_ALLOWS = re.compile(
    r"^\W{0,12}(?:if|when|whenever|once|as soon as|after)\b[^.?!\n]{3,160}? (?:you|they|he|she) (?:can|may|should|must)\b",
    re.IGNORECASE,
)
# A bare verb and its object in front: an order, whatever the verb. Function words and forms of the past or of a state are no bare verbs.
_ORDERS = re.compile(
    r"^\W{0,12}(?:\d{1,2}[.)]\W{0,4})?(?:(?:now|then|so|ok|okay|next|first|please|also|and)\b[,:]? ){0,2}"
    r"(?!(?:all|both|when|where|while|what|which|who|how|why|if|is|are|was|were|do|does|did|has|have|had|can|could|will|would|may|might|must|should|shall|i|we|you|they|he|she|it|this|that|these|those|there|here|"
    r"with|without|within|for|from|in|into|inside|on|onto|at|to|of|by|off|up|down|over|under|about|above|after|before|behind|below|between|through|during|since|until|till|via|per|like|than|as|so|and|but|or|nor|not|no|yes|"
    r"maybe|perhaps|only|even|just|also|then|now|again|still|yet|already|once|unless|though|although|because|half|most|many|some|any|none|one|two|either|neither|because|except|besides|despite|instead|"
    r"apparently|got|get|seems?|see|saw|guess|hope|think|thought|glad|sorry|same|another|such|today|tonight|tomorrow|yesterday|now|later|earlier|never|ever|somehow|somewhere|someone|everyone|nobody|meanwhile|last|fyi|btw|hm+|well|hey|hi|hello|oh|ah|wow|lol|too|very|rather|quite|almost|[a-z]+(?:s|ed|ing|ly))\b)"
    r"[a-z]{2,12}(?: (?:up|out|down|back|over|in|off|on|away))? (?:the|a|an|this|these|those|it|them|all|each|every|your|my|our|both|we|another)\b",
    re.IGNORECASE,
)
_FEELS = re.compile(
    r"^\W{0,12}(?:(?:and|also|but|so) )?(?:i|we)(?:['’]m| am|['’]re| are)? (?:really |very |so |also |still |always )?(?:hoping|looking forward|excited|keen|eager|proud|thrilled|curious)\b",
    re.IGNORECASE,
)


def section_of(facts: Iterable[Fact]) -> Section:
    """The section of a passage that carries these facts; without owed facts it is context."""
    facts = tuple(facts)
    kinds = {fact.kind for fact in facts}
    said = [fact for fact in facts if fact.kind in SENTENCE_KINDS]
    if said and all(fact.reason == REPORTED for fact in said):
        return "done"
    if said and all(fact.reason == PASSED for fact in said):
        return "passed"
    if said and all(fact.kind == "hedge" and fact.role == "assistant" for fact in said):
        return "guesses"
    if any(fact.role == "tool" and fact.kind == "status" for fact in facts) and not kinds & {"conflict", "constraint"}:
        return "failed"  # a tool's status that is owed is a failure
    asked = [fact for fact in said if fact.role == "user"] if all(fact.role == "user" for fact in said) else []
    if asked and all(fact.kind == "status" and _is_order(fact.text) for fact in asked):
        return "goal"
    if asked and any(allows_all(lower_case(fact.text)) for fact in asked):
        return "goal"  # a rule, whatever doubt stands beside it
    if asked and all(fact.kind in ("status", "decision", "hedge") and _FEELS.match(fact.text) for fact in asked):
        return "context"  # a mood is no state and no choice
    if said and all(fact.reason == "closing_constraint" for fact in said):
        return "state"  # what the agent says has to be so, of its work: nobody asked for it
    if said and all(fact.kind == "status" and fact.role == "assistant" and _STEP.match(fact.text) for fact in said):
        return "open"  # "Delete the old entry point": a step, whatever state words stand in it
    for kind in USER_ORDER if said and all(fact.role == "user" for fact in said) else KIND_ORDER:
        if kind in kinds:
            return SECTION_OF[kind]
    return "identifiers" if kinds else "context"


def _is_order(text: str) -> bool:
    if any(order.match(text) for order in (_ALLOWS, _STEP, _ORDERS, _YOU_WILL)):
        return True
    if not _CONDITION.match(text):
        return False
    return any(_is_main_clause(text[comma.end() :]) for comma in _COMMA.finditer(text))


def _is_main_clause(rest: str) -> bool:
    """Whether an order stands behind the comma."""
    imperative = lexicon.IMPERATIVE.search(lower_case(rest)) is not None
    return imperative or _DIRECTS.match(rest) is not None or _ORDERS.match(rest) is not None
