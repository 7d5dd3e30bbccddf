"""`leadline bench trees`: what `check` says about real summaries, beside the records that they were made from.

In: a folder of JSON-lines files, one real summary a line (`id`, `children` with roles, `parent`), without labels. Out: verdicts by file, findings by
kind, and a draw of findings at random for somebody to judge by hand. A finding is *refusing* where it refuses in `check`, a *suspicion* where it may be right, else a *note*, which is counted and not drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from leadline.api import check
from leadline.bench.rows import read_rows
from leadline.core.text.messages import Child, PartKind, Role, Segment
from leadline.engine.check import Report

__all__ = ["Drawn", "Judged", "as_dict", "draw", "read_trees", "render", "run"]

# What a record of an agent is, as a reader of its transcript would give it: what the model thought and what it called are no
# statements, and what the client put in was typed by nobody. Every other role (a chunk, a commit, a speaker) is a text as a tool gives it.
_ROLES: Mapping[str, tuple[Role, PartKind]] = {
    "user": ("user", "text"),
    "assistant": ("assistant", "text"),
    "thinking": ("assistant", "thinking"),
    "tool_call": ("assistant", "tool_call"),
    "summary": ("summary", "text"),
    "meta": ("user", "text"),
}
_INJECTED = frozenset(("meta",))
_RISK = 0.85  # the presets' risk in check
QUOTE_CHARS = 160


@dataclass(frozen=True, slots=True)
class Judged:
    """One real summary and its report."""

    file: str
    id: str
    report: Report


@dataclass(frozen=True, slots=True)
class Drawn:
    """One finding that was drawn."""

    file: str
    id: str
    refusing: bool
    finding: dict[str, Any]


def read_trees(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """(file, row) of every file, in order. ValueError for a folder without a file, and with file and line for a row
    without children or parent."""
    files = sorted(folder.glob("*.jsonl"))
    if not files:
        raise ValueError(f"{folder}: no *.jsonl there; give the folder that holds the summaries with their children")
    for path in files:
        for number, row in read_rows(path):
            children = row.get("children")
            if (
                not isinstance(children, list)
                or not all(map(_is_child, children))
                or not isinstance(row.get("parent"), str)
            ):
                raise ValueError(f"{path.name}:{number}: expected `children` ({{id, role, text}}) and `parent`")
            if not children or not isinstance(row.get("id"), str):
                raise ValueError(f"{path.name}:{number}: expected an `id`, and at least one child")
            yield path.stem, row


def _is_child(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(value.get(key), str) for key in ("id", "role", "text"))


def _child(record: Mapping[str, str]) -> Child:
    """One record as a child that says what kind of record it is."""
    role, kind = _ROLES.get(record["role"], ("tool", "tool_result"))
    text = record["text"]
    segment = Segment(0, len(text), role, kind, injected=record["role"] in _INJECTED)
    return Child(record["id"], text, role, segments=(segment,))


def run(folder: Path, progress: Callable[[str], None], *, chars_max: int | None = None) -> list[Judged]:
    """The reports on all summaries; those whose children have more than `chars_max` characters are left out."""
    out = []
    for file, row in read_trees(folder):
        children = [_child(c) for c in row["children"] if c["text"].strip()]
        if not children or (chars_max is not None and sum(len(c.text) for c in children) > chars_max):
            continue
        progress(f"{file} {row['id']}")
        out.append(Judged(file, row["id"], check(children, row["parent"])))
    return out


def _refuses(finding: dict[str, Any]) -> bool:
    return bool(finding["severity"] == "hard" or (finding["severity"] != "note" and finding["probability"] >= _RISK))


def _findings(judged: Sequence[Judged]) -> list[Drawn]:
    return [
        Drawn(j.file, j.id, _refuses(f), f)
        for j in judged
        for f in j.report.as_dict()["findings"]
        if f["severity"] != "note"
    ]


def draw(judged: Sequence[Judged], refusing: int, suspicions: int, seed: int) -> list[Drawn]:
    """That many findings of both sorts, each equally likely; all of a sort where there are fewer."""
    rng = Random(f"trees {seed}")
    out: list[Drawn] = []
    every = _findings(judged)
    for sort, n in ((True, refusing), (False, suspicions)):
        pool = [d for d in every if d.refusing == sort]
        out += rng.sample(pool, min(n, len(pool)))
    return out


def render(judged: Sequence[Judged], drawn: Sequence[Drawn] = ()) -> list[str]:
    """Verdicts by file, findings by kind, and the drawn findings as rows of a table to fill in."""
    verdicts: dict[str, Counter[str]] = {}
    for j in judged:
        verdicts.setdefault(j.file, Counter())[j.report.verdict] += 1
    lines = [f"{'':<18}{'summaries':>10}{'promote':>9}{'halt':>7}{'invalid':>9}"]
    rows: list[tuple[str, Counter[str]]] = [
        *sorted(verdicts.items()),
        ("all", Counter(j.report.verdict for j in judged)),
    ]
    for file, counts in rows:
        lines.append(
            f"{file:<18}{sum(counts.values()):>10}{counts['promote']:>9}{counts['halt']:>7}{counts['invalid']:>9}"
        )
    kinds = Counter((d.finding["kind"], d.refusing) for d in _findings(judged))
    notes = Counter(f.kind for j in judged for f in j.report.findings if f.severity == "note")
    lines += ["", f"{'finding':<28}{'refusing':>9}{'suspicions':>12}{'notes':>8}"]
    lines += [
        f"{k:<28}{kinds[k, True]:>9}{kinds[k, False]:>12}{notes[k]:>8}"
        for k in sorted({*(k for k, _ in kinds), *notes})
    ]
    if drawn:
        lines += [
            "",
            "| # | sort | kind | p | case | summary says | source says | message |",
            "| --: | --- | --- | --: | --- | --- | --- | --- |",
        ]
        lines += [_row(i, d) for i, d in enumerate(drawn, 1)]
    return lines


def _row(number: int, d: Drawn) -> str:
    f = d.finding
    cells = [str(number), "refusing" if d.refusing else "suspicion", f["kind"], f"{f['probability']:.2f}", d.id, _cell(f["parent_quote"]),
             f"{f['child'] or ''}: {_cell(f['child_quote'])}", _cell(f["message"])]  # fmt: skip
    return "| " + " | ".join(cells) + " |"


def _cell(text: str) -> str:
    flat = " ".join(text.split()).replace("|", "\\|")
    return flat if len(flat) <= QUOTE_CHARS else flat[: QUOTE_CHARS - 1] + "…"


def as_dict(judged: Sequence[Judged], drawn: Sequence[Drawn] = ()) -> dict[str, object]:
    """The same as plain values."""
    return {
        "bench": "trees",
        "verdicts": [{"file": j.file, "id": j.id, "verdict": j.report.verdict, "rule": j.report.rule} for j in judged],
        "drawn": [{"file": d.file, "id": d.id, "refusing": d.refusing, **d.finding} for d in drawn],
    }
