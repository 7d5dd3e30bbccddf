"""Values that stand in the children, bound crosswise: A has what B had and B what A had.

In: a trial. Out: findings `identifier_swapped`. Two keys of one type (A and B, left and right, two identifiers of one
shape) and two values, each pair in a segment of its own on both sides; sure only when the sources bind them straight
and nowhere bind them as the parent does. Walls are `;`, `)`, "and", "against", lines (signals-notes, section 2).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations

from leadline.core.signals.findings import make
from leadline.core.signals.identifiers import identifiers_in
from leadline.core.signals.index import Trial
from leadline.core.signals.model import Finding
from leadline.core.signals.quantities import key_of, scan

__all__ = ["find_swaps"]

_WALL = re.compile(
    r"[;)\n]|[,:](?=\s)|\.(?=\s|$)|\b(?:and|against|versus|vs|while|whereas|but|und|gegen|während|et|contre|y|contra|frente)\b|、|，|。|；"
)
_SIDES = (("left", "right"), ("north", "south"), ("east", "west"), ("upper", "lower"), ("top", "bottom"), ("before", "after"), ("first", "second"), ("old", "new"),
          ("inner", "outer"), ("front", "rear"), ("links", "rechts"), ("gauche", "droite"), ("primary", "secondary"), ("source", "target"))  # fmt: skip
_SIDE_OF = {w: f"side{i}" for i, pair in enumerate(_SIDES) for w in pair}
_LETTER = re.compile(r"(?<![\w'’.-])([A-H])(?![\w'’.-])")
_NAME = re.compile(r"(?<![.!?:]\s)(?<!^)(?<!\n)\b([A-Z][a-z]{2,})\b")
_SIGNED = re.compile(r"(?:^|[\s(\[])[-−–+]\s?$")
_SIDE = re.compile(r"\b(" + "|".join(sorted(_SIDE_OF)) + r")\b", re.I)


class _Segment:
    """Keys and values of one stretch between walls."""

    __slots__ = ("end", "keys", "start", "values")

    def __init__(self, start: int, end: int, keys: dict[str, str], values: dict[str, tuple[int, int]]) -> None:
        self.start, self.end, self.keys, self.values = start, end, keys, values


def find_swaps(trial: Trial) -> list[Finding]:
    """Findings for crosswise bindings, at most one per pair of keys."""
    mine = _segments(trial.parent)
    bound = [(s, k, v) for s in mine for k in _single(s.keys) for v in s.values]
    if len(bound) < 2:
        return []
    pairs = [
        (one, two) for one, two in combinations(bound, 2)
        if one[0] is not two[0] and one[1] != two[1] and one[2] != two[2] and one[0].keys[one[1]] == two[0].keys[two[1]] and _kind(one[2]) == _kind(two[2])
    ]  # fmt: skip
    if not pairs:
        return []
    straight, crossed = _bindings(trial, {key for pair in pairs for _, key, _ in pair})
    out: list[Finding] = []
    done: set[tuple[str, str]] = set()
    for (sa, ka, va), (_, kb, vb) in pairs:
        if (ka, kb) in done:
            continue
        # the sources: a's key with b's value and b's key with a's, never the parent's way
        one, two = straight.get((ka, vb)), straight.get((kb, va))
        if one is None or two is None or (ka, va) in crossed or (kb, vb) in crossed:
            continue
        done.add((ka, kb))
        owner, start, end = one
        span = sa.values[va]
        out.append(
            make(
                trial, "identifier_swapped", "hard",
                f'The summary gives {_show(va)} to {ka} and {_show(vb)} to {kb}; "{trial.pool[owner].id}" has them the other way round.',
                parent=(min(sa.start, span[0]), max(sa.end, span[1])), child=(owner, start, end), probability=0.92,
            )
        )  # fmt: skip
    return out


def _single(keys: dict[str, str]) -> list[str]:
    """The keys that are the only one of their type."""
    types = list(keys.values())
    return [k for k, t in keys.items() if types.count(t) == 1]


def _kind(value: str) -> str:
    return value.split(":", 1)[0]


def _show(value: str) -> str:
    return value.split(":", 1)[1]


def _segments(text: str) -> list[_Segment]:
    out: list[_Segment] = []
    at = 0
    for wall in [*_WALL.finditer(text), None]:
        stop = wall.start() if wall else len(text)
        if wall is not None and wall.group() == ")" and re.match(r" (?!and\b|und\b|et\b|y\b)[a-z]", text[wall.end() :]):
            continue  # the sentence goes on behind the bracket
        piece = text[at:stop]
        if piece.strip():
            keys, values = _parse(piece, at)
            if keys or values:
                out.append(_Segment(at + len(piece) - len(piece.lstrip()), at + len(piece.rstrip()), keys, values))
        at = wall.end() if wall else stop
    return _carry(out, text)


def _carry(segments: list[_Segment], text: str) -> list[_Segment]:
    """A value right behind its key's wall, as in "left: 3 mm" or "the left one (3 mm", belongs to that key."""
    out: list[_Segment] = []
    last: _Segment | None = None
    for s in segments:
        if (
            last is not None
            and not s.keys
            and len(last.keys) == 1
            and not re.search(r"[;)\n.]", text[last.end : s.start])
        ):
            s = _Segment(last.start, s.end, last.keys, s.values)
        out.append(s)
        last = s
    return out


