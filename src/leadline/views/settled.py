"""What a later turn settles: sentences that were true of a moment which has passed.

In: the sentences of a record and who spoke when. Out: whether one of them is history. Read from who said it, its form, and what was said
later: the agent announces a step and goes on; it offers something and the person goes on to something else; a question is two messages
old; a step is told as open and later as done, of the same names; a thing is merged or closed. What binds, says no, or gives a reason is never settled here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from leadline.core.facts import lexicon
from leadline.core.text.words import lower_case
from leadline.core.tree.nodes import DraftSentence
from leadline.views.spoken import Place, Spoken, place_of, tail_of

__all__ = ["is_plan_of_ended_turn", "is_settled", "is_worked_on", "things_ended"]

ASKED_BEFORE = 2  # messages of the person behind a question from which on it is history

_STARTS = r"^\W*(?:(?:ok(?:ay)?|now|good|great|perfect|right|alright|first|next|then|so|and|also|finally)\b\W+){0,3}"
_ANNOUNCES = re.compile(
    _STARTS
    + r"(?:let me|let['’]?s|let us|(?:i|we)(?:['’]ll| will| (?:also |now )?need to)|(?:i['’]m|i am|we['’]re|we are) (?:now |also )?going to"
    r"|(?:i['’]m|i am|we['’]re|we are) (?:now |also )?(?:add|updat|check|runn|sett|record|pull|mov|creat|patch|fix|writ|read|verify|start|open|remov|replac|look|pok|confirm|inspect)\w*ing)\b"
)
_TASK = re.compile(
    r"^\W*(?:(?:now|next|then|starting|on to)\b\W+)?(?:task|step|phase|part|round) \d{1,3}\b ?[:.–—-]"
)  # a number of its own list
_ORDERS_ITSELF = re.compile(
    r"^\W*(?:now|next|then)\b\W+(?:add|check|commit|create|delete|fix|implement|make|move|push|remove|rename|replace|run|test|update|verify|wire|write)\b"
)
# A trouble told together with what the agent does about it: the report that closes the turn tells what came of it.
_ACTS_ON_IT = re.compile(r"[,;:—–] ?(?:so |and )?(?:i['’]m|i am|i['’]ll|i will|let me)(?: now| also)? [a-z]{3,}")
# A step with its condition, its reason or what it leaves out says more than that it comes next.
_SAYS_MORE = re.compile(
    r"\b(?:not|never|no|cannot|because|since|rather than|instead of|unless|until|once|only|if|when|whenever|ask|wait|approval|permission|keep|leave|leaving|keeping|avoid|must|need(?:s|ed)? to be)\b|n['’]t\b"
)
_LIMITS_ITSELF = re.compile(r"\b(?:not|never|no|cannot|because|unless|until|only|but|except|first ask)\b|n['’]t\b")
# An order to itself, not one of a list, that the agent carries out with its next call.
_BARE_ORDER = re.compile(
    r"(?:Add|Build|Check|Commit|Create|Fix|Implement|Install|Push|Read|Run|Test|Update|Verify|Write) (?:the|a|an|all|it|this|that|each|every)\b(?!.*\b(?:not|never|only|unless|until)\b)"
)
_OFFERS = re.compile(
    r"^\W*(?:(?:and|or|also)\W+)?(?:if you(?:['’]d| would)? (?:want|like|prefer|wish|need|change your mind)|whenever you(?:['’]re| are)? (?:want|like|ready)|let me know (?:if|when|whether)|(?:do you )?want me to\b|just say\b|once you (?:have|find|know)\b.{0,40}\blet me know\b)|\bhappy to (?:help|assist)\b"
    r"|^\W*i can\b.{0,120}\b(?:next|if you|for you)\b"
)
# Asking the person for something that the agent needs to go on; they answered, or went on without.
_ASKS_FOR = re.compile(
    r"\b(?:please|could you|can you|kindly) (?:provide|confirm|tell|share|let me know|specify|clarify|send|choose|give)\b"
    r"|\bi(?:['’]ll| will)? (?:just |also |still )*(?:need|require) (?:(?:your|to know|you to)\b|(?:the|more)\b.{1,60} to (?:proceed|continue|go on|help|assist)\b)"
    r"|\b(?:should i|shall i|do you want|would you like|which (?:one|option)|what do you prefer)\b"
)
_REQUESTS = re.compile(
    r"\b(?:can|could|would|will) (?:you|we|i)\b|\bplease\b|\blet['’]?s\b|\b(?:i|we) (?:need|want|have to)\b|\bneeds? to\b"
)
_ASKING = re.compile(r"(?:[?？]|[吗呢嗎么吧か])[\s*_\"'”」。！!.]*$")  # also where the last word asks, and no mark
_TO_CLIENT = re.compile(
    r"^\W{0,2}(?<![\w.])/[a-z][a-z-]{1,24}(?: \S{1,200}){0,3}$"
)  # "/add src/main.py": what a harness does itself
_OWN_PLAN = re.compile(
    r"\b(?:i|we) (?:still |also |now |first )*(?:need|have|want|plan|intend) to\b|\b(?:i|we)(?:['’]ll| will)\b"
)
# "Isn't the order A, B, C?" denies nothing and binds nobody: the form of a question.
_ASKS_DENYING = re.compile(
    r"^\W*(?:(?:and|but|so|ok|then|hm+|wait)\W+){0,2}(?:is|are|was|were|do|does|did|can|could|should|would|won|will|have|has)n?['’]t\b"
)
# What binds in a question as well: "should we not ...?" asks, "never do that again, ok?" does not.
_BINDS_ASKED = re.compile(
    r"\b(?:must|never|always|ensure|make sure|from now on|do not|don['’]t|keep|only|unless|until|without)\b"
)
_CAUSE = re.compile(r"\b(?:causes?|caused|because|culprit|reason|(?:issue|problem|bug) (?:is|was)|turns out)\b")
_LACKS = re.compile(
    r"\b(?:does|do|is|are|has|have|can|could|will)(?: not|n['’]t)\b|\b(?:cannot|still|remains?|lacks?|missing)\b"
)
_LASTS = re.compile(
    r"\b(?:must|never|always|should|ensure|make sure|from now on|(?<!else )(?<!otherwise )keep|do not|don['’]t)\b"
)
_IF_NOT = re.compile(
    r"\b(?:if|when|because|since|that|why|what|who|which) (?:i|we|you|they|it|he|she)? ?(?:do not|don['’]t)\b"
)  # a case, no demand
_ONLY_CODE = re.compile(
    r"^\W*(?:process exited with (?:exit )?code|exit(?:ed)?(?: with)?(?: exit)? (?:code|status)):?\s+\d{1,3}\W*$"
)

_TICKET = re.compile(
    r"(?<![\w/])#(\d{1,7})\b|/(?:pull|issues|merge_requests)/(\d{1,7})\b|\b([A-Z][A-Z0-9]{1,9}-\d{1,6})\b"
)
_NAMED = re.compile(r"`([^`\n]{2,120})`")
_NOT_YET = re.compile(
    r"\b(?:not|never|no|to be|will|once|when|if|until|before|after|ready|should|would|could|can|pending|needs?)\b|n['’]t\b"
)
_CLOSED = re.compile(r"\b(?:merged|closed|released|shipped|published|landed)\b")
# An order and how a report tells that it was carried out.
_DEEDS = {
    "delete": ("deleted", "removed"), "remove": ("removed", "deleted"), "create": ("created", "added", "wrote"), "add": ("added", "created"),
    "rename": ("renamed",), "move": ("moved",), "update": ("updated",), "fix": ("fixed",), "merge": ("merged",), "write": ("wrote", "added"),
    "run": ("ran",), "test": ("tested",), "commit": ("committed",), "push": ("pushed",), "install": ("installed",), "replace": ("replaced",),
}  # fmt: skip
_ORDER = re.compile(r"^\W*(?:next steps?\b[^:]{0,40}:\W*)?(?:\d{1,2}[.)]\W*)?(" + "|".join(_DEEDS) + r")\b")
_MADE = re.compile(r"\b(?:created|added|wrote|written|generated|installed|built|set up)\b")
_REMOVED = frozenset(("removed", "deleted", "reverted"))
_LABEL = re.compile(
    r"^\W*(?P<kind>[a-z][\w/-]*(?: [a-z]\w*){0,2})\W*:\W*`[^`\n]+`\W*$"
)  # "Worktree: `...`": where a thing is
_DONE_FIRST = re.compile(r"^\W*(?:(?:i|we|all|also|now)(?:['’]ve| have)?\W+)?(\w+)\b")


@dataclass(frozen=True, slots=True)
class Ended:
    """What the agent's reports tell as over: tickets merged or closed, and deeds done to names, with their places."""

    tickets: dict[str, Place] = field(default_factory=dict)  # the last time
    deeds: Sequence[tuple[str, frozenset[str], Place]] = ()
    named: dict[Place, frozenset[str]] = field(default_factory=dict)  # tickets by message
    gone: Sequence[
        tuple[str, frozenset[str], Place]
    ] = ()  # sentences that tell what was removed, and the last parts of its names
    stated: Sequence[tuple[frozenset[str], Place]] = ()  # what statements that guess nothing name


