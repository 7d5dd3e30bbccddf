"""Which sentences of a record tell how things stand now, and which tell how they came to be so.

In: the sentences of a working context. Out: the same sentences in two lists, both in time order. What was asked and has been
dealt with is history, and so is what the agent reported in turns before the newest ones, where there is much of it. Demands, decisions,
failures, conflicts and open items never are: their age says nothing. Turns are told by the sentences that a person typed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from leadline.core.tree.nodes import DraftSentence

__all__ = ["place_of", "split_history"]

NOW_MIN = 12  # reported lines that tell how things stand; turns are never cut
SPLIT_ABOVE = 24  # reported lines up to which all of them do
_REPORTED = ("state", "guesses")


def place_of(sentence: DraftSentence) -> tuple[int, int]:
    """Position in time: leaf, then offset."""
    return (sentence.evidence[0].leaf, sentence.evidence[0].start) if sentence.evidence else (0, 0)


def split_history(sentences: Sequence[DraftSentence]) -> tuple[list[DraftSentence], list[DraftSentence]]:
    """The sentences that hold now, and the history behind them."""
    inorder = sorted(sentences, key=place_of)
    turns = [place_of(s) for s in inorder if s.label == "user"]
    reported = [place_of(s) for s in inorder if _is_report(s)]
    begin = (0, 0)  # of what is told as current
    if len(reported) > SPLIT_ABOVE and turns:
        begin = turns[max(0, bisect_right(turns, reported[-NOW_MIN]) - 1)]
    now: list[DraftSentence] = []
    history: list[DraftSentence] = []
    for s in inorder:
        past = s.section == "done" or (_is_report(s) and place_of(s) < begin)
        (history if past else now).append(s)
    return now, history


def _is_report(s: DraftSentence) -> bool:
    return s.section in _REPORTED and s.label == "assistant"
