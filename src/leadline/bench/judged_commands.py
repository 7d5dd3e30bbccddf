"""The commands of `leadline bench` that judge texts which people labelled: `cases`, `signals` and `claims`.

In: files named on the command line. Out: what the modules of the same names count, as text or as one JSON object, with
the command line and what it ran on. `signals` needs numpy: pip install "leadline[bench]".
"""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from leadline.bench.judge_choice import Asking, chosen, judge_options, told_in_command
from leadline.bench.progress import clear_progress, show_progress
from leadline.judges.port import ParentJudge

if TYPE_CHECKING:
    from leadline.bench import cases

__all__ = ["cases_command", "claims_command", "signals_command"]

_DIR = click.Path(exists=True, file_okay=False, path_type=Path)
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_OUT = click.Path(dir_okay=False, path_type=Path)
_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
_workers = click.option(
    "--workers", type=click.IntRange(min=1), default=None, metavar="N", help="Processes (default: one a core)."
)


@click.command("cases")
@click.argument("file", type=_FILE)
@click.option(
    "--half", type=click.Choice(("even", "odd", "both")), default="both", show_default=True,
    help="Which ids, by their number.",
)  # fmt: skip
@click.option("--kinds", is_flag=True, help="Also one row a kind of fault.")
@click.option(
    "--ablate",
    "ablated",
    is_flag=True,
    help="Also each signal off, each alone, other risks, and the records' thresholds.",
)
@click.option("--write", type=_OUT, metavar="FILE", help="Also write one verdict line a parent, for a scorer.")
@judge_options
@_json
def cases_command(
    file: Path, half: str, kinds: bool, ablated: bool, write: Path | None, judge: str | None, judge_url: str | None,
    answers: Path | None, as_json: bool,
) -> int:  # fmt: skip
    """The gate on hand-written cases: faulty parents stopped, faithful and repaired ones promoted.

    `named`: caught, with a finding of the fault's kind or at its place; `located`: at its place; `faults`: share of
    all faults that some finding names, `placed` of those that one touches. With a judge: the rules alone, then with it.
    """
    from leadline.bench import cases, cases_ablation

    halves = ("even", "odd") if half == "both" else (half,)
    asked = chosen(judge, judge_url, answers)
    results = cases.judged(file, halves=halves)
    alone = cases.by_half(results, halves)
    asking = Asking()
    if asked is not None:
        results = _with_judge(results, asked, asking)
    if write is not None:
        cases.write_verdicts(results, write)
    tallies = cases.by_half(results, halves)
    told = [r.case for r in results]
    measured = cases_ablation.measure_cases(told) if ablated else []
    gates = cases_ablation.ablate(told, measured) if ablated else []
    gates += cases_ablation.risk_curve(told, measured) if ablated else []
    limits = cases_ablation.thresholds(told, measured) if ablated else []
    command = f"leadline bench cases FILE --half {half}{' --kinds' if kinds else ''}{' --ablate' if ablated else ''}"
    command += told_in_command(asked, judge, answers)
    if as_json:
        shown: dict[str, Any] = {
            "tallies": tallies,
            "rules_alone": alone,
            "kinds": cases.by_kind(results),
            "gates": gates,
            "limits": limits,
        }
        plain = {name: [dataclasses.asdict(t) for t in rows] for name, rows in shown.items()}
        told_of = asking.as_dict(asked)
        return _emit_json({"bench": "cases", **plain, "intervals": cases.intervals(results), **told_of}, command)
    lines = []
    if asked is not None:
        lines = ["rules alone", cases.render(alone), "", f"with the judge {asked.name}"]
    lines += [
        cases.render(tallies),
        "",
        *([asking.line(), ""] if asked is not None else []),
        "95 % of bootstrap samples, over all of these cases",
    ]
    lines += [f"{name:<16}{100 * a:5.1f} to {100 * b:5.1f} %" for name, (a, b) in cases.intervals(results).items()]
    if kinds:
        lines += ["", cases.render(cases.by_kind(results), width=30)]
    if ablated:
        lines += ["", *cases_ablation.render_gates(gates), "", *cases_ablation.render_thresholds(limits)]
    return _emit(lines, command)


