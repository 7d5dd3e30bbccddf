"""A file told as kept that was deleted, or as deleted that nobody deleted.

In: a trial. Out: findings `status_changed`. A session shows a deletion by a command (`rm`, `git rm`), by a patch ("Delete File:"), by what a tool
prints, or in a sentence. The last such event decides; a later one that writes the file again clears it.
"""

from __future__ import annotations

import re

from leadline.core.signals.findings import make
from leadline.core.signals.index import Trial
from leadline.core.signals.model import Finding

__all__ = ["find_files"]

_FILE = r"(?<!\bin )(?<!\bof )(?<!\bto )(?<!\bat )(?<!\bby )(?<!\bon )(?<!\bfrom )(?<!\bwith )[`'\"]?(?P<file>(?:[\w.@~-]{1,80}/){0,20}[\w@-][\w.@-]{0,80}\.(?:[A-Za-z]\w{1,8}|[chmrRv])|(?:[\w.@~-]{1,80}/){2,20}[\w.@-]{1,80})[`'\"]?"
_WAS = r"(?:is|was|were|are|has been|have been|remains?|remained|stays?|stayed)"
_AND = r"(?: \w+){0,3}?,?(?: and| but)?"
_KEPT = re.compile(
    rf"(?<![\w/]){_FILE}{_AND} {_WAS} (?:now |still )?(?:kept|left in place|left alone|retained|preserved|still there)\b"
)
_GONE = re.compile(
    rf"(?<![\w/]){_FILE} (?:{_WAS} )(?:also |then |now )?(?:deleted|removed|cleaned up|erased)\b|\b(?:deleted|removed|erased|cleaned up) (?:the )?(?:file |untracked )?{_FILE.replace('file>', 'gone>')}"
)
_UNTOLD = re.compile(
    r"\b(?:not|no|never|neither|nothing|without|if|would|could|might|may|should|must|will|to be|until|once|from|wants?|asked)\b|n't\b|\?",
    re.I,
)
_DELETION = re.compile(
    r"\brm\b|\bunlink|\bdelet\w+|\bremov\w+|\berase[ds]?|\bclean(?:ed)?[ -]?up\b|\bdrop(?:ped|s)?\b|\bgit clean\b|\bgone\b|\btrash\w*|\bmov(?:e[ds]?|ing)\b|\bmv\b|\bprun\w+",
    re.I | re.M,
)
_LISTED = re.compile(r"\s?D\s")  # in a status
_DONE = re.compile(r"(?:^|[\s;&|$`])(?:git )?rm\s|Delete File:|\bdeleted\b|\bremoved\b", re.I)
_AGAIN = re.compile(r"\b(?:re-?creat\w+|creat\w+|wr(?:ote|itten|ite)|restor\w+|add(?:ed)?|checkout)\b", re.I)
_NEXT = re.compile(r"(?<=[.!?;])[ \t]+")  # between two sentences of a line
_P = 0.9


def find_files(trial: Trial) -> list[Finding]:
    """At most one finding of each shape a sentence, in the order of the parent."""
    out: list[Finding] = []
    for sentence in trial.reworded:
        for told, check in ((_KEPT.search(sentence.text), _deleted), (_GONE.search(sentence.text), _never_deleted)):
            if (
                told is None
                or _UNTOLD.search(told.group())
                or _UNTOLD.search(sentence.text[max(0, told.start() - 30) : told.start()])
            ):
                continue
            name = told.groupdict().get("file") or told.groupdict().get("gone") or ""
            found = check(trial, name, (sentence.start + told.start(), sentence.start + told.end()))
            if found is not None:
                out.append(found)
    return out


def _lines(trial: Trial, name: str) -> list[tuple[int, int, int, str]]:
    """(child, start, end, text) of the lines that name the file, in order; of a line of several sentences, those that do."""
    low = name.lower().rsplit("/", 1)[-1]
    named = re.compile(rf"(?<![\w.-]){re.escape(low)}(?![\w-]|\.\w)")  # "a.py" is not named by "data.py"
    out: list[tuple[int, int, int, str]] = []
    for owner, text in enumerate(trial.lower):
        found = named.search(text) if low in text else None
        while found is not None:
            at = found.start()
            left, right = text.rfind("\n", 0, at) + 1, text.find("\n", at)
            right = len(text) if right < 0 else right
            start = max((m.end() for m in _NEXT.finditer(text, left, at)), default=left)
            following = _NEXT.search(text, found.end(), right)
            end = right if following is None else following.start()
            out.append((owner, start, end, trial.pool[owner].text[start:end]))
            found = named.search(text, end)
    return out


def _deleted(trial: Trial, name: str, span: tuple[int, int]) -> Finding | None:
    """Told as kept; the last line that tells of its making or its end tells the end."""
    last = None
    for owner, start, end, line in _lines(trial, name):
        if trial.pool[owner].role != "user" and _DONE.search(line) and not _UNTOLD.search(line):
            last = (owner, start, end, line)
        elif last is not None and _AGAIN.search(line):
            last = None
    if last is None:
        return None
    owner, start, end, line = last
    return make(
        trial, "status_changed", "suspicion",
        f'The summary says that "{name}" was kept; "{trial.pool[owner].id}" deletes it: "{line.strip()[:80]}".',
        parent=span, child=(owner, start, end), probability=_P,
    )  # fmt: skip


def _never_deleted(trial: Trial, name: str, span: tuple[int, int]) -> Finding | None:
    """Told as deleted; the sources name the file, and no line that does, nor a command on its folder, has a word of deleting."""
    lines = _lines(trial, name)
    told = [line for *_, line in lines if not line.rstrip().endswith("?")]
    if not lines or any(_DELETION.search(line) or _LISTED.match(line) for line in told):
        return None
    owners = {owner for owner, *_ in lines}
    last = lines[-1]
    stem = name.rsplit("/", 1)[-1].rsplit(".", 1)[0].lower()
    for s in trial.sentences:
        if s.text.rstrip().endswith("?"):
            continue
        if _DELETION.search(s.text) and (
            s.owner in owners or stem in s.text.lower() or "*" in s.text or s.owner > last[0]
        ):
            return None
    return make(
        trial, "status_changed", "suspicion",
        f'The summary says that "{name}" was deleted; no source tells of it, and "{trial.pool[last[0]].id}" still names it.',
        parent=span, child=(last[0], last[1], last[2]), probability=_P,
    )  # fmt: skip
