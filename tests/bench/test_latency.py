"""Cases of the latency bench have the sizes that the issue names, and no two are alike."""

import pytest

from leadline.bench.latency import SHAPES, WARM_UP, Shape, make_cases, measure, percentile
from leadline.core.text.messages import Message, Part

LINES = "\n".join(f"Line {i} says that the worker {i * 7} took item {i * 13} from queue {i % 5}." for i in range(400))
UNITS = [(Message("m", "assistant", (Part("text", LINES),), 1),)]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda s: s.name)
def test_sizes(shape: Shape) -> None:
    """Children and parent reach their size and exceed it by at most one line."""
    for case in make_cases(UNITS, shape, 3, seed=1):
        assert len(case.children) == shape.children
        for text, size in [*((child, shape.child_size) for child in case.children), (case.parent, shape.parent_size)]:
            assert size <= shape.size(text) <= size + 40


def test_no_case_twice() -> None:
    """A cache by text could not answer a single call."""
    cases = make_cases(UNITS, SHAPES[0], 50, seed=1)
    assert len({case.children for case in cases}) == 50


def test_parent_rests_on_every_child() -> None:
    """The parent takes lines from each child in turn."""
    case = make_cases(UNITS, SHAPES[1], 1, seed=2)[0]
    lines = case.parent.splitlines()
    assert all(any(line in child for line in lines) for child in case.children)
    assert all(any(line in child for child in case.children) for line in lines)


def test_every_call_is_made_and_warm_up_not_counted() -> None:
    """`calls` are counted; the warm-up comes on top."""
    seen = []
    latency = measure(lambda children, parent: seen.append(parent), UNITS, SHAPES[0], 10, seed=1)
    assert latency.calls == 10
    assert len(seen) == 10 + WARM_UP
    assert latency.median_ms <= latency.p95_ms <= latency.max_ms


def test_too_little_text_is_an_error() -> None:
    """Without prose there is nothing real to measure."""
    with pytest.raises(ValueError, match="--transcripts"):
        make_cases([(Message("m", "user", (Part("text", "short"),), 1),)], SHAPES[0], 1, seed=0)


@pytest.mark.parametrize(("share", "expected"), [(50, 10.0), (95, 19.0), (100, 20.0), (1, 1.0)])
def test_percentile_is_a_value_that_was_measured(share: int, expected: float) -> None:
    """Nearest rank: never an interpolation."""
    assert percentile([float(i) for i in range(20, 0, -1)], share) == expected
    with pytest.raises(ValueError, match="expected some"):
        percentile([], share)
