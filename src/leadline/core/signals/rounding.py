"""Roundings that are none: cut off instead of rounded, a limit rounded at all, digits added that nobody measured.

In: a trial, its inventory, a clause of the parent and one of its numbers. Out: a finding `value_changed`, or None. A value is rounded up from the half,
or to the even digit; 99.95 is 100.0 with one decimal, never 99.9. A measured value may be rounded, a limit, target or
threshold may not: what lies between the two is judged the other way. And 35 is not 35.0, which claims ten times the precision
(money aside, whose cents are a way of writing; and numbers without a unit, which may be versions).
"""

from __future__ import annotations

import re

from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.inventory import Inventory
from leadline.core.signals.model import Finding
from leadline.core.signals.quantities import Quantity, key_of, scan

__all__ = ["find_added_precision", "find_misrounding"]

_LIMIT = re.compile(
    r"\b(?:target\w*|objective|goal|slo|sla|limit\w*|threshold|ceiling|cap(?:ped)?|quota|toleranc\w*|max(?:imum|imal)?|min(?:imum|imal)?|at (?:most|least)|no(?:t)? (?:more|less) than"
    r"|must not exceed|may not exceed|allowed|permitted|has to reach|must reach|grenz\w*|schwell\w*|ziel\w*|soll\w*|höchst\w*|mindest\w*|toleranz\w*|limite|seuil|plafond|objectif|umbral|objetivo|máxim\w*|mínim\w*)"
    r"|上限|下限|目标|目標|阈值",
    re.IGNORECASE,
)
_LIMIT_KEY = re.compile(
    r"(?:^|[\W_])(?:max|min|limit|threshold|cap|target)(?:_\w*)?[\"']?\s*[=:]\s*[\"']?$", re.IGNORECASE
)
_SIDE = re.compile(
    r"\b(?:above|over|below|under|beyond|from|up to|more than|less than|über|unter|ab|plus de|moins de|más de|menos de)\s+(?:the\s+)?[$€£]?$",
    re.IGNORECASE,
)
_RULE = re.compile(
    r"\b(?:must|may|shall|only|has to|have to|needs?|allowed|required|muss|müssen|darf|dürfen|soll\w*|doit|doivent|debe\w*)\b",
    re.IGNORECASE,
)
_LIMIT_BEHIND = re.compile(
    r"\s?(?:limit|target|threshold|ceiling|cap|objective|maximum|minimum|tolerance|quota)\b", re.IGNORECASE
)
_BACK = 56  # characters before a number in which a word makes it a limit
_HALF = 1e-6


def find_misrounding(
    trial: Trial, inventory: Inventory, clause: Passage, number: Quantity, approximate: bool
) -> Finding | None:
    """A value that no source rounds to properly: cut off at the half, or a limit that was rounded at all."""
    if approximate or number.scale > 1 or not (number.decimals or number.unit is not None or number.values[0] >= 10):
        return None  # a small bare count is no rounding of anything
    value, step = number.values[0], 10.0**-number.decimals
    cut: tuple[int, Quantity] | None = None
    limit: tuple[int, Quantity] | None = None
    for other in inventory.table:
        distance = abs(other - value)
        if distance > 0.5 * step * (1 + _HALF):
            continue
        for owner, q in inventory.places(other):
            if not _comparable(number, q):
                continue
            if distance < 0.5 * step * (1 - _HALF) or _goes_to(other, value, step):
                if _is_limit(trial, owner, q):
                    limit = owner, q
                    continue
                return None  # rounded from something that was measured or counted
            cut = owner, q
    if limit is None and cut is None:
        return None
    owner, q = limit or cut  # type: ignore[misc]  # one of them is there
    if not any(
        s.owner == owner and s.start <= q.start < s.end
        for s in (trial.sentences[h.sentence] for h in trial.align(clause))
    ):
        return None  # another place's number
    converted = number.unit is not None and any(
        abs(base / number.unit.factor - value) <= 0.5 * step
        and not any(abs(base / number.unit.factor - o) <= _HALF * o for o in inventory.table)
        for base in inventory.bases.get(number.unit.dimension, ())
    )
    if converted:
        return None
    span = (number.start, number.stop if number.unit else number.end)
    quote = trial.parent[span[0] : span[1]]
    end = q.stop if q.unit else q.end
    said = trial.pool[owner].text[q.start : end]
    if limit is not None:
        if not _is_limit_here(trial, clause, number) or _is_told(trial, q):
            return None
        message = (
            f'The summary gives "{quote}"; "{trial.pool[owner].id}" sets "{said}". A limit or target holds as it is written: rounded, what lies between '
            "the two is judged the other way."
        )
    else:
        message = f'The summary gives "{quote}" for "{said}" of "{trial.pool[owner].id}": that is cut off, not rounded, and no source has it.'
    return make(trial, "value_changed", "hard", message, parent=span, child=(owner, q.start, end), probability=0.95)


