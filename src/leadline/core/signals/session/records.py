"""Values bound to another record's name: the customer's number, the card's amount, exchanged between two records of the sources.

In: a trial. Out: findings `identifier_swapped`. Two exact items that stand side by side in the parent (an amount and an account, a
person and a number) belong together; so do those of one record of the sources: one JSON object, one line, one short stretch. Where
the parent's two never stand together in any record, and each of them stands with another item of the other's kind, they have been
taken from two records.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from leadline.core.signals.findings import make
from leadline.core.signals.identifiers import identifiers_in
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.model import Finding
from leadline.core.text.openings import finds

__all__ = ["find_other_records"]

_NAME = re.compile(r"\b[A-Z][a-zà-ÿ]+(?: [A-Z][a-zà-ÿ]+)+\b")
_NUMBER = re.compile(
    r"(?<![\w.,/])(?<!\w-)(?:\d{1,3}(?:,\d{3})+|\d{3,}|\d{2}(?= (?:dollars|euros|pounds|francs|USD|EUR|GBP)\b)|(?<=[$€£])\d{2})(?:\.\d+)?(?![\w/-]|[.,]\d)"
)
_ANY = re.compile(r"(?<![\w.,/])(?<!\w-)\d+(?:,\d{3})*(?:\.\d+)?(?![\w/-]|[.,]\d)")
_CUT = re.compile(r";|,(?=\s)|\b(?:and|while|whereas|but|then|against|or|nor)\b|\.(?=\s|$)")
_BLANK = re.compile(r"\n[ \t]*\n")
_OBJECT_MAX = 600  # characters of a JSON object that is one record
_LINE_MAX = 300
_NEAR = 100  # characters beside each other in a longer line
_PLACES_MAX = 60  # of one item: what stands everywhere is no record's own
_LOOSE = re.compile(
    r"\b(?:about|around|some|roughly|nearly|almost|over|under|total|together|in all|altogether|each|per|up to|at (?:least|most)|of)\b|~",
    re.I,
)
_SUM = re.compile(
    r"\b(?:total\w*|together|altogether|in all|sums?|combined|both|difference|remain\w*|left|rest)\b", re.I
)
_ID_MIN = 6  # digits without any mark: a number that names something
_AMOUNT = "amount"
_BRANCH = re.compile(r"(?<![\w./-])[a-z][\w.-]*/[a-z][\w-]*(?![\w./])")
_HASH = "id hash"
_JOINT = re.compile(r"\s*(?:at|on|is|=|:|->|→|\()\s*")
_HEX = re.compile(r"(?=.*\d)[0-9a-f]{6,40}")
_YEAR = re.compile(r"(?:19|20)\d\d$")
_P = 0.92
_P_ONE = 0.8  # one of the two stands alone: it may belong to both


class _Item(NamedTuple):
    """An exact item: how it is compared, its kind, and its place."""

    key: str
    shape: str
    start: int
    end: int


class _Mismatch(NamedTuple):
    """Two items that the parent joins, and what the sources have with `first` instead of `second`."""

    sentence: int
    span: tuple[int, int]
    first: str
    second: str
    instead: str
    place: tuple[int, int, int]
    both: bool  # each of the two stands with another one


def find_other_records(trial: Trial) -> list[Finding]:
    """At most one finding a sentence, in the order of the parent; surer where the two records have exchanged their parts."""
    found: list[_Mismatch] = []
    for sentence in trial.parent_sentences:
        if sentence.kind in ("code", "data") or not any(c.isdigit() for c in sentence.text):
            continue
        if not trial.is_verbatim(sentence.text):
            found += [m for a, b in _pairs(sentence) if (m := _mismatch(trial, sentence, a, b)) is not None]
    out: list[Finding] = []
    sentences: set[int] = set()
    for m in found:
        if _beside(trial, m) or _titled(trial, m) or _called(trial, m):
            continue
        exchanged = any(m.instead.lower() in (o.first.lower(), o.second.lower()) for o in found if o is not m)
        if m.sentence not in sentences:
            sentences.add(m.sentence)
            out.append(_finding(trial, m, _P if m.both or exchanged else _P_ONE))
    return out


def _items(text: str) -> list[_Item]:
    """Identifiers with digits, long numbers and full names, in order; none inside another."""
    out = [
        _Item(t.lower(), _shape(t.lower()), a, b)
        for a, b, t, digits in identifiers_in(text)
        if len(t) >= 4 and (digits or "/" in t.strip("/"))
    ]
    out += [
        _Item(m.group().lower(), _shape(m.group().lower()), *m.span())
        for m in _BRANCH.finditer(text)
        if not any(i.start <= m.start() < i.end for i in out)
    ]
    taken = [(i.start, i.end) for i in out]
    for m in _NUMBER.finditer(text):
        if not any(a <= m.start() < b for a, b in taken):
            plain = m.group().replace(",", "")
            if _YEAR.match(plain):
                continue
            numbered = plain.isdigit() and plain == m.group() and len(plain) >= _ID_MIN
            out.append(_Item(plain, "id 9" if numbered else _AMOUNT, *m.span()))
    out += [_Item(m.group().lower(), "name", *m.span()) for m in _NAME.finditer(text)]
    return sorted(out, key=lambda i: i.start)


def _shape(name: str) -> str:
    """Names of one shape may stand for one another: runs of letters and of digits, or hashes."""
    if _HEX.fullmatch(name):
        return _HASH
    return "id " + re.sub(r"[a-z]+", "a", re.sub(r"\d+", "9", name))


def _pairs(sentence: Passage) -> Iterator[tuple[_Item, _Item]]:
    """Neighbours of different kinds within one piece of the sentence."""
    items = _items(sentence.text)
    for a, b in pairwise(items):
        between = sentence.text[a.end : b.start]
        if a.shape == b.shape:
            if a.shape == _HASH and _JOINT.fullmatch(between) and a.key != b.key:
                yield a, b
        elif not _CUT.search(between):
            yield a, b


def _mismatch(trial: Trial, sentence: Passage, a: _Item, b: _Item) -> _Mismatch | None:
    at_a, at_b = _records(trial, a), _records(trial, b)
    if not at_a and at_b and a.shape == _AMOUNT:
        return _unknown_amount(trial, sentence, a, b, at_b)
    if (
        not at_a
        or not at_b
        or any(_holds(text, b) for _, _, text in at_a)
        or any(_holds(text, a) for _, _, text in at_b)
    ):
        return None
    mine, theirs = _other(at_a, b, a), _other(at_b, a, b)
    place, instead = mine or theirs or ((-1, -1, -1), "")
    if not instead:
        return None
    first, second = sentence.text[a.start : a.end], sentence.text[b.start : b.end]
    if mine is None:
        first, second = second, first
    span = (sentence.start + a.start, sentence.start + b.end)
    return _Mismatch(sentence.start, span, first, second, instead, place, mine is not None and theirs is not None)


def _unknown_amount(trial: Trial, sentence: Passage, a: _Item, b: _Item, at_b: list[_Record]) -> _Mismatch | None:
    """An amount that no source has, beside a name whose record has another one; no sum or difference of what stands there."""
    loose = _LOOSE.search(sentence.text[max(0, a.start - 24) : b.end]) or _SUM.search(sentence.text)
    if loose or _elsewhere(trial, a):
        return None
    wanted = float(a.key)
    amounts: list[tuple[float, int, int, int]] = []
    for owner, start, text in at_b:
        here = [
            (float(m.group().replace(",", "")), owner, start + m.start(), start + m.end()) for m in _ANY.finditer(text)
        ]
        if any(abs(x + y - wanted) < 0.01 or abs(x - y - wanted) < 0.01 for x, *_ in here for y, *_ in here):
            return None
        amounts += here
    if not amounts:
        return None
    _, owner, start, end = min(amounts, key=lambda found: abs(found[0] - wanted))
    first, second = sentence.text[b.start : b.end], sentence.text[a.start : a.end]
    span = (sentence.start + a.start, sentence.start + b.end)
    return _Mismatch(sentence.start, span, first, second, trial.pool[owner].text[start:end], (owner, start, end), True)


def _beside(trial: Trial, m: _Mismatch) -> bool:
    """Some child has both side by side, however they are written there: no other number, line or object between."""
    first, second = (re.escape(t.lower().lstrip("€$£")) for t in (m.first, m.second))
    reach = rf"[^\0\n\d{{}}]{{0,{_NEAR}}}"
    return re.search(f"{first}{reach}{second}|{second}{reach}{first}", trial.haystack) is not None


def _called(trial: Trial, m: _Mismatch) -> bool:
    """A source calls the one by a part of its name, beside the other: "Halden's quote is 42,300" of Halden Roofing. Not by a part that
    another name has as well."""
    for name, other in ((m.first, m.second), (m.second, m.first)):
        if not _NAME.fullmatch(name):
            continue
        others = {w for child in trial.pool for n in _NAME.findall(child.text) if n != name for w in n.split()}
        for part in set(name.split()) - others:
            beside = rf"(?<!\w){part}(?:['’]s)?\b[^\n\d{{}};]{{0,40}}{re.escape(other)}(?![\w]|[.,]\d)"
            if any(re.search(beside, child.text) for child in trial.pool):
                return True
    return False


def _titled(trial: Trial, m: _Mismatch) -> bool:
    """One of the two stands in the first line of a block, the other below it: a title names what the whole block is of. Not where a line
    below has another of its kind, since then each line is a record of its own."""
    for block in (b for child in trial.pool for b in _BLANK.split(child.text)):
        title, _, rest = block.partition("\n")
        for one, two in ((m.first, m.second), (m.second, m.first)):
            named = re.search(rf"(?P<mark>#?)(?<![\w.]){re.escape(one)}(?![\w]|[.,]\d)", title, re.I)
            if named is None or re.search(rf"(?<![\w.]){re.escape(two)}(?![\w]|[.,]\d)", rest, re.I) is None:
                continue
            shapes = {i.shape for i in _items(one)}
            others = re.search(r"#\d", rest) if named["mark"] else any(i.shape in shapes for i in _items(rest))
            if not others:
                return True
    return False


def _elsewhere(trial: Trial, item: _Item) -> bool:
    """The digits stand somewhere in the sources after all, written otherwise."""
    return re.search(rf"(?<!\d){re.escape(item.key)}(?!\d)", trial.haystack.replace(",", "")) is not None


def _finding(trial: Trial, m: _Mismatch, p: float) -> Finding:
    return make(
        trial, "identifier_swapped", "suspicion",
        f'The summary puts "{m.first}" and "{m.second}" together; no source does: in "{trial.pool[m.place[0]].id}" "{m.first}" stands with "{m.instead}".',
        parent=m.span, child=m.place, probability=p,
    )  # fmt: skip


_ALNUM = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
_Record = tuple[int, int, str]  # child, where it begins, its text


def _records(trial: Trial, item: _Item) -> list[_Record]:
    """The records of the children that hold the item; none where it stands too often to be anybody's own."""
    out: list[_Record] = []
    for owner, child in enumerate(trial.pool):
        for span in _places(item, trial.lower[owner]):
            if len(out) >= _PLACES_MAX:
                return []
            start, end = _around(child.text, *span)
            out.append((owner, start, child.text[start:end]))
    return out


