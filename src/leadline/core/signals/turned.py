"""A statement turned round: the parent says of a thing the opposite of what the children say of it, or denies what they assert.

In: a trial. Out: findings `polarity`. Not only near-verbatim clauses: the clause of the parent and one of the children share the word
of state (or hold one each of a pair of opposites) and all other words of the parent's clause stand around the child's. Each side has
a sign: the side of the pair, turned by a negation before it, so that "not allowed" and "forbidden" are one. No child may say it
the parent's way. Plans, questions, orders and exceptions on either side say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Literal, NamedTuple

from leadline.core.signals.acts import Use, around, asserts_nothing, clauses, governed, pieces, words_in
from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import stems_of
from leadline.core.signals.model import Finding
from leadline.core.signals.moments import dates
from leadline.core.signals.opposites import STATES, TURNS
from leadline.core.signals.sides_of_words import PAIR_STEMS, SIDES, Reading, readings_of, says_of
from leadline.core.signals.state_words import AUX, LIGHT
from leadline.core.signals.verbs import forms_of, is_base, verb_key
from leadline.core.text.gates import gated
from leadline.core.text.words import word_set

__all__ = ["find_turned"]

_OF_STATES = frozenset(f"pair {n}" for n in range(len(TURNS), len(TURNS) + len(STATES)))
_DENIED, _PAIRED, _LOOSE = 0.9, 0.92, 0.8  # measured on hand-written items: docs/signals.md
_REST_MIN = 2  # other words of the clause; with one the share of faults was 0.64
_LIKE = 0.34  # of the other words: so much is enough for a sentence to be of the same
_BRIEF = 4  # words of a clause that may take all its subject from before: "I have not tried it"
_SHORT_LINE = 6  # content words
_MENDED = re.compile(r"\b(?:fixed|green|ok|okay|done|resolved|mended|solved|now|again)\b", re.I)
_NO_PROSE = ("code", "data", "log", "heading")
_DENIES = re.compile(r"n['’]t\b|\b(?:not|never|no|nobody|none|nothing|cannot)\b", re.I)
_PREFIXED = r"\b(?:un|non|dis)[a-z]+ed\b"
_MAY_DENY = gated(
    _DENIES.pattern, _PREFIXED, flags=re.I, needs=r"\b(?:t|not|never|no|nobody|none|nothing|cannot)\b|" + _PREFIXED
)
_UNSURE = word_set(
    "please think thinks believe believes guess suspect suspects maybe perhaps probably hope assume assumed unless says said claims claimed"
)


def find_turned(trial: Trial) -> list[Finding]:
    """At most one finding a parent sentence."""
    out: list[Finding] = []
    claims = list(_claims(trial))
    trial.shared["spoken of"] = frozenset(claim.mine.what for claim in claims)
    done: Passage | None = None
    for claim in claims:
        found = None if claim.sentence is done else _against(trial, claim)
        if found is not None:
            out.append(found)
            done = claim.sentence
    return out


class _Claim(NamedTuple):
    """What a clause of the parent may be turned round at, with the stems of its other words and its numbers."""

    sentence: Passage
    span: tuple[int, int]
    mine: Reading
    rest: frozenset[str]
    numbers: set[str]


def _claims(trial: Trial) -> Iterator[_Claim]:
    """The claims of the parent of whose other words the children have all, in order."""
    for sentence in trial.parent_sentences:
        if sentence.kind in _NO_PROSE or sentence.text.rstrip().endswith("?"):
            continue
        for start, end in pieces(sentence.text):
            if governed(sentence.text, start):
                continue
            words = words_in(sentence.text[start:end])
            if words[:1] in (["so"], ["neither"], ["nor"]) and set(words[1:2]) & AUX:
                continue  # "and so are holiday lets": says again what was said of something else
            numbers = {w for w in words if w[0].isdigit()}
            for mine in readings_of(words):
                rest = frozenset(s for k, w in enumerate(words) if k != mine.at and w not in LIGHT for s in stems_of(w))
                if len(rest) >= _REST_MIN and not asserts_nothing(words, mine.at) and rest <= trial.postings.keys():
                    yield _Claim(sentence, (sentence.start + start, sentence.start + end), mine, rest, numbers)


def _against(trial: Trial, claim: _Claim) -> Finding | None:
    """The newest clause of the children that says the opposite, where none says the same."""
    _, span, mine, rest, numbers = claim
    last: Use | None = None
    for number in _sentences_with(trial, mine):
        said = _says(trial, number, mine, rest, numbers)
        if said == "same":
            return None
        last = said or last
    if last is None or _said_since(trial, mine, last, rest) or _at_other_times(trial, span, last):
        return None
    p = _probability(trial, mine, last, rest)
    owner = trial.sentences[last.sentence].owner
    quote, source = trial.parent[span[0] : span[1]], trial.pool[owner].text[last.start : last.end]
    return make(
        trial, "status_changed" if mine.what in _OF_STATES else "polarity", "suspicion",
        f'The summary says "{quote}"; "{trial.pool[owner].id}" says "{source}", and no source says it the other way round.',
        parent=span, child=(owner, last.start, last.end), probability=p,
    )  # fmt: skip


def _probability(trial: Trial, mine: Reading, last: Use, rest: frozenset[str]) -> float:
    """Sure only where the clause itself holds all that the parent's says: words from around it may be of something else."""
    said = trial.sentences[last.sentence]
    own = {s for w in words_in(said.text[last.start - said.start : last.end - said.start]) for s in stems_of(w)}
    if mine.what in _OF_STATES or not rest <= own:
        return _LOOSE
    return _PAIRED if mine.what in PAIR_STEMS else _DENIED


