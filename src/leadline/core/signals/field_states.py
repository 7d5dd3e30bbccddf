"""Told as done where the record's own field says otherwise: "state: PREPARED" told as "has been submitted".

In: a trial. Out: findings `status_changed`. The output of a tool has a field of state whose value is one of being unfinished or of failure; the
summary tells in a sentence about that record that something was submitted, released, passed, delivered; it has that value nowhere, and no
sentence of the children has the summary's word but to deny, plan or ask for it. So it need not say whose state it was in the same words.
"""

from __future__ import annotations

import re

from leadline.core.signals.acts import governed, pieces, words_in
from leadline.core.signals.findings import make, shortened
from leadline.core.signals.index import Trial
from leadline.core.signals.lexis import content_stems, stems_of
from leadline.core.signals.model import Finding
from leadline.core.signals.state_words import AUX
from leadline.core.text.gates import gated

__all__ = ["find_field_states"]

_P = 0.9
_SHARED = 2  # stems of the record around the field that the summary's sentence has
_AROUND = 200  # characters on either side of the field
_STEM = 5  # letters of the value by which the summary would have it
_LONG = 120  # sentences of the children; in a longer record a state is one of many
_KEY = r"(?:state|status|result|overall|verdict|validation|outcome|phase|stage|conclusion|health|checks?|tests?|release|decision|stand|état|estado|resultado)"
_VALUE = (
    r"prepared|draft|queued|pending|scheduled|suspended|paused|halted|on hold|in progress|under review|in review|not (?:started|sent|submitted|transmitted|released|approved|done)"
    r"|unsent|awaiting|waiting|incomplete|deferred|blocked|failed|failure|aborted|rejected|refused|cancel(?:l)?ed|invalid|denied|expired|entwurf|brouillon|borrador|en cours|pendiente"
)
_FIELD = gated(
    rf"\b{_KEY}\b[\"']?\s*(?:\||:|=|\s{{2,}})\s*[\"'`]?(?P<value>{_VALUE})\b", flags=re.I, needs=rf"\b{_KEY}\b"
)
_DONE = re.compile(
    r"\b(?P<alone>pass(?:ed|es)|succeed(?:ed|s)|complete[sd]|finished|bestanden)\b|\b(?P<passive>submitted|released|issued|delivered|deployed|rolled out|rolling out|sent|transmitted|published|merged|installed|validated|available|live|eingereicht|freigegeben|abgeschlossen|envoyée?|publiée?|enviad[oa]|publicad[oa])\b",
    re.I,
)
_OPEN = re.compile(
    r"\b(?:prepar\w*|draft\w*|queue\w*|pending|schedul\w*|plan\w*|suspend\w*|paus\w*|halt\w*|hold|progress|partial\w*|review\w*|await\w*|wait\w*|incomplet\w*|defer\w*|block\w*|not|never|no|unsent|yet|still|until|to be|will|remain\w*|outstanding"
    r"|before|ready|due|stopp\w*|only|so far|lack\w*|missing|fail(?:s|ed|ing|ures?)?|abort\w*|reject\w*|nicht|noch|pas|sin|aún)\b|n['’]t\b",
    re.I,
)
_UNSAID = re.compile(
    r"\b(?:not|never|no|nothing|until|before|if|when|once|to|will|must|shall|should|can|may|please|wait|pending|for|after|nicht|noch|pas)\b|n['’]t\b|\?",
    re.I,
)


def find_field_states(trial: Trial) -> list[Finding]:
    """At most one finding a field, in the order of the children."""
    if len(trial.sentences) > _LONG:
        return []
    out: list[Finding] = []
    low = trial.parent.lower()
    for owner, child in enumerate(trial.children):
        if child.role == "user":
            continue
        for field in _FIELD.finditer(child.text):
            if field["value"].lower()[:_STEM] in low:
                continue
            about = content_stems(child.text[max(0, field.start() - _AROUND) : field.end() + _AROUND])
            told = _told_as_done(trial, about)
            if told is None or any(told == f.parent_span for f in out):
                continue
            start, end = told
            out.append(
                make(
                    trial, "status_changed", "suspicion",
                    f'The summary says "{shortened(trial.parent[start:end])}"; the record in "{child.id}" has "{field.group()}", which the summary has nowhere, and no source '
                    "says that it was done.",
                    parent=told, child=(owner, field.start(), field.end()), probability=_P,
                )
            )  # fmt: skip
    return out


def _told_as_done(trial: Trial, about: frozenset[str]) -> tuple[int, int] | None:
    """The clause of the parent that tells something of the record as done, as no sentence of the children does."""
    for sentence in trial.parent_sentences:
        if sentence.kind in ("code", "heading") or len(sentence.stems & about) < _SHARED:
            continue
        for start, end in pieces(sentence.text):
            piece = sentence.text[start:end]
            done = _DONE.search(piece)
            if done is None or governed(sentence.text, start) or _OPEN.search(piece):
                continue
            if done["passive"] and not set(words_in(piece[: done.start()])[-4:]) & AUX:
                continue
            if not _is_said(trial, done.group()):
                return sentence.start + start, sentence.start + end
    return None


def _is_said(trial: Trial, word: str) -> bool:
    """A sentence of the children has the word and neither denies, plans nor asks for it."""
    numbers = {n for stem in stems_of(word.split()[-1].lower()) for n in trial.postings.get(stem, ())}
    return any(_UNSAID.search(trial.sentences[n].text) is None for n in numbers)
