"""Exact things in a structured sentence against the evidence that it names, by spelling alone.

In: the parent, the span of a sentence, the sentence, its evidence's text, all children's text. Out: hard findings for an
identifier that the evidence spells nearly, but not so (one altered character is no rewording), and for one that no source
has. Filled slots are the sources' own spelling and are passed over. Bare numbers are the values signal's, which knows
conversions and sums; this check is what makes "altered" certain, whatever the extractor makes of a token.
"""

from __future__ import annotations

import re
from functools import lru_cache

from rapidfuzz.distance import DamerauLevenshtein

from leadline.core.signals.findings import REMEDIES
from leadline.core.signals.model import Finding
from leadline.core.tree.nodes import DraftSentence

__all__ = ["find_altered", "find_foreign", "find_other_number"]

# Letters and digits with the joints of identifiers and numbers between them.
_TOKEN = re.compile(r"[^\W_](?:[\w]|[./:@#~+,'’-](?=\w))*|[~/.][\w](?:[\w]|[./:@#~+-](?=\w))*|_+\w+")
# Shapes that nobody writes of their own accord: paths, snake_case, camelCase, files, codes with digits in them.
# 2 of 5,276 supported claims of the development authors held one that their evidence did not, of 176 faithful parents none.
_MADE = re.compile(
    r"(?:[~/@]|(?<![\w.+-]))(?:[\w.+-]++/){2,}[\w.+-]++|(?<!\w)\w(?=\w*_\w)\w++|\b[a-z]+[A-Z]\w+|\b[A-Z][a-z]+(?:[A-Z][a-z]+){2,}"
    r"|\b[\w-]{1,100}\.[a-z]{1,5}\d?\b|\b(?=\w*\d)(?=\w*[A-Za-z])\w[\w-]{4,}\b"
)
_COMPOUND = re.compile(r"-[A-ZÄÖÜ][a-zäöüß]{2,}$")  # an ordinary noun joined to a code or number
_BETWEEN = re.compile(r"(?<![^\W\d_])([^\W\d_]{2,}+\s)(\d+(?:[.,]\d+)*)(?=(\s?[^\W\d_]+|\s?%))")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th|er|e|º|ª)", re.IGNORECASE)
_PART_MIN = 3
_GROUPS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_JOINT = re.compile(r"[._/:@~\\-]+")
_SHARE = 0.25  # edits of the longer token's length up to which two identifiers are one with an alteration
_EDITS_MAX = 2
_LENGTH_MIN = 4


def find_altered(parent: str, span: tuple[int, int], sentence: DraftSentence, evidence: str) -> list[Finding]:
    """One finding for each token that is an altered one of the evidence."""
    said = _tokens(evidence)
    squeezed = re.sub(r"[\W_]+", "", evidence.lower())
    out: list[Finding] = []
    for found in _TOKEN.finditer(sentence.text):
        if any(slot.start < found.end() and found.start() < slot.end for slot in sentence.slots):
            continue
        token = _even(found.group())
        if token in said or not _is_exact(found.group()):
            continue
        if re.sub(r"[\W_]+", "", token) in squeezed and not token.replace(".", "").isdigit():
            continue  # the same letters with other joints, or a part of a longer name
        twin = _twin(token, said)
        if twin is not None:
            place = (span[0] + found.start(), span[0] + found.end())
            kind = "value_changed"
            message = f'The summary says "{found.group()}"; the evidence that the sentence names says "{said[twin]}".'
            out.append(
                Finding(kind, "hard", f"fidelity.{kind}", message, REMEDIES[kind], place, parent[place[0] : place[1]])
            )
    return out


def find_foreign(parent: str, span: tuple[int, int], sentence: DraftSentence, sources: str) -> list[Finding]:
    """One finding for each made name that no source has: not with other joints, not in parts. `sources` is lower case."""
    out: list[Finding] = []
    squeezed = ""
    for found in _MADE.finditer(sentence.text):
        token = found.group().lower()
        bare = re.sub(r"[\W_]+", "", token)
        if len(bare) <= _LENGTH_MIN or token in sources or _COMPOUND.search(found.group()):
            continue
        squeezed = squeezed or re.sub(r"[\W_]+", "", sources)
        parts = [p for p in re.split(r"[\W_]+", token) if len(p) >= _PART_MIN]
        if bare in squeezed or (parts and all(p in sources for p in parts)):
            continue
        if any(slot.start < found.end() and found.start() < slot.end for slot in sentence.slots):
            continue
        place = (span[0] + found.start(), span[0] + found.end())
        kind = "invented_detail"
        message = f'The summary names "{found.group()}", and no source has such a name.'
        out.append(
            Finding(kind, "hard", f"fidelity.{kind}", message, REMEDIES[kind], place, parent[place[0] : place[1]])
        )
    return out


