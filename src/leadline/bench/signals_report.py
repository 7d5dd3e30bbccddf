"""The results of `bench signals` as text and as plain values.

In: `Results`. Out: a table of all sets, the mean of the core sets, what lies within one corpus or generator, ablations,
marked words, and AUROC by fault kind. Figures in percent but for Spearman's; brackets are 95 % intervals over documents.
"""

from __future__ import annotations

import dataclasses
import math
from typing import Any

from leadline.bench.signals_figures import CORE, Figure, Results

__all__ = ["as_dict", "render"]

_ASKED_ALONE = {
    "certainty": "how sure the text sounds",
    "exaggeration": "same strength of claim on both sides",
    "climate_conflict": "siblings agree",
    "booookscore": "names introduced before",
}


def render(results: Results, *, kinds: bool = True) -> list[str]:
    """The lines of the report."""
    lines = [
        f"{'set':<23}{'rows':>5}{'docs':>5} {'+/-':<9}{'AUROC':<15}{'balanced':<15}{'pair':<15}{'Spearman':<20}{'refused: faulty':<17}faithful"
    ]
    for s in results.sets:
        cells = [_percent(s.auroc), _percent(s.balanced), _percent(s.pair), _number(s.spearman)]
        lines.append(
            f"{s.name + (' *' if s.name in CORE else ''):<23}{s.rows:>5}{s.docs:>5} {f'{s.positive}/{s.negative}':<9}"
            + f"{cells[0]:<15}{cells[1]:<15}{cells[2]:<15}{cells[3]:<20}{_percent(s.faulty):<17}{_percent(s.faithful)}".rstrip()
        )
    if results.core is not None:
        lines += [
            "",
            f"* core mean ({results.core_sets} of {len(CORE)} sets): AUROC {_percent(results.core)}, balanced accuracy"
            f" {100 * results.core_balanced:.1f}",
        ]
    for s in results.sets:
        if s.within is not None:
            lines.append(f"{s.name}, within one {s.within[0]}: AUROC {_percent(s.within[1])}")
    if results.ablations:
        lines += ["", "core mean AUROC by parts of the score"]
        lines += [f"  {title:<20}{100 * value:6.1f}" for title, value in results.ablations]
    if results.refusals:
        lines += [
            "",
            "rows that `check` refuses, by failed rule, over all sets that ask for consistency: faithful / faulty; where the faithful are",
        ]
        lines += [f"  {rule:<40}{good:>5} / {bad:<6}{where}".rstrip() for rule, good, bad, where in results.refusals]
    marked = [s for s in results.sets if s.spans is not None]
    if marked:
        lines += ["", "words that nothing supports, against the annotated ones (characters)"]
        lines += [
            f"  {s.name:<20}precision {100 * s.spans[0]:5.1f}  recall {100 * s.spans[1]:5.1f}  over {s.spans[2]} rows"
            for s in marked
            if s.spans is not None
        ]
    if kinds and any(s.kinds for s in results.sets):
        lines += ["", "AUROC by fault kind, against all consistent rows of the set"]
        lines += [
            f"  {s.name:<22}{kind[:40]:<42}n {n:>4}  {_percent(figure)}"
            for s in results.sets
            for kind, n, figure in s.kinds
        ]
    asked = [s.name for s in results.sets if s.name in _ASKED_ALONE]
    if asked:
        lines += ["", "asked of one signal alone: " + "; ".join(f"{n} ({_ASKED_ALONE[n]})" for n in asked)]
    return lines


def as_dict(results: Results) -> dict[str, Any]:
    """The results as plain values; None for what has no value."""
    plain = _plain(dataclasses.asdict(results))
    assert isinstance(plain, dict), "a dataclass becomes a mapping"
    return {"bench": "signals", **plain}


def _plain(value: Any) -> Any:
    if isinstance(value, float) and math.isnan(value):
        return None
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


def _percent(figure: Figure | None) -> str:
    if figure is None or math.isnan(figure.value):
        return "-"
    low_high = f" [{100 * figure.interval[0]:.0f}, {100 * figure.interval[1]:.0f}]" if figure.interval else ""
    return f"{100 * figure.value:.1f}{low_high}"


def _number(figure: Figure | None) -> str:
    if figure is None or math.isnan(figure.value):
        return "-"
    low_high = f" [{figure.interval[0]:.2f}, {figure.interval[1]:.2f}]" if figure.interval else ""
    return f"{figure.value:.2f}{low_high}"