def _places(item: _Item, low: str) -> Iterator[tuple[int, int]]:
    """Where the item stands as a whole in a text in lower case, no two places overlapping. A pattern for each name costs more to compile than
    to run."""
    if item.shape == _AMOUNT:
        yield from (m.span() for m in _amount(item.key).finditer(low))
        return
    behind = 0
    for start in finds(low, item.key):
        end = start + len(item.key)
        if start >= behind and low[start - 1 : start] not in _ALNUM and low[end : end + 1] not in _ALNUM:
            yield start, end
            behind = end


def _amount(key: str) -> re.Pattern[str]:
    whole, _, part = key.partition(".")
    grouped = ",?".join(re.findall(r"\d+", f"{int(whole):,}".replace(",", " "))) if whole == str(int(whole)) else whole
    return re.compile(rf"(?<![\d.,]){grouped}{'[.]' + part + '0*' if part else '(?:[.]0+)?'}(?![\d]|[.,]\d)")


def _around(text: str, start: int, end: int) -> tuple[int, int]:
    """The record at a place: the innermost object, else the line, else what stands beside it."""
    opened = text.rfind("{", max(0, start - _OBJECT_MAX), start)
    closed = text.find("}", end, end + _OBJECT_MAX)
    if opened >= 0 and closed >= 0 and "}" not in text[opened:start] and "{" not in text[end:closed]:
        return opened, closed + 1
    left, right = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    right = len(text) if right < 0 else right
    if right - left <= _LINE_MAX:
        return left, right
    return max(left, start - _NEAR), min(right, end + _NEAR)


def _holds(text: str, item: _Item) -> bool:
    return next(_places(item, text.lower()), None) is not None


def _other(records: list[_Record], wanted: _Item, own: _Item) -> tuple[tuple[int, int, int], str] | None:
    """The first item of the wanted kind in these records, which is another one."""
    for owner, start, text in records:
        for item in _items(text):
            if item.shape == wanted.shape and item.key not in (wanted.key, own.key):
                return (owner, start + item.start, start + item.end), text[item.start : item.end]
    return None
