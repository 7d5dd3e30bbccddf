"""Weighing: in a long record an omission is a suspicion only where somebody may miss it, and no verdict changes by it."""

from __future__ import annotations

from leadline.api import check
from leadline.core.signals.needed import ASKED, ASKED_BEFORE, HISTORY, LASTING, STEP, WAITING
from leadline.core.signals.weighing import SUSPECT_MIN
from leadline.core.text.messages import Child
from leadline.engine.check import Report

FILLER = [
    Child(f"f{n}", f"The depot number {n} keeps its parcels in hall {n + 40}, and the night shift counts them by hand. " * 3, "tool")
    for n in range(24)
]  # fmt: skip
PARENT = "The halls of the depots were listed, each with its number. Parcels are counted by hand at night."


def _report(*children: Child, before: bool = True) -> Report:
    return check([*FILLER, *children] if before else [*children, *FILLER], PARENT)


def _weight(report: Report, words: str) -> float:
    """The highest probability of an omission whose quote holds these words; -1 where none does."""
    kinds = ("missing_owed", "constraint_lost", "identifier_blurred")
    return max((f.probability for f in report.findings if f.kind in kinds and words in f.child_quote), default=-1.0)


def test_a_prohibition_of_a_person_holds_whenever_it_was_said() -> None:
    report = _report(Child("u", "You should NOT repaint the yellow gate of the yard.", "user"), before=False)
    assert _weight(report, "yellow gate") in (LASTING, 0.95)


def test_what_a_person_wants_weighs_by_whether_anything_was_said_since() -> None:
    wish = Child("u", "Write the tariff table of the courier into the yearly booklet.", "user")
    later = [Child(f"v{n}", f"Is the harbour office number {n} open on Sunday afternoon?", "user") for n in range(3)]
    weights = [_weight(_report(wish, *later[:n]), "tariff table") for n in range(4)]
    assert weights == [*ASKED, ASKED_BEFORE]
    assert weights[0] >= SUSPECT_MIN > weights[1]


def test_a_question_that_the_record_ends_with_waits_for_an_answer_and_an_earlier_one_does_not() -> None:
    ask = Child("a", "The booklet is printed. Should I send the tariff table to `courier_office` as well?", "assistant")
    assert _weight(_report(Child("u", "Print the booklet.", "user"), ask), "Should I send") == WAITING
    asked = check([Child("u", "Print the booklet.", "user"), ask, *FILLER], PARENT)
    assert _weight(asked, "Should I send") == HISTORY < SUSPECT_MIN


def test_one_point_of_a_long_plan_is_summed_up() -> None:
    plan = "Build the booklet:\n" + "\n".join(
        f"- Describe the tariff of zone {n} with its colour and its hours" for n in range(40)
    )
    assert _weight(_report(Child("u", plan, "user")), "zone 7") <= STEP


def test_what_a_person_tells_beside_a_sentence_that_is_told_is_summed_up() -> None:
    told = "Parcels are counted by hand at night."
    words = "The scanner of the southern hall is broken and prints empty labels."
    alone = _report(Child("u", words, "user"))
    beside = _report(Child("u", f"{told} {words}", "user"))
    assert _weight(alone, "scanner") == ASKED[0]
    assert _weight(beside, "scanner") <= STEP


def test_a_step_is_no_suspicion_and_stands_in_the_report_as_a_note() -> None:
    done = Child("a", "I renamed `tariff_table` to `tariff_sheet` in the yearly booklet.", "assistant")
    report = _report(Child("u", "Go on.", "user"), done, Child("v", "Is the harbour open on Sunday?", "user"))
    found = [f for f in report.findings if "tariff" in f.child_quote]
    assert found
    assert all(f.severity == "note" and f.probability <= STEP for f in found)


def test_a_short_record_has_room_for_all_that_is_owed() -> None:
    done = Child("a", "I renamed `tariff_table` to `tariff_sheet` in the yearly booklet.", "assistant")
    report = check([done], "The booklet was opened.")
    assert any(
        f.severity in ("suspicion", "warning") and f.probability >= 0.4 for f in report.findings if f.child == "a"
    )


def test_a_loss_that_refuses_is_not_weighed() -> None:
    rule = Child("u", "Never repaint the yellow gate of the northern yard without the harbour master.", "user")
    report = _report(rule)
    assert not report.promoted
    assert _weight(report, "yellow gate") >= 0.85


def test_what_a_rule_suspects_fades_with_the_length_of_a_talk() -> None:
    parent = "The halls were listed. The gate is watched by `harbour_guardian_two`."
    user = Child("u", "List the halls.", "user")
    weight = [
        next(
            f.probability for f in check([*children, user], parent).findings if "harbour_guardian_two" in f.parent_quote
        )
        for children in ([FILLER[0]], FILLER[:20], FILLER)
    ]
    assert weight[0] == 0.5
    assert weight[0] > weight[1] > weight[2]


def test_a_sentence_that_nothing_speaks_of_keeps_its_weight_where_nobody_talks_and_a_name_does_not() -> None:
    parent = "The halls were listed. The gate is watched by `harbour_guardian_two`. Marine biologists praised colourful corals near distant volcanic islands."
    notes = [f for f in check(FILLER, parent).findings if f.kind == "invented_detail"]
    assert [f.probability for f in notes if "corals" in f.parent_quote] == [0.49]
    assert all(f.probability < 0.4 for f in notes if f.parent_quote == "harbour_guardian_two")
