"""`leadline bench transcripts DIR`: every real transcript is read, compacted, probed and verified, one row a file.

Each file gets a store of its own, default settings. A row holds what a reader of the documentation wants to know of it;
an error is a row with its message, and the bench goes on to the next file. A complaint of `verify` and an owed fact that
the ledger cannot account for are errors. A file too small to summarise is fine and says so. The table is sorted by file; it holds no time and no path outside of the folder.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from leadline.bench.filler import transcript_files
from leadline.compose import CompactResult, compact_file, open_store
from leadline.engine.ledger import account, ask_probes
from leadline.engine.session import load_session
from leadline.engine.verify import verify_store

__all__ = ["Row", "as_dict", "by_format", "markdown", "render", "run", "with_formats"]

_HEADS = (
    "file", "format", "messages", "tokens in", "tokens out", "share", "levels", "owed at root", "beside", "probes",
    "promoted", "repaired", "halted", "flattened", "note",
)  # fmt: skip
FORMATS_BEGIN = "<!-- formats: written by `leadline bench transcripts DIR --readme README.md` -->"
FORMATS_END = "<!-- formats end -->"
_LEFT = frozenset(("file", "format", "note"))


@dataclass(frozen=True, slots=True)
class Row:
    """One file. `owed` counts the owed facts of all leaves: at the root, readable beside it, let go by a rule or person."""

    file: str
    format: str = ""
    messages: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    levels: int = 0
    owed: Mapping[str, int] = field(default_factory=dict)
    probes: tuple[int, int] = (0, 0)  # asked at the standing nodes, answered
    counts: Mapping[str, int] = field(default_factory=dict)
    note: str = ""
    error: str = ""


def run(folder: Path, progress: Callable[[str], None]) -> list[Row]:
    """One row for each transcript under `folder`, sorted by path. ValueError if there is no file at all."""
    rows = []
    for path in transcript_files(folder):
        name = path.relative_to(folder).as_posix()
        progress(name)
        try:
            rows.append(_row(name, path))
        except (
            Exception
        ) as error:  # whatever it is, it belongs into the table, and the other files are still to be read
            message = " ".join(str(error).replace(str(folder), "").split())
            rows.append(Row(name, error=f"{type(error).__name__}: {message}"))
    return rows


def render(rows: Sequence[Row]) -> list[str]:
    """The table for a terminal, and a last line with the sums."""
    cells = [_HEADS, *(_cells(row) for row in rows)]
    widths = [max(len(line[i]) for line in cells) for i in range(len(_HEADS))]
    lines = [
        "  ".join(
            cell.ljust(width) if head in _LEFT else cell.rjust(width)
            for head, cell, width in zip(_HEADS, line, widths, strict=True)
        ).rstrip()
        for line in cells
    ]
    return [*lines, "", _sum_line(rows)]


def markdown(rows: Sequence[Row]) -> str:
    """The table as a document."""
    rule = "|".join(" :-- " if head in _LEFT else " --: " for head in _HEADS)
    table = ["| " + " | ".join(_HEADS) + " |", f"|{rule}|"]
    table += ["| " + " | ".join(cell.replace("|", "\\|") for cell in _cells(row)) + " |" for row in rows]
    return (
        "# Real transcripts, one by one\n\n"
        "Written by `leadline bench transcripts DIR --write docs/transcripts.md`; do not edit. Default settings, embedded\n"
        "summarizer. *Owed at root* is the share of all owed facts of the summarised part that is readable at the root now;\n"
        "*beside* are owed facts that stand in a frontier node or a leaf that stays verbatim, and those that a rule let go\n"
        "(superseded, or finished and confirmed) after the plus sign. *Probes* are asked at the standing nodes.\n\n"
        + "\n".join(table)
        + f"\n\n{_sum_line(rows)}\n"
    )


def by_format(rows: Sequence[Row]) -> str:
    """One Markdown row a format: files, messages, tokens before and after, owed facts readable at the root."""
    lines = [
        "| format | files | messages | tokens | after | live owed facts at the root | parents promoted |",
        "| :-- | --: | --: | --: | --: | --: | --: |",
    ]
    for name in sorted({row.format for row in rows if row.format}):
        own = [row for row in rows if row.format == name]
        built = [row for row in own if row.levels]
        before, after = sum(r.tokens_in for r in built), sum(r.tokens_out for r in built)
        root = sum(r.owed.get("root", 0) for r in built)
        live = sum(sum(r.owed.values()) - r.owed.get("dropped", 0) for r in built)
        parents = sum(sum(r.counts.values()) for r in built)
        promoted = sum(r.counts.get("promoted", 0) + r.counts.get("repaired", 0) for r in built)
        cells = (
            name, str(len(own)), f"{sum(r.messages for r in own):,}", f"{sum(r.tokens_in for r in own):,}",
            f"{after / before:.0%}" if before else "too small to summarise", f"{root} of {live}" if built else "-",
            f"{promoted} of {parents}" if built else "-",
        )  # fmt: skip
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def with_formats(readme: str, rows: Sequence[Row]) -> str:
    """The README with its table of formats replaced. ValueError without the two marks around it."""
    head, mark, rest = readme.partition(FORMATS_BEGIN)
    _, end, tail = rest.partition(FORMATS_END)
    if not mark or not end:
        raise ValueError(f"the README lacks {FORMATS_BEGIN} and {FORMATS_END} around its table of formats")
    return f"{head}{mark}\n{by_format(rows)}\n{end}{tail}"


def as_dict(rows: Sequence[Row]) -> dict[str, Any]:
    """All rows as JSON values."""
    return {"bench": "transcripts", "files": len(rows), "failed": sum(bool(r.error) for r in rows),
            "rows": [asdict(row) for row in rows]}  # fmt: skip


def _row(name: str, path: Path) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "store"
        result = compact_file(path, store=db)
        if not result.nodes:
            return _plain_row(name, result)
        with open_store(db, create=False) as store:
            verified = verify_store(store)
            if verified.complaints:
                raise ValueError(f"verify: {verified.complaints[0]} ({len(verified.complaints)} complaints)")
            session = load_session(store, result.session)
            book = account(session, store)
    counts = book.counts
    if counts["unverifiable"] or not book.adds_up:
        raise ValueError(f"ledger: {counts['unverifiable']} owed facts are neither readable nor logged as dropped")
    probes = ask_probes(session)
    levels = max(record.node.level for record in result.nodes)
    return Row(
        name, result.format, result.messages, result.tokens_in, result.tokens_out, levels, {str(where): n for where, n in counts.items()},
        (len(probes), sum(probe.answered for probe in probes)), dict(result.counts), _note(result),
    )  # fmt: skip


def _plain_row(name: str, result: CompactResult) -> Row:
    return Row(
        name, result.format, result.messages, result.tokens_in, result.tokens_out, note=_note(result) or "nothing to do"
    )


def _note(result: CompactResult) -> str:
    notes = []
    if result.nothing_to_do:
        notes.append("nothing to do")
    if result.skipped:
        notes.append(f"{len(result.skipped)} records skipped")
    if result.compactions:
        notes.append(f"{len(result.compactions)} compactions found")
    return ", ".join(notes)


def _cells(row: Row) -> tuple[str, ...]:
    if row.error:
        return (row.file, *("" for _ in _HEADS[2:]), f"ERROR {row.error}")
    owed = sum(row.owed.values())
    beside = row.owed.get("frontier", 0)
    live = owed - row.owed.get("dropped", 0)
    return (
        row.file,
        row.format,
        f"{row.messages:,}",
        f"{row.tokens_in:,}",
        f"{row.tokens_out:,}",
        f"{row.tokens_out / row.tokens_in:.0%}" if row.tokens_in else "-",
        str(row.levels),
        f"{row.owed.get('root', 0)}/{live}" if owed else "-",
        f"{beside}+{row.owed.get('dropped', 0)}" if owed else "-",
        f"{row.probes[1]}/{row.probes[0]}" if row.probes[0] else "-",
        *(str(row.counts.get(state, 0)) for state in ("promoted", "repaired", "halted", "flattened")),
        row.note,
    )


def _sum_line(rows: Sequence[Row]) -> str:
    failed = sum(bool(row.error) for row in rows)
    tokens_in, tokens_out = sum(row.tokens_in for row in rows), sum(row.tokens_out for row in rows)
    return (
        f"{len(rows)} files, {failed} failed; {tokens_in:,} tokens in, {tokens_out:,} out"
        + (f" ({tokens_out / tokens_in:.1%})" if tokens_in else "")
        + f"; {sum(row.owed.get('unverifiable', 0) for row in rows)} owed facts unaccounted for"
    )
