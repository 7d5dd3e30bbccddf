"""Plain statements: a short clause of the parent against the only thing that the children say of the same subject.

In: a trial. Out: findings `status_changed` and `polarity`. A clause is plain where it names its subject, has one verb or predicate of a pair
of opposites (failed, succeeded; healthy, down; approved, rejected) and asserts it. Checks of free wording ask for several shared words,
which "The job failed." has not; here the whole subject has to be the same, word for word, and nothing that the children say of it
later, or of anything in passing, may bear the parent out. A plan told as something that happened is read the same way.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from leadline.core.signals.acts import asserts_nothing, clauses, governed, pieces, words_in
from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import STOP, stems_of
from leadline.core.signals.model import Finding
from leadline.core.signals.moods import NO
from leadline.core.signals.opposites import STATES, TURNS
from leadline.core.signals.state_words import AUX, LIGHT, PREPOSITION
from leadline.core.signals.verbs import is_past, verb_key
from leadline.core.text.words import word_set

__all__ = ["find_plain"]

_OUTCOMES = (  # of a thing that runs or is tried: wider than the pairs of free wording, since the subject is the same
    "pass succeed work run complete finish healthy up green fine ok|fail crash break abort down red broken dead hang stall unhealthy",
)
_HAPPENED = frozenset(
    map(
        verb_key,
        word_set("happened occurred took went ran done held finished completed carried sent released deployed"),
    )
)
_PLANNED = word_set("planned scheduled due set slated booked expected pending will shall should tomorrow next")
_SIDES: dict[str, list[tuple[str, int]]] = {}
for _n, _row in enumerate((*TURNS, *STATES, *_OUTCOMES)):
    for _sign, _side in zip((1, -1), _row.split("|"), strict=True):
        for _w in _side.split():
            _SIDES.setdefault(verb_key(_w), []).append((f"pair {_n}", _sign))
_WORKS = f"pair {len(TURNS) + len(STATES)}"
_OF_STATES = frozenset(f"pair {n}" for n in range(len(TURNS), len(TURNS) + len(STATES))) | {_WORKS}
_GONE = re.compile(r"\b(?:absent|missing|lacking)\b", re.I)
_PROBABILITY = 0.92
_WORDS_MAX = 12  # of a plain clause
_SUBJECT_MAX = 5
_AHEAD = re.compile(
    r"\W*(?:to[ -]?do|todo|open|pending|next(?: steps?)?|planned|still(?: open| missing)?|waiting|goal|wanted|wanted next)\b[^:.]{0,30}:",
    re.I,
)
_NO_PROSE = ("code", "data", "log", "heading")
_DETERMINERS = word_set("the a an this that these those its their his her our my your both")
_NO_SUBJECT = word_set(
    "it he she they we i you who which what there here one ones some most many few several every each any no none nobody nothing all if when "
    "please let and or but so because although while then"
)
_AUXILIARY = AUX | word_set("did does do didn't doesn't don't")
_BETWEEN = LIGHT | word_set("been be being not never just even only both")
_UNSURE = word_set(
    "think thinks believe believes guess suspect suspects maybe perhaps probably hope assume assumed unless says said claims claimed "
    "may might could would can must seems appears likely almost nearly partly partially"
)


class _Statement(NamedTuple):
    """What a plain clause says: of which subject, of which pairs which side, with which further words."""

    subject: tuple[str, ...]
    sides: dict[str, int]
    rest: frozenset[str]
    start: int
    end: int
    planned: bool
    happened: bool
    was: bool  # a state of the past


def find_plain(trial: Trial) -> list[Finding]:
    """At most one finding a parent sentence, in the order of the parent."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        if (
            sentence.kind in _NO_PROSE
            or sentence.text.rstrip().endswith("?")
            or trial.is_verbatim(sentence.text.strip())
        ):
            continue
        if _AHEAD.match(sentence.text):
            continue
        for mine in _statements(sentence, pieces(sentence.text)):
            found = _against(trial, sentence, mine)
            if found is not None:
                out.append(found)
                break
    return out