def _with_judge(results: Sequence[cases.CaseResult], judge: ParentJudge, asking: Asking) -> list[cases.CaseResult]:
    from leadline.bench import cases
    from leadline.bench.recorded import require_kept

    out = []
    for result in cases.ask_judge(results, judge):
        for report in result.reports.values():
            asking.add(report)
        out.append(result)
        show_progress(f"{len(out)} of {len(results)} cases")
    clear_progress()
    require_kept(judge)
    return out


@click.command("signals")
@click.argument("folder", type=_DIR)
@click.option("--only", metavar="SETS", default="", help="Names with commas between them; without it every set.")
@click.option("--out", type=_OUT, metavar="FILE", help="Also write one prediction line a row, for a scorer.")
@click.option("--samples", type=click.IntRange(min=0), default=1000, show_default=True, help="Of the bootstrap.")
@click.option("--no-kinds", is_flag=True, help="Leave the figures by fault kind out.")
@_workers
@_json
def signals_command(
    folder: Path, only: str, out: Path | None, samples: int, no_kinds: bool, workers: int | None, as_json: bool
) -> int:
    """The ranking score on public sets of texts that people judged: how often the faithful one ranks higher."""
    from leadline.bench import signals, signals_figures, signals_report

    sets = signals.read_sets(folder, [name for name in only.split(",") if name])
    found: dict[str, signals.Prediction] = {}
    for name, rows in sets.items():
        found |= {p.id: p for p in signals.predict(rows, workers=workers or os.cpu_count() or 1)}
        show_progress(f"{name} {len(found)}")
    clear_progress()
    if out is not None:
        out.write_text("".join(signals.prediction_line(p) + "\n" for p in found.values()), encoding="utf-8")
    results = signals_figures.evaluate(sets, found, samples=samples)
    results = dataclasses.replace(results, ablations=signals_figures.ablations(sets, found))
    command = f"leadline bench signals DIR{f' --only {only}' if only else ''} --samples {samples}"
    if as_json:
        return _emit_json(signals_report.as_dict(results), command)
    return _emit(signals_report.render(results, kinds=not no_kinds), command)


@click.command("claims")
@click.argument("folder", type=_DIR)
@click.option(
    "--authors", type=click.Choice(("dev", "held-out", "both")), default="dev", show_default=True,
    help="Whose items: those that checks were written on, those that nobody read, or both, counted apart.",
)  # fmt: skip
@click.option("--every", type=click.IntRange(min=1), default=1, show_default=True, help="Every K-th item only.")
@_workers
@_json
def claims_command(folder: Path, authors: str, every: int, workers: int | None, as_json: bool) -> int:
    """Every check on single claims with evidence: its alarms on faithful ones, its hits, and if its probability is right."""
    from leadline.bench import claims, claims_report

    items = claims.read_claims(folder, authors, every=every)
    judged: list[claims.Claim] = []
    for claim in claims.judge_claims(items, workers=workers or os.cpu_count() or 1):
        judged.append(claim)
        if len(judged) % 100 == 0:
            show_progress(f"{len(judged)}/{len(items)}")
    clear_progress()
    command = f"leadline bench claims DIR --authors {authors}{f' --every {every}' if every > 1 else ''}"
    if as_json:
        return _emit_json(claims_report.as_dict(judged), command)
    return _emit(claims_report.render(judged), command)


def _emit(lines: Sequence[str], command: str) -> int:
    from leadline.bench.machine import machine_facts

    origin = [f"{name:<18} {value}" for name, value in {"command": command, **machine_facts()}.items()]
    click.echo("\n".join([*lines, "", *origin]))
    return 0


def _emit_json(value: dict[str, Any], command: str) -> int:
    from leadline.bench.machine import machine_facts

    click.echo(json.dumps({**value, "command": command, "machine": machine_facts()}, ensure_ascii=False, indent=2))
    return 0
