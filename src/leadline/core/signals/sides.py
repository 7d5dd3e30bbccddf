"""A limit turned round: "nothing before 11" in the sources, "nothing after 11" in the parent.

In: a trial. Out: findings `polarity`. A limit names a point (a time, a date, a number), a side of it ("before", "later than") and whether that
side is barred ("does not want", "refuses", "no") or wanted ("must be", "only", "wants"). Wanting one side bars the other. Where the
parent and the sources bar opposite sides of the same point, and no source says it the parent's way, the limit is turned round.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import content_stems
from leadline.core.signals.model import Finding
from leadline.core.text.gates import gated

__all__ = ["find_turned_limits"]

_POINT = r"(?P<point>\d{1,2}(?:[:.]\d{2})?\s?(?:[ap]\.?m\b\.?|o['’]clock|uhr\b|h\b)|\d{1,2}:\d{2}|noon|midnight|(?:\d{1,2}(?:st|nd|rd|th)?\s)?(?:january|february|march|april|june|july|august|september|october|november|december)(?:\s\d{1,2}(?:st|nd|rd|th)?)?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d{4}-\d{2}-\d{2}|\d+(?:[.,]\d+)*)"
_SIDE = gated(
    rf"\b(?:(?P<before>before|earlier than|prior to|sooner than|ahead of|below|under|less than|lower than|fewer than)|(?P<after>after|later than|past|beyond|above|over|more than|higher than|greater than))\s+(?:the\s+|about\s+)?{_POINT}",
    flags=re.I,
)
_BARS = re.compile(
    r"\b(?:no|not|never|nothing|none|nobody|cannot|without|refus\w+|reject\w*|declin\w+|avoid\w*|forbid\w*|forbade|forbidden|exclud\w+|rul\w+ out|bar(?:s|red)|prohibit\w*|neither)\b|n['’]t\b",
    re.I,
)
_WANTS = re.compile(
    r"\b(?:must|shall|should|only|has to|have to|need(?:s|ed)?|want(?:s|ed)?|require[sd]?|insist\w*|prefer\w*|ask(?:s|ed)? for|limit\w*|has got to|ought)\b",
    re.I,
)
_EXCEPT = re.compile(r"\b(?:unless|until|except|but|or|if|whether|than two|far)\b", re.I)
_CUT = re.compile(r"[;,:.](?=\s)|\b(?:and|while|whereas|so|because|since|as|which|that)\b")
_P = 0.9

Side = Literal["before", "after"]


class _Limit(NamedTuple):
    """The side of a point that is barred, with the words beside it and its place in the sentence."""

    point: str
    barred: Side
    stems: frozenset[str]
    start: int
    end: int


def find_turned_limits(trial: Trial) -> list[Finding]:
    """At most one finding a sentence, in the order of the parent."""
    out: list[Finding] = []
    sources: list[tuple[Passage, _Limit]] | None = None
    for sentence in trial.parent_sentences:
        mine = _limits(sentence)
        if not mine:
            continue
        if sources is None:
            sources = [(s, limit) for s in trial.sentences for limit in _limits(s)]
        for limit in mine:
            same = [(s, o) for s, o in sources if o.point == limit.point]
            if not same or any(o.barred == limit.barred for _, o in same):
                continue
            shared = [(s, o) for s, o in same if len(s.stems & sentence.stems) >= 2]
            if not shared:
                continue
            s, other = shared[-1]
            said = trial.parent[sentence.start + limit.start : sentence.start + limit.end]
            out.append(
                make(
                    trial, "polarity", "suspicion",
                    f'The summary bars what is {limit.barred} {limit.point} ("{said}"); "{trial.pool[s.owner].id}" bars what is {other.barred} it: "{s.text[other.start : other.end]}".',
                    parent=(sentence.start + limit.start, sentence.start + limit.end),
                    child=(s.owner, s.start + other.start, s.start + other.end), probability=_P,
                )
            )  # fmt: skip
            break
    return out


def _limits(s: Passage) -> list[_Limit]:
    """The limits of a sentence, read from the piece in front of each point."""
    out: list[_Limit] = []
    for m in _SIDE.finditer(s.text):
        start = max((c.end() for c in _CUT.finditer(s.text, 0, m.start())), default=0)
        before = s.text[start : m.start()]
        side: Side = "before" if m["before"] else "after"
        if _EXCEPT.search(before):
            continue
        if _BARS.search(before):
            barred: Side = side
        elif _WANTS.search(before):
            barred = "after" if side == "before" else "before"
        else:
            continue
        point = re.sub(r"[\s.]|o['’]clock|(?<=\d)(?:st|nd|rd|th)\b", "", m["point"].lower())
        out.append(_Limit(point, barred, content_stems(before), start + len(before) - len(before.lstrip()), m.end()))
    return out
