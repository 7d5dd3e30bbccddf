"""A predicate of one named thing, denied on one side and asserted on the other: "X-7 (cellar) is sealed", "X-7 is not sealed".

In: a trial. Out: findings `polarity`. A clause is read as (names, predicate, sign): the names are what stands before the verb and behind no
preposition, whatever stands between in brackets, in an apposition or in a list; the predicate is the word behind the auxiliaries, with what
follows it. Two clauses contradict each other where name, predicate, voice, mood and complement are the same and the sign is not. One
clause or short line of the children that says it the parent's way, before or after, clears it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from leadline.core.signals.findings import make, shortened
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import STOP, WORD, stems_of
from leadline.core.signals.model import Finding
from leadline.core.signals.opposites import prefixed
from leadline.core.signals.state_words import CONDITION, LIGHT, PREPOSITION
from leadline.core.signals.turned import says_of
from leadline.core.signals.verbs import is_past, verb_key
from leadline.core.text.words import word_set

__all__ = ["find_denied_names"]

_P, _P_NAME = 0.95, 0.9  # of an identifier, of a name or numbered noun: docs/signals.md
_TOKEN = re.compile(r"[\w][\w./@#:+'’-]*(?<![.:'’+-])(?:\(\))?|/[\w./-]+\w")
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
_NOT = word_set("not never cannot")
_UNSURE = word_set(
    "if unless whether once when until before only except hardly barely scarcely partly partially almost nearly must should shall may might "
    "say says said claim claims claimed think thinks believe believes guess suspect suspects perhaps maybe probably assume assumed "
    "neither nor nobody nothing none no who what which why how far than just merely"
)
_THROUGH = word_set(
    "yet ever also either now still already really indeed currently longer any been being therefore then today"
)
_DETERMINERS = word_set("the a an this that these those its their any every each all")
_TAIL = word_set("yet either any more anymore longer still now already too well also as at all currently today itself")
_CAPITAL = re.compile(r"[A-Z][a-zà-ÿ'’]+$")
_NOT_SO = re.compile(r",?\s*not\b")  # "excludes members, not former ones"
_NONE: frozenset[str] = frozenset()
_NO_PROSE = ("code", "heading")
_PIECES_MAX = 40
_LINE = 8  # content words of a later line that speaks of the same without naming it


class _Said(NamedTuple):
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


def find_denied_names(trial: Trial) -> list[Finding]:
    """At most one finding a parent sentence."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        if sentence.kind in _NO_PROSE or sentence.text.rstrip().endswith("?") or trial.is_verbatim(sentence.text):
            continue
        for mine in _read(sentence):
            found = _against(trial, sentence, mine)
            if found is not None:
                out.append(found)
                break
    return out


def _against(trial: Trial, sentence: Passage, mine: _Said) -> Finding | None:
    """The newest contrary clause about the same name, where nothing says it the parent's way."""
    last: tuple[Passage, _Said] | None = None
    near = [s for s in _about(trial, mine.names) if s.kind not in _NO_PROSE and not s.text.rstrip().endswith("?")]
    for s in near:
        for theirs in _read(s):
            if theirs.what != mine.what or not theirs.names & mine.names:
                continue
            if theirs.sign == mine.sign:
                return None
            if _contradicts(mine, theirs, sentence):
                last = (s, theirs)
    if last is None:
        return None
    s, theirs = last
    if any(
        _agrees(other, mine) for other in trial.sentences if other is not s and (other in near or _follows(s, other))
    ):
        return None
    shared = mine.names & theirs.names
    sure = any(map(_is_identifier, shared)) and mine.past == theirs.past and mine.complement == theirs.complement
    owner, quote = trial.pool[s.owner], trial.parent[mine.start : mine.end]
    return make(
        trial, "polarity", "hard" if sure else "suspicion",
        f'The summary says "{shortened(quote)}"; "{owner.id}" says "{shortened(owner.text[theirs.start : theirs.end])}" of the very same '
        f'"{min(shared)}", and no source says it the other way round. The next step would rest on the opposite of what was found.',
        parent=(mine.start, mine.end), child=(s.owner, theirs.start, theirs.end), probability=_P if sure else _P_NAME,
    )  # fmt: skip


def _contradicts(mine: _Said, theirs: _Said, sentence: Passage) -> bool:
    """Same mood, no later time on the parent's side, and the denial is as wide as the assertion."""
    if (
        theirs.mood != mine.mood
        or (theirs.past and not mine.past)
        or not theirs.modifiers <= mine.modifiers | sentence.stems
    ):
        return False
    if mine.denied == theirs.denied:  # two words of a pair
        return mine.complement == theirs.complement
    denied, told = (mine, theirs) if mine.denied else (theirs, mine)
    return denied.complement <= told.complement


