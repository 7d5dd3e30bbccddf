"""Guesses and single voices that the parent tells flatly; the wordings that keep them must pass."""

from __future__ import annotations

import pytest

from leadline.core.signals import confidence
from leadline.core.signals.reserve import find_flat
from leadline.core.signals.voices import find_unattributed

from .helpers import Text, found, trial

INFLATED = [("confidence_inflated", "suspicion")]
LEAK = "Water stands in the cellar. It could be the old feed pipe behind the boiler."


@pytest.mark.parametrize(
    ("children", "fault"),
    [
        (LEAK, "The old feed pipe behind the boiler leaks."),
        ("The belt slipped twice. My guess is that the tensioner spring has weakened.", "The tensioner spring has weakened."),
        ("Moisture in the junction box is my first guess.", "Moisture got into the junction box."),
        ("The wax layer melted in transit. Not verified.", "The wax layer melted in transit."),
        ("Sales dipped in June. Possibly a rival shop opened nearby, or the road works kept people away.", "Road works kept people away."),
        ("Der Pegel sank. Vermutlich ist die Dichtung am Schieber gerissen.", "Die Dichtung am Schieber ist gerissen."),
    ],
)  # fmt: skip
def test_a_guess_told_flatly(children: str, fault: str) -> None:
    """What the children only suspect may not become a fact."""
    assert found(find_flat, children, fault) == INFLATED


@pytest.mark.parametrize(
    ("children", "faithful"),
    [
        (LEAK, "The old feed pipe behind the boiler is suspected."),
        (LEAK, "Water stands in the cellar; whether the old feed pipe leaks is open."),
        ([LEAK, "I opened the wall: the old feed pipe behind the boiler is cracked."], "The old feed pipe behind the boiler is cracked."),
        ([LEAK, "Confirmed."], "The old feed pipe behind the boiler leaks."),
        ("A twin bed could be found for the annex guests.", "A twin bed was found for the annex guests."),
        ("The vestry may be used by the choir on Sundays.", "The choir uses the vestry on Sundays."),
        ("The fair opens on 3 May with a brass band.", "The fair opens with a brass band on 3 May."),
    ],
)  # fmt: skip
def test_a_guess_that_is_kept_or_resolved(children: str | list[str], faithful: str) -> None:
    """Doubt in other words, a later finding, and permission or ability are no inflation."""
    assert found(find_flat, children, faithful) == []


def test_one_voice_beside_another_told_as_a_fact() -> None:
    """Two voices disagree and the parent gives one of them as a fact: a resolved conflict."""
    children = ["The farmer says that the ditch was dug in spring.", "The neighbour says that it was dry then."]
    assert found(find_unattributed, children, "The ditch was dug in spring.") == [("conflict_resolved", "suspicion")]
    assert found(find_unattributed, children, "By the farmer's account the ditch was dug in spring.") == []
    assert found(find_unattributed, children, "The ditch was dug in spring, the farmer says.") == []


def test_a_single_voice_told_as_a_fact_is_less_sure() -> None:
    """One attribution dropped stays below the risk of `check`."""
    findings = find_unattributed(trial("The seller claims that the hay is low in dust.", "The hay is low in dust."))
    assert [(f.kind, f.severity) for f in findings] == INFLATED
    assert findings[0].probability < 0.9


def test_what_the_user_says_needs_no_attribution() -> None:
    """The user's word is the session's own, and "reported to" is no speech."""
    assert (
        found(find_unattributed, "The user says that the ditch was dug in spring.", "The ditch was dug in spring.")
        == []
    )
    assert found(find_unattributed, "Both reported to the harbour office.", "Both are with the harbour office.") == []


def test_proof_that_nobody_has() -> None:
    """ "It proves" of a guess refuses; the same words after a finding, or in doubt, do not."""
    children = "The gauge fell overnight. Perhaps a seal in the lock chamber gave way."
    assert found(find_flat, children, "The gauge proves that the lock chamber leaks.") == INFLATED
    assert found(find_flat, children, "Nothing proves that the lock chamber leaks.") == []
    confirmed = [children, "The diver confirmed it."]
    assert found(find_flat, confirmed, "The gauge proves that the lock chamber leaks.") == []


def test_a_guess_with_its_own_measure() -> None:
    """ "Likely, at 55 %" is kept by the 55 %."""
    children = "Frost on Thursday night is likely, at 55 %, and the pipes are wrapped."
    assert found(find_flat, children, "Thursday night: frost 55 %.") == []
    assert found(find_flat, children, "Frost on Thursday night.") == INFLATED


def test_a_guess_in_a_relative_clause_reaches_no_further() -> None:
    """What stands before "what has begun to look like" is said flatly; "that look like" compares."""
    assert (
        found(
            find_flat,
            "The ferry was cancelled on Monday in what has begun to look like a long dispute.",
            "The ferry was cancelled on Monday.",
        )
        == []
    )
    assert found(find_flat, "The bay has stacks that from the sea look like a row of chimneys.", "From the sea the stacks make a row of chimneys.") == []  # fmt: skip


def test_what_they_believe_is_weaker_than_what_one_guest_believes() -> None:
    """A pronoun names a voice that was named before; one voice among many is a loss."""
    claim = "Somebody cut the rope of the small ferry."
    low = confidence.measure(trial("They believe somebody cut the rope of the small ferry.", claim)).findings
    high = confidence.measure(trial("One guest believes somebody cut the rope of the small ferry.", claim)).findings
    assert [f.probability < 0.9 for f in (*low, *high)] == [True, False]


def test_words_in_quotation_marks_are_somebody_s() -> None:
    """A quoted sentence states nothing as a fact."""
    children = "The guard said the side gate stood ajar at noon. The driver said the rope was cut at night."
    assert find_unattributed(trial(children, "'The side gate stood ajar at noon.'")) == ()
    assert find_unattributed(trial(children, "The side gate stood ajar at noon.")) != ()


CHOKE: list[Text] = [
    (
        "user",
        "I think the narrow gangway was the choke point, Henrike says it was the turnstile. No rehearsal until the bell works.",
    ),
    ("assistant", "Both views are in the report."),
]


@pytest.mark.parametrize(
    ("parent", "hit"),
    [
        ("- Choke point: user = narrow gangway / Henrike = turnstile; no rehearsal before the bell works", False),
        ("- Choke point (user: narrow gangway; Henrike: turnstile); no rehearsal before the bell works", False),
        ("Choke point: narrow gangway. No rehearsal before the bell works.", True),
        ("Choke point: narrow gangway / remedy: turnstile", True),
        ("User: narrow gangway, the choke point", True),
    ],
)
def test_two_labelled_parties_debate(parent: str, hit: bool) -> None:
    """ "A: x / B: y" gives each view to its party; labels that nobody speaks under are fields, and one party debates nothing."""
    assert bool(found(find_flat, CHOKE, parent)) == hit


def test_a_claim_of_which_a_guess_holds_only_a_part_does_not_refuse() -> None:
    assert found(find_flat, LEAK, "Petersen painted the old feed pipe green on Friday.") == []
