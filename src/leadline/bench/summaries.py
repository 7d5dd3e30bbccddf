"""`leadline bench summaries`: summaries of stretches of real sessions, faithful and faulty, written by people who did not know the checks.

In: a JSON-lines file, one summary a line: `file` (a transcript under a folder, `sample/NAME` for one that ships, or `trees/FILE#ID`), `from` and `to` (messages
of it, half open), `parent`, `label` (faithful, faulty), and for a faulty one its `faults` with `kind` and `quote`. Out: how many are refused
in `check` by how they were written, faults by kind, and the rules that refuse. A fault counts as *placed* where a finding that refuses touches the
quoted words. The set's own page says who wrote it and what has been read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, cast, get_args

from leadline.api import check
from leadline.bench.claims import share_interval
from leadline.bench.rows import read_rows
from leadline.core.text.messages import Child, Role
from leadline.engine.check import Report
from leadline.judges.port import ParentJudge
from leadline.readers import read_session
from leadline.samples import sample_path

__all__ = ["Fault", "Judged", "as_dict", "read_summaries", "render", "run"]

_SAMPLE = "sample/"
_TREES = "trees/"
_RISK = 0.85  # the presets' risk in check
_ROLES = {"tool_result": "tool", "tool_call": "assistant", "thinking": "assistant", "meta": "user"}


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault that its writer put in, and whether a refusing finding touches its words."""

    kind: str
    placed: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """One summary: how it was written, whether it is refused, by which rules."""

    id: str
    style: str
    faulty: bool
    refused: bool
    rules: tuple[str, ...]
    faults: tuple[Fault, ...]


def read_summaries(path: Path) -> list[dict[str, Any]]:
    """The rows; ValueError with file and line for one that lacks a field."""
    rows: list[dict[str, Any]] = []
    for number, row in read_rows(path):
        missing = [name for name in ("id", "file", "from", "to", "label", "parent") if name not in row]
        if missing:
            raise ValueError(f"{path.name}:{number}: no {', '.join(missing)}")
        rows.append(row)
    if not rows:
        raise ValueError(f"{path.name}: no summary in it")
    return rows


def run(
    path: Path, transcripts: Path, trees: Path | None, progress: Callable[[str], None], judge: ParentJudge | None = None,
    asked: Callable[[Report], None] = lambda report: None,
) -> list[Judged]:  # fmt: skip
    """Every summary judged as `leadline check` does. ValueError for a session that is not there.

    With a judge each one is asked about; `asked` gets the reports.
    """
    rows = read_summaries(path)
    out: list[Judged] = []
    for done, row in enumerate(rows, 1):
        children, parent = _children(row, transcripts, trees), str(row["parent"])
        report = check(children, parent, judge=judge)
        asked(report)
        out.append(_judged(row, parent, report))
        progress(f"{done} of {len(rows)} summaries")
    return out


def _judged(row: dict[str, Any], parent: str, report: Report) -> Judged:
    refusing = [f for f in report.findings if f.severity == "hard" or f.probability >= _RISK]
    spans = [f.parent_span for f in refusing if f.parent_span[0] >= 0]
    faults: list[Fault] = []
    for fault in row.get("faults") or ():
        at = parent.find(str(fault.get("quote", "")))
        end = at + len(str(fault.get("quote", "")))
        placed = not report.promoted and at >= 0 and any(a < end and at < b for a, b in spans)
        faults.append(Fault(str(fault.get("kind", "?")), placed))
    style = str(row["id"]).split("-", 1)[-1]
    rules = tuple(sorted({reason.rule for reason in report.reasons}))
    return Judged(str(row["id"]), style, row["label"] != "faithful", not report.promoted, rules, tuple(faults))


def _children(row: dict[str, Any], transcripts: Path, trees: Path | None) -> list[Child]:
    name, first, end = str(row["file"]), int(row["from"]), int(row["to"])
    if name.startswith(_TREES):
        if trees is None:
            raise ValueError(f"{row['id']}: its text is in {name}; give that folder with --trees")
        file, _, wanted = name.removeprefix(_TREES).partition("#")
        texts = _records(trees / file, wanted)
    elif name.startswith(_SAMPLE):
        texts = _messages(sample_path(Path(name).stem))
    else:
        texts = _messages(transcripts / name)
    if not 0 <= first < end <= len(texts):
        raise ValueError(f"{row['id']}: {name} has {len(texts)} messages, not {first} to {end}")
    return [Child(f"m{n}", text, role) for n, (role, text) in enumerate(texts[first:end], first) if text.strip()]


@lru_cache(maxsize=4)
def _messages(path: Path) -> list[tuple[Role, str]]:
    if not path.is_file():
        raise ValueError(f"{path.name}: no such transcript in the folder that --transcripts names")
    return [(message.role, message.text) for message in read_session(path).messages]


@lru_cache(maxsize=4)
def _records(path: Path, wanted: str) -> list[tuple[Role, str]]:
    for _, row in read_rows(path):
        if row.get("id") == wanted:
            roles = [_ROLES.get(c["role"], c["role"]) for c in row["children"]]
            texts = [c["text"] for c in row["children"]]
            return [(cast(Role, r) if r in get_args(Role) else "summary", t) for r, t in zip(roles, texts, strict=True)]
    raise ValueError(f"{path.name}: no row {wanted}")


# -- what is shown ----------------------------------------------------------------------------------------------


def _share(hits: int, of: int) -> str:
    if not of:
        return "-"
    low, high = share_interval(hits, of)
    return f"{hits:4d}/{of:<4d} {100 * hits / of:5.1f} % [{100 * low:.0f}, {100 * high:.0f}]"


def render(judged: Sequence[Judged]) -> list[str]:
    """Lines for people."""
    lines = [f"{len(judged)} summaries", "", f"{'refused':24}"]
    for faulty, name in ((False, "faithful"), (True, "faulty")):
        group = [j for j in judged if j.faulty == faulty]
        lines.append(f"{name:24}{_share(sum(j.refused for j in group), len(group))}")
        for style in sorted({j.style for j in group}):
            part = [j for j in group if j.style == style]
            lines.append(f"  {style:22}{_share(sum(j.refused for j in part), len(part))}")
    faults = [f for j in judged for f in j.faults]
    lines += ["", f"{'faults placed':24}{_share(sum(f.placed for f in faults), len(faults))}"]
    for kind in sorted({f.kind for f in faults}):
        part_ = [f for f in faults if f.kind == kind]
        lines.append(f"  {kind:22}{sum(f.placed for f in part_):4d}/{len(part_)}")
    rules = Counter((rule, j.faulty) for j in judged if j.refused for rule in j.rules)
    lines += ["", f"{'rules that refuse':40}{'faulty':>8}{'faithful':>10}"]
    lines += [f"  {rule:38}{rules[rule, True]:8d}{rules[rule, False]:10d}" for rule in sorted({r for r, _ in rules})]
    return lines


def as_dict(judged: Sequence[Judged]) -> dict[str, Any]:
    """The same for programs."""
    return {
        "summaries": [
            {
                "id": j.id, "style": j.style, "faulty": j.faulty, "refused": j.refused, "rules": list(j.rules),
                "faults": [{"kind": f.kind, "placed": f.placed} for f in j.faults],
            }
            for j in judged
        ]
    }  # fmt: skip
