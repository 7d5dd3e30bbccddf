"""The value that a thing had before it was changed, told as what holds: "first truck at 07:00" where it is 06:30 by now.

In: a trial. Out: findings `value_changed`. A key is two content words in a row ("first truck") or a number with its noun ("117 covers"), and the
value of a kind (a time of day, money, a measure) is what stands within a few words behind it. The children give the key the parent's value
first and another one later, in a message that speaks of a change, or give it another one only, while the parent's value is that
of another such key ("140 covers"). Either way the parent has the value that holds nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from leadline.core.signals.findings import make
from leadline.core.signals.index import Trial
from leadline.core.signals.lexis import STOP, WORD, stem
from leadline.core.signals.model import Finding
from leadline.core.signals.quantities import MONTHS, WEEKDAYS, key_of, scan, unit_of

__all__ = ["find_outdated"]

_CHANGED = re.compile(
    r"\b(?:chang\w+|instead|now|moved?|updated?|revis\w+|correct\w*|replac\w+|no longer|make it|new|rather|postponed|brought forward|geändert|jetzt|statt|neu\w*|désormais|maintenant|ahora|cambi\w+)\b",
    re.I,
)
_EARLIER = re.compile(
    r"\b(?:was|were|had|first|originally|initially|earlier|before|previous\w*|former\w*|until|from|instead|old|not|no longer)\b",
    re.I,
)
_CLOCK = re.compile(r"(?<![\d:])([0-2]?\d):([0-5]\d)(?![\d:])")
_WALL = re.compile(r"[;\n()]|\.(?=\s)|,(?=\s)")
_MONEY = re.compile(r"\b(EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN)\s?$")
_AROUND = 24  # characters beside it in which the parent may say that it was so
_REACH = 4  # words between the key and its value
_SENTENCES_MAX = 60  # of the children: in a longer record one phrase names several things
_ORDINAL = frozenset(("first", "second", "third", "last", "next", "final"))
_SURE, _OTHER = 0.92, 0.9


class _Said(NamedTuple):
    key: tuple[str, str]
    kind: str
    value: float
    start: int
    end: int


def find_outdated(trial: Trial) -> list[Finding]:
    """At most one finding a value, in the order of the parent."""
    if len(trial.sentences) > _SENTENCES_MAX or not any(c.isdigit() for c in trial.parent):
        return []
    mine = list(_read(trial.parent))
    if not mine:
        return []
    theirs = [(owner, said) for owner, child in enumerate(trial.pool) for said in _read(child.text)]
    told = {(s.kind, s.value) for s in _values(trial.parent)}
    out: list[Finding] = []
    done: set[tuple[int, int]] = set()
    for said in mine:
        if (said.start, said.end) in done:
            continue
        same = [(owner, t) for owner, t in theirs if t.key == said.key and t.kind == said.kind]
        if not same or same[-1][1].value == said.value or (said.kind, same[-1][1].value) in told:
            continue
        owner, last = same[-1]
        if _EARLIER.search(trial.parent, max(0, said.start - _AROUND), said.start) or _EARLIER.search(
            trial.parent, said.end, said.end + _AROUND
        ):
            continue
        known = any(t.value == said.value for _, t in same)
        if known and not (
            owner > next(o for o, t in same if t.value == said.value) and _CHANGED.search(trial.pool[owner].text)
        ):
            continue
        if not known and not _is_rivals(said, theirs):
            continue
        if any(_stands_later(trial, owner, last.end, said)):
            continue
        done.add((said.start, said.end))
        source = trial.pool[owner].text[last.start : last.end]
        out.append(
            make(
                trial, "value_changed", "suspicion",
                f'The summary says "{trial.parent[said.start : said.end]}"; the last that the sources say of it is "{source}" in "{trial.pool[owner].id}", and the summary has that nowhere.',
                parent=(said.start, said.end), child=(owner, last.start, last.end), probability=_SURE if known else _OTHER,
            )
        )  # fmt: skip
    return out


def _is_rivals(said: _Said, theirs: list[tuple[int, _Said]]) -> bool:
    """The key is a number with its noun, and the value goes with another number of the same noun in the sources, and with it only."""
    number, noun = said.key
    if not number[:1].isdigit():
        return False
    holders = {t.key for _, t in theirs if t.kind == said.kind and t.value == said.value}
    return bool(holders) and all(h[1] == noun and h[0] != number for h in holders)


def _stands_later(trial: Trial, owner: int, at: int, said: _Said) -> Iterator[bool]:
    """Whether the parent's value stands behind the last one anywhere in the sources."""
    for k in range(owner, len(trial.pool)):
        for v in _values(trial.pool[k].text):
            if (v.kind, v.value) == (said.kind, said.value) and (k > owner or v.start > at):
                yield True


def _values(text: str) -> list[_Said]:
    """Times of day, sums of money and measures of a text; the key is left open."""
    out = [_Said(("", ""), "clock", int(m[1]) * 60 + int(m[2]), *m.span()) for m in _CLOCK.finditer(text)]
    taken = [(s.start, s.end) for s in out]
    for q in scan(text):
        if any(a <= q.start < b for a, b in taken):
            continue
        money = _MONEY.search(text, max(0, q.start - 5), q.start) if q.unit is None else None
        if money is not None:
            out.append(_Said(("", ""), f"money:{money[1]}", key_of(q.values[0]), q.start, q.end))
        elif q.unit is not None:
            out.append(
                _Said(("", ""), q.unit.dimension, key_of(q.values[0] * q.unit.factor), q.start, max(q.stop, q.end))
            )
    return sorted(out, key=lambda s: s.start)


def _read(text: str) -> Iterator[_Said]:
    """Every value with the key before it, in its own stretch of the text."""
    begin, walls = 0, (m.end() for m in _WALL.finditer(text))
    wall = next(walls, len(text))
    for value in _values(text):
        while wall <= value.start:
            begin, wall = wall, next(walls, len(text) + 1)
        words = [(m.group().lower(), m.end()) for m in WORD.finditer(text, begin, value.start)]
        tail = [w for w in words[-(_REACH + 2) :] if not _is_seen_through(w[0])]
        for i in range(len(tail) - 2, -1, -1):
            a, b = tail[i][0], tail[i + 1][0]
            if b in STOP or b[0].isdigit() or (a in STOP and a not in _ORDINAL):
                continue
            if any(w[0].isdigit() for w, _ in tail[i + 2 :]):
                break  # another number stands between
            yield value._replace(
                key=(a if a[0].isdigit() else stem(a), stem(b)), start=_begin(text, begin, a, b, value.start)
            )
            break


def _is_seen_through(word: str) -> bool:
    """Words that belong to the value rather than to the thing: days, months, currencies and units."""
    return (
        (len(word) == 1 and not word.isdigit())
        or word in WEEKDAYS
        or word in MONTHS
        or (word.isalpha() and unit_of(word) is not None)
    )


def _begin(text: str, begin: int, a: str, b: str, end: int) -> int:
    found = list(re.finditer(rf"\b{re.escape(a)}\s+{re.escape(b)}\b", text[begin:end], re.I))
    return begin + found[-1].start() if found else begin
