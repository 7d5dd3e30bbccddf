"""The sure checks on numbers, units, dates and identifiers: does each one of the parent stand in the children?

In: a trial. Out: findings for those that stand nowhere, after normal forms (1,200 = 1200), unit conversion, rounding
to the precision shown, ratios, and derivations a reader would make (left, total, of). Every reading of an ambiguous
number is tried, so what is reported is sure where a value of the children stands in its place or the words are theirs; small
bare counts and rounded numbers are never more than a suspicion (signals-notes, section 2). A number that stands in the children
with another unit is reported as that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from leadline.core.signals import identifiers
from leadline.core.signals.bounds import is_bound
from leadline.core.signals.calendar import find_calendar
from leadline.core.signals.citations import CITATIONS
from leadline.core.signals.counterparts import find_counterpart, find_halfway, find_setting
from leadline.core.signals.derivations import find_derivation
from leadline.core.signals.disclaimed import raise_disclaimed
from leadline.core.signals.findings import make
from leadline.core.signals.hours import is_decade, is_hour
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.inventory import Inventory
from leadline.core.signals.model import Finding, Severity
from leadline.core.signals.quantities import Quantity, is_other_case, key_of, kind_of, scan, unit_of
from leadline.core.signals.rounding import find_added_precision, find_misrounding
from leadline.core.signals.rows import find_in_row
from leadline.core.signals.slips import find_slip

__all__ = ["find_values"]

_APPROXIMATE = re.compile(
    r"(?:about|around|approx\w*|approximately|roughly|some|nearly|almost|close to|circa|ca\.|c\.|~|≈|rund|etwa|knapp|fast|gut|environ|près de|presque|unos|unas|casi|cerca de|约|約|近)\s*$",
    re.IGNORECASE,
)
_WITHIN = re.compile(
    r"\s(?:within|per|over|in any|in each|innerhalb von|binnen)\s(?:any |each |the )?(\d{1,3}\s?[A-Za-z]{1,10})\b",
    re.IGNORECASE,
)
_THOUSAND = re.compile(r"\bthousand\b|\b1k\b|\b1[,.]000\b", re.I)
_PERIODS = {"a": "year", "y": "year", "yr": "year", "mo": "month", "wk": "week", "w": "week"}  # kWh/a: per annum
_LIST_MARK = re.compile(r"(?:^|\n)[ \t#>*-]*\(?$")
_ORDINAL_HEAD = re.compile(
    r"\b(?:step|phase|part|section|item|point|option|level|stage|no\.?|number|nr\.?|#|task|question|group|round|table|figure|todo)\s*[#:]?\s*$",
    re.IGNORECASE,
)
_UNDERLINED = re.compile(r"^[^\n]{1,200}$(?=\n[=~^-]{4,200}$)", re.M)
_UNSEEN = 0.5  # where answers to calls are not among the children
_IN_TITLE = 0.1  # what is no more than a suspicion in the text, in a title
_LINK = re.compile(r"\]\([^)\s]{0,1000}+\)|<[^<>\s]+>")
_REPLACED_MIN = 2  # digits: one may be worked out in a way nobody foresaw
_PORTION = re.compile(r".{0,24}(?:\bof\b|\bout of\b|/|\bvon\b|\bsur\b|\bde\b|\bin\b|\baus\b).{0,12}", re.S)
_DOTTED_CLOCK = re.compile(r"([01]?\d|2[0-4])[.h]([0-5]\d)")
_SIZES = frozenset("KMGTP")  # sizes as df and ls print them
_WORKED_OUT_MIN = 100
_PART_MIN = 5
_NUMBERS_MAX = 24
_TIMES_MAX = 100
_DOTTED_DATE = re.compile(r"([0-3]?\d)\.([01]?\d)")
_LONG_NUMBER = 6  # digits
_CLOCK_AFTER = re.compile(r":\d\d")
_CLOCK_BEFORE = re.compile(r"\d:$")
_NEAR = 0.45  # share of a sentence that the best evidence bears: below it the writer's own arithmetic is as likely as a fault
_OWN_WORDS = 0.55  # share from which on a clause is the source's own with a number put in
_GONE = 0.4  # the same where the source's value of that unit is gone from the parent
_SAME = 3  # or so many words of the clause in one sentence of the sources
_PAIR_GAP = 48  # characters between two numbers that a ratio may be made of


def find_values(trial: Trial) -> list[Finding]:
    """All findings about numbers, units, dates and identifiers, in the order of the parent."""
    inventory = Inventory.of(trial)
    findings, taken = identifiers.find_identifiers(trial, inventory)
    found, spans = find_calendar(trial, inventory, taken)
    findings += found
    taken = taken + spans
    taken += [m.span() for pattern in (*CITATIONS, _LINK) for m in pattern.finditer(trial.parent)]
    for clause, sentence, number in _numbers(trial, taken):
        finding = _judge(trial, inventory, clause, sentence, number)
        if finding is not None:
            findings.append(finding)
    findings = raise_disclaimed(trial, inventory, findings)
    headings = [(s.start, s.end) for s in trial.parent_sentences if s.kind == "heading"]
    headings += [m.span() for m in _UNDERLINED.finditer(trial.parent)]
    findings = [_milder(f) if any(a <= f.parent_span[0] < b for a, b in headings) else f for f in findings]
    return sorted(findings, key=lambda f: f.parent_span)


def _milder(finding: Finding) -> Finding:
    """A title asserts little: a date or version in it was often given to the writer outside of the children."""
    if finding.severity == "hard":
        return replace(finding, severity="suspicion", probability=0.4)
    return replace(finding, severity="note", probability=min(finding.probability, _IN_TITLE))


def _numbers(trial: Trial, taken: list[tuple[int, int]]) -> Iterator[tuple[Passage, Passage, Quantity]]:
    """The parent's free-standing numbers with their clause and sentence; list marks and taken spans are left out."""
    covered = bytearray(len(trial.parent) + 1)
    for start, end in taken:
        covered[start:end] = b"\x01" * (end - start)
    clauses = trial.parent_clauses
    at = 0
    for number in scan(trial.parent):
        while at < len(clauses) and clauses[at][0].end <= number.start:
            at += 1
        if at >= len(clauses):
            return
        if covered[number.start] or _LIST_MARK.search(trial.parent, max(0, number.start - 12), number.start):
            after = trial.parent[number.end : number.end + 1]
            if covered[number.start] or after in ".):":
                continue
        clause, sentence = clauses[at]
        if clause.start <= number.start:
            yield clause, sentence, number


