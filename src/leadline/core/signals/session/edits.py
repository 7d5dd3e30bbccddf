"""A change told the wrong way round: "from A to B" where the edit took B out and put A in.

In: a trial. Out: findings `value_changed`. Edits are read where a session shows them: the old and the new text of an edit call, blocks with
conflict markers, runs of "-" and "+" lines. What stands only in the old text went, what stands only in the new one came. The
parent's A and B must be exact (an identifier, a value with a digit); one edit that goes the parent's way clears it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from leadline.core.signals.findings import make
from leadline.core.signals.index import Trial
from leadline.core.signals.model import Finding
from leadline.core.text.edits import CALL, LINES, MARKED

__all__ = ["Edit", "edits_of", "find_turned_edits"]

_TOKEN = re.compile(r"[^\W\d][\w-]*(?:\.\w[\w-]*)*|\d[\w.,:%-]*\w|\d")
_EXACT = re.compile(r"\d|_|[a-z][A-Z]|\w[-.]\w")
_NAME = r"[`'\"“]?(?P<{}>(?:\d[\w.,:%-]{{0,60}}\w|[\w][\w-]{{0,60}}(?:\.\w[\w-]{{0,60}}){{0,8}}|\d))(?:\(\))?[`'\"”]?(?: \([^()\n]{{1,20}}\))?"
_A, _B = _NAME.format("a"), _NAME.format("b")
_DETERMINER = r"(?:(?:the|a|an|its) )?"
_TOLD = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"\bfrom {_DETERMINER}{_A} to {_DETERMINER}{_B}(?![\w-])",
        rf"(?<![\w-]){_A} (?:was|were|is|are|got|has been|have been) (?:\w+ )?(?:replaced|superseded|exchanged|swapped|renamed|changed) (?:by|with|for|to|into) {_DETERMINER}{_B}(?![\w-])",
        rf"\b(?:replac|swapp|exchang|renam|chang|turn)(?:ed|es|ing) {_DETERMINER}{_A} (?:by|with|for|to|into) {_DETERMINER}{_B}(?![\w-])",
        rf"(?<![\w-]){_A} ?(?:->|→|=>) ?{_B}(?![\w-])",
        rf"(?<![\w-]){_B} (?:instead of|in place of|in the place of) {_DETERMINER}{_A}(?![\w-])",
    )
)
_UNTOLD = re.compile(  # a question, a wish, a plan, a denial: no change is reported
    r"\b(?:not|no|never|can|could|may|might|should|must|shall|will|would|want(?:s|ed)?|ask(?:s|ed)?|request(?:s|ed)?|suggest\w*|propos\w*|plan\w*|if|whether|unless|to be|todo|revert\w*|undo\w*|undid)\b|n't\b|\?",
    re.I,
)
_CUT = re.compile(r"[;,:](?=\s)|\b(?:so|but|then|therefore)\b")
_P = 0.94


class Edit(NamedTuple):
    """One edit of a child: what it took out, what it put in, everything that it names, and where."""

    gone: frozenset[str]
    come: frozenset[str]
    names: frozenset[str]
    owner: int
    start: int
    end: int


def edits_of(trial: Trial) -> tuple[Edit, ...]:
    """All edits that the children show, in order; computed once a trial."""
    kept = trial.shared.get("edits")
    if not isinstance(kept, tuple):
        kept = trial.shared["edits"] = tuple(_edits(trial))
    return kept


def _edits(trial: Trial) -> Iterator[Edit]:
    for owner, child in enumerate(trial.pool):
        text = child.text
        for m in (*CALL.finditer(text), *MARKED.finditer(text)):
            yield _edit(m["old"], m["new"], owner, m.span())
        if "\n+" in text:
            for m in LINES.finditer(text):
                if m["new"] is None:  # lines that only went
                    continue
                lines = m.group().splitlines()
                old, new = (" ".join(x[1:] for x in lines if x.startswith(sign)) for sign in "-+")
                yield _edit(old, new, owner, m.span())


def _edit(old: str, new: str, owner: int, span: tuple[int, int]) -> Edit:
    before, after = (frozenset(t.lower() for t in _TOKEN.findall(text)) for text in (old, new))
    return Edit(before - after, after - before, before | after, owner, *span)


def find_turned_edits(trial: Trial) -> list[Finding]:
    """At most one finding a sentence, in the order of the parent."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        if sentence.text.rstrip().endswith("?") or trial.is_verbatim(sentence.text):
            continue
        for told in (m for pattern in _TOLD for m in pattern.finditer(sentence.text)):
            if _UNTOLD.search(_CUT.split(sentence.text[: told.end()])[-1]):
                continue
            found = _turned(trial, told, sentence.start)
            if found is not None:
                out.append(found)
                break
    return out


def _turned(trial: Trial, told: re.Match[str], at: int) -> Finding | None:
    a, b = told["a"].lower(), told["b"].lower()
    if a == b or not (_EXACT.search(told["a"]) and _EXACT.search(told["b"])):
        return None
    edits = edits_of(trial)
    against = next((e for e in reversed(edits) if b in e.gone and a in e.come), None)
    if against is None or any(a in e.gone and b in e.come for e in edits):
        return None
    return make(
        trial, "value_changed", "suspicion",
        f'The summary tells a change from "{told["a"]}" to "{told["b"]}"; the edit in "{trial.pool[against.owner].id}" takes "{told["b"]}" out and puts '
        f'"{told["a"]}" in. Whoever goes on from the summary believes the opposite of what the file holds.',
        parent=(at + told.start(), at + told.end()), child=(against.owner, against.start, against.end), probability=_P,
    )  # fmt: skip
