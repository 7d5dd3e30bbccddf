"""What an agent expects of its work, and what it claimed that turned out otherwise: neither is how things stand.

In: a sentence of the record and what was seen later. Out: whether it only expects something, and whether later evidence settled it. Read from
its form: what a change is said to bring about has been seen by nobody; "should" says how things ought to be. A claim that tests
pass ends with a run that failed, one that they fail with a run that passed, one of lint errors with a clean run, a guess why an edit was refused with the edit, one that something is fixed with the person who objects to it, and
the failure of a command with a later run of it that went well. Pure.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from leadline.core.facts.tool_lines import tool_key
from leadline.core.text.words import lower_case
from leadline.core.tree.nodes import DraftSentence
from leadline.views.spoken import Place, Spoken, place_of

__all__ = ["expects", "is_overtaken"]

_CHANGE = r"(?:changes?|fix(?:es)?|edits?|updates?|patch(?:es)?|modifications?|adjustments?|approach|solution|version)"
# The effect of a change, before anybody saw it. What is planned, scheduled or demanded ("the job will start at 02:00") is none.
_EFFECT = re.compile(
    rf"\b(?:this|these|that|those|the|both|my|our)(?: \w+){{0,2}} {_CHANGE} (?:will|should|would|ought to)\b"
    r"|^\W*(?:now,? |so |and |then ){0,2}(?:this|these|that|it|which|both)(?: \w+ly| now| all)? (?:will|should|would|ought to)\b"
    r"|\b(?:which|that|this|it) (?:will|should|would|ought to)(?: now| also| hopefully)? (?:fix|solve|resolve|make|ensure|allow|prevent|cause|give|help|work)\b"
    r"|\b(?:tests?|suite|build|checks?|everything|it all)(?: \w+)? (?:will|should|ought to)(?: now| all| still)? (?:\w+ )?(?:pass|succeed|work|be (?:green|fine|ok|fixed))\b"
    r"|\byou (?:will|should|['’]ll)(?: now| then)? (?:see|get|be able|find|notice)\b"
    r"|^\W*now,? (?:when|if|the|all|every)\b.{0,120}\b(?:will|should)\b"
)
# What the agent would do, or holds for better, if it went that way: nothing that is so.
_PROPOSES = re.compile(
    r"^\W*(?:then |so |or |alternatively |instead |also )?(?:(?:we|i|you|it|this|that|they)(?:['’]d| would| could)(?: also| then| probably| just)?|(?:we|i) (?:should|might)(?: also| probably)?) (?!not\b)[a-z]+\b"
)
_BETTER = re.compile(
    r"^\W*(?:(?:a |the )?(?:better|simpler|safer|cleaner|nicer|easier)\b[^.:;]{0,40} would be|it(?:['’]d| would) be (?:better|simpler|safer|cleaner|easier))\b"
)
_OPTION = re.compile(
    r"^\W*(?:option|variant|alternative|approach|possibility) (?:[a-z]|\d{1,2})\b(?! (?:is|was|has been) (?:chosen|taken|decided|done|implemented))"
)
_NORM = re.compile(r"\b(?:must|never|not|no|nobody|only|until|unless|at \d|on \d)\b|n['’]t\b")
_TESTS_PASS = re.compile(
    r"\b(?:tests?|test suite|suites?|specs?|checks|everything|all \d+)\b[^.;\n]{0,40}?\b(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?)\b"
)
_TESTS_FAIL = re.compile(r"\b(?:tests?|test suite|suites?|specs?|build)\b(?: \w+)? (?:still |now )?fail(?:s|ed|ing)?\b")
# What a linter is said to complain about; what a compiler or a build says is not over with a clean lint run.
_COMPLAINS = re.compile(
    r"\b(?:lint\w*|vet|style)\b(?: \w+){0,2} (?:errors?|warnings?|issues?|problems?|complaints?)\b|\b(?:errors?|warnings?|issues?) (?:from|of|by) the linter\b"
)
_DEALT_WITH = re.compile(r"\b(?:fix(?:ed|es)?|resolved?|clear(?:ed|s)?|removed|no|zero|without|clean)\b")
_BINDS = re.compile(r"\b(?:must|never)\b")
_NAMED = re.compile(r"`([^`\n]{2,120})`")
_RUN = re.compile(r"tool (\S+) \((.*)\)")  # the label of a failure with the call that it answers
_FIXED = re.compile(
    r"\b(?:fixed|resolved|solved|works? (?:now|correctly|as expected|fine|again)|now works?|(?:is|are) (?:now )?(?:complete|done|working|ready)|(?:has|have) been (?:fixed|resolved|solved))\b"
)


def expects(s: DraftSentence) -> bool:
    """Whether the agent says here what its change should bring about, or what it would do, instead of what is so."""
    if s.label != "assistant" or s.section not in ("state", "guesses"):
        return False
    low = lower_case(s.text)
    return (_EFFECT.search(low) is not None and not _NORM.search(low)) or _is_proposal(low)


def is_overtaken(s: DraftSentence, spoken: Spoken) -> bool:
    """Whether what was seen later takes the place of this sentence: of an expectation, of a claim, of a failure that a person told."""
    place = place_of(s)
    if s.label == "user":
        return s.section == "failed" and _after(spoken.works, place)
    if s.section == "failed" and any(
        refused <= place < stop and done > place for refused, stop, done in spoken.overcome
    ):
        return True  # an edit that was refused, and made since
    if s.section == "failed":
        run = _RUN.fullmatch(s.label)
        return run is not None and tool_key(run[1], run[2]) in spoken.cleared
    if s.label != "assistant":
        return False
    low = lower_case(s.text)
    if _is_proposal(low):  # the person's answer tells what became of it
        return spoken.next_typed(place) in spoken.objected or spoken.typed_after(place) > 1
    if s.section not in ("state", "guesses", "decisions"):
        return False
    if expects(s):
        return _after(spoken.works, place) or _after(spoken.broken, place)
    if _TESTS_PASS.search(low):
        return _after(spoken.broken, place)
    if _TESTS_FAIL.search(low):
        return _after(spoken.passed, place)
    if s.section == "guesses" and any(
        refused < place < stop and done > place for refused, stop, done in spoken.overcome
    ):
        return True  # why an edit was refused that was made since
    if _COMPLAINS.search(low) and not _BINDS.search(low) and not _DEALT_WITH.search(low):
        return _after(spoken.clean, place) and not _after(spoken.unclean, max(spoken.clean))
    if s.section != "decisions" and _is_retracted(s, place, spoken):
        return True
    if _FIXED.search(low) is not None and spoken.next_typed(place) in spoken.objected:
        return True
    return s.section != "decisions" and _is_told_again(s, place, spoken)


def _is_proposal(low: str) -> bool:
    proposes = _PROPOSES.search(low) is not None or _BETTER.search(low) is not None or _OPTION.search(low) is not None
    return proposes and not _BINDS.search(low)


def _is_told_again(s: DraftSentence, place: Place, spoken: Spoken) -> bool:
    """Whether the report that closes the same turn in the newest part speaks of most of the things that are named here."""
    names = frozenset(_NAMED.findall(s.text))
    return bool(names) and spoken.typed_after(place) == 0 and 2 * len(names & spoken.reported) >= len(names)


def _is_retracted(s: DraftSentence, place: Place, spoken: Spoken) -> bool:
    """Whether the agent's first words after the person's next message, or later in the same turn, take this back: they begin with that
    they were wrong, and speak of what is named here."""
    names = frozenset(_NAMED.findall(s.text))
    return bool(names) and any(
        at > place
        and spoken.typed_after(place) - spoken.typed_after(at) <= 1
        and names & frozenset(_NAMED.findall(text))
        for at, text in spoken.retracted
    )


def _after(places: Sequence[Place], place: Place) -> bool:
    return bisect_right(places, place) < len(places)
