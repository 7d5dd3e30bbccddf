"""Every row of the conformance tables: the records' functions answer exactly what the records' own code answered."""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from leadline.core.policy.chain import RecursiveSummarizationGuard, SummaryChain, SummaryPolicy
from leadline.core.policy.promotion import SummaryNode, compact_level, evaluate_promotion
from leadline.core.policy.retention import CompactionNode, compact_tree, estimate_root_retention, gate_parent_commit

TABLES = Path(__file__).parent / "tables"
ROWS = {
    "compact_level": 715,
    "compact_tree": 264,
    "estimate_root_retention": 576,
    "evaluate_chain": 390,
    "evaluate_promotion": 715,
    "gate_parent_commit": 458,
}


def _chain(given: dict[str, Any]) -> dict[str, str]:
    manifest = RecursiveSummarizationGuard(SummaryPolicy(**given["policy"])).evaluate_chain(
        SummaryChain(**given["chain"])
    )
    return {
        "verdict": manifest.verdict.name,
        "directive": manifest.directive,
        "manifest_digest": manifest.manifest_digest,
    }


CALLS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "compact_level": lambda given: compact_level(SummaryNode(**given["parent"])),
    "compact_tree": lambda given: compact_tree(
        [CompactionNode(**n) for n in given["nodes"]], **{k: v for k, v in given.items() if k != "nodes"}
    ),
    "estimate_root_retention": lambda given: estimate_root_retention(**given),
    "evaluate_chain": _chain,
    "evaluate_promotion": lambda given: evaluate_promotion(SummaryNode(**given["node"])),
    "gate_parent_commit": lambda given: gate_parent_commit(
        CompactionNode(**given["node"]), **{k: v for k, v in given.items() if k != "node"}
    ),
}


def decode(value: Any) -> Any:
    """JSON without NaN and infinity, back to Python."""
    if isinstance(value, dict):
        return float(value["$float"]) if set(value) == {"$float"} else {k: decode(v) for k, v in value.items()}
    return [decode(v) for v in value] if isinstance(value, list) else value


def rows(function: str) -> list[dict[str, Any]]:
    with gzip.open(TABLES / f"{function}.jsonl.gz", "rt", encoding="utf-8", newline="\n") as lines:
        return [json.loads(line) for line in lines]


def same(got: Any, expected: Any) -> bool:
    if isinstance(expected, float):
        if math.isnan(expected):
            return isinstance(got, float) and math.isnan(got)
        return isinstance(got, float) and (got == expected or math.isclose(got, expected, rel_tol=1e-15))
    return type(got) is type(expected) and bool(got == expected)


def complaint(row: dict[str, Any]) -> str | None:
    """What is wrong with this row, or None."""
    expected = row.get("error")
    try:
        got = CALLS[row["function"]](decode(row["input"]))
    except Exception as error:
        if expected is None:
            return f"raised {error!r} instead of {row['output']!r}"
        if type(error).__name__ != expected["type"]:
            return f"raised {error!r} instead of {expected}"
        if expected["type"] not in ("TypeError", "OverflowError") and str(error) != expected["message"]:
            return f"said {error} instead of {expected['message']}"
        return None
    if expected is not None:
        return f"returned {got!r} instead of raising {expected}"
    return None if same(got, decode(row["output"])) else f"returned {got!r} instead of {row['output']!r}"


@pytest.mark.parametrize("function", sorted(ROWS))
def test_every_row_of_the_record_is_answered_as_the_record_answers(function: str) -> None:
    """Outcomes, error types and messages agree in each row; failing rows are listed by line."""
    table = rows(function)
    assert len(table) == ROWS[function]
    assert {row["function"] for row in table} == {function}
    failed = [(n, row["input"], said) for n, row in enumerate(table, start=1) if (said := complaint(row)) is not None]
    assert not failed, "\n".join(f"line {n}: {given} {said}" for n, given, said in failed[:20])


def test_the_comparison_can_fail() -> None:
    """A row whose expected answer is altered is reported, so a green table means agreement."""
    row = rows("estimate_root_retention")[-1] | {"output": 0.123}
    row.pop("error", None)
    assert complaint(row) is not None
    assert not same(1, 1.0)
    assert not same(True, 1)
