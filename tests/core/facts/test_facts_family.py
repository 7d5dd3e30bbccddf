"""The facts that may be owed, read alone, are the owed ones of all facts; all facts are there for who asks."""

import pickle

import pytest

from leadline.core.facts import extract, resolve
from leadline.core.facts.family import Facts, live_facts
from leadline.core.text.messages import Child, Segment

USER = "Never restart the press before 18:00. At most 4 retries. The sheet is in plans/north.md, see OPS-41."
REPORT = "Fixed the feeder in press_feeder. OPS-41 failed with exit code 3.\n\n```\npress_feeder = load('plans/north.md')\nretries = 4\n```\n\nThe roller is still to be checked by 4 May 2026."
TOOL = "$ press status\nERROR: roller jammed (E_JAM)\nexit code 3\nplans/north.md read, 12 sheets"


def family():
    return [Child("a", USER, "user"), Child("b", TOOL, "tool"), Child("c", REPORT, "assistant"), Child("d", REPORT)]


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_owed_facts_are_the_same(n):
    children = family()[:n]
    every = resolve([f for child in children for f in extract(child)])
    live = live_facts(children)
    assert [f for f in live if f.criticality == "owed"] == [f for f in every if f.criticality == "owed"]
    assert set(live) <= set(every)
    assert any(f.sure for f in live)


def test_names_whose_facts_are_left_out_still_count():
    """A name that is said a second time in a block of code is sure, as if its facts were made."""
    said = Child("a", "Decided: press_feeder stays as it is.\n\n```\npress_feeder()\n```")
    (fact,) = [f for f in live_facts([said]) if f.kind == "symbol"]
    assert fact.sure
    alone = Child("a", "Decided: press_feeder stays as it is.")
    (fact,) = [f for f in live_facts([alone]) if f.kind == "symbol"]
    assert not fact.sure


def test_all_facts_are_read_on_first_use():
    children = family()
    facts = Facts(children)
    every = resolve([f for child in children for f in extract(child)])
    assert facts == every
    assert len(facts) == len(every) > len(live_facts(children))
    assert facts[0] == every[0]
    assert facts[1:3] == every[1:3]
    assert list(facts) == list(every)
    assert pickle.loads(pickle.dumps(Facts(children))) == every
    assert facts != every[1:]


SAID = "The table `depot_codes` sits beside the index of the import."


def _child(id: str, kind: str, text: str) -> Child:
    role = "tool" if kind == "tool_result" else "assistant"
    return Child(id, text, role, segments=(Segment(0, len(text), role, kind),))  # type: ignore[arg-type]  # of the kinds that there are


def _reasons(*children: Child) -> set[str]:
    return {f.reason for f in live_facts(children) if f.child == "s" and f.kind == "status"}


def test_words_before_a_call_close_nothing_where_every_message_is_a_child() -> None:
    """As one child with the call behind them; thoughts and notes of the client between them change nothing."""
    words, call = _child("s", "text", SAID), _child("c", "tool_call", "read depot.sql")
    thought = _child("t", "thinking", "Maybe the index is missing.")
    note = Child("n", "Take care.", "user", segments=(Segment(0, 10, "user", injected=True),))
    assert _reasons(words) == {"closing_fact"}
    for between in ((), (thought,), (note, thought)):
        assert _reasons(words, *between, call) == {"progress_fact"}
    assert _reasons(words, Child("u", "And the gate?", "user"), call) == {"closing_fact"}
    assert {f.reason for f in Facts([words, call]) if f.kind == "status"} == {"progress_fact"}
