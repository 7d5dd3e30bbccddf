"""The exact things of a text: names, identifiers, labelled numbers, dates and quantities, each with its kind.

In: a text, and of a trial the words that are names. Out: things in order. What can be taken for one another is of one kind: two identifiers of
one shape, two numbers behind one label ("bed 9", "PR 631", "3号床"), two names, two dates, two quantities of one dimension.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from leadline.core.signals.identifiers import identifiers_in
from leadline.core.signals.index import Trial
from leadline.core.signals.lexis import STOP
from leadline.core.signals.moments import MONTHS, WEEKDAYS, dates
from leadline.core.signals.quantities import key_of, scan, unit_of
from leadline.core.text.words import word_set

__all__ = ["Names", "Thing", "is_long", "names_of", "things_of", "units_of"]

_UNIT = re.compile(r"\n|[.!?](?=\s|$)|;\s|[。；！？]")
_LABELLED = re.compile(
    r"(?<![\w.-])(?P<label>[A-Za-zÄÖÜäöüé]{2,14})\s(?P<mark>#?)(?P<number>\d{1,7}(?:\.\d{1,3})?)(?![\w%]|[.,:/-]\d|\s?(?:%|°))"
)
_HASHED = re.compile(r"(?<![\w&])#(?P<number>\d{1,7})\b")
_CJK_LABELLED = re.compile(r"(?P<number>\d{1,5})(?P<label>号[\u4e00-\u9fff]|[床室栋班组楼层])")
_CALLS = re.compile(
    r"\b(?:hello|hi|hey|dear|thanks|thank you|many thanks|cheers|good (?:morning|afternoon|evening)|hallo|liebe[rs]?|guten (?:morgen|tag|abend)|danke|bonjour|bonsoir|merci|chère?|hola|querid[oa]|gracias)"
    r",? (?:(?:mr|mrs|ms|dr|prof|frau|herr|madame|monsieur|señora?)\.? )?$",
    re.I,
)
_NAME = re.compile(r"(?<![\w@/.#-])[A-ZÄÖÜÉ][a-zäöüßéèêíóúñç]{2,}(?:-[A-Z][a-zäöü]+)?(?![\w@/-])")
_STARTS = re.compile(r"(?:^|[.!?:;\n•*]|[-–]\s)[\s\"'(*_>#-]*$")
_TITLES = word_set(
    "the ms mr mrs dr prof herr frau gmbh ltd inc llc note open done next pending total status later update "
    "user assistant"
)
_SMALL = re.compile(r"(?<![\w])[a-zäöüßéèêíóúñç]{3,}")
_HEAD = re.compile(r"(?m)^[ \t|*_>#-]{0,12}+([a-z][a-z0-9]*+(?:-[a-z0-9]++){1,6})(?=[ \t]{2}|[ \t]{0,12}[|:]|\t)")
_HYPHENED = re.compile(r"(?<![\w/.@-])[a-z][a-z0-9]*(?:-[a-z0-9]+)+(?![\w/@-])")
_SLASHED = re.compile(r"(?<![\w/.@:-])[A-Za-z][\w.-]*/[\w./-]*\w(?![\w/])")
_NUMBERED = re.compile(
    r"(?<![\w./@-])(?:(?P<ip>\d{1,3}(?:\.\d{1,3}){3}(?:/\d{1,2})?)|(?P<long>\d{5,}))(?![\w@]|[.,]\d)"
)
_HEX = re.compile(r"(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{4,40}")
_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"\d+")
_LETTERS = re.compile(r"[a-z]+")
_CHARS_MAX = 15_000
_UNITS_LONG = 400  # characters of a line that ties nothing
_SERIES = word_set(  # what people tell apart by number
    "bed room ticket pr mr case line rack box order gate platform seat table lane unit plot flat bus track "
    "zone pump tank valve well pen stall shelf locker issue invoice building house floor level run batch "
    "sample subject patient customer employee site node host server shard partition channel port slot bay "
    "aisle lot block build job task bug incident alert item part account contract project route flight train "
    "court field course class group team shift ward station camera sensor probe meter circuit fuse breaker "
    "motor fan filter boiler reactor drum barrel crate parcel pallet container truck car van boat net buoy "
    "trap hive cage booth stand desk zimmer bett haus gleis platz kiste raum linie fall auftrag rechnung "
    "wohnung chambre lit salle ligne commande habitación cama sala línea pedido factura"
)


class Thing(NamedTuple):
    """A name or value: what it is compared by, its kind, and its place in the text that it was read from."""

    key: str
    kind: str
    start: int
    end: int


class Names(NamedTuple):
    """What is taken for a name: surely so, or capitalised at least."""

    sure: frozenset[str]
    all: frozenset[str]


def is_long(trial: Trial) -> bool:
    """Whether the children are too long for ties to tell anything: of a long session, everything stands with everything."""
    return sum(len(child.text) for child in trial.pool) > _CHARS_MAX


def names_of(trial: Trial) -> Names:
    """Words that the children capitalise where no sentence begins and write small nowhere, and the heads of their rows; then those
    at the beginnings of sentences as well."""
    sure: set[str] = set()
    every: set[str] = set()
    for child in trial.pool:
        text = child.text
        for m in _NAME.finditer(text):
            low = m.group().lower()
            if low in sure or low in _TITLES or low in MONTHS or low in WEEKDAYS or low in STOP:
                continue
            every.add(low)
            if not _STARTS.search(text, max(0, m.start() - 12), m.start()):
                sure.add(low)
        if child.role == "tool":
            sure.update(m[1] for m in _HEAD.finditer(text))
    small = {w for text in (*(c.text for c in trial.pool), trial.parent) for w in _SMALL.findall(text)}
    return Names(
        frozenset(w for w in sure if "-" in w or w not in small),
        frozenset(w for w in (every | sure) if "-" in w or w not in small),
    )


def units_of(text: str) -> Iterator[tuple[int, int]]:
    """The lines of a text, cut at the ends of sentences."""
    at = 0
    for cut in [*_UNIT.finditer(text), None]:
        end = cut.start() if cut else len(text)
        if text[at:end].strip() and end - at <= _UNITS_LONG:
            yield at, end
        at = cut.end() if cut else end


def _shape(low: str) -> str:
    """What an identifier looks like: one letter for letters, one digit for digits."""
    return _LETTERS.sub("a", _NUMBER.sub("9", low))


def things_of(text: str, start: int, end: int, names: Names) -> list[Thing]:
    piece = text[start:end]
    out: list[Thing] = []
    taken: list[tuple[int, int]] = []

    def add(key: str, kind: str, a: int, b: int) -> None:
        if not any(x < b and a < y for x, y in taken):
            taken.append((a, b))
            out.append(Thing(f"{kind}\0{key}", kind, start + a, start + b))

    digits = _DIGIT.search(piece) is not None  # dates, labelled numbers and quantities have one
    if digits:
        for month, day, _, a, b in dates(piece):
            add(f"{month}/{day}", "date", a, b)
        for m in _NUMBERED.finditer(piece):
            add(m.group(), "ip" if m["ip"] else f"n:{len(m['long'])} digits", *m.span())
        for m in _LABELLED.finditer(piece):
            label = m["label"].lower()
            if label in _SERIES or (m["label"].isupper() and unit_of(m["label"]) is None):
                add(f"{label} {m['number']}", f"n:{label}", *m.span())
        for m in _HASHED.finditer(piece):
            add(m["number"], "n:#", *m.span())
        for m in _CJK_LABELLED.finditer(piece):
            add(m.group(), f"n:{m['label']}", *m.span())
    may_name = (
        digits or "_" in piece or "/" in piece or not piece.isascii()
    )  # "²" is a digit of a name, and none of `_DIGIT`
    for m in _SLASHED.finditer(piece) if "/" in piece else ():
        low = m.group().lower()
        if unit_of(m.group()) is not None:
            continue  # "l/min"
        add(low, "id:" + _shape(low).split("-")[0], *m.span())
    for a, b, token, numbered in identifiers_in(piece) if may_name else ():
        if numbered or "_" in token or "/" in token:
            low = token.lower().lstrip("#@")
            kind = "hex" if _HEX.fullmatch(low) else "id:" + _shape(low)
            add(low, kind, a, b)
    for q in scan(piece) if digits else ():
        if q.unit is not None:
            add(f"{key_of(q.values[0] * q.unit.factor):g} {q.unit.dimension}", f"q:{q.unit.dimension}", q.start, q.stop)
    for m in _HYPHENED.finditer(piece) if "-" in piece else ():
        if m.group() in names.all:
            add(m.group(), "head", *m.span())
    words = [m for m in _NAME.finditer(piece) if m.group().lower() in names.all]
    for i, m in enumerate(words):
        if i + 1 < len(words) and piece[m.end() : words[i + 1].start()] == " ":
            continue  # a first name: the last one tells
        first = i
        while first and piece[words[first - 1].end() : words[first].start()] == " ":
            first -= 1
        if _CALLS.search(piece, 0, m.start()):
            continue  # "Hello Emil, hive 2 needs acid": he is spoken to, and stands with nothing
        add(m.group().lower(), "name", words[first].start(), m.end())
    return sorted(out, key=lambda t: t.start)
