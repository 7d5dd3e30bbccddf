"""Passages that the embedded summarizer may quote, made from leaves or from structured child summaries.

A candidate is verbatim text with the places it came from and the owed facts that it carries. Nothing is reworded, so
every sentence of an extractive draft leads back to its source by construction.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from leadline.core.facts.model import Fact
from leadline.core.facts.pasted import pasted_sessions
from leadline.core.text.messages import Child, Segment
from leadline.core.text.sentences import Sentence, split_sentences
from leadline.core.tree.nodes import ELLIPSIS, DraftSentence, Evidence, Section
from leadline.summarizers.commands import command_of
from leadline.summarizers.headings import begin_of_rule, line_above
from leadline.summarizers.musing import end_of_musing
from leadline.summarizers.port import ChildView
from leadline.summarizers.sections import section_of
from leadline.summarizers.units import BLOCK_MAX, facts_by_sentence, join_units
from leadline.summarizers.windows import cut_passage, end_of_code, squeeze

__all__ = ["Candidate", "candidates_of", "label_of", "leaf_index"]

LEAD_IN_MAX = 240  # a dangling first word is resolved by taking the sentence before along, if it is this short

# Agents announce what they do next; what they then did follows, so the announcement says nothing to a successor.
_ANNOUNCEMENT = re.compile(
    r"(?:(?:ok(?:ay)?|now|good|great|perfect|right|alright|first|next|then|so|and|also)[,.!]?\s+){0,3}"
    r"(?:let me|let's|let us|i'll|i will|i'm going to|i am going to|i need to|i should|i want to|i can see|i see)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(r"`[^`\n]{2,60}`|\b\w*[a-z][A-Z]\w*\b|\b\w+[_./]\w+\b|\b\d[\w.,:-]*")
_COLON = re.compile(r":[ *_`]*\Z")
SESSION_END = 1500  # characters at the end of a pasted session that may be told
WORDS_MIN = 5  # an unowed remark with fewer words ("Good point.") fills nothing
SHORT = 28  # characters: an owed sentence this short ("Done.") takes the next one along
_DANGLING = re.compile(
    r"(?:it|its|they|them|their|this|that|these|those|he|she|his|her|both|the (?:former|latter|other|same)|such|so|then"
    r"|but|and|because|otherwise|instead|also|however|which)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One passage: where it goes, who says it, its verbatim text, its places, its owed facts, and its rank for filling."""

    section: Section
    label: str
    text: str
    evidence: tuple[Evidence, ...]
    facts: tuple[Fact, ...]
    weight: float

    @property
    def at(self) -> tuple[int, int]:
        """Position in time: leaf, then offset."""
        return (self.evidence[0].leaf, self.evidence[0].start)

    def sentence(self) -> DraftSentence:
        return DraftSentence(self.section, self.text, self.evidence, self.label)


def candidates_of(view: ChildView) -> list[Candidate]:
    """Passages of one child, in order, whatever it is: leaf, structured summary, or somebody else's plain summary."""
    if view.sentences:
        return _candidates_of_structured(view)
    return _candidates_of_plain(view) if view.summary else _candidates_of_leaf(view)


def _candidates_of_leaf(view: ChildView) -> list[Candidate]:
    """Passages of one leaf, in order: all that carry owed facts, and the prose that may fill what room is left."""
    child, leaf = view.child, view.leaves[0]
    sentences = join_units(child.text, split_sentences(child.text), view.facts, child.segments)
    owned = facts_by_sentence(sentences, view.facts)
    starts = [s.start for s in child.segments]
    out: list[Candidate] = []
    closing = _closing_segments(child)
    aloud = {place: end_of_musing(child, place) for place in range(len(child.segments)) if place not in closing}
    pasted = pasted_sessions(child)
    failed_in = -1  # the tool result that the last passage told a failure of: what follows in it goes with it
    taken_until = -1  # end of the last passage, so that a lead-in is not told twice
    for i, sentence in enumerate(sentences):
        if sentence.end <= taken_until:
            continue  # the announcement before took it along, with its facts
        facts = owned.get(i, ())
        place = max(0, bisect_right(starts, sentence.start) - 1)
        segment = child.segments[place]
        session = pasted.get(place, (0, 0))
        quoted = session[0] <= sentence.start < session[1]
        weight = _weight(segment, sentence, place in closing)
        if (
            quoted and weight
        ):  # somebody else's session: its end tells how things stand, the rest how they came to be so
            weight = 1.0 if session[1] - sentence.start <= SESSION_END else 0.0
        if weight > 0:
            said = child.text[sentence.start : sentence.end]
            nothing = _says_nothing(said, segment) or sentence.start < aloud.get(place, 0)
            weight = 0.0 if not facts and nothing else weight + _substance(said)
        if not facts and weight <= 0:
            continue
        begin = sentence.start
        if _DANGLING.match(squeeze(child.text[begin : sentence.end])) and i and segment.kind == "text":
            before = sentences[i - 1]
            if before.start >= max(segment.start, taken_until) and sentence.end - before.start <= LEAD_IN_MAX * 2:
                begin = before.start
        ruled = any(fact.reason == "standing_rule" for fact in facts)
        if ruled and i and sentences[i - 1].start >= max(segment.start, taken_until):
            begin = begin_of_rule(child.text, sentence, sentences[i - 1])
        end = sentence.end
        announces = _COLON.search(child.text, sentence.start, sentence.end) is not None
        short = end - sentence.start < SHORT
        if facts and (short or announces) and segment.kind == "text" and i + 1 < len(sentences):
            after = sentences[i + 1]
            if (
                (announces or (after.kind == "prose" and not _COLON.search(child.text, after.start, after.end)))
                and after.end <= segment.end
                and after.end - sentence.start <= LEAD_IN_MAX * 2
            ):
                end = after.end
                facts = (*facts, *(f for f in owned.get(i + 1, ()) if f not in facts))
        end = end_of_code(child.text, begin, end, segment.end)
        pieces = cut_passage(child.text, begin, end, sentence, facts)
        above = line_above(child.text, begin, end, segment.start) if ruled else None
        pieces = [above, *pieces] if above else pieces
        text = ELLIPSIS.join(t for t in (squeeze(child.text[a:b]) for a, b in pieces) if t)
        if len(text) < 3 or not any(c.isalnum() for c in text):
            continue
        if begin < sentence.start and out and out[-1].evidence[-1].end <= sentence.start and not out[-1].facts:
            out.pop()  # the lead-in was a candidate of its own: it is inside this one now
        taken_until = end
        evidence = tuple(Evidence(leaf, a, b) for a, b in pieces)
        section = section_of(facts)
        label = "pasted" if quoted else label_of(segment)
        if section == "failed" and segment.kind == "tool_result":
            label = f"{label}{command_of(child, place)}"
            if place == failed_in and len(out[-1].text) + len(text) <= BLOCK_MAX:
                text, evidence = f"{out[-1].text}{ELLIPSIS}{text}", (*out[-1].evidence, *evidence)
                facts = (*out.pop().facts, *facts)
            failed_in = place
        else:
            failed_in = -1
        out.append(Candidate(section, label, text, evidence, facts, weight))
    return out


