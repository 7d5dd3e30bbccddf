"""Each kind of error has its code and its line, in one place."""

from __future__ import annotations

import click
import pytest

from leadline.cli.exits import EXIT_MEANINGS, Exit, InputError, tell
from leadline.core.policy.retention import FidelityCollapseError
from leadline.policies import PolicyError
from leadline.readers.port import NotATranscriptError, ReaderError
from leadline.stores.port import StoreError, StoreLockedError

CASES = [
    (ReaderError("what", "do this"), Exit.USAGE),
    (NotATranscriptError("what", "do this"), Exit.USAGE),
    (PolicyError("what", "do this"), Exit.USAGE),
    (InputError("what", "do this"), Exit.USAGE),
    (StoreError("what", "do this"), Exit.STORE),
    (StoreLockedError("what", "do this"), Exit.STORE),
    (FidelityCollapseError("what", "do this"), Exit.COLLAPSE),
]


@pytest.mark.parametrize(("error", "code"), CASES, ids=[type(error).__name__ for error, _ in CASES])
def test_an_error_is_what_happened_and_what_to_do(error: Exception, code: Exit) -> None:
    """The line holds message and remedy; the code is that of the table."""
    assert tell(error) == type(tell(error))("leadline: what; do this", code)


def test_bad_arguments_and_files_are_usage() -> None:
    """ValueError and OSError come from what was given."""
    assert tell(ValueError("budget = 0: expected at least 1")).code is Exit.USAGE
    told = tell(FileNotFoundError(2, "No such file or directory", "a.txt"))
    assert told.code is Exit.USAGE
    assert "a.txt" in told.line
    assert tell(click.UsageError("no such option")).code is Exit.USAGE


def test_an_unforeseen_error_is_a_fault_and_not_a_refusal() -> None:
    """1 means a verdict; a TypeError of ours is none."""
    assert tell(TypeError("x")).code is Exit.FAULT


def test_lines_never_carry_control_characters() -> None:
    """A file name with a newline or an escape sequence stays one harmless line."""
    line = tell(InputError("there is no file a\nb\x1b[31m", "check")).line
    assert line == "leadline: there is no file a b\\x1b[31m; check"


def test_every_code_has_its_meaning() -> None:
    """The published table names each code once."""
    assert set(EXIT_MEANINGS) == set(Exit)