def find_other_number(
    parent: str, span: tuple[int, int], sentence: DraftSentence, evidence: str, sources: str
) -> list[Finding]:
    """One finding for each bare number that no source has, where the evidence has another one between the same two words."""
    slots = {(m[1].lower(), m[3].lower()): m[2] for m in _BETWEEN.finditer(evidence)}
    out: list[Finding] = []
    known: set[str] = set()
    for found in _BETWEEN.finditer(sentence.text):
        said = slots.get((found[1].lower(), found[3].lower()))
        if said is None or _digits(said) == _digits(found[2]):
            continue
        known = known or {_digits(m.group()) for m in _NUMBER.finditer(sources)}
        if _digits(found[2]) in known:
            continue
        place = (span[0] + found.start(2), span[0] + found.end(2))
        kind = "value_changed"
        message = (
            f'The summary says "{found[2]}"; the evidence that the sentence names says "{said}" in the same place.'
        )
        out.append(
            Finding(kind, "hard", f"fidelity.{kind}", message, REMEDIES[kind], place, parent[place[0] : place[1]])
        )
    return out


def _digits(number: str) -> str:
    """The digits without grouping and decimal marks (1,398 is 1.398 is 1398 somewhere) and without idle zeros at the ends."""
    whole, _, rest = number.replace(",", ".").rpartition(".")
    if whole and len(rest) != 3:
        rest = rest.rstrip("0")
    return (whole.replace(".", "") + rest).lstrip("0") or "0"


def _even(token: str) -> str:
    return _GROUPS.sub("", token).lower()


@lru_cache(maxsize=512)
def _tokens(text: str) -> dict[str, str]:
    """Even spelling -> spelling, of every token and of the parts of joined ones."""
    out: dict[str, str] = {}
    for found in _TOKEN.finditer(text):
        out.setdefault(_even(found.group()), found.group())
        for part in re.split(r"[/:@,]", found.group()):
            if part:
                out.setdefault(_even(part), part)
    return out


def _is_exact(token: str) -> bool:
    """A number, or a token shaped like a name of something: digits, inner joints, camel case."""
    if any(c.isdigit() for c in token):
        return not _ORDINAL.fullmatch(token)
    return bool(re.search(r"\w[_/@:~\\]\w|\w\.\w|^[~/.]\w|[a-z][A-Z]", token)) and len(token) >= _LENGTH_MIN


def _twin(token: str, said: dict[str, str]) -> str | None:
    """The token of the evidence that this one is an alteration of."""
    digits = re.sub(r"\D", "", token)
    if token.replace(".", "").isdigit():
        return None  # a bare number differs from another in every digit; values.py decides
    best: tuple[int, str] | None = None
    for other in said:
        if abs(len(other) - len(token)) > _EDITS_MAX or not _is_exact(said[other]):
            continue
        limit = min(_EDITS_MAX, max(1, int(_SHARE * max(len(other), len(token)))))
        distance = DamerauLevenshtein.distance(token, other, score_cutoff=limit)
        if distance <= limit and (best is None or distance < best[0]):
            best = (distance, other)
    if best is None:
        return None
    other = best[1]
    if _JOINT.sub("", token) == _JOINT.sub("", other):
        return None
    if digits != re.sub(r"\D", "", other) or len(token) >= 6:
        return None if _inflected(token, other) else other
    return None


def _inflected(token: str, other: str) -> bool:
    """ "retries" for "retry": an ending, not an alteration."""
    short, long = sorted((token, other), key=len)
    return long.startswith(short.rstrip("sy")) and long[len(short.rstrip("sy")) :] in (
        "s",
        "es",
        "ies",
        "'s",
        "’s",
        "ed",
        "d",
    )