def _parse(piece: str, offset: int) -> tuple[dict[str, str], dict[str, tuple[int, int]]]:
    keys: dict[str, str] = {}
    values: dict[str, tuple[int, int]] = {}
    for m in _LETTER.finditer(piece):
        if m[1] == "A" and re.match(r" ?[a-z]", piece[m.end() :]) and not piece[: m.start()].strip():
            continue  # the article
        keys[m[1]] = "letter"
    for m in _SIDE.finditer(piece):
        keys[m[1].lower()] = _SIDE_OF[m[1].lower()]
    covered: list[tuple[int, int]] = []
    for a, b, token, digits in identifiers_in(piece):
        covered.append((a, b))
        if digits or "_" in token or "/" in token:
            shape = re.sub(r"[a-z]+", "a", re.sub(r"\d+", "9", token.lower()))
            keys[token.lower()] = "id:" + shape
    for q in scan(piece):
        if any(a <= q.start < b for a, b in covered):
            continue
        unit = q.unit.dimension if q.unit else ""
        factor = q.unit.factor if q.unit else 1.0
        sign = (
            "±" if _SIGNED.search(piece, 0, q.start) else ""
        )  # "(-12": what is missing or was added, not what there is
        values[f"{unit}:{sign}{key_of(q.values[0] * factor):g}"] = (
            offset + q.start,
            offset + (q.stop if q.unit else q.end),
        )
    return keys, values


def _bindings(
    trial: Trial, wanted: set[str]
) -> tuple[dict[tuple[str, str], tuple[int, int, int]], set[tuple[str, str]]]:
    """(key, value) pairs of the children: those of segments or lines with one key (place), and all of any closeness.

    Only lines that hold a wanted key are read.
    """
    straight: dict[tuple[str, str], tuple[int, int, int]] = {}
    loose: set[tuple[str, str]] = set()
    holds = re.compile("|".join(re.escape(k) for k in sorted(wanted)), re.I)
    for owner, child in enumerate(trial.pool):
        for line in re.finditer(r"[^\n]+", child.text):
            text = line.group()
            if not holds.search(text) or not any(c.isdigit() for c in text):
                continue
            at = line.start()
            for s in _segments(text):
                for k in _single(s.keys):
                    for v in s.values:
                        straight.setdefault((k, v), (owner, at + s.start, at + s.end))
            keys, values = _parse(text, at) if len(text) < 400 else ({}, {})
            head = _head(text, keys)
            single = set(_single(keys))
            for k in keys:
                for v in values:
                    if head == k:  # a table row: its first cell is the key
                        straight.setdefault((k, v), (owner, at, line.end()))
                    elif k in single:
                        loose.add((k, v))
    return straight, loose | set(straight)


def _head(line: str, keys: Iterable[str]) -> str | None:
    first = re.match(r"\W*(\w[\w./:#@-]*)", line)
    if first is None:
        return None
    word = first[1] if first[1] in keys else first[1].lower()
    return (
        word if word in keys and re.match(r"\W*\w[\w./:#@-]*(?:\s{2,}|\s*[|\t:])|\W*(?:\w+\s){1,2}\s+", line) else None
    )
