"""The bare answer to a tiny exchange is a summary of it; anything else that shares no word with its children is none."""

from __future__ import annotations

import pytest

from leadline import check

ASKED = "Is the checkout service deployed to the staging cluster?"
WANTED = "Please restart the checkout worker on the staging cluster."

FAITHFUL = [
    ([ASKED, "No."], "No."),
    ([ASKED, "No."], "no"),
    ([ASKED, "No, it is not."], "It isn't."),
    ([ASKED, "Not yet."], "Not yet."),
    ([ASKED, "No, not yet."], "Not yet."),
    ([ASKED, "Yes."], "Yes."),
    ([ASKED, "Yes."], "Yes, it is deployed."),
    (["Is X deployed?", "Yes."], "Yes, X is deployed."),
    (["Is port 8443 of the gateway open for the workers?", "No."], "No."),
    ([f"{ASKED} No."], "No."),
    ([WANTED, "Done."], "Done."),
    ([WANTED, "Done!"], "It is done."),
    (["Can you restart the checkout worker on staging?", "All done."], "done"),
]

REFUSED = [
    ([ASKED, "Yes."], "No."),
    ([ASKED, "No."], "Yes."),
    ([ASKED, "No."], "Not yet."),
    ([ASKED, "No."], "Done."),
    ([ASKED, "Yes."], "x"),
    ([ASKED, "x"], "No."),
    ([ASKED, "No."], "aGVsbG8gd29ybGQgdGhpcyBpcyBhIGJsb2I="),
    ([ASKED], "Yes."),
    ([WANTED], "Done."),
    ([WANTED, "Should I?"], "Done."),
    ([WANTED, "Not done."], "Done."),
    ([ASKED, "No, only the old version."], "No."),
    ([ASKED, "Yes.", "Is the payment service up?", "No."], "No."),
    (["The deployment of the payment service failed on staging.", "Done."], "Done."),
    ([WANTED, "The worker of the staging cluster crashed.", "Done."], "Done."),
    ([WANTED, "Done.", "The cluster crashed afterwards."], "Done."),
    (["Never restart the checkout worker on the staging cluster.", "Done."], "Done."),
    (["Restart the checkout worker 3 times on the staging cluster.", "Done."], "Done."),
    ([WANTED, "Rename the old table of the payment service.", "Done."], "Done."),
    ([ASKED, *[f"Is the {name} service ready for the next release?" for name in ("mail", "search", "login")], "No."], "No."),
]  # fmt: skip


@pytest.mark.parametrize(("children", "parent"), FAITHFUL)
def test_the_bare_answer_is_no_blob(children: list[str], parent: str) -> None:
    """A short and true answer to the questions, or to the one request, that the children hold."""
    assert check(children, parent).promoted


@pytest.mark.parametrize(("children", "parent"), REFUSED)
def test_what_the_children_do_not_answer_is_refused(children: list[str], parent: str) -> None:
    """The other answer, no answer, an answer with a reserve, and an answer beside which something else was told or asked for."""
    report = check(children, parent)
    assert not report.promoted
    assert any(
        "stands in what it replaces" in f.message or f.kind in ("invented_detail", "polarity") for f in report.findings
    )


@pytest.mark.parametrize(
    ("said", "parent"), [("No.", "Yes."), ("Not yet.", "Done."), ("Yes, it is.", "No."), ("Done.", "Not yet.")]
)
def test_the_other_answer_is_refused_however_little_was_said(said: str, parent: str) -> None:
    """Too few words to say that nothing is shared: the answer itself is turned."""
    assert "fidelity.polarity" in {r.rule for r in check(["Is it done?", said], parent).reasons}