def _at_other_times(trial: Trial, span: tuple[int, int], last: Use) -> bool:
    """Both clauses have a date, and not the same: what was started on the third may be stopped on the seventh."""
    mine = {(m, d) for m, d, *_ in dates(trial.parent[span[0] : span[1]])}
    theirs = {
        (m, d) for m, d, *_ in dates(trial.pool[trial.sentences[last.sentence].owner].text[last.start : last.end])
    }
    return bool(mine and theirs and not mine & theirs)


def _said_since(trial: Trial, mine: Reading, last: Use, rest: frozenset[str]) -> bool:
    """After the last contrary word something says it the parent's way, be it only in a short line: "40 passed", "fixed now"."""
    for number in range(last.sentence + 1, len(trial.sentences)):
        s = trial.sentences[number]
        if not (rest & s.stems or len(s.stems) <= _SHORT_LINE):
            continue
        if mine.sign > 0 and _MENDED.search(s.text) and not _DENIES.search(s.text):
            return True
        turn = -1 if _DENIES.search(s.text) else 1
        for key in map(verb_key, words_in(s.text)):
            sides = SIDES.get(key, ()) if mine.what in PAIR_STEMS else ((key, 1),)
            if any(what == mine.what and side * turn == mine.sign for what, side in sides):
                return True
    return False


def _sentences_with(trial: Trial, mine: Reading) -> list[int]:
    """Child sentences with a form of the word, or of a word of its pair. A word that no child denies is not looked up."""
    if mine.what in PAIR_STEMS:
        stems = PAIR_STEMS[mine.what]
    elif mine.sign > 0 and mine.what not in _denied(trial):
        return []
    else:
        stems = frozenset(s for w in forms_of(mine.what) for s in stems_of(w))
    return sorted({n for s in stems for n in trial.postings.get(s, ())}.union(_denied(trial).get(mine.what, ())))


def _speaking(trial: Trial) -> set[int]:
    """The children's sentences with a word of what the parent speaks of; a clause may end at an apostrophe ("rock 'n' roll")."""
    wanted, places = _wanted(trial), trial.source.places
    out: set[int] = set()
    for word in places:
        says = says_of(word)
        if "'" in word:
            parts = word.split("'")
            if len(parts) > 2:
                out.update(places[word])
            says = tuple(chain(says, *map(says_of, parts)))
        for what, _ in says:
            if what in wanted:
                out.update(places[word])
                break
    return out


def _wanted(trial: Trial) -> frozenset[str]:
    """What the claims of the parent speak of."""
    kept = trial.shared["spoken of"]
    assert isinstance(kept, frozenset)
    return kept


def _denied(trial: Trial) -> dict[str, set[int]]:
    """The words (as keys) that the parent speaks of and child clauses deny, with their sentences; computed once a trial."""
    kept = trial.shared.get("denied")
    if isinstance(kept, dict):
        return kept
    out: dict[str, set[int]] = {}
    denying = trial.masked.may_match(_MAY_DENY)
    speaking = _speaking(trial) if denying else set()
    for n in denying:
        s = trial.sentences[n]
        if n not in speaking and s.text.isascii() and n < len(trial.source.sentences):
            continue  # the words of other texts may be cut otherwise
        if s.kind not in _NO_PROSE and _MAY_DENY.search(s.text):
            for r in (r for readings in _readings_of(trial, n) for r in readings if r.sign < 0):
                out.setdefault(r.what, set()).add(n)
    trial.shared["denied"] = out
    return out


def _says(
    trial: Trial, number: int, mine: Reading, rest: frozenset[str], numbers: set[str]
) -> Use | Literal["same"] | None:
    """ "same" where a child sentence may say it the parent's way; the clause that says the opposite of the same; else None."""
    s = trial.sentences[number]
    out: Use | None = None
    parts = clauses(trial, number)
    for k, (start, end, _, words) in enumerate(parts):
        for theirs in _readings_of(trial, number)[k]:
            if theirs.what != mine.what:
                continue
            use = Use(number, "done", s.start + start, s.start + end)
            near = around(trial, use)
            if theirs.sign == mine.sign:
                if len(rest & near) >= _LIKE * len(rest):
                    return "same"
            elif (
                rest <= near
                and (len(words) <= _BRIEF or any(rest.intersection(stems_of(w)) for w in words))
                and s.kind not in _NO_PROSE
                and _reports(s, words, theirs.at)
                and not _of_another(words, theirs.at, numbers)
            ):
                if parts[k + 1 : k + 2] and parts[k + 1][3][:1] == ["not"]:
                    continue  # "excludes members, not former ones"
                out = use
    return out


def _reports(s: Passage, words: list[str], at: int) -> bool:
    """The clause is no plan, question, order, guess or hearsay."""
    if asserts_nothing(words, at) or set(words) & _UNSURE or s.text.rstrip().endswith("?"):
        return False
    return not (s.role == "user" and at <= 1 and is_base(words[at]))


def _of_another(words: list[str], at: int, numbers: set[str]) -> bool:
    """The clause counts, or its numbers are others: it speaks of another thing of the kind."""
    digits = {w for w in words if w[0].isdigit()}
    return bool(digits - numbers and numbers - digits) or any(w[0].isdigit() for w in words[max(0, at - 1) : at + 2])


def _readings_of(trial: Trial, number: int) -> list[list[Reading]]:
    """The readings of a child sentence, clause by clause, of what the parent speaks of; kept for the trial."""
    kept = trial.shared.setdefault("readings", {})
    assert isinstance(kept, dict)
    found: list[list[Reading]] | None = kept.get(number)
    if found is None:
        wanted = _wanted(trial)
        found = kept[number] = [readings_of(words, wanted) for _, _, _, words in clauses(trial, number)]
    return found
