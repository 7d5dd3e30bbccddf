"""What a bench is given: bad rows are told with file and line, as exit 2, before any work."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from leadline.bench.claims import read_claims
from leadline.bench.rows import read_rows
from leadline.bench.signals import read_sets
from leadline.bench.trees import read_trees
from leadline.cli.main import main


def test_an_empty_folder_is_no_clean_bill(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`bench trees` on a folder without a summary is usage: a report on nothing would read as "all fine"."""
    assert main(["bench", "trees", str(tmp_path)]) == 2
    assert "no *.jsonl there" in capsys.readouterr().err


READERS: dict[str, Callable[[Path], object]] = {
    "trees": lambda folder: list(read_trees(folder)),
    "claims": lambda folder: read_claims(folder, "both"),
    "signals": lambda folder: read_sets(folder),
}


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("line", [b"{nonsense", b'"text"', b"[1]", b"\xff\xfe", b"[" * 100_000])
def test_a_bad_line_is_named(name: str, line: bytes, tmp_path: Path) -> None:
    """File and line stand in the error, whatever is wrong with the line."""
    (tmp_path / "rows.jsonl").write_bytes(b"\n" + line + b"\n")
    with pytest.raises(ValueError, match=r"rows\.jsonl:2: "):
        READERS[name](tmp_path)


def test_rows_come_with_their_line_numbers(tmp_path: Path) -> None:
    """Blank lines count and are passed over."""
    (tmp_path / "a.jsonl").write_text('{"a": 1}\n\n{"a": 2}\n')
    assert list(read_rows(tmp_path / "a.jsonl")) == [(1, {"a": 1}), (3, {"a": 2})]


@pytest.mark.parametrize(
    "row", ['{"id": "x", "parent": "p", "children": [{"text": 1}]}', '{"parent": "p", "children": 3}']
)
def test_a_summary_without_its_children_is_named(row: str, tmp_path: Path) -> None:
    """A row of another shape is told, not met as a KeyError in the middle of the work."""
    (tmp_path / "rows.jsonl").write_text(row + "\n")
    with pytest.raises(ValueError, match=r"rows\.jsonl:1: expected"):
        list(read_trees(tmp_path))


def test_bad_cases_are_told_before_the_drafts_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`bench drafts --cases` reads its cases first: the drafts take minutes."""
    (tmp_path / "bad.jsonl").write_text("{\n")

    def never(*_: object) -> None:
        raise AssertionError("the work began")

    monkeypatch.setattr("leadline.bench.drafts.run", never)
    assert main(["bench", "drafts", "--cases", str(tmp_path / "bad.jsonl")]) == 2
    assert "bad.jsonl:1: no JSON" in capsys.readouterr().err
