"""The edits of `leadline bench altered` on words: a negation, a hedge, an attribution or a constraint lost, an opposite for a word.

In: a summary and a key that seeds the draws. Out: `Alteration`s, at most one of a kind. Word lists are closed classes and everyday
words; none was made with leadline's own lists at hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from leadline.bench.altered_edits import Alteration
from leadline.core.text.sentences import split_sentences

__all__ = ["WORD_KINDS", "word_edits"]

WORD_KINDS = ("negation lost", "hedge lost", "attribution lost", "opposite", "constraint dropped")

_AUXILIARY = "has|have|had|is|are|was|were|does|do|did|must|may|can|could|should|shall|will|would"
_NEGATION = re.compile(
    rf"\b(?i:{_AUXILIARY})(?P<a>n['’]t(?: yet)?| not(?: yet)?| never)(?! only)\b"
    r"|\bcan(?P<b>not|['’]t)\b"
    r"|(?P<c>\b(?:not yet|not|never) )(?=(?:[a-z]+(?:ed|en|ing)|be)\b)"
    r"|(?P<d>\bno )(?!longer|more|later|sooner|earlier|less|fewer|one|doubt|and|or|but|to|matter)(?=[a-z])"
)
_HEDGE = re.compile(
    r"(?<!not )(?<!un)\b(?P<word>(?:most |very )?(?:probably|perhaps|possibly|presumably|apparently|maybe|likely),? )"
    r"|\b(?P<be>(?:may(?! be [a-z]+(?:ed|en|ld|pt|ft)\b)|might|could) (?:well )?be)\b|\b(?P<have>(?:may|might|could) (?:well )?have)(?= [a-z]+(?:ed|en)\b)",
    re.IGNORECASE,
)  # "may be resumed" is leave, no hedge
_TOLD_AS = {"be": "is", "have": "has", "word": ""}
_CLAUSE = rf"(?=[^.;:\n]{{0,80}}\b(?:{_AUXILIARY}|might)\b)"
_WHO = r"\b(?<!of )(?<!by )(?<!for )(?<!from )(?:[A-Z][\w'’-]+ (?:[A-Z][\w'’-]+ )?|[Hh]e |[Ss]he |[Tt]hey |[Tt]he (?:[a-z-]+ ){1,2})"
_THINKS = r"(?:(?:suspect|think|believe|assume|claim|say|state|estimate)s?|guess(?:es)?|(?:suspect|believ|assum|claim|stat|estimat|guess)ed|thought|said)"
_ATTRIBUTION = re.compile(
    rf"{_WHO}{_THINKS} (?:that |(?!to |so |in |no ){_CLAUSE})|\b[Aa]ccording to [^,.;\n]{{2,40}}, "
)
_OPPOSITES = {
    a: b
    for one, other, both in (
        ("failed", "succeeded", True), ("passed", "failed", False), ("open", "closed", True), ("unsent", "sent", False), ("enabled", "disabled", True),
        ("allowed", "forbidden", True), ("confirmed", "unconfirmed", True), ("approved", "rejected", True), ("accepted", "refused", True),
        ("before", "after", True), ("incomplete", "complete", True), ("undecided", "decided", False), ("unknown", "known", False), ("higher", "lower", True),
        ("increased", "decreased", True), ("more than", "less than", True), ("at most", "at least", True), ("without", "with", False),
        ("pending", "done", False), ("planned", "done", False), ("prepared", "submitted", False), ("drafted", "sent", False), ("only", "also", False),
        ("never", "always", False),
    )
    for a, b in ((one, other), (other, one))[: 1 + both]
}  # fmt: skip
# "read-only" is no "only"; a verb ("to open it", "closed it") has no opposite of the same form
_OPPOSITE = re.compile(
    rf"(?<![\w-])(?<!to (?=open))({'|'.join(sorted(_OPPOSITES, key=len, reverse=True))})(?![\w-])(?<!closed(?= (?:it|the|a|this)\b))"
)
# behind "not" the opposite need not be false
_NO = re.compile(r"(?:\b(?:no|not|never)|n['’]t) (?:\w{1,4} )?$")
_CONSTRAINT = re.compile(
    r"\b(?:must|mustn['’]t|shall|may not|(?:is|are) not to|not (?:before|until)|no later than|forbidden"
    r"|(?:do not|don['’]t)(?! know| have| see| think| match| exist| appear| need| yet)|never (?:to )?[a-z]+(?<!ed)(?= (?:the|a|any|an)\b)"
    r"|only (?:after|if|when|once|with|by)|without (?:asking|(?:\w+ )?(?:approval|permission|consent|confirmation)))\b",
    re.IGNORECASE,
)
_LENGTH_MIN = 20  # of a sentence that says something
_SENTENCES_MIN = 3  # of a summary from which one is dropped


def word_edits(text: str, key: str) -> Iterator[Alteration]:
    """One alteration of every kind for which the text has a word."""
    for kind, edit in zip(WORD_KINDS, (_negation, _hedge, _attribution, _opposite, _constraint), strict=True):
        found = edit(text)
        if found:
            start, end, new = Random(f"{key} {kind}").choice(found)
            what = f"{text[max(0, start - 30) : start]}[{text[start:end]} -> {new}]{text[end : end + 30]}"
            yield Alteration(kind, text[:start] + new + text[end:], " ".join(what.split()))


_Edit = tuple[int, int, str]  # the span that goes, and what comes in its place


def _negation(text: str) -> list[_Edit]:
    return [(*m.span(m.lastgroup or 0), "") for m in _NEGATION.finditer(text)]


def _hedge(text: str) -> list[_Edit]:
    return [
        _opened(text, *m.span(), "") if m.lastgroup == "word" else (*m.span(), _TOLD_AS[m.lastgroup or ""])
        for m in _HEDGE.finditer(text)
    ]


def _attribution(text: str) -> list[_Edit]:
    return [_opened(text, *m.span(), "") for m in _ATTRIBUTION.finditer(text)]


def _opened(text: str, start: int, end: int, new: str) -> _Edit:
    """Where the beginning of a sentence goes, what follows begins it with a capital."""
    before = text[:start].rstrip(" *-•")
    begins = not before or before[-1] in ".!?\n"
    return (start, end + 1, new + text[end : end + 1].upper()) if begins else (start, end, new)


def _opposite(text: str) -> list[_Edit]:
    return [
        (*m.span(), _OPPOSITES[m[1]])
        for m in _OPPOSITE.finditer(text)
        if not _NO.search(text, max(0, m.start() - 12), m.start())
    ]


def _constraint(text: str) -> list[_Edit]:
    sentences = split_sentences(text)
    if len(sentences) < _SENTENCES_MIN:
        return []
    ends = [*(s.start for s in sentences[1:]), len(text)]
    return [
        (s.start, end, "")
        for s, end in zip(sentences, ends, strict=True)
        if s.end - s.start > _LENGTH_MIN and _CONSTRAINT.search(text, s.start, s.end)
    ]