def _judge(trial: Trial, inventory: Inventory, clause: Passage, sentence: Passage, number: Quantity) -> Finding | None:
    """What is wrong with one number of the parent, if anything is."""
    same = [place for value in number.values for place in inventory.places(value)]
    if number.unit is not None and number.unit.dimension != "time":
        same = [p for p in same if not _is_in_clock(trial.pool[p[0]].text, p[1])]  # 03:05 is no 3 g
    if same:
        if number.unit is None:
            return None
        return _unit(trial, inventory, clause, sentence, number, same) or find_added_precision(
            trial, sentence, number, same
        )
    if (
        any(inventory.has_word(value) for value in number.values)
        or _is_clock(trial, number)
        or _is_date(trial, inventory, number)
        or is_hour(trial, inventory, number)
        or is_decade(trial, number)
        or _is_closed_up(trial, number)
    ):
        return None
    pieces = trial.parent[number.start : number.end].split(" ")
    if len(pieces) > 1 and all(p.isdecimal() and len(p) >= 3 and inventory.places(float(p)) for p in pieces[1:]):
        return None  # "net 1 251 fish": a label and its number
    value = number.values[0]
    text = trial.parent
    approximate = (
        bool(_APPROXIMATE.search(text, max(0, number.start - 16), number.start))
        or text[number.stop : number.stop + 1] == "+"
    )
    misrounded = find_misrounding(trial, inventory, clause, number, approximate)
    if misrounded is not None:
        return misrounded
    if inventory.converts(number):
        return None
    if inventory.rounds(number, approximate):
        return None
    if (
        is_bound(trial, inventory, clause, number)
        or _is_ratio(trial, inventory, clause, number)
        or inventory.has_class(value)
    ):
        return None
    fit = find_derivation(trial, inventory, clause, sentence, number)
    if fit == "said":
        return None
    if _ORDINAL_HEAD.search(text, max(0, number.start - 12), number.start) and value < 20:
        return None
    span = (number.start, max(number.end, number.stop if number.unit else number.end))
    quote = text[span[0] : span[1]]
    approximate = approximate or is_bound(trial, inventory, clause, number, rounder=False)  # it holds: not surely wrong
    halfway = find_halfway(trial, clause, sentence, number)
    if halfway is not None:
        return make(
            trial, "conflict_averaged", "suspicion",
            f'The summary gives "{quote}"; no source does. It lies halfway between two of their values: nobody gave that middle.',
            parent=span, child=halfway, probability=0.92,
        )  # fmt: skip
    slip = None if approximate else find_slip(trial, inventory, clause, sentence, number, fit)
    if slip is not None:
        owner, start, end = slip
        return make(
            trial, "value_changed", "hard",
            f'The summary says "{quote}"; no source does. "{trial.pool[owner].id}" has "{trial.pool[owner].text[start:end]}" there, which the summary lacks.',
            parent=span, child=slip, probability=0.95,
        )  # fmt: skip
    counterpart = find_counterpart(trial, clause, number)
    if (
        counterpart is None
        and fit is None
        and not approximate
        and (row := find_in_row(trial, inventory, clause, number))
    ):
        owner, start, end = row
        return make(
            trial, "value_changed", "hard",
            f'The summary says "{text[number.start : number.end]}"; no source does, and the row of "{trial.pool[owner].id}" that it tells has "{trial.pool[owner].text[start:end]}".',
            parent=span, child=row, probability=0.93,
        )  # fmt: skip
    fit = fit or ("chance" if any(_follows(inventory, v) for v in number.values) else None)
    digits = len(re.sub(r"\D", "", text[number.start : number.end]).strip("0"))
    exact = (
        number.unit is not None or number.decimals > 0 or (value >= 100 and (digits >= 2 or not inventory.near(value)))
    )
    severity: Severity = "suspicion"
    probability = 0.35 if value <= 12 else 0.5
    if exact and not approximate and fit is None and not inventory.spans_time(number):
        near = max((h.score for h in (*trial.align(clause, 1), *trial.align(sentence, 1))), default=0.0)
        close = near >= _GONE or any(
            len(clause.stems & trial.sentences[h.sentence].stems) >= _SAME for h in trial.align(clause, 1)
        )
        sure = near >= _NEAR or (close and counterpart is not None and _is_gone(trial, number, counterpart))
        severity, probability = ("hard", 0.97) if sure else ("suspicion", 0.75)
    elif counterpart is not None and counterpart[3] and value > 12 and not approximate:
        severity, probability = "hard", 0.9
    elif not approximate and number.unit is None and (setting := find_setting(trial, clause, number)) is not None:
        counterpart, severity, probability = setting, "hard", 0.9
    if counterpart is not None:
        owner, start, end, _ = counterpart
        other = trial.pool[owner].text[start:end]
        return make(
            trial, "value_changed", severity,
            f'The summary says "{quote}"; no source does, and "{trial.pool[owner].id}" says "{other}" in the same place.',
            parent=span, child=(owner, start, end), probability=probability,
        )  # fmt: skip
    # away from the source's own words, and with none of its values in that place, it may be worked out in a way nobody foresaw
    # nor where answers to calls are not here, one of which may give it
    own = (
        severity == "hard"
        and not trial.answers_missing
        and max((h.score for h in trial.align(clause, 1)), default=0.0) >= _OWN_WORDS
    )
    return make(
        trial, "invented_detail", "hard" if own else "suspicion",
        f'The summary gives the number "{quote}"; no source contains it and nothing in them adds up to it.',
        parent=span, probability=0.95 if own else min(probability, _UNSEEN if trial.answers_missing else 0.85),
    )  # fmt: skip


