"""Numbers that a writer worked out: sums, differences, means, shares and rates of what the sources give.

In: a trial, its inventory and one number of the parent that stands in no child. Out: `said` where the arithmetic fits and
a word of the clause says that something was worked out ("left", "in all", "by 500", "298 of the 300"), `chance` where only
the arithmetic fits (small sums fit by chance: it then is no more than a suspicion), None where nothing fits. Operands stand
in the aligned evidence or under one label of the children; they are of similar size, else 3 is 4 - 1 everywhere.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product
from typing import Literal

from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.inventory import Inventory
from leadline.core.signals.lexis import NUMBER_WORDS, WORD
from leadline.core.signals.quantities import Quantity, key_of, scan, unit_of

__all__ = ["find_derivation"]

_SAID = re.compile(
    r"\b(?:left|remain\w*|total\w*|sum|in all|altogether|together|combined|increase\w*|decrease\w*|saved?|saving\w*|times|faster|slower|longer|shorter|higher"
    r"|lower|difference|apart|later|earlier|average\w*|mean|net|overall|missing|rest|further|another|so far|again|twice|double[sd]?|half|halved|tripled?|more|fewer|outstanding"
    r"|open|spent|used|below|above|beyond|short of|ahead|behind|lead|gap|margin|points?|undercut\w*|exceed\w*|r[oi]se[ns]?|grew|grown|fell|fallen|drop(?:s|ped)?|gain\w*|lost"
    r"|shrank|cut|both|whole|entire\w*|in the end|accounts? for|más|menos|plus|moins|più|meno|mais|übrig\w*|insgesamt|zusammen|rest\w*|fehlen\w*|noch|weitere|mehr|weniger|unterschied|beide\w*|gesamt\w*"
    r"|reste\w*|manqu\w*|écart|quedan?|faltan?|restan\w*|diferencia)\b|残り|合計|剩|共|计|計|還|还|差",
    re.IGNORECASE,
)
_IN_ALL = re.compile(
    r"\b(?:both|total\w*|in all|altogether|together|combined|overall|insgesamt|zusammen|beide\w*|en tout|au total|ensemble|en total)\b|合計|共",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"\b(?:max(?:imum|imal)?|min(?:imum)?|at most|at least|limit|cap|ceiling|threshold|höchstens|mindestens|au plus|au moins|como máximo|al menos)\.?:?\s+(?:of\s+|is\s+|at\s+|to\s+|de\s+)?$",
    re.IGNORECASE,
)  # a limit is set, not worked out
_BY = re.compile(r"\b(?:by|um)\s+(?:about\s+|some\s+|just\s+)?[$€£]?$", re.IGNORECASE)
_EACH = re.compile(
    r"[^.;\n]{0,12}?\b(?:per|each|every|apiece|pro|je|par|por|cada|chacun)\b|\s?/\s?[A-Za-z]", re.IGNORECASE
)
_OF = re.compile(r"[^\d\n]{0,4}\b(?:of|out of|von|sur|de|aus)\b|\s?/\s?\d")
_OF_WHOLE = re.compile(
    r"\s*(?:(?:out )?of|von|sur|de|aus|/)\s*(?:the |all |den |der |les |los )?(\d[\d.,]*)", re.IGNORECASE
)
_FACTOR = re.compile(
    r"\b(?:multipl\w+|scal\w+|factor|times) (?:(?:them|it|all|everything|of|up|by) )*(?:by |of )?(\d+(?:\.\d+)?)(?![\d%])|(?:×|\*|\bx) ?(\d+(?:\.\d+)?)(?![\d%])"
)
_RESULT = re.compile(r"=\s?[$€£]?(\d[\d.,]*)")
_TIMES = re.compile(r"(?<![\d.,])(\d{1,4})\s?[×x*]|[×x*]\s?(\d{1,4})(?![\d.,])")
_SUM_MAX = 60  # characters of a calculation before its result
_BESIDE = re.compile(r"\b(?:of|in|per|von|sur|de|aus)\s+(?:every\s+|the\s+)?$", re.IGNORECASE)
_MEAN = re.compile(
    r"\b(?:mean|average\w*|median|mittel\w*|durchschnitt\w*|moyenne|media|promedio)\b|平均", re.IGNORECASE
)
_TOLERANCE = re.compile(
    r"(?P<middle>(?<![\d.,])\d++(?:\.\d++)?)\s?(?:mm|cm|m|kg|g|v|a|°c|c|%)?\s?"
    r"(?:\+\s?(?P<up>\d++(?:\.\d++)?)\s?(?:/|,)?\s?[-−–]\s?(?P<down>\d++(?:\.\d++)?)|(?:±|\+/[-−–]|\+-)\s?(?P<both>\d++(?:\.\d++)?))"
)
_POOL_MAX = 40
_THREE_MAX = 10
_FEW = 20  # so few numbers in all children may all be operands
_LABELS_MAX = 12  # numbers under one label: beyond that their sums hit everything

_NEAR = 60  # numbers on either side in one sentence

Fit = Literal["said", "chance"]


def _near(numbers: Sequence[Quantity], at: int) -> list[Quantity]:
    """The numbers around the one at `at`, without it: a line of thousands is data, and each would be held against all."""
    k = bisect_left(numbers, at, key=lambda q: q.start)
    return [q for q in numbers[max(0, k - _NEAR) : k + _NEAR] if q.start != at]


def find_derivation(
    trial: Trial, inventory: Inventory, clause: Passage, sentence: Passage, number: Quantity
) -> Fit | None:
    """Whether the number follows from the sources, and whether the parent says that it was worked out."""
    text = trial.parent
    if _LIMIT.search(text, max(0, number.start - 24), number.start):
        return None
    value = number.values[0]
    tolerance = 0.51 * 10.0**-number.decimals if number.decimals else 1e-6
    whole = _OF_WHOLE.match(text, max(number.end, number.stop if number.unit else number.end))
    by = bool(_BY.search(text, max(0, number.start - 16), number.start))
    each = _EACH.match(text, number.end)
    said = by or bool(
        each or _SAID.search(clause.text) or _IN_ALL.search(sentence.text) or _OF.match(text, number.stop)
    )
    evidence = [trial.sentences[h.sentence] for h in (*trial.align(clause, 3), *trial.align(sentence, 3))]
    local = _near(scan(sentence.text), number.start - sentence.start)
    pool = [q for s in dict.fromkeys(evidence) for q in scan(s.text)] + local
    if said and sum(len(numbers) for numbers in inventory.by_child) <= _FEW:
        pool = [q for numbers in inventory.by_child for q in numbers] + local
    words = [
        v for s in dict.fromkeys(evidence) for w in WORD.findall(s.text) if (v := NUMBER_WORDS.get(w.lower())) and v > 1
    ]
    values = sorted({key_of(v) for v in (*(v for q in pool for v in q.values), *words) if v})[:_POOL_MAX]
    if whole is not None and _is_remainder(value, scan(whole[1]), values):
        return "said"
    if (
        number.unit is not None
        and number.unit.dimension == "share"
        and any(abs(100 - v - value) <= 1e-6 for v in values)
    ):
        return "said"  # 38 % skipped it: 62 % did not
    mean = bool(_MEAN.search(clause.text) or any(_MEAN.search(s.text) for s in evidence))
    if mean and any(abs((a + b) / 2 - value) <= max(tolerance, 1e-6) for a, b in _pairs(values)):
        return "said"
    if each and any(abs(x / y - value) <= tolerance for a, b in _pairs(values) for x, y in ((a, b), (b, a)) if y):
        return "said"
    if (
        _is_bound(trial, value)
        or _is_percentage(number, tolerance, pool)
        or _is_rate_times_time(number, pool)
        or _is_multiplied(trial, value, tolerance, pool)
        or _is_recalculated(trial, inventory, number, tolerance)
    ):
        return "said"
    fits = _fits(value, values, tolerance, said)
    if not fits and number.unit is not None:
        bases = sorted(
            {key_of(q.values[0] * q.unit.factor / number.unit.factor) for q in pool if q.unit is not None and q.unit.dimension == number.unit.dimension}
        )  # fmt: skip
        fits = _fits(value, bases[:_POOL_MAX], max(tolerance, 1e-6 * value), said)
    if fits:
        return "said" if said else "chance"
    if said and _is_column(number, value, tolerance, local, inventory):
        return "said"
    if _is_neighbour_sum(trial, clause, sentence, number, tolerance):
        return "said"
    column = [q.values[0] for q in local]
    if len(column) >= 3 and any(abs(sum(column[k:]) - value) <= tolerance for k in range(2)):
        return "said"
    if value >= 20 and _is_chance(value, values, tolerance):
        return "chance"
    if _is_several(number, value, tolerance, pool, values):
        return "chance"
    if number.unit is not None and number.unit.dimension == "share" and _is_share(value, evidence[:1], number.decimals):
        return "chance"
    if (whole or _BESIDE.search(text, max(0, number.start - 12), number.start)) and _is_rate(
        value, [q.values[0] for q in local], values
    ):
        return "said"
    return None


def _is_percentage(number: Quantity, tolerance: float, pool: Sequence[Quantity]) -> bool:
    """A number of the evidence less, plus or times a percentage of it: 1,299 less 10 % are 1,169.10."""
    shares = [q.values[0] / 100 for q in pool if q.unit is not None and q.unit.dimension == "share"]
    return any(
        min(abs(q.values[0] * f - number.values[0]) for f in (1 - share, 1 + share, share)) <= tolerance
        for share in shares[:8]
        for q in pool
        if q.unit is None or number.unit is None or q.unit.dimension == number.unit.dimension
    )


def _is_multiplied(trial: Trial, value: float, tolerance: float, pool: Sequence[Quantity]) -> bool:
    """A number of the sources times a factor that the sources name as one ("multiplying by 7.5", "three times")."""
    factors = trial.shared.get("factors")
    if factors is None:
        factors = trial.shared["factors"] = {float(m[1] or m[2]) for m in _FACTOR.finditer(trial.haystack)}
    assert isinstance(factors, set)
    return any(
        abs(v * f - value) <= max(tolerance, 1e-6 * value)
        for f in sorted(factors)[:8]
        for q in pool
        for v in q.values[:1]
    )


def _is_recalculated(trial: Trial, inventory: Inventory, number: Quantity, tolerance: float) -> bool:
    """A product that a source works out, with another number of the sources in the place of one factor: "16 × 2 × 54 = 1,728", and then
    there are 15."""
    for m in _RESULT.finditer(trial.haystack):
        sum_ = trial.haystack[max(0, m.start() - _SUM_MAX) : m.start()].rpartition("\n")[2]
        factors = {float(a or b) for a, b in _TIMES.findall(sum_)}
        for result in scan(m[1])[:1]:
            for old, value, total in product(sorted(factors), number.values, result.values):
                new = round(value * old / total) if total else 0
                if (
                    new > 1
                    and new != old
                    and abs(new * total / old - value) <= tolerance
                    and inventory.places(float(new))
                ):
                    return True
    return False


def _is_bound(trial: Trial, value: float) -> bool:
    """An end of a range that the sources give as a value with its tolerance: "32.000 +0.025/-0", "5 ± 0.2"."""
    bounds = trial.shared.get("bounds")
    if bounds is None:
        found: set[float] = set()
        for m in _TOLERANCE.finditer(trial.haystack):
            middle, up, down = (float(part or m["both"] or 0) for part in (m["middle"], m["up"], m["down"]))
            found |= {key_of(middle + up), key_of(middle - down)}
        bounds = trial.shared["bounds"] = found
    assert isinstance(bounds, set)
    return key_of(value) in bounds


def _is_remainder(value: float, whole: Sequence[Quantity], values: Sequence[float]) -> bool:
    """ "298 of the 300": the whole less what the sources count."""
    return any(abs(w - v - value) <= 1e-6 for q in whole for w in q.values[:1] for v in values)


def _pairs(values: Sequence[float]) -> Iterator[tuple[float, float]]:
    return ((a, b) for i, a in enumerate(values) for b in values[i + 1 :])


def _fits(value: float, values: Sequence[float], tolerance: float, said: bool) -> str:
    """The arithmetic that gives the value, "" for none. Sums need operands of similar size, products two that count."""
    for i, a in enumerate(values):
        for b in values[i:]:
            alike = a >= 0.04 * b and abs(value) >= 0.04 * b and (said or value >= 20)
            if alike and (abs(a + b - value) <= tolerance or abs(b - a - value) <= tolerance):
                return "sum"
            if (said or a >= 2) and abs(a * b - value) <= tolerance:
                return "product"
            if said and a and abs(b / a - value) <= tolerance:
                return "quotient"
    return ""


def _is_chance(value: float, values: Sequence[float], tolerance: float) -> bool:
    """A share of two numbers of the evidence, or a sum of unlike ones: worth no more than a doubt."""
    return any(
        abs(a + b - value) <= tolerance or abs(b - a - value) <= tolerance
        for a, b in _pairs(values)
        if a >= 2 and a >= 0.02 * value
    )


def _is_share(value: float, evidence: Sequence[Passage], decimals: int) -> bool:
    """A percentage that two numbers of the best evidence give, as a share of one another or as a rise or fall."""
    values = sorted({q.values[0] for s in evidence for q in scan(s.text)})
    step = 0.51 * 10.0**-decimals
    return any(
        min(abs(100 * a / b - value), abs(100 - 100 * a / b - value), abs(100 * b / a - 100 - value)) <= step
        for a, b in _pairs(values)
        if a
    )


def _is_rate(value: float, local: Sequence[float], values: Sequence[float]) -> bool:
    """ "2 in 100" for 4 of 200: the two numbers of the sentence have the ratio of two of the sources."""
    return any(
        abs(value * b - other * a) <= 1e-6 * value * b
        for other in local
        if other and other != value
        for a, b in _pairs(values)
        if a
        for a, b in ((a, b), (b, a))
        if a != b and {value, other} != {a, b}
    )


def _is_several(
    number: Quantity, value: float, tolerance: float, pool: Sequence[Quantity], values: Sequence[float]
) -> bool:
    """A sum of three, a quotient, or so many times a quantity: "3 runs of 20 min" are an hour."""
    unit = number.unit
    alike = {
        q.values[0] for q in pool
        if (q.unit is None if unit is None else q.unit is not None and q.unit.dimension == unit.dimension != "share")
    }  # fmt: skip
    few = sorted(alike)[-_THREE_MAX:]
    if any(
        min(abs(a + b + c - value), abs(c - a - b - value), abs(a + c - b - value)) <= tolerance
        for a, b, c in combinations(few, 3)
    ):
        return True
    if len(few) >= 3 and abs(sum(few) / len(few) - value) <= max(tolerance, 0.5 if not number.decimals else 0.0):
        return True
    if unit is None:
        return False
    return unit.dimension != "share" and any(
        abs(count * q.values[0] * q.unit.factor / unit.factor - value) <= max(tolerance, 1e-6 * value)
        for q in pool
        if q.unit is not None and q.unit.dimension == unit.dimension
        for count in values
    )


def _is_column(
    number: Quantity, value: float, tolerance: float, local: Sequence[Quantity], inventory: Inventory
) -> bool:
    """Sum or difference of the numbers that stand beside one word of the children ("36 rows", "12 rows"; `n=48`, `n=36`)."""
    if any(abs(total - value) <= tolerance for total in inventory.column_sums):
        return True
    for found in inventory.by_label.values():
        if 2 <= len(found) <= _LABELS_MAX:
            if abs(sum(found) - value) <= tolerance:
                return True
            if any(abs(abs(a - b) - value) <= tolerance for i, a in enumerate(found) for b in found[i + 1 :]):
                return True
    return False


def _is_neighbour_sum(trial: Trial, clause: Passage, sentence: Passage, number: Quantity, tolerance: float) -> bool:
    """ "19 GB of data and 6 GB of index" told as 25 GB."""
    if number.unit is None:
        return False
    for hit in trial.align(clause, 6) + trial.align(sentence, 6):
        near = [
            q for q in scan(trial.sentences[hit.sentence].text)
            if q.unit is not None and q.unit.dimension == number.unit.dimension
        ]  # fmt: skip
        for first, second in pairwise(near):
            total = sum(q.values[0] * q.unit.factor for q in (first, second) if q.unit is not None)
            if second.start - first.stop <= 40 and abs(total / number.unit.factor - number.values[0]) <= tolerance:
                return True
    return False


def _is_rate_times_time(number: Quantity, pool: Sequence[Quantity]) -> bool:
    """12 ml/min for 50 min are 0.6 l."""
    if number.unit is None:
        return False
    for rate in pool:
        if rate.unit is None or not rate.unit.per or rate.unit.dimension != number.unit.dimension:
            continue
        per = unit_of(rate.unit.per.lstrip("0123456789. "))
        if per is None:
            continue
        for span in pool:
            if span.unit is not None and span.unit.dimension == per.dimension:
                amount = rate.values[0] * rate.unit.factor * span.values[0] * span.unit.factor / per.factor
                if abs(amount / number.unit.factor - number.values[0]) <= 0.51 * 10.0**-number.decimals:
                    return True
    return False
