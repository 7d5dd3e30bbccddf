"""The sessions that ship are there, unchanged, and with their sources."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from leadline.samples import SAMPLES, UnknownSampleError, resolve, sample_path

SOURCES = (sample_path(SAMPLES[0].name).parent / "SOURCES.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample.name for sample in SAMPLES])
def test_a_sample_is_the_file_that_its_source_names(sample: object) -> None:
    """Each file's digest is the one beside its repository, commit and licence."""
    path = sample_path(sample.name)  # type: ignore[attr-defined]
    row = next(line for line in SOURCES.splitlines() if line.startswith(f"| `{path.name}`"))
    assert hashlib.sha256(path.read_bytes()).hexdigest() in row
    assert re.search(r"`[0-9a-f]{40}`", row)
    assert "| MIT |" in row
    assert f"`{path.name}`: Copyright" in SOURCES


def test_resolve_knows_samples_and_leaves_paths_alone() -> None:
    """`sample:NAME` is the shipped file, anything else a path; an unknown name lists the known ones."""
    assert resolve("sample:airline") == sample_path("airline")
    assert resolve("some/file.jsonl") == Path("some/file.jsonl")
    with pytest.raises(UnknownSampleError, match="checkpoints, airline, marshmallow"):
        resolve("sample:nope")
