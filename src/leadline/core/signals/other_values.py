"""A field of a record told with the opposite of its value: "action deny" in the output, "has the action allow" in the parent.

In: a trial. Out: findings `polarity` (of an outcome `status_changed`). A value of the parent is one of two; its key stands beside it, or is one that names
nothing of its own ("status", "enabled") and the record's name stands there. All fields of the children with that key, of the record that
the clause names where it names one, must have the other value, and no sentence may say it the parent's way: then the field was turned.
"""

from __future__ import annotations

import re

from leadline.core.signals.acts import governed
from leadline.core.signals.fields import GENERIC, POLAR, Field, fields_of, key_pattern
from leadline.core.signals.findings import make, shortened
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import STOP, content_stems, stems_of
from leadline.core.signals.model import Finding
from leadline.core.signals.state_words import LIGHT, PREPOSITION
from leadline.core.text.words import word_set

__all__ = ["find_other_values"]

_P = 0.92
_CUT = re.compile(r"[;\n]|[.,](?=\s|$)|\s[-–—]\s|\b(?:and|but|while|whereas|although|und|aber|et|mais|y|pero)\b")
_WORD = re.compile(r"[^\W_]+(?:[-/](?:only|write))?(?:['’]t)?")
_NOT = word_set("not never no nicht kein keine pas nor isn't aren't wasn't cannot can't don't doesn't")
_UNTOLD = re.compile(
    r"\b(?:will|would|should|shall|must|may|might|can|could|to be|if|unless|until|when|once|whether|before|earlier|previously|initially|originally|first|"
    r"has to|have to|had been|wants?|needs?|requires?|asks?|asked|proposed?|proposes|plans?|planned|either|or|soll\w*|muss|wenn|falls|doit|debe|si)\b|\?", re.I
)  # fmt: skip
_LINKS = word_set(
    "is are was were stays stayed remains set to as status state action mode now still turned switched has the auf ist sind est es está"
)
_BARE = word_set("on off up down no yes open zu ein aus ja up")  # words of many uses: only as a predicate
_NOUNS = content_stems(
    "field option setting flag feature parameter check value entry switch status state mode action policy column key property"
)
_BEFORE = PREPOSITION - {"with", "der"}
_NEAR = 60  # characters between key and value
_CHANGED = re.compile(
    r"\b(?:set|switched|turned|changed|flipped|toggled|enabled|disabled|activated|deactivated|opened|closed|remounted|restarted|started|stopped|locked|unlocked|lifted|fixed)\b",
    re.I,
)


def find_other_values(trial: Trial) -> list[Finding]:
    """At most one finding a parent sentence."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        low = sentence.text.lower()
        if (
            sentence.kind in ("code", "heading")
            or trial.is_verbatim(sentence.text)
            or not any(w in POLAR for w in _WORD.findall(low))
        ):
            continue
        found = _in_sentence(trial, sentence)
        if found is not None:
            out.append(found)
    return out


def _in_sentence(trial: Trial, sentence: Passage) -> Finding | None:
    at = 0
    text = sentence.text
    for stop, after in [*((m.start(), m.end()) for m in _CUT.finditer(text)), (len(text), len(text))]:
        start, piece, at = at, text[at:stop], after
        if _UNTOLD.search(piece) or governed(text, start) or trial.is_verbatim(piece.strip()):
            continue
        words = [(m.group().lower().replace("’", "'"), m.start(), m.end()) for m in _WORD.finditer(piece)]
        for i, (word, a, b) in enumerate(words):
            if word not in POLAR or (word in _BARE and not _is_predicate([w for w, _, _ in words], i)):
                continue
            kind, side = POLAR[word]
            if any(w in _NOT for w, _, _ in words[:i]):
                side = -side
            fields = _fields(trial, piece, (a, b), kind)
            contrary = _contrary(trial, sentence, piece, fields, side)
            if contrary is not None:
                return _finding(trial, (sentence.start + start, sentence.start + stop), contrary)
    return None


def _fields(trial: Trial, piece: str, value: tuple[int, int], kind: str) -> list[Field]:
    """The fields of the children with a value of the class whose key stands near the parent's value."""
    stems = content_stems(piece)
    numbers = {n for s in (*stems, *(k for g in GENERIC for k in stems_of(g))) for n in trial.postings.get(s, ())}
    out: list[Field] = []
    for n in sorted(numbers):
        for field in fields_of(trial, n):
            if field.kind != kind or field.key.lower() in _NOT:
                continue  # "no drop" is a denial and no field
            if field.polar_key or field.key.lower() in GENERIC:
                if field.record & stems:
                    out.append(field)
            elif any(_is_said_of(piece, m.start(), m.end(), value) for m in key_pattern(field.key).finditer(piece)):
                out.append(field)
    return out


