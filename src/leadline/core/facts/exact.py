"""Exact hits of one sentence: every finder of an exact kind, asked only where the sentence has something for it.

In: a sentence. Out: its hits, sorted, not overlapping; kinds win in the order places, dates, errors, versions, ids, symbols, numbers, names. The answer
is that of all finders run over the whole sentence one after the other: a match that holds no space is looked for in the runs
that may hold one (`shapes.py`), everything else in the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain

from leadline.core.facts import dates, errors, identifiers, numbers, shapes
from leadline.core.facts.hits import Hit, merge
from leadline.core.facts.names import find_names, find_quotes, may_name
from leadline.core.text.words import even

__all__ = ["find_exact", "find_named", "mark_length"]

_MARK = re.compile(r"(?:[-*•‣>][ \t]+|#{1,6}[ \t]+)+")
_PLACES = shapes.PLACE | shapes.AT
_IDS = shapes.DIGIT | shapes.ID
_ERRORS = shapes.ERROR | shapes.DIGIT | shapes.UPPER
_IN_RUNS = _PLACES | shapes.SYMBOL | _IDS | _ERRORS
_DATES_ASKED = shapes.DIGIT | shapes.DAY
_RUNS_MAX = 32768  # runs whose hits are kept
_Run = tuple[int, int, str]  # start, bits, text


def find_exact(s: str) -> tuple[Hit, ...]:
    """All exact hits of one sentence, sorted, not overlapping: places, dates, errors, versions, ids, symbols, numbers, names."""
    lead = mark_length(s)
    hits = _find_exact(s[lead:])
    return tuple(Hit(h.kind, h.start + lead, h.end + lead) for h in hits) if lead and hits else hits


def find_named(s: str) -> tuple[Hit, ...]:
    """The same without numbers, people and quotes, which no other kind gives way to."""
    lead = mark_length(s)
    hits = _find_named(s[lead:])
    return tuple(Hit(h.kind, h.start + lead, h.end + lead) for h in hits) if lead and hits else hits


def mark_length(s: str) -> int:
    """Length of the list and heading marks at the start of `s`; a sentence is the same one behind any of them."""
    m = _MARK.match(s)
    return m.end() if m and m.end() < len(s) else 0


@lru_cache(maxsize=16384)
def _find_exact(s: str) -> tuple[Hit, ...]:
    """Cached: a sentence is read as part of its child, of each draft that quotes it, and of each parent above."""
    s = even(s)
    mask, runs = _read(s)
    return tuple(merge(chain(_names(s, mask, runs), _others(s, mask)))) if mask else ()


@lru_cache(maxsize=16384)
def _find_named(s: str) -> tuple[Hit, ...]:
    s = even(s)
    mask, runs = _read(s)
    return tuple(merge(_names(s, mask, runs))) if mask else ()


def _read(s: str) -> tuple[int, list[_Run]]:
    """All bits of a sentence, and its runs that may hold a hit by themselves."""
    runs = s.split()
    bits = list(map(shapes.shape_of, runs))
    mask = 0
    for b in bits:
        mask |= b
    return mask, _places(s, runs, bits) if mask & _IN_RUNS else []


def _places(s: str, runs: list[str], bits: list[int]) -> list[_Run]:
    """The runs that may hold a hit by themselves, with where they begin."""
    out = []
    at = 0
    for run, b in zip(runs, bits, strict=True):
        at = s.index(run, at)
        if b & _IN_RUNS:
            out.append((at, b, run))
        at += len(run)
    return out


def _names(s: str, mask: int, runs: list[_Run]) -> Iterator[Iterable[Hit]]:
    digits = mask & shapes.DIGIT
    if digits and mask & shapes.PORT:
        yield identifiers.find_locations(s)
    elif mask & shapes.PLACE:
        yield _in_runs(_locations, runs, _PLACES)
    if mask & _DATES_ASKED and (mask & shapes.DATED or (digits and mask & shapes.MONTH_WORD)):
        yield dates.find_dates(s)
    if mask & shapes.ERROR_WORD:
        yield errors.find_errors(s)
    elif mask & shapes.ERROR:
        yield _in_runs(_errors, runs, _ERRORS)
    if digits and mask & shapes.VERSION:
        yield identifiers.find_versions(s)
    if mask & shapes.ID_WORD:
        if digits or identifiers.LABELLED.search(s):
            yield identifiers.find_ids(s)
    elif digits:
        yield _in_runs(_ids, runs, _IDS)
    if mask & shapes.TICK:
        yield identifiers.find_symbols(s)
    elif mask & shapes.SYMBOL:
        yield _in_runs(_symbols, runs, shapes.SYMBOL)


def _others(s: str, mask: int) -> Iterator[Iterable[Hit]]:
    if mask & shapes.DIGIT:
        yield numbers.find_numbers(s)
    if mask & shapes.HANDLE or (mask & shapes.CAPITAL and may_name(s)):
        yield find_names(s)
    if mask & shapes.QUOTE:
        yield find_quotes(s)


def _in_runs(find: Callable[[str], tuple[Hit, ...]], runs: list[_Run], wanted: int) -> list[Hit]:
    return [
        Hit(kind, at + start, at + end) for at, bits, run in runs if bits & wanted for kind, start, end in find(run)
    ]


@lru_cache(maxsize=_RUNS_MAX)
def _locations(run: str) -> tuple[Hit, ...]:
    return tuple(identifiers.find_locations(run, gated=False))


@lru_cache(maxsize=_RUNS_MAX)
def _errors(run: str) -> tuple[Hit, ...]:
    return tuple(errors.find_errors(run, gated=False))


@lru_cache(maxsize=_RUNS_MAX)
def _ids(run: str) -> tuple[Hit, ...]:
    return tuple(identifiers.find_ids(run))


@lru_cache(maxsize=_RUNS_MAX)
def _symbols(run: str) -> tuple[Hit, ...]:
    return tuple(identifiers.find_symbols(run, gated=False))
