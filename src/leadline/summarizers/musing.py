"""Thinking aloud: what an agent says on the way to its next call before it corrects itself.

In: a message of the agent behind which a call follows. Out: where its last self-correction ends. All in front of that was said to find out, and
the agent itself has gone on from it: a successor would read steps of a thought as findings. Pure; linear in the text.
"""

from __future__ import annotations

import re

from leadline.core.text.messages import Child

__all__ = ["end_of_musing"]

_STOPS_ITSELF = re.compile(
    r"(?:^|[.!?:;…—–-][ \t*]*|\n[ \t]*(?:[-*•] )?)(?:oh,? |but |hmm+,? |ok,? )?(?:wait|hold on|hmm+|scratch that|(?:no|actually),? (?:wait|that['’]s not|that is not|it['’]s not|the|let me)|let me (?:re-?(?:read|check|think|consider|examine)|think))\b[^.!?\n]{0,300}[.!?\n]?",
    re.IGNORECASE | re.MULTILINE,
)


def end_of_musing(child: Child, place: int) -> int:
    """The offset behind the last place at which the agent stops itself in this segment; 0 where it does not."""
    segment = child.segments[place]
    if segment.role != "assistant" or segment.kind != "text":
        return 0
    return max((m.end() for m in _STOPS_ITSELF.finditer(child.text, segment.start, segment.end)), default=0)
