"""The ranking score: what lifts it, what lowers it, what leaves it alone."""

from __future__ import annotations

import pytest

from leadline.core.signals.index import Trial
from leadline.core.signals.model import Finding
from leadline.core.signals.score import CAP, PARTS, mix, parts, score, unmet
from leadline.core.text.messages import Child

SOURCE = (
    "The ferry to the northern island was cancelled on Tuesday because the harbour was closed. "
    "Engineers repaired the crane in 3 days and announced the date. The museum sold 3,700 tickets."
)


def _trial(parent: str, *children: str) -> Trial:
    return Trial([Child(str(i), text) for i, text in enumerate(children or (SOURCE,))], parent)


def _score(parent: str, *children: str) -> float:
    return score(_trial(parent, *children), ())


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("The ferry to the northern island was cancelled.", "The ferry to the southern island was cancelled."),
        ("Engineers repaired the crane.", "Engineers repaired the museum."),  # two places put together
        ("The harbour was closed on Tuesday.", "The harbour was closed on Tuesday by Admiral Byng."),
        ("The crane was repaired in 3 days.", "The crane was repaired in 5 days."),
        ("The announcement of the date.", "The postponement of the date."),  # spelt like a word of the source
    ],
)
def test_the_nearer_one_ranks_higher(better: str, worse: str) -> None:
    assert _score(better) > _score(worse)


def test_a_copy_scores_one_and_the_unrelated_almost_nothing() -> None:
    assert _score(SOURCE) == pytest.approx(1.0)
    assert _score("Quarterly dividends disappointed Belgian shareholders.") < 0.1


@pytest.mark.parametrize(
    ("parent", "child"),
    [
        ("The museum sold 3700 tickets.", "The museum sold 3,700 tickets."),
        ("The museum sold 3,700 tickets.", "The museum sold 3700 tickets."),
        ("The museum sold 3,700 tickets.", "The museum sold 3, 700 tickets."),  # as some tokenizers leave it
        ("The crane took 3 days.", "The crane took three days."),
        ("The crane took three days.", "The crane took 3 days."),
        ("Doors close at 3 pm.", "Doors close at 3pm."),
        ("会議は東京で開かれた。", "会議は東京で開かれた。"),
    ],
)
def test_writing_is_no_difference(parent: str, child: str) -> None:
    assert parts(_trial(parent, child))["words"] == 1.0


FILLER = " ".join(
    f"Line {n} of the report lists another street, another shop and what was paid there." for n in range(80)
)


def test_words_that_stand_away_from_the_others_count_less_in_a_long_source() -> None:
    """A long text has nearly every word somewhere; what bears a claim out stands together."""
    claim = "Olive Marsh founded the bakery in Dunmore."
    together = f"{FILLER} Olive Marsh founded the bakery; it stands in Dunmore. {FILLER}"
    scattered = f"Olive Marsh sings. {FILLER} She founded a choir. {FILLER} The bakery burned. Dunmore is wet."
    near, far = (parts(_trial(claim, text))["words"] for text in (together, scattered))
    assert near == 1.0
    assert 0.4 < far < 0.85


def test_in_a_short_source_the_place_of_a_word_hardly_matters() -> None:
    """A faithful sentence may join the beginning and the end of a page."""
    claim = "The harbour was closed and the museum sold tickets."
    assert parts(_trial(claim))["words"] == 1.0


def test_a_frequent_word_is_near_everything() -> None:
    claim = "The street has a windmill."
    text = f"{FILLER} A windmill is there."
    assert parts(_trial(claim, text))["words"] == 1.0


def test_a_bond_that_chance_would_give_counts_little() -> None:
    """Two words that stand everywhere stand near each other anyway."""
    claim = "The shop in the street has a windmill."
    other = FILLER.replace("street", "field").replace("shop", "barn")
    frequent = f"{FILLER} {other} A windmill turns."
    rare = f"{other} A shop in the street. {other} A windmill turns."
    assert parts(_trial(claim, rare))["bonds"] > parts(_trial(claim, frequent))["bonds"] + 0.1


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("The crane is called repaired.", "The crane is painted repaired."),  # a light word says little
        ("Someone repaired the crane.", "Beavers repaired the crane."),
        ("The date was announced by scribes.", "The date was announced by Hector."),  # a name says much
        ("The crane of Hector was repaired by engineers.", "The crane of Byng was repaired by engineers."),
    ],
)
def test_what_is_missing_weighs_by_what_it_says(better: str, worse: str) -> None:
    text = f"{SOURCE} They met Hector." if "Hector was" not in worse and "Byng" in worse else SOURCE
    assert parts(_trial(better, text))["words"] > parts(_trial(worse, text))["words"]


def test_a_word_that_begins_a_sentence_is_no_name() -> None:
    assert (
        parts(_trial("Beavers repaired the crane."))["words"]
        > parts(_trial("Repaired by Beavers was the crane."))["words"]
    )


def test_an_ordinal_is_its_number() -> None:
    assert parts(_trial("On the 17th the gate was shut.", "On 17 May the gate was shut."))["words"] == 1.0


def test_nothing_is_close_across_children() -> None:
    together = "The pump failed. The valve held."
    assert (
        parts(_trial("The valve failed.", together))["bonds"]
        > parts(_trial("The valve failed.", *together.split(". ")))["bonds"]
    )


def test_hard_findings_about_content_cap_it() -> None:
    trial = _trial("The museum sold 3,700 tickets.")

    def hard(kind: str) -> Finding:
        return Finding(kind, "hard", f"fidelity.{kind}", "")

    plain = score(trial, ())
    assert score(trial, [hard("value_changed")]) == CAP * plain
    assert score(trial, [hard("value_changed"), hard("polarity")]) == CAP * CAP * plain
    assert score(trial, [hard("degenerate")]) == plain  # form says nothing of support


def test_parts_mix_by_weight_and_any_may_be_left_out() -> None:
    shares = dict(zip(PARTS, (1.0, 0.0, 0.0), strict=True))
    assert mix(shares) == PARTS["words"] / sum(PARTS.values())
    assert mix({"words": 0.5}) == 0.5
    assert mix({}) == 0.0


def test_more_children_never_take_a_word_away() -> None:
    one, two = _trial("The crane took 3 days."), _trial("The crane took 3 days.", SOURCE, "The crane is red.")
    assert parts(two)["words"] >= parts(one)["words"]


def test_context_supports_no_score() -> None:
    """Earlier turns may excuse a claim, but the parent stands for its children."""
    children = [Child("a", "The pump failed.")]
    assert parts(Trial(children, "The valve held.", context="The valve held.")) == parts(
        Trial(children, "The valve held.")
    )


def test_a_parent_that_asserts_nothing_scores_nothing() -> None:
    assert parts(_trial("# Heading")) == dict.fromkeys(PARTS, 0.0)


def test_unmet_words_are_spans_of_the_parent() -> None:
    parent = "Engineers repaired the trebuchet in 41 days."
    assert [parent[a:b] for a, b in unmet(_trial(parent))] == ["trebuchet", "41"]
    assert unmet(_trial(SOURCE)) == ()
