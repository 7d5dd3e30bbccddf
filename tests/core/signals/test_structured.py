"""Structured drafts: exact things, bearing, and what the rest of the children decides. Faithful twins stand beside."""

from __future__ import annotations

import pytest

from leadline.core.signals import structured
from leadline.core.signals.measure import measure
from leadline.core.signals.model import Finding
from leadline.core.signals.structured_exact import find_altered, find_other_number
from leadline.core.text.messages import Child
from leadline.core.tree.nodes import DraftSentence, Evidence, Slot, render_draft

SENTENCES = (
    "The night train to Brno was diverted over Havlickuv Brod after the points at km 41.2 froze.",
    "Coach 263 stayed behind with a flat wheel, and its passengers moved to coach 264.",
    "Dispatch has not decided yet whether the morning service runs.",
    "The heating of locomotive loco_7714 was set to 21 degrees by the depot.",
    "Write the delay report to reports/delays/week09.csv before noon.",
)
LEAF = " ".join(SENTENCES)
CHILDREN = (Child("n0", LEAF, "assistant"),)


def place(n: int) -> Evidence:
    start = LEAF.index(SENTENCES[n])
    return Evidence(0, start, start + len(SENTENCES[n]))


def judged(text: str, *evidence: int, **more: object) -> list[Finding]:
    """Findings on one sentence that names these sources, but for what the draft leaves out."""
    sentence = DraftSentence("state", text, tuple(place(n) for n in evidence), **more)  # type: ignore[arg-type]
    found = measure(
        CHILDREN, render_draft((sentence,)), sentences=(sentence,), leaf_texts={0: LEAF}, owed=(), facts=()
    ).findings
    return [f for f in found if f.severity == "hard" or (f.severity == "suspicion" and f.probability >= 0.5)]


def hard(text: str, *evidence: int, **more: object) -> set[str]:
    return {f.kind for f in judged(text, *evidence, **more) if f.severity == "hard"}


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        (SENTENCES[1], (1,)),
        ("Passengers of coach 263 changed to coach 264 because 263 had a flat wheel.", (1,)),
        ("Frozen points at km 41.2 sent the Brno night train over Havlickuv Brod.", (0,)),
        ("Whether the morning service runs is still undecided.", (2,)),
        ("The depot set the heating of loco_7714 to 21 degrees; coach 263 stayed behind with a flat wheel.", (1, 3)),
        ("The delay report goes to reports/delays/week09.csv by noon.", (4,)),
    ],
)
def test_a_faithful_sentence_with_its_evidence_passes(text: str, evidence: tuple[int, ...]) -> None:
    assert judged(text, *evidence) == []


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("Frozen points at km 47.2 sent the Brno night train over Havlickuv Brod.", (0,)),
        ("The depot set the heating of loco_7714 to 27 degrees.", (3,)),
        ("The depot set the heating of loco_7174 to 21 degrees.", (3,)),
        ("The delay report goes to reports/delay/week09.csv by noon.", (4,)),
        ("The delay report goes to reports/delays/week90.csv by noon.", (4,)),
        ("The delay report in archive/rail/2031_summary.xlsx goes out by noon.", (4,)),
    ],
)
def test_an_altered_or_strange_exact_thing_is_sure(text: str, evidence: tuple[int, ...]) -> None:
    """One digit or letter of a value, a name or a path; or a name that no source has."""
    assert hard(text, *evidence)


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("in 1398 tests", "in 1.398 tests"),
        ("about 2.50 bar", "about 2,5 bar"),
        ("on the 9th floor", "on the 19th floor"),
    ],
)
def test_another_spelling_of_a_number_is_no_altered_one(said: str, source: str) -> None:
    """Grouping and decimal marks of other countries, and ordinals, which are the calendar's and the values signal's."""
    sentence = DraftSentence("state", f"The valve leaked {said} so far.", (Evidence(0, 0, 5),))
    evidence = f"They saw that the valve leaked {source} at night."
    span = (0, len(sentence.text))
    assert find_altered(sentence.text, span, sentence, evidence) == []
    assert [f.parent_quote for f in find_other_number(sentence.text, span, sentence, evidence, evidence.lower())] in (
        [],
        ["9"],
    )


