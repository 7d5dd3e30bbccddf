"""Two exact things of one kind, each told where the sources have the other: the words around them have changed places.

In: a trial. Out: findings `identifier_swapped`. Around every number, time and identifier of the parent stand words and other exact things
of its sentence; so they do in the sentences, rows and fields of the children that hold it. Where the surroundings of A are found around B and
those of B around A, each much better than around the thing itself, the two have been exchanged. Both halves are asked for: what
one of two things has around it is often new, two that fit crosswise and not straight are no accident. Things in a
list without words between ("88 and 61", "9/18/41") have their surroundings in common and are left out.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from leadline.core.signals.findings import make
from leadline.core.signals.index import Trial
from leadline.core.signals.inventory import Inventory
from leadline.core.signals.lexis import STOP, stem
from leadline.core.signals.model import Finding
from leadline.core.signals.quantities import Quantity, key_of, scan, unit_of
from leadline.core.text.kept import kept
from leadline.core.text.openings import finds
from leadline.core.text.words import word_set

__all__ = ["find_exchanged_surroundings"]

_TOKEN = re.compile(
    r"(?P<exact>(?<![\w./:#@-])[A-Za-z_./:#@-]*+\d(?:[\w./:#@,'’-]*\w)?|[A-Za-z]+_\w+|[A-Z]{2,}-[A-Z]+\b)|(?P<word>[^\W\d_]+(?:[-'’_][^\W\d_]+)*)|(?P<wall>[.;!?\n|)]|,\s)"
)
_NUMBER = re.compile(r"[\d.,'’]+")
_MEASURE = re.compile(r"(\d[\d.,]*)([A-Za-z%]+)")
_REACH = 6  # words and exact things on either side
_WALL = 2  # a turn of the sentence counts as two words
_TURNS = word_set("and while whereas but und während aber et tandis mais y mientras pero")
_SURE = 0.55  # by how much crosswise beats straight, on both sides; 1 is the weight of one rare word right beside
_LIKELY = 0.4
_STRAIGHT_MAX = 0.3  # of the crosswise fit: what the sources have around the thing itself
_BESIDE = 0.7  # one word between at most
_SIZES = 10  # of two numbers, one is at most so many times the other
_LENGTHS = 2  # characters by which two codes differ in length
_PLACES_MAX = 24  # a thing in more places of the children has everything around it
_TOKENS_MAX = 80  # exact things of the parent that are paired
_JOINT = r"(?:,|/|→|->|–|-|\||(?:,\s*)?\b(?:and|or|to|und|bis|oder|et|ou|à|y|o|a|e|vs|versus|then)\b)"
_LISTED = re.compile(rf"(?<![\w.,])(\d[\d.,]*)\s?(?:%|‰|°?[A-Za-zµ²³]{{0,3}})\s*{_JOINT}\s*[+−-]?[$€£]?\s*$")
_LISTS = re.compile(rf"\s?(?:%|‰|°?[A-Za-zµ²³]{{1,3}}(?:/[A-Za-z]+)?)?\s*{_JOINT}\s*[+−-]?[$€£]?\s*(\d)")
_NAMED_BEFORE = re.compile(rf"[A-Za-z][\w./-]*\d[\w./-]*\s*{_JOINT}\s*$")
_NAMED_AFTER = re.compile(rf"\s*{_JOINT}\s*[A-Za-z][\w./-]*\d")
_DENIED = re.compile(
    r"\b(?:no|not|nicht|non|pas|statt|instead of|from|von|de|formerly|previously|was|rather than|than|after|before)\s*[$€£]?$",
    re.IGNORECASE,
)

Key = tuple[str, float | str]
Surroundings = Mapping[str, float]


_BESIDE_THEM = 40  # characters


class _Exact(NamedTuple):
    """One exact thing: what it equals, as written, where, and what stands around it with how near (1 is right beside)."""

    keys: frozenset[Key]
    text: str
    start: int
    end: int
    around: Surroundings

    @property
    def is_name(self) -> bool:
        """No number."""
        return next(iter(self.keys))[0] == "name"


class _Spot(NamedTuple):
    """A place of the children that has one: the child, where in it, and what stands around it there."""

    owner: int
    start: int
    end: int
    around: Surroundings


def find_exchanged_surroundings(trial: Trial) -> list[Finding]:
    """Findings in the order of the parent, at most one a thing."""
    mine = [
        x for s in trial.parent_sentences if s.kind not in ("code", "heading") for x in _shifted(_read(s.text), s.start)
    ]
    numbers = {q.start: q for q in scan(trial.parent)}
    mine = [x for x in mine if not _is_listed(trial.parent, x, numbers)]
    if len(mine) < 2 or len(mine) > _TOKENS_MAX:
        return []
    kinds = [_kind(x, numbers) for x in mine]
    known: dict[int, list[_Spot]] = {}
    out: list[Finding] = []
    taken: set[int] = set()
    rarest = trial.weight("") or 1.0
    for i, j in combinations(range(len(mine)), 2):
        if kinds[i] != kinds[j] or mine[i].keys & mine[j].keys or {i, j} & taken or not _comparable(mine[i], mine[j]):
            continue
        gain = _gain(trial, known, mine, i, j) / rarest
        short = min(_size(mine[i]), _size(mine[j])) < 2
        if gain < (_SURE if short else _LIKELY):
            continue
        if _is_worked_out(trial.parent, mine[i], mine[j]):
            continue
        taken |= {i, j}
        out.append(_finding(trial, mine[i], mine[j], known[j][0], sure=gain >= _SURE and not short))
    return out


def _is_worked_out(text: str, one: _Exact, two: _Exact) -> bool:
    """Beside them stands their difference or what they add up to: "6 of the 96 hours, so 90 remain" tells the two by that."""
    values = [
        found[0].values[0]
        for x in (one, two)
        if not x.is_name and (found := scan(x.text)) and found[0].end == len(x.text)  # no time, no date
    ]
    if len(values) < 2:
        return False
    start, end = max(0, min(one.start, two.start) - _BESIDE_THEM), max(one.end, two.end) + _BESIDE_THEM
    beside = {key_of(q.values[0]) for q in scan(text[start:end]) if start + q.start not in (one.start, two.start)}
    beside -= {key_of(v) for v in values}
    return bool({key_of(abs(values[0] - values[1])), key_of(values[0] + values[1])} & beside)


def _gain(trial: Trial, known: dict[int, list[_Spot]], mine: list[_Exact], i: int, j: int) -> float:
    """By how much the surroundings of both fit crosswise better than straight; 0 where straight fits as well."""
    for n in (i, j):
        if n not in known:
            known[n] = list(_places(trial, mine[n]))
    if not known[i] or not known[j]:
        return 0.0
    names = {i: _name(mine[i]), j: _name(mine[j])}
    skip = set(names.values())
    # where the children have both side by side, what is around them is of neither
    apart = {n: [p for p in known[n] if p.around.get(names[i + j - n], 0.0) < _BESIDE] for n in (i, j)}
    if not apart[i] or not apart[j]:
        return 0.0
    gains = []
    for one, other in ((i, j), (j, i)):
        own = {w: v for w, v in mine[one].around.items() if v > 1.5 * mine[other].around.get(w, 0.0) and w not in skip}
        straight, across = _fit(trial, own, apart[one]), _fit(trial, own, apart[other])
        if straight > _STRAIGHT_MAX * across:
            return 0.0
        gains.append(across - straight)
    return min(gains)


def _fit(trial: Trial, around: Surroundings, places: list[_Spot]) -> float:
    """How much of the surroundings the best of the places has: nearness times rarity, summed."""
    return max(
        (sum(min(v, p.around[w]) * _weight(trial, w) for w, v in around.items() if w in p.around) for p in places),
        default=0.0,
    )


def _weight(trial: Trial, word: str) -> float:
    """Rare in the children says much. Exact things are rare by their nature: their places are counted as they are met."""
    if word[0] != "\0":
        return trial.weight(word)
    kept = trial.shared.setdefault("exact weights", {})
    assert isinstance(kept, dict)
    if word not in kept:
        text = word[1:]
        value = scan(text)
        found = (
            len(Inventory.of(trial).places(value[0].values[0]))
            if _NUMBER.fullmatch(text) and value
            else trial.haystack.count(text)
        )
        kept[word] = math.log(1.0 + len(trial.sentences) / (1.0 + found))
    weight: float = kept[word]
    return weight


def _places(trial: Trial, thing: _Exact) -> Iterator[_Spot]:
    """Where the children have it, with what stands around it there; nowhere where they have it everywhere."""
    spots: set[tuple[int, int]] = set()
    for kind, value in thing.keys:
        if kind == "number":
            assert isinstance(value, float)
            spots |= {(owner, q.start) for owner, q in Inventory.of(trial).places(value)}
        else:
            low = thing.text.lower()
            spots |= {(owner, at) for owner, text in enumerate(trial.lower) for at in finds(text, low)}
    if len(spots) > _PLACES_MAX:
        return
    for owner, at in sorted(spots):
        text = trial.pool[owner].text
        start, end = _line(text, at)
        for x in _read(text[start:end]):
            if x.start <= at - start < x.end and x.keys & thing.keys:
                yield _Spot(owner, start + x.start, start + x.end, x.around)


def _line(text: str, at: int) -> tuple[int, int]:
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, end if end >= 0 else len(text)


@kept(4096)
def _read(text: str) -> tuple[_Exact, ...]:
    """The exact things of a sentence or line. Surroundings end at the sentence's."""
    seq: list[tuple[str, str, int, int]] = []
    for m in _TOKEN.finditer(text):
        kind = m.lastgroup or ""
        token = m.group()
        if kind == "word":
            low = token.lower()
            if low in _TURNS:
                kind = "wall"
            elif low in STOP or unit_of(token) is not None:
                continue
            token = stem(low)
        elif kind == "wall":
            if token[0] == "," or (token == "." and text[m.end() : m.end() + 1].strip()):
                continue
            kind = "end" if token[0] in ".!?" else "wall"
        seq.append((kind, token, m.start(), m.end()))
    out: list[_Exact] = []
    for i, (kind, token, start, end) in enumerate(seq):
        if kind == "exact":
            out.append(_Exact(_keys(token), token, start, end, _around(seq, i)))
    return tuple(out)


