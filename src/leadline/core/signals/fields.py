"""Fields of records with one of two opposite values: "action deny", "versioning: ON", "| gate B | closed |", `"enabled": false`.

In: a child sentence (a line of output, a row, an object) with what stands above it. Out: `Field`s: key, class and side of the value, and
the words of the record that it belongs to. The values are closed classes of the language of tools and forms, two sides each.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import content_stems
from leadline.core.text.words import word_set

__all__ = ["GENERIC", "POLAR", "Field", "fields_of", "key_pattern"]

_CLASSES: tuple[tuple[str, str, str], ...] = (
    ("bool", "on enabled true yes active activated aktiv aktiviert ein ja wahr activé activée activado activada", "off disabled false no inactive deactivated inaktiv deaktiviert aus nein falsch désactivé désactivée desactivado desactivada"),
    ("access", "allow allowed allows permit permitted permits grant granted", "deny denied denies block blocked blocks drop dropped forbid forbidden reject rejected refused"),
    ("outcome", "pass passed passes success succeeded successful ok green bestanden", "fail failed fails failure failing unsuccessful red"),
    ("open", "open opened offen geöffnet ouvert ouverte abierto abierta", "closed shut geschlossen zu fermé fermée cerrado cerrada"),
    ("need", "required mandatory obligatory", "optional"),
    ("write", "writable writeable rw read-write read/write", "read-only readonly ro"),
    ("link", "up", "down"),
    ("lock", "locked", "unlocked"),
    ("public", "public", "private"),
    ("net", "online", "offline"),
    ("here", "present", "absent missing"),
    ("run", "running started", "stopped"),
    ("valid", "valid", "invalid expired"),
)  # fmt: skip
POLAR: dict[str, tuple[str, int]] = {
    w: (kind, side) for kind, plus, minus in _CLASSES for side, words in ((1, plus), (-1, minus)) for w in words.split()
}
_BOOLS = {w: side for w, (kind, side) in POLAR.items() if kind == "bool"}
# Keys that name no thing of their own: what they are of is the record.
GENERIC = word_set(
    "action policy status state mode result effect decision access verdict outcome rule type setting value health zustand état estado"
)
_VALUES = "|".join(sorted(map(re.escape, POLAR), key=len, reverse=True))
_END = r"""["'`]?(?=\s*$|\s*[,;|})\](.]|\s{2,}|\t|\s+["']?[\w.-]+["']?\s?[:=])"""
_PAIR = re.compile(
    rf"""(?P<key>[^\W\d_][\w.-]{{0,40}}(?:\s[\w-]{{1,24}}){{0,2}})["'`]?\s?(?:[:=]|→|->)\s?["'`]?(?P<value>{_VALUES}){_END}""",
    re.I,
)
_SPACED = re.compile(
    rf"(?:^|(?<=\s\s)|(?<=\t)|(?<=;\s)|(?<=,\s))(?P<key>[^\W\d_][\w.-]{{1,40}}(?:\s[\w-]{{1,24}}){{0,2}}?)\s+(?P<value>{_VALUES})(?=\s*$|\s*[;,.(]|\s{{2,}}|\t)",
    re.I,
)
_CELL = re.compile(rf"\|\s*(?P<value>{_VALUES})\s*(?=\|)", re.I)
_PROSE = re.compile(
    r"\b(?:the|a|an|is|are|was|were|has|have|we|i|you|it|they|to|not|be|must|should|will|please|if|der|die|das|ist|le|la|est|el)\b",
    re.I,
)
_LINE_MAX = 400
_ABOVE = 12  # lines in which the heading of a record is looked for


class Field(NamedTuple):
    """One field with a value of two."""

    sentence: int
    key: str
    kind: str
    side: int
    polar_key: bool  # the key is itself the word ("enabled: false"): its subject is the record
    record: frozenset[str]  # stems of the record's other words
    start: int
    end: int


def fields_of(trial: Trial, number: int) -> list[Field]:
    """The fields of a child sentence; kept for the trial."""
    kept = trial.shared.setdefault("fields", {})
    assert isinstance(kept, dict)
    found: list[Field] | None = kept.get(number)
    if found is None:
        found = kept[number] = _read(trial, number) if len(trial.sentences[number].text) <= _LINE_MAX else []
    return found


def key_pattern(key: str) -> re.Pattern[str]:
    """The key in a text, with other joints and as separate words."""
    parts = [p for p in re.split(r"[\W_]+|(?<=[a-zà-ÿ])(?=[A-Z])", key) if p]
    return re.compile(r"(?<![\w-])" + r"[\W_]*".join(map(re.escape, parts)) + r"s?(?![\w-])", re.I)


def _read(trial: Trial, number: int) -> list[Field]:
    s = trial.sentences[number]
    text = s.text
    found: list[tuple[str, str, int, int]] = []
    if s.kind == "table":
        first = text.strip().strip("|").split("|", 1)[0].strip()
        found = [
            (first, m["value"], m.start("value"), m.end("value"))
            for m in _CELL.finditer(text)
            if first and m.start() > text.find(first)
        ]
    else:
        for pattern in (_PAIR, _SPACED):
            for m in pattern.finditer(text):
                if not any(a < m.end() and m.start() < b for _, _, a, b in found) and not _PROSE.search(m["key"]):
                    found.append((m["key"], m["value"], m.start(), m.end()))
    out: list[Field] = []
    for key, value, start, end in found:
        kind, side = POLAR[value.lower()]
        key, rest = _own_key(key)
        own, polar = POLAR.get(key.lower(), ("", 0)), False
        if own[0] and kind == "bool" and own[0] != "outcome":
            kind, side, polar = own[0], own[1] * _BOOLS[value.lower()], True
        left, right = text[:start].rpartition(";")[2], text[end:].partition(";")[0]
        record = content_stems(f"{left} {rest} {right}") | _heading(trial, number, s)
        out.append(Field(number, key, kind, side, polar, record, s.start + start, s.start + end))
    return out


def _own_key(key: str) -> tuple[str, str]:
    """(the key, the words before it): the last word, with the noun before it where it is but a number or a letter ("gate B")."""
    words = key.split()
    cut = len(words) - 1
    if cut and (len(words[-1]) <= 2 or words[-1].isdigit()):
        cut -= 1
    return " ".join(words[cut:]), " ".join(words[:cut])


def _heading(trial: Trial, number: int, s: Passage) -> frozenset[str]:
    """The words of the line that this one stands under: the nearest above it that is indented less."""
    text = trial.pool[s.owner].text
    depth = _indent(text, s.start)
    if not depth:
        return frozenset()
    for above in range(number - 1, max(-1, number - 1 - _ABOVE), -1):
        other = trial.sentences[above]
        if other.owner != s.owner:
            break
        if _indent(text, other.start) < depth:
            return other.stems
    return frozenset()


def _indent(text: str, at: int) -> int:
    return at - (text.rfind("\n", 0, at) + 1)
