"""One line on a terminal that says how far a bench is, and overwrites itself; nothing where there is no terminal."""

from __future__ import annotations

import sys

import click

__all__ = ["clear_progress", "show_progress"]


def show_progress(text: str) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[2K{text}", nl=False, err=True)


def clear_progress() -> None:
    if sys.stderr.isatty():
        click.echo("\r\x1b[2K", nl=False, err=True)
