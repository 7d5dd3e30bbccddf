"""`leadline check`: one summary against its children from files, or many cases as JSON lines from standard input.

Files give a note. Standard input gives JSON lines (one a case, as they are judged) into a pipe, and on a terminal a
note for one case and a table for many. A case that cannot be read is told on its line and does not stop the others;
the exit code then is 2.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from multiprocessing import active_children
from pathlib import Path
from types import FrameType
from typing import Any, get_args

import click

from leadline.cli.exits import Exit, InputError
from leadline.cli.files import iter_json_lines, read_text, stdin_bytes
from leadline.cli.options import json_option, judge_options, policy_option
from leadline.cli.output import emit, emit_json, is_closed, is_terminal, use_color, warn
from leadline.core.text.messages import Child, Role

__all__ = ["command"]

FORMATS = ("auto", "note", "full", "table", "json")
MANY_VALUES = ("--children", "--originals")


class ManyValues(click.Command):
    """Lets `--children a.txt b.txt` take all files up to the next option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        spread: list[str] = []
        current: str | None = None
        for arg in args:
            if arg.startswith("-") and arg != "-":
                current = arg if arg in MANY_VALUES else None
                if current is None:
                    spread.append(arg)
            elif current is not None:
                spread += [current, arg]
            else:
                spread.append(arg)
        return super().parse_args(ctx, spread)


@click.command("check", cls=ManyValues)
@click.argument("source", required=False, metavar="[-]")
@click.option("--children", multiple=True, metavar="[ROLE=]FILE...", help="The texts that the summary replaces, in time order; "
              "a role is user, assistant, tool, system or summary (the default).")  # fmt: skip
@click.option("--parent", metavar="FILE", help="The summary that is to replace them (- for standard input).")
@click.option(
    "--context", metavar="FILE", help="Text that may support a claim without being owed: system prompt, memory."
)
@click.option("--originals", multiple=True, metavar="[ROLE=]FILE...", help="The original leaves, where at hand.")
@click.option("--depth", type=click.IntRange(min=1), help="Summaries between the parent and its farthest leaf.")
@click.option(
    "--generation", type=click.IntRange(min=1), help="1: a summary of original text; 2: of such a summary; ..."
)
@click.option("--format", "shape", type=click.Choice(FORMATS), default="auto", help="How to print (default: auto).")
@policy_option
@judge_options
@json_option
def command(
    source: str | None, children: tuple[str, ...], parent: str | None, context: str | None, originals: tuple[str, ...],
    depth: int | None, generation: int | None, shape: str, policy: str, judge: str | None, judge_url: str | None, as_json: bool,
) -> int:  # fmt: skip
    """Judge a summary against the texts that it replaces.

    \b
    leadline check --children a.txt user=b.txt --parent p.txt
    leadline check - < cases.jsonl
      one case a line: {"id", "children": [{"id", "role", "text"}], "parent", "policy"?, "depth"?, "generation"?}
    """
    shape = "json" if as_json else shape
    if source == "-":
        if children or parent or originals:
            raise click.UsageError(
                "standard input (-) carries whole cases; leave out --children, --parent, --originals"
            )
        # A judge is asked in this process alone, and Ctrl-C has to reach whatever it has running (judges/command.py).
        with ends_at_once() if judge in (None, "builtin") else nullcontext():
            return _check_lines(policy, shape, judge, judge_url)
    if source is not None:
        raise click.UsageError(f"{source!r} is neither - nor an option's value; name files after --children")
    if not children or parent is None:
        raise click.UsageError("name the texts with --children FILE... and the summary with --parent FILE")
    paths = [_role_and_path(name)[1] for name in (*children, *originals)]
    if [*paths, parent, context].count("-") > 1:
        raise click.UsageError("standard input (-) can stand for one text only")
    from leadline.api import check

    family = _read_children(children)
    text = read_text(parent)
    report = check(
        family, text, policy=policy, depth=depth, generation=generation,
        originals=_read_children(originals) or None, context=None if context is None else read_text(context),
        judge=judge, judge_url=judge_url,
    ).as_dict()  # fmt: skip
    _print_one(report, _places(parent, text, family), "note" if shape == "auto" else shape)
    return _code(report)


def _read_children(names: tuple[str, ...]) -> list[Child]:
    pairs = [_role_and_path(name) for name in names]
    stems = Counter(Path(path).stem for _, path in pairs)
    return [
        Child(Path(path).stem if stems[Path(path).stem] == 1 else path, read_text(path), role, path)
        for role, path in pairs
    ]


def _role_and_path(name: str) -> tuple[Role, str]:
    role, equals, path = name.partition("=")
    for known in get_args(Role):
        if equals and role == known:
            return known, path
    return "summary", name


# ---- many cases from standard input


@dataclass(frozen=True, slots=True)
class Judged:
    """One line of input and what became of it; `report` is None where the line could not be read."""

    line: int
    case: Mapping[str, Any]
    report: dict[str, Any] | None
    error: str | None = None


