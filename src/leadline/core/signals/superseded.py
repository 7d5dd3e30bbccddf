"""A value that the sources say has been replaced, told as the one that holds: "from 8 to 10" told as 8.

In: a trial. Out: findings `value_changed`. Only replacements that the sources state in so many words count: "changed from A to B",
"A -> B" behind a name, the two lines of a diff, "B instead of A". The parent's clause must name A and what it is the value of,
neither it nor its sentence may name B or say that it tells of an earlier time, and the sources may not return to A later.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from leadline.core.signals.findings import make
from leadline.core.signals.index import Trial
from leadline.core.signals.lexis import WORD
from leadline.core.signals.model import Finding
from leadline.core.signals.terms import Place, postings, terms
from leadline.core.signals.verbs import is_past
from leadline.core.text.openings import Sparse, finds

__all__ = ["find_superseded"]

_SIGN = Sparse(
    r"(?P<arrow>->|→|=>)|\b(?P<instead>instead of|rather than|statt|anstelle von)\s|\b(?P<replaced>replaced)\s|\b(?P<replaces>replaces|ersetzt)\s"
    r"|\b(?P<from>from|von|vom)\s|\b(?P<wrong>(?:is|was) (?:wrong|outdated|obsolete|incorrect|no longer (?:valid|true|right))\b)|^(?P<diff>[^\S\n]*+-)\s?[\w.\"'-]+\s*[:=]",
    (
        "->",
        "→",
        "=>",
        "instead of",
        "rather than",
        "statt",
        "anstelle von",
        "replace",
        "ersetzt",
        "from",
        "von",
        "vom",
        "is ",
        "was ",
    ),
    re.IGNORECASE | re.MULTILINE,
)  # the last alternative begins at `_dashed` places
_CHANGE = re.compile(
    r"\b(?:mov(?:e[sd]?|ing)|chang(?:e[sd]?|ing)|rais(?:e[sd]?|ing)|lower(?:s|ed|ing)?|increas(?:e[sd]?|ing)|decreas(?:e[sd]?|ing)|reduc(?:e[sd]?|ing)|cut|goes|went|gone|switch(?:es|ed|ing)?"
    r"|renam(?:e[sd]?|ing)|bump(?:s|ed|ing)?|shift(?:s|ed|ing)?|postpone[sd]?|delay(?:s|ed)?|extend(?:s|ed|ing)?|updat(?:e[sd]?|ing)|migrat(?:e[sd]?|ing)|correct(?:s|ed|ing)?|adjust(?:s|ed|ing)?"
    r"|set|upgrad(?:e[sd]?|ing)|downgrad(?:e[sd]?|ing)|verschoben|geändert|erhöht|gesenkt)\b[^.;\n]{0,40}$",
    re.IGNORECASE,
)
_VALUE = r"(?:the\s+|den\s+|dem\s+)?[`'\"]?[^\s,;()`'\"]+(?:\s(?:%|ms|s|sec|seconds|min|minutes|h|hours|days?|weeks?|GB|MB|KB|kB|GiB|MiB|TB|rpm|[A-Z][a-z]{2,8}))?[`'\"]?"
_BEFORE = re.compile(rf"(?<![^\s(]){_VALUE}\s*$")
_COUNTED = re.compile(r"(?<![^\s(])\d[\w.,:]*(?:\s[^\W\d]+){0,3}\s*$")  # "70 trays an hour"
_AFTER = re.compile(rf"\s*{_VALUE}")
_TO = re.compile(rf"\s*(?P<a>{_VALUE})\s+(?:to|by|with|auf|in|zu|zum|durch)\s+(?P<b>{_VALUE})", re.IGNORECASE)
_DIFF = re.compile(
    r"\s*-\s?(?P<key>[\w.\"'-]+)\s*[:=][^\S\n]*+(?P<a>[^\n]++)\n\s*+\+\s?(?P=key)\s*[:=][^\S\n]*+(?P<b>[^\n]++)"
)
_AUXILIARY = frozenset(("is", "are", "has", "have", "be", "being", "been", "to"))
_REACH = 60  # characters beside a value that say what it is the value of
_EARLIER = re.compile(
    r"\b(?:was|were|had|been|used to|earlier|before|previous\w*|former\w*|first|initial\w*|original\w*|at the time|until|from|old|once|then|changed|chang\w*|raised|lowered"
    r"|moved|replaced|wrong|outdated|documented|claim\w*|instead|no longer|not|never|baseline|normal\w*|usual\w*|nominal|expected|target|permitted|allowed|standard|typical\w*|war|waren|hatte|zuvor|früher|bisher\w*|vorher|était|avait|avant|era|antes)\b",
    re.IGNORECASE,
)
_EXACT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class _Change:
    """What was (`old`), what is (`new`), the words of what it is the value of, and where the sources say so."""

    old: frozenset[str]
    new: frozenset[str]
    about: frozenset[str]
    place: Place
    text: str


def find_superseded(trial: Trial) -> list[Finding]:
    """Findings in the order of the parent, at most one a clause."""
    out: list[Finding] = []
    changes: list[_Change] | None = None
    for clause, sentence in trial.parent_clauses:
        if not _EXACT.search(clause.text) or _EARLIER.search(clause.text) or _is_told_as_past(clause.text):
            continue
        if changes is None:
            changes = list(_changes(trial))
        if not changes:
            return out
        mine = terms(clause.text, 0, len(clause.text))
        whole = terms(sentence.text, 0, len(sentence.text)).keys()
        for change in changes:
            if not change.old <= mine.keys() or change.new & whole or not change.about & whole:
                continue
            if _returns(trial, change) or _is_told(trial, change):
                continue
            spans = [mine[t] for t in change.old]
            a, b = min(s for s, _ in spans), max(e for _, e in spans)
            owner, start, end = change.place
            out.append(
                make(
                    trial, "value_changed", "suspicion",
                    f'The summary gives "{clause.text[a:b]}" as what holds; "{trial.pool[owner].id}" says that it has been replaced: "{change.text}".',
                    parent=(clause.start + a, clause.start + b), child=(owner, start, end), probability=0.9,
                )
            )  # fmt: skip
            break
    return out


def _is_told(trial: Trial, change: _Change) -> bool:
    """Another sentence of the parent has the new value of that very thing: the old one is told as what was."""
    return bool(change.new) and any(
        change.new <= (said := terms(s.text, 0, len(s.text)).keys()) and change.about & said
        for s in trial.parent_sentences
    )


def _is_told_as_past(text: str) -> bool:
    """A finite verb in the past: the clause tells how it was. A participle behind "is" or "has" tells how it is."""
    words = [w.lower() for w in WORD.findall(text)]
    return any(is_past(w) and not set(words[max(0, i - 3) : i]) & _AUXILIARY for i, w in enumerate(words))


def _changes(trial: Trial) -> Iterator[_Change]:
    for owner, child in enumerate(trial.pool):
        text = child.text
        for sign in _SIGN.finditer(text, _dashed(text)):
            found = _read(text, sign)
            if found is None:
                continue
            old_span, new_span, about_span = found
            old = frozenset(terms(text, *old_span))
            new = frozenset(terms(text, *new_span)) if new_span else frozenset()
            old, new = frozenset(t for t in old - new if _EXACT.search(t)), new - old
            if not any(_EXACT.search(t) for t in old) or (new_span and not any(_EXACT.search(t) for t in new)):
                continue
            about = frozenset(t for t in terms(text, *about_span) if t[0] not in "#@") - old - new
            if about:
                start, end = min(old_span[0], sign.start()), max(old_span[1], new_span[1] if new_span else sign.end())
                yield _Change(old, new, about, (owner, start, end), " ".join(text[start:end].split())[:90])


def _dashed(text: str) -> Iterator[int]:
    """The starts of lines that begin with a dash."""
    for dash in finds(text, "-"):
        at = dash
        while at and text[at - 1] != "\n" and text[at - 1].isspace():
            at -= 1
        if not at or text[at - 1] == "\n":
            yield at


_Spans = tuple[tuple[int, int], tuple[int, int] | None, tuple[int, int]]


def _read(text: str, sign: re.Match[str]) -> _Spans | None:
    """The spans of the old value, of the new one, and of what they are values of."""
    line = text.rfind("\n", 0, sign.start()) + 1
    stop = text.find("\n", sign.end())
    stop = len(text) if stop < 0 else stop
    if sign["diff"] is not None:
        lines = _DIFF.match(text, sign.start())
        return (lines.span("a"), lines.span("b"), lines.span("key")) if lines else None
    low = max(line, sign.start() - _REACH)
    if sign["from"] is not None or sign["replaced"] is not None:
        both = _TO.match(text, sign.end(), stop)
        if both is None or (sign["from"] is not None and not _CHANGE.search(text, low, sign.start())):
            return None
        return both.span("a"), both.span("b"), (low, sign.start())
    before = (_COUNTED if sign["wrong"] is not None else _BEFORE).search(text, low, sign.start())
    if before is None:
        return None
    if sign["wrong"] is not None:
        return before.span(), None, (low, before.start())
    after = _AFTER.match(text, sign.end(), stop)
    if after is None:
        return None
    about = (max(line, before.start() - _REACH), before.start())
    if sign["arrow"] is not None:
        return before.span(), after.span(), about
    return after.span(), before.span(), about


def _returns(trial: Trial, change: _Change) -> bool:
    """A later place of the sources names the old value without the change: it may hold again."""
    owner, _, end = change.place
    exact = next(t for t in sorted(change.old) if _EXACT.search(t))
    return any(
        (s := trial.sentences[n]).owner > owner or (s.owner == owner and s.start >= end)
        for n in postings(trial, exact)
        if change.old <= terms(trial.sentences[n].text, 0, len(trial.sentences[n].text)).keys()
    )
