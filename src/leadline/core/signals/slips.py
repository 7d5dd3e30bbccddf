"""Exact values that were written wrong: what the parent has stands nowhere, and what the sources have there is gone from it.

In: a trial and a number, date, time or dotted name of the parent that no child has. Out: the place of the children's value that it must have
been. Two values are a slip apart where one digit is another one, two neighbours have changed places, a digit is missing or
doubled, or the value is ten or a hundred times the other. Digits alone differ that little everywhere; so the children's value
stands in the evidence that the parent's clause is aligned with, beside the same words, and nowhere in the parent.
"""

from __future__ import annotations

import re
from typing import Literal

from leadline.core.signals.counterparts import word_before
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.inventory import Inventory
from leadline.core.signals.lexis import stem
from leadline.core.signals.quantities import Quantity, clock_times, dates, key_of, scan

__all__ = ["NAMED", "Place", "find_date_slip", "find_name_slip", "find_slip", "find_time_slip", "is_slip"]

_DIGITS_MIN = 2
_SURE_MIN = 4  # digits; longer numbers differ that little nowhere by chance
_HITS = 3
_SHARED_STEMS = 2
_MISSING_MIN = 3  # digits of the shorter number where one is missing
_AM_PM = re.compile(r"\s?[ap]\.?m\b|\s?(?:Uhr|o'clock|h\b|heures?\b|时|点|時)", re.IGNORECASE)
_ROUND = re.compile(r"[1-9]\d*?(0+)")
_CLOCK = re.compile(r"(?<![\d:.,/-])(\d{1,2})[:h](\d{2})(?![\d:]\d)")

NAMED = re.compile(r"(?<![\w./@:-])(?=[A-Za-z_.-]*+\d)[A-Za-z]\w*+(?>(?:[-.]\w++)*)(?![\w@/:-])")
_OTHER_DIGITS_MIN = 2  # of a name's number: names with one digit come in series

Place = tuple[int, int, int]
Fit = Literal["said", "chance"] | None


def is_slip(one: str, two: str) -> bool:
    """Whether two different runs of digits are a slip apart."""
    if len(one) == len(two):
        off = [i for i, (a, b) in enumerate(zip(one, two, strict=True)) if a != b]
        return len(off) == 1 or _is_turned(one, two)
    short, long = sorted((one, two), key=len)
    if len(short) >= _DIGITS_MIN and long.startswith(short) and not long[len(short) :].strip("0"):
        return True
    return (
        len(short) >= _MISSING_MIN
        and len(long) == len(short) + 1
        and any(long[:i] + long[i + 1 :] == short for i in range(len(long)))
    )


def _is_turned(one: str, two: str) -> bool:
    """Two neighbouring digits have changed places."""
    off = [i for i, (a, b) in enumerate(zip(one, two, strict=True)) if a != b]
    return len(off) == 2 and off[1] == off[0] + 1 and one[off[0]] == two[off[1]] and one[off[1]] == two[off[0]]


def find_slip(
    trial: Trial, inventory: Inventory, clause: Passage, sentence: Passage, number: Quantity, fit: Fit
) -> Place | None:
    """The children's number that the parent's is a slip of. `fit` is what `find_derivation` says: a number that the parent tells to
    have been worked out is none, and one that some arithmetic happens to give needs the same words around it."""
    digits = _digits_of(trial.parent, number)
    if len(digits) < _DIGITS_MIN or fit == "said" or _AM_PM.match(trial.parent, number.end):
        return None
    value = number.values[0]
    if inventory.spans_time(number) or (inventory.places(value - 1) and inventory.places(value + 1)):
        return None  # the distance of two times, or one between its neighbours
    told = {key_of(v) for q in scan(trial.parent) for v in q.values}
    aligned = _evidence(trial, clause, sentence)
    for owner, numbers in enumerate(inventory.by_child):
        text = trial.pool[owner].text
        for q in numbers:
            other = _digits_of(text, q)
            if (
                other == digits
                or not is_slip(digits, other)
                or key_of(q.values[0]) in told
                or not _alike(number, q, digits, other)
            ):
                continue
            tenfold = digits.rstrip("0") == other.rstrip("0")
            if _is_coarser(digits, other) or (fit is not None and len(digits) >= _SURE_MIN and not tenfold):
                continue  # a long number that a sum fits is that sum
            if fit is None and (
                len(digits) > _SURE_MIN or (len(digits) == _SURE_MIN == len(other) and _is_turned(digits, other))
            ):
                return owner, q.start, q.stop if q.unit else q.end
            if any(
                s.owner == owner
                and s.start <= q.start < s.end
                and _is_said_of_the_same(trial, clause, number, s, q, by_chance=fit is not None and not tenfold)
                for s in aligned
            ):
                return owner, q.start, q.stop if q.unit else q.end
    return None


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def _digits_of(text: str, number: Quantity) -> str:
    """The digits of a number; one that begins with its point has a nought before it: ".038" is 0.038."""
    digits = _digits(text[number.start : number.end])
    return "0" + digits if number.decimals == len(digits) else digits


def _alike(one: Quantity, two: Quantity, digits: str, other: str) -> bool:
    """Two numbers that may be one another: of one precision (or ten times apart), and not of two kinds of measure."""
    if one.unit is not None and two.unit is not None and one.unit.dimension != two.unit.dimension:
        return False
    return one.decimals == two.decimals or len(digits) != len(other)


