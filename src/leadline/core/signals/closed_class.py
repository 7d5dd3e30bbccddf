"""One word of a closed class exchanged for its opposite, in a clause that is worded anew: before for after, at most for at least.

In: a trial. Out: findings of the kind that `opposites.PAIR` gives the exchange. `near_verbatim` asks for one differing word in a clause that
is else the source's own; here only the neighbourhood counts: all other words of the parent's clause stand around the child's, and
the word next to the opposites is the same ("before 04:00", "after 04:00"), so that "A before B" and "B after A" are no pair.
A clause of the children that has the parent's word with such a neighbourhood clears it.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Literal

from leadline.core.signals.acts import Use, around, asserts_nothing, clauses, pieces, words_in
from leadline.core.signals.counts import told_of_all
from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import stems_of
from leadline.core.signals.model import Finding
from leadline.core.signals.moods import NO
from leadline.core.signals.opposites import NEGATIONS, PAIR
from leadline.core.text.words import word_set

__all__ = ["find_closed_class"]

_AMBIGUOUS = word_set(
    "on off up down open read write can could may add remove keep second"
)  # particles, attributes and events in time
_RELATIONS = word_set(
    "before until after since with without including excluding above below over under more less fewer least most minimum maximum min max "
    "first last left right all every each some must should shall earlier later higher lower earliest latest vor nach mit ohne avant après avec sans antes después con sin"
)
_SURE = {
    "invented_order": 0.92,
    "scope_widened": 0.92,
}  # measured; comparisons and states have other standards of comparison
_REST_MIN = 2  # other content words of the clause
_LIKE = 0.34  # of them: so much is enough for a clause of the children to be of the same
_REACH = 4  # words beside an opposite in which its neighbour is looked for

_LEFT_OUT = frozenset(
    (
        "excluded",
        "omitted",
        "missing",
        "out",
        "removed",
        "absent",
        "off",
        "disabled",
        "dropped",
        "skipped",
        "ignored",
        "ausgenommen",
    )
)
_SPANS = frozenset(
    (
        "day",
        "week",
        "month",
        "year",
        "night",
        "evening",
        "morning",
        "hour",
        "days",
        "weeks",
        "months",
        "years",
        "hours",
        "minutes",
    )
)
_NO_SOONER = frozenset(("only", "not", "erst", "frühestens", "nicht", "seulement", "pas", "sólo", "solo", "no"))
_FEW = 40  # sentences of the children; among more of them the sentences before a clause bring any word
_OPPOSITES: dict[str, dict[str, str]] = defaultdict(dict)  # word of the parent -> word of the child -> kind
for (_theirs, _mine), _kind in PAIR.items():
    if _theirs not in _AMBIGUOUS and _mine not in _AMBIGUOUS:
        _OPPOSITES[_mine][_theirs] = _kind


def find_closed_class(trial: Trial) -> list[Finding]:
    """At most one finding a parent sentence."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        if sentence.kind in ("code", "data", "heading") or sentence.text.rstrip().endswith("?"):
            continue
        for start, end in pieces(sentence.text):
            if "whether" in words_in(sentence.text[:start]):
                continue  # one of several ways that are told side by side
            words = words_in(sentence.text[start:end])
            found = next(
                (f for i, w in enumerate(words) if w in _OPPOSITES and (f := _against(trial, sentence, start, end, words, i))), None
            )  # fmt: skip
            if found is not None:
                out.append(found)
                break
    return out


def _against(trial: Trial, sentence: Passage, start: int, end: int, words: list[str], i: int) -> Finding | None:
    rest = frozenset(s for k, w in enumerate(words) if k != i for s in stems_of(w))
    if len(rest) < _REST_MIN or not all(s in trial.postings for s in rest):
        return None
    last: tuple[Use, str] | None = None
    for number in sorted({n for s in rest for n in trial.postings[s]}):
        said = _says(trial, number, words, i, rest)
        if said == "same":
            return None
        last = said or last
    if last is None:
        return None
    use, kind = last
    if kind == "scope_widened" and told_of_all(trial, rest, trial.sentences[use.sentence], use.end):
        return None
    owner = trial.sentences[use.sentence].owner
    quote, source = sentence.text[start:end], trial.pool[owner].text[use.start : use.end]
    return make(
        trial, kind, "suspicion", f'The summary says "{quote}", "{trial.pool[owner].id}" says "{source}", and no source says it the other way.',
        parent=(sentence.start + start, sentence.start + end), child=(owner, use.start, use.end), probability=_SURE.get(kind, 0.88),
    )  # fmt: skip


def _says(
    trial: Trial, number: int, words: list[str], i: int, rest: frozenset[str]
) -> tuple[Use, str] | Literal["same"] | None:
    """ "same" where a sentence has the parent's word about the same; the clause with its opposite beside the same word; else None."""
    s = trial.sentences[number]
    kinds = _OPPOSITES[words[i]]
    if s.text.rstrip().endswith("?") or s.kind in ("code", "data"):
        return None
    out: tuple[Use, str] | None = None
    for start, end, _, theirs in clauses(trial, number):
        if theirs[:1] in (["let"], ["let's"], ["try"], ["maybe"], ["perhaps"]):
            continue  # a try: nothing is said of how it is
        if words[i] not in theirs and kinds.keys().isdisjoint(theirs):
            continue
        if ("unless" in theirs) != ("unless" in words):
            continue  # "unless above" is "as long as not above"
        use = Use(number, "done", s.start + start, s.start + end)
        near = around(trial, use) if len(trial.sentences) <= _FEW else s.stems
        if words[i] in theirs and len(rest & near) >= _LIKE * len(rest):
            return "same"
        if not rest <= near:
            continue
        for k, word in enumerate(theirs):
            if (k and theirs[k - 1] in _SPANS) or (i and words[i - 1] in _SPANS):
                continue  # "the day before": a time, and no relation
            if k and theirs[k - 1] in _NO_SOONER and not (i and words[i - 1] in _NO_SOONER):
                continue  # "only after" is no "after"
            if word in ("with", "mit", "avec", "con") and _LEFT_OUT.intersection(theirs[k + 1 :]):
                continue  # "with two left out" is "without two"
            if kinds.get(word) == "invented_order" and NEGATIONS.isdisjoint(words) != NEGATIONS.isdisjoint(theirs):
                continue
            if NO.isdisjoint(words[:i] + words[i + 1 :]) != NO.isdisjoint(theirs[:k] + theirs[k + 1 :]):
                continue
            if word not in _RELATIONS and asserts_nothing(words, i) != asserts_nothing(theirs, k):
                continue  # "is to rise", "fell"
            if word in kinds and _beside(words, i) == _beside(theirs, k):
                out = (use, kinds[word])
    return out


def _beside(words: list[str], i: int) -> tuple[str, str]:
    """("right", the stem of the next content word); at the end of a clause ("left", that of the one before)."""
    right = next((s for w in words[i + 1 : i + 1 + _REACH] for s in stems_of(w)), "")
    if right:
        return "right", right
    return "left", next((s for w in reversed(words[max(0, i - _REACH) : i]) for s in stems_of(w)), "")