def _follows(s: Passage, other: Passage) -> bool:
    """A short line after the sentence, which may speak of its things."""
    return (other.owner, other.start) > (s.owner, s.start) and len(other.stems) <= _LINE


def _agrees(other: Passage, mine: _Said) -> bool:
    """The sentence has the predicate in some form with the parent's sign."""
    words = [w.lower().replace("’", "'") for w in _TOKEN.findall(other.text)]
    for i, w in enumerate(words):
        for what, sign in _senses(w):
            if what == mine.what and not (
                i and words[i - 1] in _DETERMINERS
            ):  # "the reachable one" is told of whichever it is
                denied = any(v in _NOT or v.endswith("n't") or v in ("no", "nobody") for v in words[max(0, i - 4) : i])
                if (-sign if denied else sign) == mine.sign:
                    return True
    return False


def _about(trial: Trial, names: frozenset[str]) -> list[Passage]:
    """The child sentences that name one of them."""
    found: set[int] = set()
    for name in names:
        stems = [s for part in WORD.findall(name) for s in stems_of(part)]
        if stems:
            found |= set.intersection(*(set(trial.postings.get(s, ())) for s in stems))
    return [trial.sentences[n] for n in sorted(found) if any(name in trial.sentences[n].text.lower() for name in names)]


# -- reading a clause -------------------------------------------------------------------------------------------


def _read(sentence: Passage) -> list[_Said]:
    return [
        said._replace(start=sentence.start + said.start, end=sentence.start + said.end)
        for said in _read_text(sentence.text)
    ]


@lru_cache(maxsize=4096)
def _read_text(text: str) -> tuple[_Said, ...]:
    """The readings of a sentence, offsets in it."""
    if not _nameable(text):
        return ()
    plain = text
    for insertion in (_BRACKETS, _RELATIVE, _APPOSITION):
        plain = insertion.sub(lambda m: " " * len(m.group()), plain)
    out: list[_Said] = []
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


def _piece(plain: str, start: int, end: int, members: frozenset[str]) -> list[_Said] | None:
    """The readings of one piece; None where it has no predicate, so that it may be a member of a list."""
    found = [(m.group().lower().replace("’", "'"), m.start(), m.end()) for m in _TOKEN.finditer(plain, start, end)]
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
            words[head] in _BE | _DO | _CAN | _WILL | _NOT | _THROUGH
            or words[head] in ("no", "be")
            or _is_adverb(words[head])
        ):
            w = words[head]
            if w in _NOT or w.endswith("n't") or (w == "no" and words[head + 1 : head + 2] == ["longer"]):
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
    if any(w in _NOT or w.endswith("n't") for w in behind):
        return []
    return [
        _Said(names, modifiers, what, sign * side, mood, past, complement, sign < 0, found[0][1], found[-1][2])
        for what, side in _senses(words[head])
    ]


@lru_cache(maxsize=16384)
def _senses(word: str) -> tuple[tuple[str, int], ...]:
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
    tokens = [(m.group(), m.start()) for m in _TOKEN.finditer(plain, start, end)]
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
        elif _is_identifier(token):
            (names if open_ else modifiers).append(low.removesuffix("()"))
        elif low.isdigit() and i and tokens[i - 1][0].isalpha() and tokens[i - 1][0].lower() not in STOP:
            (names if open_ else modifiers).append(f"{tokens[i - 1][0].lower()} {low}")
        elif not open_:
            modifiers.extend(stems_of(low))
    if run:
        (names if open_ else modifiers).append(" ".join(run))
    return frozenset(names), frozenset(s for m in modifiers for w in m.split() for s in stems_of(w))


@lru_cache(maxsize=16384)
def _is_identifier(token: str) -> bool:
    """Digits with letters, underscores, paths, camel case, calls, or a short index behind a hyphen ("svc-b")."""
    if re.fullmatch(r"\d[\d.,:/-]*|\d+(?:st|nd|rd|th|s|m|h|ms|am|pm|x)|\d+(?:-[a-z]+)+", token, re.I):
        return False
    return bool(re.search(r"\d", token) and re.search(r"[A-Za-z]", token)) or bool(
        re.search(r"_|/|\(\)|[a-z][A-Z]|\w\.[a-z]{1,5}$|^[A-Za-z]{2,}-[A-Za-z]{1,2}$", token)
    )