def find_added_precision(
    trial: Trial, sentence: Passage, number: Quantity, same: list[tuple[int, Quantity]]
) -> Finding | None:
    """ "35.0 %" where every source has 35 %; None where its neighbours have decimals too, as columns of one form do."""
    unit = number.unit
    if (
        unit is None
        or not number.decimals
        or number.values[0] != int(number.values[0])
        or unit.dimension.startswith("money")
    ):
        return None
    if any(q.decimals or (q.unit is not None and q.unit.dimension != unit.dimension) for _, q in same):
        return None
    others = [q for q in scan(sentence.text) if sentence.start + q.start != number.start]
    if any(q.decimals == number.decimals for q in others):
        return None
    owner, q = same[0]
    span = (number.start, number.stop)
    end = q.stop if q.unit else q.end
    return make(
        trial, "value_changed", "suspicion",
        f'The summary says "{trial.parent[span[0] : span[1]]}", "{trial.pool[owner].id}" says "{trial.pool[owner].text[q.start : end]}": the added digit claims a '
        "precision that nobody measured, or the value is another one.",
        parent=span, child=(owner, q.start, end), probability=0.9,
    )  # fmt: skip


def _comparable(number: Quantity, other: Quantity) -> bool:
    """The same unit, or one of the two has none."""
    if number.unit is None or other.unit is None:
        return True
    return number.unit.dimension == other.unit.dimension and abs(other.unit.factor / number.unit.factor - 1) < _HALF


def _goes_to(exact: float, value: float, step: float) -> bool:
    """Whether the half rounds to the value: up, or to the even digit."""
    return value > exact or round(value / step) % 2 == 0


def _is_limit(trial: Trial, owner: int, q: Quantity) -> bool:
    """Whether the child's words make the number a limit."""
    text = trial.pool[owner].text
    start = max(text.rfind("\n", 0, q.start) + 1, text.rfind(". ", 0, q.start) + 1, q.start - _BACK)
    before = _behind_numbers(text[start : q.start])
    if _LIMIT.search(before) or _LIMIT_KEY.search(before):
        return True
    stop = q.stop if q.unit else q.end
    if _LIMIT_BEHIND.match(text, stop):
        return True
    end = next((i for i in (text.find(". ", stop), text.find("\n", stop)) if i >= 0), len(text))
    return _SIDE.search(before) is not None and _RULE.search(text, start, end) is not None


def _is_limit_here(trial: Trial, clause: Passage, number: Quantity) -> bool:
    """Whether the summary's words make its number a limit."""
    start = max(clause.start, number.start - _BACK)
    before = _behind_numbers(trial.parent[start : number.start])
    return bool(
        _LIMIT.search(before) or _LIMIT_KEY.search(before) or _LIMIT_BEHIND.match(trial.parent, number.stop if number.unit else number.end)
        or (_SIDE.search(before) and _RULE.search(trial.parent, clause.start, clause.end))
    )  # fmt: skip


def _behind_numbers(text: str) -> str:
    """The words behind the last number: those before it speak of that one."""
    numbers = scan(text)
    return text[numbers[-1].end :] if numbers else text


def _is_told(trial: Trial, q: Quantity) -> bool:
    """Whether the summary gives the exact value as well."""
    return any(key_of(v) == key_of(q.values[0]) for n in scan(trial.parent) for v in n.values)
