"""Means that nobody gave: one value in place of two that differ.

In: a trial. Out: findings `conflict_averaged`, suspicions of 0.92. Two sources give one quantity two values; the summary gives their mean, or with
"about" or "on average" something between them, and neither of the two. Nobody measured that value, and that the sources differ is gone. Three
kinds of mean are fine: one that the sources take themselves or ask for, one beside both values, and one over a row of repeated
measures; and what lies between is no mean where the summary divides a whole of its own by the number of its parts. That the sources only have the word ("mean wind", "do not average them") licenses nothing.
A value that stands in the sources as a limit alone ("below 150") is not what was measured.
"""

from __future__ import annotations

import re
from itertools import combinations
from typing import NamedTuple

from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.inventory import Inventory
from leadline.core.signals.lexis import NUMBER_WORDS, STOP, WORD, stem
from leadline.core.signals.model import Finding
from leadline.core.signals.numerals import numbers_of
from leadline.core.signals.quantities import Quantity, key_of, scan
from leadline.core.text.gates import gated
from leadline.core.text.openings import Sparse, finds

__all__ = ["find_averaged", "is_row", "stand_in_parent"]

_SUPERSEDES = re.compile(
    r"\b(?:now|instead|replac\w*|chang\w*|updat\w*|correct\w*\b(?! for)|new|after the fix|no longer|meanwhile|since then|second (?:try|round)|again|was wrong|is wrong|raised|lowered|jetzt|nun|statt|désormais|ahora)\b|変更|现在|改",
    re.I,
)
_APPROXIMATE = re.compile(
    r"(?:about|around|approx\w*|roughly|some|circa|ca\.|~|≈|on average|average\w*|rund|etwa|environ|unos|約|约)\s*$",
    re.I,
)
_BOUND = re.compile(  # "over 50" lies where it says, between nothing
    r"\b(?:over|under|above|below|(?:more|less|fewer|other) than|at (?:least|most)|up to|beyond|exceed\w*|über|unter|mehr als|plus de|moins de|más de|menos de)\s*$",
    re.I,
)
_LIMIT = re.compile(
    r"(?:\b(?:limit|ceiling|threshold|cap|target|max\w*|min\w*|grenz\w*|höchst\w*|mindest\w*|plafond|seuil|límite|umbral)\b[^.;\n]{0,16}|[<>≤≥]=?\s*)$",
    re.I,
)
_BACK = 60  # characters before a number that may make it a limit
_MEAN_MIN = (5, 20)  # below: with "about", and without it; small numbers lie between others all the time
_PARTS = (3, 100)
_FEW = 4  # among many numbers some two have any third as their mean
_ROW = 3  # values beside each other are repeated measures
_ROW_GAP = 12  # characters between two of them
_MEANT = Sparse(
    r"\b(?:mean(?!\s*\.?\d)|average[sd]?|median|halfway|half-way|split the difference|mittel\w*|durchschnitt\w*|moyenne|media|promedio)\b",
    ("mean", "average", "media", "half", "split the difference", "mittel", "durchschnitt", "moyenne", "promedio"),
    re.I,
)
_MEAN = re.compile(
    r"\b(?:averag(?:e|es|ed|ing)|mean|on the whole|halfway|(?:the |a )?(?:middle|compromise|midpoint)|im (?:mittel|schnitt|durchschnitt)|durchschnittlich|mittlere[rns]?|en moyenne|de media|en promedio|di media)\b|平均",
    re.I,
)
_LICENCE = gated(  # the sources take the mean themselves, or ask for it
    r"\b(?:tak(?:e|es|ing)|us(?:e|es|ing)|report|give|want|compute|calculate|settl\w+ (?:on|for)|count\w* (?:as|with)|nimm\w*|nehmen)\s+(?:the |an? |their |den |das )?(?:mean|average|median|mittel\w*|durchschnitt\w*)"
    r"|\baverag(?:e|ed|ing)\s+(?:of|over|both|the two|these|them|all)\b|\b(?:mean|median)\s+(?:of|over)\b|\b(?:halfway|half-way|split the difference)\b",
    flags=re.I,
)
_REPEATS = gated(  # one thing measured again and again: of its results anybody may give the mean
    r"\b(?:two|three|four|five|six|ten|both|all|\d{1,2}|zwei|drei|beide[rn]?|deux|trois|dos|tres)\s+(?:\w+\s+)?(?:runs|builds|tries|trials|rounds|attempts|repeats|repetitions|iterations|timings|läufe\w*|durchläufe\w*|versuche\w*|essais|pruebas)\b",
    flags=re.I,
)
_NOT = re.compile(r"\b(?:not|never|no|don['’]t|nicht|kein\w*|pas|sin|without)\b", re.I)
_CONTRAST = re.compile(
    r"\b(?:but|yet|whereas|while|against|versus|vs|differ\w*|disagree\w*|discrepan\w*|contradict\w*|aber|während|dagegen|mais|tandis|pero|mientras)\b|但|而",
    re.I,
)
_LARGE = 1e6
_JOINTS = (".", ",")
_WIDE = (0.3, 3.0)  # an exact mean may lie this far from either value, another number between them half or twice


