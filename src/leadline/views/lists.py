"""Lists of the agent: told whole where most of a short one is told, else with the line that they hang under.

In: the sentences that are told as current and the texts of the leaves that they come from. Out: the same statements; "3. ..." does not
stand there without its 1 and 2, "b) ..." not without its a), a bullet not without a word of what it is one. All that is added is verbatim
from the same message. What cannot be found in the text as it is quoted (a swept leaf) is left as it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from leadline.core.tree.nodes import ELLIPSIS, DraftSentence, Evidence, Section

__all__ = ["with_lists"]

WHOLE_MAX = 600  # characters of a list that is told whole
ITEMS_MAX = 9
ABOVE_MAX = 120  # characters of the line that it hangs under
TOLD_MIN = 1 / 3  # share of the items that is told already
SMALL = 240  # characters of a list that is told whole for one of its items
REACH = 2400  # characters on each side in which the list is looked for
SECTIONS: tuple[Section, ...] = (
    "open",
    "state",
    "decisions",
    "conflicts",
    "guesses",
)  # of two with as many items, the first

_ORDERED = re.compile(r"^[*_]{0,3}(?:\d{1,2}|\(?[A-Za-z](?=\)))[.)][ *_]|^\*\*[A-Z]\*\*:")
_ITEM = re.compile(
    r"(?m)^([ \t]{0,8})(?:[*_]{0,3}(?:(?P<number>\d{1,2})[.)]|\(?(?P<letter>[A-Za-z])\))[ \t*_]|\*\*(?P<bold>[A-Z])\*\*:|(?P<bullet>[-*•+])[ \t])[^\n]*$"
)
_SPACE = re.compile(r"[ \t\r\n\f\v]+")
_BLANKED = re.compile(r" {12}")  # what a sweep took away stands as blanks: a list with a gap is not whole
_TITLE = re.compile(r"[^\n]*(?:[:：][*_]{0,3}|[*_]{2})[ \t]*|#{1,6} [^\n]+|\*\*[^*\n]{2,80}(?::\*\*|\*\*:)[^\n]*")


class _List(NamedTuple):
    """Where a list stands in its leaf: from the line above it (`above`, empty where there is none) to the end of its last item."""

    above: tuple[int, int]
    start: int
    end: int
    items: int
    is_ordered: bool  # by numbers or letters


def with_lists(
    sentences: Sequence[DraftSentence], texts: Mapping[int, str], *, brief: bool = False
) -> list[DraftSentence]:
    """The sentences, in their order, with those of one short list as one. `brief`: nothing is put in front of single items."""
    found: dict[tuple[int, int], tuple[_List, list[int]]] = {}
    for n, s in enumerate(sentences):
        if not _is_item(s):
            continue
        at = s.evidence[0]
        text = texts.get(at.leaf, "")
        if (place := _find(text, at, s)) is not None:
            found.setdefault((at.leaf, place.start), (place, []))[1].append(n)
    changed: dict[int, DraftSentence | None] = {}
    for (leaf, _), (place, told) in found.items():
        text = texts[leaf]
        if _is_told_whole(text, place, [sentences[n].section for n in told]):
            inside = [n for n, s in enumerate(sentences) if _is_inside(s, leaf, place)]
            changed.update(dict.fromkeys([*inside, *told]))
            changed[told[0]] = _whole(text, leaf, place, [sentences[n] for n in told])
        elif place.above[1] > place.above[0] and not brief:
            above = _squeeze(text[slice(*place.above)])
            for n in {sentences[n].section: n for n in reversed(told)}.values():  # in each section once
                changed[n] = replace(sentences[n], text=f"{above}{ELLIPSIS}{sentences[n].text}")
            heads = _List(place.above, *place.above, 0, False)
            changed.update(
                (n, None) for n, s in enumerate(sentences) if n not in changed and _is_inside(s, leaf, heads)
            )
    return [kept for n, s in enumerate(sentences) if (kept := changed.get(n, s)) is not None]


def _is_told_whole(text: str, place: _List, told: Sequence[Section]) -> bool:
    """Of bullets, only those of one section under a line of their own: an open one does not go under what is done."""
    if not _is_short(text, place):
        return False
    much = len(told) >= max(2, TOLD_MIN * place.items)
    if place.is_ordered:
        return much or place.end - place.start <= SMALL
    return much and len(set(told)) == 1 and place.above[1] > place.above[0]


def _is_item(s: DraftSentence) -> bool:
    return s.label == "assistant" and s.section in SECTIONS and bool(s.evidence)


def _is_inside(s: DraftSentence, leaf: int, place: _List) -> bool:
    return (
        s.label == "assistant"
        and s.section in SECTIONS
        and bool(s.evidence)
        and all(e.leaf == leaf and place.start <= e.start and e.end <= place.end for e in s.evidence)
    )


def _is_short(text: str, place: _List) -> bool:
    span = text[place.start : place.end]
    return len(span) <= WHOLE_MAX and place.items <= ITEMS_MAX and "```" not in span and not _BLANKED.search(span)


def _whole(text: str, leaf: int, place: _List, told: Sequence[DraftSentence]) -> DraftSentence:
    counts = Counter(s.section for s in told)
    section = max(SECTIONS, key=lambda name: counts[name])  # the first of those with most
    start = place.above[0] if place.above[1] > place.above[0] else place.start
    return DraftSentence(section, _squeeze(text[start : place.end]), (Evidence(leaf, start, place.end),), "assistant")


def _find(text: str, at: Evidence, s: DraftSentence) -> _List | None:
    """The list around the item in which `s` stands: in the order of numbers or letters from the first without a gap, or bullets one
    below the other; at one indentation."""
    line = text.rfind("\n", 0, at.start) + 1
    own = _ITEM.match(text, line)
    if own is None or (own["bullet"] is None and not _ORDERED.match(s.text)):
        return None
    items = [m for m in _ITEM.finditer(text, max(0, line - REACH), line + REACH) if m[1] == own[1]]
    middle = next((n for n, m in enumerate(items) if m.start() == own.start()), None)
    if middle is None:
        return None
    first = last = middle
    while first > 0 and _follows(text, items[first - 1], items[first]):
        first -= 1
    if _rank(items[first]) != 1:
        return None  # its beginning is out of reach, or it is no list
    while last + 1 < len(items) and _follows(text, items[last], items[last + 1]):
        last += 1
    start = items[first].start()
    end = items[last].end()
    for begin, stop in _continued(text, end + 1, own[1]):
        end = stop if text[begin:stop].strip() else end
    return _List(_above(text, start, own[1]), start, end, last - first + 1, own["bullet"] is None)


def _rank(item: re.Match[str]) -> int:
    """Which one in its order an item says it is; each bullet is a first one."""
    letter = item["letter"] or item["bold"]
    return int(item["number"]) if item["number"] else ord(letter.lower()) - ord("a") + 1 if letter else 1


def _follows(text: str, one: re.Match[str], other: re.Match[str]) -> bool:
    """Whether `other` is the next item behind `one`: the next in order, and between them only what belongs to `one`."""
    kinds = [next(k for k in ("number", "letter", "bold", "bullet") if m[k]) for m in (one, other)]
    if kinds[0] != kinds[1] or (one["bullet"] != other["bullet"] if one["bullet"] else _rank(other) != _rank(one) + 1):
        return False
    *_, end = [one.end(), *(stop for _, stop in _continued(text, one.end() + 1, one[1]))]
    return end + 1 >= other.start()


def _continued(text: str, at: int, indent: str) -> Iterator[tuple[int, int]]:
    """Spans of the lines from `at` on that belong to the item before: empty, or further right; at most one empty line in a row."""
    empty = False
    while at < len(text):
        stop = text.find("\n", at)
        stop = len(text) if stop < 0 else stop
        line = text[at:stop]
        if not line.strip():
            if empty:
                return
            empty = True
        elif not line.startswith((indent + " ", indent + "\t")) and not line.startswith((indent + "- ", indent + "* ")):
            return
        else:
            empty = False
        yield at, stop
        at = stop + 1


def _above(text: str, start: int, indent: str) -> tuple[int, int]:
    """Span of the short line that the list hangs under, without its own mark; empty where there is none."""
    stop = len(text[:start].rstrip()) if start else 0
    begin = text.rfind("\n", 0, stop) + 1
    item = _ITEM.match(text, begin)
    owns = item is not None and len(item[1]) < len(indent)  # the item that it belongs to
    is_title = _TITLE.fullmatch(text, begin, stop) is not None and item is None
    return (begin, stop) if stop - begin <= ABOVE_MAX and (owns or is_title) else (start, start)


def _squeeze(text: str) -> str:
    return _SPACE.sub(" ", text).strip().lstrip("#-•+ ")
