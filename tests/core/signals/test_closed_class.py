"""Opposites of a closed class with the same word beside, in clauses worded anew."""

from __future__ import annotations

import pytest

from leadline.core.signals.closed_class import find_closed_class

from .helpers import Text, found


@pytest.mark.parametrize(
    ("children", "fault", "kind", "faithful"),
    [
        (["The nightly copy has to finish before 04:00, says the operator."], "The copy must finish after 04:00.", "invented_order", "The copy must finish by 04:00."),
        (["Boats longer than nine metres moor with a pilot."], "Boats moor without a pilot.", "polarity", "Boats of more than nine metres take a pilot."),
        (["The tour goes ahead if at least 15 people sign up by Thursday."], "The tour goes ahead if at most 15 people sign up.", "polarity", "With 15 people or more the tour goes ahead."),
        (["Some valves of the east wing leak."], "All valves of the east wing leak.", "scope_widened", "There are leaking valves in the east wing."),
    ],
)  # fmt: skip
def test_one_word_for_its_opposite(children: list[Text], fault: str, kind: str, faithful: str) -> None:
    assert found(find_closed_class, children, fault) == [(kind, "suspicion")]
    assert found(find_closed_class, children, faithful) == []


@pytest.mark.parametrize(
    ("children", "faithful"),
    [
        (["The mast is painted before the sails are bent on."], "The sails are bent on after the mast is painted."),
        (["The level fell to 6.8 at noon."], "The level is to rise to 6.8 by noon."),
        (["The copy finishes before 04:00.", "Since May the copy finishes after 04:00."], "The copy finishes after 04:00."),
        ([("user", "Does the copy finish before 04:00?")], "The copy finishes after 04:00."),
        (["Nobody enters with a dog."], "Everybody enters without a dog."),
    ],
)  # fmt: skip
def test_no_exchange(children: list[Text], faithful: str) -> None:
    assert found(find_closed_class, children, faithful) == []


def test_a_try_says_nothing_and_ways_told_side_by_side_are_all_meant() -> None:
    tried: list[Text] = [("assistant", "Let's try a plainer seal without rubber lining:")]
    assert found(find_closed_class, tried, "The seal was rebuilt with rubber lining.") == []
    source = ["The plainer seal came without rubber lining."]
    assert found(find_closed_class, source, "All seals leaked, whether with rubber lining, with felt, or bare.") == []


def test_among_many_sentences_the_ones_before_a_clause_say_nothing_of_it() -> None:
    talk = [*(f"The {word} of hall {n} was dusted." for n, word in enumerate(("lamp", "door", "sill") * 20)), "The levy on crates came up. The line count is correct."]  # fmt: skip
    assert found(find_closed_class, [" ".join(talk)], "The levy count is wrong.") == []


def test_unless_above_is_as_long_as_below() -> None:
    source: list[Text] = [("user", "Run the mill unless the load goes above 4 tonnes.")]
    assert found(find_closed_class, source, "The mill runs as long as the load stays at or below 4 tonnes.") == []