@contextmanager
def ends_at_once() -> Iterator[None]:
    """Ctrl-C ends the run and its worker processes at once: they share nothing that could be left half-written.

    Without this the pool would wait for its workers, which the same Ctrl-C has stopped in the middle of a queue.
    """
    ours = os.getpid()

    def end(_number: int, _frame: FrameType | None) -> None:
        if os.getpid() == ours:
            for worker in active_children():
                worker.terminate()
            os.write(2, b"leadline: interrupted\n")
        os._exit(Exit.INTERRUPTED)

    before = signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _check_lines(policy: str, shape: str, judge: str | None, judge_url: str | None) -> int:
    if shape == "auto":
        shape = "auto" if is_terminal(sys.stdout) else "json"
    counts: Counter[str] = Counter()
    held: Judged | None = None
    for n, judged in enumerate(_judge(policy, judge, judge_url)):
        counts["unreadable" if judged.report is None else str(judged.report["verdict"])] += 1
        if n == 0 and shape == "auto":
            held = judged
            continue
        if held is not None:
            _print_line(held, "table", first=True)
            held, shape = None, "table"
        _print_line(judged, shape, first=n == 0)
        if is_closed():
            break
    if held is not None:
        _print_line(held, "note", first=True)
    elif shape == "table":
        _print_tally(counts)
    if not counts:
        raise InputError("standard input holds no case", 'write {"id", "children", "parent"} objects, one a line')
    if counts["unreadable"]:
        return Exit.USAGE
    return Exit.FINE if set(counts) - {"unreadable"} == {"promote"} else Exit.REFUSED


def _judge(policy: str, judge: str | None, judge_url: str | None) -> Iterator[Judged]:
    """Every line's result in the order of the lines, while `check_many` reads ahead."""
    from leadline.api import check_many

    waiting: deque[Judged] = deque()

    def cases() -> Iterator[Mapping[str, Any]]:
        for line, value in iter_json_lines(stdin_bytes()):
            wrong = _without_place(value, line) if isinstance(value, InputError) else _what_is_wrong(value)
            case = {} if isinstance(value, InputError) else {"policy": policy, "id": f"line {line}", **value}
            waiting.append(Judged(line, case, None, wrong))
            if wrong is None:
                yield case

    for report in check_many(cases(), judge=judge, judge_url=judge_url):
        while waiting[0].error is not None:
            yield waiting.popleft()
        asked = waiting.popleft()
        yield Judged(asked.line, asked.case, report.as_dict())
    yield from waiting


def _without_place(error: InputError, line: int) -> str:
    """What is wrong with a line, without the line's number: whoever prints it puts that in front."""
    return str(error).replace(f"line {line} ", "the case ", 1)


_JSON_NAMES = {
    str: "a text",
    list: "a list",
    dict: "an object",
    int: "a number",
    float: "a number",
    bool: "true or false",
}


def _what_is_wrong(case: Mapping[str, Any]) -> str | None:
    """Why a case cannot be judged, in words; None for a case that can."""
    children = case.get("children")
    for name, wanted in (("parent", "a text"), ("children", "a list")):
        given = _JSON_NAMES.get(type(case.get(name)))
        if given not in (None, wanted):
            return f"`{name}` is {given}, expected {wanted}"
    if case.get("parent") is None:
        return "the case has no `parent` text"
    if not isinstance(children, list) or not children:
        return "the case has no `children`"
    for i, child in enumerate(children):
        text = child.get("text") if isinstance(child, dict) else child
        if not isinstance(text, str) or not text.strip():
            return f"child {i} has no text"
        role = child.get("role", "summary") if isinstance(child, dict) else "summary"
        if role not in get_args(Role):
            return f"child {i} has the role {role!r}; roles are {', '.join(get_args(Role))}"
    from leadline.api import as_children
    from leadline.policies import PolicyError, load_policy

    ids = Counter(child.id for child in as_children("children", children))
    if doubled := sorted(i for i, n in ids.items() if n > 1):
        return f"two children have one id, {', '.join(doubled[:3])}: give each an id of its own"
    try:
        load_policy(str(case.get("policy", "remediation")))
    except PolicyError as error:
        return f"{error}; {error.remedy}".rstrip("; .")
    for name in ("depth", "generation"):
        value = case.get(name)
        if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < 1):
            return f"`{name}` is {value!r}, expected a whole number from 1"
    return None


def _print_line(judged: Judged, shape: str, *, first: bool) -> None:
    from leadline.views import note

    if judged.report is None:
        if shape == "json":
            emit_json({"id": judged.case.get("id"), "line": judged.line, "error": judged.error}, indent=None)
        warn(f"leadline: line {judged.line}: {judged.error}; correct the case; the others were judged")
        return
    if shape == "table":
        if first:
            emit(note.table_head())
        emit(note.check_row(judged.report, color=use_color()))
    else:
        _print_one(judged.report, _places_of_case(judged.case), shape, indent=None)


def _print_tally(counts: Mapping[str, int]) -> None:
    from leadline.views.note import check_tally

    emit(check_tally(counts))


def _print_one(report: dict[str, Any], places: Any, shape: str, *, indent: int | None = 2) -> None:
    from leadline.views import note

    if shape == "json":
        emit_json(report, indent=indent)
    elif shape == "table":
        emit(note.table_head())
        emit(note.check_row(report, color=use_color()))
    else:
        emit("\n".join(note.check_note(report, places, color=use_color(), suspicions=shape == "full")))


def _places(parent: str, text: str, children: list[Child]) -> Any:
    from leadline.views.note import Place, Places

    return Places(Place(parent, text), {child.id: Place(child.source or child.id, child.text) for child in children})


def _places_of_case(case: Mapping[str, Any]) -> Any:
    from leadline.views.note import Place, Places

    texts: dict[str, Place] = {}
    for i, child in enumerate(case["children"]):
        name = str(child.get("id", i)) if isinstance(child, dict) else str(i)
        texts[name] = Place(f"child {name}", child["text"] if isinstance(child, dict) else child)
    return Places(Place("parent", case["parent"]), texts)


def _code(report: Mapping[str, Any]) -> int:
    return Exit.FINE if report["verdict"] == "promote" else Exit.REFUSED