class _Told(NamedTuple):
    """One value of the children, with the sentence that gives it."""

    sentence: Passage
    quantity: Quantity
    value: float


def _is_compound(trial: Trial, number: Quantity, value: float) -> bool:
    """Hours with a fraction that the children give in hours and minutes, or a half that they give in words."""
    if value > _LARGE:  # beyond what a float counts there are no halves
        return False
    if value - int(value) == 0.5 and re.search(
        rf"(?<!\w)(?:{int(value)}|{'|'.join(w for w, v in NUMBER_WORDS.items() if v == int(value)) or int(value)})(?: and a half|½|einhalb| et demie?| y medi[ao])",
        trial.haystack,
    ):
        return True
    if number.unit is None or number.unit.dimension != "time" or number.unit.factor != 3600.0 or value == int(value):
        return False
    hours, minutes = int(value), round((value - int(value)) * 60)
    return (
        re.search(
            rf"(?<!\d){hours} ?(?:h|hrs?|hours?|std|stunden|heures?|horas?)\W{{0,5}}(?:and |und |et |y )?{minutes}(?!\d)",
            trial.haystack,
        )
        is not None
    )


def find_averaged(trial: Trial) -> list[Finding]:
    """A number strictly between two siblings' values of one unit, equal to neither: rounded, or exactly their mean."""
    strict = _MEANT.search(trial.haystack) is not None
    if strict and _is_licensed(trial):
        return []
    out: list[Finding] = []
    for clause, sentence in trial.parent_clauses:
        for number in numbers_of(clause.text):
            value = _value(number)
            if (value < _MEAN_MIN[0] and not _is_measured(number)) or clause.text[number.start] == "0":
                continue
            before = clause.text[: number.start]
            if _is_limit(before):
                continue
            if _REPEATS.search(sentence.text):
                continue
            if _is_compound(trial, number, value):
                continue  # "2 h 30 min" told as 2.5 h
            if _is_portion(trial, sentence, number, value):
                continue  # "186.1 kg in all: four batches of about 46.5 kg"
            about = bool(_APPROXIMATE.search(before))
            mean = about or bool(_MEAN.search(clause.text))
            said = clause.text[number.start : number.stop]
            written = _is_written(trial, said) if said[0].isdigit() else _is_worded(trial, value)
            if written and not _stands_otherwise(trial, number):
                continue
            sides = _sides(trial, clause, sentence, number, about, mean, strict or written)
            if sides is None:
                continue
            one, two = sides
            start = clause.start + number.start
            out.append(
                make(
                    trial, "conflict_averaged", "suspicion",
                    f'The summary says "{trial.parent[start : clause.start + number.stop]}"; "{_owner(trial, one)}" says "{_said(one)}" and '
                    f'"{_owner(trial, two)}" says "{_said(two)}": nobody gave what lies between, and that they differ is gone.',
                    parent=(start, clause.start + number.stop),
                    child=(one.sentence.owner, one.sentence.start + one.quantity.start, one.sentence.start + one.quantity.stop), probability=0.92,
                )
            )  # fmt: skip
    return out


