"""Causes: reported where no source knows of one, where a source leaves it open, or where no word of the reason stands anywhere."""

from __future__ import annotations

import pytest

from leadline.core.signals import causes
from leadline.core.signals.cause_claims import cause_claims
from leadline.core.signals.lexis import content_stems

from .helpers import Text, found, trial

PUMP = "Pump 3 tripped twice on Tuesday night."


@pytest.mark.parametrize(
    ("children", "fault", "faithful"),
    [
        ([PUMP, "Nobody knows why."], "Pump 3 tripped twice on Tuesday night because of air in the line.", "Pump 3 tripped twice on Tuesday night; why is not known."),
        ([PUMP, "The maker has given no reason so far."], "Pump 3 tripped twice on Tuesday night due to a worn seal.", "Pump 3 tripped twice on Tuesday night, and the maker gave no reason."),
        ([PUMP + " Root cause: unknown."], "A worn seal caused the trips of pump 3 on Tuesday night.", "Pump 3 tripped on Tuesday night, root cause unknown."),
        ([PUMP, "It may have been the air in the line; I have not checked."], "Pump 3 tripped twice on Tuesday because of air in the line.", "Pump 3 tripped twice on Tuesday, perhaps because of air in the line."),
        ([PUMP + " My guess is the float switch."], "The float switch is the cause of the two trips of pump 3.", "The float switch is suspected as the cause of the two trips of pump 3."),
        (["The yield rose in May. In May the feed was changed and the lamps were new, and we cannot tell the two apart."], "The yield rose in May because the feed was changed.", "The yield rose in May; feed or lamps, that cannot be told."),
        ([PUMP], "Pump 3 tripped twice on Tuesday because gravel blocked its inlet.", "Pump 3 tripped on Tuesday night."),
    ],
)  # fmt: skip
def test_a_cause_that_nobody_gives(children: list[Text], fault: str, faithful: str) -> None:
    assert [kind for kind, _ in found(causes.find, children, fault)] == ["invented_cause"]
    assert found(causes.find, children, faithful) == []


@pytest.mark.parametrize(
    ("children", "parent"),
    [
        (["Pump 3 tripped twice; its inlet was blocked by gravel."], "Pump 3 tripped twice because gravel had blocked the inlet."),
        (["pump 3 | tripped | inlet blocked"], "Pump 3 tripped because its inlet was blocked."),
        (["I suspect the float switch.", "The float switch it was: with a new one pump 3 runs, confirmed."], "Pump 3 tripped because of the float switch."),
        (["My guess is air in the line.", "Confirmed: air in the line made pump 3 trip."], "Pump 3 tripped because of air in the line."),
        ([("user", "leave the shed open, we only lock it in winter")], "The shed stays open because the user asked for that."),
        (["The hall was cold, since the boiler had been off for a week."], "The hall was cold because of the boiler, which had been off."),
        (["Removed: the old gate."], "The old gate went because of its removal."),
        (["The register has been kept by hand since March."], "The register has been kept by hand since March."),
        (["The run takes nine seconds."], "The run was dropped because it is too slow."),
    ],
)  # fmt: skip
def test_a_cause_that_a_source_bears_out(children: list[Text], parent: str) -> None:
    assert found(causes.find, children, parent) == []


def test_a_denied_confirmation_settles_nothing() -> None:
    children = [PUMP, "They gave no reason.", "I confirmed nothing yet about pump 3."]
    assert found(causes.find, children, "Pump 3 tripped on Tuesday night owing to a worn seal.") == [
        ("invented_cause", "suspicion")
    ]


@pytest.mark.parametrize(
    ("sentence", "effect", "reason"),
    [
        ("Because the seal was worn, pump 3 tripped.", {"pump", "3", "tripped"}, {"seal", "worn"}),
        ("Pump 3 tripped because the seal was worn.", {"pump", "3", "tripped"}, {"seal", "worn"}),
        ("A worn seal led to the trip of pump 3.", {"trip", "pump", "3"}, {"worn", "seal"}),
    ],
)
def test_which_words_are_the_effect(sentence: str, effect: set[str], reason: set[str]) -> None:
    (claim,) = cause_claims(trial(["-"], sentence).parent_sentences[0])
    assert (claim.effect, claim.reason) == (content_stems(" ".join(effect)), content_stems(" ".join(reason)))


def test_a_time_is_no_cause() -> None:
    assert list(cause_claims(trial(["-"], "The lamp has flickered since the storm.").parent_sentences[0])) == []


def test_since_after_a_perfect_is_a_time() -> None:
    """ "Has run well since it was moved"; whatever else is unknown, no cause is told."""
    children = [
        "The kiln was moved to the north hall in May and has run without a fault.",
        "Why the bowls cracked, nobody knows.",
    ]
    assert (
        found(causes.find, children, "The kiln has run without a fault since it was moved to the north hall in May.")
        == []
    )


