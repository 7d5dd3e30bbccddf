"""Parent clauses against the child sentences that they were written from, and the places where the two differ.

In: a trial. Out: `Diff`s of the clauses that equal a stretch of one child sentence nearly, with their `Gap`s; computed once a trial
and shared. A sentence that stands word for word in the children has none. Longest common subsequence of words, as in diff.
"""

from __future__ import annotations

from dataclasses import dataclass

from rapidfuzz.distance import LCSseq

from leadline.core.signals.acts import pieces
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import WORD, content_stems
from leadline.core.signals.opposites import WISHES

__all__ = ["Diff", "Gap", "diffs", "fold"]

_SHARE_MIN = 0.75  # of the clause's words that stand in the source in the same order
_WORDS_MIN = 6
_SHORT_MIN = 4  # a shorter clause than _WORDS_MIN must be the source's own but for one word
_ALIGNED_MIN = 0.6  # of the clause's weight: below it nothing is near-verbatim
_PIECE_MIN = 24  # characters of a part between "and"s that is looked at by itself
_Word = tuple[str, int, int]  # folded, start, end


@dataclass(frozen=True, slots=True)
class Gap:
    """One place where the two differ: words of the parent and of the child, and their spans."""

    parent: tuple[str, ...]
    child: tuple[str, ...]
    parent_span: tuple[int, int]
    child_span: tuple[int, int]
    inner: bool  # equal words stand on both sides of it


@dataclass(frozen=True, slots=True)
class Diff:
    """A parent clause against the child sentence that it was written from."""

    clause: Passage
    source: Passage
    share: float
    gaps: tuple[Gap, ...]
    short: bool = False  # fewer words than _WORDS_MIN: only a pair of opposites says anything


def diffs(trial: Trial) -> tuple[Diff, ...]:
    """The near-verbatim clauses with their gaps; computed once per trial."""
    kept = trial.shared.get("diffs")
    if isinstance(kept, tuple):
        return kept
    out: list[Diff] = []
    verbatim = {s.start for s in trial.parent_sentences if trial.is_verbatim(s.text)}
    whole = -1
    for clause, sentence in trial.parent_clauses:
        if sentence.start in verbatim:
            continue  # the source's own sentence, whatever else is like it
        if sentence.start != whole:
            whole = sentence.start
            best = _best(trial, sentence)
            if best is not None:
                out.append(best)
        if clause is not sentence:
            best = _best(trial, clause)
            if best is not None:
                out.append(best)
        for start, end in pieces(clause.text):
            if end - start == len(clause.text) or end - start < _PIECE_MIN:
                continue
            part = clause.text[start:end]
            best = _best(trial, Passage(-1, clause.start + start, clause.start + end, part, content_stems(part)))
            if best is not None:
                out.append(best)
    trial.shared["diffs"] = tuple(out)
    return tuple(out)


def _best(trial: Trial, passage: Passage) -> Diff | None:
    """The passage against the child sentence that it equals most, where it equals one nearly."""
    hits = [hit for hit in trial.align(passage, 3) if hit.score >= _ALIGNED_MIN]
    words = _spelt(passage.text) if hits else []
    if len(words) < _SHORT_MIN:
        return None
    best: Diff | None = None
    kept = trial.shared.setdefault("spelt", {})
    assert isinstance(kept, dict)
    for hit in hits:
        source = trial.sentences[hit.sentence]
        if source.kind == "code":
            continue  # what an edit changes, or code: nobody says it
        others: list[_Word] = kept.get(hit.sentence) or kept.setdefault(hit.sentence, _spelt(source.text))
        diff = _diff(passage, words, source, others)
        if diff is not None and (best is None or diff.share > best.share):
            best = diff
    return best


def _spelt(text: str) -> list[_Word]:
    """The words in lower case with their places."""
    return [(fold(m.group()), m.start(), m.end()) for m in WORD.finditer(text)]


def _diff(clause: Passage, words: list[_Word], source: Passage, others: list[_Word]) -> Diff | None:
    a, b = [w[0] for w in words], [w[0] for w in others]
    equal = [(op.src_start, op.src_end, op.dest_start, op.dest_end) for op in LCSseq.opcodes(a, b) if op.tag == "equal"]
    count = sum(end - start for start, end, _, _ in equal)
    size = sum(word not in WISHES for word in a)  # a wish that was put in does not make the clause another one
    if not equal or count < _SHARE_MIN * size or count < (_WORDS_MIN - 1 if len(a) >= _WORDS_MIN else len(a) - 1):
        return None
    if len(a) < _WORDS_MIN and len(b) > len(a) + 2:
        return None
    first, last = equal[0], equal[-1]
    if last[3] - first[2] > 1.4 * len(a) + 3:
        return None  # words picked from here and there are no common stretch
    gaps: list[Gap] = []
    lead = (
        first[0] if first[0] == 1 and first[2] >= 1 else 0
    )  # "All tests" for "Some tests" differs in front of all that is equal
    i, j = 0, first[2] - lead
    tail = 1 if len(a) - last[1] == 1 and len(b) > last[3] else 0  # "appears inactive." for "appears active."
    blocks = [*equal, (len(a), len(a), last[3] + tail, last[3] + tail)]
    for start, end, other_start, other_end in blocks:
        if start > i or other_start > j:
            pa, ch = words[i:start], others[j:other_start]
            inner = i > 0 and start < len(a)
            gaps.append(
                Gap(
                    tuple(w[0] for w in pa), tuple(w[0] for w in ch), _span(clause, words, i, start), _span(source, others, j, other_start), inner,
                )
            )  # fmt: skip
        i, j = end, other_end
    return Diff(clause, source, count / len(a), tuple(gaps), len(a) < _WORDS_MIN)


def fold(word: str) -> str:
    return word.lower().replace("’", "'")


def _span(passage: Passage, words: list[tuple[str, int, int]], start: int, end: int) -> tuple[int, int]:
    """The span of words start..end, or the neighbours of an empty gap, so that there is always something to show."""
    if end > start:
        return passage.start + words[start][1], passage.start + words[end - 1][2]
    left, right = max(0, start - 1), min(len(words) - 1, start)
    return passage.start + words[left][1], passage.start + words[right][2]
