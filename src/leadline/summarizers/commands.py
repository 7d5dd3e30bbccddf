"""The command beside its failure: which call a tool result answers, in one line; and which calls their tool refused."""

from __future__ import annotations

import re
from collections.abc import Sequence

from leadline.core.facts.tool_lines import refuses
from leadline.core.text.messages import Child, Segment, paired_calls
from leadline.summarizers.windows import edge, squeeze

__all__ = ["command_of", "refused_calls"]

_GOES_THERE = re.compile(r"cd [^\s;&]{1,200} ?(?:&&|;) ?")  # where it ran is not what failed
_BARE_NAME = re.compile(r"[ \t]*[\w-]{1,40}:[ \t]*\n")  # of an argument, its value below: it says nothing
_OPENED = ("(", "[", "{")
COMMAND_MAX = 70  # characters of the command beside its failure


def refused_calls(children: Sequence[Child]) -> frozenset[tuple[str, int]]:
    """Calls that changed nothing, by child and position: marked as failed, or their tool says so. The results may stand in the next
    child."""
    parts = (((child, place), segment) for child in children for place, segment in enumerate(child.segments))
    return frozenset(
        (child.id, place)
        for (child, place), (answered_in, answer) in paired_calls(parts)
        if _is_refusal(answered_in, answered_in.segments[answer])
    )


def _is_refusal(child: Child, answer: Segment) -> bool:
    return answer.is_error or refuses(child.text[answer.start : answer.end])


def command_of(child: Child, place: int) -> str:
    """The call that a failing result answers, in brackets, where as many calls stand before its run of results."""
    n = place  # results of one run of calls stand in the order of the calls
    while n and child.segments[n - 1].kind == "tool_result":
        n -= 1
    after = place
    while after + 1 < len(child.segments) and child.segments[after + 1].kind == "tool_result":
        after += 1
    begin = n
    while begin and child.segments[begin - 1].kind == "tool_call":
        begin -= 1
    calls = child.segments[begin:n]
    if len(calls) != after + 1 - n:
        return ""  # some calls were answered elsewhere: a wrong command would be worse than none
    call = calls[place - n]
    first = call.start + (len(call.name) + 1 if call.name else 0)
    goes = _GOES_THERE.match(child.text, first, call.end)
    first = goes.end() if goes else first
    bare = _BARE_NAME.match(child.text, first, call.end)
    first = bare.end() if bare else first
    stop = child.text.find("\n", first, call.end)
    while first < stop < first + COMMAND_MAX and child.text[stop - 1] in _OPENED:  # what it is called with stands below
        stop = child.text.find("\n", stop + 1, call.end)
    stop = call.end if stop < 0 else stop
    end = edge(child.text, min(first + COMMAND_MAX, stop), stop)
    said = squeeze(child.text[first:end])
    return f" ({said}{' …' if end < stop else ''})" if said else ""
