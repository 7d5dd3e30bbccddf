"""A predicate of one named thing, denied on one side and asserted on the other: "X-7 (cellar) is sealed", "X-7 is not sealed".

In: a trial. Out: findings `polarity`. Two clauses, read as `predicates` tells, contradict each other where name, predicate, voice, mood and complement are the
same and the sign is not. One clause or short line of the children that says it the parent's way, before or after, clears it.
"""

from __future__ import annotations

from leadline.core.signals.findings import make, shortened
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import WORD, stems_of
from leadline.core.signals.model import Finding
from leadline.core.signals.predicates import NOT, TOKEN, Said, is_identifier, read_predicates, senses_of
from leadline.core.text.words import word_set

__all__ = ["find_denied_names"]

_P, _P_NAME = 0.95, 0.9  # of an identifier, of a name or numbered noun: docs/signals.md
_DETERMINERS = word_set("the a an this that these those its their any every each all")
_NO_PROSE = ("code", "heading")
_LINE = 8  # content words of a later line that speaks of the same without naming it


def find_denied_names(trial: Trial) -> list[Finding]:
    """At most one finding a parent sentence."""
    out: list[Finding] = []
    for sentence in trial.parent_sentences:
        if sentence.kind in _NO_PROSE or sentence.text.rstrip().endswith("?") or trial.is_verbatim(sentence.text):
            continue
        for mine in read_predicates(sentence):
            found = _against(trial, sentence, mine)
            if found is not None:
                out.append(found)
                break
    return out


def _against(trial: Trial, sentence: Passage, mine: Said) -> Finding | None:
    """The newest contrary clause about the same name, where nothing says it the parent's way."""
    last: tuple[Passage, Said] | None = None
    near = [s for s in _about(trial, mine.names) if s.kind not in _NO_PROSE and not s.text.rstrip().endswith("?")]
    for s in near:
        for theirs in read_predicates(s):
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
    sure = any(map(is_identifier, shared)) and mine.past == theirs.past and mine.complement == theirs.complement
    owner, quote = trial.pool[s.owner], trial.parent[mine.start : mine.end]
    return make(
        trial, "polarity", "hard" if sure else "suspicion",
        f'The summary says "{shortened(quote)}"; "{owner.id}" says "{shortened(owner.text[theirs.start : theirs.end])}" of the very same '
        f'"{min(shared)}", and no source says it the other way round. The next step would rest on the opposite of what was found.',
        parent=(mine.start, mine.end), child=(s.owner, theirs.start, theirs.end), probability=_P if sure else _P_NAME,
    )  # fmt: skip


def _contradicts(mine: Said, theirs: Said, sentence: Passage) -> bool:
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


def _agrees(other: Passage, mine: Said) -> bool:
    """The sentence has the predicate in some form with the parent's sign."""
    words = [w.lower().replace("’", "'") for w in TOKEN.findall(other.text)]
    for i, w in enumerate(words):
        for what, sign in senses_of(w):
            if what == mine.what and not (
                i and words[i - 1] in _DETERMINERS
            ):  # "the reachable one" is told of whichever it is
                denied = any(v in NOT or v.endswith("n't") or v in ("no", "nobody") for v in words[max(0, i - 4) : i])
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