def things_ended(sentences: Sequence[DraftSentence], spoken: Spoken) -> Ended:
    """What the record tells as over. Linear."""
    tickets: dict[str, Place] = {}
    deeds: list[tuple[str, frozenset[str], Place]] = []
    named: dict[Place, frozenset[str]] = {}
    gone: list[tuple[str, frozenset[str], Place]] = []
    stated: list[tuple[frozenset[str], Place]] = []
    for s in sentences:
        if s.label != "assistant":
            continue
        low, place = lower_case(s.text), place_of(s)
        found = _tickets(s.text)
        stated += [(_last_names(s.text), place)] if s.section == "state" else []
        message = _message_of(place, spoken)
        named[message] = named.get(message, frozenset()) | found
        if _NOT_YET.search(low) or s.text.rstrip().endswith("?") or s.section == "open":
            continue
        if found and _CLOSED.search(low):
            for ticket in found:
                tickets[ticket] = max(place, tickets.get(ticket, place))
        verb = _DONE_FIRST.match(low)
        names = frozenset(_NAMED.findall(s.text))
        if verb and names:
            deeds.append((verb.group(1), names, place))
            if verb.group(1) in _REMOVED:
                gone.append((low, frozenset(map(tail_of, names)), place))
    return Ended(tickets, deeds, named, gone, stated)


