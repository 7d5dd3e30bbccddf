"""A judge as an option of the benches: how it is chosen, and what asking it has cost.

In: `--judge`, `--judge-url`, `--answers`. Out: a judge or none, and counts over the reports that it took part in. What a judge needs
is loaded when somebody chooses one: the commands of the benches are loaded by every `leadline bench`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from leadline.cli.options import judge_options as named_judge
from leadline.judges.port import ParentJudge

if TYPE_CHECKING:
    from leadline.engine.check import Report

__all__ = ["Asking", "chosen", "judge_options", "told_in_command"]

F = TypeVar("F", bound=Callable[..., Any])


def judge_options(command: F) -> F:
    """`--judge`, `--judge-url` and `--answers`."""
    text = "Keep the judge's answers in this file and read them again from it; without --judge only read them."
    command = click.option("--answers", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help=text)(
        command
    )
    return named_judge(command)


def chosen(name: str | None, url: str | None, answers: Path | None) -> ParentJudge | None:
    """The judge that the options name, None without one. ValueError for options that do not go together."""
    if name is None and url is None and answers is None:
        return None
    from leadline.bench.recorded import with_answers
    from leadline.compose import chosen_judge

    return with_answers(chosen_judge(name, url), answers)


def told_in_command(judge: ParentJudge | None, name: str | None, answers: Path | None) -> str:
    """The options as a figure's command line shows them: the name of the judge and no address or file of this machine."""
    return f"{f' --judge {judge.name}' if name and judge else ''}{' --answers FILE' if answers else ''}"


@dataclasses.dataclass
class Asking:
    """What asking has cost so far, over the reports that are given to it."""

    parents: int = 0
    questions: int = 0
    answered: int = 0
    calls: int = 0
    read: int = 0
    written: int = 0
    failed: int = 0

    def add(self, report: Report) -> None:
        """Counts a report that a judge was asked for; one without a judge in it changes nothing."""
        asked = report.judge
        if asked is None or not asked.questions:
            return
        self.parents += 1
        self.questions += asked.questions
        self.answered += asked.answered
        self.calls += asked.calls
        self.read += asked.tokens[0]
        self.written += asked.tokens[1]
        self.failed += asked.failure is not None

    def line(self) -> str:
        tokens = f", {self.read:,} tokens read and {self.written:,} written" if self.read else ""
        failed = f", {self.failed} failed" if self.failed else ""
        return f"{self.parents} parents asked about: {self.answered} of {self.questions} questions answered in {self.calls} calls{failed}{tokens}"

    def as_dict(self, judge: ParentJudge | None) -> dict[str, Any]:
        """The key `judge` of a bench's JSON; nothing where nobody was asked."""
        return {"judge": {"name": judge.name, **dataclasses.asdict(self)}} if judge is not None else {}
