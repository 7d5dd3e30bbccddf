"""Who spoke when, and what was seen to come of it: the course of a session without its words.

In: what happened, in time order, each with who did it. Out: places, by which a sentence of the record is held against what came later.
Read from who speaks and from closed classes of words: a test run that failed, a person who objects, a person who says that it works.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from leadline.core.facts import lexicon
from leadline.core.facts.tool_lines import read_tool_output, refuses, tool_key, tool_keys
from leadline.core.facts.turns import objects_to
from leadline.core.text.messages import Message
from leadline.core.text.words import lower_case
from leadline.core.tree.nodes import DraftSentence
from leadline.views.asking import asks_back
from leadline.views.seen import lint_of, run_of, tells_failed_tests

__all__ = ["Event", "Place", "Spoken", "cleared_in", "place_of", "reported_in", "spoken_of", "tail_of"]

Place = tuple[int, int]  # leaf, offset in it; what stands in the freshest part comes behind all leaves
# `begins`: the next conversation of a file starts; `changes`: the call before changed a file or something outside
Who = Literal["person", "agent", "call", "changes", "tool", "begins", ""]

SHORT = 400  # characters of a person's message that says how it went; longer ones say that and much else
CALL_MAX = 600  # characters of a call that say what it works on

_WORKS = re.compile(
    r"\b(?:that|it|this|everything|all|tests?|now)\b(?: \w+){0,2}? (?:works?|worked|working|pass(?:es|ed)?|fixed it|did it|did the trick|solved it)\b"
    r"|^\W*(?:(?:ok|yes|nice|great|perfect|awesome|cool)\W+){0,2}(?:works|worked|fixed)\b"
)
_REMOVES = re.compile(
    r"(?<![\w.-])(?:rm|rmdir|unlink|git branch -[dD]|[a-z]\w{1,20} (?:[a-z]\w{1,20} )?(?:rm|remove|delete))(?P<what>(?: [^\s;&|<>`$()'\"]{1,200}){1,12})"
)
_NAMED = re.compile(r"`([^`\n]{2,120})`")
_NOT = re.compile(
    r"\b(?:not|never|no|nothing|still|but|except|only|if|when|how|why|should|would)\b|n['’]t\b|\?\W{0,12}$"
)


# What the agent said before was wrong, says its next message as it begins.
_RETRACTS = re.compile(
    r"^\W*(?:(?:oh|ah|oops|hm+|ok(?:ay)?|yes|no)\b\W+){0,2}(?:you(?:['’]re| are) (?:\w+ )?right\b|good catch\b|my (?:mistake|bad|apologies)\b|apologies\b|sorry\b"
    r"|i (?:was wrong|misread|misunderstood|made an? (?:mistake|error)|(?:sincerely )?apologi[sz]e|stand corrected|missed)\b|i['’]m (?:very |so )?sorry\b|correction\b|scratch that\b|that was wrong\b)"
)
_ASKS = re.compile(r"(?:[?？]|[吗呢嗎么吧か])[\s*_\"'”」。！!.]*$")
_WANTS = re.compile(
    r"\bplease\b|\b(?:can|could|would|will) (?:you|we)\b|\blet['’]?s\b|\b(?:i|we) (?:need|want|have to|should)\b|\bneeds? to\b|\binstead\b"
)


class Event(NamedTuple):
    """One message or part of one: where it stands, who did it, and its text."""

    place: Place
    who: Who
    text: str


@dataclass(frozen=True, slots=True)
class Spoken:
    """Places in time order: of a person's messages, and of all that the agent said or called.

    `begins`: where a conversation starts in a file of several. `broken`: a test run failed, or a person objected (`objected`). `works`: a
    person says that it works. `closed`: messages of a person that go on to something else after the agent has reported. `passed`: a test run went well. `clean`, `unclean`: what a linter or type checker found. `called`: the
    agent called a tool. `overcome`: an edit was refused, what it saw next, and where the same edit was made. `retracted`: the agent takes back what it said
    before, and what it says then. `questions`: messages of a person that only asked and were answered without changing anything. `removed`: the last place where a
    command removed what has this name. `cleared`: what calls of the freshest part worked on and ended well (core/facts/tool_lines). `reported`: what the report at the end
    of the freshest part names, where the agent made one.
    """

    typed: Sequence[Place] = ()
    acted: Sequence[Place] = ()
    begins: Sequence[Place] = ()
    broken: Sequence[Place] = ()
    objected: Sequence[Place] = ()
    works: Sequence[Place] = ()
    closed: Sequence[Place] = ()
    passed: Sequence[Place] = ()
    clean: Sequence[Place] = ()
    unclean: Sequence[Place] = ()
    called: Sequence[Place] = ()
    overcome: Sequence[tuple[Place, Place, Place]] = ()
    retracted: Sequence[tuple[Place, str]] = ()
    questions: frozenset[Place] = frozenset()
    removed: Mapping[str, Place] = field(default_factory=dict)
    cleared: frozenset[str] = frozenset()
    reported: frozenset[str] = frozenset()
    newest: int = 0  # the leaf number that stands for the freshest part; 0 where there is none

    def typed_after(self, place: Place) -> int:
        """How many messages of the person begin behind `place`."""
        return len(self.typed) - bisect_right(self.typed, place)

    def goes_on(self, place: Place) -> bool:
        """Whether the agent says or does something else behind `place`, before the person speaks again."""
        following = bisect_right(self.acted, place)
        if following >= len(self.acted):
            return False
        heard = bisect_right(self.typed, place)
        return heard >= len(self.typed) or self.acted[following] < self.typed[heard]

    def calls_next(self, place: Place) -> bool:
        """Whether the next thing that the agent does behind `place` is a call."""
        following = bisect_right(self.acted, place)
        return following < len(self.acted) and self.acted[following] in self.called

    def answered(self, place: Place) -> bool:
        """Whether the agent says or does something behind `place`."""
        return bool(self.acted) and self.acted[-1] > place

    def last_typed(self, place: Place) -> Place | None:
        """The person's last message in front of `place`."""
        following = bisect_right(self.typed, place)
        return self.typed[following - 1] if following else None

    def next_typed(self, place: Place) -> Place | None:
        """The person's next message behind `place`."""
        following = bisect_right(self.typed, place)
        return self.typed[following] if following < len(self.typed) else None


