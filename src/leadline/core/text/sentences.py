"""Sentences with exact offsets: blocks first, sentences only inside prose.

In: any text. Out: `Sentence`s in order, never overlapping, without the white space around them; whatever is not white
space is covered. A line decides its block (fence, heading, list item, table row, log line, data line, code line); runs
of prose lines are one paragraph only where a line is visibly wrapped. Full stops inside of versions, paths, decimals,
abbreviations and backticks end nothing. Never raises; linear (each pattern is anchored, bounded or possessive).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Literal, NamedTuple

from leadline.core.text.openings import opened
from leadline.core.text.words import word_set

__all__ = ["LENGTH_MAX", "Sentence", "SentenceKind", "split_sentences"]

SentenceKind = Literal["prose", "heading", "bullet", "table", "code", "log", "data"]

LENGTH_MAX = 2000  # characters; longer data, code and log lines are cut on a token edge
_KEEP_MAX = 65_536  # characters of a text whose sentences are kept for the next who asks
_WRAP_MIN = 55  # a line shorter than this was ended on purpose, a longer one may be wrapped


class Sentence(NamedTuple):
    """A half-open span and what kind of block it stands in. A named tuple: immutable, slotted, four times cheaper."""

    start: int
    end: int
    kind: SentenceKind


_LINE = re.compile(
    r"""(?m)^[^\S\n]*+(?:
    (?P<fence>```|~~~)
  | (?P<heading>\#{1,6}[ \t])
  | (?P<table>\|)
  | (?P<bullet>(?:[-*•‣]|\d{1,3}[.)]|\(?[a-z]\))[ \t]+(?=[^\s])(?![-+]))
  | (?P<log>\[?\d{4}[-/]\d\d[-/]\d\d[T ,]{1,2}\d\d:\d\d|\[?\d\d:\d\d:\d\d[\s.,\]]|[A-Z][a-z]{2}[ ]{1,2}\d{1,2}[ ]\d\d:\d\d:\d\d
      |\[?(?:INFO|WARN|WARNING|DEBUG|TRACE|FATAL|CRITICAL|NOTICE)\b)
  | (?P<data>[{}\]]|\[(?=["{\[\d\]\s]|$)|"[^"\n]{0,80}"[ ]?:|<[/?!A-Za-z]|[&%]\w+=)
  | (?P<code>\d{1,7}(?:→|[ ]?\t|:[ ]{2})|[$>%][ ]|>>>|\.\.\.[ ]|@@|\+\+\+|---[ ]|[-+](?=[\w\s"'({<@/\#.}\]])|diff[ ]--git|index[ ][0-9a-f]{6}|//|/\*|\*/|\#(?:!|include|define|[a-z])
      |(?:def|class|func|fn|interface|struct|enum|impl)[ ][\w(<]{1,80}|(?:import|package|export|async|await|const|let|var|public|private|protected|static|return|raise|throw|elif|except|try|finally|else)\b(?=[ :{]*(?:$|[\w"'({\[<*.&]+[ ]*(?:[=(:;.,{\["'<]|$|from|import|function|class|def)))
      |from[ ][\w.]{1,80}[ ]import|at[ ][\w.<>$\[\] ]{1,80}[ ]\(\S{1,200}:\d+\)|File[ ]\"[^\"\n]{1,200}\",[ ]line|(?:if|for|while|switch)[ ]?\(|[a-z_][\w.]{0,60}[ ]?(?:=|:=|\+=)[ ]?\S|[\w.]{1,60}\(.{0,200}[;{]$|@\w+(?:\(|$))
  | (?P<prose>\S)
    )[^\n]*+""",
    re.VERBOSE,
)

_STOP = re.compile(r"[.!?…]{1,6}[\"'”’)\]*_`»]{0,4}(?=\s)|[。！？｡]{1,6}[\"'」』）”’)]{0,3}")
_MARKS = re.compile("[.!?…。！？｡]")  # one of them begins every stop; a line without one before its end is one sentence
_BACKTICKS = re.compile(r"`[^`\n]{1,300}`")
_LAST_TOKEN = re.compile(r"\S+$")
_ABBREVIATIONS = word_set(
    "e.g i.e etc vs cf al approx incl excl resp no nos nr fig figs eq sec ch vol pp ed eds dr mr mrs ms prof st inc "
    "ltd co corp dept est min max avg temp ver rev jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu "
    "fri sat sun a.m p.m u.s u.k bzw ca z.b d.h u.a evtl ggf inkl exkl usw vgl str tel abs art p.ex env sr sra ud uds "
    "p.ej núm pág"
)
_MONTH_AHEAD = re.compile(
    r"\s+(?:jan|feb|mär|mar|apr|mai|jun|jul|aug|sep|okt|oct|nov|dez|déc|dec|januar|februar|märz|april|juni|juli|august|"
    r"september|oktober|november|dezember)\b",
    re.IGNORECASE,
)
_CODE_ENDS = frozenset("{};(=\\")


def split_sentences(text: str) -> tuple[Sentence, ...]:
    """All sentences of `text`, in order, not overlapping; (start, end) without surrounding white space. May be empty.

    Facts, signals and the parent's index ask for the sentences of one text: those of the last few texts are kept.
    """
    return _split_again(text) if len(text) <= _KEEP_MAX else _split(text)


def _split(text: str) -> tuple[Sentence, ...]:
    out: list[Sentence] = []
    add = out.append
    fenced = False
    run_start = run_end = -1  # a paragraph of wrapped prose lines that is still open
    run_kind: SentenceKind = "prose"
    for m in _LINE.finditer(text):
        kind = m.lastgroup
        end = m.end()
        start = m.start(kind)  # type: ignore[arg-type]  # one group always matches
        while text[end - 1].isspace():
            end -= 1
        if kind == "prose":
            if not fenced:
                if text[end - 1] in _CODE_ENDS and end - start < 400:
                    kind = "code"
                elif run_start >= 0 and _continues(text, run_end, start):
                    run_end = end
                    continue
        elif kind == "fence":
            fenced = not fenced and "```" not in text[start + 3 : end]
            kind = "code"
        if run_start >= 0:
            _split_prose(text, run_start, run_end, run_kind, add)
            run_start = -1
        if fenced:
            kind = "code"
        if kind in ("prose", "bullet", "heading"):
            run_start, run_end, run_kind = start, end, kind  # type: ignore[assignment]
        elif end - start <= LENGTH_MAX:
            add(Sentence(start, end, kind))  # type: ignore[arg-type]
        else:
            _cut(text, start, end, kind, add)  # type: ignore[arg-type]
    if run_start >= 0:
        _split_prose(text, run_start, run_end, run_kind, add)
    return tuple(out)


_split_again = lru_cache(maxsize=64)(_split)


def _continues(text: str, run_end: int, start: int) -> bool:
    """Whether the prose line at `start` goes on with the line that ends at `run_end` (soft wrap)."""
    if text.count("\n", run_end, start) != 1:
        return False
    line_start = text.rfind("\n", 0, run_end) + 1
    if run_end - line_start < _WRAP_MIN or text[run_end - 1] in ".!?:…。！？":
        return False
    first = text[start]
    return first.islower() or first in "(`\"'“" or (text[run_end - 1] == "," or not text[run_end - 1].isalnum())


def _split_prose(text: str, start: int, end: int, kind: SentenceKind, add: Callable[[Sentence], None]) -> None:
    if end - start < 12:
        add(Sentence(start, end, kind))
        return
    protected: list[tuple[int, int]] | None = None
    at = start
    for m in opened(_STOP, _MARKS, text, start, end) if _MARKS.search(text, start, end - 1) else ():
        stop = m.end()
        if stop >= end:
            break
        mark = text[m.start()]
        if mark in "。！？｡":
            pass
        elif (mark == "." and m.end() - m.start() == 1 and not _ends_sentence(text, at, m.start(), stop, end)) or (
            kind == "bullet" and stop - at < 4
        ):
            continue
        if protected is None:
            protected = [b.span() for b in _BACKTICKS.finditer(text, start, end)] if "`" in text[start:end] else []
        if protected and any(a < m.start() < b - 1 for a, b in protected):
            continue
        _cut(text, at, stop, kind, add)
        at = stop
        while at < end and text[at].isspace():
            at += 1
    if at < end:
        _cut(text, at, end, kind, add)


def _ends_sentence(text: str, start: int, dot: int, after: int, end: int) -> bool:
    """Whether the full stop at `dot` ends a sentence that began at `start`."""
    token = _LAST_TOKEN.search(text, max(start, dot - 24), dot)
    word = token.group().lower().lstrip("(\"'[*_") if token else ""
    if not word:
        return False
    if word in _ABBREVIATIONS or (len(word) == 1 and word.isalpha() and text[dot - 1].isupper()):
        ahead = text[after : after + 2].strip()
        return word in ("etc", "usw") and ahead[:1].isupper()
    if word.isdigit():
        if dot - start <= 3:  # "1. First": a list number
            return False
        return not (len(word) <= 2 and _MONTH_AHEAD.match(text, after, min(end, after + 20)))
    return True


def _cut(text: str, start: int, end: int, kind: SentenceKind, add: Callable[[Sentence], None]) -> None:
    """Adds [start, end) in pieces of at most LENGTH_MAX characters, cut on white space or punctuation where there is any."""
    while end - start > LENGTH_MAX:
        edge = start + LENGTH_MAX
        for sep in (" ", ",", ";", "\t"):
            found = text.rfind(sep, start + LENGTH_MAX // 2, edge)
            if found > 0:
                edge = found + 1
                break
        stop = edge
        while stop > start and text[stop - 1].isspace():
            stop -= 1
        if stop > start:
            add(Sentence(start, stop, kind))
        start = edge
        while start < end and text[start].isspace():
            start += 1
    if end > start:
        add(Sentence(start, end, kind))