def is_settled(s: DraftSentence, spoken: Spoken, ended: Ended) -> bool:
    """Whether what came later made history of this sentence."""
    low, place = lower_case(s.text), place_of(s)
    if s.label == "user":
        return _is_old_question(s, low, place, spoken) or _is_dealt_with(s, low, place, spoken)
    if s.section == "failed":
        return s.label.startswith("tool") and _ONLY_CODE.match(low) is not None and spoken.answered(place)
    if s.label != "assistant":
        return False
    if _OFFERS.search(low):
        return spoken.typed_after(place) > 0
    if s.section == "open" and _ASKS_FOR.search(low):
        return spoken.typed_after(place) >= ASKED_BEFORE
    if s.text.rstrip(" *_`\"')").endswith("?"):
        return spoken.typed_after(place) >= ASKED_BEFORE
    if _TASK.match(low) or (_BARE_ORDER.match(s.text) and spoken.calls_next(place)):
        return spoken.goes_on(place)
    if (_ANNOUNCES.search(low) and not _SAYS_MORE.search(low)) or (
        _ORDERS_ITSELF.search(low) and not _LIMITS_ITSELF.search(low)
    ):
        return spoken.goes_on(place)
    if s.section == "guesses" and (guessed := _last_names(s.text)):
        return any(at > place and guessed <= names for names, at in ended.stated)
    if s.section == "state" and _was_taken_back(s, low, place, ended):
        return True
    if s.section == "state" and _ACTS_ON_IT.search(low) and spoken.next_typed(place) in spoken.closed:
        return spoken.goes_on(place)
    if s.section in ("state", "guesses") and _only_answered(low, place, spoken):
        return True
    return s.section == "open" and _is_carried_out(s, low, place, spoken, ended)


def is_plan_of_ended_turn(s: DraftSentence, spoken: Spoken) -> bool:
    """Whether the agent said here what it still had to do, in a turn that it has closed with a report since."""
    following = spoken.next_typed(place_of(s))
    return following in spoken.closed and _OWN_PLAN.search(lower_case(s.text)) is not None


