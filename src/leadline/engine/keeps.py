"""Holds and pins: what a person put out of a sweep's reach, by whom and why, until it is released with a record.

A *hold* is a duty (a legal one, an audit): nothing under it is swept, and no fact under it may be let go. A *pin* is a
wish: nothing under it is swept, and a pinned fact is not let go. In: a store, a session, a reference (`n12`, `p1.0`, a fact's
id, or `session` for all of it, also what is still to come). Making and ending them is `keeping.py`; released ones stay on record.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from leadline.engine.records import encode

if TYPE_CHECKING:
    from leadline.engine.session import Session

__all__ = ["EVERYTHING", "HeldError", "Keep", "Kind", "encode_keeps", "find_keep", "parse_keeps"]

Kind = Literal["hold", "pin"]
EVERYTHING = "session"  # the target that covers all leaves, those to come included


class HeldError(Exception):
    """Something under a hold or a pin was to be let go or swept. Nothing was written."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class Keep:
    """One hold or pin. `leaves` is the half-open range under the target when it was made; nodes that grow cover more."""

    id: str  # hold-1, pin-2
    kind: Kind
    target: str
    leaves: tuple[int, int]
    by: str
    reason: str
    released: tuple[str, str] | None = None  # by whom, why


def parse_keeps(data: bytes) -> dict[str, Keep]:
    """Holds and pins as the store keeps them, by id, in the order in which they were made."""
    rows = (
        Keep(id, kind, target, (leaves[0], leaves[1]), by, why, None if end is None else (end[0], end[1]))
        for id, kind, target, leaves, by, why, end in json.loads(data)
    )
    return {keep.id: keep for keep in rows}


def encode_keeps(keeps: Iterable[Keep]) -> bytes:
    """The blob that `parse_keeps` reads."""
    return encode([
        [k.id, k.kind, k.target, list(k.leaves), k.by, k.reason, None if k.released is None else list(k.released)]
        for k in keeps
    ])  # fmt: skip


def find_keep(session: Session, leaf: int, fact: str | None = None) -> Keep | None:
    """The hold or pin in force over a leaf (a hold first), or, with `fact`, over letting that fact go; None where there is none."""
    standing = [keep for keep in session.keeps.values() if keep.released is None and leaf in _covered(session, keep)]
    if fact is not None:
        standing = [keep for keep in standing if keep.kind == "hold" or keep.target == fact]
    return min(standing, key=lambda keep: keep.kind, default=None)


def _covered(session: Session, keep: Keep) -> range:
    node = session.node(keep.target)
    start, end = keep.leaves
    return range(start, end if node is None else max(end, node.node.leaves[1]))
