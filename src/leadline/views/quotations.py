"""Quotations inside an earlier summary: told whole, with the line that says whose words they are, or cut visibly.

In: sentences of a summary and its text. Out: the same sentences; one that begins or ends in the middle of a quotation is told with the
whole of it, and a list item that is nothing but a quotation with the line that it hangs under: "the tests fail" is no state where somebody
once said it. Nothing is reworded. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from leadline.core.tree.nodes import ELLIPSIS, DraftSentence, Evidence

__all__ = ["is_quotation", "whole_quotations", "with_whose_words"]

QUOTE_MAX = 320  # characters of a quotation that is told whole; of a longer one the beginning
ABOVE_MAX = 80  # characters of the line that says whose words they are
BACK_MAX = 60  # lines that are searched for it

_MARK = re.compile(r"(?<![\\\w])[\"“]|(?<!\\)[\"”](?!\w)")
_NEXT_ITEM = re.compile(r"\n[ \t]*(?:\n|[-*•+][ \t]|\d{1,2}[.)][ \t]|#)")
_ITEM = re.compile(r"[ \t]{0,40}(?:[-*•+]|\d{1,3}[.)])[ \t]{1,8}")
_WHOLE = re.compile(r"\W{0,4}[\"“].*[\"”]\W{0,3}", re.DOTALL)
_SPACE = re.compile(r"[ \t\r\n\f\v]+")
_ENDS = "*_#:：- "


def is_quotation(text: str) -> bool:
    """Whether a line is nothing but somebody's words, or holds half of them."""
    return _WHOLE.fullmatch(text.rpartition(ELLIPSIS)[2]) is not None or text.count('"') % 2 == 1


def whole_quotations(sentences: Sequence[DraftSentence], text: str) -> list[DraftSentence]:
    """`sentences` of `text`, in their order, with quotations whole; two that stand in one quotation become one."""
    out: list[DraftSentence] = []
    end = -1  # of the last quotation that was told
    for s in sentences:
        if not s.evidence:
            out.append(s)
            continue
        start, stop = s.evidence[0].start, s.evidence[-1].end
        if start < end:
            continue  # part of the quotation before
        start = _behind_quotation(text, start)
        torn = [q for q in _quotations(text, start) if q[0] < start < q[1] or q[0] < stop < q[1]]
        if torn:
            start, stop = min(start, torn[0][0]), max(stop, torn[-1][1])
            end = stop
            whole = text[start:stop] if stop - start <= QUOTE_MAX else f'{text[start : start + QUOTE_MAX]} […]"'
            whole = _SPACE.sub(" ", whole).strip()
            mark = _ITEM.match(whole)  # of the list; a dash inside of the quotation is the person's
            whole = whole[mark.end() :] if mark else whole
            s = replace(s, text=whole, evidence=(Evidence(s.evidence[0].leaf, start, stop),))
        elif start < s.evidence[0].start:
            said = f"{_SPACE.sub(' ', text[start : s.evidence[0].start]).strip()} {s.text}"
            s = replace(s, text=said, evidence=(Evidence(s.evidence[0].leaf, start, stop),))
        out.append(s)
    return out


def with_whose_words(kept: Sequence[str], sentences: Sequence[DraftSentence], text: str) -> list[str]:
    """The lines that are told of `sentences`; the first quotation under each line that says whose words they are is told with it."""
    places = {s.text: s.evidence[0].start for s in sentences if s.evidence}
    out: list[str] = []
    named = ""  # the line above that was told last
    for line in kept:
        above = _above(text, places[line]) if line in places and _WHOLE.fullmatch(line) else named
        out.append(f"{above}{ELLIPSIS}{line}" if above != named and above else line)
        named = above
    return out


def _behind_quotation(text: str, at: int) -> int:
    """The start of the quotation that stands alone between the mark of a list and `at`, on one line: the remark behind it is about it."""
    line = text.rfind("\n", 0, at) + 1
    mark = _ITEM.match(text, line, at)
    return mark.end() if mark and mark.end() < at and _WHOLE.fullmatch(text[mark.end() : at].strip()) else at


def _quotations(text: str, at: int) -> Iterator[tuple[int, int]]:
    """Spans of the quotations in the item or paragraph around `at`, marks included; one that is never closed runs to its end."""
    begin = max((m.end() - 1 for m in _NEXT_ITEM.finditer(text, 0, at)), default=0)
    following = _NEXT_ITEM.search(text, at)
    stop = following.start() if following else len(text)
    opened = -1
    for mark in _MARK.finditer(text, begin, stop):
        if opened < 0:
            opened = mark.start()
        else:
            yield opened, mark.end()
            opened = -1
    if opened >= 0:
        yield opened, stop


def _above(text: str, at: int) -> str:
    """The line that the item at `at` hangs under, without its marks; empty where there is none."""
    line = text.rfind("\n", 0, at) + 1
    if not _ITEM.match(text, line):
        return ""
    depth = len(text[line:at]) - len(text[line:at].lstrip())
    for _ in range(BACK_MAX):
        if line == 0:
            return ""
        stop = line - 1
        line = text.rfind("\n", 0, stop) + 1
        said = text[line:stop]
        item = _ITEM.match(said)
        if not said.strip() or (
            item and len(said) - len(said.lstrip()) >= depth and not said.rstrip(" *_").endswith(":")
        ):
            continue
        return said.strip(_ENDS) if len(said) <= ABOVE_MAX and '"' not in said else ""
    return ""
