"""Force: what a sentence commits to besides its words, so that a rewording with less force is not taken for the same.

In: a sentence. Out: a `Force`: negated, bound (must, never, only, until ...), its status class and whether it is hedged. Coarse on
purpose: only classes that faithful rewordings keep (signals-notes, sections 2 and 3). Pure.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from leadline.core.facts import lexicon
from leadline.core.text.gates import Gated, any_of, gated, mask_of
from leadline.core.text.kept import kept
from leadline.core.text.words import lower_case

__all__ = ["Force", "Status", "force_of", "status_of"]

Status = Literal["", "done", "partial", "planned", "failed", "shelved"]


class Force(NamedTuple):
    """The classes that must survive."""

    negated: bool
    bound: frozenset[str]
    status: Status
    hedged: bool


_BOUND: tuple[tuple[str, Gated], ...] = tuple(
    (name, gated(pattern))
    for name, pattern in (
        ("must", r"\b(?:must|never|do not|don't|may not|shall|required?|mandatory|forbidden|prohibited|not allowed|has to|have to|needs? to|stays?|untouched|unchanged|leave|keep|kept|no \w+ (?:may|is|are)|off[ -]limits|avoid|ban(?:ned)?|disallow(?:ed)?|cannot|can't|can not|not (?:touch|change|to)\b|"
                 r"constraints?|rule|muss|müssen|darf|dürfen|niemals|verboten|doit|doivent|faut|interdit|debe\w?|prohibido|nunca|only|ensure|make sure|always|immer|nur|bitte|solo)|必|禁止|不得|不要|只能|なければ|いけ|しないで"),
        ("only", r"\b(?:only|alone|solely|exclusively|nothing (?:but|else)|except|nur|ausschließlich|seulement|uniquement|solo|sólo|únicamente)\b|だけ|のみ|只"),
        ("until", r"\b(?:until|unless|before|without|pending|first|prior to|as long as|while|not yet|till|if|once|after|bis|bevor|ohne|erst|solange|jusqu|avant|sans|hasta|antes|sin)\b|まで|前|之前|除非"),
    )
)  # fmt: skip
_WEAK = gated(
    r"\b(?:prefer(?:s|red|ably|ence)?|ideally|where possible|if possible|nice to have|would like|rather|optionally|recommended|suggest(?:s|ed|ion)?|tr(?:y|ies) to)\b"
)


_NO_FAILURE = gated(
    r"\b(?:no|zero|0|without|fix(?:e[sd])?|resolved|handles?|any) (?:\w+ ){0,3}(?:errors?|fail\w*|bugs?|issues?|crash\w*|regressions?)"
)
_NOT_DONE = gated(r"\b(?:not|n't|yet to|isn't|wasn't|hasn't|to be|noch nicht|pas encore|aún no)\b")
_DONE_FIRST = re.compile(r"\W*(?:done|fixed|added|completed|all)\b")
_REPAIRED = re.compile(r"\b(?:fixed|added|resolved|handled|removed|replaced)\b")


_STATES = any_of(
    lexicon.SHELVED, lexicon.UNVERIFIED, lexicon.FAILED, lexicon.PARTIAL, lexicon.DONE, lexicon.PLANNED
)  # a class needs one of them


@kept(8192)
def status_of(s: str) -> Status:
    """The status class of a sentence in lower case; the weakest claim wins: shelved and failed before partial, planned and done."""
    if not mask_of(s) & _STATES:
        return ""
    if lexicon.SHELVED.search(s):
        return "shelved"
    if lexicon.UNVERIFIED.search(s):
        return "planned"
    failed = lexicon.FAILED.search(s)
    if failed and not _NO_FAILURE.search(s) and not _REPAIRED.search(s, 0, failed.start()):
        return "failed"
    if lexicon.PARTIAL.search(s):
        return "partial"
    done = lexicon.DONE.search(s) is not None
    if done and _NOT_DONE.search(s):
        return "planned"
    if lexicon.PLANNED.search(s) and not _DONE_FIRST.match(s):
        return "planned"
    return "done" if done else ""


@kept(16384)
def force_of(sentence: str) -> Force:
    """All classes of one sentence, in any case."""
    s = lower_case(sentence)
    bound = frozenset(name for name, pattern in _BOUND if pattern.search(s))
    if _WEAK.search(s):
        bound |= {"weak"}
    return Force(
        bool(lexicon.NEGATION.search(s)),
        bound,
        status_of(s),
        bool(lexicon.HEDGE.search(s) or lexicon.ATTRIBUTE.search(s)),
    )