def _around(seq: list[tuple[str, str, int, int]], at: int) -> Surroundings:
    found: dict[str, float] = {}
    for step in (-1, 1):
        n = 0
        j = at + step
        while 0 <= j < len(seq) and n < _REACH and seq[j][0] != "end":
            kind, token, _, _ = seq[j]
            n += _WALL if kind == "wall" else 1
            if kind == "word":
                found.setdefault(token, 1.0 / (0.6 + 0.4 * n))
            elif kind == "exact":
                found.setdefault("\0" + _plain(token), 1.0 / (0.6 + 0.4 * n))
            j += step
    return found


def _keys(token: str) -> frozenset[Key]:
    """What the thing equals: the values that its digits may mean, or its letters and digits."""
    measure = _MEASURE.fullmatch(token)
    digits = token if _NUMBER.fullmatch(token) else measure[1] if measure and unit_of(measure[2]) else ""
    found = scan(digits) if digits else ()
    if len(found) == 1:
        return frozenset(("number", key_of(v)) for v in found[0].values)
    return frozenset((("name", re.sub(r"[\W_]", "", token.lower())),))


def _plain(token: str) -> str:
    """One spelling for equal things as surroundings."""
    found = scan(token) if _NUMBER.fullmatch(token) else ()
    return f"{key_of(found[0].values[0]):g}" if len(found) == 1 else token.lower()


