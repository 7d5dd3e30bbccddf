"""What an answer shows of a check: a test run that failed or went well, a linter that complained or found nothing.

In: the answer of a tool, or what a person pasted of one. Out: how it ended, empty where the text says neither. Read from the lines in which
runners sum up, at the end of their output. Pure.
"""

from __future__ import annotations

import re
from typing import Literal

__all__ = ["Ended", "lint_of", "run_of", "tells_failed_tests"]

Ended = Literal["passed", "failed", ""]

END = 4000  # characters at the end of a tool's answer in which a run sums up

_TESTS_FAILED = re.compile(
    r"(?m)^[ \t]*(?:FAILED|FAIL|--- FAIL|not ok)\b|\b[1-9]\d{0,5} (?:tests? )?(?:failed|failures?)\b|^Traceback \(most recent"
)
_TESTS_PASSED = re.compile(
    r"\b[1-9]\d{0,5} (?:tests? )?passed\b|(?m:^(?:ok|PASS)\b)|\b[Aa]ll \w{0,12} ?tests? passed\b|\b0 failed\b"
)
_CLEAN = re.compile(  # a linter or a type checker that found nothing
    r"(?m)^\W{0,12}(?:0 (?:issues|errors|problems|warnings)\b|(?:Found )?0 errors\b|All checks passed|Success: no issues found|No (?:lint |type |\w{0,12} ?)?(?:issues|errors|problems|warnings)(?: or warnings)?(?: were)?(?: found)?\b)"
)
_UNCLEAN = re.compile(
    r"(?m)^\W{0,12}(?:Found )?[1-9]\d{0,5} (?:issues|errors|problems|warnings)\b|\berror TS\d|: error:|\bFound [1-9]\d{0,5} errors?\b"
)


def run_of(answer: str) -> Ended:
    """How the test run went whose output this is."""
    end = answer[-END:]
    return "failed" if tells_failed_tests(end) else "passed" if _TESTS_PASSED.search(end) else ""


def lint_of(answer: str) -> Ended:
    """What a linter or a type checker says at the end of this output."""
    end = answer[-END:]
    return "failed" if _UNCLEAN.search(end) else "passed" if _CLEAN.search(end) else ""


def tells_failed_tests(text: str) -> bool:
    """Whether a failed test run stands in the text."""
    return _TESTS_FAILED.search(text) is not None
