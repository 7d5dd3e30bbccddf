"""What stands with what: names, identifiers, labelled numbers and values that a bracket, an apposition, a row or a clause ties together.

In: a trial. Out: findings `identifier_swapped`. The children tie A to v1 and B to v2 ("ticket T-301: customer North", "bed 9  Haddad", "PR 631
(branch fix/a)"), and nowhere A to v2. A summary that ties A to v2 has taken one for the other; where it ties B to v1 as
well, both have changed places and no other reading is left. A thing is tied to those of another kind in its line or sentence; where several of both kinds
stand there, to those of its own stretch between commas, brackets and "and", a stretch without one going with the one before.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from leadline.core.signals.findings import make
from leadline.core.signals.index import Trial
from leadline.core.signals.lexis import content_stems
from leadline.core.signals.model import Finding
from leadline.core.signals.things import Names, Thing, is_long, names_of, things_of, units_of

__all__ = ["find_exchanged_pairs"]

_WALL = re.compile(
    r"[,:()\[\]|→、，：（）]|\s[-–—]\s|\t|\s{2,}|\b(?:and|while|whereas|but|against|versus|vs|und|während|aber|gegen|et|mais|tandis|y|pero|mientras|e)\b"
)
_SWAPPED = re.compile(
    r"\b(?:swap(?:s|ped|ping)?|(?:exchang|trad|switch)(?:e|es|ed|ing)\s+(?:places|rooms|beds|seats|dates|shifts|them|the two|with each other)|(?:the )?other way (?:a)?round|mixed up|vice versa|tauschen|getauscht|vertauscht\w*)\b|互换|对调|入れ替え",
    re.I,
)
_NAMED = re.compile(
    r"(?:name|head|n:\S+) |\S+ (?:name|head|n:)"
)  # one of the two is a person, a place or a thing in a series
_PRONOUN = re.compile(
    r"\b(?:he|she|it|they|his|her|hers|its|their|him|them|this|that|which|who|er|sie|es|sein\w*|ihr\w*|il|elle|son|sa|ses|leur|él|ella|su|sus)\b",
    re.I,
)
_THINGS_MAX = 400  # of all children: a longer session ties everything to everything


class _Tie(NamedTuple):
    """Two things of unlike kinds that stand in one stretch, alone of their kinds."""

    one: Thing
    two: Thing


Place = tuple[int, int, int]


def find_exchanged_pairs(trial: Trial) -> list[Finding]:
    """At most one finding a pair of things, in the order of the parent."""
    if not any(c.isdigit() for c in trial.parent) or is_long(trial):
        return []
    names = names_of(trial)
    mine = [t for start, end in units_of(trial.parent) for t in _ties(trial.parent, start, end, names)]
    if not mine:
        return []
    bound = _bound(trial, names)
    if bound is None:
        return []
    partners: dict[str, dict[str, set[str]]] = {}
    kinds: dict[str, str] = {}
    for one, two in bound:
        partners.setdefault(one.key, {}).setdefault(two.kind, set()).add(two.key)
        kinds[one.key] = one.kind
    where = {(one.key, two.key): place for (one, two), (place, _) in bound.items()}
    shown = {one.key: text for (one, _), (_, text) in bound.items()}
    sure = {f"{kind}\0{name}" for name in names.sure for kind in ("name", "head")}
    said = {(t.one.key, t.two.key) for t in mine} | {(t.two.key, t.one.key) for t in mine}
    out: list[Finding] = []
    done: set[frozenset[str]] = set()
    for tie in mine:
        for a, v in ((tie.one, tie.two), (tie.two, tie.one)):
            pair = frozenset((a.key, v.key))
            if pair in done or (a.key, v.key) in where or kinds.get(a.key) != a.kind or kinds.get(v.key) != v.kind:
                continue
            own = partners.get(a.key, {}).get(v.kind, set()) - {v.key}
            holders = partners.get(v.key, {}).get(a.kind, set()) - {a.key}
            found = _exchange(own, holders, a, v, where, said)
            if found is None:
                continue
            other, value, both = found
            if not both and not (
                _is_sure(a, sure)
                and _is_sure(v, sure)
                and _NAMED.match(f"{a.kind} {v.kind}")
                and not any(_points_back(trial, where[pair]) for pair in ((other, v.key), (a.key, value)))
            ):
                continue
            done.add(pair)
            place = where[a.key, value]
            span = (min(a.start, v.start), max(a.end, v.end))
            out.append(
                make(
                    trial, "identifier_swapped", "hard" if both else "suspicion",
                    f'The summary ties "{trial.parent[a.start : a.end]}" to "{trial.parent[v.start : v.end]}"; in "{trial.pool[place[0]].id}" it goes with "{shown[value]}", and '
                    f'"{trial.parent[v.start : v.end]}" with "{shown[other]}". Whoever acts on the summary takes the wrong one.',
                    parent=span, child=place, probability=0.95 if both else 0.8,
                )
            )  # fmt: skip
            break
    # where the sources speak of a swap, either way round may be the last
    return [] if out and _SWAPPED.search(trial.haystack) else out


def _exchange(
    own: set[str],
    holders: set[str],
    a: Thing,
    v: Thing,
    where: dict[tuple[str, str], Place],
    said: set[tuple[str, str]],
) -> tuple[str, str, bool] | None:
    """(whose the value is, the thing's own value, whether the summary gives both away); None where no exchange is seen."""
    for other in sorted(holders):
        for value in sorted(own):
            if (other, value) in where:
                continue
            if (other, value) in said:
                return other, value, True
    if len(holders) == 1 and len(own) == 1 and not any((a.key, value) in said for value in own):
        other, value = next(iter(holders)), next(iter(own))
        if (other, value) not in where and (other, v.key) not in said:
            return other, value, False
    return None


def _points_back(trial: Trial, place: Place) -> bool:
    """Whether a pronoun stands where the value is given: "Her second is T-15, opened by Vito" may be of somebody named before."""
    return _PRONOUN.search(trial.pool[place[0]].text, place[1], place[2]) is not None


def _is_sure(thing: Thing, names: set[str]) -> bool:
    """A name, identifier or number of a series: of values and dates a thing may have several."""
    return thing.key in names if thing.kind in ("name", "head") else not thing.kind.startswith(("q:", "date"))


def _ties(text: str, start: int, end: int, names: Names) -> list[_Tie]:
    """Pairs of things of unlike kinds in one stretch, where the stretch has no other thing of either kind."""
    things = things_of(text, start, end, names)
    if len(things) < 2 or _CHANGE_UNIT.search(text, start, end):
        return []
    out: list[_Tie] = []
    for stretch in _stretches(text, start, end, things):
        kinds = [t.kind for t in stretch]
        for i, one in enumerate(stretch):
            for two in stretch[i + 1 :]:
                if one.kind != two.kind and kinds.count(one.kind) == 1 and kinds.count(two.kind) == 1:
                    out.append(_Tie(one, two))
    return out


_CHANGE_UNIT = re.compile(
    r"\b(?:respectively|beziehungsweise|bzw|respectivement|respectivamente)\b|\b(?:swap(?:ped|s)|exchanged|renamed?|reassigned|getauscht|vertauscht)\b",
    re.I,
)


def _stretches(text: str, start: int, end: int, things: list[Thing]) -> list[list[Thing]]:
    """The things by stretch between walls; a stretch that lacks every kind of the one before goes with it."""
    cuts = [m.start() for m in _WALL.finditer(text, start, end) if not any(t.start < m.start() < t.end for t in things)]
    pieces: list[list[Thing]] = []
    at = 0
    for edge in [*cuts, end]:
        piece = []
        while at < len(things) and things[at].start < edge:
            piece.append(things[at])
            at += 1
        if piece:
            pieces.append(piece)
    merged: list[list[Thing]] = []
    for piece in pieces:
        if merged and not {t.kind for t in piece} & {t.kind for t in merged[-1]}:
            merged[-1] = merged[-1] + piece
        else:
            merged.append(piece)
    return merged


def _bound(trial: Trial, names: Names) -> dict[tuple[Thing, Thing], tuple[Place, str]] | None:
    """Every tie of the children, both ways round, with the line or sentence that has it and the first thing as written; None for
    texts too long to tell."""
    out: dict[tuple[Thing, Thing], tuple[Place, str]] = {}
    count = 0
    for owner, child in enumerate(trial.pool):
        for start, end in units_of(child.text):
            things = things_of(child.text, start, end, names)
            count += len(things)
            if count > _THINGS_MAX:
                return None
            if len(things) < 2:
                continue
            kinds = [t.kind for t in things]
            stretches = _stretches(child.text, start, end, things)
            for i, one in enumerate(things):
                for two in things[i + 1 :]:
                    if one.kind == two.kind:
                        continue
                    if _apart(child.text, kinds, stretches, one, two):
                        continue
                    place = (owner, start + len(child.text[start:end]) - len(child.text[start:end].lstrip()), end)
                    for x, y in ((one, two), (two, one)):
                        out.setdefault(
                            (x._replace(start=0, end=0), y._replace(start=0, end=0)),
                            (place, child.text[x.start : x.end]),
                        )
    return out


def _apart(text: str, kinds: list[str], stretches: list[list[Thing]], one: Thing, two: Thing) -> bool:
    """Whether two things of one line are told of apart: several of both kinds and another stretch each; or of one of the kinds only
    one, whose own stretch has a thing of the other kind, and both stretches say something besides."""
    if kinds.count(one.kind) == 1 == kinds.count(two.kind):
        return False
    first, second = (next(s for s in stretches if t in s) for t in (one, two))
    if first is second:
        return False
    if kinds.count(one.kind) > 1 and kinds.count(two.kind) > 1:
        return True
    single, other = (one, two) if kinds.count(one.kind) == 1 else (two, one)
    own = first if single is one else second
    return any(t.kind == other.kind for t in own) and all(_says(text, s) for s in (first, second))


def _says(text: str, stretch: list[Thing]) -> bool:
    """Whether the stretch has words of its own behind its first thing."""
    stop = _WALL.search(text, stretch[-1].end)
    rest = text[stretch[0].end : stop.start() if stop else stretch[-1].end + 60]
    return len(content_stems(rest)) >= 2
