"""Which names the edits of a session brought into its files: functions, classes, types, tests, rules of a style sheet.

In: edits that were made, in time order, each with its file. Out: a line for each file with the names that its new text defines and its old text
did not. A list of changed files says where to look, not what is new there; reports name half of it. A name that a later edit takes out again is not
told. Pure; linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from leadline.core.tree.nodes import DraftSentence
from leadline.views.lines import reference
from leadline.views.placeholders import new_from
from leadline.views.spoken import Place

__all__ = ["Edit", "defined_by"]

FILES_MAX = 6  # the newest
NAMES_MAX = 6  # of one file, the newest
PROSE = (".md", ".mdx", ".rst", ".txt", ".adoc")
PARTS = 2  # of a path, from its end; the list of changed files has the whole
EDIT_MAX = 20_000  # characters of one edit that are read

_DEFINES = re.compile(
    r"(?m)^[ \t]*(?:export |default |public |private |protected |static |abstract |async |pub(?:\([a-z]+\))? |unsafe |final |declare ){0,4}"
    r"(?:(?:func(?: \([^)\n]{1,80}\))?|def|class|function\*?|fn|struct|enum|trait|interface|type|record|module) (?P<name>[A-Za-z_]\w{2,60})"
    r"|(?:const|let|var) (?P<const>[A-Za-z_]\w{4,60})(?:: [^=\n]{1,80})? = (?:async )?(?:function\b|\([^)\n]{0,120}\)(?:: [^=\n]{1,60})? =>|\w{1,40} =>)"
    r"|(?i:create table(?: if not exists)?) (?P<table>\w{3,60}))"
    r"|^(?P<rule>(?:[a-z][a-z0-9]{0,12})?[.#][A-Za-z][\w-]{2,40}(?:[ .:#>][\w.#:>-]{1,40}){0,2}) \{$"
)
_PATCH = re.compile(r"(?m)^(?:\*\*\* (?:Begin Patch|Update File|Add File)|@@)")


class Edit(NamedTuple):
    """An edit that was made: where its call stands, the file as it spells it, and the call; empty where the file is gone with it."""

    place: Place
    path: str
    call: str


class _File(NamedTuple):
    names: dict[str, None]
    place: Place


def defined_by(edits: Iterable[Edit], newest: int) -> list[DraftSentence]:
    """One line a file, the file that was edited last at the end. What the freshest part (leaf number `newest`) edits has no reference."""
    files: dict[str, _File] = {}
    for edit in edits:
        if edit.path.endswith(PROSE):
            continue  # what a page shows is defined elsewhere
        path = next((k for k in files if k.endswith(f"/{edit.path}") or edit.path.endswith(f"/{k}")), edit.path)
        if not edit.call:
            files.pop(path, None)
            continue
        names = files.pop(path).names if path in files else {}
        old, new = map(_names, _sides(edit.call[:EDIT_MAX]))
        for name in old - new:
            names.pop(name, None)
        for name in sorted(new - old, key=edit.call.find):
            names.pop(name, None)
            names[name] = None
        files[path] = _File(names, edit.place)
    told = [(path, file) for path, file in files.items() if file.names][-FILES_MAX:]
    return [_sentence(path, file, newest) for path, file in told]


def _sides(call: str) -> tuple[str, str]:
    """The old and the new text of an edit; of a patch what stays is old."""
    if _PATCH.search(call):
        lines = call.split("\n")
        return "\n".join(x[1:] for x in lines if x[:1] in ("-", " ")), "\n".join(x[1:] for x in lines if x[:1] == "+")
    begin = new_from(call)
    return call[:begin], call[begin:]


def _names(text: str) -> set[str]:
    return {m[m.lastgroup or 0] for m in _DEFINES.finditer(text)}


def _sentence(path: str, file: _File, newest: int) -> DraftSentence:
    where = "/".join(path.split("/")[-PARTS:])
    text = f"{where}: {', '.join(list(file.names)[-NAMES_MAX:])}"
    return DraftSentence("identifiers", text, reference(file.place, newest), "defined by edits")