def test_one_word_besides_general_ones_is_no_sure_cause() -> None:
    """ "Slow breathing" for "respiratory rate 9": below the risk of `check`; two new words are above it."""
    children = "Bed 4: respiratory rate 9, second dose not given."
    low = causes.find(trial(children, "The second dose for bed 4 was withheld because of slow breathing."))
    high = causes.find(trial(children, "The second dose for bed 4 was withheld because the pharmacy burned down."))
    assert [f.probability < 0.9 for f in (*low, *high)] == [True, False]


def test_initials_written_out() -> None:
    """The sources have "APU", the summary the words that it stands for."""
    assert (
        found(
            causes.find,
            "The APU tripped at noon. The fans stood still.",
            "The fans stood still because of the auxiliary power unit.",
        )
        == []
    )


@pytest.mark.parametrize(
    ("reason", "kinds"),
    [
        ("adverse events", []),
        ("an adverse event", []),
        ("travel costs", ["invented_cause"]),
        ("angry people", ["invented_cause"]),
        ("events of an adverse kind at the site", ["invented_cause"]),
    ],
)
def test_two_initials_written_out(reason: str, kinds: list[str]) -> None:
    """Two letters stand for two words and no more; in a longer reason some two words begin with them by chance."""
    record = '{"enrolled": 90, "dropouts": {"AE": 4, "LTFU": 7}, "hall": "Bergen"}'
    assert [k for k, _ in found(causes.find, [("tool", record)], f"Four dropped out because of {reason}.")] == kinds


TICKET: list[Text] = [
    "The gate of dock 3 jams.",
    "The maker's ticket GT-204 hints at a worn relay in series 8, fixed in series 9, not confirmed for our dock.",
]


@pytest.mark.parametrize(
    ("parent", "hit"),
    [
        ("GT-204 hints at a worn relay in series 8, fixed in series 9.", False),
        ("GT-204: worn relay in series 8, fixed 9, not confirmed for the dock.", False),
        ("GT-204: worn relay in series 8, cured with series 9.", False),
        ("The worn relay in series 8 caused the jams of dock 3, says nobody yet, it is not confirmed.", False),
        ("The worn relay in series 8 caused the jams of dock 3.", True),
        ("A worn relay of series 8 raised the jams of dock 3.", True),
    ],
)
def test_a_participle_without_an_object_and_a_hint_state_no_cause(parent: str, hit: bool) -> None:
    """What is "fixed in series 9" is the thing before it, by nothing that is named; a hint is no claim."""
    assert bool(found(causes.find, TICKET, parent)) == hit


def test_the_reason_of_another_thing_is_unknown() -> None:
    """ "Why the bowls cracked, nobody knows" says nothing about the kiln's stop; "nobody knows why" behind it does."""
    stop, claim = (
        "The kiln stopped on Monday. The fuse had blown.",
        "The kiln stopped on Monday because the fuse had blown.",
    )
    assert found(causes.find, [f"{stop} Why the blue bowls cracked, nobody knows."], claim) == []
    assert found(causes.find, ["The kiln stopped on Monday. Nobody knows why. A fuse lay there."], claim) == [
        ("invented_cause", "suspicion")
    ]


def test_an_instruction_to_assume_leaves_nothing_open() -> None:
    rules = ["1. Start: Assume the hall is empty at the beginning of the day."]
    assert found(causes.find, rules, "The tour begins at ten. Therefore the hall is empty at the beginning.") == []


def test_a_hedge_in_brackets_is_about_what_stands_there() -> None:
    source = "The mill stopped at noon. Add a list of checks for the deliveries and the mill's new store to the folder (possibly as sheets apart from the guide)."
    parent = "There was no loss at the mill due to the list of checks and the new store."
    assert found(causes.find, source, parent) == []
    hedged = source.replace("(possibly as sheets apart from the guide)", "which possibly stopped the mill")
    assert found(causes.find, hedged, "The mill stopped due to the list of checks in the folder.") != []


def test_a_reason_that_shares_its_word_with_the_effect_is_spoken_of() -> None:
    source = "We changed the size of the crates. The first lid does not fit: size 4 on size 5. The second lid does not fit either."
    parent = "Many lids failed after the change of size due to size discrepancies."
    assert found(causes.find, source, parent) == []
    assert found(causes.find, source, "Many lids failed after the change of size due to sabotage.") != []


def test_what_is_to_be_assumed_is_given() -> None:
    rules = ["Assume the tour of the hall begins at ten.", "The doors are shut until then."]
    assert found(causes.find, rules, "The doors are shut because the tour of the hall begins at ten.") == []


def test_a_reason_in_other_words_for_the_same_effect_is_no_sure_invention() -> None:
    """ "Unwell" and "illness" share no word: where a source gives a reason of its own for the effect, it stays a doubt."""
    reworded = trial([("user", "Can I cancel the booking, since I am feeling a bit unwell?")], "The booking is to be cancelled because of illness.")  # fmt: skip
    assert [f.probability < 0.85 for f in causes.find(reworded)] == [True]
    invented = trial([("user", "Can I cancel the booking?")], "The booking is to be cancelled because of illness.")
    assert [f.probability >= 0.85 for f in causes.find(invented)] == [True]
