"""Where the record itself is kept is no claim about what was summarized."""

from __future__ import annotations

import pytest

from leadline.core.signals.index import Trial
from leadline.core.signals.pointers import points_to_record
from leadline.core.signals.values import find_values
from leadline.core.text.messages import Child

TALK = [Child("a", "We moved the lamp store to the second hall. The keys hang by the door.")]
PATH = "/home/ana/sessions/lamps/4f2a81c7-9d03.jsonl"


@pytest.mark.parametrize(
    "pointer",
    [
        f"If you need details, read the full transcript at: {PATH}",
        f"The complete session log is kept in {PATH}.",
        f"Original messages: see the raw record under `{PATH}`.",
    ],
)
def test_a_pointer_to_the_record_is_nothing_made_up(pointer: str) -> None:
    assert points_to_record(pointer, pointer.index("/home"))
    assert points_to_record(pointer, pointer.index("lamps"))
    assert _made_up(f"The lamp store was moved. {pointer}") == []


@pytest.mark.parametrize(
    "claim", [f"The lamp store is described in {PATH}.", f"The log of the door was moved to {PATH}."]
)
def test_any_other_name_is_looked_for(claim: str) -> None:
    assert not points_to_record(claim, claim.index("/home"))
    assert _made_up(f"The lamp store was moved. {claim}") != []


def _made_up(parent: str) -> list[str]:
    return [f.kind for f in find_values(Trial(TALK, parent)) if f.kind == "invented_detail"]
