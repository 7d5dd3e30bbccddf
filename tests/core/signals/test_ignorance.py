"""What the sources say that nobody knows, and the summary tells without a word of that."""

import pytest
from tests.core.signals.helpers import Text, found

from leadline.core.signals.ignorance import find_told_unknown

UNKNOWN: list[tuple[str, list[Text], str, str]] = [
    ("order", ["The valve was shut and the alarm reset on Monday.", "The log has no times, so I cannot say which came first, the valve or the reset."],
     "On Monday the alarm was reset, after which the valve was shut.", "invented_order"),
    ("order, whether", ["The tank ran dry and the feeder stopped. It is unknown whether the tank ran dry before or after the feeder stopped."],
     "First the feeder stopped, then the tank ran dry.", "invented_order"),
    ("cause", [("tool", "p99 310 ms at 10:02, 940 ms at 10:05"), ("assistant", "Release 4.1 went out at 10:02 and the sale began at 10:03. Neither proves anything.")],
     "Release 4.1 at 10:02 pushed p99 from 310 to 940 ms.", "invented_cause"),
    ("chance", ["The new glaze was used in firing 7, and the kiln lost power for two minutes. Either can be chance."],
     "The power loss of two minutes made firing 7 crack the new glaze.", "invented_cause"),
    ("doer", ["The gate was hit at 07:40. The log doesn't show who drove the loader, three people were on the shift."],
     "The loader, driven by Moreno of the early shift, hit the gate at 07:40.", "invented_actor_or_approval"),
    ("doer, signed", ["The crates came at 16:22. I don't know who signed for the delivery."],
     "The crates came at 16:22, the porter signed for the delivery.", "invented_actor_or_approval"),
]  # fmt: skip
KEPT: list[tuple[str, list[Text], str]] = [
    ("order open", UNKNOWN[0][1], "On Monday the valve was shut and then the alarm reset, or the other way round: which came first cannot be told."),
    ("order unknown", UNKNOWN[1][1], "The feeder stopped and the tank ran dry, order unknown."),
    ("no proof", UNKNOWN[2][1], "Release 4.1 at 10:02 may have pushed p99 to 940 ms; there is no proof, the sale began at 10:03."),
    ("unexplained", UNKNOWN[3][1], "The crack in firing 7 is unexplained: new glaze, and the kiln lost power for two minutes."),
    ("doer open", UNKNOWN[4][1], "The gate was hit by the loader at 07:40, by whom is open."),
    ("signer unknown", UNKNOWN[5][1], "The crates came at 16:22, unknown signer."),
    ("no order told", UNKNOWN[0][1], "The alarm was reset on Monday."),
    ("answered later", [*UNKNOWN[5][1], "The porter signed for the delivery, he says."], "The crates came at 16:22, the porter signed for the delivery."),
    ("order found out later", [*UNKNOWN[0][1], "The panel has it: the alarm was reset first, then the valve was shut."], UNKNOWN[0][2]),
    ("a question that denies", ["The crates came at 16:22. Is it unknown who signed for the delivery?"], "The crates came at 16:22, the porter signed for the delivery."),
    ("a question", ["The crates came at 16:22. Do you know who signed for the delivery?"], "The crates came at 16:22, the porter signed for the delivery."),
]  # fmt: skip


@pytest.mark.parametrize(("children", "parent", "kind"), [u[1:] for u in UNKNOWN], ids=[u[0] for u in UNKNOWN])
def test_told_as_if_it_were_known(children: list[Text], parent: str, kind: str) -> None:
    assert found(find_told_unknown, children, parent) == [(kind, "suspicion")]


@pytest.mark.parametrize(("children", "parent"), [k[1:] for k in KEPT], ids=[k[0] for k in KEPT])
def test_a_doubt_that_is_kept(children: list[Text], parent: str) -> None:
    assert found(find_told_unknown, children, parent) == []
