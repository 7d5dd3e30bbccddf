"""Who does what to whom, the other way round: "A depends on B" told as "B depends on A".

In: a trial. Out: findings `identifier_swapped`. A clause of the parent and one of the children have the same words: what stands before the
verb there stands behind it here, the verb and its preposition are the same, and so is the voice. Verbs that go both ways
(equals, meets, conflicts with) and lists say nothing, nor does a pair of which the children say it both ways.
"""

from __future__ import annotations

from leadline.core.signals.acts import clauses, pieces, words_in
from leadline.core.signals.findings import make
from leadline.core.signals.index import Trial
from leadline.core.signals.lexis import STOP, stems_of
from leadline.core.signals.model import Finding
from leadline.core.signals.moods import NO
from leadline.core.signals.state_words import AUX, PREPOSITION
from leadline.core.signals.verbs import verb_key
from leadline.core.text.words import word_set

__all__ = ["find_reversed"]

_BOTH_WAYS = frozenset(
    map(
        verb_key,
        word_set(
            "equal match meet resemble differ conflict overlap agree disagree talk speak collide coincide correspond compete intersect marry share "
            "communicate adjoin border connect link pair relate compare combine merge mix join alternate interact contradict be is are was were same like "
            "equivalent identical similar parallel close near next adjacent connected linked related compatible incompatible and or vs versus"
        ),
    )
)
_DETERMINERS = word_set("the a an this that these those its their his her our my your")
_WORDS_MIN, _WORDS_MAX = 3, 12
_SIDE_MAX = 4
_NO_PROSE = ("code", "data", "log", "heading")
_SURE = 0.95


def find_reversed(trial: Trial) -> list[Finding]:
    """At most one finding a parent sentence, in the order of the parent."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        if sentence.kind in _NO_PROSE or trial.is_verbatim(sentence.text.strip()):
            continue
        for start, end in pieces(sentence.text):
            mine = _content(words_in(sentence.text[start:end]))
            if not _WORDS_MIN <= len(mine) <= _WORDS_MAX:
                continue
            found = _against(trial, mine)
            if found is None:
                continue
            owner, a, b = found
            quote, source = sentence.text[start:end], trial.pool[owner].text[a:b]
            out.append(
                make(
                    trial, "identifier_swapped", "suspicion",
                    f'The summary says "{quote}"; "{trial.pool[owner].id}" says "{source}": the two have changed places. Each would be taken for the other.',
                    parent=(sentence.start + start, sentence.start + end), child=(owner, a, b), probability=_SURE,
                )
            )  # fmt: skip
            break
    return out


def _content(words: list[str]) -> tuple[str, ...]:
    return tuple(w for w in words if w not in _DETERMINERS)


def _against(trial: Trial, mine: tuple[str, ...]) -> tuple[int, int, int] | None:
    """The child clause that says it the other way round, where none says it the parent's way: (owner, start, end)."""
    stems = [s for w in mine for s in stems_of(w)]
    if len(stems) < 2 or not all(s in trial.postings for s in stems):
        return None
    found: tuple[int, int, int] | None = None
    bag = sorted(mine)
    for number in sorted(set.intersection(*(set(trial.postings[s]) for s in stems))):
        s = trial.sentences[number]
        for start, end, _, words in clauses(trial, number):
            theirs = _content(words)
            if theirs == mine:
                return None
            if (
                len(theirs) == len(mine)
                and sorted(theirs) == bag
                and s.kind not in _NO_PROSE
                and _is_turned(theirs, mine)
            ):
                found = (s.owner, s.start + start, s.start + end)
    return found


def _is_turned(theirs: tuple[str, ...], mine: tuple[str, ...]) -> bool:
    """`theirs` is X, verb, Y and `mine` is Y, the same verb, X."""
    for i in range(1, min(len(theirs) - 1, _SIDE_MAX + 1)):
        for j in range(max(i + 1, len(theirs) - _SIDE_MAX), len(theirs)):
            if mine == (*theirs[j:], *theirs[i:j], *theirs[:i]):
                return _is_verb(theirs[i:j]) and _is_name(theirs[:i]) and _is_name(theirs[j:])
    return False


def _is_verb(between: tuple[str, ...]) -> bool:
    """One verb and at most its auxiliaries, adverbs and preposition, of the kind that has a direction."""
    heads = [w for w in between if w not in AUX and w not in PREPOSITION and w not in STOP]
    if (
        not heads
        or not heads[0].isalpha()
        or set(between) & NO
        or any(verb_key(w) in _BOTH_WAYS for w in between if w not in AUX)
    ):
        return False
    return (
        between[0] in AUX
        or between[0].endswith(("s", "ed"))
        or verb_key(between[0]) != between[0]
        or between[0] == heads[0]
    )


def _is_name(side: tuple[str, ...]) -> bool:
    return not set(side) & (PREPOSITION | AUX | NO) and any(w not in STOP and not w[0].isdigit() for w in side)
