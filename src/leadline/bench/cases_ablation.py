"""What each signal is worth on the cases: the gate with one signal off and with one alone, and its thresholds.

In: cases as `bench/cases` reads them. Out: a tally for every such gate and for the gate at other risks, and for each
threshold of the records how many bad, good and repaired parents fail it. Each parent is measured once; a signal that is off finds nothing and has
counted nothing, so the gate passes it as 0 of 0. All in scope `check`, as the cases are judged.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from leadline.bench.cases import WHICH
from leadline.bench.claims import RISKS
from leadline.core.policy.gate import decide
from leadline.core.policy.model import Policy, in_scope
from leadline.core.signals.measure import measure
from leadline.core.signals.model import Measurement, Signal
from leadline.core.text.messages import Child
from leadline.policies import load_policy

__all__ = [
    "SIGNALS",
    "GateTally",
    "ThresholdRow",
    "ablate",
    "measure_cases",
    "render_gates",
    "render_thresholds",
    "risk_curve",
    "thresholds",
]

SIGNALS = ("retention", "provenance", "relations", "conflicts", "referents", "confidence", "form")
_FOLDS = 5
# what a record compares with a limit: the name, how the value is had, whether high is good, the record's limits
_LIMITS: tuple[tuple[str, Callable[[Measurement], float | None], bool, tuple[float, ...]], ...] = (
    ("provenance", lambda m: m.signals["provenance"].value, True, (0.70, 0.50)),  # record 004
    ("orphans", lambda m: m.signals["referents"].value, False, (0.30, 0.45)),  # record 004
    ("retention", lambda m: _retained(m), True, (0.85, 0.60)),  # record 000
    ("score", lambda m: m.score, True, ()),
)

Measured = Mapping[str, Measurement]  # by `which`


@dataclass(frozen=True, slots=True)
class GateTally:
    """Cases under one gate."""

    name: str
    n: int
    caught: int
    good: int
    repair: int
    discriminated: int


@dataclass(frozen=True, slots=True)
class ThresholdRow:
    """Parents that fail one limit; `chosen` is set for the limit that other documents would have chosen."""

    name: str
    limit: float | None
    bad: int
    good: int
    repair: int
    n: int

    @property
    def balanced(self) -> float:
        """Mean of the shares of bad parents that fail and of good and repaired ones that do not."""
        return (self.bad / self.n + 1 - (self.good + self.repair) / (2 * self.n)) / 2 if self.n else float("nan")


def measure_cases(cases: Sequence[Mapping[str, Any]]) -> list[Measured]:
    """Each parent of each case measured, as `check` measures it."""
    out: list[Measured] = []
    for case in cases:
        children = [Child(c["id"], c["text"], c.get("role", "summary")) for c in case["children"]]
        level = 2 if any(c.role == "summary" for c in children) else 1
        out.append({w: measure(children, case[w]["text"], depth=level, generation=level) for w in WHICH})
    return out


def ablate(cases: Sequence[Mapping[str, Any]], measured: Sequence[Measured]) -> list[GateTally]:
    """The whole gate, then each signal off, then each alone."""
    gates: list[tuple[str, frozenset[str]]] = [("whole gate", frozenset())]
    gates += [(f"without {name}", frozenset((name,))) for name in SIGNALS]
    gates += [(f"{name} alone", frozenset(SIGNALS) - {name}) for name in SIGNALS]
    return [_tally(name, off, cases, measured) for name, off in gates]


def risk_curve(cases: Sequence[Mapping[str, Any]], measured: Sequence[Measured]) -> list[GateTally]:
    """The gate of `check` at each risk; last the engine's own, which also demands facts that are less sure."""

    def at(risk: float) -> Callable[[Mapping[str, Any]], Policy]:
        return lambda case: replace(_policy(case), risk_check=risk)

    gates = [_tally(f"check, risk {risk:.2f}", frozenset(), cases, measured, at(risk)) for risk in RISKS]
    return [*gates, _tally("engine", frozenset(), cases, measured, lambda case: in_scope(_policy(case), "engine"))]


def without(measurement: Measurement, off: frozenset[str]) -> Measurement:
    """The measurement as it were if these signals found nothing."""
    signals = {name: _silent(signal) if name in off else signal for name, signal in measurement.signals.items()}
    return replace(measurement, signals=signals, retained=() if "retention" in off else measurement.retained)