def _follows(inventory: Inventory, value: float) -> bool:
    """A large number that two or three of the children's give as a sum or a difference, or one times a small other: a total that was put
    right after a correction is worked out by whoever writes the summary. Of many numbers some always fit."""
    numbers = sorted({key_of(q.values[0]) for child in inventory.by_child for q in child if q.values[0] >= _PART_MIN})
    if value < _WORKED_OUT_MIN or len(numbers) > _NUMBERS_MAX:
        return False
    small = {key_of(q.values[0]) for child in inventory.by_child for q in child if 2 <= q.values[0] <= _TIMES_MAX}
    pairs = {key_of(a + b) for a in numbers for b in numbers} | {key_of(abs(a - b)) for a in numbers for b in numbers}
    if value in pairs or any(key_of(n * t) == value for n in numbers for t in small):
        return True
    return any(key_of(abs(value - n)) in pairs or key_of(value + n) in pairs for n in numbers)


def _is_gone(trial: Trial, number: Quantity, place: tuple[int, int, int, bool]) -> bool:
    """Whether the source's value has the same unit and stands nowhere in the parent: it was replaced, not added to."""
    there = scan(trial.pool[place[0]].text[place[1] : place[2]])
    if number.unit is None or len(there) != 1 or there[0].unit is None or there[0].unit.text != number.unit.text:
        return False
    return not any(key_of(v) == key_of(there[0].values[0]) for q in scan(trial.parent) for v in q.values)