def _is_portion(trial: Trial, sentence: Passage, number: Quantity, value: float) -> bool:
    """Whether the summary itself gives a whole of that unit, and in the same sentence the number of parts that makes it so much a part. Of two
    parts it would be their mean."""
    if number.unit is None:
        return False
    step = 0.51 * 10.0**-number.decimals
    parts = {_value(q) for q in numbers_of(sentence.text) if q.unit is None and _PARTS[0] <= _value(q) <= _PARTS[1]}
    wholes = [q for q in scan(trial.parent) if q.unit is not None and q.unit[1:3] == number.unit[1:3]]
    return any(abs(_value(q) / n - value) <= step and _value(q) != value for q in wholes for n in parts)


def _is_worded(trial: Trial, value: float) -> bool:
    """Whether the children have the value of a number in words, in digits or in words."""
    return any(key_of(v) == key_of(value) for s in trial.sentences for q in numbers_of(s.text) for v in q.values)


def _owner(trial: Trial, told: _Told) -> str:
    return trial.pool[told.sentence.owner].id


def _said(told: _Told) -> str:
    return told.sentence.text[told.quantity.start : told.quantity.stop]


def _is_measured(number: Quantity) -> bool:
    """Decimals with a unit: no count, so that even a small one lies between two others by no chance."""
    return number.decimals > 0 and number.unit is not None


def _value(number: Quantity) -> float:
    """The number; "1.250" read as the thousands that it is as often."""
    return max(number.values) if number.decimals == 3 and len(number.values) == 2 else number.values[0]


def _is_licensed(trial: Trial) -> bool:
    """Whether some sentence of the children takes a mean or asks for one; a prohibition is no licence."""
    return any(
        (found := _LICENCE.search(s.text)) is not None and not _NOT.search(s.text, 0, found.start())
        for s in map(trial.sentences.__getitem__, trial.masked.may_match(_LICENCE))
    )


def _is_written(trial: Trial, number: str) -> bool:
    """The children have the number, with a space in it ("7. 8 per cent")."""
    written = number.split()[0]
    if written not in trial.closed_up:
        return False
    text = trial.haystack
    for at in finds(text, written):
        end = at + len(written)
        if not text[end : end + 1].isdecimal() and not (text[at - 1 : at].isdecimal() or text[at - 1 : at] in _JOINTS):
            return True
    digits = [re.escape(d) for d in written]
    return bool(re.search(rf"(?<![\d.,]){r' ?'.join(digits)}(?![\d])", trial.haystack))


def _stands_otherwise(trial: Trial, number: Quantity) -> bool:
    """Whether the children have the value, and nowhere but as a limit or with another unit."""
    places = Inventory.of(trial).places(_value(number))
    return bool(places) and all(
        not _may_be(number, q) or _is_limit(trial.pool[owner].text[max(0, q.start - _BACK) : q.start])
        for owner, q in places
    )


def _is_limit(before: str) -> bool:
    """Whether what stands before a number makes it a limit."""
    return _BOUND.search(before) is not None or _LIMIT.search(before) is not None


def _may_be(number: Quantity, other: Quantity) -> bool:
    """Whether the units allow that the two are one quantity: "20 %" is no 20 knots."""
    if number.unit is None and number.noun:
        return other.unit is None
    if number.unit is not None and other.unit is None:
        return len(other.noun) < 3 or other.noun in STOP  # 25 persons are no 25 days
    return number.unit is None or other.unit is None or number.unit.dimension == other.unit.dimension


