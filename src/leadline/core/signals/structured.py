"""Structured drafts: each sentence against the source spans that it names (design.md, 3.8).

In: the parent's text, its sentences, the leaves' texts by position, the children, and the checks on exact things. Out:
findings for references and slots that lead nowhere, for exact things that the named evidence spells otherwise
(`structured_exact.py`, and the battery on that evidence alone) and for evidence that does not bear its sentence out
(`structured_bearing.py`); and the spans of reworded sentences, which the text checks look at once more against everything.
A sentence that is word for word in its evidence, white space aside, is done.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from leadline.core.signals.findings import REMEDIES, meet
from leadline.core.signals.index import Trial
from leadline.core.signals.model import Finding
from leadline.core.signals.structured_bearing import Bearing
from leadline.core.signals.structured_exact import find_altered, find_foreign, find_other_number
from leadline.core.text.messages import Child, Role
from leadline.core.tree.nodes import LISTING_LABELS, DraftSentence, Evidence

__all__ = ["Battery", "Judged", "judge"]

Battery = Callable[[Trial], Sequence[Finding]]

# Probability of a finding by the named evidence that the rest of the children does not confirm: the engine puts the evidence
# in the sentence's place, `check` notes it.
_ELSEWHERE = 0.80
_SURE = 0.90
_GAP_MAX = 200  # characters next to each piece in which a word of force is looked for
_FORCE = re.compile(
    r"\b(?:not?|never|nor|neither|without|cannot|unless|except|only|until|before|n't)\b|n't\b", re.IGNORECASE
)
_NUMBER = re.compile(r"\d+")
_NAME = re.compile(r'"e(\d{1,3})"')  # how the pieces of evidence are called in here
# What the checks on exact things may say of one sentence against its own evidence. All other checks run against the whole of
# the children only: where that does not confirm them, the sentence is borne out by something that it did not name.
_EXACT = frozenset(("value_changed", "unit_changed", "identifier_swapped", "invented_detail"))


@dataclass(frozen=True, slots=True)
class Judged:
    """`open` are spans (in the parent) of sentences that are not word for word; `support` is the mean share borne."""

    findings: tuple[Finding, ...]
    open: tuple[tuple[int, int], ...]
    support: float


def judge(
    parent: str,
    sentences: Sequence[DraftSentence],
    leaf_texts: Mapping[int, str],
    children: Sequence[Child],
    battery: Battery,
    everything: Callable[[], Sequence[Finding]],
) -> Judged:
    """Every sentence of the draft, in order. `everything` gives the text checks' findings on the whole draft."""
    findings: list[Finding] = []
    reworded: list[tuple[int, int]] = []
    support = 0.0
    at = 0
    bearing = Bearing(children, parent)
    for sentence in sentences:
        start = parent.find(sentence.text, at)
        span = (start, start + len(sentence.text)) if start >= 0 else (-1, -1)
        at = span[1] if start >= 0 else at
        evidence, dead = _evidence(sentence, leaf_texts)
        if dead:
            findings += [_hard(parent, span, f"{_capital(fault)}.") for fault in dead]
            continue
        if start < 0:
            findings.append(
                _hard(parent, span, f'A named sentence is not in the parent\'s text: "{sentence.text[:80]}".')
            )
            continue
        if _is_verbatim(sentence, evidence, leaf_texts):
            support += 1.0
            continue
        joined = "\n".join(evidence)
        held = bearing.measure(span, sentence.text, joined, len(evidence))
        support += held.named
        altered = find_altered(parent, span, sentence, joined)
        alone = [f for f in altered if bearing.stands(f.parent_quote)]
        alone += _alone(sentence, span, evidence, leaf_texts, children, battery)
        own = [f for f in altered if f not in alone]
        own += find_foreign(parent, span, sentence, bearing.haystack)
        own += find_other_number(parent, span, sentence, joined, bearing.haystack)
        own += [*_unstated(parent, span, sentence), *(_weighed(alone, everything()) if alone else ())]
        found = held.finding(parent, span)
        if found is not None:
            own.append(found)
        findings += own
        if not any(f.severity == "hard" for f in own):
            reworded.append(span)
    return Judged(tuple(findings), tuple(reworded), support / len(sentences) if sentences else 1.0)


def _evidence(sentence: DraftSentence, leaf_texts: Mapping[int, str]) -> tuple[list[str], list[str]]:
    """The texts of the named spans, and what is wrong with the references."""
    dead = list(sentence.faults)
    if not sentence.evidence and not dead:
        dead.append("the sentence rests on no evidence at all, which is no place in the sources")
    out: list[str] = []
    for e in sentence.evidence:
        text = leaf_texts.get(e.leaf)
        if text is None or not 0 <= e.start < e.end <= len(text):
            dead.append(
                f"the sentence rests on leaf n{e.leaf}, characters {e.start} to {e.end}, which is no place in the sources"
            )
        else:
            out.append(text[e.start : e.end])
    return out, dead


