"""Orders of two events, turned round against a source's words or times."""

from __future__ import annotations

import pytest

from leadline.core.signals import sequence

from .helpers import Text, found, trial

WORDS: list[Text] = ["The cellar was emptied before the electrician replaced the cable."]
TIMES: list[Text] = [("tool", "08:15 cellar emptied\n11:40 cable replaced by electrician")]
DATES: list[Text] = ["The cellar was emptied on 3 May; the cable was replaced by the electrician on 9 May."]
ISO: list[Text] = [("tool", "a71c 2031-05-03 empty the cellar\nb80d 2031-05-09 replace the cable")]


@pytest.mark.parametrize("children", [WORDS, TIMES, DATES, ISO])
@pytest.mark.parametrize(
    ("parent", "wrong"),
    [
        ("The cellar was emptied after the cable had been replaced.", True),
        ("After the cable had been replaced, the cellar was emptied.", True),
        ("The cable was replaced before the cellar was emptied.", True),
        ("The cable was replaced, then the cellar was emptied.", True),
        ("The cable was replaced first, and the cellar was emptied afterwards.", True),
        ("The cellar was emptied before the cable was replaced.", False),
        ("Once the cellar had been emptied, the cable was replaced.", False),
        ("The cable was replaced after the cellar had been emptied.", False),
        ("The cable was not replaced before the cellar had been emptied.", False),
        ("The cellar was emptied and the cable replaced.", False),
    ],
)
def test_an_order_turned_round(children: list[Text], parent: str, wrong: bool) -> None:
    assert [kind for kind, _ in found(sequence.find, children, parent)] == (["invented_order"] if wrong else [])


def test_both_orders_in_the_sources_say_nothing() -> None:
    children = [*WORDS, "In June the cable was replaced before the cellar was emptied."]
    assert found(sequence.find, children, "The cable was replaced before the cellar was emptied.") == []


def test_the_same_as_before_is_no_order() -> None:
    children = ["The cellar was inspected before the drain was mended, 4 cm of water."]
    assert (
        found(sequence.find, children, "After the drain was mended the cellar was as wet as before the inspection.")
        == []
    )


def test_an_order_that_is_not_settled() -> None:
    children = ["The mason and the painter can both come in July. The order is not settled."]
    assert found(sequence.find, children, "First the mason comes in July, then the painter.") == [
        ("invented_order", "suspicion")
    ]
    assert found(sequence.find, children, "The mason and the painter come in July; their order is not settled.") == []


def test_one_time_for_both_is_no_order() -> None:
    children: list[Text] = [("tool", "08:15 cellar emptied, cable replaced")]
    assert found(sequence.find, children, "The cable was replaced before the cellar was emptied.") == []


@pytest.mark.parametrize(
    ("source", "parent"),
    [
        # "is not checked before" tells a lack and no order
        ("The cure is to check the seals before the valve is opened again.", "The seals are not checked before the valve is opened again."),
        ("Check the ballast before loading.", "So far the ballast has not been checked before loading."),
    ],
)  # fmt: skip
def test_a_lack_is_no_order(source: str, parent: str) -> None:
    assert found(sequence.find, [source], parent) == []


@pytest.mark.parametrize(
    ("source", "parent"),
    [
        ("He wants all the letters, even those from before the move to Kiel.", "Letters should be shown even after the move to Kiel."),
        ("The tap drips even after the seal was changed.", "The seal was changed; before that the tap dripped."),
    ],
)  # fmt: skip
def test_even_after_concedes_and_gives_no_order(source: str, parent: str) -> None:
    assert found(sequence.find, source, parent) == []


def test_after_without_even_still_gives_one() -> None:
    assert found(sequence.find, "The seal was changed before the valve was painted.", "The seal was changed after the valve was painted.")  # fmt: skip


def test_another_act_of_the_same_thing_is_less_sure() -> None:
    source = "The crates in the yard are emptied after the inspection."
    (finding,) = sequence.find(trial([source], "The crates in the yard hold paint before the inspection."))
    assert finding.probability < 0.85


def test_in_a_long_record_one_word_names_no_single_event() -> None:
    """Inspections come again and again: the time of one says nothing of another."""
    lines = "\n".join(f"Lamp {n} was lit and the door was shut." for n in range(80))
    times = "10:15 inspection of the hall.\n11:30 the winch of the crane was oiled.\n"
    claim = "The inspection came after the winch of the crane was oiled."
    assert sequence.find(trial([times], claim)) != []
    assert sequence.find(trial([times + lines], claim)) == []


THEN: list[Text] = ["Plan: cut the hose today, patch both pumps tonight after 20:00, then compare three days."]
LISTED: list[Text] = ["Plan: cut the hose today, patch both pumps tonight after 20:00, compare three days."]
BOILER: list[Text] = [
    ("tool", "boiler 71.1 C  (limit 60.0) 03:10-03:55"),
    ("assistant", "Informed the office of Ms Okonjo about the boiler at 07:40; no decision yet. That's her decision."),
]


@pytest.mark.parametrize(
    ("children", "parent", "wrong"),
    [
        (LISTED, "Plan: cut the hose today, patch both pumps tonight after 8 pm, then compare over three days.", False),
        (THEN, "Plan: cut the hose today, patch both pumps tonight after 8 pm, then compare over three days.", False),
        (THEN, "Plan: patch both pumps after 20:00 and compare three days.", False),
        (THEN, "Plan: cut the hose, compare over three days, then patch both pumps tonight.", True),
        (BOILER, "Boiler 71.1 (limit 60.0) 03:10-03:55, may not be used before the decision of Ms Okonjo.", False),
        (
            BOILER,
            "Boiler 71.1 (limit 60.0) 03:10-03:55: locked after the office of Ms Okonjo was informed of it.",
            True,
        ),
    ],
)
def test_a_time_behind_the_word_and_a_ban_order_nothing(children: list[Text], parent: str, wrong: bool) -> None:
    """ "After 20:00, compare" puts nothing after the comparing; what may not be done yet was done at no time."""
    assert bool(found(sequence.find, children, parent)) == wrong
