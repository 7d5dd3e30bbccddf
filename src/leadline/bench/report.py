"""The silent-loss report as lines for a terminal and as JSON: counts, the curve by depth beside r^d, the price, the lost.

`r` is the share of facts that the summarizer's first drafts kept (held-out facts where it is foreign); `r^d` is what that
share predicts for d levels without any repair. Retention is of planted facts, at the root, by the bench's own matcher.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from leadline.bench.account import PLACES, add_up
from leadline.bench.silent_loss import CONTEXT_MAX, PROMOTED_MIN, Report

__all__ = ["LOST_SHOWN", "as_dict", "render"]

LOST_SHOWN = 10
_STATES = ("promoted", "repaired", "halted", "flattened")


def render(report: Report, machine: Mapping[str, str], command: str) -> list[str]:
    """The report as lines."""
    total = report.total
    r = report.first_rate
    lines = [
        f"planted owed facts   {total.planted:,} in {len(report.runs)} sessions, summarizer {report.summarizer}, "
        f"gate {'on' if report.gate else 'off'}",
        *(f"  {_MEANING[place]:<40} {total.places[place]:>6,}" for place in PLACES),
        "",
        f"retention by depth   r = {_share(r)} (first drafts)",
        "  depth  sessions  planted    root  readable     r^d    lost  context",
    ]
    for depth, runs in report.by_depth().items():
        account = add_up(run.account for run in runs)
        readable = sum(account.places[place] for place in ("root", "frontier", "fresh"))
        lines.append(
            f"  {depth:>5}  {len(runs):>8}  {account.planted:>7,}  {_of(account.places['root'], account.planted):>6}  "
            f"{_of(readable, account.planted):>8}  {_share(None if r is None else r**depth):>6}  {account.places['lost']:>6,}  "
            f"{_of(sum(run.tokens_out for run in runs), sum(run.tokens_in for run in runs)):>7}"
        )
    parents = sum(report.states.values())
    promoted = report.states.get("promoted", 0) / parents if parents else 0.0
    priced = report.gate and report.summarizer == "extractive"  # a bad summarizer has to be refused: no target there
    lines += [
        "",
        "by kind              "
        + ", ".join(
            f"{kind} {root}/{n}" + (f" ({lost} lost)" if lost else "")
            for kind, (n, root, lost) in total.by_kind.items()
        ),
        f"parents              {parents:,}: "
        + ", ".join(f"{state} {_of(report.states.get(state, 0), parents)}" for state in _STATES)
        + (f"   target promoted at least {PROMOTED_MIN:.0%}: {_met(promoted >= PROMOTED_MIN)}" if priced else ""),
        f"working context      {report.context_share:.1%} of the source tokens"
        + (f"   target at most {CONTEXT_MAX:.0%}: {_met(report.context_share <= CONTEXT_MAX)}" if priced else ""),
        f"silent losses        {total.places['lost']:,}"
        + ("" if not report.gate else f"   target 0: {_met(not report.failed)}"),
    ]
    lines += [f"  lost: {fact.kind}, {fact.role}: {' '.join(fact.text.split())}" for fact in total.lost[:LOST_SHOWN]]
    if len(total.lost) > LOST_SHOWN:
        lines.append(f"  and {len(total.lost) - LOST_SHOWN:,} more; --json lists all of them")
    return [*lines, "", f"command              {command}", *(f"{name:<20} {value}" for name, value in machine.items())]


def as_dict(report: Report, machine: Mapping[str, str], command: str) -> dict[str, Any]:
    """The report as JSON values: everything that `render` says, and each run and each lost fact."""
    total = report.total
    return {
        "bench": "silent-loss",
        "command": command,
        "machine": dict(machine),
        "summarizer": report.summarizer,
        "gate": "on" if report.gate else "off",
        "planted": total.planted,
        "places": dict(total.places),
        "silent_losses": total.places["lost"],
        "by_kind": {
            kind: {"planted": n, "root": root, "lost": lost} for kind, (n, root, lost) in total.by_kind.items()
        },
        "first_draft_rate": report.first_rate,
        "parents": dict(report.states),
        "context_share": report.context_share,
        "runs": [
            {
                "seed": run.seed,
                "depth": run.depth,
                "fan_out": run.plan.fan_out,
                "leaf_tokens": run.plan.leaf_tokens,
                "places": dict(run.account.places),
                "parents": dict(run.states),
                "first_drafts": {str(level): list(counts) for level, counts in run.first.items()},
                "tokens_in": run.tokens_in,
                "tokens_out": run.tokens_out,
            }
            for run in report.runs
        ],
        "lost": [
            {"kind": fact.kind, "role": fact.role, "text": fact.text, "needles": list(fact.needles)}
            for fact in total.lost
        ],
    }


_MEANING = {
    "root": "readable at the root",
    "frontier": "readable in a named frontier node",
    "fresh": "readable in the freshest part",
    "finding": "named in a finding",
    "halted": "branch halted or flattened",
    "lost": "SILENT LOSS",
}


def _of(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def _share(value: float | None) -> str:
    return "unmeasured" if value is None else f"{value:.3f}"


def _met(met: bool) -> str:
    return "met" if met else "MISSED"