def _is_coarser(digits: str, other: str) -> bool:
    """The parent's number is a rounder one than the children's: it tells of an estimate."""
    mine, theirs = (_ROUND.fullmatch(d) for d in (digits, other))
    return mine is not None and len(mine[1]) > (len(theirs[1]) if theirs else 0) and len(digits) == len(other)


def _is_said_of_the_same(
    trial: Trial, clause: Passage, number: Quantity, source: Passage, other: Quantity, *, by_chance: bool
) -> bool:
    """The two numbers have a unit or a word beside them in common, or their passages some words."""
    text = source.text
    at = other.start - source.start
    unit = number.unit is not None and other.unit is not None and abs(other.unit.factor / number.unit.factor - 1) < 1e-6
    noun = len(number.noun) > 1 and stem(number.noun) == stem(other.noun)
    before = word_before(trial.parent, number.start)
    follows = bool(before) and word_before(text, at) == before
    shared = len((clause.stems & source.stems) - {stem(number.noun)})
    label = {w for w in source.stems if not w.isdigit()}
    if len(label) > 1 and label <= clause.stems:
        return True  # a row that is nothing but the number and its name: "pairs scored   24000"
    if by_chance:
        return (unit or noun) and (follows or shared >= _SHARED_STEMS)
    return unit or noun or follows or shared >= _SHARED_STEMS


def find_time_slip(trial: Trial, span: tuple[int, int], hour: int, minute: int, *, worked_out: bool) -> Place | None:
    """The clock time of the aligned evidence that the parent's, which no child gives, is a slip of. `worked_out`: a time and a duration of
    the children give it, so that one other digit is no sign."""
    told = clock_times(trial.parent)
    mine = f"{hour:02d}{minute:02d}"
    for source in _aligned(trial, span[0]):
        for m in _CLOCK.finditer(source.text):
            h, minutes = int(m[1]), int(m[2])
            if minutes > 59 or h > 24 or {(h, minutes), (h + 12, minutes), (h - 12, minutes)} & told:
                continue
            for other in (f"{h:02d}{m[2]}", f"{(h - 12) % 24:02d}{m[2]}"):
                if other != mine and (_is_turned(mine, other) or (not worked_out and is_slip(mine, other))):
                    return source.owner, source.start + m.start(), source.start + m.end()
    return None


def find_date_slip(trial: Trial, span: tuple[int, int], month: int, day: int, *, worked_out: bool) -> Place | None:
    """The date of the aligned evidence that the parent's, which no child gives, is a slip of: one of its two numbers is the same, the
    other has its digits exchanged, or, where no date can follow from others (`worked_out`), one digit another."""
    told = {(m, d) for m, d, *_ in dates(trial.parent)}
    for source in _aligned(trial, span[0]):
        for m, d, _, start, end in dates(source.text):
            if (m, d) in told or (m, d) == (month, day):
                continue
            one, two = (f"{day:02d}", f"{d:02d}") if m == month else (f"{month:02d}", f"{m:02d}")
            if (m == month or d == day) and (_is_turned(one, two) or (not worked_out and is_slip(one, two))):
                return source.owner, source.start + start, source.start + end
    return None


def _aligned(trial: Trial, at: int) -> list[Passage]:
    """The evidence of the clause and the sentence of the parent that stand at `at`."""
    found = trial.clause_at(at)
    return _evidence(trial, *found) if found is not None else []


def _evidence(trial: Trial, clause: Passage, sentence: Passage) -> list[Passage]:
    """The sentences of the children that the clause or its sentence is aligned with, best first."""
    hits = (*trial.align(clause, _HITS), *trial.align(sentence, _HITS))
    return [trial.sentences[n] for n in dict.fromkeys(h.sentence for h in hits)]


def find_name_slip(trial: Trial, start: int, name: str) -> Place | None:
    """The children's name that is this one but for a slip in its numbers: job-03 for job-30. Both are letter for letter alike, and the
    parent has the children's nowhere."""
    digits = _digits(name)
    if len(digits) < _OTHER_DIGITS_MIN:
        return None
    parent = trial.parent.lower()
    found = [
        (other, place) for other, place in _names(trial).get(_skeleton(name), ())
        if is_slip(digits, _digits(other)) and other not in parent
    ]  # fmt: skip
    near = {(s.owner, s.start, s.end) for s in _aligned(trial, start)}
    for _, place in found:
        if len(found) == 1 or any(o == place[0] and a <= place[1] < b for o, a, b in near):
            return place
    return None


def _skeleton(name: str) -> str:
    return re.sub(r"\d+", "9", name.lower())


def _names(trial: Trial) -> dict[str, list[tuple[str, Place]]]:
    """Every name with a number of the children, in lower case with its first place, by its letters and joints."""
    kept = trial.shared.get("numbered names")
    if isinstance(kept, dict):
        return kept
    table: dict[str, list[tuple[str, Place]]] = {}
    seen: set[str] = set()
    for owner, child in enumerate(trial.pool):
        for m in NAMED.finditer(child.text):
            low = m.group().lower()
            if low not in seen:
                seen.add(low)
                table.setdefault(_skeleton(low), []).append((low, (owner, m.start(), m.end())))
    trial.shared["numbered names"] = table
    return table
