"""The command beside its failure: which call a tool result answers, in one line."""

from __future__ import annotations

import re

from leadline.core.text.messages import Child
from leadline.summarizers.windows import edge, squeeze

__all__ = ["command_of"]

_GOES_THERE = re.compile(r"cd [^\s;&]{1,200} ?(?:&&|;) ?")  # where it ran is not what failed
COMMAND_MAX = 70  # characters of the command beside its failure


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
    stop = child.text.find("\n", first, call.end)
    stop = call.end if stop < 0 else stop
    end = edge(child.text, min(first + COMMAND_MAX, stop), stop)
    said = squeeze(child.text[first:end])
    return f" ({said}{' …' if end < stop else ''})" if said else ""
