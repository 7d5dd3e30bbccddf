"""Facts: exact things that a text states, and what each is worth to a successor (design.md, sections 2, 3.4, 4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from leadline.core.text.messages import Role

__all__ = [
    "COUNTED_KINDS",
    "EXACT_KINDS",
    "SENTENCE_KINDS",
    "Criticality",
    "Fact",
    "FactKind",
    "Retained",
    "RetentionState",
]

FactKind = Literal[
    # exact kinds: a token or short span whose normal form decides
    "path", "url", "host", "id", "symbol", "package", "version", "error", "quantity", "threshold", "money",
    "ratio", "datetime", "quote", "name",
    # sentence kinds: a whole sentence or clause that carries force
    "constraint", "decision", "status", "open_item", "conflict", "hedge", "attribution", "goal",
]  # fmt: skip

SENTENCE_KINDS: frozenset[str] = frozenset(
    ("constraint", "decision", "status", "open_item", "conflict", "hedge", "attribution", "goal")
)
EXACT_KINDS: frozenset[str] = frozenset(
    ("path", "url", "host", "id", "symbol", "package", "version", "error", "quantity", "threshold", "money", "ratio",
     "datetime", "quote", "name")
)  # fmt: skip
COUNTED_KINDS: frozenset[str] = frozenset(("id", "symbol", "path", "host", "error"))  # a name said twice is surely owed

Criticality = Literal["owed", "supporting", "incidental"]


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact: `child.text[start:end] == text`, always.

    `form` is the normal form of its kind: two facts of one kind with equal forms are the same fact.
    `subject` holds the normal forms and content words of its clause that it is bound to, most specific first.
    `sure` marks what faithful parents practically never leave out (signals-notes, section 5, column one): only
    these are demanded where a false alarm costs trust (`check`, `audit`); inside the engine all `owed` are.
    """

    id: str
    kind: FactKind
    text: str
    form: str
    child: str
    start: int
    end: int
    sentence: tuple[int, int]  # span of the sentence that states it, in the child's text
    role: Role
    subject: tuple[str, ...] = ()
    criticality: Criticality = "supporting"
    reason: str = ""  # id of the rule that set the criticality, for the ledger and `explain`
    sure: bool = False


RetentionState = Literal["kept", "missing", "blurred", "changed"]


@dataclass(frozen=True, slots=True)
class Retained:
    """Whether one fact is readable and true in a parent, and where (`start`/`end` are -1 where nothing is found)."""

    fact: Fact
    state: RetentionState
    start: int = -1  # in the parent's text
    end: int = -1
    certain: bool = (
        True  # False: lost by the words alone, and a free rewording might still say it (`check` only notes these)
    )
