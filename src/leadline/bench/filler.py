"""Filler of the generated sessions: real exchanges, read from transcripts, cut, and drawn in runs of random length.

A unit is what is moved as a whole: one message, or a tool call with all of its results. Left out: summaries, system and
injected messages, opaque parts, calls whose result is missing. Parts longer than `cut_chars` are cut at a line end.
Order in, order out; nothing random but through the `Random` that is passed in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from leadline.core.text.messages import Message
from leadline.core.text.tokens import count_tokens
from leadline.readers import ReaderError, read_session

__all__ = [
    "CUT_CHARS",
    "Unit",
    "draw",
    "readable_files",
    "sample_files",
    "tokens_of",
    "transcript_files",
    "units_of",
    "units_of_files",
]

Unit = tuple[Message, ...]

CUT_CHARS = 4000
_RUN = (3, 12)  # units of one real session that stay in a row
_UNIT_MESSAGES_MAX = 16
_SUFFIXES = frozenset((".md", ".jsonl", ".json", ".traj"))


def sample_files() -> list[Path]:
    """The sessions that ship with the package, sorted by name."""
    folder = Path(__file__).resolve().parent.parent / "samples"
    return [path for path in transcript_files(folder) if path.suffix != ".md"]


def transcript_files(folder: Path) -> list[Path]:
    """Every file under `folder` that may be a transcript, sorted by path. Raises ValueError if there is none.

    Index and source notes (names in capitals) are no transcripts.
    """
    files = sorted(
        path for path in folder.rglob("*") if path.is_file() and path.suffix in _SUFFIXES and not path.stem.isupper()
    )
    if not files:
        raise ValueError(f"{folder}: no transcript in this folder; expected .jsonl, .json, .traj or .md files")
    return files


def readable_files(folder: Path) -> list[Path]:
    """The transcripts under `folder` that can be read: other documents may lie beside them."""
    return [path for path in transcript_files(folder) if _can_read(path)]


def units_of_files(paths: Iterable[Path], cut_chars: int = CUT_CHARS) -> list[Unit]:
    """The units of several transcripts, one after the other."""
    return [unit for path in paths for unit in units_of(read_session(path).messages, cut_chars)]


def units_of(messages: Iterable[Message], cut_chars: int = CUT_CHARS) -> list[Unit]:
    """The units of one session, in order."""
    units: list[Unit] = []
    waiting: list[Message] = []
    open_calls: frozenset[str] = frozenset()
    for message in messages:
        kept = _cut(message, cut_chars)
        if kept is None or (kept.closes and not waiting):
            continue
        waiting.append(kept)
        open_calls = (open_calls | kept.opens) - kept.closes
        if not open_calls:
            units.append(tuple(waiting))
            waiting = []
        elif len(waiting) >= _UNIT_MESSAGES_MAX:
            waiting, open_calls = [], frozenset()
    return units


def draw(units: Sequence[Unit], tokens: int, rng: Random) -> list[Unit]:
    """Runs of real units, up to `tokens` and the rest of the last unit. Raises ValueError without units."""
    if not units:
        raise ValueError(
            "units: expected filler from at least one transcript, got none; name a folder with --transcripts"
        )
    out: list[Unit] = []
    have = 0
    while have < tokens:
        start = rng.randrange(len(units))
        for unit in units[start : start + rng.randint(*_RUN)]:
            out.append(unit)
            have += tokens_of((unit,))
            if have >= tokens:
                break
    return out


def tokens_of(units: Iterable[Unit]) -> int:
    """Tokens of all message texts."""
    return sum(count_tokens(message.text) for unit in units for message in unit)


def _can_read(path: Path) -> bool:
    try:
        return bool(read_session(path).messages)
    except ReaderError:
        return False


def _cut(message: Message, cut_chars: int) -> Message | None:
    if message.role in ("system", "summary") or message.injected:
        return None
    parts = tuple(
        replace(part, text=_cut_text(part.text, cut_chars))
        for part in message.parts
        if part.kind != "opaque" and (part.text.strip() or part.call_id)
    )
    return replace(message, parts=parts) if parts else None


def _cut_text(text: str, cut_chars: int) -> str:
    if len(text) <= cut_chars:
        return text
    end = text.rfind("\n", cut_chars // 2, cut_chars)
    return text[: end if end > 0 else cut_chars]
