"""A summary tree for people: the account below a working context, and the tree itself, line by line.

Takes the published JSON of `compact` and plain rows; gives lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from leadline.views.terminal import one_line, paint, paragraph, quote, table

__all__ = ["TreeRow", "compact_account", "tree_lines"]

STATE_COLORS = {"promoted": "green", "repaired": "green", "halted": "yellow", "flattened": "yellow"}


def compact_account(result: Mapping[str, Any], *, color: bool = False) -> list[str]:
    """What was kept, at what price, what was refused and why."""
    before, after = int(result["tokens_before"]), int(result["tokens_after"])
    share = f", {after / before:.0%}" if before else ""
    lines = [
        paint("The account", "bold", color),
        f"  session    {result['session']}  ({result['format']}, {result['messages']:,} messages, {result['leaves']:,} leaves)",
        f"  tokens     {before:,} before, {after:,} after{share}",
        f"  parents    {_counts(result['counts'])}",
        f"  written    {_written(int(result['commits']))}",
    ]
    if result.get("over_budget"):
        over = (
            f"  over budget by {result['over_budget']:,} tokens ({result['budget']:,}): {result['over_budget_because']}"
        )
        lines.append(paint(over, "yellow", color))
    levels: Sequence[Mapping[str, Any]] = result["levels"]
    if levels:
        rows = [("level", "parents", "owed", "readable", "retention", "first drafts", "predicted")]
        rows += [
            (
                str(row["level"]), str(row["nodes"]), str(row["owed"]), str(row["retained"]), _share(row["retention"]),
                f"{row['first_drafts'][1]} of {row['first_drafts'][0]}", _share(row["predicted"]),
            )
            for row in levels
        ]  # fmt: skip
        lines += ["", *("  " + line for line in table(rows, right=frozenset(range(7))))]
    for item in result["refused"]:
        lines += [
            "",
            f"  {paint(item['node'], 'bold', color)} {paint(item['state'], 'yellow', color)}  {item['rule'] or ''}".rstrip(),
        ]
        for finding in item["findings"][:3]:
            lines += paragraph(str(finding.get("message") or finding.get("kind") or ""), indent="    ")
    apart = [item for item in result["frontier"] if item["why"]]
    if apart:
        lines += ["", "  Stands beside the root:"]
        lines += [f"    {item['id']}  {one_line(item['why'])}" for item in apart]
    for skipped in result["skipped"]:
        what = "the last line is cut off, as in a live session" if skipped["torn"] else one_line(skipped["reason"])
        lines.append(f"  line {skipped['line']}: {what}")
    lines += [f"  note: {one_line(note)}" for note in result["notes"]]
    lines += ["", "  Next: leadline show, leadline expand n0, leadline probe, leadline ledger, leadline verify"]
    return lines


@dataclass(frozen=True, slots=True)
class TreeRow:
    """One node to draw; `children` are ids of other rows, `note` what is worth saying about it."""

    id: str
    state: str
    tokens: int
    note: str
    children: tuple[str, ...] = ()


def tree_lines(tops: Sequence[str], rows: Mapping[str, TreeRow], *, color: bool = False) -> list[str]:
    """The trees under `tops`, parents above their children."""
    lines: list[str] = []
    stack = [(top, "", "") for top in reversed(tops)]
    while stack:
        id, lead, under = stack.pop()
        row = rows.get(id)
        if row is None:
            lines.append(f"{lead}{id}  (not in the store)")
            continue
        state = paint(row.state, STATE_COLORS.get(row.state, "dim"), color)
        lines.append(
            f"{lead}{paint(row.id, 'bold', color)}  {state}  {row.tokens:,} tokens  {one_line(row.note)}".rstrip()
        )
        for i, child in reversed(list(enumerate(row.children))):
            last = i == len(row.children) - 1
            stack.append((child, under + ("└─ " if last else "├─ "), under + ("   " if last else "│  ")))
    return lines


def place_lines(
    place: Mapping[str, Any], source: str, *, color: bool = False, text_max: int | None = None
) -> list[str]:
    """One exact place in the source: where, who, and the words themselves."""
    first, last = place["lines"]
    where = f"{source}:{first}" + (f"-{last}" if last != first else "") if first else source
    head = f"{paint(place['leaf'], 'bold', color)}  {where}  {place['role']}"
    went = [f"  ({one_line(str(place['went']))})"] if place.get("went") else []
    if place.get("text") is None:
        return [head, f"  swept; the tombstone holds: {one_line(str(place.get('swept')))}", *went]
    text = str(place["text"])
    if text_max is not None and len(text) > text_max:
        return [head, f"  {quote(text, text_max)}", *went]
    return [head, *(f"  {one_line(line)}" if line.strip() else "" for line in text.splitlines()), *went]


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {state}" for state, n in counts.items() if n) or "none"


def _written(commits: int) -> str:
    return "nothing new" if commits == 0 else f"{commits} commit{'s' if commits != 1 else ''}"


def _share(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.3f}"
