"""Measurements for the gate's tests: one clean one, and ways to spoil it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from leadline.core.facts.model import Fact, Retained
from leadline.core.signals.model import Finding, Measurement, Severity, Signal

CLEAN = {
    "retention": 1.0, "provenance": 1.0, "relations": 0.0, "conflicts": 1.0, "referents": 0.0, "confidence": 0.0,
    "form": 1.0,
}  # fmt: skip


def measured(*, n: int = 100, findings: tuple[Finding, ...] = (), **given: Any) -> Measurement:
    """A clean measurement with some signals (by value), fields or findings replaced."""
    values = CLEAN | {k: v for k, v in given.items() if k in CLEAN or k == "coverage"}
    signals = {name: Signal(name, value, n) for name, value in values.items()}
    signals["form"] = replace(signals["form"], findings=findings)
    return Measurement(signals=signals, **{k: v for k, v in given.items() if k not in values})


def finding(
    rule: str, severity: Severity = "hard", *, probability: float = 1.0, fact: str | None = None, message: str = "said"
) -> Finding:
    return Finding(rule.partition(".")[2], severity, rule, message, probability=probability, fact=fact)


def fact(
    id: str = "f1", *, sure: bool = False, kind: str = "error", criticality: str = "owed", text: str = "E1042"
) -> Fact:
    return Fact(
        id, kind, text, text, "a", 0, len(text), (0, len(text)), "tool", criticality=criticality, sure=sure,  # type: ignore[arg-type]
    )  # fmt: skip


def retained(state: str, **of: Any) -> Retained:
    return Retained(fact(**of), state)  # type: ignore[arg-type]
