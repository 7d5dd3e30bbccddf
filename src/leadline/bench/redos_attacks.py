"""Texts that may drive a pattern into super-linear time, read off the pattern's own structure.

In: a pattern, a seed, how many. Out: `Attack`s, each a head, a piece to repeat, and a tail that makes the match fail. A repeat
is attacked after the shortest text that leads to it, with what its body matches, with what stands at the same place in the rest,
and with single characters of the pattern's alphabet; a search is attacked with beginnings of the pattern repeated, so that
each of them is a place to begin at. What comes first is what past faults were found with; the rest is drawn by the seed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

__all__ = ["Attack", "attacks_on"]

_REPEATS = tuple(getattr(sre, n) for n in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT") if hasattr(sre, n))
_ATOMIC = getattr(sre, "ATOMIC_GROUP", None)
_COMMON = "a0 .\n-_(\"'`*/,:A\té中#[{<=~!"
_TAILS = ("\x00", "", "!", "a", "\n", " ")
_LONG = 8  # a repeat that may take more than so many is worth an attack
_IN_CATEGORY = {
    sre.CATEGORY_DIGIT: "0", sre.CATEGORY_NOT_DIGIT: "a", sre.CATEGORY_SPACE: " ", sre.CATEGORY_NOT_SPACE: "a",
    sre.CATEGORY_WORD: "a", sre.CATEGORY_NOT_WORD: ".",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Attack:
    head: str
    piece: str
    tail: str

    def text(self, size: int) -> str:
        """About `size` characters."""
        return self.head + self.piece * max(1, (size - len(self.head) - len(self.tail)) // len(self.piece)) + self.tail


def attacks_on(pattern: str, flags: int, seed: int, limit: int) -> list[Attack]:
    """At most `limit` attacks, each once; the same for the same seed."""
    items = list(parser.parse(pattern, flags))
    rng = random.Random(f"{seed}:{pattern!a}")
    alphabet = list(dict.fromkeys([*_literals(items), *_COMMON]))
    spots = list(_spots(items, ""))
    first: list[Attack] = []
    for head, bodies in spots:
        for body in bodies:
            first += [Attack(head, body, tail) for tail in _TAILS[:2]]
    for cut in range(1, min(len(items), 12) + 1):
        begun = _witness(items[:cut], 0)
        first += [Attack("", begun, tail) for tail in _TAILS[:2] if begun]
        first += [Attack("", begun + char, "\x00") for char in " a0\n" if begun]
    first += [Attack("", char, "\x00") for char in alphabet]
    first += [Attack(head, char, "\x00") for head, _ in spots[:12] for char in alphabet]
    more: list[Attack] = []
    heads = [head for head, _ in spots] or [""]
    pieces = [body for _, bodies in spots for body in bodies] + alphabet
    for _ in range(limit):
        piece = "".join(rng.choice(pieces) for _ in range(rng.randint(1, 4)))
        more.append(Attack(rng.choice([*heads, ""]), piece or " ", rng.choice(_TAILS)))
    unique = list(dict.fromkeys(a for a in first if a.piece))
    if len(unique) > limit * 3 // 4:  # a long cue list has thousands: all kinds get their share
        kept = unique[: limit // 4]
        unique = kept + rng.sample(unique[len(kept) :], limit * 3 // 4 - len(kept))
    return list(dict.fromkeys([*unique, *more]))[:limit]


def _spots(items: Sequence[Any], head: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each repeat that can take many: the text before it, and pieces that it may take again and again."""
    for at, (kind, value) in enumerate(items):
        if kind in _REPEATS:
            least, most, body = value
            if most > _LONG:
                found = [_witness(body, n) for n in range(4)]
                after = items[at + 1 : at + 3]
                found += [_witness([*body, *after], 0), _witness(after, 0), _witness(after, 1)]
                found += [_witness(body, 0) + _witness(body, 1)]
                yield head, tuple(dict.fromkeys(b for b in found if b))
            yield from _spots(list(body), head + _witness(body, 0) * max(0, least - 1))
        elif kind is sre.SUBPATTERN:
            yield from _spots(list(value[3]), head)
        elif kind is _ATOMIC:
            yield from _spots(list(value), head)
        elif kind is sre.BRANCH:
            for branch in value[1]:
                yield from _spots(list(branch), head)
        elif kind in (sre.ASSERT, sre.ASSERT_NOT):
            yield from _spots(list(value[1]), head)
        head += _witness([(kind, value)], 0)


def _witness(items: Sequence[Any], variant: int) -> str:
    """A short text that these items may match (look-arounds aside); another one for another variant."""
    return "".join(_one(kind, value, variant) for kind, value in items)


def _one(kind: Any, value: Any, variant: int) -> str:
    if kind is sre.LITERAL:
        return chr(value)
    if kind is sre.NOT_LITERAL:
        return "a" if value != ord("a") else "b"
    if kind is sre.ANY:
        return "a .0"[variant % 4]
    if kind is sre.IN:
        return _of_class(value, variant)
    if kind is sre.BRANCH:
        branches = value[1]
        return _witness(branches[variant % len(branches)], variant)
    if kind is sre.SUBPATTERN:
        return _witness(value[3], variant)
    if kind is _ATOMIC:
        return _witness(value, variant)
    if kind in _REPEATS:
        least, most, body = value
        times = min(max(least, variant % 2), most) if least == 0 else least
        return _witness(body, variant) * min(int(times), 64)
    return ""  # places, look-arounds, back references


def _of_class(members: Sequence[Any], variant: int) -> str:
    if members and members[0][0] is sre.NEGATE:
        banned = members[1:]
        options = [c for c in "a 0.\n-é" if not any(_holds(m, c) for m in banned)]
    else:
        options = []
        for kind, value in members:
            if kind is sre.LITERAL:
                options.append(chr(value))
            elif kind is sre.RANGE:
                options += [chr(value[0]), chr(value[1])]
            elif kind is sre.CATEGORY:
                options.append(_IN_CATEGORY.get(value, "a"))
    return options[variant % len(options)] if options else "\x01"


def _holds(member: Any, char: str) -> bool:
    kind, value = member
    if kind is sre.LITERAL:
        return ord(char) == int(value)
    if kind is sre.RANGE:
        return int(value[0]) <= ord(char) <= int(value[1])
    if kind is sre.CATEGORY:
        word, digit, space = char.isalnum() or char == "_", char.isdigit(), char.isspace()
        return {
            sre.CATEGORY_WORD: word, sre.CATEGORY_NOT_WORD: not word, sre.CATEGORY_DIGIT: digit, sre.CATEGORY_NOT_DIGIT: not digit,
            sre.CATEGORY_SPACE: space, sre.CATEGORY_NOT_SPACE: not space,
        }.get(value, False)  # fmt: skip
    return False


def _literals(items: Sequence[Any]) -> Iterator[str]:
    """Single characters that the pattern names, other than letters and digits."""
    for kind, value in items:
        if kind in (sre.LITERAL, sre.NOT_LITERAL):
            if not chr(value).isalnum():
                yield chr(value)
        elif kind is sre.IN:
            yield from (chr(v) for k, v in value if k is sre.LITERAL and not chr(v).isalnum())
        elif kind is sre.BRANCH:
            for branch in value[1]:
                yield from _literals(branch)
        elif kind is sre.SUBPATTERN:
            yield from _literals(value[3])
        elif kind is _ATOMIC:
            yield from _literals(value)
        elif kind in _REPEATS:
            yield from _literals(value[2])
        elif kind in (sre.ASSERT, sre.ASSERT_NOT):
            yield from _literals(value[1])
