"""The sessions that ship: real agent transcripts, so that every command has something to work on offline.

`resolve("sample:checkpoints")` gives the file's path inside the installed package; any other argument is returned as
the path that it is. Where each file comes from, and under which licence, stands in SOURCES.md beside them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

__all__ = ["PREFIX", "SAMPLES", "Sample", "UnknownSampleError", "get_sample", "resolve", "sample_path"]

PREFIX = "sample:"


@dataclass(frozen=True, slots=True)
class Sample:
    """One shipped session: the name that people type, its file, its format, and what it is about."""

    name: str
    file: str
    format: str
    about: str


SAMPLES: tuple[Sample, ...] = (
    Sample(
        "checkpoints", "checkpoints.jsonl", "claude-code",
        "why one checkpoint became four commits: Go work over 197 messages, compacted twice by its agent",
    ),
    Sample(
        "airline", "airline.json", "openai-chat",
        "three airline customers under a strict policy: a booking, a later return flight, downgrades, and what was refused",
    ),
    Sample(
        "marshmallow", "marshmallow.traj", "swe-agent",
        "a rounding bug in a Python library: reproduced, found, fixed, checked",
    ),
)  # fmt: skip


class UnknownSampleError(ValueError):
    """No shipped session has this name; the message lists those that do."""


def get_sample(name: str) -> Sample:
    """The sample of this name (without `sample:`). Raises UnknownSampleError, which lists the names."""
    for sample in SAMPLES:
        if sample.name == name:
            return sample
    known = ", ".join(sample.name for sample in SAMPLES)
    raise UnknownSampleError(f"no sample is called {name!r}; shipped are: {known}; list them with: leadline sample")


def sample_path(name: str) -> Path:
    """Where the sample's file lies in the installed package."""
    return Path(__file__).parent / get_sample(name).file


def resolve(name_or_path: str) -> Path:
    """`sample:NAME` -> the shipped file; anything else -> the same text as a path, unchecked."""
    if name_or_path.startswith(PREFIX):
        return sample_path(name_or_path.removeprefix(PREFIX))
    return Path(name_or_path)
