"""Relations that the parent states and no child does: causes, orders, doers, approvals.

In: a trial, and findings about orders that the near-verbatim check made. Out: one signal (unsupported ÷ stated) with the
findings of the modules that each know one relation: `causes`, `sequence`, `approvals`,
`open_consents`, `actors`, `unknown_doers`, `ignorance`, `wishes`.
"""

from __future__ import annotations

from leadline.core.signals import actors, approvals, causes, ignorance, open_consents, sequence, unknown_doers, wishes
from leadline.core.signals.findings import meet
from leadline.core.signals.index import Trial
from leadline.core.signals.model import Finding, Signal

__all__ = ["measure"]

_REFUSES = 0.85  # what is less sure does not stand in the way of a surer finding at its place


def measure(trial: Trial, orders: tuple[Finding, ...] = ()) -> Signal:
    """The relations signal. `orders` are findings about order that other checks made; they count and are passed on."""
    told = [f for f in wishes.find(trial) if f.kind != "injection_obeyed"]
    turned = [f for f in sequence.find(trial) if not any(meet(f.parent_span, o.parent_span) for o in orders)]
    others = [*orders, *turned, *told, *approvals.find(trial)]
    sure = [f.parent_span for f in others if f.severity == "hard" or f.probability >= _REFUSES]
    others += [f for f in open_consents.find_open_consents(trial) if not any(meet(f.parent_span, o) for o in sure)]
    for find in (actors.find, unknown_doers.find_unknown_doers):
        others += [f for f in find(trial) if not any(meet(f.parent_span, o.parent_span) for o in others)]
    findings = [*causes.find(trial), *others]
    findings += [
        f for f in ignorance.find_told_unknown(trial) if not any(f.kind == o.kind and o.probability >= _REFUSES and meet(f.parent_span, o.parent_span) for o in findings)
    ]  # fmt: skip
    stated = max(causes.count(trial) + len(others), len(findings))
    return Signal("relations", len(findings) / stated if stated else 0.0, stated, tuple(findings))
