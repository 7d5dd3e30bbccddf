"""Figures reach their pages: each block between markers is one that a command writes, and nothing around it moves."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def figures() -> ModuleType:
    spec = importlib.util.spec_from_file_location("figures_script", ROOT / "scripts" / "figures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_marker_names_a_block(figures: ModuleType) -> None:
    """docs/signals.md and docs/judges.md have a place for each long block, and only for those that a command writes."""
    pages = [page.read_text(encoding="utf-8") for page in (figures.SIGNALS, figures.JUDGES)]
    named = [name for text in pages for name in re.findall(r"<!-- block (\S+) -->", text)]
    assert sorted(named) == sorted(figures.ELSEWHERE)
    assert set(named) <= set(figures.FIGURES)
    assert sum(text.count("<!-- end -->") for text in pages) == len(named)


def test_fill_replaces_what_stands_between_markers(
    figures: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Backslashes and dollars of a block stay as they are; a block that was not measured leaves the old words."""
    monkeypatch.setattr(figures, "BLOCKS", tmp_path)
    (tmp_path / "claims.txt").write_text("$ leadline bench claims DIR\n\\1 of 2\n", encoding="utf-8")
    page = tmp_path / "page.md"
    page.write_text(
        "a\n<!-- block claims -->\nold\n<!-- end -->\nb\n<!-- block signals -->\nold\n<!-- end -->\n", "utf-8"
    )
    figures.fill(page)
    once = page.read_text("utf-8")
    assert once == (
        "a\n<!-- block claims -->\n```\n$ leadline bench claims DIR\n\\1 of 2\n```\n<!-- end -->\n"
        "b\n<!-- block signals -->\nold\n<!-- end -->\n"
    )
    figures.fill(page)
    assert page.read_text("utf-8") == once
