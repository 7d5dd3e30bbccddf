"""A sentence of the sources with other exact tokens in it: another value, another unit, another name, or two of them swapped.

In: a trial. Out: findings `value_changed`, `unit_changed`, `identifier_swapped`. A parent sentence (or clause) and a child sentence
are read as words with slots for numbers and identifiers; where the words agree in order and the slots do not hold the same, the
parent has changed what is exact. Forms are compared by value and unit, identifiers without joints; a rounding, a list in
another order, and a sentence that another child sentence bears out are no change.
"""

from __future__ import annotations

import re
from itertools import pairwise

from rapidfuzz import fuzz
from rapidfuzz.distance import LCSseq

from leadline.core.signals.findings import make, shortened
from leadline.core.signals.hours import is_decade, is_hour
from leadline.core.signals.identifiers import is_present
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.inventory import Inventory
from leadline.core.signals.lexis import STOP, WORD, stem
from leadline.core.signals.model import Finding
from leadline.core.signals.quantities import Quantity, key_of, kind_of, scan
from leadline.core.signals.slots import Item, form_of, is_closer, is_same, items_of, slots_of

__all__ = ["find_other_slots"]

_SHARE_MIN = 0.8
_HITS = 4
_ALIKE = 80.0  # similarity of two identifiers, percent: one is a slip of the other
_WORDS_MIN = 4  # content words that make a sentence more than a form
_SCORE_MIN = 0.4
_GLUED = re.compile(r"(\d+(?:[.,]\d+)?)([A-Za-zµ%]{1,6})")
_LINK = re.compile(r"[\s,;/&|+\"'`*()\[\]]*(?:(?:and|or|und|oder|et|ou|y|o|then)\b[\s,\"'`*]*)?(?:the\s+|a\s+)?")
_CLOCK = re.compile(r"(?<![\d:])([0-2]?\d)[:h]([0-5]\d)(?![\d:])")
_COUNTED = re.compile(r"\d[\d.,]*(?:\s+[a-zà-ÿ]{4,}|(?:\s+[a-zà-ÿ]{2,}){3}(?!\w))", re.I)
_NAMED = re.compile(r"([^\W\d_]{3,})\W{1,3}$")
_AT = re.compile(r"\s*(?:at|@|bei|à|a)\s*(?:\w+\s+)?", re.I)
_COLON = re.compile(r"\s*(?::|=|->|→)\s*")
_CHANGED_TO = r"\W{0,3}(?:is |has been |was |jetzt |ahora )?(?:now|to|auf|maintenant)\W{0,3}"
_ARROW = re.compile(r"→|->|=>|⇒")
_AGAINST = re.compile(
    r"\b(?:not|instead|rather|no longer|now|was|were|last|previously|formerly|earlier|jetzt|war|maintenant|ahora|wrong|mistake|correct\w*|nicht|statt|sondern|falsch|pas|au lieu|erreur|no|sino|en vez|error)\b",
    re.I,
)
_HELD_AGAINST = re.compile(
    r"\s*,?\s*(?:against|versus|vs\.?|compared (?:to|with)|gegen|gegenüber|contre|contra)\s+(?:the |a )?[$€£]?", re.I
)
_ABOUT = re.compile(
    r"(?:about|around|approx\w*|roughly|some|nearly|almost|over|under|more than|less than|at least|up to|~|≈|circa|ca\.|rund|etwa|environ|unos)\s*$",
    re.I,
)


_Pair = tuple[Item, Item]


def find_other_slots(trial: Trial) -> list[Finding]:
    """Findings for changed slots, at most one a changed slot (a swap is one)."""
    out: list[Finding] = []
    done: set[tuple[int, int]] = set()
    for clause, sentence in trial.parent_clauses:
        span = (sentence.start, sentence.end)
        if span not in done:
            done.add(span)
            found, settled = _compare(trial, sentence)
            out += found
            if settled:
                continue
        elif any(span[0] <= f.parent_span[0] < span[1] for f in out):
            continue
        if clause is not sentence:
            out += _compare(trial, clause)[0]
    return [f for i, f in enumerate(out) if f.parent_span not in {g.parent_span for g in out[:i]}]


def _compare(trial: Trial, passage: Passage) -> tuple[list[Finding], bool]:
    """(findings, whether the passage is a sentence of the sources but for its slots)."""
    if trial.is_verbatim(passage.text):
        return [], True
    mine = items_of(passage.text)
    if sum(1 for i in mine if i.key[0] == "\0") < 1 or len(mine) < 3:
        return [], False
    best: tuple[Passage, list[_Pair]] | None = None
    for hit in trial.align(passage, _HITS):
        if hit.score < _SCORE_MIN:
            break
        said = trial.sentences[hit.sentence]
        pairs = _pairs(mine, slots_of(trial, hit.sentence))
        if pairs is None:
            continue
        other = [(p, c) for p, c in pairs if not is_same(p, c)]
        if not other:
            return [], True  # some sentence bears it out as it stands
        if best is None or len(other) < len(best[1]):
            best = (said, other)
    if best is None:
        return [], False
    return _name(trial, passage, mine, *best), True