def _candidates_of_plain(view: ChildView) -> list[Candidate]:
    """Sentences of a plain summary that hold owed facts; their evidence is the leaf sentence of each fact."""
    sentences = split_sentences(view.child.text)
    starts = [s.start for s in sentences]
    held: dict[int, list[Fact]] = {}
    for fact in view.facts:
        place = view.places.get(fact.id)
        if place is not None and sentences:
            held.setdefault(max(0, bisect_right(starts, place[0]) - 1), []).append(fact)
    out: list[Candidate] = []
    for i, facts in sorted(held.items()):
        text = squeeze(view.child.text[sentences[i].start : sentences[i].end])
        evidence = tuple(Evidence(leaf_index(f), *f.sentence) for f in facts)
        out.append(Candidate(section_of(facts), "", text, evidence, tuple(facts), 1.0))
    return out


def leaf_index(fact: Fact) -> int:
    """Position of the leaf that states a leaf fact (`n12` -> 12)."""
    return int(fact.child[1:])


def _candidates_of_structured(view: ChildView) -> list[Candidate]:
    """The sentences of a structured child summary, each with the live owed facts that its evidence covers."""
    by_leaf: dict[int, list[Fact]] = {}
    for fact in view.facts:
        by_leaf.setdefault(leaf_index(fact), []).append(fact)
    out: list[Candidate] = []
    for sentence in view.sentences:
        facts = tuple(
            fact
            for span in sentence.evidence
            for fact in by_leaf.get(span.leaf, ())
            if fact.start < span.end and span.start < fact.end
        )
        weight = {"user": 3.0, "summary": 1.5}.get(
            sentence.label, 1.0 if sentence.label.startswith("assistant") else 0.5
        )
        section = section_of(facts) if facts else sentence.section
        if facts and section == "identifiers" and sentence.section not in ("context", "quoted"):
            section = sentence.section
        out.append(Candidate(section, sentence.label, sentence.text, sentence.evidence, facts, weight))
    return out


def label_of(segment: Segment) -> str:
    """Who says it, as the reader of the context sees it."""
    if segment.kind == "tool_result":
        return f"tool {segment.name}" if segment.name else "tool"
    if segment.kind == "tool_call":
        return f"call {segment.name}" if segment.name else "call"
    if segment.kind == "thinking":
        return "assistant thought"
    if segment.injected and segment.role in ("user", "system"):
        return "instructions"  # put in by the client: nobody typed it
    return segment.role


def _says_nothing(text: str, segment: Segment) -> bool:
    """An announcement of the assistant, or a remark too short to tell anything."""
    said = squeeze(text)
    if segment.role == "summary" and said[:1] in ('"', "“"):
        return False  # what a person said, quoted: "yes" to a question is a decision
    return len(said.split()) < WORDS_MIN or (segment.role == "assistant" and _ANNOUNCEMENT.match(said) is not None)


def _substance(text: str) -> float:
    """Up to 0.6 for names and numbers: what a remark is about is worth more than the remark."""
    return 0.15 * min(4, len(set(_NAMED.findall(text))))


def _closing_segments(child: Child) -> frozenset[int]:
    """Positions of assistant texts that end a turn: the next typed word is a person's, or the leaf ends."""
    closing: set[int] = set()
    last: int | None = None
    for i, segment in enumerate(child.segments):
        if segment.role == "assistant" and segment.kind == "text":
            last = i
        elif segment.role == "user" and segment.kind == "text" and not segment.injected:
            if last is not None:
                closing.add(last)
            last = None
        elif segment.kind in ("tool_call", "tool_result"):
            last = None
    if last is not None:
        closing.add(last)
    return frozenset(closing)


def _weight(segment: Segment, sentence: Sentence, closing: bool) -> float:
    """How much an unowed passage helps a successor; 0 = it is never used to fill."""
    if segment.injected or sentence.kind in ("code", "data", "log", "table"):
        return 0.0
    if segment.role == "user" and segment.kind == "text":
        return 3.0
    if segment.role == "assistant" and segment.kind == "text":
        return 2.0 if closing else 1.0
    if segment.role == "summary":
        return 1.5
    return 0.0
