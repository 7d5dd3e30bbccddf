"""Held: what a parent says in any writing, so that a fact written otherwise is not called lost.

In: the parent's text, and facts that no look-up found in it. Out: whether the parent may hold one all the same: numbers in
words ("forty nodes", "a day" for 24 hours, "half" for 50 %), the neighbour of a limit ("29 or fewer" for "fewer than 30"), the
end of a month for its last day, a code spelled out, an identifier with other joints. It never says that a fact is kept; it
only takes the sureness from a loss. Pure; one pass over the parent's words, on first use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property

from leadline.core.facts.model import Fact
from leadline.core.signals.lexis import NUMBER_WORDS
from leadline.core.signals.quantities import MONTHS, WEEKDAYS, Quantity, dates, key_of, scan, unit_of
from leadline.core.text.openings import Sparse

__all__ = ["Held", "spelled"]

SHORT = 3000  # characters of all children, of which any parent can name what is owed
ROOM = 6  # times the parent's length
AIR = 15  # the same for what a person set
SPACE, TINY = 3, 400  # the same for an order that is only handed on; a source this short leaves room for anything
_IN_PLACE_OF = (
    "instead of", "rather than", "in place of", "no longer", "up from", "down from", "raised from", "lowered from", "statt",
    "anstelle von", "au lieu de", "en vez de",
)  # fmt: skip
_REPLACED = Sparse(
    rf"\b(?:{'|'.join(_IN_PLACE_OF)})\s+(?:the |of |den |die |das |les? )?(?P<old>\d[\d.,]*)", _IN_PLACE_OF, re.I
)
_TAIL_MIN = 6  # letters and digits of a file's name
_DEADLINE = re.compile(r"\b(?:by|due|not later than|bis|spätestens|d'ici)\s+(?:(?:the|next|le|zum|am)\s+)?$", re.I)
_AT_MOST = re.compile(r"\b(?:under|below|within|less|most|max(?:imum)?|up to|no (?:more|longer|later|higher))\b|[<≤]")
_AT_LEAST = re.compile(r"\b(?:least|min(?:imum)?|or more|no (?:less|fewer|lower|shorter))\b|[>≥]")
_WORD = re.compile(r"[^\W\d_]+")
_SCALE = frozenset((100.0, 1000.0, 1e6, 1e9))
_ARTICLE = frozenset(("a", "an", "one", "per", "single", "ein", "eine", "einen", "einer", "un", "une", "una"))
_EDGE = re.compile(
    r"\b(?:end|close|start|beginning|begins?|starts?|ends?|first|last|mid|middle|until|till|before|after|ende|anfang|fin|début|finales|principios)\b"
)
_YEAR_END = re.compile(r"\b(?:end of (?:the|this) year|year(?:['’]s)?[ -]end|new year)\b")
_CJK_DIGITS = "零一二三四五六七八九〇壱两"  # by position; the last ones are zero, one and two again
_CJK_SCALES = {"十": 10.0, "百": 100.0, "千": 1000.0, "万": 1e4, "萬": 1e4}
_CJK_NUMBER = re.compile(rf"[{_CJK_DIGITS}十百千万萬]+")
_DAY_NAMES = {name: day for name, day in WEEKDAYS.items() if len(name) > 2}


class Held:
    """What one parent holds. `texts` are the children's by id."""

    def __init__(self, parent: str, texts: Mapping[str, str]) -> None:
        self.texts = texts
        self._parent = parent
        self._low = parent.lower()

    @cached_property
    def roomy(self) -> bool:
        """Whether the parent has room for what the children name: a summary at 2:1 has, one at 15:1 has to choose."""
        source = sum(map(len, self.texts.values()))
        return source <= SHORT or source <= ROOM * len(self._parent)

    @cached_property
    def airy(self) -> bool:
        """Whether it has room for the exact things that a person set: a summary at 15:1 has, one in two lines has to choose."""
        return sum(map(len, self.texts.values())) <= max(SHORT, AIR * len(self._parent))

    @cached_property
    def spacious(self) -> bool:
        """Whether nothing forces the parent to leave out an order that one of its sources only hands on."""
        return sum(map(len, self.texts.values())) <= max(TINY, SPACE * len(self._parent))

    @cached_property
    def _squeezed(self) -> str:
        return re.sub(r"[\W_]+", "", self._low)

    @cached_property
    def _letters(self) -> tuple[str, ...]:
        return tuple(_WORD.findall(self._low))

    @cached_property
    def _amounts(self) -> frozenset[float]:
        """All numbers by value, in digits and in words; with a unit also in the unit's base."""
        out: set[float] = set()
        for quantity in scan(self._parent):
            for value in quantity.values:
                out.add(key_of(value))
                if quantity.unit is not None:
                    out.add(key_of(value * quantity.unit.factor))
        for value, unit in (*spelled(self._letters), *_characters(self._low)):
            out.add(key_of(value))
            found = unit_of(unit) if unit else None
            if found is not None:
                out.add(key_of(value * found.factor))
        return frozenset(out)

    def _within(self, limit: str, quantity: Quantity) -> bool:
        """Whether the parent gives a measure that keeps within this limit: what was reached tells that it was kept."""
        unit = quantity.unit
        upper = _AT_MOST.search(limit) is not None
        if unit is None or upper == (_AT_LEAST.search(limit) is not None):
            return False
        edge = max(quantity.values) * unit.factor
        measured = [
            v * q.unit.factor
            for q in scan(self._parent)
            if q.unit is not None and q.unit.dimension == unit.dimension
            for v in q.values
        ]
        return any(0 < v <= edge if upper else v >= edge for v in measured)

    def may_hold(self, fact: Fact) -> bool:
        """Whether the fact may stand there in another writing, so that its loss is not sure."""
        if fact.kind == "datetime":
            return self._may_hold_date(fact)
        tail = re.sub(r"[\W_]+", "", fact.text.lower().replace("\\", "/").rsplit("/", 1)[-1])
        if fact.kind == "path" and "/" in fact.text.strip("/") and len(tail) >= _TAIL_MIN and tail in self._squeezed:
            return True  # the file's own name stands there: its folder is one look away
        if self._may_hold_numbers(fact) or self._is_replaced(fact):
            return True
        core = re.sub(r"[\W_]+", "", fact.text.lower())
        if core and core in self._squeezed:
            return True
        return fact.kind == "error" and fact.text.isalpha() and fact.text.isupper() and self._spells(fact.text.lower())

    def _is_replaced(self, fact: Fact) -> bool:
        """The sources say themselves that another number stands in place of it ("450 instead of 300")."""
        digits = re.findall(r"\d[\d.,]*", fact.text)
        return len(digits) == 1 and digits[0].rstrip(".,") in self._replaced

    @cached_property
    def _replaced(self) -> frozenset[str]:
        """The numbers in place of which the sources say that another one stands."""
        return frozenset(m["old"].rstrip(".,") for text in self.texts.values() for m in _REPLACED.finditer(text))

    def _may_hold_numbers(self, fact: Fact) -> bool:
        quantities = scan(fact.text)
        if not quantities:
            return False
        near = (-1.0, 0.0, 1.0) if fact.kind == "threshold" else (0.0,)
        for quantity in quantities:
            factor = quantity.unit.factor if quantity.unit is not None else 1.0
            values = {key_of(v + d) for v in quantity.values for d in near if d == 0.0 or v == int(v)}
            values |= {key_of(v * factor) for v in quantity.values}
            if values & self._amounts:
                continue
            if fact.kind != "threshold" or not self._within(fact.text.lower(), quantity):
                return False
        return True

    def _may_hold_date(self, fact: Fact) -> bool:
        low = fact.text.lower()
        if not any(c.isdigit() for c in low):
            # a bare weekday is surely owed only as a deadline, and the word before it tells
            days = {_DAY_NAMES[w] for w in _WORD.findall(low) if w in _DAY_NAMES}
            if days & {_DAY_NAMES[w] for w in self._letters if w in _DAY_NAMES}:
                return True
            before = self.texts.get(fact.child, "")[max(0, fact.start - 12) : fact.start]
            return _DEADLINE.search(before) is None
        core = re.sub(r"[\W_]+", "", low)
        if core in self._squeezed or self._may_hold_numbers(fact):
            return True
        for month, day, *_ in dates(fact.text):
            if day in (1, 28, 29, 30, 31):
                named = any(MONTHS.get(w) in (month, month % 12 + 1, (month - 2) % 12 + 1) for w in self._letters)
                if (named and _EDGE.search(self._low)) or (month in (12, 1) and _YEAR_END.search(self._low)):
                    return True
        return False

    def _spells(self, letters: str) -> bool:
        """Whether consecutive words begin with these letters: "out of memory" for OOM."""
        initials = "".join(w[0] for w in self._letters)
        return len(letters) > 2 and letters in initials


