"""The state of a numbered thing: task 15 told as done that the last list has as pending; problem 2 told as fixed that is "Unfixed".

In: a trial. Out: findings `status_changed`. Tasks, problems, steps and issues carry numbers, and the sources give each its state in few shapes:
"Problem 2 (unfixed)", "#15 [pending]", "Task 15: done", "- [x] Step 3". The last state that the sources give decides. The parent's
clause must name the thing by its number and state the opposite.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.model import Finding
from leadline.core.text.cuts import stretches
from leadline.core.text.gates import gated

__all__ = ["find_labelled"]

_LABEL = gated(
    r"\b(?P<noun>tasks?|problems?|steps?|issues?|phases?|items?|bugs?|todos?|tickets?|stages?|milestones?|parts?|case|cases)\s+#?(?P<number>\d{1,4})\b(?![.:]\d|/\d)",
    flags=re.I,
)
_HASH = re.compile(r"(?<![\w&/#])#(?P<number>\d{1,4})\b(?=\s{0,8}+[.:)]?\s{0,8}+\[)")
_OPEN = re.compile(
    r"\b(?:unfixed|unresolved|unfinished|incomplete|pending|todo|in[ _-]progress|blocked|failed|failing|skipped|deferred|postponed|outstanding|still open|(?:not|never|n['’]t)(?: yet| been)*(?: \w+ly)? (?:fixed|done|complete[d]?|resolved|finished|implemented|started|closed|merged|solved))\b|\[ \]",
    re.I,
)
_DONE = re.compile(
    r"\b(?:fixed|done|complete[d]?|resolved|closed|finished|implemented|merged|solved|updated)\b|\[x\]|✅|✓|✔", re.I
)
_CLAIM = re.compile(
    r"\b(?:is|are|was|were|has been|have been|got)(?: now| already| also| then)? (?:fixed|done|completed?|resolved|closed|finished|implemented|solved|updated)\b|\((?:now )?(?:fixed|done|completed|resolved|finished)\)",
    re.I,
)
_UNSURE = re.compile(
    r"\b(?:if|when|once|until|unless|before|should|must|will|would|could|may|might|to be|needs?|plan\w*|want\w*|ask\w*|whether|how|partly|partially|half)\b|\?",
    re.I,
)
_NEGATED = re.compile(r"\b(?:not|no|never|nothing|neither)\b|n['’]t\b", re.I)
_CUT = re.compile(r";|\.(?=\s|$)|,(?=\s)|\b(?:and|but|while|whereas)\b")
_REACH = 60  # characters behind a label in which its state stands
_P = 0.92

State = Literal["open", "done"]


class _Said(NamedTuple):
    """A state and where the sources give it."""

    state: State
    owner: int
    start: int
    end: int


def find_labelled(trial: Trial) -> list[Finding]:
    """At most one finding a sentence, in the order of the parent."""
    out: list[Finding] = []
    known: dict[str, list[tuple[str, _Said]]] | None = None
    for sentence in trial.parent_sentences:
        for number, noun, state, start, end in _claims(sentence):
            if known is None:
                known = _states(trial)
            said = [s for n, s in known.get(number, ()) if not n or not noun or n == noun]
            if not said or said[-1].state == state:
                continue
            last = said[-1]
            out.append(
                make(
                    trial, "status_changed", "suspicion",
                    f'The summary says "{trial.parent[start:end]}"; the last that "{trial.pool[last.owner].id}" says of it is "{trial.pool[last.owner].text[last.start : last.end].strip()[:90]}".',
                    parent=(start, end), child=(last.owner, last.start, last.end), probability=_P,
                )
            )  # fmt: skip
            break
    return out


def _claims(sentence: Passage) -> list[tuple[str, str, State, int, int]]:
    """(number, noun, state, span) of what the sentence says of numbered things, clause by clause."""
    out: list[tuple[str, str, State, int, int]] = []
    if sentence.kind in ("code", "data", "heading") or not _LABEL.search(sentence.text):
        return out
    for at, end in stretches(_CUT, sentence.text):
        piece = sentence.text[at:end]
        labels = list(_LABEL.finditer(piece))
        if len(labels) == 1 and not _UNSURE.search(piece):
            open_, done = _OPEN.search(piece), _CLAIM.search(piece)
            state: State | None = "open" if open_ else "done" if done and not _NEGATED.search(piece) else None
            if state is not None:
                m = labels[0]
                out.append((m["number"], _noun(m["noun"]), state, sentence.start + at, sentence.start + end))
    return out


def _states(trial: Trial) -> dict[str, list[tuple[str, _Said]]]:
    """Number -> (noun, state) in the order in which the sources give them."""
    out: dict[str, list[tuple[str, _Said]]] = {}
    for owner, child in enumerate(trial.pool):
        text = child.text
        found = [(m.start(), m.end(), m["number"], _noun(m["noun"])) for m in _LABEL.finditer(text)]
        found += [(m.start(), m.end(), m["number"], "") for m in _HASH.finditer(text)]
        for start, end, number, noun in sorted(found):
            left = text.rfind("\n", 0, start) + 1
            stop = text.find("\n", end)
            stop = min(len(text) if stop < 0 else stop, end + _REACH)
            following = _LABEL.search(text, end, stop)
            stop = following.start() if following else stop
            state = (
                None
                if _UNSURE.search(_CUT.split(text[left:start])[-1])
                else _state(text[left:start][-8:], text[end:stop])
            )
            if state is not None:
                out.setdefault(number, []).append((noun, _Said(state, owner, start, stop)))
    return out


def _state(before: str, behind: str) -> State | None:
    """What a label's own line says of it, right in front ("- [x]") or behind."""
    if "[x]" in before.lower() or "✅" in before or "✓" in before:
        return "done"
    if "[ ]" in before:
        return "open"
    open_, done = _OPEN.search(behind), _DONE.search(behind)
    if _UNSURE.search(behind[: min(m.start() for m in (open_, done) if m)] if open_ or done else ""):
        return None
    if open_ and (not done or open_.start() <= done.start()):
        return "open"
    if done and not _NEGATED.search(behind[: done.start()]):
        return "done"
    return None


def _noun(noun: str) -> str:
    return noun.lower().rstrip("s")
