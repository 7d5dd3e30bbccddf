"""Choices by rank: "the second option", "plan B", in a summary that never says what the options are.

In: a trial. Out: findings `orphan_referent`. A rank (first, second, the latter) or a label (B, 2) picks from a list. The list stood in
the children ("(A) a lock, (B) an index", "three titles: ..."), and the readers of the summary have the summary alone. So what
stands at that rank there is read off the children's lists, and where the summary has hardly a word of it in any place, nobody
can tell what was picked. A list that names it in other words, or a gloss right behind the rank, is enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from leadline.core.signals.findings import make, shortened
from leadline.core.signals.index import Trial
from leadline.core.signals.lexis import content_stems, stem
from leadline.core.signals.model import Finding
from leadline.core.text.gates import gated

__all__ = ["find_options"]

_CHOICE = (
    r"(?:options?|variante?|alternativ[ea]|approach|proposal|suggestion|plan|choice|solution|scenario|strategy|route|method|idea"
    r"|möglichkeit|lösung|vorschlag|ansatz|proposition|scénario|opción|propuesta|solución|opção)"
)
_RANKS = {
    word: rank
    for rank, words in enumerate(
        ("first erste ersten erster premier première primera primer", "second zweite zweiten zweiter deuxième seconde segunda segundo",
         "third dritte dritten dritter troisième tercera tercer", "fourth vierte vierten vierter quatrième cuarta cuarto"), 1,
    )
    for word in words.split()
}  # fmt: skip
_RANKED = gated(
    rf"\b(?:the|die|der|den|das|la|le|el)\s+(?P<rank>{'|'.join(_RANKS)})(?:\s+(?P<noun>one\b|[a-zà-ÿ]{{3,}})|(?=\s+(?:is|was|has|had|would|will|remains?|stays?|needs?|can|may|must)\b))",
    flags=re.I,
)
_LABELLED = gated(rf"\b{_CHOICE}\s+(?P<label>[A-F]|[1-6])\b(?![.:]\d|['’])", flags=re.I)
_CHOICE_WORD = re.compile(_CHOICE, re.I)
_MARK = re.compile(
    rf"(?:\b{_CHOICE}\s+|(?<![\w.,/-])\(?)(?P<label>[A-Fa-f]|[1-6])(?:[).:]|\s[=–-])\s+(?=\S)|\b{_CHOICE}\s+(?P<named>[A-F1-6])\s+(?=[a-z])",
    re.I,
)
_COUNTED = re.compile(
    r"\b(?:two|three|four|[2-4]|zwei|drei|vier|deux|trois|quatre|dos|tres|cuatro)\s+(?:[a-zà-ÿ]+\s+){0,2}?(?P<noun>[a-zà-ÿ]{3,})\b[^.:;\n]{0,40}:\s*(?P<items>[^.;\n]{6,200})"
    r"|\b(?P<plural>candidates|options|alternatives|suggestions|titles|variants|kandidaten|optionen|varianten|opciones)\b[^.:;\n]{0,24}:\s*(?P<more>[^.;\n]{6,200})",
    re.I,
)
_ITEM = re.compile(r",\s++|(?<!\s)\s++(?:or|and|oder|und|ou|et|o|y)\s++")
_GLOSS = re.compile(
    r"\s*(?:[(:=–—]|,\s+(?:the|an?|which|namely|ie|i\.e\.|also|der|die|das|eine?)\b|-\s|of\b|that\b|to\b)", re.I
)
_OPPOSED = re.compile(
    r"\bthe\s+(?:latter\b|former(?=[.,;:)]|\s+(?:is|was|are|were|has|have|had|will|would|can|must|should|may)\b))", re.I
)  # "the former tenant" is one who has left
_IS = re.compile(r"\b(?:is|was|are|were|be|been|ist|war|est|était|es|era)\s+$", re.I)
_EARLIER = re.compile(rf"\b(?:{'|'.join(_RANKS)})\b", re.I)
_TWO = re.compile(
    r"\b(?:and|or|vs\.?|versus|both|either|neither|nor|two|than|between|against|rather|instead|while|whereas|but|from)\b|[,;/]",
    re.I,
)
_GLOSS_MAX = 90  # characters of an item that say what it is
_TOLD = 0.34  # share of an item's words in the summary from which on it is named there
_BACK = 320  # characters before "the latter" that may hold the two
_P = 0.9


class _Option(NamedTuple):
    """One item of a list of the children: its rank and label, what it is counted as, and its place."""

    rank: int
    label: str
    noun: str
    owner: int
    start: int
    end: int


def find_options(trial: Trial) -> list[Finding]:
    """At most one finding: the first rank or label of the parent that points at no list."""
    if trial.context:
        return []  # the caller's readers may know the list from there
    text = trial.parent
    opposed = next(
        (m for m in _OPPOSED.finditer(text) if not _TWO.search(text, max(0, m.start() - _BACK), m.start())), None
    )
    if opposed is not None and not trial.is_verbatim(text[opposed.start() : opposed.end() + 30]):
        return [
            make(
                trial, "orphan_referent", "warning",
                f'"{opposed.group()}" picks one of two things, and the summary has not named two before it: its readers cannot tell which is meant.',
                parent=opposed.span(), probability=_P,
            )
        ]  # fmt: skip
    picks = sorted(
        ((m.start(), m) for pattern in (_RANKED, _LABELLED) for m in pattern.finditer(text)), key=lambda p: p[0]
    )
    if not picks:
        return []
    options = list(_options(trial))
    for _, pick in picks:
        found = _orphan(trial, pick, options)
        if found is not None:
            return [found]
    return []


def _orphan(trial: Trial, pick: re.Match[str], options: list[_Option]) -> Finding | None:
    """The finding for one pick whose item the summary names nowhere."""
    text = trial.parent
    groups = pick.groupdict()
    if _GLOSS.match(text, pick.end()) or _IS.search(text, max(0, pick.start() - 8), pick.start()):
        return None  # "which was the first thing tried": its own sentence says what
    if groups.get("label"):
        if len(trial.parent_sentences) < 2:
            return None  # one sentence may use the sources' own names for them: it is no summary of their list
        label = groups["label"].upper()
        fitting = [o for o in options if o.label == label]
        if text[pick.start() - 1 : pick.start()] == "(":
            return None  # "table by table (plan 2)": the gloss stands before it
    else:
        rank, noun = _RANKS[groups["rank"].lower()], (groups["noun"] or "one").lower()
        if noun == "one" and _EARLIER.search(text, max(0, pick.start() - _BACK), pick.start()):
            return None  # "my first attempt failed; the second one was accepted"
        fitting = [
            o for o in options
            if o.rank == rank and (noun == "one" or _CHOICE_WORD.fullmatch(noun) or stem(noun) == stem(o.noun))
        ]  # fmt: skip
    if not fitting or trial.is_verbatim(text[pick.start() : min(len(text), pick.end() + 40)]):
        return None
    for o in fitting:
        stems = content_stems(trial.pool[o.owner].text[o.start : o.end])
        if not stems or len(stems & trial.parent_stems) > _TOLD * len(stems):
            return None
    o = next((o for o in reversed(fitting) if o.label), fitting[-1])
    said = trial.pool[o.owner].text[o.start : o.end]
    return make(
        trial, "orphan_referent", "warning",
        f'"{pick.group()}" picks from a list that the summary does not give; in "{trial.pool[o.owner].id}" it is "{shortened(said)}". '
        "Without the children nobody can tell what was picked.",
        parent=pick.span(), child=(o.owner, o.start, o.end), probability=_P,
    )  # fmt: skip


def _options(trial: Trial) -> Iterator[_Option]:
    """All items of the children's lists that a rank or a label may pick."""
    for owner, child in enumerate(trial.children):
        text = child.text
        marks = list(_MARK.finditer(text))
        for i, mark in enumerate(marks):
            label = (mark["label"] or mark["named"]).upper()
            rank = ord(label) - 64 if label.isalpha() else int(label)
            follows = any(_rank(m) in (rank - 1, rank + 1) for m in marks[max(0, i - 1) : i + 2] if m is not mark)
            if not follows:
                continue  # one letter with a bracket is no list
            end = marks[i + 1].start() if i + 1 < len(marks) else len(text)
            yield _Option(rank, label, "", owner, *_cut(text, mark.end(), end))
        for counted in _COUNTED.finditer(text):
            group = "items" if counted["items"] else "more"
            noun = (counted["noun"] or counted["plural"]).lower()
            at = counted.start(group)
            for rank, item in enumerate(_split(counted[group]), 1):
                yield _Option(rank, "", noun, owner, at + item[0], at + item[1])


def _rank(mark: re.Match[str]) -> int:
    label = (mark["label"] or mark["named"]).upper()
    return ord(label) - 64 if label.isalpha() else int(label)


def _split(items: str) -> list[tuple[int, int]]:
    """The places of the items of "a, b and c"; none for a single one."""
    cuts = [m.span() for m in _ITEM.finditer(items)]
    edges = [0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(items)]
    return [(a, b) for a, b in zip(*edges, strict=True) if items[a:b].strip()] if cuts else []


def _cut(text: str, start: int, end: int) -> tuple[int, int]:
    """What says what an item is: up to the next mark, the end of its sentence or line, or some words."""
    stop = re.compile(r"[;\n]|[.!?](?=\s|$)|,\s*\(?$").search(text, start, min(end, start + _GLOSS_MAX))
    last = stop.start() if stop else min(end, start + _GLOSS_MAX)
    return start, start + len(text[start:last].rstrip())
