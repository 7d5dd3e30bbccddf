"""Exact hits of one sentence: every finder of an exact kind, asked only where the sentence has something for it.

In: a sentence. Out: its hits, sorted, not overlapping; kinds win in the order places, dates, errors, versions, ids, symbols, numbers, names. The answer
is that of all finders run over the whole sentence one after the other: a match that holds no space is looked for in the runs
that may hold one (`shapes.py`), everything else in the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from leadline.core.facts import dates, errors, identifiers, numbers, shapes
from leadline.core.facts.hits import Hit, Plain, merge
from leadline.core.facts.names import find_names, find_quotes, may_name
from leadline.core.text.kept import kept, kept_by
from leadline.core.text.words import even

__all__ = ["find_exact", "find_named", "mark_length"]

_MARK = re.compile(r"(?:[-*•‣>][ \t]+|#{1,6}[ \t]+)+")
_MARKS = frozenset("-*•‣>#")  # what they begin with
_PLACES = shapes.PLACE | shapes.AT
_IDS = shapes.DIGIT | shapes.ID
_ERRORS = shapes.ERROR | shapes.DIGIT | shapes.UPPER
_IN_RUNS = _PLACES | shapes.SYMBOL | _IDS | _ERRORS
_DATES_ASKED = shapes.DIGIT | shapes.DAY
# Kinds of names in the order in which they win, one bit each.
_IN_PLACES, _IN_DATES, _IN_ERRORS, _IN_VERSIONS, _IN_IDS, _IN_SYMBOLS = _ORDER = (1, 2, 4, 8, 16, 32)
_FIND: dict[int, Callable[[str], Iterator[Hit]]] = {  # finders of what holds no space, for one run
    _IN_PLACES: partial(identifiers.find_locations, gated=False), _IN_ERRORS: partial(errors.find_errors, gated=False),
    _IN_IDS: identifiers.find_ids, _IN_SYMBOLS: partial(identifiers.find_symbols, gated=False),
}  # fmt: skip
_SHAPES_OF = {_IN_PLACES: _PLACES, _IN_ERRORS: _ERRORS, _IN_IDS: _IDS, _IN_SYMBOLS: shapes.SYMBOL}
_RUNS_MAX = 32768  # runs whose hits are kept
_Run = tuple[int, str]  # start, text


def find_exact(s: str) -> tuple[Hit, ...]:
    """All exact hits of one sentence, sorted, not overlapping: places, dates, errors, versions, ids, symbols, numbers, names."""
    lead = mark_length(s)
    hits = _find_exact(s[lead:])
    return tuple([Hit(kind, start + lead, end + lead) for kind, start, end in hits]) if hits else ()


def find_named(s: str) -> tuple[Plain, ...]:
    """The same without numbers, people and quotes, which no other kind gives way to."""
    lead = mark_length(s)
    hits = _find_named(s[lead:])
    return tuple([(kind, start + lead, end + lead) for kind, start, end in hits]) if lead and hits else hits


def mark_length(s: str) -> int:
    """Length of the list and heading marks at the start of `s`; a sentence is the same one behind any of them."""
    if s[:1] not in _MARKS:
        return 0
    m = _MARK.match(s)
    return m.end() if m and m.end() < len(s) else 0


@kept(16384)
def _find_exact(s: str) -> tuple[Plain, ...]:
    """Cached: a sentence is read as part of its child, of each draft that quotes it, and of each parent above. What is kept are
    plain tuples, which the collector of cycles need not visit."""
    s = even(s)
    mask, runs = _read(s)
    if not mask:
        return ()
    named = _names(s, mask, runs)
    others = list(_others(s, mask))
    return tuple([(kind, start, end) for kind, start, end in (merge((named, *others)) if others else named)])


@kept(16384)
def _find_named(s: str) -> tuple[Plain, ...]:
    s = even(s)
    mask, runs = _read(s)
    return tuple([(kind, start, end) for kind, start, end in _names(s, mask, runs)]) if mask else ()


def _read(s: str) -> tuple[int, list[_Run]]:
    """All bits of a sentence, and its runs that may hold a hit by themselves."""
    runs = s.split()
    bits = list(map(shapes.shape_of, runs))
    mask = 0
    for b in set(bits):
        mask |= b
    return mask, _places(s, runs, bits) if mask & _IN_RUNS else []


def _places(s: str, runs: list[str], bits: list[int]) -> list[_Run]:
    """The runs that may hold a hit by themselves, with where they begin."""
    out = []
    at = 0
    for run, b in zip(runs, bits, strict=True):
        at = s.index(run, at)
        if b & _IN_RUNS:
            out.append((at, run))
        at += len(run)
    return out


def _names(s: str, mask: int, runs: list[_Run]) -> list[Plain]:
    """Hits of all kinds but numbers, people and quotes, merged. A finder is asked for the whole sentence where its match may
    hold a space, else in the runs; most often all that there is stands inside of runs."""
    digits = mask & shapes.DIGIT
    inside = 0
    wide: dict[int, list[Hit]] = {}
    if digits and mask & shapes.PORT:
        wide[_IN_PLACES] = list(identifiers.find_locations(s))
    elif mask & shapes.PLACE:
        inside |= _IN_PLACES
    if mask & _DATES_ASKED and (mask & shapes.DATED or (digits and mask & shapes.MONTH_WORD)):
        wide[_IN_DATES] = list(dates.find_dates(s))
    if mask & shapes.ERROR_WORD:
        wide[_IN_ERRORS] = list(errors.find_errors(s))
    elif mask & shapes.ERROR:
        inside |= _IN_ERRORS
    if digits and mask & shapes.VERSION:
        wide[_IN_VERSIONS] = list(identifiers.find_versions(s))
    if mask & shapes.ID_WORD:
        if digits or identifiers.LABELLED.search(s):
            wide[_IN_IDS] = list(identifiers.find_ids(s))
    elif digits:
        inside |= _IN_IDS
    if mask & shapes.TICK:
        wide[_IN_SYMBOLS] = list(identifiers.find_symbols(s))
    elif mask & shapes.SYMBOL:
        inside |= _IN_SYMBOLS
    if not any(wide.values()):
        return _in_runs(runs, inside) if inside else []
    return merge(wide[kind] if kind in wide else _in_runs(runs, kind) if inside & kind else () for kind in _ORDER)


def _others(s: str, mask: int) -> Iterator[Iterable[Hit]]:
    if mask & shapes.DIGIT:
        yield numbers.find_numbers(s)
    if mask & shapes.HANDLE or (mask & shapes.CAPITAL and may_name(s)):
        yield find_names(s)
    if mask & shapes.QUOTE:
        yield find_quotes(s)


def _in_runs(runs: list[_Run], kinds: int) -> list[Plain]:
    """The hits of these kinds that stand inside of one run each."""
    return [(kind, at + start, at + end) for at, run in runs for kind, start, end in _run_hits(kinds, run)]


@kept_by(_RUNS_MAX)
def _run_hits(kinds: int, run: str) -> tuple[Plain, ...]:
    """The merged hits of one run; each kind is looked for only where the run's shape allows it."""
    bits = shapes.shape_of(run)
    found = merge([_FIND[kind](run) for kind in _FIND if kinds & kind and bits & _SHAPES_OF[kind]])
    return tuple([(kind, start, end) for kind, start, end in found])
