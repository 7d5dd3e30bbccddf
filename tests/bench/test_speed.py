"""The arithmetic of the speed bench, and its reference pass on a real file."""

import json
import math
import sys
from pathlib import Path

import pytest

from leadline.bench.passes import MissingExtraError, load_blingfire, peak_mb, reference_pass, texts_of
from leadline.bench.speed import Comparison, PassFigures, _empty_mb, cost_exponent, render


def figures(work: float, peak: float | None = 100.0) -> PassFigures:
    return PassFigures(2 * work, work, work + 1, work + 1, peak, 1000)


@pytest.mark.parametrize("exponent", [0.9, 1.0, 1.1, 2.0])
def test_exponent_of_a_power_law(exponent: float) -> None:
    """The slope is found whatever the constant is."""
    assert cost_exponent([(n, 3e-5 * n**exponent) for n in (10_000, 100_000, 2_000_000)]) == pytest.approx(exponent)


def test_exponent_needs_two_sizes() -> None:
    """One size has no slope."""
    with pytest.raises(ValueError, match="two sizes"):
        cost_exponent([(1000, 1.0), (1000, 2.0)])


def test_ratio_is_paired_and_missed_targets_are_said() -> None:
    """Each ratio is taken within its pair; a missed target is not hidden."""
    comparison = Comparison(1000, 10.0, ((figures(10.0), figures(1.0)), (figures(28.0, 400.0), figures(2.0))))
    assert comparison.ratios == (10.0, 14.0)
    assert comparison.memory_mb == 390.0
    text = "\n".join(render(comparison))
    assert "12.0 x, spread 10.0 to 14.0" in text
    assert text.count("MISSED") == 1  # memory; a ratio of exactly 12 is met


def test_unmeasured_memory_is_said() -> None:
    """Where the system does not tell the peak there is no figure."""
    comparison = Comparison(1000, None, ((figures(1.0, None), figures(1.0, None)),))
    assert comparison.memory_mb is None
    assert "unmeasured" in "\n".join(render(comparison))


def test_reference_pass_counts_all_text(tmp_path: Path) -> None:
    """Parsing, splitting and counting see every string of the messages and nothing else."""
    pytest.importorskip("blingfire")
    record = {"uuid": "not counted", "message": {"content": [{"type": "text", "text": "One is here. Two is there."}]}}
    path = tmp_path / "s.jsonl"
    path.write_text(json.dumps(record) + "\n" + json.dumps(record) + "\n", encoding="utf-8")
    result = reference_pass(path)
    assert result["sentences"] == 2 * 2
    assert result["tokens"] == 2 * 8
    assert 0 < result["work_s"] < 60
    assert math.isfinite(result["work_cpu_s"])


def test_texts_are_what_was_said_called_and_answered() -> None:
    """Ids, types and names are structure, not text: counting them would make the yardstick longer."""
    call = {"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": "ls", "more": ["a"]}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": [{"type": "text", "text": "out"}]}
    assert list(texts_of("typed")) == ["typed"]
    assert list(texts_of([{"type": "thinking", "thinking": "hm", "signature": "x"}, call])) == ["hm", "ls", "a"]
    assert list(texts_of([result])) == ["out"]


def test_missing_extra_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra the message says how to get it."""
    monkeypatch.setitem(sys.modules, "blingfire", None)
    with pytest.raises(MissingExtraError, match=r'pip install "leadline\[bench\]"'):
        load_blingfire()


def test_peak_is_of_the_child_and_not_of_its_parent() -> None:
    """A small child of a large process is small: the peak does not survive the start of a new program."""
    ballast = bytearray(200 * 1024 * 1024)
    ballast[::4096] = b"x" * len(ballast[::4096])
    own, empty = peak_mb(), _empty_mb()
    if own is None or empty is None:
        pytest.skip("this system does not tell the peak of a process")
    assert own > 200
    assert 1 < empty < 60
    del ballast