def is_worked_on(s: DraftSentence, spoken: Spoken) -> bool:
    """Whether a later command removed something that is named here: what was open about it is not as it was."""
    place = place_of(s)
    return any(spoken.removed.get(tail_of(name), place) > place for name in _NAMED.findall(s.text))


def _is_old_question(s: DraftSentence, low: str, place: Place, spoken: Spoken) -> bool:
    """A person's question that asks for nothing to be done, with two messages of theirs behind it; or a command to the client."""
    if s.section in ("goal", "open") and _TO_CLIENT.match(low):
        return spoken.answered(place) or spoken.typed_after(place) > 0
    return (
        s.section in ("goal", "open")
        and _ASKING.search(low) is not None
        and not _REQUESTS.search(low)
        and not _LASTS.search(_IF_NOT.sub(" ", low))
        and spoken.answered(place)
        and spoken.typed_after(place) >= ASKED_BEFORE
    )


def _is_dealt_with(s: DraftSentence, low: str, place: Place, spoken: Spoken) -> bool:
    """A person's request for one piece of work, or what they told of it, on which the agent has reported before they went on to something
    else. Where the report names what was asked for the facts themselves know it (core/facts/turns); the turn ends all the same where
    it says so in other words."""
    following = spoken.next_typed(place)
    if following is None or following not in spoken.closed:
        return False
    asks = _ASKING.search(low) is not None
    if s.section in ("state", "context"):
        return spoken.typed_after(place) >= ASKED_BEFORE and not _LASTS.search(low)
    if s.section not in ("goal", "open"):
        return False
    if asks:
        return not _BINDS_ASKED.search(_ASKS_DENYING.sub(" ", _IF_NOT.sub(" ", low)))
    does = _REQUESTS.search(low) or lexicon.IMPERATIVE.search(low)
    return bool(does) and not _LASTS.search(low) and not _LIMITS_ITSELF.search(low)


def _only_answered(low: str, place: Place, spoken: Spoken) -> bool:
    """Whether this answered a question two messages ago, and was no more than that: a cause that was found stays, and what is lacking."""
    asked = spoken.last_typed(place)
    return (
        asked in spoken.questions
        and spoken.typed_after(place) >= ASKED_BEFORE
        and not _CAUSE.search(low)
        and not _LACKS.search(low)
    )


def _last_names(text: str) -> frozenset[str]:
    """The names without what they belong to: `agent.Find` and `Find` are one."""
    return frozenset(re.split(r"[.:](?=\w)", name)[-1].rstrip("()") for name in _NAMED.findall(text))


def _was_taken_back(s: DraftSentence, low: str, place: Place, ended: Ended) -> bool:
    """Whether what is told here as made, or where it is, was removed later. One name may be that of a folder and of a branch: what
    kind of thing is gone has to be said."""
    names = frozenset(_NAMED.findall(s.text))
    if label := _LABEL.match(low):
        kinds = frozenset(word for word in re.split(r"\W+", label["kind"]) if len(word) > 3)
        tails = frozenset(map(tail_of, names))
        return any(
            at > place and tails <= told and kinds & set(re.split(r"\W+", said)) for said, told, at in ended.gone
        )
    if not names or not _MADE.search(low):
        return False
    return any(verb in _REMOVED and names <= told and at > place for verb, told, at in ended.deeds)


def _is_carried_out(s: DraftSentence, low: str, place: Place, spoken: Spoken, ended: Ended) -> bool:
    tickets = _tickets(s.text) or ended.named.get(_message_of(place, spoken), frozenset())
    if tickets and all(ended.tickets.get(ticket, place) > place for ticket in tickets):
        return True
    order = _ORDER.match(low)
    names = frozenset(_NAMED.findall(s.text))
    if order is None or not names:
        return False
    past = _DEEDS[order.group(1)]
    return any(verb in past and names <= told and at > place for verb, told, at in ended.deeds)


def _tickets(text: str) -> frozenset[str]:
    return frozenset(next(filter(None, found)) for found in _TICKET.findall(text))


def _message_of(place: Place, spoken: Spoken) -> Place:
    """The start of what the agent said in one piece, of which `place` is part."""
    following = bisect_right(spoken.acted, place)
    return spoken.acted[following - 1] if following else (0, 0)
