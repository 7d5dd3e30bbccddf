"""Options that several commands share, so that one thing has one name everywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

__all__ = [
    "archive_option",
    "json_option",
    "judge_options",
    "max_record_option",
    "policy_option",
    "read_session_path",
    "session_argument",
    "store_option",
]

F = TypeVar("F", bound=Callable[..., Any])


def json_option(command: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")(command)


def policy_option(command: F) -> F:
    text = "remediation (strict, the default), narrative (for prose), or a TOML file."
    return click.option("--policy", default="remediation", metavar="NAME|FILE", help=text)(command)


def judge_options(command: F) -> F:
    url = "Where the judge answers (default: the provider's own address); a server of your own may need no key."
    command = click.option("--judge-url", default=None, metavar="URL", help=url)(command)
    text = ("Ask a model about what rules leave open: openai:MODEL or anthropic:MODEL (needs leadline[judge]), or "
            "'command:PROGRAM ARGS', a program that answers what stands on its standard input.")  # fmt: skip
    return click.option("--judge", default=None, metavar="NAME", help=text)(command)


def store_option(command: F) -> F:
    text = "Folder of the store, or postgresql://USER@HOST/DATABASE (default: LEADLINE_STORE, else .leadline here)."
    return click.option("--store", default=None, metavar="FOLDER|URL", help=text)(command)


def archive_option(command: F) -> F:
    text = "Read texts that a sweep moved to this archive (each is hashed before it is believed)."
    return click.option("--archive", default=None, metavar="FOLDER|URL", help=text)(command)


def max_record_option(command: F) -> F:
    text = "The longest record (line, or whole JSON document) that is read, in bytes (default: 64 MiB)."
    return click.option("--max-record", type=click.IntRange(min=1), default=None, metavar="BYTES", help=text)(command)


def session_argument(*, required: bool = True) -> Callable[[F], F]:
    return click.argument("session", required=required, metavar="SESSION" if required else "[SESSION]")


def read_session_path(session: str) -> str:
    """`sample:NAME` becomes the shipped file; `-` stays standard input; anything else stays the path that it is."""
    from leadline.samples import PREFIX, resolve

    return str(resolve(session)) if session.startswith(PREFIX) else session
