"""Which sentences of a record tell how things stand now, and which tell how they came to be so.

In: the sentences of a working context. Out: the same sentences in four lists, each in time order. What was said in another conversation of the
same file is neither goal nor state of this one. What was asked and has been
dealt with is history, what a later turn settled is (views/settled), what turned out otherwise is (views/outcomes), and so is what the agent reported in turns before the newest ones,
where there is much of it. Much of what it called open or contradictory in such turns is told apart: nobody said that it is done, and
work went on. Demands, a person's decisions and failures stay where they are: their age says nothing. Turns are told by the
sentences that a person typed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from leadline.core.facts.parent_index import content_of
from leadline.core.tree.nodes import LISTING_LABELS, DraftSentence
from leadline.views.lists import with_lists
from leadline.views.outcomes import expects, is_overtaken
from leadline.views.pointers import with_what_is_pointed_at
from leadline.views.settled import is_plan_of_ended_turn, is_settled, is_worked_on, things_ended
from leadline.views.spoken import Spoken, place_of

__all__ = ["CLIENT_LABELS", "Timeline", "split_history"]

NOW_MIN = 16  # reported lines that tell how things stand; turns are never cut
SPLIT_ABOVE = 24  # reported lines up to which all of them do
OPEN_LEAVES = 4  # leaves behind an open item of the agent up to which it is told as open, whatever the turn
OPEN_TURNS = 2  # newest turns with words of the agent in them whose open items are current
_EXACT = ("symbol", "path", "id", "package", "url")
_PAST = ("done", "passed")
_REPORTED = ("state", "guesses", "decisions")  # of the agent: what a person decides holds until they decide otherwise
CLIENT_LABELS = frozenset(("instructions", "system"))  # what nobody typed holds in each conversation
_ANYWHERE = CLIENT_LABELS | LISTING_LABELS
NOBODY = Spoken()
NO_TEXTS: Mapping[int, str] = MappingProxyType({})


class Timeline(NamedTuple):
    """What holds now, what was open in earlier turns, and what is history."""

    now: list[DraftSentence]
    open_before: list[DraftSentence]
    history: list[DraftSentence]
    elsewhere: list[DraftSentence]  # in earlier conversations of the same file


def split_history(
    sentences: Sequence[DraftSentence], spoken: Spoken = NOBODY, texts: Mapping[int, str] = NO_TEXTS
) -> Timeline:
    """The sentences by what they are to somebody who takes over; `spoken` says who spoke when, `texts` are those of the leaves.

    Lists are joined first: what an offer heads is part of the offer."""
    inorder = sorted(sentences, key=place_of)
    begins = spoken.begins[-1] if spoken.begins else (0, 0)
    elsewhere = with_lists([s for s in inorder if place_of(s) < begins and s.label not in _ANYWHERE], texts, brief=True)
    inorder = with_lists([s for s in inorder if place_of(s) >= begins or s.label in _ANYWHERE], texts)
    inorder = with_what_is_pointed_at(inorder, texts)
    inorder.sort(key=place_of)
    turns = [place_of(s) for s in inorder if s.label == "user"]
    reported = [place_of(s) for s in inorder if _is_report(s)]
    begin = (0, 0)  # of what is told as current
    if len(reported) > SPLIT_ABOVE and turns:
        begin = turns[max(0, bisect_right(turns, reported[-NOW_MIN]) - 1)]
    newest = place_of(inorder[-1])[0] if inorder else 0
    spoken_turns = sorted({bisect_right(turns, place_of(s)) for s in inorder if s.label == "assistant"})[-OPEN_TURNS:]
    ended = things_ended(inorder, spoken)
    out = Timeline([], [], [], elsewhere)
    for s in inorder:
        s = replace(s, section="guesses") if expects(s) else s
        old = bool(spoken_turns) and bisect_right(turns, place_of(s)) < spoken_turns[0]
        if (
            s.section in _PAST
            or (_is_report(s) and place_of(s) < begin)
            or is_settled(s, spoken, ended)
            or is_overtaken(s, spoken)
            or _is_said_on_the_way(s, spoken)
        ):
            out.history.append(s)
        elif _is_open(s) and (
            (old and newest - place_of(s)[0] > OPEN_LEAVES)
            or is_plan_of_ended_turn(s, spoken)
            or is_worked_on(s, spoken)
        ):
            out.open_before.append(s)
        else:
            out.now.append(s)
    _bring_changes_of_goals(out)
    return out


def _bring_changes_of_goals(out: Timeline) -> None:
    """What a person said later of a thing that a standing goal names goes with the goal, dealt with or not: it may say otherwise."""
    goals = [(_exact_names(s.text), place_of(s)) for s in out.now if s.label == "user" and s.section == "goal"]
    changed = [
        s
        for s in out.history
        if s.label == "user"
        and s.section in _PAST
        and not s.text.rstrip().endswith(("?", "？"))
        and any(place_of(s) > at and names & _exact_names(s.text) for names, at in goals)
    ]
    if changed:
        out.history[:] = [s for s in out.history if s not in changed]
        out.now[:] = sorted([*out.now, *(replace(s, section="goal") for s in changed)], key=place_of)


def _exact_names(text: str) -> frozenset[str]:
    return frozenset(form for kind, form, _ in content_of(text).names if kind in _EXACT)


def _is_report(s: DraftSentence) -> bool:
    return s.section in _REPORTED and s.label == "assistant"


def _is_said_on_the_way(s: DraftSentence, spoken: Spoken) -> bool:
    """Whether the agent told this before it went on, in a turn that it has closed with a report; or in a report of an earlier turn."""
    place = place_of(s)
    if s.section != "context" or s.label != "assistant" or spoken.next_typed(place) not in spoken.closed:
        return False
    return spoken.goes_on(place) or spoken.typed_after(place) > 1


def _is_open(s: DraftSentence) -> bool:
    """What the agent found open, or contradictory, which is open until somebody settles it."""
    return s.section in ("open", "conflicts") and s.label == "assistant"
