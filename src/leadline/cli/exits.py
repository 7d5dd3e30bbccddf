"""What the program's exit codes mean, and the one place where an error becomes a line and a code.

Every error ends as one line on standard error, `leadline: what; where; what to do`, never as a traceback
(`LEADLINE_DEBUG=1` shows it). "Could not read this" (2) never looks like "facts were lost" (1).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import click

from leadline.views.terminal import one_line

__all__ = ["EXIT_MEANINGS", "Exit", "InputError", "Told", "code_of", "tell"]


class Exit(IntEnum):
    """The exit codes of every command (design.md, section 6)."""

    FINE = 0
    REFUSED = 1
    USAGE = 2
    STORE = 3
    COLLAPSE = 4
    FAULT = 70  # EX_SOFTWARE of sysexits.h: a fault of leadline itself, which is neither a verdict nor the user's
    INTERRUPTED = 130


EXIT_MEANINGS: dict[Exit, str] = {
    Exit.FINE: "fine: nothing was refused and nothing owed was lost",
    Exit.REFUSED: "refused, or something owed was lost: the findings say what",
    Exit.USAGE: "usage, or input that cannot be read: nothing was judged and nothing was written",
    Exit.STORE: "trouble with the store: locked, corrupt, full, or no permission",
    Exit.COLLAPSE: "no way on without loss: nothing was written, and the message names the ways out",
    Exit.FAULT: "a fault of leadline itself: please report it with the output of LEADLINE_DEBUG=1",
    Exit.INTERRUPTED: "interrupted (Ctrl-C): what was committed before stays, nothing is half-written",
}


class InputError(Exception):
    """Something that the user gave cannot be used: what, where, and what to do."""

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class Told:
    """An error as the user sees it: one line, and the exit code."""

    line: str
    code: Exit


def tell(error: BaseException) -> Told:
    """The line and the code for any error. Unknown ones are a fault of leadline and say so."""
    if isinstance(error, KeyboardInterrupt | click.exceptions.Abort):
        return Told("leadline: interrupted", Exit.INTERRUPTED)
    if isinstance(error, click.ClickException):
        return Told(_line(error.format_message(), _usage_remedy(error)), Exit.USAGE)
    code = code_of(type(error))
    if code is Exit.FAULT:
        what = f"a fault of leadline itself: {type(error).__name__}: {error}"
        return Told(_line(what, "run it again with LEADLINE_DEBUG=1 and report what it prints"), code)
    if isinstance(error, OSError) and error.strerror:
        where = f": {error.filename}" if error.filename else ""
        return Told(_line(f"{error.strerror.lower()}{where}", "give another path, or the right to use this one"), code)
    return Told(_line(str(error), str(getattr(error, "remedy", "") or "")), code)


# By name, so that telling one error does not import the rooms of all the others; a subclass has its parent's code.
_CODES: dict[str, Exit] = {
    "FidelityCollapseError": Exit.COLLAPSE,
    "FidelityBudgetExceeded": Exit.COLLAPSE,
    "HeldError": Exit.REFUSED,
    "NotMarkedError": Exit.REFUSED,
    "StoreError": Exit.STORE,
    "ReaderError": Exit.USAGE,
    "PolicyError": Exit.USAGE,
    "DivergedError": Exit.USAGE,
    "InputError": Exit.USAGE,
    "OutputError": Exit.USAGE,
    "JudgeError": Exit.USAGE,
}


def code_of(error: type[BaseException]) -> Exit:
    """The exit code of a class of errors (those of `click` and interruptions aside)."""
    for ancestor in error.__mro__:
        if ancestor.__module__.startswith("leadline.") and ancestor.__name__ in _CODES:
            return _CODES[ancestor.__name__]
    return Exit.USAGE if issubclass(error, ValueError | OSError) else Exit.FAULT


def _usage_remedy(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    return f"see: {context.command_path} --help" if context is not None else "see: leadline --help"


LINE_MAX = 1_000  # characters of either half: a path or a name may be as long as a user likes


def _line(what: str, remedy: str) -> str:
    parts = [_shortened(one_line(part)).rstrip(" .;") for part in (what, remedy) if part.strip()]
    return "leadline: " + "; ".join(parts)


def _shortened(text: str) -> str:
    """A very long text without its middle, visibly."""
    return text if len(text) <= LINE_MAX else f"{text[: LINE_MAX // 2]} … {text[-LINE_MAX // 2 :]}"
