"""The judge ports: asked only about sentences that rules leave open (design.md, section 4).

Two shapes. `Judge` gives a probability for (evidence, claim) pairs, as a small model that runs here does. `ParentJudge` is
asked once for a whole parent, as a model behind an endpoint is. Either may add suspicion, or clear a rewording whose values
and identifiers match already; neither overrules a hard difference (`opinion.py` holds both to it). What a judge does not
answer stays `undecided` with the reason; a judge that fails is never a pass and never a crash.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from leadline.core.text.messages import Role

__all__ = ["Answer", "Judge", "JudgeError", "Opinion", "ParentJudge", "Passage", "Question", "Task", "Word"]

Task = Literal["claim", "owed"]  # do the sources bear the claim out? does the parent still hold what is owed?
Word = Literal[
    "supported", "contradicted", "not_stated", "kept", "weakened", "reversed", "lost", "not_needed", "cannot_tell"
]


class JudgeError(Exception):
    """A judge that could not be asked or did not answer. `reason` is short and holds no key and no text of the session; `calls`
    is how many calls had been made by then, which may have cost something all the same."""

    def __init__(self, reason: str, remedy: str = "", calls: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.remedy = remedy
        self.calls = calls


class Judge(Protocol):
    """`entails` takes (evidence, claim) pairs and returns one probability each, in order."""

    name: str

    def entails(self, pairs: Sequence[tuple[str, str]]) -> Sequence[float]: ...


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of text that a judge is shown: who said it, and where it stands (`child` is None for the parent).

    `at` is the position of its child in time order.
    """

    text: str
    role: Role
    child: str | None
    start: int
    end: int
    at: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to decide. `claim` is a sentence of the parent, or one of the children that states what is owed; `span` is the
    place of the former.

    `evidence` is where an answer's quotes have to stand, in document order: child passages for a claim, parent sentences for
    what is owed. `context` is what helps to understand the claim, from the other side. `whole` says that `evidence` is all
    there is, so that what is not in it is nowhere. `facts` are the ids of what is owed.
    """

    id: str
    task: Task
    claim: str
    evidence: tuple[Passage, ...]
    span: tuple[int, int] = (-1, -1)
    facts: tuple[str, ...] = ()
    context: tuple[Passage, ...] = ()
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What the judge says of one question. Every quote stands in what was shown, or the answer is void."""

    id: str
    word: Word
    confidence: float = 1.0
    kind: str = ""  # finding kind, for contradicted and not_stated
    quotes: tuple[str, ...] = ()

    @property
    def quote(self) -> str:
        """The first quote, "" without one."""
        return self.quotes[0] if self.quotes else ""


@dataclass(frozen=True, slots=True)
class Opinion:
    """All answers to one parent. `open` gives the reason for each question without an answer, by id."""

    answers: tuple[Answer, ...] = ()
    open: tuple[tuple[str, str], ...] = ()
    calls: int = 0
    tokens: tuple[int, int] = (0, 0)  # read and written, as the endpoint counts; 0 where it does not say


class ParentJudge(Protocol):
    """Asked once a parent. `digest` names all that can change its answers. May raise JudgeError, nothing else."""

    @property
    def name(self) -> str: ...

    @property
    def digest(self) -> str: ...

    def ask(self, questions: Sequence[Question]) -> Opinion: ...
