"""`leadline bench seeded`: one change in a real sentence, and `check` has to refuse; a faithful rewording, and it has to pass.

In: units of real transcripts, a number per kind, a seed. Out: a `Row` per kind: how many were judged, how many refused, and the
texts of the wrong ones. A parent is two or three sentences of three neighbouring messages (the children), word for word but for
the edit (`seeded_edits`). Draws whose unchanged parent is refused are left out and counted: there the edit is not what decides.
The edits are made with patterns of their own; leadline's extractor decides neither what is edited nor whether it counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from leadline.api import check
from leadline.bench.filler import Unit
from leadline.bench.seeded_edits import CHANGES, REWORDINGS, Edit
from leadline.core.text.messages import Child
from leadline.core.text.sentences import split_sentences

__all__ = ["Draw", "Row", "as_dict", "draws", "render", "run", "wrong_lines"]

CHILD_CHARS = 1500
SENTENCE_CHARS = (30, 300)
BESIDE = 2  # unchanged sentences that stand around the edited one, at most
WORDS_MIN = 6
SHOWN_MAX = 200  # wrong texts that are kept
TRIES = 400  # draws per wanted edit before a kind is given up
_PLAIN = re.compile(r"[(\"'*`]*[^\W\d_]+(?:['’-][^\W\d_]+)*[)\"'*`.,:;!?]*")
_CODE = re.compile(r"[{}]|=>|->|\|\||&&|;$|</|\$\(|\\\w|:=")
_TALK = re.compile(
    r"\W*(?:(?:now|ok(?:ay)?|good|great|perfect|first|next|so|and|then|also)[,.! ]+)*(?:let me|let['’]s|i['’]ll|i will|i need|i should|feel free|please|if you|would you|could you|can you|shall i)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Draw:
    """Three children and the sentences of a parent; `at` is the one that may be edited."""

    children: tuple[Child, ...]
    sentences: tuple[str, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Row:
    """One kind: edits judged, edits refused, unchanged parents that were refused already, and the wrong ones."""

    kind: str
    change: bool
    judged: int
    refused: int
    left_out: int
    wrong: tuple[tuple[str, str, str], ...] = field(default=())  # (sentence, edited, what the report says)

    @property
    def share(self) -> float:
        """Refused ÷ judged, in percent."""
        return 100.0 * self.refused / self.judged if self.judged else float("nan")


def draws(units: Sequence[Unit], rng: Random) -> Iterator[Draw]:
    """Endless draws. ValueError where no message has a sentence."""
    messages = [m for unit in units for m in unit if m.text.strip()]
    if len(messages) < 3:
        raise ValueError("units: expected at least three messages with text; name a folder with --transcripts")
    while True:
        middle = rng.randrange(1, len(messages) - 1)
        texts = [(m.role, m.text[:CHILD_CHARS]) for m in messages[middle - 1 : middle + 2]]
        children = tuple(
            Child(name, text, role) for name, (role, text) in zip("abc", texts, strict=True) if text.strip()
        )
        told = [
            text[s.start : s.end]
            for text in (c.text for c in children)
            for s in split_sentences(text)
            if s.kind in ("prose", "bullet")
            and SENTENCE_CHARS[0] <= s.end - s.start <= SENTENCE_CHARS[1]
            and _is_told(text[s.start : s.end])
        ]
        if not told:
            continue
        first = rng.randrange(len(told))
        sentences = tuple(told[first : first + 1 + BESIDE])
        yield Draw(children, sentences, rng.randrange(len(sentences)))


def _is_told(sentence: str) -> bool:
    """A sentence that a record could hold: mostly words, no code, not the assistant talking of what it is about to do."""
    pieces = sentence.split()
    plain = sum(1 for p in pieces if _PLAIN.fullmatch(p))
    return (
        len(pieces) >= WORDS_MIN
        and plain >= 0.6 * len(pieces)
        and not _CODE.search(sentence)
        and not _TALK.match(sentence)
    )


def run(units: Sequence[Unit], changes: int, rewordings: int, seed: int, progress: Callable[[str], None]) -> list[Row]:
    """One row for each kind of edit."""
    rows = []
    for table, wanted, change in ((CHANGES, changes, True), (REWORDINGS, rewordings, False)):
        for kind, edit in table.items():
            rows.append(_row(kind, edit, units, wanted, Random(f"{seed} {kind}"), change, progress))
    return rows


def _row(
    kind: str,
    edit: Edit,
    units: Sequence[Unit],
    wanted: int,
    rng: Random,
    change: bool,
    progress: Callable[[str], None],
) -> Row:
    judged = refused = left_out = 0
    wrong: list[tuple[str, str, str]] = []
    seen: set[str] = set()
    for tried, draw in enumerate(draws(units, rng)):
        if judged >= wanted or tried >= TRIES * wanted:
            break
        source = "\n".join(c.text for c in draw.children)
        parent = edit(draw.sentences, draw.at, source, rng)
        if parent is None or parent in seen:
            continue
        seen.add(parent)
        if not check(list(draw.children), "\n".join(draw.sentences)).promoted:
            left_out += 1
            continue
        report = check(list(draw.children), parent)
        judged += 1
        refused += not report.promoted
        if report.promoted == change and len(wrong) < SHOWN_MAX:
            wrong.append(("\n".join(draw.sentences), parent, str(report)))
        if judged % 50 == 0:
            progress(f"{kind} {judged}/{wanted}")
    return Row(kind, change, judged, refused, left_out, tuple(wrong))


def render(rows: Sequence[Row], *, wrong: int = 0) -> list[str]:
    """The table; with `wrong`, that many wrong ones of each kind below it."""
    lines = [f"{'':<24}{'judged':>8}{'refused':>9}{'share':>9}{'left out':>10}"]
    for change, title in ((True, "single changes"), (False, "faithful rewordings")):
        group = [r for r in rows if r.change == change]
        if not group:
            continue
        judged, refused = sum(r.judged for r in group), sum(r.refused for r in group)
        total = Row(title, change, judged, refused, sum(r.left_out for r in group))
        lines += [_line(r, "  ") for r in group] + [_line(total, "")]
    for row in rows:
        lines += wrong_lines(f"{row.kind}: {'passed' if row.change else 'refused'}", row.wrong[:wrong])
    return lines


def wrong_lines(what: str, texts: Sequence[tuple[str, str, str]]) -> list[str]:
    """Wrong ones as they are shown: what is wrong, the sentence, its edited form, the report."""
    return [
        line
        for sentence, edited, report in texts
        for line in ("", what, f"  was  {sentence}", f"  is   {edited}", f"  said {report}")
    ]


def as_dict(rows: Sequence[Row]) -> dict[str, object]:
    """The rows as plain values."""
    return {"bench": "seeded", "rows": [
        {"kind": r.kind, "change": r.change, "judged": r.judged, "refused": r.refused, "left_out": r.left_out} for r in rows
    ]}  # fmt: skip


def _line(row: Row, indent: str) -> str:
    return f"{indent + row.kind:<24}{row.judged:>8}{row.refused:>9}{row.share:>8.1f}%{row.left_out:>10}"