def place_of(sentence: DraftSentence) -> Place:
    """Position in time: leaf, then offset."""
    return (sentence.evidence[0].leaf, sentence.evidence[0].start) if sentence.evidence else (0, 0)


def spoken_of(
    events: Iterable[Event],
    newest: int = 0,
    cleared: frozenset[str] = frozenset(),
    reported: frozenset[str] = frozenset(),
) -> Spoken:
    """The course of a session, from what happened in time order. Linear."""
    typed: list[Place] = []
    acted: list[Place] = []
    begins: list[Place] = []
    broken: list[Place] = []
    objected: list[Place] = []
    works: list[Place] = []
    closed: list[Place] = []
    passed: list[Place] = []
    clean: list[Place] = []
    unclean: list[Place] = []
    called: list[Place] = []
    edits = _Edits()
    retracted: list[tuple[Place, str]] = []
    questions: set[Place] = set()
    asked: Place | None = None  # a message that only asks, as long as nothing was changed since
    removed: dict[str, Place] = {}
    report = ""  # the agent's last words since the person spoke
    for place, who, text in events:
        if who == "person":
            typed.append(place)
            if asked is not None and report:
                questions.add(asked)
            asked = place if _only_asks(text) else None
            if _objects(text):
                objected.append(place)
            elif report and not asks_back(report):
                closed.append(place)
            if _says_it_works(text):
                works.append(place)
            if place in objected[-1:] or tells_failed_tests(text):
                broken.append(place)
            report = ""
        elif who in ("agent", "call"):
            acted.append(place)
            if who == "call":
                called.append(place)
                edits.call(text)
                removed.update(dict.fromkeys(_removed_by(text), place))
            report = text if who == "agent" else ""
            if who == "agent" and _RETRACTS.search(lower_case(text[:SHORT])):
                retracted.append((place, text))
        elif who == "changes":
            asked = None
        elif who == "begins":
            begins.append(place)
            report = ""
        elif who == "tool":
            edits.answer(place, text)
            ran, found = run_of(text), lint_of(text)
            if ran:
                (broken if ran == "failed" else passed).append(place)
            if found:
                (unclean if found == "failed" else clean).append(place)
    return Spoken(
        typed, acted, begins, broken, objected, works, closed, passed, clean, unclean, called, tuple(edits.overcome), retracted,
        frozenset(questions), removed, cleared, reported, newest,
    )  # fmt: skip


