"""What git said of the working tree, against what the parent says: staged, clean, untracked, so many commits ahead or behind.

In: a trial. Out: findings `status_changed` and `value_changed`. Somebody may have said otherwise in the session; what `git status` printed
decides, and a parent that repeats only the saying tells one side. Counts are compared for the same base only; a later `git add` or
commit clears what was told of the index.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from leadline.core.signals.findings import make
from leadline.core.signals.index import Passage, Trial
from leadline.core.signals.lexis import NUMBER_WORDS
from leadline.core.signals.model import Finding
from leadline.core.text.messages import Child

__all__ = ["find_other_worktree"]

_SHORT = re.compile(r"^(?P<index>[ MADRCU?])(?P<tree>[ MADU?]) (?P<path>\S[^\n]*)$", re.M)
_HEADER = re.compile(r"^## \S", re.M)
_PRINTED = re.compile(r"^(?:## \S|Changes (?:to be|not staged)|Untracked files:)", re.M)
_SECTIONS = re.compile(
    r"^(?P<name>Changes to be committed|Changes not staged for commit|Untracked files):[^\n]*\n(?P<body>(?:[ \t]+[^\n]*\n?|[ \t]*\n)+)",
    re.M,
)
_ENTRY = re.compile(
    r"^[ \t]+(?!\()(?:(?:new file|modified|deleted|renamed|both modified|typechange):\s+)?(?P<path>\S[^\n]*)$", re.M
)
_ADDS = re.compile(
    r"\bgit (?:-\S+ )*(?:add|stage|rm|mv|stash|reset|restore|checkout)\b|\bcommit (?:-\w*a|--all)|\bapply --(?:index|cached)|\bgit (?:-\S+ )*commit\b"
)
_HINT = re.compile(r"\((?:use|try) [\"'`]git[^)\n]{0,300}+\)")
_CLEAN = re.compile(
    r"nothing to commit|working (?:tree|directory|copy) (?:is |was )?(?:now )?clean|no changes\b|nothing added", re.I
)
_N = r"(?P<n>\d+|" + "|".join(w for w in NUMBER_WORDS if w.isascii() and w.isalpha()) + r")"
_COUNTED = (
    re.compile(rf"\b{_N} commits? (?P<way>ahead|behind)(?:,? (?:of )?(?P<base>(?:the )?[\w./-]+))?", re.I),
    re.compile(rf"\b(?P<way>ahead|behind)(?: (?:of )?'?(?P<base>(?!by\b)[\w./-]+)'?)? by {_N}\b", re.I),
)
_WAY = re.compile(r"\b(?:ahead|behind)\b", re.I)
_NEAR = 60  # characters in which a count stands beside its way
_BRACKET = re.compile(
    r"(?:\.\.\.(?P<base>[\w./-]{1,200}+) )?\[(?:ahead (?P<ahead>\d+))?(?:, )?(?:behind (?P<behind>\d+))?\]"
)
_DIVERGED = re.compile(
    r"and '(?P<base>[\w./-]+)' have diverged,\s+and have (?P<ahead>\d+) and (?P<behind>\d+) different"
)
_STAGED = re.compile(
    r"\b(?P<was>already|is|are|was|were|been|now)(?: (?P<since>already|now|all|also|still))? staged\b|\bin the (?:index|staging area)\b",
    re.I,
)
_CLEAN_TOLD = re.compile(
    r"\bworking (?:tree|copy|directory) (?:is|was|stayed) (?:now |again |still )?clean\b|\bclean working (?:tree|copy|directory)\b",
    re.I,
)
_UNTRACKED = re.compile(
    r"\buntracked (?:\w+ ){0,3}?(?P<a>[\w./-]{0,160}\w\.\w{1,20})|(?<![\w./-])(?P<b>[\w./-]{0,160}\w\.\w{1,20}) (?:is|was|remains|stays|are|as|is still|was still) untracked\b",
    re.I,
)
_UNTOLD = re.compile(
    r"\b(?:not|no|never|nothing|nobody|without|neither|nor|if|whether|unless|until|once|should|must|would|will|could|may|might|wants?|wanted|asked|to be|un\w+ed|described|claim\w*|said|says|states|stated|reported|overlap|diff(?:er\w*)?|yet|but|only)\b|n['’]t\b|\?",
    re.I,
)
# Count and index: one faulty claim of a real session each, no alarm in the 37 real compactions of sessions; the other two have met nothing so far.
_P_COUNT, _P_STAGED, _P_CLEAN, _P_UNTRACKED = 0.88, 0.86, 0.8, 0.8
_CHEAP = re.compile(r"\bstaged\b|\bstaging\b|\bindex\b|\bclean\b|untracked|\bahead\b|\bbehind\b", re.I)


class _Status(NamedTuple):
    """One print of `git status`: the paths by what it says of them."""

    owner: int
    start: int
    end: int
    staged: frozenset[str]
    changed: frozenset[str]
    untracked: frozenset[str]


def find_other_worktree(trial: Trial) -> list[Finding]:
    """At most one finding a sentence, in the order of the parent."""
    if not _CHEAP.search(trial.parent) or "git" not in trial.haystack:
        return []
    out: list[Finding] = []
    for sentence in trial.reworded:  # what is quoted says who said it
        if not _CHEAP.search(sentence.text):
            continue
        found = _counts(trial, sentence) or _index(trial, sentence)
        if found is not None:
            out.append(found)
    return out


def _statuses(trial: Trial) -> tuple[_Status, ...]:
    kept = trial.shared.get("git statuses")
    if not isinstance(kept, tuple):
        out: list[_Status] = []
        for owner, child in enumerate(trial.pool):
            for s in child.segments:
                if s.role == "tool" and _PRINTED.search(child.text, s.start, s.end):
                    out += _read(child.text[s.start : s.end], owner, s.start)
        kept = trial.shared["git statuses"] = tuple(out)
    return kept


def _read(text: str, owner: int, at: int) -> list[_Status]:
    staged: set[str] = set()
    changed: set[str] = set()
    untracked: set[str] = set()
    if _HEADER.search(text):
        for m in _SHORT.finditer(text):
            if m["index"] == "?":
                untracked.add(m["path"])
            else:
                if m["index"] in "MADRC":
                    staged.add(m["path"])
                if m["tree"] in "MAD":
                    changed.add(m["path"])
    for m in _SECTIONS.finditer(text):
        target = {"C": staged, "U": untracked}[m["name"][0]] if "not staged" not in m["name"] else changed
        target.update(e["path"] for e in _ENTRY.finditer(m["body"]))
    if not (staged or changed or untracked):
        return []
    return [_Status(owner, at, at + min(len(text), 300), frozenset(staged), frozenset(changed), frozenset(untracked))]


def _counts(trial: Trial, sentence: Passage) -> Finding | None:
    """ "Four commits behind" where every count that the sources give for that base is another."""
    for shape in _COUNTED:
        for told in shape.finditer(sentence.text):
            way, base = told["way"].lower(), _last(told["base"])
            n = _number(told["n"])
            known = [c for c in _known(trial) if c[0] == way and (not base or not c[2] or base == c[2])]
            if (
                n is None
                or not known
                or any(c[1] == n for c in known)
                or re.search(rf"^\s*{n}\s*$", trial.haystack, re.M)
            ):
                continue
            _, number, _, owner, start, end = known[-1]
            return make(
                trial, "value_changed", "suspicion",
                f'The summary says "{told.group()}"; "{trial.pool[owner].id}" says {way} by {number}, and no source gives the other count.',
                parent=(sentence.start + told.start(), sentence.start + told.end()), child=(owner, start, end), probability=_P_COUNT,
            )  # fmt: skip
    return None


def _known(trial: Trial) -> tuple[tuple[str, int, str, int, int, int], ...]:
    """(way, count, base, owner, start, end) of every count that a child gives."""
    kept = trial.shared.get("git counts")
    if not isinstance(kept, tuple):
        out: list[tuple[str, int, str, int, int, int]] = []
        for owner, child in enumerate(trial.pool):
            for m in (*_BRACKET.finditer(child.text), *_DIVERGED.finditer(child.text)):
                out += [(way, int(m[way]), _last(m["base"]), owner, *m.span()) for way in ("ahead", "behind") if m[way]]
            for way in _WAY.finditer(child.text):
                near = child.text[max(0, way.start() - _NEAR) : way.end() + _NEAR]
                if "commit" not in near and " by " not in near:
                    continue
                for m in (m for shape in _COUNTED for m in shape.finditer(near)):
                    n = _number(m["n"])
                    if n is not None:
                        out.append((m["way"].lower(), n, _last(m["base"]), owner, *way.span()))
        kept = trial.shared["git counts"] = tuple(out)
    return kept


def _number(text: str) -> int | None:
    return int(text) if text.isdigit() else int(NUMBER_WORDS[text.lower()]) if text.lower() in NUMBER_WORDS else None


def _last(base: str | None) -> str:
    """`main` of `origin/main`; nothing where no base is named."""
    name = (base or "").strip("'.").rpartition("/")[2].lower()
    return "" if name in ("the", "origin", "remote", "upstream", "it") else name


def _index(trial: Trial, sentence: Passage) -> Finding | None:
    """Staged, clean or untracked, against all that was printed."""
    for pattern, judge in ((_STAGED, _staged), (_CLEAN_TOLD, _clean), (_UNTRACKED, _untracked)):
        told = pattern.search(sentence.text)
        if told is None or _UNTOLD.search(re.split(r"[;,]\s", sentence.text[: told.start()])[-1]):
            continue
        found = judge(trial, told)
        if found is not None:
            status, what, probability = found
            return make(
                trial, "status_changed", "suspicion",
                f'The summary says "{told.group()}"; what git printed in "{trial.pool[status.owner].id}" {what}. One saying in a session does not outweigh it.',
                parent=(sentence.start + told.start(), sentence.start + told.end()), child=(status.owner, status.start, status.end), probability=probability,
            )  # fmt: skip
    return None


def _staged(trial: Trial, told: re.Match[str]) -> tuple[_Status, str, float] | None:
    statuses = _statuses(trial)
    if not statuses or any(s.staged for s in statuses) or not statuses[-1].changed:
        return None
    before = "already" in told.group().lower()  # staged before what comes next: a later `git add` does not make it so
    children = trial.pool[: statuses[-1].owner] if before else trial.pool
    if _is_added(children):
        return None
    return statuses[-1], "lists the changes as not staged", _P_STAGED


def _is_added(children: Sequence[Child]) -> bool:
    """A command that changes the index or the tree, and not one that git only hints at."""
    return any(c.role != "user" and _ADDS.search(_HINT.sub("", c.text)) for c in children)


def _clean(trial: Trial, told: re.Match[str]) -> tuple[_Status, str, float] | None:
    statuses = _statuses(trial)
    if not statuses or _CLEAN.search(trial.haystack) or not (statuses[-1].changed or statuses[-1].staged):
        return None
    if _is_added(trial.pool[statuses[-1].owner :]):
        return None
    return statuses[-1], "lists changes", _P_CLEAN


def _untracked(trial: Trial, told: re.Match[str]) -> tuple[_Status, str, float] | None:
    name = (told["a"] or told["b"]).rpartition("/")[2].lower()
    statuses = _statuses(trial)

    def has(paths: frozenset[str]) -> bool:
        return any(p.rstrip("/").rpartition("/")[2].lower() == name for p in paths)

    known = [s for s in statuses if has(s.staged | s.changed)]
    if not known or any(has(s.untracked) for s in statuses) or f"?? {name}" in trial.haystack:
        return None
    return known[-1], "lists it among the tracked files", _P_UNTRACKED
