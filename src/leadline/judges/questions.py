"""What a judge is asked about one parent: its asserting sentences that are not word for word, and what it owes.

In: children, parent, its measurement. Out: questions, the most doubted first, since there may be more than may be asked.
The judge sees the children whole where they are short enough, so that "no source says this" can be known; of longer ones it
sees for each claim the sentences nearest to it and their neighbours, and as many of the next ones as there is room for, since
what refutes a claim often does not share its words (signals-notes, section 4). A sentence with a hard finding is not asked
about: no judge may overrule it, so the answer would change nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from leadline.core.facts.model import Fact
from leadline.core.signals.index import Passage as Sentence
from leadline.core.signals.index import Trial
from leadline.core.signals.model import Finding, Measurement
from leadline.core.signals.provenance import asserting
from leadline.core.text.messages import Child
from leadline.core.tree.nodes import DraftSentence, sentence_spans
from leadline.judges.port import Passage, Question

__all__ = ["NEAREST", "WHOLE_CHARS", "questions_of"]

NEAREST = 6  # source sentences of a claim, where the children are not shown whole
NEAREST_MAX = 8  # where there is room; more the index does not rank
WITH_NEIGHBOURS = 4  # of them, with the sentence before and after
# Characters of all children together, up to which they are shown whole, and of the sentences that are chosen otherwise: about
# 10,000 tokens, what a group of the engine has. Shown by six sentences, every fifth true claim could not be decided (docs/judges.md).
WHOLE_CHARS = 40_000
PARENT_CHARS = 12_000  # of a longer parent the judge sees what is nearest to each thing owed
OWED_MAX = 16
LINE_MAX = 1_200  # characters of one source sentence; of a longer line the beginning is shown
_SPACE = re.compile(r"\s+")
_LABEL = re.compile(r"^(?:[-*•]\s+)?(?:user|assistant|system|summary|tool(?: [\w.-]+)?): ")  # how repair marks a quote
# Of a long session nobody keeps every statement: what binds, what is open, and what the user set.
_LASTS = frozenset(("constraint", "decision", "open_item", "conflict", "goal"))
_LEFT_OUT = frozenset(("constraint_lost", "missing_owed"))


def questions_of(
    children: Sequence[Child],
    parent: str,
    measurement: Measurement,
    *,
    context: str | None = None,
    sentences: Sequence[DraftSentence] = (),
    everything_owed: bool = False,
) -> tuple[Question, ...]:
    """All questions, in order of importance: what rules doubt, what seems left out, other sentences, other demands.

    `sentences` are those of a structured draft; its labels and pieces are known, so a quote in it is seen as one.
    `everything_owed` asks about all that is missing in long sessions too, where the caller has chosen it already.
    """
    trial = Trial(children, parent, context=context)
    told = tuple(Passage(s.text, "summary", None, s.start, s.end) for s in trial.parent_sentences)
    whole = _whole(trial)
    claims = _claims(trial, measurement, sentences, told, whole)
    owed = _owed(trial, measurement, told, everything=everything_owed or bool(whole))
    doubted = [(_doubt(q, measurement.findings), q) for q in claims]
    doubted.sort(key=lambda row: -row[0])
    return (
        *(q for p, q in doubted if p),
        *(q for p, q in owed if p),
        *(q for p, q in doubted if not p),
        *(q for p, q in owed if not p),
    )


# -- claims -------------------------------------------------------------------------------------------------------


def _claims(
    trial: Trial, measurement: Measurement, sentences: Sequence[DraftSentence], told: tuple[Passage, ...],
    whole: tuple[Passage, ...],
) -> list[Question]:  # fmt: skip
    """`whole` are all sentences of the children, none where they are too long to be shown."""
    hard = [f.parent_span for f in measurement.findings if f.severity == "hard" and f.parent_span[0] >= 0]
    everything = _even(" ".join(c.text for c in trial.pool))
    whole_ones = _whole_sentences(trial)
    quoted = [
        span
        for span, s in zip(sentence_spans(tuple(sentences)), sentences, strict=True)
        if all(_even(piece) in everything for piece in s.pieces)
    ]
    open_ones = [
        s
        for s in asserting(trial)
        if not any(s.start < b and a < s.end for a, b in (*hard, *quoted))
        and not _is_told(_LABEL.sub("", s.text), whole_ones)
        and not s.text.rstrip().endswith(("?", "？"))  # asks, and asserts nothing
    ]
    shown = told if _short(told) else ()
    evidence = [whole] * len(open_ones) if whole else _chosen(trial, open_ones)
    return [
        Question(f"c{n}", "claim", s.text, passages, (s.start, s.end), context=shown, whole=bool(whole))
        for n, (s, passages) in enumerate(zip(open_ones, evidence, strict=True), 1)
    ]


def _whole_sentences(trial: Trial) -> str:
    """All sentences of the children, evenly spelt, each between bars: part of a sentence is not what it says ("nobody can confirm
    that the tests passed")."""
    return f"|{'|'.join(_even(s.text).strip(' .') for s in trial.sentences)}|"


def _is_told(text: str, sentences: str) -> bool:
    """The text is a sentence of the children."""
    return f"|{_even(text).strip(' .')}|" in sentences


def _doubt(question: Question, findings: Sequence[Finding]) -> float:
    """The highest probability of a suspicion on the sentence."""
    start, end = question.span
    return max(
        (f.probability for f in findings if f.severity == "suspicion" and start <= f.parent_span[0] < end), default=0.0
    )


def _even(text: str) -> str:
    return _SPACE.sub(" ", text).strip().lower()


def _whole(trial: Trial) -> tuple[Passage, ...]:
    """All sentences of the children; () where they are too long, or one of them is."""
    if sum(len(c.text) for c in trial.pool) > WHOLE_CHARS or any(len(s.text) > LINE_MAX for s in trial.sentences):
        return ()
    return tuple(_passage(trial, s) for s in trial.sentences)


def _chosen(trial: Trial, claims: Sequence[Sentence]) -> list[tuple[Passage, ...]]:
    """For each claim the nearest source sentences in document order: the first ones in any case, with their neighbours, then in
    turn the next one of each as long as all that is shown has room."""
    hits = [trial.align(claim, NEAREST_MAX) for claim in claims]
    chosen: list[set[int]] = []
    for row in hits:
        first = [h.sentence for h in row[:NEAREST]]
        chosen.append({*first, *(m for n in first[:WITH_NEIGHBOURS] for m in _around(trial, n))})
    shown = {n for numbers in chosen for n in numbers}
    room = WHOLE_CHARS - sum(len(trial.sentences[n].text[:LINE_MAX]) for n in shown)
    for turn in range(NEAREST, NEAREST_MAX):
        for numbers, row in zip(chosen, hits, strict=True):
            if turn >= len(row):
                continue
            n = row[turn].sentence
            room -= 0 if n in shown else len(trial.sentences[n].text[:LINE_MAX])
            if room < 0:
                break
            shown.add(n)
            numbers.add(n)
    return [tuple(_passage(trial, trial.sentences[n]) for n in sorted(numbers)) for numbers in chosen]


def _around(trial: Trial, n: int) -> list[int]:
    """The sentence and its neighbours in the same child."""
    owner = trial.sentences[n].owner
    return [m for m in (n - 1, n, n + 1) if 0 <= m < len(trial.sentences) and trial.sentences[m].owner == owner]


def _passage(trial: Trial, s: Sentence) -> Passage:
    text = s.text[:LINE_MAX]
    return Passage(text, s.role, trial.child_of(s).id, s.start, s.start + len(text), s.owner)


def _short(told: Sequence[Passage]) -> bool:
    return sum(len(p.text) for p in told) <= PARENT_CHARS


# -- what is owed -------------------------------------------------------------------------------------------------


def _owed(
    trial: Trial, measurement: Measurement, told: tuple[Passage, ...], *, everything: bool
) -> list[tuple[float, Question]]:
    """(how likely it seems left out, the question), the likeliest first: every demand, and all else that seems left out, by the
    sentence that states it; without `everything` only of what lasts."""
    if not told:
        return []
    doubts: dict[str, float] = {}
    settled: set[str] = set()
    for f in measurement.findings:
        if f.fact is not None and f.severity == "hard":
            settled.add(f.fact)
        elif f.fact is not None and f.kind in _LEFT_OUT and f.severity != "note":
            doubts[f.fact] = max(doubts.get(f.fact, 0.0), f.probability)
    groups: dict[tuple[str, int, int], list[Fact]] = {}
    for r in measurement.retained:
        fact = r.fact
        if r.state == "changed" or not (everything or _lasts(fact)):
            continue
        if fact.kind == "constraint" or fact.id in doubts:
            groups.setdefault((fact.child, *_stated(fact)), []).append(fact)
    at = {child.id: n for n, child in enumerate(trial.pool)}
    rows: list[tuple[float, tuple[int, int], Question]] = []
    for (child, start, end), facts in groups.items():
        if child not in at or any(f.id in settled for f in facts):
            continue
        owner = at[child]
        text = trial.pool[owner].text[start:end][:LINE_MAX]
        evidence = told if _short(told) else _nearest_told(trial, text, told)
        question = Question(
            "", "owed", text, evidence, (-1, -1), tuple(f.id for f in facts), _context(trial, owner, start, end), _short(told)
        )  # fmt: skip
        rows.append((max(doubts.get(f.id, 0.0) for f in facts), (owner, start), question))
    rows.sort(key=lambda row: (-row[0], row[1]))
    numbers = {
        place: n for n, place in enumerate(sorted(place for _, place, _ in rows[:OWED_MAX]), 1)
    }  # told in time order
    return [(p, replace(q, id=f"k{numbers[place]}")) for p, place, q in rows[:OWED_MAX]]


def _lasts(fact: Fact) -> bool:
    """What a successor may need in any case; the instructions of a system prompt reach him without the summary."""
    return fact.role != "system" and (fact.kind in _LASTS or (fact.role == "user" and fact.sure))


def _stated(fact: Fact) -> tuple[int, int]:
    """The span that states the fact: a demand is its own, a value needs its sentence."""
    return (fact.start, fact.end) if fact.kind == "constraint" else fact.sentence


def _context(trial: Trial, owner: int, start: int, end: int) -> tuple[Passage, ...]:
    """The source sentences that hold the span, and their neighbours: "then do not do that either" needs them."""
    inside = [n for n, s in enumerate(trial.sentences) if s.owner == owner and s.start < end and start < s.end]
    chosen = {m for n in inside for m in _around(trial, n)}
    return tuple(_passage(trial, trial.sentences[n]) for n in sorted(chosen))


def _nearest_told(trial: Trial, text: str, told: tuple[Passage, ...]) -> tuple[Passage, ...]:
    """The sentences of a long parent that share most with the text."""
    words = set(_even(text).split())
    ranked = sorted(range(len(told)), key=lambda n: (-len(words & set(_even(told[n].text).split())), n))
    return tuple(told[n] for n in sorted(ranked[: 2 * NEAREST]))