def _name(thing: _Exact) -> str:
    return "\0" + _plain(thing.text)


def _shifted(things: tuple[_Exact, ...], by: int) -> Iterator[_Exact]:
    return (x._replace(start=x.start + by, end=x.end + by) for x in things)


def _kind(thing: _Exact, numbers: Mapping[int, Quantity]) -> tuple[str, ...]:
    """What it may be taken for: a number with its measure and precision, or a name with its joints (PW92LM and QK4TZ1, not RD-92)."""
    if thing.is_name:
        return ("name", *sorted(set(re.sub(r"[^\W_]", "", thing.text))))
    number = numbers.get(thing.start)
    return ("number", thing.text) if number is None else ("number", _measure(number), str(number.decimals))


def _comparable(one: _Exact, two: _Exact) -> bool:
    values = [scan(x.text)[0].values[0] for x in (one, two) if not x.is_name]
    if len(values) < 2:
        return abs(len(one.text) - len(two.text)) <= _LENGTHS or not any(c.isdigit() for c in one.text + two.text)
    return max(values) <= _SIZES * max(min(values), 1.0)


def _size(thing: _Exact) -> int:
    return sum(c.isalnum() for c in thing.text)


def _is_listed(text: str, thing: _Exact, numbers: Mapping[int, Quantity]) -> bool:
    """It stands in a list of its kind without words between, or is one that no longer holds ("not 16")."""
    before = text[max(0, thing.start - 24) : thing.start]
    if _DENIED.search(before):
        return True
    mine = numbers.get(thing.start)
    if mine is None and (_NAMED_BEFORE.search(before) or _NAMED_AFTER.match(text, thing.end)):
        return True
    for other in (_LISTED.search(before), _LISTS.match(text, thing.end)):
        if other is None:
            continue
        at = thing.start - len(before) + other.start(1) if other.re is _LISTED else other.start(1)
        theirs = numbers.get(at)
        if mine is None or theirs is None:
            if mine is theirs:
                return True
        elif _measure(mine) == _measure(theirs) or (mine if mine.start < theirs.start else theirs).unit is None:
            return True  # "36 and 42 ms": the last of them has the unit of all
    return False


def _measure(number: Quantity) -> str:
    return number.unit.dimension if number.unit is not None else ""


def _finding(trial: Trial, one: _Exact, two: _Exact, place: _Spot, *, sure: bool) -> Finding:
    text = trial.pool[place.owner].text
    start, end = _line(text, place.start)
    around = text[max(start, place.start - 40) : min(end, place.end + 40)].strip()
    return make(
        trial, "identifier_swapped", "hard" if sure else "suspicion",
        f'The summary has "{one.text}" and "{two.text}" in each other\'s places: around "{two.text}" "{trial.pool[place.owner].id}" has "{around}", what the '
        f'summary has around "{one.text}". Whoever looks one of them up takes the other.',
        parent=(min(one.start, two.start), max(one.end, two.end)), child=(place.owner, place.start, place.end), probability=0.94 if sure else 0.88,
    )  # fmt: skip