def _against(trial: Trial, sentence: Passage, mine: _Statement) -> Finding | None:
    stems = {s for w in mine.subject for s in stems_of(w)}
    if not stems or not all(s in trial.postings for s in stems):
        return None
    about = sorted(set.intersection(*(set(trial.postings[s]) for s in stems)))
    said = _last_of(trial, about, mine)
    if said is None:
        return None
    number, theirs, kind = said
    gone = rf"\b(?:no|without|zero|kein\w*) (?:\w+ )?{re.escape(' '.join(mine.subject))}\b"
    if _GONE.search(trial.parent, mine.start, mine.end) and re.search(gone, trial.haystack):
        return None  # "no eggs" of the one, whatever is said of the other
    owner = trial.sentences[number].owner
    quote = sentence.text[mine.start - sentence.start : mine.end - sentence.start]
    source = trial.pool[owner].text[theirs.start : theirs.end]
    what = (
        "what was planned is told as done"
        if kind == "planned"
        else "and nothing that the sources say of it says the summary's way"
    )
    return make(
        trial, "polarity" if kind not in _OF_STATES and kind != "planned" else "status_changed", "suspicion",
        f'The summary says "{quote}"; "{trial.pool[owner].id}" says "{source}", {what}. Whoever goes on from the summary takes the opposite for granted.',
        parent=(mine.start, mine.end), child=(owner, theirs.start, theirs.end), probability=_PROBABILITY,
    )  # fmt: skip


def _last_of(trial: Trial, about: list[int], mine: _Statement) -> tuple[int, _Statement, str] | None:
    """The last sentence about the subject with its clause that says the opposite, and of which pair; None where anything differs."""
    found: tuple[int, _Statement, str] | None = None
    same: list[frozenset[str]] = []  # the further words of what is said the parent's way
    for number in about:
        s = trial.sentences[number]
        if s.kind in _NO_PROSE or s.text.rstrip().endswith("?"):
            return None  # rows and logs about it: what they say is for other checks
        here: tuple[int, _Statement, str] | None = None
        for theirs in _of_child(trial, number):
            if theirs.subject != mine.subject:
                continue
            for pair, sign in mine.sides.items():
                other = theirs.sides.get(pair)
                if other == sign:
                    same.append(theirs.rest)
                elif other == -sign and _alike(mine.rest, theirs.rest) and not (mine.was and not theirs.was):
                    here = (number, theirs, pair)
            if here is None and mine.happened and theirs.planned and _alike(mine.rest, theirs.rest):
                here = (number, theirs, "planned")
        if here is None and _may_say(s, mine):
            return None
        found = here
    if found is None or any(mine.rest <= rest or found[1].rest <= rest for rest in same):
        return None  # said the parent's way as well
    return None if any(_may_say(s, mine, own=found[1].subject) for s in trial.sentences[found[0] + 1 :]) else found


