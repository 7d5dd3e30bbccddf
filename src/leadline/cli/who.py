"""Who decides: the options of commands that record a person's decision, and the name when none is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

__all__ = ["by_option", "reason_option", "who_decides"]

F = TypeVar("F", bound=Callable[..., Any])


def by_option(command: F) -> F:
    text = "Who decides (default: the user of this machine)."
    return click.option("--by", metavar="NAME", help=text)(command)


def reason_option(text: str, *, required: bool = True) -> Callable[[F], F]:
    return click.option("--reason", required=required, default=None if required else "", metavar="TEXT", help=text)


def who_decides(by: str | None) -> str:
    """`by`, else the user of this machine."""
    import getpass

    if by:
        return by
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # no entry for this user id, as in many containers
        return "unknown"
