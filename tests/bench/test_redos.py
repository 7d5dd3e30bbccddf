"""Super-linear patterns: what is known to be one is found, what is linear is not, and none of the package is one."""

from __future__ import annotations

import re

import pytest

from leadline.bench.redos import try_pattern
from leadline.bench.redos_attacks import attacks_on
from leadline.bench.redos_patterns import METHODS, Found, collect

ALL = "t._P"


@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"(?:a+)+$", "match"),
        (r"\s*;", "finditer"),
        (r"\w+(?:_\w+)+", "search"),
        (r"x(?:\w\w|\w)*y", "fullmatch"),
    ],
)
def test_a_bad_pattern_is_found(pattern: str, method: str) -> None:
    """Nested repeats, overlapping ones, and a search that begins again at every place."""
    row = try_pattern(Found(ALL, pattern, 0, (method,)), 1, 60)
    assert row.offends, row


@pytest.mark.parametrize(
    ("pattern", "method"), [(r"(?<!\s)\s++;", "finditer"), (r"\[[^\[\]]{0,80}\]", "finditer"), (r"\bfoo\w*+", "search")]
)
def test_a_linear_pattern_is_not(pattern: str, method: str) -> None:
    """Possessive repeats, bounded ones, and anchors."""
    row = try_pattern(Found(ALL, pattern, 0, (method,)), 1, 60)
    assert not row.offends, row


def test_a_window_is_what_counts_where_the_calls_give_one() -> None:
    """`search(text, max(0, end - 32), end)` never sees more, so its pattern need not be linear; one that hangs in it offends."""
    assert not try_pattern(Found(ALL, r"\S+$", 0, ("search",), 32), 1, 60).offends
    assert try_pattern(Found(ALL, r"(?:\w+)+$", 0, ("search",), 200), 1, 60).offends


def test_attacks_lead_to_the_repeat_and_fail_behind_it() -> None:
    """The structure decides: what stands before the repeat, what it takes, and an end that it does not."""
    attacks = attacks_on(r"key=(?:ab)+;", 0, 1, 80)
    assert any(a.head == "key=" and a.piece == "ab" and a.tail == "\x00" for a in attacks)
    assert attacks == attacks_on(r"key=(?:ab)+;", 0, 1, 80)


@pytest.fixture(scope="module")
def patterns() -> list[Found]:
    return collect()[0]


def test_all_patterns_of_the_package_are_collected(patterns: list[Found]) -> None:
    """Values of modules, gated ones among them, tuples and records of them, and literals inside of functions."""
    places = {f.place for f in patterns}
    assert len(places) > 500
    assert {"core.text.sentences._LINE", "core.facts.lexicon.QUESTION", "core.facts.dates:94"} <= {
        re.sub(r":\d+", ":94", p) if p.startswith("core.facts.dates:") else p for p in places
    }
    assert next(f for f in patterns if f.place == "core.text.sentences._LAST_TOKEN").window == 24
    assert all(set(f.methods) <= set(METHODS) for f in patterns)
    assert sum(f.place == "core.secrets.find.SHAPES" for f in patterns) > 10  # fields of records


@pytest.mark.slow
def test_no_pattern_of_the_package_is_super_linear(patterns: list[Found]) -> None:
    """A few attacks on each; `leadline bench redos` tries hundreds."""
    bad = [row for f in patterns if (row := try_pattern(f, 1, 2)).offends]
    assert not bad, "\n".join(f"{r.place}: {r.piece!r} n^{r.exponent}" for r in bad)
