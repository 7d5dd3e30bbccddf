"""Shapes: what exact kinds each run of characters between two spaces could be part of, so that most sentences need no search.

In: a sentence with even spaces. Out: bits, each of which says "a match of that finder may begin or lie here". Nearly all runs are words
that were seen before, so a sentence costs one split and one look-up a word. A bit may be set too often, never too seldom:
what a finder's pattern needs inside of one run is tested on the run, what it needs on both sides of a space on the nearer of the
two (a property test compares `exact.py` with the finders themselves).
"""

from __future__ import annotations

import re
from functools import reduce
from operator import or_
from typing import Final

from leadline.core.facts.dates import MONTH_NAMES
from leadline.core.facts.errors import GATE as ERROR_GATE
from leadline.core.facts.identifiers import LABELLED, LOCATION_GATE, SYMBOL_GATE, UUID
from leadline.core.text.words import lower_case, word_set

__all__ = [
    "AT", "CAPITAL", "DATED", "DAY", "DIGIT", "ERROR", "ERROR_WORD", "HANDLE", "ID", "ID_WORD", "MONTH_WORD", "PLACE", "PORT", "QUOTE",
    "SYMBOL", "TICK", "UPPER", "VERSION", "shape_of", "shapes_of",
]  # fmt: skip

DIGIT: Final = 1
PLACE: Final = 2  # a path, url, host, package or address
AT: Final = 4  # the same, where another run makes the sentence one that is searched for places
PORT: Final = 8  # "port", before a number
DATED: Final = 16  # a date, or a day
MONTH_WORD: Final = 32  # a month's name or "pm", beside a number
DAY: Final = 64  # "day" or "tag": searched for days without a digit
ERROR: Final = 128
ERROR_WORD: Final = 256  # "exit code", before a number
VERSION: Final = 512
ID: Final = 1024  # an id that holds no digit; one that does is known by it
ID_WORD: Final = 2048  # "ticket" or "ref:", before an id
SYMBOL: Final = 4096
TICK: Final = 8192
CAPITAL: Final = 16384
HANDLE: Final = 32768
QUOTE: Final = 65536
UPPER: Final = (
    131072  # capitals joined by "_": an error, where another run makes the sentence one that is searched for errors
)

_KEPT_MAX = 65536  # runs whose shape is kept
_LONG = 80  # characters; longer runs recur too seldom to be kept
_STOPS = ".,;:!?"
_DIGIT = re.compile(r"\d")
_DATED = re.compile(r"\d[-/.:h]\d|\d(?:am|pm|a\.m|p\.m|uhr)|day\b|days\b|tag\b|di\b|nes\b|\bq[1-4]")
_DAYS_END = ("day", "days", "tag", "di", "nes")
_DAYS_IN = re.compile("domingo|dimanche|mittwoch|sábado|月")
_DAYS_IN_MIN = 7  # letters of the shortest of them in ASCII
_MONTHS_BEGIN = frozenset(name[:3] for name in MONTH_NAMES) | {"a.m", "p.m", "uhr"}
_MONTHS_END = frozenset(name[-3:] for name in MONTH_NAMES)
_ERROR_WORD = re.compile(
    r"(?:(?:exit|code|status|return|rc|errno|error|err|reason|fehler|erreur)\w{0,6}[\"']?[:=_(-]{0,2}|server|-with)$"
)
_ERROR_WORDS = ("code", "err", "rc", "exit", "status", "return", "reason", "server", "fehler", "-with")
_ERROR_WIDE = re.compile(
    r"\b[45]\d\d|HTTP|OOM|(?:ORA|SQL|PLS|TNS|IMAP|RFC822|SQLSTATE|CORE|APP|SYS|DB|NET|SVC|AUTH|API)\W{0,3}$"
)
_VERSION = re.compile(r"[vV]\d|\d\.\d")
_BEFORE_ID = (
    "PR", "MR", "ssue", "icket", "ase", "ug", "rder", "nvoice", "un", "ob", "uild", "equest", "RFC", "CR", "Nr", "Nr.", "No.",
)  # fmt: skip
_LABEL = re.compile(r"(?:ID|[Ii]d|[Cc]ode|[Rr]ef|[Rr]eference|[Nn]umber|PNR)[^a-z]*$")
_LABELS = re.compile("id|code|ref|number|pnr")
_BY_WORD = dict.fromkeys(
    word_set("issue ticket case bug order invoice run job build request id code ref reference number"), ID_WORD
) | dict.fromkeys(("port", "ports"), PORT)
_NUMBER_SIGNS = ("No.", "Nr", "Nr.")
_PORT = ("port", "Port", "ports", "Ports")
_AT = re.compile(r"@|\.[a-z]")
_UPPER = re.compile(r"_[A-Z]")
_CAPITAL = re.compile(r"[A-ZÀ-Þ][a-zß-ÿ]")
_HANDLE = re.compile(r"@[A-Za-z]")
_QUOTE = re.compile(r"[\"“«「„]")