class _Edits:
    """Edits that were refused first and made later, each told by what it worked on; of several calls at once none is followed."""

    def __init__(self) -> None:
        self.overcome: list[tuple[Place, Place, Place]] = []
        self._calls: list[str] = []
        self._refused: dict[str, list[tuple[Place, Place]]] = {}
        self._last = ""  # key of the refusal that nothing was seen after

    def call(self, text: str) -> None:
        self._calls.append(tool_key(None, text[:CALL_MAX]))

    def answer(self, place: Place, text: str) -> None:
        key = self._calls[0] if len(self._calls) == 1 else ""
        self._calls.clear()
        if self._last:
            refused, _ = self._refused[self._last][-1]
            self._refused[self._last][-1] = (refused, place)
            self._last = ""
        if key and refuses(text):
            self._refused.setdefault(key, []).append((place, place))
            self._last = key
        elif key in self._refused:
            self.overcome += [(refused, stop, place) for refused, stop in self._refused.pop(key)]


def tail_of(name: str) -> str:
    """The last part of a path, or the name itself."""
    return name.rstrip("/").rpartition("/")[2]


def _removed_by(call: str) -> set[str]:
    found = (m["what"].split() for m in _REMOVES.finditer(call, 0, CALL_MAX))
    return {tail_of(what) for whats in found for what in whats if not what.startswith("-")} - {""}


def cleared_in(fresh: Sequence[Message]) -> frozenset[str]:
    """What the newest calls worked on whose last run ended without a failure: it takes the place of the failures before."""
    keys: dict[str, tuple[str, ...]] = {}
    ended: dict[str, bool] = {}
    for part in (p for m in fresh for p in m.parts if p.call_id):
        if part.kind == "tool_call":
            keys[part.call_id or ""] = tool_keys(part.name, part.text[:CALL_MAX])
        elif part.kind == "tool_result" and (ran := keys.get(part.call_id or "")):
            lines = read_tool_output(part.text, is_error=part.is_error, key=ran[0])
            is_well = not part.is_error and not any(x.criticality == "owed" and x.reason != "tool_ok" for x in lines)
            ended.update(dict.fromkeys(ran if is_well else ran[:1], is_well))
    return frozenset(key for key, is_well in ended.items() if is_well)


def reported_in(fresh: Sequence[Message]) -> frozenset[str]:
    """What the agent names in the report that ends the session, and on the way to it; empty where it ends otherwise, or somebody typed since."""
    last = fresh[-1] if fresh else None
    if last is None or last.role != "assistant" or not any(p.kind == "text" for p in last.parts) or last.opens:
        return frozenset()
    names: set[str] = set()
    for message in reversed(fresh):
        if message.role == "user" and not message.injected:
            break
        if message.role == "assistant":
            names.update(n for p in message.parts if p.kind == "text" for n in _NAMED.findall(p.text))
    return frozenset(names)


def _sentences(text: str) -> list[str]:
    return [s for s in re.split(r"(?<=[.!?])\s+|\n+", lower_case(text)) if s.strip()]


def _objects(text: str) -> bool:
    return any(objects_to(s) for s in _sentences(text[:SHORT]))


def _only_asks(text: str) -> bool:
    """Whether a message ends with a question and wants nothing done."""
    sentences = _sentences(text) if len(text) <= SHORT else []
    return (
        bool(sentences)
        and _ASKS.search(sentences[-1]) is not None
        and not any(_WANTS.search(s) or lexicon.IMPERATIVE.search(s) for s in sentences)
    )


def _says_it_works(text: str) -> bool:
    return len(text) <= SHORT and any(_WORKS.search(s) and not _NOT.search(s) for s in _sentences(text))