def _unstated(parent: str, span: tuple[int, int], sentence: DraftSentence) -> list[Finding]:
    """Slots whose fact does not stand in the named evidence: a true value attached to the wrong sentence."""
    found = []
    for slot in sentence.slots:
        if not slot.stated:
            place = (span[0] + slot.start, span[0] + slot.end)
            found.append(
                _finding(
                    "identifier_swapped", parent, place,
                    f'"{parent[place[0] : place[1]]}" ({slot.fact}) stands in the sources, but not in the evidence that this sentence names.',
                )
            )  # fmt: skip
    return found


def _alone(
    sentence: DraftSentence,
    span: tuple[int, int],
    evidence: Sequence[str],
    leaf_texts: Mapping[int, str],
    children: Sequence[Child],
    battery: Battery,
) -> list[Finding]:
    """The battery on the sentence against nothing but its named evidence, with its places led back."""
    homes = [_home(e, leaf_texts, children) for e in sentence.evidence]
    parts = [Child(f"e{n}", text, role) for n, (text, (_, role)) in enumerate(zip(evidence, homes, strict=True))]
    out: list[Finding] = []
    for f in battery(Trial(parts, sentence.text)):
        if f.kind not in _EXACT or f.parent_span[0] < 0 or f.severity == "note":
            continue
        child, child_span = f.child, f.child_span
        if child is not None:
            number = int(child[1:])
            child = homes[number][0]
            shift = sentence.evidence[number].start
            child_span = (f.child_span[0] + shift, f.child_span[1] + shift) if f.child_span[0] >= 0 else (-1, -1)
        out.append(
            replace(
                f, message=_told(f.message, homes), parent_span=(f.parent_span[0] + span[0], f.parent_span[1] + span[0]), child=child,
                child_span=child_span, fact=None,
            )
        )  # fmt: skip
    return out


def _weighed(alone: Sequence[Finding], whole: Sequence[Finding]) -> Iterator[Finding]:
    """What the named evidence alone is held against a sentence for; less, where the rest of the children bears it out.

    A true value whose source was not named is a reference to mend, not a false sentence (`_ELSEWHERE`).
    """
    sure = [o.parent_span for o in whole if o.kind in _EXACT and (o.severity == "hard" or o.probability >= _SURE)]
    for f in alone:
        if any(meet(f.parent_span, span) for span in sure):
            yield f
        else:
            yield replace(f, severity="suspicion", probability=min(_ELSEWHERE, f.probability))


def _told(message: str, homes: Sequence[tuple[str, Role]]) -> str:
    """The message with the names that the texts have outside of this check."""
    named = _NAME.sub(lambda m: f'"{homes[int(m[1])][0]}"' if int(m[1]) < len(homes) else m.group(), message)
    return f"By the evidence that the sentence names: {named}"


def _home(evidence: Evidence, leaf_texts: Mapping[int, str], children: Sequence[Child]) -> tuple[str, Role]:
    """The id of the text that an evidence span stands in, and who wrote it; a leaf far below is named by its number."""
    text = leaf_texts[evidence.leaf]
    for child in children:
        if child.text is text or (len(child.text) == len(text) and child.text == text):
            for segment in child.segments:
                if segment.start <= evidence.start < segment.end:
                    return child.id, segment.role
            return child.id, child.role
    return f"n{evidence.leaf}", "summary"


def _is_verbatim(sentence: DraftSentence, evidence: Sequence[str], leaf_texts: Mapping[int, str]) -> bool:
    plain = _plain(sentence.text)
    sources = [_plain(e) for e in evidence]
    if any(plain in source for source in sources):
        return True
    if len(sources) < 2:
        return False
    if plain in " ".join(sources):
        return True
    pieces = [_plain(piece) for piece in sentence.pieces]
    if not all(any(piece in source for source in sources) for piece in pieces):
        return False
    return sentence.label in LISTING_LABELS or not any(_FORCE.search(gap) for gap in _gaps(sentence, leaf_texts))


def _plain(text: str) -> str:
    return " ".join(text.split())


def _gaps(sentence: DraftSentence, leaf_texts: Mapping[int, str]) -> Iterator[str]:
    """What stands between the pieces of one passage: a word of force in there would turn what the pieces say."""
    told = {
        _counted(line) for e in sentence.evidence for line in leaf_texts.get(e.leaf, "")[e.start : e.end].splitlines()
    }
    for a, b in pairwise(sentence.evidence):
        if a.leaf == b.leaf and a.end <= b.start:
            gap = _without_told(leaf_texts[a.leaf][a.end : b.start], told)
            yield gap[:_GAP_MAX]
            yield gap[-_GAP_MAX:]


def _counted(line: str) -> str:
    return _NUMBER.sub("0", line.strip())


def _without_told(gap: str, told: Collection[str]) -> str:
    """What was left out, without the whole lines that a piece has in the same words, other numbers aside: a line of output that
    comes again says the same again."""
    first, *between = gap.split("\n")
    if not between:
        return gap
    return "\n".join((first, *(line for line in between[:-1] if _counted(line) not in told), between[-1]))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _hard(parent: str, span: tuple[int, int], message: str) -> Finding:
    return _finding("invented_detail", parent, span, message)


def _finding(kind: str, parent: str, span: tuple[int, int], message: str) -> Finding:
    quote = parent[span[0] : span[1]] if span[0] >= 0 else ""
    return Finding(kind, "hard", f"fidelity.{kind}", message, REMEDIES[kind], span, quote)
