"""`leadline bench altered`: faithful summaries in free wording with one alteration each; every one that passes is a miss.

In: the JSON lines of `leadline bench faithful`, whose texts are faithful but for those named `bad`. Those that `check` promotes are
altered, one edit of each kind at a time. Out: how many of each kind `check` refuses, with intervals. The edits are blind to what
the words mean: some make a sentence odd instead of false, so a share is compared with the share of another day, not with 100 %.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from leadline.api import check
from leadline.bench.altered_edits import VALUE_KINDS, value_edits
from leadline.bench.altered_words import WORD_KINDS, word_edits
from leadline.bench.faithful import read_items, share_line
from leadline.core.text.messages import Child

__all__ = ["GROUPS", "Figures", "Tried", "as_dict", "render", "run"]

GROUPS: dict[str, tuple[str, ...]] = {
    "values": (*VALUE_KINDS, "unit"),
    "exchanged values": tuple(f"{kind} exchanged" for kind in VALUE_KINDS),
    "words": WORD_KINDS,
}


@dataclass(frozen=True, slots=True)
class Tried:
    """One altered summary: of which file, item and way of writing, the kind of the edit, the edit, and the rules that refuse it."""

    file: str
    id: str
    way: str
    kind: str
    what: str
    refused: bool
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """How many faithful summaries were checked and promoted, and every alteration of those that were."""

    checked: int
    promoted: int
    tried: tuple[Tried, ...]


@dataclass(frozen=True, slots=True)
class _Written:
    file: str
    id: str
    way: str
    children: list[Child]
    text: str

    def key(self, seed: int) -> str:
        """Seeds the draws by what the text is, not by where it stands: another order of files alters nothing."""
        return f"{seed} {self.file} {self.id} {self.way}"


def run(files: Sequence[Path], seed: int, most: int | None, progress: Callable[[str], None]) -> Figures:
    """Every kind of alteration of every summary, or of `most` that the seed draws. All files are read before any work.

    ValueError with file and line for a row of another form.
    """
    written = _drawn([w for file in files for w in _read(file)], seed, most)
    if not written:
        raise ValueError(f"no items in {', '.join(f.name for f in files)}")
    promoted, tried = 0, list[Tried]()
    for number, w in enumerate(written, 1):
        if check(w.children, w.text).verdict == "promote":
            promoted += 1
            tried += _tried(w, seed)
        progress(f"{number}/{len(written)} summaries, {len(tried)} alterations")
    return Figures(len(written), promoted, tuple(tried))


def _read(file: Path) -> list[_Written]:
    out = []
    for number, name, children, texts in read_items(file):
        if set(texts) == {"bad"}:
            raise ValueError(f"{file.name}:{number}: no faithful summary in it, only `bad`")
        out += [_Written(file.stem, name, way, children, text) for way, text in texts.items() if way != "bad"]
    return out


def _drawn(written: list[_Written], seed: int, most: int | None) -> list[_Written]:
    """At most so many, in their order. Each has its own lot, so that they are the same ones in any order of files."""
    lots = sorted(range(len(written)), key=lambda i: Random(f"{written[i].key(seed)} lot").random())
    return [written[i] for i in sorted(lots[:most])]


def _tried(w: _Written, seed: int) -> list[Tried]:
    source, key = "\n".join(child.text for child in w.children), w.key(seed)
    out = []
    for kind, text, what in (*value_edits(w.text, source, key), *word_edits(w.text, key)):
        report = check(w.children, text)
        rules = tuple(sorted({reason.rule for reason in report.reasons}))
        out.append(Tried(w.file, w.id, w.way, kind, what, report.verdict != "promote", rules))
    return out


def render(figures: Figures) -> list[str]:
    """Lines for people."""
    tried = figures.tried
    lines = [
        f"{figures.promoted} of {figures.checked} faithful summaries are promoted; {len(tried)} alterations of them",
        "",
        "refused",
    ]
    for group, kinds in GROUPS.items():
        mine = [t for t in tried if t.kind in kinds]
        if mine:
            lines.append(f"{group:24}{_share(mine)}")
            lines += [f"  {k:22}{_share(part)}" for k in kinds if (part := [t for t in mine if t.kind == k])]
    return [*lines, f"{'all':24}{_share(tried)}"] if tried else lines[:1]


def _share(tried: Sequence[Tried]) -> str:
    return share_line(sum(t.refused for t in tried), len(tried))


def as_dict(figures: Figures) -> dict[str, Any]:
    """The same for programs, with every alteration."""
    rows = [
        {"file": t.file, "id": t.id, "way": t.way, "kind": t.kind, "what": t.what, "refused": t.refused, "rules": list(t.rules)}
        for t in figures.tried
    ]  # fmt: skip
    return {"checked": figures.checked, "promoted": figures.promoted, "alterations": rows}
