"""One evidence index per trial: what the children say, cut once and looked up by every signal.

In: children in time order, the parent, optional context that may support a claim without being owed. Out: sentences
and clauses with their stems, and for each parent sentence or clause the child sentences that bear it out best.
Everything is computed on first use and kept, so a signal that is not asked costs nothing; a look-up walks the
posting lists of the clause's rare stems only, so cost grows with parent sentences (signals-notes, sections 4 and 9).
Same input, same order: ties go to the earlier sentence.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from leadline.core.signals.lexis import content_stems, stems_of
from leadline.core.signals.source_words import SourceWords
from leadline.core.text.edits import edit_spans
from leadline.core.text.masked import Masked
from leadline.core.text.messages import Child, Role
from leadline.core.text.sentences import split_sentences

__all__ = ["CONTEXT_ID", "Hit", "Passage", "Trial", "clauses_of"]

CONTEXT_ID = "context"
_POSTINGS_MAX = 400  # a stem in more sentences than this ranks nothing
_WALL = re.compile(
    r"(?>(?:(?<!\s)\s++)?)[;\u061b\uff1b、，]\s*+|(?<!\s)[^\S\n]*+\n\s*+|(?<=\S)\s[-–—]\s\s*+|(?<=\S),(?=\s)\s*+"
)


class Hit(NamedTuple):
    """One child sentence that shares rare words with a parent passage. `score` is the share of weight found, 0..1."""

    score: float
    sentence: int  # position in `Trial.sentences`


class Passage:
    """A sentence or clause: `text[start:end]` of its owner. `owner` is the child's position, -1 for the parent. Never changed;
    equal to another one of the same place."""

    def __init__(
        self, owner: int, start: int, end: int, text: str, stems: frozenset[str] | None = None, role: Role = "summary",
        kind: str = "prose", foreign: bool = False,
    ) -> None:  # fmt: skip
        self.owner = owner
        self.start = start
        self.end = end
        self.text = text
        self.role = role
        self.kind = kind
        self.foreign = foreign  # text from outside: a tool result, or what the client put in
        if stems is not None:
            self.__dict__["stems"] = stems

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of its content words: of most sentences of a long source nobody asks for them."""
        return content_stems(self.text)

    def part(self, start: int, end: int) -> Passage:
        """The piece `text[start:end]` as a passage."""
        return Passage(
            self.owner, self.start + start, self.start + end, self.text[start:end], None, self.role, self.kind, self.foreign
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Passage):
            return NotImplemented
        return (self.owner, self.start, self.end, self.text) == (other.owner, other.start, other.end, other.text)

    def __hash__(self) -> int:
        return self.owner * 1_000_003 + self.start  # of its place alone, the same in every run


