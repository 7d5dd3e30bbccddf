"""A change put into another file: what an edit took out or put in, told of a file that this edit did not touch.

In: a trial. Out: findings `identifier_swapped`. An edit names its file: in the call, above the block, in the header of a diff. Where the parent says
in one clause that an exact thing was added, removed or changed in a file, and every edit that touched this thing was in
another one, the place is wrong. What the sources say of both in one sentence clears it.
"""

from __future__ import annotations

import re

from leadline.core.signals.findings import make
from leadline.core.signals.index import Trial
from leadline.core.signals.model import Finding
from leadline.core.signals.session.edits import Edit, edits_of
from leadline.core.text.cuts import stretches

__all__ = ["find_other_files"]

_FILE = re.compile(
    r"(?<![\w.-])((?:[\w.@~-]{0,80}/){0,20}[\w@-][\w.@-]{0,80}\.(?:[A-Za-z][A-Za-z0-9]{1,5}|[chmrR]))(?![\w/])"
)
_THING = re.compile(r"(?<![\w./-])[`'\"]?([A-Za-z_][\w-]*(?:\.\w+)*)(?:\(\))?[`'\"]?(?![\w/])")
_EXACT = re.compile(r"\d|_|[a-z][A-Z]")
_CHANGED = re.compile(
    r"\b(?:add(?:ed)?|put|set|insert(?:ed)?|introduc(?:ed)?|remov(?:ed)?|delet(?:ed)?|renam(?:ed)?|replac(?:ed)?|chang(?:ed)?|edit(?:ed)?|updat(?:ed)?|extend(?:ed)?|receiv(?:ed)?|got|gained|went)\b",
    re.I,
)
_UNTOLD = re.compile(
    r"\b(?:not|no|never|neither|if|would|could|might|may|should|must|will|to be|until|wants?|asked|instead of)\b|n't\b|\?",
    re.I,
)
_CUT = re.compile(r"[;,:](?=\s)|\b(?:and|but|while|whereas|which|because|since|then|so)\b")
_BACK = 700  # characters in front of an edit in which its file is named
_P = 0.9


def find_other_files(trial: Trial) -> list[Finding]:
    """At most one finding a sentence, in the order of the parent."""
    out: list[Finding] = []
    for sentence in trial.reworded:
        if not _CHANGED.search(sentence.text) or not _FILE.search(sentence.text):
            continue
        judged = (_judge(trial, sentence.text[a:b], sentence.start + a) for a, b in stretches(_CUT, sentence.text))
        found = next((f for f in judged if f is not None), None)
        if found is not None:
            out.append(found)
    return out


def _judge(trial: Trial, piece: str, at: int) -> Finding | None:
    files = list(_FILE.finditer(piece))
    if len(files) != 1 or not _CHANGED.search(piece) or _UNTOLD.search(piece):
        return None
    file = files[0][1].lower().rsplit("/", 1)[-1]
    if file not in trial.haystack:
        return None  # an unknown file is another check's
    for m in _THING.finditer(piece):
        thing = m[1].lower()
        if not _EXACT.search(m[1]) or m[1] in files[0][1] or thing == file:
            continue
        touched = [(e, name) for e in edits_of(trial) if thing in e.names for name in (_file_of(trial, e),)]
        if not touched or any(not name or name == file for _, name in touched):
            continue
        if any(thing in low and file in low for low in (s.text.lower() for s in trial.sentences)):
            continue
        edit, name = touched[-1]
        return make(
            trial, "identifier_swapped", "suspicion",
            f'The summary puts the change of "{m[1]}" into "{files[0][1]}"; the edits that touch it, the last one in "{trial.pool[edit.owner].id}", are of "{name}".',
            parent=(at + min(m.start(1), files[0].start(1)), at + max(m.end(1), files[0].end(1))),
            child=(edit.owner, edit.start, edit.end), probability=_P,
        )  # fmt: skip
    return None


def _file_of(trial: Trial, edit: Edit) -> str:
    """The last path named in front of the edit, in lower case without its folders; "" where there is none."""
    before = trial.lower[edit.owner][max(0, edit.start - _BACK) : edit.start]
    last = ""
    for m in _FILE.finditer(before):
        last = m[1]
    return last.rsplit("/", 1)[-1]