def shapes_of(s: str) -> int:
    """All bits of a sentence."""
    return reduce(or_, map(KEPT.__getitem__, s.split()), 0)


def _read(run: str) -> int:
    word = run.rstrip(_STOPS)
    if word.isalpha() and word.isascii() and (len(word) == 1 or word[1:].islower()):
        low = word.lower()
        bits = _BY_WORD.get(low, 0)
        if low != word:
            bits |= CAPITAL
        if low.endswith(_DAYS_END):
            bits |= DATED
        if "localhost" in low:
            bits |= PLACE
        if run in _NUMBER_SIGNS:
            bits |= ID_WORD
        low = run.lower()
    else:
        low = lower_case(run)
        bits = _read_signs(run, low)
    if (len(low) >= _DAYS_IN_MIN or not low.isascii()) and _DAYS_IN.search(low):
        bits |= DATED
    if low[:3] in _MONTHS_BEGIN or low[:2] in ("am", "pm"):
        bits |= MONTH_WORD
    else:
        end = low.removesuffix(".")
        if end[-3:] in _MONTHS_END and end.endswith(MONTH_NAMES):
            bits |= MONTH_WORD
    if "day" in run or "tag" in run:
        bits |= DAY
    for part in _ERROR_WORDS:
        if part in low:
            if _ERROR_WORD.search(low):
                bits |= ERROR_WORD
            break
    return bits


def _read_signs(run: str, low: str) -> int:
    """What a run with signs, digits or inner capitals may be. A search is made only where the signs that it needs stand in the run."""
    bits = 0
    cased = run != low
    dotted = "." in run
    if _DIGIT.search(run):
        bits = DIGIT
        if _VERSION.search(run):
            bits |= VERSION
    if (
        dotted or "/" in run or ":" in run or "=" in run or "@" in run or "\\" in run or "localhost" in run
    ) and LOCATION_GATE.search(run):  # fmt: skip
        bits |= PLACE
    if (cased or dotted or "_" in run or "`" in run or "--" in run or "()" in run or "$" in run) and SYMBOL_GATE.search(
        run
    ):
        bits |= SYMBOL
        if "`" in run:
            bits |= TICK
    if (dotted or "@" in run) and _AT.search(run):
        bits |= AT
        if _HANDLE.search(run):
            bits |= HANDLE
    if cased:
        if _CAPITAL.search(run):
            bits |= CAPITAL
        if "_" in run and _UPPER.search(run):
            bits |= UPPER
        if LABELLED.search(run):
            bits |= ID_WORD
    if cased or bits & DIGIT or "-" in run:
        if ERROR_GATE.search(run):
            bits |= ERROR
        if (bits & ERROR or "DB" in run or not run.isascii()) and _ERROR_WIDE.search(run):
            bits |= ERROR_WORD
    if "-" in run and UUID.search(run):
        bits |= ID
    if run.endswith(_BEFORE_ID) or (_LABELS.search(low) and _LABEL.search(run)):
        bits |= ID_WORD
    if run.endswith(_PORT):
        bits |= PORT
    if _QUOTE.search(run):
        bits |= QUOTE
    if (bits & DIGIT or "day" in low or "tag" in low or "di" in low or "nes" in low) and _DATED.search(low):
        bits |= DATED
    return bits


class _Kept(dict[str, int]):
    """Shapes by run, filled by look-ups; all are forgotten when it is full. A look-up costs half of one in `lru_cache`."""

    def __missing__(self, run: str) -> int:
        bits = _read(run)
        if len(run) <= _LONG:
            if len(self) >= _KEPT_MAX:
                self.clear()
            self[run] = bits
        return bits


KEPT: Final = _Kept()
shape_of = KEPT.__getitem__  # the bits of one run of characters without a space