class Trial:
    """The draft, what it replaces, and the shared look-ups. `passages` of the children are called `sentences`."""

    def __init__(self, children: Sequence[Child], parent: str, *, context: str | None = None) -> None:
        self.children: tuple[Child, ...] = tuple(children)
        self.parent = parent
        self.context = context
        pool = list(self.children)
        if context:
            pool.append(Child(CONTEXT_ID, context, "system"))
        self.pool: tuple[Child, ...] = tuple(pool)
        self._aligned: dict[tuple[int, int], tuple[Hit, ...]] = {}
        self._weights: dict[str, float] = {}
        self._verbatim: dict[str, bool] = {}
        self.shared: dict[str, object] = {}  # what a signal derives and another one reuses

    # -- children -------------------------------------------------------------------------------------------

    @cached_property
    def sentences(self) -> tuple[Passage, ...]:
        """All sentences of the children (and of the context, last), in time order."""
        out: list[Passage] = []
        for owner, child in enumerate(self.pool):
            text = child.text
            segments = child.segments
            starts = [s.start for s in segments]
            edited = edit_spans(text)
            for sentence in split_sentences(text):
                segment = segments[max(0, bisect_right(starts, sentence.start) - 1)]
                quote = text[sentence.start : sentence.end]
                out.append(
                    Passage(
                        owner, sentence.start, sentence.end, quote, None, segment.role,
                        "code" if edited and any(a <= sentence.start < b for a, b in edited) else sentence.kind,
                        segment.role == "tool" or segment.injected,
                    )
                )  # fmt: skip
        return tuple(out)

    @cached_property
    def masked(self) -> Masked:
        """The sentences as texts, for "which of them may have a word of this list"."""
        return Masked([s.text for s in self.sentences])

    @cached_property
    def lower(self) -> tuple[str, ...]:
        """The children's texts in lower case, for containment."""
        return tuple(child.text.lower() for child in self.pool)

    @cached_property
    def haystack(self) -> str:
        """All children's texts in lower case, joined: for "does this string stand anywhere"."""
        return "\n".join(self.lower)

    @cached_property
    def closed_up(self) -> str:
        """`haystack` without spaces."""
        return self.haystack.replace(" ", "")

    def is_verbatim(self, text: str) -> bool:
        """Whether the children have this very text, case aside; looked for once a text."""
        known = self._verbatim.get(text)
        if known is None:
            known = self._verbatim[text] = text.lower() in self.haystack
        return known

    @cached_property
    def squeezed(self) -> str:
        """`haystack` without anything but letters and digits: for identifiers written with other joints."""
        return re.sub(r"[\W_]+", "", self.haystack)

    @cached_property
    def postings(self) -> dict[str, list[int]]:
        """Stem -> sentences that hold it, ascending."""
        source = self.source
        odd = source.odd
        table: dict[str, list[int]] = {}
        for word, numbers in source.places.items():
            if odd and not odd.isdisjoint(numbers):
                numbers = [n for n in numbers if n not in odd]
            for stem in stems_of(word) if numbers else ():
                known = table.get(stem)
                table[stem] = numbers if known is None else sorted({*known, *numbers})
        more: dict[str, list[int]] = {}  # of sentences whose words have to be read as they stand, and of the context
        for number in (*sorted(odd), *range(len(source.sentences), len(self.sentences))):
            for stem in self.sentences[number].stems:
                more.setdefault(stem, []).append(number)
        for stem, numbers in more.items():
            known = table.get(stem)
            table[stem] = numbers if known is None else sorted({*known, *numbers})
        return table

    @cached_property
    def stem_counts(self) -> Mapping[int, int]:
        """How many stems each sentence has; none is there for one without."""
        return Counter(chain.from_iterable(self.postings.values()))

    @cached_property
    def source(self) -> SourceWords:
        """The words of the children's sentences; the context is not among them."""
        return SourceWords((child.id, child.text) for child in self.children)

    def weight(self, stem: str) -> float:
        """How much a shared stem says: rare in the children is much, absent from them is as much as rarest."""
        known = self._weights.get(stem)
        if known is None:
            found = self.postings.get(stem)
            known = self._weights[stem] = math.log(1.0 + len(self.sentences) / (1.0 + (len(found) if found else 0)))
        return known

    # -- parent ---------------------------------------------------------------------------------------------

    @cached_property
    def parent_sentences(self) -> tuple[Passage, ...]:
        """The parent's sentences in order."""
        return tuple(
            Passage(-1, s.start, s.end, self.parent[s.start : s.end], None, "summary", s.kind)
            for s in split_sentences(self.parent)
        )

    @cached_property
    def reworded(self) -> tuple[Passage, ...]:
        """The parent's sentences of prose that are its writer's own words: no heading, no code, nothing that the children say so."""
        return tuple(
            s
            for s in self.parent_sentences
            if s.kind not in ("code", "data", "heading") and not self.is_verbatim(s.text)
        )

    @cached_property
    def answers_missing(self) -> int:
        """Calls of the children whose answers are not among them, the last ones left out: whoever wrote the parent may have seen more than is here."""
        kinds = [s.kind for child in self.children for s in child.segments]
        while kinds and kinds[-1] == "tool_call":
            kinds.pop()
        return max(0, kinds.count("tool_call") - kinds.count("tool_result"))

    @cached_property
    def parent_clauses(self) -> tuple[tuple[Passage, Passage], ...]:
        """(clause, its sentence) pairs: sentences cut at `;`, clause commas and dashes. Never empty for a sentence."""
        return tuple((clause, sentence) for sentence in self.parent_sentences for clause in clauses_of(sentence))

    def clause_at(self, at: int) -> tuple[Passage, Passage] | None:
        """The parent's clause that holds the offset, and its sentence."""
        return next((pair for pair in self.parent_clauses if pair[0].start <= at < pair[0].end), None)

    @cached_property
    def parent_stems(self) -> frozenset[str]:
        """All content stems of the parent."""
        return frozenset(stem for s in self.parent_sentences for stem in s.stems)

    # -- look-ups -------------------------------------------------------------------------------------------

    def align(self, passage: Passage, n: int = 6) -> tuple[Hit, ...]:
        """The `n` child sentences that share most of the passage's weight, best first. Empty where nothing is shared."""
        key = (passage.start, passage.end)
        hits = self._aligned.get(key)
        if hits is None:
            hits = self._rank(passage.stems)
            self._aligned[key] = hits
        return hits[:n]

    def _rank(self, stems: frozenset[str]) -> tuple[Hit, ...]:
        scores: dict[int, float] = {}
        total = 0.0
        for stem in sorted(stems):
            weight = self.weight(stem)
            total += weight
            found = self.postings.get(stem)
            if found and len(found) <= _POSTINGS_MAX:
                for number in found:
                    scores[number] = scores.get(number, 0.0) + weight
        if not scores:
            return ()
        # a short sentence that says the same beats a long one that also mentions it; the penalty is small, so most need no look
        counts = self.stem_counts
        floor = sorted(scores.values())[-8] - 0.25 * total if len(scores) > 8 else 0.0
        ranked = sorted(
            [
                (score / total - 0.002 * min(125, counts[number]), -number)
                for number, score in scores.items()
                if score >= floor
            ],
            reverse=True,
        )[:8]
        return tuple(Hit(scores[-negative] / total, -negative) for _, negative in ranked)

    def child_of(self, passage: Passage) -> Child:
        """The child that a passage stands in."""
        return self.pool[passage.owner]


def clauses_of(sentence: Passage) -> tuple[Passage, ...]:
    """The sentence cut at walls; pieces with fewer than two content words stay with the piece before."""
    text = sentence.text
    cuts: list[tuple[int, int]] = []
    at = 0
    for wall in _WALL.finditer(text):
        if wall.start() > at:
            cuts.append((at, wall.start()))
        at = wall.end()
    if at < len(text):
        cuts.append((at, len(text)))
    merged: list[tuple[int, int]] = []
    for start, end in cuts:
        if merged and (
            len(content_stems(text[start:end])) < 2 or len(content_stems(text[merged[-1][0] : merged[-1][1]])) < 2
        ):
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    if len(merged) <= 1:
        return (sentence,)
    return tuple(sentence.part(a, b) for a, b in merged)
