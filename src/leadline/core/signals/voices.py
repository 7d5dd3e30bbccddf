"""Voices: what one voice of the children says, and the parent says flatly without naming it.

In: a trial. Out: findings `confidence_inflated`, or `conflict_resolved` where another voice speaks beside it. A voice is a subject
with a verb of saying ("the seller says that ...", "according to ..."). The parent's clause must be most of what the voice said,
its words must stand in no other child sentence, and the parent must neither name the voice nor have any word of saying or
doubt. Faithful summaries do drop some attributions, so these are suspicions, surer where two voices speak.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import content_stems
from leadline.core.signals.model import Finding
from leadline.core.text.gates import gated

__all__ = ["find_unattributed"]

_SAYS = (
    "says?|said|claims|claimed|thinks?|thought|believes?|believed|reports|reported|insists|maintains|argues|wrote|writes|told (?:us|me|the \\w+)|states|stated|mentions|mentioned|remembers|recalls"
    "|complains|answered|replied|sagt|meint|behauptet|schreibt|dit|affirme|dice|sostiene|afirma"
)
_VOICE = re.compile(
    rf"(?:^|(?<=[.;:,]\s)|\b(?:but|and|while|whereas|that)\s++|['\"”)]\s*+)(?P<who>(?:(?:the|an?|our|my|one|their|his|her)\s++)?[\w'’.-]{{1,60}}+(?:\s++[\w'’.-]{{1,60}}+){{0,4}}?)\s++(?:{_SAYS})\b(?!\s+(?:to|back|by|on|in)\b)(?:\s+that\b)?"
    r"|\b[Aa]ccording to (?P<source>(?:the |an? |our )?[\w'’.-]+(?:\s[\w'’.-]+){0,3}?),",
    re.M,
)
_SAYING = gated(rf"\b(?:{_SAYS}|according to)\b", flags=re.I)  # the cheap test
_FIRST_PERSON = re.compile(r"\b(?:I|we|you|he|she|they|it|which|who|user|client|customer|assistant|both)$", re.I)
_NAMED = gated(
    r"\b(?:says?|said|claims?|claimed|accord\w*|reports?|reported|states?|stated|tell|told|thinks?|thought|believ\w*|wrote|writes?|written|mention\w*|finds?|view|opinion|by|from|laut|selon|según|ask\w*|agree\w*|disagree\w*|question\w*|whether|if|unless|may|might"
    r"|could|would|should|no|not|never|none|neither|nobody|nothing|answer\w*|remark\w*|advi\w*|recommend\w*|suggest\w*|promis\w*|want\w*|request\w*|confirm\w*|quot\w*|describ\w*|consider\w*|calls?|called|figure|version|account|statement|words?|will|must|to be|open|unclear"
    r"|prescrib\w*|allow\w*|permit\w*|see[sn]?|saw|per|likely|probabl\w*|possibl\w*|perhaps|maybe|suspect\w*|alleg\w*|apparent\w*|reported\w*|suppos\w*|but|whereas|while|against)\b|n['’]t\b|\?|:",
    flags=re.I,
)  # fmt: skip
_NEXT = re.compile(r";|,\s(?:and|but|while|so)\b")
_QUOTED = re.compile(r"[\"“„«`]|(?<!\w)['‘]\w")  # somebody's words, given as such
_SHARE_MIN = 0.6


@dataclass(frozen=True, slots=True)
class _Speech:
    """One voice in a child sentence: who, and what it says."""

    who: frozenset[str]
    words: frozenset[str]
    start: int
    end: int


def find_unattributed(trial: Trial) -> tuple[Finding, ...]:
    """At most one finding a parent sentence, in order; computed once per trial."""
    kept = trial.shared.get("voices")
    if not isinstance(kept, tuple):
        kept = trial.shared["voices"] = tuple(_find(trial))
    return kept


def _find(trial: Trial) -> list[Finding]:
    out: list[Finding] = []
    seen: set[int] = set()
    for clause, sentence in trial.parent_clauses:
        if sentence.start in seen or sentence.kind in ("code", "data", "heading", "log") or len(clause.stems) < 2:
            continue
        for hit in trial.align(clause, 3):
            speeches = _speeches(trial, hit.sentence)
            if not speeches:
                continue
            if not _NAMED.search(sentence.text) and not _QUOTED.search(sentence.text):
                found = _flat(trial, clause, sentence, hit.sentence, speeches)
                if found is not None:
                    seen.add(sentence.start)
                    out.append(found)
            break
    return out


def _flat(
    trial: Trial, clause: Passage, sentence: Passage, number: int, speeches: tuple[_Speech, ...]
) -> Finding | None:
    speech = max(speeches, key=lambda s: (len(s.words & clause.stems), -s.start))
    shared = speech.words & clause.stems
    total = sum(trial.weight(s) for s in sorted(clause.stems))
    if len(shared) < 2 or not total or speech.who & sentence.stems:
        return None
    if sum(trial.weight(s) for s in sorted(shared)) < _SHARE_MIN * total:
        return None
    if sum(trial.postings[s] == [number] for s in sorted(shared)) < 2:
        return None
    source = trial.sentences[number]
    others = sum(len(_speeches(trial, n)) for n in range(max(0, number - 3), min(len(trial.sentences), number + 4)))
    contested = others > 1
    who = trial.pool[source.owner].text[speech.start : speech.end].strip(" ,:;.'\"”)")
    return make(
        trial, "conflict_resolved" if contested else "confidence_inflated", "suspicion",
        f'The summary states as a fact what "{trial.pool[source.owner].id}" gives as the word of one voice ("{who}")'
        + ("; another voice speaks beside it." if contested else "."),
        parent=(clause.start, clause.end), child=(source.owner, source.start, source.end), probability=0.91 if contested else 0.75,
    )  # fmt: skip


def _speeches(trial: Trial, number: int) -> tuple[_Speech, ...]:
    kept = trial.shared.setdefault("speeches", {})
    assert isinstance(kept, dict)
    known = kept.get(number)
    if known is None:
        known = kept[number] = _cut(trial.sentences[number])
    return known


def _cut(s: Passage) -> tuple[_Speech, ...]:
    if not _SAYING.search(s.text):
        return ()
    found = [m for m in _VOICE.finditer(s.text) if m["source"] or not _FIRST_PERSON.search(m["who"])]
    out: list[_Speech] = []
    for i, m in enumerate(found):
        end = found[i + 1].start() if i + 1 < len(found) else len(s.text)
        body = _NEXT.split(s.text[m.end() : end], maxsplit=1)[0]
        out.append(
            _Speech(content_stems(m["who"] or m["source"]), content_stems(body), s.start + m.start(), s.start + m.end())
        )
    return tuple(out)
