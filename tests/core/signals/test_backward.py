"""The backward question: a demand kept in any wording is left alone; one that is only reported on, wished for, opened or cut is not."""

from __future__ import annotations

import pytest

from leadline.core.facts import extract, resolve
from leadline.core.signals import retention
from leadline.core.signals.backward import Backward
from leadline.core.signals.measure import measure
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
        ("user", "Samples must go to the lab within 24 hours.", "Samples reach the lab in at most a day.", False),
        ("user", "Access must end with fewer than 30 people.", "Access needs 29 people or fewer to end.", False),
        ("user", "Keep the old route alive until 31 December.", "The old route stays up to the end of the year.", False),
        ("user", "Bookings are capped at 40 nodes.", "预订最多四十个节点。", False),
        ("user", "Deliver it by Friday.", "Friday at noon is the deadline.", False),
        ("user", "Bookings are capped at 40 nodes.", "Bookings are capped.", True),
    ],
)  # fmt: skip
def test_what_is_said_in_another_writing_is_not_surely_lost(role: Role, text: str, parent: str, sure: bool) -> None:
    owed = [f for f in extract(Child("a", text, role)) if f.criticality == "owed" and f.sure]
    assert owed
    signal, _ = retention.measure(parent, owed, (), (Child("a", text, role),))
    assert any(f.probability >= 0.9 for f in signal.findings) == sure


def _sure(role: Role, text: str, parent: str, *more: Child) -> list[str]:
    """The kinds of what `check` would refuse this parent for."""
    children = (Child("a", text, role), *more)
    owed = [f for f in resolve([f for c in children for f in extract(c)]) if f.criticality == "owed" and f.sure]
    signal, _ = retention.measure(parent, owed, (), children)
    return [f.kind for f in signal.findings if f.probability >= 0.9]


def test_a_name_that_nobody_set_is_demanded_by_the_engine_only() -> None:
    text = "Ticket OPS-4417 is still open. The deploy of OPS-4417 failed."
    known = resolve(extract(Child("a", text, "summary")))
    assert [f for f in known if f.kind == "id" and f.criticality == "owed" and f.sure]
    assert _sure("summary", text, "The deploy failed.") == []


@pytest.mark.parametrize(
    ("role", "text", "parent"),
    [
        # what is said of the world, or told
        ("user", "The wholesaler's minimum is 300 euros.", "The wholesaler was asked for a price."),
        ("user", "I still don't trust the new scale, but it reads the same.", "The new scale reads the same."),
        ("user", "Mist on the ridge until eight.", "The ridge was walked in the morning."),
        ("user", "We turned the racks in the evening, never the other way, because of the sun.", "The racks were turned."),
        ("user", "Above 50,000 three.", "Large sums need three signatures."),
        ("summary", "The pump gave 1.9 mm of play, limit 2.5.", "The pump's play keeps within the limit."),
        ("summary", "More than 300 people came to the fair.", "The fair was full."),
        ("summary", "The shop was run by the sisters until March 1994.", "The sisters ran the shop."),
        ("user", "I'm away until Thursday.", "The user is away for some days."),
        # only half of it binds, or the parent says it in other words
        ("user", "Only tell the tenants about it, don't call the landlord yet.", "The tenants know; no contact with the landlord for now."),
        ("user", "Leave the gate as it is, I'll talk to the farmer first.", "The gate stays as it is for now."),
        ("user", "Don't open the vault until the surveyor has signed.", "The surveyor has signed."),
        ("user", "Run the drill with the night crew at least once.", "A drill with the night crew has taken place."),
        ("user", "The brochure has to be under 5 MB for the portal.", "The brochure was brought down to 4.2 MB for the portal."),
        ("user", "Use the private address for the forms, not the office address.", "Preference stated by the user: forms with the private address."),
        ("user", "Don't rebuild the replica of the archive.", "A rebuild of the archive is off the table."),
    ],
)  # fmt: skip
def test_what_binds_nobody_or_is_said_in_other_words_is_no_sure_loss(role: Role, text: str, parent: str) -> None:
    assert _sure(role, text, parent) == []


