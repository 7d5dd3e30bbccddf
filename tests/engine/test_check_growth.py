"""Uniform lines ("step 0123: copied ...") cost what their number says, also where numbers and states of the summary stand in none of them."""

from __future__ import annotations

import pytest

import leadline
from tests.growth import grows_linearly

PARENTS = {
    "numbers that no line has": "\n".join(
        f"Steps {i * 7 + 1} to {i * 7 + 90} copied {91.5 + i} MB in {i + 1.25} hours, {i + 3} % of all." for i in range(10)
    ),
    "states of numbered things": "\n".join(f"Step {i * 40} failed: file part_{i * 40:04d}.bin was not copied." for i in range(10)),
}  # fmt: skip


def _lines(number: int) -> str:
    return "\n".join(f"step {i:04d}: copied file part_{i:04d}.bin, {i * 37 % 9000 + 100} kB, ok" for i in range(number))


@pytest.mark.slow
@pytest.mark.parametrize("said", PARENTS)
def test_uniform_lines_cost_in_proportion(said: str) -> None:
    assert grows_linearly(lambda text: leadline.check([text], PARENTS[said]), _lines, 400, 5)
