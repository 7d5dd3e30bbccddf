"""Retention: the share of owed facts that are readable and true in the parent, and a finding for each that is not.

In: a trial's parent, the owed facts, what other checks found. Out: a signal and one `Retained` per owed fact. A missing
`sure` fact of an exact kind is a warning; a sentence (a constraint, a decision) that was reworded beyond recognition by rules is
a suspicion, as is a fact whose digits the parent holds somewhere: neither words nor force tell a faithful rewording from
a loss (measured: docs of signals, and signals-notes, section 5). Findings of the sure checks (values, swaps, status, polarity)
belong to this signal as well: they are facts that were changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from leadline.core.facts.clauses import demand_of
from leadline.core.facts.model import SENTENCE_KINDS, Fact, Retained
from leadline.core.facts.retain import ParentIndex, retained
from leadline.core.signals.findings import REMEDIES
from leadline.core.signals.model import Finding, Severity, Signal
from leadline.core.signals.quantities import key_of, scan
from leadline.core.text.words import content_words

__all__ = ["measure"]

_KINDS = {"missing": "missing_owed", "blurred": "identifier_blurred", "changed": "value_changed"}
_TAIL_MIN = 6  # letters and digits of a file's name
_SHOWN = 90
TRACE = 0.0  # share of a demand's content words; a rewording keeps at least the name of the thing
TRACE_WORDS_MIN = 3  # fewer words may all have synonyms
_FORBIDS = re.compile(
    r"\W*(?:please |and |but )?(?:do not|don't|never|under no circumstances|nicht|niemals|ne |no )\b", re.I
)
_NO_TEXTS: Mapping[str, str] = {}
_DEADLINE = re.compile(r"\b(?:by|due|not later than|bis|spätestens|d'ici)\s+(?:(?:the|next|le|zum|am)\s+)?$", re.I)


def measure(
    parent: str, owed: Sequence[Fact], sure_findings: Sequence[Finding], texts: Mapping[str, str] = _NO_TEXTS
) -> tuple[Signal, tuple[Retained, ...]]:
    """Kept ÷ owed. `sure_findings` are passed on first, `texts` are the children's by id. Vacuous where nothing is owed."""
    if not owed:
        return Signal("retention", 1.0, 0, tuple(sure_findings)), ()
    states = retained(owed, ParentIndex(parent))
    held = _Held(parent, texts)
    findings = [*sure_findings, *(_finding(parent, r, held) for r in states if r.state != "kept")]
    kept = sum(r.state == "kept" for r in states)
    return Signal("retention", kept / len(states), len(states), tuple(findings)), states


def _finding(parent: str, r: Retained, held: _Held) -> Finding:
    fact = r.fact
    kind = "constraint_lost" if fact.kind == "constraint" and r.state != "changed" else _KINDS[r.state]
    if fact.kind == "status" and r.state == "changed":
        kind = "status_changed"
    elif fact.kind == "constraint" and r.state == "changed":
        kind = "constraint_lost"
    placed = r.start >= 0
    shown = fact.text if len(fact.text) <= _SHOWN else fact.text[: _SHOWN - 1] + "…"
    what = {
        "missing": "The summary leaves it out: whoever goes on from the summary has nothing else to find it by.",
        "blurred": "The summary only hints at it: a hint cannot be looked up.",
        "changed": "The summary has it otherwise: whoever goes on from the summary acts on what no source says.",
    }[r.state]
    severity, probability = _weigh(r, held)
    return Finding(
        kind, severity, f"fidelity.{kind}", f'"{fact.child}" states "{shown}". {what}', REMEDIES[kind],
        (r.start, r.end) if placed else (-1, -1), parent[r.start : r.end] if placed else "", fact.child, (fact.start, fact.end), fact.text, fact.id, probability,
    )  # fmt: skip


def _weigh(r: Retained, held: _Held) -> tuple[Severity, float]:
    """How sure the loss is: (severity, probability)."""
    fact = r.fact
    if fact.kind == "constraint" and r.state == "missing" and not held.speaks_of(fact):
        return "warning", 0.92  # not one word of it is there: no rewording says it
    if fact.kind in SENTENCE_KINDS:
        return "suspicion", 0.5 if r.state == "changed" else 0.4
    if r.state == "changed":
        return "suspicion", 0.6  # a changed value that no source has is found by the sure checks
    if not fact.sure:
        return "suspicion", 0.5
    return ("suspicion", 0.5) if held.may_hold(fact) else ("warning", 0.92)


class _Held:
    """What a parent holds in any writing: numbers by value, and its letters and digits without joints."""

    def __init__(self, parent: str, texts: Mapping[str, str]) -> None:
        self.texts = texts
        self.numbers = {key_of(v) for q in scan(parent) for v in q.values}
        self.words = frozenset(content_words(parent))
        self.squeezed = re.sub(r"[\W_]+", "", parent.lower())

    def speaks_of(self, fact: Fact) -> bool:
        """Whether more than TRACE of a demand's content words stand anywhere in the parent."""
        words = frozenset(content_words(demand_of(fact.text)))
        few = 2 if _FORBIDS.match(fact.text) else TRACE_WORDS_MIN
        return len(words) < few or len(words & self.words) > TRACE * len(words)

    def may_hold(self, fact: Fact) -> bool:
        """Whether the fact may stand there in another writing, so that its loss is not sure."""
        if fact.kind == "datetime" and not any(c.isdigit() for c in fact.text):
            # a bare weekday is surely owed only as a deadline, and the word before it tells
            before = self.texts.get(fact.child, "")[max(0, fact.start - 12) : fact.start]
            return _DEADLINE.search(before) is None
        tail = re.sub(r"[\W_]+", "", fact.text.lower().replace("\\", "/").rsplit("/", 1)[-1])
        if fact.kind == "path" and "/" in fact.text.strip("/") and len(tail) >= _TAIL_MIN and tail in self.squeezed:
            return True  # the file's own name stands there: its folder is one look away
        values = [q.values for q in scan(fact.text)]
        if values and all(any(key_of(v) in self.numbers for v in options) for options in values):
            return True
        core = re.sub(r"[\W_]+", "", fact.text.lower())
        return bool(core) and core in self.squeezed
