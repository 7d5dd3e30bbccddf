"""What the user typed in a session: his turns, where they stand, and what the assistant had said before each.

In: a trial. Out: the user's turns in time order, without what a client put in, and whether anybody acts in the children at all.
Only the roles of the transcript count. A turn is a whole message: "yes" and what follows it belong together.
"""

from __future__ import annotations

from dataclasses import dataclass

from leadline.core.signals.index import Trial

__all__ = ["Spoken", "is_session", "said_otherwise", "spoken"]


@dataclass(frozen=True, slots=True)
class Spoken:
    """One turn of the user. `before` is the assistant's text since the turn before; `opens` where nobody had done anything yet."""

    owner: int
    text: str
    before: str
    opens: bool = False


def spoken(trial: Trial) -> tuple[Spoken, ...]:
    """The user's turns in time order; computed once a trial."""
    kept = trial.shared.get("spoken")
    if not isinstance(kept, tuple):
        kept = trial.shared["spoken"] = tuple(_spoken(trial))
    return kept


def _spoken(trial: Trial) -> list[Spoken]:
    out: list[Spoken] = []
    before: list[str] = []
    idle = True
    for owner, child in enumerate(trial.pool):
        for segment in child.segments:
            text = child.text[segment.start : segment.end]
            idle = idle and segment.role not in ("assistant", "summary", "tool")
            if segment.role in ("assistant", "summary"):
                before.append(text)
            elif segment.role == "user" and not segment.injected and text.strip():
                out.append(Spoken(owner, text, "\n".join(before), idle))
                before = []
    return out


def is_session(trial: Trial) -> bool:
    """The children hold turns of an assistant or of tools: somebody worked there, and the user would have been heard."""
    return any(s.role in ("assistant", "tool") for child in trial.pool for s in child.segments)


def said_otherwise(trial: Trial) -> tuple[tuple[str, str], ...]:
    """The texts of others than the user, in which his word may be reported, each with its role."""
    kept = trial.shared.get("said otherwise")
    if not isinstance(kept, tuple):
        kept = trial.shared["said otherwise"] = tuple(
            (s.role, child.text[s.start : s.end])
            for child in trial.pool
            for s in child.segments
            if s.role != "user" or s.injected
        )
    return kept