def thresholds(cases: Sequence[Mapping[str, Any]], measured: Sequence[Measured]) -> list[ThresholdRow]:
    """Each limit of the records, and below it the limit that the other four fifths of the cases would choose."""
    rows: list[ThresholdRow] = []
    for name, value_of, high, limits in _LIMITS:
        values = [{w: value_of(m[w]) for w in WHICH} for m in measured]
        rows += [_failed(name, limit, [(v, limit) for v in values], high) for limit in limits]
        folds = [_fold(str(case["id"])) for case in cases]
        chosen = {k: _best([v for v, f in zip(values, folds, strict=True) if f != k], high) for k in range(_FOLDS)}
        rows.append(
            _failed(
                f"{name}, limit out of fold", None, [(v, chosen[f]) for v, f in zip(values, folds, strict=True)], high
            )
        )
    return rows


def render_gates(gates: Sequence[GateTally]) -> list[str]:
    """A table of gates."""
    lines = [f"{'gate':<24}{'caught':>9}{'good':>9}{'repair':>9}{'discr.':>9}"]
    for g in gates:
        shares = "".join(
            f"{100 * x / g.n:8.1f}%" if g.n else "        -" for x in (g.caught, g.good, g.repair, g.discriminated)
        )
        lines.append(f"{g.name:<24}{shares}")
    return lines


def render_thresholds(rows: Sequence[ThresholdRow]) -> list[str]:
    """A table of limits."""
    lines = [f"{'fails the limit':<36}{'bad':>9}{'good':>9}{'repair':>9}{'balanced':>11}"]
    for r in rows:
        name = r.name if r.limit is None else f"{r.name} {r.limit:.2f}"
        shares = "".join(f"{100 * x / r.n:8.1f}%" if r.n else "        -" for x in (r.bad, r.good, r.repair))
        lines.append(f"{name:<36}{shares}{100 * r.balanced:>10.1f}%")
    return lines


def _tally(
    name: str, off: frozenset[str], cases: Sequence[Mapping[str, Any]], measured: Sequence[Measured],
    policy_of: Callable[[Mapping[str, Any]], Policy] | None = None,
) -> GateTally:  # fmt: skip
    policy_of = policy_of or _policy
    passed = [
        {w: decide(without(m[w], off), policy_of(case)).promoted for w in WHICH}
        for case, m in zip(cases, measured, strict=True)
    ]
    return GateTally(
        name, len(passed), sum(not p["bad"] for p in passed), sum(p["good"] for p in passed), sum(p["repair"] for p in passed),
        sum(p["good"] and p["repair"] and not p["bad"] for p in passed),
    )  # fmt: skip


def _policy(case: Mapping[str, Any]) -> Policy:
    return in_scope(load_policy(case.get("policy") or "remediation"), "check")


def _silent(signal: Signal) -> Signal:
    clear = 0.0 if signal.name in ("relations", "referents", "confidence") else 1.0
    return replace(signal, value=None if signal.value is None else clear, n=0, findings=(), unmeasured=None)


def _retained(m: Measurement) -> float | None:
    signal = m.signals["retention"]
    return None if signal.vacuous else signal.value


def _failed(
    name: str, limit: float | None, rows: Sequence[tuple[Mapping[str, float | None], float]], high: bool
) -> ThresholdRow:
    def fails(which: str) -> int:
        return sum(v[which] is not None and (v[which] < at if high else v[which] > at) for v, at in rows)  # type: ignore[operator]

    return ThresholdRow(name, limit, fails("bad"), fails("good"), fails("repair"), len(rows))


def _best(values: Sequence[Mapping[str, float | None]], high: bool) -> float:
    """The limit with the best balanced accuracy; the midmost of equally good ones."""
    seen = sorted({x for v in values for x in v.values() if x is not None})
    if not seen:
        return -math.inf if high else math.inf  # nothing to choose by: nobody fails
    tried = [seen[0] - 1e-9, *((a + b) / 2 for a, b in pairwise(seen)), seen[-1] + 1e-9]
    told = [(_failed("", at, [(v, at) for v in values], high).balanced, at) for at in tried]
    top = max(score for score, _ in told)
    best = [at for score, at in told if score >= top - 1e-12]
    return best[len(best) // 2]


def _fold(name: str) -> int:
    return int(hashlib.sha256(f"fold|{name}".encode()).hexdigest(), 16) % _FOLDS
