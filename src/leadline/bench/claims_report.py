"""The results of `bench claims` as text and as plain values.

In: judged claims. Out: for each group of authors (developed on, held out) the share refused at the two operating points, by
author and by edit; every check with its alarm rate and the share of its hits that is right; how far stated
probabilities can be believed; and refused faulty against refused supported claims over the policy's `risk`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from leadline.bench.claims import Check, Claim, Counts, by_check, calibration, count, curve, is_held_out, share_interval
from leadline.core.policy.model import Policy

__all__ = ["as_dict", "render"]

_FEW = 15  # claims of an edit below which it gets no row
_POLICY = Policy()
_BUDGET = {
    "hard": (0.95, 0.0010),
    "check": (0.85, 0.0015),
}  # share of right hits at least, alarms at most (docs/signals.md)
_POINTS = (("engine", _POLICY.risk_engine), ("check", _POLICY.risk_check))


def render(claims: Sequence[Claim]) -> list[str]:
    """The lines of the report, one block for each group of authors that is there."""
    lines: list[str] = []
    for title, mine in _groups(claims):
        lines += ["", *_block(title, mine)] if lines else _block(title, mine)
    return lines


def as_dict(claims: Sequence[Claim]) -> dict[str, Any]:
    """All counts as plain values."""
    return {"bench": "claims", "groups": [
        {
            "authors": title,
            "by_author": {name: {p: _plain(count(rows, r)) for p, r in _POINTS} for name, rows in _by(mine, "author")},
            "by_edit": {name: {p: _plain(count(rows, r)) for p, r in _POINTS} for name, rows in _by(mine, "edit")},
            "checks": [{"check": list(c), **_plain(n)} for c, n in by_check(mine)],
            "calibration": {name: _plain(n) for name, n in calibration(mine)},
            "curve": {name: _plain(n) for name, n in curve(mine)},
        }
        for title, mine in _groups(claims)
    ]}  # fmt: skip


def _block(title: str, claims: Sequence[Claim]) -> list[str]:
    head = f"{'refused by':<44}" + "".join(f"{f'{name} ({risk:.2f})':<36}" for name, risk in _POINTS)
    lines = [f"{title}: {len(claims)} claims", "", head.rstrip()]
    lines.append(f"{'':<44}" + f"{'faulty':<18}{'supported':<18}" * 2)
    lines[-1] = lines[-1].rstrip()
    lines.append(_row("all", claims))
    lines += [_row(f"author {name}", rows) for name, rows in _by(claims, "author")]
    lines += [_row(f"edit {name}", rows) for name, rows in _by(claims, "edit") if len(rows) >= _FEW]
    lines += [
        "",
        "every check: hits on faulty and on supported claims; alarms of 1,000 supported ones; share of right hits when both are equally many",
        f"  {'check':<30}{'severity':<11}{'states':>7}{'faulty':>8}{'supp.':>7}   {'alarms in 1,000':<22}right",
    ]
    for check, n in by_check(claims):
        low, high = share_interval(n.supported, n.of_supported)
        alarms = f"{1000 * n.alarms:.2f} [{1000 * low:.1f}, {1000 * high:.1f}]"
        lines.append(
            f"  {check.kind:<30}{check.severity:<11}{check.probability:>7.2f}{n.faulty:>8}{n.supported:>7}   {alarms:<22}{_right(n):<20}{_remark(check, n)}".rstrip()
        )
    lines += ["", "stated probability against the share of right hits"]
    lines += [
        f"  {name:<14}hits {n.faulty:>5} faulty {n.supported:>5} supported   {_right(n)}"
        for name, n in calibration(claims)
    ]
    lines += ["", "over `risk`: refused faulty / refused supported"]
    lines += [f"  {name:<8}{100 * n.recall:6.2f} % / {100 * n.alarms:5.2f} %{_mark(name)}" for name, n in curve(claims)]
    return lines


def _row(name: str, claims: Sequence[Claim]) -> str:
    cells = []
    for _, risk in _POINTS:
        n = count(claims, risk)
        cells.append(f"{_of(n.faulty, n.of_faulty):<18}{_of(n.supported, n.of_supported):<18}")
    return f"{name:<44}{''.join(cells)}".rstrip()


def _of(hits: int, of: int) -> str:
    return f"{hits:>4}/{of:<5} {100 * hits / of:4.1f}%" if of else "-"


def _remark(check: Check, n: Counts) -> str:
    """What is wrong with a check: it refuses and is not sure enough for that, or its probability is not the share of right hits."""
    if check.severity == "note" or math.isnan(n.right):
        return ""
    right, alarms = _BUDGET["hard" if check.severity == "hard" else "check"]
    if check.severity == "hard" or check.probability >= _POLICY.risk_check:
        return "over budget" if n.right < right or n.alarms > alarms else ""
    low, high = n.right_interval
    return "states too much" if check.probability > high else "states too little" if check.probability < low else ""


def _right(n: Counts) -> str:
    if math.isnan(n.right):
        return "-"
    low, high = n.right_interval
    return f"{n.right:.2f} [{low:.2f}, {high:.2f}]"


def _mark(name: str) -> str:
    return next((f"   <- {point}" for point, risk in _POINTS if f"{risk:.2f}" == name), "")


def _groups(claims: Sequence[Claim]) -> list[tuple[str, list[Claim]]]:
    both = (
        ("authors developed on", [c for c in claims if not is_held_out(c.author)]),
        ("authors held out", [c for c in claims if is_held_out(c.author)]),
    )
    return [(title, mine) for title, mine in both if mine]


def _by(claims: Sequence[Claim], key: str) -> list[tuple[str, list[Claim]]]:
    parts: dict[str, list[Claim]] = {}
    for claim in claims:
        parts.setdefault(getattr(claim, key), []).append(claim)
    if key == "author":
        return list(parts.items())
    return sorted(parts.items(), key=lambda part: (-sum(c.faulty for c in part[1]), -len(part[1]), part[0]))


def _plain(n: Counts) -> dict[str, int]:
    return {"faulty": n.faulty, "of_faulty": n.of_faulty, "supported": n.supported, "of_supported": n.of_supported}