def _characters(text: str) -> Iterator[tuple[float, str]]:
    """The numbers that Chinese and Japanese texts write in characters, each with the unit behind it."""
    for m in _CJK_NUMBER.finditer(text):
        total = last = 0.0
        for c in m.group():
            if c in _CJK_SCALES:
                scale = _CJK_SCALES[c]
                total, last = ((total + last) * scale, 0.0) if scale == 1e4 else (total + (last or 1.0) * scale, 0.0)
            else:
                last = float(_CJK_DIGITS.index(c) % 10)
        after = text[m.end() : m.end() + 2]
        yield total + last, after if unit_of(after) is not None else after[:1]


def spelled(words: tuple[str, ...]) -> Iterator[tuple[float, str]]:
    """The numbers that words spell out, each with the word behind it: ("five", "thousand", "euros") gives (5000, "euros").

    "a day" is (1, "day"), "half" is a half and fifty (percent), "an hour and a half" one and a half hours.
    """
    i = 0
    while i < len(words):
        word = words[i]
        after = words[i + 1] if i + 1 < len(words) else ""
        value = NUMBER_WORDS.get(word)
        if value is None or word in _ARTICLE:
            if word in _ARTICLE and unit_of(after) is not None:
                yield 1.0, after
                if words[i + 2 : i + 5] == ("and", "a", "half"):
                    yield 1.5, after
            i += 1
            continue
        if value in (0.5, 0.25):
            yield value * 100, "percent"
            ahead = after if after not in _ARTICLE else words[i + 2] if i + 2 < len(words) else ""
            yield value, ahead
            i += 1
            continue
        total, last = 0.0, value
        i += 1
        while i < len(words):
            more = NUMBER_WORDS.get(words[i])
            if words[i] == "and" and i + 1 < len(words) and last in _SCALE | {0.0} and words[i + 1] in NUMBER_WORDS:
                i += 1
                continue
            if more is None or words[i] in _ARTICLE - {"one"} or more < 1:
                break
            if more in _SCALE:
                last *= more
            elif 20 <= last % 100 <= 90 and last % 10 == 0 and more < 10:
                last += more
            elif last >= 100 and more < 100:
                total, last = total + last, more
            else:
                break
            i += 1
        unit = words[i] if i < len(words) else ""
        yield total + last, unit
