"""The backward question: a demand kept in any wording is left alone; one that is only reported on, wished for, opened or cut is not."""

from __future__ import annotations

import pytest

from leadline.core.facts import extract, resolve
from leadline.core.signals import retention
from leadline.core.signals.backward import Backward
from leadline.core.text.messages import Child, Role
from leadline.core.text.sentences import split_sentences


def ask(demand: str, parent: str) -> str:
    """`state how`, or "" where rules cannot tell."""
    answer = Backward(parent, split_sentences(parent)).ask(demand)
    return f"{answer.state} {answer.how}" if answer else ""


def gone(demand: str, parent: str, *other: str) -> bool:
    texts = {"a": demand, **{f"c{n}": text for n, text in enumerate(other)}}
    return Backward(parent, split_sentences(parent), texts).gone(demand, "a", (0, len(demand)))


@pytest.mark.parametrize(
    ("demand", "parent"),
    [
        ("Never resize the thumbnails of the gallery.", "The gallery has 40 thumbnails."),
        (
            "Do not restart the ingest worker without asking me.",
            "The ingest worker was restarted. A report was written.",
        ),
        ("No ads on the landing page.", "The landing page has three columns and two ads."),
    ],
)
def test_a_report_is_no_demand(demand: str, parent: str) -> None:
    assert ask(demand, parent) == "lost report"


@pytest.mark.parametrize(
    ("demand", "parent"),
    [
        ("Never resize the thumbnails of the gallery.", "Thumbnails in the gallery keep their size."),
        ("Never resize the thumbnails of the gallery.", "The gallery has 40 thumbnails. Resizing is ruled out by the user."),
        ("Do not restart the ingest worker without asking me.", "A restart of the ingest worker is for the user to allow."),
        ("No ads on the landing page.", "The landing page is an ad-free zone: the user insists."),
        ("The reports must be signed before they go out.", "The reports were signed and went out."),  # done, not lost
        ("Do not keep it.", "It was kept."),  # too few words of its own
    ],
)  # fmt: skip
def test_force_in_any_form_keeps_it(demand: str, parent: str) -> None:
    assert ask(demand, parent) == ""


@pytest.mark.parametrize(
    ("demand", "parent", "how"),
    [
        ("Never mail the raw survey answers to the sponsor.", "Raw survey answers are better not mailed to the sponsor.", "wish"),
        ("The pump must stop when the tank is full.", "Ideally the pump stops with a full tank.", "wish"),
        ("No jobs on the build host at night.", "Jobs on the build host at night should be kept few where possible.", "wish"),
        ("Never delete the nightly dumps.", "The nightly dumps are not deleted unless space is short.", "exception"),
        ("Every invoice must carry the tax number.", "Large invoices must carry the tax number.", "some"),
        ("Never share the draft budget.", "The draft budget may be shared with the board.", "free"),
    ],
)  # fmt: skip
def test_a_demand_with_less_force_is_another_one(demand: str, parent: str, how: str) -> None:
    assert ask(demand, parent) == f"weakened {how}"


@pytest.mark.parametrize(
    ("demand", "parent"),
    [
        ("If possible, keep the raw survey answers.", "The raw survey answers are kept if possible."),  # a wish stays one
        ("Never delete the nightly dumps unless I say so.", "Nightly dumps stay unless the user says so."),
        ("Never mail the raw answers.", "Mailing the raw answers is forbidden. A shorter form would be nice for answers."),
        ("Every invoice must carry the tax number.", "The tax number is obligatory on every invoice; large type helps."),
        ("Never share the draft budget.", "Only the chair may share the draft budget."),
        ("Nobody has checked the nightly dumps.", "The nightly dumps should be checked where possible."),  # no demand
    ],
)  # fmt: skip
def test_a_wish_elsewhere_weakens_nothing(demand: str, parent: str) -> None:
    assert ask(demand, parent) == ""


def test_no_trace_is_sure_only_where_no_sentence_can_be_its_rewording() -> None:
    demand = "Never mail the raw survey answers."
    assert gone(demand, "Two charts were drawn.", "I have drawn two charts.")
    assert not gone(demand, "Two charts were drawn.")  # nobody said so: it may be anything
    assert not gone(demand, "What people wrote must stay in the house.")
    assert gone(demand, "The chart must have two axes.", "Give the chart two axes.")  # it takes up another sentence
    assert not gone("Don't wait for me.", "The valve was closed.")  # what it is about was said before


@pytest.mark.parametrize(
    ("role", "text", "parent", "sure"),
    [
        ("user", "Never resize the thumbnails of the gallery.", "The gallery has 40 thumbnails.", True),
        ("user", "Bookings are capped at 40 nodes.", "For bookings forty nodes are the most.", False),
        ("user", "Samples go to the lab within 24 hours.", "Samples reach the lab in at most a day.", False),
        ("user", "Access ends when fewer than 30 people sign up.", "Access needs 29 people or fewer to end.", False),
        ("user", "Keep the old route alive until 31 December.", "The old route stays up to the end of the year.", False),
        ("user", "Bookings are capped at 40 nodes.", "预订最多四十个节点。", False),
        ("user", "Deliver it by Friday.", "Friday at noon is the deadline.", False),
        ("user", "Bookings are capped at 40 nodes.", "Bookings are capped.", True),
    ],
)  # fmt: skip
def test_what_is_said_in_another_writing_is_not_surely_lost(role: Role, text: str, parent: str, sure: bool) -> None:
    owed = [f for f in extract(Child("a", text, role)) if f.criticality == "owed" and f.sure]
    assert owed
    signal, _ = retention.measure(parent, owed, (), {"a": text})
    assert any(f.probability >= 0.9 for f in signal.findings) == sure


def test_a_name_that_nobody_asked_for_is_owed_only_where_the_summary_has_room() -> None:
    text = "Ticket OPS-4417 is still open. The deploy of OPS-4417 failed."
    known = resolve(extract(Child("a", text, "summary")))
    owed = [f for f in known if f.kind == "id" and f.criticality == "owed" and f.sure]
    assert owed
    filler = " ".join(f"Line {n} of the walk through the code holds nothing new." for n in range(120))
    for more, sure in (("", True), (filler, False)):
        signal, _ = retention.measure("The deploy failed.", owed, (), {"a": f"{text} {more}"})
        assert any(f.probability >= 0.9 for f in signal.findings) == sure


def test_an_error_told_as_mended_is_not_demanded() -> None:
    known = resolve(
        extract(Child("a", "Fixed the IndexError in the parser. The loader fails with KeyError.", "summary"))
    )
    assert {f.text: f.sure for f in known if f.kind == "error"} == {"IndexError": False, "KeyError": True}
