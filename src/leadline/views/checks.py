"""The checks that an agent ran on its work: the last run of each test, build or lint command, and how it ended.

In: calls with their answers in time order, and where files were changed. Out: one line for each command, and whether files were changed
behind the last of them. A record that reports "all done" does not say whether anybody tried it; the calls do. What a command is
is read from its first words (a runner and what it runs, or a tool that does nothing else), how it ended from its answer. Pure; linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from leadline.core.facts.tool_lines import SHELL, read_tool_output
from leadline.core.text.cuts import stretches
from leadline.core.tree.nodes import DraftSentence
from leadline.views.lines import beginning, reference
from leadline.views.seen import lint_of, run_of
from leadline.views.spoken import Place

__all__ = ["Exchange", "checks_of"]

COMMANDS_MAX = 6  # the newest are told
COMMAND_MAX = 80  # characters of a command
CALL_MAX = 2000  # characters of a call in which its commands stand
NEVER_CHECKED = (
    "files were changed, and no run of a test, build, linter or program is seen: not tested as far as this record shows"
)
NOT_SINCE = "files were changed after the last of these runs: not tested since, as far as this record shows"
EDGE = 400  # characters at both ends of an answer in which a runner says how the command ended

_ARGUMENTS = re.compile(r"\n(?=[\w-]{1,40}: )")  # below the command: a description, a time limit
_HERE = re.compile(r"<<-? ?['\"]?\w")
_QUOTED = re.compile(r"'[^']*+(?:'|\Z)|\"(?>(?:[^\"\\]++|\\.)*)(?:\"|\Z)", re.DOTALL)
_NEXT = re.compile(r"&&|\|\||;|\n")
_NAME = re.compile(r"^(?:command|cmd|script): ?")
_IN_FRONT = re.compile(r"\s*(?:(?:\w+=\S+|env|time|sudo|timeout \S+) )*")
_REST = re.compile(r"\s*(?:\d?>>?|<|\||&(?!&)).*", re.DOTALL)  # where its output goes
_CHECK = re.compile(
    r"(?:(?:npx|bunx|uvx|uv run|poetry run|pipenv run|pdm run|hatch run|bundle exec|python3?(?:\.\d+)? -m) )*"
    r"(?:(?:npm|pnpm|yarn|bun|deno|mise|just|make|task|rake|cargo|go|dotnet|mvn|gradle|\./gradlew|\./mvnw|mix|swift|zig|sbt|lein|bazel|nx|turbo|composer)(?: (?:run|task|exec|x))?"
    r"(?: -\S+)*(?: (?!(?:i|install|add|remove|uninstall|init|create|get|update|upgrade|publish|info|view|list|link|new|search) )[\w-]+)? (?:[\w:.-]*(?:\bevals?\b|test|lint|typecheck|type-check|check|build|verify|vet|clippy|e2e|compile)[\w:-]*|tsc|eslint)"
    r"|(?:pytest|unittest|nose2|tox|nox|jest|vitest|mocha|playwright test|cypress run|tsc|eslint|biome (?:check|lint|ci)|ruff (?:check|format --check)|flake8|pylint|mypy|pyright|golangci-lint|shellcheck|rspec|rubocop|phpunit|phpstan|ctest|pre-commit run|black --check|prettier --check)"
    r"|python3? \S*(?:manage\.py test|runtests\.py|\btest_\w+\.py)|(?:ba)?sh \S*tests?\.sh|\./\S*tests?\.sh)(?![\w-])"
)
# Trying the program itself is a check as well, of what nobody can read from the words: it is not told, but something was tried.
_TRIES = re.compile(
    r"(?:python3?|node|ruby|php|perl|java|Rscript|go run|cargo run|dotnet run|npm start|deno run|(?:ba)?sh|\./)(?: ?[\w./-]+\.\w{1,5}\b|(?<=\./)\S+|$)?"
)
_ENDED_WELL = re.compile(r"\bexit(?:ed)?(?: with)?(?: code| status)?:? ?0\b", re.IGNORECASE)


class Exchange(NamedTuple):
    """A call and its answer: where the call stands, the tool, both texts, and whether the format marks the answer as an error."""

    place: Place
    name: str
    call: str
    answer: str
    is_error: bool = False


class _Run(NamedTuple):
    place: Place
    command: str
    outcome: Literal["passed", "failed", "no failure seen"]


def checks_of(calls: Iterable[Exchange], changed: Sequence[Place], newest: int) -> list[DraftSentence]:
    """One sentence for each check, the newest last, and one for changes that none of them saw. `newest` stands for the freshest part,
    in which nothing has a reference of its own."""
    runs: dict[str, _Run] = {}
    tried: Place | None = None
    for exchange in calls:
        ran = list(_commands(exchange))
        tried = exchange.place if ran else tried
        commands = {m.group(): command for m, command in ran if m.re is _CHECK}
        if not commands:
            continue
        outcome = _outcome(exchange)
        whole = " && ".join(commands.values())
        again = {run for key, run in runs.items() if key in commands}
        runs = {key: run for key, run in runs.items() if run not in again}  # of a chain that failed once: all of it
        for key, command in commands.items():
            runs[key] = _Run(exchange.place, whole if outcome == "failed" else command, outcome)
    out = [
        _sentence(f"{run.command}: {run.outcome}", run.place, newest)
        for run in list(dict.fromkeys(runs.values()))[-COMMANDS_MAX:]
    ]
    if changed and (tried is None or changed[-1] > tried):
        out.append(_sentence(NOT_SINCE if runs else NEVER_CHECKED, changed[-1], newest))
    return out


def _sentence(text: str, place: Place, newest: int) -> DraftSentence:
    return DraftSentence("context", text, reference(place, newest))


def _commands(exchange: Exchange) -> Iterator[tuple[re.Match[str], str]]:
    """What the call runs of checks and programs: the words that make a run the same run, and the command as it was given."""
    if not SHELL.search(exchange.name):
        return
    said = exchange.call[:CALL_MAX].removeprefix(exchange.name).lstrip(" \n")
    said = _ARGUMENTS.split(said)[0]
    said = _HERE.split(_NAME.sub("", said))[0]
    blanked = _QUOTED.sub(lambda m: "_" * len(m.group()), said)
    for at, end in stretches(_NEXT, blanked):
        begin = _IN_FRONT.match(blanked, at, end)
        first = begin.end() if begin else at
        found = _CHECK.match(blanked, first, end) or _TRIES.match(blanked, first, end)
        if found:
            rest = _REST.search(blanked, first, end)
            command = " ".join(said[first : rest.start() if rest else end].split())
            yield found, beginning(command, COMMAND_MAX)


def _outcome(exchange: Exchange) -> Literal["passed", "failed", "no failure seen"]:
    lines = read_tool_output(exchange.answer, is_error=exchange.is_error, key="call:check:")
    seen = (run_of(exchange.answer), lint_of(exchange.answer))
    if exchange.is_error or "failed" in seen or any(line.criticality == "owed" for line in lines):
        return "failed"
    edges = f"{exchange.answer[:EDGE]}\n{exchange.answer[-EDGE:]}"
    return "passed" if "passed" in seen or _ENDED_WELL.search(edges) else "no failure seen"
