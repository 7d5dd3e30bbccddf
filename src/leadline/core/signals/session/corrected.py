"""A name that a later message takes back, told as the one that holds: "it is X, not Y" in the sources, Y in the parent.

In: a trial. Out: findings `value_changed`. Only corrections in so many words, of exact names (an identifier, a name in capitals with a joint);
the parent's sentence must name Y and no word that tells of an error or of an earlier time, and X may not stand in the rest of its line.
"""

from __future__ import annotations

import re

from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.model import Finding
from leadline.core.text.openings import Sparse

__all__ = ["find_corrected"]

_NAME = r"[`'\"]{{0,2}}(?P<{}>[A-Za-z_][\w./:-]*\w)(?:\(\))?[`'\"]{{0,2}}"
_X, _Y = _NAME.format("x"), _NAME.format("y")
_CORRECTION = Sparse(
    rf"\b[Ii]t(?:['’]s| is| was| should be| must be) (?:actually |really |the )?{_X},? (?:and )?not (?:the )?{_Y}(?![\w-])"
    rf"|(?<![\w-])(?:is|was|be|called|named) not (?:the )?{_NAME.format('y2')},? but (?:the )?{_NAME.format('x2')}(?![\w-])",
    (
        "it's",
        "it’s",
        "it is",
        "it was",
        "it should be",
        "it must be",
        "is not ",
        "was not ",
        "be not ",
        "called not ",
        "named not ",
    ),
)
_EXACT = re.compile(r"\d|_|[a-z][A-Z]|\w[./:-]\w")
_PAST = re.compile(
    r"\b(?:not|never|no|wrong\w*|mistak\w*|error|slip|instead|rather|earlier|first|initial\w*|original\w*|previous\w*|former\w*|was|were|had|correct\w*|before|until|confus\w*)\b|n't\b",
    re.I,
)
_SAID = re.compile(
    r"\?|^[\s\-*•\d.)]*[\"“„«]"
)  # a question, or somebody's words in a list: told as said, not as what holds
_P = 0.92


def find_corrected(trial: Trial) -> list[Finding]:
    """At most one finding a sentence, in the order of the parent."""
    out: list[Finding] = []
    corrections = _corrections(trial)
    for sentence in trial.parent_sentences if corrections else ():
        for wrong, (right, owner, start, end, quote) in corrections.items():
            at = _place(sentence.text, wrong)
            if at is None or _PAST.search(sentence.text) or _place(_with_next(trial, sentence), right) is not None:
                continue
            if _SAID.search(sentence.text):
                continue
            out.append(
                make(
                    trial, "value_changed", "suspicion",
                    f'The summary gives "{sentence.text[at[0] : at[1]]}" as what holds; "{trial.pool[owner].id}" takes it back: "{quote}".',
                    parent=(sentence.start + at[0], sentence.start + at[1]), child=(owner, start, end), probability=_P,
                )
            )  # fmt: skip
            break
    return out


def _with_next(trial: Trial, sentence: Passage) -> str:
    """The sentence and the one behind it in its line: "I said X. That was wrong: it is Y"."""
    end = trial.parent.find("\n", sentence.end)
    rest = trial.parent[sentence.end : end if end >= 0 else len(trial.parent)]
    return f"{sentence.text} {rest}"


def _corrections(trial: Trial) -> dict[str, tuple[str, int, int, int, str]]:
    """The name taken back -> the name that holds, and where it is said. What is named in its turn later is not taken back."""
    out: dict[str, tuple[str, int, int, int, str]] = {}
    for owner, child in enumerate(trial.pool):
        if " not " not in child.text:
            continue
        for m in _CORRECTION.finditer(child.text):
            right, wrong = m["x"] or m["x2"], m["y"] or m["y2"]
            if _EXACT.search(right) and _EXACT.search(wrong) and right.lower() != wrong.lower():
                out[wrong.lower()] = (right.lower(), owner, m.start(), m.end(), " ".join(m.group().split())[:90])
                out.pop(right.lower(), None)
    return out


def _place(text: str, name: str) -> tuple[int, int] | None:
    m = re.search(rf"(?<![\w]){re.escape(name)}(?![\w])", text, re.I)
    return m.span() if m else None