def _is_clock(trial: Trial, number: Quantity) -> bool:
    """ "07.10" or "7h10" for a time that the children write with a colon."""
    m = _DOTTED_CLOCK.fullmatch(trial.parent[number.start : number.end])
    if m is None:
        return False
    hours = "|".join(str(h) for h in {int(m[1]), (int(m[1]) + 12) % 24})
    return bool(re.search(rf"(?<![\d:])0?(?:{hours})[:h]{m[2]}(?!\d)", trial.haystack))


def _is_date(trial: Trial, inventory: Inventory, number: Quantity) -> bool:
    """ "29.4" for a day that the children name."""
    m = _DOTTED_DATE.fullmatch(trial.parent[number.start : number.end])
    return m is not None and any((month, day) == (int(m[2]), int(m[1])) for month, day, _ in inventory.dates)


def _is_closed_up(trial: Trial, number: Quantity) -> bool:
    """A long number that the children write in groups: "4410 2297 06" told as 4410229706."""
    digits = trial.parent[number.start : number.end]
    if not digits.isdecimal() or len(digits) < _LONG_NUMBER:
        return False
    return bool(re.search(r"(?<!\d)" + r"[ .\-/\u00a0\u202f]?".join(digits) + r"(?!\d)", trial.haystack))


def _is_in_clock(text: str, number: Quantity) -> bool:
    """The digits are the hour, minute or second of a time."""
    before = _CLOCK_BEFORE.search(text, max(0, number.start - 3), number.start)
    return before is not None or (number.unit is None and _CLOCK_AFTER.match(text, number.end) is not None)


def _unit(
    trial: Trial,
    inventory: Inventory,
    clause: Passage,
    sentence: Passage,
    number: Quantity,
    same: list[tuple[int, Quantity]],
) -> Finding | None:
    """The digits stand in the children: with another unit only?"""
    assert number.unit is not None
    unit = number.unit
    clash: list[tuple[int, Quantity]] = []
    unknown = rate = False
    same = [(owner, q._replace(unit=q.unit or inventory.labelled.get((owner, q.start)))) for owner, q in same]
    told = {
        owner for owner, other in same if other.unit is not None
    }  # a bare mention beside one with its unit is short for it
    for owner, other in same:
        if other.unit is not None and _is_in_clock(trial.pool[owner].text, other):
            return None  # "6:20 min" has 20 s
        if other.unit is None:
            if other.scale > 1 and unit.text in _SIZES:
                return None  # "1.8 M" of "1.8 million"
            unknown = unknown or owner not in told
            continue
        if other.unit.text == "m" and unit.dimension == "time" and unit.factor == 60.0:
            return None  # "5m" of a configuration
        if unit.text in _SIZES and other.scale > 1:
            return None  # "1.8 M" of "1.8 million"
        if other.unit.text in _SIZES and unit.dimension == "data" and unit.text[:1] == other.unit.text:
            return None  # "1.1T" of df
        if is_other_case(unit, other.unit):
            return None
        if kind_of(other.unit) == kind_of(unit):
            length = _time_behind(trial.pool[owner].text, other) if unit.per and not other.unit.per else None
            if length is not None and _length_of(unit.per) not in (None, length):
                rate = True  # "5 % within 24 hours" told as "5 % per hour"
                clash.append((owner, other))
                continue
            if not unit.per or not other.unit.per or _per(unit.per) == _per(other.unit.per):
                return None
            rate = True
        clash.append((owner, other))
    if not clash:
        return None
    if not rate and inventory.converts(number) and not _best_clashes(trial, inventory, clause, number, clash):
        return None
    near = {trial.sentences[hit.sentence] for hit in trial.align(clause, 3) if hit.score >= 0.25}
    replaced = not rate and _is_replaced(trial, inventory, clause, sentence, number, clash)
    for owner, other in clash:
        assert other.unit is not None
        beside = any(s.owner == owner and s.start <= other.start < s.end for s in near)
        if not (beside or replaced) or (unknown and other.unit.dimension != unit.dimension and not replaced):
            continue
        span = (number.start, number.stop)
        quote, source = trial.parent[span[0] : span[1]], _shown(trial, owner, other)
        sure = other.unit.dimension == unit.dimension or (
            not unknown and sum(o.unit is not None for _, o in same) == len(clash)
        )
        return make(
            trial, "unit_changed", "hard" if sure or replaced else "suspicion",
            f'The summary says "{quote}", "{trial.pool[owner].id}" says "{source}": the same digits in another unit.',
            parent=span, child=(owner, other.start, other.start + len(source)), probability=0.97 if sure or replaced else 0.5,
        )  # fmt: skip
    return None


def _shown(trial: Trial, owner: int, number: Quantity) -> str:
    """A number of the sources as a message quotes it: with the unit that stands behind it; where a key names the unit, the key is before it."""
    text = trial.pool[owner].text[number.start : number.stop]
    found = scan(text)
    return text if found and found[0].unit is not None else text[: number.end - number.start]


