"""What a measurement consists of: findings, signals, and the measurement that gathers them (design.md, section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from leadline.core.facts.model import Fact, Retained

__all__ = ["Finding", "Measurement", "Severity", "Signal"]

Severity = Literal["hard", "warning", "suspicion", "note"]
# hard: the draft says something that the children do not bear out -> invalid. warning: incomplete or at a limit -> halt.
# suspicion: may be wrong, with a probability; refuses only above the policy's `risk`. note: shown, decides nothing.


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong with a draft, with places on both sides where there are places.

    `rule` is an id of the rule table (`fidelity.value_changed`). Spans are half-open offsets; (-1, -1) means that
    the side has no place (a missing fact has no parent span). `quote == text[start:end]`, always.
    """

    kind: str
    severity: Severity
    rule: str
    message: str
    remedy: str = ""
    parent_span: tuple[int, int] = (-1, -1)
    parent_quote: str = ""
    child: str | None = None
    child_span: tuple[int, int] = (-1, -1)
    child_quote: str = ""
    fact: str | None = None  # id of the fact that it is about
    probability: float = 1.0  # that the finding is right
    needed: bool = False  # a judge found that a successor needs what is missing, so that `check` may demand it


@dataclass(frozen=True, slots=True)
class Signal:
    """One measured value in 0..1 with its findings. `unmeasured` holds the reason where there is no value.

    `n` is what the share was taken of; n == 0 with a value is `vacuous` (0 of 0: nothing to count) and passes.
    """

    name: str
    value: float | None
    n: int = 0
    findings: tuple[Finding, ...] = ()
    unmeasured: str | None = None

    @property
    def vacuous(self) -> bool:
        return self.unmeasured is None and self.n == 0


@dataclass(frozen=True, slots=True)
class Measurement:
    """All signals of one draft against its children. Pure data; the gate decides (core/policy/gate.py)."""

    signals: Mapping[
        str, Signal
    ]  # by name: retention, provenance, relations, conflicts, referents, confidence, form, coverage
    facts: tuple[Fact, ...] = ()  # facts of the children: all that may be owed, at least
    retained: tuple[Retained, ...] = ()  # one per owed fact
    score: float = 1.0  # 0..1, rises with faithfulness; ranks, never decides
    structured: bool = False  # the draft named its evidence (design.md, 3.8)
    depth: int = 1
    generation: int = 1
    extra: Mapping[str, float] = field(default_factory=dict)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings, in the order of the signals."""
        return tuple(f for signal in self.signals.values() for f in signal.findings)