def _sides(
    trial: Trial, clause: Passage, sentence: Passage, number: Quantity, about: bool, mean: bool, strict: bool
) -> tuple[_Told, _Told] | None:
    """Two values that the number lies between. Without a word like "about" it must be their mean. `strict`: they are two sources'."""
    value = _value(number)
    dimension = number.unit.dimension if number.unit else ""
    near: list[_Told] = []
    for s in _evidence(trial, clause):
        numbers = [
            q for q in numbers_of(s.text) if not s.text[max(0, q.start - 1) : q.start].isalpha()
        ]  # "p95" is a name
        for q in numbers:
            other = q.unit.dimension if q.unit else ""
            # "12.1 mg/L and lab B 4.1": the unit is said once
            same = other == dimension or (
                not other and any(n.unit is not None and n.unit.dimension == dimension for n in numbers)
            )
            there = _value(q)
            limit = _is_limit(s.text[max(0, q.start - _BACK) : q.start])
            stated = key_of(there) == key_of(value) or (other == dimension and abs(there - value) < 0.02 * value)
            if stated and not limit and _may_be(number, q):
                return None  # the rounding of a stated value
            if same and not limit and _WIDE[0] * value <= abs(there) <= _WIDE[1] * value:
                near.append(_Told(s, q, abs(there)))
    amounts = {key_of(t.value) for t in near}
    few = len(amounts) <= _FEW
    # "about 80" of 140 less 60 is worked out, and lies between them by chance
    made = any(abs(a - b) == value or a + b == value for a, b in combinations(sorted(amounts), 2))
    pairs = list(combinations(near if about or few or mean else (), 2))
    pairs.sort(  # exact means first, then those that stand behind one word
        key=lambda p: (abs((p[0].value + p[1].value) / 2 - value) > _reach(number, value), _label(p[0]) != _label(p[1]))
    )
    for one, two in pairs:
        low, high = sorted((one.value, two.value))
        counts = value >= _MEAN_MIN[1] or mean or _is_measured(number)
        exact = counts and abs((low + high) / 2 - value) <= _reach(number, value) and high != low
        between = about and not made and low < value < high and 0.5 * value <= low and high <= 2 * value
        if not (exact and (few or about or mean)) and not between:
            continue
        if _SUPERSEDES.search(one.sentence.text) or _SUPERSEDES.search(two.sentence.text):
            continue
        if (
            is_row(one.sentence, one.quantity)
            or is_row(two.sentence, two.quantity)
            or stand_in_parent(trial, low, high)
        ):
            continue
        if (strict or not (few or about)) and not _are_sources(one, two, sentence, number):
            continue
        return one, two
    return None


def _reach(number: Quantity, value: float) -> float:
    """How far a mean may lie from the number that gives it."""
    return max(0.51 * 10.0**-number.decimals, 0.001 * value) if number.decimals else 0.01 * value


def _evidence(trial: Trial, clause: Passage) -> list[Passage]:
    """The sentences that the clause rests on, and those beside the best two in their children."""
    hits = [hit.sentence for hit in trial.align(clause, 8)]
    places = dict.fromkeys(hits)
    for n in hits[:2]:
        for beside in (n - 1, n + 1):
            if 0 <= beside < len(trial.sentences) and trial.sentences[beside].owner == trial.sentences[n].owner:
                places.setdefault(beside)
    return [trial.sentences[n] for n in places]


def _label(told: _Told) -> str:
    words = WORD.findall(told.sentence.text[max(0, told.quantity.start - 24) : told.quantity.start])
    return words[-1].lower() if words else ""


def is_row(sentence: Passage, quantity: Quantity) -> bool:
    """Whether the value stands in a row of values: repeated measures, of which anybody may give the mean."""
    numbers = [q for q in scan(sentence.text) if not sentence.text[max(0, q.start - 1) : q.start].isalpha()]
    row = 1
    at = next((i for i, q in enumerate(numbers) if q.start == quantity.start), None)
    if at is None:
        return False
    for step in (-1, 1):
        i = at
        while 0 <= i + step < len(numbers):
            first, second = sorted((numbers[i], numbers[i + step]), key=lambda q: q.start)
            between = sentence.text[first.end : second.start]
            if len(between) > _ROW_GAP or not re.fullmatch(r"[^\n]{0,5}?(?:[,;/|]|\s+and|\s+und|\s)\s*", between):
                break
            row += 1
            i += step
    return row >= _ROW


def stand_in_parent(trial: Trial, *values: float) -> bool:
    """Whether the summary gives all of the values: a mean beside them hides nothing."""
    there = {key_of(v) for q in numbers_of(trial.parent) for v in q.values}
    return all(key_of(v) in there for v in values)


def _are_sources(one: _Told, two: _Told, sentence: Passage, number: Quantity) -> bool:
    """Two children that speak of one quantity, by a word that the summary has as well; or one that sets the two against each other."""
    if one.sentence.owner == two.sentence.owner:
        return one.sentence is two.sentence and _CONTRAST.search(one.sentence.text) is not None
    shared = one.sentence.stems & two.sentence.stems & sentence.stems
    return any(not w.isdigit() and (number.unit is None or w != stem(number.noun)) for w in shared)