@pytest.mark.parametrize(
    ("role", "text", "parent"),
    [
        ("user", "Max 3 retries for each file.", "Files are fetched again when that fails."),
        ("user", "Abort the ascent if the wind goes above 60 km/h.", "The ascent has begun."),
        ("user", "Deliver the crates by Friday.", "The crates are being packed."),
        ("summary", "Each crate must weigh less than 25 kg.", "The crates are being packed."),
        ("summary", "The reply is due on 14 March.", "The reply is being written."),
        ("user", "Never feed the geese at the pond.", "The pond has geese on Sundays."),
        ("user", "Don't paint the doors of the archive.", "The doors of the archive get new paint if possible."),
        ("user", "Don't paint the doors of the archive.", "The doors of the archive stay unpainted for now."),
    ],
)  # fmt: skip
def test_what_binds_is_a_sure_loss(role: Role, text: str, parent: str) -> None:
    assert _sure(role, text, parent)


def test_what_a_text_orders_its_readers_to_do_is_demanded_where_the_summary_has_room() -> None:
    order, filler = (
        "The bag is light. Do not bend the strap when you fold it.",
        "The bag was made by hand in the old town. " * 100,
    )
    assert _sure("summary", order, "The bag is light.")
    assert _sure("summary", f"{order} {filler}", "The bag is light.") == []


def test_a_demand_is_not_gone_where_the_parent_tells_of_somebodys_will() -> None:
    more = (Child("b", "The loader lacks write access to the lake.", "assistant"),)
    parent = "The loader lacks access to the lake. The user does not want the loader to get it."
    assert _sure("user", "Don't grant it that, load into stage.", parent, *more) == []


def test_a_code_that_everybody_put_in_words_since_is_not_demanded() -> None:
    tool = Child("a", "rsync error: some files could not be transferred (code 23)", "tool")
    told = Child("b", "The copy to the second mirror failed, some files are missing there.", "assistant")
    codes = [
        [f.sure for f in resolve([f for c in cs for f in extract(c)]) if f.kind == "error"]
        for cs in ((tool,), (tool, told))
    ]
    assert codes == [[True], [False]]


def test_an_error_told_as_mended_is_not_demanded() -> None:
    known = resolve(
        extract(Child("a", "Fixed the IndexError in the parser. The loader fails with KeyError.", "summary"))
    )
    assert {f.text: f.sure for f in known if f.kind == "error"} == {"IndexError": False, "KeyError": True}


RULES = "Work by these rules. " + " ".join(
    f"Rule {n}: never leave bay {n} of the store before its door is shut and its lamp is out." for n in range(1, 25)
)


def test_a_manual_is_not_repeated_and_a_short_order_is() -> None:
    """Of many rules in one long message a short summary need not say each; of one order it has to."""
    work = Child("b", "Bay 3 was counted, 41 crates." * 30, "assistant")
    said = "Forty-one crates stand in bay 3 by the count."
    manual = measure([Child("a", RULES, "user"), work], said)
    order = measure([Child("a", "Never leave the bay before its door is shut.", "user"), work], said)
    assert [any(f.probability >= 0.85 for f in m.findings) for m in (manual, order)] == [False, True]


@pytest.mark.parametrize("code", ["TypeError", "exit code 0"])
def test_a_class_of_errors_and_a_success_are_left_out(code: str) -> None:
    asked = Child("a", f"The run of the mill ended with {code} at noon.", "user")
    assert not [f for f in measure([asked], "The mill ran at noon and ended.").findings if f.probability >= 0.85]


def test_half_of_an_answer_stands_in_the_question() -> None:
    talk = [
        Child("a", "Shall the tank be rinsed before the test?", "assistant"),
        Child("b", "yes, must be fully clean", "user"),
    ]
    assert not [f for f in measure(talk, "The tank is rinsed before the test.").findings if f.probability >= 0.85]


def test_a_demand_that_only_points_is_no_sure_loss() -> None:
    talk = [Child("a", "The seal carries the number of the mill now.", "assistant"), Child("b", "no, remove this again, somebody may take it for a promise", "user")]  # fmt: skip
    assert not [
        f for f in measure(talk, "The seal of the mill is blank, as the user wanted.").findings if f.probability >= 0.85
    ]


def test_what_a_person_set_needs_room_in_the_summary() -> None:
    asked = Child("a", "I will not sail before 11 AM.", "user")
    work = Child("b", "The ferry list was searched for a later boat. " * 200, "tool")
    assert not [f for f in measure([asked, work], "The boat of noon is booked.").findings if f.probability >= 0.85]
