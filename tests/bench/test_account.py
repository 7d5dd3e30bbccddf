"""Where a planted fact is counted: each place, and the twin that is a silent loss."""

import pytest

from leadline.bench.account import Account, Outcome, Place, add_up, locate, tally
from leadline.bench.planted import PlantedFact

FACT = PlantedFact("f0", "error", "assistant", "The deploy of quill-58 failed with E4417.", ("quill-58", "E4417"))
SAYS = "- The deploy of quill-58 failed with E4417."
BLURRED = "- The deploy of quill-58 failed with a related error."


def check(outcome: Outcome, expected: Place) -> None:
    assert locate(FACT, outcome) == expected


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (Outcome(context=SAYS, root=SAYS), "root"),
        (Outcome(context=BLURRED + "\n" + SAYS, root=BLURRED, frontier=(("n3", SAYS),)), "frontier"),
        (Outcome(context=SAYS, root=""), "fresh"),
        (Outcome(context=BLURRED, root=BLURRED, findings=(SAYS,)), "finding"),
        (Outcome(context=BLURRED, root=BLURRED, apart=(SAYS,)), "halted"),
        (Outcome(context=BLURRED, root=BLURRED), "lost"),
        # the twins: what must not count
        (Outcome(context=BLURRED, root=SAYS), "lost"),  # in a node, but the agent does not read it
        (Outcome(context=BLURRED, root=BLURRED, findings=("quill-58 lost a code", "E4417")), "lost"),  # in two findings
        (Outcome(context="quill-58", root="E4417"), "lost"),
    ],
)
def test_place(outcome: Outcome, expected: Place) -> None:
    """The first place that holds all needles together counts; halves in two places do not."""
    check(outcome, expected)


def test_tally_adds_up() -> None:
    """Every fact is in exactly one place; sums of sessions keep kinds and the lost facts themselves."""
    kept = tally([FACT], Outcome(context=SAYS, root=SAYS))
    lost = tally([FACT, FACT], Outcome(context=BLURRED, root=BLURRED))
    total = add_up([kept, lost])
    assert total.planted == 3
    assert total.places["root"] == 1
    assert total.places["lost"] == 2
    assert total.lost == (FACT, FACT)
    assert total.by_kind == {"error": (3, 1, 2)}
    assert add_up([]).planted == 0
    assert isinstance(total, Account)
