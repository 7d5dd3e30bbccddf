"""`leadline bench faithful`: summaries that are faithful, each in several ways of writing; every refusal is a false alarm.

In: JSON lines with `id`, `children` (`id`, `role`, `text`) and under any other names texts (`{"text": ...}`): summaries by people who were told
to write no fault. Out: how many of each way of writing `check` refuses, and the rules that refuse, with intervals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast, get_args

from leadline.api import check
from leadline.bench.claims import share_interval
from leadline.bench.rows import read_rows
from leadline.core.text.messages import Child, Role

__all__ = ["Judged", "as_dict", "read_items", "render", "run", "share_line"]


@dataclass(frozen=True, slots=True)
class Judged:
    """One summary: of which file and item, how it is written, and the rules that refuse it."""

    file: str
    id: str
    way: str
    rules: tuple[str, ...]


def run(files: Sequence[Path], progress: Callable[[str], None]) -> list[Judged]:
    """Every summary of every item judged as `leadline check` does. ValueError with file and line for a row of another form."""
    out: list[Judged] = []
    for file in files:
        for number, name, children, texts in read_items(file):
            for way, text in texts.items():
                rules = tuple(sorted({reason.rule for reason in check(children, text).reasons}))
                out.append(Judged(file.stem, name, way, rules))
            progress(f"{file.name}: {number} items")
    if not out:
        raise ValueError(f"no items in {', '.join(f.name for f in files)}")
    return out


def read_items(file: Path) -> Iterator[tuple[int, str, list[Child], dict[str, str]]]:
    """Line, id, children and the texts by their names, of every row. ValueError with file and line for a row of another form."""
    for number, row in read_rows(file):
        children = _children(row, f"{file.name}:{number}")
        texts = {
            k: v["text"]
            for k, v in row.items()
            if isinstance(v, dict) and isinstance(v.get("text"), str) and v["text"].strip()
        }
        if not texts:
            raise ValueError(f'{file.name}:{number}: no summary in it, expected {{"text": ...}} under some name')
        yield number, str(row.get("id", number)), children, texts


def _children(row: dict[str, Any], where: str) -> list[Child]:
    given = row.get("children")
    if not isinstance(given, list) or not given:
        raise ValueError(f"{where}: children is missing, empty or no list")
    out: list[Child] = []
    for i, child in enumerate(given):
        text, role = (child.get("text"), child.get("role")) if isinstance(child, dict) else (None, None)
        if not isinstance(text, str) or not text.strip():
            raise ValueError(f"{where}: child {i} has no text")
        if role not in get_args(Role):
            raise ValueError(f"{where}: child {i} has the role {role!r}; roles are {', '.join(get_args(Role))}")
        out.append(Child(str(child.get("id", i)), text, cast(Role, role)))
    if len({c.id for c in out}) < len(out):
        raise ValueError(f"{where}: two children have one id")
    return out


def share_line(hits: int, of: int) -> str:
    """Hits, of how many, the share and its 95 % interval."""
    low, high = share_interval(hits, of)
    return f"{hits:4d}/{of:<5d}{100 * hits / of:5.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


def render(judged: Sequence[Judged]) -> list[str]:
    """Lines for people."""
    lines = [f"{len(judged)} faithful {'summary' if len(judged) == 1 else 'summaries'}", "", f"{'refused':24}"]
    for file in dict.fromkeys(j.file for j in judged):
        mine = [j for j in judged if j.file == file]
        lines.append(f"{file:24}{share_line(sum(bool(j.rules) for j in mine), len(mine))}")
        for way in dict.fromkeys(j.way for j in mine):
            part = [j for j in mine if j.way == way]
            lines.append(f"  {way:22}{share_line(sum(bool(j.rules) for j in part), len(part))}")
    if len({j.file for j in judged}) > 1:
        lines.append(f"{'all':24}{share_line(sum(bool(j.rules) for j in judged), len(judged))}")
    rules = Counter(rule for j in judged for rule in j.rules)
    if rules:
        lines += ["", "rules that refuse", *(f"  {rule:40}{n:4d}" for rule, n in rules.most_common())]
    return lines


def as_dict(judged: Sequence[Judged]) -> dict[str, Any]:
    """The same for programs."""
    return {"summaries": [{"file": j.file, "id": j.id, "way": j.way, "rules": list(j.rules)} for j in judged]}
