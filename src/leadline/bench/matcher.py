"""Whether a planted fact can be read in a text: the bench's own matcher, independent of leadline's extractor.

A fact is readable where all of its needles stand together: in one line (facts are planted as one sentence, and a
"never" of the line below says nothing about this one) and within 400 characters of the first; a fact that was
planted over several lines (tool output) may cross line ends. White space, case and Markdown marks (` * and list
or quote signs) do not count; a needle never matches inside of a longer word or number (5433 in 15433, done in abandoned).

It reads strings only: it cannot see that a sentence around the needles was turned into its opposite.
Rule of `together` after the owed-facts reference of the shared bench, tightened by word edges and lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["WIDTH", "Page", "normalise", "readable"]

WIDTH = 400  # characters between the first needle and every other
_MARKS = re.compile(r"[`*]|^\s*(?:[-+>#]+\s+)+")
_BREAKS = re.compile(r"[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")
_SPACE = re.compile(r"\s+")


def normalise(text: str) -> str:
    """`text` in one line: lower case, single spaces, without Markdown marks."""
    return _SPACE.sub(" ", _MARKS.sub("", text)).strip().lower()


@dataclass(frozen=True, slots=True)
class Page:
    """A text made ready for many look-ups: its lines, normalised, and all of them in one."""

    lines: tuple[str, ...]
    whole: str

    @classmethod
    def of(cls, text: str) -> Page:
        lines = tuple(line for raw in _BREAKS.split(text) if (line := normalise(raw)))
        return cls(lines, " ".join(lines))


def readable(needles: Sequence[str], page: Page, *, across_lines: bool = False) -> bool:
    """Whether all `needles` stand together on the page. Raises ValueError without needles: that would always be true."""
    wanted = [normalise(needle) for needle in needles]
    if not wanted or not all(wanted):
        raise ValueError(f"needles: expected at least one non-empty string, got {list(needles)!r}")
    # Cheap and complete: a page that lacks one needle as a plain substring cannot have it at word edges either.
    if not all(needle in page.whole for needle in wanted):
        return False
    places = (page.whole,) if across_lines else tuple(line for line in page.lines if wanted[0] in line)
    return any(_together(wanted, place) for place in places)


def _together(wanted: Sequence[str], place: str) -> bool:
    at = [_positions(needle, place) for needle in wanted]
    return any(all(any(abs(other - first) <= WIDTH for other in others) for others in at[1:]) for first in at[0])


def _positions(needle: str, place: str) -> list[int]:
    # 4,731 must not match in 14,731 or 4,731.5, nor "done" in "abandoned".
    left = r"(?<!\w)(?<!\d[.,])" if needle[0].isalnum() or needle[0] == "_" else ""
    right = r"(?!\w|[.,]\d)" if needle[-1].isalnum() or needle[-1] == "_" else ""
    return [m.start() for m in re.finditer(left + re.escape(needle) + right, place)]