def _pairs(mine: list[Item], theirs: list[Item]) -> list[_Pair] | None:
    """The slots that stand in one place on both sides; None where the words are not the same sentence."""
    a, b = [i.key for i in mine], [i.key for i in theirs]
    if len(b) > 4 * len(a) + 12:
        return None
    equal = [op for op in LCSseq.opcodes(a, b) if op.tag == "equal"]
    if not equal:
        return None
    low, high = equal[0].dest_start, equal[-1].dest_end
    slots = sum(k[0] == "\0" for k in a)
    if sum(k[0] == "\0" for k in b[low:high]) != slots:
        return None
    pairs = [
        (mine[op.src_start + k], theirs[op.dest_start + k]) for op in equal for k in range(op.src_end - op.src_start)
    ]
    count = len(pairs)
    words = sum(1 for p, _ in pairs if p.key[0] != "\0")
    if (
        count < _SHARE_MIN * len(a)
        or count < _SHARE_MIN * (high - low)
        or sum(p.key[0] == "\0" for p, _ in pairs) != slots
    ):
        return None
    if words < 3 and not (words >= 1 and count == len(a) == len(b)):
        return None
    said = {id(p) for p, _ in pairs}
    if any(i.key[0] != "\0" and i.key not in STOP and id(i) not in said for i in mine):
        return None  # a word of its own: perhaps another statement
    return [(p, c) for p, c in pairs if p.key[0] == "\0"]


def _name(trial: Trial, passage: Passage, mine: list[Item], said: Passage, other: list[_Pair]) -> list[Finding]:
    out: list[Finding] = []
    if len(other) >= 2 and sorted(form_of(p) for p, _ in other) == sorted(form_of(c) for _, c in other):
        first, last = other[0][0], other[-1][0]
        if _is_list(passage.text, mine, first, last):
            return []
        if _ARROW.search(passage.text, first.start, last.end) and not _ARROW.search(
            said.text, other[0][1].start, other[-1][1].end
        ):
            return []  # "64 (Monday: 112)" told as "112 (Monday) -> 64": in the order of time
        if (
            len(other) == 2
            and _AT.fullmatch(passage.text, first.end, last.start)
            and _COLON.fullmatch(said.text, other[0][1].end, other[-1][1].start)
        ):
            return []  # "at 4,000: 14.8" told as "14.8 at 4,000"
        quote = passage.text[first.start : last.end]
        source = said.text[other[0][1].start : other[-1][1].end]
        return [
            make(
                trial, "identifier_swapped", "hard",
                f'The summary says "{shortened(quote)}" where "{trial.pool[said.owner].id}" says "{shortened(source)}": the same words with the values changed over. '
                "Each would be looked for in the wrong place.",
                parent=(passage.start + first.start, passage.start + last.end),
                child=(said.owner, said.start + other[0][1].start, said.start + other[-1][1].end), probability=0.93,
            )
        ]  # fmt: skip
    if len(other) > 2:
        return []  # too many differences: the same kind of sentence about something else
    words = sum(1 for i in mine if i.key[0] != "\0" and i.key not in STOP)
    for p, c in other:
        kind = None if _is_held_against(said, p, c) else _kind(trial, passage, p, c, words)
        if kind is None:
            continue
        quote, source = passage.text[p.start : p.end], said.text[c.start : c.end]
        out.append(
            make(
                trial, kind, "hard",
                f'The summary says "{quote}" where "{trial.pool[said.owner].id}" says "{source}", in the same words. '
                "Whoever goes on from the summary works with a value that no source has.",
                parent=(passage.start + p.start, passage.start + p.end), child=(said.owner, said.start + c.start, said.start + c.end),
                probability=0.94,
            )
        )  # fmt: skip
    return out


