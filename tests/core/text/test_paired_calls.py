"""Calls and the results that answer them: runs of one length are paired in order, others are not."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from leadline.core.text.messages import PartKind, Segment, paired_calls

KINDS: dict[str, PartKind] = {"c": "tool_call", "r": "tool_result", "t": "text"}


def paired(kinds: str) -> list[tuple[int, int]]:
    """The pairs of parts that are written as letters: c a call, r a result, t a text."""
    return list(paired_calls((n, Segment(n, n + 1, "tool", KINDS[k])) for n, k in enumerate(kinds)))


def test_runs_of_one_length_are_paired_in_order() -> None:
    assert paired("ccrrtcr") == [(0, 2), (1, 3), (5, 6)]
    assert paired("crcr") == [(0, 1), (2, 3)]


def test_runs_of_unlike_lengths_are_not_and_spoil_no_other_run() -> None:
    """In the middle as at the end."""
    assert paired("ccrcr") == [(3, 4)]
    assert paired("crccr") == [(0, 1)]
    assert paired("rcr") == [(1, 2)]
    assert paired("cc") == []


@given(st.text(alphabet="crt", max_size=30))
def test_each_part_stands_in_one_pair_and_calls_come_first(kinds: str) -> None:
    pairs = paired(kinds)
    assert all(kinds[call] == "c" and kinds[result] == "r" and call < result for call, result in pairs)
    ends = [place for pair in pairs for place in pair]
    assert len(set(ends)) == len(ends)
