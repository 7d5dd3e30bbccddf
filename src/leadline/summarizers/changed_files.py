"""Files that the tool calls of a leaf change or remove, read from what the calls say.

In: a leaf's text and one of its calls. Out: paths with their places and whether the file is gone. Three shapes, whatever the tool is
called: an argument that names a file beside a verb of writing in the tool's name, the headers of a patch or diff, and in shell commands
the words that move, remove or write files, and in a cell of code the functions that do. An edit that its tool refused changed nothing.
What a shell loop or a script touches is not seen. `Files` keeps the last state of each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from leadline.core.text.messages import Segment
from leadline.core.tree.nodes import DraftSentence, Evidence

__all__ = ["CHANGED", "REMOVED", "Change", "Files", "changes_of"]

CHANGED, REMOVED = "files changed", "files removed"
FILES_MAX = 40  # paths in a listing; the newest stay
CALL_MAX = 20_000  # characters of one call that are read

_WRITES = re.compile(r"edit|write|patch|create|replace|insert|move|rename|delete|remove", re.IGNORECASE)
_REMOVES = re.compile(r"delete|remove", re.IGNORECASE)
_MOVING = re.compile(r"move|rename", re.IGNORECASE)
_SHELL = re.compile(r"bash|shell|exec|terminal|command|^sh$", re.IGNORECASE)
_ONLY_LOOKS = re.compile(r"^command: ?(?:view|read|open)\b", re.MULTILINE)
_ARGUMENT = re.compile(
    r"^(?:(?P<old>old_?path|source)|(?:absolute_?|target_?|new_?|notebook_?|relative_?|dest(?:ination)?_?)?(?:file_?)?(?:path|name)|(?:target_?)?file|destination)[\"']?: ?[\"']?(?P<path>[^\s\"',]{1,300})[\"']?,?$",
    re.IGNORECASE | re.MULTILINE,
)
_HEADER = re.compile(
    r"^(?:\*\*\* (?:(?P<gone>Delete)|Update|Add) File: |\*\*\* Move to: |\+\+\+ (?:b/)?)(?P<path>[^\s]{1,300})$",
    re.MULTILINE,
)
_NAME = r"[\w.@~+/\-\[\]()]{1,200}"
_FILE = re.compile(
    r"(?:[\w.@~+\-\[\]()]{1,80}/){0,20}[\w.@+\-\[\]()]{0,80}\.[A-Za-z]\w{0,9}|(?:[\w.@~+\-]{1,80}/){1,20}[A-Z][A-Za-z]{2,20}"
)
_MOVES = re.compile(rf"(?<![\w-])(?:git )?mv (?:-\w+ ){{0,3}}(?P<old>{_NAME}) (?P<path>{_NAME})")
_DELETES = re.compile(rf"(?<![\w-])(?:git )?rm (?:-\w+ ){{0,3}}(?P<gone>{_NAME}(?: {_NAME}){{0,20}})")
_INTO = re.compile(
    rf"(?:(?<![\d&>=-])>{{1,2}} ?|(?<![\w-])tee (?:-a )?|(?<![\w-])sed -i[^\n;&|]{{1,300}}? )(?P<path>{_NAME})(?=\s*(?:$|[;&|\n]|<<|\d?>))"
)
_HERE = re.compile(r"<<-? ?['\"]?(\w++)['\"]?[^\n]{0,2000}+\n")
_CELL = re.compile(r"python|jupyter|notebook|cell|code|repl|interpreter", re.IGNORECASE)
_FUNCTION = re.compile(  # what a cell of code calls to write a file: its own tools, or those of the language
    r"(?m)^[ \t]*(?:(?:edit|write|create|insert|append|replace)_?\w{0,40}\(\s{0,8}(?:(?:file_?)?(?:name|path) ?= ?)?[\"'](?P<tool>[^\s\"']{1,300})[\"']"
    r"|(?:with )?open\([\"'](?P<open>[^\s\"']{1,300})[\"'], ?(?:mode ?= ?)?[\"'][wax]|(?:\w{1,20}\.)?Path\([\"'](?P<text>[^\s\"']{1,300})[\"']\)\.write_)"
)
_LONG_STRING = re.compile(r"\"{3}.*?(?:\"{3}|\Z)|'{3}.*?(?:'{3}|\Z)", re.DOTALL)  # what is written is not what is done
_NOWHERE = re.compile(r"/?(?:dev|tmp|proc)/")


class Change(NamedTuple):
    """A path as the call spells it, its place in the leaf, and whether nothing is left there."""

    path: str
    start: int
    end: int
    gone: bool


def changes_of(text: str, call: Segment) -> Iterator[Change]:
    """What one call does to files, in the order in which it says so."""
    first = call.start + len(call.name or "")
    said = text[first : min(call.end, call.start + CALL_MAX)]
    name = call.name or ""
    found: list[tuple[int, str, bool]] = []
    if _SHELL.search(name) and not _WRITES.search(name):
        found += _of_shell(said)
    elif _CELL.search(name) and not _WRITES.search(name):
        plain = _LONG_STRING.sub(lambda m: " " * len(m.group()), said)
        found += [(m.start(g), m[g], False) for m in _FUNCTION.finditer(plain) if (g := m.lastgroup or "")]
    headers = [(m.start("path"), m["path"], m["gone"] is not None) for m in _HEADER.finditer(said)]
    if headers:
        found += headers
    elif _WRITES.search(name) and not _ONLY_LOOKS.search(said):
        found += [
            (m.start("path"), m["path"], m["old"] is not None or _REMOVES.search(name) is not None)
            for m in _ARGUMENT.finditer(said, 0, 2000)
        ][: 2 if _MOVING.search(name) else 1]
    for at, path, gone in found:
        if _FILE.fullmatch(path.lstrip("/")) and not _NOWHERE.match(path):
            yield Change(path, first + at, first + at + len(path), gone)


def _of_shell(said: str) -> list[tuple[int, str, bool]]:
    """Moves, removals and redirections of a command, outside of the texts that it is fed."""
    found: list[tuple[int, str, bool]] = []
    for start, end in _commands(said):
        for m in _MOVES.finditer(said, start, end):
            if not _FILE.fullmatch(m["path"].lstrip("/")):
                continue  # into a folder: the file is there now, under a path that nobody wrote down
            found += [(m.start("old"), m["old"], True), (m.start("path"), m["path"], False)]
        for m in _DELETES.finditer(said, start, end):
            found += [(m.start("gone") + w.start(), w.group(), True) for w in re.finditer(r"\S+", m["gone"])]
        found += [(m.start("path"), m["path"], False) for m in _INTO.finditer(said, start, end)]
    return sorted(found)


def _commands(said: str) -> Iterator[tuple[int, int]]:
    """The spans of a shell call that are no here-document."""
    at = 0
    while (here := _HERE.search(said, at)) is not None:
        yield at, here.end()
        closing = re.compile(rf"^\s*{here[1]}\s*$", re.MULTILINE).search(said, here.end())
        if closing is None:
            return
        at = closing.end()
    yield at, len(said)


class Files:
    """The last state of each file, newest last. One file may be spelt from the root and from a folder: it is told once."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[Evidence, bool]] = {}

    def add(self, path: str, evidence: Evidence, gone: bool) -> None:
        longer = [known for known in self._last if known.endswith(f"/{path}")]
        if len(longer) == 1:  # the same file, spelt from a folder
            path, evidence = longer[0], self._last.pop(longer[0])[0]  # where the whole path is written
        for known in [k for k in self._last if k == path or path.endswith(f"/{k}")]:
            del self._last[known]
        self._last[path] = (evidence, gone)

    def add_call(self, leaf: int, text: str, call: Segment, *, refused: bool = False) -> None:
        """`refused`: its tool says that it did not do it. A command may have done half of it all the same."""
        if refused and not _SHELL.search(call.name or ""):
            return
        for change in changes_of(text, call):
            self.add(change.path, Evidence(leaf, change.start, change.end), change.gone)

    def add_listing(self, sentence: DraftSentence) -> None:
        for path, evidence in zip(sentence.pieces, sentence.evidence, strict=True):
            self.add(path, evidence, sentence.label == REMOVED)

    def __bool__(self) -> bool:
        return bool(self._last)

    def listings(self, joint: str) -> Iterable[DraftSentence]:
        """A sentence for what was changed, and one for what is gone."""
        for label, gone in ((CHANGED, False), (REMOVED, True)):
            newest = [(path, e) for path, (e, is_gone) in self._last.items() if is_gone == gone][-FILES_MAX:]
            if newest:
                paths, places = zip(*newest, strict=True)
                yield DraftSentence("identifiers", joint.join(paths), places, label)