def _kind(trial: Trial, passage: Passage, p: Item, c: Item, words: int) -> str | None:
    """What the changed slot is; None where something else in the children may bear it out."""
    if p.number is not None and c.number is not None:
        if (
            _counted_so(trial, passage, p)
            or _is_new(trial, passage, p)
            or _is_time_said(trial, passage, p)
            or _is_corrected(trial, p.number, c.number)
        ):
            return None
        if (p.number.unit is None) != (c.number.unit is None):
            return None  # "30 min" and the 2 of "2 pm or later" are no values of one thing
        if _ABOUT.search(passage.text, 0, p.start) and not is_closer(p.number, c.number):
            return None
        if {key_of(v) for v in p.number.values} & {key_of(v) for v in c.number.values}:
            return None if _said_with_unit(trial, p.number) else "unit_changed"
        if _borne_out(trial, passage, p):
            return None
        return "value_changed"
    glued, other = _GLUED.fullmatch(p.name), _GLUED.fullmatch(c.name)
    if glued and other and glued[1] == other[1]:
        return (
            "unit_changed" if p.name.lower() not in trial.haystack else None
        )  # "12px" and "12pt": a unit that nobody listed
    alike = fuzz.ratio(p.name.lower(), c.name.lower()) >= _ALIKE
    if not is_present(trial, Inventory.of(trial), p.name):
        return "value_changed" if alike else None
    if alike or words < _WORDS_MIN or passage.kind not in ("prose", "bullet"):
        return None
    return None if _borne_out(trial, passage, p) else "identifier_swapped"


def _is_held_against(said: Passage, p: Item, c: Item) -> bool:
    """The source holds its number against the parent's: "over the threshold (11 against 9)" told as "over the threshold of 9"."""
    link = _HELD_AGAINST.match(said.text, c.end)
    if link is None or p.number is None or c.number is None:
        return False
    theirs = next((q for q in scan(said.text) if q.start == link.end()), None)
    return theirs is not None and bool({key_of(v) for v in p.number.values} & {key_of(v) for v in theirs.values})


def _counted_so(trial: Trial, passage: Passage, p: Item) -> bool:
    """The children have the number with the very noun behind it, if elsewhere: "it was 15 pages"."""
    said = _COUNTED.match(passage.text, p.start)
    return said is not None and said.group().lower() in trial.haystack


def _is_new(trial: Trial, passage: Passage, p: Item) -> bool:
    """A source tells that it became this: "serial now 302" of "serial 301"."""
    name = _NAMED.search(passage.text, 0, p.start)
    if name is None:
        return False
    value = re.escape(passage.text[p.start : p.end].lower())
    return (
        re.search(rf"(?<!\w){re.escape(name[1].lower())}{_CHANGED_TO}{value}(?!\w|[.,]\d)", trial.haystack) is not None
    )


def _is_time_said(trial: Trial, passage: Passage, p: Item) -> bool:
    """The number is the hour or the minutes of a clock time that some child gives, or an hour or a decade that one writes otherwise."""
    if p.number is not None:
        placed = p.number._replace(start=passage.start + p.start, end=passage.start + p.number.end)
        if is_hour(trial, Inventory.of(trial), placed) or is_decade(trial, placed):
            return True
    at = next((m for m in _CLOCK.finditer(passage.text) if m.start() <= p.start < m.end()), None)
    return at is not None and (int(at[1]), int(at[2])) in Inventory.of(trial).times


def _is_corrected(trial: Trial, mine: Quantity, theirs: Quantity) -> bool:
    """One sentence of the children sets the parent's number against the other: "at three, not at two"."""
    inventory = Inventory.of(trial)
    places = [(owner, q.start) for v in mine.values for owner, q in inventory.places(v)]
    others = [(owner, q.start) for v in theirs.values for owner, q in inventory.places(v)]
    return any(
        s.owner == a == b and s.start <= x < s.end and s.start <= y < s.end and _AGAINST.search(s.text)
        for s in trial.sentences
        for a, x in places
        for b, y in others
    )


def _said_with_unit(trial: Trial, number: Quantity) -> bool:
    """Some child has the value with this very unit."""
    assert number.unit is not None
    return any(
        q.unit is not None and kind_of(q.unit) == kind_of(number.unit)
        for v in number.values
        for _, q in Inventory.of(trial).places(v)
    )


def _borne_out(trial: Trial, passage: Passage, p: Item) -> bool:
    """A child sentence with that very slot is about the same: it shares two stems with the passage besides."""
    inventory = Inventory.of(trial)
    if p.number is not None:
        places = [(owner, q.start) for v in p.number.values for owner, q in inventory.places(v)]
        if not places:
            if any(inventory.has_word(v) for v in p.number.values):
                return True
            return inventory.converts(p.number)
    else:
        places = [
            (owner, m.start())
            for owner, text in enumerate(trial.lower)
            for m in re.finditer(re.escape(p.name.lower()), text)
        ]
    own = {stem(w) for w in WORD.findall(passage.text[p.start : p.end].lower())}
    mine = passage.stems - own
    for s in trial.sentences:
        if any(owner == s.owner and s.start <= at < s.end for owner, at in places) and len(mine & s.stems) >= 2:
            return True
    return False


def _is_list(text: str, items: list[Item], first: Item, last: Item) -> bool:
    """Nothing but commas and "and" stands between the slots: their order says nothing."""
    slots = [i for i in items if first.start <= i.start <= last.start and i.key[0] == "\0"]
    return all(_LINK.fullmatch(text, a.end, b.start) for a, b in pairwise(slots))
