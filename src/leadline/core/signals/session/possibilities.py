"""One of several possible reasons told as the reason: a list under "it could be because:", of which the parent takes one flatly.

In: a trial. Out: findings `invented_cause`. A list stands under its lead-in: where that says "could", "possible", "a few reasons", all
of its items are guesses, although none of them has a word of doubt itself. The parent is at fault where its reason is held best
by such an item, no other sentence that is not a guess says as much of it, and none later settles the matter.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from leadline.core.signals.cause_claims import CauseClaim, causes_of
from leadline.core.signals.cause_words import OPEN
from leadline.core.signals.doubt import GUESS
from leadline.core.signals.findings import make
from leadline.core.signals.index import Trial
from leadline.core.signals.lexis import content_stems
from leadline.core.signals.model import Finding

__all__ = ["find_picked"]

_ITEM = re.compile(r"[^\S\n]*(?:[-*•]|\(?\d{1,2}[.)]|[a-z]\))[^\S\n]+\S")
_MAY_BE = re.compile(
    r"\b(?:might|may|could|possib\w+|potential\w*|likely|probabl[ey]|plausible|candidates?|hypothes[ei]s|theories|suspects?|guess\w*|perhaps|maybe|a (?:few|couple of) (?:\w+ )?(?:reasons?|causes?|explanations?)|several (?:\w+ )?(?:reasons?|causes?|explanations?)|one of)\b",
    re.I,
)
_WHY = re.compile(
    r"\b(?:reasons?|causes?|caus(?:ed|ing)|explanations?|because|why|due to|explain\w*|culprits?|come from|hypothes[ei]s|theories|suspects?|candidates?)\b",
    re.I,
)
_RESERVED = re.compile(
    r"\b(?:may|might|could|possib\w*|perhaps|maybe|probabl\w*|likely|potential\w*|suspect\w*|guess\w*|assum\w*|presum\w*|appar\w*|suppos\w*|seem\w*|think\w*|thought|believ\w*|suggest\w*|propos\w*|hypothes\w*|theor\w*|candidate\w*|un(?:clear|certain|confirmed|proven|sure)|doubt\w*|unknown|unresolved|open|whether|if|not determined|undetermined|listed|one of|either|expla\w+|accord\w*|claim\w*)\b|\?",
    re.I,
)
_SETTLES = re.compile(
    r"\b(?:confirm(?:ed|s)|turned out|turns out|that was it|that's it|it was indeed|indeed|proved|proven|reproduced|found (?:it|the (?:issue|problem|cause|bug|culprit|reason))|root cause|the (?:issue|problem|cause|reason|culprit) (?:is|was)|this is (?:why|because|the)|that's why|that is why|so it was|makes sense now|i see)\b",
    re.I,
)
_BEHIND = r"(?:due to|because(?: of)?|caused by|com(?:e|ing) from|stem from|explained? by|(?:the|a) (?:reason|cause)|result (?:of|from)|down to|owing to)"
_MODAL = re.compile(  # "might be due to", not "you may write again, because" nor "5 May"
    rf"\b(?:(?:might|(?-i:may)|could)(?: (?:well|also|just|simply))? (?:be|have been|come|stem|result)|possibly|perhaps|maybe|probably|likely|presumably|I (?:think|believe|suspect|guess) (?:that )?(?:it|this|that)(?: is|'s)|(?:seems?|appears?) (?:to be )?)(?: \w+){{0,2}} {_BEHIND}\b",
    re.I,
)
_HELD = 0.5  # share of the reason's weight that the item must hold
_MIN = 2  # content words shared
_REPEATED = 3  # sentences: a word in more of them is what the session is about
_P = 0.87  # each found in one real session; a guess in one hand-written claim more; no faithful one of 7,675
_P_GUESSED = 0.85


class _Option(NamedTuple):
    """One item of a list of possibilities: its words and where it stands."""

    stems: frozenset[str]
    owner: int
    start: int
    end: int


def find_picked(trial: Trial) -> list[Finding]:
    """At most one finding a sentence, in the order of the parent."""
    out: list[Finding] = []
    options = None
    for sentence in trial.parent_sentences:
        if sentence.kind in ("code", "data", "heading") or _RESERVED.search(sentence.text):
            continue
        for claim in causes_of(trial, sentence):
            options = _options(trial) if options is None else options
            found = _judge(trial, claim, options) or _guessed(trial, claim)
            if found is not None:
                out.append(found)
                break
    return out


def _options(trial: Trial) -> list[_Option]:
    """The items of all lists whose lead-in leaves open which of them it is."""
    out: list[_Option] = []
    for owner, child in enumerate(trial.pool):
        lead, at = "", 0
        items: list[_Option] = []
        for line in (*child.text.splitlines(keepends=True), "."):
            text = line.strip()
            if text and _ITEM.match(line):
                start = at + line.index(text[0])
                items.append(_Option(content_stems(text), owner, start, start + len(text)))
            elif text:
                out += items if len(items) > 1 and _leaves_open(lead) else []
                lead, items = text, []
            at += len(line)
    return out


def _leaves_open(lead: str) -> bool:
    return lead.rstrip(" *_").endswith(":") and _MAY_BE.search(lead) is not None and _WHY.search(lead) is not None


def _judge(trial: Trial, claim: CauseClaim, options: list[_Option]) -> Finding | None:
    total = sum(trial.weight(w) for w in sorted(claim.reason))
    if not total:
        return None
    held = [
        (sum(trial.weight(w) for w in sorted(o.stems & claim.reason)) / total, o)
        for o in options
        if len(o.stems & claim.reason) >= _MIN
    ]
    best = max(held, key=lambda pair: pair[0], default=None)
    if best is None or best[0] < _HELD:
        return None
    share, option = best
    for s in trial.sentences:
        if any(o.owner == s.owner and o.start < s.end and s.start < o.end for o in options):
            continue
        if s.owner > option.owner and _SETTLES.search(s.text) and s.stems & (claim.reason | claim.effect):
            return None
        if s.kind in ("code", "data") or OPEN.search(s.text) or GUESS.search(s.text):
            continue
        if sum(trial.weight(w) for w in sorted(s.stems & claim.reason)) >= share * total:
            return None  # somebody states as much of it flatly
    return make(
        trial, "invented_cause", "suspicion",
        f'The summary gives a cause; "{trial.pool[option.owner].id}" lists it as one of several possible reasons, and no source settles which it was.',
        parent=(claim.start, claim.end), child=(option.owner, option.start, option.end), probability=_P,
    )  # fmt: skip


def _guessed(trial: Trial, claim: CauseClaim) -> Finding | None:
    """A word of the reason stands nowhere but behind "might be due to", and nobody comes back to it."""
    for word in sorted(claim.reason):
        numbers = trial.postings.get(word, [])
        if not numbers or len(numbers) > _REPEATED:
            continue
        guesses = [s for s in (trial.sentences[n] for n in numbers) if _is_guess(s.text, word)]
        if len(guesses) < len(numbers):
            continue
        first = guesses[0]
        if not first.stems & (claim.effect | claim.reason - {word}):
            continue
        if any(
            s.owner > first.owner or (s.owner == first.owner and s.start >= first.end)
            for s in trial.sentences
            if _SETTLES.search(s.text)
        ):
            continue
        return make(
            trial, "invented_cause", "suspicion",
            f'The summary gives a cause; "{trial.pool[first.owner].id}" only guesses at it, and no source comes back to it.',
            parent=(claim.start, claim.end), child=(first.owner, first.start, first.end), probability=_P_GUESSED,
        )  # fmt: skip
    return None


def _is_guess(text: str, word: str) -> bool:
    """A guess at a reason, with the word behind it."""
    why = _MODAL.search(text)
    return why is not None and word in content_stems(text[why.end() :])
