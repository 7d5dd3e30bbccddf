"""What a clause says of named things: (names, predicate, sign), whatever stands between name and verb.

In: a sentence. Out: `Said`s. The names are what stands before the verb and behind no preposition: identifiers, numbered nouns, capitalised names;
brackets, appositions and relative clauses are taken out, members of a list are gathered. The predicate is the word behind the
auxiliaries, with what follows it; its sign turns with each negation. Plans, conditions, guesses and hearsay say nothing. English.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from leadline.core.signals.index import Passage
from leadline.core.signals.lexis import STOP, stems_of
from leadline.core.signals.opposites import prefixed
from leadline.core.signals.sides_of_words import says_of
from leadline.core.signals.state_words import CONDITION, LIGHT, PREPOSITION
from leadline.core.signals.verbs import is_past, verb_key
from leadline.core.text.kept import kept
from leadline.core.text.words import word_set

__all__ = ["NOT", "TOKEN", "Said", "is_identifier", "read_predicates", "senses_of"]

TOKEN = re.compile(r"[\w][\w./@#:+'’-]*(?<![.:'’+-])(?:\(\))?|/[\w./-]+\w")
_BRACKETS = re.compile(r"\([^()]{0,120}\)|\s[–—]\s[^–—;.]{1,80}\s[–—](?=\s)")
_RELATIVE = re.compile(r",\s(?:which|who|whose|that)\b[^,;.]{1,90},")
_APPOSITION = re.compile(
    r"(?<=[\w`]),\s[^,;.:]{2,60},(?=\s(?:is|are|was|were|has|have|had|does|do|did|can|could|cannot|will|isn|aren|wasn|hasn|haven|hadn|doesn|don|didn|can|won)\b)"
)
_JOINT = re.compile(
    r"[;\n]|[.:](?=\s|$)|,(?=\s)|\s[-–—]\s|\b(?:and|but|or|while|whereas|although|though|because|since|so|as)\b"
)
_LIST_JOINTS = (",", "and", "or")
_BE = word_set("is are was were isn't aren't wasn't weren't been being")
_DO = word_set("do does did don't doesn't didn't has have had hasn't haven't hadn't")
_CAN = word_set("can could cannot can't couldn't")
_WILL = word_set("will would won't wouldn't")
_PAST = word_set("was were wasn't weren't did didn't had hadn't could couldn't would wouldn't")
NOT = word_set("not never cannot")
_UNSURE = word_set(
    "if unless whether once when until before only except hardly barely scarcely partly partially almost nearly must should shall may might "
    "say says said claim claims claimed think thinks believe believes guess suspect suspects perhaps maybe probably assume assumed "
    "neither nor nobody nothing none no who what which why how far than just merely"
)
_THROUGH = word_set(
    "yet ever also either now still already really indeed currently longer any been being therefore then today"
)
_TAIL = word_set("yet either any more anymore longer still now already too well also as at all currently today itself")
_CAPITAL = re.compile(r"[A-Z][a-zà-ÿ'’]+$")
_NOT_SO = re.compile(r",?\s*not\b")  # "excludes members, not former ones"
_NONE: frozenset[str] = frozenset()
_PIECES_MAX = 40


class Said(NamedTuple):
    """One reading of a clause: what is said of the names, and how."""

    names: frozenset[str]
    modifiers: frozenset[str]
    what: str
    sign: int
    mood: str  # "be", "do", "can", "will", with the voice in it
    past: bool
    complement: frozenset[str]
    denied: bool
    start: int
    end: int


def read_predicates(sentence: Passage) -> list[Said]:
    return [
        said._replace(start=sentence.start + said.start, end=sentence.start + said.end)
        for said in _read_text(sentence.text)
    ]


@kept(4096)
def _read_text(text: str) -> tuple[Said, ...]:
    """The readings of a sentence, offsets in it."""
    if not _nameable(text):
        return ()
    plain = text
    for insertion in (_BRACKETS, _RELATIVE, _APPOSITION):
        plain = insertion.sub(lambda m: " " * len(m.group()), plain)
    out: list[Said] = []
    members = _NONE  # of a list whose verb is still to come
    at = 0
    joints = [(m.start(), m.end(), m.group()) for m in _JOINT.finditer(plain)]
    before = ""
    for start, end, joint in [*joints[:_PIECES_MAX], (len(plain), len(plain), "")]:
        said = (
            []
            if _NOT_SO.match(plain, start, end + 5)
            else _piece(plain, at, start, members if before in ("and", "or") else _NONE)
        )
        before = joint
        if said is None:
            names, modifiers = _names(plain, at, start)
            members = members | names if joint in _LIST_JOINTS and names and not modifiers else _NONE
        else:
            out += said
            members = _NONE
        at = end
    return tuple(out)


def _nameable(text: str) -> bool:
    return any(c.isdigit() or c in "_/-" or c.isupper() for c in text[1:])


def _piece(plain: str, start: int, end: int, members: frozenset[str]) -> list[Said] | None:
    """The readings of one piece; None where it has no predicate, so that it may be a member of a list."""
    found = [(m.group().lower().replace("’", "'"), m.start(), m.end()) for m in TOKEN.finditer(plain, start, end)]
    words = [w for w, _, _ in found]
    if not words:
        return None
    verb = next((i for i, w in enumerate(words) if w in _BE or w in _DO or w in _CAN or w in _WILL), None)
    if verb is None:
        verb = _simple_verb(plain, found, start)
        if verb is None:
            return None
        head, sign, mood, past = verb, 1, "do", is_past(words[verb])
    else:
        first = words[verb]
        head, sign, be = verb, 1, False
        while head < len(words) and (
            words[head] in _BE | _DO | _CAN | _WILL | NOT | _THROUGH
            or words[head] in ("no", "be")
            or _is_adverb(words[head])
        ):
            w = words[head]
            if w in NOT or w.endswith("n't") or (w == "no" and words[head + 1 : head + 2] == ["longer"]):
                sign = -sign
            elif w == "no":
                return []
            be = be or w in _BE or w == "be"
            head += 1
        mood = ("can " if first in _CAN else "will " if first in _WILL else "") + ("be" if be else "do")
        past = first in _PAST
    if set(words) & (_UNSURE - {"no"}) or "no" in words[:verb] or set(words[:verb]) & CONDITION:
        return []
    if mood == "do" and "never" in words[:verb]:
        sign = -sign
    names, modifiers = _names(plain, start, found[verb][1])
    names |= members
    if not names or head >= len(words):
        return []
    behind = list(words[head + 1 :])
    while behind and behind[-1] in _TAIL:
        behind.pop()
    if words[head] in STOP or words[head] in PREPOSITION or (words[head] in ("need", "needs") and behind[:1] == ["to"]):
        return []
    complement = frozenset(
        s for w in behind for s in ((w,) if w in PREPOSITION and w != "of" else stems_of(w) if w not in LIGHT else ())
    )
    if any(w in NOT or w.endswith("n't") for w in behind):
        return []
    return [
        Said(names, modifiers, what, sign * side, mood, past, complement, sign < 0, found[0][1], found[-1][2])
        for what, side in senses_of(words[head])
    ]


@kept(16384)
def senses_of(word: str) -> tuple[tuple[str, int], ...]:
    """What the word says, with its side: as `says_of`, and any adjective with a prefix of negation."""
    out = dict(says_of(word))
    for prefix in ("un", "in", "im", "ir", "il", "non", "dis"):
        bare = word[len(prefix) :].lstrip("-")
        if word.startswith(prefix) and prefixed(word, bare):
            out.setdefault(verb_key(bare), -1)
    return tuple(out.items())


def _simple_verb(plain: str, found: list[tuple[str, int, int]], start: int) -> int | None:
    """The word right behind the last name, where it can be a verb in the present or the past."""
    for i in range(1, len(found)):
        word = found[i][0]
        if (
            word.isalpha() and word.islower() and plain[found[i][1]].islower() and (word.endswith("s") or is_past(word))
            and word not in STOP and word not in PREPOSITION and _names(plain, start, found[i][1])[0]
            and not (i + 1 < len(found) and found[i + 1][0] in _BE)
        ):  # fmt: skip
            return i
    return None


def _is_adverb(word: str) -> bool:
    return word in LIGHT or (word.endswith("ly") and len(word) > 4)


def _names(plain: str, start: int, end: int) -> tuple[frozenset[str], frozenset[str]]:
    """(names in front of any preposition, stems of the other words): identifiers, numbered nouns, capitalised names."""
    names: list[str] = []
    modifiers: list[str] = []
    run: list[str] = []  # capitalised words in a row
    open_ = True
    tokens = [(m.group(), m.start()) for m in TOKEN.finditer(plain, start, end)]
    for i, (token, _) in enumerate(tokens):
        low = token.lower().replace("’", "'")
        capital = bool(_CAPITAL.match(token)) and (
            i > 0 or bool(_CAPITAL.match(tokens[1][0]) if len(tokens) > 1 else False)
        )
        if capital and low not in STOP:
            run.append(low)
            continue
        if run:
            (names if open_ else modifiers).append(" ".join(run))
            run = []
        if low in PREPOSITION:
            open_ = False
        elif is_identifier(token):
            (names if open_ else modifiers).append(low.removesuffix("()"))
        elif low.isdigit() and i and tokens[i - 1][0].isalpha() and tokens[i - 1][0].lower() not in STOP:
            (names if open_ else modifiers).append(f"{tokens[i - 1][0].lower()} {low}")
        elif not open_:
            modifiers.extend(stems_of(low))
    if run:
        (names if open_ else modifiers).append(" ".join(run))
    return frozenset(names), frozenset(s for m in modifiers for w in m.split() for s in stems_of(w))


@kept(16384)
def is_identifier(token: str) -> bool:
    """Digits with letters, underscores, paths, camel case, calls, or a short index behind a hyphen ("svc-b")."""
    if re.fullmatch(r"\d[\d.,:/-]*|\d+(?:st|nd|rd|th|s|m|h|ms|am|pm|x)|\d+(?:-[a-z]+)+", token, re.I):
        return False
    return bool(re.search(r"\d", token) and re.search(r"[A-Za-z]", token)) or bool(
        re.search(r"_|/|\(\)|[a-z][A-Z]|\w\.[a-z]{1,5}$|^[A-Za-z]{2,}-[A-Za-z]{1,2}$", token)
    )