def _is_replaced(
    trial: Trial,
    inventory: Inventory,
    clause: Passage,
    sentence: Passage,
    number: Quantity,
    clash: list[tuple[int, Quantity]],
) -> bool:
    """Whether all that have the digits have them in one other unit of that measure, which the parent has nowhere: no derivation gives
    the parent's, so its unit stands in place of that one, however the clause is worded."""
    assert number.unit is not None
    kind = number.unit.dimension.partition(":")[0]  # of money, whatever the currency
    others = {(q.unit.dimension, q.unit.factor) for _, q in clash if q.unit is not None}
    if len(others) != 1 or len(trial.parent[number.start : number.end].strip("0")) < _REPLACED_MIN:
        return False
    dimension, factor = next(iter(others))
    if dimension.partition(":")[0] != kind or number.unit.per:
        return False
    kept = any(
        q.unit is not None and q.unit.dimension == dimension and q.unit.factor == factor
        and any(key_of(v) == key_of(w) for v in q.values for w in number.values)
        for q in scan(trial.parent)
    )  # fmt: skip
    return (
        not kept
        and not inventory.spans_time(number)
        and find_derivation(trial, inventory, clause, sentence, number) != "said"
    )


def _best_clashes(
    trial: Trial, inventory: Inventory, clause: Passage, number: Quantity, clash: list[tuple[int, Quantity]]
) -> bool:
    """The best evidence has the digits with another unit of the dimension, and nothing that converts to the parent's."""
    assert number.unit is not None
    hits = trial.align(clause, 1)
    if not hits or hits[0].score < 0.4:
        return False
    s = trial.sentences[hits[0].sentence]
    there = any(
        owner == s.owner
        and s.start <= q.start < s.end
        and q.unit is not None
        and q.unit.dimension == number.unit.dimension
        for owner, q in clash
    )
    base = number.values[0] * number.unit.factor
    return there and not any(
        q.unit is not None
        and q.unit.dimension == number.unit.dimension
        and abs(q.values[0] * q.unit.factor - base) <= 0.01 * base
        for q in scan(s.text)
    )


def _length_of(per: str) -> float | None:
    """The length in seconds of a rate's denominator, None where it is no time."""
    found = scan(per) if per[:1].isdigit() else ()
    unit = found[0].unit if found else unit_of(_PERIODS.get(per.lower(), per))
    if unit is None or unit.dimension != "time":
        return None
    return unit.factor * (found[0].values[0] if found else 1.0)


def _time_behind(text: str, number: Quantity) -> float | None:
    """The length in seconds of the time that stands right behind a value as what it is for: "5 % within 24 hours"."""
    behind = _WITHIN.match(text, number.stop)
    return _length_of(behind[1]) if behind is not None else None


def _per(text: str) -> str:
    """A denominator for comparison: its number, and the length of its time or else the first letter of its unit."""
    text = _THOUSAND.sub("1000 ", text)
    digits = re.sub(r"[^\d]", "", text)
    word = re.sub(r"[\d.,\s]", "", text)
    unit = unit_of(_PERIODS.get(word.lower(), word))
    if unit is not None and unit.dimension == "time":
        return f"{digits if digits != '1' else ''}{unit.factor:g}"
    return (digits if digits != "1" else "") + word[:1]


def _is_ratio(trial: Trial, inventory: Inventory, clause: Passage, number: Quantity) -> bool:
    """A percentage or share that two numbers of a child give: "26 of 30" anywhere, or neighbours in the best evidence."""
    if number.unit is not None and number.unit.dimension != "share":
        return False
    percent = number.unit is not None
    value = number.values[0]
    if not percent and not 0 < value < 1:
        return False
    tolerance = 0.51 * 10.0**-number.decimals
    near = {trial.sentences[hit.sentence] for hit in trial.align(clause, 3)}
    for owner, numbers in enumerate(inventory.by_child):
        text = trial.pool[owner].text
        for a, b in pairwise(numbers):
            if b.start - a.end > _PAIR_GAP or not a.values[0] or not b.values[0]:
                continue
            if not _PORTION.fullmatch(text, a.end, b.start) and not any(
                s.owner == owner and s.start <= a.start and b.end <= s.end for s in near
            ):
                continue
            for x, y in ((a.values[0], b.values[0]), (b.values[0], a.values[0])):
                for share in (x / y, 1 - x / y, x / y - 1):
                    if abs((100 if percent else 1) * share - value) <= tolerance:
                        return True
    return False
