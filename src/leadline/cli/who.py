"""Who decides: the options of commands that record a person's decision, and the name when none is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

__all__ = ["by_option", "reason_option", "who_decides"]

F = TypeVar("F", bound=Callable[..., Any])


def _hidden(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Both are kept in receipts, for ever and for others: a secret in them is none any more."""
    from leadline.core.secrets.redact import redact_text

    return redact_text(value) if value else value


def by_option(command: F) -> F:
    text = "Who decides (default: the user of this machine)."
    return click.option("--by", metavar="NAME", help=text, callback=_hidden)(command)


def reason_option(text: str, *, required: bool = True) -> Callable[[F], F]:
    # A default, even None, would count as an answer to a required option.
    more: dict[str, Any] = {"required": True} if required else {"default": ""}
    return click.option("--reason", metavar="TEXT", help=text, callback=_hidden, **more)


def who_decides(by: str | None) -> str:
    """`by`, else the user of this machine."""
    import getpass

    if by:
        return by
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # no entry for this user id, as in many containers
        return "unknown"
