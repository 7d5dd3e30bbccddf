"""Checks of single policy values: each returns the value in its type or raises a `PolicyValueError` that names the key."""

from __future__ import annotations

import math
from collections.abc import Sequence

__all__ = ["PolicyValueError", "check_choice", "check_count", "check_flag", "check_number", "nearest"]

_NEAR = 60.0  # rapidfuzz score 0..100; below it a suggestion only confuses


class PolicyValueError(ValueError):
    """A key or value that a policy cannot have. `key` is the key as the file has it, sections joined with "_"."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


def nearest(given: str, known: Sequence[str]) -> str:
    """`; did you mean 'x'?` for the closest of `known`, or the list of them where none is close."""
    from rapidfuzz import process  # only a wrong policy needs it

    found = process.extractOne(given, known, score_cutoff=_NEAR)
    return f"; did you mean {found[0]!r}?" if found else f"; known are {', '.join(known)}"


def check_number(key: str, value: object, *, low: float, high: float) -> float:
    """A finite number in [low, high]; truth values and strings are no numbers."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise PolicyValueError(key, f"{key} = {value!r}: expected a number from {low} to {high}")
    if not math.isfinite(value) or not low <= value <= high:
        raise PolicyValueError(key, f"{key} = {value}: expected a number from {low} to {high}")
    return float(value)


def check_count(key: str, value: object, *, low: int) -> int:
    """A whole number of at least `low`."""
    if isinstance(value, bool) or not isinstance(value, int) or value < low:
        raise PolicyValueError(key, f"{key} = {value!r}: expected a whole number of at least {low}")
    return value


def check_choice(key: str, value: object, choices: Sequence[str]) -> str:
    """One of `choices`, exactly."""
    if isinstance(value, str) and value in choices:
        return value
    hint = nearest(value, choices) if isinstance(value, str) else ""
    hint = hint if "did you mean" in hint else ""
    raise PolicyValueError(key, f"{key} = {value!r}: expected one of {', '.join(map(repr, choices))}{hint}")


def check_flag(key: str, value: object) -> bool:
    """true or false, nothing that merely looks like it."""
    if not isinstance(value, bool):
        raise PolicyValueError(key, f"{key} = {value!r}: expected true or false")
    return value
