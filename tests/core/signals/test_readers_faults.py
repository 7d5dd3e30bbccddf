"""Faults that a fresh reader met: what was lost or changed for sure, and the faithful twins that must pass."""

import pytest

import leadline

FACT = "The retry waits 2500 ms."


@pytest.mark.parametrize("role", ["user", "summary"])
@pytest.mark.parametrize(
    "demand", ["Do not touch production.", "Never restart db-7 before 18:00.", "Don't push to the main branch."]
)
def test_a_prohibition_without_a_trace_halts(role, demand):
    report = leadline.check([leadline.Child("a", FACT, "assistant"), leadline.Child("u", demand, role)], FACT)
    assert (report.verdict, report.rule) == ("halt", "fidelity.constraint_lost")


@pytest.mark.parametrize(
    "said",
    [
        "Production stays untouched.",
        "Hands off production.",
        "The production system must not be touched.",
        "No changes to production.",
    ],
)
def test_a_reworded_prohibition_passes(said):
    report = leadline.check(
        [leadline.Child("a", FACT, "assistant"), leadline.Child("u", "Do not touch production.", "user")],
        f"{FACT} {said}",
    )
    assert report.verdict == "promote"


@pytest.mark.parametrize(
    ("source", "summary"),
    [
        ("The retry limit is 7.", "The retry limit stays at 9."),
        ("Set retry.max to 5 in app.toml.", "retry.max is set to 3 in app.toml."),
        ("Keep the retry limit at 7.", "The retry limit is 9 and stays so."),
    ],
)
def test_a_setting_with_another_small_number_is_changed(source, summary):
    report = leadline.check([source, "Go on."], summary)
    assert (report.verdict, report.rule) == ("invalid", "fidelity.value_changed")


@pytest.mark.parametrize(
    ("source", "summary"),
    [
        ("The retry limit is 7.", "The retry limit stays at 7."),
        ("Tests a, b and c fail; the retry limit is 7.", "3 tests fail and the retry limit is 7."),
        ("Timeouts: first 5, second 9, the limit is 7.", "The limit is 7 after timeouts of 5 and 9."),
    ],
)
def test_the_same_setting_in_other_words_passes(source, summary):
    assert leadline.check([source, "Go on."], summary).verdict == "promote"


def test_not_this_but_that_told_as_that_passes():
    """ "Not actually a pearl, but a washbasin": dropping the denied half turns nothing round."""
    source = "The basin is not actually a pearl, but a washbasin."
    assert leadline.check([source, "Go on."], "The basin is actually a washbasin.").verdict == "promote"
    assert (
        leadline.check(["The cache is not enabled in staging.", "Go on."], "The cache is enabled in staging.").verdict
        == "invalid"
    )


def test_what_a_child_says_in_the_same_words_is_no_reversal():
    children = [
        "The import of orders_v2 failed on Monday.",
        "The import of orders_v2 succeeded.",
        "The import failed twice before.",
    ]
    assert leadline.check(children, "The import of orders_v2 succeeded.").verdict == "promote"