def _alike(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    """One says all that the other says, and neither names another object or place."""
    return mine <= theirs or theirs <= mine


def _may_say(s: Passage, mine: _Statement, own: tuple[str, ...] | None = None) -> bool:
    """The sentence has a word that may bear the parent out, in whatever way; one with a subject of its own does not."""
    for word in words_in(s.text):
        for pair, sign in _SIDES.get(verb_key(word), ()):
            if mine.sides.get(pair) == sign or (mine.happened and verb_key(word) in _HAPPENED):
                if own is not None and any(t.subject and t.subject != own for t in _statements(s, pieces(s.text))):
                    continue
                return True
    return False


# -- reading ------------------------------------------------------------------------------------------------------


def _of_child(trial: Trial, number: int) -> list[_Statement]:
    """The statements of a child sentence; kept for the trial."""
    kept = trial.shared.setdefault("plain", {})
    assert isinstance(kept, dict)
    found: list[_Statement] | None = kept.get(number)
    if found is None:
        found = kept[number] = _statements(trial.sentences[number], [(a, b) for a, b, _, _ in clauses(trial, number)])
    return found


def _statements(sentence: Passage, parts: list[tuple[int, int]]) -> list[_Statement]:
    """The plain clauses of a sentence. A clause that begins with its verb has the subject of the one before; one without any verb
    goes on with its list."""
    out: list[_Statement] = []
    for start, end in parts:
        words = words_in(sentence.text[start:end])
        if not words or len(words) > _WORDS_MAX:
            continue
        read = None if governed(sentence.text, start) else _read(words, sentence.start + start, sentence.start + end)
        if read is not None:
            out.append(read)
        elif out and (verb := _verb_at(words, 0)) == 0:
            again = _read([*out[-1].subject, *words], sentence.start + start, sentence.start + end)
            if again is not None and verb == 0:
                out.append(again)
        elif out and len(words) <= _SUBJECT_MAX and all(w not in AUX and not is_past(w) for w in words):
            last = out[-1]
            more = frozenset(s for w in words for s in stems_of(w))
            out[-1] = last._replace(rest=last.rest | more, end=sentence.start + end)
    return out


def _read(words: list[str], start: int, end: int) -> _Statement | None:
    first = 1 if words[0] in _DETERMINERS else 0
    verb = _verb_at(words, first + 1)
    if verb is None or not first < verb <= first + _SUBJECT_MAX:
        return None
    subject = tuple(words[first:verb])
    unsure = set(words) & _UNSURE
    if set(subject) & (_NO_SUBJECT | PREPOSITION | NO | AUX) or (
        unsure and not (unsure == {"may"} and _is_month(words))
    ):
        return None
    planned = bool(set(words[verb:]) & _PLANNED) or words[verb + 1 : verb + 3] == ["to", "be"]
    head = next((k for k in range(verb, len(words)) if words[k] not in _AUXILIARY and words[k] not in _BETWEEN), None)
    if head is None:
        return None
    denied = sum(w in NO or w.endswith("n't") for w in words[verb:head])
    if denied > 1 or set(words[head + 1 :]) & NO or (asserts_nothing(words, head) and not planned):
        return None
    sides: dict[str, int] = {}
    if not planned:
        sides = {pair: -sign if denied else sign for pair, sign in _SIDES.get(verb_key(words[head]), ())}
    happened = not planned and not denied and verb_key(words[head]) in _HAPPENED and _is_over(words, verb, head)
    if not sides and not planned and not happened:
        return None
    rest = frozenset(
        s
        for w in words[head + 1 :]
        if w not in LIGHT and w not in _PLANNED and w not in ("place", "ahead", "out")
        for s in stems_of(w)
    )
    was = bool(set(words[verb:head]) & {"was", "were"}) and not is_past(words[head])
    return _Statement(subject, sides, rest, start, end, planned and not denied, happened, was)


def _is_month(words: list[str]) -> bool:
    k = words.index("may")
    return any(w[0].isdigit() or w in PREPOSITION for w in (*words[max(0, k - 1) : k], *words[k + 1 : k + 2]))


def _is_over(words: list[str], verb: int, head: int) -> bool:
    """The verb group tells of the past: "happened", "was done", "has run"."""
    return is_past(words[head]) and not set(words[verb:head]) & word_set("is are be being")


def _verb_at(words: list[str], first: int) -> int | None:
    """Where the verb group begins: the first auxiliary, modal or verb behind the subject."""
    for k in range(first, min(len(words), first + _SUBJECT_MAX + 1)):
        w = words[k]
        if w in _AUXILIARY or w in ("will", "shall") or w.endswith("n't"):
            return k
        if k == 0 and first == 0:
            return 0 if verb_key(w) in _SIDES and (is_past(w) or w not in STOP) else None
        if w in PREPOSITION:
            return None
        if verb_key(w) in _SIDES or verb_key(w) in _HAPPENED:
            behind = words[k + 1] if k + 1 < len(words) else ""
            if not behind or behind in PREPOSITION | STOP | AUX | _BETWEEN | _DETERMINERS or is_past(w):
                return k
    return None
