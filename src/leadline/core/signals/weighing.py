"""Weighing: how likely a finding that decides nothing is right in the record that it stands in.

In: the children, the parent and its measurement, after every rule has spoken. Out: the same findings with the probabilities that they have here. A rule's own figure
was measured on single claims beside a few lines of evidence, where faulty and faithful ones are equally many. A whole summary of a long talk is
another thing: it has to choose, so that most of what it leaves out nobody misses (needed.py); it says things in fewer words (told.py); and in a talk a value, a state
and a pair hold until the next message, so that what differs from one message is mostly what another one says; whoever writes notes knows more
than the records do. Findings that refuse are not touched,
nor is what a judge has said: the verdict is the same before and after.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cached_property

from leadline.core.facts.model import SENTENCE_KINDS, Fact, Retained
from leadline.core.facts.parent_index import index_of
from leadline.core.signals.model import Finding, Measurement
from leadline.core.signals.needed import SHORT, STEP, Needed
from leadline.core.signals.told import Told
from leadline.core.text.messages import Child

__all__ = ["REFUSES", "SUSPECT_MIN", "Scales", "weigh"]

REFUSES = 0.85  # in `check`
SUSPECT_MIN = 0.2  # below, a finding is counted and no suspicion: nine of ten such ones are wrong or harm nobody
MAYBE_ASKED = 0.15
IN_OTHER_WORDS = 0.05  # told, though not as it was looked for: so many of these are gone after all
# Measured on summaries of sessions (docs/judged-findings-6.md): right were 8 of 40 in records of 3,000 to 12,000 characters, 9 of 80 up to 40,000, none of 50 above.
FADES = 0.7
# What a person tells beside a sentence that the parent has; what they say may be a wish all the same.
_SUMMED_UP: Mapping[str, float] = {"user_report": STEP, "user_hedge": STEP, "user_said": MAYBE_ASKED}
# Names, figures and links that no source has, in notes over records that nobody talks in: 0 of 20 were right. Whoever writes such notes knows the thing itself.
_DETAILS = frozenset(("invented_detail", "value_changed"))
DETAIL_MAX = 60  # characters of a name, figure or link; more is a sentence
_OMISSIONS = frozenset(("missing_owed", "identifier_blurred", "constraint_lost"))


def weigh(children: Sequence[Child], parent: str, measurement: Measurement, rules: AbstractSet[Finding]) -> Measurement:
    """`measurement` with its undecisive findings weighed; only those in `rules` are, which no judge has said or changed."""
    if not any(_is_weighed(f, rules) for f in measurement.findings):
        return measurement
    scales = Scales(children, parent, measurement.retained)
    signals = {
        name: replace(signal, findings=tuple(scales.put(f) if _is_weighed(f, rules) else f for f in signal.findings))
        for name, signal in measurement.signals.items()
    }
    return replace(measurement, signals=signals)


def _is_weighed(f: Finding, rules: AbstractSet[Finding]) -> bool:
    return f.severity in ("suspicion", "warning") and f.probability < REFUSES and f in rules


class Scales:
    """One record and its summary; `owed` is what the record owes, with what became of it."""

    def __init__(self, children: Sequence[Child], parent: str, owed: Sequence[Retained]) -> None:
        self._owed = owed
        self._facts = {r.fact.id: r.fact for r in owed}
        self._told = Told(index_of(parent))
        self._needed = Needed(children, tuple(self._facts.values()))
        length = sum(len(c.text) for c in children)
        self._talk = any(s.role == "user" or s.role == "assistant" for c in children for s in c.segments)
        self._fade = min(1.0, (SHORT / length) ** FADES) if length else 1.0

    def put(self, f: Finding) -> Finding:
        """`f` with its probability in this record; a note where it is no suspicion any more."""
        fact = self._facts.get(f.fact) if f.fact is not None else None
        if fact is None or f.kind not in _OMISSIONS or (f.kind == "constraint_lost" and f.parent_span[0] >= 0):
            fades = self._talk or (f.kind in _DETAILS and len(f.parent_quote) <= DETAIL_MAX)
            probability = f.probability * (self._fade if fades else 1.0)
        else:
            missed = self.missed(fact)
            if missed >= 1.0:
                return f
            probability = min(f.probability, missed)
        probability = round(probability, 2)
        # written out, since `replace` takes three times as long, and a long record has hundreds
        return Finding(
            f.kind, f.severity if probability >= SUSPECT_MIN else "note", f.rule, f.message, f.remedy, f.parent_span, f.parent_quote,
            f.child, f.child_span, f.child_quote, f.fact, probability, f.needed,
        )  # fmt: skip

    def missed(self, fact: Fact) -> float:
        """How likely somebody misses `fact`, which the parent does not hold: 1 in a record so short that all of it has room."""
        if self._told.tells(fact):
            return IN_OTHER_WORDS
        if self._needed.all_of_it:
            return 1.0
        missed = self._needed.of(fact)
        if fact.reason in _SUMMED_UP and fact.child in self._summed_up:
            return min(missed, _SUMMED_UP[fact.reason])
        return missed

    @cached_property
    def _summed_up(self) -> frozenset[str]:
        """Messages of a person of which the parent tells a sentence: what else they tell, and do not ask for, it sums up."""
        return frozenset(
            r.fact.child
            for r in self._owed
            if r.fact.role == "user"
            and r.fact.kind in SENTENCE_KINDS
            and (r.state == "kept" or self._told.tells(r.fact))
        )