def _is_predicate(words: list[str], i: int) -> bool:
    """A word of many uses stands behind "is" or "set to", and no noun behind it ("is on order")."""
    return i > 0 and words[i - 1] in _LINKS and all(w in PREPOSITION or w in LIGHT for w in words[i + 1 : i + 2])


def _is_said_of(piece: str, start: int, end: int, value: tuple[int, int]) -> bool:
    """The key at `start:end` is what the value is said of: before it and behind no preposition, or right behind it."""
    if end > value[0]:
        return value[1] <= start <= value[1] + 1
    before = [w.lower() for w in _WORD.findall(piece[:start]) if w.lower() not in STOP or w.lower() in PREPOSITION][-2:]
    return value[0] - end <= _NEAR and not (before and before[-1] in _BEFORE and before[0] not in GENERIC)


def _contrary(trial: Trial, sentence: Passage, piece: str, fields: list[Field], side: int) -> Field | None:
    """The last of the fields of the record that the clause names, where all have the other value and nothing says otherwise."""
    if not fields:
        return None
    stems = content_stems(piece)
    best = max(len(f.record & stems) for f in fields)
    against = [f for f in fields if f.side != side and len(f.record & stems) == best]
    if not against:
        return None
    last = against[-1]
    names = frozenset(w for w in last.record & stems if any(c.isdigit() for c in w))
    for f in fields:
        words = f.record | content_stems(f.key)
        if f.side == side and (names <= words or (f.sentence > last.sentence and words & names)):
            return None  # another state, or another record that is not told apart
    s = trial.sentences[last.sentence]
    if (last.polar_key or last.key.lower() in GENERIC) and not _names(last, piece):
        return None
    about = content_stems(last.key) | (last.record & stems)
    for n, other in enumerate(trial.sentences):
        later = (other.owner, other.start) > (s.owner, s.start)
        if other is s or not (other.stems & about or (later and len(other.stems) <= 8)) or fields_of(trial, n):
            continue  # another field is of another thing, or was looked at
        low = [w.lower() for w in _WORD.findall(other.text)]
        if any(POLAR.get(w) == (last.kind, side) for w in low) or (
            later and other.stems & about and _CHANGED.search(other.text)
        ):
            return None
    return last


def _names(field: Field, piece: str) -> bool:
    """The clause names the record: by a word with a digit, or by all that it has before its value."""
    words = content_stems(piece) & field.record
    if any(any(c.isdigit() for c in w) for w in words):
        return True
    subject = frozenset(s for w in _WORD.findall(piece) if w.lower() not in POLAR for s in stems_of(w)) - _NOUNS
    return bool(words) and subject <= field.record | content_stems(field.key)


def _finding(trial: Trial, span: tuple[int, int], field: Field) -> Finding:
    owner = trial.pool[trial.sentences[field.sentence].owner]
    quote, source = trial.parent[span[0] : span[1]].strip(), owner.text[field.start : field.end]
    return make(
        trial, "status_changed" if field.kind == "outcome" else "polarity", "suspicion",
        f'The summary says "{shortened(quote)}"; the record in "{owner.id}" has "{source}", and nothing says that it was changed since. '
        "Whoever goes on from the summary takes the setting for its opposite.",
        parent=span, child=(trial.sentences[field.sentence].owner, field.start, field.end), probability=_P,
    )  # fmt: skip