def test_a_number_between_the_same_two_words_is_an_altered_one() -> None:
    sentence = DraftSentence("state", "It should run about 91 minutes.", (Evidence(0, 0, 5),))
    evidence = "It should run about 90 minutes."
    found = find_other_number(sentence.text, (0, 31), sentence, evidence, evidence.lower())
    assert [(f.kind, f.parent_quote) for f in found] == [("value_changed", "91")]


def test_another_true_value_of_the_children_is_a_suspicion() -> None:
    """The value stands elsewhere: the reference may be incomplete, the sentence need not be false."""
    found = judged("The heating of loco_7714 at 21 degrees was set while coach 264 took over passengers.", 3)
    assert all(f.severity != "hard" for f in found)


@pytest.mark.parametrize("wrong", [0, 2, 3, 4])
def test_evidence_of_another_sentence_does_not_bear_it_out(wrong: int) -> None:
    """What the sentence says stands in the children, but not where it points; the finding quotes the right place."""
    found = judged("Coach 263 stayed behind with a flat wheel and its passengers moved to coach 264.", wrong)
    best = next(f for f in found if f.severity == "hard" and "another source sentence" in f.message)
    assert best.child == "n0"
    assert best.child_quote == LEAF[best.child_span[0] : best.child_span[1]] == SENTENCES[1]


def test_faults_of_the_writer_are_findings_of_their_sentence() -> None:
    assert hard("The train was late.", faults=("the reference s99 leads to no source sentence",)) == {"invented_detail"}


@pytest.mark.parametrize(("stated", "kinds"), [(True, set()), (False, {"identifier_swapped"})])
def test_a_slot_must_stand_in_the_named_evidence(stated: bool, kinds: set[str]) -> None:
    text = "The heating of loco_7714 was set to 21 degrees."
    at = text.index("loco_7714")
    assert hard(text, 3, slots=(Slot("f1", at, at + 9, stated),)) == kinds


def test_a_contradiction_by_the_named_evidence_is_led_back_to_its_place() -> None:
    """Messages name the child, not the piece; quotes equal their spans (measure asserts it)."""
    found = judged("The depot set the heating of loco_7714 to 27 degrees.", 3)
    assert not any('"e0"' in f.message for f in found)
    assert any(f.child == "n0" for f in found)


def test_conflicts_of_the_rest_are_not_held_against_a_draft_that_is_silent_on_them() -> None:
    """The share of conflicts kept is counted over the sentences that were open."""
    children = (Child("a", "The gauge shows 12 bar."), Child("b", "The gauge shows 19 bar. The valve is closed."))
    sentence = DraftSentence("state", "The valve stays closed.", (Evidence(1, 24, 44),))
    signal = measure(
        children,
        render_draft((sentence,)),
        sentences=(sentence,),
        leaf_texts={0: children[0].text, 1: children[1].text},
    ).signals["conflicts"]
    assert signal.value == 1.0 or signal.findings


@pytest.mark.parametrize(
    ("left_out", "verbatim"),
    [
        ("press:2: tray not found: upper", True),  # the same line again, with another number
        ("press:1: tray not found: upper\npress:3: tray not found: upper", True),
        ("roller was not started", False),  # words of its own, one of them of force
        ("press:2: tray not found: lower", False),
    ],
)
def test_lines_of_output_that_come_again_turn_nothing(left_out: str, verbatim: bool) -> None:
    """A listing that leaves out repeated lines is word for word what its evidence says; no other check has to look at it."""
    first, last = "press:1: tray not found: upper", "press: stopped"
    text = f"{first}\n{left_out}\n{last}"
    evidence = (Evidence(0, 0, len(first)), Evidence(0, len(text) - len(last), len(text)))
    sentence = DraftSentence("state", f"{first} … {last}", evidence)
    assert structured._is_verbatim(sentence, [first, last], {0: text}) is verbatim
