"""Kept in other words, or gone: what a parent shows of a demand, and what no parent may leave out without being refused for it."""

from __future__ import annotations

import pytest

from leadline.api import check
from leadline.core.signals.traces import Traces, logit
from leadline.core.text.messages import Child, Role
from leadline.core.text.sentences import split_sentences

SCENE = "The kiln was fired twice. Cone 6 slumped in the second firing. The glaze order is with Ines and not paid."
REPORT = (
    "There were two firings of the kiln. In the second firing cone 6 slumped. The glaze order with Ines is not paid."
)
DEMAND = "Do not open the kiln lid above 120 degrees."


def trace(demand: str, parent: str, *other: str) -> float:
    texts = {"a": demand, **{f"c{n}": text for n, text in enumerate(other)}}
    return logit(Traces(parent, split_sentences(parent), texts).look(demand, "a", (0, len(demand))).features)


def refused(demand: str, parent: str, *other: str, role: Role = "user") -> list[tuple[str, float]]:
    children = [Child("a", demand, role), *(Child(f"c{n}", text, "assistant") for n, text in enumerate(other))]
    report = check(children, parent)
    return [(f.kind, f.probability) for f in report.findings if f.severity == "warning" and f.probability >= 0.85]


def test_a_demand_without_a_trace_is_gone() -> None:
    """Nothing of it is there, and each sentence of the parent tells something else."""
    assert refused("Never show the raw marks to the parents.", REPORT, SCENE) == [("constraint_lost", 0.95)]


@pytest.mark.parametrize(
    "kept",
    [
        "Raw marks are for nobody at home to see.",
        "Parents must never get to see unedited marks.",
        "The marks stay hidden from mothers and fathers.",
        "The user rules out that parents are shown raw marks.",
    ],
)
def test_the_same_in_other_words_is_not(kept: str) -> None:
    """A rewording in a sentence of its own passes, wherever it stands."""
    for parent in (kept, f"{kept} {REPORT}", f"{REPORT} {kept}"):
        assert refused("Never show the raw marks to the parents.", parent, SCENE) == []


def test_words_that_others_bring_say_nothing() -> None:
    """The parent speaks of the kiln because the log does: the demand's own words are what counts."""
    assert trace(DEMAND, REPORT, SCENE) > trace(DEMAND, REPORT)
    assert refused(DEMAND, REPORT, SCENE) != []
    assert refused(DEMAND, f"{REPORT} The lid stays shut until it has cooled down to 120 degrees.", SCENE) == []


def test_a_clause_of_force_that_nothing_accounts_for_is_room() -> None:
    """It may be the demand in words that share nothing with it."""
    free = f"{REPORT} Families must not learn who failed."
    assert trace("Never show the raw marks to the parents.", free, SCENE) < trace(
        "Never show the raw marks to the parents.", REPORT, SCENE
    )


@pytest.mark.parametrize(
    ("demand", "near"),
    [
        ("Never undo the seal on the vault door.", "The seal remains; nobody opens the door of the vault."),
        ("Do not delete the survey archive.", "The archive of surveys is kept."),  # the opposite verb with a negation
        ("Wait three weeks before the second coat.", "21 days, then the 2nd coat."),
        ("Give the dose in milligrams only.", "Dose: mg, nothing else."),
        ("Do not email the whole orchestra.", "Mailing everybody in the orchestra is out."),
        ("No deployment during the audit.", "Nothing is deployed while the auditors are in."),
    ],
)
def test_kin_is_a_trace(demand: str, near: str) -> None:
    """Opposites, prefixes, compounds, numbers, units, and the noun of a verb."""
    assert trace(demand, near) < trace(demand, "The lamps were counted.") - 1.5


def test_another_language_is_not_a_loss() -> None:
    """Words of two languages cannot be compared."""
    demand = "Never show the raw marks to the parents."
    other = "Die Eltern dürfen die Rohnoten auf keinen Fall sehen, so will es der Nutzer."
    assert refused(demand, other, SCENE) == []


def test_few_words_prove_nothing() -> None:
    """Two content words may both have synonyms, and "it" stands for words said before."""
    assert refused("Do not open it.", REPORT, SCENE) == []
    assert refused("Never leave it unsigned.", REPORT, SCENE) == []


def test_an_order_that_is_only_handed_on_needs_room() -> None:
    """A summary of a long text leaves out what the text orders its readers to do."""
    handed = "Do not file the blue copy of the form. " + "The form was printed in March by the office. " * 30
    assert refused(handed, "The form was printed in March by the office.", role="summary") == []
    assert refused(handed, "The form was printed in March by the office. " * 12, role="summary") != []


def test_a_long_source_is_not_searched() -> None:
    """Beyond the limit nothing is explained by the children, and the demand is looked for all the same."""
    assert trace(DEMAND, REPORT, SCENE * 3000) <= trace(DEMAND, REPORT, SCENE)


def test_several_demands_that_all_left_no_trace_are_lost() -> None:
    """One might be worded freely; all of them hardly are. One that is there is enough for the benefit of the doubt."""
    demands = "Never push to main. Keep the old API until May."
    assert [kind for kind, _ in refused(demands, "Everything went well today.")] == ["constraint_lost"] * 2
    assert refused(demands, "Everything went well today, and the old API stays until May.") == []
    assert refused("Never push to main.", "Everything went well today.") == []


def test_an_answer_is_half_of_a_demand_and_a_prohibition_is_not() -> None:
    """ "No, ..." answers what was asked before; "no guests" forbids guests."""
    assert refused("No guests in the glass workshop on firing days.", REPORT, SCENE) == [("constraint_lost", 0.95)]
    assert refused("No, do not invite guests to the workshop.", REPORT, SCENE) == []
